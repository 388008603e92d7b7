//! Reads the ids of a list's online games, so that the next list does not rate them again (R29).

use crate::StoreError;
use model::GameIdSet;
use rayon::prelude::*;
use std::path::Path;
use tables::{ParquetTable, TableError};

/// The number of rows whose ids are in memory as texts at a time, for each thread.
const ROWS_PER_RANGE: usize = 1 << 18;

/// Reads the column `game_id` of `online_games.parquet`.
pub fn read_online_game_ids(bytes: &[u8], path: &Path) -> Result<GameIdSet, StoreError> {
    read_ids(bytes).map_err(|error| StoreError::unreadable(path)(error))
}

fn read_ids(bytes: &[u8]) -> Result<GameIdSet, TableError> {
    const COLUMN: &str = "game_id";
    let mut table = ParquetTable::from_bytes(bytes, |name| name == COLUMN)?;
    table.decode_single_threaded();
    let ids_of = |rows| Ok(GameIdSet::from_texts(table.read(rows, &[COLUMN])?.required_texts(COLUMN)?.iter()));
    let sets = table.row_ranges(ROWS_PER_RANGE).into_par_iter().with_max_len(1).map(ids_of).collect::<Result<Vec<_>, TableError>>()?;
    Ok(GameIdSet::union(sets))
}
