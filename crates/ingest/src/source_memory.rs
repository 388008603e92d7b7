//! What earlier readings of the same sources found, for a caller that makes one list after the other from them.
//!
//! The sources are searched once. Of a bundle its rows of tournaments are remembered, and how many rows of games each has: games are read
//! only for a list that takes one of them. Of a report its length is remembered, and what a list takes of one whose tournament comes later.
//! Only what raised no diagnostic and does not depend on the list is remembered; anything else is read again. Each list is compared with the
//! files before it is published, as if it had read them.

use crate::bundle::RememberedBundle;
use crate::plan::{ReadPlan, plan};
use crate::registered_rows::RegisteredRows;
use crate::search::FoundFile;
use crate::{FileNaming, IngestError, ReadOptions, Sources};
use model::{Control, InputFile, Tournament};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The memory of one walk through lists. It holds for sources that do not change meanwhile.
#[derive(Debug, Default)]
pub struct SourceMemory {
    plan: Mutex<Option<RememberedPlan>>,
    bundles: Mutex<HashMap<PathBuf, Arc<RememberedBundle>>>,
    report_lengths: Mutex<HashMap<PathBuf, u64>>,
    later_reports: Mutex<HashMap<PathBuf, Arc<LaterReport>>>,
}

#[derive(Debug)]
struct RememberedPlan {
    sources: Sources,
    plan: ReadPlan,
    registered: Option<RegisteredRows>,
}

/// A report whose tournament comes later than the list that it was read for, or is of another control.
#[derive(Debug)]
pub(crate) struct LaterReport {
    pub(crate) tournament: Tournament,
    pub(crate) input: InputFile,
    pub(crate) is_of_other_control: bool,
    /// What it was read with; the result holds for the same.
    read_with: ReadWith,
}

/// The options that change what a report says of a tournament that comes later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ReadWith {
    control: Option<Control>,
    takes_unknown_control: bool,
}

impl ReadWith {
    fn of(options: &ReadOptions<'_>) -> Self {
        Self { control: options.control, takes_unknown_control: options.takes_unknown_control }
    }
}

impl LaterReport {
    /// Whether a tournament that the tables describe is the one that the report was read for.
    pub(crate) fn is_as_in(&self, tournament: &Tournament) -> bool {
        self.tournament.id == tournament.id && self.tournament.file == tournament.file
    }
}

impl SourceMemory {
    pub(crate) fn bundle(&self, tournaments: &FoundFile) -> Option<Arc<RememberedBundle>> {
        lock(&self.bundles).get(&tournaments.path).cloned()
    }

    pub(crate) fn remember_bundle(&self, tournaments: &FoundFile, bundle: RememberedBundle) {
        lock(&self.bundles).insert(tournaments.path.clone(), Arc::new(bundle));
    }

    /// The length of a report; `None` where there is no such file.
    pub(crate) fn report_length(&self, file: &FoundFile) -> Option<u64> {
        if let Some(&length) = lock(&self.report_lengths).get(&file.path) {
            return Some(length);
        }
        let length = file.size()?;
        lock(&self.report_lengths).insert(file.path.clone(), length);
        Some(length)
    }

    /// What a list takes of a report that comes later than it, or is of another control, if that is known.
    pub(crate) fn later_report(&self, path: &Path, options: &ReadOptions<'_>) -> Option<Arc<LaterReport>> {
        let report = lock(&self.later_reports).get(path).cloned()?;
        let is_later = || options.is_later(report.tournament.start, report.tournament.end);
        let holds = report.read_with == ReadWith::of(options) && (report.is_of_other_control || is_later());
        if !holds {
            // The list of its tournament has come: from now on it is read.
            lock(&self.later_reports).remove(path);
        }
        holds.then_some(report)
    }

    pub(crate) fn remember_later_report(
        &self,
        file: &FoundFile,
        tournament: &Tournament,
        input: &InputFile,
        is_of_other_control: bool,
        options: &ReadOptions<'_>,
    ) {
        let (tournament, input, read_with) = (tournament.clone(), input.clone(), ReadWith::of(options));
        let report = LaterReport { tournament, input, is_of_other_control, read_with };
        lock(&self.later_reports).insert(file.path.clone(), Arc::new(report));
    }
}

/// Plans what is read of the sources, once for all lists where there is a memory.
pub(crate) fn plan_once(sources: &Sources, options: &ReadOptions<'_>) -> Result<(ReadPlan, Option<RegisteredRows>), IngestError> {
    let planned = || {
        let plan = plan(sources, FileNaming::Relative)?;
        let registered = plan.registered_rows();
        Ok((plan, registered))
    };
    let Some(memory) = options.memory else { return planned() };
    let mut remembered = lock(&memory.plan);
    if let Some(remembered) = remembered.as_ref().filter(|remembered| remembered.sources == *sources)
        && let Some(plan) = remembered.plan.duplicate()
    {
        return Ok((plan, remembered.registered.clone()));
    }
    let (plan, registered) = planned()?;
    if let Some(copy) = plan.duplicate() {
        *remembered = Some(RememberedPlan { sources: sources.clone(), plan: copy, registered: registered.clone() });
    }
    Ok((plan, registered))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
