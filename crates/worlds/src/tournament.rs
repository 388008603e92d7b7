//! A tournament of a world: its details, entries and results.

use crate::population::Population;
use model::{Classes, Control, Date, TournamentKind, Waivers};
use strum::IntoStaticStr;

/// Details of a tournament, independent of the form in which it is written.
#[derive(Clone, Debug)]
pub(crate) struct TournamentDetails {
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
    /// What only the title regulations ask; `None` in rapid and blitz worlds.
    pub(crate) title_facts: Option<TitleFacts>,
}

/// What the title regulations ask of a tournament beyond what rating does.
#[derive(Clone, Debug)]
pub(crate) struct TitleFacts {
    /// Indexes into the population, the chief arbiter first; empty if no arbiter is on a list.
    pub(crate) arbiters: Vec<u32>,
    pub(crate) chief_arbiter_title: &'static str,
    pub(crate) title_told_by: ArbiterTitleSource,
    pub(crate) has_round_dates: bool,
    /// Number of member federations that could take part, of continental events.
    pub(crate) member_federations: Option<u16>,
}

impl TitleFacts {
    /// The ids of the arbiters, separated by spaces.
    pub(crate) fn arbiter_ids(&self, people: &Population) -> String {
        self.arbiters.iter().map(|&place| people.all[place as usize].id.to_string()).collect::<Vec<_>>().join(" ")
    }
}

/// Where the title of the chief arbiter stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ArbiterTitleSource {
    /// In the report, before the name.
    ReportPrefix,
    /// In the report, after the name.
    ReportSuffix,
    Registry,
    Nothing,
}

/// One tournament of a world.
#[derive(Clone, Debug)]
pub(crate) struct WorldTournament {
    pub(crate) number: u32,
    pub(crate) details: TournamentDetails,
    /// Indexes into the population, by starting rank.
    pub(crate) entries: Vec<u32>,
    pub(crate) play: PlayedRounds,
    /// The entries of each team; empty without teams.
    pub(crate) teams: Vec<Vec<u16>>,
}

/// Pairings and byes of all rounds.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlayedRounds {
    /// Sorted by round, then board.
    pub(crate) games: Vec<Pairing>,
    pub(crate) byes: Vec<Bye>,
}

impl PlayedRounds {
    pub(crate) fn game(&mut self, round: u16, white: u16, black: u16, score: PairingResult) {
        self.games.push(Pairing { round, white, black, score });
    }
}

/// One pairing; players are indexes into [`WorldTournament::entries`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pairing {
    pub(crate) round: u16,
    pub(crate) white: u16,
    pub(crate) black: u16,
    pub(crate) score: PairingResult,
}

/// Result of a pairing that both a report and a bundle can state; the word is that of bundles, from white's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, IntoStaticStr)]
#[strum(const_into_str)]
pub(crate) enum PairingResult {
    #[strum(to_string = "1-0")]
    WhiteWins,
    #[strum(to_string = "1/2-1/2")]
    Draw,
    #[strum(to_string = "0-1")]
    BlackWins,
    /// Played, and lost by both.
    #[strum(to_string = "0-0")]
    NobodyWins,
    #[strum(to_string = "+/-")]
    WhiteByForfeit,
    #[strum(to_string = "-/+")]
    BlackByForfeit,
    #[strum(to_string = "-/-")]
    NobodyCame,
}

impl PairingResult {
    /// The characters in a report: white's line, black's line.
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

    /// White's and black's half points.
    pub(crate) const fn half_points(self) -> (u16, u16) {
        match self {
            Self::WhiteWins | Self::WhiteByForfeit => (2, 0),
            Self::Draw => (1, 1),
            Self::BlackWins | Self::BlackByForfeit => (0, 2),
            Self::NobodyWins | Self::NobodyCame => (0, 0),
        }
    }
}

/// A round without an opponent that the report mentions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bye {
    pub(crate) round: u16,
    pub(crate) entry: u16,
    pub(crate) kind: ByeKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ByeKind {
    /// Allocated, because the number of players was odd.
    Allocated,
    /// Requested beforehand, for a full point.
    Full,
    /// Requested beforehand.
    Half,
    /// Absent or withdrawn.
    Zero,
}

impl ByeKind {
    pub(crate) const fn half_points(self) -> u16 {
        match self {
            Self::Allocated | Self::Full => 2,
            Self::Half => 1,
            Self::Zero => 0,
        }
    }
}
