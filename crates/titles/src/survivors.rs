//! Reads the cumulative tables through merged ids: the halves of one player join under the surviving id (D48, T41).
//!
//! The tables keep every row under the id that earned it, as the pool does, so that a merge that is undone gives each id back what came with
//! it. Everybody who asks for a player's rows reads them through the merges.

use crate::rows::{NormRow, NormSource, RatingReachedRow};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The surviving id of an id: the id itself unless it was merged.
pub(crate) fn surviving_id(merged: &BTreeMap<u32, u32>, id: u32) -> u32 {
    merged.get(&id).copied().unwrap_or(id)
}

/// The thresholds reached by each surviving id, sorted by id, then threshold.
///
/// Of two halves that reached one threshold the earlier moment holds, with and without 30 games.
pub fn ratings_of_survivors<'a>(rows: &'a [RatingReachedRow], merged: &BTreeMap<u32, u32>) -> Cow<'a, [RatingReachedRow]> {
    if merged.is_empty() {
        return Cow::Borrowed(rows);
    }
    let mut rows = rows.to_vec();
    rows.iter_mut().for_each(|row| row.fide_id = surviving_id(merged, row.fide_id));
    // Stable: the halves of one day stay in the order of their ids.
    rows.sort_by_key(|row| (row.fide_id, row.rating, row.reached_on));
    rows.dedup_by(|later, first| {
        let is_same = (later.fide_id, later.rating) == (first.fide_id, first.rating);
        if is_same && later.reached_30_on.is_some_and(|day| first.reached_30_on.is_none_or(|earlier| day < earlier)) {
            (first.reached_30_on, first.how_30) = (later.reached_30_on, later.how_30);
        }
        is_same
    });
    Cow::Owned(rows)
}

/// The norms of each surviving id, sorted by id, title and tournament.
///
/// Of two norms of one tournament for one title one stays: a judged one, else a given one, else a direct one; of these the one with more
/// credited games, then that of the surviving id, then that of the lower id.
pub fn norms_of_survivors<'a>(rows: &'a [NormRow], merged: &BTreeMap<u32, u32>) -> Cow<'a, [NormRow]> {
    if merged.is_empty() {
        return Cow::Borrowed(rows);
    }
    let mut survivors: Vec<(u32, &NormRow)> = rows.iter().map(|row| (surviving_id(merged, row.fide_id), row)).collect();
    survivors.sort_by(|(a_id, a), (b_id, b)| {
        let rank = |id: u32, row: &NormRow| (source_rank(row.source), Reverse(row.credited_games), row.fide_id != id, row.fide_id);
        (a_id, a.title.word(), &a.tournament_id)
            .cmp(&(b_id, b.title.word(), &b.tournament_id))
            .then_with(|| rank(*a_id, a).cmp(&rank(*b_id, b)))
    });
    survivors
        .dedup_by(|(later_id, later), (id, row)| later_id == id && (later.title, &later.tournament_id) == (row.title, &row.tournament_id));
    Cow::Owned(survivors.into_iter().map(|(id, row)| NormRow { fide_id: id, ..row.clone() }).collect())
}

/// Which of two norms with one key stays: the lower number.
pub(crate) const fn source_rank(source: NormSource) -> u8 {
    match source {
        NormSource::Judged => 0,
        NormSource::Given => 1,
        NormSource::Direct => 2,
    }
}
