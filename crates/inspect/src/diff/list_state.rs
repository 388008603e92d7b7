//! Why a player is on one list and not on the other, from the state of a list folder.

use super::classification::DifferenceCause;
use super::compared_list::ComparedList;
use crate::InspectError;
use crate::unlisted_reasons::{UnlistedReasons, UnpublishedPlayer};
use model::{PlayerRow, Unlisted};
use std::collections::BTreeSet;
use store::file;
use tables::{Integers, Table, TableError, Texts};

/// The state of a list: of players who are on another list and not on its published one.
#[derive(Debug)]
pub(crate) struct ListState {
    ids: Vec<u32>,
    /// 0 for the unrated.
    rating: Vec<i16>,
    merged_into: Option<Integers>,
    /// Ids that other ids were merged into.
    merge_targets: BTreeSet<u32>,
    /// Why each player is not published. States of version 0.1 do not have it; there it is derived from the fields below.
    unlisted: Option<Texts>,
    hidden: Option<Vec<bool>>,
    /// In days since 1970-01-01.
    last_rated: Option<Integers>,
    federation: Option<Texts>,
    listing: UnlistedReasons,
}

impl ListState {
    /// Reads the state of some players, by their ids, ascending; `None` if the list is not a folder, or a folder without a state. A state has
    /// millions of rows and few of these players, so only one row group is in memory at a time.
    pub(crate) fn of(list: &ComparedList, absent: &[u32]) -> Result<Option<Self>, InspectError> {
        let Some(folder) = &list.folder else { return Ok(None) };
        let columns = ["fide_id", "rating", "federation", "last_rated", "unlisted", "hidden", "merged_into"];
        let Some(state) = folder.parquet(file::STATE)? else { return Ok(None) };
        let path = folder.path.join(file::STATE);
        let unreadable = || InspectError::unreadable(&path);
        let (mut rows, mut merge_targets) = (None, BTreeSet::new());
        for range in state.row_ranges()? {
            let part = state.rows(range, &columns)?.table;
            merge_targets.append(&mut merged_into(&part).map_err(unreadable())?);
            let ids = part.required_integers("fide_id").map_err(unreadable())?;
            let is_absent = |id: Option<i64>| id.and_then(|id| u32::try_from(id).ok()).is_some_and(|id| absent.binary_search(&id).is_ok());
            let part = part.filter(&ids.iter().map(is_absent).collect::<Vec<bool>>()).map_err(unreadable())?;
            match &mut rows {
                None => rows = Some(part),
                Some(rows) => Table::append(rows, part).map_err(unreadable())?,
            }
        }
        let mut list_state = Self::from_state(&rows.unwrap_or_default()).map_err(unreadable())?;
        list_state.merge_targets = merge_targets;
        if let Some(manifest) = folder.manifest().filter(|_| list_state.unlisted.is_none()) {
            list_state.listing = UnlistedReasons::of(&folder.path, manifest);
        }
        Ok(Some(list_state))
    }

    fn from_state(state: &Table) -> Result<Self, TableError> {
        let ids = state.required_integers("fide_id")?;
        let rating = state.required_integers("rating")?;
        let small = |id: Option<i64>| id.and_then(|id| u32::try_from(id).ok());
        Ok(Self {
            ids: ids.iter().map(|id| small(id).unwrap_or(0)).collect(),
            rating: rating.iter().map(|rating| rating.and_then(|rating| i16::try_from(rating).ok()).unwrap_or(0)).collect(),
            merge_targets: merged_into(state)?,
            merged_into: state.integers("merged_into")?,
            unlisted: state.texts("unlisted")?,
            hidden: state.booleans("hidden")?,
            last_rated: state.days("last_rated")?,
            federation: state.texts("federation")?,
            listing: UnlistedReasons::default(),
        })
    }

    /// Why a player is not published; `None` if the state does not have the player.
    pub(crate) fn reason(&self, fide_id: u32) -> Option<AbsenceReason> {
        let row = self.ids.binary_search(&fide_id).ok()?;
        if let Some(into) = self.merged_into.as_ref().and_then(|into| into.get(row)).and_then(|into| u32::try_from(into).ok()) {
            return Some(AbsenceReason::Unpublished(DifferenceCause::Merged, Some(into)));
        }
        if self.rating[row] == 0 {
            return Some(AbsenceReason::Unrated);
        }
        let stated = self.unlisted.as_ref().map_or("", |unlisted| unlisted.get(row));
        let reason = if stated.is_empty() { self.listing.unlisted(self.unpublished_player(fide_id, row)) } else { stated.parse().ok() };
        Some(AbsenceReason::Unpublished(reason.map_or(DifferenceCause::Unpublished, cause_of_unlisted), None))
    }

