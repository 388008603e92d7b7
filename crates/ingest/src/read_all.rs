//! Reads the planned files in parallel and joins the parts in the order of the plan.
//!
//! In comes a [`ReadPlan`]; out come [`Submissions`]. The result does not depend on the number of threads.

use crate::control::StatedControl;
use crate::earlier_parts::read_earlier_parts;
use crate::error::IngestError;
use crate::fingerprint::content_of;
use crate::merge_registry::merge_registry;
use crate::plan::{PlanItem, ReadPlan, id_from_file_name};
use crate::registry::Registry;
use crate::replacements::{NewerReport, NewerReports};
use crate::search::{FoundFile, FoundOnline, ReportBytes};
use crate::source_memory::LaterReport;
use crate::tournament_row::TournamentRow;
use crate::{ReadOnly, ReadOptions, Submissions, bundle, codes, online, trf};
use foldhash::fast::RandomState;
use model::{Batch, Code, Date, Diagnostic, DiagnosticCollector, InputRole, Newcomer, Place, ReportDigest, ReportSize, Tournament};
use rayon::prelude::*;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::io::ErrorKind;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many parts are held before they are joined: a registry may name hundreds of thousands of reports.
const ITEMS_AT_ONCE: usize = 8192;

/// Reads everything in the plan.
pub(crate) fn read_planned(plan: ReadPlan, options: &ReadOptions<'_>) -> Result<Submissions, IngestError> {
    let ReadPlan { registry, items, online, diagnostics, broken_bundles, newer, replacement_outcomes } = plan;
    if let Some(error) = broken_bundles.into_iter().next() {
        return Err(error);
    }
    let tables = if options.online.is_some() { online.len() } else { 0 };
    let (done, total) = (AtomicUsize::new(0), items.len() + tables);
    let read_item = |item: &PlanItem| {
        let part = match item {
            PlanItem::Report { file, row } => read_report(file, registry.as_deref().zip(*row), options),
            PlanItem::Rated { file, row } => read_report_as(ReadDecision::AlreadyRated, None, file, registry.as_deref().zip(*row), options),
            PlanItem::Refused { row, display_name, code } => Ok(refused_row(registry.as_deref(), *row, display_name, code, options)),
            PlanItem::NewerReport { id, report, row } => read_newer_report(id, report, registry.as_deref().zip(*row), options),
            PlanItem::Bundle(bundle) => bundle::read(bundle, &newer, options),
        };
        (options.progress)(done.fetch_add(1, Ordering::Relaxed) + 1, total);
        part
    };
    let mut all = Submissions { diagnostics, replacement_outcomes, ..Submissions::default() };
    for items in items.chunks(ITEMS_AT_ONCE) {
        let parts: Vec<Result<Submissions, IngestError>> = items.par_iter().map(read_item).collect();
        for part in parts {
            all.append(part?);
        }
    }
    match options.online {
        Some(window) => {
            let read = online::read(&online, &window.time_range(), options, Err)?;
            (options.progress)(total, total);
            all.online = read.online;
            all.batch.newcomers.extend(read.newcomers);
            all.diagnostics.extend(read.diagnostics);
            all.inputs.extend(read.inputs);
        }
        None => all.diagnostics.extend(online.iter().map(online_games_ignored)),
    }
    add_new_tournaments(&mut all, &newer, options)?;
    let (earlier_parts, mut inputs) = read_earlier_parts(&items, registry.as_deref(), &all, options)?;
    all.earlier_parts = earlier_parts;
    all.inputs.append(&mut inputs);
    let mut already_reported = HashSet::new();
    if let Some(registry) = registry {
        already_reported.clone_from(&registry.duplicate_ids);
    }
    find_duplicate_ids(&mut all, &already_reported);
    all.batch.newcomers = Newcomer::merge_by_id(std::mem::take(&mut all.batch.newcomers));
    all.diagnostics.sort_by(|a, b| a.order().cmp(&b.order()));
    all.inputs.sort();
    all.inputs.dedup();
    Ok(all)
}

