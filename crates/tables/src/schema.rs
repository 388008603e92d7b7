//! Schemas of all tables that are read or written, from `data/schemas`.
//!
//! Each file is a Frictionless Table Schema with additional keys: `direction` (read, written, or shared for fields that other schemas
//! include), `files`, and for each field its type in Parquet (`stored`), its `unit`, its `article`, whether the column is `optional`, and
//! whether it is in Parquet only (`parquet_only`). A field `{"include": NAME}` stands for all fields of another schema, `{"include": NAME,
//! "only": [...]}` for some of them, in that order; further keys of such a field replace those of the included fields.

use crate::ColumnType;
use serde_json::Value;
use std::sync::LazyLock;

/// Schema files by name.
const FILES: [(&str, &str); 37] = [
    ("bundle_byes", include_str!("../../../data/schemas/bundle_byes.json")),
    ("bundle_games", include_str!("../../../data/schemas/bundle_games.json")),
    ("bundle_online_games", include_str!("../../../data/schemas/bundle_online_games.json")),
    ("bundle_players", include_str!("../../../data/schemas/bundle_players.json")),
    ("bundle_tournaments", include_str!("../../../data/schemas/bundle_tournaments.json")),
    ("changes", include_str!("../../../data/schemas/changes.json")),
    ("checks", include_str!("../../../data/schemas/checks.json")),
    ("corrections", include_str!("../../../data/schemas/corrections.json")),
    ("delisted", include_str!("../../../data/schemas/delisted.json")),
    ("diagnostics", include_str!("../../../data/schemas/diagnostics.json")),
    ("diff", include_str!("../../../data/schemas/diff.json")),
    ("diff_players", include_str!("../../../data/schemas/diff_players.json")),
    ("direct_results", include_str!("../../../data/schemas/direct_results.json")),
    ("games", include_str!("../../../data/schemas/games.json")),
    ("given_norms", include_str!("../../../data/schemas/given_norms.json")),
    ("history", include_str!("../../../data/schemas/history.json")),
    ("identity", include_str!("../../../data/schemas/identity.json")),
    ("list", include_str!("../../../data/schemas/list.json")),
    ("list_and_control", include_str!("../../../data/schemas/list_and_control.json")),
    ("lists", include_str!("../../../data/schemas/lists.json")),
    ("norm_results", include_str!("../../../data/schemas/norm_results.json")),
    ("norms", include_str!("../../../data/schemas/norms.json")),
    ("online_games", include_str!("../../../data/schemas/online_games.json")),
    ("player", include_str!("../../../data/schemas/player.json")),
    ("pool", include_str!("../../../data/schemas/pool.json")),
    ("rated_tournaments", include_str!("../../../data/schemas/rated_tournaments.json")),
    ("registry", include_str!("../../../data/schemas/registry.json")),
    ("revision_players", include_str!("../../../data/schemas/revision_players.json")),
    ("revisions", include_str!("../../../data/schemas/revisions.json")),
    ("roster", include_str!("../../../data/schemas/roster.json")),
    ("state", include_str!("../../../data/schemas/state.json")),
    ("title_awards", include_str!("../../../data/schemas/title_awards.json")),
    ("title_ratings", include_str!("../../../data/schemas/title_ratings.json")),
    ("title_tournaments", include_str!("../../../data/schemas/title_tournaments.json")),
    ("titled_unrated", include_str!("../../../data/schemas/titled_unrated.json")),
    ("top", include_str!("../../../data/schemas/top.json")),
    ("tournaments", include_str!("../../../data/schemas/tournaments.json")),
];

/// Returns the text of every schema file with its name.
pub fn schema_files() -> impl Iterator<Item = (&'static str, &'static str)> {
    FILES.into_iter()
}

/// Schema of one table.
#[derive(Clone, Debug)]
pub struct Schema {
    name: &'static str,
    /// The JSON of the file, with included fields expanded.
    value: Value,
}

static SCHEMAS: LazyLock<Vec<Schema>> = LazyLock::new(|| FILES.iter().map(|&(name, _)| Schema { name, value: expand(name) }).collect());

fn parse(name: &str) -> Value {
    let text = FILES.iter().find(|(known, _)| *known == name).map_or("null", |(_, text)| text);
    serde_json::from_str(text).expect("the schemas are part of the program, and tests read them all")
}

/// Returns a schema with included fields expanded.
fn expand(name: &str) -> Value {
    let mut schema = parse(name);
    let fields = schema["fields"].as_array().map_or_else(Vec::new, |fields| fields.iter().flat_map(fields_of).collect());
    schema["fields"] = Value::Array(fields);
    schema
}

