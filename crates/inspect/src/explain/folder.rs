//! A list folder of ours, opened to be asked: its manifest, its rules, and the list that it was built on.

use crate::explain::ExplainError;
use crate::explain::rules::Rules;
use crate::people::unreadable;
use model::{InputRole, ListDate, Pool};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use store::{ListSource, Manifest, StoreError, all_versions, file, read_pool, sha256_hex};

#[derive(Debug)]
pub(crate) struct AuditFolder {
    pub(crate) path: PathBuf,
    pub(crate) manifest: Manifest,
    pub(crate) previous_date: ListDate,
    pub(crate) rules: Rules,
    pub(crate) previous: Option<ListSource>,
}

/// What of `run.json` says where the inputs lay, seen from the folder of the list folder.
#[derive(Debug, Default, Deserialize)]
struct Remembered {
    #[serde(default)]
    recipe: Recipe,
}

#[derive(Debug, Default, Deserialize)]
struct Recipe {
    #[serde(default)]
    lists: Vec<PathBuf>,
    #[serde(default)]
    rules: Option<PathBuf>,
}

/// The pool that the previous list left behind.
#[derive(Debug)]
pub(crate) enum PoolBefore {
    Read(Pool),
    /// The previous list has no pool: it was not made by this program.
    None,
    /// It is not at hand.
    Missing,
}

impl AuditFolder {
    pub(crate) fn open(folder: &Path) -> Result<Self, ExplainError> {
        if !folder.exists() {
            return Err(StoreError::Missing { path: folder.to_owned() }.into());
        }
        if folder.is_dir() {
            store::refuse_ways_out(folder)?;
        }
        let path = folder.join(file::MANIFEST);
        let text = store::read_text(&path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory => {
                ExplainError::NotOurs { folder: folder.to_owned(), missing: file::MANIFEST.to_owned() }
            }
            _ => unreadable(&path, &error).into(),
        })?;
        let manifest =
            Manifest::from_json(&text).map_err(|error| StoreError::Unreadable { path: path.clone(), message: error.to_string() })?;
        let previous_date = manifest.previous.ok_or_else(|| ExplainError::Imported { folder: folder.to_owned() })?;
        if manifest.settings.get("audit").is_some_and(|audit| audit == "no") {
            return Err(ExplainError::NoAudit { folder: folder.to_owned() });
        }
        for needed in [file::GAMES, file::CHANGES, file::TOURNAMENTS, file::STATE] {
            if !folder.join(needed).is_file() {
                return Err(ExplainError::NotOurs { folder: folder.to_owned(), missing: needed.to_owned() });
            }
        }
        let beside = folder.canonicalize().ok().and_then(|path| path.parent().map(Path::to_owned)).unwrap_or_default();
        // Where the inputs lay is a help; without it the lists beside this one are looked at.
        let recipe = store::read_text(folder.join(file::RUN)).ok().and_then(|text| serde_json::from_str::<Remembered>(&text).ok());
        let recipe = recipe.unwrap_or_default().recipe;
        let rules = Rules::of(&manifest, recipe.rules.map(|rules| beside.join(rules)).as_deref())?;
        let roots = recipe.lists.iter().map(|list| beside.join(list)).chain([beside.clone()]);
        let previous = roots.flat_map(|root| versions(&root, previous_date)).find(|source| is_meant(source, &manifest));
        Ok(Self { path: folder.to_owned(), manifest, previous_date, rules, previous })
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The folder's name, as people call the list.
    pub(crate) fn name(&self) -> String {
        let whole = self.path.canonicalize().unwrap_or_else(|_| self.path.clone());
        whole.file_name().map_or_else(|| self.manifest.list.to_string(), |name| name.to_string_lossy().into_owned())
    }

    /// The results that waited before this list, if they are still at hand as they were.
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

/// The lists at a place that are of the previous list's date.
fn versions(root: &Path, previous: ListDate) -> Vec<ListSource> {
    if let Ok(source) = ListSource::open(root, Some(previous)) {
        return vec![source];
    }
    let folders = all_versions(root).unwrap_or_default();
    let dated = folders.into_iter().filter(|folder| folder.name.date == previous);
    dated.filter_map(|folder| ListSource::open(&folder.path, Some(folder.name.date)).ok()).collect()
}

/// Whether a list is the very one that was built on: its manifest has the hash that this one's names, or, where it has none, the list itself has.
fn is_meant(source: &ListSource, manifest: &Manifest) -> bool {
    let hash = |path: &Path| store::read_file(path).ok().map(|bytes| sha256_hex(&bytes));
    if let Some(wanted) = &manifest.previous_manifest {
        return source.folder.as_ref().and_then(|folder| hash(&folder.join(file::MANIFEST))).as_ref() == Some(wanted);
    }
    let name = source.file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let of_list = |path: &str| path.rsplit('/').next() == Some(name.as_str());
    let input = manifest.inputs.iter().find(|input| input.role == InputRole::Previous && of_list(&input.path));
    input.is_some_and(|input| hash(&source.file).as_ref() == Some(&input.sha256))
}
