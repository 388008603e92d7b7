//! Reads the registry: a CSV table with one row per tournament that completes its report.

use crate::codes;
use crate::error::IngestError;
use crate::input_table::{decode_table, file_name};
use crate::registered_rows::RowHash;
use crate::tournament_row::{TournamentColumn, TournamentLayout, TournamentRow, read_row};
use model::{Code, Diagnostic, DiagnosticCollector, InputFile, InputRole, Place};
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;
use tables::{CsvPosition, CsvTable};

/// The registry, with the position of every row for diagnostics.
#[derive(Debug)]
pub(crate) struct Registry {
    table: CsvTable<'static>,
    layout: TournamentLayout,
    pub(crate) file: Arc<str>,
    pub(crate) rows: Vec<RegistryRow>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) input: InputFile,
    /// Ids that several rows have.
    pub(crate) duplicate_ids: HashSet<String>,
}

#[derive(Debug)]
pub(crate) struct RegistryRow {
    pub(crate) tournament_row: TournamentRow,
    position: CsvPosition,
    /// Hash of the values that are read, by column.
    pub(crate) sha256: RowHash,
}

impl Registry {
    /// Reads the registry; diagnostics name it `file`.
    pub(crate) fn read(path: &Path, file: &Arc<str>) -> Result<Self, IngestError> {
        if path.is_dir() {
            return Err(IngestError::Registry { path: path.to_owned(), problem: "it is a folder, a CSV file is wanted".to_owned() });
        }
        let (bytes, snapshot) = store::read_input(path).map_err(|error| IngestError::io(path, error))?;
        let refused = |problem: String| IngestError::Registry { path: path.to_owned(), problem };
        let (text, encoding) = decode_table(&bytes).map_err(refused)?;
        let table = CsvTable::new(text.into_owned()).map_err(refused)?;
        let (layout, unknown) =
            TournamentLayout::new(TournamentColumn::of_registry(), table.header().iter().map(String::as_str)).map_err(refused)?;
        for column in [TournamentColumn::TournamentId, TournamentColumn::File] {
            if layout.field(column).is_none() {
                let semicolons = if table.header().iter().any(|name| name.contains(';')) { "; fields are separated by commas" } else { "" };
                return Err(refused(format!("it has no column {}{semicolons}", column.name())));
            }
        }
        let mut problems = DiagnosticCollector::new(file);
        if let Some(encoding) = encoding {
            problems.add(&codes::TABLE_NOT_UTF8, Place::default(), format!("not UTF-8; read as {encoding}"));
        }
        for (field, name) in unknown {
            let message = format!("nothing reads the column '{}'", name.escape_debug());
            let known = TournamentColumn::of_registry().iter().map(|column| column.1).collect::<Vec<_>>().join(", ");
            let place = Place { line: 1, ..table.place(CsvPosition::default(), field) };
            problems.add(&codes::TABLE_COLUMN_UNKNOWN, place, message).hint(format!("the columns are {known}"));
        }
        let mut registry = Self {
            layout,
            file: Arc::clone(file),
            rows: Vec::new(),
            diagnostics: Vec::new(),
            input: InputFile::new(InputRole::Registry, file_name(path), store::sha256_hex(&bytes)).with_snapshot(snapshot),
            table,
            duplicate_ids: HashSet::new(),
        };
        registry.read_rows(&mut problems);
        registry.duplicate_ids = registry.find_duplicate_ids(&mut problems);
        registry.diagnostics = problems.finish();
        Ok(registry)
    }

    fn read_rows(&mut self, problems: &mut DiagnosticCollector) {
        let Self { table, layout, rows, .. } = self;
        let table = &*table;
        table.visit(|fields, position| {
            let text = |column| layout.field(column).and_then(|field| fields.get(field)).unwrap_or("");
            let place = |column| layout.field(column).map_or(Place::line(position.line), |field| table.place(position, field));
            let (mut tournament_row, row_problems) = read_row(text, &|date| table.date(date));
            let source = table.source(position);
            for problem in row_problems {
                problems.add(problem.code, place(problem.column), problem.message).hint(problem.hint).source(source);
            }
            if fields.len() != table.header().len() {
                let message = format!("the row has {} fields, the header {}", fields.len(), table.header().len());
                let hint = "put a field that holds a comma between quotes";
                problems.add(&codes::TABLE_ROW_MALFORMED, Place::line(position.line), message).hint(hint).source(source);
                tournament_row.unusable = tournament_row.unusable.or(Some(&codes::TABLE_ROW_MALFORMED));
            }
            if tournament_row.file.is_none() {
                let hint = "name the tournament's report, relative to the registry";
                problems.add(&codes::REGISTRY_NO_FILE, place(TournamentColumn::File), "the row names no file").hint(hint).source(source);
                tournament_row.unusable = tournament_row.unusable.or(Some(&codes::REGISTRY_NO_FILE));
            }
            let values =
                TournamentColumn::of_registry().iter().map(|(column, name)| (name, text(*column))).filter(|(_, value)| !value.is_empty());
            let values: String = values.map(|(name, value)| format!("{name}={}:{value}\n", value.len())).collect();
            rows.push(RegistryRow { tournament_row, position, sha256: RowHash::of(&values) });
        });
    }

    /// Reports ids that occur twice. Which of the tournaments is the right one is not decided here.
    fn find_duplicate_ids(&self, problems: &mut DiagnosticCollector) -> HashSet<String> {
        let mut by_id: HashMap<&str, Vec<usize>> = HashMap::new();
        for (at, row) in self.rows.iter().enumerate().filter(|(_, row)| !row.tournament_row.id.is_empty()) {
            by_id.entry(&row.tournament_row.id).or_default().push(at);
        }
        for (at, row) in self.rows.iter().enumerate() {
            let Some(same) = by_id.get(row.tournament_row.id.as_str()).filter(|same| same.len() > 1) else { continue };
            let other = same.iter().find(|&&other| other != at).map_or(0, |&other| self.rows[other].position.line);
            let message = format!("tournament_id '{}' is also that of line {other}", row.tournament_row.id.escape_debug());
            let added = problems.add(&codes::DUPLICATE_ID, self.place(at, TournamentColumn::TournamentId), message);
            added.hint("give every tournament an id of its own").source(self.source(at));
        }
        by_id.into_iter().filter(|(_, rows)| rows.len() > 1).map(|(id, _)| id.to_owned()).collect()
    }

    /// The place of a field for a diagnostic.
    pub(crate) fn place(&self, row: usize, column: TournamentColumn) -> Place {
        let position = self.rows[row].position;
        self.layout.field(column).map_or(Place::line(position.line), |field| self.table.place(position, field))
    }

    pub(crate) fn source(&self, row: usize) -> &str {
        self.table.source(self.rows[row].position)
    }

    /// A diagnostic about one field of a row.
    pub(crate) fn diagnostic(&self, row: usize, column: TournamentColumn, code: &'static Code, message: String, hint: &str) -> Diagnostic {
        Diagnostic::new(code, &self.file, self.place(row, column), message).with_hint(hint).with_source(self.source(row))
    }

    pub(crate) fn line(&self, row: usize) -> u32 {
        self.rows[row].position.line
    }
}
