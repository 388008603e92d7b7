//! The rows of some players in a table of players, read in one go.

use crate::parquet_rows::{PlayerTable, TableRows};
use crate::player_directory::{file_name, is_parquet, unreadable};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use store::{CheckedFolder, FileInParts, HashCheck, ListSource, StoreError, read_list_table};

/// The rows of some players.
#[derive(Debug)]
pub(super) struct PlayerRows {
    rows: TableRows,
    ranges: BTreeMap<u32, Range<usize>>,
}

impl PlayerRows {
    /// Reads the rows of players, by ascending id, from a list. Of a large one that this program wrote only some parts are read.
    pub(super) fn on(
        checked: &CheckedFolder,
        source: &ListSource,
        ids: &[u32],
        columns: &[&str],
        hash_check: HashCheck,
    ) -> Result<Self, StoreError> {
        if checked.manifest().is_some()
            && is_parquet(&source.file)?
            && let Some(file) = checked.open_in_parts(&file_name(&source.file))?
        {
            return Self::in_parts(file, ids, columns);
        }
        Self::of_list(source.verified_file(hash_check)?, ids, columns)
    }

    /// Reads the rows of players, by ascending id, from a list: Parquet or CSV.
    pub(super) fn of_list(path: &Path, ids: &[u32], columns: &[&str]) -> Result<Self, StoreError> {
        if is_parquet(path)? {
            return Self::of_table(&PlayerTable::open(path.to_owned())?, ids, columns);
        }
        let bytes = store::read_file(path).map_err(|error| unreadable(path, &error))?;
        let (table, _) = read_list_table(&bytes, &file_name(path))
            .map_err(|diagnostics| StoreError::Refused { file: path.display().to_string(), diagnostics })?;
        let rows = TableRows::new(table, path);
        let of_row = |row: usize| rows.id("fide_id", row).filter(|id| ids.binary_search(id).is_ok()).map(|id| (id, row..row + 1));
        let ranges = (0..rows.len()).filter_map(of_row).collect();
        Ok(Self { rows, ranges })
    }

    /// Reads the rows of players, by ascending id, from a table that this program wrote.
    pub(super) fn in_parts(file: FileInParts, ids: &[u32], columns: &[&str]) -> Result<Self, StoreError> {
        Self::of_table(&PlayerTable::in_parts(file)?, ids, columns)
    }

    fn of_table(table: &PlayerTable, ids: &[u32], columns: &[&str]) -> Result<Self, StoreError> {
        /// For more players all ids are read at once.
        const FEW: usize = 3;
        if ids.len() > FEW {
            table.ids()?;
        }
        let (mut positions, mut ranges) = (Vec::new(), BTreeMap::new());
        for &id in ids {
            let range = table.range(id)?;
            ranges.insert(id, positions.len()..positions.len() + range.len());
            positions.extend(range);
        }
        Ok(Self { rows: table.file().rows_at(&positions, columns)?, ranges })
    }

    /// Fails if a required column is missing.
    pub(super) fn require_columns(self, needed: &[&str]) -> Result<Self, StoreError> {
        Ok(Self { rows: self.rows.require_columns(needed)?, ranges: self.ranges })
    }

    /// The positions of a player's rows in [`PlayerRows::table`].
    pub(super) fn of(&self, id: u32) -> Range<usize> {
        self.ranges.get(&id).cloned().unwrap_or(0..0)
    }

    pub(super) fn table(&self) -> &TableRows {
        &self.rows
    }
}
