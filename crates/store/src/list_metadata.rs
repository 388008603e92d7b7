//! The date and the control in the metadata of a list that is a Parquet file.

use model::{Control, ListDate};
use std::path::Path;
use tables::{ParquetTable, is_parquet};

/// What a list file says of itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListMetadata {
    pub date: Option<ListDate>,
    pub control: Option<Control>,
}

/// Returns what the bytes of a list say of it; nothing if they are not Parquet, or not written by this program.
pub fn list_metadata(bytes: &[u8]) -> ListMetadata {
    let table = is_parquet(bytes).then(|| ParquetTable::from_bytes(bytes, |_| false).ok()).flatten();
    table.as_ref().map(ListMetadata::of).unwrap_or_default()
}

/// Returns what a list file says of itself, without reading its rows.
pub(crate) fn list_metadata_at(path: &Path) -> ListMetadata {
    let table = crate::open_file(path).ok().and_then(|file| ParquetTable::from_file(file).ok());
    table.as_ref().map(ListMetadata::of).unwrap_or_default()
}

impl ListMetadata {
    fn of(table: &ParquetTable<'_>) -> Self {
        Self {
            date: table.key_value("ratinglist.list").and_then(|date| date.parse().ok()),
            control: table.key_value("ratinglist.control").and_then(|control| control.parse().ok()),
        }
    }
}
