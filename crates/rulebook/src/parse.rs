//! Parses editions and orders from TOML; errors state file, line and column.

use crate::rulebook::EDITIONS;
use crate::validate::{InvalidValue, validate_articles, validate_edition, validate_order, validate_orders};
use crate::validate_titles::validate_titles;
use crate::{Edition, Order, TitleEdition};
use model::{Date, parse_iso_date};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use std::ops::Range;
use toml::de::{DeTable, DeValue};

/// Error in a rulebook file. Lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}:{column}: {message}")]
pub struct RulebookError {
    pub file: String,
    pub line: usize,
    pub column: usize,
    pub message: String,
}

/// Parses one edition, either complete or `based_on` an edition of FIDE with changes. Errors call it `file`.
pub fn read_edition(text: &str, file: &str) -> Result<Edition, RulebookError> {
    let is_based = DeTable::parse(text).is_ok_and(|document| document.get_ref().iter().any(|(key, _)| key.get_ref() == BASED_ON));
    if is_based { read_changes(text, file) } else { read(text, file, validate_edition) }
}

/// The key that names the edition on which a rulebook is based.
const BASED_ON: &str = "based_on";

/// Parses a rulebook that states only the changes to an edition of FIDE.
///
/// A section with another `rule` replaces that of the edition; in any other section the given keys replace those of the edition.
fn read_changes(text: &str, file: &str) -> Result<Edition, RulebookError> {
    let error = |offset: usize, message: &str| {
        let (line, column) = line_and_column(text, offset);
        RulebookError { file: file.to_owned(), line, column, message: message.to_owned() }
    };
    let mut changes: toml::Table = toml::from_str(text).map_err(|e| error(e.span().map_or(0, |span| span.start), e.message()))?;
    let at = |key: &str| offset_of(text, &[key.to_owned()]);
    let base = changes.remove(BASED_ON).and_then(|id| id.as_str().map(str::to_owned));
    let known = || EDITIONS.iter().map(|(path, _)| edition_id(path)).collect::<Vec<_>>().join(", ");
    let base_text = base.as_ref().and_then(|id| EDITIONS.iter().find(|(path, _)| edition_id(path) == id)).map(|(_, text)| *text);
    let Some(base_text) = base_text else {
        return Err(error(at(BASED_ON), &format!("based_on names no edition; known are {}", known())));
    };
    // A changed edition with the name of an edition could be mistaken for it.
    match changes.get("id").and_then(toml::Value::as_str) {
        None => return Err(error(0, "missing field `id`: a changed edition needs a name of its own")),
        Some(id) if EDITIONS.iter().any(|(path, _)| edition_id(path) == id) => {
            return Err(error(at("id"), &format!("`{id}` is the name of an edition; a changed one needs a name of its own")));
        }
        Some(_) => {}
    }
    let mut merged: toml::Table = toml::from_str(base_text).expect("the files that come with the program are read by its tests");
    merge(&mut merged, changes);
    let edition: Edition =
        merged.try_into().map_err(|e: toml::de::Error| error(quoted_offset(text, e.message(), 0..text.len()).unwrap_or(0), e.message()))?;
    let mut invalid = validate_edition(&edition);
    invalid.extend(validate_articles(&edition));
    let first = invalid.into_iter().map(|value| (offset_of(text, &value.path), value.message)).min();
    first.map_or(Ok(edition), |(offset, message)| Err(error(offset, &message)))
}

/// The id in a path: `rapid-blitz-2024` in `editions/rapid-blitz-2024.toml`.
fn edition_id(path: &str) -> &str {
    path.trim_start_matches("editions/").trim_end_matches(".toml")
}

fn merge(base: &mut toml::Table, changes: toml::Table) {
    for (key, change) in changes {
        match (base.get_mut(&key), change) {
            (Some(toml::Value::Table(old)), toml::Value::Table(new))
                if new.get("rule").is_none_or(|rule| old.get("rule") == Some(rule)) =>
            {
                merge(old, new);
            }
            (_, change) => {
                base.insert(key, change);
            }
        }
    }
}

pub(crate) fn read_order(text: &str, file: &str) -> Result<Order, RulebookError> {
    read(text, file, validate_order)
}

/// A file of orders: one `[[order]]` for each.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OrdersFile {
    order: Vec<Order>,
}

/// Parses the user's own orders, each in an `[[order]]`. Errors call the file `file`.
pub fn read_orders(text: &str, file: &str) -> Result<Vec<Order>, RulebookError> {
    read(text, file, |orders: &OrdersFile| validate_orders(&orders.order)).map(|orders| orders.order)
}

