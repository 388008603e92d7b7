//! What the lists of a chain say of each player: games, and every step of the rating with its cause.

use super::list_chain::{ListChain, Step};
use super::published::OwnFolder;
use super::words::{Cause, Causes};
use crate::InspectError;
use std::path::Path;
use store::{FolderName, MoveCause, Version, file, read_moved_players};
use tables::{Integers, Table, TableError, Texts};

/// What the tables of a chain say, ready to be asked for one player after the other.
#[derive(Debug)]
pub(crate) struct ChangeRecords {
    steps: Vec<Records>,
    /// Whether the chain leads over at least one period, so that games were played on it.
    pub(crate) has_months: bool,
    /// The lists without a table of changes, and revisions that nothing was recorded of.
    pub(crate) untold: Vec<String>,
    /// Names of corrections, as records number them from 1 on.
    pub(crate) corrections: Vec<String>,
}

/// What one list says of the players it moved, by id.
#[derive(Debug, Default)]
struct Records {
    rows: Vec<Record>,
    at: usize,
}

/// One player's step. A rating of 0 is none.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    fide_id: u32,
    /// `None` where only the games are known.
    cause: Option<Cause>,
    games: i32,
    before: i32,
    computed: i32,
    ordered: i32,
    after: i32,
    /// 0 for none, otherwise the position behind it in [`ChangeRecords::corrections`].
    corrections: usize,
}

/// Where one player's number comes from.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trace {
    pub(crate) games: i32,
    /// By [`Cause`]: how many points each cause moved the rating by. They add up to the change.
    pub(crate) points: [i32; Cause::ALL.len()],
    pub(crate) causes: Causes,
    /// What last gave the player a rating, and what last took it.
    pub(crate) rated_by: Option<Cause>,
    pub(crate) unrated_by: Option<Cause>,
    /// Positions in [`ChangeRecords::corrections`].
    pub(crate) corrections: Vec<usize>,
}

impl ChangeRecords {
    pub(crate) fn read(chain: &ListChain) -> Result<Self, InspectError> {
        let mut records = Self { steps: Vec::new(), has_months: chain.months() > 0, untold: Vec::new(), corrections: Vec::new() };
        for step in &chain.steps {
            match step {
                Step::Month(folder) => records.add_month(folder)?,
                Step::Revision { from, to } => records.add_revisions(*from, to)?,
            }
        }
        Ok(records)
    }

    fn add_month(&mut self, folder: &OwnFolder) -> Result<(), InspectError> {
        let columns = ["fide_id", "cause", "games", "before", "computed", "ordered", "after"];
        let rows = match folder.table(file::CHANGES, &columns)? {
            Some(table) => changes(&table).map_err(InspectError::unreadable(&folder.path.join(file::CHANGES)))?,
            None => {
                self.untold.push(folder.path.display().to_string());
                let state = folder.table(file::STATE, &["fide_id", "games"])?.unwrap_or_default();
                games_alone(&state).map_err(InspectError::unreadable(&folder.path.join(file::STATE)))?
            }
        };
        self.steps.push(Records::new(rows));
        Ok(())
    }

    /// Every revision behind the one version up to the other.
    fn add_revisions(&mut self, from: FolderName, to: &OwnFolder) -> Result<(), InspectError> {
        let (Some(name), Some(lists)) = (to.name, to.path.parent()) else { return Ok(()) };
        let (Version::Published(first), Version::Published(last)) = (from.version, name.version) else { return Ok(()) };
        for number in first + 1..=last {
            let revision = FolderName { date: name.date, version: Version::Published(number) };
            // A folder that is named by itself alone stands where the user stands.
            let lists = if lists.as_os_str().is_empty() { Path::new(".") } else { lists };
            let Some(moved) = read_moved_players(lists, revision)? else {
                self.untold.push(revision.to_string());
                continue;
            };
            let rows = moved.iter().map(|player| {
                let (before, after) = (i32::from(player.before.unwrap_or(0)), i32::from(player.after.unwrap_or(0)));
                Record {
                    fide_id: player.fide_id,
                    cause: Some(match player.cause {
                        MoveCause::Direct => Cause::Correction,
                        MoveCause::Consequence => Cause::Revision,
                    }),
                    games: 0,
                    before,
                    computed: after,
                    ordered: after,
                    after,
                    corrections: self.numbered(&player.corrections),
                }
            });
            let rows = rows.collect();
            self.steps.push(Records::new(rows));
        }
        Ok(())
    }

