//! A list folder with audit tables: its manifest, its rules, and the list that it was built on.

use crate::explain::ExplainError;
use crate::input_paths::{input_paths, parent_folder};
use crate::parquet_rows::ParquetFile;
use crate::rules::Rules;
use model::{InputRole, ListDate, Pool};
use std::path::{Path, PathBuf};
use store::{
    CheckedFolder, FileInParts, HashCheck, JobDescription, ListSource, Manifest, StoreError, file, read_pool, sha256_hex, versions_at,
};

#[derive(Debug)]
pub(crate) struct AuditFolder {
    pub(crate) path: PathBuf,
    checked: CheckedFolder,
    hash_check: HashCheck,
    pub(crate) manifest: Manifest,
    pub(crate) previous_date: ListDate,
    pub(crate) rules: Rules,
    pub(crate) previous: Option<ListSource>,
    /// The folders of lists in which the lists before it lie.
    roots: Vec<PathBuf>,
}

/// The pool of the previous list.
#[derive(Debug)]
pub(crate) enum PoolBefore {
    Read(Pool),
    /// The previous list has no pool: it was not made by this program.
    None,
    /// The previous list had a pool, but the file is missing or has changed.
    Missing,
}

impl AuditFolder {
    pub(crate) fn open(folder: &Path, hash_check: HashCheck) -> Result<Self, ExplainError> {
        if !folder.exists() {
            return Err(StoreError::Missing { path: folder.to_owned() }.into());
        }
        if folder.is_dir() {
            store::reject_links_leaving_store(folder)?;
        }
        let checked = CheckedFolder::open_to_inspect(folder, hash_check)?;
        let no_manifest = || ExplainError::IncompleteFolder { folder: folder.to_owned(), missing: file::MANIFEST.to_owned() };
        let manifest = checked.manifest().cloned().ok_or_else(no_manifest)?;
        let previous_date = manifest.previous.ok_or_else(|| ExplainError::Imported { folder: folder.to_owned() })?;
        if !JobDescription::from_manifest(&manifest).options.audit {
            return Err(ExplainError::NoAudit { folder: folder.to_owned() });
        }
        for needed in [file::GAMES, file::CHANGES, file::TOURNAMENTS, file::STATE] {
            if !folder.join(needed).is_file() {
                return Err(ExplainError::IncompleteFolder { folder: folder.to_owned(), missing: needed.to_owned() });
            }
        }
        let places = input_paths(folder);
        let rules = Rules::of(&manifest, &places)?;
        // Without a record of the run the previous list is looked for in the same parent folder.
        let roots: Vec<PathBuf> = places.lists.into_iter().chain([parent_folder(folder)]).collect();
        let previous = manifest.find_previous(roots.iter().flat_map(|root| versions_at(root, previous_date).unwrap_or_default()));
        Ok(Self { path: folder.to_owned(), checked, hash_check, manifest, previous_date, rules, previous, roots })
    }

    /// The oldest list of the folders of lists, with which the history of its players begins.
    pub(crate) fn first_list(&self) -> Option<ListSource> {
        let lists = self.roots.iter().flat_map(|root| versions_at(root, self.previous_date).unwrap_or_default());
        lists.filter(|source| source.date <= self.previous_date).min_by_key(|source| source.date)
    }

    /// Whether the files that are read are compared with their hashes.
    pub(crate) fn hash_check(&self) -> HashCheck {
        self.hash_check
    }

    /// The path of a file, which is there only if it is what was published.
    pub(crate) fn file(&self, name: &str) -> Result<PathBuf, StoreError> {
        Ok(self.checked.file(name)?.unwrap_or_else(|| self.path.join(name)))
    }

    /// A table of which only what is needed is read, and compared with its hashes; `None` if the folder does not have it.
    pub(crate) fn existing_table(&self, name: &str) -> Result<Option<ParquetFile>, StoreError> {
        Ok(self.checked.open_in_parts(name)?.map(ParquetFile::in_parts))
    }

    /// A file of which only what is needed is read, and compared with its hashes.
    pub(crate) fn in_parts(&self, name: &str) -> Result<FileInParts, StoreError> {
        self.checked.open_in_parts(name)?.ok_or_else(|| StoreError::Missing { path: self.path.join(name) })
    }

    /// The path of a file that is what was published; `None` if the folder does not have it.
    pub(crate) fn existing_file(&self, name: &str) -> Result<Option<PathBuf>, StoreError> {
        self.checked.file(name)
    }

    /// Whether a year of birth is one that the list does not publish; nor is the age, which tells it.
    pub(crate) fn is_hidden(&self, birth_year: i16) -> bool {
        birth_year > self.manifest.latest_published_birth_year()
    }

    /// Whether the files are read without being compared with their hashes.
    pub(crate) fn is_unverified(&self) -> bool {
        self.hash_check == HashCheck::Skipped
    }

    /// The name of the folder.
    pub(crate) fn name(&self) -> String {
        let whole = self.path.canonicalize().unwrap_or_else(|_| self.path.clone());
        whole.file_name().map_or_else(|| self.manifest.list.to_string(), |name| name.to_string_lossy().into_owned())
    }

    /// The results that waited before this list, if their file is unchanged.
    pub(crate) fn pool_before(&self) -> Result<PoolBefore, StoreError> {
        let input = self.manifest.inputs.iter().find(|input| input.role == InputRole::Previous && input.path.ends_with(file::POOL));
        let Some(input) = input else { return Ok(PoolBefore::None) };
        let Some(path) = self.previous.as_ref().and_then(|source| source.folder.as_ref()).map(|folder| folder.join(file::POOL)) else {
            return Ok(PoolBefore::Missing);
        };
        match store::read_file(&path) {
            Ok(bytes) if sha256_hex(&bytes) == input.sha256 => read_pool(&bytes, &path).map(PoolBefore::Read),
            Ok(_) | Err(_) => Ok(PoolBefore::Missing),
        }
    }
}