impl ReadPlan {
    /// Removes the files and tournaments that are not in `only`. Tournaments of other controls stay: they are only counted. Reports of
    /// rated tournaments whose files are not in `only` are not opened.
    pub(crate) fn keep_only(&mut self, only: &ReadOnly, options: &ReadOptions<'_>) {
        let Self { registry, items, online, diagnostics, .. } = self;
        let row_of = |row: Option<usize>| registry.as_deref().zip(row).map(|(registry, row)| &registry.rows[row].tournament_row);
        let is_named = |file: &FoundFile| only.files.contains(&**file.input_name());
        let is_out = |item: &PlanItem| match item {
            PlanItem::Report { file, row } | PlanItem::Rated { file, row } => match options.decide_report(file, row_of(*row)) {
                ReadDecision::Read => !is_named(file),
                ReadDecision::Later | ReadDecision::AlreadyRated | ReadDecision::ReadAgain => {
                    !only.tournaments.contains(&*report_id(file, row_of(*row)))
                }
                ReadDecision::OtherControl | ReadDecision::Replaced => false,
            },
            PlanItem::Refused { row, display_name, .. } => row_of(Some(*row)).is_some_and(|tournament_row| {
                let id = refused_row_id(tournament_row, display_name);
                options.decide(&tournament_row.id, Some(tournament_row)) != ReadDecision::OtherControl && !only.tournaments.contains(&id)
            }),
            PlanItem::Bundle(bundle) => !only.files.contains(&*bundle.games.file.display_name),
            PlanItem::NewerReport { .. } => false,
        };
        let out: HashSet<String> = items.iter().filter(|item| is_out(item)).map(|item| item.display_name().to_owned()).collect();
        items.retain(|item| !is_out(item));
        for item in items {
            if let PlanItem::Report { file, row } = item
                && !is_named(file)
                && matches!(options.decide_report(file, row_of(*row)), ReadDecision::ReadAgain | ReadDecision::AlreadyRated)
            {
                *item = PlanItem::Rated { file: file.clone(), row: *row };
            }
        }
        online.retain(|online| only.files.contains(&*online.games.file.display_name));
        // Diagnostics of removed files are removed too.
        diagnostics.retain(|diagnostic| !out.contains(&*diagnostic.file));
    }
}

/// The note about online games that no edition in force rates.
fn online_games_ignored(online: &FoundOnline) -> Diagnostic {
    let message = "online games are not read as tournaments";
    Diagnostic::new(&codes::ONLINE_GAMES_IGNORED, &online.games.file.display_name, Place::default(), message)
}

impl Submissions {
    /// Sets the role of the files that were read.
    pub(crate) fn with_role(mut self, role: &InputRole) -> Self {
        for input in &mut self.inputs {
            input.role = role.clone();
        }
        self
    }

    /// Appends another part that has no online games.
    pub(crate) fn append(&mut self, mut other: Self) {
        self.batch.append(other.batch);
        self.already_rated.append(&mut other.already_rated);
        self.earlier_parts.append(other.earlier_parts);
        self.other_controls += other.other_controls;
        self.other_control_ids.append(&mut other.other_control_ids);
        self.replacement_outcomes.append(&mut other.replacement_outcomes);
        self.games_without_tournament += other.games_without_tournament;
        self.doubtful.append(&mut other.doubtful);
        self.reported_ratings.append(&mut other.reported_ratings);
        self.diagnostics.append(&mut other.diagnostics);
        self.inputs.append(&mut other.inputs);
    }
}

/// Whether a tournament is read, and why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReadDecision {
    Read,
    AlreadyRated,
    /// It is already rated, and read to compare it with what was rated.
    ReadAgain,
    OtherControl,
    /// It begins after the list date, and only its dates matter.
    Later,
    /// A newer report is read instead.
    Replaced,
}

impl ReadOptions<'_> {
    pub(crate) fn decide(&self, id: &str, tournament_row: Option<&TournamentRow>) -> ReadDecision {
        let stated = tournament_row.and_then(TournamentRow::stated_control);
        if stated.zip(self.control).is_some_and(|(stated, control)| stated != control) {
            ReadDecision::OtherControl
        } else if (self.is_rated)(id) {
            ReadDecision::AlreadyRated
        } else if tournament_row.is_some_and(|tournament_row| self.is_later(tournament_row.start, tournament_row.end)) {
            ReadDecision::Later
        } else {
            ReadDecision::Read
        }
    }

    /// The decision about a report in a file of its own. One of a rated tournament is read again if its size is not what it was (D36).
    pub(crate) fn decide_report(&self, file: &FoundFile, tournament_row: Option<&TournamentRow>) -> ReadDecision {
        let id = report_id(file, tournament_row);
        let decision = self.decide(&id, tournament_row);
        if decision != ReadDecision::AlreadyRated {
            return decision;
        }
        let has_other_size = (self.rated_size)(&id)
            .is_some_and(|rated| self.report_length(file).is_some_and(|length| ReportSize::Bytes(length).differs_from(rated)));
        if has_other_size { ReadDecision::ReadAgain } else { decision }
    }

    fn report_length(&self, file: &FoundFile) -> Option<u64> {
        match self.memory {
            Some(memory) => memory.report_length(file),
            None => file.size(),
        }
    }

    /// Whether the dates put a tournament on a later list.
    pub(crate) fn is_later(&self, start: Option<Date>, end: Option<Date>) -> bool {
        let begins_later = start.zip(self.list).is_some_and(|(start, list)| start >= list);
        begins_later && end >= start
    }
}

