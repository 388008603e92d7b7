//! Plans what to read, and under which tournament id.
//!
//! In come the sources; out comes a [`ReadPlan`] of reports, bundles and online games, merged with the rows of the registry. Reports are not
//! opened here.

use crate::codes;
use crate::error::IngestError;
use crate::input_table::{FileProblem, file_extension, file_name, find_file};
use crate::registry::Registry;
use crate::replacements::{NewerReport, NewerReports, ReplacementOutcome};
use crate::search::{FoundBundle, FoundFile, FoundOnline, SearchResult, reports_in_archive, search};
use crate::tournament_row::TournamentColumn;
use crate::{FileNaming, Sources};
use model::{Code, Diagnostic, DiagnosticCollector, Place};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Everything to read, in the order of the result.
#[derive(Debug, Default)]
pub(crate) struct ReadPlan {
    pub(crate) registry: Option<Arc<Registry>>,
    pub(crate) items: Vec<PlanItem>,
    pub(crate) online: Vec<FoundOnline>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) broken_bundles: Vec<IngestError>,
    /// Newer reports of tournaments that have no report of their own: in bundles, or new.
    pub(crate) newer: NewerReports,
    /// The outcomes of newer reports that replaced planned reports.
    pub(crate) replacement_outcomes: Vec<ReplacementOutcome>,
}

/// One report, registry row or bundle to read.
#[derive(Clone, Debug)]
pub(crate) enum PlanItem {
    /// A report, and the index of its row in the registry.
    Report { file: FoundFile, row: Option<usize> },
    /// A report of a rated tournament that is not opened, and the index of its row in the registry.
    Rated { file: FoundFile, row: Option<usize> },
    /// A row of the registry whose file is not read.
    Refused { row: usize, display_name: Arc<str>, code: &'static Code },
    /// A newer report of a tournament, and the index of its row in the registry.
    NewerReport { id: Arc<str>, report: NewerReport, row: Option<usize> },
    /// Boxed, because a registry may name hundreds of thousands of reports.
    Bundle(Box<FoundBundle>),
}

impl PlanItem {
    /// The index of the item's row in the registry.
    pub(crate) fn row(&self) -> Option<usize> {
        match self {
            Self::Report { row, .. } | Self::Rated { row, .. } | Self::NewerReport { row, .. } => *row,
            Self::Refused { row, .. } => Some(*row),
            Self::Bundle(_) => None,
        }
    }

    /// The display name, shared where the item owns it.
    pub(crate) fn shared_display_name(&self) -> Arc<str> {
        match self {
            Self::Report { file, .. } | Self::Rated { file, .. } => Arc::clone(&file.display_name),
            Self::Refused { display_name, .. } => Arc::clone(display_name),
            Self::NewerReport { report, .. } => Arc::clone(&report.file.display_name),
            Self::Bundle(bundle) => (*bundle.display_name).into(),
        }
    }

