//! Reads lists in CSV and Parquet, written by this program or by others.
//!
//! In: the bytes of a file. Out: a [`PlayerList`], or diagnostics. One function reads a row. A first pass runs it over chunks of rows in
//! parallel and only notes which chunks are invalid; a second pass runs it over those and reports. What a list does not say of a player is
//! not worked out here but in `rulebook`.

use crate::codes;
use chrono::Datelike;
use model::{
    Code, Diagnostic, DiagnosticCollector, ListDate, ListRatings, Place, PlayerFlags, PlayerIndex, PlayerRef, PlayerRow, Rating, Unlisted,
};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;
use tables::{
    CsvProblem, CsvTable, Integers, MAX_COLUMNS, MAX_LINE_BYTES, ParquetTable, PlayerText, Schema, Table, TableError, TextColumns, Texts,
    is_parquet, overlong_line,
};

/// A list as given: every known player, rated or not, sorted by id.
#[derive(Clone, Debug)]
pub struct PlayerList {
    pub date: ListDate,
    pub index: PlayerIndex,
    /// Numbers of each player. Flags say whether career games and peak were given; [`PlayerRow::NEVER`] marks a day that was not.
    pub rows: Vec<PlayerRow>,
    pub text: TextColumns,
    /// Whether newcomers need a federation: the list has the column, and it is not empty throughout (D53).
    pub asks_for_federation: bool,
    /// Ids that were merged into another id, with that id.
    pub merged: BTreeMap<u32, u32>,
    /// Those of the merged ids whose rating the other id took over.
    pub gave_rating: BTreeSet<u32>,
    /// Warnings and notes about the file.
    pub diagnostics: Vec<Diagnostic>,
}

impl PlayerList {
    /// Adds players whose ids, ascending, the list does not have. `text` has one row for each.
    pub fn add_players(&mut self, added: &[(u32, PlayerRow)], text: &TextColumns) {
        if added.is_empty() {
            return;
        }
        let old = self.index.len();
        let to_u32 = |position: usize| u32::try_from(position).expect("fewer players than 32 bits can number");
        // Positions in "the list, then the added", in the order of ids.
        let mut order: Vec<u32> = Vec::with_capacity(old + added.len());
        let (mut ids, mut rows) = (Vec::with_capacity(old + added.len()), Vec::with_capacity(old + added.len()));
        let mut next = added.iter().enumerate().peekable();
        let mut take_added = |until: u32, order: &mut Vec<u32>, ids: &mut Vec<u32>, rows: &mut Vec<PlayerRow>| {
            while let Some((position, (id, row))) = next.next_if(|(_, (id, _))| *id < until) {
                order.push(to_u32(old + position));
                ids.push(*id);
                rows.push(*row);
            }
        };
        for (position, (&id, row)) in self.index.ids().iter().zip(&self.rows).enumerate() {
            take_added(id, &mut order, &mut ids, &mut rows);
            order.push(to_u32(position));
            ids.push(id);
            rows.push(*row);
        }
        take_added(u32::MAX, &mut order, &mut ids, &mut rows);
        (self.text, self.index) = rayon::join(|| self.text.take(text, &order), || PlayerIndex::new(ids));
        self.rows = rows;
    }

    /// Notes what the list, with older ones, does not tell of its players' history (D39).
    pub fn note_unknown_history(&mut self, file: &str, unknown: &str) {
        let hint = "give the list the columns career_games, peak and last_rated, or older lists beside it";
        let message = format!("not known, and taken as the chapter on inputs says: {unknown}");
        self.diagnostics.push(Diagnostic::new(&codes::LST014, &file.into(), Place::default(), message).with_hint(hint));
    }

    /// Returns only ids and published ratings.
    pub fn ratings(&self) -> ListRatings {
        ListRatings { index: self.index.clone(), rating: self.rows.iter().map(PlayerRow::published_rating).collect() }
    }
}

/// Reads a list from the bytes of a CSV or Parquet file.
pub(crate) fn read_list(bytes: &[u8], file: &Arc<str>, date: ListDate) -> Result<PlayerList, Vec<Diagnostic>> {
    let mut reader = ListReader::new(bytes, file)?;
    reader.latest_birth_year = year_of(date);
    reader.read(date)
}

/// Reads a list from a table that another reader made.
pub fn list_from_table(table: &Table, file: &Arc<str>, date: ListDate) -> Result<PlayerList, Vec<Diagnostic>> {
    let problems = DiagnosticCollector::new(file);
    ListReader { source: RowSource::Table(table.clone()), csv: None, reads_text: true, latest_birth_year: year_of(date), problems }
        .read(date)
}

/// Reads only ids and published ratings of a Parquet list; `None` if anything needs to be reported.
pub(crate) fn ratings_if_valid(bytes: &[u8], date: ListDate) -> Option<ListRatings> {
    let table = ParquetTable::from_bytes(bytes, |name| ["fide_id", "rating", "hidden"].contains(&name)).ok()?;
    let problems = DiagnosticCollector::new(&"".into());
    let mut reader = ListReader { source: RowSource::Parquet(table), csv: None, reads_text: false, latest_birth_year: i16::MAX, problems };
    let rows = reader.rows()?;
    let is_valid = rows.chunks.iter().all(|chunk| chunk.is_valid) && rows.is_ascending();
    is_valid.then(|| reader.list(rows, date)).flatten().map(|list| list.ratings())
}

