//! Reads what the plan names, many files at once, and puts the pieces together in the plan's order.

use crate::error::IngestError;
use crate::facts::Facts;
use crate::plan::{Plan, Work, id_of};
use crate::registry::Registry;
use crate::replacements::{Newer, NewerReport};
use crate::search::{FoundFile, FoundOnline};
use crate::settle::settle;
use crate::{HandedIn, ReadOptions, bundle, codes, online, trf};
use foldhash::fast::RandomState;
use model::{Batch, Code, Date, Diagnostic, InputFile, InputRole, Newcomer, Place, Tournament};
use rayon::prelude::*;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::io::ErrorKind;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Reads everything that is planned. The answer does not depend on how many threads there are.
pub(crate) fn carry_out(plan: Plan, options: &ReadOptions<'_>) -> Result<HandedIn, IngestError> {
    let Plan { registry, work, online, diagnostics, broken, newer, replaced } = plan;
    if let Some(error) = broken.into_iter().next() {
        return Err(error);
    }
    let tables = if options.online.is_some() { online.len() } else { 0 };
    let (done, total) = (AtomicUsize::new(0), work.len() + tables);
    let pieces: Vec<Result<HandedIn, IngestError>> = work
        .par_iter()
        .map(|work| {
            let piece = match work {
                Work::Report { file, row } => report(file, registry.as_ref().zip(*row), options),
                Work::Refused { row, shown, code } => Ok(refused(registry.as_ref(), *row, shown, code, options)),
                Work::Newer { id, report, row } => newer_report(id, report, registry.as_ref().zip(*row), options),
                Work::Bundle(bundle) => bundle::read(bundle, &newer, options),
            };
            (options.progress)(done.fetch_add(1, Ordering::Relaxed) + 1, total);
            piece
        })
        .collect();
    let mut all = HandedIn { diagnostics, replacements: replaced, ..HandedIn::default() };
    for piece in pieces {
        all.append(piece?);
    }
    match options.online {
        Some(window) => {
            let read = online::read(&online, &window.moments(), options, Err)?;
            (options.progress)(total, total);
            all.online = read.online;
            all.batch.newcomers.extend(read.newcomers);
            all.diagnostics.extend(read.diagnostics);
            all.inputs.extend(read.inputs);
        }
        None => all.diagnostics.extend(online.iter().map(not_read)),
    }
    add_new_tournaments(&mut all, &newer, options)?;
    let mut told = HashSet::new();
    if let Some(registry) = registry {
        all.inputs.push(registry.input);
        told = registry.doubled_ids;
    }
    find_doubles(&mut all, &told);
    all.batch.newcomers = Newcomer::joined(std::mem::take(&mut all.batch.newcomers));
    all.diagnostics.sort_by(|a, b| a.order().cmp(&b.order()));
    all.inputs.sort();
    all.inputs.dedup();
    Ok(all)
}

impl Plan {
    /// Leaves out the files that are not among the named ones. Reports of tournaments that are rated already are never opened and stay.
    pub(crate) fn keep_only(&mut self, only: &BTreeSet<String>, options: &ReadOptions<'_>) {
        let Self { registry, work, online, diagnostics, .. } = self;
        let is_out = |work: &Work| match work {
            Work::Report { file, row } => {
                let facts = registry.as_ref().zip(*row).map(|(registry, row)| &registry.rows[row].facts);
                options.fate(&report_id(file, facts), facts) == Fate::Read && !only.contains(&*file.shown)
            }
            Work::Bundle(bundle) => !only.contains(&*bundle.games.file.shown),
            Work::Refused { .. } | Work::Newer { .. } => false,
        };
        let out: HashSet<String> = work.iter().filter(|work| is_out(work)).map(|work| work.shown().to_owned()).collect();
        work.retain(|work| !is_out(work));
        online.retain(|online| only.contains(&*online.games.file.shown));
        // What was said of files that are not there is not said either.
        diagnostics.retain(|diagnostic| !out.contains(&*diagnostic.file));
    }
}

/// Online games where no edition rates them.
fn not_read(online: &FoundOnline) -> Diagnostic {
    let message = "online games are not read as tournaments";
    Diagnostic::new(&codes::ONLINE_GAMES_IGNORED, &online.games.file.shown, Place::default(), message)
}

