//! `ratinglist rules`

use crate::arguments::SharedArguments;
use crate::output::{self, UsageError};
use clap::Args;
use model::{Control, Date, ReadingNumber, parse_iso_date};
use pages::{Block, Column, Document, DocumentTable, Facts, Section, Value, capitalised};
use rulebook::{
    Edition, EditionSelection, Order, Parameter, ParameterDifference, Rulebook, TitleEdition, compare_editions, compare_title_editions,
    parameters, title_parameters,
};
use serde_json::{Value as Json, json};
use std::borrow::Cow;
use std::path::Path;
use std::process::ExitCode;

#[derive(Debug, Args)]
pub(crate) struct RulesArguments {
    /// Print this edition, every parameter with its article; or a rulebook file of one's own; or this reading, as D18
    #[arg(value_name = "EDITION | FILE | READING")]
    edition: Option<String>,
    /// Print only what differs from this other edition or rulebook file, side by side
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

pub(crate) fn run(arguments: &RulesArguments, shared: &SharedArguments) -> anyhow::Result<ExitCode> {
    let book = Rulebook::fide();
    let (json, document) = match (&arguments.edition, &arguments.compare, arguments.on) {
        (Some(id), Some(other), _) => match (book.title_edition_by_id(id), book.title_edition_by_id(other)) {
            (Some(left), Some(right)) => title_comparison(left, right),
            _ => comparison(&*find_edition(book, id)?, &*find_edition(book, other)?),
        },
        (Some(id), None, _) if id.to_uppercase().parse::<ReadingNumber>().is_ok() => single_reading(&id.to_uppercase())?,
        (Some(id), None, _) => match book.title_edition_by_id(id) {
            Some(titles) => title_edition(titles),
            None => single_edition(&*find_edition(book, id)?),
        },
        (None, _, Some(day)) => editions_on(book, day, arguments.control)?,
        (None, _, None) => all_editions(book, arguments.control),
    };
    if shared.json {
        output::print_json(&json)?;
    } else {
        output::print_document(&document)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn single_reading(id: &str) -> anyhow::Result<(Json, Document)> {
    let readings = rulebook::readings();
    let known = || match rulebook::former_reading(id) {
        Some(now) => format!("{id} has no entry of its own any more: it is in {now}"),
        None => {
            format!("there is no reading '{id}'; known are {}", readings.keys().map(ToString::to_string).collect::<Vec<_>>().join(", "))
        }
    };
    let reading = id.parse().ok().and_then(|number: ReadingNumber| readings.get(&number)).ok_or_else(|| UsageError(known()))?;
    let facts = Facts::new()
        .fact("Example", reading.example.as_str())
        .fact("Test", reading.test.as_str())
        .fact("Revision", Value::Number(reading.revision.into()));
    Ok((serde_json::to_value(reading)?, Document::new(id).with(Block::paragraph(reading.text.as_str())).with(facts)))
}

/// Finds an edition by its id, or reads it from a rulebook file: whatever ends in `.toml` or has a folder before it.
fn find_edition<'a>(book: &'a Rulebook, id: &str) -> anyhow::Result<Cow<'a, Edition>> {
    if book.title_edition_by_id(id).is_some() {
        return Err(UsageError(format!("{id} are regulations for titles, and are compared with such only")).into());
    }
    if let Some(edition) = book.by_id(id) {
        return Ok(Cow::Borrowed(edition));
    }
    if id.ends_with(".toml") || id.contains(std::path::MAIN_SEPARATOR) {
        return Ok(Cow::Owned(pipeline::read_rulebook_file(Path::new(id))?));
    }
    let known = book.editions().iter().map(|e| &e.id).chain(book.titles().iter().map(|t| &t.id)).cloned().collect::<Vec<_>>().join(", ");
    Err(UsageError(format!("there is no edition '{id}'; known are {known}, and rulebook files, which end in .toml")).into())
}

fn join_controls(controls: &[Control]) -> String {
    controls.iter().map(|c| c.word()).collect::<Vec<_>>().join(", ")
}

/// A table whose columns have no names: an id or a name, then its values.
fn table<const N: usize>(rows: impl IntoIterator<Item = [String; N]>) -> DocumentTable {
    named_table(std::array::from_fn(|column| if column == 0 { Column::short("") } else { Column::text("") }), rows)
}

fn named_table<const N: usize>(columns: [Column; N], rows: impl IntoIterator<Item = [String; N]>) -> DocumentTable {
    let mut table = DocumentTable::new(columns);
    rows.into_iter().for_each(|row| table.row(row.map(Value::from)));
    table
}

/// The editions and the gaps between them, control by control.
fn all_editions(book: &Rulebook, only: Option<Control>) -> (Json, Document) {
    let is_selected = |control: Control| only.is_none_or(|only| only == control);
    let editions = || book.editions().iter().filter(|edition| edition.controls.iter().any(|&control| is_selected(control)));
    let orders: Vec<_> = book.orders().iter().filter(|order| order.controls.iter().any(|&control| is_selected(control))).collect();
    let mut document = Document::new("");
    for &control in Control::ALL.iter().filter(|control| is_selected(**control)) {
        let periods = book.coverage(control);
        if periods.iter().all(|(_, _, edition)| edition.is_none()) {
            continue;
        }
        let rows = periods.iter().map(|(from, until, edition)| {
            let until = until.map_or_else(String::new, |until| until.to_string());
            let (id, title) = edition.map_or(("(no edition)", ""), |edition| (edition.id.as_str(), edition.title.as_str()));
            [id.to_owned(), from.to_string(), until, title.to_owned()]
        });
        document.push(Section::new(capitalised(control.word())).with(table(rows)));
    }
    let by_name = editions().filter(|edition| edition.in_force.chosen == EditionSelection::ByNameOnly);
    let by_name = table(by_name.map(|e| [e.id.clone(), e.in_force.from.to_string(), join_controls(&e.controls), e.title.clone()]));
    let ordered = table(orders.iter().map(|o| [o.id.clone(), list_dates(o), join_controls(&o.controls), o.title.clone()]));
    let title_rows = book.title_coverage().into_iter().filter(|_| only.is_none()).map(|(from, until, edition)| {
        let (id, title) = edition.map_or(("(no edition)", ""), |edition| (edition.id.as_str(), edition.title.as_str()));
        [id.to_owned(), from.to_string(), until.map_or_else(String::new, |until| until.to_string()), title.to_owned()]
    });
    let titles = table(title_rows);
    for (heading, table) in [("Only where asked for by name", by_name), ("Orders, only where asked for", ordered), ("Titles", titles)] {
        if !table.is_empty() {
            document.push(Section::new(heading).with(table));
        }
    }
    let editions: Vec<Json> = editions()
        .map(|e| json!({ "id": e.id, "title": e.title, "source": e.source, "controls": e.controls, "from": e.in_force.from, "until": e.in_force.until, "chosen": e.in_force.chosen }))
        .collect();
    let titles: Vec<&String> = book.titles().iter().map(|titles| &titles.id).collect();
    let title_coverage: Vec<Json> = book
        .title_coverage()
        .into_iter()
        .map(|(from, until, edition)| json!({ "edition": edition.map(|edition| &edition.id), "from": from, "until": until }))
        .collect();
    (json!({ "editions": editions, "orders": orders, "titles": titles, "title_coverage": title_coverage }), document)
}

fn single_edition(edition: &Edition) -> (Json, Document) {
    let parameters = parameters(edition);
    let rows: Vec<Json> =
        parameters.iter().map(|p| json!({ "section": p.section, "key": p.key, "value": p.value, "article": p.article })).collect();
    let json = json!({ "id": edition.id, "title": edition.title, "parameters": rows });
    let rows = parameters.into_iter().map(|p| [p.section, p.key, p.value, p.article]);
    (
        json,
        Document::new("").with(named_table(
            [Column::short("Section"), Column::short("Parameter"), Column::text("Value"), Column::text("Article")],
            rows,
        )),
    )
}

/// An edition of the title regulations; its grades stand before its parameters, because they say how far these can be relied on.
fn title_edition(edition: &TitleEdition) -> (Json, Document) {
    let parameters: Vec<Parameter> = title_parameters(edition).into_iter().filter(|parameter| !is_grade(&parameter.section)).collect();
    let json = json!({ "id": edition.id, "title": edition.title, "source": edition.source, "in_force": edition.in_force,
        "grades": edition.grades, "parameters": parameters });
    let columns = [Column::short("Section"), Column::short("Parameter"), Column::text("Value"), Column::text("Article")];
    let rows = parameters.into_iter().map(|p| [p.section, p.key, p.value, p.article]);
    let mut document = Document::new("");
    document.extend(grades(edition).map(Block::from));
    (json, document.with(named_table(columns, rows)))
}

/// Whether a section of an edition is one of its grades.
fn is_grade(section: &str) -> bool {
    section == "grades" || section.starts_with("grades.")
}

/// How well the articles are known that were not taken from the text itself.
fn grades(edition: &TitleEdition) -> Option<Section> {
    edition.grades.first()?;
    let rows = edition.grades.iter().map(|graded| [graded.article.clone(), graded.grade.word().to_owned(), graded.change.clone()]);
    let columns = [Column::short("Article"), Column::short("Grade"), Column::long("What differs")];
    let meaning = "transcribed: the words of the article were compared; noted: an arbiters' program documents the article with its number; \
                   announced: a notice of the commission. All other articles are as in the edition before.";
    let heading = format!("Articles of {} that are not from the text itself", edition.id);
    Some(Section::new(heading).with(named_table(columns, rows)).with(Block::note(meaning)))
}

fn comparison(left: &Edition, right: &Edition) -> (Json, Document) {
    compared(&left.id, &right.id, &compare_editions(left, right))
}

fn title_comparison(left: &TitleEdition, right: &TitleEdition) -> (Json, Document) {
    let differences: Vec<ParameterDifference> =
        compare_title_editions(left, right).into_iter().filter(|difference| !is_grade(&difference.section)).collect();
    let (mut json, mut document) = compared(&left.id, &right.id, &differences);
    for edition in [left, right].into_iter().filter(|edition| !edition.grades.is_empty()) {
        json["grades"][&edition.id] = json!(edition.grades);
        document.extend(grades(edition).map(Block::from));
    }
    (json, document)
}

fn compared(left: &str, right: &str, differences: &[ParameterDifference]) -> (Json, Document) {
    let side = |p: &Option<Parameter>| p.as_ref().map(|p| json!({ "value": p.value, "article": p.article }));
    let rows: Vec<Json> = differences
        .iter()
        .map(|d| json!({ "section": d.section, "key": d.key, "left": side(&d.left), "right": side(&d.right), "value_differs": d.value_differs }))
        .collect();
    let json = json!({ "left": left, "right": right, "differences": rows });
    let cell = |p: &Option<Parameter>| match p {
        None => "-".to_owned(),
        Some(p) if p.article.is_empty() => p.value.clone(),
        Some(p) => format!("{} ({})", p.value, p.article),
    };
    let differing = differences.iter().filter(|d| d.value_differs);
    let rows = differing.map(|d| [d.section.clone(), d.key.clone(), cell(&d.left), cell(&d.right)]);
    let columns = [Column::short("Section"), Column::short("Parameter"), Column::text(left), Column::text(right)];
    let mut document = Document::new("").with(named_table(columns, rows));
    let renumbered = differences.iter().filter(|d| !d.value_differs).count();
    if renumbered > 0 {
        document.push(Block::paragraph(format!("{renumbered} more parameters are the same under another article")));
    }
    (json, document)
}

/// The list dates of an order: a day, or the first and the last.
fn list_dates(order: &Order) -> String {
    order.until.map_or_else(|| order.from.to_string(), |until| format!("{} to {until}", order.from))
}

/// The editions in force on a day, and the orders that are known for a list of that day. A day without an edition is an error only if one
/// control was requested.
fn editions_on(book: &Rulebook, day: Date, control: Option<Control>) -> anyhow::Result<(Json, Document)> {
    let mut rows = Vec::new();
    for &listed_control in Control::ALL.iter().filter(|c| control.is_none_or(|o| o == **c)) {
        match book.edition_on(listed_control, day) {
            Ok(edition) => rows.push((listed_control, Some(edition.id.clone()), format!("{} ({})", edition.title, edition.source))),
            Err(gap) if control.is_some() => return Err(pipeline::PipelineError::from(gap).into()),
            Err(gap) => rows.push((listed_control, None, gap.to_string())),
        }
    }
    let editions: Vec<Json> = rows.iter().map(|(control, id, text)| json!({ "control": control, "edition": id, "text": text })).collect();
    let mut json = json!({ "on": day, "editions": editions });
    let mut rows: Vec<[String; 3]> =
        rows.into_iter().map(|(control, id, text)| [control.to_string(), id.unwrap_or_else(|| "-".to_owned()), text]).collect();
    if control.is_none() {
        let (id, text) = match book.title_edition_on(day) {
            Ok(edition) => (Some(&edition.id), format!("{} ({})", edition.title, edition.source)),
            Err(gap) => (None, gap.to_string()),
        };
        json["titles"] = json!({ "edition": id, "text": text });
        rows.push(["titles".to_owned(), id.cloned().unwrap_or_else(|| "-".to_owned()), text]);
    }
    let is_asked = |order: &&Order| order.is_in_force(day) && control.is_none_or(|control| order.controls.contains(&control));
    let orders: Vec<&Order> = book.orders().iter().filter(is_asked).collect();
    let mut document = Document::new("").with(table(rows));
    if !orders.is_empty() {
        let rows = orders.iter().map(|o| [o.id.clone(), join_controls(&o.controls), format!("{} ({})", o.title, o.source)]);
        document.push(Section::new("Orders, only where asked for (--orders fide)").with(table(rows)));
    }
    json["orders"] = json!(orders);
    Ok((json, document))
}
