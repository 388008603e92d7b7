//! Titles as an explanation has them. Units are those of the tables: half points, hundredths.

use model::{Date, ListDate};
use rulebook::{Rulebook, Title, title_requirement};
use serde::Serialize;
use titles::{AwardRow, NormResultRow, NormRow, RatingReachedRow, Verdict};

/// What the list says of one player's titles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PlayerTitles {
    /// What may be applied for, and what is missing for other titles.
    pub awards: Vec<ExplainedAward>,
    /// Norms and near misses of this list.
    pub results: Vec<ExplainedResult>,
    /// All norms so far, in the order of titles and tournaments.
    pub ledger: Vec<LedgerNorm>,
    /// The ratings reached that a title asks for, the lowest first.
    pub ratings: Vec<ReachedRating>,
}

impl PlayerTitles {
    /// Whether the tables have nothing about the player.
    pub fn is_empty(&self) -> bool {
        self.awards.is_empty() && self.results.is_empty() && self.ledger.is_empty() && self.ratings.is_empty()
    }
}

/// What the title regulations make of one tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TournamentTitles {
    pub edition: String,
    pub eligible: bool,
    pub failed: Vec<CitedArticle>,
    pub unproven: Vec<CitedArticle>,
    pub players: u32,
    pub rounds: u16,
    pub foreign_rated: u32,
    pub foreign_federations: u32,
    pub foreign_titled: u32,
    pub swiss_exempt: bool,
    pub swiss_for_title: bool,
    pub single_rounds: Option<bool>,
    /// Norms and near misses, by player and title; without games.
    pub results: Vec<ExplainedResult>,
}

/// An article with what it asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CitedArticle {
    pub article: String,
    /// Empty if the program has no words for the article.
    pub asks: String,
}

impl CitedArticle {
    /// Articles of a verdict; `title` gives the numbers of a title.
    pub(super) fn all(articles: &[String], title: Option<Title>) -> Vec<Self> {
        let cited = |article: &String| Self { asks: title_requirement(article, title).unwrap_or_default(), article: article.clone() };
        articles.iter().map(cited).collect()
    }

    /// Articles with their words, as one phrase.
    pub(super) fn phrase(articles: &[Self]) -> String {
        let words = |cited: &Self| match cited.asks.as_str() {
            "" => cited.article.clone(),
            asks => format!("{asks} ({})", cited.article),
        };
        articles.iter().map(words).collect::<Vec<_>>().join("; ")
    }
}

/// One row of the table of norms and near misses, with its games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExplainedResult {
    pub tournament_id: String,
    /// The name of the tournament.
    pub tournament: String,
    pub fide_id: Option<u32>,
    pub name: String,
    #[serde(serialize_with = "title_word")]
    pub title: Title,
    pub edition: String,
    /// norm or no.
    pub verdict: &'static str,
    pub failed: Vec<CitedArticle>,
    pub unproven: Vec<CitedArticle>,
    pub basis: Vec<String>,
    pub games: u32,
    pub half_points: u32,
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
    pub exempt: Option<String>,
    pub normal_foreigners: bool,
    pub raised: Option<u32>,
    pub left_out_rounds: Vec<u16>,
    pub credited_games: Option<u32>,
    pub achieved_on: Option<Date>,
    pub single_rounds: Option<bool>,
    pub swiss_for_title: bool,
    /// The articles on an application that a norm fulfils.
    pub serves: Vec<String>,
    /// The games as on the certificate; empty in the explanation of a tournament.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rounds: Vec<NormGame>,
    /// Remarks on the games.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

fn title_word<S: serde::Serializer>(title: &Title, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(title.word())
}

impl ExplainedResult {
    pub(super) fn new(row: &NormResultRow, tournament: &str, name: &str) -> Self {
        let edition = Rulebook::fide().title_edition_by_id(&row.edition).filter(|_| row.verdict == Verdict::Norm);
        let serves = edition.map(|edition| row.serves(edition)).unwrap_or_default();
        Self {
            tournament_id: row.tournament_id.to_string(),
            tournament: tournament.to_owned(),
            fide_id: row.player.fide_id(),
            name: name.to_owned(),
            title: row.title,
            edition: row.edition.clone(),
            verdict: row.verdict.into(),
            failed: CitedArticle::all(&row.failed, Some(row.title)),
            unproven: CitedArticle::all(&row.unproven, None),
            basis: row.basis.clone(),
            games: row.games,
            half_points: row.half_points,
            opponents_sum: row.opponents_sum,
            average: row.average,
            percent: row.percent,
            dp: row.dp,
            performance: row.performance,
            half_points_needed: row.half_points_needed,
            half_points_over: row.half_points_over,
            titled: row.titled,
            titled_needed: row.titled_needed,
            matching: row.matching,
            matching_needed: row.matching_needed,
            own: row.own,
            own_allowed: row.own_allowed,
            one_federation: row.one_federation,
            one_federation_allowed: row.one_federation_allowed,
            other_federations: row.other_federations,
            exempt: row.exempt.clone(),
            normal_foreigners: row.normal_foreigners,
            raised: row.raised.and_then(model::PlayerRef::fide_id),
            left_out_rounds: row.left_out_rounds.clone(),
            credited_games: row.credited_games,
            achieved_on: row.achieved_on,
            single_rounds: row.single_rounds,
            swiss_for_title: row.swiss_for_title,
            serves: serves.into_iter().map(str::to_owned).collect(),
            rounds: Vec::new(),
            notes: Vec::new(),
        }
    }
}