/// Reads the texts of a Parquet list but the names, by ascending id.
pub(crate) fn texts_by_id(bytes: &[u8]) -> Result<TextColumns, TableError> {
    const COLUMNS: [&str; 5] = ["fide_id", "title", "women_title", "federation", "sex"];
    let mut table = ParquetTable::from_bytes(bytes, |name| COLUMNS.contains(&name))?.read_all()?;
    let ids = table.required_integers("fide_id")?;
    let ids: Vec<Option<i64>> = (0..table.height()).map(|row| ids.get(row)).collect();
    if !ids.is_sorted() {
        let mut order: Vec<u32> = (0..).take(ids.len()).collect();
        order.sort_by_key(|&row| ids[row as usize]);
        table = table.take(&order)?;
    }
    TextColumns::from_table(&table)
}

/// Reads the columns of a CSV or Parquet list unchanged, with rows sorted by id, and the warnings about them.
pub fn read_list_table(bytes: &[u8], file: &Arc<str>) -> Result<(Table, Vec<Diagnostic>), Vec<Diagnostic>> {
    let mut reader = ListReader::new(bytes, file)?;
    match reader.sorted_table() {
        Some(table) if !reader.problems.has_errors() => Ok((table, reader.problems.finish())),
        _ => Err(reader.problems.finish()),
    }
}

/// Returns everything that is wrong or odd in a list file.
pub fn check_list(bytes: &[u8], file: &Arc<str>) -> Vec<Diagnostic> {
    // The date is not known here, so no year of birth is after it.
    match ListReader::new(bytes, file).and_then(|reader| reader.read(ListDate::of_month(model::Date::default()))) {
        Ok(list) => list.diagnostics,
        Err(diagnostics) => diagnostics,
    }
}

/// Source of the rows.
enum RowSource<'b> {
    Parquet(ParquetTable<'b>),
    Table(Table),
}

/// Reader of one list file.
struct ListReader<'b> {
    source: RowSource<'b>,
    /// The CSV text behind the table, to locate invalid cells.
    csv: Option<CsvTable<'b>>,
    /// Whether text columns are read too.
    reads_text: bool,
    /// A later year of birth is not known (D52).
    latest_birth_year: i16,
    problems: DiagnosticCollector,
}

fn year_of(date: ListDate) -> i16 {
    i16::try_from(date.day().year()).unwrap_or(i16::MAX)
}

/// The rows of a list as they are in the file.
struct ListRows {
    ids: Vec<u32>,
    players: Vec<PlayerRow>,
    chunks: Vec<Chunk>,
}

/// What else there is of consecutive rows of a list.
struct Chunk {
    rows: Range<usize>,
    text: TextColumns,
    merged: Vec<(u32, u32)>,
    gave_rating: Vec<u32>,
    is_valid: bool,
}

impl ListRows {
    /// Whether ids ascend strictly from the first row to the last.
    fn is_ascending(&self) -> bool {
        self.ids.first().is_none_or(|&first| first > 0) && self.ids.is_sorted_by(|a, b| a < b)
    }
}

impl<'b> ListReader<'b> {
    /// Opens a file: reads its header and, from CSV, its columns. Parquet is recognised by its first bytes, whatever the file is called.
    fn new(bytes: &'b [u8], file: &Arc<str>) -> Result<Self, Vec<Diagnostic>> {
        let mut problems = DiagnosticCollector::new(file);
        let opened = if is_parquet(bytes) { open_parquet(bytes, &mut problems) } else { open_csv(bytes, &mut problems) };
        let Some((source, csv)) = opened else { return Err(problems.finish()) };
        let mut reader = Self { source, csv, reads_text: true, latest_birth_year: i16::MAX, problems };
        for needed in ["fide_id", "rating"] {
            if !reader.has(needed) {
                let problem = reader.problems.add(&codes::LST002, Place::line(1), format!("column '{needed}' is missing"));
                problem.hint("a list needs at least the columns fide_id and rating");
            }
        }
        if reader.problems.has_errors() { Err(reader.problems.finish()) } else { Ok(reader) }
    }

    /// Reads all rows: a list with its warnings, or everything that is wrong.
    fn read(mut self, date: ListDate) -> Result<PlayerList, Vec<Diagnostic>> {
        match self.rows().and_then(|rows| self.list(rows, date)) {
            Some(mut list) if !self.problems.has_errors() => {
                list.diagnostics = self.problems.finish();
                Ok(list)
            }
            _ => Err(self.problems.finish()),
        }
    }

    fn has(&self, name: &str) -> bool {
        match &self.source {
            RowSource::Parquet(parquet) => parquet.columns().iter().any(|column| column == name),
            RowSource::Table(table) => table.has(name),
        }
    }

