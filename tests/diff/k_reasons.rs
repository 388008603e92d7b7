//! Why a K moved, from the careers and the rules of both lists.

use super::diff;
use crate::support::{Folder, copy, expect_exit, rows, test_file};
use serde_json::Value;
use std::collections::BTreeMap;

#[test]
fn every_k_that_moved_on_the_demo_has_the_reason_that_the_states_give() {
    let folder = Folder::new();
    copy(&test_file("../data/demo"), folder.path());
    for month in ["2024-01", "2024-02", "2024-03"] {
        expect_exit(folder.path(), &["run", "pipeline.toml", "--list", month, "--quiet"], 0);
    }
    let (a, b) = ("lists/rapid/2024-01-01", "lists/rapid/2024-03-01");
    let state = |list: &str| -> BTreeMap<String, BTreeMap<String, String>> {
        let table = crate::support::parquet(&folder.join(list).join("state.parquet"));
        rows(&table).into_iter().map(|row| (row["fide_id"].clone(), row)).collect()
    };
    let (before, after) = (state(a), state(b));
    let said = diff(&folder, a, b, &["--class", "k", "--format", "jsonl"], 1);
    let mut seen = 0;
    for row in said.out.lines().map(|line| serde_json::from_str::<Value>(line).expect("an object")) {
        let id = row["fide_id"].to_string();
        let number = |state: &BTreeMap<String, BTreeMap<String, String>>, key: &str| state[&id][key].parse::<i32>().unwrap_or(0);
        // Articles 7.3.3.1 to 7.3.3.3: new until 30 games, juniors under 2300, 10 from 2400 on. Within one year nobody becomes too old.
        let expected = if number(&after, "peak") >= 2400 || (number(&after, "peak") >= 2300 && number(&before, "career_games") >= 30) {
            "peak"
        } else {
            "career-games"
        };
        let cause = &row["causes"][0];
        assert_eq!(cause["cause"], expected, "{row}");
        assert!(cause["article"].as_str().is_some_and(|article| article.starts_with("7.3.3")), "{row}");
        assert!(cause["reason"].as_str().is_some_and(|reason| reason.contains("games") || reason.contains("2400")), "{row}");
        seen += 1;
    }
    assert!(seen > 3, "{seen}");
    // The other way round the reasons are the same.
    let reversed = diff(&folder, b, a, &["--class", "k", "--format", "jsonl"], 1);
    assert_eq!(reversed.out.lines().count(), seen);
    assert!(
        reversed.out.lines().all(|line| line.contains("\"cause\":\"career-games\"") || line.contains("\"cause\":\"peak\"")),
        "{}",
        reversed.out
    );
}

#[test]
fn juniors_who_turn_19_have_their_age_as_the_reason() {
    let folder = Folder::new();
    folder.put("month/README.md", "nothing was played");
    // Born in 2006: a junior to the end of 2024, the year of the 18th birthday (8.3.3). Both have enough games.
    folder.put(
        "previous.csv",
        "fide_id,name,federation,sex,birth_year,rating,games,k,career_games,peak,last_rated\n\
         1,Ada,NOR,F,2006,1800,3,40,50,1800,2024-11-01\n\
         2,Bo,NOR,M,1980,1900,3,20,80,1900,2024-11-01\n",
    );
    let make = |list: &str, previous: &str, more: &[&str]| {
        let out = format!("lists/{list}-01");
        let run = ["run", "--control", "standard", "--list", list, "--previous", previous, "--tournaments", "month", "--out", &out];
        expect_exit(folder.path(), &[&run[..], &["--quiet"], more].concat(), 0);
    };
    make("2024-12", "previous.csv", &["--previous-date", "2024-11-01"]);
    make("2025-01", "lists/2024-12-01", &[]);
    let said = diff(&folder, "lists/2024-12-01", "lists/2025-01-01", &["--class", "k", "--format", "jsonl"], 1);
    let rows: Vec<Value> = said.out.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    assert_eq!(rows.len(), 1, "{}", said.out);
    assert_eq!((&rows[0]["fide_id"], &rows[0]["before"], &rows[0]["after"]), (&1.into(), &40.into(), &20.into()));
    assert_eq!(rows[0]["causes"][0]["cause"], "age");
    let csv = diff(&folder, "lists/2024-12-01", "lists/2025-01-01", &["--class", "k", "--wide", "--format", "csv"], 1).out;
    assert!(csv.lines().nth(1).is_some_and(|line| line.starts_with("1,Ada,k,,,,age,")), "{csv}");
}
