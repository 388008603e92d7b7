//! Reads Parquet tables of list folders and compares them row by row.

use crate::{StoreError, read_file};
use std::path::Path;
use tables::{ParquetTable, Table, TableError};

/// Columns that are not compared. Later versions of the program may fill them differently: articles and the editions that they are of,
/// messages, and fingerprints, which version 0.1 computed from corrected games and later versions compute from games as reported. Size and
/// hash of a report change with every letter of it, and no number of a list depends on them.
const UNCOMPARED: [&str; 6] = ["article", "edition", "detail", "content", "report_size", "report_sha256"];

/// Reads a Parquet table. `columns` selects columns, and those that the file lacks are ignored; `None` selects all.
pub fn read_table(path: &Path, columns: Option<&[&str]>) -> Result<Table, StoreError> {
    let bytes = read_file(path).map_err(StoreError::io(path))?;
    table_from_bytes(&bytes, columns).map_err(|error| StoreError::unreadable(path)(error))
}

/// Reads a Parquet table from its bytes. `columns` selects columns, and those that the file lacks are ignored; `None` selects all.
pub fn table_from_bytes(bytes: &[u8], columns: Option<&[&str]>) -> Result<Table, TableError> {
    ParquetTable::from_bytes(bytes, |name| columns.is_none_or(|columns| columns.contains(&name)))?.read_all()
}

/// Whether two files hold the same rows. The newer file may have further columns. Files that are not Parquet are compared byte by byte.
pub fn have_same_rows(old: &Path, new: &Path) -> Result<bool, StoreError> {
    let [before, after] = [old, new].map(|path| read_file(path).map_err(StoreError::io(path)));
    let (before, after) = (before?, after?);
    if !(tables::is_parquet(&before) && tables::is_parquet(&after)) {
        return Ok(before == after);
    }
    let before = table_from_bytes(&before, None).map_err(|error| StoreError::unreadable(old)(error))?;
    let after = table_from_bytes(&after, None).map_err(|error| StoreError::unreadable(new)(error))?;
    same_rows(&before, &after).map_err(|error| StoreError::unreadable(old)(error))
}

/// How many rows of two files differ, in whatever order they are. Columns that only the newer file has do not count.
pub fn count_differing_rows(old: &Path, new: &Path) -> Result<usize, StoreError> {
    let (before, after) = (read_file(old).map_err(StoreError::io(old))?, read_file(new).map_err(StoreError::io(new))?);
    if !(tables::is_parquet(&before) && tables::is_parquet(&after)) {
        let lines = |bytes: &[u8]| String::from_utf8_lossy(bytes).lines().map(str::to_owned).collect();
        return Ok(count_differences(lines(&before), lines(&after)));
    }
    let before = table_from_bytes(&before, None).map_err(|error| StoreError::unreadable(old)(error))?;
    let after = table_from_bytes(&after, None).map_err(|error| StoreError::unreadable(new)(error))?;
    let compared: Vec<&str> = before.names().filter(|name| !UNCOMPARED.contains(name)).collect();
    let rows = |table: &Table| {
        let row = |row| compared.iter().map(|name| format!("{:?}\n", table.cell(name, row))).collect();
        (0..table.height()).map(row).collect::<Vec<String>>()
    };
    Ok(count_differences(rows(&before), rows(&after)))
}

/// The number of rows that one of two tables has and the other has not, the larger of the two numbers.
fn count_differences(mut before: Vec<String>, mut after: Vec<String>) -> usize {
    before.sort_unstable();
    after.sort_unstable();
    let (mut at_before, mut at_after, mut shared) = (0, 0, 0);
    while let (Some(one), Some(other)) = (before.get(at_before), after.get(at_after)) {
        shared += usize::from(one == other);
        at_before += usize::from(one <= other);
        at_after += usize::from(other <= one);
    }
    before.len().max(after.len()) - shared
}

fn same_rows(before: &Table, after: &Table) -> Result<bool, TableError> {
    if before.height() != after.height() {
        return Ok(false);
    }
    for name in before.names().filter(|name| !UNCOMPARED.contains(name)) {
        if !after.has(name) || !before.same_column(after, name)? {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tables::OutputColumn;

    fn table(ratings: [Option<i32>; 3], article: &'static str) -> Table {
        let columns = vec![
            OutputColumn::ids("fide_id", |row| u32::try_from(row + 1).ok()),
            OutputColumn::integers("rating", move |row| ratings[row]),
            OutputColumn::constant_text("article", article),
        ];
        Table::new(3, columns).expect("a table")
    }

    #[test]
    fn tables_are_the_same_unless_a_number_or_a_row_differs() {
        let one = table([Some(1800), None, Some(2000)], "7.2");
        assert!(same_rows(&one, &table([Some(1800), None, Some(2000)], "7.2.1")).expect("comparable"), "articles may be mended");
        assert!(!same_rows(&one, &table([Some(1800), None, Some(2001)], "7.2")).expect("comparable"));
        assert!(!same_rows(&one, &table([Some(1800), Some(0), Some(2000)], "7.2")).expect("comparable"));
        assert!(!same_rows(&one, &one.slice(0..2)).expect("comparable"));
    }

    #[test]
    fn differing_rows_are_counted_whatever_their_order() {
        let count = |before: &[&str], after: &[&str]| {
            let rows = |rows: &[&str]| rows.iter().map(|row| (*row).to_owned()).collect();
            count_differences(rows(before), rows(after))
        };
        assert_eq!(count(&["a", "b", "b"], &["b", "a", "b"]), 0);
        assert_eq!(count(&["a", "b", "b"], &["b", "a", "c"]), 1);
        assert_eq!(count(&["a"], &["b", "a", "c"]), 2);
        assert_eq!(count(&["a", "b"], &[]), 2);
    }

    #[test]
    fn a_newer_table_may_have_more_columns_and_no_fewer() {
        let old = table([Some(1800), None, Some(2000)], "7.2");
        let mut new = old.clone();
        new.set_column(&OutputColumn::constant_text("control", "rapid")).expect("added");
        assert!(same_rows(&old, &new).expect("comparable"));
        assert!(!same_rows(&new, &old).expect("comparable"));
    }
}
