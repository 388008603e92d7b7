//! Rows of the five tables of titles. Names and order of the fields are those of the columns; `None` is an empty cell.

use crate::articles::is_same_article;
use model::{Date, ListDate, PlayerRef, Rating};
use rulebook::{Title, TitleEdition};
use std::sync::Arc;
use strum::{EnumString, IntoStaticStr, VariantArray};

/// Articles as an edition numbers them, in the order of the text.
pub type Articles = Vec<String>;

/// One row of `title_tournaments.parquet`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TitleTournamentRow {
    pub tournament_id: Arc<str>,
    pub edition: String,
    pub eligible: bool,
    pub failed: Articles,
    pub unproven: Articles,
    pub players: u32,
    pub rounds: u16,
    pub foreign_rated: u32,
    pub foreign_federations: u32,
    pub foreign_titled: u32,
    pub swiss_exempt: bool,
    pub swiss_for_title: bool,
    /// 1.13a; `None` where not all rounds are dated (T36).
    pub single_rounds: Option<bool>,
}

impl TitleTournamentRow {
    /// Whether the tournament has fewer rounds than a norm asks games (1.41a).
    pub fn has_too_few_rounds(&self) -> bool {
        self.failed.iter().any(|article| is_same_article(article, "1.41a"))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum Verdict {
    Norm,
    No,
}

/// Which articles on the number of games a result rests on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NormBasis {
    /// All included games.
    #[default]
    AllGames,
    /// Eight games of nine rounds (1.41c).
    OneMissed,
    /// The last opponent's forfeit, put in as a loss (1.42c).
    LastForfeit,
    /// Later games left out (1.41e), games with beaten opponents left out (1.41f), or both.
    LeftOut { later: bool, won: bool },
}

/// One row of `norm_results.parquet` (T43).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NormResultRow {
    pub tournament_id: Arc<str>,
    pub player: PlayerRef,
    pub title: Title,
    pub edition: String,
    pub verdict: Verdict,
    pub failed: Articles,
    pub unproven: Articles,
    /// As written: `1.41e 1.41f` in the numbering of the edition.
    pub basis: Articles,
    pub games: u32,
    pub half_points: u32,
    /// After 1.46.
    pub opponents_sum: i32,
    pub average: i32,
    pub percent: u32,
    pub dp: i32,
    pub performance: i32,
    pub half_points_needed: Option<u32>,
    pub half_points_over: Option<i32>,
    pub titled: u32,
    pub titled_needed: u32,
    pub matching: u32,
    pub matching_needed: u32,
    pub own: u32,
    pub own_allowed: u32,
    pub one_federation: u32,
    pub one_federation_allowed: u32,
    pub other_federations: u32,
    /// The article of the exemption, where it was needed (T20).
    pub exempt: Option<String>,
    pub normal_foreigners: bool,
    /// The opponent who was raised to the floor (1.46c).
    pub raised: Option<PlayerRef>,
    pub left_out_rounds: Vec<u16>,
    pub credited_games: Option<u32>,
    pub achieved_on: Option<Date>,
    pub single_rounds: Option<bool>,
    pub swiss_for_title: bool,
}

impl NormResultRow {
    /// Whether a result fails its performance alone, and by half a point.
    pub fn is_half_a_point_short(&self) -> bool {
        self.verdict == Verdict::No && self.half_points_over == Some(-1) && self.failed.len() == 1
    }

    /// The articles on an application that the result fulfils as a norm: 1.13a for GM and WGM, 1.43e, 1.56.
    pub fn serves<'e>(&self, edition: &'e TitleEdition) -> Vec<&'e str> {
        let is_single = self.single_rounds == Some(true) && edition.play.single_rounds_titles.contains(&self.title);
        let articles = [
            (is_single, &edition.play.single_rounds_article),
            (self.normal_foreigners, &edition.federations.normal_norms_article),
            (self.swiss_for_title, &edition.award.swiss_article),
        ];
        articles.into_iter().filter(|(serves, _)| *serves).map(|(_, article)| article.as_str()).collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum NormSource {
    Judged,
    Given,
    Direct,
}

/// One row of `norms.parquet`, the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NormRow {
    pub fide_id: u32,
    pub title: Title,
    pub tournament_id: String,
    /// Name and federation of the event.
    pub name: Option<String>,
    pub federation: Option<String>,
    pub start: Option<Date>,
    pub end: Option<Date>,
    pub edition: Option<String>,
    pub basis: Option<String>,
    pub games: Option<u32>,
    pub half_points: Option<u32>,
    pub average: Option<i32>,
    pub performance: Option<i32>,
    pub credited_games: Option<u32>,
    pub achieved_on: Option<Date>,
    pub exempt: Option<String>,
    pub normal_foreigners: Option<bool>,
    pub single_rounds: Option<bool>,
    pub swiss_for_title: Option<bool>,
    pub registered: Option<Date>,
    pub unproven: Option<String>,
    pub source: NormSource,
    /// The list that brought it.
    pub list: ListDate,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum RatingReachedHow {
    Interim,
    Published,
    Peak,
}

/// One row of `title_ratings.parquet`: a threshold that a player has reached (T32).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatingReachedRow {
    pub fide_id: u32,
    /// The threshold.
    pub rating: Rating,
    pub reached_on: Date,
    pub how: RatingReachedHow,
    pub tournament_id: Option<Arc<str>>,
    pub round: Option<u16>,
    /// The rating at that moment, in hundredths.
    pub value_hundredths: i32,
    /// Career games at that moment.
    pub games: u32,
    pub reached_30_on: Option<Date>,
    pub how_30: Option<RatingReachedHow>,
    pub list: ListDate,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum AwardBasis {
    Direct,
    Norms,
    Rating,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum AwardStatus {
    Proposed,
    Conditional,
    Open,
}

/// One row of `title_awards.csv`, without the player's name and federation, which the caller adds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AwardRow {
    pub fide_id: u32,
    pub title: Title,
    pub basis: AwardBasis,
    pub status: AwardStatus,
    pub missing: Articles,
    pub unproven: Articles,
    /// How many norms, and how many games credited, of the set of T38.
    pub norms: Option<u32>,
    pub games: Option<u32>,
    /// The day of the rating that the title needs.
    pub rating_on: Option<Date>,
    pub achieved_on: Option<Date>,
    /// The list on which this status began.
    pub since: ListDate,
    pub article: String,
}
