//! A list that its checks refuse: nothing is published, and what would have been lies beside its place until the next run.

use super::{RUN, check, check_outcome, eight, further_events, names, run, settings};
use crate::month::Month;
use crate::support::{bytes_below, csv_rows, expect_exit};

const STRICT: &str = "refused_percent = 9";
const REFUSED: &str = "2024-02-01.refused";

/// One of ten reports cannot be used.
fn one_in_ten() -> Month {
    let folder = eight();
    further_events(&folder, 8);
    folder.put("tournaments/empty.trf", "");
    settings(&folder, STRICT);
    folder
}

#[test]
fn a_refused_list_is_not_published_and_its_folder_for_inspection_is_complete() {
    let folder = one_in_ten();
    let said = run(&folder, 1);
    assert_eq!(said.out, "");
    assert!(
        said.err.contains("error: publication refused: tournaments refused: 1 of 10, 10 % (limit: at most 9 %): empty\n"),
        "{}",
        said.err
    );
    assert!(
        said.err.contains("hint: lists/rapid/2024-02-01.refused is left for inspection: checks.csv there has every check"),
        "{}",
        said.err
    );
    assert_eq!(names(&folder), ["2024-01-01", REFUSED]);
    let left = bytes_below(&folder.join("lists/rapid").join(REFUSED));
    for file in ["checks.csv", "list.csv", "games.parquet", "report.html", "diagnostics.csv", "manifest.json", "datapackage.json"] {
        assert!(left.contains_key(file), "{file}");
    }
    assert_eq!(check_outcome(&folder, REFUSED, "refused_share"), "fail false 10 to 9");
    assert_eq!(check_outcome(&folder, REFUSED, "no_tournaments"), "fail true 9 from 1");
    let report = String::from_utf8(left["report.html"].clone()).expect("text");
    assert!(report.contains("Not published: checks did not pass (tournaments refused: ") && report.contains("not passed, not published"));
    // The same run leaves the same.
    run(&folder, 1);
    assert_eq!(bytes_below(&folder.join("lists/rapid").join(REFUSED)), left);
    assert_eq!(names(&folder), ["2024-01-01", REFUSED]);
}

#[test]
fn the_next_run_with_a_raised_limit_publishes_and_removes_the_refused_list() {
    let folder = one_in_ten();
    run(&folder, 1);
    settings(&folder, "refused_percent = 10");
    run(&folder, 0);
    assert_eq!(names(&folder), ["2024-01-01", "2024-02-01"]);
    assert_eq!(check_outcome(&folder, "2024-02-01", "refused_share"), "fail true 10 to 10");
    expect_exit(folder.path(), &["verify", "lists/rapid/2024-02-01", "--recompute"], 0);
}

#[test]
fn a_refused_folder_that_an_interrupted_run_left_is_removed_by_the_next_run() {
    let folder = one_in_ten();
    run(&folder, 1);
    let kept = folder.join("kept");
    crate::support::copy(&folder.join("lists/rapid").join(REFUSED), &kept);
    settings(&folder, "refused_percent = 10");
    run(&folder, 0);
    crate::support::copy(&kept, &folder.join("lists/rapid").join(REFUSED));
    let said = run(&folder, 0);
    assert!(said.out.starts_with("nothing to do"), "{}", said.out);
    assert_eq!(names(&folder), ["2024-01-01", "2024-02-01"]);
}

#[test]
fn a_list_is_published_once_its_report_is_corrected() {
    let folder = one_in_ten();
    run(&folder, 1);
    std::fs::remove_file(folder.join("tournaments/empty.trf")).expect("removed");
    run(&folder, 0);
    assert_eq!(names(&folder), ["2024-01-01", "2024-02-01"]);
}

#[test]
fn a_draft_that_is_refused_lies_in_the_same_place_and_the_draft_before_it_stays() {
    let folder = one_in_ten();
    std::fs::remove_file(folder.join("tournaments/empty.trf")).expect("removed");
    let draft = [&RUN[..], &["--draft", "--quiet"]].concat();
    expect_exit(folder.path(), &draft, 0);
    let before = bytes_below(&folder.join("lists/rapid/2024-02-01.draft"));
    folder.put("tournaments/empty.trf", "");
    expect_exit(folder.path(), &draft, 1);
    assert_eq!(names(&folder), ["2024-01-01", "2024-02-01.draft", REFUSED]);
    assert_eq!(bytes_below(&folder.join("lists/rapid/2024-02-01.draft")), before);
    settings(&folder, "refused_percent = 10");
    expect_exit(folder.path(), &draft, 0);
    assert_eq!(names(&folder), ["2024-01-01", "2024-02-01.draft"]);
}

