//! Determines what caused a revision, and since which day the cause is known.

use super::Regeneration;
use crate::change_detection::{ExistingList, changed_readings, changed_settings, describe_readings};
use crate::impact::RevisionCause;
use crate::orders::{changed_orders, comparable_settings};
use crate::own_game_changes::OwnGameChanges;
use crate::verify::later_editions;
use amendments::Correction;
use model::{Date, InputFile, InputRole, ListDate};
use std::collections::{BTreeMap, BTreeSet};
use store::{Manifest, read_revisions};

impl Regeneration<'_> {
    /// Describes everything that caused a revision: corrections, reports, merges, roster, registry, rulebook, settings, lists, orders and
    /// readings; if none of these differs, the first change that was found.
    pub(super) fn revision_cause(
        &self,
        list: ListDate,
        existing: &ExistingList,
        manifest: &Manifest,
        changes: &OwnGameChanges,
        change: String,
    ) -> RevisionCause {
        let rows = |manifest: &Manifest| -> BTreeMap<String, String> {
            manifest
                .inputs
                .iter()
                .filter(|input| input.role == InputRole::Correction)
                .map(|input| (input.path.clone(), input.sha256.clone()))
                .collect()
        };
        let (then, now) = (rows(&existing.manifest), rows(manifest));
        // A row that has changed counts as added.
        let added: Vec<&str> = now.iter().filter(|(id, row)| then.get(*id) != Some(row)).map(|(id, _)| id.as_str()).collect();
        let removed: Vec<&str> = then.keys().filter(|id| !now.contains_key(*id)).map(String::as_str).collect();
        let mut descriptions = Vec::new();
        if !added.is_empty() {
            descriptions.push(format!("correction {}", added.join(", ")));
        }
        if !removed.is_empty() {
            descriptions.push(format!("correction {} undone", removed.join(", ")));
        }
        let ids: Vec<&str> = added.iter().chain(&removed).copied().collect();
        // A removed correction may no longer be in the file.
        let corrections: Vec<Correction> =
            ids.iter().filter_map(|id| self.corrections.rows.iter().find(|row| row.id == *id)).cloned().collect();
        descriptions.extend(changes.in_words(&corrections));
        let of_single_games = descriptions.len();
        descriptions.extend(changed_tables(&existing.manifest, manifest));
        descriptions.extend(changed_settings(&settings(&existing.manifest), &settings(manifest)));
        let has_same_previous = manifest.previous_manifest == existing.manifest.previous_manifest;
        let previous = manifest.previous.filter(|_| !has_same_previous).map(|previous| format!("the list of {previous} was revised"));
        descriptions.extend(previous.clone());
        let applied = |manifest: &Manifest| comparable_settings(manifest).remove(Manifest::ORDERS);
        descriptions.extend(changed_orders(applied(&existing.manifest).as_deref(), applied(manifest).as_deref()));
        let editions = later_editions(&existing.manifest.editions, &manifest.editions);
        let changed_readings = manifest.readings.as_ref().and_then(|now| changed_readings(&existing.manifest, now));
        let has_other_readings = changed_readings.is_some() || !editions.is_empty();
        descriptions.extend(changed_readings.map(|readings| describe_readings(&readings)));
        descriptions.extend((!editions.is_empty()).then(|| format!("readings: the edition {} was not known", editions.join(", "))));
        if descriptions.is_empty() {
            descriptions.push(change);
        }
        let known_from = self.known_from(&ids).max(if has_same_previous {
            None
        } else {
            manifest.previous.and_then(|previous| self.known_from_previous(list, previous))
        });
        let known_from = known_from.max(self.known_from_longer(existing, manifest));
        // Who moves though no single game of theirs changed does so by the rest, or else because others moved.
        let rest = descriptions.get(of_single_games..).filter(|rest| !rest.is_empty());
        RevisionCause {
            description: descriptions.join("; "),
            corrections,
            general: rest.unwrap_or(&descriptions).to_vec(),
            previous,
            moved_before: self.impact.moved_players(),
            is_readings_alone: has_other_readings && has_same_previous,
            known_from,
        }
    }

    /// The day on which the cause of the previous list's revision became known. Lists built on it cannot be known earlier.
    fn known_from_previous(&self, list: ListDate, previous: ListDate) -> Option<Date> {
        let recorded = || read_revisions(self.pipeline.lists()).ok()?.into_iter().rfind(|revision| revision.list == previous)?.known_from;
        self.impact.known_from(list).or_else(recorded)
    }

    /// The last day on which the cause of a revised list of a longer control became known.
    fn known_from_longer(&self, existing: &ExistingList, manifest: &Manifest) -> Option<Date> {
        let revised = manifest.inputs.iter().filter(|input| !existing.manifest.inputs.contains(input));
        let known = revised.filter_map(|input| {
            let InputRole::Longer(control) = input.role else { return None };
            let date = input.path.split_once('/')?.0;
            let revisions = read_revisions(self.pipeline.longer_lists().find(|(longer, _)| *longer == control)?.1).ok()?;
            revisions.into_iter().rfind(|revision| revision.list.to_string() == date)?.known_from
        });
        known.max()
    }

    /// The day on which the last of some corrections was received, counting the corrections that undo them.
    fn known_from(&self, ids: &[&str]) -> Option<Date> {
        let mut known: BTreeSet<&str> = ids.iter().copied().collect();
        let rows = &self.corrections.rows;
        while let Some(undo) =
            rows.iter().find(|row| row.kind.undoes().is_some_and(|id| known.contains(id.as_str())) && !known.contains(row.id.as_str()))
        {
            known.insert(&undo.id);
        }
        let is_known =
            |row: &&amendments::Correction| known.contains(row.id.as_str()) && self.as_known().is_none_or(|day| row.received <= day);
        rows.iter().filter(is_known).map(|row| row.received).max()
    }
}

/// The settings that a revision names; that the previous list is another is said by itself.
fn settings(manifest: &Manifest) -> BTreeMap<String, String> {
    let mut settings = comparable_settings(manifest);
    settings.remove("previous");
    settings
}

/// Describes the tables and lists that are others than when a list was made, besides reports and the previous list: each once, though a list
/// has several files.
fn changed_tables(then: &Manifest, now: &Manifest) -> Vec<String> {
    let words = |input: &InputFile| match &input.role {
        InputRole::Players => Some("other rows of the roster".to_owned()),
        InputRole::Registry => Some("other rows of the registry".to_owned()),
        InputRole::Rules => Some(format!("another rulebook, {}", input.path)),
        InputRole::Norms | InputRole::Direct => Some("other norms or direct results were handed in".to_owned()),
        InputRole::Longer(control) => {
            let date = input.path.split_once('/').map_or(input.path.as_str(), |(date, _)| date);
            Some(format!("another {control} list of {date}"))
        }
        _ => None,
    };
    let mut all = Vec::new();
    // Lists of older versions name whole files where later ones name rows, and these cannot be compared.
    let is_comparable = |input: &&InputFile| {
        let other = then.inputs.iter().chain(&now.inputs).filter(|other| (&other.role, &other.path) == (&input.role, &input.path));
        let mut forms = other.map(|other| other.rows.is_some());
        forms.next().is_none_or(|first| forms.all(|form| form == first))
    };
    let differing = now.inputs.iter().filter(|input| !then.inputs.contains(input));
    let gone = then.inputs.iter().filter(|input| !now.inputs.iter().any(|other| (&other.role, &other.path) == (&input.role, &input.path)));
    for described in differing.chain(gone).filter(is_comparable).filter_map(words) {
        if !all.contains(&described) {
            all.push(described);
        }
    }
    all
}
