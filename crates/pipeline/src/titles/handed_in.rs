//! Reads the tables of norms and of direct results that are handed in (T39, T41).
//!
//! A row that cannot be used is named and left out (NRM008, NRM009). A table grows, so only the rows of what was achieved before a list are its
//! input.

use crate::title_codes::{DIRECT_ROW_UNUSABLE, NORM_ROW_UNUSABLE, NOTHING_WITHDRAWN};
use crate::{PipelineError, Result};
use ingest::IngestError;
use ingest::input_table::{decode_table, file_name};
use model::{Code, Date, Diagnostic, DiagnosticCollector, InputFile, InputRole, ListDate, Place};
use rulebook::Title;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use tables::CsvTable;
use titles::{DirectResult, HandedInNorm, NormKey, NormStatus, UnusableRow};

/// The rows of one table that is handed in.
#[derive(Debug)]
pub(crate) struct HandedInTable<T> {
    /// The whole file, as it was read.
    pub(crate) file: InputFile,
    name: Arc<str>,
    rows: Vec<HandedInRow<T>>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

#[derive(Debug)]
struct HandedInRow<T> {
    value: T,
    place: Place,
    /// The fields as they stand, for the hash of the rows that a list used.
    text: String,
}

/// A table that may be handed in.
pub(crate) trait HandedIn: Sized + Clone {
    const ROLE: InputRole;
    const COLUMNS: &'static [&'static str];
    /// The columns that a table must have.
    const REQUIRED: &'static [&'static str];
    const UNUSABLE: &'static Code;

    /// Parses a row; the error has the column and the reason.
    fn parse(fields: &Fields<'_>) -> std::result::Result<Self, (&'static str, String)>;

    /// The day of what the row is about; a row without one concerns every list.
    fn day(&self) -> Option<Date>;
}

/// The fields of one row, by column.
pub(crate) struct Fields<'a> {
    table: &'a CsvTable<'a>,
    header: &'a [(usize, &'static str)],
    values: Vec<&'a str>,
}

type FieldResult<T> = std::result::Result<T, (&'static str, String)>;

impl Fields<'_> {
    fn text(&self, column: &'static str) -> &str {
        self.header.iter().find(|(_, name)| *name == column).and_then(|(at, _)| self.values.get(*at)).map_or("", |text| text.trim())
    }

    fn some_text(&self, column: &'static str) -> Option<String> {
        Some(self.text(column)).filter(|text| !text.is_empty()).map(str::to_owned)
    }

    fn parsed<T>(&self, column: &'static str, what: &str, parse: impl Fn(&str) -> Option<T>) -> FieldResult<Option<T>> {
        match self.text(column) {
            "" => Ok(None),
            text => parse(text).map(Some).ok_or_else(|| (column, format!("'{text}' is not {what}"))),
        }
    }

    fn date(&self, column: &'static str) -> FieldResult<Option<Date>> {
        self.parsed(column, "a date like 2024-02-01, or one of which day and month cannot be exchanged", |text| self.table.date(text).ok())
    }

    fn number(&self, column: &'static str) -> FieldResult<Option<u32>> {
        self.parsed(column, "a whole number", |text| text.parse().ok())
    }

    fn truth(&self, column: &'static str) -> FieldResult<Option<bool>> {
        self.parsed(column, "true or false", |text| match text {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        })
    }

    fn word<T: FromStr>(&self, column: &'static str, known: &str) -> FieldResult<T> {
        self.text(column).parse().map_err(|_| (column, format!("'{}' is not {known}", self.text(column))))
    }

    fn title(&self) -> FieldResult<Title> {
        super::list_facts::title_of(self.text("title"))
            .ok_or_else(|| ("title", format!("'{}' is not one of GM, IM, FM, CM, WGM, WIM, WFM, WCM", self.text("title"))))
    }

    fn fide_id(&self) -> FieldResult<u32> {
        self.number("fide_id")?.ok_or(("fide_id", "no FIDE id".to_owned()))
    }
}

impl HandedIn for HandedInNorm {
    const ROLE: InputRole = InputRole::Norms;
    const COLUMNS: &'static [&'static str] = &[
        "fide_id",
        "title",
        "tournament_id",
        "name",
        "start",
        "end",
        "achieved_on",
        "credited_games",
        "basis",
        "normal_foreigners",
        "single_rounds",
        "swiss_for_title",
        "registered",
        "status",
    ];
    const REQUIRED: &'static [&'static str] = &["fide_id", "title", "tournament_id", "status"];
    const UNUSABLE: &'static Code = &NORM_ROW_UNUSABLE;

    fn parse(fields: &Fields<'_>) -> FieldResult<Self> {
        Ok(Self {
            fide_id: fields.fide_id()?,
            title: fields.title()?,
            tournament_id: fields.text("tournament_id").to_owned(),
            name: fields.some_text("name"),
            start: fields.date("start")?,
            end: fields.date("end")?,
            achieved_on: fields.date("achieved_on")?,
            credited_games: fields.number("credited_games")?,
            basis: fields.some_text("basis"),
            normal_foreigners: fields.truth("normal_foreigners")?,
            single_rounds: fields.truth("single_rounds")?,
            swiss_for_title: fields.truth("swiss_for_title")?,
            registered: fields.date("registered")?,
            status: fields.word("status", "given or withdrawn")?,
        })
    }

    fn day(&self) -> Option<Date> {
        self.achieved_on.or(self.end).or(self.start)
    }
}

