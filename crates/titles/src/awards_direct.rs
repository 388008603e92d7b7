//! Titles by direct results: final with the rating of 0.62, conditional without (T39).

use crate::awards::Player;
use crate::direct::DirectResults;
use crate::rows::{AwardBasis, AwardRow, AwardStatus};
use crate::title_order::lower_titles;
use model::Date;
use rulebook::{DirectRatingGames, DirectTitles, OlympiadWithoutRating, Title, TitleRating};
use std::collections::BTreeMap;

/// A direct title of a player: a row handed in on this list, or a conditional title of the previous list.
#[derive(Clone, Copy, Debug)]
struct DirectClaim {
    title: Title,
    /// The day of the result. The previous list does not have it; the rating came later then.
    date: Option<Date>,
    olympiad: bool,
}

/// The direct titles of one player: those handed in, those that the previous list carries, and lower titles instead of conditional ones.
///
/// A title that was refused on this list is not carried.
pub(crate) fn direct_awards<'a>(
    player: &Player<'_>,
    results: &DirectResults,
    previous: impl Iterator<Item = &'a AwardRow>,
) -> Vec<AwardRow> {
    let handed_in =
        results.titles.iter().map(|result| DirectClaim { title: result.title, date: Some(result.date), olympiad: result.olympiad });
    let handed_in: Vec<DirectClaim> = handed_in.filter(|claim| player.titled.may_gain(claim.title)).collect();
    let is_known =
        |title: Title| handed_in.iter().any(|claim| claim.title == title) || results.refused.iter().any(|(_, refused)| *refused == title);
    let carried: Vec<&AwardRow> =
        previous.filter(|row| row.basis == AwardBasis::Direct && !is_known(row.title) && player.titled.may_gain(row.title)).collect();
    let mut rows = BestRows::default();
    for claim in &handed_in {
        rows.add_with_lower_titles(player, *claim);
    }
    for row in carried {
        match row.status {
            AwardStatus::Proposed => rows.add(row.clone()),
            AwardStatus::Conditional | AwardStatus::Open => {
                rows.add_with_lower_titles(player, DirectClaim { title: row.title, date: None, olympiad: false });
            }
        }
    }
    rows.0.into_values().collect()
}

/// One row for each title: proposed before conditional, then the one achieved first.
#[derive(Default)]
struct BestRows(BTreeMap<Title, AwardRow>);

impl BestRows {
    fn add(&mut self, row: AwardRow) {
        let rank = |row: &AwardRow| (row.status != AwardStatus::Proposed, row.achieved_on);
        match self.0.get(&row.title) {
            Some(known) if rank(known) <= rank(&row) => {}
            Some(_) | None => {
                self.0.insert(row.title, row);
            }
        }
    }

    fn add_with_lower_titles(&mut self, player: &Player<'_>, claim: DirectClaim) {
        let row = player.direct_award(claim);
        if row.status == AwardStatus::Conditional
            && let Some(lower) = player.lower_award(claim)
        {
            self.add(lower);
        }
        self.add(row);
    }
}

impl Player<'_> {
    /// 0.62: a direct title is final once the rating is reached, and conditional until then.
    fn direct_award(&self, claim: DirectClaim) -> AwardRow {
        let rule = &self.edition.direct;
        let rating = rating_of(rule, claim.title);
        if let Some(article) = article_without_rating(rule, claim) {
            return AwardRow { achieved_on: claim.date, ..self.row(claim.title, AwardBasis::Direct, AwardStatus::Proposed, article) };
        }
        let article = rating.map_or(rule.article.as_str(), |rating| rating.article.as_str());
        match rating.and_then(|rating| self.direct_rating_on(rating)) {
            Some(rating_on) => AwardRow {
                rating_on: Some(rating_on),
                achieved_on: claim.date.max(Some(rating_on)),
                ..self.row(claim.title, AwardBasis::Direct, AwardStatus::Proposed, article)
            },
            None => AwardRow {
                missing: vec![article.to_owned()],
                ..self.row(claim.title, AwardBasis::Direct, AwardStatus::Conditional, article)
            },
        }
    }

    /// 0.62: in place of a conditional title, the highest lower one of its kind whose rating is reached.
    fn lower_award(&self, claim: DirectClaim) -> Option<AwardRow> {
        let rule = &self.edition.direct;
        let reached = |title| Some((title, self.direct_rating_on(rating_of(rule, title)?)?));
        let (title, rating_on) = lower_titles(claim.title).filter(|title| self.titled.may_gain(*title)).find_map(reached)?;
        Some(AwardRow {
            rating_on: Some(rating_on),
            achieved_on: claim.date.max(Some(rating_on)),
            ..self.row(title, AwardBasis::Direct, AwardStatus::Proposed, &rule.lower_title_article)
        })
    }

    /// The day on which the rating of a direct title was reached, with the games that the edition asks for.
    fn direct_rating_on(&self, rating: &TitleRating) -> Option<Date> {
        match &self.edition.direct.ratings_games {
            DirectRatingGames::None {} => self.reached.at_any_time(rating.rating_at_least),
            // The table has the day of 30 games, which is what the article says.
            DirectRatingGames::AtLeast { asked_after, .. } => self.reached.with_games(rating.rating_at_least, *asked_after),
        }
    }
}

fn rating_of(rule: &DirectTitles, title: Title) -> Option<&TitleRating> {
    rule.ratings.iter().find(|rating| rating.title == title)
}

/// The article by which a title of an Olympiad needs no rating.
fn article_without_rating(rule: &DirectTitles, claim: DirectClaim) -> Option<&str> {
    match &rule.olympiad_without_rating {
        OlympiadWithoutRating::None {} => None,
        OlympiadWithoutRating::Titles { article, titles } => (claim.olympiad && titles.contains(&claim.title)).then_some(article),
    }
}
