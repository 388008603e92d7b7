//! Lists are made in order: each from the one just before it by the calendar of the edition, and none ahead of its time (D40).

use crate::month::Month;
use crate::support::{Said, expect_exit};
use serde_json::Value;

const PLAYERS: &str = "fide_id,name,federation,rating,k";

/// Two players of 1800 on the list of a date, and a pipeline file that asks for no tournaments.
fn two(control: &str, date: &str) -> Month {
    let month = Month::of(control);
    month.list(date, PLAYERS, ["1001,Player 1001,ENG,1800,20", "1002,Player 1002,ENG,1800,20"]);
    month.pipeline("\n[checks]\nno_tournaments = \"off\"\n");
    month
}

/// Makes a list with further flags.
fn run(month: &Month, list: &str, more: &[&str], code: i32) -> Said {
    expect_exit(month.path(), &[&["run", "pipeline.toml", "--list", list, "--quiet"], more].concat(), code)
}

fn record(month: &Month, list: &str) -> Value {
    let text = std::fs::read_to_string(month.join(&format!("{}/run.json", month.place(list)))).expect("a record");
    serde_json::from_str(&text).expect("JSON")
}

/// Asserts that a command said all of this on stderr.
fn assert_said(said: &Said, words: &[&str]) {
    for word in words {
        assert!(said.err.contains(word), "'{word}' is not in: {}", said.err);
    }
}

#[test]
fn a_list_after_a_gap_is_made_only_where_it_is_meant() {
    let month = two("rapid", "2024-01-01");
    let said = run(&month, "2024-03", &[], 4);
    assert_said(&said, &["the newest list before 2024-03-01 is of 2024-01-01", "that of 2024-02-01 comes first", "--after-gap"]);
    let said = expect_exit(month.path(), &["plan", "pipeline.toml", "--list", "2024-03"], 4);
    assert_said(&said, &["2024-02-01"]);
    assert!(!month.join(&month.place("2024-03")).exists());
    // The other flag means something else.
    run(&month, "2024-03", &["--ahead"], 4);

    expect_exit(month.path(), &["plan", "pipeline.toml", "--list", "2024-03", "--after-gap"], 0);
    run(&month, "2024-03", &["--after-gap"], 0);
    assert_eq!((&record(&month, "2024-03")["after_gap"], &record(&month, "2024-03")["ahead"]), (&Value::Bool(true), &Value::Null));
    let warned = month.table(&month.place("2024-03"), "diagnostics.csv");
    assert!(warned.iter().any(|row| row["code"] == "PER012"), "{warned:?}");
    // Nothing that changes content: the manifest is the one that the same lists give without a pipeline file's order.
    let manifest = std::fs::read_to_string(month.join("lists/rapid/2024-03-01/manifest.json")).expect("a manifest");
    assert!(!manifest.contains("after_gap"), "{manifest}");
    expect_exit(month.path(), &["verify", "lists/rapid/2024-03-01", "--recompute", "--quiet"], 0);

    // The list after it is in order, and a flag that was not needed is not recorded.
    run(&month, "2024-04", &["--after-gap"], 0);
    assert_eq!(record(&month, "2024-04")["after_gap"], Value::Null);
}

#[test]
fn a_list_before_one_that_is_there_is_made_by_regenerate_and_by_no_flag() {
    let month = two("rapid", "2024-01-01");
    run(&month, "2024-04", &["--after-gap"], 0);
    for flags in [&[][..], &["--after-gap", "--ahead"], &["--draft"]] {
        let said = run(&month, "2024-02", flags, 4);
        assert_said(&said, &["lists/rapid/2024-04-01 is there already", "2024-02-01 would come before it", "regenerate --from 2024-02"]);
    }
    // What the hint says is done: the lists that are missing are made in order, and the one after them is made again on the last of them.
    let said = expect_exit(month.path(), &["regenerate", "pipeline.toml", "--from", "2024-02"], 0);
    let made = |list: &str| month.join(&month.place(list)).join("manifest.json").exists();
    assert!(made("2024-02") && made("2024-03"), "{}", said.out);
    assert!(said.out.contains("2024-04-01.r2: the list of 2024-03-01 was revised"), "{}", said.out);
    for list in ["2024-02-01", "2024-03-01", "2024-04-01.r2"] {
        expect_exit(month.path(), &["verify", &format!("lists/rapid/{list}"), "--recompute", "--quiet"], 0);
    }
}

