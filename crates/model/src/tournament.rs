//! Tournaments and their games, as handed in.

use crate::{Classes, Code, Control, Date, GameResult, Kind, Newcomer, PlayerRef, Reason, Waivers};
use std::ops::Range;
use std::sync::Arc;

/// The time one player has for 60 moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Of the player who has less, where the two differ.
    pub seconds_for_60_moves: u32,
    pub players_differ: bool,
    /// Whether some of it is an increment. `false` also where nobody said so.
    pub has_increment: bool,
    /// Moves in the first time control, where it is limited by moves (`40/6000+30:900+30` has 40).
    pub first_control_moves: Option<u16>,
}

impl Clock {
    /// `minutes` and `increment` as the registry gives them: minutes a player, seconds a move.
    pub fn new(minutes: u32, increment: u32) -> Self {
        Self {
            seconds_for_60_moves: minutes * 60 + increment * 60,
            players_differ: false,
            has_increment: increment > 0,
            first_control_moves: None,
        }
    }
}

/// One tournament, put together from its report and the registry.
#[derive(Clone, Debug, Default)]
pub struct Tournament {
    pub id: Arc<str>,
    /// The file it came from, as diagnostics name it.
    pub file: Arc<str>,
    pub name: String,
    /// Where it was played, as the report says; empty where it does not.
    pub city: String,
    pub federation: String,
    pub control: Option<Control>,
    pub kind: Option<Kind>,
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
    /// The day of each round, by round from 1; empty where the report does not tell.
    pub round_dates: Vec<Option<Date>>,
    /// How many players the report lists (for bundles: how many played).
    pub entrants: u32,
    /// Where its games stand in the batch.
    pub games: Range<usize>,
    /// A fingerprint of its games as they were handed in; empty where nothing tells one event from another.
    pub fingerprint: String,
    /// Why the report as a whole cannot be used: the code of the diagnostic that says so.
    pub unusable: Option<&'static Code>,
    /// The id of the correction that withdrew it, where one did.
    pub withdrawn: Option<Arc<str>>,
}

/// Games of many tournaments as columns, one tournament after the other, by round within each.
#[derive(Clone, Debug, Default)]
pub struct Games {
    pub round: Vec<u16>,
    pub white: Vec<PlayerRef>,
    pub black: Vec<PlayerRef>,
    pub result: Vec<GameResult>,
    /// What is wrong with the game as reported, where something is.
    pub fault: Vec<Option<Reason>>,
}

impl Games {
    pub fn len(&self) -> usize {
        self.round.len()
    }

    pub fn is_empty(&self) -> bool {
        self.round.is_empty()
    }

    /// Makes room for so many more.
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

/// What was read from one or many files.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    pub tournaments: Vec<Tournament>,
    pub games: Games,
    /// Only players whom the reader was told nobody knows.
    pub newcomers: Vec<Newcomer>,
}

impl Batch {
    /// Puts another batch behind this one.
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
