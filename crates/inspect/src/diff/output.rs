//! The differences as a table: one row for each player and field.

use super::{ComparedList, Difference};
use crate::InspectError;
use serde::Serialize;
use std::io::Write;
use tables::{OutputColumn, OutputTable};

/// The table of differences, without escaping.
fn table(difference: &Difference) -> OutputTable<'_> {
    let rows = &difference.rows;
    OutputTable::new(
        rows.len(),
        vec![
            OutputColumn::ids("fide_id", move |row| Some(rows[row].fide_id)),
            OutputColumn::texts("name", move |row| difference.name(&rows[row])),
            OutputColumn::texts("class", move |row| rows[row].class.into_str()),
            OutputColumn::texts("field", move |row| rows[row].field.into_str()),
            OutputColumn::texts("before", move |row| difference.before(&rows[row])),
            OutputColumn::texts("after", move |row| difference.after(&rows[row])),
            OutputColumn::integers("change", move |row| difference.change(&rows[row])),
            OutputColumn::integers("games", move |row| rows[row].games),
            OutputColumn::texts("cause", move |row| rows[row].causes.words()),
            OutputColumn::texts("corrections", move |row| difference.corrections(&rows[row])),
        ],
    )
}

/// Writes the table as CSV; text that a spreadsheet would run is marked.
pub fn write_csv(out: impl Write, difference: &Difference) -> Result<(), InspectError> {
    table(difference).write_csv(out).map_err(InspectError::unwritten)
}

/// Writes the table as Parquet.
pub fn write_parquet(out: impl Write, difference: &Difference) -> Result<(), InspectError> {
    table(difference).write_parquet(out, &[]).map_err(InspectError::unwritten)
}

/// One of the two lists in the JSON output.
#[derive(Serialize)]
struct ListSummary {
    path: String,
    date: Option<model::ListDate>,
    control: Option<model::Control>,
    players: u64,
}

impl ListSummary {
    fn of(list: &ComparedList) -> Self {
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
        "a": ListSummary::of(&difference.a),
        "b": ListSummary::of(&difference.b),
        "same": difference.is_same(),
        "notes": difference.notes,
        "totals": difference.totals,
    });
    let text = serde_json::to_string_pretty(&summary).map_err(InspectError::unwritten)?;
    // The rows are the last member of the same object.
    let open = text.strip_suffix('}').unwrap_or(&text).trim_end();
    write!(out, "{open},\n  \"rows\": [").map_err(InspectError::unwritten)?;
    for (at, row) in difference.rows.iter().enumerate() {
        let row = JsonRow {
            fide_id: row.fide_id,
            name: difference.name(row),
            class: row.class.into_str(),
            field: row.field.into_str(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use tables::{CellValue, ParquetTable};

    #[test]
    fn csv_and_parquet_have_the_same_values_and_only_csv_escapes_formulas() {
        let folder = tempfile::tempdir().expect("a folder");
        let put = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).expect("written");
            path
        };
        let a = put("2024-01.csv", "fide_id,name,rating,games\n1001,=1,1800,3\n1003,\"Cid, Eva\",2100,5\n");
        let b = put("2024-02.csv", "fide_id,name,rating,games\n1001,=1,1788,4\n1003,\"Cid, Eva\",2100,0\n1004,Dahl,1500,6\n");
        let difference = super::super::compare(&a, &b, None, store::HashCheck::Required).expect("two lists");
        let mut csv = Vec::new();
        write_csv(&mut csv, &difference).expect("written");
        let wanted = "fide_id,name,class,field,before,after,change,games,cause,corrections\n\
                      1001,'=1,rating-with-games,rating,1800,1788,-12,4,,\n\
                      1004,Dahl,new,rating,,1500,,6,,\n";
        assert_eq!(String::from_utf8(csv).expect("text"), wanted);
        let mut parquet = Vec::new();
        write_parquet(&mut parquet, &difference).expect("written");
        let table = ParquetTable::from_bytes(&parquet, |_| true).and_then(|table| table.read_all()).expect("readable");
        assert!(table.names().eq(wanted.lines().next().unwrap_or("").split(',')));
        assert_eq!(table.cell("fide_id", 0), CellValue::Integer(1001));
        assert_eq!(table.cell("name", 0), CellValue::Text("=1"));
        assert_eq!(table.cell("before", 0), CellValue::Text("1800"));
        assert_eq!(table.cell("change", 0), CellValue::Integer(-12));
        assert_eq!((table.cell("change", 1), table.cell("games", 1)), (CellValue::Null, CellValue::Integer(6)));
    }
}
