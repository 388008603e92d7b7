//! Reads a bundle's table of tournaments.

use super::{error_text, unreadable_table};
use crate::ReadOptions;
use crate::codes;
use crate::decode::decode_table;
use crate::error::IngestError;
use crate::read_all::ReadDecision;
use crate::row_diagnostics::RowDiagnostics;
use crate::search::TableFile;
use crate::tournament_row::{FieldProblem, TournamentColumn, TournamentLayout, TournamentRow, read_row};
use foldhash::fast::RandomState;
use model::{Diagnostic, Place, Tournament};
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;
use tables::{CsvTable, ParquetTable, Texts, parse_written_date};

/// The tournaments of a bundle, in the order of the table.
pub(super) struct BundleTournaments {
    pub(super) tournaments: Vec<Tournament>,
    pub(super) decisions: Vec<ReadDecision>,
    /// The index of each id; the first row if several have it.
    pub(super) by_id: HashMap<Arc<str>, u32, RandomState>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The rows as they were read, with their lines, if the reading is remembered.
    pub(super) rows: Vec<(TournamentRow, u32)>,
}

pub(super) fn read(bytes: &[u8], table: &TableFile, options: &ReadOptions<'_>) -> Result<BundleTournaments, IngestError> {
    let listed = if table.is_parquet { from_parquet(bytes, table, options) } else { from_csv(bytes, table, options) };
    listed.map_err(|problem| unreadable_table(table, problem))
}

fn from_csv(bytes: &[u8], table: &TableFile, options: &ReadOptions<'_>) -> Result<BundleTournaments, String> {
    let (text, encoding) = decode_table(bytes)?;
    let csv = CsvTable::new(text)?;
    let width = csv.header().len();
    let (layout, unknown) = TournamentLayout::new(TournamentColumn::of_bundle(), csv.header().iter().map(String::as_str))?;
    let mut builder = BundleTournamentsBuilder::new(table, &layout, &unknown, encoding)?;
    csv.visit(|fields, position| {
        let line = position.line;
        let text = |column| layout.field(column).and_then(|field| fields.get(field)).unwrap_or("");
        let (mut tournament_row, mut problems) = read_row(text, &|date| csv.date(date));
        if fields.len() != width {
            let message = || format!("the row has {} fields, the header {width}", fields.len());
            let added = builder.diagnostics.add(&codes::TABLE_ROW_MALFORMED, Place::line(line), message);
            added.hint("put a field that holds a comma between quotes").source(csv.source(position));
            tournament_row.unusable = tournament_row.unusable.or(Some(&codes::TABLE_ROW_MALFORMED));
        }
        let place = |column| layout.field(column).map_or(Place::line(line), |field| csv.place(position, field));
        if options.memory.is_some() {
            builder.rows.push((tournament_row.clone(), line));
        }
        let (tournament, decision) = options.tournament_of_row(tournament_row, &table.file.display_name, line, &mut problems);
        builder.add(tournament, decision, problems, line, place);
    });
    Ok(builder.finish())
}

fn from_parquet(bytes: &[u8], table: &TableFile, options: &ReadOptions<'_>) -> Result<BundleTournaments, String> {
    let parquet = ParquetTable::from_bytes(bytes, |name| TournamentColumn::from_name(TournamentColumn::of_bundle(), name).is_some())
        .map_err(error_text)?;
    let names: Vec<&str> = parquet.columns().iter().chain(parquet.unselected_columns()).map(String::as_str).collect();
    let (layout, unknown) = TournamentLayout::new(TournamentColumn::of_bundle(), names.iter().copied())?;
    let mut builder = BundleTournamentsBuilder::new(table, &layout, &unknown, None)?;
    let rows = parquet.read_all().map_err(error_text)?;
    let mut columns: Vec<Option<Texts>> = vec![None; TournamentColumn::ALL.len()];
    for (column, _) in TournamentColumn::ALL {
        if let Some(field) = layout.field(column) {
            columns[column as usize] = rows.as_texts(names[field]).map_err(error_text)?;
        }
    }
    let text = |column: TournamentColumn, row: usize| columns[column as usize].as_ref().map_or("", |texts| texts.get(row));
    let line = |row: usize| u32::try_from(row + 1).unwrap_or(u32::MAX);
    let read = |row: usize| {
        let (tournament_row, mut problems) = read_row(|column| text(column, row), &parse_written_date);
        let remembered = options.memory.is_some().then(|| (tournament_row.clone(), line(row)));
        (remembered, options.tournament_of_row(tournament_row, &table.file.display_name, line(row), &mut problems), problems)
    };
    let rows: Vec<_> = (0..rows.height()).into_par_iter().map(read).collect();
    builder.reserve(rows.len());
    for (row, (remembered, (tournament, decision), problems)) in rows.into_iter().enumerate() {
        builder.rows.extend(remembered);
        builder.add(tournament, decision, problems, line(row), |_| Place::line(line(row)));
    }
    Ok(builder.finish())
}

