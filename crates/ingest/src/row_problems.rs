//! Collects the diagnostics of a long table, only so many of each kind.

use crate::problems::{Note, Problems};
use crate::search::Table;
use model::{Code, Diagnostic, Place};
use std::collections::BTreeMap;

/// Rows of a kind are reported one by one up to here; beyond, only their number is.
const TOLD_ONE_BY_ONE: usize = 50;

/// The problems of a table that may have millions of rows.
#[derive(Debug)]
pub(crate) struct RowProblems {
    problems: Problems,
    is_parquet: bool,
    counts: BTreeMap<&'static str, (&'static Code, usize)>,
}

impl RowProblems {
    pub(crate) fn new(table: &Table) -> Self {
        Self { problems: Problems::new(&table.file.shown), is_parquet: table.is_parquet, counts: BTreeMap::new() }
    }

    /// Adds a problem of one row: its line in CSV, its number in Parquet.
    pub(crate) fn add(&mut self, code: &'static Code, line: u32, message: impl FnOnce() -> String, hint: &str) {
        let count = &mut self.counts.entry(code.id).or_insert((code, 0)).1;
        *count += 1;
        if *count <= TOLD_ONE_BY_ONE {
            let row = if self.is_parquet { format!("row {line}: ") } else { String::new() };
            let place = Place { line, ..Place::default() };
            self.problems.add(code, place, row + &message()).hint(hint);
        }
    }

    /// Adds a problem of the table as a whole.
    pub(crate) fn add_to_file(&mut self, code: &'static Code, place: Place, message: String) -> Note<'_> {
        self.problems.add(code, place, message)
    }

    /// How the table's file is named.
    pub(crate) fn file(&self) -> &str {
        &self.problems.file
    }

    /// The problems told so far.
    pub(crate) fn told(&mut self) -> &mut [Diagnostic] {
        &mut self.problems.list
    }

    pub(crate) fn finish(mut self) -> Vec<Diagnostic> {
        for (code, count) in self.counts.into_values() {
            if let Some(more @ 1..) = count.checked_sub(TOLD_ONE_BY_ONE) {
                let rows = if more == 1 { "row" } else { "rows" };
                self.problems.add(code, Place::default(), format!("{more} more {rows} of this kind"));
            }
        }
        self.problems.list
    }
}
