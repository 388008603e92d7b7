//! Files of a world.

use crate::WorldError;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use tables::{OutputTable, TableError};

/// Opens a file that is not there yet, with the folders above it.
pub(crate) fn create(path: &Path) -> Result<BufWriter<File>, WorldError> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(|source| failed(parent, source))?;
    }
    File::create_new(path).map(BufWriter::new).map_err(|source| failed(path, source))
}

/// Writes a whole file.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), WorldError> {
    fs::write(path, bytes).map_err(|source| failed(path, source))
}

/// Writes a table as Parquet into a file that is not there yet.
pub(crate) fn write_parquet(path: &Path, table: &OutputTable<'_>) -> Result<(), WorldError> {
    let mut out = create(path)?;
    table.write_parquet(&mut out, &[]).map_err(|source| table_failed(path, source))?;
    // A full disk must not pass unnoticed when the writer is dropped.
    out.flush().map_err(|source| failed(path, source))
}

/// Writes a table as CSV into a file that is not there yet.
pub(crate) fn write_csv(path: &Path, table: &OutputTable<'_>) -> Result<(), WorldError> {
    table.write_csv(create(path)?).map_err(|source| table_failed(path, source))
}

pub(crate) fn table_failed(path: &Path, source: TableError) -> WorldError {
    WorldError::Table { path: path.to_owned(), source }
}

pub(crate) fn failed(path: &Path, source: io::Error) -> WorldError {
    WorldError::Io { path: path.to_owned(), source }
}

/// A world gets a folder of its own: nothing that is there is written over.
pub(crate) fn claim(folder: &Path) -> Result<(), WorldError> {
    fs::create_dir_all(folder).map_err(|source| failed(folder, source))?;
    let mut there = fs::read_dir(folder).map_err(|source| failed(folder, source))?;
    match there.next() {
        None => Ok(()),
        Some(_) => Err(WorldError::NotEmpty { path: folder.to_owned() }),
    }
}
