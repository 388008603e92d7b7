//! Finds newer reports, which corrections put in the place of submitted ones.
//!
//! In come [`Replacement`]s; out come the newest report of a tournament and a [`ReplacementOutcome`] for each replacement.

use crate::plan::{id_from_file_name, resolve};
use crate::search::{FoundFile, SearchResult};
use model::InputRole;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A newer report of a tournament, as a correction names it. The replacements of one tournament are in the order of receipt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    pub tournament_id: Arc<str>,
    /// The file that the tournament came from before: [`model::Tournament::file`] or the last parts of it; empty where the tournament is
    /// new.
    pub old: String,
    /// The path of the newer report, relative to `folder`.
    pub new: PathBuf,
    pub folder: PathBuf,
    /// The id of the correction.
    pub correction: String,
    /// Whether it is applied. If not, its file is still not a tournament of its own.
    pub is_in_force: bool,
}

/// Whether a replacement was applied; exists only where its tournament was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplacementOutcome {
    pub correction: String,
    /// Why it was not applied; `None` if it was.
    pub refusal: Option<String>,
}

/// The file of a newer report.
#[derive(Clone, Debug)]
pub(crate) struct NewerReport {
    pub(crate) file: FoundFile,
    /// The role of the file among the inputs.
    pub(crate) role: InputRole,
}

/// Index of all newer reports by tournament.
#[derive(Clone, Debug, Default)]
pub(crate) struct NewerReports {
    in_force: BTreeMap<Arc<str>, Vec<Candidate>>,
    /// Files of replacements, in force or not: the tournament, and whether one of its corrections names the file as old.
    replacement_files: HashMap<PathBuf, (Arc<str>, bool)>,
}

#[derive(Clone, Debug)]
struct Candidate {
    correction: String,
    old: String,
    report: Result<NewerReport, String>,
}

impl NewerReports {
    /// Finds the files in the corrections' folder or among the submitted files.
    pub(crate) fn find(replacements: &[Replacement], found: &[SearchResult]) -> Self {
        let mut newer = Self::default();
        if replacements.is_empty() {
            return newer;
        }
        let known: HashMap<&Path, &FoundFile> =
            found.iter().flat_map(|found| found.reports.iter().chain(&found.others)).map(|file| (file.path.as_path(), file)).collect();
        // For each tournament, the files that its corrections name as old.
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
                let is_also_old = old.is_some_and(|old| last_parts.any(|last| old.contains(last.as_path())));
                let entry = (Arc::clone(&replacement.tournament_id), is_also_old);
                newer.replacement_files.insert(path.clone(), entry);
            }
            if !replacement.is_in_force {
                continue;
            }
            let report = path.map(|path| match known.get(path.as_path()) {
                Some(file) => NewerReport { file: (*file).clone(), role: InputRole::Tournaments },
                None => {
                    let display_name = path.strip_prefix(&replacement.folder).unwrap_or(&replacement.new).to_string_lossy().into_owned();
                    NewerReport { file: FoundFile::new(path, display_name), role: InputRole::Corrections }
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

    /// Whether a report that the registry does not name is only a newer report of another tournament.
    ///
    /// The first file of a tournament stays its report even if a later correction leads back to it.
    pub(crate) fn is_only_replacement(&self, file: &FoundFile, has_other_report: impl FnOnce(&str) -> bool) -> bool {
        match self.replacement_files.get(&file.path) {
            None => false,
            Some((_, false)) => true,
            Some((tournament_id, true)) => id_from_file_name(&file.path) != **tournament_id || has_other_report(tournament_id),
        }
    }

    pub(crate) fn is_newer_report(&self, path: &Path) -> bool {
        self.replacement_files.contains_key(path)
    }

    pub(crate) fn tournaments(&self) -> impl Iterator<Item = &Arc<str>> {
        self.in_force.keys()
    }

    /// Removes a tournament whose replacements are done.
    pub(crate) fn remove(&mut self, tournament_id: &str) {
        self.in_force.remove(tournament_id);
    }

    /// Applies the corrections of a tournament one after the other, beginning with the file it came from, or `None` if it is new. Returns
    /// the newest report and all outcomes.
    pub(crate) fn newest_report(&self, tournament_id: &str, file: Option<&str>) -> (Option<&NewerReport>, Vec<ReplacementOutcome>) {
        let mut newest: Option<&NewerReport> = None;
        let mut outcomes = Vec::new();
        for candidate in self.in_force.get(tournament_id).into_iter().flatten() {
            let actual = newest.map(|report| &*report.file.display_name).or(file);
            let refusal = match &candidate.report {
                _ if !is_expected_report(&candidate.old, actual) => Some(match actual {
                    Some(actual) if candidate.old.is_empty() => format!("expected a tournament without a report, it comes from '{actual}'"),
                    Some(actual) => format!("expected the report '{}', it comes from '{actual}'", candidate.old.escape_debug()),
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

    /// Refuses all replacements of a tournament for the same reason.
    pub(crate) fn refuse_all(&self, tournament_id: &str, why: &str) -> Vec<ReplacementOutcome> {
        let candidates = self.in_force.get(tournament_id).into_iter().flatten();
        let outcome =
            |candidate: &Candidate| ReplacementOutcome { correction: candidate.correction.clone(), refusal: Some(why.to_owned()) };
        candidates.map(outcome).collect()
    }
}

/// Whether the actual report is the one that a correction expects: by its name, or by the last parts of it.
fn is_expected_report(old: &str, actual: Option<&str>) -> bool {
    match actual {
        None => old.is_empty(),
        Some(actual) => !old.is_empty() && actual.strip_suffix(old).is_some_and(|rest| rest.is_empty() || rest.ends_with('/')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expected_report_matches_by_its_name_or_the_last_parts_of_it() {
        for (old, actual, is_expected) in [
            ("may/a.trf", Some("may/a.trf"), true),
            ("a.trf", Some("may/a.trf"), true),
            ("y/a.trf", Some("may/a.trf"), false),
            ("june/a.trf", Some("may/a.trf"), false),
            (".trf", Some("may/a.trf"), false),
            ("", Some("may/a.trf"), false),
            ("", None, true),
            ("a.trf", None, false),
        ] {
            assert_eq!(is_expected_report(old, actual), is_expected, "{old} {actual:?}");
        }
    }
}
