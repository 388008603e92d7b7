//! Gives each bye of a report its kind and its player.

use super::ReportReader;
use super::player_line::ByeSign;
use model::{Bye, ByeKind, Games, byes_beside_games};

impl ReportReader<'_> {
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
        let bye = |bye: &super::ReportedBye| Bye { round: bye.round, player: self.entries[bye.entry].player, kind: kind(bye.sign) };
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