impl BundleTournaments {
    /// The tournaments of rows that were read before without a diagnostic.
    pub(super) fn of_rows(rows: &[(TournamentRow, u32)], file: &Arc<str>, options: &ReadOptions<'_>) -> Self {
        let read = |(row, line): &(TournamentRow, u32)| options.tournament_of_row(row.clone(), file, *line, &mut Vec::new());
        let (tournaments, decisions): (Vec<Tournament>, Vec<ReadDecision>) = rows.par_iter().with_min_len(256).map(read).unzip();
        let by_id = tournaments.iter().map(|tournament| Arc::clone(&tournament.id)).zip(0..).collect();
        Self { tournaments, decisions, by_id, diagnostics: Vec::new(), rows: Vec::new() }
    }
}

impl ReadOptions<'_> {
    /// Converts a row into a tournament, and decides whether it is read.
    fn tournament_of_row(
        &self,
        tournament_row: TournamentRow,
        file: &Arc<str>,
        line: u32,
        problems: &mut Vec<FieldProblem>,
    ) -> (Tournament, ReadDecision) {
        // A row without an id gets a unique name.
        let id: Arc<str> = if tournament_row.id.is_empty() { format!("{file}:{line}").into() } else { tournament_row.id.as_str().into() };
        let decision = self.decide(&id, Some(&tournament_row));
        let stated = tournament_row.stated_control();
        let mut tournament = tournament_row.into_tournament(id, file);
        tournament.control = stated;
        if stated.is_none() && decision == ReadDecision::Read {
            if tournament.unusable.is_none() {
                problems.push(FieldProblem {
                    column: TournamentColumn::Control,
                    code: &codes::CONTROL_UNKNOWN,
                    message: self.unknown_control_message(),
                    hint: "fill in control, or minutes and increment",
                });
            }
            self.take_or_refuse_unknown_control(&mut tournament);
        }
        (tournament, decision)
    }
}

/// Builds [`BundleTournaments`] row by row.
struct BundleTournamentsBuilder {
    is_parquet: bool,
    diagnostics: RowDiagnostics,
    tournaments: Vec<Tournament>,
    decisions: Vec<ReadDecision>,
    by_id: HashMap<Arc<str>, u32, RandomState>,
    lines: Vec<u32>,
    duplicates: Vec<(u32, u32)>,
    rows: Vec<(TournamentRow, u32)>,
}

impl BundleTournamentsBuilder {
    fn new(table: &TableFile, layout: &TournamentLayout, unknown: &[(usize, String)], encoding: Option<&str>) -> Result<Self, String> {
        if layout.field(TournamentColumn::TournamentId).is_none() {
            return Err("it has no column tournament_id".to_owned());
        }
        let mut diagnostics = RowDiagnostics::new(table);
        if let Some(encoding) = encoding {
            diagnostics.add_to_file(&codes::TABLE_NOT_UTF8, Place::default(), format!("not UTF-8; read as {encoding}"));
        }
        for (_, name) in unknown {
            let place = if table.is_parquet { Place::default() } else { Place::line(1) };
            let known = TournamentColumn::ALL.map(|column| column.1).join(", ");
            let message = format!("nothing reads the column '{}'", name.escape_debug());
            diagnostics.add_to_file(&codes::TABLE_COLUMN_UNKNOWN, place, message).hint(format!("the columns are {known}"));
        }
        Ok(Self {
            is_parquet: table.is_parquet,
            diagnostics,
            tournaments: Vec::new(),
            decisions: Vec::new(),
            by_id: HashMap::default(),
            lines: Vec::new(),
            duplicates: Vec::new(),
            rows: Vec::new(),
        })
    }

    fn reserve(&mut self, rows: usize) {
        self.tournaments.reserve(rows);
        self.decisions.reserve(rows);
        self.by_id.reserve(rows);
        self.lines.reserve(rows);
    }

    fn add(
        &mut self,
        tournament: Tournament,
        decision: ReadDecision,
        problems: Vec<FieldProblem>,
        line: u32,
        place: impl Fn(TournamentColumn) -> Place,
    ) {
        for FieldProblem { column, code, message, hint } in problems {
            self.diagnostics.add(code, place(column), || message).hint(hint);
        }
        let index = u32::try_from(self.tournaments.len()).expect("a table has fewer rows than that");
        let first = *self.by_id.entry(Arc::clone(&tournament.id)).or_insert(index);
        if first != index {
            self.duplicates.push((first, index));
        }
        self.decisions.push(decision);
        self.tournaments.push(tournament);
        self.lines.push(line);
    }

    fn finish(mut self) -> BundleTournaments {
        for (first, second) in self.duplicates {
            for (here, there) in [(first, second), (second, first)] {
                let (line, other) = (self.lines[here as usize], self.lines[there as usize]);
                let word = if self.is_parquet { "row" } else { "line" };
                let id = &self.tournaments[here as usize].id;
                let message = || format!("tournament_id '{}' is also that of {word} {other}", id.escape_debug());
                self.diagnostics.add(&codes::DUPLICATE_ID, Place::line(line), message).hint("give every tournament an id of its own");
            }
        }
        BundleTournaments {
            tournaments: self.tournaments,
            decisions: self.decisions,
            by_id: self.by_id,
            diagnostics: self.diagnostics.finish(),
            rows: self.rows,
        }
    }
}
