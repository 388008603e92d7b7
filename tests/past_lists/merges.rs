//! Two ids of one person: merged by the roster and by a correction from a day on, and separated again.

use super::{four, listed, make, moved, ratings, regenerate, state};
use crate::support::expect_exit;

/// Career games, rating and whether the list shows them, of 1001 and 1005.
fn both(folder: &crate::support::Folder, list: &str) -> [(String, String, bool); 2] {
    let (state, listed) = (state(folder, list), listed(folder, list));
    ["1001", "1005"].map(|id| (state[id]["career_games"].clone(), state[id]["rating"].clone(), listed.contains_key(id)))
}

fn reported(games: u32, rating: u32, is_listed: bool) -> (String, String, bool) {
    (games.to_string(), rating.to_string(), is_listed)
}

#[test]
fn the_games_of_the_old_id_count_for_the_new_one_from_the_day_of_the_roster() {
    let folder = four();
    // K 20 without more means 30 career games.
    folder.tournament("F1", "2024-02-10", &["1 1005 1003 1-0"]);
    folder.tournament("M1", "2024-03-10", &["1 1005 1003 1-0"]);
    folder.roster("1005,2024-03-01,merged_into,1001\n1005,2024-04-01,merged_into,\n");
    make(&folder, &["2024-02"]);
    // The day before: 1001 has won J1, 1005 has not played.
    assert_eq!(both(&folder, "2024-02-01"), [reported(31, 1810, true), reported(30, 1800, true)]);
    make(&folder, &["2024-03"]);
    // From the day on: 31 + 30 games and the one of F1, at 1810 against 1800. The old id leaves the list and keeps its row.
    assert_eq!(both(&folder, "2024-03-01"), [reported(62, 1820, true), reported(30, 1800, false)]);
    assert_eq!(state(&folder, "2024-03-01")["1005"]["merged_into"], "1001");
    make(&folder, &["2024-04"]);
    // Told apart again: the 30 go back, F1 stays where it counted, and M1 is 1005's own: 1800 against 1790, 9.8.
    assert_eq!(both(&folder, "2024-04-01"), [reported(32, 1820, true), reported(31, 1810, true)]);
    for list in ["2024-02-01", "2024-03-01", "2024-04-01"] {
        expect_exit(folder.path(), &["verify", &format!("lists/rapid/{list}"), "--recompute"], 0);
    }
}

#[test]
fn a_merge_by_correction_holds_on_lists_from_the_day_it_was_received() {
    let folder = four();
    folder.tournament("F1", "2024-02-10", &["1 1005 1003 1-0"]);
    make(&folder, &["2024-02", "2024-03"]);
    assert_eq!(both(&folder, "2024-03-01"), [reported(31, 1810, true), reported(31, 1810, true)]);
    // Received on the day after a list it does not hold for that list; on the day of it, it does.
    folder.corrections("C6,2024-03-02,office,two ids,,,,,merge,1005,1001\n");
    assert_eq!(regenerate(&folder, &[]), ["2024-02-01 proved", "2024-03-01 proved"]);
    folder.corrections("C6,2024-03-01,office,two ids,,,,,merge,1005,1001\n");
    assert_eq!(regenerate(&folder, &[]), ["2024-02-01 proved", "2024-03-01 revised"]);
    assert_eq!(both(&folder, "2024-03-01.r2"), [reported(62, 1820, true), reported(30, 1800, false)]);
    assert!(moved(&folder, "2024-03-01.r2").ends_with("1001,1810,1820,direct,C6\n1005,1810,1800,direct,C6\n"));
    expect_exit(folder.path(), &["verify", "lists/rapid/2024-03-01.r2", "--recompute"], 0);
    // Undone, the original bytes.
    folder.corrections("C6,2024-03-01,office,two ids,,,,,merge,1005,1001\nU6,2024-05-01,office,two people,,,,,correction,C6,undone\n");
    regenerate(&folder, &[]);
    let version = |name: &str| crate::support::bytes_below(&folder.join(&format!("lists/rapid/{name}")));
    assert_eq!(version("2024-03-01.r3"), version("2024-03-01"));
}

