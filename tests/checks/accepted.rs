//! Checks that did not pass and that somebody accepted, by name and reason: what is recorded, and for which lists it holds.

use super::{check, eight, names, settings};
use crate::month::Month;
use crate::support::{Said, bytes_below, expect_exit};
use serde_json::{Value, json};

const ACCEPT: [&str; 6] = ["--accept", "no_tournaments", "--by", "Rating office", "--why", "nobody played"];

/// A month in which nobody played.
fn quiet() -> Month {
    let month = eight();
    std::fs::remove_file(month.join("tournaments/home.trf")).expect("removed");
    month.roster("");
    settings(&month, "");
    month
}

fn run(month: &Month, more: &[&str], code: i32) -> Said {
    expect_exit(month.path(), &[&["run", "pipeline.toml", "--list", "2024-02"], more].concat(), code)
}

fn json_of(month: &Month, name: &str) -> Value {
    serde_json::from_slice(&std::fs::read(month.join(&format!("lists/rapid/{name}"))).expect("a file")).expect("JSON")
}

#[test]
fn an_accepted_check_is_recorded_in_manifest_run_record_report_and_table() {
    let month = quiet();
    let refused = run(&month, &[], 1);
    assert!(refused.err.contains("--accept CHECK --by NAME --why TEXT publishes it all the same, once"), "{}", refused.err);
    let said = run(&month, &ACCEPT, 0);
    let words = "tournaments rated: 0 (limit: at least 1); accepted by Rating office: nobody played";
    assert!(said.err.contains(&format!("warning: {words}\n")), "{}", said.err);
    assert!(said.out.contains("10 passed, 1 not, 1 of them accepted: see checks.csv"), "{}", said.out);
    assert_eq!(names(&month), ["2024-01-01", "2024-02-01"]);
    let accepted = json!([{ "check": "no_tournaments", "value": 0, "by": "Rating office", "why": "nobody played" }]);
    assert_eq!(json_of(&month, "2024-02-01/manifest.json")["accepted_checks"], accepted);
    let checks = json_of(&month, "2024-02-01/run.json")["checks"].clone();
    assert_eq!(checks[0]["accepted"], json!({ "by": "Rating office", "why": "nobody played" }));
    assert_eq!(checks[1].get("accepted"), None);
    let detail = check(&month, "2024-02-01", "no_tournaments")["detail"].clone();
    assert_eq!(detail, "0; limit: at least 1; accepted by Rating office: nobody played");
    let report = std::fs::read_to_string(month.join("lists/rapid/2024-02-01/report.html")).expect("a report");
    assert!(
        report
            .contains("Published though checks did not pass: tournaments rated: 0 (at least 1); accepted by Rating office: nobody played.")
    );
    assert!(report.contains("not passed, accepted by Rating office: nobody played"));
}

#[test]
fn a_list_with_an_accepted_check_is_verified_and_made_again_and_the_next_one_is_checked_as_ever() {
    let month = quiet();
    run(&month, &ACCEPT, 0);
    let made = bytes_below(&month.join("lists/rapid/2024-02-01"));
    expect_exit(month.path(), &["verify", "lists/rapid/2024-02-01", "--recompute"], 0);
    let again = run(&month, &[], 0);
    assert!(again.out.contains("nothing to do"), "{}", again.out);
    let proved = expect_exit(month.path(), &["regenerate", "pipeline.toml"], 0);
    assert!(proved.out.contains("as published, shown by hashes"), "{}", proved.out);
    // What was accepted is part of the list: a record without it does not give its bytes.
    let record = std::fs::read_to_string(month.join("lists/rapid/2024-02-01/run.json")).expect("a record");
    month.put("lists/rapid/2024-02-01/run.json", record.replace("nobody played", "a club left"));
    expect_exit(month.path(), &["verify", "lists/rapid/2024-02-01", "--recompute"], 6);
    month.put("lists/rapid/2024-02-01/run.json", record);
    // A revision in which the check finds nothing worse is accepted by the same person.
    month.roster("1001,2024-01-15,deceased,true\n");
    let revised = expect_exit(month.path(), &["regenerate", "pipeline.toml"], 0);
    assert!(revised.out.contains("1 list revised. "), "{}", revised.out);
    assert_eq!(json_of(&month, "2024-02-01.r2/manifest.json")["accepted_checks"][0]["by"], json!("Rating office"));
    expect_exit(month.path(), &["verify", "lists/rapid/2024-02-01.r2", "--recompute"], 0);
    assert_eq!(bytes_below(&month.join("lists/rapid/2024-02-01")), made);
    // Once means once: not for another list.
    expect_exit(month.path(), &["run", "pipeline.toml", "--list", "2024-03", "--quiet"], 1);
}

#[test]
fn checks_that_fail_on_a_revision_stop_it_until_somebody_accepts_them() {
    let month = quiet();
    settings(&month, "no_tournaments = \"warn\"");
    run(&month, &[], 0);
    settings(&month, "");
    month.roster("1001,2024-01-15,deceased,true\n");
    let said = expect_exit(month.path(), &["regenerate", "pipeline.toml"], 1);
    assert!(said.err.contains("error: publication refused: tournaments rated: 0 (limit: at least 1)"), "{}", said.err);
    assert_eq!(names(&month), ["2024-01-01", "2024-02-01", "2024-02-01.refused"]);
    let planned = expect_exit(month.path(), &["plan", "pipeline.toml", "--from", "2024-02"], 1);
    assert!(planned.err.contains("publication refused"), "{}", planned.err);
    expect_exit(month.path(), &[&["regenerate", "pipeline.toml"][..], &ACCEPT].concat(), 0);
    assert_eq!(json_of(&month, "2024-02-01.r2/manifest.json")["accepted_checks"][0]["check"], json!("no_tournaments"));
}

#[test]
fn a_check_that_passes_is_not_accepted_and_wrong_names_and_reasons_are_usage() {
    let month = eight();
    let said = run(&month, &ACCEPT, 0);
    assert!(said.err.contains("warning: --accept no_tournaments: this check forbids nothing here, so nothing is recorded"), "{}", said.err);
    assert_eq!(json_of(&month, "2024-02-01/manifest.json").get("accepted_checks"), None);
    for (flags, words) in [
        (&["--accept", "exit", "--by", "A", "--why", "B"][..], "--accept: there is no check 'exit'; there are no_tournaments, "),
        (
            &["--accept", "totals", "--by", "A", "--why", "B"],
            "--accept: totals cannot be accepted: a list with lost games is never published",
        ),
        (&["--accept", "exits", "--by", " ", "--why", "B"], "--by: 1 to 200 printable characters are wanted"),
        (&["--accept", "exits", "--by", "A"], "--why"),
        (&["--by", "A", "--why", "B"], "--accept"),
    ] {
        let said = run(&month, flags, 2);
        assert!(said.err.contains(words), "{flags:?}: {}", said.err);
    }
}
