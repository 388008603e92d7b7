//! Writes tables as CSV.

use crate::column::OutputColumn;
use crate::{TableError, escape_formula};
use model::date_after_1970;
use polars::prelude::StaticArray;
use polars_arrow::array::{Array, BooleanArray, DictionaryArray, PrimitiveArray, Utf8ViewArray};
use polars_arrow::datatypes::ArrowDataType;
use rayon::prelude::*;
use std::io::Write;
use std::ops::Range;

/// Rows that one task formats.
const CHUNK_ROWS: usize = 1 << 14;

pub(crate) fn write(mut out: impl Write, columns: &[&OutputColumn<'_>], rows: usize) -> Result<(), TableError> {
    let mut header = csv_writer();
    header.write_record(columns.iter().map(|column| column.name()))?;
    out.write_all(&into_bytes(header)?)?;
    let starts: Vec<usize> = (0..rows).step_by(CHUNK_ROWS).collect();
    // A few chunks at a time, so that the text is never in memory as a whole.
    for starts in starts.chunks(8 * rayon::current_num_threads()) {
        let parts = starts.par_iter().with_max_len(1).map(|&start| format_rows(columns, start..rows.min(start + CHUNK_ROWS)));
        let parts = parts.collect::<Result<Vec<Vec<u8>>, TableError>>()?;
        parts.iter().try_for_each(|format_rows| out.write_all(format_rows))?;
    }
    Ok(out.flush()?)
}

/// Formats a range of rows.
fn format_rows(columns: &[&OutputColumn<'_>], rows: Range<usize>) -> Result<Vec<u8>, TableError> {
    let arrays: Vec<Box<dyn Array>> = columns.iter().map(|column| column.array(rows.clone())).collect();
    let cells = arrays.iter().map(|array| CsvCells::of(array.as_ref())).collect::<Result<Vec<_>, _>>()?;
    let mut writer = csv_writer();
    let mut buffer = String::new();
    for row in 0..rows.len() {
        for cell in &cells {
            buffer.clear();
            cell.write(row, &mut buffer, &mut writer)?;
        }
        writer.write_record(None::<&[u8]>)?;
    }
    into_bytes(writer)
}

fn csv_writer() -> csv::Writer<Vec<u8>> {
    csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(Vec::new())
}

fn into_bytes(writer: csv::Writer<Vec<u8>>) -> Result<Vec<u8>, TableError> {
    writer.into_inner().map_err(|error| TableError::Content(error.to_string()))
}

/// Values of one column, read row by row.
enum CsvCells<'a> {
    Text(&'a Utf8ViewArray),
    Dictionary(&'a [u32], &'a Utf8ViewArray),
    Integer(&'a PrimitiveArray<i32>),
    Long(&'a PrimitiveArray<i64>),
    Date(&'a PrimitiveArray<i32>),
    Boolean(&'a BooleanArray),
    Null,
}

impl<'a> CsvCells<'a> {
    fn of(array: &'a dyn Array) -> Result<Self, TableError> {
        fn cast<T: 'static>(array: &dyn Array) -> Option<&T> {
            array.as_any().downcast_ref::<T>()
        }
        let cells = match array.dtype() {
            ArrowDataType::Utf8View => cast(array).map(Self::Text),
            ArrowDataType::Dictionary(..) => cast::<DictionaryArray<u32>>(array)
                .and_then(|coded| Some(Self::Dictionary(coded.keys().values().as_slice(), cast(coded.values().as_ref())?))),
            ArrowDataType::Int32 => cast(array).map(Self::Integer),
            ArrowDataType::Int64 => cast(array).map(Self::Long),
            ArrowDataType::Date32 => cast(array).map(Self::Date),
            ArrowDataType::Boolean => cast(array).map(Self::Boolean),
            ArrowDataType::Null => Some(Self::Null),
            _ => None,
        };
        cells.ok_or_else(|| TableError::Content(format!("a column of {:?} cannot be written as CSV", array.dtype())))
    }

    fn write(&self, row: usize, buffer: &mut String, writer: &mut csv::Writer<Vec<u8>>) -> csv::Result<()> {
        use std::fmt::Write;
        let written = match self {
            Self::Text(texts) => return writer.write_field(escape_formula(texts.get(row).unwrap_or("")).as_bytes()),
            Self::Dictionary(keys, words) => return writer.write_field(escape_formula(words.value(keys[row] as usize)).as_bytes()),
            Self::Integer(values) => values.get(row).map(|value| write!(buffer, "{value}")),
            Self::Long(values) => values.get(row).map(|value| write!(buffer, "{value}")),
            Self::Date(values) => values.get(row).and_then(date_after_1970).map(|date| write!(buffer, "{date}")),
            Self::Boolean(values) => values.get(row).map(|value| write!(buffer, "{value}")),
            Self::Null => None,
        };
        written.transpose().expect("writing to a string cannot fail");
        writer.write_field(buffer.as_bytes())
    }
}