#[test]
fn a_correction_names_players_as_the_report_does_also_when_their_ids_are_merged() {
    let folder = four();
    folder.tournament("F1", "2024-02-10", &["1 1005 1003 1-0"]);
    folder.roster("1005,2024-02-15,merged_into,1001\n");
    folder.corrections("C1,2024-04-10,arbiter,wrong result,F1,1,1005,1003,result,1-0,1/2-1/2\n");
    make(&folder, &["2024-02", "2024-03"]);
    // 1001 had 1810: a draw with 1800 costs 0.2.
    assert_eq!(ratings(&folder, "2024-03-01"), ["1810", "1790", "1800", "1800"]);
    folder.corrections("");
    regenerate(&folder, &[]);
    assert!(moved(&folder, "2024-03-01.r2").ends_with("1001,1810,1820,direct,\n1003,1800,1790,direct,\n"));
}

#[test]
fn a_merge_in_the_roster_moves_those_who_are_merged_and_their_opponents_directly() {
    let folder = four();
    folder.tournament("F1", "2024-02-10", &["1 1005 1003 1-0"]);
    make(&folder, &["2024-02", "2024-03"]);
    folder.roster("1005,2024-02-15,merged_into,1001\n");
    regenerate(&folder, &[]);
    // 1001 had 1810 and has won F1 now; 1005 is back where it was; 1003 has lost to 1810 instead of 1800, which is the same.
    assert!(moved(&folder, "2024-03-01.r2").ends_with("1001,1810,1820,direct,\n1005,1810,1800,direct,\n"));
}

#[test]
fn a_correction_that_names_another_tournament_now_concerns_the_former_one_too() {
    let folder = four();
    make(&folder, &["2024-02"]);
    folder.tournament("F2", "2024-02-11", &["1 1005 1006 1-0"]);
    folder.corrections("C1,2024-04-10,arbiter,wrong result,F1,1,1001,1003,result,1-0,1/2-1/2\n");
    make(&folder, &["2024-03"]);
    folder.corrections("C1,2024-04-10,arbiter,wrong result,F2,1,1005,1006,result,1-0,1/2-1/2\n");
    regenerate(&folder, &[]);
    let moved = moved(&folder, "2024-03-01.r2");
    let direct = |id: &str| moved.lines().any(|line| line.starts_with(id) && line.contains(",direct,"));
    assert!(["1001", "1003", "1005", "1006"].into_iter().all(direct), "{moved}");
}

#[test]
fn a_report_submitted_again_after_a_merge_of_its_players_is_the_same_report() {
    let folder = four();
    folder.tournament("F1", "2024-02-10", &["1 1005 1003 1-0"]);
    folder.roster("1005,2024-03-05,merged_into,1001\n");
    make(&folder, &["2024-02", "2024-03"]);
    folder.tournament("F2", "2024-02-10", &["1 1005 1003 1-0"]);
    make(&folder, &["2024-04"]);
    let again = folder.row("lists/rapid/2024-04-01", "tournaments.parquet", "tournament_id", "F2");
    assert_eq!((again["status"].as_str(), again["reason"].as_str()), ("refused", "duplicate-content"));
}

#[test]
fn an_unrated_id_takes_over_the_rating_of_the_one_that_is_merged_into_it() {
    let folder = four();
    let list = std::fs::read_to_string(folder.join("lists/rapid/2024-01-01/list.csv")).expect("readable");
    folder.put("lists/rapid/2024-01-01/list.csv", format!("{list}1007,Player 1007,NOR,M,1980,,\n"));
    folder.roster("1001,2024-02-01,merged_into,1007\n");
    make(&folder, &["2024-02"]);
    // The game of J1 counts for 1007, at the rating that 1001 had on the list in force when it began.
    let state = state(&folder, "2024-02-01");
    assert_eq!((state["1007"]["rating"].as_str(), state["1007"]["career_games"].as_str()), ("1810", "31"));
    let listed = listed(&folder, "2024-02-01");
    assert!(listed.contains_key("1007") && !listed.contains_key("1001"));
}

