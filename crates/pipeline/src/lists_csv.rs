//! Keeps `lists.csv` of a folder of lists up to date with the list folders in it.

use crate::run::parent_folder;
use crate::{PipelineError, Result};
use std::path::Path;
use store::{FolderName, LISTS_CSV, ListsCsvUpdate, update_lists_csv};

/// Makes `lists.csv` anew after a command that may have published, and passes on what came of the command. Call it only while holding the
/// lock. After an error nothing is written unless folders have changed before it.
pub(crate) fn with_lists_csv<T>(lists: &Path, result: Result<T>, has_changed_folders: bool) -> Result<T> {
    if !has_changed_folders {
        return result;
    }
    let updated = update_lists_csv(lists);
    let value = result?;
    if updated? == ListsCsvUpdate::SomebodyElses {
        let path = lists.join(LISTS_CSV);
        tracing::warn!("{}: not the table of lists that is written here, so there is none; move it elsewhere", path.display());
    }
    Ok(value)
}

/// Makes `lists.csv` beside a list folder anew, unless its name is none that a list folder has in a folder of lists.
pub(crate) fn with_lists_csv_beside<T>(folder: &Path, result: Result<T>) -> Result<T> {
    let has_changed_folders = FolderName::from_path(folder).is_some() && has_changed_folders(&result);
    with_lists_csv(parent_folder(folder), result, has_changed_folders)
}

/// Whether a list was published, or one was refused and written for inspection.
pub(crate) fn has_changed_folders<T>(result: &Result<T>) -> bool {
    matches!(result, Ok(_) | Err(PipelineError::Refused { folder: Some(_), .. }))
}
