//! The shape of an edition: one section per subject, each with its article.
//!
//! There are no defaults and no unknown keys: where an edition has no such rule, its file says `rule = "none"`.
//! Variants are enums, so that a new kind of rule does not compile until every stage handles it.

use crate::Rulebook;
use crate::read::{iso_date, optional_iso_date};
use chrono::Datelike;
use model::{Control, Date, ListDate, Rating, TournamentClass, Waiver};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One edition of the rating regulations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edition {
    pub id: String,
    pub title: String,
    /// The document the values were taken from.
    pub source: String,
    pub controls: Vec<Control>,
    pub in_force: InForce,

    // Decided by the day on which the tournament starts (D1).
    pub registration: Registration,
    pub official_events: OfficialEvents,
    pub rate_of_play: RateOfPlay,
    pub unequal_times: ArticleRule,
    pub first_time_control: FirstTimeControl,
    pub hybrid: ArticleRule,
    pub play_per_day: PlayPerDay,
    pub length: Length,
    pub unplayed_games: Cited,
    pub match_with_unrated: ArticleRule,
    pub match_won: MatchWon,
    pub round_robin: RoundRobin,
    pub rating_difference: RatingDifference,
    pub far_apart: FarApart,
    pub longer_control: LongerControl,
    pub rated_since: Cited,
    pub first_event: FirstEvent,
    pub lateness: Lateness,

    // Decided by the first day of the rating period (D1).
    pub conversion_tables: Cited,
    pub rating_change: Cited,
    pub rounding: Rounding,
    pub games_cap: GamesCap,
    pub first_rating: FirstRating,

    // Decided by the date of the new list (D1).
    pub calendar: Calendar,
    pub closing_date: ClosingDate,
    pub floor: Floor,
    pub inactivity: Inactivity,
    pub development: Development,
    pub inclusion: Cited,
    pub extra_lists: ExtraLists,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InForce {
    pub article: String,
    #[serde(deserialize_with = "iso_date")]
    pub from: Date,
    /// The last day, where the edition ends before another of its controls begins.
    #[serde(default, deserialize_with = "optional_iso_date", skip_serializing_if = "Option::is_none")]
    pub until: Option<Date>,
    pub chosen: Chosen,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Chosen {
    ByDate,
    /// Holds only where it is asked for by its id.
    ByNameOnly,
}

/// A rule with nothing to set: only where it is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cited {
    pub article: String,
}

/// A rule that an edition has or has not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ArticleRule {
    None {},
    Applies { article: String },
}

impl ArticleRule {
    pub fn article(&self) -> Option<&str> {
        match self {
            Self::None {} => None,
            Self::Applies { article } => Some(article),
        }
    }
}

/// How long before its start a tournament must be registered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Registration {
    DaysBefore { article: String, days: u32, waiver: Waiver },
    MonthsBefore { article: String, months: u32, waiver: Waiver },
}

/// Official events of the federation shall be rated: they are never too late.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "kebab-case", deny_unknown_fields)]
pub enum OfficialEvents {
    None {},
    ShallBeRated { article: String },
}

/// The time each player must have, assuming 60 moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "kebab-case", deny_unknown_fields)]
pub enum RateOfPlay {
    /// At least so many minutes; which step applies is told by the highest rating in the game or in the event.
    MinimumByRating { article: String, judged_by: JudgedBy, steps: Vec<RateStep> },
    /// A range for each control.
    Ranges {
        article: String,
        ranges: BTreeMap<Control, MinuteRange>,
        /// Controls at which only online games are rated.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        online_only: Vec<Control>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum JudgedBy {
    HighestRatingInTheGame,
    HighestRatingInTheEvent,
}

/// Where the highest rating is at least `from_rating`, each player needs `minutes`. Steps stand from high to low.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RateStep {
    pub from_rating: i16,
    pub minutes: u32,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MinuteRange {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more_than: Option<u32>,
    /// A limit that only clocks with an increment have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more_than_with_increment: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub less_than: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<u32>,
}

impl MinuteRange {
    /// Whether a clock fits; where it is not known to have an increment, what is asked of such clocks is not held against it (D24).
    pub fn contains(&self, seconds: u32, has_increment: bool) -> bool {
        self.more_than.is_none_or(|m| seconds > m * 60)
            && (!has_increment || self.more_than_with_increment.is_none_or(|m| seconds > m * 60))
            && self.at_least.is_none_or(|m| seconds >= m * 60)
            && self.less_than.is_none_or(|m| seconds < m * 60)
            && self.at_most.is_none_or(|m| seconds <= m * 60)
    }
}

/// Moves in the first time control; reported as a warning only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "kebab-case", deny_unknown_fields)]
pub enum FirstTimeControl {
    None {},
    AtLeastMoves { article: String, moves: u32 },
    ExactlyMoves { article: String, moves: u32 },
}

/// How much may be played in one day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "kebab-case", deny_unknown_fields)]
pub enum PlayPerDay {
    None {},
    Hours { article: String, hours: u32 },
    Rounds { article: String, rounds: BTreeMap<Control, u32> },
    RoundsAndHours { article: String, rounds: u32, hours: u32 },
}

/// How long an event may last, in days from first to last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Length {
    None {},
    /// Longer events should be reported in parts; one that is not is rated with a warning.
    InterimReports {
        article: String,
        after_days: u32,
    },
    /// Longer events are refused, unless of an excepted class or waived.
    AtMostDays {
        article: String,
        days: u32,
        except: Vec<TournamentClass>,
        #[serde(skip_serializing_if = "Option::is_none")]
        waiver: Option<Waiver>,
    },
}