/// Returns the fields that one entry stands for.
fn fields_of(entry: &Value) -> Vec<Value> {
    let Some(included) = entry["include"].as_str() else { return vec![entry.clone()] };
    let Value::Array(mut fields) = expand(included)["fields"].take() else { return Vec::new() };
    if let Some(only) = entry["only"].as_array() {
        fields = only.iter().filter_map(|name| fields.iter().find(|field| field["name"] == *name).cloned()).collect();
    }
    let changes = entry.as_object().into_iter().flatten().filter(|(key, _)| !["include", "only"].contains(&key.as_str()));
    for (key, value) in changes {
        fields.iter_mut().for_each(|field| field[key.as_str()] = value.clone());
    }
    fields
}

impl Schema {
    /// Returns all schemas, sorted by name.
    pub fn all() -> &'static [Self] {
        &SCHEMAS
    }

    /// Returns the schema with this name.
    ///
    /// # Panics
    /// If there is none; the names are part of the program.
    pub fn named(name: &str) -> &'static Self {
        SCHEMAS.iter().find(|schema| schema.name == name).expect("a schema of this name is part of the program")
    }

    /// Returns the schema of the table that is written to this file.
    pub fn of_output_file(file: &str) -> Option<&'static Self> {
        let is_it = |schema: &&Self| {
            let files = schema.value["files"].as_array();
            schema.value["direction"] == "written" && files.is_some_and(|files| files.iter().any(|name| name == file))
        };
        SCHEMAS.iter().find(is_it)
    }

    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The schema as JSON, with included fields expanded.
    pub fn value(&self) -> &Value {
        &self.value
    }

    /// The fields as JSON.
    pub fn fields(&self) -> impl Iterator<Item = &Value> {
        self.value["fields"].as_array().into_iter().flatten()
    }

    /// Names of the columns of the CSV file, in order.
    pub fn csv_columns(&self) -> impl Iterator<Item = &str> {
        self.fields().filter(|field| field["parquet_only"] != true).filter_map(|field| field["name"].as_str())
    }

    /// Names and types of the columns of the CSV file, in order.
    pub fn csv_column_types(&self) -> Vec<(&str, ColumnType)> {
        let names: Vec<&str> = self.csv_columns().collect();
        self.column_types().into_iter().filter(|(name, _)| names.contains(name)).collect()
    }

    /// Names and types of all columns, in order.
    pub fn column_types(&self) -> Vec<(&str, ColumnType)> {
        let kind = |field: &Value| match field["type"].as_str() {
            Some("integer") => ColumnType::Integer,
            Some("date") => ColumnType::Date,
            Some("boolean") => ColumnType::Boolean,
            _ => ColumnType::Text,
        };
        self.fields().filter_map(|field| Some((field["name"].as_str()?, kind(field)))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_of_every_schema_has_a_description() {
        for schema in Schema::all() {
            let name = schema.name();
            assert_eq!(schema.value()["name"], name);
            let direction = schema.value()["direction"].as_str().unwrap_or("");
            assert!(["read", "written", "shared"].contains(&direction), "{name}");
            for field in schema.fields() {
                let text = |key: &str| field[key].as_str().unwrap_or("");
                assert!(!text("name").is_empty() && text("description").ends_with('.'), "{name}: {field}");
                assert!(["integer", "string", "date", "boolean", "datetime"].contains(&text("type")), "{name}: {field}");
                // Input files may have numbers of any width.
                assert_eq!(text("stored").is_empty(), direction == "read", "{name}: {field}");
            }
            for key in schema.value()["primaryKey"].as_array().into_iter().flatten() {
                assert!(schema.fields().any(|field| field["name"] == *key), "{name}: {key}");
            }
        }
    }

    #[test]
    fn a_published_integer_is_stored_in_32_bits_and_an_id_in_64() {
        for schema in Schema::all().iter().filter(|schema| schema.value()["direction"] != "read") {
            for field in schema.fields().filter(|field| field["type"] == "integer") {
                let wanted = if field["unit"] == "FIDE id" { "Int64" } else { "Int32" };
                assert_eq!(field["stored"], wanted, "{}: {field}", schema.name());
            }
        }
    }

    #[test]
    fn a_schema_is_found_by_the_name_of_a_written_file() {
        let name = |file: &str| Schema::of_output_file(file).map(Schema::name);
        assert_eq!(name("games.parquet"), Some("games"));
        assert_eq!(name("list.csv"), name("list.parquet"));
        assert_eq!(name("tournaments.csv"), None);
        assert_eq!(name("report.html"), None);
    }

    #[test]
    fn included_fields_have_the_requested_order() {
        let state: Vec<&str> = Schema::named("state").fields().filter_map(|field| field["name"].as_str()).collect();
        let list: Vec<&str> = Schema::named("list").fields().filter_map(|field| field["name"].as_str()).collect();
        assert_eq!(state[..list.len()], list[..]);
        let top: Vec<&str> = Schema::named("top").csv_columns().collect();
        assert_eq!(top, ["rank", "fide_id", "name", "title", "women_title", "federation", "rating", "games", "birth_year"]);
    }
}
