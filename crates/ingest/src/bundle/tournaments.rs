//! A bundle's table of tournaments.

use super::{in_words, refused};
use crate::ReadOptions;
use crate::codes;
use crate::decode::decode_table;
use crate::error::IngestError;
use crate::facts::{Column, Facts, FieldProblem, Layout, read_row};
use crate::row_diagnostics::RowDiagnostics;
use crate::search::Table;
use crate::work::Fate;
use foldhash::fast::RandomState;
use model::{Diagnostic, Place, Tournament};
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;
use tables::{CsvTable, ParquetTable, Texts};

/// The tournaments of a bundle, in the order of the table.
pub(super) struct Listed {
    pub(super) tournaments: Vec<Tournament>,
    pub(super) fates: Vec<Fate>,
    /// Where each id stands; the first row, where several have it.
    pub(super) by_id: HashMap<Arc<str>, u32, RandomState>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

pub(super) fn read(bytes: &[u8], table: &Table, options: &ReadOptions<'_>) -> Result<Listed, IngestError> {
    let listed = if table.is_parquet { from_parquet(bytes, table, options) } else { from_csv(bytes, table, options) };
    listed.map_err(|problem| refused(table, problem))
}

fn from_csv(bytes: &[u8], table: &Table, options: &ReadOptions<'_>) -> Result<Listed, String> {
    let (text, encoding) = decode_table(bytes)?;
    let csv = CsvTable::new(text)?;
    let width = csv.header().len();
    let (layout, unknown) = Layout::new(csv.header().iter().map(String::as_str))?;
    let mut listing = Listing::new(table, &layout, &unknown, encoding)?;
    csv.visit(|fields, position| {
        let line = position.line;
        let text = |column| layout.field(column).and_then(|field| fields.get(field)).unwrap_or("");
        let (mut facts, wrong) = read_row(text);
        if fields.len() != width {
            let message = || format!("the row has {} fields, the header {width}", fields.len());
            let added = listing.diagnostics.add(&codes::TABLE_ROW_MALFORMED, Place::line(line), message);
            added.hint("put a field that holds a comma between quotes").source(csv.source(position));
            facts.unusable = facts.unusable.or(Some(&codes::TABLE_ROW_MALFORMED));
        }
        let place = |column| layout.field(column).map_or(Place::line(line), |field| csv.place(position, field));
        let (tournament, fate) = options.listed(facts, &table.file.shown, line);
        listing.add(tournament, fate, wrong, line, place);
    });
    Ok(listing.finish())
}

fn from_parquet(bytes: &[u8], table: &Table, options: &ReadOptions<'_>) -> Result<Listed, String> {
    let parquet = ParquetTable::from_bytes(bytes, |name| Column::named(name).is_some()).map_err(in_words)?;
    let names: Vec<&str> = parquet.columns().iter().chain(parquet.unselected_columns()).map(String::as_str).collect();
    let (layout, unknown) = Layout::new(names.iter().copied())?;
    let mut listing = Listing::new(table, &layout, &unknown, None)?;
    let rows = parquet.read_all().map_err(in_words)?;
    let mut columns: Vec<Option<Texts>> = vec![None; Column::ALL.len()];
    for (column, _) in Column::ALL {
        if let Some(field) = layout.field(column) {
            columns[column as usize] = rows.as_texts(names[field]).map_err(in_words)?;
        }
    }
    let text = |column: Column, row: usize| columns[column as usize].as_ref().map_or("", |texts| texts.get(row));
    let line = |row: usize| u32::try_from(row + 1).unwrap_or(u32::MAX);
    let read = |row: usize| {
        let (facts, wrong) = read_row(|column| text(column, row));
        (options.listed(facts, &table.file.shown, line(row)), wrong)
    };
    let rows: Vec<_> = (0..rows.height()).into_par_iter().map(read).collect();
    listing.reserve(rows.len());
    for (row, ((tournament, fate), wrong)) in rows.into_iter().enumerate() {
        listing.add(tournament, fate, wrong, line(row), |_| Place::line(line(row)));
    }
    Ok(listing.finish())
}

impl ReadOptions<'_> {
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
    diagnostics: RowDiagnostics,
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
        let mut diagnostics = RowDiagnostics::new(table);
        if let Some(encoding) = encoding {
            diagnostics.add_to_file(&codes::TABLE_NOT_UTF8, Place::default(), format!("not UTF-8; read as {encoding}"));
        }
        for (_, name) in unknown {
            let place = if table.is_parquet { Place::default() } else { Place::line(1) };
            let known = Column::ALL.map(|column| column.1).join(", ");
            let message = format!("nothing reads the column '{}'", name.escape_debug());
            diagnostics.add_to_file(&codes::TABLE_COLUMN_UNKNOWN, place, message).hint(format!("the columns are {known}"));
        }
        Ok(Self {
            is_parquet: table.is_parquet,
            diagnostics,
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
        for FieldProblem { column, code, message, hint } in wrong {
            self.diagnostics.add(code, place(column), || message).hint(hint);
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
                let word = if self.is_parquet { "row" } else { "line" };
                let id = &self.tournaments[here as usize].id;
                let message = || format!("tournament_id '{}' is also that of {word} {other}", id.escape_debug());
                self.diagnostics.add(&codes::DUPLICATE_ID, Place::line(line), message).hint("give every tournament an id of its own");
            }
        }
        Listed { tournaments: self.tournaments, fates: self.fates, by_id: self.by_id, diagnostics: self.diagnostics.finish() }
    }
}
