//! Tables to CSV.

use crate::column::Column;
use crate::{TableError, escape_formula};
use model::date_after_1970;
use polars::prelude::StaticArray;
use polars_arrow::array::{Array, BooleanArray, DictionaryArray, PrimitiveArray, Utf8ViewArray};
use polars_arrow::datatypes::ArrowDataType;
use rayon::prelude::*;
use std::io::Write;
use std::ops::Range;

/// Rows that one thread writes in one go.
const ROWS_AT_ONCE: usize = 1 << 14;

pub(crate) fn write(mut out: impl Write, columns: &[&Column<'_>], rows: usize) -> Result<(), TableError> {
    let mut header = csv_writer();
    header.write_record(columns.iter().map(|column| column.name()))?;
    out.write_all(&finished(header)?)?;
    let starts: Vec<usize> = (0..rows).step_by(ROWS_AT_ONCE).collect();
    // A few parts at a time, so that the text is never in memory as a whole.
    for starts in starts.chunks(8 * rayon::current_num_threads()) {
        let parts = starts.par_iter().with_max_len(1).map(|&start| part(columns, start..rows.min(start + ROWS_AT_ONCE)));
        let parts = parts.collect::<Result<Vec<Vec<u8>>, TableError>>()?;
        parts.iter().try_for_each(|part| out.write_all(part))?;
    }
    Ok(out.flush()?)
}

/// Some rows as text.
fn part(columns: &[&Column<'_>], rows: Range<usize>) -> Result<Vec<u8>, TableError> {
    let arrays: Vec<Box<dyn Array>> = columns.iter().map(|column| column.array(rows.clone())).collect();
    let cells = arrays.iter().map(|array| Cells::of(array.as_ref())).collect::<Result<Vec<_>, _>>()?;
    let mut writer = csv_writer();
    let mut buffer = String::new();
    for row in 0..rows.len() {
        for cell in &cells {
            buffer.clear();
            cell.write(row, &mut buffer, &mut writer)?;
        }
        writer.write_record(None::<&[u8]>)?;
    }
    finished(writer)
}

fn csv_writer() -> csv::Writer<Vec<u8>> {
    csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(Vec::new())
}

fn finished(writer: csv::Writer<Vec<u8>>) -> Result<Vec<u8>, TableError> {
    writer.into_inner().map_err(|error| TableError::Content(error.to_string()))
}

/// One column, ready to be read row by row.
enum Cells<'a> {
    Text(&'a Utf8ViewArray),
    Words(&'a [u32], &'a Utf8ViewArray),
    Integer(&'a PrimitiveArray<i32>),
    Long(&'a PrimitiveArray<i64>),
    Date(&'a PrimitiveArray<i32>),
    Boolean(&'a BooleanArray),
    Null,
}

impl<'a> Cells<'a> {
    fn of(array: &'a dyn Array) -> Result<Self, TableError> {
        fn cast<T: 'static>(array: &dyn Array) -> Option<&T> {
            array.as_any().downcast_ref::<T>()
        }
        let cells = match array.dtype() {
            ArrowDataType::Utf8View => cast(array).map(Self::Text),
            ArrowDataType::Dictionary(..) => cast::<DictionaryArray<u32>>(array)
                .and_then(|coded| Some(Self::Words(coded.keys().values().as_slice(), cast(coded.values().as_ref())?))),
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
            Self::Words(keys, words) => return writer.write_field(escape_formula(words.value(keys[row] as usize)).as_bytes()),
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
