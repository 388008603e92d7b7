//! Parts of a Parquet table: only the columns and rows that a question needs.

use chrono::Datelike;
use model::Date;
use polars::prelude::*;
use std::ops::Range;
use std::path::{Path, PathBuf};
use store::{ROW_GROUP, StoreError, guarded};

/// A Parquet file that is read in parts.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    path: PathBuf,
}

impl Table {
    pub(crate) fn new(path: PathBuf) -> Self {
        Self { path }
    }

    /// Of the columns asked for those that are there, whole.
    pub(crate) fn columns(&self, names: &[&str]) -> Result<Rows, StoreError> {
        self.read(None, names)
    }

    /// Some rows that follow each other.
    pub(crate) fn rows(&self, range: Range<usize>, names: &[&str]) -> Result<Rows, StoreError> {
        self.read(Some((range.start, range.len())), names)
    }

    /// Rows that lie anywhere, ascending: row group by row group, so that groups without any are not read and only one is in memory.
    pub(crate) fn picked(&self, rows: &[usize], names: &[&str]) -> Result<Rows, StoreError> {
        let mut picked: Option<DataFrame> = None;
        for group in rows.chunk_by(|a, b| a / ROW_GROUP == b / ROW_GROUP) {
            let (Some(&first), Some(&last)) = (group.first(), group.last()) else { continue };
            let part = self.rows(first..last + 1, names)?;
            let take: IdxCa = group.iter().map(|&row| IdxSize::try_from(row - first).ok()).collect();
            let frame = part.frame.take(&take).map_err(|error| self.unreadable(error.to_string()))?;
            match &mut picked {
                Some(all) => all.vstack_mut(&frame).map(drop).map_err(|error| self.unreadable(error.to_string()))?,
                None => picked = Some(frame),
            }
        }
        match picked {
            Some(frame) => Ok(Rows { frame, path: self.path.clone() }),
            None => self.rows(0..0, names),
        }
    }

    fn read(&self, slice: Option<(usize, usize)>, names: &[&str]) -> Result<Rows, StoreError> {
        let file = store::open_file(&self.path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => StoreError::Missing { path: self.path.clone() },
            _ => self.unreadable(error.to_string()),
        })?;
        let read = || {
            let mut reader = ParquetReader::new(file);
            let schema = reader.schema()?;
            let wanted = names.iter().filter(|name| schema.contains(name)).map(|&name| name.to_owned()).collect();
            reader.with_columns(Some(wanted)).with_slice(slice).set_rechunk(true).finish()
        };
        let frame = guarded(read).map_err(|error| self.unreadable(error.to_string()))?;
        Ok(Rows { frame, path: self.path.clone() })
    }

    fn unreadable(&self, message: String) -> StoreError {
        StoreError::Unreadable { path: self.path.clone(), message }
    }
}

/// Rows of a table, whose cells are asked for by column and row. A column that is not there is empty.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    pub(crate) frame: DataFrame,
    path: PathBuf,
}

impl Rows {
    pub(crate) fn of(frame: DataFrame, path: &Path) -> Self {
        Self { frame, path: path.to_owned() }
    }

    /// One of the rows.
    pub(crate) fn one(&self, row: usize) -> Self {
        Self { frame: self.frame.slice(i64::try_from(row).unwrap_or(i64::MAX), 1), path: self.path.clone() }
    }

    pub(crate) fn len(&self) -> usize {
        self.frame.height()
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Fails where a column is missing that nothing can be said without.
    pub(crate) fn with(self, needed: &[&str]) -> Result<Self, StoreError> {
        match needed.iter().find(|name| self.frame.column(name).is_err()) {
            Some(missing) => Err(StoreError::Unreadable { path: self.path, message: format!("column '{missing}' is missing") }),
            None => Ok(self),
        }
    }

    /// A whole number; nothing where the cell is empty or holds something else.
    pub(crate) fn whole(&self, name: &str, row: usize) -> Option<i64> {
        match self.frame.column(name).ok()?.get(row).ok()? {
            AnyValue::Null | AnyValue::String(_) | AnyValue::StringOwned(_) | AnyValue::Boolean(_) => None,
            AnyValue::Date(days) => Some(i64::from(days)),
            AnyValue::Datetime(moment, _, _) | AnyValue::DatetimeOwned(moment, _, _) => Some(moment),
            value if value.dtype().is_integer() => value.extract::<i64>(),
            _ => None,
        }
    }

    /// A number between bounds; one outside them is a damaged table, and nothing can be worked out with it.
    pub(crate) fn bounded(&self, name: &str, row: usize, bounds: std::ops::RangeInclusive<i64>) -> Result<Option<i32>, StoreError> {
        let value = self.whole(name, row);
        match value.filter(|value| !bounds.contains(value)) {
            Some(value) => Err(StoreError::Unreadable {
                path: self.path.clone(),
                message: format!("row {}: {name} is {value}, which cannot be", row + 1),
            }),
            None => Ok(value.and_then(|value| i32::try_from(value).ok())),
        }
    }

    pub(crate) fn text(&self, name: &str, row: usize) -> String {
        let Some(value) = self.frame.column(name).ok().and_then(|column| column.get(row).ok()) else { return String::new() };
        match value {
            AnyValue::String(text) => text.to_owned(),
            AnyValue::StringOwned(text) => text.to_string(),
            _ => String::new(),
        }
    }

    pub(crate) fn is_true(&self, name: &str, row: usize) -> bool {
        matches!(self.frame.column(name).ok().and_then(|column| column.get(row).ok()), Some(AnyValue::Boolean(true)))
    }

    pub(crate) fn date(&self, name: &str, row: usize) -> Option<Date> {
        let days = i32::try_from(self.whole(name, row)?).ok()?;
        Date::from_num_days_from_ce_opt(days.checked_add(DAYS_TO_1970)?).filter(|date| (1800..=2200).contains(&date.year()))
    }
}

/// Days from the common era's first day to 1970-01-01, from which Parquet counts.
const DAYS_TO_1970: i32 = 719_163;

/// A table in the order of `fide_id`, of which one player's rows are wanted.
#[derive(Clone, Debug)]
pub(crate) struct ByPlayer {
    table: Table,
    /// The id of each row; rows of players without one come last, as the largest number.
    ids: Vec<u32>,
}

impl ByPlayer {
    pub(crate) fn open(path: PathBuf) -> Result<Self, StoreError> {
        let table = Table::new(path);
        let rows = table.columns(&["fide_id"])?.with(&["fide_id"])?;
        let unreadable = |message: String| StoreError::Unreadable { path: rows.path.clone(), message };
        let ids = store::integers(&rows.frame, "fide_id").map_err(|error| unreadable(error.to_string()))?;
        let ids: Vec<u32> =
            ids.iter().flat_map(|ids| ids.iter()).map(|id| id.and_then(|id| u32::try_from(id).ok()).unwrap_or(u32::MAX)).collect();
        if !ids.is_sorted() {
            return Err(unreadable("the rows are not in the order of fide_id".to_owned()));
        }
        Ok(Self { table, ids })
    }

    pub(crate) fn ids(&self) -> &[u32] {
        &self.ids
    }

    pub(crate) fn table(&self) -> &Table {
        &self.table
    }

    /// Where a player's rows stand.
    pub(crate) fn range(&self, id: u32) -> Range<usize> {
        let from = self.ids.partition_point(|&other| other < id);
        from..from + self.ids[from..].partition_point(|&other| other == id)
    }

    pub(crate) fn rows_of(&self, id: u32, names: &[&str]) -> Result<Rows, StoreError> {
        self.table.rows(self.range(id), names)
    }
}
