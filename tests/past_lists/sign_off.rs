//! Drafts, and the list that is published from one.

use super::{four, names};
use crate::support::{bytes_below, copy, expect_exit};

#[test]
fn a_draft_with_the_same_inputs_becomes_the_list() {
    let folder = four();
    expect_exit(folder.path(), &["run", "pipeline.toml", "--list", "2024-02", "--draft", "--quiet"], 0);
    assert_eq!(names(&folder.join("lists/rapid")), ["2024-01-01", "2024-02-01.draft"]);
    copy(&folder.join("lists/rapid/2024-02-01.draft"), &folder.join("kept"));
    expect_exit(folder.path(), &["run", "pipeline.toml", "--list", "2024-02", "--quiet"], 0);
    assert_eq!(names(&folder.join("lists/rapid")), ["2024-01-01", "2024-02-01"]);
    let made = folder.join("lists/rapid/2024-02-01");
    assert_eq!(bytes_below(&made), bytes_below(&folder.join("kept")));
    expect_exit(folder.path(), &["verify", "lists/rapid/2024-02-01", "--recompute"], 0);
}

#[test]
fn no_list_builds_on_a_draft_and_the_next_draft_replaces_it() {
    let folder = four();
    let draft = ["run", "pipeline.toml", "--list", "2024-02", "--draft", "--quiet"];
    expect_exit(folder.path(), &draft, 0);
    let first = bytes_below(&folder.join("lists/rapid/2024-02-01.draft"));
    folder.tournament("J2", "2024-01-12", &["1 1003 1004 1-0"]);
    expect_exit(folder.path(), &draft, 0);
    assert_ne!(bytes_below(&folder.join("lists/rapid/2024-02-01.draft")), first);
    expect_exit(folder.path(), &["run", "pipeline.toml", "--list", "2024-03", "--after-gap", "--quiet"], 0);
    let manifest = std::fs::read_to_string(folder.join("lists/rapid/2024-03-01/manifest.json")).expect("readable");
    assert!(manifest.contains("\"previous\": \"2024-01-01\""), "{manifest}");
    // Nor is a draft a version that can be made again.
    assert_eq!(super::regenerate(&folder, &[]), ["2024-03-01 proved"]);
}
