//! The top list: the highest-rated active players, where the edition publishes them.

use crate::Publication;
use tables::{OutputColumn, Table, TableError};

/// The number of players on it. Players who share the last rank are added.
const TOP_PLAYERS: usize = 100;

const COLUMNS: [&str; 8] = ["fide_id", "name", "title", "women_title", "federation", "rating", "games", "birth_year"];

/// Whether the publication edition has a top list.
pub(crate) fn is_published(publication: &Publication<'_>) -> bool {
    publication.period.publication().extra_lists.top_without_inactive.article().is_some()
}

/// The active players of a list by rating, then id; equal ratings share a rank.
pub(crate) fn top_list(list: &Table) -> Result<Table, TableError> {
    let (ratings, flags) = (list.required_integers("rating")?, list.required_texts("flag")?);
    let active = (0..list.height()).filter(|&row| flags.get(row) != "i");
    let mut best: Vec<(i64, usize)> = active.filter_map(|row| Some((ratings.get(row)?, row))).collect();
    // The list is sorted by id, and so are equal ratings here.
    best.sort_by_key(|&(rating, row)| (std::cmp::Reverse(rating), row));
    let last = best.get(TOP_PLAYERS - 1).map(|&(rating, _)| rating);
    best.retain(|&(rating, _)| last.is_none_or(|last| rating >= last));
    let rank = |rating: i64| i32::try_from(1 + best.partition_point(|&(other, _)| other > rating)).ok();
    let rows: Vec<u32> = best.iter().map(|&(_, row)| u32::try_from(row).expect("fewer players than 32 bits can number")).collect();
    let table = list.select(&COLUMNS)?.take(&rows)?;
    table.to_output().with_leading_columns([OutputColumn::integers("rank", |row| rank(best[row].0))]).to_table()
}
