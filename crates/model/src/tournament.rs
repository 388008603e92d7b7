//! Tournaments and their games, as reported.

use crate::{
    Classes, Code, Control, Date, GameResult, Newcomer, PlayerRef, Reason, ReportDigest, ReportedEntry, TournamentContent, TournamentKind,
    Waivers,
};
use std::ops::Range;
use std::sync::Arc;
use strum::{EnumString, IntoStaticStr, VariantArray};

/// Time that a player has for 60 moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The shorter time, if the players have different times.
    pub seconds_for_60_moves: u32,
    pub players_differ: bool,
    /// Whether there is an increment; `false` also if that is unknown.
    pub has_increment: bool,
    /// Moves in the first time control, if it is limited by moves (`40/6000+30:900+30` has 40).
    pub first_control_moves: Option<u16>,
}

impl Clock {
    /// Takes `minutes` per player and `increment` in seconds per move, as the registry states them.
    pub fn new(minutes: u32, increment: u32) -> Self {
        Self {
            seconds_for_60_moves: minutes * 60 + increment * 60,
            players_differ: false,
            has_increment: increment > 0,
            first_control_moves: None,
        }
    }
}

/// How a player was without an opponent in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, EnumString, IntoStaticStr, VariantArray)]
#[strum(const_into_str)]
pub enum ByeKind {
    /// Allocated by the pairing.
    #[strum(serialize = "U")]
    Allocated,
    #[strum(serialize = "F")]
    FullPoint,
    #[strum(serialize = "H")]
    HalfPoint,
    #[strum(serialize = "Z")]
    ZeroPoint,
}

impl ByeKind {
    /// The character in a Tournament Report File.
    pub const fn symbol(self) -> &'static str {
        self.into_str()
    }
}

/// One player's bye in one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bye {
    pub round: u16,
    pub player: PlayerRef,
    pub kind: ByeKind,
}

/// A tournament, combined from its report and the registry.
#[derive(Clone, Debug, Default)]
pub struct Tournament {
    pub id: Arc<str>,
    /// The file it came from, as diagnostics name it.
    pub file: Arc<str>,
    pub name: String,
    /// Where it was played; empty if the report does not say.
    pub city: String,
    pub federation: String,
    pub control: Option<Control>,
    pub kind: Option<TournamentKind>,
    pub classes: Classes,
    pub start: Option<Date>,
    pub end: Option<Date>,
    pub clock: Option<Clock>,
    /// Scheduled rounds.
    pub rounds: Option<u16>,
    pub official: bool,
    pub registered: Option<Date>,
    pub received: Option<Date>,
    pub waivers: Waivers,
    /// Date of each round, by round from 1; empty if the report does not say.
    pub round_dates: Vec<Option<Date>>,
    /// Rounds in which players had no opponent, by round, then player.
    pub byes: Vec<Bye>,
    /// Whether the source tells byes; a bundle without a table of byes does not.
    pub tells_byes: bool,
    /// What the report says of its entries, by player; empty unless it is read for titles, and for bundles, which have newcomers instead.
    pub entries: Vec<ReportedEntry>,
    /// The chief arbiter as the report writes it, often with a title; empty if it does not say.
    pub chief_arbiter: String,
    /// Title of the chief arbiter: `IA`, `FA` or another word; empty if it is not known.
    pub chief_arbiter_title: String,
    /// Ids of the appointed arbiters.
    pub arbiters: Vec<u32>,
    /// The event of which this is one part (T17); `None` if it is a whole event.
    pub event_id: Option<Arc<str>>,
    /// Number of member federations that could take part (T39).
    pub member_federations: Option<u16>,
    /// Number of players in the report (for bundles: of those who played).
    pub entrants: u32,
    /// Range of its games in the batch.
    pub games: Range<usize>,
    /// What identifies its games as reported.
    pub content: TournamentContent,
    /// Size and hash of its report as read; `None` if it was not read.
    pub report: Option<ReportDigest>,
    /// Code of the diagnostic that says why the report as a whole is unusable.
    pub unusable: Option<&'static Code>,
    /// Id of the correction that withdrew the tournament.
    pub withdrawn: Option<Arc<str>>,
}

/// An entry of a report without a usable id, to which a correction can give one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryWithoutId {
    pub tournament_id: Arc<str>,
    pub starting_rank: u16,
    /// What the report says of the player; the id is 0.
    pub described: Newcomer,
}

impl Tournament {
    /// The id of the event that the tournament is, or is a part of (T17).
    pub fn event(&self) -> &Arc<str> {
        self.event_id.as_ref().unwrap_or(&self.id)
    }

