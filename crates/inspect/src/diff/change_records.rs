//! The recorded changes of each player along a chain of lists: games, and every change of the rating with its cause.

use super::classification::{DifferenceCause, DifferenceCauses};
use super::compared_list::ComparedFolder;
use super::list_chain::{ChainStep, ListChain};
use crate::InspectError;
use std::path::Path;
use store::{FolderName, MoveCause, Version, file, read_moved_players};
use tables::{Integers, Table, TableError, Texts};

/// The tables of changes and revisions of a chain, read player by player in the order of ids.
#[derive(Debug)]
pub(crate) struct ChangeRecords {
    steps: Vec<StepRecords>,
    /// Whether the chain has at least one rating period, so that its games are known.
    pub(crate) has_months: bool,
    /// The lists without a table of changes, and the revisions without a record.
    pub(crate) lists_without_changes: Vec<String>,
    /// Names of corrections, as records number them from 1 on.
    pub(crate) corrections: Vec<String>,
}

/// The changes that one list recorded, by id.
#[derive(Debug, Default)]
struct StepRecords {
    rows: Vec<ChangeRecord>,
    at: usize,
}

/// The recorded change of one player. A rating of 0 means unrated.
#[derive(Clone, Copy, Debug, Default)]
struct ChangeRecord {
    fide_id: u32,
    /// `None` where only the games are known.
    cause: Option<DifferenceCause>,
    games: i32,
    before: i32,
    computed: i32,
    ordered: i32,
    after: i32,
    /// 0 for none, otherwise the index in [`ChangeRecords::corrections`] plus 1.
    corrections: usize,
}

/// The causes of one player's change between the lists.
#[derive(Clone, Debug, Default)]
pub(crate) struct RatingTrace {
    pub(crate) games: i32,
    /// By [`DifferenceCause`]: how many points each cause moved the rating by. They add up to the change.
    pub(crate) points: [i32; DifferenceCause::ALL.len()],
    pub(crate) causes: DifferenceCauses,
    /// The last causes by which the player became rated and unrated.
    pub(crate) rated_by: Option<DifferenceCause>,
    pub(crate) unrated_by: Option<DifferenceCause>,
    /// Positions in [`ChangeRecords::corrections`].
    pub(crate) corrections: Vec<usize>,
}

impl ChangeRecords {
    pub(crate) fn read(chain: &ListChain) -> Result<Self, InspectError> {
        let mut records =
            Self { steps: Vec::new(), has_months: chain.months() > 0, lists_without_changes: Vec::new(), corrections: Vec::new() };
        for step in &chain.steps {
            match step {
                ChainStep::Month(folder) => records.add_month(folder)?,
                ChainStep::Revision { from, to } => records.add_revisions(*from, to)?,
            }
        }
        Ok(records)
    }

    fn add_month(&mut self, folder: &ComparedFolder) -> Result<(), InspectError> {
        let columns = ["fide_id", "cause", "games", "before", "computed", "ordered", "after"];
        let rows = match folder.table(file::CHANGES, &columns)? {
            Some(table) => records_of_changes(&table).map_err(InspectError::unreadable(&folder.path.join(file::CHANGES)))?,
            None => {
                self.lists_without_changes.push(folder.path.display().to_string());
                let state = folder.table(file::STATE, &["fide_id", "games"])?.unwrap_or_default();
                records_of_games(&state).map_err(InspectError::unreadable(&folder.path.join(file::STATE)))?
            }
        };
        self.steps.push(StepRecords::new(rows));
        Ok(())
    }

