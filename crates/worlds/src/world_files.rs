//! Creates and writes the files of a world.

use crate::WorldError;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use tables::{OutputTable, TableError};

/// Creates a file that does not exist yet, with its folders.
pub(crate) fn create(path: &Path) -> Result<BufWriter<File>, WorldError> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(|source| io_error(parent, source))?;
    }
    File::create_new(path).map(BufWriter::new).map_err(|source| io_error(path, source))
}

/// Writes a whole file.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), WorldError> {
    fs::write(path, bytes).map_err(|source| io_error(path, source))
}

/// Writes a table as Parquet to a new file.
pub(crate) fn write_parquet(path: &Path, table: &OutputTable<'_>) -> Result<(), WorldError> {
    let mut out = create(path)?;
    table.write_parquet(&mut out, &[]).map_err(|source| table_error(path, source))?;
    // Dropping the writer would hide a full disk.
    out.flush().map_err(|source| io_error(path, source))
}

/// Writes a table as CSV to a new file.
pub(crate) fn write_csv(path: &Path, table: &OutputTable<'_>) -> Result<(), WorldError> {
    table.write_csv(create(path)?).map_err(|source| table_error(path, source))
}

pub(crate) fn table_error(path: &Path, source: TableError) -> WorldError {
    WorldError::Table { path: path.to_owned(), source }
}

pub(crate) fn io_error(path: &Path, source: io::Error) -> WorldError {
    WorldError::Io { path: path.to_owned(), source }
}

/// Creates the folder of a world; one that is not empty is an error, so that nothing is overwritten.
pub(crate) fn create_empty_folder(folder: &Path) -> Result<(), WorldError> {
    fs::create_dir_all(folder).map_err(|source| io_error(folder, source))?;
    let mut there = fs::read_dir(folder).map_err(|source| io_error(folder, source))?;
    match there.next() {
        None => Ok(()),
        Some(_) => Err(WorldError::NotEmpty { path: folder.to_owned() }),
    }
}
