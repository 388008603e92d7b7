//! Reads the byes of a report, and gives each its kind and its player.

use super::ReportReader;
use super::player_line::{Colour, ReportedSide, result_column};
use crate::codes;
use crate::fixed_width_line::FixedWidthLine;
use model::{Bye, ByeKind, Games, Place, byes_beside_games};

/// How a bye is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ByeSign {
    Kind(ByeKind),
    /// A `+`, whose kind depends on the rest of the report (T24).
    Plus,
}

/// One bye of a player's line.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReportedBye {
    /// The index of the entry.
    pub(super) entry: usize,
    pub(super) round: u16,
    pub(super) sign: ByeSign,
}

/// What a block holds.
pub(super) enum Block {
    Game(ReportedSide),
    Bye(ByeSign),
    /// Neither an opponent nor a result: the player was not there.
    Absence,
}

impl ReportReader<'_> {
    /// Reads a block without an opponent. The result of a game is read as the bye that gives the same points.
    pub(super) fn bye(
        &mut self,
        number: u32,
        columns: &FixedWidthLine<'_>,
        round: u16,
        colour: Colour,
        result: u8,
    ) -> Result<Block, String> {
        let kind = match result {
            // A half-point bye has no colour; with a colour, the sign is a draw.
            b'=' if colour == Colour::None => ByeKind::HalfPoint,
            b'+' => return Ok(Block::Bye(ByeSign::Plus)),
            b'U' => ByeKind::Allocated,
            b'F' => ByeKind::FullPoint,
            b'H' => ByeKind::HalfPoint,
            b'-' | b'Z' => ByeKind::ZeroPoint,
            b' ' => return Ok(Block::Absence),
            b'1' | b'0' | b'=' | b'W' | b'D' | b'L' | b'*' | b'X' => {
                let place = Place::new(number, result_column(round), 1);
                let message = format!("round {round}: result '{}' without an opponent, read as a bye", char::from(result));
                let hint = "if a game was played, put the opponent's starting rank into the four columns before the colour";
                self.problems.add(&codes::RESULT_WITHOUT_OPPONENT, place, message).hint(hint).source(columns.line());
                self.results_without_opponent += 1;
                match result {
                    b'1' | b'W' => ByeKind::FullPoint,
                    b'=' | b'D' => ByeKind::HalfPoint,
                    _ => ByeKind::ZeroPoint,
                }
            }
            other => return Err(format!("'{}' is no result", char::from(other))),
        };
        Ok(Block::Bye(ByeSign::Kind(kind)))
    }

    /// Returns the byes by round, then player.
    ///
    /// A `+` without an opponent is a full-point bye, but in a report that writes no `U` at all, as in the format of 2006, it is the allocated
    /// one (T24).
    pub(super) fn byes(&self, games: &Games) -> Vec<Bye> {
        let plus = if self.writes_allocated { ByeKind::FullPoint } else { ByeKind::Allocated };
        let kind = |sign: ByeSign| match sign {
            ByeSign::Kind(kind) => kind,
            ByeSign::Plus => plus,
        };
        let bye = |bye: &ReportedBye| Bye { round: bye.round, player: self.entries[bye.entry].player, kind: kind(bye.sign) };
        let mut byes: Vec<Bye> = self.byes.iter().map(bye).collect();
        byes.sort_unstable();
        if self.shares_ids {
            // The lines of one id are one player, who has one entry in a round (D47).
            byes.dedup_by_key(|bye| (bye.round, bye.player));
            let mut beside_games = byes_beside_games(&byes, games, 0..games.len()).into_iter();
            byes.retain(|_| !beside_games.next().unwrap_or(false));
        }
        byes
    }
}
