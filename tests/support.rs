//! What every test of the program needs: a folder, the program, and its tables.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tables::{CellValue, ParquetTable, Table};
use tempfile::TempDir;

/// A temporary folder that files are put into by their relative names.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn join(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file, with the folders above it.
    pub(crate) fn put(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder above it")).expect("folders can be made");
        std::fs::write(&path, content).expect("files can be written");
        path
    }
}

/// The program in this folder, with arguments.
pub(crate) fn ratinglist(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ratinglist"))
        .current_dir(folder)
        .args(arguments)
        .env("NO_COLOR", "1")
        .output()
        .expect("the program starts")
}

/// Runs the program and wants this exit code; on another one the test fails and shows what was said.
pub(crate) fn expect_exit(folder: &Path, arguments: &[&str], code: i32) -> Said {
    let output = ratinglist(folder, arguments);
    let said =
        Said { out: String::from_utf8_lossy(&output.stdout).into_owned(), err: String::from_utf8_lossy(&output.stderr).into_owned() };
    assert_eq!(output.status.code(), Some(code), "ratinglist {}\n--- stdout\n{}\n--- stderr\n{}", arguments.join(" "), said.out, said.err);
    said
}

/// What the program printed.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) out: String,
    pub(crate) err: String,
}

/// A file of this repository's `tests` folder.
pub(crate) fn test_file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(name)
}

/// Whether expected files are written anew from what the program makes, instead of being compared with it: `make bless`.
///
/// It is the one way for all of them: golden folders, snapshots of outputs, and the expectations of the corpus in `tests/trf`. Whoever
/// blesses judges every line of the difference before it is committed.
pub(crate) fn is_blessing() -> bool {
    std::env::var_os("BLESS").is_some_and(|value| !value.is_empty())
}

/// Compares a text with the file of what is expected, or writes that file anew (see [`is_blessing`]).
pub(crate) fn expect_file(path: &Path, made: &str) {
    if is_blessing() {
        std::fs::create_dir_all(path.parent().expect("a folder above it")).expect("folders can be made");
        std::fs::write(path, made).expect("files can be written");
    }
    let expected = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let first = made.lines().zip(expected.lines()).enumerate().find(|(_, (made, expected))| made != expected);
    let lines = (made.lines().count(), expected.lines().count());
    assert!(made == expected, "{} differs, first in {first:?}; lines made and expected: {lines:?}", path.display());
}

/// The Rust files of a folder and of all folders below it.
pub(crate) fn rust_sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.append(&mut rust_sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found
}

/// Whether a source text has a test of this name: a function with the attribute, and not just any.
pub(crate) fn has_test(source: &str, name: &str) -> bool {
    let mut is_test = false;
    for line in source.lines().map(str::trim) {
        if is_test && line.starts_with(&format!("fn {name}(")) {
            return true;
        }
        is_test = line == "#[test]" || (is_test && line.starts_with("#["));
    }
    false
}

/// A Parquet table.
pub(crate) fn parquet(path: &Path) -> Table {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let read = ParquetTable::from_bytes(&bytes, |_| true).and_then(|table| table.read_all());
    read.unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A table as rows of text, by column name; a gap is empty.
pub(crate) fn rows(table: &Table) -> Vec<BTreeMap<String, String>> {
    let mut rows = vec![BTreeMap::new(); table.height()];
    for name in table.names() {
        for (at, row) in rows.iter_mut().enumerate() {
            let text = match table.cell(name, at) {
                CellValue::Null => String::new(),
                CellValue::Text(text) => text.to_owned(),
                CellValue::Integer(number) | CellValue::Timestamp(number) => number.to_string(),
                CellValue::Date(days) => model::date_after_1970(days).expect("a date of a list").to_string(),
                CellValue::Boolean(claim) => claim.to_string(),
                CellValue::Other => panic!("{name}: a type that no table of ours has"),
            };
            row.insert(name.to_owned(), text);
        }
    }
    rows
}

/// Writes a table as Parquet.
pub(crate) fn write_parquet(path: &Path, table: &Table) {
    let file = std::fs::File::create(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    table.to_output().write_parquet(file, &[]).expect("written");
}

/// A CSV table as rows of text, by column name.
pub(crate) fn csv_rows(path: &Path) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    reader.deserialize().map(|row| row.expect("a row of the table")).collect()
}

/// Every file below a folder with its bytes, by relative name, without `run.json`.
pub(crate) fn bytes_below(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    fn walk(root: &Path, folder: &Path, found: &mut BTreeMap<String, Vec<u8>>) {
        for entry in std::fs::read_dir(folder).expect("readable") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                walk(root, &path, found);
            } else if path.file_name().is_some_and(|name| name != "run.json") {
                let name = path.strip_prefix(root).expect("below it").to_string_lossy().into_owned();
                found.insert(name, std::fs::read(&path).expect("readable"));
            }
        }
    }
    let mut found = BTreeMap::new();
    walk(folder, folder, &mut found);
    found
}

/// Copies a folder with everything below it.
pub(crate) fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("readable") {
        let path = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() { copy(&path, &target) } else { std::fs::copy(&path, &target).map(drop).expect("copied") }
    }
}
