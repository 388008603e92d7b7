//! CSV files whose records and fields can be located in the text, for diagnostics.

use crate::formula::may_contain_escapes;
use crate::written_dates::{DateProblem, DayOrder, day_order, parse_date};
use crate::{MAX_COLUMNS, MAX_LINE_BYTES, overlong_line, unescape_formula};
use model::{Date, Place};
use std::borrow::Cow;
use std::sync::OnceLock;

/// Decoded text of a CSV file with its header.
#[derive(Debug)]
pub struct CsvTable<'t> {
    text: Cow<'t, str>,
    header: Vec<String>,
    /// Whether cells may contain an escaped formula; few files do.
    may_contain_escapes: bool,
    /// What divides the fields.
    delimiter: u8,
    /// How dates with the year last are written, once it was asked.
    day_order: OnceLock<Option<DayOrder>>,
}

/// What divides the fields of a CSV file, by its first line: a semicolon where the line has one and no comma, as a spreadsheet writes it
/// where the comma is in numbers; otherwise a comma.
pub fn csv_delimiter(text: &[u8]) -> u8 {
    let line = text.split(|byte| matches!(byte, b'\r' | b'\n')).next().unwrap_or_default();
    let (mut is_quoted, mut has_semicolon) = (false, false);
    for &byte in line {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b',' if !is_quoted => return b',',
            b';' if !is_quoted => has_semicolon = true,
            _ => {}
        }
    }
    if has_semicolon { b';' } else { b',' }
}

/// Start of a record: the byte offset, and the line counted from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CsvPosition {
    byte: usize,
    pub line: u32,
}

/// Consecutive records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CsvChunk<'t> {
    pub(crate) text: &'t str,
    start: usize,
}

impl<'t> CsvTable<'t> {
    /// Reads the header.
    ///
    /// # Errors
    /// If the file as a whole is unreadable.
    pub fn new(text: impl Into<Cow<'t, str>>) -> Result<Self, String> {
        let text = text.into();
        if text.trim().is_empty() {
            return Err("it is empty".to_owned());
        }
        if text.as_bytes().contains(&0) {
            return Err("it is not text".to_owned());
        }
        if let Some(line) = overlong_line(text.as_bytes()) {
            return Err(format!("line {line} is longer than {MAX_LINE_BYTES} bytes; no table's is"));
        }
        let may_contain_escapes = may_contain_escapes(&text);
        let delimiter = csv_delimiter(text.trim_start_matches(['\r', '\n']).as_bytes());
        let mut table = Self { text, header: Vec::new(), may_contain_escapes, delimiter, day_order: OnceLock::new() };
        let mut header = csv::StringRecord::new();
        table.next_record(&mut table.reader(), &mut header);
        if header.len() > MAX_COLUMNS {
            return Err(format!("its header has {} columns; no table has more than {MAX_COLUMNS}", header.len()));
        }
        table.header = header.iter().map(str::to_owned).collect();
        Ok(table)
    }

    /// Names of the columns.
    pub fn header(&self) -> &[String] {
        &self.header
    }

    /// Parses a date of the table, in whatever way it is written unambiguously.
    ///
    /// # Errors
    /// If it is no date, or of two readings.
    pub fn date(&self, text: &str) -> Result<Date, DateProblem> {
        parse_date(text, || *self.day_order.get_or_init(|| day_order(&self.text)))
    }

    /// Calls a function for every record below the header.
    pub fn visit(&self, mut record: impl FnMut(&csv::StringRecord, CsvPosition)) {
        let mut reader = self.reader();
        let mut fields = csv::StringRecord::new();
        let _header = self.next_record(&mut reader, &mut fields);
        while let Some(position) = self.next_record(&mut reader, &mut fields) {
            record(&fields, position);
        }
    }

    fn reader(&self) -> csv::Reader<&[u8]> {
        self.reader_of(&self.text)
    }

