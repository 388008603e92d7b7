//! Merges of ids that have ended since the previous list (D48).

use crate::codes;
use model::{Diagnostic, Place, PlayerRow, Pool, Rating};
use std::collections::BTreeMap;
use store::{PlayerList, file};

/// A merge that the previous list was made with and the new one is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EndedMerge {
    /// The id that was merged.
    pub(crate) old: u32,
    /// The ids that have what came with it: the one that it was merged into, and those that this one was merged into in its turn. The last one
    /// is the id that stayed.
    pub(crate) path: Vec<u32>,
}

impl EndedMerge {
    /// The merges that ended, given with the ids that stayed. Those with the longest path come first, so that an id in the middle has given
    /// back what is not its own when its own turn comes.
    ///
    /// `earlier` are all merges of the previous list with chains resolved, `direct` those known of before that.
    pub(crate) fn find(ended: &[(u32, u32)], earlier: &BTreeMap<u32, u32>, direct: &BTreeMap<u32, u32>) -> Vec<Self> {
        let next = |id: u32, survivor: u32| {
            let next = direct.get(&id).copied().filter(|next| *next == survivor || earlier.get(next) == Some(&survivor));
            next.unwrap_or(survivor)
        };
        let of = |&(old, survivor): &(u32, u32)| {
            let mut path = vec![next(old, survivor)];
            while let Some(&last) = path.last().filter(|last| **last != survivor) {
                let following = next(last, survivor);
                // Merges that lead in a circle were never applied.
                path.push(if path.contains(&following) || following == old { survivor } else { following });
            }
            Self { old, path }
        };
        let mut all: Vec<Self> = ended.iter().map(of).collect();
        all.sort_by_key(|merge| (std::cmp::Reverse(merge.path.len()), merge.old));
        all
    }

    /// Says which ids are separate again, and what each has, once it is so.
    pub(crate) fn diagnostic(&self, list: &PlayerList, pool: &Pool) -> Diagnostic {
        let survivor = self.path.last().copied().unwrap_or(self.old);
        let has = |id: u32| {
            let row = list.index.find(id).map(|at| list.rows[at]).unwrap_or(PlayerRow::UNKNOWN);
            let rating = if row.rating == Rating::UNRATED { "no rating".to_owned() } else { format!("the rating {}", row.rating.0) };
            format!("{rating} and {} games", row.career_games)
        };
        let waiting = pool.entries.iter().filter(|entry| entry.kept_under == self.old).count();
        let waiting = if waiting == 0 { String::new() } else { format!(", {waiting} results wait for its first rating") };
        let message = format!(
            "{} is not merged into {survivor} any more: {} has {}{waiting}; {survivor} has {} (D48)",
            self.old,
            self.old,
            has(self.old),
            has(survivor)
        );
        let file = format!("{}/{}", list.date, file::STATE);
        Diagnostic::new(&codes::MERGE_ENDED, &file.as_str().into(), Place::default(), message)
            .with_hint("if the merge was wrong from the beginning, undo it by a correction and make the lists again that it was applied to")
    }
}
