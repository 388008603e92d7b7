//! Finds conflicts between corrections that are valid by themselves.

use super::undo::resolve_undos;
use super::{Correction, CorrectionKind};
use crate::codes;
use crate::merges::ids_in_cycle;
use model::{Date, Diagnostic};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// A row that contradicts others.
pub(super) struct Conflict {
    pub(super) file: Arc<str>,
    pub(super) line: u32,
    pub(super) diagnostic: Diagnostic,
}

impl Conflict {
    fn new(row: &Correction, diagnostic: Diagnostic) -> Self {
        Self { file: Arc::clone(&row.file), line: row.line, diagnostic }
    }
}

/// The rows that contradict others, or undo rows that are left out.
pub(super) fn find_conflicts(rows: &[Correction], left_out: &BTreeSet<String>) -> Vec<Conflict> {
    let mut found = duplicate_ids(rows);
    found.extend(wrong_undos(rows, left_out));
    // Duplicate ids and wrong undos leave open which merges are in force.
    if found.is_empty() {
        found.extend(wrong_merges(rows));
    }
    found
}

fn duplicate_ids(rows: &[Correction]) -> Vec<Conflict> {
    let mut by_id: HashMap<&str, Vec<&Correction>> = HashMap::new();
    for row in rows {
        by_id.entry(&row.id).or_default().push(row);
    }
    let mut found = Vec::new();
    for row in rows {
        let Some(other) = by_id[row.id.as_str()].iter().find(|other| !std::ptr::eq(**other, row)) else { continue };
        let message = format!("correction_id {} is also that of {}:{}", row.id, other.file, other.line);
        let diagnostic = Diagnostic::new(&codes::CORRECTION_ID_TWICE, &row.file, row.id_place, message).with_source(&row.source);
        found.push(Conflict::new(row, diagnostic.with_hint("give every correction an id of its own, also across files")));
    }
    found
}

fn wrong_undos(rows: &[Correction], left_out: &BTreeSet<String>) -> Vec<Conflict> {
    let by_id: HashMap<&str, &Correction> = rows.iter().map(|row| (row.id.as_str(), row)).collect();
    let is_in_cycle = resolve_undos(rows, |_| true).into_iter().map(|state| state.is_none());
    let mut found = Vec::new();
    for (row, is_in_cycle) in rows.iter().zip(is_in_cycle) {
        let CorrectionKind::Undo { correction_id } = &row.kind else { continue };
        let (message, hint) = match by_id.get(correction_id.as_str()) {
            None if left_out.contains(correction_id) => {
                (format!("the row of correction {correction_id} is left out, so there is nothing to undo"), "mend that row first")
            }
            None => (format!("there is no correction {correction_id}"), "name the correction_id of the one to be undone"),
            Some(undone) if undone.received > row.received => (
                format!("{correction_id} was received on {}, after this row on {}", undone.received, row.received),
                "an undo is received when, or after, what it undoes is",
            ),
            Some(_) if is_in_cycle => {
                (format!("{} and {correction_id} undo each other in a circle", row.id), "take away one of the rows, or name another")
            }
            Some(_) => continue,
        };
        found.push(Conflict::new(row, row.diagnostic(&codes::UNDO_IMPOSSIBLE, message, hint)));
    }
    found
}

/// The largest number of rows times days that is checked: seconds of work, and far more than any office corrects.
const MOST_CHECKS: usize = 20_000_000;

/// Checks the merges in force on each day on which they may have changed.
fn wrong_merges(rows: &[Correction]) -> Vec<Conflict> {
    let merge = |row: &Correction| match row.kind {
        CorrectionKind::Merge { old, new } => Some((old, new)),
        _ => None,
    };
    if !rows.iter().any(|row| merge(row).is_some()) {
        return Vec::new();
    }
    let all: Vec<(u32, u32)> = rows.iter().filter_map(merge).collect();
    let ids: BTreeSet<u32> = all.iter().map(|(old, _)| *old).collect();
    // If all merges together have no conflict, none of them has on any day.
    if ids.len() == all.len() && ids_in_cycle(&all).is_empty() {
        return Vec::new();
    }
    let changes = rows.iter().filter(|row| matches!(row.kind, CorrectionKind::Merge { .. } | CorrectionKind::Undo { .. }));
    let days: BTreeSet<Date> = changes.map(|row| row.received).collect();
    if days.len().saturating_mul(rows.len()) > MOST_CHECKS {
        let message = format!("{} merges contradict or undo one another over {} days: too many to be followed", all.len(), days.len());
        let hint = "take away the merges that were undone, and their undoing";
        let merges = rows.iter().filter(|row| merge(row).is_some());
        return merges.map(|row| Conflict::new(row, row.diagnostic(&codes::MERGE_IMPOSSIBLE, message.clone(), hint))).collect();
    }
    let mut found = BTreeMap::new();
    for day in days {
        let state = resolve_undos(rows, |row| row.received <= day);
        let merged: Vec<(&Correction, (u32, u32))> =
            rows.iter().zip(state).filter(|(_, state)| *state == Some(true)).filter_map(|(row, _)| Some((row, merge(row)?))).collect();
        let mut by_old: BTreeMap<u32, &Correction> = BTreeMap::new();
        for &(row, (old, _)) in &merged {
            if let Some(other) = by_old.insert(old, row) {
                let message = format!("{old} is merged already, by {} ({}:{})", other.id, other.file, other.line);
                let hint = "undo the other correction first, or merge the id that stayed";
                found
                    .entry((&row.file, row.line))
                    .or_insert_with(|| Conflict::new(row, row.diagnostic(&codes::MERGE_IMPOSSIBLE, message, hint)));
            }
        }
        let pairs: Vec<(u32, u32)> = merged.iter().map(|(_, pair)| *pair).collect();
        let ids = ids_in_cycle(&pairs);
        for (row, (old, new)) in merged {
            if ids.binary_search(&old).is_ok() {
                let message = format!("{old} into {new}: on {day} the merges lead in a circle, and no id stays");
                let hint = "undo one of the merges, or turn it round";
                found
                    .entry((&row.file, row.line))
                    .or_insert_with(|| Conflict::new(row, row.diagnostic(&codes::MERGE_IMPOSSIBLE, message, hint)));
            }
        }
    }
    found.into_values().collect()
}