fn skipped(decision: ReadDecision, tournament: Tournament) -> Submissions {
    match decision {
        ReadDecision::AlreadyRated | ReadDecision::ReadAgain => Submissions { already_rated: vec![tournament], ..Submissions::default() },
        ReadDecision::OtherControl => Submissions { other_controls: 1, other_control_ids: vec![tournament.id], ..Submissions::default() },
        ReadDecision::Read | ReadDecision::Later | ReadDecision::Replaced => {
            Submissions { batch: Batch { tournaments: vec![tournament], ..Batch::default() }, ..Submissions::default() }
        }
    }
}

/// The id of a registry row whose file may not be read.
fn refused_row_id(tournament_row: &TournamentRow, display_name: &str) -> String {
    if tournament_row.id.is_empty() { id_from_file_name(display_name.as_ref()) } else { tournament_row.id.clone() }
}

/// The tournament of a registry row whose file may not be read.
fn refused_row(
    registry: Option<&Registry>,
    row: usize,
    display_name: &Arc<str>,
    code: &'static Code,
    options: &ReadOptions<'_>,
) -> Submissions {
    let Some(tournament_row) = registry.map(|registry| &registry.rows[row].tournament_row) else { return Submissions::default() };
    let mut tournament = tournament_row.clone().into_tournament(refused_row_id(tournament_row, display_name).into(), display_name);
    tournament.control = tournament.control.or(options.control);
    tournament.unusable = tournament.unusable.or(Some(code));
    skipped(options.decide(&tournament_row.id, Some(tournament_row)), tournament)
}

/// Reads a report under the id of the registry or of its file name.
fn read_report(file: &FoundFile, row: Option<(&Registry, usize)>, options: &ReadOptions<'_>) -> Result<Submissions, IngestError> {
    let tournament_row = row.map(|(registry, row)| &registry.rows[row].tournament_row);
    read_report_as(options.decide_report(file, tournament_row), None, file, row, options)
}

/// The id of a report: the registry's, or else from its file name.
pub(crate) fn report_id(file: &FoundFile, tournament_row: Option<&TournamentRow>) -> Arc<str> {
    tournament_row
        .map(|tournament_row| tournament_row.id.as_str())
        .filter(|id| !id.is_empty())
        .map_or_else(|| id_from_file_name(&file.path).into(), Into::into)
}

/// Reads a report as was decided, under a given id or its own.
fn read_report_as(
    decision: ReadDecision,
    id: Option<&Arc<str>>,
    file: &FoundFile,
    row: Option<(&Registry, usize)>,
    options: &ReadOptions<'_>,
) -> Result<Submissions, IngestError> {
    let tournament_row = row.map(|(registry, row)| &registry.rows[row].tournament_row);
    let id = id.cloned().unwrap_or_else(|| report_id(file, tournament_row));
    let tournament = tournament_row.cloned().unwrap_or_default().into_tournament(id, &file.display_name);
    match decision {
        // The report may have other dates than the registry, so it is read.
        ReadDecision::Read | ReadDecision::Later => read_report_file(tournament, file, row, options),
        ReadDecision::ReadAgain => read_report_again(tournament, file, row, options),
        ReadDecision::AlreadyRated | ReadDecision::OtherControl | ReadDecision::Replaced => Ok(skipped(decision, tournament)),
    }
}

/// Reads a newer report of a tournament. That of a rated one is not compared with what was rated: the correction says that it differs.
fn read_newer_report(
    id: &Arc<str>,
    report: &NewerReport,
    row: Option<(&Registry, usize)>,
    options: &ReadOptions<'_>,
) -> Result<Submissions, IngestError> {
    let decision = options.decide(id, row.map(|(registry, row)| &registry.rows[row].tournament_row));
    Ok(read_report_as(decision, Some(id), &report.file, row, options)?.with_role(&report.role))
}