    fn reader_of<'x>(&self, text: &'x str) -> csv::Reader<&'x [u8]> {
        csv::ReaderBuilder::new().has_headers(false).flexible(true).delimiter(self.delimiter).from_reader(text.as_bytes())
    }

    fn next_record(&self, reader: &mut csv::Reader<&[u8]>, fields: &mut csv::StringRecord) -> Option<CsvPosition> {
        // Text in memory, decoded and of any width: only the end of the file stops the reader.
        reader.read_record(fields).ok().filter(|&more| more)?;
        let position = self.position(CsvChunk { text: &self.text, start: 0 }, 1, fields)?;
        if self.may_contain_escapes {
            *fields = fields.iter().map(unescape_formula).collect();
        }
        Some(position)
    }

    /// Returns the position of a record in a chunk with a known first line.
    fn position(&self, chunk: CsvChunk<'_>, first_line: u64, record: &csv::StringRecord) -> Option<CsvPosition> {
        let position = record.position()?;
        let byte = usize::try_from(position.byte()).unwrap_or(chunk.text.len()).min(chunk.text.len());
        // The reader's position may still be before the preceding line end and before empty lines.
        let ends = chunk.text.as_bytes()[byte..].iter().take_while(|&&b| b == b'\r' || b == b'\n');
        let (skipped, newlines) = ends.fold((0, 0), |(skipped, newlines), &b| (skipped + 1, newlines + u64::from(b == b'\n')));
        let line = u32::try_from(first_line - 1 + position.line() + newlines).unwrap_or(u32::MAX);
        Some(CsvPosition { byte: chunk.start + byte + skipped, line })
    }

    /// Splits the records below the header into at most `count` chunks of about the same size. A chunk ends with a record: at a line end
    /// outside quotes.
    pub(crate) fn chunks(&self, count: usize) -> Vec<CsvChunk<'_>> {
        let mut reader = self.reader();
        let mut header = csv::StringRecord::new();
        let _header = reader.read_record(&mut header);
        let start = usize::try_from(reader.position().byte()).unwrap_or(usize::MAX).min(self.text.len());
        split_records(&self.text, start, count, self.delimiter)
    }

    /// Returns the line number at which a chunk begins.
    fn first_line(&self, chunk: CsvChunk<'_>) -> u64 {
        1 + self.text.as_bytes()[..chunk.start].iter().filter(|&&byte| byte == b'\n').count() as u64
    }

    /// Calls a function for every record of a chunk, with its position.
    pub(crate) fn visit_chunk(&self, chunk: CsvChunk<'_>, mut visit: impl FnMut(&csv::StringRecord, CsvPosition)) {
        let first_line = self.first_line(chunk);
        self.for_each_record(chunk, |record| visit(record, self.position(chunk, first_line, record).unwrap_or_default()));
    }

    /// Calls a function for every record of a chunk.
    pub(crate) fn for_each_record(&self, chunk: CsvChunk<'_>, mut visit: impl FnMut(&csv::StringRecord)) {
        let mut reader = self.reader_of(chunk.text);
        let mut record = csv::StringRecord::new();
        while reader.read_record(&mut record).unwrap_or(false) {
            visit(&record);
        }
    }

    /// Returns the positions of the records at `rows`, which count from 0 and ascend. Records with the wrong number of fields are not
    /// counted.
    pub fn positions(&self, rows: &[usize]) -> Vec<CsvPosition> {
        let (mut found, mut wanted, mut row) = (Vec::with_capacity(rows.len()), rows.iter().peekable(), 0);
        self.visit(|record, position| {
            if record.len() == self.header.len() {
                while wanted.next_if(|wanted| **wanted == row).is_some() {
                    found.push(position);
                }
                row += 1;
            }
        });
        found
    }

    /// Returns the first line of a record.
    pub fn source(&self, position: CsvPosition) -> &str {
        let rest = self.text.get(position.byte..).unwrap_or("");
        rest.split(['\r', '\n']).next().unwrap_or("")
    }

    /// Returns line and columns of one field of a record, or the end of the record if it has no such field.
    pub fn place(&self, position: CsvPosition, field: usize) -> Place {
        field_place_between(self.text.get(position.byte..).unwrap_or(""), position.line, field, char::from(self.delimiter))
    }
}

fn split_records(text: &str, start: usize, count: usize, delimiter: u8) -> Vec<CsvChunk<'_>> {
    let size = ((text.len() - start) / count).max(1 << 16);
    let mut quotes = QuoteScanner::new(text.as_bytes(), start, delimiter);
    let (mut chunks, mut from) = (Vec::new(), start);
    while let Some(end) = quotes.next_record_end(from.saturating_add(size)) {
        chunks.push(CsvChunk { text: &text[from..end], start: from });
        from = end;
    }
    if from < text.len() || chunks.is_empty() {
        chunks.push(CsvChunk { text: &text[from..], start: from });
    }
    chunks
}

