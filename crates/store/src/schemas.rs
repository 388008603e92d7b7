//! What stands in every table that we read or write, from `data/schemas`.
//!
//! Each file is a Frictionless Table Schema with a few words more: `direction` (read or written), `files`, and for each field the
//! type that Parquet has it in (`stored`), its `unit`, its `article`, and whether it is there only sometimes (`optional`).

use serde_json::Value;

/// Every schema by its name.
pub const SCHEMAS: [(&str, &str); 22] = [
    ("bundle_games", include_str!("../../../data/schemas/bundle_games.json")),
    ("bundle_online_games", include_str!("../../../data/schemas/bundle_online_games.json")),
    ("bundle_players", include_str!("../../../data/schemas/bundle_players.json")),
    ("bundle_tournaments", include_str!("../../../data/schemas/bundle_tournaments.json")),
    ("changes", include_str!("../../../data/schemas/changes.json")),
    ("checks", include_str!("../../../data/schemas/checks.json")),
    ("corrections", include_str!("../../../data/schemas/corrections.json")),
    ("delisted", include_str!("../../../data/schemas/delisted.json")),
    ("diagnostics", include_str!("../../../data/schemas/diagnostics.json")),
    ("games", include_str!("../../../data/schemas/games.json")),
    ("list", include_str!("../../../data/schemas/list.json")),
    ("online_games", include_str!("../../../data/schemas/online_games.json")),
    ("pool", include_str!("../../../data/schemas/pool.json")),
    ("rated_tournaments", include_str!("../../../data/schemas/rated_tournaments.json")),
    ("registry", include_str!("../../../data/schemas/registry.json")),
    ("revision_players", include_str!("../../../data/schemas/revision_players.json")),
    ("revisions", include_str!("../../../data/schemas/revisions.json")),
    ("roster", include_str!("../../../data/schemas/roster.json")),
    ("state", include_str!("../../../data/schemas/state.json")),
    ("titled_unrated", include_str!("../../../data/schemas/titled_unrated.json")),
    ("top", include_str!("../../../data/schemas/top.json")),
    ("tournaments", include_str!("../../../data/schemas/tournaments.json")),
];

/// The schema of a table that is written under this file name.
pub(crate) fn schema_of_written(file: &str) -> Option<Value> {
    let read = |text: &str| -> Value { serde_json::from_str(text).expect("the schemas are part of the program, and tests read them all") };
    let is_it = |schema: &Value| {
        let files = schema["files"].as_array();
        schema["direction"] == "written" && files.is_some_and(|files| files.iter().any(|name| name == file))
    };
    SCHEMAS.iter().map(|(_, text)| read(text)).find(is_it)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_schema_says_of_every_field_what_it_means() {
        for (name, text) in SCHEMAS {
            let schema: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(schema["name"], name);
            assert!(["read", "written"].iter().any(|direction| schema["direction"] == *direction), "{name}");
            let fields = schema["fields"].as_array().expect("fields");
            for field in fields {
                let text = |key: &str| field[key].as_str().unwrap_or("");
                assert!(!text("name").is_empty() && text("description").ends_with('.'), "{name}: {field}");
                assert!(["integer", "string", "date", "boolean", "datetime"].contains(&text("type")), "{name}: {field}");
                // Whoever hands something in may choose the width of a number.
                assert_eq!(text("stored").is_empty(), schema["direction"] == "read", "{name}: {field}");
            }
            for key in schema["primaryKey"].as_array().into_iter().flatten() {
                assert!(fields.iter().any(|field| field["name"] == *key), "{name}: {key}");
            }
        }
    }

    #[test]
    fn a_table_is_found_by_its_file_and_only_among_those_written() {
        let name = |file: &str| schema_of_written(file).map(|schema| schema["name"].clone());
        assert_eq!(name("games.parquet"), Some("games".into()));
        assert_eq!(name("list.csv"), name("list.parquet"));
        assert_eq!(name("tournaments.csv"), None);
        assert_eq!(name("report.html"), None);
    }
}
