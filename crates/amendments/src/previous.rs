//! Applies merged ids to the previous list and its pool.

use crate::{AmendmentError, Amendments, SubmissionAmendments};
use model::{PlayerFlags, Pool};
use std::collections::BTreeMap;
use store::PlayerList;

impl Amendments {
    /// Merges players: the surviving id takes over career games, peak, history and pool results, and the rating if it has none. The row of
    /// the merged id stays, so that the merge can be undone (D48).
    ///
    /// # Errors
    /// When an id is merged into one that is on no list.
    pub fn amend_previous(self, list: &mut PlayerList, pool: &mut Pool) -> Result<SubmissionAmendments, AmendmentError> {
        let current: BTreeMap<u32, u32> = self.merges.iter().copied().collect();
        if current != list.merged {
            let earlier = std::mem::take(&mut list.merged);
            undo_merges(list, earlier.iter().filter(|(old, new)| current.get(*old) != Some(*new)));
            apply_merges(list, pool, current.iter().filter(|(old, new)| earlier.get(*old) != Some(*new)))?;
            pool.sort();
            list.merged = current;
        }
        Ok(SubmissionAmendments(self))
    }
}

/// Takes the career games of merged ids back from the surviving ids.
fn undo_merges<'m>(list: &mut PlayerList, merges: impl Iterator<Item = (&'m u32, &'m u32)>) {
    for (old, new) in merges {
        if let (Some(old), Some(new)) = (list.index.find(*old), list.index.find(*new)) {
            list.rows[new].career_games = list.rows[new].career_games.saturating_sub(list.rows[old].career_games);
        }
    }
}

fn apply_merges<'m>(
    list: &mut PlayerList,
    pool: &mut Pool,
    merges: impl Iterator<Item = (&'m u32, &'m u32)>,
) -> Result<(), AmendmentError> {
    for (&old_id, &new_id) in merges {
        let Some(old) = list.index.find(old_id) else { continue };
        let new = list.index.find(new_id).ok_or(AmendmentError::MergedIntoUnknown { old: old_id, new: new_id })?;
        let merged_row = list.rows[old];
        let row = &mut list.rows[new];
        row.career_games = row.career_games.saturating_add(merged_row.career_games);
        row.peak = row.peak.max(merged_row.peak);
        row.last_rated = row.last_rated.max(merged_row.last_rated);
        row.flags = row.flags.with(PlayerFlags::FIRST_EVENT, merged_row.has_had_first_event());
        if !row.is_rated() {
            (row.rating, row.k) = (merged_row.rating, merged_row.k);
        }
        pool.entries.iter_mut().filter(|entry| entry.fide_id == old_id).for_each(|entry| entry.fide_id = new_id);
    }
    Ok(())
}
