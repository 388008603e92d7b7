//! Comparisons: what differs between two lists, and why.
//!
//! In: two list folders or list files. Out: a [`Difference`], as a table, as JSON or as a document. Both lists are columns in the order of
//! ids, and one pass over both finds every field that differs. A row refers to the two lists by index and has no text of its own, so that
//! half a million differences stay small.

mod change_records;
mod classification;
mod compare;
mod compared_list;
mod document;
mod groups;
mod list_chain;
mod list_state;
mod output;
mod page;
mod totals;
mod words;

pub use classification::{ComparedField, DifferenceCause, DifferenceCauses, DifferenceClass};
pub use compared_list::ComparedList;
pub use groups::{Group, Grouping};
pub use output::{write_csv, write_json, write_parquet};
pub use totals::{Bucket, CauseTotal, ClassTotal, Mover, Totals};

use crate::InspectError;
use model::Control;
use std::collections::BTreeMap;
use std::path::Path;
use store::HashCheck;

/// Everything that differs between two lists.
#[derive(Debug)]
pub struct Difference {
    pub a: ComparedList,
    pub b: ComparedList,
    /// By id, then in the order of [`ComparedField::ALL`].
    pub rows: Vec<DiffRow>,
    pub totals: Totals,
    /// Columns that were not compared, and the source of the causes.
    pub notes: Vec<String>,
    /// Names of corrections, several of one player separated by spaces.
    corrections: Vec<String>,
}

/// One field of one player that differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiffRow {
    pub fide_id: u32,
    pub class: DifferenceClass,
    pub field: ComparedField,
    /// The player's row on A; `None` for a new one.
    a: Option<u32>,
    b: Option<u32>,
    /// Games between the lists, where they are known.
    pub games: Option<i32>,
    pub causes: DifferenceCauses,
    /// The id that a merged one was merged into.
    merged_into: Option<u32>,
    corrections: Option<u32>,
}

/// Compares two lists. `control` selects one list of a file that has several.
pub fn compare(a: &Path, b: &Path, control: Option<Control>, hash_check: HashCheck) -> Result<Difference, InspectError> {
    let read = |path: &Path| ComparedList::read(path, control, hash_check);
    let (a, b) = rayon::join(|| read(a), || read(b));
    compare::difference(a?, b?)
}

impl Difference {
    pub fn is_same(&self) -> bool {
        self.rows.is_empty()
    }

    /// The name on the newer side that has one.
    pub fn name(&self, row: &DiffRow) -> &str {
        let on = |list: &ComparedList, at: Option<u32>| at.map(|at| at as usize).filter(|&at| !list.name(at).is_empty());
        match (on(&self.b, row.b), on(&self.a, row.a)) {
            (Some(at), _) => self.b.name(at),
            (None, Some(at)) => self.a.name(at),
            (None, None) => "",
        }
    }

    /// The value on A; empty if there was none.
    pub fn before(&self, row: &DiffRow) -> String {
        row.a.map_or_else(String::new, |at| self.a.value(row.field, at as usize))
    }

    pub fn after(&self, row: &DiffRow) -> String {
        row.b.map_or_else(String::new, |at| self.b.value(row.field, at as usize))
    }

    /// The change of a number that both lists have.
    pub fn change(&self, row: &DiffRow) -> Option<i32> {
        let (a, b) = (row.a? as usize, row.b? as usize);
        match row.field {
            ComparedField::Rating => Some(i32::from(self.b.rating[b]) - i32::from(self.a.rating[a])),
            ComparedField::K if self.a.k(a) > 0 && self.b.k(b) > 0 => Some(i32::from(self.b.k(b)) - i32::from(self.a.k(a))),
            ComparedField::BirthYear => Some(i32::from(self.b.birth_year(b)?) - i32::from(self.a.birth_year(a)?)),
            _ => None,
        }
    }

    /// How often which value became which other in a class, the most frequent first, equals by value.
    pub fn transitions(&self, class: DifferenceClass) -> Vec<(String, String, u64)> {
        let mut counts: BTreeMap<(String, String), u64> = BTreeMap::new();
        for row in self.rows.iter().filter(|row| row.class == class) {
            *counts.entry((self.before(row), self.after(row))).or_default() += 1;
        }
        let mut found: Vec<_> = counts.into_iter().map(|((before, after), count)| (before, after, count)).collect();
        found.sort_by_key(|(_, _, count)| std::cmp::Reverse(*count));
        found
    }

    /// The corrections that changed the number, separated by spaces.
    pub fn corrections(&self, row: &DiffRow) -> &str {
        row.corrections.map_or("", |at| &self.corrections[at as usize])
    }

    /// The id that a merged one was merged into.
    pub fn merged_into(&self, row: &DiffRow) -> Option<u32> {
        row.merged_into
    }
}
