//! The README is true: what it says to run, runs.

use crate::support::{Folder, copy, expect_exit, test_file};
use std::process::Command;

#[test]
fn every_command_that_the_readme_shows_after_make_demo_works_in_its_order() {
    let readme = std::fs::read_to_string(test_file("../README.md")).expect("the README");
    let folder = Folder::new();
    // What `make demo` does, from the Makefile itself.
    let makefile = std::fs::read_to_string(test_file("../Makefile")).expect("the Makefile");
    copy(&test_file("../data/demo"), &folder.join("target/demo"));
    copy(&test_file("../pipelines"), &folder.join("pipelines"));
    let runs: Vec<Vec<&str>> =
        makefile.lines().filter_map(|line| line.strip_prefix("\t@$(RATINGLIST) ")).map(|line| line.split(' ').collect()).collect();
    assert_eq!(runs.len(), 2, "{runs:?}");
    for arguments in &runs {
        expect_exit(folder.path(), arguments, 0);
    }
    let shown: Vec<Vec<&str>> =
        readme.lines().filter_map(|line| line.strip_prefix("target/debug/ratinglist ")).map(|line| line.split(' ').collect()).collect();
    assert!(shown.len() >= 5, "{shown:?}");
    for arguments in &shown {
        // The two lists that are compared are not the same.
        let code = i32::from(arguments[0] == "diff");
        expect_exit(folder.path(), arguments, code);
    }
    assert!(folder.join("target/demo/lists/rapid/2024-03-01/list.csv").exists());
}

#[test]
fn the_readme_names_every_file_of_a_list_folder_and_no_other() {
    let readme = std::fs::read_to_string(test_file("../README.md")).expect("the README");
    let folder = Folder::new();
    copy(&test_file("../data/demo"), folder.path());
    expect_exit(folder.path(), &["run", "pipeline.toml", "--list", "2024-01", "--quiet"], 0);
    let mut made: Vec<String> = std::fs::read_dir(folder.join("lists/rapid/2024-01-01"))
        .expect("a list folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    made.sort();
    let section = readme.split("## A list folder").nth(1).expect("the section").split("```").nth(1).expect("the block");
    let mut named: Vec<&str> = section
        .split_whitespace()
        .filter(|word| [".csv", ".parquet", ".json", ".html"].iter().any(|ending| word.ends_with(ending)))
        .collect();
    named.sort_unstable();
    assert_eq!(made, named);
}

#[test]
fn the_lines_to_paste_for_duckdb_polars_and_pandas_work_on_the_demo() {
    let readme = std::fs::read_to_string(test_file("../README.md")).expect("the README");
    let snippets: Vec<&str> = readme.split("```python\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert_eq!(snippets.len(), 3);
    let folder = Folder::new();
    copy(&test_file("../data/demo"), &folder.join("target/demo"));
    for month in ["2024-01", "2024-02"] {
        expect_exit(folder.path(), &["run", "target/demo/pipeline.toml", "--list", month, "--quiet"], 0);
    }
    let python = |code: &str| Command::new("python3").current_dir(folder.path()).env("PYTHONUTF8", "1").args(["-c", code]).output();
    for (snippet, (module, shown)) in
        snippets.iter().zip([("duckdb", "opponent-unrated"), ("polars", "k_used"), ("pandas, pyarrow", "February")])
    {
        if !python(&format!("import {module}")).is_ok_and(|output| output.status.success()) {
            eprintln!("skipped: no python3 with {module} is installed");
            continue;
        }
        let output = python(snippet).expect("python starts");
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success() && out.contains(shown), "{snippet}\n{out}\n{err}");
    }
}