/// Games played after a match has been won.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "kebab-case", deny_unknown_fields)]
pub enum MatchWon {
    None {},
    LaterGamesNotRated {
        article: String,
        /// Only where more games than this were scheduled; 0 for every match.
        scheduled_more_than: u16,
        #[serde(skip_serializing_if = "Option::is_none")]
        waiver: Option<Waiver>,
    },
}

/// Round robins with unrated players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "kebab-case", deny_unknown_fields)]
pub enum RoundRobin {
    /// Rated as any other event.
    AsAnyEvent {},
    /// Unrated players get their rating from the event as a whole (D20 to D22).
    Iteration { article: String, cap: i16, composition_article: String, composition: Composition, becomes_swiss_article: String },
}

/// How many players of a round robin must be rated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Composition {
    /// At least one rated player in so many (a third is 3).
    pub rated_one_in: u32,
    pub rated_at_least: u32,
    /// In a double round robin.
    pub double_players_at_least: u32,
    pub double_rated_at_least: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub national_championship: Option<NationalChampionship>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NationalChampionship {
    pub article: String,
    pub rated_men_at_least: u32,
    pub rated_women_at_least: u32,
}

/// The difference between two ratings as it counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatingDifference {
    pub article: String,
    pub cap: i16,
    pub benefit: CapBenefit,
    /// A player rated at least this gets no cap on the own side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uncapped_from: Option<Rating>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CapBenefit {
    EveryGame,
    /// The higher-rated player benefits once, in the game with the greatest difference (D10).
    OncePerTournament,
}

/// Games between players too far apart that are not rated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "kebab-case", deny_unknown_fields)]
pub enum FarApart {
    None {},
    /// Not rated from this difference on, if one of the two is rated above `one_above`.
    NotRated {
        article: String,
        difference: i16,
        one_above: Rating,
    },
}

/// Players without a rating at this control who have one at a longer control (D18).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "kebab-case", deny_unknown_fields)]
pub enum LongerControl {
    None {},
    /// For each control the longer ones, the first that has a rating counts.
    Used {
        article: String,
        from: BTreeMap<Control, Vec<Control>>,
    },
}

impl LongerControl {
    pub fn for_control(&self, control: Control) -> &[Control] {
        match self {
            Self::None {} => &[],
            Self::Used { from, .. } => from.get(&control).map_or(&[], Vec::as_slice),
        }
    }
}

impl Edition {
    /// Whether ratings stand and move after every game, instead of once for a rating period (D31).
    pub fn moves_after_every_game(&self) -> bool {
        match self.rounding.once_per {
            OncePer::RatingPeriod => false,
            OncePer::Game => true,
        }
    }
}

/// When the result of an unrated player's first event is disregarded (D13).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "kebab-case", deny_unknown_fields)]
pub enum FirstEvent {
    None {},
    MoreThanZero {
        article: String,
    },
    AtLeastHalfPoints {
        article: String,
        half_points: i32,
    },
    /// Entries are dropped until one has enough games, enough points and a performance at the floor.
    GamesPointsAndFloor {
        article: String,
        games: u32,
        half_points: i32,
        floor: Rating,
    },
}

