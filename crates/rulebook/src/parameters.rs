//! Lists the parameters of an edition with their articles, and compares two editions.

use crate::TitleEdition;
use crate::edition::*;
use serde::Serialize;
use serde_json::{Map, Value};

/// One value of an edition, with its article.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Parameter {
    pub section: String,
    pub key: String,
    pub value: String,
    /// Empty without an article: for the edition's id and title, and for rules that it lacks.
    pub article: String,
}

/// A parameter that differs between two editions.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct ParameterDifference {
    pub section: String,
    pub key: String,
    pub left: Option<Parameter>,
    pub right: Option<Parameter>,
    /// False if only the number of the article differs.
    pub value_differs: bool,
}

/// Returns every parameter of an edition, in the order of its file.
pub fn parameters(edition: &Edition) -> Vec<Parameter> {
    parameters_of_sections(edition)
}

/// Returns every parameter of an edition of the title regulations, in the order of its file. Each norm is a section, such as `norms.GM`.
pub fn title_parameters(edition: &TitleEdition) -> Vec<Parameter> {
    parameters_of_sections(edition)
}

fn parameters_of_sections(edition: &impl Serialize) -> Vec<Parameter> {
    let value = serde_json::to_value(edition).expect("an edition has string keys and plain values");
    let mut found = Vec::new();
    for (section, value) in value.as_object().expect("an edition is a table") {
        match value {
            Value::Object(fields) => flatten(section, "", "", fields, &mut found),
            Value::Array(items) if items.iter().any(Value::is_object) => {
                for fields in items.iter().filter_map(Value::as_object) {
                    flatten(&format!("{section}.{}", table_name(fields)), "", "", fields, &mut found);
                }
            }
            plain => {
                found.push(Parameter {
                    section: "edition".to_owned(),
                    key: section.clone(),
                    value: format_value(plain),
                    article: String::new(),
                });
            }
        }
    }
    found
}

/// The name of one table of an array: its title, or its article.
fn table_name(fields: &Map<String, Value>) -> &str {
    fields.get("title").or_else(|| fields.get("article")).and_then(Value::as_str).unwrap_or_default()
}

/// Returns the parameters in which two editions differ, in the order of the file; in each section those of the left edition come first.
pub fn compare_editions(left: &Edition, right: &Edition) -> Vec<ParameterDifference> {
    compare_parameters(&parameters(left), &parameters(right))
}

/// Returns the parameters in which two editions of the title regulations differ, in the order of [`compare_editions`].
pub fn compare_title_editions(left: &TitleEdition, right: &TitleEdition) -> Vec<ParameterDifference> {
    compare_parameters(&title_parameters(left), &title_parameters(right))
}

fn compare_parameters(left: &[Parameter], right: &[Parameter]) -> Vec<ParameterDifference> {
    let is_same_key = |a: &Parameter, b: &Parameter| a.section == b.section && a.key == b.key;
    let mut sections: Vec<&str> = Vec::new();
    for parameter in left.iter().chain(right) {
        if !sections.contains(&parameter.section.as_str()) {
            sections.push(&parameter.section);
        }
    }
    let mut found = Vec::new();
    for section in sections {
        for left_parameter in left.iter().filter(|p| p.section == section) {
            let right_parameter = right.iter().find(|p| is_same_key(p, left_parameter));
            if right_parameter != Some(left_parameter) {
                found.push(parameter_difference(Some(left_parameter), right_parameter));
            }
        }
        let only_right = right.iter().filter(|p| p.section == section && !left.iter().any(|l| is_same_key(l, p)));
        found.extend(only_right.map(|p| parameter_difference(None, Some(p))));
    }
    found
}

fn parameter_difference(left: Option<&Parameter>, right: Option<&Parameter>) -> ParameterDifference {
    let either = left.or(right).expect("a comparison has at least one side");
    ParameterDifference {
        section: either.section.clone(),
        key: either.key.clone(),
        left: left.cloned(),
        right: right.cloned(),
        value_differs: left.map(|p| &p.value) != right.map(|p| &p.value),
    }
}

/// Adds the parameters of one TOML table. `article` is that of the enclosing table.
fn flatten(section: &str, prefix: &str, article: &str, fields: &Map<String, Value>, found: &mut Vec<Parameter>) {
    let own = fields.get("article").and_then(Value::as_str).unwrap_or(article);
    let before = found.len();
    for (key, value) in fields {
        if key == "article" {
            continue;
        }
        let path = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
        if let Some(stem) = key.strip_suffix("_article") {
            // `below_article` is the article of `below`; a rule without parameters has only an article.
            if !fields.keys().any(|other| other != key && other.starts_with(stem)) {
                let article = format_value(value);
                let path = path.strip_suffix("_article").unwrap_or(&path).to_owned();
                found.push(Parameter { section: section.to_owned(), key: path, value: "applies".to_owned(), article });
            }
            continue;
        }
        let cited = fields
            .iter()
            .find(|(other, _)| other.strip_suffix("_article").is_some_and(|stem| key.starts_with(stem)))
            .map_or(own, |(_, article)| article.as_str().unwrap_or(own));
        match value {
            Value::Object(inner) => flatten(section, &path, cited, inner, found),
            // One rating a title, each with its article.
            Value::Array(items) if items.iter().any(|item| item.get("title").is_some()) => {
                for inner in items.iter().filter_map(Value::as_object) {
                    let fields: Map<String, Value> =
                        inner.iter().filter(|(key, _)| *key != "title").map(|(k, v)| (k.clone(), v.clone())).collect();
                    flatten(section, &format!("{path}.{}", table_name(inner)), cited, &fields, found);
                }
            }
            plain => {
                found.push(Parameter { section: section.to_owned(), key: path, value: format_value(plain), article: cited.to_owned() });
            }
        }
    }
    if found.len() == before && prefix.is_empty() {
        found.push(Parameter { section: section.to_owned(), key: "rule".to_owned(), value: "applies".to_owned(), article: own.to_owned() });
    }
}

/// Formats a value for people.
fn format_value(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) if items.is_empty() => "none".to_owned(),
        Value::Array(items) => {
            let separator = if items.iter().any(Value::is_object) { "; " } else { ", " };
            items.iter().map(format_value).collect::<Vec<_>>().join(separator)
        }
        Value::Object(fields) => fields.iter().map(|(key, value)| format!("{key} {}", format_value(value))).collect::<Vec<_>>().join(", "),
        Value::Null => String::new(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}
