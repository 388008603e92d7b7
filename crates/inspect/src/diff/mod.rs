//! What differs between two lists, and why.
//!
//! Both lists are columns in the order of ids; one walk over both finds every field that differs. A row of the answer
//! holds where it stands in the two lists and no text of its own, so that half a million differences stay small.

mod absent;
mod change_records;
mod compare;
mod document;
mod groups;
mod list_chain;
mod output;
mod published;
mod totals;
mod words;

pub use groups::{Group, Grouping};
pub use output::{write_csv, write_json, write_parquet};
pub use published::Published;
pub use totals::{Bucket, CauseTotal, ClassTotal, Mover, Totals};
pub use words::{Cause, Causes, Class, Field};

use crate::InspectError;
use model::Control;
use std::collections::BTreeMap;
use std::path::Path;

/// Everything that differs between two lists.
#[derive(Debug)]
pub struct Difference {
    pub a: Published,
    pub b: Published,
    /// By id, then in the order of [`Field::ALL`].
    pub rows: Vec<DiffRow>,
    pub totals: Totals,
    /// What a reader must know to read the rest: columns that were not compared, where causes come from.
    pub notes: Vec<String>,
    /// Names of corrections, several of one player separated by spaces.
    corrections: Vec<String>,
}

/// One field of one player that differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiffRow {
    pub fide_id: u32,
    pub class: Class,
    pub field: Field,
    /// Where the player stands on A; `None` for a new one.
    a: Option<u32>,
    b: Option<u32>,
    /// Games between the lists, where they are known.
    pub games: Option<i32>,
    pub causes: Causes,
    /// The id that a merged one has become.
    merged_into: Option<u32>,
    corrections: Option<u32>,
}

/// Compares two lists. `control` chooses among those of a file that holds several.
pub fn compare(a: &Path, b: &Path, control: Option<Control>) -> Result<Difference, InspectError> {
    let (a, b) = rayon::join(|| Published::read(a, control), || Published::read(b, control));
    compare::difference(a?, b?)
}

impl Difference {
    pub fn is_same(&self) -> bool {
        self.rows.is_empty()
    }

    /// The name on the newer side that has one.
    pub fn name(&self, row: &DiffRow) -> &str {
        let on = |list: &Published, at: Option<u32>| at.map(|at| at as usize).filter(|&at| !list.name(at).is_empty());
        match (on(&self.b, row.b), on(&self.a, row.a)) {
            (Some(at), _) => self.b.name(at),
            (None, Some(at)) => self.a.name(at),
            (None, None) => "",
        }
    }

    /// What stood on A; empty where nothing did.
    pub fn before(&self, row: &DiffRow) -> String {
        row.a.map_or_else(String::new, |at| self.a.value(row.field, at as usize))
    }

    pub fn after(&self, row: &DiffRow) -> String {
        row.b.map_or_else(String::new, |at| self.b.value(row.field, at as usize))
    }

    /// By how much a number moved, where both lists have it.
    pub fn change(&self, row: &DiffRow) -> Option<i32> {
        let (a, b) = (row.a? as usize, row.b? as usize);
        match row.field {
            Field::Rating => Some(i32::from(self.b.rating[b]) - i32::from(self.a.rating[a])),
            Field::K if self.a.k(a) > 0 && self.b.k(b) > 0 => Some(i32::from(self.b.k(b)) - i32::from(self.a.k(a))),
            Field::BirthYear => Some(i32::from(self.b.birth_year(b)?) - i32::from(self.a.birth_year(a)?)),
            _ => None,
        }
    }

    /// How often which value became which other in a class, the most frequent first, equals by value.
    pub fn transitions(&self, class: Class) -> Vec<(String, String, u64)> {
        let mut counts: BTreeMap<(String, String), u64> = BTreeMap::new();
        for row in self.rows.iter().filter(|row| row.class == class) {
            *counts.entry((self.before(row), self.after(row))).or_default() += 1;
        }
        let mut found: Vec<_> = counts.into_iter().map(|((before, after), count)| (before, after, count)).collect();
        found.sort_by_key(|(_, _, count)| std::cmp::Reverse(*count));
        found
    }

    /// The corrections that moved the number, separated by spaces.
    pub fn corrections(&self, row: &DiffRow) -> &str {
        row.corrections.map_or("", |at| &self.corrections[at as usize])
    }

    /// The id that a merged one has become.
    pub fn merged_into(&self, row: &DiffRow) -> Option<u32> {
        row.merged_into
    }
}
