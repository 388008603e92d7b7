//! The five tables of titles: their columns, which `data/schemas` describes, and the readers of what was written.
//!
//! In: rows of the crate `titles`, in any order. Out: tables sorted by their keys, in which whatever is empty is null. A table that was
//! written and read has the same rows.

mod awards;
mod layout;
mod norm_results;
mod norms;
mod ratings;
mod read;
#[cfg(test)]
mod tests;
mod tournaments;

use std::collections::BTreeSet;
use store::file;
use tables::OutputTable;
use titles::{NormResultRow, NormRow, RatingReachedRow, TitleTournamentRow};

pub use awards::{NamedAward, TitleAward, read_named_title_awards, read_title_awards, title_awards_table};
pub use norm_results::{norm_results_table, read_norm_results};
pub use norms::{norms_table, read_norms};
pub use ratings::{read_title_ratings, title_ratings_table};
pub use tournaments::{read_title_tournaments, title_tournaments_table};

/// Rows of the tables of titles of one list, in any order.
#[derive(Clone, Copy, Debug, Default)]
pub struct TitlePublication<'a> {
    pub tournaments: &'a [TitleTournamentRow],
    /// Written with the audit tables only.
    pub norm_results: &'a [NormResultRow],
    /// The whole ledger, that of earlier lists included.
    pub norms: &'a [NormRow],
    /// Every threshold that a player has reached, those of earlier lists included.
    pub ratings: &'a [RatingReachedRow],
    pub awards: &'a [TitleAward<'a>],
}

/// Names of the files with tables of titles.
pub(crate) fn files(audit: bool) -> impl Iterator<Item = &'static str> {
    let always = [file::TITLE_RATINGS, file::TITLE_TOURNAMENTS, file::NORMS, file::TITLE_AWARDS];
    always.into_iter().chain(audit.then_some(file::NORM_RESULTS))
}

/// Builds the table of a file; `None` for a file without a table of titles.
pub(crate) fn table<'a>(titles: &TitlePublication<'a>, name: &str) -> Option<OutputTable<'a>> {
    Some(match name {
        file::TITLE_TOURNAMENTS => title_tournaments_table(titles.tournaments),
        file::NORM_RESULTS => norm_results_table(titles.norm_results),
        file::NORMS => norms_table(titles.norms),
        file::TITLE_RATINGS => title_ratings_table(titles.ratings),
        file::TITLE_AWARDS => title_awards_table(titles.awards),
        _ => return None,
    })
}

/// The texts that the rows of a table of titles cite as their articles. Ledger and ratings have rows of earlier lists, which cited them.
pub(crate) fn cited_texts(name: &str, table: &OutputTable<'_>) -> BTreeSet<String> {
    const COLUMNS: [&str; 6] = ["failed", "unproven", "basis", "exempt", "missing", "article"];
    if [file::NORMS, file::TITLE_RATINGS].contains(&name) {
        return BTreeSet::new();
    }
    COLUMNS.iter().flat_map(|column| table.distinct_texts(column)).collect()
}
