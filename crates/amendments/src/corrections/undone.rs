//! Which corrections stand, when corrections can undo one another.

use super::{Correction, CorrectionKind};
use std::collections::HashMap;

/// Of each row, whether it stands: known, and not undone by one that stands. `None` for rows that undo one another in a circle.
///
/// A row is settled once all rows that would undo it are, so an undone undo gives the first its force back.
pub(super) fn standing(rows: &[Correction], is_known: impl Fn(&Correction) -> bool) -> Vec<Option<bool>> {
    let by_id: HashMap<&str, usize> = rows.iter().enumerate().map(|(at, row)| (row.id.as_str(), at)).collect();
    let target = |at: usize| match &rows[at].what {
        CorrectionKind::Undo { correction_id } => by_id.get(correction_id.as_str()).copied(),
        _ => None,
    };
    let mut waiting_for = vec![0usize; rows.len()];
    for undone in (0..rows.len()).filter_map(target) {
        waiting_for[undone] += 1;
    }
    let mut is_undone = vec![false; rows.len()];
    let mut stands = vec![None; rows.len()];
    let mut ready: Vec<usize> = (0..rows.len()).filter(|&at| waiting_for[at] == 0).collect();
    while let Some(at) = ready.pop() {
        let row_stands = is_known(&rows[at]) && !is_undone[at];
        stands[at] = Some(row_stands);
        if let Some(undone) = target(at) {
            is_undone[undone] |= row_stands;
            waiting_for[undone] -= 1;
            if waiting_for[undone] == 0 {
                ready.push(undone);
            }
        }
    }
    stands
}
