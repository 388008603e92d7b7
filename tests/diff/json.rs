//! JSON of `diff`: numbers are numbers, causes are objects, rows are an array or lines.

use super::{both, diff};
use serde_json::{Value, json};

#[test]
fn rows_have_numbers_nulls_and_objects() {
    let folder = both();
    let json: Value = serde_json::from_str(&diff(&folder, "2024-01.csv", "2024-02.csv", &["--json"], 1).out).expect("an object");
    let row = json!({
        "fide_id": 1001, "name": "Aas, Berit", "federation": "NOR", "title": null, "women_title": null, "sex": "F", "birth_year": 1990,
        "class": "rating-with-games", "field": "rating", "before": 1800, "after": 1812, "change": 12, "games": 4,
        "causes": [], "corrections": [],
    });
    assert_eq!(json["rows"][0], row);
    let (new, gone) = (&json["rows"][12], &json["rows"][13]);
    assert_eq!((&new["before"], &new["after"]), (&Value::Null, &json!(1555)));
    assert_eq!((&gone["causes"], &gone["after"]), (&json!([{"cause": "not-in-file"}]), &Value::Null));
    assert_eq!((&json["rows"][3]["before"], &json["rows"][3]["after"]), (&json!("FM"), &json!("IM")));
    assert_eq!(json["steps"], json!([]));
    assert_eq!(json["totals"]["fields"][0], json!({"field": "rating", "players": 2}));
    // Each row is a line of the object, and the same object is a line of its own.
    let lines = diff(&folder, "2024-01.csv", "2024-02.csv", &["--format", "jsonl"], 1).out;
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    assert_eq!(json["rows"], json!(lines));
}

#[test]
fn the_causes_of_a_rating_have_points_that_add_up_to_its_change() {
    let folder = crate::support::Folder::new();
    crate::support::copy(&crate::support::test_file("../data/demo"), folder.path());
    for month in ["2024-01", "2024-02", "2024-03"] {
        crate::support::expect_exit(folder.path(), &["run", "pipeline.toml", "--list", month, "--quiet"], 0);
    }
    let said = diff(&folder, "lists/rapid/2023-12-01", "lists/rapid/2024-03-01", &["--json"], 1);
    let json: Value = serde_json::from_str(&said.out).expect("an object");
    let moved = json["rows"].as_array().expect("rows").iter().filter(|row| row["class"] == "rating-with-games");
    let mut seen = 0;
    for row in moved {
        let points: i64 = row["causes"].as_array().expect("causes").iter().filter_map(|cause| cause["points"].as_i64()).sum();
        assert_eq!(Some(points), row["change"].as_i64(), "{row}");
        seen += 1;
    }
    assert!(seen > 20, "{seen}");
}

mod needs_jq {
    use super::*;
    use crate::support::{Folder, copy, expect_exit, test_file};
    use std::process::Command;

    /// Runs the lines with jq of the chapter for analysts, and returns what each printed.
    #[test]
    #[ignore = "needs jq"]
    fn the_lines_of_the_chapter_give_answers() {
        let chapter = std::fs::read_to_string(test_file("../docs/src/analysts.md")).expect("the chapter");
        let blocks = chapter.split("```bash\n").skip(1).filter_map(|rest| rest.split("```").next());
        let block = blocks.filter(|block| block.contains("| jq ")).collect::<String>();
        let folder = Folder::new();
        copy(&test_file("../data/demo"), &folder.join("target/demo"));
        for month in ["2024-01", "2024-02", "2024-03"] {
            expect_exit(folder.path(), &["run", "target/demo/pipeline.toml", "--list", month, "--quiet"], 0);
        }
        let program = std::path::Path::new(env!("CARGO_BIN_EXE_ratinglist"));
        let path = format!("{}:{}", program.parent().expect("a folder").display(), std::env::var("PATH").unwrap_or_default());
        let mut run = 0;
        for line in block.replace("\\\n", "").lines() {
            let output = Command::new("bash").args(["-c", line]).current_dir(folder.path()).env("PATH", &path).output().expect("bash");
            let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
            // The exit code is that of jq.
            assert!(output.status.success() && !out.trim().is_empty() && !out.contains("null"), "{line}\n{out}\n{err}");
            run += 1;
        }
        assert!(run >= 4, "{run}");
    }

    #[test]
    #[ignore = "needs jq"]
    fn jq_finds_numbers_where_numbers_are() {
        let folder = both();
        folder.put("filter.jq", "[.rows[] | select(.class | startswith(\"rating\")) | .change] | add");
        let line = "ratinglist diff 2024-01.csv 2024-02.csv --json | jq -f filter.jq";
        let program = std::path::Path::new(env!("CARGO_BIN_EXE_ratinglist"));
        let path = format!("{}:{}", program.parent().expect("a folder").display(), std::env::var("PATH").unwrap_or_default());
        let output = Command::new("bash").args(["-c", line]).current_dir(folder.path()).env("PATH", &path).output().expect("bash");
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "11", "{}", String::from_utf8_lossy(&output.stderr));
    }
}