/// One game of a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NormGame {
    pub round: Option<i32>,
    /// w or b.
    pub colour: String,
    pub opponent: Option<u32>,
    pub opponent_name: String,
    /// As a report writes it, from the player's side.
    pub result: String,
    pub half_points: Option<i32>,
    /// The opponent's rating in force at the start; `None` for the unrated.
    pub rating: Option<i32>,
    /// The rating as it counts for the title; `None` if the game is left out.
    pub rating_used: Option<i32>,
    /// Whether the opponent was raised to the adjusted floor (1.46c).
    pub is_raised: bool,
    /// The article, or the reason, by which the game is left out; empty if it counts.
    pub left_out: String,
}

/// One norm of the ledger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LedgerNorm {
    #[serde(serialize_with = "title_word")]
    pub title: Title,
    pub tournament_id: String,
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
    /// judged, given or direct.
    pub source: &'static str,
    /// The list that brought it.
    pub list: ListDate,
}

impl From<&NormRow> for LedgerNorm {
    fn from(row: &NormRow) -> Self {
        Self {
            title: row.title,
            tournament_id: row.tournament_id.clone(),
            name: row.name.clone(),
            federation: row.federation.clone(),
            start: row.start,
            end: row.end,
            edition: row.edition.clone(),
            basis: row.basis.clone(),
            games: row.games,
            half_points: row.half_points,
            average: row.average,
            performance: row.performance,
            credited_games: row.credited_games,
            achieved_on: row.achieved_on,
            exempt: row.exempt.clone(),
            normal_foreigners: row.normal_foreigners,
            single_rounds: row.single_rounds,
            swiss_for_title: row.swiss_for_title,
            registered: row.registered,
            unproven: row.unproven.clone(),
            source: row.source.into(),
            list: row.list,
        }
    }
}

/// A rating that a title asks for, and when it was reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReachedRating {
    pub rating: i32,
    pub reached_on: Date,
    /// interim, published or peak.
    pub how: &'static str,
    pub tournament_id: Option<String>,
    pub round: Option<u16>,
    /// The rating at that moment.
    pub value_hundredths: i32,
    /// Career games at that moment.
    pub games: u32,
    /// The day on which it was reached with 30 career games.
    pub reached_30_on: Option<Date>,
    pub how_30: Option<&'static str>,
    pub list: ListDate,
}

impl From<&RatingReachedRow> for ReachedRating {
    fn from(row: &RatingReachedRow) -> Self {
        Self {
            rating: row.rating.points(),
            reached_on: row.reached_on,
            how: row.how.into(),
            tournament_id: row.tournament_id.as_deref().map(str::to_owned),
            round: row.round,
            value_hundredths: row.value_hundredths,
            games: row.games,
            reached_30_on: row.reached_30_on,
            how_30: row.how_30.map(Into::into),
            list: row.list,
        }
    }
}

/// A title that may be applied for, or for which something is missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExplainedAward {
    #[serde(serialize_with = "title_word")]
    pub title: Title,
    /// rating, norms or direct.
    pub basis: &'static str,
    /// proposed, conditional or open.
    pub status: &'static str,
    pub missing: Vec<CitedArticle>,
    pub unproven: Vec<CitedArticle>,
    pub norms: Option<u32>,
    pub games: Option<u32>,
    pub rating_on: Option<Date>,
    pub achieved_on: Option<Date>,
    /// The list on which the status began.
    pub since: ListDate,
    pub article: String,
}

impl From<&AwardRow> for ExplainedAward {
    fn from(row: &AwardRow) -> Self {
        Self {
            title: row.title,
            basis: row.basis.into(),
            status: row.status.into(),
            missing: CitedArticle::all(&row.missing, Some(row.title)),
            unproven: CitedArticle::all(&row.unproven, None),
            norms: row.norms,
            games: row.games,
            rating_on: row.rating_on,
            achieved_on: row.achieved_on,
            since: row.since,
            article: row.article.clone(),
        }
    }
}
