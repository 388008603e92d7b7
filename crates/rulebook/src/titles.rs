//! Types of an edition of the title regulations: titles by rating, direct titles, and norms. Nothing here awards a title.

use crate::parse::{iso_date, optional_iso_date};
use model::{Date, Rating, TournamentClass, TournamentKind};
use serde::{Deserialize, Serialize};

/// One edition of the title regulations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TitleEdition {
    pub id: String,
    pub title: String,
    pub source: String,
    /// What is known of articles that were not taken from the text itself; empty where the text is in hand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grades: Vec<GradedArticle>,
    pub in_force: TitlesInForce,
    pub titles: KnownTitles,
    pub percentages: Percentages,
    pub by_rating: TitlesByRating,
    pub direct: DirectTitles,
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

impl Title {
    pub const ALL: [Self; 8] = [Self::Gm, Self::Im, Self::Fm, Self::Cm, Self::Wgm, Self::Wim, Self::Wfm, Self::Wcm];

    /// Whether only women can hold this title.
    pub const fn is_womens(self) -> bool {
        match self {
            Self::Wgm | Self::Wim | Self::Wfm | Self::Wcm => true,
            Self::Gm | Self::Im | Self::Fm | Self::Cm => false,
        }
    }

    /// The word in files and messages.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Gm => "GM",
            Self::Im => "IM",
            Self::Fm => "FM",
            Self::Cm => "CM",
            Self::Wgm => "WGM",
            Self::Wim => "WIM",
            Self::Wfm => "WFM",
            Self::Wcm => "WCM",
        }
    }
}

impl std::fmt::Display for Title {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.word())
    }
}

/// How well the wording of one article is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GradedArticle {
    pub article: String,
    pub grade: SourceGrade,
    /// What the article says differently from the edition before.
    pub change: String,
}

/// Where the wording of an article comes from, the best source first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SourceGrade {
    /// The words of the article were compared.
    Transcribed,
    /// An arbiters' program documents the article with its number.
    Noted,
    /// A notice of the commission announces it.
    Announced,
}

impl SourceGrade {
    /// The word in editions and messages.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Transcribed => "transcribed",
            Self::Noted => "noted",
            Self::Announced => "announced",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TitlesInForce {
    pub article: String,
    #[serde(deserialize_with = "iso_date")]
    pub from: Date,
    /// The last day, if the edition ends before the next edition held here begins.
    #[serde(default, deserialize_with = "optional_iso_date", skip_serializing_if = "Option::is_none")]
    pub until: Option<Date>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownTitles {
    pub article: String,
    pub known: Vec<Title>,
    /// A title counts for opponents in tournaments that start after its confirmation (T5).
    pub confirmed_before_start_article: String,
    /// A title is achieved on the later day of the last result and the rating (T37).
    pub achieved_on_later_day_article: String,
}

/// A fraction such as a third.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Share {
    pub parts: u32,
    pub of: u32,
}

impl Share {
    /// This share of a count, as a whole number.
    pub const fn of(self, count: u32, rounding: ShareRounding) -> u32 {
        match rounding {
            ShareRounding::Up => (count * self.parts).div_ceil(self.of),
            ShareRounding::Down => count * self.parts / self.of,
        }
    }
}

/// How a share of the opponents becomes a whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShareRounding {
    Up,
    Down,
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
    /// Interim ratings count as published ones do.
    pub interim_article: String,
    pub ratings: Vec<TitleRating>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TitleRating {
    pub article: String,
    pub title: Title,
    pub rating_at_least: Rating,
}

/// Titles and norms for results in championships (T39).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DirectTitles {
    /// The mix, the ratings and the number of games of norms are not asked.
    pub article: String,
    /// Ratings that a direct title needs; without them it is conditional.
    pub ratings: Vec<TitleRating>,
    pub ratings_games: DirectRatingGames,
    /// Titles that need no rating where they come from an Olympiad.
    pub olympiad_without_rating: OlympiadWithoutRating,
    /// A conditional title gives the highest lower title of its kind, open or women's, whose rating is reached.
    pub lower_title_article: String,
    pub score: DirectScore,
    pub event_article: String,
    pub event_players_at_least: u32,
    pub event_rounds_at_least: u32,
    /// Of the member federations; this share or the number, whichever is lower.
    pub event_federations_share: Share,
    pub event_federations_share_rounding: ShareRounding,
    pub event_federations_at_least: u32,
    /// Classes of tournaments of which nothing of this is asked.
    pub event_except_classes: Vec<TournamentClass>,
    pub merged_article: String,
    pub merged_players_at_least: u32,
    pub merged_federations_at_least: u32,
    pub merged_subgroup_players_at_least: u32,
    pub merged_subgroup_federations_at_least: u32,
    pub merged_subgroup_percent_at_least: u32,
    pub norm_article: String,
    /// How many games a direct norm counts as.
    pub norm_games: u32,
}

