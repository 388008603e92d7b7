//! Since which list a player is not listed for the same reason.

use super::explainer::{Explainer, PlayerState};
use crate::parquet_rows::PlayerTable;
use model::ListDate;
use store::{ListSource, file, versions_at};

/// How many lists back are looked at.
const MOST_LISTS: usize = 120;

impl Explainer {
    /// The first of the lists without a gap before this one, and this one, on which a player is not listed for the reason of this one. `None`
    /// where no list before this one tells: lists of version 0.1 have no reasons.
    pub(crate) fn unlisted_since(&self, fide_id: u32, state: &PlayerState) -> Option<ListDate> {
        let reason = (state.unlisted.clone(), state.merged_into);
        if reason == (String::new(), None) {
            return None;
        }
        let mut since = self.folder.manifest.list;
        let mut previous = self.folder.previous.clone();
        for _ in 0..MOST_LISTS {
            let Some(list) = previous else { break };
            if reason_on(&list, fide_id).as_ref() != Some(&reason) {
                return Some(since);
            }
            since = list.date;
            let manifest = list.manifest()?;
            let lists = list.folder.as_ref()?.parent()?;
            previous = manifest.find_previous(versions_at(lists, manifest.previous?).unwrap_or_default());
        }
        Some(since)
    }
}

/// Why a player is not listed by the state of a list, with the surviving id of a merged one; `None` if the list does not tell.
fn reason_on(list: &ListSource, fide_id: u32) -> Option<(String, Option<i64>)> {
    let path = list.folder.as_ref()?.join(file::STATE);
    let rows = PlayerTable::open(path).ok()?.rows_of_player(fide_id, &["unlisted", "merged_into"]).ok()?;
    (rows.len() > 0).then(|| (rows.text("unlisted", 0), rows.integer("merged_into", 0)))
}