    fn numbered(&mut self, corrections: &str) -> usize {
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

    /// What happened to a player between the lists, who is rated so on the earlier one. Players are asked for in the order of ids.
    pub(crate) fn trace(&mut self, fide_id: u32, earlier: Option<i16>, later: Option<i16>) -> Trace {
        let mut trace = Trace::default();
        // The last rating that the player had: someone who leaves and comes back is measured against it.
        let mut rating = earlier.map(i32::from);
        for records in &mut self.steps {
            if let Some(record) = records.find(fide_id) {
                trace.follow(record, &mut rating);
            }
        }
        if let (Some(earlier), Some(later)) = (earlier, later) {
            let told: i32 = trace.points.iter().sum();
            trace.points[Cause::Unknown as usize] = i32::from(later) - i32::from(earlier) - told;
        }
        for cause in Cause::ALL.iter().copied().filter(|&cause| trace.points[cause as usize] != 0) {
            trace.causes.add(cause);
        }
        trace
    }
}

impl Trace {
    fn follow(&mut self, record: &Record, rating: &mut Option<i32>) {
        self.games += record.games;
        if record.corrections > 0 && !self.corrections.contains(&(record.corrections - 1)) {
            self.corrections.push(record.corrections - 1);
        }
        let Some(cause) = record.cause else { return };
        if record.after == 0 {
            if record.before > 0 {
                let taken_by = if matches!(cause, Cause::Correction | Cause::Revision) { cause } else { Cause::Floor };
                self.unrated_by = Some(taken_by);
                self.causes.add(taken_by);
            }
            return;
        }
        if record.before == 0 {
            self.rated_by = Some(cause);
            self.causes.add(cause);
        }
        if let Some(last) = *rating {
            self.points[cause as usize] += record.computed - last;
            self.points[Cause::Order as usize] += record.ordered - record.computed;
        }
        *rating = Some(record.after);
    }
}

impl Records {
    fn new(mut rows: Vec<Record>) -> Self {
        rows.sort_by_key(|row| row.fide_id);
        Self { rows, at: 0 }
    }

    fn find(&mut self, fide_id: u32) -> Option<&Record> {
        while self.rows.get(self.at).is_some_and(|row| row.fide_id < fide_id) {
            self.at += 1;
        }
        self.rows.get(self.at).filter(|row| row.fide_id == fide_id)
    }
}

/// The causes that a table of changes names; players who only wait in the pool did not move.
fn moving_cause(word: &str) -> Option<Cause> {
    let moves = |cause: &Cause| matches!(cause, Cause::Games | Cause::FirstRating | Cause::LongerControl | Cause::Order | Cause::Floor);
    word.parse().ok().filter(moves)
}

fn changes(table: &Table) -> Result<Vec<Record>, TableError> {
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
        Some(Record {
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

fn games_alone(state: &Table) -> Result<Vec<Record>, TableError> {
    let (Some(ids), Some(games)) = (state.integers("fide_id")?, state.integers("games")?) else { return Ok(Vec::new()) };
    let small = |value: Option<i64>| value.and_then(|value| u32::try_from(value).ok()).unwrap_or(0);
    let rows = ids.iter().zip(games.iter()).filter(|(_, games)| small(*games) > 0);
    Ok(rows
        .map(|(id, games)| Record { fide_id: small(id), games: i32::try_from(small(games)).unwrap_or(0), ..Record::default() })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(rows: &[&[Record]]) -> ChangeRecords {
        let steps = rows.iter().map(|rows| Records::new(rows.to_vec())).collect();
        ChangeRecords { steps, has_months: true, untold: Vec::new(), corrections: Vec::new() }
    }

    fn month(cause: Cause, before: i32, computed: i32, ordered: i32, after: i32) -> Record {
        Record { fide_id: 7, cause: Some(cause), games: 3, before, computed, ordered, after, corrections: 0 }
    }

    #[test]
    fn points_of_games_and_order_add_up_to_the_change() {
        let mut records = records(&[&[month(Cause::Games, 1500, 1512, 1552, 1552)], &[month(Cause::Games, 1552, 1540, 1540, 1540)]]);
        let trace = records.trace(7, Some(1500), Some(1540));
        // +12 and -12 by games, +40 by order.
        assert_eq!((trace.points[Cause::Games as usize], trace.points[Cause::Order as usize]), (0, 40));
        assert_eq!((trace.causes.words().as_str(), trace.games), ("order", 6));
    }

    #[test]
    fn who_falls_under_the_floor_and_comes_back_is_measured_from_the_last_rating() {
        let mut records = records(&[&[month(Cause::Games, 1410, 1395, 1395, 0)], &[month(Cause::FirstRating, 0, 1450, 1450, 1450)]]);
        let trace = records.trace(7, Some(1410), Some(1450));
        assert_eq!(trace.points[Cause::FirstRating as usize], 40);
        assert_eq!(trace.causes.words(), "floor first-rating");
        assert_eq!((trace.unrated_by, trace.rated_by), (Some(Cause::Floor), Some(Cause::FirstRating)));
    }

    #[test]
    fn what_no_table_tells_is_said_to_be_unknown() {
        let mut records = records(&[&[month(Cause::Games, 1500, 1510, 1510, 1510)]]);
        let trace = records.trace(7, Some(1500), Some(1513));
        assert_eq!((trace.points[Cause::Games as usize], trace.points[Cause::Unknown as usize]), (10, 3));
        assert_eq!(trace.causes.words(), "games unknown");
        assert_eq!(records.trace(8, Some(1500), Some(1501)).causes.words(), "unknown");
    }
}