    pub(crate) fn display_name(&self) -> &str {
        match self {
            Self::Report { file, .. } | Self::Rated { file, .. } => &file.display_name,
            Self::Refused { display_name, .. } => display_name,
            Self::NewerReport { report, .. } => &report.file.display_name,
            Self::Bundle(bundle) => &bundle.display_name,
        }
    }
}

pub(crate) fn plan(sources: &Sources, names: FileNaming) -> Result<ReadPlan, IngestError> {
    let registry_path = match &sources.registry {
        Some(path) => Some(path.canonicalize().map_err(|error| IngestError::io(path, error))?),
        None => None,
    };
    let mut found = Vec::new();
    for (source, prefix) in sources.tournaments.iter().zip(names.prefixes(&sources.tournaments)?) {
        found.push(search(source, &prefix, registry_path.as_deref())?);
    }
    let mut plan = ReadPlan::default();
    let mut rows = HashMap::new();
    if let Some((registry_source, path)) = sources.registry.as_ref().zip(registry_path) {
        let prefix = names.prefix_of_siblings(registry_source);
        let registry = Registry::read(registry_source, &format!("{prefix}{}", file_name(registry_source)).into())?;
        rows = plan_registered_reports(&registry, &path, &prefix, &found, &mut plan);
        plan.diagnostics.extend(registry.diagnostics.iter().cloned());
        plan.registry = Some(Arc::new(registry));
    }
    let has_registry = plan.registry.is_some();
    let newer = NewerReports::find(&sources.replacements, &found);
    let own_ids = if sources.replacements.is_empty() { HashSet::new() } else { ids_of_own_reports(&plan, &found, &rows, &newer) };
    for mut found in found {
        found.note_unused_files(|path| rows.contains_key(path) || newer.is_newer_report(path));
        plan.diagnostics.append(&mut found.diagnostics);
        plan.broken_bundles.append(&mut found.broken_bundles);
        plan.items.extend(found.bundles.into_iter().map(|bundle| PlanItem::Bundle(Box::new(bundle))));
        for online in found.online {
            // Overlapping folders contain the same tables; each is read once.
            if plan.online.iter().all(|other| other.games.file.path != online.games.file.path) {
                plan.online.push(online);
            }
        }
        for file in found.reports {
            // The registry or an earlier folder has already planned this file.
            if rows.insert(file.path.clone(), None).is_some() {
                continue;
            }
            if newer.is_only_replacement(&file, |id| own_ids.contains(id)) {
                continue;
            }
            if has_registry {
                let id = id_from_file_name(&file.path);
                let message = format!("the registry does not name this report; its id is '{}'", id.escape_debug());
                let hint = "add a row for it to the registry";
                plan.diagnostics
                    .push(Diagnostic::new(&codes::NOT_IN_REGISTRY, &file.display_name, Place::default(), message).with_hint(hint));
            }
            plan.items.push(PlanItem::Report { file, row: None });
        }
    }
    plan.items.sort_by(|a, b| a.display_name().cmp(b.display_name()));
    plan.online.sort_by(|a, b| a.games.file.display_name.cmp(&b.games.file.display_name));
    plan.newer = newer;
    // Last, so that a newer report takes the position of the old one.
    plan.replace_reports();
    Ok(plan)
}

/// The ids of reports that are not newer reports of other tournaments.
fn ids_of_own_reports(
    plan: &ReadPlan,
    found: &[SearchResult],
    rows: &HashMap<PathBuf, Option<usize>>,
    newer: &NewerReports,
) -> HashSet<String> {
    let registered = plan.registry.iter().flat_map(|registry| &registry.rows).map(|row| row.tournament_row.id.clone());
    let reports = found.iter().flat_map(|found| &found.reports).map(|file| &file.path);
    registered
        .chain(reports.filter(|path| !rows.contains_key(*path) && !newer.is_newer_report(path)).map(|path| id_from_file_name(path)))
        .collect()
}

impl ReadPlan {
    /// A copy of the plan; `None` of one with an error, which ends the reading anyway.
    pub(crate) fn duplicate(&self) -> Option<Self> {
        let Self { registry, items, online, diagnostics, broken_bundles, newer, replacement_outcomes } = self;
        broken_bundles.is_empty().then(|| Self {
            registry: registry.clone(),
            items: items.clone(),
            online: online.clone(),
            diagnostics: diagnostics.clone(),
            broken_bundles: Vec::new(),
            newer: newer.clone(),
            replacement_outcomes: replacement_outcomes.clone(),
        })
    }

    /// Replaces the reports that corrections name by the newer ones.
    fn replace_reports(&mut self) {
        let mut places: BTreeMap<Arc<str>, Vec<usize>> = self.newer.tournaments().map(|id| (Arc::clone(id), Vec::new())).collect();
        if places.is_empty() {
            return;
        }
        for (at, item) in self.items.iter().enumerate() {
            if let Some(places) = self.id_of_report(item).and_then(|id| places.get_mut(id.as_str())) {
                places.push(at);
            }
        }
        for (id, places) in places {
            match places.as_slice() {
                [] => continue,
                [at] => {
                    let item = &mut self.items[*at];
                    let (report, mut outcomes) = self.newer.newest_report(&id, Some(item.display_name()));
                    self.replacement_outcomes.append(&mut outcomes);
                    if let Some(report) = report {
                        *item = PlanItem::NewerReport { id: Arc::clone(&id), report: report.clone(), row: item.row() };
                    }
                }
                several => self.replacement_outcomes.extend(self.newer.refuse_all(&id, &format!("{} reports have this id", several.len()))),
            }
            self.newer.remove(&id);
        }
    }

