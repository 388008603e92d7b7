//! Checks a whole folder of lists: every file of every version, the chain of manifests, the revisions, and what does not belong there.
//! It writes nothing and takes no lock.

use crate::fsck_lists_csv::lists_csv_problems;
use crate::fsck_reports::{ReportComparison, compare_reports};
use crate::{PipelineError, Result};
use model::{Control, InputFile, InputRole, ListDate};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use store::{
    CheckedFolder, FolderName, LISTS_CSV, ListFolder, Manifest, Revision, StoreError, Version, all_versions, file, input_digest,
    read_moved_players, read_revisions, sha256_hex,
};

/// The result of checking a folder of lists.
#[derive(Debug, Serialize)]
pub struct StoreCheck {
    pub folder: PathBuf,
    /// How many list folders there are, of all versions.
    pub versions: usize,
    pub problems: Vec<StoreProblem>,
    /// The reports of rated tournaments, where the newest list remembers them; `None` if it cannot be asked.
    pub reports: Option<ReportComparison>,
}

/// Something that is wrong in a folder of lists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StoreProblem {
    pub path: PathBuf,
    pub problem: String,
    /// Later lists that were built on the damaged one, oldest first.
    pub later_lists: Vec<String>,
    pub remedy: &'static str,
}

pub(crate) const RESTORE: &str = "restore it from a backup";
const REMOVE: &str = "move it elsewhere: nothing here needs it";
const LEFTOVER: &str = "nothing reads it; the next run removes it";
const GIVEN_AGAIN: &str = "restore it from a backup; if it was meant to be replaced, make the lists after it again: ratinglist regenerate --from the first of them";
const NEWER_REPORT: &str = "restore the report from a backup, or enter the changed one as a correction of the kind report";
const MAKE_AGAIN: &str = "restore what it was built on from a backup, or make the list again: ratinglist regenerate --from its date";

/// Checks a folder of lists.
pub fn fsck(lists: &Path) -> Result<StoreCheck> {
    let folders = all_versions(lists)?;
    if folders.is_empty() && lists.join(file::MANIFEST).is_file() {
        return Err(PipelineError::OneListFolder { folder: lists.to_owned() });
    }
    let mut check = StoreCheck { folder: lists.to_owned(), versions: folders.len(), problems: Vec::new(), reports: None };
    let versions: Vec<ListVersion> = folders.into_iter().map(ListVersion::read).collect();
    let control = usual_control(&versions);
    for entry in entries_of(lists)? {
        check.problems.extend(foreign_entry(lists, &entry));
    }
    for version in &versions {
        let later_lists = later_lists(&versions, version);
        for (path, problem) in version.damage(control) {
            check.problems.push(StoreProblem { path, problem, later_lists: later_lists.clone(), remedy: RESTORE });
        }
        check.problems.extend(version.stray_files());
        check.problems.extend(version.altered_given_list(&versions, &later_lists));
        check.problems.extend(version.chain_problem(&versions, &later_lists));
    }
    check.problems.extend(revision_problems(lists, &versions)?);
    let damaged: BTreeSet<PathBuf> = check.problems.iter().map(|problem| problem.path.clone()).collect();
    check.problems.extend(lists_csv_problems(lists, |folder| damaged.iter().any(|path| path.starts_with(folder)))?);
    check.compare_reports(&versions);
    check.problems.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(check)
}

