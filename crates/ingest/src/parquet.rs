//! Parquet tables as columns of text and of whole numbers.

use chrono::NaiveDate;
use polars::prelude::*;
use std::collections::HashMap;
use std::io::Cursor;
use store::{ParquetParts, guarded};

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

/// The named columns of a table, to be decoded part by part.
pub(crate) fn parts<'b>(bytes: &'b [u8], wanted: &[&str]) -> Result<ParquetParts<'b>, String> {
    let parts = ParquetParts::new(bytes, |name| wanted.contains(&name)).map_err(|error| error.to_string())?;
    if parts.columns().is_empty() { Err("it has none of the columns wanted".to_owned()) } else { Ok(parts) }
}

/// Decodes the named columns some rows at a time, one part after the other.
pub(crate) fn visit_slices(
    bytes: &[u8],
    columns: &[&str],
    rows: usize,
    mut visit: impl FnMut(&DataFrame) -> Result<(), String>,
) -> Result<(), String> {
    let parts = parts(bytes, columns)?;
    let mut from = 0;
    loop {
        let until = parts.rows().min(from + rows);
        visit(&parts.decode(from..until).map_err(|error| error.to_string())?)?;
        from = until;
        if from == parts.rows() {
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
        DataType::Date => series.cast(&DataType::Int32).and_then(|days| dates_as_text(days.i32()?)),
        _ => series.cast(&DataType::String).and_then(|text| text.str().cloned()),
    });
    text.map(Some).map_err(|error| format!("the column {name}, which holds {}, cannot be read as text: {error}", series.dtype()))
}

/// Days as text. A month has few of them, so each is written once.
fn dates_as_text(days: &Int32Chunked) -> PolarsResult<StringChunked> {
    let mut texts: HashMap<i32, String> = HashMap::new();
    for day in days.iter().flatten() {
        texts.entry(day).or_insert_with(|| date_text(day));
    }
    Ok(days.iter().map(|day| day.and_then(|day| texts.get(&day)).map(String::as_str)).collect())
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