/// How many rated games the rating of a direct title needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "kebab-case", deny_unknown_fields)]
pub enum DirectRatingGames {
    None {},
    /// For ratings reached after a day.
    AtLeast {
        article: String,
        games: u32,
        #[serde(deserialize_with = "iso_date")]
        asked_after: Date,
    },
}

/// Which direct titles of an Olympiad need no rating.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "kebab-case", deny_unknown_fields)]
pub enum OlympiadWithoutRating {
    None {},
    Titles { article: String, titles: Vec<Title> },
}

/// The least score of a direct title or norm.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "kebab-case", deny_unknown_fields)]
pub enum DirectScore {
    None {},
    /// In whole percent, rounded (T34).
    AtLeast {
        article: String,
        percent: u32,
    },
}

/// How a tournament for norms must be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NormPlay {
    /// How many days before the start a tournament is registered, unless approved.
    pub registered_article: String,
    pub registered_days_before: u32,
    /// A change of the format after the start needs approval.
    pub format_change_article: String,
    /// Equal conditions of rounds and pairing for all players; nothing lifts it.
    pub equal_conditions_article: String,
    pub hours_article: String,
    pub hours_a_day: u32,
    pub rounds_article: String,
    pub rounds_a_day: u32,
    pub minutes_article: String,
    pub minutes_for_60_moves: u32,
    pub single_rounds_article: String,
    /// For these titles one norm must come from a tournament with one round a day on this many days (T36).
    pub single_rounds_titles: Vec<Title>,
    pub single_rounds_days: u32,
    /// The same time controls and clock settings for all games; the number as the edition of 2024 prints it (T13).
    pub equal_clocks_article: String,
    /// In tournaments longer than this, ratings and titles on the day of the game are used.
    pub long_article: String,
    pub long_after_days: u32,
    pub chief_arbiter_article: String,
    pub chief_arbiter_titles: Vec<String>,
    /// No appointed arbiter plays.
    pub arbiters_article: String,
}

/// How many games a norm needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NormGames {
    pub article: String,
    pub at_least: u32,
    pub team_article: String,
    /// In world and continental team or club championships with this many rounds.
    pub team_classes: Vec<TournamentClass>,
    pub team_at_least: u32,
    pub team_rounds_from: u32,
    pub team_rounds_to: u32,
    pub world_cup_article: String,
    pub world_cup_classes: Vec<TournamentClass>,
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
    /// In tournaments of more rounds a norm counts as this many games at most (T35).
    pub credited_article: String,
    pub credited_at_most: u32,
    /// With pairings fixed beforehand all rounds count; otherwise games after a title result may be left out (T29).
    pub later_games_article: String,
    /// Kinds of tournaments with pairings fixed beforehand.
    pub later_games_fixed_kinds: Vec<TournamentKind>,
    /// Games against beaten opponents may be left out (T30).
    pub won_games_article: String,
    /// Kinds with fixed pairings in which they may be left out too, if the mix of all games would do.
    pub won_games_fixed_kinds: Vec<TournamentKind>,
}

impl NormGames {
    /// Whether pairings of a kind are fixed beforehand; of an unknown kind they are (T10).
    pub fn has_fixed_pairings(&self, kind: Option<TournamentKind>) -> bool {
        kind.is_none_or(|kind| self.later_games_fixed_kinds.contains(&kind))
    }
}

