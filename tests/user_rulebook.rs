//! A list by a user's own rulebook.

use crate::month::Month;
use crate::support::{Folder, expect_exit, test_file};

#[test]
fn the_national_example_rates_with_k_25_and_a_floor_of_800() {
    let month = Month::of("standard");
    let rules = std::fs::read_to_string(test_file("../pipelines/national-rules.toml")).expect("the example");
    month.put("national-rules.toml", &rules);
    month.list("2026-01-01", "fide_id,rating,career_games", ["1001,2500,900", "1002,2500,3", "1003,830,50", "1004,830,50"]);
    month.tournament("N1", "2026-01-10", &["1 1001 1002 1-0", "1 1003 1004 0-1"]).pipeline("rules = \"national-rules.toml\"\n");
    month.run("2026-02", 0);
    let list = month.table("lists/standard/2026-02-01", "list.csv");
    // 25 x 0.50 is 12.5: 13 away from zero, for masters and new players alike; 817 is above this floor.
    let rows: Vec<(&str, &str, &str)> =
        list.iter().map(|row| (row["fide_id"].as_str(), row["rating"].as_str(), row["k"].as_str())).collect();
    assert_eq!(rows, [("1001", "2513", "25"), ("1002", "2487", "25"), ("1003", "817", "25"), ("1004", "843", "25")]);
    let manifest = std::fs::read_to_string(month.join("lists/standard/2026-02-01/manifest.json")).expect("a manifest");
    assert!(manifest.contains("\"publication\": \"national-2026\"") && manifest.contains("\"role\": \"rules\""), "{manifest}");
    // Wrong rules stop the run, with the place in the file.
    month.put("national-rules.toml", rules.replace("k = 25", "kk = 25"));
    let said = month.run("2026-02", 2);
    assert!(said.err.contains("national-rules.toml:20:1: unknown field `kk`"), "{}", said.err);
}

#[test]
fn check_says_where_a_rulebook_or_a_pipeline_file_is_wrong() {
    let folder = Folder::new();
    let rules = std::fs::read_to_string(test_file("../pipelines/national-rules.toml")).expect("the example");
    folder.put("my.toml", &rules);
    let said = expect_exit(folder.path(), &["check", "my.toml"], 0);
    assert_eq!(said.out, "");
    folder.put("bad.toml", rules.replace("k = 25", "kk = 25"));
    let said = expect_exit(folder.path(), &["check", "bad.toml"], 1);
    assert!(said.out.contains("error: bad.toml:20:1: SET001: unknown field `kk`"), "{}", said.out);
    // A pipeline file is checked with its rulebook, and with the paths that it names.
    let pipeline = "name = \"Own\"\ncontrol = \"standard\"\nrules = \"bad.toml\"\nlists = \".\"\ntournaments = [\"reports\"]\n";
    folder.put("own.toml", pipeline);
    let said = expect_exit(folder.path(), &["check", "own.toml"], 1);
    assert!(said.out.contains("bad.toml:20:1: SET001: unknown field `kk`"), "{}", said.out);
    assert!(said.out.contains("warning: own.toml: SET002: tournaments: reports is not there"), "{}", said.out);
    folder.put("own.toml", pipeline.replace("tournaments", "tournament"));
    let said = expect_exit(folder.path(), &["check", "own.toml"], 1);
    assert!(said.out.contains("error: own.toml:5:1: SET001: unknown field `tournament`"), "{}", said.out);
    folder.put("other.toml", "colour = \"blue\"\n");
    let said = expect_exit(folder.path(), &["check", "other.toml"], 1);
    assert!(said.out.contains("other.toml:1: SET001: neither a pipeline file, nor a rulebook, nor orders"), "{}", said.out);
}

#[test]
fn rules_prints_a_rulebook_file_and_compares_it_with_an_edition() {
    let folder = Folder::new();
    folder.put("my.toml", std::fs::read(test_file("../pipelines/national-rules.toml")).expect("the example"));
    let said = expect_exit(folder.path(), &["rules", "my.toml"], 0);
    let row = |out: &str, words: &[&str]| out.lines().any(|line| line.split_whitespace().collect::<Vec<_>>() == words);
    assert!(row(&said.out, &["floor", "rating", "800", "12"]) && row(&said.out, &["development", "k", "25", "14"]), "{}", said.out);
    let said = expect_exit(folder.path(), &["rules", "my.toml", "--compare", "standard-2024", "--json"], 0);
    let compared: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
    assert_eq!((&compared["left"], &compared["right"]), (&"national-2026".into(), &"standard-2024".into()));
    let floor = compared["differences"].as_array().expect("rows").iter().find(|row| row["section"] == "floor" && row["key"] == "rating");
    let floor = floor.expect("the floor differs");
    assert_eq!((&floor["left"]["value"], &floor["right"]["value"]), (&"800".into(), &"1400".into()));
    let said = expect_exit(folder.path(), &["rules", "standard-2024", "--compare", "nowhere.toml"], 2);
    assert!(said.err.contains("nowhere.toml"), "{}", said.err);
}