#[test]
fn d48_a_late_event_under_the_id_that_left_counts_for_the_opponents_and_the_id_that_stays_takes_over_the_row() {
    let folder = four();
    make(&folder, &["2024-02", "2024-03"]);
    // 1007 is on no list. L1 began under the list of February, on which 1005 and 1003 have 1800; 1003 has 1790 by now.
    folder.tournament("L1", "2024-02-12", &["1 1005 1003 1-0"]);
    folder.roster("1005,2024-04-01,merged_into,1007\n1005,2024-05-01,merged_into,\n1901,2024-01-01,merged_into,1902\n");
    make(&folder, &["2024-04"]);
    let april = state(&folder, "2024-04-01");
    assert_eq!((april["1003"]["rating"].as_str(), april["1003"]["games"].as_str()), ("1780", "1"));
    assert_eq!((april["1007"]["rating"].as_str(), april["1007"]["career_games"].as_str()), ("1810", "31"));
    assert_eq!((april["1005"]["rating"].as_str(), april["1005"]["gave_rating"].as_str()), ("1800", "true"));
    let on_list = listed(&folder, "2024-04-01");
    assert_eq!((on_list["1007"]["name"].as_str(), on_list["1007"]["federation"].as_str()), ("Player 1005", "NOR"));
    assert!(!on_list.contains_key("1005"));
    // Told apart again, each has what came with it: 1005 its rating and 30 games, 1007 the game of L1.
    make(&folder, &["2024-05"]);
    let may = state(&folder, "2024-05-01");
    assert_eq!((may["1005"]["rating"].as_str(), may["1005"]["career_games"].as_str()), ("1800", "30"));
    assert_eq!((may["1007"]["rating"].as_str(), may["1007"]["career_games"].as_str()), ("", "1"));
    let on_list = listed(&folder, "2024-05-01");
    assert!(on_list.contains_key("1005") && !on_list.contains_key("1007"));
    for list in ["2024-04-01", "2024-05-01"] {
        expect_exit(folder.path(), &["verify", &format!("lists/rapid/{list}"), "--recompute"], 0);
    }
}

#[test]
fn d48_results_that_wait_count_for_the_id_that_stays_and_go_back_when_the_merge_is_undone() {
    let folder = four();
    folder.tournament("W1", "2024-01-11", &["1 1008 1001 1-0", "2 1008 1002 1-0", "3 1008 1003 0-1"]);
    folder.tournament("W2", "2024-02-11", &["1 1009 1001 1/2-1/2"]);
    folder.roster("1008,2024-03-01,merged_into,1009\n1008,2024-04-01,merged_into,\n");
    make(&folder, &["2024-02", "2024-03"]);
    let games_of_pool = |list: &str| {
        let pool = folder.table(&format!("lists/rapid/{list}"), "pool.parquet");
        pool.iter().map(|row| format!("{} {} {}", row["fide_id"], row["tournament_id"], row["games"])).collect::<Vec<_>>()
    };
    let change = folder.player("lists/rapid/2024-03-01", "changes.parquet", 1009);
    assert_eq!((change["cause"].as_str(), change["games"].as_str()), ("pool-too-small", "4"));
    assert_eq!(games_of_pool("2024-03-01"), ["1008 W1 3", "1009 W2 1"]);
    folder.tournament("W3", "2024-03-11", &["1 1009 1001 1/2-1/2"]);
    make(&folder, &["2024-04"]);
    // Told apart: 1009 has one game of W2 and one of W3.
    assert_eq!(folder.player("lists/rapid/2024-04-01", "changes.parquet", 1009)["games"], "2");
    assert_eq!(games_of_pool("2024-04-01"), ["1008 W1 3", "1009 W2 1", "1009 W3 1"]);
    // Still merged, the fifth game would have given a rating and emptied the pool.
    folder.roster("1008,2024-03-01,merged_into,1009\n");
    regenerate(&folder, &[]);
    let change = folder.player("lists/rapid/2024-04-01.r2", "changes.parquet", 1009);
    assert_eq!((change["cause"].as_str(), change["games"].as_str()), ("first-rating", "5"));
    // It used up what came with 1008, which comes back when the merge ends; 1009 keeps its rating.
    assert_eq!(games_of_pool("2024-04-01.r2"), ["1008 W1 3"]);
    let pool = folder.table("lists/rapid/2024-04-01.r2", "pool.parquet");
    assert_eq!(pool[0]["used_up"], "true");
    assert_eq!(folder.player("lists/rapid/2024-04-01.r2", "state.parquet", 1008)["rating"], "");
    folder.roster("1008,2024-03-01,merged_into,1009\n1008,2024-05-01,merged_into,\n");
    folder.tournament("W4", "2024-04-11", &["1 1008 1001 1/2-1/2", "2 1008 1002 1/2-1/2"]);
    make(&folder, &["2024-05"]);
    let change = folder.player("lists/rapid/2024-05-01", "changes.parquet", 1008);
    assert_eq!((change["cause"].as_str(), change["games"].as_str()), ("first-rating", "5"));
    assert_eq!(
        folder.player("lists/rapid/2024-05-01", "state.parquet", 1009)["rating"],
        folder.player("lists/rapid/2024-04-01.r2", "state.parquet", 1009)["rating"]
    );
    for list in ["2024-04-01.r2", "2024-05-01"] {
        expect_exit(folder.path(), &["verify", &format!("lists/rapid/{list}"), "--recompute"], 0);
        for player in ["1008", "1009"] {
            expect_exit(folder.path(), &["explain", &format!("lists/rapid/{list}"), player], 0);
        }
    }
}

