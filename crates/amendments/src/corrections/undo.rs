//! Resolves which corrections are in force when corrections undo each other.

use super::{Correction, CorrectionKind};
use std::collections::HashMap;

/// For each row, whether it is in force: known, and not undone by a row in force. `None` for rows that undo each other in a cycle.
///
/// A row is resolved after all rows that would undo it, so that undoing an undo puts the first row in force again.
pub(super) fn resolve_undos(rows: &[Correction], is_known: impl Fn(&Correction) -> bool) -> Vec<Option<bool>> {
    let by_id: HashMap<&str, usize> = rows.iter().enumerate().map(|(at, row)| (row.id.as_str(), at)).collect();
    let target = |at: usize| match &rows[at].kind {
        CorrectionKind::Undo { correction_id } => by_id.get(correction_id.as_str()).copied(),
        _ => None,
    };
    let mut open_undos = vec![0usize; rows.len()];
    for undone in (0..rows.len()).filter_map(target) {
        open_undos[undone] += 1;
    }
    let mut is_undone = vec![false; rows.len()];
    let mut states = vec![None; rows.len()];
    let mut resolvable: Vec<usize> = (0..rows.len()).filter(|&at| open_undos[at] == 0).collect();
    while let Some(at) = resolvable.pop() {
        let is_in_force = is_known(&rows[at]) && !is_undone[at];
        states[at] = Some(is_in_force);
        if let Some(undone) = target(at) {
            is_undone[undone] |= is_in_force;
            open_undos[undone] -= 1;
            if open_undos[undone] == 0 {
                resolvable.push(undone);
            }
        }
    }
    states
}
