//! Rows of Parquet files: only those rows and columns that a question needs.

use model::Date;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use store::StoreError;
use tables::{Integers, ParquetTable, Table, TableError, Texts};

/// A Parquet file of which some rows and columns are read when they are asked for.
#[derive(Clone, Debug)]
pub(crate) struct ParquetFile {
    path: PathBuf,
}

impl ParquetFile {
    pub(crate) fn new(path: PathBuf) -> Self {
        Self { path }
    }

    /// All rows of the named columns, as far as the file has them.
    pub(crate) fn columns(&self, names: &[&str]) -> Result<Rows, StoreError> {
        self.read(Places::From(0), |table| table.read(0..table.height(), names))
    }

    /// A contiguous range of rows.
    pub(crate) fn rows(&self, range: Range<usize>, names: &[&str]) -> Result<Rows, StoreError> {
        self.read(Places::From(range.start), |table| table.read(range, names))
    }

    /// Rows that lie anywhere, ascending.
    pub(crate) fn picked(&self, rows: &[usize], names: &[&str]) -> Result<Rows, StoreError> {
        self.read(Places::At(rows.to_vec()), |table| table.take(rows, names))
    }

    fn read(&self, places: Places, part: impl FnOnce(&ParquetTable<'_>) -> Result<Table, TableError>) -> Result<Rows, StoreError> {
        let file = store::open_file(&self.path).map_err(StoreError::io(&self.path))?;
        let table = ParquetTable::from_file(file).and_then(|table| part(&table)).map_err(StoreError::unreadable(&self.path))?;
        Ok(Rows { table, path: self.path.clone(), places })
    }
}

/// Rows of a table, whose cells are asked for by column and row. A column that is not there is empty.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    pub(crate) table: Table,
    path: PathBuf,
    places: Places,
}

/// Where rows stand in their file, so that a damaged one can be named.
#[derive(Clone, Debug)]
enum Places {
    /// One after the other from here on.
    From(usize),
    At(Vec<usize>),
}

impl Rows {
    pub(crate) fn of(table: Table, path: &Path) -> Self {
        Self { table, path: path.to_owned(), places: Places::From(0) }
    }

    /// A single row.
    pub(crate) fn one(&self, row: usize) -> Self {
        Self { table: self.table.slice(row..row + 1), path: self.path.clone(), places: Places::From(self.place(row)) }
    }

    pub(crate) fn len(&self) -> usize {
        self.table.height()
    }

    /// Fails where a column is missing that nothing can be said without.
    pub(crate) fn with(self, needed: &[&str]) -> Result<Self, StoreError> {
        self.table.require(needed).map_err(StoreError::unreadable(&self.path))?;
        Ok(self)
    }

    /// A whole number; nothing where the cell is empty or holds something else.
    pub(crate) fn integer(&self, name: &str, row: usize) -> Option<i64> {
        self.table.integer(name, row)
    }

    /// The id of a player; nothing where the cell is empty or holds something else.
    pub(crate) fn id(&self, name: &str, row: usize) -> Option<u32> {
        self.integer(name, row).and_then(|id| u32::try_from(id).ok())
    }

    /// A number between bounds; one outside them is a damaged table, and nothing can be worked out with it.
    pub(crate) fn bounded(&self, name: &str, row: usize, bounds: std::ops::RangeInclusive<i64>) -> Result<Option<i32>, StoreError> {
        let value = self.integer(name, row);
        match value.filter(|value| !bounds.contains(value)) {
            Some(value) => Err(self.damaged(row, &format!("{name} is {value}, which cannot be"))),
            None => Ok(value.and_then(|value| i32::try_from(value).ok())),
        }
    }

    /// A word of a closed set; nothing where the cell is empty. Any other word is a damaged table.
    pub(crate) fn word<T: FromStr>(&self, name: &str, row: usize) -> Result<Option<T>, StoreError> {
        match self.table.text(name, row) {
            "" => Ok(None),
            word => word.parse().map(Some).map_err(|_| self.damaged(row, &format!("{name} is '{word}', which is no word for it"))),
        }
    }

    /// A word of a closed set that has to be there.
    pub(crate) fn required_word<T: FromStr>(&self, name: &str, row: usize) -> Result<T, StoreError> {
        self.word(name, row)?.ok_or_else(|| self.damaged(row, &format!("{name} is empty")))
    }

    pub(crate) fn damaged(&self, row: usize, what: &str) -> StoreError {
        StoreError::Unreadable { path: self.path.clone(), message: format!("row {}: {what}", self.place(row) + 1) }
    }

