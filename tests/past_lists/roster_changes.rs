//! What the roster changes, on both sides of its day.

use super::{four, listed, make, regenerate, state};
use crate::month::Month;

/// The lists of February and March with this roster.
fn made_with(rows: &str) -> Month {
    let folder = four();
    folder.roster(rows);
    make(&folder, &["2024-02", "2024-03"]);
    folder
}

#[test]
fn every_field_of_a_player_changes_from_its_day_and_not_before() {
    for (field, value, before) in [
        ("name", "\"Newname, Ann\"", "Player 1001"),
        ("title", "FM", ""),
        ("women_title", "WFM", ""),
        ("other_titles", "FI", ""),
        ("federation", "SWE", "NOR"),
        ("sex", "F", "M"),
        ("birth_year", "1990", "1980"),
    ] {
        let folder = made_with(&format!("1001,2024-02-02,{field},{value}\n"));
        assert_eq!(listed(&folder, "2024-02-01")["1001"][field], before, "{field}");
        assert_eq!(listed(&folder, "2024-03-01")["1001"][field], value.trim_matches('"'), "{field}");
        // On the day itself it holds.
        let folder = made_with(&format!("1001,2024-02-01,{field},{value}\n"));
        assert_eq!(listed(&folder, "2024-02-01")["1001"][field], value.trim_matches('"'), "{field}");
    }
}

#[test]
fn a_birth_year_decides_over_the_k_of_a_junior() {
    // Born in 2006 a player is 18 in 2024 and has K 40 until the end of the year.
    let folder = made_with("1001,2024-02-02,birth_year,2006\n1002,2024-02-02,birth_year,2005\n");
    let k = |list: &str, id: &str| listed(&folder, list)[id]["k"].clone();
    assert_eq!((k("2024-02-01", "1001"), k("2024-03-01", "1001")), ("20".to_owned(), "40".to_owned()));
    assert_eq!((k("2024-02-01", "1002"), k("2024-03-01", "1002")), ("20".to_owned(), "20".to_owned()));
}

#[test]
fn the_deceased_leave_the_list_and_come_back_when_it_was_an_error() {
    let folder = four();
    folder.roster("1001,2024-02-02,deceased,true\n1001,2024-03-02,deceased,false\n");
    make(&folder, &["2024-02", "2024-03", "2024-04"]);
    let is_listed = |list: &str| listed(&folder, list).contains_key("1001");
    assert_eq!((is_listed("2024-02-01"), is_listed("2024-03-01"), is_listed("2024-04-01")), (true, false, true));
    // Computed and kept all the while (D28).
    assert_eq!(state(&folder, "2024-03-01")["1001"]["rating"], "1820");
}

#[test]
fn a_federation_is_excluded_from_its_day_and_visible_again_from_its_readmission() {
    let folder = four();
    folder.roster("1001,2024-01-01,federation,SWE\n,2024-02-02,federation_excluded,SWE\n,2024-03-02,federation_readmitted,SWE\n");
    make(&folder, &["2024-02", "2024-03", "2024-04"]);
    let is_listed = |list: &str| listed(&folder, list).contains_key("1001");
    assert_eq!((is_listed("2024-02-01"), is_listed("2024-03-01"), is_listed("2024-04-01")), (true, false, true));
    assert_eq!(state(&folder, "2024-03-01")["1001"]["rating"], "1820");
    assert!(listed(&folder, "2024-03-01").contains_key("1002"));
}

#[test]
fn a_change_that_is_entered_late_revises_the_lists_from_its_day_on_and_no_other() {
    let folder = four();
    make(&folder, &["2024-02", "2024-03", "2024-04"]);
    folder.roster("1001,2024-02-15,federation,SWE\n");
    assert_eq!(regenerate(&folder, &[]), ["2024-02-01 proved", "2024-03-01 revised", "2024-04-01 revised"]);
    assert_eq!(listed(&folder, "2024-03-01.r2")["1001"]["federation"], "SWE");
    assert_eq!(listed(&folder, "2024-03-01")["1001"]["federation"], "NOR");
    let revisions = super::revisions(&folder, &["cause", "players_moved"]);
    assert_eq!(revisions, ["other rows of the roster | 0", "other rows of the roster; the list of 2024-03-01 was revised | 0"]);
}