/// Scanner that knows which parts of a text are inside quotes. As for the CSV reader, a quote opens a field only at the start of the field,
/// and two quotes inside quotes are one literal quote.
struct QuoteScanner<'t> {
    text: &'t [u8],
    start: usize,
    delimiter: u8,
    /// Everything before this offset is scanned.
    at: usize,
    is_quoted: bool,
}

impl<'t> QuoteScanner<'t> {
    fn new(text: &'t [u8], start: usize, delimiter: u8) -> Self {
        Self { text, start, delimiter, at: start, is_quoted: false }
    }

    /// Returns the offset of the next occurrence of a byte.
    fn find(&self, byte: u8) -> Option<usize> {
        memchr::memchr(byte, self.text.get(self.at..)?).map(|found| self.at + found)
    }

    /// Moves behind one quote.
    fn skip_quote(&mut self, quote: usize) {
        self.at = quote + 1;
        if !self.is_quoted {
            let is_field_start =
                quote == self.start || self.text[quote - 1] == self.delimiter || matches!(self.text[quote - 1], b'\n' | b'\r');
            self.is_quoted = is_field_start;
        } else if self.text.get(self.at) == Some(&b'"') {
            self.at += 1;
        } else {
            self.is_quoted = false;
        }
    }

    /// Returns the end of the first record that ends after `place`; `None` if no record follows it.
    fn next_record_end(&mut self, place: usize) -> Option<usize> {
        while let Some(quote) = self.find(b'"').filter(|&quote| quote < place) {
            self.skip_quote(quote);
        }
        self.at = self.at.max(place);
        loop {
            let quote = self.find(b'"');
            if !self.is_quoted
                && let Some(end) = self.find(b'\n')
                && quote.is_none_or(|quote| end < quote)
            {
                self.at = end + 1;
                return Some(self.at).filter(|&end| end < self.text.len());
            }
            self.skip_quote(quote?);
        }
    }
}

/// Returns the place of one field of the record at the start of `text`, or the end of the record if it has no such field.
pub fn field_place(text: &str, first_line: u32, field: usize) -> Place {
    field_place_between(text, first_line, field, ',')
}

