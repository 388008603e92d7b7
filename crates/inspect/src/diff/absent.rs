//! Why a player is on one list and not on the other, where a list folder tells.

use super::published::Published;
use super::words::Cause;
use crate::InspectError;
use crate::listing::{Listing, UntoldPlayer};
use model::{PlayerRow, Unlisted};
use std::collections::BTreeSet;
use store::file;
use tables::{Integers, Table, TableError, Texts};

/// What a list folder remembers of players whom its list may not show.
#[derive(Debug)]
pub(crate) struct Remembered {
    ids: Vec<u32>,
    /// 0 for the unrated.
    rating: Vec<i16>,
    merged_into: Option<Integers>,
    /// Ids that took over another's career.
    heirs: BTreeSet<u32>,
    /// Why each player is not published; lists of version 0.1 do not tell, and there it is worked out from what follows.
    unlisted: Option<Texts>,
    hidden: Option<Vec<bool>>,
    /// In days since 1970-01-01.
    last_rated: Option<Integers>,
    federation: Option<Texts>,
    listing: Listing,
}

impl Remembered {
    /// `None` where the list is no folder, or one without a state.
    pub(crate) fn of(list: &Published) -> Result<Option<Self>, InspectError> {
        let Some(folder) = &list.folder else { return Ok(None) };
        let columns = ["fide_id", "rating", "federation", "last_rated", "unlisted", "hidden", "merged_into"];
        let Some(state) = folder.table(file::STATE, &columns)? else { return Ok(None) };
        let mut remembered = Self::of_state(&state).map_err(InspectError::unreadable(&folder.path.join(file::STATE)))?;
        if let Some(manifest) = folder.manifest().filter(|_| remembered.unlisted.is_none()) {
            remembered.listing = Listing::of(&folder.path, manifest);
        }
        Ok(Some(remembered))
    }

    fn of_state(state: &Table) -> Result<Self, TableError> {
        let ids = state.required_integers("fide_id")?;
        let rating = state.required_integers("rating")?;
        let merged_into = state.integers("merged_into")?;
        let small = |id: Option<i64>| id.and_then(|id| u32::try_from(id).ok());
        Ok(Self {
            ids: ids.iter().map(|id| small(id).unwrap_or(0)).collect(),
            rating: rating.iter().map(|rating| rating.and_then(|rating| i16::try_from(rating).ok()).unwrap_or(0)).collect(),
            heirs: merged_into.iter().flat_map(|into| into.iter().filter_map(small)).collect(),
            merged_into,
            unlisted: state.texts("unlisted")?,
            hidden: state.booleans("hidden")?,
            last_rated: state.days("last_rated")?,
            federation: state.texts("federation")?,
            listing: Listing::default(),
        })
    }

    /// Why the list does not show a player; `None` where the folder does not know the player at all, or has no reason.
    pub(crate) fn reason(&self, fide_id: u32) -> Option<Absence> {
        let row = self.ids.binary_search(&fide_id).ok()?;
        if let Some(into) = self.merged_into.as_ref().and_then(|into| into.get(row)).and_then(|into| u32::try_from(into).ok()) {
            return Some(Absence::Unpublished(Cause::Merged, Some(into)));
        }
        if self.rating[row] == 0 {
            return Some(Absence::Unrated);
        }
        let told = self.unlisted.as_ref().map_or("", |unlisted| unlisted.get(row));
        let reason = if told.is_empty() { self.listing.unlisted(self.untold(fide_id, row)) } else { told.parse().ok() };
        Some(Absence::Unpublished(reason.map_or(Cause::Unpublished, cause_of), None))
    }

    fn untold(&self, fide_id: u32, row: usize) -> UntoldPlayer<'_> {
        let last_rated = self.last_rated.as_ref().and_then(|days| days.get(row)).and_then(|days| i32::try_from(days).ok());
        UntoldPlayer {
            fide_id,
            federation: self.federation.as_ref().map_or("", |federation| federation.get(row)),
            is_hidden: self.hidden.as_ref().is_some_and(|hidden| hidden[row]),
            last_rated: last_rated.unwrap_or(PlayerRow::NEVER),
        }
    }

    /// Whether the player took over another's rating.
    pub(crate) fn is_heir(&self, fide_id: u32) -> bool {
        self.heirs.contains(&fide_id)
    }

    pub(crate) fn lacks_roster(&self) -> bool {
        self.listing.lacks_roster()
    }
}

/// How a list folder knows a player whom its list does not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Absence {
    Unrated,
    /// Rated and remembered; of a merged id the one that stays.
    Unpublished(Cause, Option<u32>),
}

fn cause_of(reason: Unlisted) -> Cause {
    match reason {
        Unlisted::Excluded => Cause::Excluded,
        Unlisted::Deceased => Cause::Deceased,
        Unlisted::Inactive => Cause::InactiveTooLong,
        Unlisted::UnderFloor => Cause::Floor,
        Unlisted::LongerControl => Cause::LongerControl,
        Unlisted::Merged => Cause::Merged,
        Unlisted::Withheld | Unlisted::NoFederation => Cause::Unpublished,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tables::OutputColumn;

    /// Players 1, 2, 3 ... of whom all are rated.
    fn remembered(players: usize, more: Vec<OutputColumn<'_>>) -> Remembered {
        let number = |row: usize| u32::try_from(row + 1).expect("few");
        let mut columns =
            vec![OutputColumn::ids("fide_id", move |row| Some(number(row))), OutputColumn::integers("rating", |_| Some(1500))];
        columns.extend(more);
        Remembered::of_state(&Table::new(players, columns).expect("a table")).expect("a state")
    }

    fn cause(remembered: &Remembered, fide_id: u32) -> Cause {
        match remembered.reason(fide_id) {
            Some(Absence::Unpublished(cause, None)) => cause,
            other => panic!("{fide_id}: {other:?}"),
        }
    }

    #[test]
    fn a_state_that_tells_why_a_player_is_not_published_is_believed() {
        const WORDS: [&str; 7] = ["excluded", "deceased", "inactive", "under-floor", "longer-control", "merged", "withheld"];
        let remembered = remembered(WORDS.len(), vec![OutputColumn::texts("unlisted", |row| WORDS[row])]);
        let causes: Vec<Cause> = (1..=7).map(|id| cause(&remembered, id)).collect();
        let wanted = [
            Cause::Excluded,
            Cause::Deceased,
            Cause::InactiveTooLong,
            Cause::Floor,
            Cause::LongerControl,
            Cause::Merged,
            // A word that has no cause of its own.
            Cause::Unpublished,
        ];
        assert_eq!(causes, wanted);
        assert_eq!(remembered.reason(8), None);
    }

    #[test]
    fn a_state_of_version_0_1_tells_at_least_who_is_hidden() {
        let remembered = remembered(2, vec![OutputColumn::booleans("hidden", |row| row == 0)]);
        assert_eq!((cause(&remembered, 1), cause(&remembered, 2)), (Cause::Floor, Cause::Unpublished));
    }

    #[test]
    fn a_merged_id_names_the_one_that_stays() {
        let remembered = remembered(
            2,
            vec![OutputColumn::ids("merged_into", |row| (row == 0).then_some(2)), OutputColumn::constant_text("unlisted", "")],
        );
        assert_eq!(remembered.reason(1), Some(Absence::Unpublished(Cause::Merged, Some(2))));
        assert!(remembered.is_heir(2) && !remembered.is_heir(1));
    }
}
