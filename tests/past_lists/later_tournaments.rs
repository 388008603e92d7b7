//! Tournaments that begin after a list's date concern no list before them.

use super::{four, make, report};
use crate::support::{parquet, rows};

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
