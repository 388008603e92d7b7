//! Types of an edition: one section per subject, each with its article.
//!
//! There are no defaults and no unknown keys: where an edition lacks a rule, its file says `rule = "none"`. Rules are enums, so that a new
//! kind of rule does not compile until every stage handles it.

use crate::Rulebook;
use crate::parse::{iso_date, optional_iso_date};
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
    /// The document from which the values were taken.
    pub source: String,
    pub controls: Vec<Control>,
    pub in_force: InForce,

    // Selected by the start of the tournament (D1).
    pub registration: Registration,
    pub official_events: OfficialEvents,
    pub rate_of_play: RateOfPlay,
    pub unequal_times: ArticleRule,
    pub first_time_control: FirstTimeControl,
    pub hybrid: ArticleRule,
    pub play_per_day: PlayPerDay,
    pub length: Length,
    pub unplayed_games: Citation,
    pub match_with_unrated: ArticleRule,
    pub match_won: MatchWon,
    pub round_robin: RoundRobinRule,
    pub rating_difference: RatingDifference,
    pub far_apart: FarApart,
    pub longer_control: LongerControl,
    pub rated_since: Citation,
    pub first_event: FirstEvent,
    pub lateness: Lateness,

    // Selected by the first day of the rating period (D1).
    pub conversion_tables: Citation,
    pub rating_change: Citation,
    pub rounding: Rounding,
    pub games_cap: GamesCap,
    pub first_rating: FirstRating,

    // Selected by the date of the new list (D1).
    pub calendar: Calendar,
    pub closing_date: ClosingDate,
    pub floor: Floor,
    pub inactivity: Inactivity,
    pub development: Development,
    pub inclusion: Citation,
    pub extra_lists: ExtraLists,
    /// How far back results are corrected, where the text says so; otherwise it is D29's year.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corrections: Option<CorrectionDays>,
}

impl Edition {
    /// How far back results are corrected: as the text says, or a year (D29, D53).
    pub fn correction_reach(&self) -> CorrectionReach {
        self.corrections.as_ref().map_or(CorrectionReach::YEAR, |rule| CorrectionReach::Days(rule.days))
    }
}

/// The number of days for which results are corrected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CorrectionDays {
    pub article: String,
    pub days: u32,
}

/// How far back a correction reaches: lists dated earlier before its day of receipt are not changed by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CorrectionReach {
    Months(u32),
    Days(u32),
}

impl CorrectionReach {
    /// The year of D29.
    pub const YEAR: Self = Self::Months(12);

    /// The first list date that a correction received on this day may change; `None` where it is before all dates.
    pub fn first_day(self, received: Date) -> Option<Date> {
        match self {
            Self::Months(months) => received.checked_sub_months(chrono::Months::new(months)),
            Self::Days(days) => received.checked_sub_days(chrono::Days::new(days.into())),
        }
    }
}

impl std::fmt::Display for CorrectionReach {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Months(months) => write!(f, "{months} months"),
            Self::Days(days) => write!(f, "{days} days"),
        }
    }
}

/// When an edition is in force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InForce {
    pub article: String,
    #[serde(deserialize_with = "iso_date")]
    pub from: Date,
    /// The last day, if the edition ends before the next edition of its controls begins.
    #[serde(default, deserialize_with = "optional_iso_date", skip_serializing_if = "Option::is_none")]
    pub until: Option<Date>,
    pub chosen: EditionSelection,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EditionSelection {
    ByDate,
    /// Used only if the user names its id.
    ByNameOnly,
}

/// A rule without parameters: only its article.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Citation {
    pub article: String,
}

/// A rule that an edition has or lacks.
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

/// Whether official tournaments of the federation and of continents are rated whatever other rules say of them as a whole (D43).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "kebab-case", deny_unknown_fields)]
pub enum OfficialEvents {
    None {},
    ShallBeRated { article: String },
}

/// The time that each player must have, assuming 60 moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "kebab-case", deny_unknown_fields)]
pub enum RateOfPlay {
    /// At least a number of minutes, by the highest rating in the game or in the tournament.
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

/// If the highest rating is at least `from_rating`, each player needs `minutes`. Steps descend.
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
    /// A limit only for clocks with an increment.
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
    /// Whether a clock is within the range. If an increment is not known, the limit for clocks with an increment is not applied (D24).
    pub fn contains(&self, seconds: u32, has_increment: bool) -> bool {
        self.more_than.is_none_or(|m| seconds > m * 60)
            && (!has_increment || self.more_than_with_increment.is_none_or(|m| seconds > m * 60))
            && self.at_least.is_none_or(|m| seconds >= m * 60)
            && self.less_than.is_none_or(|m| seconds < m * 60)
            && self.at_most.is_none_or(|m| seconds <= m * 60)
    }
}

/// Moves in the first time control; a violation is only a warning.
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

