//! Why a player is on one list and not on the other, where a list folder tells.

use super::published::{OwnFolder, Published};
use super::words::Cause;
use crate::InspectError;
use ingest::{Roster, RosterField};
use model::Date;
use polars::prelude::*;
use rulebook::Rulebook;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::PathBuf;
use store::{file, integers, text_column};

/// What a list folder remembers of players whom its list may not show.
#[derive(Debug)]
pub(crate) struct Remembered {
    ids: Vec<u32>,
    /// 0 for the unrated.
    rating: Vec<i16>,
    hidden: Option<BooleanChunked>,
    last_rated: Option<Int32Chunked>,
    merged_into: Option<Int64Chunked>,
    federation: StringChunked,
    /// Ids that took over another's career.
    heirs: BTreeSet<u32>,
    excluded: BTreeSet<String>,
    deceased: BTreeSet<u32>,
    /// Whether everything that could keep a player from being published is known.
    is_roster_known: bool,
    /// Whoever was last rated then or earlier is not listed any more, in days since 1970-01-01.
    unlisted_until: Option<i32>,
}

impl Remembered {
    /// `None` where the list is no folder, or one without a state.
    pub(crate) fn of(list: &Published) -> Result<Option<Self>, InspectError> {
        let Some(folder) = &list.folder else { return Ok(None) };
        let columns = ["fide_id", "rating", "federation", "last_rated", "hidden", "merged_into"];
        let Some(state) = folder.table(file::STATE, &columns)? else { return Ok(None) };
        let mut remembered = Self::of_state(&state).map_err(InspectError::unreadable(&folder.path.join(file::STATE)))?;
        let Some(manifest) = folder.manifest() else { return Ok(Some(remembered)) };
        if let Some(excluded) = manifest.settings.get("excluded_federations") {
            remembered.excluded = excluded.split_whitespace().map(str::to_owned).collect();
        }
        let edition = Rulebook::fide().by_id(&manifest.editions.publication);
        let months = edition.and_then(|edition| edition.inactivity.unlisted_after_months);
        remembered.unlisted_until = months.map(|months| store::days(manifest.list.minus_months(months).day()));
        let has_roster = manifest.inputs.iter().any(|input| input.role == "players");
        match roster_of(folder) {
            Some(roster) => remembered.take(&roster, manifest.list.day()),
            None => remembered.is_roster_known = !has_roster,
        }
        Ok(Some(remembered))
    }

    fn of_state(state: &DataFrame) -> PolarsResult<Self> {
        let ids = integers(state, "fide_id")?.unwrap_or_default();
        let rating = integers(state, "rating")?.unwrap_or_default();
        let merged_into = integers(state, "merged_into")?;
        let last_rated = match state.column("last_rated") {
            Ok(column) => Some(column.as_materialized_series().cast(&DataType::Int32)?.i32()?.clone()),
            Err(_) => None,
        };
        let hidden = match state.column("hidden") {
            Ok(column) => Some(column.as_materialized_series().strict_cast(&DataType::Boolean)?.bool()?.clone()),
            Err(_) => None,
        };
        let small = |id: Option<i64>| id.and_then(|id| u32::try_from(id).ok());
        Ok(Self {
            ids: ids.iter().map(|id| small(id).unwrap_or(0)).collect(),
            rating: rating.iter().map(|rating| rating.and_then(|rating| i16::try_from(rating).ok()).unwrap_or(0)).collect(),
            hidden,
            last_rated,
            heirs: merged_into.iter().flat_map(|into| into.iter().filter_map(small)).collect(),
            merged_into,
            federation: text_column(state, "federation")?.unwrap_or_default(),
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
        let unpublished = |cause| Some(Absence::Unpublished(cause, None));
        if self.hidden.as_ref().and_then(|hidden| hidden.get(row)).unwrap_or(false) {
            return unpublished(Cause::Floor);
        }
        if self.deceased.contains(&fide_id) {
            return unpublished(Cause::Deceased);
        }
        if self.federation.get(row).is_some_and(|federation| self.excluded.contains(federation)) {
            return unpublished(Cause::Excluded);
        }
        let last_rated = self.last_rated.as_ref().and_then(|days| days.get(row));
        if self.unlisted_until.is_some_and(|until| last_rated.is_none_or(|last| last <= until)) {
            return unpublished(Cause::InactiveTooLong);
        }
        unpublished(Cause::Unpublished)
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

/// The roster that a list was made with, if it still lies where `run.json` says. It may have grown since: what it says of the list's own day
/// still explains a player who is known to be unpublished.
fn roster_of(folder: &OwnFolder) -> Option<Roster> {
    #[derive(Deserialize)]
    struct Run {
        recipe: Recipe,
    }
    #[derive(Deserialize)]
    struct Recipe {
        players: Option<PathBuf>,
    }
    let run: Run = serde_json::from_str(&store::read_text(folder.path.join(file::RUN)).ok()?).ok()?;
    let whole = folder.path.canonicalize().ok()?;
    ingest::read_roster(&whole.parent()?.join(run.recipe.players?)).ok()
}
