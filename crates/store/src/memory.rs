//! What the next run must remember beside the list: pooled results of unrated players, and which tournaments were rated.

use crate::columns::{dates_as_days, integers, text_column};
use crate::{HIGHEST_RATING, StoreError, read_frame};
use chrono::Datelike;
use foldhash::fast::RandomState;
use model::{Class, Classes, Date};
use polars::prelude::*;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

/// The day so many days after 1970-01-01; `None` outside the years that lists and tournaments can have.
pub(crate) fn date_of(days: i32) -> Option<Date> {
    Date::from_num_days_from_ce_opt(days.checked_add(719_163)?).filter(|date| (1800..=2200).contains(&date.year()))
}

/// One unrated player's result in one event (D12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolEntry {
    pub fide_id: u32,
    /// Index into [`Pool::tournaments`].
    pub tournament: u32,
    pub start: Date,
    pub end: Date,
    /// The list on which the result entered the pool.
    pub list: Date,
    pub games: u32,
    pub half_points: i32,
    /// Sum of the rated opponents' ratings.
    pub opponents: i32,
    /// What kind of event it was, where a rule about first ratings asks.
    pub classes: Classes,
}

/// All waiting results, by player, then start, then tournament id.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    pub tournaments: Vec<String>,
    pub entries: Vec<PoolEntry>,
}

impl Pool {
    /// The positions of one player's entries.
    pub fn of(&self, fide_id: u32) -> std::ops::Range<usize> {
        let from = self.entries.partition_point(|e| e.fide_id < fide_id);
        let to = from + self.entries[from..].partition_point(|e| e.fide_id == fide_id);
        from..to
    }

    /// The same for whoever walks through all players in the order of ids: `from` is where the entries of the one before ended.
    pub fn of_next(&self, fide_id: u32, from: usize) -> std::ops::Range<usize> {
        let rest = &self.entries[from..];
        let start = from + rest.iter().take_while(|entry| entry.fide_id < fide_id).count();
        let count = self.entries[start..].iter().take_while(|entry| entry.fide_id == fide_id).count();
        start..start + count
    }

    /// Brings entries into the order that files have.
    pub fn sort(&mut self) {
        let names = &self.tournaments;
        self.entries
            .sort_by(|a, b| (a.fide_id, a.start, &names[a.tournament as usize]).cmp(&(b.fide_id, b.start, &names[b.tournament as usize])));
    }

    pub fn to_frame(&self) -> PolarsResult<DataFrame> {
        let e = &self.entries;
        let date = |name: &str, of: fn(&PoolEntry) -> Date| date_column(name, e.iter().map(|x| Some(of(x))));
        DataFrame::new(
            e.len(),
            vec![
                Column::new("fide_id".into(), e.iter().map(|x| x.fide_id).collect::<Vec<_>>()),
                StringChunked::from_iter_values("tournament_id".into(), e.iter().map(|x| self.tournaments[x.tournament as usize].as_str()))
                    .into_column(),
                date("start", |x| x.start),
                date("end", |x| x.end),
                date("list", |x| x.list),
                Column::new("games".into(), e.iter().map(|x| x.games).collect::<Vec<_>>()),
                Column::new("half_points".into(), e.iter().map(|x| x.half_points).collect::<Vec<_>>()),
                Column::new("opponents_sum".into(), e.iter().map(|x| x.opponents).collect::<Vec<_>>()),
                Column::new("class".into(), e.iter().map(|x| x.classes.to_string()).collect::<Vec<_>>()),
            ],
        )
    }
}

/// A column of dates.
pub fn date_column(name: &str, dates: impl Iterator<Item = Option<Date>>) -> Column {
    Int32Chunked::from_iter_options(name.into(), dates.map(|d| d.map(crate::columns::days))).into_date().into_column()
}