    /// Reads the whole file, sorted by id; `None` if anything in it is invalid.
    fn sorted_table(&mut self) -> Option<Table> {
        let table = match &self.source {
            RowSource::Parquet(parquet) => parquet.read_all().map_err(|error| self.unreadable(&error)).ok()?,
            RowSource::Table(table) => table.clone(),
        };
        self.source = RowSource::Table(table.clone());
        self.reads_text = false;
        let rows = self.rows()?;
        let order = self.order(&rows)?;
        drop(rows);
        match order {
            None => Some(table),
            Some(order) => table.take(&order).map_err(|error| self.wrong_type(&error)).ok(),
        }
    }

    fn table(&self, rows: Range<usize>) -> Result<Table, TableError> {
        match &self.source {
            RowSource::Parquet(parquet) => {
                let names: Vec<&str> = parquet.columns().iter().map(String::as_str).collect();
                parquet.read(rows, &names)
            }
            RowSource::Table(table) => Ok(table.slice(rows)),
        }
    }

    fn unreadable(&mut self, error: &TableError) {
        self.problems.add(&codes::LST001, Place::default(), format!("not readable as Parquet: {error}"));
    }

    fn wrong_type(&mut self, error: &TableError) {
        self.problems.add(&codes::LST003, Place::line(1), error.to_string());
    }

    /// Reads all rows in parallel; `None` if the file cannot be decoded or a column has the wrong type.
    fn rows(&mut self) -> Option<ListRows> {
        let ranges = match &self.source {
            RowSource::Parquet(parquet) => parquet.row_ranges(usize::MAX),
            RowSource::Table(table) => {
                let size = table.height().div_ceil(4 * rayon::current_num_threads()).max(1 << 14);
                let chunks = table.height().div_ceil(size).max(1);
                (0..chunks).map(|at| at * size..table.height().min((at + 1) * size)).collect()
            }
        };
        if let RowSource::Parquet(parquet) = &mut self.source
            && ranges.len() >= 2 * rayon::current_num_threads()
        {
            parquet.decode_single_threaded();
        }
        let count = ranges.last().map_or(0, |range| range.end);
        let mut ids: Vec<u32> = vec![0; count];
        // Filled in parallel, because most of the time goes into the first touch of memory pages.
        let mut players: Vec<PlayerRow> = (0..count).into_par_iter().with_min_len(1 << 16).map(|_| PlayerRow::UNKNOWN).collect();
        let (mut ids_left, mut players_left) = (ids.as_mut_slice(), players.as_mut_slice());
        let with_places = ranges.into_iter().map(|rows| {
            let (own_ids, other_ids) = std::mem::take(&mut ids_left).split_at_mut(rows.len());
            let (own_players, other_players) = std::mem::take(&mut players_left).split_at_mut(rows.len());
            (ids_left, players_left) = (other_ids, other_players);
            (rows, own_ids, own_players)
        });
        let with_places: Vec<_> = with_places.collect();
        let read = |(rows, ids, players): (Range<usize>, &mut [u32], &mut [PlayerRow])| {
            let table = self.table(rows.clone()).map_err(ChunkError::Unreadable)?;
            Chunk::read(&table, rows, (ids, players), self.reads_text, self.latest_birth_year).map_err(ChunkError::WrongType)
        };
        match with_places.into_par_iter().with_max_len(1).map(read).collect::<Result<Vec<Chunk>, ChunkError>>() {
            Ok(chunks) => Some(ListRows { ids, players, chunks }),
            Err(ChunkError::Unreadable(error)) => {
                self.unreadable(&error);
                None
            }
            Err(ChunkError::WrongType(error)) => {
                self.wrong_type(&error);
                None
            }
        }
    }

    /// Returns the row numbers in the order of ids, `Some(None)` if the rows are sorted already, or `None` if a row is invalid.
    fn order(&mut self, rows: &ListRows) -> Option<Option<Vec<u32>>> {
        let mut invalid = InvalidCells::default();
        for chunk in rows.chunks.iter().filter(|chunk| !chunk.is_valid) {
            let table = self.table(chunk.rows.clone()).map_err(|error| self.unreadable(&error)).ok()?;
            let columns = PlayerColumns::of(&table).map_err(|error| self.wrong_type(&error)).ok()?;
            for at in 0..table.height() {
                columns.row(at, self.latest_birth_year, |problem| {
                    invalid.push(InvalidCell { row: chunk.rows.start + at, problem, duplicate_of: None });
                });
            }
        }
        let mut order = None;
        if !rows.is_ascending() {
            let mut by_id: Vec<(u32, u32)> = rows.ids.iter().zip(0..).map(|(&id, row)| (id, row)).collect();
            by_id.sort_unstable();
            for pair in by_id.windows(2).filter(|pair| pair[0].0 == pair[1].0 && pair[0].0 != 0) {
                let problem = CellProblem { column: "fide_id", code: &codes::LST005, value: Some(i64::from(pair[1].0)), max: 0 };
                invalid.push(InvalidCell { row: pair[1].1 as usize, problem, duplicate_of: Some(pair[0].1 as usize) });
            }
            order = Some(by_id.into_iter().map(|(_, row)| row).collect());
        }
        if !invalid.cells.is_empty() {
            invalid.cells.sort_by_key(|cell| cell.row);
            self.report(&invalid.cells);
            for (code, more) in invalid.more.into_values() {
                self.problems.count_more(code, more);
            }
        }
        if self.problems.has_errors() {
            return None;
        }
        if order.is_some() {
            self.problems.add(&codes::LST010, Place::default(), "the rows are not in the order of their ids; they were sorted");
        }
        Some(order)
    }

