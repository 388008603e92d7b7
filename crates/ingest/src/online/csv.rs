//! Online games as CSV, read row by row: the text of ten million games need never be in memory.

use super::gathering::{Gathering, Row, Time};
use super::ids::Id;
use super::layout::{Column, Layout};
use crate::bundle::refused;
use crate::codes;
use crate::csv_table::field_place;
use crate::error::IngestError;
use crate::search::Table;
use encoding_rs::WINDOWS_1252;
use model::{Diagnostic, Place, Sighting};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use store::{HashingReader, sighting_of};

const BUFFER: usize = 1 << 16;
/// No row is longer. A quote that is never closed would otherwise take in the rest of the file.
const LONGEST_ROW: u64 = 1 << 24;
/// Lines up to this length are shown below their diagnostics.
const LONGEST_SOURCE: u64 = 4000;

/// Reads one table and returns its hash, and how it looked when it was opened.
pub(super) fn read(gathering: &mut Gathering<'_>, table: &Table) -> Result<(String, Sighting), IngestError> {
    let mut rows = Rows::open(table)?;
    loop {
        if !rows.next()? {
            return Err(refused(table, "it is empty"));
        }
        if !rows.is_blank() {
            break;
        }
    }
    let width = rows.fields.len();
    let layout = Layout::new((0..width).map(|field| rows.text(Some(field)))).map_err(|problem| refused(table, problem))?;
    gathering.warn_of_columns(&layout.unknown, rows.line);
    while rows.next()? {
        // A single column may well be empty; with several, an empty line is none.
        if rows.is_blank() {
            continue;
        }
        let told = gathering.problems().told().len();
        if rows.fields.len() == width {
            gathering.add(&rows.row(&layout), rows.line).map_err(|problem| refused(table, problem))?;
        } else {
            let message = || format!("the row has {} fields, the header {width}; it is left out", rows.fields.len());
            gathering.unusable(&codes::BUNDLE_ROW_MALFORMED, rows.line, message, "give every row all columns of the header");
        }
        if let new @ [_, ..] = &mut gathering.problems().told()[told..] {
            rows.point_at(new, &layout);
        }
    }
    if rows.is_in_windows_1252 {
        let message = format!("not UTF-8; read as {}", WINDOWS_1252.name());
        gathering.problems().add_to_file(&codes::TABLE_NOT_UTF8, Place::default(), message);
    }
    Ok((rows.reader.into_inner().inner.finish(), rows.seen))
}

/// The rows of a file, one at a time.
struct Rows<'t> {
    table: &'t Table,
    reader: csv::Reader<Metered<HashingReader<File>>>,
    fields: csv::ByteRecord,
    /// The line in which the row begins.
    line: u32,
    is_in_windows_1252: bool,
    seen: Sighting,
}

impl<'t> Rows<'t> {
    fn open(table: &'t Table) -> Result<Self, IngestError> {
        let failed = |error| IngestError::io(&table.file.path, error);
        let file = store::open_file(&table.file.path).map_err(failed)?;
        let seen = sighting_of(&file, &table.file.path).map_err(failed)?;
        // CR stays in the last field and goes with the blanks around it: so lines can be counted by their LF.
        let reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .terminator(csv::Terminator::Any(b'\n'))
            .buffer_capacity(BUFFER)
            .from_reader(Metered { inner: HashingReader::new(file), passed: 0, last: b'\n', left: LONGEST_ROW });
        Ok(Self { table, reader, fields: csv::ByteRecord::new(), line: 0, is_in_windows_1252: false, seen })
    }

