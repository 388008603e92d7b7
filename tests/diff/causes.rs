//! Where moved numbers come from, over one month, over several, and between versions of one list.

use super::{DIFFERENCE_HEADER, diff, differences_of};
use crate::support::{Folder, copy, csv_rows, expect_exit, parquet, rows, test_file};
use serde_json::Value;
use std::collections::BTreeMap;

fn json(folder: &Folder, a: &str, b: &str) -> Value {
    serde_json::from_str(&diff(folder, a, b, &["--json"], 1).out).expect("an object")
}

fn points(totals: &Value, key: &str) -> i64 {
    totals[key].as_array().expect("totals").iter().map(|total| total["points"].as_i64().expect("points")).sum()
}

#[test]
fn over_one_month_and_over_several_the_causes_add_up_to_the_changes() {
    let folder = Folder::new();
    expect_exit(folder.path(), &["demo", "w", "--players", "600", "--months", "4", "--tournaments", "40", "--seed", "3", "--quiet"], 0);
    let mut lists: Vec<String> = vec!["2023-12-01".to_owned()];
    for month in 1..=4 {
        expect_exit(folder.path(), &["run", "w/pipeline.toml", "--list", &format!("2024-{month:02}"), "--quiet"], 0);
        lists.push(format!("2024-{month:02}-01"));
    }
    let path = |list: &str| format!("w/lists/rapid/{list}");
    for (at, from) in lists.iter().enumerate() {
        for to in &lists[at + 1..] {
            let reported = json(&folder, &path(from), &path(to));
            let moved: Vec<&Value> = reported["rows"]
                .as_array()
                .expect("rows")
                .iter()
                .filter(|row| row["class"].as_str().is_some_and(|class| class.starts_with("rating")))
                .collect();
            let changes: i64 = moved.iter().map(|row| row["change"].as_i64().expect("a change")).sum();
            assert!(moved.len() > 5, "{from} {to}");
            assert_eq!(points(&reported["totals"], "causes"), changes, "{from} {to}");
            assert_eq!(points(&reported["totals"], "classes"), changes, "{from} {to}");
            for row in &moved {
                let cause = super::causes_of(row);
                assert!(!cause.is_empty() && !cause.contains("unknown"), "{from} {to}: {row}");
                // Nobody's rating moved without games or an order.
                assert!(row["games"].as_i64().is_some_and(|games| games > 0), "{from} {to}: {row}");
            }
            let backwards = json(&folder, &path(to), &path(from));
            assert_eq!(points(&backwards["totals"], "causes"), -changes, "{to} {from}");
        }
    }
    // Over one month the rows are those of the table of changes.
    let changes = rows(&parquet(&folder.join(&format!("{}/changes.parquet", path("2024-02-01")))));
    let expected: BTreeMap<String, (String, String)> = changes
        .iter()
        .filter(|row| !row["before"].is_empty() && !row["after"].is_empty() && row["before"] != row["after"])
        .map(|row| (row["fide_id"].clone(), (row["cause"].clone(), row["games"].clone())))
        .collect();
    diff(&folder, &path("2024-01-01"), &path("2024-02-01"), &["--format", "csv", "--out", "d.csv"], 1);
    let found: BTreeMap<String, (String, String)> = csv_rows(&folder.join("d.csv"))
        .into_iter()
        .filter(|row| row["class"].starts_with("rating"))
        .map(|row| (row["fide_id"].clone(), (row["cause"].clone(), row["games"].clone())))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn an_order_is_a_cause_in_addition_to_the_games() {
    let folder = Folder::new();
    folder.put(
        "lists/2024-02-01/list.csv",
        "fide_id,name,birth_year,rating,k\n1001,Ada,1980,1500,20\n1002,Bea,1980,1600,20\n1003,Cleo,1980,1600,20\n1004,Dora,1980,2100,20\n",
    );
    folder.put("month/tournaments.csv", "tournament_id,start,end,minutes,kind,rounds\nT1,2024-02-03,2024-02-04,120,swiss,1\n");
    folder.put("month/games.csv", "tournament_id,round,white,black,result\nT1,1,1002,1003,1-0\n");
    let arguments = [
        "run",
        "--control",
        "standard",
        "--list",
        "2024-03",
        "--previous",
        "lists/2024-02-01",
        "--tournaments",
        "month",
        "--out",
        "lists/2024-03-01",
        "--orders",
        "fide",
        "--quiet",
    ];
    expect_exit(folder.path(), &arguments, 0);
    // The order of 2024-03-01 adds 0.4 times what is missing to 2000: 200 to 1500; 1610 and 1590 get 156 and 164.
    let expected = "\
1001,Ada,rating-without-games,rating,1500,1700,200,0,order,
1002,Bea,rating-with-games,rating,1600,1766,166,1,games order,
1003,Cleo,rating-with-games,rating,1600,1754,154,1,games order,
";
    assert_eq!(differences_of(&folder, "lists/2024-02-01", "lists/2024-03-01"), format!("{DIFFERENCE_HEADER}{expected}"));
    let totals = &json(&folder, "lists/2024-02-01", "lists/2024-03-01")["totals"];
    assert_eq!(
        totals["causes"],
        serde_json::json!([{"cause": "games", "players": 2, "points": 0}, {"cause": "order", "players": 3, "points": 520}])
    );
}

#[test]
fn first_ratings_say_that_they_are() {
    let folder = Folder::new();
    copy(&test_file("../data/demo"), folder.path());
    for list in ["2024-01", "2024-02"] {
        expect_exit(folder.path(), &["run", "pipeline.toml", "--list", list, "--quiet"], 0);
    }
    let reported = json(&folder, "lists/rapid/2024-01-01", "lists/rapid/2024-02-01");
    let causes = |class: &str| -> Vec<String> {
        let rows = reported["rows"].as_array().expect("rows").iter().filter(|row| row["class"] == class);
        rows.map(super::causes_of).collect()
    };
    let known = ["first-rating", "longer-control"];
    assert!(!causes("new").is_empty() && causes("new").iter().all(|cause| known.contains(&cause.as_str())), "{:?}", causes("new"));
    assert!(causes("gone").iter().all(|cause| cause == "floor"), "{:?}", causes("gone"));
}

#[test]
fn lists_without_a_table_of_changes_say_that_causes_are_not_known() {
    let folder = Folder::new();
    copy(&test_file("../data/demo"), folder.path());
    expect_exit(folder.path(), &["run", "pipeline.toml", "--list", "2024-01", "--quiet", "--no-audit"], 0);
    let reported = json(&folder, "lists/rapid/2023-12-01", "lists/rapid/2024-01-01");
    assert!(
        reported["notes"]
            .as_array()
            .expect("notes")
            .iter()
            .any(|note| note.as_str().is_some_and(|note| note.contains("no table of changes")))
    );
    let moved: Vec<&Value> =
        reported["rows"].as_array().expect("rows").iter().filter(|row| row["field"] == "rating" && row["change"].is_i64()).collect();
    assert!(
        !moved.is_empty() && moved.iter().all(|row| super::causes_of(row) == "unknown" && row["class"] == "rating-with-games"),
        "{moved:?}"
    );
}

/// February and March 2024, and both again after the result of T1 was corrected.
fn corrected() -> Folder {
    let folder = Folder::new();
    folder.put(
        "lists/2024-01-01/list.csv",
        "fide_id,name,birth_year,rating,k\n1001,Ada,1980,1800,20\n1002,Bea,1980,1800,20\n1003,Cleo,1980,1800,20\n",
    );
    folder
        .put("month/tournaments.csv", "tournament_id,start,end,control\nT1,2024-01-10,2024-01-10,rapid\nT2,2024-02-10,2024-02-10,rapid\n");
    folder.put("month/games.csv", "tournament_id,round,white,black,result\nT1,1,1001,1002,1-0\nT2,1,1002,1003,1-0\n");
    let pipeline = "name = \"Test\"\ncontrol = \"rapid\"\nlists = \"lists\"\ntournaments = [\"month\"]\ncorrections = \"corrections\"\n";
    folder.put("pipeline.toml", pipeline);
    let header = "correction_id,received,by,reason,tournament_id,round,white,black,field,old,new\n";
    folder.put("corrections/2024.csv", header);
    for list in ["2024-02", "2024-03"] {
        expect_exit(folder.path(), &["run", "pipeline.toml", "--list", list, "--quiet"], 0);
    }
    folder.put("corrections/2024.csv", format!("{header}C1,2024-03-05,Arbiter,wrong result,T1,1,1001,1002,result,1-0,0-1\n"));
    expect_exit(folder.path(), &["regenerate", "pipeline.toml", "--from", "2024-02", "--to", "2024-03", "--quiet"], 0);
    folder
}

#[test]
fn between_versions_of_a_list_the_correction_is_named_and_so_is_its_consequence() {
    let folder = corrected();
    // February: 1810 and 1790 become 1790 and 1810.
    let expected = "\
1001,Ada,rating-with-games,rating,1810,1790,-20,1,correction,C1
1002,Bea,rating-with-games,rating,1790,1810,20,1,correction,C1
";
    assert_eq!(differences_of(&folder, "lists/2024-02-01", "lists/2024-02-01.r2"), format!("{DIFFERENCE_HEADER}{expected}"));
    // March: Bea won at 1790 against 1800, expecting 0.49, and at 1810, expecting 0.51: 10.2 and 9.8 are both 10, and so for Cleo.
    let expected = "\
1001,Ada,rating-without-games,rating,1810,1790,-20,0,revision,
1002,Bea,rating-with-games,rating,1800,1820,20,1,revision,
";
    assert_eq!(differences_of(&folder, "lists/2024-03-01", "lists/2024-03-01.r2"), format!("{DIFFERENCE_HEADER}{expected}"));
    // And back.
    let expected = "\
1001,Ada,rating-with-games,rating,1790,1810,20,1,correction,C1
1002,Bea,rating-with-games,rating,1810,1790,-20,1,correction,C1
";
    assert_eq!(differences_of(&folder, "lists/2024-02-01.r2", "lists/2024-02-01"), format!("{DIFFERENCE_HEADER}{expected}"));
}

#[test]
fn a_revision_is_compared_through_the_revision_before_it() {
    let folder = corrected();
    let expected = "\
1001,Ada,rating-without-games,rating,1810,1790,-20,0,correction,C1
1002,Bea,rating-with-games,rating,1790,1820,30,1,games correction,C1
1003,Cleo,rating-with-games,rating,1800,1790,-10,1,games,
";
    assert_eq!(differences_of(&folder, "lists/2024-02-01", "lists/2024-03-01.r2"), format!("{DIFFERENCE_HEADER}{expected}"));
    // From January it is all games: the revisions are a chain of their own.
    let rows = differences_of(&folder, "lists/2024-01-01", "lists/2024-03-01.r2");
    let expected = "\
1001,Ada,rating-with-games,rating,1800,1790,-10,1,games,
1002,Bea,rating-with-games,rating,1800,1820,20,2,games,
1003,Cleo,rating-with-games,rating,1800,1790,-10,1,games,
";
    assert_eq!(rows, format!("{DIFFERENCE_HEADER}{expected}"));
    // Neither is built on the other.
    let said = diff(&folder, "lists/2024-02-01.r2", "lists/2024-03-01", &[], 1);
    assert!(said.out.contains("neither list is built on the other"), "{}", said.out);
}

#[test]
fn a_draft_is_compared_like_a_list() {
    let folder = Folder::new();
    copy(&test_file("../data/demo"), folder.path());
    expect_exit(folder.path(), &["run", "pipeline.toml", "--list", "2024-01", "--draft", "--quiet"], 0);
    let draft = differences_of(&folder, "lists/rapid/2023-12-01", "lists/rapid/2024-01-01.draft");
    expect_exit(folder.path(), &["run", "pipeline.toml", "--list", "2024-01", "--quiet"], 0);
    assert_eq!(draft, differences_of(&folder, "lists/rapid/2023-12-01", "lists/rapid/2024-01-01"));
}
