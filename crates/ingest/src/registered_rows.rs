//! Rows of the registry as inputs of a list.
//!
//! A registry grows every month. A list is made from the rows of its own tournaments, so those rows are its input and not the whole file.

use crate::plan::{ReadPlan, id_from_file_name};
use model::{InputFile, InputRole};
use std::sync::Arc;

/// The rows of a registry, each with its tournament and a hash of its values.
#[derive(Clone, Debug)]
pub struct RegisteredRows {
    /// The whole file, as it was read.
    pub file: InputFile,
    /// Sorted by tournament, then hash.
    rows: Vec<RegisteredRow>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct RegisteredRow {
    tournament_id: String,
    report: Arc<str>,
    sha256: String,
}

impl RegisteredRows {
    /// Describes the rows of some tournaments as one input. A tournament is named by its id and its file.
    pub fn input(&self, is_used: impl Fn(&str, &str) -> bool) -> InputFile {
        let used = self.rows.iter().filter(|row| is_used(&row.tournament_id, &row.report)).map(|row| row.sha256.as_str());
        InputFile::of_rows(InputRole::Registry, self.file.path.clone(), used, store::sha256_hex)
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
        let mut rows: Vec<RegisteredRow> = self
            .items
            .iter()
            .filter_map(|item| {
                let row = &registry.rows[item.row()?];
                let id = &row.tournament_row.id;
                Some(RegisteredRow {
                    tournament_id: if id.is_empty() { id_from_file_name(item.display_name().as_ref()) } else { id.clone() },
                    report: item.display_name().into(),
                    sha256: row.sha256.clone(),
                })
            })
            .collect();
        rows.sort();
        Some(RegisteredRows { file: registry.input.clone(), rows })
    }
}
