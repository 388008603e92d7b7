//! The explanation of one player's numbers. Units are those of the tables: half points, hundredths.

use crate::explain::titles::PlayerTitles;
use model::{Control, Date, ListDate, Reason};
use pages::Value;
use period_assembly::{RatingFrom, TournamentStatus};
use rating::{RatingChangeCause, SideStatus};
use serde::{Serialize, Serializer};

/// Explains one player's numbers on one list.
#[derive(Clone, Debug, Serialize)]
pub struct Explanation {
    pub control: Control,
    pub list: ListDate,
    pub previous: ListDate,
    /// The name of the list folder, which includes the number of a revision.
    pub folder: String,
    pub publication_edition: String,
    pub calculation_edition: String,
    pub player: ExplainedPlayer,
    /// The rating on the previous list.
    pub before: Option<i32>,
    /// The rating on this list.
    pub after: Option<i32>,
    /// Why the player is in the table of changes; `None` if the player is not in it.
    #[serde(serialize_with = "cause_word")]
    pub cause: Option<RatingChangeCause>,
    /// How the games of the list changed the rating; `None` where they did not, or where it moved game by game.
    #[serde(skip)]
    pub(crate) change_made: Option<ChangeMade>,
    /// In the order in which they were rated.
    pub events: Vec<ExplainedEvent>,
    /// Results that waited in the pool and count here too.
    pub pool: Vec<PoolResult>,
    /// The calculation, line by line.
    pub steps: Vec<CalculationStep>,
    /// Norms, ratings reached and titles; `None` where titles are not judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub titles: Option<PlayerTitles>,
    /// Remarks on the numbers.
    pub notes: Vec<String>,
    /// Whether the files were read without being compared with their hashes.
    #[serde(rename = "unverified", skip_serializing_if = "std::ops::Not::not")]
    pub is_unverified: bool,
    /// Numbers that could not be verified; empty if all were.
    pub differences: Vec<String>,
}

/// The rating that a change is added to, the K that was used, and the rounded change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ChangeMade {
    pub(crate) base: i32,
    pub(crate) k_used: i32,
    pub(crate) rounded: i32,
}

fn cause_word<S: Serializer>(cause: &Option<RatingChangeCause>, serializer: S) -> Result<S::Ok, S::Error> {
    cause.map(RatingChangeCause::word).serialize(serializer)
}

/// Serializes a word of a table; an empty text for `None`.
pub(super) fn word<T: Copy + Into<&'static str>, S: Serializer>(value: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(value.map_or("", Into::into))
}

/// The player whose numbers are explained, as this list has the player.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ExplainedPlayer {
    pub fide_id: u32,
    pub name: String,
    pub title: String,
    pub federation: String,
    pub birth_year: Option<i32>,
    /// Whether the list shows the player.
    pub is_listed: bool,
    pub is_inactive: bool,
    /// The coefficient on this list, which is used in the next period.
    pub k: Option<i32>,
    pub games: i32,
    pub career_games: i32,
    pub peak: Option<i32>,
}

/// The status of an event on this list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventStatus {
    Tournament(TournamentStatus),
    /// A run of online games.
    Online,
}

pub(super) const RATED: Option<EventStatus> = Some(EventStatus::Tournament(TournamentStatus::Rated));

impl EventStatus {
    /// What became of the event, in words for people.
    pub(super) fn in_words(self) -> &'static str {
        match self {
            Self::Tournament(status) => status.in_words(),
            Self::Online => "online",
        }
    }
}

impl From<EventStatus> for &'static str {
    fn from(status: EventStatus) -> Self {
        match status {
            EventStatus::Tournament(status) => status.word(),
            EventStatus::Online => "online",
        }
    }
}

