//! A CSV file whose fields can be found again in the text, for pointing at what is wrong in them.

use crate::decode::{Decoded, decode};
use crate::problems::at;
use model::Place;
use std::io::{self, Read};
use std::path::Path;
use store::{LONGEST_LINE, MOST_COLUMNS, may_be_marked, meant, open_file, overlong_line};

/// A CSV file, decoded.
#[derive(Debug)]
pub(crate) struct CsvTable {
    text: String,
    /// The encoding's name, where it was not UTF-8.
    pub(crate) encoding: Option<&'static str>,
    pub(crate) header: Vec<String>,
    /// Whether cells may be marked for spreadsheets (R50); few files have any.
    is_marked: bool,
}

/// One row, and where it stands in the file.
#[derive(Debug)]
pub(crate) struct CsvRow {
    pub(crate) fields: csv::StringRecord,
    pub(crate) start: RowStart,
}

/// Where a row begins: the byte, and the line counted from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RowStart {
    byte: usize,
    pub(crate) line: u32,
}

impl CsvTable {
    /// Decodes the bytes and reads the header.
    ///
    /// # Errors
    /// What makes the file as a whole unreadable.
    pub(crate) fn new(bytes: &[u8]) -> Result<Self, String> {
        let (text, encoding) = match decode(bytes) {
            Decoded::Text { text, encoding } => (text.into_owned(), encoding),
            Decoded::Empty => return Err("it is empty".to_owned()),
            Decoded::Binary => return Err("it is not text".to_owned()),
        };
        if let Some(line) = overlong_line(text.as_bytes()) {
            return Err(format!("line {line} is longer than {LONGEST_LINE} bytes; no table's is"));
        }
        let is_marked = may_be_marked(&text);
        let mut table = Self { text, encoding, header: Vec::new(), is_marked };
        let first = table.rows().next();
        if let Some(width) = first.as_ref().map(|row| row.fields.len()).filter(|&width| width > MOST_COLUMNS) {
            return Err(format!("its header has {width} columns; no table has more than {MOST_COLUMNS}"));
        }
        table.header = first.map(|row| row.fields.iter().map(str::to_owned).collect()).unwrap_or_default();
        Ok(table)
    }

    fn rows(&self) -> impl Iterator<Item = CsvRow> {
        let mut reader = self.reader();
        let mut fields = csv::StringRecord::new();
        std::iter::from_fn(move || self.next_row(&mut reader, &mut fields).map(|start| CsvRow { fields: fields.clone(), start }))
    }

    /// The rows below the header.
    pub(crate) fn body(&self) -> impl Iterator<Item = CsvRow> {
        self.rows().skip(1)
    }

    /// Goes through the rows below the header without keeping them.
    pub(crate) fn visit(&self, mut row: impl FnMut(&csv::StringRecord, RowStart)) {
        let mut reader = self.reader();
        let mut fields = csv::StringRecord::new();
        let _header = self.next_row(&mut reader, &mut fields);
        while let Some(start) = self.next_row(&mut reader, &mut fields) {
            row(&fields, start);
        }
    }

    fn reader(&self) -> csv::Reader<&[u8]> {
        csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(self.text.as_bytes())
    }

    fn next_row(&self, reader: &mut csv::Reader<&[u8]>, fields: &mut csv::StringRecord) -> Option<RowStart> {
        // Reading from memory, decoded and of any width: nothing is left that could fail but the end.
        reader.read_record(fields).ok().filter(|&more| more)?;
        let position = fields.position()?;
        let byte = usize::try_from(position.byte()).unwrap_or(self.text.len());
        // The position may still stand before the line end of the row above.
        let ends = self.text.as_bytes()[byte..].iter().take_while(|&&b| b == b'\r' || b == b'\n');
        let (skipped, newlines) = ends.fold((0, 0), |(skipped, newlines), &b| (skipped + 1, newlines + u64::from(b == b'\n')));
        let line = u32::try_from(position.line() + newlines).unwrap_or(u32::MAX);
        if self.is_marked {
            *fields = fields.iter().map(meant).collect();
        }
        Some(RowStart { byte: byte + skipped, line })
    }

    /// The line in which a row begins.
    pub(crate) fn source(&self, start: RowStart) -> &str {
        let rest = self.text.get(start.byte..).unwrap_or("");
        rest.split(['\r', '\n']).next().unwrap_or("")
    }

    /// The line and character columns of one field of a row; the row's end where it has no such field.
    pub(crate) fn place(&self, start: RowStart, field: usize) -> Place {
        field_place(self.text.get(start.byte..).unwrap_or(""), start.line, field)
    }
}

/// The first row of a CSV file, for telling what it is a table of. Of a line without end only the beginning is looked at.
pub(crate) fn header_of(path: &Path) -> io::Result<csv::ByteRecord> {
    let mut reader = csv::Reader::from_reader(open_file(path)?.take(1 << 16));
    reader.byte_headers().cloned().map_err(io::Error::from)
}

/// The place of one field of the row that a text begins with; the row's end where it has no such field.
pub(crate) fn field_place(text: &str, first_line: u32, field: usize) -> Place {
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
    if index < field { at(line, column, 0) } else { at(begins.0, begins.1, width) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(text: &str, field: usize) -> Vec<(u32, u32, u32)> {
        let table = CsvTable::new(text.as_bytes()).expect("a table");
        let place = |row: CsvRow| table.place(row.start, field);
        table.body().map(place).map(|p| (p.line, p.column, p.width)).collect()
    }

    #[test]
    fn fields_are_found_at_their_line_and_column() {
        assert_eq!(places("a,b,c\n1,22,3\n\n4,,6\n", 1), [(2, 3, 2), (4, 3, 0)]);
        assert_eq!(places("a,b,c\r\n1,22,3\r\n4,5,6\r\n", 2), [(2, 6, 1), (3, 5, 1)]);
        assert_eq!(places("a,b\n\"é,\"\"x\",7\n", 1), [(2, 9, 1)]);
        assert_eq!(places("a,b\n\"two\nlines\",7\nx,y", 1), [(3, 8, 1), (4, 3, 1)]);
    }

    #[test]
    fn a_field_that_is_not_there_is_pointed_at_behind_the_row() {
        assert_eq!(places("a,b,c\n1,22\n", 2), [(2, 5, 0)]);
    }

    #[test]
    fn nothing_and_no_text_are_no_tables() {
        assert!(CsvTable::new(b"").is_err());
        assert!(CsvTable::new(b"a\0b").is_err());
    }
}
