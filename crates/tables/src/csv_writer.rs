//! Writes tables as CSV.

use crate::column::OutputColumn;
use crate::{TableError, escape_formula};
use chrono::Datelike;
use model::{Date, date_after_1970};
use polars::prelude::StaticArray;
use polars_arrow::array::{Array, BooleanArray, DictionaryArray, PrimitiveArray, Utf8ViewArray};
use polars_arrow::datatypes::ArrowDataType;
use rayon::prelude::*;
use std::io::Write;
use std::ops::Range;

/// Rows that one task formats.
pub(crate) const CHUNK_ROWS: usize = 1 << 14;

/// The separator, the line ends and the first bytes of a CSV file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CsvLayout {
    pub separator: u8,
    /// Whether lines end in CR and LF.
    pub has_carriage_returns: bool,
    /// Whether the file begins with a byte order mark, by which Excel recognises UTF-8.
    pub has_byte_order_mark: bool,
}

impl CsvLayout {
    /// The layout of RFC 4180 with LF, which every program reads.
    pub const STANDARD: Self = Self { separator: b',', has_carriage_returns: false, has_byte_order_mark: false };

    /// The layout that Excel opens by a double click, where its list separator is this one.
    pub const fn excel(separator: u8) -> Self {
        Self { separator, has_carriage_returns: true, has_byte_order_mark: true }
    }
}

impl Default for CsvLayout {
    fn default() -> Self {
        Self::STANDARD
    }
}

