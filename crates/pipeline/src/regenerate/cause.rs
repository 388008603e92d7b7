//! What caused a revision, and from which day on that was known.

use super::Regeneration;
use crate::radius::Cause;
use crate::unchanged::Existing;
use model::{Date, InputRole, ListDate};
use std::collections::{BTreeMap, BTreeSet};
use store::{Manifest, read_revisions};

impl Regeneration<'_> {
    /// What caused a revision, in words: corrections that came or went, else the list before, else the first change that was found.
    pub(super) fn cause(&self, list: ListDate, existing: &Existing, manifest: &Manifest, change: String) -> Cause {
        let rows = |manifest: &Manifest| -> BTreeMap<String, String> {
            manifest
                .inputs
                .iter()
                .filter(|input| input.role == InputRole::Correction)
                .map(|input| (input.path.clone(), input.sha256.clone()))
                .collect()
        };
        let (then, now) = (rows(&existing.manifest), rows(manifest));
        // A row that is another now came as much as a new one.
        let came: Vec<&str> = now.iter().filter(|(id, row)| then.get(*id) != Some(row)).map(|(id, _)| id.as_str()).collect();
        let went: Vec<&str> = then.keys().filter(|id| !now.contains_key(*id)).map(String::as_str).collect();
        let mut parts = Vec::new();
        if !came.is_empty() {
            parts.push(format!("correction {}", came.join(", ")));
        }
        if !went.is_empty() {
            parts.push(format!("correction {} undone", went.join(", ")));
        }
        let is_chained = manifest.previous_manifest == existing.manifest.previous_manifest;
        if !is_chained {
            parts.extend(manifest.previous.map(|previous| format!("the list of {previous} was revised")));
        }
        if parts.is_empty() {
            parts.push(change);
        }
        let ids: Vec<&str> = came.iter().chain(&went).copied().collect();
        // One that went may be gone from the file, too.
        let corrections = ids.iter().filter_map(|id| self.corrections.rows.iter().find(|row| row.id == *id)).cloned().collect();
        let known_from = self.known_from(&ids).max(if is_chained {
            None
        } else {
            manifest.previous.and_then(|previous| self.known_from_before(list, previous))
        });
        let known_from = known_from.max(self.known_from_longer(existing, manifest));
        Cause { words: parts.join("; "), corrections, known_from }
    }

    /// The day on which the cause of the previous list's revision became known: what rests on it was not known earlier.
    fn known_from_before(&self, list: ListDate, previous: ListDate) -> Option<Date> {
        let recorded = || read_revisions(self.pipeline.lists()).ok()?.into_iter().rfind(|revision| revision.list == previous)?.known_from;
        self.radius.known_from(list).or_else(recorded)
    }

    /// The same of the lists of longer controls that have been revised since.
    fn known_from_longer(&self, existing: &Existing, manifest: &Manifest) -> Option<Date> {
        let revised = manifest.inputs.iter().filter(|input| !existing.manifest.inputs.contains(input));
        let known = revised.filter_map(|input| {
            let InputRole::Longer(control) = input.role else { return None };
            let date = input.path.split_once('/')?.0;
            let revisions = read_revisions(self.pipeline.longer_lists().find(|(longer, _)| *longer == control)?.1).ok()?;
            revisions.into_iter().rfind(|revision| revision.list.to_string() == date)?.known_from
        });
        known.max()
    }

    /// The day on which the last of some corrections, of what undid one, or of what undid that, was received.
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