#[test]
fn a_list_that_is_there_with_the_same_inputs_is_nothing_to_do_whatever_newer_ones_there_are() {
    let month = two("rapid", "2024-01-01");
    for list in ["2024-02", "2024-03"] {
        run(&month, list, &[], 0);
    }
    let said = expect_exit(month.path(), &["run", "pipeline.toml", "--list", "2024-02"], 0);
    assert!(said.out.starts_with("nothing to do: "), "{}", said.out);
    // Also one that was made after a gap, without the flag.
    run(&month, "2024-06", &["--after-gap"], 0);
    let said = expect_exit(month.path(), &["run", "pipeline.toml", "--list", "2024-06"], 0);
    assert!(said.out.starts_with("nothing to do: "), "{}", said.out);
}

#[test]
fn a_list_ahead_of_its_time_is_made_only_where_it_is_meant() {
    // No clock of these tests will reach 2099.
    let month = two("rapid", "2099-01-01");
    let said = run(&month, "2099-02", &[], 4);
    assert_said(&said, &["the list of 2099-02-01 is ahead of its time: the next one due is that of 2", "--ahead"]);
    run(&month, "2099-02", &["--after-gap"], 4);
    expect_exit(month.path(), &["plan", "pipeline.toml", "--list", "2099-02"], 4);
    // Lists that do not exist are not made ahead of their time by the other command either.
    assert_said(&expect_exit(month.path(), &["regenerate", "pipeline.toml", "--from", "2099-02", "--to", "2099-02"], 4), &["2099-02-01"]);
    assert!(!month.join(&month.place("2099-02")).exists());
    // The next list may be planned, due or not.
    expect_exit(month.path(), &["plan", "pipeline.toml"], 0);

    run(&month, "2099-02", &["--ahead"], 0);
    assert_eq!((&record(&month, "2099-02")["after_gap"], &record(&month, "2099-02")["ahead"]), (&Value::Null, &Value::Bool(true)));
    run(&month, "2099-04", &["--ahead"], 4);
    run(&month, "2099-04", &["--ahead", "--after-gap"], 0);
    // Then nothing is due, which was meant.
    assert!(expect_exit(month.path(), &["run", "pipeline.toml"], 0).err.contains("no list is due yet"));
}

#[test]
fn a_stray_folder_of_the_far_future_does_not_stop_all_lists_silently() {
    let month = two("rapid", "2024-01-01");
    month.list("2099-01-01", PLAYERS, ["1001,Player 1001,ENG,1800,20"]);
    let words = ["lists/rapid/2099-01-01 is further ahead than the next list due", "2024-02-01", "take that folder away"];
    for command in [&["run", "pipeline.toml"][..], &["run", "pipeline.toml", "--draft"], &["plan", "pipeline.toml"]] {
        assert_said(&expect_exit(month.path(), command, 4), &words);
    }
    assert_said(&expect_exit(month.path(), &["status", "pipeline.toml", "--on", "2024-02-15"], 4), &words);
    assert_said(&run(&month, "2024-02", &[], 4), &["lists/rapid/2099-01-01 is there already", "take it away"]);
    // A folder without a list is none.
    std::fs::remove_file(month.join("lists/rapid/2099-01-01/list.csv")).expect("removed");
    run(&month, "2024-02", &[], 0);
}

#[test]
fn six_lists_a_year_are_two_months_apart() {
    // By the calendar of standard-2009 there are lists in January, March, May, July, September and November.
    let month = two("standard", "2009-11-01");
    run(&month, "2010-01", &[], 0);
    let said = run(&month, "2010-05", &[], 4);
    assert_said(&said, &["is of 2010-01-01", "that of 2010-03-01 comes first"]);
    run(&month, "2010-02", &[], 4);
    run(&month, "2010-03", &[], 0);
    assert!(month.table(&month.place("2010-03"), "diagnostics.csv").iter().all(|row| row["code"] != "PER012"));
}

#[test]
fn with_flags_a_gap_is_a_warning_and_a_date_that_is_not_told_is_the_last_one_by_the_calendar() {
    let month = two("standard", "2009-09-01");
    month.make("2010-01", &[]);
    let list = month.place("2010-01");
    let warned = month.row(&list, "diagnostics.csv", "code", "PER012");
    assert!(warned["message"].contains("one of 2009-11-01 should lie between it and 2010-01-01"), "{warned:?}");

    // A file without a date in its name is that of November, not of December, in which there is no list.
    month.put("before.csv", format!("{PLAYERS}\n1001,Player 1001,ENG,1800,20\n"));
    std::fs::remove_dir_all(month.join(&list)).expect("removed");
    month.make_on("before.csv", "2010-01", &[], 0);
    let manifest = store::Manifest::read(&month.join(&list)).expect("a manifest");
    assert_eq!(manifest.previous.map(|date| date.to_string()).as_deref(), Some("2009-11-01"));
    assert!(month.table(&list, "diagnostics.csv").iter().all(|row| row["code"] != "PER012"));
}