impl StoreCheck {
    /// Compares the reports of rated tournaments with what the newest list that is whole remembers of them.
    fn compare_reports(&mut self, versions: &[ListVersion]) {
        let is_whole = |version: &&ListVersion| !self.problems.iter().any(|problem| problem.path.starts_with(&version.folder.path));
        let is_published = |version: &&ListVersion| matches!(version.folder.name.version, Version::Published(_));
        let Some(newest) = versions.iter().rfind(|version| version.is_made() && is_published(version)).filter(is_whole) else { return };
        let Some(manifest) = newest.manifest.as_ref().filter(|m| m.outputs.iter().any(|o| o.path == file::RATED_TOURNAMENTS)) else {
            return;
        };
        match compare_reports(&newest.folder.path, manifest) {
            Ok(comparison) => {
                self.problems.extend(comparison.changed.iter().map(|change| StoreProblem {
                    path: PathBuf::from(&change.file),
                    problem: format!("changed after {} was rated on the list of {}", change.tournament_id, change.list),
                    later_lists: Vec::new(),
                    remedy: NEWER_REPORT,
                }));
                self.reports = Some(comparison);
            }
            Err(error) => self.problems.push(StoreProblem {
                path: newest.folder.path.clone(),
                problem: format!("its reports cannot be compared: {error}"),
                later_lists: Vec::new(),
                remedy: RESTORE,
            }),
        }
    }
}

/// One version of a list, with its manifest as far as it can be read.
struct ListVersion {
    folder: ListFolder,
    manifest: Option<Manifest>,
    manifest_sha256: Option<String>,
}

impl ListVersion {
    fn read(folder: ListFolder) -> Self {
        let path = folder.path.join(file::MANIFEST);
        let bytes = store::read_file(&path).ok();
        let manifest = bytes.as_ref().and_then(|bytes| Manifest::from_json(&String::from_utf8_lossy(bytes), &path).ok());
        Self { folder, manifest, manifest_sha256: bytes.map(|bytes| sha256_hex(&bytes)) }
    }

    fn date(&self) -> ListDate {
        self.folder.name.date
    }

    /// Whether the list was made from tournaments, not given or imported.
    fn is_made(&self) -> bool {
        self.manifest.as_ref().is_some_and(|manifest| manifest.previous.is_some())
    }

    /// The files that are not what was published, each with what is wrong.
    fn damage(&self, control: Option<Control>) -> Vec<(PathBuf, String)> {
        let folder = &self.folder.path;
        if !file::LISTS.iter().any(|name| folder.join(name).is_file()) && self.manifest.is_none() {
            return vec![(folder.clone(), "there is no list in it".to_owned())];
        }
        let checked = match CheckedFolder::open(folder, control) {
            Ok(checked) => checked,
            Err(error) => {
                // Sizes were compared up to the first difference; each file is looked at by itself.
                let others = CheckedFolder::open_unchecked(folder).map(|checked| checked.altered_files()).unwrap_or_default();
                return described([error].into_iter().chain(others));
            }
        };
        let mut found = described(checked.altered_files());
        let Some(manifest) = checked.manifest() else { return found };
        if input_digest(&manifest.inputs, &manifest.settings) != manifest.inputs_sha256 {
            found.push((folder.join(file::MANIFEST), "its inputs do not give the hash that it names".to_owned()));
        }
        if manifest.previous.is_some() && !folder.join(file::RUN).is_file() {
            found.push((folder.join(file::RUN), "missing: where the inputs lay is not known, so the list cannot be verified".to_owned()));
        }
        found
    }

    /// The file of a given list, which has no manifest, where it is not the one that a later list was made from.
    fn altered_given_list(&self, versions: &[ListVersion], later_lists: &[String]) -> Option<StoreProblem> {
        if self.manifest.is_some() {
            return None;
        }
        let of_this_list = |input: &&InputFile| {
            let is_own = matches!(input.role, InputRole::Previous | InputRole::Older(_));
            is_own && input.path.split_once('/').is_some_and(|(date, _)| date == self.date().to_string())
        };
        versions.iter().find_map(|later| {
            let manifest = later.manifest.as_ref().filter(|_| later.date() > self.date())?;
            let altered = manifest.inputs.iter().filter(of_this_list).find_map(|input| {
                let path = self.folder.path.join(Path::new(&input.path).file_name()?);
                let hash = store::read_file(&path).ok().map(|bytes| sha256_hex(&bytes));
                (hash.as_ref() != Some(&input.sha256)).then_some(path)
            })?;
            let problem = format!("not the file that {} was made from: altered, replaced or gone since", later.folder.name);
            Some(StoreProblem { path: altered, problem, later_lists: later_lists.to_vec(), remedy: GIVEN_AGAIN })
        })
    }

