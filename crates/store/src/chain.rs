//! Finds the list that a list was built on. Manifests name it by its hash, so the chain leads back to the first list.

use crate::hash::sha256_hex;
use crate::{ListSource, Manifest, StoreError, all_versions, file, read_file};
use model::{InputFile, InputRole, ListDate};
use std::borrow::Borrow;
use std::path::{Path, PathBuf};

/// Returns every version of every list in a folder of list folders, or the single list at `path`. A file whose name has no date gets
/// `fallback_date`.
pub fn versions_at(path: &Path, fallback_date: ListDate) -> Result<Vec<ListSource>, StoreError> {
    if let Ok(source) = ListSource::open(path, Some(fallback_date)) {
        return Ok(vec![source]);
    }
    let folders = all_versions(path)?;
    Ok(folders.into_iter().filter_map(|folder| ListSource::open(&folder.path, Some(folder.name.date)).ok()).collect())
}

impl ListSource {
    /// Returns the path of the file of this list that `input` names.
    pub fn file_of_input(&self, input: &InputFile) -> Option<PathBuf> {
        match &self.folder {
            None => self.file.file_name().is_some_and(|name| name.to_string_lossy() == input.path.as_str()).then(|| self.file.clone()),
            Some(folder) => {
                let (date, name) = input.path.split_once('/')?;
                (self.date.to_string() == date).then(|| folder.join(name))
            }
        }
    }

    /// Returns the manifest if the list is a folder with a readable one.
    pub fn manifest(&self) -> Option<Manifest> {
        Manifest::read(self.folder.as_ref()?).ok()
    }
}

impl Manifest {
    /// Returns the candidate that this list was built on: the one whose manifest has the hash recorded here. Where no hash is recorded, it
    /// is the candidate without a manifest whose files have the recorded hashes.
    pub fn find_previous<S: Borrow<ListSource>>(&self, candidates: impl IntoIterator<Item = S>) -> Option<S> {
        // The previous list is older. A manifest that says otherwise was not written by this program.
        let date = self.previous.filter(|previous| *previous < self.list)?;
        candidates.into_iter().find(|candidate| candidate.borrow().date == date && self.is_built_on(candidate.borrow()))
    }

    fn is_built_on(&self, list: &ListSource) -> bool {
        let hash = |path: &Path| read_file(path).ok().map(|bytes| sha256_hex(&bytes));
        let manifest = list.folder.as_ref().and_then(|folder| hash(&folder.join(file::MANIFEST)));
        if manifest.is_some() || self.previous_manifest.is_some() {
            return manifest == self.previous_manifest;
        }
        let mut read = self.inputs.iter().filter(|input| input.role == InputRole::Previous).peekable();
        read.peek().is_some() && read.all(|input| list.file_of_input(input).and_then(|path| hash(&path)).as_ref() == Some(&input.sha256))
    }
}
