//! Tournaments that begin after a list's date concern no list before them.

use super::{four, make, report};
use crate::month::Report;
use crate::support::{csv_rows, expect_exit, parquet, rows};

/// Every table of a list that holds numbers of players or games.
const NUMBERS: [&str; 7] =
    ["changes.parquet", "games.parquet", "list.csv", "pool.parquet", "rated_tournaments.parquet", "state.parquet", "checks.csv"];

#[test]
fn tournaments_that_begin_after_a_list_do_not_change_it() {
    let (then, now) = (four(), four());
    for id in ["F1", "M1"] {
        std::fs::remove_dir_all(then.join(&format!("tournaments/{id}"))).expect("removed");
    }
    // As a report, and one of people whom nobody knows yet.
    now.put("tournaments/later.trf", report("2024-02-01", 1001, 1002, '1'));
    now.tournament("A1", "2024-04-20", &["1 1001 7777 1-0"]);
    for folder in [&then, &now] {
        make(folder, &["2024-02"]);
    }
    let read =
        |folder: &crate::support::Folder, name: &str| std::fs::read(folder.join(&format!("lists/rapid/2024-02-01/{name}"))).expect("there");
    for name in NUMBERS {
        assert!(read(&then, name) == read(&now, name), "{name}");
    }
    let named = rows(&parquet(&now.join("lists/rapid/2024-02-01/tournaments.parquet")));
    let reported: Vec<String> = named.iter().map(|row| format!("{} {} {}", row["tournament_id"], row["status"], row["games"])).collect();
    assert_eq!(reported, ["J1 rated 2", "later waiting 0", "F1 waiting 0", "M1 waiting 0", "A1 waiting 0"]);
}

#[test]
fn a_tournament_that_began_before_the_list_and_waits_is_shown_with_its_games() {
    let folder = four();
    // It ends after the closing date of the list of February, and begins on the last day before the list.
    folder.tournament("L1", "2024-01-31", &["1 1005 1006 1-0"]);
    make(&folder, &["2024-02"]);
    let sides = rows(&parquet(&folder.join("lists/rapid/2024-02-01/games.parquet")));
    let waiting: Vec<&str> = sides.iter().filter(|side| side["tournament_id"] == "L1").map(|side| side["reason"].as_str()).collect();
    assert_eq!(waiting, ["not-closed", "not-closed"]);
    assert!(sides.iter().all(|side| side["tournament_id"] != "F1"));
}

#[test]
fn status_counts_the_late_and_the_refused_beside_those_that_wait() {
    let folder = four();
    make(&folder, &["2024-02"]);
    // Lists on which it could have been rated ended with that of September 2023; the other cannot be read.
    folder.tournament("L1", "2023-06-10", &["1 1001 1002 1-0"]);
    folder.put("tournaments/garbled.trf", "012 Garbled\n");
    let status = super::json(&expect_exit(folder.path(), &["status", "pipeline.toml", "--on", "2024-02-15", "--json"], 0));
    let count = |key: &str| status[key].as_u64();
    assert_eq!(
        (count("ready"), count("late"), count("refused_tournaments"), count("refused_before")),
        (Some(1), Some(1), Some(1), Some(0))
    );
    let said = expect_exit(folder.path(), &["status", "pipeline.toml", "--on", "2024-02-15"], 0).out;
    assert!(said.contains("1 ready for it, 1 wait, 1 late, 1 refused"), "{said}");
}

#[test]
fn a_late_tournament_without_a_control_has_one_diagnostic() {
    let folder = four();
    let without_control = |day: &str| Report::new("Report", day).game(1001, 1002, '1').text();
    folder.report("late.trf", without_control("2023-06-10")).report("in-time.trf", without_control("2024-01-20"));
    make(&folder, &["2024-02"]);
    let table = csv_rows(&folder.join("lists/rapid/2024-02-01/diagnostics.csv"));
    // Players of the reports have other federations than on the list.
    let of = |file: &str| -> Vec<String> {
        let rows = table.iter().filter(|row| row["file"] == file && row["code"] != "TRF051");
        rows.map(|row| row["code"].clone()).collect()
    };
    assert_eq!((of("late.trf"), of("in-time.trf")), (vec!["PER002".to_owned()], vec!["REG014".to_owned()]));
    let late = table.iter().find(|row| row["code"] == "PER002").expect("late");
    assert!(late["message"].contains("it had to be on the list of 2023-09-01 at the latest, the third after its end"), "{late:?}");
}

#[test]
fn everybody_with_results_in_the_pool_waits_for_a_first_rating() {
    let folder = four();
    folder.tournament("W1", "2024-01-11", &["1 1008 1001 1-0", "2 1008 1002 1-0", "3 1008 1003 0-1"]);
    make(&folder, &["2024-02"]);
    // 1008 does not play any more, and waits all the same.
    let said = expect_exit(folder.path(), &["run", "pipeline.toml", "--list", "2024-03"], 0);
    assert!(said.out.contains(", 1 wait for a first rating"), "{}", said.out);
    let manifest = store::Manifest::read(&folder.join("lists/rapid/2024-03-01")).expect("a manifest");
    assert_eq!(manifest.counts[&store::Count::PlayersWaitingInThePool], 1);
}
