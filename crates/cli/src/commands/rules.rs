//! `ratinglist rules`

use crate::arguments::Shared;
use crate::output::{self, Usage, table};
use clap::Args;
use model::{Control, Date, parse_iso_date};
use rulebook::{Edition, Rulebook, compare, parameters};
use std::process::ExitCode;

#[derive(Debug, Args)]
pub(crate) struct RulesArguments {
    /// Print this edition, every parameter with its article
    #[arg(value_name = "EDITION")]
    edition: Option<String>,
    /// Print only what differs from this other edition, side by side
    #[arg(long, value_name = "OTHER", requires = "edition")]
    compare: Option<String>,
    /// Which edition holds on this day, as 2024-02-01
    #[arg(long, value_name = "DATE", value_parser = day, conflicts_with = "edition")]
    on: Option<Date>,
    /// Ask for one control only
    #[arg(long, value_name = "CONTROL", conflicts_with = "edition")]
    control: Option<Control>,
}

fn day(text: &str) -> Result<Date, String> {
    parse_iso_date(text).map_err(|error| error.to_string())
}

pub(crate) fn run(arguments: &RulesArguments, shared: &Shared) -> anyhow::Result<ExitCode> {
    let book = Rulebook::fide();
    let text = match (&arguments.edition, &arguments.compare, arguments.on) {
        (Some(id), Some(other), _) => comparison(find(book, id)?, find(book, other)?, shared.json),
        (Some(id), None, _) if book.titles().iter().any(|t| t.id == *id) => titles(book, id, shared.json),
        (Some(id), None, _) => one(find(book, id)?, shared.json),
        (None, _, Some(day)) => on(book, day, arguments.control, shared.json)?,
        (None, _, None) => all(book, arguments.control, shared.json),
    };
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn find<'a>(book: &'a Rulebook, id: &str) -> anyhow::Result<&'a Edition> {
    if book.titles().iter().any(|titles| titles.id == id) {
        return Err(Usage(format!("{id} are regulations for titles; only editions for ratings can be compared")).into());
    }
    let known = || book.editions().iter().map(|e| &e.id).chain(book.titles().iter().map(|t| &t.id)).cloned().collect::<Vec<_>>().join(", ");
    Ok(book.by_id(id).ok_or_else(|| Usage(format!("there is no edition '{id}'; known are {}", known())))?)
}

fn words(controls: &[Control]) -> String {
    controls.iter().map(|c| c.word()).collect::<Vec<_>>().join(", ")
}

/// The editions and the gaps between them, control by control.
fn all(book: &Rulebook, only: Option<Control>, json: bool) -> String {
    if json {
        let editions: Vec<_> = book
            .editions()
            .iter()
            .filter(|e| only.is_none_or(|control| e.controls.contains(&control)))
            .map(|e| serde_json::json!({ "id": e.id, "title": e.title, "source": e.source, "controls": e.controls, "from": e.in_force.from, "until": e.in_force.until, "chosen": e.in_force.chosen }))
            .collect();
        return pretty(
            &serde_json::json!({ "editions": editions, "orders": book.orders().iter().filter(|o| only.is_none_or(|control| o.control == control)).collect::<Vec<_>>(), "titles": book.titles().iter().map(|t| &t.id).collect::<Vec<_>>() }),
        );
    }
    let mut text = String::new();
    for &control in Control::ALL.iter().filter(|c| only.is_none_or(|o| o == **c)) {
        let periods = book.periods(control);
        if periods.iter().all(|(_, _, edition)| edition.is_none()) {
            continue;
        }
        text.push_str(&format!("{control}\n"));
        let rows: Vec<Vec<String>> = periods
            .iter()
            .map(|(from, until, edition)| {
                let until = until.map_or_else(String::new, |until| until.to_string());
                let (id, title) = edition.map_or(("(no edition)", ""), |e| (e.id.as_str(), e.title.as_str()));
                vec![format!("  {id}"), from.to_string(), until, title.to_owned()]
            })
            .collect();
        text.push_str(&table(&rows, &[]));
        text.push('\n');
    }
    let named: Vec<Vec<String>> = book
        .editions()
        .iter()
        .filter(|e| e.in_force.chosen == rulebook::Chosen::ByNameOnly && only.is_none_or(|o| e.controls.contains(&o)))
        .map(|e| vec![format!("  {}", e.id), e.in_force.from.to_string(), words(&e.controls), e.title.clone()])
        .collect();
    if !named.is_empty() {
        text.push_str("only where asked for by name\n");
        text.push_str(&table(&named, &[]));
        text.push('\n');
    }
    let orders: Vec<Vec<String>> = book
        .orders()
        .iter()
        .filter(|o| only.is_none_or(|c| c == o.control))
        .map(|o| vec![format!("  {}", o.id), o.date.to_string(), o.control.to_string(), o.title.clone()])
        .collect();
    if !orders.is_empty() {
        text.push_str("orders\n");
        text.push_str(&table(&orders, &[]));
        text.push('\n');
    }
    if only.is_none() {
        text.push_str("titles\n");
        let rows: Vec<Vec<String>> = book.titles().iter().map(|t| vec![format!("  {}", t.id), t.title.clone()]).collect();
        text.push_str(&table(&rows, &[]));
    }
    text.trim_end().to_owned() + "\n"
}