    /// Files in the folder that the manifest does not name.
    fn stray_files(&self) -> Vec<StoreProblem> {
        let (folder, Some(manifest)) = (&self.folder.path, &self.manifest) else { return Vec::new() };
        let is_known = |name: &str| {
            [file::MANIFEST, file::RUN, file::SIGNATURE].contains(&name) || manifest.outputs.iter().any(|output| output.path == name)
        };
        let strays = entries_of(folder).unwrap_or_default().into_iter().filter(|name| !is_known(name));
        let problem = "not one of the files that were published with its list";
        strays
            .map(|name| StoreProblem { path: folder.join(name), problem: problem.to_owned(), later_lists: Vec::new(), remedy: REMOVE })
            .collect()
    }

    /// What is wrong with the place of the list in the chain.
    fn chain_problem(&self, versions: &[ListVersion], later_lists: &[String]) -> Option<StoreProblem> {
        let problem =
            |problem: String, remedy| StoreProblem { path: self.folder.path.clone(), problem, later_lists: later_lists.to_vec(), remedy };
        let is_earlier_made = |other: &&ListVersion| other.date() < self.date() && other.is_made();
        let Some(manifest) = self.manifest.as_ref().filter(|manifest| manifest.previous.is_some()) else {
            let made = versions.iter().rfind(is_earlier_made)?;
            let what =
                format!("a given list, after {}, which was made here: no list builds on it, and it hides those due", made.folder.name);
            return Some(problem(what, REMOVE));
        };
        let previous = manifest.previous?;
        if let Some(between) = versions.iter().find(|other| other.date() > previous && other.date() < self.date()) {
            let what = format!("built on the list of {previous}, though {} lies between them", between.folder.name);
            return Some(problem(what, MAKE_AGAIN));
        }
        let hash = manifest.previous_manifest.as_ref()?;
        let is_built_on = |other: &ListVersion| other.date() == previous && other.manifest_sha256.as_ref() == Some(hash);
        let is_elsewhere = !versions.iter().any(|other| other.date() < self.date());
        if is_elsewhere || versions.iter().any(is_built_on) {
            return None;
        }
        Some(problem(format!("built on a list of {previous} that is not here: no version has the manifest that it names"), MAKE_AGAIN))
    }
}

fn described(errors: impl IntoIterator<Item = StoreError>) -> Vec<(PathBuf, String)> {
    let mut found: Vec<(PathBuf, String)> = Vec::new();
    for error in errors {
        let (path, problem) = match error {
            StoreError::Damaged { path, problem } | StoreError::Unreadable { path, message: problem } => (path, problem),
            StoreError::LaterFormat { ref path, .. } => (path.clone(), error.to_string()),
            other => (PathBuf::new(), other.to_string()),
        };
        if !found.iter().any(|(known, _)| *known == path) {
            found.push((path, problem));
        }
    }
    found
}

/// The control of most lists.
fn usual_control(versions: &[ListVersion]) -> Option<Control> {
    let mut counts: BTreeMap<Control, usize> = BTreeMap::new();
    for manifest in versions.iter().filter_map(|version| version.manifest.as_ref()) {
        *counts.entry(manifest.control).or_default() += 1;
    }
    counts.into_iter().max_by_key(|(_, count)| *count).map(|(control, _)| control)
}

/// The lists that were built on a version, directly or through others, oldest first.
fn later_lists(versions: &[ListVersion], damaged: &ListVersion) -> Vec<String> {
    let mut dates = BTreeSet::from([damaged.date()]);
    let mut found = Vec::new();
    for version in versions.iter().filter(|version| version.date() > damaged.date()) {
        let Some(manifest) = &version.manifest else { continue };
        let is_on_it = manifest.previous.is_some_and(|previous| dates.contains(&previous))
            && (manifest.previous != Some(damaged.date()) || is_built_on_version(manifest, damaged, versions));
        if is_on_it {
            dates.insert(version.date());
            found.push(version.folder.name.to_string());
        }
    }
    found
}

