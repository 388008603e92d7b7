//! Determines what caused a revision, and since which day the cause is known.

use super::Regeneration;
use crate::change_detection::{ExistingList, changed_readings, describe_readings};
use crate::impact::RevisionCause;
use crate::orders::{changed_orders, comparable_settings};
use crate::verify::later_editions;
use model::{Date, InputRole, ListDate};
use std::collections::{BTreeMap, BTreeSet};
use store::{Manifest, read_revisions};

impl Regeneration<'_> {
    /// Describes what caused a revision: corrections that were added or removed, else the previous list, else the first change found.
    pub(super) fn revision_cause(&self, list: ListDate, existing: &ExistingList, manifest: &Manifest, change: String) -> RevisionCause {
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
        let has_same_previous = manifest.previous_manifest == existing.manifest.previous_manifest;
        if !has_same_previous {
            descriptions.extend(manifest.previous.map(|previous| format!("the list of {previous} was revised")));
        }
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
        let ids: Vec<&str> = added.iter().chain(&removed).copied().collect();
        // A removed correction may no longer be in the file.
        let corrections = ids.iter().filter_map(|id| self.corrections.rows.iter().find(|row| row.id == *id)).cloned().collect();
        let known_from = self.known_from(&ids).max(if has_same_previous {
            None
        } else {
            manifest.previous.and_then(|previous| self.known_from_previous(list, previous))
        });
        let known_from = known_from.max(self.known_from_longer(existing, manifest));
        RevisionCause {
            description: descriptions.join("; "),
            corrections,
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
