//! The registry: one row per tournament, with what its report does not say.

use crate::codes;
use crate::error::IngestError;
use crate::facts::{Column, Facts, Layout, read_row};
use crate::input_table::{decode_table, file_name};
use model::{Code, Diagnostic, DiagnosticCollector, InputFile, InputRole, Place};
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;
use tables::{CsvPosition, CsvTable};

/// The registry, read.
#[derive(Debug)]
pub(crate) struct Registry {
    table: CsvTable<'static>,
    layout: Layout,
    pub(crate) file: Arc<str>,
    pub(crate) rows: Vec<RegistryRow>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) input: InputFile,
    /// Ids that several rows have.
    pub(crate) doubled_ids: HashSet<String>,
}

#[derive(Debug)]
pub(crate) struct RegistryRow {
    pub(crate) facts: Facts,
    position: CsvPosition,
}

impl Registry {
    /// Reads the registry; `file` is how diagnostics name it.
    pub(crate) fn read(path: &Path, file: &Arc<str>) -> Result<Self, IngestError> {
        if path.is_dir() {
            return Err(IngestError::Registry { path: path.to_owned(), problem: "it is a folder, a CSV file is wanted".to_owned() });
        }
        let (bytes, seen) = store::read_input(path).map_err(|error| IngestError::io(path, error))?;
        let refused = |problem: String| IngestError::Registry { path: path.to_owned(), problem };
        let (text, encoding) = decode_table(&bytes).map_err(refused)?;
        let table = CsvTable::new(text.into_owned()).map_err(refused)?;
        let (layout, unknown) = Layout::new(table.header().iter().map(String::as_str)).map_err(refused)?;
        for column in [Column::TournamentId, Column::File] {
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
            let known = Column::ALL.map(|column| column.1).join(", ");
            let place = Place { line: 1, ..table.place(CsvPosition::default(), field) };
            problems.add(&codes::TABLE_COLUMN_UNKNOWN, place, message).hint(format!("the columns are {known}"));
        }
        let mut registry = Self {
            layout,
            file: Arc::clone(file),
            rows: Vec::new(),
            diagnostics: Vec::new(),
            input: InputFile::new(InputRole::Registry, file_name(path), store::sha256_hex(&bytes)).with_snapshot(seen),
            table,
            doubled_ids: HashSet::new(),
        };
        registry.read_rows(&mut problems);
        registry.doubled_ids = registry.find_doubles(&mut problems);
        registry.diagnostics = problems.finish();
        Ok(registry)
    }

    fn read_rows(&mut self, problems: &mut DiagnosticCollector) {
        let Self { table, layout, rows, .. } = self;
        let table = &*table;
        table.visit(|fields, position| {
            let text = |column| layout.field(column).and_then(|field| fields.get(field)).unwrap_or("");
            let place = |column| layout.field(column).map_or(Place::line(position.line), |field| table.place(position, field));
            let (mut facts, wrong) = read_row(text);
            let source = table.source(position);
            for problem in wrong {
                problems.add(problem.code, place(problem.column), problem.message).hint(problem.hint).source(source);
            }
            if fields.len() != table.header().len() {
                let message = format!("the row has {} fields, the header {}", fields.len(), table.header().len());
                let hint = "put a field that holds a comma between quotes";
                problems.add(&codes::TABLE_ROW_MALFORMED, Place::line(position.line), message).hint(hint).source(source);
                facts.unusable = facts.unusable.or(Some(&codes::TABLE_ROW_MALFORMED));
            }
            if facts.file.is_none() {
                let hint = "name the tournament's report, relative to the registry";
                problems.add(&codes::REGISTRY_NO_FILE, place(Column::File), "the row names no file").hint(hint).source(source);
                facts.unusable = facts.unusable.or(Some(&codes::REGISTRY_NO_FILE));
            }
            rows.push(RegistryRow { facts, position });
        });
    }

    /// Reports ids that occur twice. Which of two such tournaments is the true one cannot be told here.
    fn find_doubles(&self, problems: &mut DiagnosticCollector) -> HashSet<String> {
        let mut by_id: HashMap<&str, Vec<usize>> = HashMap::new();
        for (at, row) in self.rows.iter().enumerate().filter(|(_, row)| !row.facts.id.is_empty()) {
            by_id.entry(&row.facts.id).or_default().push(at);
        }
        for (at, row) in self.rows.iter().enumerate() {
            let Some(same) = by_id.get(row.facts.id.as_str()).filter(|same| same.len() > 1) else { continue };
            let other = same.iter().find(|&&other| other != at).map_or(0, |&other| self.rows[other].position.line);
            let message = format!("tournament_id '{}' is also that of line {other}", row.facts.id.escape_debug());
            let added = problems.add(&codes::DUPLICATE_ID, self.place(at, Column::TournamentId), message);
            added.hint("give every tournament an id of its own").source(self.source(at));
        }
        by_id.into_iter().filter(|(_, rows)| rows.len() > 1).map(|(id, _)| id.to_owned()).collect()
    }

    /// Where a field of a row stands.
    pub(crate) fn place(&self, row: usize, column: Column) -> Place {
        let position = self.rows[row].position;
        self.layout.field(column).map_or(Place::line(position.line), |field| self.table.place(position, field))
    }

    pub(crate) fn source(&self, row: usize) -> &str {
        self.table.source(self.rows[row].position)
    }

    /// A diagnostic about one field of a row.
    pub(crate) fn diagnostic(&self, row: usize, column: Column, code: &'static Code, message: String, hint: &str) -> Diagnostic {
        Diagnostic::new(code, &self.file, self.place(row, column), message).with_hint(hint).with_source(self.source(row))
    }

    pub(crate) fn line(&self, row: usize) -> u32 {
        self.rows[row].position.line
    }
}
