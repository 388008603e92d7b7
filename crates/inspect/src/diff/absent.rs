//! Why a player is on one list and not on the other, where a list folder tells.

use super::published::{OwnFolder, Published};
use super::words::Cause;
use crate::InspectError;
use amendments::{Roster, RosterField};
use model::{Date, InputRole, Unlisted, days_since_1970};
use rulebook::Rulebook;
use std::collections::BTreeSet;
use store::{JobDescription, RunRecord, file};
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
    excluded: BTreeSet<String>,
    deceased: BTreeSet<u32>,
    /// Whether everything that could keep a player from being published is known.
    is_roster_known: bool,
    /// Whoever was last rated then or earlier is not listed any more, in days since 1970-01-01.
    unlisted_until: Option<i64>,
}

impl Remembered {
    /// `None` where the list is no folder, or one without a state.
    pub(crate) fn of(list: &Published) -> Result<Option<Self>, InspectError> {
        let Some(folder) = &list.folder else { return Ok(None) };
        let columns = ["fide_id", "rating", "federation", "last_rated", "unlisted", "hidden", "merged_into"];
        let Some(state) = folder.table(file::STATE, &columns)? else { return Ok(None) };
        let mut remembered = Self::of_state(&state).map_err(InspectError::unreadable(&folder.path.join(file::STATE)))?;
        let Some(manifest) = folder.manifest().filter(|_| remembered.unlisted.is_none()) else { return Ok(Some(remembered)) };
        remembered.excluded = JobDescription::of_manifest(manifest).excluded_federations.into_iter().collect();
        let edition = Rulebook::fide().by_id(&manifest.editions.publication);
        let months = edition.and_then(|edition| edition.inactivity.unlisted_after_months);
        remembered.unlisted_until = months.map(|months| i64::from(days_since_1970(manifest.list.minus_months(months).day())));
        let has_roster = manifest.inputs.iter().any(|input| input.role == InputRole::Players);
        match roster_of(folder) {
            Some(roster) => remembered.take(&roster, manifest.list.day()),
            None => remembered.is_roster_known = !has_roster,
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
            excluded: BTreeSet::new(),
            deceased: BTreeSet::new(),
            is_roster_known: true,
            unlisted_until: None,
        })
    }

    fn take(&mut self, roster: &Roster, day: Date) {
        self.excluded.extend(roster.excluded_on(day));
        let deaths = roster.changes.iter().filter(|change| change.field == RosterField::Deceased && change.from <= day);
        for change in deaths {
            // Of several changes the newest holds, and they are in the order of their days.
            if change.value == "true" {
                self.deceased.insert(change.fide_id)
            } else {
                self.deceased.remove(&change.fide_id)
            };
        }
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
        let told = self.unlisted.as_ref().map(|unlisted| unlisted.get(row)).and_then(cause_of_unlisted);
        Some(Absence::Unpublished(told.unwrap_or_else(|| self.worked_out(fide_id, row)), None))
    }

    /// Why a list that does not tell does not show a rated player.
    fn worked_out(&self, fide_id: u32, row: usize) -> Cause {
        let last_rated = self.last_rated.as_ref().and_then(|days| days.get(row));
        if self.hidden.as_ref().is_some_and(|hidden| hidden[row]) {
            Cause::Floor
        } else if self.deceased.contains(&fide_id) {
            Cause::Deceased
        } else if self.federation.as_ref().is_some_and(|federation| self.excluded.contains(federation.get(row))) {
            Cause::Excluded
        } else if self.unlisted_until.is_some_and(|until| last_rated.is_none_or(|last| last <= until)) {
            Cause::InactiveTooLong
        } else {
            Cause::Unpublished
        }
    }

    /// Whether the player took over another's rating.
    pub(crate) fn is_heir(&self, fide_id: u32) -> bool {
        self.heirs.contains(&fide_id)
    }

    pub(crate) fn lacks_roster(&self) -> bool {
        !self.is_roster_known
    }
}

/// How a list folder knows a player whom its list does not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Absence {
    Unrated,
    /// Rated and remembered; of a merged id the one that stays.
    Unpublished(Cause, Option<u32>),
}

/// The cause that the column `unlisted` of a state names; nothing where it is empty.
fn cause_of_unlisted(word: &str) -> Option<Cause> {
    if word.is_empty() {
        return None;
    }
    Some(match word.parse() {
        Ok(Unlisted::Excluded) => Cause::Excluded,
        Ok(Unlisted::Deceased) => Cause::Deceased,
        Ok(Unlisted::Inactive) => Cause::InactiveTooLong,
        Ok(Unlisted::UnderFloor) => Cause::Floor,
        Ok(Unlisted::LongerControl) => Cause::LongerControl,
        Ok(Unlisted::Merged) => Cause::Merged,
        Ok(Unlisted::Withheld | Unlisted::NoFederation) | Err(_) => Cause::Unpublished,
    })
}

/// The roster that a list was made with, if it still lies where `run.json` says. It may have grown since: what it says of the list's own day
/// still explains a player who is known to be unpublished.
fn roster_of(folder: &OwnFolder) -> Option<Roster> {
    let whole = folder.path.canonicalize().ok()?;
    let places = RunRecord::read(&whole).ok()?.inputs.seen_from(whole.parent()?);
    amendments::read_roster(&places.players?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tables::Column;

    /// Players 1, 2, 3 ... of whom all are rated.
    fn remembered(players: usize, more: Vec<Column<'_>>) -> Remembered {
        let number = |row: usize| u32::try_from(row + 1).expect("few");
        let mut columns = vec![Column::ids("fide_id", move |row| Some(number(row))), Column::integers("rating", |_| Some(1500))];
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
        let remembered = remembered(WORDS.len(), vec![Column::texts("unlisted", |row| WORDS[row])]);
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
    fn why_a_state_of_version_0_1_does_not_show_a_player_is_worked_out() {
        let mut remembered = remembered(
            5,
            vec![
                Column::texts("federation", |row| if row == 2 { "FIN" } else { "NOR" }),
                Column::days("last_rated", |row| Some(if row == 3 { 100 } else { 101 })),
                Column::booleans("hidden", |row| row == 0),
            ],
        );
        remembered.deceased.insert(2);
        remembered.excluded.insert("FIN".to_owned());
        remembered.unlisted_until = Some(100);
        let causes: Vec<Cause> = (1..=5).map(|id| cause(&remembered, id)).collect();
        assert_eq!(causes, [Cause::Floor, Cause::Deceased, Cause::Excluded, Cause::InactiveTooLong, Cause::Unpublished]);
    }

    #[test]
    fn a_merged_id_names_the_one_that_stays() {
        let remembered = remembered(2, vec![Column::ids("merged_into", |row| (row == 0).then_some(2)), Column::same_text("unlisted", "")]);
        assert_eq!(remembered.reason(1), Some(Absence::Unpublished(Cause::Merged, Some(2))));
        assert!(remembered.is_heir(2) && !remembered.is_heir(1));
    }
}
