//! The table `pool.parquet`, which the next run reads beside the list.
//!
//! In: the bytes of the file. Out: a [`Pool`], and the table that is written for it.

use crate::StoreError;
use model::{Classes, Pool, PoolEntry, Rating, TournamentClass, date_after_1970};
use std::collections::HashMap;
use std::path::Path;
use tables::{Integers, OutputColumn, OutputTable, ParquetTable, Table, TableError, Texts};

/// Builds the table of `pool.parquet`.
pub fn pool_table(pool: &Pool) -> OutputTable<'_> {
    let entries = &pool.entries;
    let mut columns = vec![
        OutputColumn::ids("fide_id", |row| Some(entries[row].kept_under)),
        OutputColumn::texts("tournament_id", |row| pool.tournaments[entries[row].tournament as usize].as_str()),
        OutputColumn::dates("start", |row| Some(entries[row].start)),
        OutputColumn::dates("end", |row| Some(entries[row].end)),
        OutputColumn::dates("list", |row| Some(entries[row].list)),
        OutputColumn::integers("games", |row| i32::try_from(entries[row].games).ok()),
        OutputColumn::integers("half_points", |row| Some(entries[row].half_points)),
        OutputColumn::integers("opponents_sum", |row| Some(entries[row].opponents)),
        OutputColumn::texts("class", |row| entries[row].classes.to_string()),
    ];
    if entries.iter().any(|entry| entry.is_used_up) {
        columns.push(OutputColumn::booleans("used_up", |row| entries[row].is_used_up));
    }
    OutputTable::new(entries.len(), columns)
}

/// Reads all columns of a Parquet file into memory.
pub(crate) fn read_all_columns(bytes: &[u8]) -> Result<Table, TableError> {
    ParquetTable::from_bytes(bytes, |_| true)?.read_all()
}

/// Reads `pool.parquet`.
pub fn read_pool(bytes: &[u8], path: &Path) -> Result<Pool, StoreError> {
    let columns = read_all_columns(bytes).and_then(|table| PoolColumns::of(&table));
    let columns = columns.map_err(|error| StoreError::unreadable(path)(error))?;
    let mut pool = Pool::default();
    let mut numbers: HashMap<&str, u32> = HashMap::new();
    for row in 0..columns.fide_id.len() {
        let name = columns.tournament_id.get(row);
        let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        let tournament = *numbers.entry(name).or_insert(next);
        if tournament == next {
            pool.tournaments.push(name.to_owned());
        }
        let entry = columns.entry(row, tournament).filter(is_possible);
        let wrong = || StoreError::Unreadable { path: path.to_owned(), message: format!("row {} is not a pool entry", row + 1) };
        pool.entries.push(entry.ok_or_else(wrong)?);
    }
    pool.sort();
    Ok(pool)
}

/// Returns the pool that the next list reads from the table that is written for a pool.
pub(crate) fn carried_pool(pool: Pool) -> Pool {
    let Pool { tournaments, mut entries } = pool;
    let mut numbers: HashMap<&str, u32> = HashMap::new();
    let mut carried = Pool::default();
    for entry in &mut entries {
        let name = tournaments[entry.tournament as usize].as_str();
        let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        let number = *numbers.entry(name).or_insert(next);
        if number == next {
            carried.tournaments.push(name.to_owned());
        }
        (entry.fide_id, entry.tournament) = (entry.kept_under, number);
    }
    carried.entries = entries;
    carried.sort();
    carried
}

/// Columns of `pool.parquet`.
struct PoolColumns {
    fide_id: Integers,
    tournament_id: Texts,
    start: Integers,
    end: Integers,
    list: Integers,
    games: Integers,
    half_points: Integers,
    opponents: Integers,
    classes: Option<Texts>,
    used_up: Option<Vec<bool>>,
}

impl PoolColumns {
    fn of(table: &Table) -> Result<Self, TableError> {
        let days = |name: &str| table.days(name)?.ok_or_else(|| TableError::Content(format!("column '{name}' is missing")));
        Ok(Self {
            fide_id: table.required_integers("fide_id")?,
            tournament_id: table.required_texts("tournament_id")?,
            start: days("start")?,
            end: days("end")?,
            list: days("list")?,
            games: table.required_integers("games")?,
            half_points: table.required_integers("half_points")?,
            opponents: table.required_integers("opponents_sum")?,
            classes: table.texts("class")?,
            used_up: table.booleans("used_up")?,
        })
    }