/// How long a tournament may last, in days including the first and the last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Length {
    None {},
    /// Longer tournaments should be reported in parts; one that is not is rated with a warning.
    InterimReports {
        article: String,
        after_days: u32,
    },
    /// Longer tournaments are refused, unless they have an excepted class or a waiver.
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
        /// Applies only if more games than this were scheduled; 0 for every match.
        scheduled_more_than: u16,
        #[serde(skip_serializing_if = "Option::is_none")]
        waiver: Option<Waiver>,
    },
}

/// How round robins with unrated players are rated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "kebab-case", deny_unknown_fields)]
pub enum RoundRobinRule {
    /// As any other tournament.
    AsAnyEvent {},
    /// Unrated players get their rating from the tournament as a whole (D20 to D22).
    Iteration { article: String, cap: i16, composition_article: String, composition: Composition, becomes_swiss_article: String },
}

/// How many players of a round robin must be rated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Composition {
    /// At least one rated player in this many (3 for a third).
    pub rated_one_in: u32,
    pub rated_at_least: u32,
    /// For a double round robin.
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

/// The rating difference that counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatingDifference {
    pub article: String,
    pub cap: i16,
    pub benefit: CapBenefit,
    /// The article by which games against unrated opponents are not counted, if it is not the section's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unrated_opponent_article: Option<String>,
    /// A player rated at least this has no cap on the own rating difference.
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

/// Games that are not rated because the players' ratings are too far apart.
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
    /// The longer controls for each control; the first with a rating counts.
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
    /// Whether ratings change after every game instead of once per rating period (D31).
    pub fn moves_after_every_game(&self) -> bool {
        match self.rounding.once_per {
            RoundingUnit::RatingPeriod => false,
            RoundingUnit::Game => true,
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
    /// Results are dropped until one has enough games, enough points and a performance at the floor.
    GamesPointsAndFloor {
        article: String,
        games: u32,
        half_points: i32,
        floor: Rating,
    },
}

/// When a tournament report is too late.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Lateness {
    None {},
    /// Never too late, but with a warning if received more than `days` days after the end.
    WarnAfterDays {
        article: String,
        days: u32,
    },
    /// Too late for the list with this number, counted from the end of the tournament (D23).
    MissesListAfterEnd {
        article: String,
        list: u32,
        waiver: Waiver,
    },
    /// Must be received within `days` days after the end.
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
    pub half: HalfRounding,
    pub once_per: RoundingUnit,
}

/// How a half is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HalfRounding {
    Up,
    AwayFromZero,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RoundingUnit {
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

/// The first rating of an unrated player.
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
    /// Ra plus `points` for each half point above 50 %; Ra + dp below.
    PointsPerHalfPoint { points: i32 },
    /// Ra + dp, with hypothetical opponents added and drawn against.
    HypotheticalOpponents { count: u32, rating: Rating },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "kebab-case", deny_unknown_fields)]
pub enum MinimumGames {
    Games {
        article: String,
        games: u32,
    },
    /// Fewer games in some classes of tournaments and for members of some associations.
    GamesOrFewer {
        article: String,
        games: u32,
        fewer: u32,
        classes: Vec<TournamentClass>,
        associations: Vec<String>,
    },
    /// The first game not lost and `further` games after it (D32).
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

/// The months in which a list is published.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calendar {
    pub article: String,
    pub months: Vec<u32>,
    /// Controls whose list is made on request but not published with the others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ad_hoc: Vec<Control>,
}

/// Which tournaments a list includes: those that ended at least this many days before it.
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

/// What happens to a player under the floor.
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
    /// Months without a rated game.
    pub months: u32,
    /// Inactive players leave the list when their last rated list is this many months old.
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

    /// This rule, or, if it has one K for everybody and so implies no career, the rule of the federation's other lists at that time.
    pub fn by_career(&self) -> &Self {
        match self {
            Self::ByCareer { .. } => self,
            Self::Flat { .. } => {
                let standard = Rulebook::fide().by_id("standard-2022");
                &standard.expect("the edition is part of the program").development
            }
        }
    }

    /// Ratings from which on a player's K is lower for good, ascending.
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
    /// Applies to the end of the year of this birthday.
    pub until_age: i16,
    pub below: Rating,
}

impl JuniorK {
    /// Whether a player is a junior on a list: not older than `until_age` in the year of the list, and never published at `below` or
    /// higher. A player without a year of birth is no junior.
    pub fn applies(&self, list: ListDate, birth_year: i16, peak: Rating) -> bool {
        birth_year > 0 && age_in_year_of(list, birth_year) <= i32::from(self.until_age) && peak < self.below
    }
}

/// The age that a player reaches in the year of a list.
pub fn age_in_year_of(list: ListDate, birth_year: i16) -> i32 {
    list.day().year() - i32::from(birth_year)
}

/// Lists published in addition to the main one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExtraLists {
    pub unrated_titled: ArticleRule,
    pub on_demand: ArticleRule,
    pub top_without_inactive: ArticleRule,
}