    /// The tournament id of an item that is a report.
    fn id_of_report(&self, item: &PlanItem) -> Option<String> {
        let path: &Path = match item {
            PlanItem::Report { file, .. } | PlanItem::Rated { file, .. } => &file.path,
            PlanItem::Refused { display_name, .. } => Path::new(&**display_name),
            PlanItem::NewerReport { .. } | PlanItem::Bundle(_) => return None,
        };
        let registered = self.registry.as_ref().zip(item.row()).map(|(registry, row)| registry.rows[row].tournament_row.id.clone());
        Some(registered.filter(|id| !id.is_empty()).unwrap_or_else(|| id_from_file_name(path)))
    }
}

/// The id of a report that the registry does not name: the file name without its extension.
pub(crate) fn id_from_file_name(path: &Path) -> String {
    path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// Plans the reports that the registry names; returns their rows by path.
fn plan_registered_reports(
    registry: &Registry,
    path: &Path,
    prefix: &str,
    found: &[SearchResult],
    plan: &mut ReadPlan,
) -> HashMap<PathBuf, Option<usize>> {
    let folder = path.parent().unwrap_or(path);
    let known: HashMap<&Path, &FoundFile> =
        found.iter().flat_map(|found| found.reports.iter().chain(&found.others)).map(|file| (file.path.as_path(), file)).collect();
    let mut by_path: HashMap<PathBuf, Vec<usize>> = HashMap::new();
    let mut files = Vec::new();
    let mut problems = DiagnosticCollector::new(&registry.file);
    for (row, entry) in registry.rows.iter().enumerate() {
        let Some(named) = &entry.tournament_row.file else {
            plan.items.push(PlanItem::Refused { row, display_name: Arc::clone(&registry.file), code: &codes::REGISTRY_NO_FILE });
            continue;
        };
        match resolve(named, folder, found, &known).and_then(|path| registered_file(path, || format!("{prefix}{named}"), found, &known)) {
            Ok(file) => {
                by_path.entry(file.path.clone()).or_default().push(row);
                files.push((row, file));
            }
            Err((code, message, hint)) => {
                let place = registry.place(row, TournamentColumn::File);
                problems.add(code, place, message).hint(hint).source(registry.source(row));
                plan.items.push(PlanItem::Refused { row, display_name: format!("{prefix}{named}").into(), code });
            }
        }
    }
    for (row, file) in files {
        let other = by_path[&file.path].iter().find(|&&other| other != row);
        match other {
            Some(&other) => {
                let message = format!("'{}' is also the file of line {}; neither is rated", file.display_name, registry.line(other));
                let hint = "a report is one tournament; take away one of the rows";
                let place = registry.place(row, TournamentColumn::File);
                problems.add(&codes::DUPLICATE_FILE, place, message).hint(hint).source(registry.source(row));
                plan.items.push(PlanItem::Refused { row, display_name: file.display_name, code: &codes::DUPLICATE_FILE });
            }
            None => plan.items.push(PlanItem::Report { file, row: Some(row) }),
        }
    }
    plan.diagnostics.append(&mut problems.finish());
    by_path.into_iter().map(|(path, rows)| (path, rows.first().copied())).collect()
}

/// The file at a path that the registry names. An archive stands for its only report.
fn registered_file(
    path: PathBuf,
    display_name: impl Fn() -> String,
    found: &[SearchResult],
    known: &HashMap<&Path, &FoundFile>,
) -> Result<FoundFile, Refusal> {
    let only = found.iter().find_map(|found| found.single_reports.get(&path));
    if let Some(file) = known.get(only.unwrap_or(&path).as_path()) {
        return Ok((*file).clone());
    }
    let file = FoundFile::new(path, display_name());
    if file_extension(&file.path) != "zip" {
        return Ok(file);
    }
    let (mut reports, _) = reports_in_archive(&file);
    match (reports.pop(), reports.len()) {
        (Some(report), 0) => Ok(report),
        (report, others) => {
            let reports = others + usize::from(report.is_some());
            let message =
                format!("'{}' is an archive of {reports} reports, and which is meant is not told", file.display_name.escape_debug());
            Err((&codes::FILE_MISSING, message, "name one of them, as may.zip/open.trf, and hand the archive in with the tournaments"))
        }
    }
}

pub(crate) type Refusal = (&'static Code, String, &'static str);

/// The path of a file that a table names, if it is inside a folder that may be read.
pub(crate) fn resolve(named: &str, folder: &Path, found: &[SearchResult], known: &HashMap<&Path, &FoundFile>) -> Result<PathBuf, Refusal> {
    let is_relative = Path::new(named).is_relative();
    let may_lie_at = |path: &Path| (is_relative && path.starts_with(folder)) || found.iter().any(|found| path.starts_with(&found.root));
    find_file(named, folder, may_lie_at, |path| known.contains_key(path)).map_err(|problem| match problem {
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