    /// Joins all chunks to one list.
    fn list(&mut self, list: ListRows, date: ListDate) -> Option<PlayerList> {
        let order = self.order(&list)?;
        let ListRows { mut ids, players: mut rows, chunks } = list;
        let merged = chunks.iter().flat_map(|chunk| &chunk.merged).copied().collect();
        let gave_rating = chunks.iter().flat_map(|chunk| &chunk.gave_rating).copied().collect();
        let mut text = TextColumns::concat(chunks.into_iter().map(|chunk| chunk.text).collect());
        if let Some(order) = order {
            text = text.take(&TextColumns::default(), &order);
            ids = order.iter().map(|&row| ids[row as usize]).collect();
            rows = order.iter().map(|&row| rows[row as usize]).collect();
        }
        let has_federations = || rows.is_empty() || text.column(PlayerText::Federation).has_text();
        let asks_for_federation = self.has(PlayerText::Federation.column()) && has_federations();
        let index = PlayerIndex::new(ids);
        Some(PlayerList { date, index, rows, text, asks_for_federation, merged, gave_rating, diagnostics: Vec::new() })
    }

    /// Reports invalid cells: with line and column in a CSV file, with the row in a Parquet file.
    fn report(&mut self, invalid: &[InvalidCell]) {
        let Some(csv) = &self.csv else {
            for cell in invalid {
                let first = cell.duplicate_of.map_or_else(String::new, |row| format!(", first in row {}", row + 1));
                let message = format!("row {}: {}{first}", cell.row + 1, cell.problem.message());
                self.problems.add(cell.problem.code, Place::default(), message);
            }
            return;
        };
        let mut rows: Vec<usize> = invalid.iter().flat_map(|cell| cell.duplicate_of.into_iter().chain([cell.row])).collect();
        rows.sort_unstable();
        rows.dedup();
        let positions: BTreeMap<usize, tables::CsvPosition> = rows.iter().copied().zip(csv.positions(&rows)).collect();
        for cell in invalid {
            let position = positions.get(&cell.row).copied().unwrap_or_default();
            let field = csv.header().iter().position(|name| name.trim() == cell.problem.column).unwrap_or(0);
            let first = cell.duplicate_of.and_then(|row| positions.get(&row));
            let first = first.map_or_else(String::new, |position| format!(", first in line {}", position.line));
            let message = format!("{}{first}", cell.problem.message());
            let problem = self.problems.add(cell.problem.code, csv.place(position, field), message).source(csv.source(position));
            if cell.problem.code == &codes::LST013 {
                problem.hint("correct the year, or leave it empty where it is not known");
            }
        }
    }
}

/// Why a chunk cannot be read.
enum ChunkError {
    Unreadable(TableError),
    WrongType(TableError),
}

/// Every column of a list that is read, with its type.
fn known_columns() -> Vec<(&'static str, tables::ColumnType)> {
    Schema::named("state").csv_column_types()
}

fn open_parquet<'b>(bytes: &'b [u8], problems: &mut DiagnosticCollector) -> Option<(RowSource<'b>, Option<CsvTable<'b>>)> {
    let known = known_columns();
    let is_known = |name: &str| known.iter().any(|(known, _)| *known == name);
    match ParquetTable::from_bytes(bytes, is_known) {
        Ok(table) => {
            // `list` and `control` are known columns that are not read: the file's name or folder says them.
            let is_unknown = |name: &&String| !Schema::named("state").fields().any(|field| field["name"] == name.as_str());
            for name in table.unselected_columns().iter().filter(is_unknown).take(MAX_COLUMNS) {
                problems.add(&codes::LST007, Place::default(), format!("column '{name}' is none that a list has"));
            }
            Some((RowSource::Parquet(table), None))
        }
        Err(error) => {
            problems.add(&codes::LST001, Place::default(), format!("not readable as Parquet: {error}"));
            None
        }
    }
}

fn open_csv<'b>(bytes: &'b [u8], problems: &mut DiagnosticCollector) -> Option<(RowSource<'b>, Option<CsvTable<'b>>)> {
    let text = csv_text(bytes, problems)?;
    let csv = match CsvTable::new(text) {
        Ok(csv) => csv,
        Err(_) if text.trim().is_empty() => {
            problems.add(&codes::LST001, Place::line(1), "the file is empty: a header line is wanted");
            return None;
        }
        Err(message) => {
            problems.add(&codes::LST012, Place::line(1), message).hint("a list has one line for each player, under one header");
            return None;
        }
    };
    let known = known_columns();
    check_header(&csv, &known, problems)?;
    let table = csv.read_columns(&known, |position, problem| report_cell(&csv, position, problem, problems));
    match table {
        Ok(table) => Some((RowSource::Table(table), Some(csv))),
        Err(error) => {
            problems.add(&codes::LST001, Place::default(), error.to_string());
            None
        }
    }
}