/// Whether a list was built on this version. A damaged manifest has another hash, so it is the one where no other version has the hash.
fn is_built_on_version(manifest: &Manifest, version: &ListVersion, versions: &[ListVersion]) -> bool {
    let has_hash = |other: &&ListVersion| other.date() == version.date() && other.manifest_sha256 == manifest.previous_manifest;
    versions.iter().find(has_hash).is_none_or(|other| other.folder.name == version.folder.name)
}

/// The names in a folder, sorted.
fn entries_of(folder: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(StoreError::io(folder))? {
        names.push(entry.map_err(StoreError::io(folder))?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// What is wrong with an entry of the folder that is no version of a list.
fn foreign_entry(lists: &Path, name: &str) -> Option<StoreProblem> {
    const OF_THE_STORE: [&str; 3] = ["revisions.csv", "revisions", LISTS_CSV];
    let path = lists.join(name);
    let problem =
        |problem: &str, remedy| Some(StoreProblem { path: path.clone(), problem: problem.to_owned(), later_lists: Vec::new(), remedy });
    match FolderName::from_path(&path) {
        Some(_) if !path.is_dir() => problem("a file where the folder of a list should be", REMOVE),
        Some(_) => None,
        None if OF_THE_STORE.contains(&name) => None,
        None if store::is_leftover(name) => problem("left behind by a run that was cut off", LEFTOVER),
        None => problem("does not belong into a folder of lists", REMOVE),
    }
}

/// What is wrong with the table of revisions, compared with the folders.
fn revision_problems(lists: &Path, versions: &[ListVersion]) -> Result<Vec<StoreProblem>> {
    let mut found = Vec::new();
    let mut add = |path: PathBuf, problem: String| {
        found.push(StoreProblem { path, problem, later_lists: Vec::new(), remedy: RESTORE });
    };
    let rows = match read_revisions(lists) {
        Ok(rows) => rows,
        Err(error) => {
            add(lists.join("revisions.csv"), error.to_string());
            return Ok(found);
        }
    };
    let name_of = |row: &Revision| FolderName { date: row.list, version: Version::Published(row.revision) };
    for row in &rows {
        let name = name_of(row);
        // Another hash is named with the folder itself.
        if !versions.iter().any(|version| version.folder.name == name) {
            add(lists.join(name.to_string()), "missing, and revisions.csv names it".to_owned());
        }
        match read_moved_players(lists, name) {
            Ok(Some(moved)) if moved.len() as u64 != row.players_moved => {
                add(moved_file(lists, &name), format!("has {} players, and revisions.csv says {}", moved.len(), row.players_moved));
            }
            Ok(Some(_)) => {}
            Ok(None) => add(moved_file(lists, &name), "missing: whom the revision moved is not known".to_owned()),
            Err(error) => add(moved_file(lists, &name), error.to_string()),
        }
    }
    let is_revision = |version: &&ListVersion| matches!(version.folder.name.version, Version::Published(number) if number > 1);
    for version in versions.iter().filter(is_revision) {
        if !rows.iter().any(|row| name_of(row) == version.folder.name) {
            add(version.folder.path.clone(), "revisions.csv has no row for it, so its cause is not known".to_owned());
        }
    }
    let folder = lists.join("revisions");
    for name in if folder.is_dir() { entries_of(&folder)? } else { Vec::new() } {
        if !rows.iter().any(|row| format!("{}.csv", name_of(row)) == name) {
            let problem = "revisions.csv has no row for it".to_owned();
            let remedy = if store::is_leftover(&name) { LEFTOVER } else { REMOVE };
            found.push(StoreProblem { path: folder.join(name), problem, later_lists: Vec::new(), remedy });
        }
    }
    Ok(found)
}

fn moved_file(lists: &Path, name: &FolderName) -> PathBuf {
    lists.join("revisions").join(format!("{name}.csv"))
}
