//! Decides what there is to read, and under which id: the folders and the registry brought together.

use crate::codes;
use crate::error::IngestError;
use crate::facts::Column;
use crate::input_table::{FileProblem, file_name, file_where};
use crate::registry::Registry;
use crate::replacements::{Newer, NewerReport, ReplacementOutcome};
use crate::search::{Found, FoundBundle, FoundFile, FoundOnline, search};
use crate::{Names, Sources};
use model::{Code, Diagnostic, Place};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Everything to be read, in the order in which it is handed on.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    pub(crate) registry: Option<Registry>,
    pub(crate) work: Vec<Work>,
    pub(crate) online: Vec<FoundOnline>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) broken: Vec<IngestError>,
    /// Newer reports of tournaments that are no reports here: in bundles, or new.
    pub(crate) newer: Newer,
    /// What became of the newer reports of the others.
    pub(crate) replaced: Vec<ReplacementOutcome>,
}

/// One thing to be read.
#[derive(Debug)]
pub(crate) enum Work {
    /// A report, and its row in the registry.
    Report {
        file: FoundFile,
        row: Option<usize>,
    },
    /// A row of the registry whose file is not read.
    Refused {
        row: usize,
        shown: Arc<str>,
        code: &'static Code,
    },
    /// A newer report of a tournament, and its row in the registry.
    Newer {
        id: Arc<str>,
        report: NewerReport,
        row: Option<usize>,
    },
    Bundle(FoundBundle),
}

impl Work {
    /// Its row in the registry.
    fn row(&self) -> Option<usize> {
        match self {
            Self::Report { row, .. } | Self::Newer { row, .. } => *row,
            Self::Refused { row, .. } => Some(*row),
            Self::Bundle(_) => None,
        }
    }

    pub(crate) fn shown(&self) -> &str {
        match self {
            Self::Report { file, .. } => &file.shown,
            Self::Refused { shown, .. } => shown,
            Self::Newer { report, .. } => &report.file.shown,
            Self::Bundle(bundle) => &bundle.shown,
        }
    }
}

pub(crate) fn plan(sources: &Sources, names: Names) -> Result<Plan, IngestError> {
    let registry_path = match &sources.registry {
        Some(path) => Some(path.canonicalize().map_err(|error| IngestError::io(path, error))?),
        None => None,
    };
    let mut found = Vec::new();
    for (source, prefix) in sources.tournaments.iter().zip(names.prefixes(&sources.tournaments)?) {
        found.push(search(source, &prefix, registry_path.as_deref())?);
    }
    let mut plan = Plan::default();
    let mut rows = HashMap::new();
    if let Some((given, path)) = sources.registry.as_ref().zip(registry_path) {
        let prefix = names.prefix_beside(given);
        let registry = Registry::read(given, &format!("{prefix}{}", file_name(given)).into())?;
        rows = named_files(&registry, &path, &prefix, &found, &mut plan);
        plan.diagnostics.extend(registry.diagnostics.iter().cloned());
        plan.registry = Some(registry);
    }
    let has_registry = plan.registry.is_some();
    let newer = Newer::find(&sources.replacements, &found);
    let own_ids = if sources.replacements.is_empty() { HashSet::new() } else { ids_of_others(&plan, &found, &rows, &newer) };
    for mut found in found {
        found.pass_over_others(|path| rows.contains_key(path) || newer.is_newer_report(path));
        plan.diagnostics.append(&mut found.diagnostics);
        plan.broken.append(&mut found.broken);
        plan.work.extend(found.bundles.into_iter().map(Work::Bundle));
        for online in found.online {
            // Folders that overlap have the same games, not the same games twice.
            if plan.online.iter().all(|other| other.games.file.path != online.games.file.path) {
                plan.online.push(online);
            }
        }
        for file in found.reports {
            // The registry's own turn, or an earlier folder, has brought it.
            if rows.insert(file.path.clone(), None).is_some() {
                continue;
            }
            if newer.sets_aside(&file, |id| own_ids.contains(id)) {
                continue;
            }
            if has_registry {
                let id = id_of(&file.path);
                let message = format!("the registry does not name this report; its id is '{}'", id.escape_debug());
                let hint = "add a row for it to the registry";
                plan.diagnostics.push(Diagnostic::new(&codes::NOT_IN_REGISTRY, &file.shown, Place::default(), message).with_hint(hint));
            }
            plan.work.push(Work::Report { file, row: None });
        }
    }
    plan.work.sort_by(|a, b| a.shown().cmp(b.shown()));
    plan.online.sort_by(|a, b| a.games.file.shown.cmp(&b.games.file.shown));
    plan.newer = newer;
    // Afterwards, so that a newer report stands where the old one did.
    plan.replace_reports();
    Ok(plan)
}

/// The ids of reports that are nobody's newer report.
fn ids_of_others(plan: &Plan, found: &[Found], rows: &HashMap<PathBuf, Option<usize>>, newer: &Newer) -> HashSet<String> {
    let registered = plan.registry.iter().flat_map(|registry| &registry.rows).map(|row| row.facts.id.clone());
    let reports = found.iter().flat_map(|found| &found.reports).map(|file| &file.path);
    registered.chain(reports.filter(|path| !rows.contains_key(*path) && !newer.is_newer_report(path)).map(|path| id_of(path))).collect()
}

