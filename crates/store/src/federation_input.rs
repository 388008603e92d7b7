//! Reads lists that the federation publishes, and records hash and snapshot of the file.

use crate::{StoreError, open_file, sha256_of_reader, snapshot_of};
use federation_lists::{FederationList, FederationListOptions, ReadError, RecognisedList};
use model::{Control, FileSnapshot, ListDate};
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

/// A federation's list and the hash of the file from which it was read.
#[derive(Clone, Debug)]
pub struct FederationInput {
    pub list: FederationList,
    pub sha256: String,
    /// The file's metadata before it was read.
    pub snapshot: FileSnapshot,
}

/// Recognises a federation's list by its content; `None` for any other file.
pub fn recognise_federation_list(path: &Path) -> Result<Option<RecognisedList>, StoreError> {
    let mut file = open_file(path).map_err(StoreError::io(path))?;
    let mut magic = [0; 4];
    let read = file.read(&mut magic).map_err(StoreError::io(path))?;
    if tables::is_parquet(&magic[..read]) {
        return Ok(None);
    }
    file.seek(SeekFrom::Start(0)).map_err(StoreError::io(path))?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    federation_lists::recognise(file, &name).map_err(StoreError::io(path))
}

/// Reads a federation's list row by row, without holding the file in memory. Diagnostics call the file `display_name`.
pub fn read_federation_list(
    path: &Path,
    display_name: &Arc<str>,
    control: Option<Control>,
    date: Option<ListDate>,
) -> Result<FederationInput, StoreError> {
    // One open file is hashed and read, so another file renamed to this path meanwhile does no harm.
    let mut file = open_file(path).map_err(StoreError::io(path))?;
    let snapshot = snapshot_of(&file, path).map_err(StoreError::io(path))?;
    let sha256 = sha256_of_reader(&file).map_err(StoreError::io(path))?;
    file.seek(SeekFrom::Start(0)).map_err(StoreError::io(path))?;
    let reread = file.try_clone().map_err(StoreError::io(path))?;
    match federation_lists::read(file, display_name, FederationListOptions { control, date }) {
        // The file is read twice, so a write in between must be noticed.
        Ok(_) if snapshot_of(&reread, path).map_err(StoreError::io(path))?.stamp != snapshot.stamp => {
            Err(StoreError::Unreadable { path: path.to_owned(), message: "it was written to while it was read; run again".to_owned() })
        }
        Ok(list) => Ok(FederationInput { list, sha256, snapshot }),
        Err(ReadError::Io(error)) => Err(StoreError::io(path)(error)),
        Err(ReadError::Refused(diagnostics)) => Err(StoreError::Refused { file: path.display().to_string(), diagnostics }),
    }
}
