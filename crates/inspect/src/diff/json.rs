//! The comparison as JSON: numbers are numbers, nothing is null, causes are objects, and rows are an array or lines.

use super::output::RowsOf;
use super::{ComparedField, ComparedList, Comparison, DiffRow, Difference, DifferenceCause};
use crate::InspectError;
use serde::Serialize;
use std::io::Write;

/// One of the two lists.
#[derive(Serialize)]
struct ListSummary {
    name: String,
    path: String,
    date: Option<model::ListDate>,
    control: Option<model::Control>,
    players: u64,
}

impl ListSummary {
    fn of(list: &ComparedList) -> Self {
        Self {
            name: list.name_of_list(),
            path: list.path.display().to_string(),
            date: list.date,
            control: list.control,
            players: list.len() as u64,
        }
    }
}

/// A value of a field: a number, a text, or nothing.
#[derive(Serialize)]
#[serde(untagged)]
enum FieldValue {
    Number(i32),
    Text(String),
}

impl FieldValue {
    fn of(list: &ComparedList, field: ComparedField, row: Option<u32>) -> Option<Self> {
        let row = row? as usize;
        match field.is_number() {
            true => list.number(field, row).map(Self::Number),
            false => Some(list.value(field, row)).filter(|text| !text.is_empty()).map(Self::Text),
        }
    }
}

#[derive(Serialize)]
struct CauseObject<'d> {
    cause: &'static str,
    /// The points by which the cause moved the rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<i32>,
    /// The id that a merged one was merged into.
    #[serde(skip_serializing_if = "Option::is_none")]
    into: Option<u32>,
    /// The condition that a K has by the rules of the later list.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'d str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    article: Option<&'d str>,
}

#[derive(Serialize)]
struct RowObject<'d> {
    /// The two lists, where there are several comparisons.
    #[serde(skip_serializing_if = "Option::is_none")]
    a: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<String>,
    fide_id: u32,
    name: Option<&'d str>,
    federation: Option<&'d str>,
    title: Option<&'d str>,
    women_title: Option<&'d str>,
    sex: Option<&'d str>,
    birth_year: Option<i32>,
    class: &'static str,
    field: &'static str,
    before: Option<FieldValue>,
    after: Option<FieldValue>,
    change: Option<i32>,
    games: Option<i32>,
    causes: Vec<CauseObject<'d>>,
    corrections: Vec<&'d str>,
}

impl<'d> RowObject<'d> {
    fn of(difference: &'d Difference, row: &DiffRow, is_one_of_several: bool) -> Self {
        let some = |text: &'d str| Some(text).filter(|text| !text.is_empty());
        let text = |field: ComparedField| some(difference.text(field, row));
        let k_change = difference.k_change(row);
        let causes = difference.causes_of_row(row).into_iter().map(|(cause, points)| CauseObject {
            cause: cause.into_str(),
            points,
            into: difference.merged_into(row).filter(|_| cause == DifferenceCause::Merged),
            reason: k_change.map(|change| change.reason.as_str()),
            article: k_change.map(|change| change.article.as_str()),
        });
        Self {
            a: is_one_of_several.then(|| difference.a.name_of_list()),
            b: is_one_of_several.then(|| difference.b.name_of_list()),
            fide_id: row.fide_id,
            name: some(difference.name(row)),
            federation: text(ComparedField::Federation),
            title: text(ComparedField::Title),
            women_title: text(ComparedField::WomenTitle),
            sex: text(ComparedField::Sex),
            birth_year: difference.birth_year(row),
            class: row.class.into_str(),
            field: row.field.into_str(),
            before: FieldValue::of(&difference.a, row.field, row.a),
            after: FieldValue::of(&difference.b, row.field, row.b),
            change: difference.change(row),
            games: row.games,
            causes: causes.collect(),
            corrections: difference.corrections(row).split_whitespace().collect(),
        }
    }
}

/// Writes lists, totals and rows of a comparison as one JSON object, and as `steps` the same of each step where there are several.
pub fn write_json(mut out: impl Write, comparison: &Comparison) -> Result<(), InspectError> {
    write_object(&mut out, &comparison.over_all, Some(&comparison.steps), "")?;
    out.write_all(b"\n").and_then(|()| out.flush()).map_err(InspectError::unwritten)
}

fn write_object(out: &mut impl Write, difference: &Difference, steps: Option<&[Difference]>, indent: &str) -> Result<(), InspectError> {
    let summary = serde_json::json!({
        "a": ListSummary::of(&difference.a),
        "b": ListSummary::of(&difference.b),
        "same": difference.is_same(),
        "notes": difference.notes,
        "totals": difference.totals,
    });
    let text = serde_json::to_string_pretty(&summary).map_err(InspectError::unwritten)?.replace('\n', &format!("\n{indent}"));
    // The rows are the last member of the same object: each is a line.
    let open = text.strip_suffix('}').unwrap_or(&text).trim_end();
    write!(out, "{open},\n{indent}  \"rows\": [").map_err(InspectError::unwritten)?;
    for (at, row) in difference.rows.iter().enumerate() {
        write!(out, "{}\n{indent}    ", if at == 0 { "" } else { "," }).map_err(InspectError::unwritten)?;
        serde_json::to_writer(&mut *out, &RowObject::of(difference, row, false)).map_err(InspectError::unwritten)?;
    }
    let end = if difference.is_same() { "]".to_owned() } else { format!("\n{indent}  ]") };
    write!(out, "{end}").map_err(InspectError::unwritten)?;
    if let Some(steps) = steps {
        write!(out, ",\n{indent}  \"steps\": [").map_err(InspectError::unwritten)?;
        let deeper = format!("{indent}    ");
        for (at, step) in steps.iter().enumerate() {
            write!(out, "{}\n{deeper}", if at == 0 { "" } else { "," }).map_err(InspectError::unwritten)?;
            write_object(out, step, None, &deeper)?;
        }
        let end = if steps.is_empty() { "]".to_owned() } else { format!("\n{indent}  ]") };
        write!(out, "{end}").map_err(InspectError::unwritten)?;
    }
    write!(out, "\n{indent}}}").map_err(InspectError::unwritten)
}

/// Writes each row as an object on a line of its own.
pub fn write_json_lines(mut out: impl Write, comparison: &Comparison) -> Result<(), InspectError> {
    let differences = comparison.all();
    let rows = RowsOf::of(&differences);
    for row in 0..rows.len() {
        let (difference, row) = rows.get(row);
        serde_json::to_writer(&mut out, &RowObject::of(difference, row, differences.len() > 1)).map_err(InspectError::unwritten)?;
        out.write_all(b"\n").map_err(InspectError::unwritten)?;
    }
    out.flush().map_err(InspectError::unwritten)
}