    fn unpublished_player(&self, fide_id: u32, row: usize) -> UnpublishedPlayer<'_> {
        let last_rated = self.last_rated.as_ref().and_then(|days| days.get(row)).and_then(|days| i32::try_from(days).ok());
        UnpublishedPlayer {
            fide_id,
            federation: self.federation.as_ref().map_or("", |federation| federation.get(row)),
            is_hidden: self.hidden.as_ref().is_some_and(|hidden| hidden[row]),
            last_rated: last_rated.unwrap_or(PlayerRow::NEVER),
        }
    }

    /// Whether another id was merged into the player.
    pub(crate) fn is_merge_target(&self, fide_id: u32) -> bool {
        self.merge_targets.contains(&fide_id)
    }

    pub(crate) fn lacks_roster(&self) -> bool {
        self.listing.lacks_roster()
    }
}

/// The ids that other ids of a state were merged into.
fn merged_into(state: &Table) -> Result<BTreeSet<u32>, TableError> {
    let into = state.integers("merged_into")?;
    Ok(into.iter().flat_map(|into| into.iter().flatten()).filter_map(|id| u32::try_from(id).ok()).collect())
}

/// Why a player of a state is not on the published list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AbsenceReason {
    Unrated,
    /// Rated, but not published; with the surviving id of a merged one.
    Unpublished(DifferenceCause, Option<u32>),
}

fn cause_of_unlisted(reason: Unlisted) -> DifferenceCause {
    match reason {
        Unlisted::Excluded => DifferenceCause::Excluded,
        Unlisted::Deceased => DifferenceCause::Deceased,
        Unlisted::Inactive => DifferenceCause::InactiveTooLong,
        Unlisted::UnderFloor => DifferenceCause::Floor,
        Unlisted::LongerControl => DifferenceCause::LongerControl,
        Unlisted::Merged => DifferenceCause::Merged,
        Unlisted::Withheld => DifferenceCause::Withheld,
        Unlisted::NoFederation => DifferenceCause::NoFederation,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tables::OutputColumn;

    /// A state of rated players with the ids 1, 2, 3 and so on.
    fn list_state(players: usize, more: Vec<OutputColumn<'_>>) -> ListState {
        let number = |row: usize| u32::try_from(row + 1).expect("few");
        let mut columns =
            vec![OutputColumn::ids("fide_id", move |row| Some(number(row))), OutputColumn::integers("rating", |_| Some(1500))];
        columns.extend(more);
        ListState::from_state(&Table::new(players, columns).expect("a table")).expect("a state")
    }

    fn cause(list_state: &ListState, fide_id: u32) -> DifferenceCause {
        match list_state.reason(fide_id) {
            Some(AbsenceReason::Unpublished(cause, None)) => cause,
            other => panic!("{fide_id}: {other:?}"),
        }
    }

    #[test]
    fn the_reason_in_the_state_becomes_the_cause() {
        const REASONS: [&str; 8] =
            ["excluded", "deceased", "inactive", "under-floor", "longer-control", "merged", "withheld", "no-federation"];
        let list_state = list_state(REASONS.len(), vec![OutputColumn::texts("unlisted", |row| REASONS[row])]);
        let causes: Vec<DifferenceCause> = (1..=8).map(|id| cause(&list_state, id)).collect();
        let expected = [
            DifferenceCause::Excluded,
            DifferenceCause::Deceased,
            DifferenceCause::InactiveTooLong,
            DifferenceCause::Floor,
            DifferenceCause::LongerControl,
            DifferenceCause::Merged,
            DifferenceCause::Withheld,
            DifferenceCause::NoFederation,
        ];
        assert_eq!(causes, expected);
        assert_eq!(list_state.reason(9), None);
    }

    #[test]
    fn a_state_of_version_0_1_says_only_who_is_hidden() {
        let list_state = list_state(2, vec![OutputColumn::booleans("hidden", |row| row == 0)]);
        assert_eq!((cause(&list_state, 1), cause(&list_state, 2)), (DifferenceCause::Floor, DifferenceCause::Unpublished));
    }

    #[test]
    fn a_merged_id_names_the_surviving_id() {
        let list_state = list_state(
            2,
            vec![OutputColumn::ids("merged_into", |row| (row == 0).then_some(2)), OutputColumn::constant_text("unlisted", "")],
        );
        assert_eq!(list_state.reason(1), Some(AbsenceReason::Unpublished(DifferenceCause::Merged, Some(2))));
        assert!(list_state.is_merge_target(2) && !list_state.is_merge_target(1));
    }
}