#[test]
fn d48_a_merge_that_ends_is_named_and_leaves_no_two_ids_with_one_rating() {
    let folder = four();
    // 1007 is on no list; 1005 is merged into it, and a month later it into 1008.
    folder.roster(
        "1005,2024-02-01,merged_into,1007\n1007,2024-03-01,merged_into,1008\n1007,2024-04-01,merged_into,\n1005,2024-04-01,merged_into,\n",
    );
    make(&folder, &["2024-02", "2024-03"]);
    let rating = |list: &str, id: &str| {
        let state = state(&folder, list);
        (state[id]["rating"].clone(), state[id]["career_games"].clone())
    };
    let both = |rating: &str, games: &str| (rating.to_owned(), games.to_owned());
    assert_eq!(rating("2024-03-01", "1008"), both("1800", "30"));
    make(&folder, &["2024-04"]);
    assert_eq!(rating("2024-04-01", "1005"), both("1800", "30"));
    assert_eq!((rating("2024-04-01", "1007"), rating("2024-04-01", "1008")), (both("", "0"), both("", "0")));
    let table = crate::support::csv_rows(&folder.join("lists/rapid/2024-04-01/diagnostics.csv"));
    let mut ended: Vec<&str> = table.iter().filter(|row| row["code"] == "COR017").map(|row| row["message"].as_str()).collect();
    ended.sort_unstable();
    assert_eq!(
        ended,
        [
            "1005 is not merged into 1008 any more: 1005 has the rating 1800 and 30 games; 1008 has no rating and 0 games (D48)",
            "1007 is not merged into 1008 any more: 1007 has no rating and 0 games; 1008 has no rating and 0 games (D48)",
        ]
    );
    expect_exit(folder.path(), &["verify", "lists/rapid/2024-04-01", "--recompute"], 0);
}

#[test]
fn why_an_id_is_not_listed_is_said_with_the_list_since_which_it_is_so() {
    let folder = four();
    folder.roster("1005,2024-03-01,merged_into,1001\n1004,2024-03-01,deceased,true\n");
    make(&folder, &["2024-02", "2024-03", "2024-04"]);
    let said = |id: &str| expect_exit(folder.path(), &["explain", "lists/rapid/2024-04-01", id], 0).out.replace('\n', " ");
    assert!(said("1004").contains("Not listed since the list of 2024-03-01: computed and remembered, but deceased"), "{}", said("1004"));
    assert!(said("1005").contains("Not listed since the list of 2024-03-01: the id has become 1001."), "{}", said("1005"));
}

#[test]
fn the_deceased_the_merged_and_the_excluded_are_gone_in_summary_report_and_manifest() {
    let folder = four();
    make(&folder, &["2024-02"]);
    folder.roster("1005,2024-03-01,merged_into,1001\n1004,2024-03-01,deceased,true\n,2024-03-01,federation_excluded,SWE\n1006,2024-03-01,federation,SWE\n");
    let said = expect_exit(folder.path(), &["run", "pipeline.toml", "--list", "2024-03"], 0);
    assert!(said.out.contains(", 0 new, 3 gone, "), "{}", said.out);
    let manifest = store::Manifest::read(&folder.join("lists/rapid/2024-03-01")).expect("a manifest");
    assert_eq!(manifest.counts[&store::Count::Exits], 3);
    let report = std::fs::read_to_string(folder.join("lists/rapid/2024-03-01/report.html")).expect("a report");
    for words in ["deceased (<", "of an excluded federation (<", "now 1001"] {
        assert!(report.contains(words), "{words}");
    }
}