impl HandedIn {
    /// Says what the files that were read serve as.
    fn with_role(mut self, role: InputRole) -> Self {
        for input in &mut self.inputs {
            input.role = role;
        }
        self
    }

    /// Puts another piece, without online games, behind this one.
    pub(crate) fn append(&mut self, mut other: Self) {
        self.batch.append(other.batch);
        self.already_rated.append(&mut other.already_rated);
        self.other_controls += other.other_controls;
        self.of_other_controls.append(&mut other.of_other_controls);
        self.replacements.append(&mut other.replacements);
        self.games_without_tournament += other.games_without_tournament;
        self.doubtful.append(&mut other.doubtful);
        self.diagnostics.append(&mut other.diagnostics);
        self.inputs.append(&mut other.inputs);
    }
}

/// Whether a tournament is to be read at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    Read,
    AlreadyRated,
    OtherControl,
    /// It begins after the list's date, and only that is known of it (R42).
    Later,
    /// A newer report is read in its place.
    Replaced,
}

impl ReadOptions<'_> {
    pub(crate) fn fate(&self, id: &str, facts: Option<&Facts>) -> Fate {
        let control = facts.and_then(|facts| facts.control).or(self.control);
        if control != self.control && self.control.is_some() {
            Fate::OtherControl
        } else if (self.is_rated)(id) {
            Fate::AlreadyRated
        } else if facts.is_some_and(|facts| self.is_later(facts.start, facts.end)) {
            Fate::Later
        } else {
            Fate::Read
        }
    }

    /// Whether a tournament is one of later lists, whatever its games are.
    fn is_later(&self, start: Option<Date>, end: Option<Date>) -> bool {
        let begins_later = start.zip(self.later_from).is_some_and(|(start, later)| start >= later);
        begins_later && end >= start
    }
}

fn passed_over(fate: Fate, tournament: Tournament) -> HandedIn {
    match fate {
        Fate::AlreadyRated => HandedIn { already_rated: vec![tournament], ..HandedIn::default() },
        Fate::OtherControl => HandedIn { other_controls: 1, of_other_controls: vec![tournament.id], ..HandedIn::default() },
        Fate::Read | Fate::Later | Fate::Replaced => {
            HandedIn { batch: Batch { tournaments: vec![tournament], ..Batch::default() }, ..HandedIn::default() }
        }
    }
}

/// A row of the registry without a file that may be read.
fn refused(registry: Option<&Registry>, row: usize, shown: &Arc<str>, code: &'static Code, options: &ReadOptions<'_>) -> HandedIn {
    let Some(facts) = registry.map(|registry| &registry.rows[row].facts) else { return HandedIn::default() };
    let id = if facts.id.is_empty() { id_of(shown.as_ref().as_ref()).into() } else { facts.id.as_str().into() };
    let mut tournament = facts.clone().into_tournament(id, shown);
    tournament.control = tournament.control.or(options.control);
    tournament.unusable = tournament.unusable.or(Some(code));
    passed_over(options.fate(&facts.id, Some(facts)), tournament)
}

/// Reads one report.
fn report(file: &FoundFile, row: Option<(&Registry, usize)>, options: &ReadOptions<'_>) -> Result<HandedIn, IngestError> {
    let facts = row.map(|(registry, row)| &registry.rows[row].facts);
    report_of(report_id(file, facts), file, row, options)
}

/// The id of a report: the registry's, or its name.
pub(crate) fn report_id(file: &FoundFile, facts: Option<&Facts>) -> Arc<str> {
    facts.map(|facts| facts.id.as_str()).filter(|id| !id.is_empty()).map_or_else(|| id_of(&file.path).into(), Into::into)
}

/// Reads the report of a tournament.
fn report_of(id: Arc<str>, file: &FoundFile, row: Option<(&Registry, usize)>, options: &ReadOptions<'_>) -> Result<HandedIn, IngestError> {
    let facts = row.map(|(registry, row)| &registry.rows[row].facts);
    let fate = options.fate(&id, facts);
    let mut tournament = facts.cloned().unwrap_or_default().into_tournament(id, &file.shown);
    tournament.control = tournament.control.or(options.control);
    match fate {
        // A report may tell other dates than the registry, so it is read.
        Fate::Read | Fate::Later => {}
        Fate::AlreadyRated | Fate::OtherControl | Fate::Replaced => return Ok(passed_over(fate, tournament)),
    }
    filled(tournament, file, row, options)
}