pub(crate) fn write(mut out: impl Write, columns: &[&OutputColumn<'_>], rows: usize, layout: CsvLayout) -> Result<(), TableError> {
    if layout.has_byte_order_mark {
        out.write_all("\u{feff}".as_bytes())?;
    }
    let mut header = csv_writer(layout);
    header.write_record(columns.iter().map(|column| column.name()))?;
    out.write_all(&into_bytes(header)?)?;
    let starts: Vec<usize> = (0..rows).step_by(CHUNK_ROWS).collect();
    // A few chunks at a time, so that the text is never in memory as a whole.
    for starts in starts.chunks(8 * rayon::current_num_threads()) {
        let parts = starts.par_iter().with_max_len(1).map(|&start| format_rows(columns, start..rows.min(start + CHUNK_ROWS), layout));
        let parts = parts.collect::<Result<Vec<Vec<u8>>, TableError>>()?;
        parts.iter().try_for_each(|format_rows| out.write_all(format_rows))?;
    }
    Ok(out.flush()?)
}

/// Formats a range of rows.
fn format_rows(columns: &[&OutputColumn<'_>], rows: Range<usize>, layout: CsvLayout) -> Result<Vec<u8>, TableError> {
    let separator = layout.separator;
    let arrays: Vec<Box<dyn Array>> = columns.iter().map(|column| column.array(rows.clone())).collect();
    let cells = arrays.iter().map(|array| CsvCells::of(array.as_ref(), separator)).collect::<Result<Vec<_>, _>>()?;
    let mut out = Vec::with_capacity(8 * rows.len() * columns.len());
    for row in 0..rows.len() {
        let line = out.len();
        for cell in &cells {
            cell.write(row, separator, &mut out);
            out.push(separator);
        }
        // A line with nothing in it is no record.
        if out.len() - line <= 1 {
            out.splice(line.., *b"\"\",");
        }
        out.pop();
        out.extend_from_slice(if layout.has_carriage_returns { b"\r\n" } else { b"\n" });
    }
    Ok(out)
}

fn csv_writer(layout: CsvLayout) -> csv::Writer<Vec<u8>> {
    let terminator = if layout.has_carriage_returns { csv::Terminator::CRLF } else { csv::Terminator::Any(b'\n') };
    csv::WriterBuilder::new().delimiter(layout.separator).terminator(terminator).from_writer(Vec::new())
}

fn into_bytes(writer: csv::Writer<Vec<u8>>) -> Result<Vec<u8>, TableError> {
    writer.into_inner().map_err(|error| TableError::Content(error.to_string()))
}

/// Writes a text as the csv crate does, whose writer takes each number for a text, too: quoted only where it has to be.
fn write_text(text: &str, separator: u8, out: &mut Vec<u8>) {
    let text = escape_formula(text);
    if !text.bytes().any(|byte| byte == separator || matches!(byte, b'"' | b'\n' | b'\r')) {
        return out.extend_from_slice(text.as_bytes());
    }
    out.push(b'"');
    for byte in text.bytes() {
        out.extend(std::iter::repeat_n(byte, if byte == b'"' { 2 } else { 1 }));
    }
    out.push(b'"');
}

/// Writes a date as `2024-02-01`, without the formatting machinery.
fn write_date(date: Date, out: &mut Vec<u8>) {
    let digit = |number: u32| b'0' + (number % 10) as u8;
    let (year, month, day) = (date.year().unsigned_abs(), date.month(), date.day());
    out.extend_from_slice(&[digit(year / 1000), digit(year / 100), digit(year / 10), digit(year), b'-']);
    out.extend_from_slice(&[digit(month / 10), digit(month), b'-', digit(day / 10), digit(day)]);
}

/// Values of one column, read row by row.
enum CsvCells<'a> {
    Text(&'a Utf8ViewArray),
    /// The words as they are written.
    Dictionary(&'a PrimitiveArray<u32>, Vec<Vec<u8>>),
    Integer(&'a PrimitiveArray<i32>),
    Long(&'a PrimitiveArray<i64>),
    Date(&'a PrimitiveArray<i32>),
    Boolean(&'a BooleanArray),
    Null,
}

impl<'a> CsvCells<'a> {
    fn of(array: &'a dyn Array, separator: u8) -> Result<Self, TableError> {
        fn cast<T: 'static>(array: &dyn Array) -> Option<&T> {
            array.as_any().downcast_ref::<T>()
        }
        let written = |text: &str| {
            let mut word = Vec::new();
            write_text(text, separator, &mut word);
            word
        };
        let dictionary = |coded: &'a DictionaryArray<u32>| {
            let words = cast::<Utf8ViewArray>(coded.values().as_ref())?;
            Some(Self::Dictionary(coded.keys(), words.values_iter().map(written).collect()))
        };
        let cells = match array.dtype() {
            ArrowDataType::Utf8View => cast(array).map(Self::Text),
            ArrowDataType::Dictionary(..) => cast(array).and_then(dictionary),
            ArrowDataType::Int32 => cast(array).map(Self::Integer),
            ArrowDataType::Int64 => cast(array).map(Self::Long),
            ArrowDataType::Date32 => cast(array).map(Self::Date),
            ArrowDataType::Boolean => cast(array).map(Self::Boolean),
            ArrowDataType::Null => Some(Self::Null),
            _ => None,
        };
        cells.ok_or_else(|| TableError::Content(format!("a column of {:?} cannot be written as CSV", array.dtype())))
    }

    /// Writes the cell of a row; nothing for a null.
    fn write(&self, row: usize, separator: u8, out: &mut Vec<u8>) {
        let mut digits = itoa::Buffer::new();
        match self {
            Self::Text(texts) => write_text(texts.get(row).unwrap_or(""), separator, out),
            Self::Dictionary(keys, words) => {
                if let Some(word) = keys.get(row).and_then(|key| words.get(key as usize)) {
                    out.extend_from_slice(word);
                }
            }
            Self::Integer(values) => {
                if let Some(value) = values.get(row) {
                    out.extend_from_slice(digits.format(value).as_bytes());
                }
            }
            Self::Long(values) => {
                if let Some(value) = values.get(row) {
                    out.extend_from_slice(digits.format(value).as_bytes());
                }
            }
            Self::Date(values) => {
                if let Some(date) = values.get(row).and_then(date_after_1970) {
                    write_date(date, out);
                }
            }
            Self::Boolean(values) => {
                if let Some(value) = values.get(row) {
                    out.extend_from_slice(if value { b"true" } else { b"false" });
                }
            }
            Self::Null => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn texts_are_quoted_as_the_csv_crate_does(texts in proptest::collection::vec("[a-c ,;\"'=\n\r\té]{0,6}", 1..5)) {
            let columns: Vec<OutputColumn<'_>> =
                texts.iter().enumerate().map(|(at, text)| OutputColumn::texts(&at.to_string(), move |_| text.clone())).collect();
            for layout in [CsvLayout::STANDARD, CsvLayout::excel(b';'), CsvLayout::excel(b'\t')] {
                let written = format_rows(&columns.iter().collect::<Vec<_>>(), 0..2, layout).expect("written");
                let mut wanted = csv_writer(layout);
                for _ in 0..2 {
                    wanted.write_record(texts.iter().map(|text| escape_formula(text).into_owned())).expect("written");
                }
                prop_assert_eq!(String::from_utf8(written), String::from_utf8(into_bytes(wanted).expect("written")));
            }
        }
    }
}