/// Decodes a CSV file as UTF-8, without its byte order mark.
fn csv_text<'b>(bytes: &'b [u8], problems: &mut DiagnosticCollector) -> Option<&'b str> {
    let body = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let line_at = |at: usize| Place::line(u32::try_from(1 + body[..at].iter().filter(|&&b| b == b'\n').count()).unwrap_or(u32::MAX));
    if let Some(line) = overlong_line(body) {
        let message = format!("the line is longer than {MAX_LINE_BYTES} bytes; no list's is");
        problems.add(&codes::LST012, Place::new(line, MAX_LINE_BYTES, 0), message).hint("a list has one line for each player");
        return None;
    }
    if let Some(at) = body.iter().position(|&byte| byte == 0) {
        let problem = problems.add(&codes::LST001, line_at(at), "the file is not text");
        problem.hint("was a spreadsheet or an archive handed in under this name?");
        return None;
    }
    match std::str::from_utf8(body) {
        Ok(text) => Some(text),
        Err(error) => {
            let problem = problems.add(&codes::LST009, line_at(error.valid_up_to()), "the text is not UTF-8");
            problem.hint("convert the file, for example with iconv -f latin1 -t utf-8");
            None
        }
    }
}

/// Rejects a repeated column and warns about unknown ones.
fn check_header(csv: &CsvTable<'_>, known: &[(&str, tables::ColumnType)], problems: &mut DiagnosticCollector) -> Option<()> {
    let mut seen: Vec<&str> = Vec::new();
    let mut column = 1;
    for name in csv.header() {
        let trimmed = name.trim();
        let place = Place::new(1, column, name.chars().count().max(1));
        if seen.contains(&trimmed) {
            let problem = problems.add(&codes::LST001, place, format!("column '{trimmed}' is there twice"));
            problem.hint("keep one of the two, under this name");
            return None;
        }
        if known.iter().any(|(known, _)| *known == trimmed) {
            seen.push(trimmed);
        } else {
            let names: Vec<&str> = Schema::named("state").csv_columns().collect();
            let problem = problems.add(&codes::LST007, place, format!("column '{trimmed}' is none that a list has"));
            problem.hint(format!("the columns are {}", names.join(", ")));
        }
        column += name.chars().count() + 1;
    }
    Some(())
}

/// Reports a cell of a CSV list that is not of its column's type, or a record with the wrong number of fields.
fn report_cell(csv: &CsvTable<'_>, position: tables::CsvPosition, problem: CsvProblem<'_>, problems: &mut DiagnosticCollector) {
    match problem {
        CsvProblem::FieldCount { fields } => {
            let message = format!("{fields} fields, the header has {}", csv.header().len());
            let problem = problems.add(&codes::LST008, Place::line(position.line), message);
            problem.source(csv.source(position)).hint("put a field that holds a comma between quotes");
        }
        CsvProblem::WrongType { at, column, field, wanted } => {
            let message = format!("{column}: '{field}' is not {wanted}");
            let problem = problems.add(&codes::LST003, csv.place(position, at), message);
            problem.source(csv.source(position)).hint("correct it, or leave it empty where it is not known");
        }
    }
}

/// A value that its column does not allow.
#[derive(Clone, Copy, Debug)]
struct CellProblem {
    column: &'static str,
    code: &'static Code,
    value: Option<i64>,
    max: i64,
}

impl CellProblem {
    fn message(&self) -> String {
        let Self { column, value, max, .. } = self;
        let given = value.map_or("nothing".to_owned(), |value| value.to_string());
        match self.code.id {
            "LST004" => format!("fide_id: {given} is not a FIDE id"),
            "LST005" => format!("fide_id {given} is there twice"),
            "LST013" => format!("birth_year: {given} is after {max}, the year of the list, and is not known"),
            _ => format!("{column}: {given} is not between 0 and {max}"),
        }
    }
}

/// An invalid cell with its row, before its position in the file is known.
struct InvalidCell {
    row: usize,
    problem: CellProblem,
    /// The first row with the same id.
    duplicate_of: Option<usize>,
}

/// Invalid cells of a list, up to the number that is reported one by one.
#[derive(Default)]
struct InvalidCells {
    cells: Vec<InvalidCell>,
    counts: BTreeMap<&'static str, u64>,
    /// Cells beyond that number, by code.
    more: BTreeMap<&'static str, (&'static Code, u64)>,
}

impl InvalidCells {
    fn push(&mut self, cell: InvalidCell) {
        let code = cell.problem.code;
        let count = self.counts.entry(code.id).or_default();
        *count += 1;
        if *count <= DiagnosticCollector::MAX_PER_CODE {
            self.cells.push(cell);
        } else {
            self.more.entry(code.id).or_insert((code, 0)).1 += 1;
        }
    }
}

/// The columns that become [`PlayerRow`]s.
struct PlayerColumns {
    ids: Integers,
    rating: Integers,
    games: Option<Integers>,
    k: Option<Integers>,
    birth_year: Option<Integers>,
    career_games: Option<Integers>,
    peak: Option<Integers>,
    flag: Option<Texts>,
    last_rated: Option<Integers>,
    first_event: Option<Vec<bool>>,
    hidden: Option<Vec<bool>>,
    unlisted: Option<Texts>,
}

