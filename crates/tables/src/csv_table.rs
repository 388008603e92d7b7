//! A CSV file whose fields can be found again in the text, for pointing at what is wrong in them.

use crate::formula::may_be_marked;
use crate::{LONGEST_LINE, MOST_COLUMNS, overlong_line, unescape_formula};
use model::Place;
use std::borrow::Cow;

/// A CSV file, decoded.
#[derive(Debug)]
pub struct CsvTable<'t> {
    text: Cow<'t, str>,
    header: Vec<String>,
    /// Whether cells may be marked for spreadsheets (R50); few files have any.
    is_marked: bool,
}

/// Where a record begins: the byte, and the line counted from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CsvPosition {
    byte: usize,
    pub line: u32,
}

/// Some records that follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CsvChunk<'t> {
    pub(crate) text: &'t str,
    start: usize,
}

impl<'t> CsvTable<'t> {
    /// Reads the header.
    ///
    /// # Errors
    /// What makes the file as a whole unreadable.
    pub fn new(text: impl Into<Cow<'t, str>>) -> Result<Self, String> {
        let text = text.into();
        if text.trim().is_empty() {
            return Err("it is empty".to_owned());
        }
        if text.as_bytes().contains(&0) {
            return Err("it is not text".to_owned());
        }
        if let Some(line) = overlong_line(text.as_bytes()) {
            return Err(format!("line {line} is longer than {LONGEST_LINE} bytes; no table's is"));
        }
        let is_marked = may_be_marked(&text);
        let mut table = Self { text, header: Vec::new(), is_marked };
        let mut header = csv::StringRecord::new();
        table.next_record(&mut table.reader(), &mut header);
        if header.len() > MOST_COLUMNS {
            return Err(format!("its header has {} columns; no table has more than {MOST_COLUMNS}", header.len()));
        }
        table.header = header.iter().map(str::to_owned).collect();
        Ok(table)
    }

    /// The names of the columns.
    pub fn header(&self) -> &[String] {
        &self.header
    }

    /// Goes through the records below the header.
    pub fn visit(&self, mut record: impl FnMut(&csv::StringRecord, CsvPosition)) {
        let mut reader = self.reader();
        let mut fields = csv::StringRecord::new();
        let _header = self.next_record(&mut reader, &mut fields);
        while let Some(position) = self.next_record(&mut reader, &mut fields) {
            record(&fields, position);
        }
    }

    fn reader(&self) -> csv::Reader<&[u8]> {
        csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(self.text.as_bytes())
    }

    fn next_record(&self, reader: &mut csv::Reader<&[u8]>, fields: &mut csv::StringRecord) -> Option<CsvPosition> {
        // Reading from memory, decoded and of any width: nothing is left that could fail but the end.
        reader.read_record(fields).ok().filter(|&more| more)?;
        let position = self.position(CsvChunk { text: &self.text, start: 0 }, 1, fields)?;
        if self.is_marked {
            *fields = fields.iter().map(unescape_formula).collect();
        }
        Some(position)
    }

    /// The position of a record of a chunk whose first line is known.
    fn position(&self, chunk: CsvChunk<'_>, first_line: u64, record: &csv::StringRecord) -> Option<CsvPosition> {
        let position = record.position()?;
        let byte = usize::try_from(position.byte()).unwrap_or(chunk.text.len()).min(chunk.text.len());
        // The reader's position may still be before the line end of the record above, and before empty lines.
        let ends = chunk.text.as_bytes()[byte..].iter().take_while(|&&b| b == b'\r' || b == b'\n');
        let (skipped, newlines) = ends.fold((0, 0), |(skipped, newlines), &b| (skipped + 1, newlines + u64::from(b == b'\n')));
        let line = u32::try_from(first_line - 1 + position.line() + newlines).unwrap_or(u32::MAX);
        Some(CsvPosition { byte: chunk.start + byte + skipped, line })
    }

