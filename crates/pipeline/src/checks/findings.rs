//! Suspicious findings in readable submissions: doubtful names and ids, near duplicates, players at two places. People decide on them.

use super::two_places;
use crate::reported_ratings::UnknownRated;
use amendments::{CorrectionKind, PlayerAmendments, RosterField};
use ingest::{Doubt, DoubtfulEntry, names_are_compatible};
use model::Diagnostic;
use period_assembly::{NearDuplicate, Period, TwoPlaces};
use std::collections::{HashMap, HashSet};
use store::PlayerList;
use tables::PlayerText;

/// Suspicious findings in rated tournaments.
#[derive(Debug)]
pub(crate) struct Findings {
    pub(super) two_places: Vec<TwoPlaces>,
    pub(super) doubtful: Vec<DoubtfulEntry>,
    pub(super) near_duplicates: Vec<NearDuplicate>,
    pub(super) unknown_rated: Vec<UnknownRated>,
}

impl Findings {
    /// Collects the findings, and adds their diagnostics. Levels and limits are not used: the diagnostics must not depend on them.
    pub(crate) fn collect(
        period: &Period,
        mut doubtful: Vec<DoubtfulEntry>,
        mut near_duplicates: Vec<NearDuplicate>,
        unknown_rated: Vec<UnknownRated>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Self {
        let two_places = two_places::find(period, diagnostics);
        near_duplicates.retain(|duplicate| duplicate.is_rated_twice(period));
        diagnostics.extend(near_duplicates.iter().map(|duplicate| duplicate.diagnostic(period)));
        diagnostics.extend(doubtful.iter().map(|entry| entry.diagnostic.clone()));
        if !doubtful.is_empty() {
            let rated = period.tournaments.iter().filter(|t| t.is_rated());
            let rated: HashSet<(&str, &str)> = rated.map(|t| (&*t.facts.id, &*t.facts.file)).collect();
            doubtful.retain(|entry| rated.contains(&(&*entry.tournament_id, &*entry.diagnostic.file)));
        }
        Self { two_places, doubtful, near_duplicates, unknown_rated }
    }
}

/// The doubtful entries that are not resolved: neither by a correction of the id, nor by a name in the roster, nor by merged ids.
pub(crate) fn unresolved_entries(
    doubtful: Vec<DoubtfulEntry>,
    player_amendments: &PlayerAmendments,
    list: &PlayerList,
) -> Vec<DoubtfulEntry> {
    if doubtful.is_empty() {
        return doubtful;
    }
    let amendments = player_amendments.amendments();
    let listed_name = |id: u32| list.index.find(id).map_or("", |row| list.text.get(PlayerText::Name, row));
    let was_applied: HashSet<&str> = player_amendments.outcomes.applied.iter().map(|correction| correction.id.as_str()).collect();
    let mut replaced_ids: HashMap<(&str, u32), u32> = HashMap::new();
    for correction in amendments.in_force().into_iter().filter(|correction| was_applied.contains(correction.id.as_str())) {
        if let CorrectionKind::Player { tournament_id, old, new } = &correction.kind
            && let Some(old) = old.fide_id()
        {
            replaced_ids.insert((&**tournament_id, old), *new);
        }
    }
    let merged: HashMap<u32, u32> = amendments.merges().iter().copied().collect();
    let surviving_id = |id: u32| merged.get(&id).copied().unwrap_or(id);
    let mut in_roster: HashMap<u32, Vec<&str>> = HashMap::new();
    for change in amendments.roster().iter().flat_map(|roster| &roster.changes).filter(|change| change.field == RosterField::Name) {
        in_roster.entry(change.fide_id).or_default().push(&change.value);
    }
    let has_name_in_roster = |entry: &DoubtfulEntry| {
        in_roster.get(&entry.fide_id).is_some_and(|names| names.iter().any(|name| names_are_compatible(name, &entry.name)))
    };
    let is_unresolved = |entry: &DoubtfulEntry| {
        // Corrections may form a chain, and a cycle ends where it began.
        let mut id = entry.fide_id;
        for _ in 0..replaced_ids.len() {
            match replaced_ids.get(&(&*entry.tournament_id, id)) {
                Some(&new) => id = new,
                None => break,
            }
        }
        match entry.doubt {
            Doubt::NameMismatch if id != entry.fide_id => !names_are_compatible(listed_name(id), &entry.name),
            Doubt::NameMismatch => !has_name_in_roster(entry),
            Doubt::SamePersonAs(other) => id == entry.fide_id && surviving_id(id) != surviving_id(other),
        }
    };
    doubtful.into_iter().filter(is_unresolved).collect()
}
