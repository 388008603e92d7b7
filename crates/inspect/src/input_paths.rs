//! The paths of a list's inputs, as its `run.json` records them.

use std::path::{Path, PathBuf};
use store::{InputPaths, RunRecord};

/// The paths of a list's inputs; empty if `run.json` does not have them.
pub(crate) fn input_paths(folder: &Path) -> InputPaths {
    RunRecord::read(folder).map(|record| record.inputs).unwrap_or_default().resolved_from(&parent_folder(folder))
}

/// The folder that contains a list folder.
pub(crate) fn parent_folder(folder: &Path) -> PathBuf {
    folder.canonicalize().ok().and_then(|path| path.parent().map(Path::to_owned)).unwrap_or_default()
}