fn field_place_between(text: &str, first_line: u32, field: usize, delimiter: char) -> Place {
    let (mut line, mut column) = (first_line, 1);
    let mut begins = (line, column);
    let (mut index, mut is_quoted, mut width) = (0, false, 0);
    for c in text.chars() {
        match c {
            '"' => is_quoted = !is_quoted,
            c if !is_quoted && (c == delimiter || matches!(c, '\n' | '\r')) => {
                if index == field || c != delimiter {
                    break;
                }
                index += 1;
                column += 1;
                (begins, width) = ((line, column), 0);
                continue;
            }
            '\n' => {
                line += 1;
                column = 0;
            }
            _ => {}
        }
        column += 1;
        width += 1;
    }
    if index < field { Place::new(line, column, 0) } else { Place::new(begins.0, begins.1, width) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(text: &str, field: usize) -> Vec<(u32, u32, u32)> {
        let table = CsvTable::new(text).expect("a table");
        let mut places = Vec::new();
        table.visit(|_, position| places.push(table.place(position, field)));
        places.into_iter().map(|place| (place.line, place.column, place.width)).collect()
    }

    #[test]
    fn fields_are_found_at_their_line_and_column() {
        assert_eq!(places("a,b,c\n1,22,3\n\n4,,6\n", 1), [(2, 3, 2), (4, 3, 0)]);
        assert_eq!(places("a,b,c\r\n1,22,3\r\n4,5,6\r\n", 2), [(2, 6, 1), (3, 5, 1)]);
        assert_eq!(places("a,b\n\"é,\"\"x\",7\n", 1), [(2, 9, 1)]);
        assert_eq!(places("a,b\n\"two\nlines\",7\nx,y", 1), [(3, 8, 1), (4, 3, 1)]);
    }

    #[test]
    fn a_missing_field_is_located_at_the_end_of_its_record() {
        assert_eq!(places("a,b,c\n1,22\n", 2), [(2, 5, 0)]);
    }

    #[test]
    fn semicolons_divide_fields_where_the_header_has_no_comma() {
        assert_eq!(csv_delimiter(b"a;b\n1,5;2\n"), b';');
        assert_eq!(csv_delimiter(b"a;b,c\n"), b',');
        assert_eq!(csv_delimiter(b"\"a,b\";c\r\n"), b';');
        assert_eq!(csv_delimiter(b"\"a;b\"\n1;2\n"), b',');
        assert_eq!(csv_delimiter(b"a\n1;2\n"), b',');
        assert_eq!(places("a;b;c\r\n1;\"x;y\";3\r\n4,4;5;6\r\n", 2), [(2, 9, 1), (3, 7, 1)]);
        let rows: String = (1..=30_000).map(|id| format!("{id};\"Player;\n{id}\"\r\n")).collect();
        let text = format!("fide_id;name\r\n{rows}");
        let table = CsvTable::new(text.as_str()).expect("a table");
        let mut records = 0;
        for chunk in table.chunks(5) {
            table.for_each_record(chunk, |record| {
                records += 1;
                assert_eq!(record.len(), 2, "{record:?}");
            });
        }
        assert_eq!(records, 30_000);
    }

    #[test]
    fn an_empty_file_and_a_binary_file_are_not_tables() {
        assert!(CsvTable::new("").is_err());
        assert!(CsvTable::new("a\0b").is_err());
    }

    /// Builds records whose names contain commas, quotes and line ends.
    pub(crate) fn records(count: u32) -> String {
        let name = |id: u32| match id % 5 {
            0 => format!("\"Player, {id}\""),
            1 => format!("\"Player\n{id}\""),
            2 => format!("\"\"\"{id}\"\", called \"\"\n\"\"\""),
            _ => format!("Player {id}"),
        };
        (1..=count).map(|id| format!("{id},{},2024-02-{:02}\r\n", name(id), 1 + id % 28)).collect()
    }

    #[test]
    fn a_quote_inside_a_field_that_does_not_begin_with_one_is_text() {
        let name = |id: u32| if id == 3 { "Player 6\" tall".to_owned() } else { format!("\"Player\n{id}\"") };
        let rows: String = (1..=30_000).map(|id| format!("{id},{},2024-02-01\n", name(id))).collect();
        let text = format!("fide_id,name,last_rated\n{rows}");
        let table = CsvTable::new(text.as_str()).expect("a table");
        assert!(table.chunks(5).len() > 1);
        let mut records = 0;
        for chunk in table.chunks(5) {
            table.visit_chunk(chunk, |record, _| {
                records += 1;
                assert_eq!(record.len(), 3, "{record:?}");
            });
        }
        assert_eq!(records, 30_000);
    }

    #[test]
    fn chunks_end_with_a_record_and_contain_all_records_at_their_positions() {
        let text = format!("fide_id,name,last_rated\r\n{}", records(30_000));
        let table = CsvTable::new(text.as_str()).expect("a table");
        let chunks = table.chunks(5);
        assert_eq!(chunks.len(), 5);
        let (mut whole, mut by_chunks) = (Vec::new(), Vec::new());
        table.visit(|record, position| whole.push((record.clone(), position)));
        for chunk in chunks {
            table.visit_chunk(chunk, |record, position| by_chunks.push((record.clone(), position)));
        }
        assert_eq!(whole.len(), 30_000);
        assert!(whole.iter().zip(&by_chunks).all(|(a, b)| a == b) && by_chunks.len() == whole.len());
        let last = table.positions(&[0, 29_999]);
        assert_eq!(last, [whole[0].1, whole[29_999].1]);
    }

    proptest::proptest! {
        #[test]
        fn a_text_cut_at_the_end_of_a_record_has_the_same_records(text in "[a,\"\n\r ]{0,40}", place in 0usize..40) {
            let table = CsvTable::new("a,b").expect("a table");
            let records = |text: &str| {
                let mut records = Vec::new();
                table.for_each_record(CsvChunk { text, start: 0 }, |record| records.push(record.iter().map(str::to_owned).collect::<Vec<_>>()));
                records
            };
            if let Some(end) = QuoteScanner::new(text.as_bytes(), 0, b',').next_record_end(place) {
                assert_eq!([records(&text[..end]), records(&text[end..])].concat(), records(&text), "{text:?} cut at {end}");
            }
        }

        #[test]
        fn every_field_of_any_table_has_a_place(text in "([a-z]{0,3}|é|,|\"|\n|\r\n){1,60}") {
            let lines = u32::try_from(text.matches('\n').count() + 1).expect("few lines");
            if let Ok(table) = CsvTable::new(text.as_str()) {
                table.visit(|record, position| {
                    for field in 0..record.len() + 2 {
                        let place = table.place(position, field);
                        assert!((1..=lines).contains(&place.line) && place.column >= 1, "{place:?}");
                    }
                });
            }
        }
    }
}
