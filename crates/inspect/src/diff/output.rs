//! The differences as a table: one row for each player and field.

use super::{DiffRow, Difference, Published};
use crate::InspectError;
use polars::prelude::*;
use serde::Serialize;
use std::io::Write;
use store::harmless;

/// The columns of the table, in their order.
const COLUMNS: [&str; 10] = ["fide_id", "name", "class", "field", "before", "after", "change", "games", "cause", "corrections"];

/// Writes the table as CSV, exactly as the lists have it; text that a spreadsheet would run is marked (R50).
pub fn write_csv(out: impl Write, difference: &Difference) -> Result<(), InspectError> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(out);
    writer.write_record(COLUMNS).map_err(InspectError::unwritten)?;
    let number = |value: Option<i32>| value.map_or_else(String::new, |value| value.to_string());
    for row in &difference.rows {
        let (before, after) = (difference.before(row), difference.after(row));
        let record: [&str; 10] = [
            &row.fide_id.to_string(),
            &harmless(difference.name(row)),
            row.class.word(),
            row.field.word(),
            &harmless(&before),
            &harmless(&after),
            &number(difference.change(row)),
            &number(row.games),
            &row.causes.words(),
            &harmless(difference.corrections(row)),
        ];
        writer.write_record(record).map_err(InspectError::unwritten)?;
    }
    writer.flush().map_err(InspectError::unwritten)
}

/// Writes the table as Parquet.
pub fn write_parquet(out: impl Write, difference: &Difference) -> Result<(), InspectError> {
    let rows = &difference.rows;
    let text =
        |name: &str, of: &dyn Fn(&DiffRow) -> String| StringChunked::from_iter_values(name.into(), rows.iter().map(of)).into_column();
    let words =
        |name: &str, of: &dyn Fn(&DiffRow) -> &'static str| StringChunked::from_iter_values(name.into(), rows.iter().map(of)).into_column();
    let number =
        |name: &str, of: &dyn Fn(&DiffRow) -> Option<i32>| Int32Chunked::from_iter_options(name.into(), rows.iter().map(of)).into_column();
    let columns = vec![
        UInt32Chunked::from_iter_values("fide_id".into(), rows.iter().map(|row| row.fide_id)).into_column(),
        StringChunked::from_iter_values("name".into(), rows.iter().map(|row| difference.name(row))).into_column(),
        words("class", &|row| row.class.word()),
        words("field", &|row| row.field.word()),
        text("before", &|row| difference.before(row)),
        text("after", &|row| difference.after(row)),
        number("change", &|row| difference.change(row)),
        number("games", &|row| row.games),
        text("cause", &|row| row.causes.words()),
        StringChunked::from_iter_values("corrections".into(), rows.iter().map(|row| difference.corrections(row))).into_column(),
    ];
    let frame = DataFrame::new(rows.len(), columns).map_err(InspectError::unwritten)?;
    store::write_parquet(out, &frame, &[]).map_err(InspectError::unwritten)
}

/// One of the two lists, as JSON tells of it.
#[derive(Serialize)]
struct ListFacts {
    path: String,
    date: Option<model::ListDate>,
    control: Option<model::Control>,
    players: u64,
}

impl ListFacts {
    fn of(list: &Published) -> Self {
        Self { path: list.path.display().to_string(), date: list.date, control: list.control, players: list.len() as u64 }
    }
}

#[derive(Serialize)]
struct JsonRow<'a> {
    fide_id: u32,
    name: &'a str,
    class: &'a str,
    field: &'a str,
    before: String,
    after: String,
    change: Option<i32>,
    games: Option<i32>,
    cause: String,
    corrections: &'a str,
}

/// Writes lists, totals and the table as one JSON object; each row of the table is a line.
pub fn write_json(mut out: impl Write, difference: &Difference) -> Result<(), InspectError> {
    let summary = serde_json::json!({
        "a": ListFacts::of(&difference.a),
        "b": ListFacts::of(&difference.b),
        "same": difference.is_same(),
        "notes": difference.notes,
        "totals": difference.totals,
    });
    let text = serde_json::to_string_pretty(&summary).map_err(InspectError::unwritten)?;
    // The rows stand in the same object, behind all the rest.
    let open = text.strip_suffix('}').unwrap_or(&text).trim_end();
    write!(out, "{open},\n  \"rows\": [").map_err(InspectError::unwritten)?;
    for (at, row) in difference.rows.iter().enumerate() {
        let row = JsonRow {
            fide_id: row.fide_id,
            name: difference.name(row),
            class: row.class.word(),
            field: row.field.word(),
            before: difference.before(row),
            after: difference.after(row),
            change: difference.change(row),
            games: row.games,
            cause: row.causes.words(),
            corrections: difference.corrections(row),
        };
        out.write_all(if at == 0 { b"\n    " } else { b",\n    " }).map_err(InspectError::unwritten)?;
        serde_json::to_writer(&mut out, &row).map_err(InspectError::unwritten)?;
    }
    out.write_all(if difference.is_same() { b"]\n}\n" } else { b"\n  ]\n}\n" }).map_err(InspectError::unwritten)?;
    out.flush().map_err(InspectError::unwritten)
}
