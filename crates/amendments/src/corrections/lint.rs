//! Lints files of corrections in any folder; such a file is recognised by its header.

use super::correction_row::is_corrections_file;
use super::read_files;
use crate::codes;
use ingest::IngestError;
use ingest::input_table::canonical_folder;
use model::{Diagnostic, Place};
use std::path::{Path, PathBuf};

/// Lints a file of corrections, or all files in a folder and below it. Files of one folder are checked together.
pub(crate) fn check_corrections(path: &Path) -> Result<Vec<Diagnostic>, IngestError> {
    if !path.is_dir() {
        return if is_corrections_file(path) { lint_files(&[path.to_owned()]) } else { Ok(Vec::new()) };
    }
    let entries = std::fs::read_dir(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let mut paths: Vec<PathBuf> = entries.map_err(|error| IngestError::io(path, error))?.iter().map(std::fs::DirEntry::path).collect();
    paths.retain(|path| !path.is_symlink() && !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.')));
    paths.sort();
    let (folders, mut files): (Vec<PathBuf>, Vec<PathBuf>) = paths.into_iter().partition(|path| path.is_dir());
    files.retain(|path| path.is_file() && is_corrections_file(path));
    let mut found = lint_files(&files)?;
    for folder in folders {
        // The search for tournaments reports a folder that cannot be opened.
        found.extend(check_corrections(&folder).unwrap_or_default());
    }
    Ok(found)
}

/// Returns the diagnostics of files of one folder.
fn lint_files(files: &[PathBuf]) -> Result<Vec<Diagnostic>, IngestError> {
    let Some(first) = files.first() else { return Ok(Vec::new()) };
    let named: Vec<(PathBuf, String)> = files.iter().map(|path| (path.clone(), path.to_string_lossy().into_owned())).collect();
    match read_files(&named, canonical_folder(first)?) {
        Ok(read) => Ok(read.diagnostics.into_iter().chain(read.left_out).collect()),
        Err(IngestError::Table { path, problem }) => {
            let message = format!("the table cannot be read: {problem}");
            let hint = "corrections are CSV files with all the columns of their header";
            let file = path.to_string_lossy().into();
            Ok(vec![Diagnostic::new(&codes::CORRECTIONS_UNREADABLE, &file, Place::default(), message).with_hint(hint)])
        }
        Err(error) => Err(error),
    }
}