    fn place(&self, row: usize) -> usize {
        match &self.places {
            Places::From(first) => first + row,
            Places::At(places) => places.get(row).copied().unwrap_or(row),
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

    /// A column of whole numbers; nothing where it is not there.
    pub(crate) fn integers(&self, name: &str) -> Result<Option<Integers>, StoreError> {
        self.table.integers(name).map_err(StoreError::unreadable(&self.path))
    }

    /// A column of texts; nothing where it is not there.
    pub(crate) fn texts(&self, name: &str) -> Result<Option<Texts>, StoreError> {
        self.table.texts(name).map_err(StoreError::unreadable(&self.path))
    }

    /// A column of UTC moments in microseconds since 1970-01-01.
    pub(crate) fn timestamps(&self, name: &str) -> Result<Integers, StoreError> {
        self.table.timestamps(name).map_err(StoreError::unreadable(&self.path))
    }
}

/// A table in the order of `fide_id`, of which one player's rows are wanted.
#[derive(Clone, Debug)]
pub(crate) struct ByPlayer {
    file: ParquetFile,
    /// The id of each row; rows of players without one come last, as the largest number.
    ids: Vec<u32>,
}

impl ByPlayer {
    pub(crate) fn open(path: PathBuf) -> Result<Self, StoreError> {
        let file = ParquetFile::new(path);
        let rows = file.columns(&["fide_id"])?;
        let column = rows.table.required_integers("fide_id").map_err(|error| StoreError::unreadable(&rows.path)(error))?;
        let ids: Vec<u32> = column.iter().map(|id| id.and_then(|id| u32::try_from(id).ok()).unwrap_or(u32::MAX)).collect();
        if !ids.is_sorted() {
            return Err(StoreError::Unreadable { path: rows.path, message: "the rows are not in the order of fide_id".to_owned() });
        }
        Ok(Self { file, ids })
    }

    pub(crate) fn ids(&self) -> &[u32] {
        &self.ids
    }

    pub(crate) fn file(&self) -> &ParquetFile {
        &self.file
    }

    /// Where a player's rows stand.
    pub(crate) fn range(&self, id: u32) -> Range<usize> {
        let from = self.ids.partition_point(|&other| other < id);
        from..from + self.ids[from..].partition_point(|&other| other == id)
    }

    pub(crate) fn rows_of(&self, id: u32, names: &[&str]) -> Result<Rows, StoreError> {
        self.file.rows(self.range(id), names)
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
    fn a_players_rows_are_those_with_the_id() {
        let folder = tempfile::tempdir().expect("a folder");
        let games = ByPlayer::open(file(folder.path(), 100, pairs)).expect("readable");
        let rows = games.rows_of(20, &["text", "nothing"]).expect("readable");
        assert_eq!((rows.len(), rows.text("text", 0), rows.text("text", 1)), (2, "row 38".to_owned(), "row 39".to_owned()));
        assert_eq!(rows.text("nothing", 0), "");
        assert_eq!(games.rows_of(51, &["text"]).expect("readable").len(), 0);
        assert_eq!(games.file().picked(&[3, 98], &["fide_id"]).expect("readable").id("fide_id", 1), Some(50));
    }

    #[test]
    fn a_word_that_is_none_is_a_damaged_table_with_the_row_of_the_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = file(folder.path(), 100, pairs);
        let games = ByPlayer::open(path.clone()).expect("readable");
        let said = |rows: Rows, row: usize| rows.word::<rating::SideStatus>("text", row).expect_err("damaged").to_string();
        let expected = |row: usize| format!("{}: row {}: text is 'row {row}', which is no word for it", path.display(), row + 1);
        assert_eq!(said(games.rows_of(20, &["text"]).expect("readable"), 1), expected(39));
        assert_eq!(said(games.file().picked(&[3, 98], &["text"]).expect("readable"), 1), expected(98));
        let rows = games.rows_of(20, &["fide_id"]).expect("readable");
        assert_eq!(rows.word::<rating::SideStatus>("text", 0).expect("empty"), None);
        let empty = rows.required_word::<rating::SideStatus>("text", 0).expect_err("damaged").to_string();
        assert_eq!(empty, format!("{}: row 39: text is empty", path.display()));
    }

    #[test]
    fn a_file_that_cannot_be_asked_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let said = |path: PathBuf| ByPlayer::open(path).expect_err("refused").to_string();
        let missing = folder.path().join("changes.parquet");
        assert_eq!(said(missing.clone()), format!("{}: no such file or folder", missing.display()));
        let path = file(folder.path(), 2, |row| 2 - u32::from(row == 1));
        assert_eq!(said(path.clone()), format!("{}: the rows are not in the order of fide_id", path.display()));
        std::fs::write(&path, "PAR1PAR1").expect("written");
        assert!(said(path.clone()).starts_with(&format!("{}: ", path.display())));
    }

    #[test]
    fn a_file_that_claims_more_rows_than_it_can_hold_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.parquet");
        let out = std::fs::File::create(&path).expect("a file");
        OutputTable::new(2_000_000, vec![OutputColumn::integers("fide_id", |_| Some(1))]).write_parquet(out, &[]).expect("written");
        let said = ByPlayer::open(path).expect_err("refused").to_string();
        assert!(said.contains("the file claims 2000000 rows"), "{said}");
    }
}
