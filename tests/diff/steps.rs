//! Three lists and more, and the lists of a folder: one comparison for each step, and one over all.

use super::{FEBRUARY, JANUARY, diff};
use crate::support::{Folder, Said, csv_rows, expect_exit};
use serde_json::Value;

/// March is January again, but for one player.
fn three() -> Folder {
    let folder = Folder::new();
    let march = JANUARY.replace(",1800,3,20,", ",1830,5,20,");
    for (date, list) in [("2024-01-01", JANUARY), ("2024-02-01", FEBRUARY), ("2024-03-01", &march)] {
        folder.put(&format!("lists/{date}/list.csv"), list);
    }
    folder
}

fn of_folder(folder: &Folder, more: &[&str], code: i32) -> Said {
    expect_exit(folder.path(), &[&["diff", "lists"], more].concat(), code)
}

#[test]
fn each_step_is_what_two_lists_give_and_the_whole_is_first_and_last() {
    let folder = three();
    let said = of_folder(&folder, &["--format", "csv"], 1);
    folder.put("all.csv", &said.out);
    let rows = csv_rows(&folder.join("all.csv"));
    for (a, b) in [("2024-01-01", "2024-02-01"), ("2024-02-01", "2024-03-01"), ("2024-01-01", "2024-03-01")] {
        let two = diff(&folder, &format!("lists/{a}"), &format!("lists/{b}"), &["--format", "csv"], 1);
        folder.put("two.csv", &two.out);
        let mut of_step: Vec<_> = rows.iter().filter(|row| row["a"] == a && row["b"] == b).cloned().collect();
        for row in &mut of_step {
            row.remove("a");
            row.remove("b");
        }
        assert_eq!(of_step, csv_rows(&folder.join("two.csv")), "{a} {b}");
    }
    // Aas +12, +18 and +30.
    let change = |a: &str, b: &str| {
        let row = rows.iter().find(|row| row["fide_id"] == "1001" && row["field"] == "rating" && row["a"] == a && row["b"] == b);
        row.map(|row| row["change"].clone())
    };
    assert_eq!(change("2024-01-01", "2024-03-01").as_deref(), Some("30"));
    // Named one by one it is the same.
    let paths = ["lists/2024-01-01", "lists/2024-02-01", "lists/2024-03-01"];
    let named = expect_exit(folder.path(), &[&["diff"], &paths[..], &["--format", "csv"]].concat(), 1);
    assert_eq!(named.out, said.out);
}

#[test]
fn from_and_to_choose_among_the_lists_of_a_folder() {
    let folder = three();
    let two = of_folder(&folder, &["--from", "2024-02", "--format", "csv"], 1);
    assert_eq!(two.out, diff(&folder, "lists/2024-02-01", "lists/2024-03-01", &["--format", "csv"], 1).out);
    let two = of_folder(&folder, &["--to", "2024-02-01", "--format", "csv"], 1);
    assert_eq!(two.out, diff(&folder, "lists/2024-01-01", "lists/2024-02-01", &["--format", "csv"], 1).out);
    for (arguments, words) in [
        ("diff lists --from 2024-03", "only one list folder in it, lists/2024-03-01 between these dates; two lists or more are compared"),
        ("diff lists --from 2025-01", "no list folder in it between these dates"),
        ("diff lists/2024-01-01", "no list folder in it"),
        ("diff lists/2024-01-01/list.csv", "alone cannot be compared"),
        ("diff lists/2024-01-01 lists/2024-02-01 --to 2024-02", "--to chooses among the lists of one folder"),
    ] {
        let said = expect_exit(folder.path(), &arguments.split(' ').collect::<Vec<_>>(), 2);
        assert!(said.err.contains(words), "{arguments}: {}", said.err);
    }
}

#[test]
fn json_has_the_steps_in_the_shape_of_the_whole() {
    let folder = three();
    let json: Value = serde_json::from_str(&of_folder(&folder, &["--json"], 1).out).expect("an object");
    assert_eq!((&json["a"]["name"], &json["b"]["name"]), (&"2024-01-01".into(), &"2024-03-01".into()));
    let steps = json["steps"].as_array().expect("steps");
    assert_eq!(steps.len(), 2);
    let two: Value = serde_json::from_str(&diff(&folder, "lists/2024-02-01", "lists/2024-03-01", &["--json"], 1).out).expect("an object");
    for key in ["a", "b", "same", "notes", "totals", "rows"] {
        assert_eq!(steps[1][key], two[key], "{key}");
    }
    let lines = of_folder(&folder, &["--format", "jsonl"], 1).out;
    let first: Value = serde_json::from_str(lines.lines().next().expect("a line")).expect("an object");
    assert_eq!((&first["a"], &first["b"]), (&"2024-01-01".into(), &"2024-02-01".into()));
}

#[test]
fn the_table_for_people_begins_with_the_whole_and_has_a_line_for_each_step() {
    let folder = three();
    let text = of_folder(&folder, &[], 1).out;
    let steps = text.split("Step by step").nth(1).expect("the steps");
    for line in ["2024-01-01  2024-02-01", "2024-02-01  2024-03-01", "2024-01-01  2024-03-01"] {
        assert!(steps.contains(line), "{text}");
    }
    of_folder(&folder, &["--html", "steps.html", "--quiet"], 1);
    assert!(std::fs::read_to_string(folder.join("steps.html")).expect("a page").contains("Step by step"));
}
