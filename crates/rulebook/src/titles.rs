//! Types of an edition of the title regulations: titles by rating, and norms. Nothing here awards a title.

use crate::parse::iso_date;
use model::{Date, Rating};
use serde::{Deserialize, Serialize};

/// One edition of the title regulations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TitleEdition {
    pub id: String,
    pub title: String,
    pub source: String,
    pub in_force: TitlesInForce,
    pub titles: KnownTitles,
    pub percentages: Percentages,
    pub by_rating: TitlesByRating,
    pub play: NormPlay,
    pub games: NormGames,
    pub left_out: ExcludedGames,
    pub federations: Federations,
    pub federation_shares: FederationShares,
    pub titled_opponents: TitledOpponents,
    pub opponents_ratings: OpponentsRatings,
    pub average: Average,
    pub performance: Performance,
    pub norms: Vec<Norm>,
    pub award: Award,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Title {
    Gm,
    Im,
    Fm,
    Cm,
    Wgm,
    Wim,
    Wfm,
    Wcm,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TitlesInForce {
    pub article: String,
    #[serde(deserialize_with = "iso_date")]
    pub from: Date,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownTitles {
    pub article: String,
    pub known: Vec<Title>,
}

/// A fraction such as a third.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Share {
    pub parts: u32,
    pub of: u32,
}

/// How percentages are rounded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Percentages {
    pub article: String,
    pub half: crate::HalfRounding,
}

/// Titles awarded for reaching a rating.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TitlesByRating {
    pub article: String,
    pub games_at_least: u32,
    /// Ratings reached up to this day need no minimum of games.
    #[serde(deserialize_with = "iso_date")]
    pub games_asked_after: Date,
    pub ratings: Vec<TitleRating>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TitleRating {
    pub article: String,
    pub title: Title,
    pub rating_at_least: Rating,
}

/// How a tournament for norms must be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NormPlay {
    pub hours_article: String,
    pub hours_a_day: u32,
    pub rounds_article: String,
    pub rounds_a_day: u32,
    pub minutes_article: String,
    pub minutes_for_60_moves: u32,
    pub single_rounds_article: String,
    /// GM and WGM: one norm must come from a tournament with one round a day on this many days.
    pub single_rounds_days: u32,
    /// In tournaments longer than this, ratings and titles on the day of the game are used.
    pub long_article: String,
    pub long_after_days: u32,
}

/// How many games a norm needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NormGames {
    pub article: String,
    pub at_least: u32,
    pub team_article: String,
    /// In world and continental team or club championships with this many rounds.
    pub team_at_least: u32,
    pub team_rounds_from: u32,
    pub team_rounds_to: u32,
    pub world_cup_article: String,
    pub world_cup_at_least: u32,
    pub world_cup_counts_as: u32,
    /// One round of a nine-round tournament not played, because of a forfeit win or a bye allocated by the pairing.
    pub one_missed_article: String,
    pub one_missed_rounds: u32,
    pub one_missed_games: u32,
    pub one_missed_counts_as: u32,
    pub one_missed_norms_at_most: u32,
    /// Full points above the norm count as further games.
    pub surplus_article: String,
    /// If pairings are fixed beforehand, all rounds count; otherwise later games may be left out.
    pub later_games_article: String,
    /// Games won may be left out.
    pub won_games_article: String,
}

/// Games that do not count for a norm.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExcludedGames {
    pub no_federation_article: String,
    /// Accepted as opponents, but not as foreigners.
    pub accepted_not_foreign: String,
    pub unrated_zero_article: String,
    pub not_played_article: String,
    pub altered_events_article: String,
    pub formats_article: String,
    pub formats: Vec<String>,
}

/// From how many federations the opponents must come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Federations {
    pub article: String,
    pub others_at_least: u32,
    pub exempt_national_article: String,
    pub exempt_national_team_article: String,
    pub exempt_zonal_article: String,
    pub exempt_swiss_article: String,
    pub exempt_swiss_foreign_rated_at_least: u32,
    pub exempt_swiss_federations_at_least: u32,
    pub exempt_swiss_titled_at_least: u32,
    pub exempt_swiss_titles: Vec<Title>,
    pub exempt_swiss_rounds_missed_at_most: u32,
    pub normal_norms_article: String,
    pub normal_norms_at_least: u32,
}

/// How many opponents may come from one federation, rounded down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FederationShares {
    pub article: String,
    pub own_at_most: Share,
    pub one_at_most: Share,
}

/// How many opponents must hold titles, rounded up. [`Norm`] says which titles each norm requires.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TitledOpponents {
    pub article: String,
    pub share: Share,
    pub not_counted: Vec<Title>,
    pub double_article: String,
    pub double_players_at_least: u32,
    /// How often an opponent's title counts in a double round robin.
    pub double_title_counts: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpponentsRatings {
    pub list_article: String,
    pub raised_article: String,
    /// How many opponents, the lowest-rated, are raised to the adjusted floor.
    pub raised_at_most: u32,
    pub unrated_article: String,
    pub unrated_count_as: Rating,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Average {
    pub article: String,
    pub rounding_article: String,
    pub half: crate::HalfRounding,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Performance {
    pub article: String,
    pub table_article: String,
    pub score_article: String,
    pub score_percent_at_least: u32,
}

/// Requirements of one kind of norm.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Norm {
    pub title: Title,
    pub opponents_article: String,
    pub opponents_share: Share,
    pub opponents_at_least: u32,
    pub opponents_titles: Vec<Title>,
    pub floor_article: String,
    pub floor: Rating,
    pub performance_article: String,
    pub performance_at_least: Rating,
    pub average_article: String,
    pub average_at_least: Rating,
    pub rating_article: String,
    /// The rating that the title itself requires.
    pub rating_at_least: Rating,
}

/// Requirements of a title in addition to its norms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Award {
    pub games_article: String,
    pub games_at_least: u32,
    pub several_titles_article: String,
    pub unpublished_rating_article: String,
    pub valid_then_article: String,
    pub expiry_article: String,
    /// Norms gained before this day must have been registered before `expiry_registered_before`.
    #[serde(deserialize_with = "iso_date")]
    pub expiry_gained_before: Date,
    #[serde(deserialize_with = "iso_date")]
    pub expiry_registered_before: Date,
    pub swiss_article: String,
    /// An application with a norm from this day on needs a norm from an individual Swiss.
    #[serde(deserialize_with = "iso_date")]
    pub swiss_norms_not_before: Date,
    pub swiss_norms_at_least: u32,
    pub swiss_participants_at_least: u32,
    pub swiss_average_at_least: Rating,
    pub swiss_rounds_missed_at_most: u32,
}
