//! Proposals of titles: the rows of `title_awards.csv` (0.62, 1.3, 1.5, T2, T33, T37 to T40). A proposal awards nothing.

use crate::articles::joined_articles;
use crate::awards_direct::direct_awards;
use crate::direct::DirectResults;
use crate::norm_sets::NormApplication;
use crate::reached_ratings::ReachedRatings;
use crate::rows::{AwardBasis, AwardRow, AwardStatus, NormRow, RatingReachedRow};
use crate::survivors::{norms_of_survivors, ratings_of_survivors, surviving_id};
use crate::title_order::{TitledPlayer, order_of};
use model::{Date, ListDate};
use rayon::prelude::*;
use rulebook::{Title, TitleEdition};
use std::collections::BTreeMap;

/// Everything from which titles are proposed on a list.
pub struct AwardInputs<'a> {
    /// The edition for proposals on the list's date (T2): of `title_edition_for_proposals`. `None` before the first edition.
    pub edition: Option<&'a TitleEdition>,
    pub list: ListDate,
    /// The ledger of this list, sorted by its key.
    pub norms: &'a [NormRow],
    /// The thresholds reached by this list, sorted by id, then threshold.
    pub ratings: &'a [RatingReachedRow],
    pub direct: &'a DirectResults,
    /// The awards of the previous list.
    pub previous: &'a [AwardRow],
    /// The surviving id of each merged id.
    pub merged: &'a BTreeMap<u32, u32>,
    /// Titles and sex of a player on this list.
    pub player: &'a (dyn Fn(u32) -> TitledPlayer + Sync),
}

impl std::fmt::Debug for AwardInputs<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AwardInputs").field("list", &self.list).field("norms", &self.norms.len()).finish_non_exhaustive()
    }
}

/// The titles that may be applied for on a list, and what others with a norm or a direct result still lack, sorted by id, title and basis.
pub fn awards(inputs: &AwardInputs<'_>) -> Vec<AwardRow> {
    let previous = previous_awards(inputs);
    let mut rows = match inputs.edition {
        Some(edition) => awards_by(edition, inputs, &previous),
        None => carried_awards(inputs, &previous),
    };
    for row in &mut rows {
        let before = previous.iter_of(row.fide_id).filter(|before| (before.title, before.basis) == (row.title, row.basis));
        row.since = before.filter(|before| before.status == row.status).map(|before| before.since).min().unwrap_or(inputs.list);
    }
    rows.sort_by_key(|row| (row.fide_id, row.title.word(), row.basis));
    rows
}

/// The proposals of an edition.
fn awards_by(edition: &TitleEdition, inputs: &AwardInputs<'_>, previous: &PreviousAwards) -> Vec<AwardRow> {
    let norms = norms_of_survivors(inputs.norms, inputs.merged);
    let ratings = ratings_of_survivors(inputs.ratings, inputs.merged);
    let direct = direct_by_survivor(inputs);
    let lowest = edition.by_rating.ratings.iter().map(|rating| rating.rating_at_least).min();
    let with_rating = ratings.iter().filter(|row| lowest.is_some_and(|lowest| row.rating >= lowest)).map(|row| row.fide_id);
    let others = norms.iter().map(|row| row.fide_id).chain(direct.keys().copied()).chain(previous.ids_with_direct());
    let mut ids: Vec<u32> = with_rating.chain(others).collect();
    ids.sort_unstable();
    ids.dedup();
    let no_results = DirectResults::default();
    let rows_of = |&id: &u32| {
        let player = Player {
            id,
            titled: (inputs.player)(id),
            list: inputs.list,
            edition,
            reached: ReachedRatings::new(rows_of_id(&ratings, id, |row| row.fide_id)),
        };
        let mut rows = player.awards_by_rating();
        rows.extend(player.awards_by_norms(rows_of_id(&norms, id, |row| row.fide_id)));
        rows.extend(direct_awards(&player, direct.get(&id).unwrap_or(&no_results), previous.iter_of(id)));
        rows
    };
    ids.par_iter().flat_map_iter(rows_of).collect()
}

/// Before the first edition nothing is proposed; what the previous list has stays until the title is held (T2, T40).
fn carried_awards(inputs: &AwardInputs<'_>, previous: &PreviousAwards) -> Vec<AwardRow> {
    previous.0.iter().filter(|row| (inputs.player)(row.fide_id).may_gain(row.title)).cloned().collect()
}

/// The rows of one id in a table sorted by id.
fn rows_of_id<T>(rows: &[T], id: u32, fide_id: impl Fn(&T) -> u32) -> &[T] {
    let from = rows.partition_point(|row| fide_id(row) < id);
    let count = rows[from..].partition_point(|row| fide_id(row) == id);
    &rows[from..from + count]
}

