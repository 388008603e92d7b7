//! A tournament as it was: what the registry says of it, who was there, and how they played.

use model::{Classes, Control, Date, TournamentKind, Waivers};
use strum::IntoStaticStr;

/// What is told about a tournament, whichever form it is handed in.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) city: String,
    pub(crate) federation: &'static str,
    pub(crate) control: Control,
    pub(crate) kind: TournamentKind,
    pub(crate) classes: Classes,
    pub(crate) start: Date,
    pub(crate) end: Date,
    pub(crate) minutes: i16,
    pub(crate) increment: i16,
    pub(crate) rounds: u16,
    pub(crate) official: bool,
    pub(crate) registered: Date,
    pub(crate) received: Date,
    pub(crate) waivers: Waivers,
    /// The month in whose folder the report lies, as `2023-12`.
    pub(crate) month: String,
}

/// One tournament of a world.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub(crate) number: u32,
    pub(crate) facts: Facts,
    /// Places in the people, by starting rank.
    pub(crate) entries: Vec<u32>,
    pub(crate) play: Play,
    /// The entries of each team; empty where there are no teams.
    pub(crate) teams: Vec<Vec<u16>>,
}

/// Everything that happened at the boards and beside them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Play {
    /// By round, then board.
    pub(crate) games: Vec<Game>,
    pub(crate) byes: Vec<Bye>,
}

impl Play {
    pub(crate) fn game(&mut self, round: u16, white: u16, black: u16, score: Score) {
        self.games.push(Game { round, white, black, score });
    }
}

/// One pairing; players are places in [`Event::entries`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Game {
    pub(crate) round: u16,
    pub(crate) white: u16,
    pub(crate) black: u16,
    pub(crate) score: Score,
}

/// Only results that a report and a bundle can both tell; the word is the bundle's, from white's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, IntoStaticStr)]
#[strum(const_into_str)]
pub(crate) enum Score {
    #[strum(to_string = "1-0")]
    WhiteWins,
    #[strum(to_string = "1/2-1/2")]
    Draw,
    #[strum(to_string = "0-1")]
    BlackWins,
    /// Played, and lost by both: two telephones rang.
    #[strum(to_string = "0-0")]
    NobodyWins,
    #[strum(to_string = "+/-")]
    WhiteByForfeit,
    #[strum(to_string = "-/+")]
    BlackByForfeit,
    #[strum(to_string = "-/-")]
    NobodyCame,
}

impl Score {
    /// The characters of a report: white's line, black's line.
    pub(crate) const fn symbols(self) -> (char, char) {
        match self {
            Self::WhiteWins => ('1', '0'),
            Self::Draw => ('=', '='),
            Self::BlackWins => ('0', '1'),
            Self::NobodyWins => ('0', '0'),
            Self::WhiteByForfeit => ('+', '-'),
            Self::BlackByForfeit => ('-', '+'),
            Self::NobodyCame => ('-', '-'),
        }
    }

    /// White's and black's points, in halves.
    pub(crate) const fn half_points(self) -> (u16, u16) {
        match self {
            Self::WhiteWins | Self::WhiteByForfeit => (2, 0),
            Self::Draw => (1, 1),
            Self::BlackWins | Self::BlackByForfeit => (0, 2),
            Self::NobodyWins | Self::NobodyCame => (0, 0),
        }
    }
}

/// A round in which an entry had no opponent, where the report says more than nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bye {
    pub(crate) round: u16,
    pub(crate) entry: u16,
    pub(crate) kind: ByeKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ByeKind {
    /// Nobody was left to play against.
    Allocated,
    /// Asked for beforehand.
    Half,
    /// Absent, or no longer there.
    Zero,
}

impl ByeKind {
    pub(crate) const fn half_points(self) -> u16 {
        match self {
            Self::Allocated => 2,
            Self::Half => 1,
            Self::Zero => 0,
        }
    }
}
