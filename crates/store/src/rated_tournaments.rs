//! The table `rated_tournaments.parquet`, which the next run reads beside the list.
//!
//! In: the bytes of the file. Out: [`RatedTournaments`], and the table that is written for them. Lists of version 0.1 have only `content`, a
//! fingerprint of dates and games; it is carried forward as it is, and tournaments rated since have `fingerprint`, of the games alone (D36).

use crate::StoreError;
use crate::carried_state::read_all_columns;
use model::{
    Date, Fingerprint, RatedTournament, RatedTournaments, ReportDigest, ReportSize, Sketch, TournamentContent, date_after_1970,
    months_before,
};
use std::borrow::Cow;
use std::path::Path;
use tables::{Integers, OutputColumn, OutputTable, Table, TableError, Texts};

/// The first list whose tournaments are compared with those of the list of a date, or of a later one: a year back (D36).
fn first_compared_list(list: Date) -> Date {
    months_before(list, 12)
}

/// Builds the table of `rated_tournaments.parquet` of a list. Sketches and
/// reports of tournaments rated more than a year before it are left out.
pub fn rated_tournaments_table<'a>(rows: &'a [Cow<'a, RatedTournament>], list: Date) -> OutputTable<'a> {
    let first = first_compared_list(list);
    let count = |count: u32| i32::try_from(count).ok().filter(|count| *count > 0);
    let hash = |fingerprint: Option<Fingerprint>| fingerprint.map(|fingerprint| fingerprint.to_string()).unwrap_or_default();
    let sketch = move |row: &RatedTournament, sketch: &Sketch| if row.list < first { String::new() } else { sketch.hexadecimal() };
    let report = move |row: &'a RatedTournament| row.report.as_ref().filter(|_| row.list >= first);
    let columns = vec![
        OutputColumn::texts("tournament_id", |row| &*rows[row].id),
        OutputColumn::dates("list", |row| Some(rows[row].list)),
        OutputColumn::hashes("content", move |row| {
            let content = &rows[row].content;
            if content.fingerprint.is_some() { String::new() } else { hash(content.dated_fingerprint) }
        }),
        OutputColumn::hashes("fingerprint", move |row| hash(rows[row].content.fingerprint)),
        OutputColumn::dates("start", |row| rows[row].start),
        OutputColumn::dates("end", |row| rows[row].end),
        OutputColumn::integers("games", move |row| count(rows[row].content.games.count)),
        OutputColumn::integers("players", move |row| count(rows[row].content.players.count)),
        OutputColumn::hashes("games_sketch", move |row| sketch(&rows[row], &rows[row].content.games)),
        OutputColumn::hashes("players_sketch", move |row| sketch(&rows[row], &rows[row].content.players)),
        OutputColumn::integers("report_size", move |row| i32::try_from(report(&rows[row])?.size.number()).ok()),
        OutputColumn::hashes("report_sha256", move |row| report(&rows[row]).map_or_else(String::new, |report| report.sha256.clone())),
    ];
    OutputTable::new(rows.len(), columns)
}

/// Reads `rated_tournaments.parquet` of a list. Files of other programs may lack every column but the id.
pub fn read_rated_tournaments(bytes: &[u8], path: &Path, list: Date) -> Result<RatedTournaments, StoreError> {
    let columns = read_all_columns(bytes).and_then(|table| RatedColumns::of(&table));
    let columns = columns.map_err(|error| StoreError::unreadable(path)(error))?;
    let mut rated = RatedTournaments::default();
    rated.reserve(columns.ids.len());
    for row in 0..columns.ids.len() {
        let wrong = || StoreError::Unreadable { path: path.to_owned(), message: format!("row {} has an unreadable sketch", row + 1) };
        rated.add(columns.tournament(row, list).ok_or_else(wrong)?);
    }
    Ok(rated)
}

/// The columns of `rated_tournaments.parquet` that [`rated_contents`] takes.
pub const RATED_COLUMNS: [&str; 6] = ["tournament_id", "list", "content", "fingerprint", "start", "end"];

/// Returns what identifies some of the tournaments in a table of rated ones, by their ids and the lists that rated them; no sketches.
pub fn rated_contents(table: &Table, list: Date, is_wanted: impl Fn(&str, Date) -> bool) -> Result<RatedTournaments, TableError> {
    let columns = RatedColumns::of(table)?;
    let mut rated = RatedTournaments::default();
    for row in 0..columns.ids.len() {
        if is_wanted(columns.ids.get(row), columns.rated_on(row, list)) {
            columns.tournament(row, list).into_iter().for_each(|tournament| rated.add(tournament));
        }
    }
    Ok(rated)
}

/// Returns the tournaments that the next list reads from the table of a list, which is made of those rated `before` and of the `new` ones. It is
/// what reading the table gives, without writing and reading it.
pub fn carried_forward(before: RatedTournaments, mut new: Vec<RatedTournament>, list: Date) -> RatedTournaments {
    new.sort_by(|a, b| a.id.cmp(&b.id));
    let is_in_order = before.rows().is_sorted_by(|a, b| (a.list, &a.id) <= (b.list, &b.id));
    let mut carried = before;
    // The table is sorted. Only one of another program may have had another order, or tournaments of later lists.
    if !is_in_order || carried.rows().last().is_some_and(|last| last.list >= list) {
        let mut rows = std::mem::take(&mut carried).into_rows();
        rows.append(&mut new);
        rows.sort_by(|a, b| (a.list, &a.id).cmp(&(b.list, &b.id)));
        carried.reserve(rows.len());
        rows.into_iter().map(as_written).for_each(|row| carried.add(row));
    }
    carried.forget_reports_before(first_compared_list(list));
    new.into_iter().map(as_written).for_each(|row| carried.add(row));
    carried
}

/// A tournament of this list with what the table has of it.
fn as_written(mut tournament: RatedTournament) -> RatedTournament {
    let content = &mut tournament.content;
    // Of two fingerprints the table has the one of the games alone, and of sizes those that its column can hold.
    if content.fingerprint.is_some() {
        content.dated_fingerprint = None;
    }
    for sketch in [&mut content.games, &mut content.players] {
        if i32::try_from(sketch.count).is_err() {
            *sketch = Sketch::without_hashes(0);
        }
    }
    tournament.report = tournament.report.filter(|report| i32::try_from(report.size.number()).is_ok());
    tournament
}

/// Columns of `rated_tournaments.parquet`.
struct RatedColumns {
    ids: Texts,
    list: Option<Integers>,
    content: Option<Texts>,
    fingerprint: Option<Texts>,
    start: Option<Integers>,
    end: Option<Integers>,
    games: Option<Integers>,
    players: Option<Integers>,
    games_sketch: Option<Texts>,
    players_sketch: Option<Texts>,
    report_size: Option<Integers>,
    report_sha256: Option<Texts>,
}

impl RatedColumns {
    fn of(table: &Table) -> Result<Self, TableError> {
        Ok(Self {
            ids: table.required_texts("tournament_id")?,
            list: table.days("list")?,
            content: table.texts("content")?,
            fingerprint: table.texts("fingerprint")?,
            start: table.days("start")?,
            end: table.days("end")?,
            games: table.integers("games")?,
            players: table.integers("players")?,
            games_sketch: table.texts("games_sketch")?,
            players_sketch: table.texts("players_sketch")?,
            report_size: table.integers("report_size")?,
            report_sha256: table.texts("report_sha256")?,
        })
    }

    /// The list that rated the tournament of a row: the one that the table is of, where nothing else is said.
    fn rated_on(&self, row: usize, list: Date) -> Date {
        date(&self.list, row).unwrap_or(list)
    }

    /// The tournament of a row; `None` if a sketch is none.
    fn tournament(&self, row: usize, list: Date) -> Option<RatedTournament> {
        fn text(column: &Option<Texts>, row: usize) -> &str {
            column.as_ref().map_or("", |texts| texts.get(row))
        }
        let rated_on = self.rated_on(row, list);
        let is_compared = rated_on >= first_compared_list(list);
        let sketch = |count: &Option<Integers>, hashes: &Option<Texts>| {
            let count = integer(count, row).and_then(|count| u32::try_from(count).ok()).unwrap_or(0);
            match text(hashes, row) {
                "" => Some(Sketch::without_hashes(count)),
                _ if !is_compared => Some(Sketch::without_hashes(count)),
                hashes => Sketch::parse(hashes, count),
            }
        };
        let content = TournamentContent {
            fingerprint: Fingerprint::parse(text(&self.fingerprint, row)),
            dated_fingerprint: Fingerprint::parse(text(&self.content, row)),
            games: sketch(&self.games, &self.games_sketch)?,
            players: sketch(&self.players, &self.players_sketch)?,
        };
        let size = integer(&self.report_size, row).filter(|_| is_compared).and_then(|size| u64::try_from(size).ok());
        Some(RatedTournament {
            start: date(&self.start, row),
            end: date(&self.end, row),
            content,
            report: size.map(|size| match text(&self.report_sha256, row) {
                "" => ReportDigest { size: ReportSize::Rows(size), sha256: String::new() },
                sha256 => ReportDigest { size: ReportSize::Bytes(size), sha256: sha256.to_owned() },
            }),
            ..RatedTournament::new(self.ids.get(row), rated_on)
        })
    }
}

fn integer(column: &Option<Integers>, row: usize) -> Option<i64> {
    column.as_ref().and_then(|values| values.get(row))
}

fn date(column: &Option<Integers>, row: usize) -> Option<Date> {
    integer(column, row).and_then(|days| date_after_1970(i32::try_from(days).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Date {
        model::parse_iso_date(text).expect("a date")
    }

    fn tournament(id: &str, list: &str) -> RatedTournament {
        let sketch = |values| Sketch::of_values(values, &mut model::SketchBuffer::default());
        RatedTournament {
            start: Some(day("2023-12-01")),
            end: Some(day("2023-12-03")),
            content: TournamentContent {
                fingerprint: Some(Fingerprint(7)),
                dated_fingerprint: None,
                games: sketch(0..100),
                players: sketch(0..20),
            },
            report: Some(ReportDigest { size: ReportSize::Bytes(1234), sha256: "ab".repeat(32) }),
            ..RatedTournament::new(id, day(list))
        }
    }

    fn written_and_read(rows: &[RatedTournament], list: &str) -> RatedTournaments {
        let rows: Vec<_> = rows.iter().map(Cow::Borrowed).collect();
        let mut bytes = Vec::new();
        rated_tournaments_table(&rows, day(list)).write_parquet(&mut bytes, &[]).expect("written");
        read_rated_tournaments(&bytes, Path::new("rated_tournaments.parquet"), day(list)).expect("readable")
    }

    #[test]
    fn sketches_and_reports_are_carried_for_a_year_and_fingerprints_for_ever() {
        let rows = [tournament("a", "2024-01-01")];
        assert_eq!(written_and_read(&rows, "2025-01-01").rows(), rows);
        let later = written_and_read(&rows, "2025-02-01");
        let row = later.get("a").expect("it is remembered");
        assert_eq!(row.report, None);
        let content = &row.content;
        assert_eq!((content.fingerprint, content.games.count, content.games.is_empty()), (Some(Fingerprint(7)), 100, true));
    }

    #[test]
    fn what_is_carried_forward_in_memory_is_what_is_written_and_read() {
        let january = [tournament("b", "2024-01-01"), RatedTournament::new("c", day("2024-01-01"))];
        let read = |rows: &[RatedTournament], list: &str| {
            let mut rated = RatedTournaments::default();
            written_and_read(rows, list).into_rows().into_iter().for_each(|row| rated.add(row));
            rated
        };
        // Also what the table cannot hold: a second fingerprint, and a report larger than its column.
        let mut both = tournament("z", "2025-02-01");
        both.content.dated_fingerprint = Some(Fingerprint(8));
        let mut large = tournament("a", "2025-02-01");
        large.report = Some(ReportDigest { size: ReportSize::Bytes(1 << 31), sha256: "cd".repeat(32) });
        let rows_of_bundle = RatedTournament {
            report: Some(ReportDigest { size: ReportSize::Rows(12), sha256: String::new() }),
            ..RatedTournament::new("m", day("2025-02-01"))
        };
        let new = vec![both, large, rows_of_bundle];
        for before in [read(&january, "2024-02-01"), read(&[january[1].clone(), january[0].clone()], "2024-01-01")] {
            let mut all: Vec<RatedTournament> = before.rows().iter().chain(&new).cloned().collect();
            all.sort_by(|a, b| (a.list, &a.id).cmp(&(b.list, &b.id)));
            let carried = carried_forward(before, new.clone(), day("2025-02-01"));
            assert_eq!(carried.rows(), written_and_read(&all, "2025-02-01").rows());
            assert_eq!(carried.rows().iter().map(|row| &*row.id).collect::<Vec<_>>(), ["b", "c", "a", "m", "z"]);
        }
    }

    #[test]
    fn a_fingerprint_with_dates_is_carried_as_it_is() {
        let content = TournamentContent { dated_fingerprint: Some(Fingerprint(9)), ..TournamentContent::default() };
        let rows = [RatedTournament { content: content.clone(), ..RatedTournament::new("old", day("2020-01-01")) }];
        let rated = written_and_read(&rows, "2024-01-01");
        assert_eq!(rated.rows(), rows);
        assert!(rated.with_games(&content).is_none());
        assert_eq!(rated.with_games_and_dates(&content, None, None).map(|row| &*row.id), Some("old"));
    }
}