    /// Goes to the next row; false where there is none.
    fn next(&mut self) -> Result<bool, IngestError> {
        self.reader.get_mut().left = LONGEST_ROW;
        let more = self.reader.read_byte_record(&mut self.fields).map_err(|error| match error.into_kind() {
            csv::ErrorKind::Io(error) if error.kind() != io::ErrorKind::InvalidData => IngestError::io(&self.table.file.path, error),
            csv::ErrorKind::Io(error) => refused(self.table, format!("{error}, after line {}", self.line)),
            kind => refused(self.table, format!("{kind:?}")),
        })?;
        if !more {
            return Ok(false);
        }
        if self.fields.as_slice().contains(&0) {
            return Err(refused(self.table, "it is not text in UTF-8"));
        }
        let source = self.reader.get_ref();
        let is_last_without_end = source.last != b'\n' && source.passed == self.reader.position().byte();
        let within = self.fields.as_slice().iter().filter(|&&b| b == b'\n').count() as u64;
        let line = self.reader.position().line() - within - u64::from(!is_last_without_end);
        self.line = u32::try_from(line).unwrap_or(u32::MAX);
        if !self.fields.as_slice().is_ascii() && self.fields.iter().any(|field| std::str::from_utf8(field).is_err()) {
            self.is_in_windows_1252 = true;
            let position = self.fields.position().cloned();
            self.fields = self.fields.iter().map(|field| WINDOWS_1252.decode(field).0.into_owned()).collect();
            self.fields.set_position(position);
        }
        Ok(true)
    }

    fn is_blank(&self) -> bool {
        self.fields.iter().all(|field| field.trim_ascii().is_empty()) && self.fields.len() <= 1
    }

    /// A field without the blanks around it; empty where there is none.
    fn text(&self, field: Option<usize>) -> &str {
        field.and_then(|field| self.fields.get(field)).and_then(|field| std::str::from_utf8(field).ok()).unwrap_or("").trim()
    }

    fn row(&self, layout: &Layout) -> Row<'_> {
        let text = |column| self.text(layout.field(column));
        Row {
            id: Id::Text(text(Column::GameId)),
            control: text(Column::Control),
            white: text(Column::White).parse().ok(),
            black: text(Column::Black).parse().ok(),
            result: text(Column::Result),
            ended_at: Time::Text(text(Column::EndedAt)),
            disconnected: text(Column::Disconnected),
        }
    }

    /// Gives the diagnostics of this row their column and their line of text, which is looked up again: there are few.
    fn point_at(&self, problems: &mut [Diagnostic], layout: &Layout) {
        // Without it the diagnostic still has its line.
        let Ok(text) = self.look_up() else { return };
        let source = text.split(['\r', '\n']).next().unwrap_or("");
        for problem in problems {
            if let Some(field) = column_of(problem).and_then(|column| layout.field(column)) {
                problem.place = field_place(&text, self.line, field);
            }
            if (source.len() as u64) < LONGEST_SOURCE {
                problem.source = Some(source.into());
            }
        }
    }

    /// The text of the row as it stands in the file, or its beginning.
    fn look_up(&self) -> io::Result<String> {
        let mut file = store::open_file(&self.table.file.path)?;
        file.seek(SeekFrom::Start(self.fields.position().map_or(0, csv::Position::byte)))?;
        let mut bytes = Vec::new();
        file.take(LONGEST_SOURCE).read_to_end(&mut bytes)?;
        // Empty lines above belong to the row for the reader.
        Ok(String::from_utf8_lossy(&bytes).trim_start_matches(['\r', '\n']).to_owned())
    }
}

/// The column that a diagnostic is about; none for the row as a whole.
fn column_of(problem: &Diagnostic) -> Option<Column> {
    let is = |code: &model::Code| problem.code.id == code.id;
    if is(&codes::BUNDLE_ROW_MALFORMED) {
        None
    } else if is(&codes::ONLINE_TIME_UNREADABLE) {
        Some(Column::EndedAt)
    } else if is(&codes::ONLINE_NO_GAME_ID) {
        Some(Column::GameId)
    } else if is(&codes::ONLINE_CONTROL_UNKNOWN) {
        Some(Column::Control)
    } else if is(&codes::ONLINE_DISCONNECTED_UNKNOWN) {
        Some(Column::Disconnected)
    } else if is(&codes::BUNDLE_RESULT_UNKNOWN) || is(&codes::BUNDLE_ASYMMETRIC) {
        Some(Column::Result)
    } else if problem.message.starts_with("black") {
        Some(Column::Black)
    } else {
        Some(Column::White)
    }
}

/// Counts the bytes that pass, and stops a row that does not end.
struct Metered<R> {
    inner: R,
    passed: u64,
    last: u8,
    /// How many bytes the row may still have.
    left: u64,
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        let Some(left) = self.left.checked_sub(read as u64) else {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a row does not end; a quote may not be closed"));
        };
        self.left = left;
        self.passed += read as u64;
        self.last = buffer[..read].last().copied().unwrap_or(self.last);
        Ok(read)
    }
}