impl Plan {
    /// Puts newer reports in the place of those that corrections name.
    fn replace_reports(&mut self) {
        let mut places: BTreeMap<Arc<str>, Vec<usize>> = self.newer.tournaments().map(|id| (Arc::clone(id), Vec::new())).collect();
        if places.is_empty() {
            return;
        }
        for (at, work) in self.work.iter().enumerate() {
            if let Some(places) = self.id_of_report(work).and_then(|id| places.get_mut(id.as_str())) {
                places.push(at);
            }
        }
        for (id, places) in places {
            match places.as_slice() {
                [] => continue,
                [at] => {
                    let work = &mut self.work[*at];
                    let (report, mut outcomes) = self.newer.follow(&id, Some(work.shown()));
                    self.replaced.append(&mut outcomes);
                    if let Some(report) = report {
                        *work = Work::Newer { id: Arc::clone(&id), report: report.clone(), row: work.row() };
                    }
                }
                several => self.replaced.extend(self.newer.refused(&id, &format!("{} reports have this id", several.len()))),
            }
            self.newer.forget(&id);
        }
    }

    /// The id of a tournament that has a report of its own.
    fn id_of_report(&self, work: &Work) -> Option<String> {
        let path: &Path = match work {
            Work::Report { file, .. } => &file.path,
            Work::Refused { shown, .. } => Path::new(&**shown),
            Work::Newer { .. } | Work::Bundle(_) => return None,
        };
        let registered = self.registry.as_ref().zip(work.row()).map(|(registry, row)| registry.rows[row].facts.id.clone());
        Some(registered.filter(|id| !id.is_empty()).unwrap_or_else(|| id_of(path)))
    }
}

/// The id of a report that no registry names: the file's name without its ending.
pub(crate) fn id_of(path: &Path) -> String {
    path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// Plans the reports that the registry names, and returns them by path.
fn named_files(registry: &Registry, path: &Path, prefix: &str, found: &[Found], plan: &mut Plan) -> HashMap<PathBuf, Option<usize>> {
    let folder = path.parent().unwrap_or(path);
    let known: HashMap<&Path, &FoundFile> =
        found.iter().flat_map(|found| found.reports.iter().chain(&found.others)).map(|file| (file.path.as_path(), file)).collect();
    let mut by_path: HashMap<PathBuf, Vec<usize>> = HashMap::new();
    let mut files = Vec::new();
    for (row, entry) in registry.rows.iter().enumerate() {
        let Some(named) = &entry.facts.file else {
            plan.work.push(Work::Refused { row, shown: Arc::clone(&registry.file), code: &codes::REGISTRY_NO_FILE });
            continue;
        };
        match resolve(named, folder, found, &known) {
            Ok(path) => {
                let shown = known.get(path.as_path()).map_or_else(|| format!("{prefix}{named}").into(), |file| Arc::clone(&file.shown));
                by_path.entry(path.clone()).or_default().push(row);
                files.push((row, FoundFile { path, shown }));
            }
            Err((code, message, hint)) => {
                plan.diagnostics.push(registry.diagnostic(row, Column::File, code, message, hint));
                plan.work.push(Work::Refused { row, shown: format!("{prefix}{named}").into(), code });
            }
        }
    }
    for (row, file) in files {
        let other = by_path[&file.path].iter().find(|&&other| other != row);
        match other {
            Some(&other) => {
                let message = format!("'{}' is also the file of line {}; neither is rated", file.shown, registry.line(other));
                let hint = "a report is one tournament; take away one of the rows";
                plan.diagnostics.push(registry.diagnostic(row, Column::File, &codes::DUPLICATE_FILE, message, hint));
                plan.work.push(Work::Refused { row, shown: file.shown, code: &codes::DUPLICATE_FILE });
            }
            None => plan.work.push(Work::Report { file, row: Some(row) }),
        }
    }
    by_path.into_iter().map(|(path, rows)| (path, rows.first().copied())).collect()
}

pub(crate) type Refusal = (&'static Code, String, &'static str);

/// The file that a row names, if it lies where it may.
pub(crate) fn resolve(named: &str, folder: &Path, found: &[Found], known: &HashMap<&Path, &FoundFile>) -> Result<PathBuf, Refusal> {
    let is_relative = Path::new(named).is_relative();
    let may_lie_at = |path: &Path| (is_relative && path.starts_with(folder)) || found.iter().any(|found| path.starts_with(&found.root));
    file_where(named, folder, may_lie_at, |path| known.contains_key(path)).map_err(|problem| match problem {
        FileProblem::Outside => {
            let message = format!("'{}' lies outside the registry's folder and is not read", named.escape_debug());
            (&codes::FILE_OUTSIDE, message, "name files relative to the registry, or hand in the folder that they lie in")
        }
        FileProblem::Missing => {
            let hint = "name the file relative to the registry, upper and lower case as it is";
            (&codes::FILE_MISSING, format!("there is no file '{}'", named.escape_debug()), hint)
        }
    })
}