/// Reads a newer report instead of a bundle's games.
pub(crate) fn read_replacing_report(
    mut tournament: Tournament,
    report: &NewerReport,
    options: &ReadOptions<'_>,
) -> Result<Submissions, IngestError> {
    tournament.file = Arc::clone(&report.file.display_name);
    Ok(read_report_file(tournament, &report.file, None, options)?.with_role(&report.role))
}

/// Reads the reports of tournaments that corrections add.
fn add_new_tournaments(all: &mut Submissions, newer: &NewerReports, options: &ReadOptions<'_>) -> Result<(), IngestError> {
    let mut new: BTreeSet<Arc<str>> = newer.tournaments().cloned().collect();
    if new.is_empty() {
        return Ok(());
    }
    let present = all.batch.tournaments.iter().chain(&all.already_rated).map(|tournament| &tournament.id).chain(&all.other_control_ids);
    for id in present {
        new.remove(id);
    }
    for id in new {
        let (report, mut outcomes) = newer.newest_report(&id, None);
        all.replacement_outcomes.append(&mut outcomes);
        if let Some(report) = report {
            all.append(read_newer_report(&id, report, None, options)?);
        }
    }
    Ok(())
}

/// The size of the largest report: 64 MB, a thousand times that of a large open. A fixed limit, so that every machine makes the same list.
const MAX_REPORT_BYTES: u64 = 64 << 20;

/// Reads a report and completes `tournament`, which holds the values of the tables.
pub(crate) fn read_report_file(
    mut tournament: Tournament,
    file: &FoundFile,
    row: Option<(&Registry, usize)>,
    options: &ReadOptions<'_>,
) -> Result<Submissions, IngestError> {
    if let Some(later) =
        options.memory.and_then(|memory| memory.later_report(&file.path, options)).filter(|later| later.is_as_in(&tournament))
    {
        return Ok(later_report(&later));
    }
    if let Some(problem) = file.archive_problem() {
        let hint = "ask for the archive again, or unpack it and hand in the reports themselves";
        let diagnostic = Diagnostic::new(&codes::ARCHIVE_UNUSABLE, &file.display_name, Place::default(), problem).with_hint(hint);
        tournament.unusable = tournament.unusable.or(Some(&codes::ARCHIVE_UNUSABLE));
        return Ok(Submissions { diagnostics: vec![diagnostic], ..skipped(ReadDecision::Read, tournament) });
    }
    let ReportBytes { bytes, sha256, input } = match file.read_report(MAX_REPORT_BYTES) {
        Ok(read) => read,
        // It was found a moment ago; a list without it would depend on timing.
        Err(error) if error.kind() == ErrorKind::NotFound => return Err(IngestError::Vanished { path: file.path.clone() }),
        Err(error) => {
            let (code, hint) = match error.kind() {
                ErrorKind::FileTooLarge => (&codes::REPORT_TOO_LARGE, "take it out of the folder, or hand in its games as a bundle"),
                ErrorKind::InvalidData => {
                    (&codes::ARCHIVE_UNUSABLE, "ask for the archive again, or unpack it and hand in the report itself")
                }
                ErrorKind::InvalidInput => (&codes::FILE_UNREADABLE, "write what comes out of it into a file, and hand that in"),
                _ => (&codes::FILE_UNREADABLE, "give the user who makes the lists the right to read it"),
            };
            let message = format!("the file cannot be read: {error}");
            let diagnostic = Diagnostic::new(code, &file.display_name, Place::default(), message).with_hint(hint);
            tournament.unusable = tournament.unusable.or(Some(code));
            return Ok(Submissions { diagnostics: vec![diagnostic], ..skipped(ReadDecision::Read, tournament) });
        }
    };
    tournament.report = Some(file_digest(&bytes, &sha256));
    let mut report = trf::read(&bytes, &file.display_name, options);
    let stated = StatedControl::new(&tournament, &report.header.control_claims);
    if stated.is_other_than(options.control) {
        if let Some(memory) = options.memory {
            memory.remember_later_report(file, &tournament, &input, true, options);
        }
        // It had to be read to know that, so the list depends on it.
        return Ok(Submissions { inputs: vec![input], ..skipped(ReadDecision::OtherControl, tournament) });
    }
    let mut tournament = merge_registry(tournament, &mut report, row);
    let mut problems = DiagnosticCollector::new(&file.display_name);
    options.set_control(&mut tournament, stated, &mut problems);
    let mut without_id = std::mem::take(&mut report.without_id);
    without_id.iter_mut().for_each(|entry| entry.tournament_id = Arc::clone(&tournament.id));
    report.diagnostics.append(&mut problems.finish());
    if options.is_later(tournament.start, tournament.end) {
        (report.games, report.newcomers, report.doubtful, report.entries) = Default::default();
        tournament.byes = Vec::new();
        tournament.games = 0..0;
        if let Some(memory) = options.memory.filter(|_| report.diagnostics.is_empty() && !report.depends_on_list) {
            memory.remember_later_report(file, &tournament, &input, false, options);
        }
    } else if options.for_titles && trf::may_be_title_event(&tournament, &report.games) {
        tournament.entries = std::mem::take(&mut report.reported_entries);
    }
    report.newcomers.extend(options.missing_federations(&report.entries));
    let reported_ratings = options.remarkable_ratings(&report.entries, &tournament);
    tournament.games = 0..report.games.len();
    let mut doubtful = report.doubtful;
    doubtful.iter_mut().for_each(|entry| entry.tournament_id = Arc::clone(&tournament.id));
    Ok(Submissions {
        batch: Batch { tournaments: vec![tournament], games: report.games, newcomers: report.newcomers, without_id },
        doubtful,
        reported_ratings,
        diagnostics: report.diagnostics,
        inputs: vec![input],
        ..Submissions::default()
    })
}