/// Games that do not count for a norm.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExcludedGames {
    pub no_federation_article: String,
    /// Accepted as opponents, but not as foreigners.
    pub accepted_not_foreign: String,
    pub unrated_zero_article: String,
    /// Kinds of tournaments in which games against unrated players without a point are left out.
    pub unrated_zero_kinds: Vec<TournamentKind>,
    pub not_played_article: String,
    /// A forfeit of the last opponent, where the player had to play and could lose (T28).
    pub last_forfeit_article: String,
    pub altered_events_article: String,
    pub formats_article: String,
    pub formats: Vec<TournamentKind>,
    pub formats_ended: EndedFormats,
}

/// Formats that need approval from a day on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "kebab-case", deny_unknown_fields)]
pub enum EndedFormats {
    None {},
    /// In tournaments that start on this day or later.
    ApprovalFrom {
        article: String,
        #[serde(deserialize_with = "iso_date")]
        day: Date,
        formats: Vec<TournamentKind>,
    },
}

impl EndedFormats {
    /// Whether a format has ended for tournaments that start on a day.
    pub fn includes(&self, kind: TournamentKind, start: Date) -> bool {
        match self {
            Self::None {} => false,
            Self::ApprovalFrom { day, formats, .. } => start >= *day && formats.contains(&kind),
        }
    }
}

/// To whom an exemption applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExemptPlayers {
    All,
    /// Players of the federation that registers the tournament (T21).
    OfRegisteringFederation,
}

/// From how many federations the opponents must come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Federations {
    pub article: String,
    pub others_at_least: u32,
    pub exempt_national_article: String,
    pub exempt_national_classes: Vec<TournamentClass>,
    pub exempt_national_players: ExemptPlayers,
    /// Classes of tournaments that are not exempt all the same: those of the year of a zonal of the one federation.
    pub exempt_national_except_classes: Vec<TournamentClass>,
    pub exempt_team_article: String,
    pub exempt_team_classes: Vec<TournamentClass>,
    pub exempt_team_players: ExemptPlayers,
    pub exempt_zonal_article: String,
    pub exempt_zonal_classes: Vec<TournamentClass>,
    pub exempt_zonal_players: ExemptPlayers,
    /// Swiss tournaments with these players in every round, none of them of the host's federation (T23).
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
    pub rounding: ShareRounding,
    pub own_at_most: Share,
    pub one_at_most: Share,
}

/// How many opponents must hold titles, rounded up. [`Norm`] says which titles each norm requires.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TitledOpponents {
    pub article: String,
    pub rounding: ShareRounding,
    pub share: Share,
    pub not_counted: Vec<Title>,
    pub double_article: String,
    pub double_players_at_least: u32,
    /// How often a matching opponent's title counts in a double round robin.
    pub double_title_counts: u32,
    /// The matching opponents that a double round robin needs (T26).
    pub double_matching: DoubleRoundRobinMatching,
}

/// Of what the matching opponents in a double round robin are a share. The minimum of [`Norm`] holds as well.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "kebab-case", deny_unknown_fields)]
pub enum DoubleRoundRobinMatching {
    /// The share of [`Norm`], of all games.
    ShareOfGames { article: String },
    /// Another share, of the opponents as persons.
    ShareOfOpponents { article: String, share: Share },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpponentsRatings {
    pub list_article: String,
    /// The lowest-rated opponents are raised to the adjusted floor, at most so many (T25).
    pub raised_article: String,
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
    /// The percentage of the score is rounded as all others are (T34).
    pub score_rounded_article: String,
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
    /// An application with a norm from this day on needs a norm from a large individual Swiss, or one of `swiss_or_classes`.
    #[serde(deserialize_with = "iso_date")]
    pub swiss_norms_not_before: Date,
    pub swiss_norms_at_least: u32,
    pub swiss_participants_at_least: u32,
    pub swiss_average_at_least: Rating,
    pub swiss_rounds_missed_at_most: u32,
    /// Classes of team events: a Swiss of one is not an individual Swiss.
    pub swiss_not_classes: Vec<TournamentClass>,
    /// Classes of tournaments whose norms serve as well.
    pub swiss_or_classes: Vec<TournamentClass>,
    /// Classes whose norms serve where the event is none of teams.
    pub swiss_or_individual_classes: Vec<TournamentClass>,
}