/// Parses one edition of the title regulations. Errors call it `file`.
pub fn read_titles(text: &str, file: &str) -> Result<TitleEdition, RulebookError> {
    read(text, file, validate_titles)
}

fn read<T: DeserializeOwned + Serialize>(text: &str, file: &str, invalid: impl Fn(&T) -> Vec<InvalidValue>) -> Result<T, RulebookError> {
    let error = |offset: usize, message: &str| {
        let (line, column) = line_and_column(text, offset);
        RulebookError { file: file.to_owned(), line, column, message: message.to_owned() }
    };
    let value: T = toml::from_str(text).map_err(|e| error(error_offset(text, &e), e.message()))?;
    let mut invalid = invalid(&value);
    invalid.extend(validate_articles(&value));
    // The first in the file, whichever check found it.
    let first = invalid.into_iter().map(|value| (offset_of(text, &value.path), value.message)).min();
    first.map_or(Ok(value), |(offset, message)| Err(error(offset, &message)))
}

/// Returns the offset of a parse error.
///
/// The parser reads a section with a `rule` as a whole and reports only the section, so the key or value that its message quotes is
/// searched inside it.
fn error_offset(text: &str, error: &toml::de::Error) -> usize {
    let span = error.span().unwrap_or(0..0);
    // The span of a section is its heading; the section extends to the next one.
    let is_heading = text[span.start..].starts_with('[');
    let section_end = text[span.start..].find("\n[").map_or(text.len(), |length| span.start + length);
    let within = if is_heading { span.start..section_end } else { span.clone() };
    quoted_offset(text, error.message(), within).unwrap_or(span.start)
}

/// Returns the offset of the key or value that a message quotes, if it occurs once in a range of the text.
fn quoted_offset(text: &str, message: &str, within: Range<usize>) -> Option<usize> {
    let document = DeTable::parse(text).ok()?;
    let mut places = Vec::new();
    if let Some(key) = quoted(message, "unknown field `", '`') {
        visit(document.get_ref(), &mut |name, at, _| places.extend((name == key).then_some(at)));
    } else if let Some(value) = ["integer `", "floating point `", "boolean `", "unknown variant `"]
        .iter()
        .find_map(|kind| quoted(message, kind, '`'))
        .or_else(|| quoted(message, "string \"", '"'))
        .or_else(|| quoted(message, "'", '\''))
    {
        visit(document.get_ref(), &mut |_, _, leaf| {
            places.extend((text[leaf.clone()].trim_matches(['"', '\'']) == value).then_some(leaf.start));
        });
    }
    places.retain(|place| within.contains(place));
    match places[..] {
        [place] => Some(place),
        _ => None,
    }
}

/// Returns the text that a message quotes after an opening.
fn quoted<'m>(message: &'m str, opening: &str, closing: char) -> Option<&'m str> {
    let (_, rest) = message.split_once(opening)?;
    rest.split_once(closing).map(|(quoted, _)| quoted)
}

/// Calls a function for every key of a document, with its name, its offset and the span of its value.
fn visit(table: &DeTable<'_>, visit_key: &mut impl FnMut(&str, usize, Range<usize>)) {
    for (key, value) in table {
        visit_key(key.get_ref(), key.span().start, value.span());
        if let DeValue::Table(inner) = value.get_ref() {
            visit(inner, visit_key);
        }
    }
}

/// Returns the offset of the value at a path, or of the innermost part of the path that the file contains.
fn offset_of(text: &str, path: &[String]) -> usize {
    let Ok(document) = DeTable::parse(text) else { return 0 };
    let mut table = document.get_ref();
    let mut offset = 0;
    for part in path {
        let Some((key, value)) = table.iter().find(|(key, _)| key.get_ref() == part) else { break };
        // A section is located by its name, a parameter by its value.
        match value.get_ref() {
            DeValue::Table(inner) => {
                offset = key.span().start;
                table = inner;
            }
            _ => return value.span().start,
        }
    }
    offset
}

/// Deserializes a date written as `2024-02-01`. Dates are strings in a rulebook, and errors quote them.
pub(crate) fn iso_date<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Date, D::Error> {
    parse_iso_date(&String::deserialize(deserializer)?).map_err(serde::de::Error::custom)
}

pub(crate) fn optional_iso_date<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Date>, D::Error> {
    iso_date(deserializer).map(Some)
}

fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..text.floor_char_boundary(offset)];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}
