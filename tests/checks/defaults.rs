//! The defaults of the checks, where people read them.

use crate::support::test_file;
use pipeline::Checks;

/// Every key and its default, as a pipeline file writes it.
fn defaults() -> toml::Table {
    toml::Table::try_from(Checks::default()).expect("plain data")
}

fn text(file: &str) -> String {
    std::fs::read_to_string(test_file("..").join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

#[test]
fn the_pipeline_files_to_start_from_have_every_check_with_its_default_and_months_without_rapid_or_blitz() {
    for file in ["pipelines/standard.toml", "pipelines/rapid.toml", "pipelines/blitz.toml"] {
        let settings: toml::Table = text(file).parse().expect("TOML");
        let mut expected = defaults();
        if file != "pipelines/standard.toml" {
            // A month without rapid or blitz is normal.
            expected.insert("no_tournaments".to_owned(), "warn".into());
        }
        assert_eq!(settings["checks"].as_table(), Some(&expected), "{file}");
    }
}

#[test]
fn the_chapter_on_checks_has_every_check_with_its_default() {
    let chapter = text("docs/src/checks.md");
    for (key, value) in defaults() {
        let is_told = match &value {
            toml::Value::String(level) => chapter
                .lines()
                .any(|line| line.starts_with("| `") && line.contains(&format!("`{key}`")) && line.contains(&format!("| {level} |"))),
            limit => chapter.contains(&format!("`{key} = {limit}`")),
        };
        assert!(is_told, "{key} = {value}");
    }
}
