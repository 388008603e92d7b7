//! A list by a user's own rulebook.

use crate::month::Month;
use crate::support::test_file;

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
