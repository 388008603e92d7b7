//! How a list was made, as `run.json` remembers it: enough to find its inputs again, and to make it once more.

use crate::job::Job;
use crate::run::parent_of;
use model::{Control, Date};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use store::{ListSource, Shelf};

/// Where the inputs of a list lay. Paths are relative to the folder in which the list folder stands, so that a store can be moved as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Recipe {
    /// Folders of list folders, list folders or files: the previous list and older ones.
    pub(crate) lists: Vec<PathBuf>,
    pub(crate) longer_lists: BTreeMap<Control, Vec<PathBuf>>,
    pub(crate) tournaments: Vec<PathBuf>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) registry: Option<PathBuf>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) rules: Option<PathBuf>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) players: Option<PathBuf>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) corrections: Option<PathBuf>,
    /// The day up to which corrections were known; all of them where it is not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) as_known: Option<Date>,
    /// How far back corrections reached.
    #[serde(default = "crate::pipeline_file::a_year")]
    pub(crate) correction_limit_months: u32,
    #[serde(default)]
    pub(crate) beyond_limit: bool,
    /// Whether older lists told, beside the previous one, which tournaments are rated.
    #[serde(default)]
    pub(crate) is_archive_asked: bool,
    /// The federation's file, of a list that was imported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) federation_list: Option<PathBuf>,
}

impl Recipe {
    pub(crate) fn of(job: &Job) -> Self {
        let base = absolute(parent_of(&job.place));
        let beside = |path: &Path| relative_to(&base, &absolute(path));
        let some = |path: &Option<PathBuf>| path.as_deref().map(beside);
        Self {
            lists: roots(&job.shelf).iter().map(|path| beside(path)).collect(),
            longer_lists: job
                .longer
                .iter()
                .map(|(control, shelf)| (*control, roots(shelf).iter().map(|path| beside(path)).collect()))
                .collect(),
            tournaments: job.sources.tournaments.iter().map(|path| beside(path)).collect(),
            registry: some(&job.sources.registry),
            rules: job.rules.file().map(beside),
            players: some(&job.roster),
            corrections: some(&job.corrections.path),
            as_known: job.corrections.as_known,
            correction_limit_months: job.corrections.limit_months,
            beyond_limit: job.corrections.beyond_limit,
            is_archive_asked: !job.archived.is_empty(),
            federation_list: None,
        }
    }

    /// That of a list that was imported.
    pub(crate) fn of_import(file: &Path, place: &Path) -> Self {
        let base = absolute(parent_of(place));
        Self { federation_list: Some(relative_to(&base, &absolute(file))), ..Self::default() }
    }

    /// The same with paths as seen from here, for a list folder that stands in `base`.
    pub(crate) fn seen_from(&self, base: &Path) -> Self {
        let join = |paths: &[PathBuf]| paths.iter().map(|path| base.join(path)).collect::<Vec<_>>();
        let some = |path: &Option<PathBuf>| path.as_ref().map(|path| base.join(path));
        Self {
            lists: join(&self.lists),
            longer_lists: self.longer_lists.iter().map(|(control, paths)| (*control, join(paths))).collect(),
            tournaments: join(&self.tournaments),
            registry: some(&self.registry),
            rules: some(&self.rules),
            players: some(&self.players),
            corrections: some(&self.corrections),
            federation_list: some(&self.federation_list),
            ..self.clone()
        }
    }
}

/// The folders in which the lists of a shelf stand, and files that are lists themselves.
fn roots(shelf: &Shelf) -> Vec<PathBuf> {
    let root = |source: &ListSource| match &source.folder {
        // A list folder that is not named by its date is found by its own name alone.
        Some(folder) if folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&source.date.to_string())) => {
            parent_of(folder).to_owned()
        }
        Some(folder) => folder.clone(),
        None => source.file.clone(),
    };
    let mut roots: Vec<PathBuf> = shelf.sources().iter().map(root).collect();
    roots.sort();
    roots.dedup();
    roots
}

fn absolute(path: &Path) -> PathBuf {
    path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned())
}

/// A path as seen from a folder; both absolute.
fn relative_to(base: &Path, path: &Path) -> PathBuf {
    let (base, path): (Vec<Component<'_>>, Vec<Component<'_>>) = (base.components().collect(), path.components().collect());
    let shared = base.iter().zip(&path).take_while(|(a, b)| a == b).count();
    let up = std::iter::repeat_n(Component::ParentDir, base.len() - shared);
    let found: PathBuf = up.chain(path[shared..].iter().copied()).collect();
    if found.as_os_str().is_empty() { PathBuf::from(".") } else { found }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_told_from_the_folder_of_the_lists() {
        let told = |base: &str, path: &str| relative_to(Path::new(base), Path::new(path)).display().to_string();
        assert_eq!(told("/a/lists", "/a/tournaments"), "../tournaments");
        assert_eq!(told("/a/lists", "/a/lists"), ".");
        assert_eq!(told("/a/lists", "/a/lists/x.csv"), "x.csv");
        assert_eq!(told("/a/b/c", "/d"), "../../../d");
    }
}
