//! Lists as the federation publishes them, wherever a list is wanted.

use crate::{StoreError, open_file, sha256_of, sighting_of};
use federation_lists::{FederationList, Question, ReadError, Recognised};
use model::{Control, ListDate, Sighting};
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

/// A federation's list and the hash of the file that it was read from.
#[derive(Clone, Debug)]
pub struct FederationInput {
    pub list: FederationList,
    pub sha256: String,
    /// How the file looked before it was read.
    pub seen: Sighting,
}

/// Whether a file is a federation's list, told by its content.
pub fn is_federation_list(path: &Path) -> Result<Option<Recognised>, StoreError> {
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

/// Reads a federation's list row by row, so that the file itself is never held. `shown` is how diagnostics name it.
pub fn read_federation_list(
    path: &Path,
    shown: &Arc<str>,
    control: Option<Control>,
    date: Option<ListDate>,
) -> Result<FederationInput, StoreError> {
    // The file that is hashed is the file that is read, even if another takes its name meanwhile.
    let mut file = open_file(path).map_err(StoreError::io(path))?;
    let seen = sighting_of(&file, path).map_err(StoreError::io(path))?;
    let sha256 = sha256_of(&file).map_err(StoreError::io(path))?;
    file.seek(SeekFrom::Start(0)).map_err(StoreError::io(path))?;
    let again = file.try_clone().map_err(StoreError::io(path))?;
    match federation_lists::read(file, shown, Question { control, date }) {
        // Read twice, so it must not have been written to in between.
        Ok(_) if sighting_of(&again, path).map_err(StoreError::io(path))?.stamp != seen.stamp => {
            Err(StoreError::Unreadable { path: path.to_owned(), message: "it was written to while it was read; run again".to_owned() })
        }
        Ok(list) => Ok(FederationInput { list, sha256, seen }),
        Err(ReadError::Io(error)) => Err(StoreError::io(path)(error)),
        Err(ReadError::Refused(diagnostics)) => Err(StoreError::Refused { file: path.display().to_string(), diagnostics }),
    }
}
