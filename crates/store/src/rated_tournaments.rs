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
use tables::{Integers, OutputColumn, OutputTable, TableError, Texts};

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
    let columns = RatedColumns::read(bytes).map_err(|error| StoreError::unreadable(path)(error))?;
    let mut rated = RatedTournaments::default();
    rated.reserve(columns.ids.len());
    for row in 0..columns.ids.len() {
        let wrong = || StoreError::Unreadable { path: path.to_owned(), message: format!("row {} has an unreadable sketch", row + 1) };
        rated.add(columns.tournament(row, list).ok_or_else(wrong)?);
    }
    Ok(rated)
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
    fn read(bytes: &[u8]) -> Result<Self, TableError> {
        let table = read_all_columns(bytes)?;
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

    /// The tournament of a row; `None` if a sketch is none.
    fn tournament(&self, row: usize, list: Date) -> Option<RatedTournament> {
        fn integer(column: &Option<Integers>, row: usize) -> Option<i64> {
            column.as_ref().and_then(|values| values.get(row))
        }
        let date = |column: &Option<Integers>| integer(column, row).and_then(|days| date_after_1970(i32::try_from(days).ok()?));
        fn text(column: &Option<Texts>, row: usize) -> &str {
            column.as_ref().map_or("", |texts| texts.get(row))
        }
        let rated_on = date(&self.list).unwrap_or(list);
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
            start: date(&self.start),
            end: date(&self.end),
            content,
            report: size.map(|size| match text(&self.report_sha256, row) {
                "" => ReportDigest { size: ReportSize::Rows(size), sha256: String::new() },
                sha256 => ReportDigest { size: ReportSize::Bytes(size), sha256: sha256.to_owned() },
            }),
            ..RatedTournament::new(self.ids.get(row), rated_on)
        })
    }
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
    fn a_fingerprint_with_dates_is_carried_as_it_is() {
        let content = TournamentContent { dated_fingerprint: Some(Fingerprint(9)), ..TournamentContent::default() };
        let rows = [RatedTournament { content: content.clone(), ..RatedTournament::new("old", day("2020-01-01")) }];
        let rated = written_and_read(&rows, "2024-01-01");
        assert_eq!(rated.rows(), rows);
        assert!(rated.with_games(&content).is_none());
        assert_eq!(rated.with_games_and_dates(&content, None, None).map(|row| &*row.id), Some("old"));
    }
}