    /// Sorts byes and entries, and removes what two entries that are one player have too many: a second bye in one round, a bye in a round
    /// with a game, a second entry.
    pub fn join_byes_and_entries(&mut self, games: &Games) {
        self.byes.sort_unstable();
        self.byes.dedup_by_key(|bye| (bye.round, bye.player));
        let mut beside_games = byes_beside_games(&self.byes, games, self.games.clone()).into_iter();
        self.byes.retain(|_| !beside_games.next().unwrap_or(false));
        self.entries.sort_by_key(|entry| entry.player);
        self.entries.dedup_by_key(|entry| entry.player);
    }
}

/// For each bye, whether the player has a game in the same round. The byes must be sorted.
pub fn byes_beside_games(byes: &[Bye], games: &Games, range: Range<usize>) -> Vec<bool> {
    let mut beside_games = vec![false; byes.len()];
    if byes.is_empty() {
        return beside_games;
    }
    for game in range {
        for player in [games.white[game], games.black[game]] {
            if let Ok(at) = byes.binary_search_by_key(&(games.round[game], player), |bye| (bye.round, bye.player)) {
                beside_games[at] = true;
            }
        }
    }
    beside_games
}

/// Games of many tournaments as columns, sorted by tournament, then round.
#[derive(Clone, Debug, Default)]
pub struct Games {
    pub round: Vec<u16>,
    pub white: Vec<PlayerRef>,
    pub black: Vec<PlayerRef>,
    pub result: Vec<GameResult>,
    /// What is wrong with the game as reported.
    pub fault: Vec<Option<Reason>>,
}

impl Games {
    pub fn len(&self) -> usize {
        self.round.len()
    }

    pub fn is_empty(&self) -> bool {
        self.round.is_empty()
    }

    /// Reserves capacity for `more` games.
    pub fn reserve(&mut self, more: usize) {
        self.round.reserve(more);
        self.white.reserve(more);
        self.black.reserve(more);
        self.result.reserve(more);
        self.fault.reserve(more);
    }

    #[inline]
    pub fn push(&mut self, round: u16, white: PlayerRef, black: PlayerRef, result: GameResult, fault: Option<Reason>) {
        self.round.push(round);
        self.white.push(white);
        self.black.push(black);
        self.result.push(result);
        self.fault.push(fault);
    }

    pub fn append(&mut self, other: &mut Self) {
        if self.is_empty() {
            return std::mem::swap(self, other);
        }
        self.round.append(&mut other.round);
        self.white.append(&mut other.white);
        self.black.append(&mut other.black);
        self.result.append(&mut other.result);
        self.fault.append(&mut other.fault);
    }
}

/// Tournaments, games and newcomers read from one or more files.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    pub tournaments: Vec<Tournament>,
    pub games: Games,
    /// Only players who were on no list that the reader was given.
    pub newcomers: Vec<Newcomer>,
    /// Entries of reports without a usable id.
    pub without_id: Vec<EntryWithoutId>,
}

impl Batch {
    /// Appends another batch.
    pub fn append(&mut self, mut other: Self) {
        let shift = self.games.len();
        for tournament in &mut other.tournaments {
            tournament.games = tournament.games.start + shift..tournament.games.end + shift;
        }
        if self.tournaments.is_empty() {
            // Nearly always there is one batch, and it is large.
            self.tournaments = other.tournaments;
        } else {
            self.tournaments.append(&mut other.tournaments);
        }
        self.games.append(&mut other.games);
        self.newcomers.append(&mut other.newcomers);
        self.without_id.append(&mut other.without_id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SideResult;

    #[test]
    fn of_two_entries_that_are_one_player_byes_beside_games_and_second_ones_go() {
        let player = |id| PlayerRef::id(id).expect("an id");
        let mut games = Games::default();
        games.push(1, player(7), player(8), GameResult::new(SideResult::Win, SideResult::Loss), None);
        games.push(2, player(8), player(9), GameResult::new(SideResult::Win, SideResult::Loss), None);
        let bye = |round, id, kind| Bye { round, player: player(id), kind };
        let byes = vec![bye(3, 8, ByeKind::ZeroPoint), bye(2, 7, ByeKind::HalfPoint), bye(1, 8, ByeKind::FullPoint)];
        let byes = [byes, vec![bye(3, 8, ByeKind::Allocated)]].concat();
        // The second game is of another tournament.
        let mut tournament = Tournament { byes, games: 0..1, ..Tournament::default() };
        tournament.join_byes_and_entries(&games);
        assert_eq!(tournament.byes, [bye(2, 7, ByeKind::HalfPoint), bye(3, 8, ByeKind::Allocated)]);
    }
}