fn one(edition: &Edition, json: bool) -> String {
    let parameters = parameters(edition);
    if json {
        let rows: Vec<_> = parameters
            .iter()
            .map(|p| serde_json::json!({ "section": p.section, "key": p.key, "value": p.value, "article": p.article }))
            .collect();
        return pretty(&serde_json::json!({ "id": edition.id, "title": edition.title, "parameters": rows }));
    }
    let mut rows = vec![vec!["section".to_owned(), "parameter".to_owned(), "value".to_owned(), "article".to_owned()]];
    rows.extend(parameters.into_iter().map(|p| vec![p.section, p.key, p.value, p.article]));
    table(&rows, &[])
}

fn titles(book: &Rulebook, id: &str, json: bool) -> String {
    let titles = book.titles().iter().find(|t| t.id == id).expect("looked up before");
    let value = serde_json::to_value(titles).expect("plain data");
    if json {
        return pretty(&value);
    }
    let mut rows = Vec::new();
    flatten("", &value, &mut rows);
    table(&rows, &[])
}

/// Paths and values of a tree of data.
fn flatten(path: &str, value: &serde_json::Value, rows: &mut Vec<Vec<String>>) {
    match value {
        serde_json::Value::Object(map) => {
            for (key, value) in map {
                flatten(&if path.is_empty() { key.clone() } else { format!("{path}.{key}") }, value, rows);
            }
        }
        serde_json::Value::Array(items) if items.iter().any(|i| i.is_object()) => {
            items.iter().enumerate().for_each(|(at, value)| flatten(&format!("{path}.{}", at + 1), value, rows));
        }
        serde_json::Value::String(text) => rows.push(vec![path.to_owned(), text.clone()]),
        other => rows.push(vec![path.to_owned(), other.to_string()]),
    }
}

fn comparison(left: &Edition, right: &Edition, json: bool) -> String {
    let differences = compare(left, right);
    let cell = |p: &Option<rulebook::Parameter>| {
        p.as_ref().map_or_else(|| ("-".to_owned(), String::new()), |p| (p.value.clone(), p.article.clone()))
    };
    if json {
        let side = |p: &Option<rulebook::Parameter>| p.as_ref().map(|p| serde_json::json!({ "value": p.value, "article": p.article }));
        let rows: Vec<_> = differences
            .iter()
            .map(|d| serde_json::json!({ "section": d.section, "key": d.key, "left": side(&d.left), "right": side(&d.right), "value_differs": d.value_differs }))
            .collect();
        return pretty(&serde_json::json!({ "left": left.id, "right": right.id, "differences": rows }));
    }
    let mut rows = vec![vec![
        "section".to_owned(),
        "parameter".to_owned(),
        left.id.clone(),
        "article".to_owned(),
        right.id.clone(),
        "article".to_owned(),
    ]];
    for d in differences.iter().filter(|d| d.value_differs) {
        let ((left, left_article), (right, right_article)) = (cell(&d.left), cell(&d.right));
        rows.push(vec![d.section.clone(), d.key.clone(), left, left_article, right, right_article]);
    }
    let renumbered = differences.iter().filter(|d| !d.value_differs).count();
    let mut text = table(&rows, &[]);
    if renumbered > 0 {
        text.push_str(&format!("\n{renumbered} more parameters are the same under another article\n"));
    }
    text
}

/// Which edition holds; a gap is an answer too, unless one control was asked for.
fn on(book: &Rulebook, day: Date, control: Option<Control>, json: bool) -> anyhow::Result<String> {
    let mut rows = Vec::new();
    for &asked in Control::ALL.iter().filter(|c| control.is_none_or(|o| o == **c)) {
        match book.on(asked, day) {
            Ok(edition) => rows.push((asked, Some(edition.id.clone()), edition.title.clone())),
            Err(gap) if control.is_some() => return Err(pipeline::PipelineError::from(gap).into()),
            Err(gap) => rows.push((asked, None, gap.to_string())),
        }
    }
    if json {
        let rows: Vec<_> =
            rows.iter().map(|(control, id, text)| serde_json::json!({ "control": control, "edition": id, "text": text })).collect();
        return Ok(pretty(&serde_json::json!({ "on": day, "editions": rows })));
    }
    let rows: Vec<Vec<String>> =
        rows.into_iter().map(|(control, id, text)| vec![control.to_string(), id.unwrap_or_else(|| "-".to_owned()), text]).collect();
    Ok(table(&rows, &[]))
}

fn pretty(value: &serde_json::Value) -> String {
    serde_json::to_string_pretty(value).expect("plain data") + "\n"
}