#[test]
fn no_command_takes_a_refused_list_for_a_published_one() {
    let folder = one_in_ten();
    run(&folder, 1);
    let status = expect_exit(folder.path(), &["status", "pipeline.toml", "--on", "2024-02-02", "--json"], 1);
    let status: serde_json::Value = serde_json::from_str(&status.out).expect("JSON");
    assert_eq!((&status["due"], &status["refused"]), (&"2024-02".into(), &serde_json::json!(["2024-02"])));
    assert_eq!(status["lists"].as_array().map(Vec::len), Some(1));
    let status = expect_exit(folder.path(), &["status", "pipeline.toml", "--on", "2024-02-02"], 1);
    assert!(status.out.contains("2024-02 did not pass its checks: see 2024-02-01.refused/checks.csv"), "{}", status.out);
    let place = format!("lists/rapid/{REFUSED}");
    let said = expect_exit(folder.path(), &["verify", &place], 2);
    assert!(said.err.contains("not a list: its checks refused it"), "{}", said.err);
    let flags = ["run", "--control", "rapid", "--list", "2024-03", "--previous", &place, "--tournaments", "tournaments", "--out", "made"];
    let said = expect_exit(folder.path(), &flags, 2);
    assert!(said.err.contains("not a list: its checks refused it"), "{}", said.err);
    // The list after it has to wait for it: what comes next builds on January.
    settings(&folder, "no_tournaments = \"warn\"\nrefused_share = \"off\"");
    expect_exit(folder.path(), &["run", "pipeline.toml", "--list", "2024-03", "--after-gap", "--quiet"], 0);
    let manifest = std::fs::read_to_string(folder.join("lists/rapid/2024-03-01/manifest.json")).expect("a manifest");
    assert!(manifest.contains("\"previous\": \"2024-01-01\""), "{manifest}");
    let history = expect_exit(folder.path(), &["history", "lists/rapid", "1007", "--format", "csv"], 0);
    assert!(!history.out.contains("2024-02"), "{}", history.out);
}

#[test]
fn a_refused_list_can_be_compared_with_the_previous_list() {
    let folder = one_in_ten();
    run(&folder, 1);
    let said = expect_exit(folder.path(), &["diff", "lists/rapid/2024-01-01", &format!("lists/rapid/{REFUSED}"), "--format", "csv"], 1);
    assert!(said.out.contains("1007,\"Green, Gus\",ENG,,,M,1980,rating"), "{}", said.out);
}

#[test]
fn a_revision_that_is_refused_leaves_the_list_as_it_was_and_a_later_one_clears_it() {
    let folder = one_in_ten();
    settings(&folder, "refused_share = \"off\"");
    run(&folder, 0);
    let before = bytes_below(&folder.join("lists/rapid/2024-02-01"));
    folder.corrections("C1,2024-02-10,office,wrong,home,1,1007,1008,result,1-0,1/2-1/2\n");
    settings(&folder, STRICT);
    let regenerate = ["regenerate", "pipeline.toml", "--quiet"];
    let planned = ["plan", "pipeline.toml", "--from", "2024-02", "--quiet"];
    expect_exit(folder.path(), &planned, 1);
    assert_eq!(names(&folder), ["2024-01-01", "2024-02-01"], "a plan leaves nothing");
    expect_exit(folder.path(), &regenerate, 1);
    assert_eq!(names(&folder), ["2024-01-01", "2024-02-01", REFUSED]);
    assert_eq!(bytes_below(&folder.join("lists/rapid/2024-02-01")), before);
    settings(&folder, "refused_percent = 10");
    expect_exit(folder.path(), &regenerate, 0);
    assert_eq!(names(&folder), ["2024-01-01", "2024-02-01", "2024-02-01.r2", "revisions", "revisions.csv"]);
    expect_exit(folder.path(), &["verify", "lists/rapid/2024-02-01.r2", "--recompute"], 0);
}

#[test]
fn a_draft_made_with_other_limits_is_made_anew() {
    let folder = eight();
    expect_exit(folder.path(), &[&RUN[..], &["--draft", "--quiet"]].concat(), 0);
    settings(&folder, "names_limit = 3");
    run(&folder, 0);
    assert_eq!(check_outcome(&folder, "2024-02-01", "names"), "warn true 0 to 3");
    expect_exit(folder.path(), &["verify", "lists/rapid/2024-02-01", "--recompute"], 0);
}

#[test]
fn without_a_pipeline_file_checks_warn_and_are_in_the_table_too() {
    let folder = one_in_ten();
    for name in ["blank", "bare", "void"] {
        folder.put(&format!("tournaments/{name}.trf"), "");
    }
    let flags =
        ["run", "--control", "rapid", "--list", "2024-02", "--previous", "lists/rapid/2024-01-01", "--tournaments", "tournaments", "--out"];
    let said = expect_exit(folder.path(), &[&flags[..], &["lists/rapid/made"]].concat(), 0);
    assert!(
        said.err.contains("warning: tournaments refused: 4 of 13, 31 % (limit: at most 25 %): bare; blank; empty; void"),
        "{}",
        said.err
    );
    assert_eq!(check_outcome(&folder, "made", "refused_share"), "warn false 31 to 25");
    assert_eq!(check(&folder, "made", "totals")["level"], "fail", "what gets lost is never published");
    assert!(csv_rows(&folder.join("lists/rapid/made/checks.csv")).len() >= 9);
}
