//! Reads selected rows and columns of Parquet files.

use model::Date;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use store::{FileInParts, StoreError};
use tables::{Integers, ParquetTable, Table, TableError, Texts};

/// The column of ids.
const ID: &str = "fide_id";

/// A Parquet file whose rows and columns are read when they are needed.
#[derive(Clone, Debug)]
pub(crate) struct ParquetFile {
    path: PathBuf,
    opened: Arc<Mutex<OpenedFile>>,
}

#[derive(Debug)]
enum OpenedFile {
    /// Its bytes are not compared with hashes, or were compared before.
    NotYet,
    /// What is read of it is compared with the hashes of its parts.
    InParts(FileInParts),
    Table(ParquetTable<'static>),
}

impl ParquetFile {
    pub(crate) fn new(path: PathBuf) -> Self {
        Self { path, opened: Arc::new(Mutex::new(OpenedFile::NotYet)) }
    }

    pub(crate) fn in_parts(file: FileInParts) -> Self {
        Self { path: file.path().to_owned(), opened: Arc::new(Mutex::new(OpenedFile::InParts(file))) }
    }

    /// All rows of the named columns; a column that the file does not have is left out.
    pub(crate) fn columns(&self, names: &[&str]) -> Result<TableRows, StoreError> {
        self.read(RowNumbers::From(0), |table| table.read(0..table.height(), names))
    }

    /// A contiguous range of rows.
    pub(crate) fn rows(&self, range: Range<usize>, names: &[&str]) -> Result<TableRows, StoreError> {
        self.read(RowNumbers::From(range.start), |table| table.read(range, names))
    }

    /// The rows at these positions, ascending.
    pub(crate) fn rows_at(&self, rows: &[usize], names: &[&str]) -> Result<TableRows, StoreError> {
        self.read(RowNumbers::At(rows.to_vec()), |table| table.take(rows, names))
    }

    /// The ranges of rows that are stored together, at least one.
    pub(crate) fn row_ranges(&self) -> Result<Vec<Range<usize>>, StoreError> {
        self.ask(|table| table.row_ranges(usize::MAX))
    }

