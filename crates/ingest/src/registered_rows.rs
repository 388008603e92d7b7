//! Rows of the registry as inputs of a list.
//!
//! A registry grows every month. A list is made from the rows of its own tournaments, so those rows are its input and not the whole file.

use crate::plan::{ReadPlan, id_from_file_name};
use model::{InputFile, InputRole};
use std::fmt;
use std::sync::Arc;

/// The SHA-256 of a row's values, without an allocation of its own: a registry may have many rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RowHash([u128; 2]);

impl RowHash {
    pub(crate) fn of(values: &str) -> Self {
        let hex = store::sha256_hex(values.as_bytes());
        let half = |digits: &str| u128::from_str_radix(digits, 16).expect("a hash has hexadecimal digits");
        Self([half(&hex[..32]), half(&hex[32..])])
    }
}

impl fmt::Display for RowHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}{:032x}", self.0[0], self.0[1])
    }
}

/// The rows of a registry, each with its tournament and a hash of its values.
#[derive(Clone, Debug)]
pub struct RegisteredRows {
    /// The whole file, as it was read.
    pub file: InputFile,
    /// Sorted by tournament, then hash.
    rows: Arc<Vec<RegisteredRow>>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct RegisteredRow {
    tournament_id: Box<str>,
    report: Arc<str>,
    sha256: RowHash,
}

impl RegisteredRows {
    /// Describes the rows of some tournaments as one input. A tournament is named by its id and its file.
    pub fn input(&self, is_used: impl Fn(&str, &str) -> bool) -> InputFile {
        let used = self.rows.iter().filter(|row| is_used(&row.tournament_id, &row.report)).map(|row| row.sha256);
        InputFile::of_rows(InputRole::Registry, self.file.path.clone(), used, store::sha256_hex)
    }

    /// The tournaments of all rows, by id.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.rows.iter().map(|row| &*row.tournament_id)
    }

    /// The number of rows in the file.
    pub fn count(&self) -> u64 {
        self.rows.len() as u64
    }
}

impl ReadPlan {
    /// The rows of the registry, with the tournaments and files that are planned for them.
    pub(crate) fn registered_rows(&self) -> Option<RegisteredRows> {
        let registry = self.registry.as_ref()?;
        // The number of rows is known, and a registry may have many.
        let mut rows = Vec::with_capacity(registry.rows.len());
        for item in &self.items {
            let Some(row) = item.row().map(|row| &registry.rows[row]) else { continue };
            let id = row.tournament_row.id.as_str();
            let tournament_id = if id.is_empty() { id_from_file_name(item.display_name().as_ref()).into() } else { id.into() };
            rows.push(RegisteredRow { tournament_id, report: item.shared_display_name(), sha256: row.sha256 });
        }
        rows.sort();
        Some(RegisteredRows { file: registry.input.clone(), rows: Arc::new(rows) })
    }
}
