//! Newer reports that corrections put in the place of what was handed in.

use crate::plan::{id_of, resolve};
use crate::search::{Found, FoundFile};
use model::InputRole;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A newer report of a tournament, as a correction names it. Those of one tournament come in the order in which they were received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    pub tournament_id: Arc<str>,
    /// The file that the tournament came from before, as [`model::Tournament::file`] names it, or the last part of that name; empty where
    /// the tournament is new.
    pub old: String,
    /// Relative to `folder`.
    pub new: PathBuf,
    pub folder: PathBuf,
    /// The id of the correction.
    pub correction: String,
    /// One that is not in force changes nothing, but its file is no tournament of its own.
    pub is_in_force: bool,
}

/// What became of a replacement whose tournament was met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplacementOutcome {
    pub correction: String,
    /// Why it was not applied, where it was not.
    pub refusal: Option<String>,
}

/// A newer report, found.
#[derive(Clone, Debug)]
pub(crate) struct NewerReport {
    pub(crate) file: FoundFile,
    /// What it counts as among the inputs.
    pub(crate) role: InputRole,
}

/// All newer reports, by tournament.
#[derive(Debug, Default)]
pub(crate) struct Newer {
    in_force: BTreeMap<Arc<str>, Vec<Candidate>>,
    /// Files of replacements, in force or not, and whether some correction of the tournament names the file as its old one.
    set_aside: HashMap<PathBuf, (Arc<str>, bool)>,
}

#[derive(Debug)]
struct Candidate {
    correction: String,
    old: String,
    report: Result<NewerReport, String>,
}

impl Newer {
    /// Finds the files, in the corrections' own folder or in what was handed in.
    pub(crate) fn find(replacements: &[Replacement], found: &[Found]) -> Self {
        let mut newer = Self::default();
        if replacements.is_empty() {
            return newer;
        }
        let known: HashMap<&Path, &FoundFile> =
            found.iter().flat_map(|found| found.reports.iter().chain(&found.others)).map(|file| (file.path.as_path(), file)).collect();
        // By tournament, the files that its corrections name as old ones, as they name them.
        let mut old_files: HashMap<&str, HashSet<&Path>> = HashMap::new();
        for replacement in replacements.iter().filter(|replacement| !replacement.old.is_empty()) {
            old_files.entry(&replacement.tournament_id).or_default().insert(Path::new(&replacement.old));
        }
        for replacement in replacements {
            let named = replacement.new.to_string_lossy();
            let path = resolve(&named, &replacement.folder, found, &known);
            if let Ok(path) = &path {
                let parts: Vec<_> = path.components().collect();
                let mut last_parts = (0..parts.len()).map(|from| parts[from..].iter().collect::<PathBuf>());
                let old = old_files.get(&*replacement.tournament_id);
                let is_old_too = old.is_some_and(|old| last_parts.any(|last| old.contains(last.as_path())));
                let entry = (Arc::clone(&replacement.tournament_id), is_old_too);
                newer.set_aside.insert(path.clone(), entry);
            }
            if !replacement.is_in_force {
                continue;
            }
            let report = path.map(|path| match known.get(path.as_path()) {
                Some(file) => NewerReport { file: (*file).clone(), role: InputRole::Tournaments },
                None => {
                    let shown = path.strip_prefix(&replacement.folder).unwrap_or(&replacement.new).to_string_lossy().into_owned();
                    NewerReport { file: FoundFile { path, shown: shown.into() }, role: InputRole::Corrections }
                }
            });
            let missing =
                |_| format!("the newer report '{}' is not there, or lies outside the folders that may be read", named.escape_debug());
            newer.in_force.entry(Arc::clone(&replacement.tournament_id)).or_default().push(Candidate {
                correction: replacement.correction.clone(),
                old: replacement.old.clone(),
                report: report.map_err(missing),
            });
        }
        newer
    }

    /// Whether a report that was found without a row in the registry is somebody's newer report and no tournament of its own.
    ///
    /// The file that a tournament had first stays its report, though a later correction may lead back to it.
    pub(crate) fn sets_aside(&self, file: &FoundFile, has_other_report: impl FnOnce(&str) -> bool) -> bool {
        match self.set_aside.get(&file.path) {
            None => false,
            Some((_, false)) => true,
            Some((tournament_id, true)) => id_of(&file.path) != **tournament_id || has_other_report(tournament_id),
        }
    }

    pub(crate) fn is_newer_report(&self, path: &Path) -> bool {
        self.set_aside.contains_key(path)
    }

    pub(crate) fn tournaments(&self) -> impl Iterator<Item = &Arc<str>> {
        self.in_force.keys()
    }

    /// Leaves a tournament out that has been seen to.
    pub(crate) fn forget(&mut self, tournament_id: &str) {
        self.in_force.remove(tournament_id);
    }

    /// Follows the corrections of a tournament from the file that it came from, none where it is new, each seeing what the one before left.
    pub(crate) fn follow(&self, tournament_id: &str, file: Option<&str>) -> (Option<&NewerReport>, Vec<ReplacementOutcome>) {
        let mut newest: Option<&NewerReport> = None;
        let mut outcomes = Vec::new();
        for candidate in self.in_force.get(tournament_id).into_iter().flatten() {
            let there = newest.map(|report| &*report.file.shown).or(file);
            let refusal = match &candidate.report {
                _ if !names(&candidate.old, there) => Some(match there {
                    Some(there) if candidate.old.is_empty() => format!("expected a tournament without a report, it comes from '{there}'"),
                    Some(there) => format!("expected the report '{}', it comes from '{there}'", candidate.old.escape_debug()),
                    None => format!("expected the report '{}', there is none", candidate.old.escape_debug()),
                }),
                Err(missing) => Some(missing.clone()),
                Ok(report) => {
                    newest = Some(report);
                    None
                }
            };
            outcomes.push(ReplacementOutcome { correction: candidate.correction.clone(), refusal });
        }
        (newest, outcomes)
    }

    /// The outcomes where nothing can be replaced.
    pub(crate) fn refused(&self, tournament_id: &str, why: &str) -> Vec<ReplacementOutcome> {
        let candidates = self.in_force.get(tournament_id).into_iter().flatten();
        let outcome =
            |candidate: &Candidate| ReplacementOutcome { correction: candidate.correction.clone(), refusal: Some(why.to_owned()) };
        candidates.map(outcome).collect()
    }
}

/// Whether a correction means the file that is there: its name, or the last parts of it.
fn names(old: &str, there: Option<&str>) -> bool {
    match there {
        None => old.is_empty(),
        Some(there) => !old.is_empty() && there.strip_suffix(old).is_some_and(|rest| rest.is_empty() || rest.ends_with('/')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_meant_by_its_name_or_by_the_last_parts_of_it() {
        for (old, there, is_meant) in [
            ("may/a.trf", Some("may/a.trf"), true),
            ("a.trf", Some("may/a.trf"), true),
            ("y/a.trf", Some("may/a.trf"), false),
            ("june/a.trf", Some("may/a.trf"), false),
            (".trf", Some("may/a.trf"), false),
            ("", Some("may/a.trf"), false),
            ("", None, true),
            ("a.trf", None, false),
        ] {
            assert_eq!(names(old, there), is_meant, "{old} {there:?}");
        }
    }
}