/// The direct titles of each surviving id, and the refused ones.
fn direct_by_survivor(inputs: &AwardInputs<'_>) -> BTreeMap<u32, DirectResults> {
    let mut results: BTreeMap<u32, DirectResults> = BTreeMap::new();
    for title in &inputs.direct.titles {
        results.entry(surviving_id(inputs.merged, title.fide_id)).or_default().titles.push(title.clone());
    }
    for &(id, title) in &inputs.direct.refused {
        let id = surviving_id(inputs.merged, id);
        results.entry(id).or_default().refused.push((id, title));
    }
    results
}

/// The awards of the previous list under the surviving ids, sorted by id; of two halves of one player that have one key the own row holds.
struct PreviousAwards(Vec<AwardRow>);

fn previous_awards(inputs: &AwardInputs<'_>) -> PreviousAwards {
    let key = |row: &AwardRow| (surviving_id(inputs.merged, row.fide_id), row.title.word(), row.basis);
    let mut rows = inputs.previous.to_vec();
    rows.sort_by_key(|row| (key(row), surviving_id(inputs.merged, row.fide_id) != row.fide_id, row.fide_id));
    rows.dedup_by(|later, first| key(later) == key(first));
    rows.iter_mut().for_each(|row| row.fide_id = surviving_id(inputs.merged, row.fide_id));
    PreviousAwards(rows)
}

impl PreviousAwards {
    fn iter_of(&self, id: u32) -> impl Iterator<Item = &AwardRow> {
        rows_of_id(&self.0, id, |row| row.fide_id).iter()
    }

    fn ids_with_direct(&self) -> impl Iterator<Item = u32> {
        self.0.iter().filter(|row| row.basis == AwardBasis::Direct).map(|row| row.fide_id)
    }
}

/// One player for whom titles are proposed.
pub(crate) struct Player<'a> {
    pub(crate) id: u32,
    pub(crate) titled: TitledPlayer,
    pub(crate) list: ListDate,
    pub(crate) edition: &'a TitleEdition,
    pub(crate) reached: ReachedRatings<'a>,
}

impl Player<'_> {
    /// A row that proposes a title, or does not yet.
    pub(crate) fn row(&self, title: Title, basis: AwardBasis, status: AwardStatus, article: &str) -> AwardRow {
        AwardRow {
            fide_id: self.id,
            title,
            basis,
            status,
            missing: Vec::new(),
            unproven: Vec::new(),
            norms: None,
            games: None,
            rating_on: None,
            achieved_on: None,
            since: self.list,
            article: article.to_owned(),
        }
    }

    /// 1.3: the highest open and the highest women's title whose rating was reached, unless the player has it or is above it (T33).
    fn awards_by_rating(&self) -> Vec<AwardRow> {
        let rule = &self.edition.by_rating;
        let highest = |order: [Title; 4]| {
            order.into_iter().find_map(|title| {
                let rating = rule.ratings.iter().find(|rating| rating.title == title)?;
                let reached_on = self.reached.with_games(rating.rating_at_least, rule.games_asked_after)?;
                Some((title, reached_on, &rating.article))
            })
        };
        let reached = [order_of(Title::Gm), order_of(Title::Wgm)].into_iter().filter_map(highest);
        let open = reached.filter(|(title, ..)| self.titled.may_gain(*title));
        let row = |(title, day, article): (Title, Date, &String)| AwardRow {
            rating_on: Some(day),
            achieved_on: Some(day),
            ..self.row(title, AwardBasis::Rating, AwardStatus::Proposed, article)
        };
        open.map(row).collect()
    }

    /// 1.5: for each title that the player has norms for and may still gain, the application of T38.
    fn awards_by_norms(&self, norms: &[NormRow]) -> Vec<AwardRow> {
        // The ledger is sorted by title.
        let by_title = norms.chunk_by(|a, b| a.title == b.title).filter(|norms| self.titled.may_gain(norms[0].title));
        by_title.filter_map(|norms| self.award_by_norms(norms[0].title, &norms.iter().collect::<Vec<_>>())).collect()
    }

    fn award_by_norms(&self, title: Title, norms: &[&NormRow]) -> Option<AwardRow> {
        // 1.53 asks for no number of games.
        let application = NormApplication::new(self.edition, title, |rating| self.reached.at_any_time(rating))?;
        let set = application.norm_set(norms);
        let status = if set.missing.is_empty() { AwardStatus::Proposed } else { AwardStatus::Open };
        let rating_on = application.rating_on();
        Some(AwardRow {
            unproven: joined_articles(set.norms.iter().filter_map(|norm| norm.unproven.as_deref())),
            norms: Some(u32::try_from(set.norms.len()).expect("fewer norms than 32 bits can number")),
            games: Some(set.credited_games()),
            rating_on,
            // 0.43: when the last norm and the rating are there (T37).
            achieved_on: set.last_on().max(rating_on).filter(|_| status == AwardStatus::Proposed),
            missing: set.missing,
            ..self.row(title, AwardBasis::Norms, status, NORMS_ARTICLE)
        })
    }
}

/// The section on titles by norms, whose number no edition changed.
const NORMS_ARTICLE: &str = "1.5";