impl HandedIn for DirectResult {
    const ROLE: InputRole = InputRole::Direct;
    const COLUMNS: &'static [&'static str] = &["result_id", "fide_id", "award", "title", "event", "date", "tournament_id", "olympiad"];
    const REQUIRED: &'static [&'static str] = &["result_id", "fide_id", "award", "title", "date"];
    const UNUSABLE: &'static Code = &DIRECT_ROW_UNUSABLE;

    fn parse(fields: &Fields<'_>) -> FieldResult<Self> {
        let result_id = fields.some_text("result_id").ok_or(("result_id", "no result_id".to_owned()))?;
        Ok(Self {
            result_id,
            fide_id: fields.fide_id()?,
            award: fields.word("award", "title or norm")?,
            title: fields.title()?,
            event: fields.text("event").to_owned(),
            date: fields.date("date")?,
            tournament_id: fields.some_text("tournament_id"),
            olympiad: fields.truth("olympiad")?.unwrap_or(false),
        })
    }

    fn day(&self) -> Option<Date> {
        self.date
    }
}

impl<T: HandedIn> HandedInTable<T> {
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let (bytes, snapshot) = store::read_input(path).map_err(|error| IngestError::io(path, error))?;
        let name: Arc<str> = file_name(path).into();
        let input = InputFile::new(T::ROLE, &*name, store::sha256_hex(&bytes)).with_snapshot(snapshot);
        let (rows, diagnostics) =
            parse_rows(&bytes, &name).map_err(|problem| PipelineError::from(IngestError::Table { path: path.to_owned(), problem }))?;
        Ok(Self { file: input, name, rows, diagnostics })
    }

    /// The rows that concern a list: those of what was achieved before it.
    pub(crate) fn rows_for(&self, list: ListDate) -> Vec<T> {
        self.used(list).map(|row| row.value.clone()).collect()
    }

    fn used(&self, list: ListDate) -> impl Iterator<Item = &HandedInRow<T>> {
        self.rows.iter().filter(move |row| row.value.day().is_none_or(|day| day < list.day()))
    }

    /// The rows that concern a list, as one input.
    pub(crate) fn input_for(&self, list: ListDate) -> InputFile {
        InputFile::of_rows(T::ROLE, self.file.path.clone(), self.used(list).map(|row| &row.text), store::sha256_hex)
    }

    /// Names the rows that a list cannot use; `unusable` count positions among [`Self::rows_for`].
    pub(crate) fn name_unusable(&self, list: ListDate, unusable: &[UnusableRow]) -> Vec<Diagnostic> {
        let used: Vec<&HandedInRow<T>> = self.used(list).collect();
        let named = unusable.iter().filter_map(|problem| Some((problem, *used.get(problem.row)?)));
        named
            .map(|(problem, row)| {
                let article = problem.article.as_ref().map(|article| format!(" ({article})")).unwrap_or_default();
                Diagnostic::new(T::UNUSABLE, &self.name, row.place, format!("{}{article}; the row is left out", problem.reason))
            })
            .collect()
    }
}

impl HandedInTable<HandedInNorm> {
    /// Names the rows that withdraw norms which are not there (NRM014).
    pub(crate) fn name_withdrawals(&self, list: ListDate, of_nothing: &[&NormKey]) -> Vec<Diagnostic> {
        let is_named = |row: &&HandedInRow<HandedInNorm>| {
            row.value.status == NormStatus::Withdrawn && of_nothing.iter().any(|key| **key == row.value.key())
        };
        let named = self.used(list).filter(is_named).map(|row| {
            let HandedInNorm { fide_id, title, tournament_id, .. } = &row.value;
            let message = format!("withdraws nothing: there is no norm of {fide_id} for {} in {tournament_id}", title.word());
            Diagnostic::new(&NOTHING_WITHDRAWN, &self.name, row.place, message)
        });
        named.collect()
    }
}

type ParsedRows<T> = (Vec<HandedInRow<T>>, Vec<Diagnostic>);

fn parse_rows<T: HandedIn>(bytes: &[u8], name: &Arc<str>) -> std::result::Result<ParsedRows<T>, String> {
    let (text, encoding) = decode_table(bytes)?;
    let table = CsvTable::new(text)?;
    let mut problems = DiagnosticCollector::new(name);
    if let Some(encoding) = encoding {
        problems.add(T::UNUSABLE, Place::default(), format!("not UTF-8; read as {encoding}"));
    }
    let mut header: Vec<(usize, &'static str)> = Vec::new();
    for (at, title) in table.header().iter().enumerate() {
        match T::COLUMNS.iter().find(|column| **column == title.trim()) {
            Some(column) => header.push((at, column)),
            None => return Err(format!("it has a column '{}'; the columns are {}", title.trim(), T::COLUMNS.join(", "))),
        }
    }
    if let Some(missing) = T::REQUIRED.iter().find(|column| !header.iter().any(|(_, name)| name == *column)) {
        return Err(format!("it has no column {missing}; the columns are {}", T::COLUMNS.join(", ")));
    }
    let width = table.header().len();
    let mut rows = Vec::new();
    table.visit(|record, position| {
        if record.len() != width {
            let message = format!("the row has {} fields, the header {width}; the row is left out", record.len());
            problems.add(T::UNUSABLE, Place::line(position.line), message).hint("put a field that holds a comma between quotes");
            return;
        }
        let fields = Fields { table: &table, header: &header, values: record.iter().collect() };
        match T::parse(&fields) {
            Ok(value) => {
                let text = record.iter().collect::<Vec<_>>().join("\u{1f}");
                rows.push(HandedInRow { value, place: Place::line(position.line), text });
            }
            Err((column, message)) => {
                let at = header.iter().find(|(_, name)| *name == column).map_or(0, |(at, _)| *at);
                problems.add(T::UNUSABLE, table.place(position, at), format!("{column}: {message}; the row is left out"));
            }
        }
    });
    Ok((rows, problems.finish()))
}
