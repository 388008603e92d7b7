//! The highest players, where the edition publishes them without the inactive ones.

use crate::Publication;
use polars::prelude::*;

/// How many there are; those who share the last rank with others make it a few more.
const SHOWN: usize = 100;

const COLUMNS: [&str; 8] = ["fide_id", "name", "title", "women_title", "federation", "rating", "games", "birth_year"];

/// Whether the publication edition has such a list.
pub(crate) fn is_published(publication: &Publication<'_>) -> bool {
    publication.period.publication().extra_lists.top_without_inactive.article().is_some()
}

/// The active players of a list by rating, then id; equals share a rank.
pub(crate) fn top(list: &DataFrame) -> PolarsResult<DataFrame> {
    let (ratings, flags) = (list.column("rating")?.i16()?, list.column("flag")?.str()?);
    let active = (0..list.height()).filter(|&row| flags.get(row) != Some("i"));
    let mut best: Vec<(i16, usize)> = active.filter_map(|row| Some((ratings.get(row)?, row))).collect();
    // The list is in the order of ids, and so are equals here.
    best.sort_by_key(|&(rating, row)| (std::cmp::Reverse(rating), row));
    let last = best.get(SHOWN - 1).map(|&(rating, _)| rating);
    best.retain(|&(rating, _)| last.is_none_or(|last| rating >= last));
    let rank = |rating: i16| 1 + best.partition_point(|&(other, _)| other > rating);
    let ranks = best.iter().map(|&(rating, _)| u32::try_from(rank(rating)).expect("a place in the list"));
    let ranks = UInt32Chunked::from_iter_values("rank".into(), ranks).into_column();
    let row = |row: usize| IdxSize::try_from(row).expect("fewer players than an index can hold");
    let rows = IdxCa::from_vec("rows".into(), best.iter().map(|&(_, at)| row(at)).collect());
    let mut table = list.select(COLUMNS)?.take(&rows)?;
    table.insert_column(0, ranks)?;
    Ok(table)
}
