//! Editions as tables for people: every parameter with its article, and what differs between two editions.

use crate::edition::*;
use serde_json::{Map, Value};

/// One value of an edition and the article it comes from.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Parameter {
    pub section: String,
    pub key: String,
    pub value: String,
    /// Empty for what has no article: the edition's own id and title, and rules that it does not have.
    pub article: String,
}

/// A parameter that two editions do not share.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Comparison {
    pub section: String,
    pub key: String,
    pub left: Option<Parameter>,
    pub right: Option<Parameter>,
    /// False where only the article has another number.
    pub value_differs: bool,
}

/// Every parameter of an edition, in the order of its file.
pub fn parameters(edition: &Edition) -> Vec<Parameter> {
    let value = serde_json::to_value(edition).expect("an edition has string keys and plain values");
    let mut found = Vec::new();
    for (section, value) in value.as_object().expect("an edition is a table") {
        match value {
            Value::Object(fields) => flatten(section, "", "", fields, &mut found),
            plain => {
                found.push(Parameter { section: "edition".to_owned(), key: section.clone(), value: words(plain), article: String::new() });
            }
        }
    }
    found
}

/// The parameters in which two editions differ, in the order of the file; in each section those of the left come first.
pub fn compare(left: &Edition, right: &Edition) -> Vec<Comparison> {
    let (left, right) = (parameters(left), parameters(right));
    let same_place = |a: &Parameter, b: &Parameter| a.section == b.section && a.key == b.key;
    let mut sections: Vec<&str> = left.iter().map(|p| p.section.as_str()).collect();
    sections.dedup();
    let mut found = Vec::new();
    for section in sections {
        for of_left in left.iter().filter(|p| p.section == section) {
            let of_right = right.iter().find(|p| same_place(p, of_left));
            if of_right != Some(of_left) {
                found.push(comparison(Some(of_left), of_right));
            }
        }
        let only_right = right.iter().filter(|p| p.section == section && !left.iter().any(|l| same_place(l, p)));
        found.extend(only_right.map(|p| comparison(None, Some(p))));
    }
    found
}

fn comparison(left: Option<&Parameter>, right: Option<&Parameter>) -> Comparison {
    let either = left.or(right).expect("a comparison has at least one side");
    Comparison {
        section: either.section.clone(),
        key: either.key.clone(),
        left: left.cloned(),
        right: right.cloned(),
        value_differs: left.map(|p| &p.value) != right.map(|p| &p.value),
    }
}

/// Adds the parameters of one table. `article` is the one of the table around it.
fn flatten(section: &str, prefix: &str, article: &str, fields: &Map<String, Value>, found: &mut Vec<Parameter>) {
    let own = fields.get("article").and_then(Value::as_str).unwrap_or(article);
    let before = found.len();
    for (key, value) in fields {
        if key == "article" {
            continue;
        }
        let path = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
        if let Some(stem) = key.strip_suffix("_article") {
            // `below_article` cites `below`; a rule with nothing to set is shown by its article alone.
            if !fields.keys().any(|other| other != key && other.starts_with(stem)) {
                let article = words(value);
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
            plain => found.push(Parameter { section: section.to_owned(), key: path, value: words(plain), article: cited.to_owned() }),
        }
    }
    if found.len() == before && prefix.is_empty() {
        found.push(Parameter { section: section.to_owned(), key: "rule".to_owned(), value: "applies".to_owned(), article: own.to_owned() });
    }
}

/// A value as a person would write it.
fn words(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) if items.is_empty() => "none".to_owned(),
        Value::Array(items) => {
            let separator = if items.iter().any(Value::is_object) { "; " } else { ", " };
            items.iter().map(words).collect::<Vec<_>>().join(separator)
        }
        Value::Object(fields) => fields.iter().map(|(key, value)| format!("{key} {}", words(value))).collect::<Vec<_>>().join(", "),
        Value::Null => String::new(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}