/// When a report comes too late.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Lateness {
    None {},
    /// Never too late, but worth a warning when received more than so many days after the end.
    WarnAfterDays {
        article: String,
        days: u32,
    },
    /// Must make the so-manieth list after its end (D23).
    MissesListAfterEnd {
        article: String,
        list: u32,
        waiver: Waiver,
    },
    /// Must be received within so many days after the end.
    DaysAfterEnd {
        article: String,
        days: u32,
        waiver: Waiver,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rounding {
    pub article: String,
    pub half: Half,
    pub once_per: OncePer,
}

/// Where a half goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Half {
    Up,
    AwayFromZero,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OncePer {
    RatingPeriod,
    Game,
}

/// The limit on K times the number of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "kebab-case", deny_unknown_fields)]
pub enum GamesCap {
    None {},
    KTimesGames { article: String, at_most: u32 },
}

/// The rating of a player new to the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FirstRating {
    pub article: String,
    pub formula: Formula,
    /// Applied before the floor (D19).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub highest: Option<Rating>,
    pub minimum: MinimumGames,
    pub pooling: Pooling,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Formula {
    /// Ra + so many points a half point over 50 %; Ra + dp below.
    PointsPerHalfPoint { points: i32 },
    /// Ra + dp over the real and some hypothetical drawn opponents.
    HypotheticalOpponents { count: u32, rating: Rating },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "kebab-case", deny_unknown_fields)]
pub enum MinimumGames {
    Games {
        article: String,
        games: u32,
    },
    /// Fewer in some events and for members of some associations.
    GamesOrFewer {
        article: String,
        games: u32,
        fewer: u32,
        classes: Vec<TournamentClass>,
        associations: Vec<String>,
    },
    /// The first game not lost and so many after it (D32).
    FirstNotLostAnd {
        article: String,
        further: u32,
    },
}

impl MinimumGames {
    /// The associations whose members need fewer games.
    pub fn associations(&self) -> &[String] {
        match self {
            Self::GamesOrFewer { associations, .. } => associations,
            Self::Games { .. } | Self::FirstNotLostAnd { .. } => &[],
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Pooling {
    Months { article: String, months: u32 },
    Unlimited { article: String },
}

/// In which months a list is made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calendar {
    pub article: String,
    pub months: Vec<u32>,
    /// Controls whose list is there for whoever asks, but not published with the others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ad_hoc: Vec<Control>,
}

/// Which tournaments a list takes: those that ended so many days before it or earlier.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClosingDate {
    pub article: String,
    pub days_before: u32,
    pub official_article: String,
    pub official_days_before: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Floor {
    pub article: String,
    pub rating: Rating,
    pub below: BelowFloor,
    pub below_article: String,
}

/// What becomes of a player under the floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BelowFloor {
    Unrated,
    Delisted,
    Hidden,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Inactivity {
    pub article: String,
    /// No rated game for so many months.
    pub months: u32,
    /// Inactive players leave the list when their last rated list is so many months old.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unlisted_after_months: Option<u32>,
}

/// K, the development coefficient (D7, D8).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Development {
    Flat {
        article: String,
        k: u8,
    },
    ByCareer {
        article: String,
        new: u8,
        new_until_games: u32,
        settled: u8,
        master: u8,
        master_from: Rating,
        #[serde(skip_serializing_if = "Option::is_none")]
        junior: Option<JuniorK>,
    },
}

impl Development {
    pub fn article(&self) -> &str {
        match self {
            Self::Flat { article, .. } | Self::ByCareer { article, .. } => article,
        }
    }

    /// This rule, or, where it has one K for all and so tells nothing of a career, the one of the federation's other lists of that time.
    pub fn by_career(&self) -> &Self {
        match self {
            Self::ByCareer { .. } => self,
            Self::Flat { .. } => {
                let standard = Rulebook::fide().by_id("standard-2022");
                &standard.expect("the edition is part of the program").development
            }
        }
    }

    /// Ratings at which K changes for good, ascending.
    pub fn deciding_ratings(&self) -> Vec<Rating> {
        match self.by_career() {
            Self::ByCareer { master_from, junior, .. } => junior.iter().map(|junior| junior.below).chain([*master_from]).collect(),
            Self::Flat { .. } => Vec::new(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JuniorK {
    pub k: u8,
    /// To the end of the year of this birthday.
    pub until_age: i16,
    pub below: Rating,
}

impl JuniorK {
    /// Whether a player is a junior on a list: in the year of this birthday or younger, and never published at the limit. Without a year of birth
    /// nobody is one.
    pub fn applies(&self, list: ListDate, birth_year: i16, peak: Rating) -> bool {
        birth_year > 0 && age_in_year_of(list, birth_year) <= i32::from(self.until_age) && peak < self.below
    }
}

/// How old a player becomes in the year of a list.
pub fn age_in_year_of(list: ListDate, birth_year: i16) -> i32 {
    list.day().year() - i32::from(birth_year)
}

/// Lists beside the main one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExtraLists {
    pub unrated_titled: ArticleRule,
    pub on_demand: ArticleRule,
    pub top_without_inactive: ArticleRule,
}