/// Reads `pool.parquet`.
pub fn read_pool(bytes: &[u8], path: &Path) -> Result<Pool, StoreError> {
    let frame = read_frame(bytes, path, None)?;
    let unreadable = || StoreError::unreadable(path);
    let missing = |name: &str| StoreError::Unreadable { path: path.to_owned(), message: format!("column '{name}' is missing") };
    let whole = |name: &str| integers(&frame, name).map_err(unreadable())?.ok_or_else(|| missing(name));
    let dates = |name: &str| dates_as_days(&frame, name).map_err(unreadable())?.ok_or_else(|| missing(name));
    let (ids, games, half_points, opponents) = (whole("fide_id")?, whole("games")?, whole("half_points")?, whole("opponents_sum")?);
    let (start, end, list) = (dates("start")?, dates("end")?, dates("list")?);
    let names = text_column(&frame, "tournament_id").map_err(unreadable())?.ok_or_else(|| missing("tournament_id"))?;
    let classes = text_column(&frame, "class").map_err(unreadable())?;
    let mut pool = Pool::default();
    let mut numbers: HashMap<&str, u32> = HashMap::new();
    for row in 0..frame.height() {
        let name = names.get(row).unwrap_or("");
        let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        let tournament = *numbers.entry(name).or_insert(next);
        if tournament == next {
            pool.tournaments.push(name.to_owned());
        }
        let entry = (|| {
            Some(PoolEntry {
                fide_id: u32::try_from(ids.get(row)?).ok()?,
                tournament,
                start: date_of(start[row]?)?,
                end: date_of(end[row]?)?,
                list: date_of(list[row]?)?,
                games: u32::try_from(games.get(row)?).ok()?,
                half_points: i32::try_from(half_points.get(row)?).ok()?,
                opponents: i32::try_from(opponents.get(row)?).ok()?,
                classes: words(classes.as_ref().and_then(|classes| classes.get(row)).unwrap_or(""))?,
            })
        })();
        pool.entries.push(
            entry
                .filter(is_possible)
                .ok_or_else(|| StoreError::Unreadable { path: path.to_owned(), message: format!("row {} is not a pool entry", row + 1) })?,
        );
    }
    pool.sort();
    Ok(pool)
}

/// Classes as [`Classes`] prints them.
fn words(text: &str) -> Option<Classes> {
    text.split_whitespace().map(|word| word.parse::<Class>().ok()).collect()
}

/// Whether an entry is one that games can give.
fn is_possible(entry: &PoolEntry) -> bool {
    (1..=10_000).contains(&entry.games)
        && (0..=2 * i64::from(entry.games)).contains(&i64::from(entry.half_points))
        && (0..=HIGHEST_RATING * i64::from(entry.games)).contains(&i64::from(entry.opponents))
}

/// Every tournament rated so far, with the list that did it. Carried forward from list to list.
#[derive(Clone, Debug, Default)]
pub struct RatedTournaments {
    by_id: HashMap<Arc<str>, usize, RandomState>,
    by_content: HashMap<Arc<str>, usize, RandomState>,
    rows: Vec<RatedTournament>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct RatedTournament {
    id: Arc<str>,
    list: Date,
    content: Arc<str>,
}

impl RatedTournaments {
    /// Adds one; the earliest list wins where an id is known already.
    pub fn add(&mut self, id: &str, list: Date, content: &str) {
        if let Some(&row) = self.by_id.get(id) {
            if list < self.rows[row].list {
                self.rows[row].list = list;
            }
            return;
        }
        let (row, id, content): (usize, Arc<str>, Arc<str>) = (self.rows.len(), id.into(), content.into());
        self.by_id.insert(Arc::clone(&id), row);
        if !content.is_empty() {
            self.by_content.entry(Arc::clone(&content)).or_insert(row);
        }
        self.rows.push(RatedTournament { id, list, content });
    }

    fn reserve(&mut self, more: usize) {
        self.by_id.reserve(more);
        self.by_content.reserve(more);
        self.rows.reserve(more);
    }

    pub fn absorb(&mut self, other: &Self) {
        for row in &other.rows {
            self.add(&row.id, row.list, &row.content);
        }
    }

    /// The list that rated a tournament.
    pub fn list_of(&self, id: &str) -> Option<Date> {
        self.by_id.get(id).map(|&row| self.rows[row].list)
    }

    /// The tournaments that a list rated.
    pub fn rated_on(&self, list: Date) -> impl Iterator<Item = &str> {
        self.rows.iter().filter(move |row| row.list == list).map(|row| &*row.id)
    }

