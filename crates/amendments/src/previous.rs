//! What amendments change in the previous list and its pool.

use crate::{AmendmentError, Amendments, SubmissionAmendments};
use model::{PlayerFlags, Pool};
use std::collections::BTreeMap;
use store::PlayerList;

impl Amendments {
    /// Makes one player of two: whoever's id has become another's gives that one career, history and waiting results, and a rating where it has
    /// none. The own row stays, so that it can come back as it was (R34).
    ///
    /// # Errors
    /// When an id is to become one that is on no list.
    pub fn amend_previous(self, list: &mut PlayerList, pool: &mut Pool) -> Result<SubmissionAmendments, AmendmentError> {
        let now: BTreeMap<u32, u32> = self.merges.iter().copied().collect();
        if now != list.merged {
            let then = std::mem::take(&mut list.merged);
            separate(list, then.iter().filter(|(old, new)| now.get(*old) != Some(*new)));
            merge(list, pool, now.iter().filter(|(old, new)| then.get(*old) != Some(*new)))?;
            pool.sort();
            list.merged = now;
        }
        Ok(SubmissionAmendments(self))
    }
}

/// Takes back what an id gave to another.
fn separate<'m>(list: &mut PlayerList, merges: impl Iterator<Item = (&'m u32, &'m u32)>) {
    for (old, new) in merges {
        if let (Some(old), Some(new)) = (list.index.find(*old), list.index.find(*new)) {
            list.rows[new].career_games = list.rows[new].career_games.saturating_sub(list.rows[old].career_games);
        }
    }
}

fn merge<'m>(list: &mut PlayerList, pool: &mut Pool, merges: impl Iterator<Item = (&'m u32, &'m u32)>) -> Result<(), AmendmentError> {
    for (&old_id, &new_id) in merges {
        let Some(old) = list.index.find(old_id) else { continue };
        let new = list.index.find(new_id).ok_or(AmendmentError::MergedIntoUnknown { old: old_id, new: new_id })?;
        let given = list.rows[old];
        let row = &mut list.rows[new];
        row.career_games = row.career_games.saturating_add(given.career_games);
        row.peak = row.peak.max(given.peak);
        row.last_rated = row.last_rated.max(given.last_rated);
        row.flags = row.flags.with(PlayerFlags::FIRST_EVENT, given.has_had_first_event());
        if !row.is_rated() {
            (row.rating, row.k) = (given.rating, given.k);
        }
        pool.entries.iter_mut().filter(|entry| entry.fide_id == old_id).for_each(|entry| entry.fide_id = new_id);
    }
    Ok(())
}