impl PlayerColumns {
    fn of(table: &Table) -> Result<Self, TableError> {
        let none = || Integers::nulls(table.height());
        Ok(Self {
            ids: table.integers("fide_id")?.unwrap_or_else(none),
            rating: table.integers("rating")?.unwrap_or_else(none),
            games: table.integers("games")?,
            k: table.integers("k")?,
            birth_year: table.integers("birth_year")?,
            career_games: table.integers("career_games")?,
            peak: table.integers("peak")?,
            flag: table.texts("flag")?,
            last_rated: table.days("last_rated")?,
            first_event: table.booleans("first_event")?,
            hidden: table.booleans("hidden")?,
            unlisted: table.texts("unlisted")?,
        })
    }

    /// Returns the id and the numbers of one row, and reports invalid values.
    fn row(&self, row: usize, latest_birth_year: i16, mut report: impl FnMut(CellProblem)) -> (u32, PlayerRow) {
        let given = self.ids.get(row);
        let id = given.and_then(|id| u32::try_from(id).ok()).filter(|&id| PlayerRef::id(id).is_some());
        if id.is_none() {
            report(CellProblem { column: "fide_id", code: &codes::LST004, value: given, max: 0 });
        }
        let mut bounded = |column: &'static str, code: &'static Code, values: Option<&Integers>, max: i64| {
            let value = values.and_then(|values| values.get(row));
            if let Some(value) = value.filter(|value| !(0..=max).contains(value)) {
                report(CellProblem { column, code, value: Some(value), max });
                return None;
            }
            value
        };
        let highest = i64::from(Rating::HIGHEST.0);
        let small = |value: Option<i64>| i16::try_from(value.unwrap_or(0)).unwrap_or(0);
        let rating = small(bounded("rating", &codes::LST006, Some(&self.rating), highest));
        let k = bounded("k", &codes::LST011, self.k.as_ref(), 100);
        let games = bounded("games", &codes::LST011, self.games.as_ref(), PlayerRow::MAX_GAMES.into());
        let career = bounded("career_games", &codes::LST011, self.career_games.as_ref(), 1_000_000);
        let peak = bounded("peak", &codes::LST011, self.peak.as_ref(), highest);
        // 0 stands for an unknown year of birth.
        let mut birth_year = small(bounded("birth_year", &codes::LST011, self.birth_year.as_ref(), 2200));
        if birth_year > latest_birth_year {
            let (value, max) = (Some(birth_year.into()), latest_birth_year.into());
            report(CellProblem { column: "birth_year", code: &codes::LST013, value, max });
            birth_year = 0;
        }
        let days = self.last_rated.as_ref().and_then(|days| days.get(row)).and_then(|days| i32::try_from(days).ok());
        let is_true = |claims: &Option<Vec<bool>>| claims.as_ref().is_some_and(|claims| claims[row]);
        let unlisted = self.unlisted.as_ref().map_or("", |unlisted| unlisted.get(row));
        // A state of version 0.1 does not say who was published.
        let states_who_is_listed = self.unlisted.is_some() || self.first_event.is_none();
        let player = PlayerRow {
            career_games: u32::try_from(career.unwrap_or(0)).unwrap_or(0),
            last_rated: days.unwrap_or(PlayerRow::NEVER),
            rating: Rating(rating),
            peak: Rating(small(peak)),
            birth_year,
            games: u16::try_from(games.unwrap_or(0)).unwrap_or(0),
            k: u8::try_from(k.unwrap_or(0)).unwrap_or(0),
            flags: PlayerFlags::NONE
                .with(PlayerFlags::FIRST_EVENT, is_true(&self.first_event))
                .with(PlayerFlags::HIDDEN, is_true(&self.hidden))
                .with(PlayerFlags::INACTIVE, self.flag.as_ref().is_some_and(|flag| flag.get(row).contains('i')))
                .with(PlayerFlags::CAREER_GIVEN, career.is_some())
                .with(PlayerFlags::PEAK_GIVEN, peak.is_some())
                .with(PlayerFlags::LISTED, rating > 0 && unlisted.is_empty() && states_who_is_listed)
                .with(PlayerFlags::UNLISTED, !unlisted.is_empty())
                .with(PlayerFlags::NO_FEDERATION, unlisted == <&str>::from(Unlisted::NoFederation)),
        };
        (id.unwrap_or(0), player)
    }
}

impl Chunk {
    /// Reads the rows of a table, ids and numbers into their places.
    fn read(
        table: &Table,
        rows: Range<usize>,
        (ids, players): (&mut [u32], &mut [PlayerRow]),
        reads_text: bool,
        latest_birth_year: i16,
    ) -> Result<Self, TableError> {
        let read_rows = || {
            let columns = PlayerColumns::of(table)?;
            let mut is_valid = true;
            for (row, (id, player)) in ids.iter_mut().zip(players).enumerate() {
                (*id, *player) = columns.row(row, latest_birth_year, |_| is_valid = false);
            }
            Ok::<_, TableError>((ids, is_valid))
        };
        let (read, text) = rayon::join(read_rows, || if reads_text { TextColumns::from_table(table) } else { Ok(TextColumns::default()) });
        let (ids, is_valid) = read?;
        let merged = merged_ids(table, ids)?;
        let gave_rating = table.booleans("gave_rating")?.unwrap_or_default();
        let gave_rating = ids.iter().zip(gave_rating).filter(|(_, gave)| *gave).map(|(id, _)| *id).collect();
        Ok(Self { rows, text: text?, merged, gave_rating, is_valid })
    }
}

