//! A bundle's table of tournaments.

use super::refused;
use crate::Scope;
use crate::codes;
use crate::csv_table::CsvTable;
use crate::error::IngestError;
use crate::facts::{Column, Facts, FieldProblem, Layout, read_row};
use crate::parquet;
use crate::problems::{Problems, at, on};
use crate::search::Table;
use crate::work::Fate;
use foldhash::fast::RandomState;
use model::{Diagnostic, Place, Tournament};
use polars::prelude::StringChunked;
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;

/// The tournaments of a bundle, in the order of the table.
pub(super) struct Listed {
    pub(super) tournaments: Vec<Tournament>,
    pub(super) fates: Vec<Fate>,
    /// Where each id stands; the first row, where several have it.
    pub(super) by_id: HashMap<Arc<str>, u32, RandomState>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

pub(super) fn read(bytes: &[u8], table: &Table, scope: &Scope<'_>) -> Result<Listed, IngestError> {
    let listed = if table.is_parquet { from_parquet(bytes, table, scope) } else { from_csv(bytes, table, scope) };
    listed.map_err(|problem| refused(table, problem))
}

fn from_csv(bytes: &[u8], table: &Table, scope: &Scope<'_>) -> Result<Listed, String> {
    let csv = CsvTable::new(bytes)?;
    let (layout, unknown) = Layout::new(csv.header.iter().map(String::as_str))?;
    let mut listing = Listing::new(table, &layout, &unknown, csv.encoding)?;
    for row in csv.body() {
        let text = |column| layout.field(column).and_then(|field| row.fields.get(field)).unwrap_or("");
        let (mut facts, wrong) = read_row(text);
        if row.fields.len() != csv.header.len() {
            let message = format!("the row has {} fields, the header {}", row.fields.len(), csv.header.len());
            let hint = "put a field that holds a comma between quotes";
            let note = listing.problems.add(&codes::TABLE_ROW_MALFORMED, on(row.start.line), message);
            note.hint(hint).source(csv.source(row.start));
            facts.unusable = facts.unusable.or(Some(&codes::TABLE_ROW_MALFORMED));
        }
        let place = |column| layout.field(column).map_or(on(row.start.line), |field| csv.place(row.start, field));
        let (tournament, fate) = scope.listed(facts, &table.file.shown, row.start.line);
        listing.add(tournament, fate, wrong, row.start.line, place);
    }
    Ok(listing.finish())
}

fn from_parquet(bytes: &[u8], table: &Table, scope: &Scope<'_>) -> Result<Listed, String> {
    let names = parquet::column_names(bytes)?;
    let (layout, unknown) = Layout::new(names.iter().map(String::as_str))?;
    let mut listing = Listing::new(table, &layout, &unknown, None)?;
    let wanted: Vec<&str> = Column::ALL.iter().filter_map(|&(column, _)| layout.field(column)).map(|field| names[field].as_str()).collect();
    let mut frame = parquet::read(bytes, &wanted)?;
    // Rows are looked up one by one.
    frame.rechunk_mut();
    let mut columns: Vec<Option<StringChunked>> = vec![None; Column::ALL.len()];
    for (column, _) in Column::ALL {
        if let Some(field) = layout.field(column) {
            columns[column as usize] = parquet::text(&frame, &names[field])?;
        }
    }
    let text = |column: Column, row: usize| columns[column as usize].as_ref().and_then(|texts| texts.get(row)).unwrap_or("");
    let line = |row: usize| u32::try_from(row + 1).unwrap_or(u32::MAX);
    let read = |row: usize| {
        let (facts, wrong) = read_row(|column| text(column, row));
        (scope.listed(facts, &table.file.shown, line(row)), wrong)
    };
    let rows: Vec<_> = (0..frame.height()).into_par_iter().map(read).collect();
    listing.reserve(rows.len());
    for (row, ((tournament, fate), wrong)) in rows.into_iter().enumerate() {
        listing.add(tournament, fate, wrong, line(row), |_| on(line(row)));
    }
    Ok(listing.finish())
}

impl Scope<'_> {
    /// The tournament of a row, and what becomes of it.
    fn listed(&self, facts: Facts, file: &Arc<str>, line: u32) -> (Tournament, Fate) {
        // A row without an id still has a name that nothing else has.
        let id: Arc<str> = if facts.id.is_empty() { format!("{file}:{line}").into() } else { facts.id.as_str().into() };
        let fate = self.fate(&id, Some(&facts));
        let mut tournament = facts.into_tournament(id, file);
        tournament.control = tournament.control.or(self.control);
        (tournament, fate)
    }
}

