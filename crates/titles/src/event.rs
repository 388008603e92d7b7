//! An event as the title regulations look at it: its facts, its players in small codes, its games and byes.

use model::{ByeKind, Classes, Clock, Date, GameResult, PlayerRef, Rating, Reason, TournamentKind, Waivers};
use rulebook::{Title, TitleEdition};
use std::sync::Arc;

/// A federation as a small code. Whoever makes the events assigns the codes, one for each federation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Federation(pub u16);

impl Federation {
    /// Not known.
    pub const UNKNOWN: Self = Self(0);
    /// `FID`: accepted, but no federation (T19).
    pub const FID: Self = Self(1);
    /// `NON`: no FIDE federation; games against such players are left out (1.42a).
    pub const NON: Self = Self(2);
    /// The first code of a real federation.
    pub const FIRST: Self = Self(3);

    /// Whether this is a member federation of FIDE.
    pub const fn is_member(self) -> bool {
        self.0 >= Self::FIRST.0
    }
}

/// A set of titles, one bit each: what both title columns of a list say of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TitleSet(u8);

impl TitleSet {
    pub const NONE: Self = Self(0);

    #[must_use]
    pub const fn with(self, title: Title) -> Self {
        Self(self.0 | 1 << title as u8)
    }

    pub const fn has(self, title: Title) -> bool {
        self.0 & 1 << title as u8 != 0
    }

    pub const fn has_any(self, of: Self) -> bool {
        self.0 & of.0 != 0
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl FromIterator<Title> for TitleSet {
    fn from_iter<I: IntoIterator<Item = Title>>(titles: I) -> Self {
        titles.into_iter().fold(Self::NONE, Self::with)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sex {
    #[default]
    Unknown,
    Female,
    Male,
}

/// What is known of the chief arbiter's title (1.15, T15).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChiefArbiter {
    #[default]
    Unknown,
    /// IA or FA.
    Qualified,
    /// Any other word.
    NotQualified,
}

impl ChiefArbiter {
    /// What a word for the chief arbiter's title says; an empty one says nothing (T15).
    pub fn of_title(word: &str, edition: &TitleEdition) -> Self {
        if word.is_empty() {
            Self::Unknown
        } else if edition.play.chief_arbiter_titles.iter().any(|title| title == word) {
            Self::Qualified
        } else {
            Self::NotQualified
        }
    }
}

/// A player of an event, at its start.
#[derive(Clone, Copy, Debug)]
pub struct EventPlayer {
    /// An entry without a usable id is an opponent and never an applicant (T8).
    pub player: PlayerRef,
    pub federation: Federation,
    pub titles: TitleSet,
    pub sex: Sex,
    /// The rating on the list in force at the start; unrated if there is none.
    pub rating: Rating,
}

/// One game of an event. Players are positions in [`TitleEvent::players`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventGame {
    /// From 1; 0 if the source does not say (NRM007).
    pub round: u16,
    pub white: u32,
    pub black: u32,
    pub result: GameResult,
    /// What is wrong with the game as reported (D38, R16); such a game is not included.
    pub fault: Option<Reason>,
}

/// A player's rating and titles on the day of a round, in events over 30 days (1.14).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FactsOnDay {
    pub rating: Rating,
    pub titles: TitleSet,
}

/// An event with everything that the title regulations ask of it; the parts of an event over several months joined (T17).
#[derive(Clone, Debug)]
pub struct TitleEvent {
    /// The id of the tournament, of an event in parts that of the last part.
    pub tournament_id: Arc<str>,
    pub start: Date,
    pub end: Date,
    /// The federation that registered the event.
    pub federation: Federation,
    pub kind: Option<TournamentKind>,
    pub classes: Classes,
    pub waivers: Waivers,
    pub clock: Option<Clock>,
    /// Rounds scheduled: by the registry, else those of the report.
    pub rounds: u16,
    /// By round from 1; empty or shorter where the source does not say.
    pub round_dates: Vec<Option<Date>>,
    pub registered: Option<Date>,
    pub chief_arbiter: ChiefArbiter,
    /// Ids of appointed arbiters (1.16).
    pub arbiters: Vec<u32>,
    pub member_federations: Option<u16>,
    /// Whether the source tells byes (NRM011); without them a player without a game missed the round (T24).
    pub tells_byes: bool,
    pub byes: Vec<ByeOf>,
    /// Everybody who has a game, a forfeit or a bye: ids first and ascending, then entries without an id.
    pub players: Vec<EventPlayer>,
    /// Sorted by round, then white, then black.
    pub games: Vec<EventGame>,
    /// In events over 30 days with dated rounds: for each round, one entry for each player. Empty otherwise.
    pub facts_by_round: Vec<Vec<FactsOnDay>>,
}

/// A bye of the player at a position in [`TitleEvent::players`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByeOf {
    pub round: u16,
    pub player: u32,
    pub kind: ByeKind,
}