    fn entry(&self, row: usize, tournament: u32) -> Option<PoolEntry> {
        let date = |days: &Integers| date_after_1970(i32::try_from(days.get(row)?).ok()?);
        let words = self.classes.as_ref().map_or("", |classes| classes.get(row));
        let fide_id = u32::try_from(self.fide_id.get(row)?).ok()?;
        Some(PoolEntry {
            fide_id,
            kept_under: fide_id,
            tournament,
            start: date(&self.start)?,
            end: date(&self.end)?,
            list: date(&self.list)?,
            games: u32::try_from(self.games.get(row)?).ok()?,
            half_points: i32::try_from(self.half_points.get(row)?).ok()?,
            opponents: i32::try_from(self.opponents.get(row)?).ok()?,
            classes: words.split_whitespace().map(|word| word.parse::<TournamentClass>().ok()).collect::<Option<Classes>>()?,
            is_used_up: self.used_up.as_ref().is_some_and(|used_up| used_up[row]),
        })
    }
}

/// Whether the numbers of an entry can come from games.
fn is_possible(entry: &PoolEntry) -> bool {
    (1..=10_000).contains(&entry.games)
        && (0..=2 * i64::from(entry.games)).contains(&i64::from(entry.half_points))
        && (0..=i64::from(Rating::HIGHEST.0) * i64::from(entry.games)).contains(&i64::from(entry.opponents))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pool_written_and_read_is_the_same() {
        let day = |text: &str| model::parse_iso_date(text).expect("a date");
        let entry = |fide_id, tournament, start: &str| PoolEntry {
            fide_id,
            kept_under: fide_id,
            tournament,
            start: day(start),
            end: day(start),
            list: day("2024-02-01"),
            games: 3,
            half_points: 5,
            opponents: 5400,
            classes: Classes::from_iter([TournamentClass::Olympiad, TournamentClass::Women]),
            is_used_up: fide_id == 9,
        };
        let mut pool = Pool {
            tournaments: vec!["B".into(), "A".into()],
            entries: vec![entry(9, 0, "2024-01-03"), entry(7, 0, "2024-01-05"), entry(7, 1, "2024-01-05")],
        };
        pool.sort();
        let mut bytes = Vec::new();
        pool_table(&pool).write_parquet(&mut bytes, &[]).expect("written");
        let again = read_pool(&bytes, Path::new("pool.parquet")).expect("readable");
        let named =
            |p: &Pool| p.entries.iter().map(|e| (e.fide_id, p.tournaments[e.tournament as usize].clone(), e.start)).collect::<Vec<_>>();
        assert!(
            again.entries.iter().all(|entry| entry.classes.to_string() == "olympiad women" && entry.is_used_up == (entry.fide_id == 9))
        );
        assert_eq!(
            named(&again),
            [(7, "A".to_owned(), day("2024-01-05")), (7, "B".to_owned(), day("2024-01-05")), (9, "B".to_owned(), day("2024-01-03"))]
        );
        assert_eq!(named(&again), named(&pool));
        let carried = carried_pool(pool.clone());
        assert_eq!((&carried.tournaments, &carried.entries), (&again.tournaments, &again.entries), "without the file");
        // Kept under another id since a merge: the file has that one.
        pool.entries[0].kept_under = 30;
        pool.entries[0].classes = Classes::default();
        let mut bytes = Vec::new();
        pool_table(&pool).write_parquet(&mut bytes, &[]).expect("written");
        let (merged, carried) = (read_pool(&bytes, Path::new("pool.parquet")).expect("readable"), carried_pool(pool.clone()));
        assert_eq!((&carried.tournaments, &carried.entries), (&merged.tournaments, &merged.entries));
        pool.entries[0].kept_under = pool.entries[0].fide_id;
        assert_eq!(again.entries_of(7), 0..2);
        assert_eq!(again.entries_of(8), 2..2);
        assert_eq!([6, 7, 8, 9, 10].map(|id| again.entries_of_next(id, 0)), [0..0, 0..2, 2..2, 2..3, 3..3]);
        assert_eq!([(8, 2), (9, 2), (10, 3)].map(|(id, from)| again.entries_of_next(id, from)), [2..2, 2..3, 3..3]);
    }
}