    /// Asks the open table for what its footer says.
    fn ask<T>(&self, question: impl FnOnce(&ParquetTable<'_>) -> T) -> Result<T, StoreError> {
        self.with_table(|table| Ok(question(table)))
    }

    fn read(
        &self,
        row_numbers: RowNumbers,
        part: impl FnOnce(&ParquetTable<'_>) -> Result<Table, TableError>,
    ) -> Result<TableRows, StoreError> {
        let table = self.with_table(part)?;
        Ok(TableRows { table, path: self.path.clone(), row_numbers })
    }

    /// Opens the file when it is first needed. One thread reads it at a time.
    fn with_table<T>(&self, read: impl FnOnce(&ParquetTable<'_>) -> Result<T, TableError>) -> Result<T, StoreError> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        let table = match std::mem::replace(&mut *opened, OpenedFile::NotYet) {
            OpenedFile::Table(table) => Ok(table),
            OpenedFile::NotYet => ParquetTable::from_file(store::open_file(&self.path).map_err(StoreError::io(&self.path))?),
            OpenedFile::InParts(file) => {
                let (file, check) = file.into_checked();
                ParquetTable::from_checked_file(file, check)
            }
        };
        let table = table.map_err(|error| self.unreadable(error))?;
        let result = read(&table).map_err(|error| self.unreadable(error));
        *opened = OpenedFile::Table(table);
        result
    }

    /// The error of the store: of damage that a check has found, or of a table that cannot be read.
    fn unreadable(&self, error: TableError) -> StoreError {
        match error {
            TableError::Io(error) if error.get_ref().is_some_and(|inner| inner.is::<StoreError>()) => {
                let inner = error.into_inner().and_then(|inner| inner.downcast::<StoreError>().ok());
                inner.map_or_else(|| StoreError::unreadable(&self.path)(TableError::Content("damaged".to_owned())), |inner| *inner)
            }
            error => StoreError::unreadable(&self.path)(error),
        }
    }
}

/// Rows of a table, with cells by column name and row. A missing column reads as empty cells.
#[derive(Clone, Debug)]
pub(crate) struct TableRows {
    pub(crate) table: Table,
    path: PathBuf,
    row_numbers: RowNumbers,
}

/// The positions of rows in their file, for error messages.
#[derive(Clone, Debug)]
enum RowNumbers {
    /// Contiguous rows from this one on.
    From(usize),
    At(Vec<usize>),
}

impl TableRows {
    pub(crate) fn new(table: Table, path: &Path) -> Self {
        Self { table, path: path.to_owned(), row_numbers: RowNumbers::From(0) }
    }

    /// A single row.
    pub(crate) fn single_row(&self, row: usize) -> Self {
        Self { table: self.table.slice(row..row + 1), path: self.path.clone(), row_numbers: RowNumbers::From(self.row_number(row)) }
    }

    pub(crate) fn len(&self) -> usize {
        self.table.height()
    }

    /// Fails if a required column is missing.
    pub(crate) fn require_columns(self, needed: &[&str]) -> Result<Self, StoreError> {
        self.table.require(needed).map_err(StoreError::unreadable(&self.path))?;
        Ok(self)
    }

    /// A whole number; `None` if the cell is empty or is not a whole number.
    pub(crate) fn integer(&self, name: &str, row: usize) -> Option<i64> {
        self.table.integer(name, row)
    }

    /// The id of a player; `None` if the cell is empty or is not an id.
    pub(crate) fn id(&self, name: &str, row: usize) -> Option<u32> {
        self.integer(name, row).and_then(|id| u32::try_from(id).ok())
    }

    /// A number within bounds; one outside them means that the table is damaged.
    pub(crate) fn bounded(&self, name: &str, row: usize, bounds: std::ops::RangeInclusive<i64>) -> Result<Option<i32>, StoreError> {
        let value = self.integer(name, row);
        match value.filter(|value| !bounds.contains(value)) {
            Some(value) => Err(self.damaged(row, &format!("{name} is {value}, which cannot be"))),
            None => Ok(value.and_then(|value| i32::try_from(value).ok())),
        }
    }

    /// A word of a closed set; `None` if the cell is empty. An unknown word means that the table is damaged.
    pub(crate) fn parse_word<T: FromStr>(&self, name: &str, row: usize) -> Result<Option<T>, StoreError> {
        match self.table.text(name, row) {
            "" => Ok(None),
            word => word.parse().map(Some).map_err(|_| self.damaged(row, &format!("{name} is '{word}', which is no word for it"))),
        }
    }

    /// A word of a closed set; an empty cell is an error.
    pub(crate) fn parse_required_word<T: FromStr>(&self, name: &str, row: usize) -> Result<T, StoreError> {
        self.parse_word(name, row)?.ok_or_else(|| self.damaged(row, &format!("{name} is empty")))
    }

    pub(crate) fn damaged(&self, row: usize, what: &str) -> StoreError {
        StoreError::Unreadable { path: self.path.clone(), message: format!("row {}: {what}", self.row_number(row) + 1) }
    }

    fn row_number(&self, row: usize) -> usize {
        match &self.row_numbers {
            RowNumbers::From(first) => first + row,
            RowNumbers::At(row_numbers) => row_numbers.get(row).copied().unwrap_or(row),
        }
    }

    pub(crate) fn text(&self, name: &str, row: usize) -> String {
        self.table.text(name, row).to_owned()
    }

    pub(crate) fn is_true(&self, name: &str, row: usize) -> bool {
        self.table.is_true(name, row)
    }

    pub(crate) fn date(&self, name: &str, row: usize) -> Option<Date> {
        self.table.date(name, row)
    }

    /// A column of whole numbers; `None` if it is missing.
    pub(crate) fn integers(&self, name: &str) -> Result<Option<Integers>, StoreError> {
        self.table.integers(name).map_err(StoreError::unreadable(&self.path))
    }

    /// A column of texts; `None` if it is missing.
    pub(crate) fn texts(&self, name: &str) -> Result<Option<Texts>, StoreError> {
        self.table.texts(name).map_err(StoreError::unreadable(&self.path))
    }

    /// A column of UTC moments in microseconds since 1970-01-01.
    pub(crate) fn timestamps(&self, name: &str) -> Result<Integers, StoreError> {
        self.table.timestamps(name).map_err(StoreError::unreadable(&self.path))
    }
}

/// A table in the order of `fide_id`, in which players are found by id.
#[derive(Clone, Debug)]
pub(crate) struct PlayerTable {
    file: ParquetFile,
    /// The id of each row; rows of players without one come last, as the largest number. Not read before all of them are asked for, where the
    /// statistics of the file lead to a player.
    ids: OnceLock<Vec<u32>>,
}

/// A range of rows, and the id of each of them.
pub(crate) type RowsWithIds = (Range<usize>, Vec<u32>);

impl PlayerTable {
    /// Opens a file of any origin, and reads the ids of all rows.
    pub(crate) fn open(path: PathBuf) -> Result<Self, StoreError> {
        let table = Self { file: ParquetFile::new(path), ids: OnceLock::new() };
        table.ids()?;
        Ok(table)
    }

    /// Opens a file that this program wrote. Of a large one only the row groups are read that can have the players who are asked for.
    pub(crate) fn in_parts(file: FileInParts) -> Result<Self, StoreError> {
        let table = Self { file: ParquetFile::in_parts(file), ids: OnceLock::new() };
        if !table.file.ask(|table| table.ascends_by_group(ID))? {
            table.ids()?;
        }
        Ok(table)
    }

    /// The ids of all rows.
    pub(crate) fn ids(&self) -> Result<&[u32], StoreError> {
        if self.ids.get().is_none() {
            let ids = self.ids_in(&self.file.columns(&[ID])?)?;
            return Ok(self.ids.get_or_init(|| ids));
        }
        Ok(self.ids.get().map_or(&[], Vec::as_slice))
    }

    fn ids_in(&self, rows: &TableRows) -> Result<Vec<u32>, StoreError> {
        let column = rows.table.required_integers(ID).map_err(|error| StoreError::unreadable(&rows.path)(error))?;
        let ids: Vec<u32> = column.iter().map(|id| id.and_then(|id| u32::try_from(id).ok()).unwrap_or(u32::MAX)).collect();
        if !ids.is_sorted() {
            return Err(StoreError::Unreadable { path: rows.path.clone(), message: "the rows are not in the order of fide_id".to_owned() });
        }
        Ok(ids)
    }

    pub(crate) fn file(&self) -> &ParquetFile {
        &self.file
    }

    /// The ranges of rows that can have a player.
    pub(crate) fn parts_with(&self, id: u32) -> Result<Vec<RowsWithIds>, StoreError> {
        let ranges = self.file.ask(|table| table.row_ranges_with(ID, id.into()))?;
        ranges.into_iter().map(|range| Ok((range.clone(), self.ids_in(&self.file.rows(range, &[ID])?)?))).collect()
    }

    /// The ranges of rows in which a further column of ids has any.
    pub(crate) fn ranges_with_values(&self, column: &str) -> Result<Vec<Range<usize>>, StoreError> {
        self.file
            .ask(|table| if table.columns().iter().any(|name| name == column) { table.row_ranges_with_values(column) } else { Vec::new() })
    }

    /// The positions of a player's rows.
    pub(crate) fn range(&self, id: u32) -> Result<Range<usize>, StoreError> {
        let within = |ids: &[u32]| {
            let from = ids.partition_point(|&other| other < id);
            from..from + ids[from..].partition_point(|&other| other == id)
        };
        if let Some(ids) = self.ids.get() {
            return Ok(within(ids));
        }
        let mut found = 0..0;
        for (rows, ids) in self.parts_with(id)? {
            let own = within(&ids);
            let own = rows.start + own.start..rows.start + own.end;
            found = if found.is_empty() { own } else { found.start..own.end.max(found.end) };
        }
        Ok(found)
    }

    pub(crate) fn rows_of_player(&self, id: u32, names: &[&str]) -> Result<TableRows, StoreError> {
        self.file.rows(self.range(id)?, names)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tables::{OutputColumn, OutputTable};

    /// A file of so many rows with these ids.
    fn file(folder: &Path, rows: usize, id: impl Fn(usize) -> u32 + Send + Sync) -> PathBuf {
        let path = folder.join("games.parquet");
        let columns = vec![OutputColumn::ids("fide_id", move |row| Some(id(row))), OutputColumn::texts("text", |row| format!("row {row}"))];
        let out = std::fs::File::create(&path).expect("a file");
        OutputTable::new(rows, columns).write_parquet(out, &[]).expect("written");
        path
    }

    fn pairs(row: usize) -> u32 {
        u32::try_from(row / 2 + 1).expect("few")
    }

    #[test]
    fn the_rows_of_a_player_are_found_by_id() {
        let folder = tempfile::tempdir().expect("a folder");
        let games = PlayerTable::open(file(folder.path(), 100, pairs)).expect("readable");
        let rows = games.rows_of_player(20, &["text", "nothing"]).expect("readable");
        assert_eq!((rows.len(), rows.text("text", 0), rows.text("text", 1)), (2, "row 38".to_owned(), "row 39".to_owned()));
        assert_eq!(rows.text("nothing", 0), "");
        assert_eq!(games.rows_of_player(51, &["text"]).expect("readable").len(), 0);
        assert_eq!(games.file().rows_at(&[3, 98], &["fide_id"]).expect("readable").id("fide_id", 1), Some(50));
    }

    #[test]
    fn an_unknown_word_is_reported_with_the_row_of_the_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = file(folder.path(), 100, pairs);
        let games = PlayerTable::open(path.clone()).expect("readable");
        let message = |rows: TableRows, row: usize| rows.parse_word::<rating::SideStatus>("text", row).expect_err("damaged").to_string();
        let expected = |row: usize| format!("{}: row {}: text is 'row {row}', which is no word for it", path.display(), row + 1);
        assert_eq!(message(games.rows_of_player(20, &["text"]).expect("readable"), 1), expected(39));
        assert_eq!(message(games.file().rows_at(&[3, 98], &["text"]).expect("readable"), 1), expected(98));
        let rows = games.rows_of_player(20, &["fide_id"]).expect("readable");
        assert_eq!(rows.parse_word::<rating::SideStatus>("text", 0).expect("empty"), None);
        let empty = rows.parse_required_word::<rating::SideStatus>("text", 0).expect_err("damaged").to_string();
        assert_eq!(empty, format!("{}: row 39: text is empty", path.display()));
    }

    #[test]
    fn an_unreadable_file_is_named_in_the_error() {
        let folder = tempfile::tempdir().expect("a folder");
        let message = |path: PathBuf| PlayerTable::open(path).expect_err("refused").to_string();
        let missing = folder.path().join("changes.parquet");
        assert_eq!(message(missing.clone()), format!("{}: no such file or folder", missing.display()));
        let path = file(folder.path(), 2, |row| 2 - u32::from(row == 1));
        assert_eq!(message(path.clone()), format!("{}: the rows are not in the order of fide_id", path.display()));
        std::fs::write(&path, "PAR1PAR1").expect("written");
        assert!(message(path.clone()).starts_with(&format!("{}: ", path.display())));
    }

    #[test]
    fn a_file_that_claims_more_rows_than_it_can_hold_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.parquet");
        let out = std::fs::File::create(&path).expect("a file");
        OutputTable::new(2_000_000, vec![OutputColumn::integers("fide_id", |_| Some(1))]).write_parquet(out, &[]).expect("written");
        let message = PlayerTable::open(path).expect_err("refused").to_string();
        assert!(message.contains("the file claims 2000000 rows"), "{message}");
    }
}