    /// The id under which the same games were rated before.
    pub fn same_content(&self, content: &str) -> Option<&str> {
        self.by_content.get(content).map(|&row| &*self.rows[row].id)
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// These and some more (id, list, content), by list, then id. An id that is known already stays with its list.
    pub fn to_frame_with<'a>(&'a self, more: impl Iterator<Item = (&'a str, Date, &'a str)>) -> PolarsResult<DataFrame> {
        let known = self.rows.iter().map(|row| (row.list, &*row.id, &*row.content));
        let new = more.filter(|(id, ..)| !self.by_id.contains_key(*id)).map(|(id, list, content)| (list, id, content));
        let mut rows: Vec<(Date, &str, &str)> = known.chain(new).collect();
        rows.sort_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)));
        DataFrame::new(
            rows.len(),
            vec![
                StringChunked::from_iter_values("tournament_id".into(), rows.iter().map(|row| row.1)).into_column(),
                date_column("list", rows.iter().map(|row| Some(row.0))),
                StringChunked::from_iter_values("content".into(), rows.iter().map(|row| row.2)).into_column(),
            ],
        )
    }
}

/// Reads `rated_tournaments.parquet`; `list` and `content` may be missing in files that others made.
pub fn read_rated_tournaments(bytes: &[u8], path: &Path, list: Date) -> Result<RatedTournaments, StoreError> {
    let frame = read_frame(bytes, path, None)?;
    let ids = text_column(&frame, "tournament_id")
        .map_err(StoreError::unreadable(path))?
        .ok_or_else(|| StoreError::Unreadable { path: path.to_owned(), message: "column 'tournament_id' is missing".to_owned() })?;
    let lists = dates_as_days(&frame, "list").map_err(StoreError::unreadable(path))?;
    let contents = text_column(&frame, "content").map_err(StoreError::unreadable(path))?;
    let mut rated = RatedTournaments::default();
    rated.reserve(frame.height());
    for row in 0..frame.height() {
        let on = lists.as_ref().and_then(|l| l[row]).and_then(date_of).unwrap_or(list);
        rated.add(ids.get(row).unwrap_or(""), on, contents.as_ref().and_then(|c| c.get(row)).unwrap_or(""));
    }
    Ok(rated)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pool_written_and_read_is_the_same() {
        let day = |text: &str| model::parse_iso_date(text).expect("a date");
        let entry = |fide_id, tournament, start: &str| PoolEntry {
            fide_id,
            tournament,
            start: day(start),
            end: day(start),
            list: day("2024-02-01"),
            games: 3,
            half_points: 5,
            opponents: 5400,
            classes: Classes::from_iter([Class::Olympiad, Class::Women]),
        };
        let mut pool = Pool {
            tournaments: vec!["B".into(), "A".into()],
            entries: vec![entry(9, 0, "2024-01-03"), entry(7, 0, "2024-01-05"), entry(7, 1, "2024-01-05")],
        };
        pool.sort();
        let mut bytes = Vec::new();
        crate::write_parquet(&mut bytes, &pool.to_frame().expect("a table"), &[]).expect("written");
        let again = read_pool(&bytes, Path::new("pool.parquet")).expect("readable");
        let named =
            |p: &Pool| p.entries.iter().map(|e| (e.fide_id, p.tournaments[e.tournament as usize].clone(), e.start)).collect::<Vec<_>>();
        assert!(again.entries.iter().all(|entry| entry.classes.to_string() == "olympiad women"));
        assert_eq!(
            named(&again),
            [(7, "A".to_owned(), day("2024-01-05")), (7, "B".to_owned(), day("2024-01-05")), (9, "B".to_owned(), day("2024-01-03"))]
        );
        assert_eq!(named(&again), named(&pool));
        assert_eq!(again.of(7), 0..2);
        assert_eq!(again.of(8), 2..2);
        assert_eq!([6, 7, 8, 9, 10].map(|id| again.of_next(id, 0)), [0..0, 0..2, 2..2, 2..3, 3..3]);
        assert_eq!([(8, 2), (9, 2), (10, 3)].map(|(id, from)| again.of_next(id, from)), [2..2, 2..3, 3..3]);
    }
}
