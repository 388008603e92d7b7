//! Whole outputs, as snapshots.

use super::{club, output};
use crate::support::{Folder, is_blessing, test_file};
use std::path::Path;

/// The command, what it printed and its exit code.
fn transcript(folder: &Path, arguments: &[&str]) -> String {
    let done = output(folder, arguments);
    let (out, err) = (String::from_utf8(done.stdout).expect("UTF-8"), String::from_utf8(done.stderr).expect("UTF-8"));
    let mut text = format!("$ ratinglist {}\n{out}", arguments.join(" "));
    if !err.is_empty() {
        text.push_str(&format!("--- stderr\n{err}"));
    }
    text.push_str(&format!("--- exit {}", done.status.code().expect("an exit code")));
    text
}

/// Compares an output with its snapshot; `make bless` writes the snapshots anew.
fn matches_snapshot(name: &str, text: &str) {
    let is_written_anew = std::env::var_os("INSTA_UPDATE").is_some_and(|value| value == "always");
    assert_eq!(is_written_anew, is_blessing(), "`make bless` writes the snapshots anew, together with the other expected files");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(test_file("cli/snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// Runs the program in an empty folder.
fn says(name: &str, arguments: &[&str]) {
    matches_snapshot(name, &transcript(Folder::new().path(), arguments));
}

#[test]
fn help_of_the_program_matches_its_snapshot() {
    says("help", &["--help"]);
}

#[test]
fn help_of_every_command_matches_its_snapshot() {
    for command in [
        "run",
        "plan",
        "regenerate",
        "sign",
        "keys",
        "verify",
        "status",
        "rules",
        "check",
        "codes",
        "init",
        "import",
        "export",
        "diff",
        "explain",
        "history",
        "norms",
        "demo",
        "completions",
        "man",
    ] {
        says(&format!("help-{command}"), &[command, "--help"]);
    }
}

#[test]
fn the_table_of_codes_matches_its_snapshot() {
    says("codes", &["codes"]);
}

#[test]
fn one_code_matches_its_snapshot() {
    says("codes-trf021", &["codes", "trf021"]);
    says("codes-trf021-json", &["codes", "TRF021", "--json"]);
}

#[test]
fn an_unknown_code_names_similar_ones() {
    says("codes-unknown", &["codes", "TRF21"]);
    says("codes-unlike-any", &["codes", "hello"]);
}

#[test]
fn the_table_of_editions_matches_its_snapshot() {
    says("rules", &["rules"]);
}

#[test]
fn one_edition_matches_its_snapshot() {
    says("rules-rapid-blitz-2024", &["rules", "rapid-blitz-2024"]);
}

#[test]
fn a_comparison_of_two_editions_matches_its_snapshot() {
    says("rules-compare", &["rules", "standard-2022", "--compare", "standard-2024"]);
}

#[test]
fn the_edition_of_a_day_matches_its_snapshot() {
    says("rules-on-a-day", &["rules", "--on", "2024-02-01", "--control", "rapid"]);
}

#[test]
fn a_day_without_an_edition_matches_its_snapshot() {
    says("rules-in-a-gap", &["rules", "--on", "2015-01-01", "--control", "standard"]);
}

#[test]
fn a_day_with_editions_for_some_controls_matches_its_snapshot() {
    says("rules-on-a-day-all-controls", &["rules", "--on", "2019-01-01"]);
}

#[test]
fn a_check_of_a_bad_report_matches_its_snapshot() {
    let folder = Folder::new();
    folder.put("bad.trf", std::fs::read(test_file("cli/bad.trf")).expect("there"));
    matches_snapshot("check-bad-report", &transcript(folder.path(), &["check", "bad.trf"]));
}

#[test]
fn a_plan_a_run_and_a_second_run_match_their_snapshots() {
    let folder = club();
    matches_snapshot("plan", &transcript(folder.path(), &["plan", "pipeline.toml", "--list", "2024-02"]));
    matches_snapshot("run", &transcript(folder.path(), &["run", "pipeline.toml"]));
    matches_snapshot("run-again", &transcript(folder.path(), &["run", "pipeline.toml", "--list", "2024-02"]));
    folder.put("tournaments/extra.trf", "");
    matches_snapshot("run-other-inputs", &transcript(folder.path(), &["run", "pipeline.toml", "--list", "2024-02"]));
}

#[test]
fn explanations_for_a_player_and_an_organiser_match_their_snapshots() {
    let folder = club();
    output(folder.path(), &["run", "pipeline.toml", "--list", "2024-02", "--quiet"]);
    let list = "lists/rapid/2024-02-01";
    matches_snapshot("explain-player", &transcript(folder.path(), &["explain", list, "brown"]));
    matches_snapshot("explain-longer-control", &transcript(folder.path(), &["explain", list, "evans"]));
    matches_snapshot("explain-tournament", &transcript(folder.path(), &["explain", list, "--tournament", "C2402"]));
    matches_snapshot("explain-tournament-unknown", &transcript(folder.path(), &["explain", list, "--tournament", "x"]));
    matches_snapshot("explain-several", &transcript(folder.path(), &["explain", list, "a"]));
    matches_snapshot("history", &transcript(folder.path(), &["history", "lists/rapid", "brown", "--plot"]));
}
