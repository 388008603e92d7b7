//! What `ratinglist norms --json` prints: each event with its row, and the rows of its players.

use crate::output;
use pipeline::JudgedEventNorms;
use publish::{EventNorms, NormsFilter, event_norms_table, outlook_table, title_tournaments_table};
use serde_json::{Map, Value, json};
use tables::{CellValue, Table};

/// The whole answer.
pub(super) fn answer(judged: &JudgedEventNorms, filter: &NormsFilter<'_>) -> anyhow::Result<Value> {
    let events = judged.events.iter().map(|event| self::event(event, filter)).collect::<anyhow::Result<Vec<_>>>()?;
    let not_judged: Vec<Value> = judged
        .not_judged
        .iter()
        .map(|event| json!({ "tournament_id": &*event.tournament_id, "file": &*event.file, "reason": event.reason.to_string() }))
        .collect();
    let diagnostics: Vec<Value> = judged.diagnostics.iter().map(output::diagnostic_json).collect();
    Ok(json!({ "events": events, "not_judged": not_judged, "diagnostics": diagnostics }))
}

/// The columns of `title_tournaments.parquet`, what else is known of the event, and its rows: results, or what is needed of one under way.
fn event(event: &EventNorms, filter: &NormsFilter<'_>) -> anyhow::Result<Value> {
    let row = [event.verdict.tournament.clone()];
    let mut columns = rows(&title_tournaments_table(&row).to_table()?).into_iter().next().unwrap_or_default();
    let (judged, tournament) = (&event.event, &event.tournament);
    columns.insert("name".to_owned(), tournament.name.as_str().into());
    columns.insert("city".to_owned(), tournament.city.as_str().into());
    columns.insert("federation".to_owned(), tournament.federation.as_str().into());
    columns.insert("start".to_owned(), judged.start.to_string().into());
    columns.insert("end".to_owned(), judged.end.to_string().into());
    columns.insert("list".to_owned(), event.list.to_string().into());
    let only = std::slice::from_ref(event);
    match &event.under_way {
        Some(under_way) => {
            columns.insert("after_round".to_owned(), under_way.after.into());
            let needed: Vec<Value> = rows(&outlook_table(only, filter).to_table()?).into_iter().map(Value::Object).collect();
            columns.insert("needed".to_owned(), needed.into());
        }
        None => {
            let results: Vec<Value> = rows(&event_norms_table(only, filter)?).into_iter().map(Value::Object).collect();
            columns.insert("results".to_owned(), results.into());
        }
    }
    Ok(Value::Object(columns))
}

/// The rows of a table as objects, by column.
fn rows(table: &Table) -> Vec<Map<String, Value>> {
    let names: Vec<&str> = table.names().collect();
    let cell = |name: &str, row: usize| match table.cell(name, row) {
        CellValue::Null | CellValue::Other => Value::Null,
        CellValue::Text(text) => text.into(),
        CellValue::Integer(number) | CellValue::Timestamp(number) => number.into(),
        CellValue::Date(days) => model::any_date_after_1970(days).map_or(Value::Null, |day| day.to_string().into()),
        CellValue::Boolean(is_so) => is_so.into(),
    };
    (0..table.height()).map(|row| names.iter().map(|name| ((*name).to_owned(), cell(name, row))).collect()).collect()
}
