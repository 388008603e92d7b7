//! Where the inputs of a list lay, as its `run.json` says.

use std::path::{Path, PathBuf};
use store::{InputPaths, RunRecord};

/// The places of a list's inputs. Nothing is there where `run.json` does not say it: the places are a help and no more.
pub(crate) fn places_of(folder: &Path) -> InputPaths {
    RunRecord::read(folder).map(|record| record.inputs).unwrap_or_default().resolved_from(&beside(folder))
}

/// The folder that holds a list folder.
pub(crate) fn beside(folder: &Path) -> PathBuf {
    folder.canonicalize().ok().and_then(|path| path.parent().map(Path::to_owned)).unwrap_or_default()
}
