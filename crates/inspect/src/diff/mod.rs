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
mod json;
mod k_reasons;
mod list_chain;
mod list_state;
mod options;
mod output;
mod page;
mod player_table;
mod statistics;
mod steps;
mod steps_document;
mod totals;
mod words;

pub use classification::{ComparedField, DifferenceCause, DifferenceCauses, DifferenceClass};
pub use compared_list::ComparedList;
pub use groups::{Group, Grouping};
pub use json::{write_json, write_json_lines};
pub use k_reasons::KChange;
pub use options::{DiffOptions, unmatched_words};
pub use output::table;
pub use player_table::player_table;
pub use statistics::{ListStatistics, RatingStatistics};
pub use steps::{Comparison, compare_lists, lists_in, read_lists};
pub use totals::{Bucket, CauseCount, CauseTotal, ClassTotal, FieldTotal, MoveTotal, Mover, RatingMoves, Totals};

use crate::InspectError;
use compare::CausePointsOfPlayers;
use model::Control;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use store::HashCheck;

/// Everything that differs between two lists.
#[derive(Debug)]
pub struct Difference {
    pub a: Arc<ComparedList>,
    pub b: Arc<ComparedList>,
    /// By id, then in the order of [`ComparedField::ALL`].
    pub rows: Vec<DiffRow>,
    pub totals: Totals,
    /// Columns that were not compared, and the source of the causes.
    pub notes: Vec<String>,
    /// Names of corrections, several of one player separated by spaces.
    corrections: Vec<String>,
    cause_points: CausePointsOfPlayers,
    /// By id, why a K moved.
    k_changes: BTreeMap<u32, KChange>,
    /// Whether the rows are all differences of the selected players.
    reports_all_rows: bool,
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

/// Compares all players of two lists in all fields. `control` selects one list of a file that has several.
pub fn compare(a: &Path, b: &Path, control: Option<Control>, hash_check: HashCheck) -> Result<Difference, InspectError> {
    let read = |path: &Path| ComparedList::read(path, control, hash_check);
    let (a, b) = rayon::join(|| read(a), || read(b));
    compare::difference(&Arc::new(a?), &Arc::new(b?), &DiffOptions::default())
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

    /// The newer list that has the player, and the player's row there.
    fn newest(&self, row: &DiffRow) -> (&ComparedList, usize) {
        match (row.b, row.a) {
            (Some(at), _) => (&self.b, at as usize),
            (None, at) => (&self.a, at.unwrap_or(0) as usize),
        }
    }

    /// A text of the player on the newer list that has the player.
    pub fn text(&self, field: ComparedField, row: &DiffRow) -> &str {
        let (list, at) = self.newest(row);
        list.text(field, at)
    }

    /// The year of birth on the newer list that has the player, if that list publishes it.
    pub fn birth_year(&self, row: &DiffRow) -> Option<i32> {
        let (list, at) = self.newest(row);
        list.number(ComparedField::BirthYear, at)
    }

    /// The causes with the points of each, where the row is a changed rating.
    pub fn causes_of_row(&self, row: &DiffRow) -> Vec<(DifferenceCause, Option<i32>)> {
        let several = row.class.is_move().then(|| self.cause_points.get(&row.fide_id)).flatten();
        let change = self.change(row).filter(|_| row.class.is_move());
        let points = |cause: DifferenceCause| match several {
            Some(points) => points.iter().find(|(known, _)| *known == cause).map(|(_, points)| *points),
            None => change,
        };
        row.causes.iter().map(|cause| (cause, points(cause))).collect()
    }

    /// Why the K of the row moved, if the row is a K and it is known.
    pub fn k_change(&self, row: &DiffRow) -> Option<&KChange> {
        if row.field == ComparedField::K { self.k_changes.get(&row.fide_id) } else { None }
    }

    /// The id that a merged one was merged into.
    pub fn merged_into(&self, row: &DiffRow) -> Option<u32> {
        row.merged_into
    }
}
