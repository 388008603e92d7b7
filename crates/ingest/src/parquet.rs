//! Parquet tables as columns of text and of whole numbers.

use chrono::NaiveDate;
use polars::prelude::*;
use std::io::Cursor;
use store::{guarded, refuse_overlong, refuse_repetitive};

/// The number of 1970-01-01 among the days of the common era.
const EPOCH: i32 = 719_163;

/// Reads those of the named columns that the table has.
pub(crate) fn read(bytes: &[u8], wanted: &[&str]) -> Result<DataFrame, String> {
    let names = column_names(bytes)?;
    if !names.iter().any(|name| wanted.contains(&name.as_str())) {
        return Err("it has none of the columns wanted".to_owned());
    }
    store::read_columns_of(bytes, wanted).map_err(|error| error.to_string())
}

/// Decodes the named columns some rows at a time, so that no more than one part is in memory beside the bytes.
pub(crate) fn visit_slices(
    bytes: &[u8],
    columns: &[&str],
    rows: usize,
    mut visit: impl FnMut(&DataFrame) -> Result<(), String>,
) -> Result<(), String> {
    let metadata = guarded(|| {
        let mut reader = ParquetReader::new(Cursor::new(bytes));
        let metadata = reader.get_metadata()?;
        refuse_overlong(bytes, metadata, |name| columns.contains(&name))?;
        Ok(metadata.clone())
    })
    .map_err(|error| error.to_string())?;
    let columns: Vec<String> = columns.iter().map(|&name| name.to_owned()).collect();
    let mut from = 0;
    loop {
        let decode = || {
            let mut reader = ParquetReader::new(Cursor::new(bytes));
            reader.set_metadata(metadata.clone());
            let mut frame = reader.with_columns(Some(columns.clone())).with_slice(Some((from, rows))).finish()?;
            frame.rechunk_mut();
            refuse_repetitive(bytes.len(), &frame)?;
            Ok(frame)
        };
        let frame = guarded(decode).map_err(|error| error.to_string())?;
        // What a damaged file says of its length must not be believed: there would be no end.
        let height = rows.min(metadata.num_rows - from);
        if frame.height() != height || frame.columns().iter().any(|column| column.len() != height) {
            return Err("the Parquet file is damaged".to_owned());
        }
        visit(&frame)?;
        from += height;
        if from == metadata.num_rows {
            return Ok(());
        }
    }
}

/// The names of the table's columns.
pub(crate) fn column_names(bytes: &[u8]) -> Result<Vec<String>, String> {
    let schema = guarded(|| ParquetReader::new(Cursor::new(bytes)).schema()).map_err(|error| error.to_string())?;
    Ok(schema.iter_names().map(|name| name.to_string()).collect())
}

/// A column as text: dates as 2024-02-01, truths as true and false.
pub(crate) fn text(table: &DataFrame, name: &str) -> Result<Option<StringChunked>, String> {
    let Ok(column) = table.column(name) else { return Ok(None) };
    let series = column.as_materialized_series();
    // A cast may trust the values as much as the decoder does.
    let text = guarded(|| match series.dtype() {
        DataType::Date => series.cast(&DataType::Int32).and_then(|days| Ok(days.i32()?.iter().map(|day| day.map(date_text)).collect())),
        _ => series.cast(&DataType::String).and_then(|text| text.str().cloned()),
    });
    text.map(Some).map_err(|error| format!("the column {name}, which holds {}, cannot be read as text: {error}", series.dtype()))
}

/// A day, counted from 1970-01-01; one beyond every calendar stays a number, which no reader takes for a date.
fn date_text(day: i32) -> String {
    let date = day.checked_add(EPOCH).and_then(NaiveDate::from_num_days_from_ce_opt);
    date.map_or_else(|| format!("day {day} from 1970-01-01"), |date| date.to_string())
}

/// A column as whole numbers; what is none is null.
pub(crate) fn numbers(table: &DataFrame, name: &str) -> Result<Int64Chunked, String> {
    let column = table.column(name).map_err(|_| format!("it has no column {name}"))?;
    let series = column.as_materialized_series();
    let numbers = match series.dtype() {
        DataType::String => {
            series.str().map(|text| text.iter().map(|text| text.and_then(|text| text.trim().parse::<i64>().ok())).collect())
        }
        DataType::Float32 | DataType::Float64 => series.cast(&DataType::Float64).and_then(|series| {
            // Whole numbers of a table with gaps; a cast of floats saturates, and no id is that large.
            let whole = |value: f64| (value.fract() == 0.0).then_some(value as i64);
            series.f64().map(|values| values.iter().map(|value| value.and_then(whole)).collect())
        }),
        dtype if dtype.is_integer() => series.cast(&DataType::Int64).and_then(|series| series.i64().cloned()),
        dtype => return Err(format!("the column {name} holds {dtype}, not whole numbers")),
    };
    numbers.map_err(|error| error.to_string())
}