/// A tournament with the player's games in it, or online games one after the other.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ExplainedEvent {
    /// Empty for online games.
    pub tournament_id: String,
    pub name: String,
    pub start: Option<Date>,
    pub end: Option<Date>,
    /// `None` if the table of tournaments does not have it.
    #[serde(serialize_with = "word")]
    pub status: Option<EventStatus>,
    /// Why it is not rated, if it is not; with the article, and in words.
    #[serde(serialize_with = "word")]
    pub reason: Option<Reason>,
    pub article: String,
    pub detail: String,
    pub edition: String,
    /// The list whose ratings the games use.
    pub ratings_of: Option<Date>,
    pub longer_ratings_of: Option<Date>,
    /// The player's own rating in the event, and where it comes from.
    pub own_rating: Option<i32>,
    #[serde(serialize_with = "word")]
    pub own_rating_from: Option<RatingFrom>,
    pub games: Vec<ExplainedGame>,
    /// Totals of the games that counted in a change.
    pub counted: i32,
    pub half_points: i32,
    pub sum_hundredths: i32,
    /// K x sum, in hundredths of a rating point, of a rated player: what the event contributes before rounding.
    pub share_hundredths: Option<i32>,
    /// The result that enters the pool.
    pub pooled: Option<PoolResult>,
    pub round_robin: Option<RoundRobinCalculation>,
    /// The rounded change of the event and the ratings before and after it, where ratings move after every game.
    pub step: Option<RatingStep>,
    /// Remarks on this event.
    pub notes: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RatingStep {
    pub before: i32,
    pub change: i32,
    pub after: i32,
}

fn status_word<S: Serializer>(status: &SideStatus, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(status.word())
}

/// One game from the player's side.
#[derive(Clone, Debug, Serialize)]
pub struct ExplainedGame {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game_id: Option<String>,
    /// When an online game ended, UTC.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<String>,
    /// w or b.
    pub colour: String,
    pub opponent: Option<u32>,
    pub opponent_name: String,
    /// As a report writes it, from the player's side.
    pub result: String,
    pub half_points: Option<i32>,
    pub own_rating: Option<i32>,
    #[serde(serialize_with = "word")]
    pub own_rating_from: Option<RatingFrom>,
    pub opponent_rating: Option<i32>,
    #[serde(serialize_with = "word")]
    pub opponent_rating_from: Option<RatingFrom>,
    pub difference: Option<i32>,
    pub counted_difference: Option<i32>,
    pub expected_hundredths: Option<i32>,
    pub gain_hundredths: Option<i32>,
    /// The change of the rating by an online game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<RatingStep>,
    #[serde(serialize_with = "status_word")]
    pub status: SideStatus,
    #[serde(serialize_with = "word")]
    pub reason: Option<Reason>,
    pub article: String,
}

/// A result against rated opponents that counts towards a first rating.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PoolResult {
    pub tournament_id: String,
    pub start: Option<Date>,
    pub end: Option<Date>,
    /// The list on which it entered the pool; `None` for this one.
    pub list: Option<Date>,
    pub games: i32,
    pub half_points: i32,
    pub opponents_sum: i32,
}

/// The ratings of unrated players from a round robin as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoundRobinCalculation {
    pub article: String,
    pub players: usize,
    pub cap: i32,
    pub ra: i32,
    pub n: i32,
    /// All unrated players, with the one who is explained.
    pub unrated: Vec<RoundRobinPlayer>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoundRobinPlayer {
    pub fide_id: Option<u32>,
    pub name: String,
    /// `None` if the first-event rule disregards the player.
    pub steps: Option<RoundRobinSteps>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RoundRobinSteps {
    pub games: u32,
    pub half_points: i32,
    pub first_ru: i32,
    pub moves: i32,
    pub rc_new: i32,
    pub ru_new: i32,
}

/// One line of a calculation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CalculationStep {
    pub what: String,
    #[serde(serialize_with = "plain")]
    pub value: Value,
    #[serde(serialize_with = "plain")]
    pub why: Value,
    /// Articles and decisions.
    pub article: String,
}

fn plain<S: Serializer>(value: &Value, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&value.plain())
}

impl CalculationStep {
    pub(crate) fn new(what: impl Into<String>, value: Value, why: impl Into<Value>, article: impl Into<String>) -> Self {
        Self { what: what.into(), value, why: why.into(), article: article.into() }
    }
}
