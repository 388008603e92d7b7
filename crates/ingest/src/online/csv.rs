//! Online games as CSV, read row by row: the text of ten million games need never be in memory.

use super::gathering::{Gathering, Locate, Row, Time};
use super::ids::Id;
use super::layout::{Column, Layout};
use crate::bundle::refused;
use crate::codes;
use crate::error::IngestError;
use crate::search::Table;
use encoding_rs::WINDOWS_1252;
use model::{FileSnapshot, Place};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use store::{HashingReader, snapshot_of};
use tables::field_place;

const BUFFER: usize = 1 << 16;
/// No row is longer. A quote that is never closed would otherwise take in the rest of the file.
const LONGEST_ROW: u64 = 1 << 24;
/// Lines up to this length are shown below their diagnostics.
const LONGEST_SOURCE: u64 = 4000;

/// Reads one table and returns its hash, and how it looked when it was opened.
pub(super) fn read(gathering: &mut Gathering<'_>, table: &Table) -> Result<(String, FileSnapshot), IngestError> {
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
        let locate = |column: Option<Column>| rows.locate(column.and_then(|column| layout.field(column)));
        if rows.fields.len() == width {
            gathering.add(&rows.row(&layout, &locate)).map_err(|problem| refused(table, problem))?;
        } else {
            let message = || format!("the row has {} fields, the header {width}; it is left out", rows.fields.len());
            let hint = "give every row all columns of the header";
            gathering.unusable(&locate, None, &codes::BUNDLE_ROW_MALFORMED, message, hint);
        }
    }
    if rows.is_in_windows_1252 {
        let message = format!("not UTF-8; read as {}", WINDOWS_1252.name());
        gathering.diagnostics().add_to_file(&codes::TABLE_NOT_UTF8, Place::default(), message);
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
    seen: FileSnapshot,
}

impl<'t> Rows<'t> {
    fn open(table: &'t Table) -> Result<Self, IngestError> {
        let failed = |error| IngestError::io(&table.file.path, error);
        let file = store::open_file(&table.file.path).map_err(failed)?;
        let seen = snapshot_of(&file, &table.file.path).map_err(failed)?;
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

    fn row<'r>(&'r self, layout: &Layout, locate: Locate<'r>) -> Row<'r> {
        let text = |column| self.text(layout.field(column));
        Row {
            line: self.line,
            locate,
            id: Id::Text(text(Column::GameId)),
            control: text(Column::Control),
            white: text(Column::White).parse().ok(),
            black: text(Column::Black).parse().ok(),
            result: text(Column::Result),
            ended_at: Time::Text(text(Column::EndedAt)),
            disconnected: text(Column::Disconnected),
        }
    }

    /// The place of a field, or of the row as a whole, and the line of text, which is looked up again: there are few.
    fn locate(&self, field: Option<usize>) -> (Place, String) {
        // Without the text a diagnostic still has its line.
        let Ok(text) = self.look_up() else { return (Place::line(self.line), String::new()) };
        let place = field.map_or(Place::line(self.line), |field| field_place(&text, self.line, field));
        let source = text.split(['\r', '\n']).next().filter(|source| (source.len() as u64) < LONGEST_SOURCE);
        (place, source.unwrap_or("").to_owned())
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
