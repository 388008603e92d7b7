//! A list by a rulebook of one's own.

use crate::support::{Folder, csv_rows, expect_exit, test_file};

#[test]
fn the_national_example_rates_with_k_25_and_a_floor_of_800() {
    let folder = Folder::new();
    let rules = std::fs::read_to_string(test_file("../pipelines/national-rules.toml")).expect("the example");
    folder.put("national-rules.toml", &rules);
    folder.put("lists/2026-01-01/list.csv", "fide_id,rating,career_games\n1001,2500,900\n1002,2500,3\n1003,830,50\n1004,830,50\n");
    folder.put("month/tournaments.csv", "tournament_id,start,end\nN1,2026-01-10,2026-01-11\n");
    folder.put("month/games.csv", "tournament_id,round,white,black,result\nN1,1,1001,1002,1-0\nN1,1,1003,1004,0-1\n");
    folder.put(
        "national.toml",
        "name = \"National\"\ncontrol = \"standard\"\nrules = \"national-rules.toml\"\nlists = \"lists\"\ntournaments = [\"month\"]\n",
    );
    expect_exit(folder.path(), &["run", "national.toml", "--list", "2026-02", "--quiet"], 0);
    let list = csv_rows(&folder.join("lists/2026-02-01/list.csv"));
    // 25 x 0.50 is 12.5: 13 away from zero, for masters and new players alike; 817 is above this floor.
    let rows: Vec<(&str, &str, &str)> =
        list.iter().map(|row| (row["fide_id"].as_str(), row["rating"].as_str(), row["k"].as_str())).collect();
    assert_eq!(rows, [("1001", "2513", "25"), ("1002", "2487", "25"), ("1003", "817", "25"), ("1004", "843", "25")]);
    let manifest = std::fs::read_to_string(folder.join("lists/2026-02-01/manifest.json")).expect("a manifest");
    assert!(manifest.contains("\"publication\": \"national-2026\"") && manifest.contains("\"role\": \"rules\""), "{manifest}");
    // Wrong rules stop the run, with the place in the file.
    folder.put("national-rules.toml", rules.replace("k = 25", "kk = 25"));
    let said = expect_exit(folder.path(), &["run", "national.toml", "--list", "2026-02", "--quiet"], 2);
    assert!(said.err.contains("national-rules.toml:20:1: unknown field `kk`"), "{}", said.err);
}