/// What a list takes of a report that is known to come later, or to be of another control.
fn later_report(later: &LaterReport) -> Submissions {
    let decision = if later.is_of_other_control { ReadDecision::OtherControl } else { ReadDecision::Later };
    Submissions { inputs: vec![later.input.clone()], ..skipped(decision, later.tournament.clone()) }
}

fn file_digest(bytes: &[u8], sha256: &str) -> ReportDigest {
    ReportDigest { size: ReportSize::Bytes(bytes.len() as u64), sha256: sha256.to_owned() }
}

/// Reads the report of a rated tournament again, for the comparison with what was rated. Its games and diagnostics are left out.
fn read_report_again(
    tournament: Tournament,
    file: &FoundFile,
    row: Option<(&Registry, usize)>,
    options: &ReadOptions<'_>,
) -> Result<Submissions, IngestError> {
    let ReportBytes { bytes, sha256, input } = match file.read_report(MAX_REPORT_BYTES) {
        Ok(read) => read,
        Err(error) if error.kind() == ErrorKind::NotFound => return Err(IngestError::Vanished { path: file.path.clone() }),
        // It cannot be compared, and what was rated stays rated.
        Err(_) => return Ok(skipped(ReadDecision::AlreadyRated, tournament)),
    };
    let mut report = trf::read(&bytes, &file.display_name, options);
    let mut tournament = merge_registry(tournament, &mut report, row);
    tournament.games = 0..report.games.len();
    tournament.content = content_of(&tournament, &report.games);
    tournament.games = 0..0;
    tournament.byes = Vec::new();
    tournament.report = Some(file_digest(&bytes, &sha256));
    Ok(Submissions { inputs: vec![input], ..skipped(ReadDecision::ReadAgain, tournament) })
}

/// Reports ids that two tournaments share, except those in `already_reported`.
fn find_duplicate_ids(all: &mut Submissions, already_reported: &HashSet<String>) {
    let mut first: HashMap<&str, &Tournament, RandomState> =
        HashMap::with_capacity_and_hasher(all.batch.tournaments.len(), RandomState::default());
    let mut doubles = Vec::new();
    for tournament in &all.batch.tournaments {
        if let Some(other) = first.get(&*tournament.id).copied() {
            // A bundle reports duplicates in its own table.
            if !already_reported.contains(&*tournament.id) && other.file != tournament.file {
                doubles.push((other, tournament));
            }
        } else {
            first.insert(&tournament.id, tournament);
        }
    }
    let mut found = Vec::new();
    for (one, other) in doubles {
        for (here, there) in [(one, other), (other, one)] {
            let message = format!("the id '{}' is also that of a tournament in {}", here.id.escape_debug(), there.file);
            let hint = "give every tournament an id of its own, in the registry or by its file's name";
            found.push(Diagnostic::new(&codes::DUPLICATE_ID, &here.file, Place::default(), message).with_hint(hint));
        }
    }
    all.diagnostics.append(&mut found);
}