/// The table while it is read.
struct Listing {
    is_parquet: bool,
    problems: Problems,
    tournaments: Vec<Tournament>,
    fates: Vec<Fate>,
    by_id: HashMap<Arc<str>, u32, RandomState>,
    lines: Vec<u32>,
    doubles: Vec<(u32, u32)>,
}

impl Listing {
    fn new(table: &Table, layout: &Layout, unknown: &[(usize, String)], encoding: Option<&str>) -> Result<Self, String> {
        if layout.field(Column::TournamentId).is_none() {
            return Err("it has no column tournament_id".to_owned());
        }
        let mut problems = Problems::new(&table.file.shown);
        if let Some(encoding) = encoding {
            problems.add(&codes::TABLE_NOT_UTF8, Place::default(), format!("not UTF-8; read as {encoding}"));
        }
        for (_, name) in unknown {
            let place = if table.is_parquet { Place::default() } else { at(1, 0, 0) };
            let known = Column::ALL.map(|column| column.1).join(", ");
            let message = format!("nothing reads the column '{}'", name.escape_debug());
            problems.add(&codes::TABLE_COLUMN_UNKNOWN, place, message).hint(format!("the columns are {known}"));
        }
        let is_parquet = table.is_parquet;
        Ok(Self {
            is_parquet,
            problems,
            tournaments: Vec::new(),
            fates: Vec::new(),
            by_id: HashMap::default(),
            lines: Vec::new(),
            doubles: Vec::new(),
        })
    }

    fn reserve(&mut self, rows: usize) {
        self.tournaments.reserve(rows);
        self.fates.reserve(rows);
        self.by_id.reserve(rows);
        self.lines.reserve(rows);
    }

    fn add(&mut self, tournament: Tournament, fate: Fate, wrong: Vec<FieldProblem>, line: u32, place: impl Fn(Column) -> Place) {
        let row = if self.is_parquet && !wrong.is_empty() { format!("row {line}: ") } else { String::new() };
        for FieldProblem { column, code, message, hint } in wrong {
            self.problems.add(code, place(column), format!("{row}{message}")).hint(hint);
        }
        let index = u32::try_from(self.tournaments.len()).expect("a table has fewer rows than that");
        let first = *self.by_id.entry(Arc::clone(&tournament.id)).or_insert(index);
        if first != index {
            self.doubles.push((first, index));
        }
        self.fates.push(fate);
        self.tournaments.push(tournament);
        self.lines.push(line);
    }

    fn finish(mut self) -> Listed {
        for (first, second) in self.doubles {
            for (here, there) in [(first, second), (second, first)] {
                let (line, other) = (self.lines[here as usize], self.lines[there as usize]);
                let (row, word) = if self.is_parquet { (format!("row {line}: "), "row") } else { (String::new(), "line") };
                let id = self.tournaments[here as usize].id.escape_debug().to_string();
                let message = format!("{row}tournament_id '{id}' is also that of {word} {other}");
                self.problems.add(&codes::DUPLICATE_ID, on(line), message).hint("give every tournament an id of its own");
            }
        }
        Listed { tournaments: self.tournaments, fates: self.fates, by_id: self.by_id, diagnostics: self.problems.list }
    }
}
