//! Reads tournaments that are already rated once more: earlier parts of an event that goes on (T17), and those that are asked for by id.
//!
//! In come the planned items and what was read of them; out comes a [`Batch`] of its own, because nothing in it is rated again.

use crate::bundle;
use crate::error::IngestError;
use crate::plan::{PlanItem, ReadPlan};
use crate::read_all::{ReadDecision, read_report_file, report_id};
use crate::registry::Registry;
use crate::search::FoundFile;
use crate::tournament_row::TournamentRow;
use crate::{ReadOptions, Submissions};
use model::{Batch, InputFile, InputRole, Tournament};
use std::collections::HashSet;
use std::sync::Arc;

/// The rated tournaments that are read all the same.
struct WantedParts<'o> {
    options: &'o ReadOptions<'o>,
    /// Events of which the plan reads a part, as far as a row names them.
    events: HashSet<Arc<str>>,
}

impl<'o> WantedParts<'o> {
    /// Finds the events of the tournaments that the plan reads, by its registry. A tournament without an event is one of its own id.
    fn of_plan(items: &[PlanItem], registry: Option<&Registry>, options: &'o ReadOptions<'o>) -> Self {
        let rows = registry.iter().filter(|_| options.for_titles).flat_map(|registry| &registry.rows);
        let named: HashSet<&str> = rows.filter_map(|row| row.tournament_row.event_id()).collect();
        let mut events = HashSet::new();
        for item in items.iter().filter(|_| !named.is_empty()) {
            let Some((id, tournament_row)) = report_of(item, registry) else { continue };
            let event = tournament_row.and_then(TournamentRow::event_id).unwrap_or(&id);
            if named.contains(event) && options.decide(&id, tournament_row) == ReadDecision::Read {
                events.insert(event.into());
            }
        }
        Self { options, events }
    }

    /// Adds the events of tournaments that were read, of which bundles tell.
    fn with_events_of(mut self, read: &Submissions) -> Self {
        if self.options.for_titles {
            let named: HashSet<&Arc<str>> =
                read.batch.tournaments.iter().chain(&read.already_rated).filter_map(|tournament| tournament.event_id.as_ref()).collect();
            let is_now = |tournament: &&Tournament| !self.options.is_later(tournament.start, tournament.end);
            let events = read.batch.tournaments.iter().filter(is_now).map(Tournament::event).filter(|event| named.contains(event));
            self.events.extend(events.cloned());
        }
        self
    }

    fn is_empty(&self) -> bool {
        self.events.is_empty() && self.options.also_read.is_none()
    }

    fn wants(&self, id: &str, event_id: Option<&str>) -> bool {
        self.options.also_read.is_some_and(|also_read| also_read(id)) || self.events.contains(event_id.unwrap_or(id))
    }

    /// Whether the report of an item is read although it is rated.
    fn wants_report(&self, item: &PlanItem, registry: Option<&Registry>) -> bool {
        !self.is_empty()
            && report_of(item, registry).is_some_and(|(id, tournament_row)| {
                self.wants(&id, tournament_row.and_then(TournamentRow::event_id))
                    && self.options.decide(&id, tournament_row) == ReadDecision::AlreadyRated
            })
    }
}

/// The id of an item that is a report to open, and its row in the registry.
fn report_of<'r>(item: &PlanItem, registry: Option<&'r Registry>) -> Option<(Arc<str>, Option<&'r TournamentRow>)> {
    let tournament_row = registry.zip(item.row()).map(|(registry, row)| &registry.rows[row].tournament_row);
    let id = match item {
        PlanItem::Report { file, .. } => report_id(file, tournament_row),
        PlanItem::NewerReport { id, .. } => Arc::clone(id),
        PlanItem::Rated { .. } | PlanItem::Refused { .. } | PlanItem::Bundle(_) => return None,
    };
    Some((id, tournament_row))
}

/// The files of the reports that are read as earlier parts, beside those of tournaments that are rated now.
pub(crate) fn planned_parts<'p>(plan: &'p ReadPlan, options: &'p ReadOptions<'p>) -> impl Iterator<Item = (&'p PlanItem, &'p FoundFile)> {
    let wanted = WantedParts::of_plan(&plan.items, plan.registry.as_deref(), options);
    plan.items
        .iter()
        .filter_map(move |item| match item {
            PlanItem::Report { file, .. } | PlanItem::Rated { file, .. } => Some((item, file)),
            PlanItem::NewerReport { report, .. } => Some((item, &report.file)),
            PlanItem::Refused { .. } | PlanItem::Bundle(_) => None,
        })
        .filter(move |(item, _)| wanted.wants_report(item, plan.registry.as_deref()))
}

/// Reads the earlier parts of what was read, and returns them with the files that they came from.
///
/// Parts in reports are found by the registry, so that it is known beforehand which files are read; parts in bundles by either.
pub(crate) fn read_earlier_parts(
    items: &[PlanItem],
    registry: Option<&Registry>,
    read: &Submissions,
    options: &ReadOptions<'_>,
) -> Result<(Batch, Vec<InputFile>), IngestError> {
    let (mut parts, mut inputs) = (Batch::default(), Vec::new());
    let wanted = WantedParts::of_plan(items, registry, options);
    let mut add = |mut part: Submissions| {
        part.batch.newcomers.clear();
        parts.append(part.batch);
        inputs.append(&mut part.inputs);
    };
    for item in items.iter().filter(|item| wanted.wants_report(item, registry)) {
        add(read_rated_report(item, registry, options)?);
    }
    let wanted = wanted.with_events_of(read);
    for item in items.iter().filter(|_| !wanted.is_empty()) {
        let PlanItem::Bundle(bundle) = item else { continue };
        let of_bundle = read.already_rated.iter().filter(|tournament| tournament.file == bundle.tournaments.file.display_name);
        let ids = of_bundle.filter(|tournament| wanted.wants(&tournament.id, tournament.event_id.as_deref()));
        let ids: HashSet<Arc<str>> = ids.map(|tournament| Arc::clone(&tournament.id)).collect();
        if !ids.is_empty() {
            add(bundle::read_rated(bundle, &ids, options)?);
        }
    }
    Ok((parts, inputs))
}

/// Reads the report of an item in full, although the tournament is rated.
fn read_rated_report(item: &PlanItem, registry: Option<&Registry>, options: &ReadOptions<'_>) -> Result<Submissions, IngestError> {
    let row = registry.zip(item.row());
    let tournament_row = row.map(|(registry, row)| &registry.rows[row].tournament_row);
    let (id, file, role) = match item {
        PlanItem::Report { file, .. } => (report_id(file, tournament_row), file, &InputRole::Tournaments),
        PlanItem::NewerReport { id, report, .. } => (Arc::clone(id), &report.file, &report.role),
        PlanItem::Rated { .. } | PlanItem::Refused { .. } | PlanItem::Bundle(_) => return Ok(Submissions::default()),
    };
    let mut tournament = tournament_row.cloned().unwrap_or_default().into_tournament(Arc::clone(&id), &file.display_name);
    // It is known to be a part now, also where only the other parts say so.
    tournament.event_id.get_or_insert(id);
    Ok(read_report_file(tournament, file, row, options)?.with_role(role))
}