/// Returns pairs of a merged id and the id it was merged into.
fn merged_ids(table: &Table, ids: &[u32]) -> Result<Vec<(u32, u32)>, TableError> {
    let Some(into) = table.integers("merged_into")? else { return Ok(Vec::new()) };
    let own_and_new = ids.iter().copied().zip(into.iter());
    let small = |id: Option<i64>| id.and_then(|id| u32::try_from(id).ok()).filter(|&id| id > 0);
    Ok(own_and_new.filter_map(|(own, new)| Some((own, small(new)?))).filter(|(own, _)| *own > 0).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tables::{OutputColumn, OutputTable};

    fn february() -> ListDate {
        "2024-02".parse().expect("a month")
    }

    /// Players with the given ids, some of them rated, as Parquet with several row groups.
    fn parquet(ids: &[u32], rating_of: impl Fn(u32) -> Option<i32> + Send + Sync) -> Vec<u8> {
        let part = |ids: &[u32]| {
            Table::new(
                ids.len(),
                vec![
                    OutputColumn::ids("fide_id", |row| Some(ids[row])),
                    OutputColumn::texts("name", |row| format!("A player with a long name, {}", ids[row])),
                    OutputColumn::dictionary("title", &["", "GM", "IM"], |row| ids[row] % 3),
                    OutputColumn::texts("federation", |row| format!("F{:02}", ids[row] % 70)),
                    OutputColumn::integers("rating", |row| rating_of(ids[row])),
                    OutputColumn::integers("birth_year", |row| (!ids[row].is_multiple_of(4)).then(|| 1950 + ids[row] as i32 % 60)),
                    OutputColumn::dictionary("flag", &["", "i"], |row| ids[row] % 2),
                ],
            )
        };
        let mut bytes = Vec::new();
        tables::write_parquet_parts(&mut bytes, ids.chunks(100).map(part)).expect("written");
        bytes
    }

    fn csv(ids: &[u32], rating_of: impl Fn(u32) -> Option<i32>) -> Vec<u8> {
        let row = |&id: &u32| {
            let number = |value: Option<i32>| value.map_or_else(String::new, |value| value.to_string());
            let (title, flag) = (["", "GM", "IM"][id as usize % 3], ["", "i"][id as usize % 2]);
            let birth_year = number((!id.is_multiple_of(4)).then(|| 1950 + id as i32 % 60));
            let rating = number(rating_of(id));
            format!("{id},\"A player with a long name, {id}\",{title},F{:02},{rating},{birth_year},{flag}\n", id % 70)
        };
        let rows: String = ids.iter().map(row).collect();
        format!("fide_id,name,title,federation,rating,birth_year,flag\n{rows}").into_bytes()
    }

    fn rating(id: u32) -> Option<i32> {
        (!id.is_multiple_of(7)).then_some(1400 + id as i32 % 1000)
    }

    fn rows(list: &PlayerList) -> Vec<String> {
        let text = |at: usize| PlayerText::ALL.map(|field| list.text.get(field, at));
        (0..list.index.len()).map(|at| format!("{} {:?} {:?}", list.index.ids()[at], text(at), list.rows[at])).collect()
    }

    fn codes(diagnostics: &[Diagnostic]) -> Vec<&str> {
        diagnostics.iter().map(|diagnostic| diagnostic.code.id).collect()
    }

    #[test]
    fn csv_and_parquet_with_the_same_rows_give_the_same_list() {
        let ids: Vec<u32> = (1..=1050).map(|at| at * 3).collect();
        let from_parquet = read_list(&parquet(&ids, rating), &"list".into(), february()).expect("readable");
        let from_csv = read_list(&csv(&ids, rating), &"list".into(), february()).expect("readable");
        assert!(from_parquet.diagnostics.is_empty() && from_csv.diagnostics.is_empty());
        assert_eq!(rows(&from_parquet).len(), 1050);
        assert_eq!(rows(&from_parquet), rows(&from_csv));
        let tenth = from_parquet.rows[9];
        assert_eq!((tenth.rating, tenth.birth_year, tenth.peak), (Rating(1430), 1980, Rating::UNRATED));
        assert_eq!(from_parquet.text.get(PlayerText::Federation, 9), "F30");
    }

    #[test]
    fn rows_that_are_not_in_order_are_sorted_and_that_is_reported() {
        let mut ids: Vec<u32> = (1..=500).collect();
        ids.rotate_left(200);
        let sorted: Vec<u32> = (1..=500).collect();
        let wanted = rows(&read_list(&parquet(&sorted, rating), &"list".into(), february()).expect("readable"));
        for bytes in [parquet(&ids, rating), csv(&ids, rating)] {
            let list = read_list(&bytes, &"list".into(), february()).expect("readable");
            assert_eq!(codes(&list.diagnostics), ["LST010"]);
            assert_eq!(rows(&list), wanted);
        }
    }

    #[test]
    fn an_invalid_cell_of_a_later_chunk_is_reported_with_its_row_or_line() {
        let ids: Vec<u32> = (1..=500).collect();
        let rating_of = |id: u32| if id == 444 { Some(4001) } else { rating(id) };
        let problem = |bytes: &[u8]| {
            let diagnostics = read_list(bytes, &"list".into(), february()).expect_err("refused");
            diagnostics.iter().map(|problem| (problem.code.id, problem.place.line, problem.message.clone())).collect::<Vec<_>>()
        };
        let message = "rating: 4001 is not between 0 and 4000";
        assert_eq!(problem(&parquet(&ids, rating_of)), [("LST006", 0, format!("row 444: {message}"))]);
        assert_eq!(problem(&csv(&ids, rating_of)), [("LST006", 445, message.to_owned())]);
    }

    #[test]
    fn an_id_in_two_chunks_is_rejected_with_both_rows() {
        let mut ids: Vec<u32> = (1..=500).collect();
        ids[300] = 300;
        let problem = |bytes: &[u8]| {
            let diagnostics = read_list(bytes, &"list".into(), february()).expect_err("refused");
            (diagnostics[0].code.id, diagnostics[0].message.clone())
        };
        assert_eq!(problem(&parquet(&ids, rating)), ("LST005", "row 301: fide_id 300 is there twice, first in row 300".to_owned()));
        assert_eq!(problem(&csv(&ids, rating)), ("LST005", "fide_id 300 is there twice, first in line 301".to_owned()));
    }

    #[test]
    fn damage_is_reported_even_in_a_column_that_is_not_used() {
        let names: Vec<String> = (1..=500).map(|id| format!("a flag of its own, {id}")).collect();
        let columns = vec![
            OutputColumn::ids("fide_id", |row| u32::try_from(row + 1).ok()),
            OutputColumn::integers("rating", |_| Some(1800)),
            OutputColumn::texts("flag", |row| names[row].as_str()),
        ];
        let mut bytes = Vec::new();
        OutputTable::new(500, columns).write_parquet(&mut bytes, &[]).expect("written");
        assert!(read_list(&bytes, &"list".into(), february()).is_ok());
        // The pages of the last column end where the footer begins; the footer's length is the four bytes before the last four.
        let footer = u32::from_le_bytes(bytes[bytes.len() - 8..bytes.len() - 4].try_into().expect("four bytes")) as usize;
        let end = bytes.len() - 8 - footer;
        bytes[end - 900..end - 600].fill(0xff);
        assert_eq!(codes(&read_list(&bytes, &"list".into(), february()).expect_err("refused")), ["LST001"]);
    }

    #[test]
    fn invalid_cells_are_reported_up_to_the_cap_and_then_counted() {
        let rows = "0,9999\n".repeat(12_000);
        let diagnostics = read_list(format!("fide_id,rating\n{rows}").as_bytes(), &"list".into(), february()).expect_err("refused");
        let of = |code: &str| diagnostics.iter().filter(|problem| problem.code.id == code).collect::<Vec<_>>();
        for code in ["LST004", "LST006"] {
            assert_eq!(of(code).len(), 10_001, "{code}");
            assert!(of(code).iter().any(|problem| problem.message == "2000 more like the first 10000"), "{code}");
        }
    }

    #[test]
    fn d52_a_year_of_birth_after_the_lists_is_not_known_and_is_reported_with_its_line() {
        let list = read_list(b"fide_id,rating,birth_year\n7,1800,2024\n8,1800,2025\n", &"list".into(), february()).expect("readable");
        assert_eq!(list.rows.iter().map(|row| row.birth_year).collect::<Vec<_>>(), [2024, 0]);
        let told: Vec<String> = list.diagnostics.iter().map(ToString::to_string).collect();
        assert_eq!(told, ["list:3:8: LST013: birth_year: 2025 is after 2024, the year of the list, and is not known"]);
        assert!(check_list(b"fide_id,rating,birth_year\n8,1800,2025\n", &"list".into()).is_empty(), "the date is not known");
    }

    #[test]
    fn an_unknown_column_called_list_is_skipped_with_a_warning() {
        let list = read_list(b"fide_id,rating,list\n7,1800,February\n", &"list".into(), february()).expect("readable");
        assert_eq!(codes(&list.diagnostics), ["LST007"]);
    }

    #[test]
    fn only_ids_and_published_ratings_are_read_of_an_older_list() {
        let columns = vec![
            OutputColumn::ids("fide_id", |row| u32::try_from(row + 1).ok()),
            OutputColumn::integers("rating", |row| (row != 1).then_some(1800)),
            OutputColumn::booleans("hidden", |row| row == 2),
        ];
        let mut bytes = Vec::new();
        OutputTable::new(4, columns).write_parquet(&mut bytes, &[]).expect("written");
        let ratings = ratings_if_valid(&bytes, february()).expect("nothing to report");
        assert_eq!(ratings.rating, [1800, 0, 0, 1800].map(Rating));
        assert!(ratings_if_valid(&parquet(&[2, 1], rating), february()).is_none(), "out of order");
    }
}
