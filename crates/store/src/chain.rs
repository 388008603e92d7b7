//! Which list a list was built on: the manifests name it by its hash, a chain that anyone can follow back to the first list.

use crate::hash::sha256_hex;
use crate::{ListSource, Manifest, StoreError, all_versions, file, read_file};
use model::{InputFile, InputRole, ListDate};
use std::borrow::Borrow;
use std::path::{Path, PathBuf};

/// Every version of every list in a folder of list folders, or the one list that a path is; `otherwise` is the date of a file that does not tell it.
pub fn versions_at(path: &Path, otherwise: ListDate) -> Result<Vec<ListSource>, StoreError> {
    if let Ok(source) = ListSource::open(path, Some(otherwise)) {
        return Ok(vec![source]);
    }
    let folders = all_versions(path)?;
    Ok(folders.into_iter().filter_map(|folder| ListSource::open(&folder.path, Some(folder.name.date)).ok()).collect())
}

impl ListSource {
    /// The file of this list that an input names.
    pub fn part(&self, input: &InputFile) -> Option<PathBuf> {
        match &self.folder {
            None => self.file.file_name().is_some_and(|name| name.to_string_lossy() == input.path.as_str()).then(|| self.file.clone()),
            Some(folder) => {
                let (date, name) = input.path.split_once('/')?;
                (self.date.to_string() == date).then(|| folder.join(name))
            }
        }
    }

    /// The manifest, where the list is a folder that has one.
    pub fn manifest(&self) -> Option<Manifest> {
        Manifest::read(self.folder.as_ref()?).ok()
    }
}

impl Manifest {
    /// The list that this one was built on, among some lists: the one whose manifest has the hash that this one names. Where this one names none,
    /// the one without a manifest that has the very files that were read.
    pub fn built_on<S: Borrow<ListSource>>(&self, candidates: impl IntoIterator<Item = S>) -> Option<S> {
        // A chain goes back in time; a manifest that says otherwise is none of ours.
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
        read.peek().is_some() && read.all(|input| list.part(input).and_then(|path| hash(&path)).as_ref() == Some(&input.sha256))
    }
}