    /// The records below the header, cut into at most so many chunks of about the same size. A chunk ends where a record does: at the end of a
    /// line that is not inside quotes.
    pub(crate) fn chunks(&self, count: usize) -> Vec<CsvChunk<'_>> {
        let mut reader = self.reader();
        let mut header = csv::StringRecord::new();
        let _header = reader.read_record(&mut header);
        let start = usize::try_from(reader.position().byte()).unwrap_or(usize::MAX).min(self.text.len());
        chunks_of(&self.text, start, count)
    }

    /// The number of the line on which a chunk begins.
    fn first_line(&self, chunk: CsvChunk<'_>) -> u64 {
        1 + self.text.as_bytes()[..chunk.start].iter().filter(|&&byte| byte == b'\n').count() as u64
    }

    /// Goes through the records of a chunk, with their positions.
    pub(crate) fn visit_chunk(&self, chunk: CsvChunk<'_>, mut visit: impl FnMut(&csv::StringRecord, CsvPosition)) {
        let first_line = self.first_line(chunk);
        each_record(chunk, |record| visit(record, self.position(chunk, first_line, record).unwrap_or_default()));
    }

    /// The positions of some records, which are numbered from 0 and ascend. Records with too few or too many fields have no number.
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

    /// The line in which a record begins.
    pub fn source(&self, position: CsvPosition) -> &str {
        let rest = self.text.get(position.byte..).unwrap_or("");
        rest.split(['\r', '\n']).next().unwrap_or("")
    }

    /// The line and character columns of one field of a record; the record's end where it has no such field.
    pub fn place(&self, position: CsvPosition, field: usize) -> Place {
        field_place(self.text.get(position.byte..).unwrap_or(""), position.line, field)
    }
}

/// Goes through the records of a chunk.
pub(crate) fn each_record(chunk: CsvChunk<'_>, mut visit: impl FnMut(&csv::StringRecord)) {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(chunk.text.as_bytes());
    let mut record = csv::StringRecord::new();
    while reader.read_record(&mut record).unwrap_or(false) {
        visit(&record);
    }
}

fn chunks_of(text: &str, start: usize, count: usize) -> Vec<CsvChunk<'_>> {
    let size = ((text.len() - start) / count).max(1 << 16);
    let mut quotes = Quotes::new(text.as_bytes(), start);
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

/// Walks over the quotes of a text to tell what is inside them. A quote opens a field only at the field's beginning, as the reader of records
/// has it; inside quotes two of them are one that is meant.
struct Quotes<'t> {
    text: &'t [u8],
    start: usize,
    /// Up to here quotes are looked at.
    at: usize,
    is_quoted: bool,
}

impl<'t> Quotes<'t> {
    fn new(text: &'t [u8], start: usize) -> Self {
        Self { text, start, at: start, is_quoted: false }
    }

    /// The next place from `at` on at which a byte stands.
    fn find(&self, byte: u8) -> Option<usize> {
        memchr::memchr(byte, self.text.get(self.at..)?).map(|found| self.at + found)
    }

    /// Goes past one quote.
    fn pass(&mut self, quote: usize) {
        self.at = quote + 1;
        if !self.is_quoted {
            let is_field_start = quote == self.start || matches!(self.text[quote - 1], b',' | b'\n' | b'\r');
            self.is_quoted = is_field_start;
        } else if self.text.get(self.at) == Some(&b'"') {
            self.at += 1;
        } else {
            self.is_quoted = false;
        }
    }

    /// The end of the first record that ends behind a place: behind the end of a line that is not inside quotes. `None` where no other record
    /// follows it.
    fn next_record_end(&mut self, place: usize) -> Option<usize> {
        while let Some(quote) = self.find(b'"').filter(|&quote| quote < place) {
            self.pass(quote);
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
            self.pass(quote?);
        }
    }
}

/// The place of one field of the record that a text begins with; the record's end where it has no such field.
pub fn field_place(text: &str, first_line: u32, field: usize) -> Place {
    let (mut line, mut column) = (first_line, 1);
    let mut begins = (line, column);
    let (mut index, mut is_quoted, mut width) = (0, false, 0);
    for c in text.chars() {
        match c {
            '"' => is_quoted = !is_quoted,
            ',' | '\n' | '\r' if !is_quoted => {
                if index == field || c != ',' {
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
    fn a_field_that_is_not_there_is_pointed_at_behind_the_record() {
        assert_eq!(places("a,b,c\n1,22\n", 2), [(2, 5, 0)]);
    }

    #[test]
    fn nothing_and_what_is_no_text_are_no_tables() {
        assert!(CsvTable::new("").is_err());
        assert!(CsvTable::new("a\0b").is_err());
    }

    /// Records whose names hold commas, quotes and ends of lines.
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
    fn chunks_end_where_records_do_and_hold_all_of_them_at_their_positions() {
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
            let records = |text: &str| {
                let mut records = Vec::new();
                each_record(CsvChunk { text, start: 0 }, |record| records.push(record.iter().map(str::to_owned).collect::<Vec<_>>()));
                records
            };
            if let Some(end) = Quotes::new(text.as_bytes(), 0).next_record_end(place) {
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
