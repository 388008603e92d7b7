//! Reads online games from CSV row by row, so that the text of ten million games is never in memory.

use super::collector::{EndTime, Locate, OnlineCollector, OnlineRow};
use super::ids::RawGameId;
use super::layout::{OnlineColumn, OnlineLayout};
use crate::bundle::unreadable_table;
use crate::codes;
use crate::error::IngestError;
use crate::search::TableFile;
use encoding_rs::WINDOWS_1252;
use model::{FileSnapshot, Place};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use store::{HashingReader, snapshot_of};
use tables::field_place;

const BUFFER: usize = 1 << 16;
/// The longest row, in bytes. Without a limit, a quote that is never closed would take in the rest of the file.
const LONGEST_ROW: u64 = 1 << 24;
/// The longest line, in bytes, that is quoted below a diagnostic.
const LONGEST_SOURCE: u64 = 4000;

/// Reads one table; returns its hash, and the file's metadata when it was opened.
pub(super) fn read(collector: &mut OnlineCollector<'_>, table: &TableFile) -> Result<(String, FileSnapshot), IngestError> {
    let mut rows = CsvRows::open(table)?;
    loop {
        if !rows.next()? {
            return Err(unreadable_table(table, "it is empty"));
        }
        if !rows.is_blank() {
            break;
        }
    }
    let width = rows.fields.len();
    let layout = OnlineLayout::new((0..width).map(|field| rows.text(Some(field)))).map_err(|problem| unreadable_table(table, problem))?;
    collector.warn_of_unknown_columns(&layout.unknown, rows.line);
    while rows.next()? {
        // An empty line is not a row of several columns.
        if rows.is_blank() {
            continue;
        }
        let locate = |column: Option<OnlineColumn>| rows.locate(column.and_then(|column| layout.field(column)));
        if rows.fields.len() == width {
            collector.add(&rows.row(&layout, &locate)).map_err(|problem| unreadable_table(table, problem))?;
        } else {
            let message = || format!("the row has {} fields, the header {width}; it is left out", rows.fields.len());
            let hint = "give every row all columns of the header";
            collector.report_unusable(&locate, None, &codes::BUNDLE_ROW_MALFORMED, message, hint);
        }
    }
    if rows.is_in_windows_1252 {
        let message = format!("not UTF-8; read as {}", WINDOWS_1252.name());
        collector.diagnostics().add_to_file(&codes::TABLE_NOT_UTF8, Place::default(), message);
    }
    Ok((rows.reader.into_inner().inner.finish(), rows.snapshot))
}

/// Reads the rows of a file one at a time.
struct CsvRows<'t> {
    table: &'t TableFile,
    reader: csv::Reader<RowLimitedReader<HashingReader<File>>>,
    fields: csv::ByteRecord,
    /// The line in which the current row begins.
    line: u32,
    is_in_windows_1252: bool,
    snapshot: FileSnapshot,
}

impl<'t> CsvRows<'t> {
    fn open(table: &'t TableFile) -> Result<Self, IngestError> {
        let failed = |error| IngestError::io(&table.file.path, error);
        let file = store::open_file(&table.file.path).map_err(failed)?;
        let snapshot = snapshot_of(&file, &table.file.path).map_err(failed)?;
        // CR stays in the last field and is trimmed there, so that lines can be counted by LF alone.
        let reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .terminator(csv::Terminator::Any(b'\n'))
            .buffer_capacity(BUFFER)
            .from_reader(RowLimitedReader { inner: HashingReader::new(file), bytes_read: 0, last_byte: b'\n', bytes_left: LONGEST_ROW });
        Ok(Self { table, reader, fields: csv::ByteRecord::new(), line: 0, is_in_windows_1252: false, snapshot })
    }

    /// Reads the next row; false at the end of the file.
    fn next(&mut self) -> Result<bool, IngestError> {
        self.reader.get_mut().bytes_left = LONGEST_ROW;
        let more = self.reader.read_byte_record(&mut self.fields).map_err(|error| match error.into_kind() {
            csv::ErrorKind::Io(error) if error.kind() != io::ErrorKind::InvalidData => IngestError::io(&self.table.file.path, error),
            csv::ErrorKind::Io(error) => unreadable_table(self.table, format!("{error}, after line {}", self.line)),
            kind => unreadable_table(self.table, format!("{kind:?}")),
        })?;
        if !more {
            return Ok(false);
        }
        if self.fields.as_slice().contains(&0) {
            return Err(unreadable_table(self.table, "it is not text in UTF-8"));
        }
        let source = self.reader.get_ref();
        let is_last_without_end = source.last_byte != b'\n' && source.bytes_read == self.reader.position().byte();
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

    /// A field without surrounding blanks; empty if the row does not have it.
    fn text(&self, field: Option<usize>) -> &str {
        field.and_then(|field| self.fields.get(field)).and_then(|field| std::str::from_utf8(field).ok()).unwrap_or("").trim()
    }

    fn row<'r>(&'r self, layout: &OnlineLayout, locate: Locate<'r>) -> OnlineRow<'r> {
        let text = |column| self.text(layout.field(column));
        OnlineRow {
            line: self.line,
            locate,
            id: RawGameId::Text(text(OnlineColumn::GameId)),
            control: text(OnlineColumn::Control),
            white: text(OnlineColumn::White).parse().ok(),
            black: text(OnlineColumn::Black).parse().ok(),
            result: text(OnlineColumn::Result),
            ended_at: EndTime::Text(text(OnlineColumn::EndedAt)),
            disconnected: text(OnlineColumn::Disconnected),
        }
    }

    /// The place of a field, or of the whole row, and the text of its line. The file is opened again for it, because diagnostics are few.
    fn locate(&self, field: Option<usize>) -> (Place, String) {
        // Without the text the diagnostic still has a line number.
        let Ok(text) = self.read_source() else { return (Place::line(self.line), String::new()) };
        let place = field.map_or(Place::line(self.line), |field| field_place(&text, self.line, field));
        let source = text.split(['\r', '\n']).next().filter(|source| (source.len() as u64) < LONGEST_SOURCE);
        (place, source.unwrap_or("").to_owned())
    }

    /// The text of the row in the file, or its beginning.
    fn read_source(&self) -> io::Result<String> {
        let mut file = store::open_file(&self.table.file.path)?;
        file.seek(SeekFrom::Start(self.fields.position().map_or(0, csv::Position::byte)))?;
        let mut bytes = Vec::new();
        file.take(LONGEST_SOURCE).read_to_end(&mut bytes)?;
        // For the CSV reader, empty lines before a row belong to it.
        Ok(String::from_utf8_lossy(&bytes).trim_start_matches(['\r', '\n']).to_owned())
    }
}

/// A reader that counts bytes and fails on a row that does not end.
struct RowLimitedReader<R> {
    inner: R,
    bytes_read: u64,
    last_byte: u8,
    /// The number of bytes that the current row may still have.
    bytes_left: u64,
}

impl<R: Read> Read for RowLimitedReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        let Some(bytes_left) = self.bytes_left.checked_sub(read as u64) else {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a row does not end; a quote may not be closed"));
        };
        self.bytes_left = bytes_left;
        self.bytes_read += read as u64;
        self.last_byte = buffer[..read].last().copied().unwrap_or(self.last_byte);
        Ok(read)
    }
}
