//! Reads the columns of a table of titles, value by value, and names the row of a value that cannot be.

use model::{Date, ListDate, PlayerRef, Rating, date_after_1970};
use rayon::prelude::*;
use rulebook::Title;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use store::StoreError;
use tables::{CsvProblem, CsvTable, Integers, ParquetTable, Schema, Table, TableError, TextKey, Texts};

/// A table of titles that was read, with its path for errors.
pub(super) struct ReadTable<'p> {
    table: Table,
    path: &'p Path,
}

impl<'p> ReadTable<'p> {
    pub(super) fn parquet(bytes: &[u8], path: &'p Path) -> Result<Self, StoreError> {
        let table = ParquetTable::from_bytes(bytes, |_| true).and_then(|table| table.read_all());
        Ok(Self { table: table.map_err(StoreError::unreadable(path))?, path })
    }

    /// Reads CSV with the types of a schema.
    pub(super) fn csv(bytes: &[u8], path: &'p Path, schema: &Schema) -> Result<Self, StoreError> {
        let text = std::str::from_utf8(bytes).map_err(StoreError::unreadable(path))?;
        let csv = CsvTable::new(text).map_err(StoreError::unreadable(path))?;
        let mut problem = None;
        let table = csv.read_columns(&schema.csv_column_types(), |position, found| {
            let said = || match found {
                CsvProblem::FieldCount { fields } => format!("{fields} fields, and the header has {}", csv.header().len()),
                CsvProblem::WrongType { column, field, wanted, .. } => format!("{column} is '{field}', and {wanted} is wanted"),
            };
            problem.get_or_insert_with(|| format!("line {}: {}", position.line, said()));
        });
        let table = table.map_err(StoreError::unreadable(path))?;
        match problem {
            Some(problem) => Err(StoreError::unreadable(path)(problem)),
            None => Ok(Self { table, path }),
        }
    }

    /// Makes every row of the table of its cells.
    pub(super) fn rows<R: Send>(&self, row: impl Fn(usize) -> Result<R, WrongCell> + Send + Sync) -> Result<Vec<R>, StoreError> {
        let rows: Vec<Result<R, WrongCell>> = (0..self.table.height()).into_par_iter().with_min_len(1 << 12).map(row).collect();
        // One after the other, so that the first wrong cell is named.
        rows.into_iter().collect::<Result<_, _>>().map_err(StoreError::unreadable(self.path))
    }