    /// Adds every revision after the first version, up to the second.
    fn add_revisions(&mut self, from: FolderName, to: &ComparedFolder) -> Result<(), InspectError> {
        let (Some(name), Some(lists)) = (to.name, to.path.parent()) else { return Ok(()) };
        let (Version::Published(first), Version::Published(last)) = (from.version, name.version) else { return Ok(()) };
        for number in first + 1..=last {
            let revision = FolderName { date: name.date, version: Version::Published(number) };
            // A path of one component is relative to the working directory.
            let lists = if lists.as_os_str().is_empty() { Path::new(".") } else { lists };
            let Some(moved) = read_moved_players(lists, revision)? else {
                self.lists_without_changes.push(revision.to_string());
                continue;
            };
            let rows = moved.iter().map(|player| {
                let (before, after) = (i32::from(player.before.unwrap_or(0)), i32::from(player.after.unwrap_or(0)));
                ChangeRecord {
                    fide_id: player.fide_id,
                    cause: Some(match player.cause {
                        MoveCause::Direct => DifferenceCause::Correction,
                        MoveCause::Consequence | MoveCause::Readings => DifferenceCause::Revision,
                    }),
                    games: 0,
                    before,
                    computed: after,
                    ordered: after,
                    after,
                    corrections: self.correction_number(&player.corrections),
                }
            });
            let rows = rows.collect();
            self.steps.push(StepRecords::new(rows));
        }
        Ok(())
    }

    fn correction_number(&mut self, corrections: &str) -> usize {
        if corrections.is_empty() {
            return 0;
        }
        match self.corrections.iter().position(|known| known == corrections) {
            Some(at) => at + 1,
            None => {
                self.corrections.push(corrections.to_owned());
                self.corrections.len()
            }
        }
    }

    /// The causes of a player's change, given the ratings on both lists. Must be called in the order of ids.
    pub(crate) fn trace(&mut self, fide_id: u32, earlier: Option<i16>, later: Option<i16>) -> RatingTrace {
        let mut trace = RatingTrace::default();
        // The last rating that the player had: a player who leaves and returns is compared with it.
        let mut rating = earlier.map(i32::from);
        for records in &mut self.steps {
            if let Some(record) = records.find(fide_id) {
                trace.add_record(record, &mut rating);
            }
        }
        if let (Some(earlier), Some(later)) = (earlier, later) {
            let explained: i32 = trace.points.iter().sum();
            trace.points[DifferenceCause::Unknown as usize] = i32::from(later) - i32::from(earlier) - explained;
        }
        for cause in DifferenceCause::ALL.iter().copied().filter(|&cause| trace.points[cause as usize] != 0) {
            trace.causes.add(cause);
        }
        trace
    }
}

impl RatingTrace {
    fn add_record(&mut self, record: &ChangeRecord, rating: &mut Option<i32>) {
        self.games += record.games;
        if record.corrections > 0 && !self.corrections.contains(&(record.corrections - 1)) {
            self.corrections.push(record.corrections - 1);
        }
        let Some(cause) = record.cause else { return };
        if record.after == 0 {
            if record.before > 0 {
                let unrated_by =
                    if matches!(cause, DifferenceCause::Correction | DifferenceCause::Revision) { cause } else { DifferenceCause::Floor };
                self.unrated_by = Some(unrated_by);
                self.causes.add(unrated_by);
            }
            return;
        }
        if record.before == 0 {
            self.rated_by = Some(cause);
            self.causes.add(cause);
        }
        if let Some(last) = *rating {
            self.points[cause as usize] += record.computed - last;
            self.points[DifferenceCause::Order as usize] += record.ordered - record.computed;
        }
        *rating = Some(record.after);
    }
}

impl StepRecords {
    fn new(mut rows: Vec<ChangeRecord>) -> Self {
        rows.sort_by_key(|row| row.fide_id);
        Self { rows, at: 0 }
    }

    fn find(&mut self, fide_id: u32) -> Option<&ChangeRecord> {
        while self.rows.get(self.at).is_some_and(|row| row.fide_id < fide_id) {
            self.at += 1;
        }
        self.rows.get(self.at).filter(|row| row.fide_id == fide_id)
    }
}

/// Parses a cause that changes a rating; results that wait in the pool do not.
fn moving_cause(word: &str) -> Option<DifferenceCause> {
    let moves = |cause: &DifferenceCause| {
        matches!(
            cause,
            DifferenceCause::Games
                | DifferenceCause::FirstRating
                | DifferenceCause::LongerControl
                | DifferenceCause::Order
                | DifferenceCause::Floor
        )
    };
    word.parse().ok().filter(moves)
}

