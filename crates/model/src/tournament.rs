//! Tournaments and their games, as reported.

use crate::{
    Classes, Code, Control, Date, GameResult, Newcomer, PlayerRef, Reason, ReportDigest, TournamentContent, TournamentKind, Waivers,
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
}

impl Batch {
    /// Appends another batch.
    pub fn append(&mut self, mut other: Self) {
        let shift = self.games.len();
        for mut tournament in other.tournaments {
            tournament.games = tournament.games.start + shift..tournament.games.end + shift;
            self.tournaments.push(tournament);
        }
        self.games.append(&mut other.games);
        self.newcomers.append(&mut other.newcomers);
    }
}