    /// A column of integers that are all of one type.
    pub(super) fn integers<T: TryFrom<i64> + 'static>(&self, name: &'static str) -> Result<Cells<T>, StoreError> {
        self.parsed_integers(name, |value| T::try_from(value).ok())
    }

    /// A column of players with an id.
    pub(super) fn players(&self, name: &'static str) -> Result<Cells<PlayerRef>, StoreError> {
        self.parsed_integers(name, |value| PlayerRef::id(u32::try_from(value).ok()?))
    }

    /// A column of FIDE ids.
    pub(super) fn ids(&self, name: &'static str) -> Result<Cells<u32>, StoreError> {
        self.parsed_integers(name, |value| PlayerRef::id(u32::try_from(value).ok()?)?.fide_id())
    }

    fn parsed_integers<T: 'static>(&self, name: &'static str, parse: fn(i64) -> Option<T>) -> Result<Cells<T>, StoreError> {
        let values = self.column(name, |table| table.integers(name))?;
        Ok(Cells::of_integers(name, values, parse))
    }

    /// A column of ratings, of which none is unrated.
    pub(super) fn ratings(&self, name: &'static str) -> Result<Cells<Rating>, StoreError> {
        self.parsed_integers(name, |value| Rating(i16::try_from(value).ok()?).rated())
    }

    pub(super) fn dates(&self, name: &'static str) -> Result<Cells<Date>, StoreError> {
        let days = self.column(name, |table| table.days(name))?;
        Ok(Cells::of_integers(name, days, |days| date_after_1970(i32::try_from(days).ok()?)))
    }

    /// A column of dates on which there are lists.
    pub(super) fn lists(&self, name: &'static str) -> Result<Cells<ListDate>, StoreError> {
        let days = self.column(name, |table| table.days(name))?;
        Ok(Cells::of_integers(name, days, |days| ListDate::new(date_after_1970(i32::try_from(days).ok()?)?)))
    }

    pub(super) fn booleans(&self, name: &'static str) -> Result<Cells<bool>, StoreError> {
        let values = self.column(name, |table| table.nullable_booleans(name))?;
        Ok(Cells { name, value: Box::new(move |row| Ok(values.get(row).copied().flatten())) })
    }

    pub(super) fn texts(&self, name: &'static str) -> Result<Cells<String>, StoreError> {
        self.parsed_texts(name, |text| Some(text.to_owned()))
    }

    /// A column of texts that repeat: equal texts share their memory.
    pub(super) fn shared_texts(&self, name: &'static str) -> Result<Cells<Arc<str>>, StoreError> {
        let texts = self.column(name, |table| table.texts(name))?;
        let mut known: HashMap<TextKey, Arc<str>> = HashMap::new();
        let shared = |row: usize| {
            let key = texts.key(row).filter(|_| !texts.get(row).is_empty())?;
            Some(Arc::clone(known.entry(key).or_insert_with(|| texts.get(row).into())))
        };
        let values: Vec<Option<Arc<str>>> = (0..texts.len()).map(shared).collect();
        Ok(Cells { name, value: Box::new(move |row| Ok(values[row].clone())) })
    }

    /// A column of words of a fixed set.
    pub(super) fn words<T: std::str::FromStr + 'static>(&self, name: &'static str) -> Result<Cells<T>, StoreError> {
        self.parsed_texts(name, |word| word.parse().ok())
    }

    pub(super) fn titles(&self, name: &'static str) -> Result<Cells<Title>, StoreError> {
        const ALL: [Title; 8] = [Title::Gm, Title::Im, Title::Fm, Title::Cm, Title::Wgm, Title::Wim, Title::Wfm, Title::Wcm];
        self.parsed_texts(name, |word| ALL.into_iter().find(|title| title.word() == word))
    }

    /// A column with several values in a cell, separated by spaces.
    pub(super) fn value_lists<T: std::str::FromStr + 'static>(&self, name: &'static str) -> Result<Cells<Vec<T>>, StoreError> {
        self.parsed_texts(name, |text| text.split(' ').map(|value| value.parse().ok()).collect())
    }

    fn parsed_texts<T: 'static>(&self, name: &'static str, parse: fn(&str) -> Option<T>) -> Result<Cells<T>, StoreError> {
        let texts: Texts = self.column(name, |table| table.texts(name))?;
        let value = move |row: usize| match texts.get(row) {
            "" => Ok(None),
            text => parse(text).map(Some).ok_or_else(|| text.to_owned()),
        };
        Ok(Cells { name, value: Box::new(value) })
    }

    fn column<C>(&self, name: &str, read: impl FnOnce(&Table) -> Result<Option<C>, TableError>) -> Result<C, StoreError> {
        let column = read(&self.table).and_then(|column| column.ok_or_else(|| TableError::Content(format!("column '{name}' is missing"))));
        column.map_err(StoreError::unreadable(self.path))
    }
}

/// The value of a row: nothing for a null, and an error with what stands there if it is no value of this column.
type CellReader<T> = Box<dyn Fn(usize) -> Result<Option<T>, String> + Send + Sync>;

/// Values of one column.
pub(super) struct Cells<T> {
    name: &'static str,
    value: CellReader<T>,
}

impl<T: 'static> Cells<T> {
    fn of_integers(name: &'static str, values: Integers, parse: fn(i64) -> Option<T>) -> Self {
        let value = move |row| values.get(row).map(|value| parse(value).ok_or_else(|| value.to_string())).transpose();
        Self { name, value: Box::new(value) }
    }

    /// Returns the value of a row, or nothing for a null.
    pub(super) fn optional(&self, row: usize) -> Result<Option<T>, WrongCell> {
        (self.value)(row).map_err(|found| WrongCell { row, column: self.name, found: Some(found) })
    }

    /// Returns the value of a row, where a null is an error.
    pub(super) fn required(&self, row: usize) -> Result<T, WrongCell> {
        self.optional(row)?.ok_or(WrongCell { row, column: self.name, found: None })
    }
}

impl<T: 'static> Cells<Vec<T>> {
    /// Returns the values of a row, none for a null.
    pub(super) fn list(&self, row: usize) -> Result<Vec<T>, WrongCell> {
        Ok(self.optional(row)?.unwrap_or_default())
    }
}

/// A cell that no program of this kind wrote.
#[derive(Debug, thiserror::Error)]
#[error("row {}: {column} {}", row + 1, found.as_ref().map_or_else(|| "is empty".to_owned(), |found| format!("cannot be '{found}'")))]
pub(super) struct WrongCell {
    row: usize,
    column: &'static str,
    /// What stands there; `None` for a null.
    found: Option<String>,
}