fn records_of_changes(table: &Table) -> Result<Vec<ChangeRecord>, TableError> {
    let column = |name: &str| -> Result<Vec<i32>, TableError> {
        let values = table.integers(name)?.unwrap_or_else(|| Integers::nulls(table.height()));
        Ok(values.iter().map(|value| value.and_then(|value| i32::try_from(value).ok()).unwrap_or(0)).collect())
    };
    let ids = column("fide_id")?;
    let causes = table.texts("cause")?.unwrap_or_else(|| Texts::empty(0));
    let (games, before, computed) = (column("games")?, column("before")?, column("computed")?);
    let (ordered, after) = (column("ordered")?, column("after")?);
    let rows = causes.iter().enumerate().filter_map(|(row, cause)| {
        let cause = moving_cause(cause)?;
        Some(ChangeRecord {
            fide_id: u32::try_from(ids[row]).unwrap_or(0),
            cause: Some(cause),
            games: games[row],
            before: before[row],
            computed: computed[row],
            ordered: ordered[row],
            after: after[row],
            corrections: 0,
        })
    });
    Ok(rows.collect())
}

fn records_of_games(state: &Table) -> Result<Vec<ChangeRecord>, TableError> {
    let (Some(ids), Some(games)) = (state.integers("fide_id")?, state.integers("games")?) else { return Ok(Vec::new()) };
    let small = |value: Option<i64>| value.and_then(|value| u32::try_from(value).ok()).unwrap_or(0);
    let rows = ids.iter().zip(games.iter()).filter(|(_, games)| small(*games) > 0);
    Ok(rows
        .map(|(id, games)| ChangeRecord { fide_id: small(id), games: i32::try_from(small(games)).unwrap_or(0), ..ChangeRecord::default() })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(rows: &[&[ChangeRecord]]) -> ChangeRecords {
        let steps = rows.iter().map(|rows| StepRecords::new(rows.to_vec())).collect();
        ChangeRecords { steps, has_months: true, lists_without_changes: Vec::new(), corrections: Vec::new() }
    }

    fn month(cause: DifferenceCause, before: i32, computed: i32, ordered: i32, after: i32) -> ChangeRecord {
        ChangeRecord { fide_id: 7, cause: Some(cause), games: 3, before, computed, ordered, after, corrections: 0 }
    }

    #[test]
    fn points_of_games_and_order_add_up_to_the_change() {
        let mut records =
            records(&[&[month(DifferenceCause::Games, 1500, 1512, 1552, 1552)], &[month(DifferenceCause::Games, 1552, 1540, 1540, 1540)]]);
        let trace = records.trace(7, Some(1500), Some(1540));
        // +12 and -12 by games, +40 by order.
        assert_eq!((trace.points[DifferenceCause::Games as usize], trace.points[DifferenceCause::Order as usize]), (0, 40));
        assert_eq!((trace.causes.words().as_str(), trace.games), ("order", 6));
    }

    #[test]
    fn a_player_who_returns_from_under_the_floor_is_compared_with_the_last_rating() {
        let mut records =
            records(&[&[month(DifferenceCause::Games, 1410, 1395, 1395, 0)], &[month(DifferenceCause::FirstRating, 0, 1450, 1450, 1450)]]);
        let trace = records.trace(7, Some(1410), Some(1450));
        assert_eq!(trace.points[DifferenceCause::FirstRating as usize], 40);
        assert_eq!(trace.causes.words(), "floor first-rating");
        assert_eq!((trace.unrated_by, trace.rated_by), (Some(DifferenceCause::Floor), Some(DifferenceCause::FirstRating)));
    }

    #[test]
    fn a_change_that_no_table_records_has_an_unknown_cause() {
        let mut records = records(&[&[month(DifferenceCause::Games, 1500, 1510, 1510, 1510)]]);
        let trace = records.trace(7, Some(1500), Some(1513));
        assert_eq!((trace.points[DifferenceCause::Games as usize], trace.points[DifferenceCause::Unknown as usize]), (10, 3));
        assert_eq!(trace.causes.words(), "games unknown");
        assert_eq!(records.trace(8, Some(1500), Some(1501)).causes.words(), "unknown");
    }
}