/// Reads a newer report of a tournament.
fn newer_report(
    id: &Arc<str>,
    report: &NewerReport,
    row: Option<(&Registry, usize)>,
    options: &ReadOptions<'_>,
) -> Result<HandedIn, IngestError> {
    Ok(report_of(Arc::clone(id), &report.file, row, options)?.with_role(report.role))
}

/// Reads a newer report in the place of a bundle's games.
pub(crate) fn newer_games(mut tournament: Tournament, report: &NewerReport, options: &ReadOptions<'_>) -> Result<HandedIn, IngestError> {
    tournament.file = Arc::clone(&report.file.shown);
    Ok(filled(tournament, &report.file, None, options)?.with_role(report.role))
}

/// Reads the reports of tournaments that corrections add.
fn add_new_tournaments(all: &mut HandedIn, newer: &Newer, options: &ReadOptions<'_>) -> Result<(), IngestError> {
    let mut new: BTreeSet<Arc<str>> = newer.tournaments().cloned().collect();
    if new.is_empty() {
        return Ok(());
    }
    let met = all.batch.tournaments.iter().chain(&all.already_rated).map(|tournament| &tournament.id).chain(&all.of_other_controls);
    for id in met {
        new.remove(id);
    }
    for id in new {
        let (report, mut outcomes) = newer.follow(&id, None);
        all.replacements.append(&mut outcomes);
        if let Some(report) = report {
            all.append(newer_report(&id, report, None, options)?);
        }
    }
    Ok(())
}

/// A tournament, as the tables alone tell it, with what its report says.
fn filled(
    mut tournament: Tournament,
    file: &FoundFile,
    row: Option<(&Registry, usize)>,
    options: &ReadOptions<'_>,
) -> Result<HandedIn, IngestError> {
    let (bytes, seen) = match store::read_input(&file.path) {
        Ok(read) => read,
        // It was found a moment ago: a list without it would depend on the moment.
        Err(error) if error.kind() == ErrorKind::NotFound => return Err(IngestError::Vanished { path: file.path.clone() }),
        Err(error) => {
            let hint = match error.kind() {
                ErrorKind::FileTooLarge => "it is no report: take it out of the folder",
                ErrorKind::InvalidInput => "write what comes out of it into a file, and hand that in",
                _ => "give the user who makes the lists the right to read it",
            };
            let message = format!("the file cannot be read: {error}");
            let diagnostic = Diagnostic::new(&codes::FILE_UNREADABLE, &file.shown, Place::default(), message).with_hint(hint);
            tournament.unusable = tournament.unusable.or(Some(&codes::FILE_UNREADABLE));
            return Ok(HandedIn { diagnostics: vec![diagnostic], ..passed_over(Fate::Read, tournament) });
        }
    };
    let input = InputFile::new(InputRole::Tournaments, file.shown.to_string(), store::sha256_hex(&bytes)).with_snapshot(seen);
    let mut report = trf::read(&bytes, &file.shown, options.known, options.names);
    let mut tournament = settle(tournament, &mut report, row);
    if options.is_later(tournament.start, tournament.end) {
        (report.games, report.newcomers, report.doubtful) = Default::default();
    }
    tournament.games = 0..report.games.len();
    let mut doubtful = report.doubtful;
    doubtful.iter_mut().for_each(|entry| entry.tournament_id = Arc::clone(&tournament.id));
    Ok(HandedIn {
        batch: Batch { tournaments: vec![tournament], games: report.games, newcomers: report.newcomers },
        doubtful,
        diagnostics: report.diagnostics,
        inputs: vec![input],
        ..HandedIn::default()
    })
}

/// Reports ids that two tournaments share, but for those that are told already.
fn find_doubles(all: &mut HandedIn, told: &HashSet<String>) {
    let mut first: HashMap<&str, &Tournament, RandomState> =
        HashMap::with_capacity_and_hasher(all.batch.tournaments.len(), RandomState::default());
    let mut doubles = Vec::new();
    for tournament in &all.batch.tournaments {
        if let Some(other) = first.get(&*tournament.id).copied() {
            // A bundle reports its own too.
            if !told.contains(&*tournament.id) && other.file != tournament.file {
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
