//! The roster: what is known of players, from a day on (D28).

use crate::support::{Folder, csv_rows, expect_exit, parquet, rows};
use std::collections::BTreeMap;

/// A month with two rated players and one game, and this roster.
fn list_with_roster(roster: &str, code: i32) -> (Folder, String) {
    let folder = Folder::new();
    folder.put(
        "previous/list.csv",
        "fide_id,name,federation,birth_year,rating,k\n1001,\"Old, Name\",NOR,1980,1800,20\n1002,Other,SWE,1990,1800,20\n",
    );
    folder.put("month/tournaments.csv", "tournament_id,start,end\nT1,2024-02-03,2024-02-04\n");
    folder.put("month/games.csv", "tournament_id,round,white,black,result\nT1,1,1001,1002,1-0\n");
    folder.put("players.csv", format!("fide_id,from,field,value\n{roster}"));
    let arguments = [
        "run",
        "--control",
        "rapid",
        "--list",
        "2024-03",
        "--previous",
        "previous",
        "--tournaments",
        "month",
        "--players",
        "players.csv",
        "--out",
        "2024-03-01",
        "--quiet",
    ];
    let said = expect_exit(folder.path(), &arguments, code);
    (folder, said.err)
}

fn listed(folder: &Folder) -> BTreeMap<String, BTreeMap<String, String>> {
    csv_rows(&folder.join("2024-03-01/list.csv")).into_iter().map(|row| (row["fide_id"].clone(), row)).collect()
}

#[test]
fn d28_the_deceased_are_computed_and_remembered_but_not_published() {
    let (folder, _) = list_with_roster("1001,2024-03-01,deceased,true\n", 0);
    assert_eq!(listed(&folder).keys().collect::<Vec<_>>(), ["1002"]);
    let state = rows(&parquet(&folder.join("2024-03-01/state.parquet")));
    // One win against an equal: K 20, score minus expectation 0.50.
    assert_eq!((state[0]["fide_id"].as_str(), state[0]["rating"].as_str()), ("1001", "1810"));
}

#[test]
fn a_change_holds_from_its_day_and_not_before() {
    let (folder, _) = list_with_roster(
        "1001,2024-03-01,federation,DEN\n1001,2024-03-02,federation,FIN\n1002,2024-03-02,deceased,true\n1001,2023-01-01,name,New\n1002,2024-03-01,birth_year,2010\n",
        0,
    );
    let list = listed(&folder);
    assert_eq!((list["1001"]["federation"].as_str(), list["1001"]["name"].as_str()), ("DEN", "New"));
    // Born in 2010 a player is a junior in 2024 and has K 40 on the new list.
    assert_eq!((list["1002"]["birth_year"].as_str(), list["1002"]["k"].as_str()), ("2010", "40"));
    assert_eq!(list["1001"]["k"], "20");
}

#[test]
fn a_roster_that_cannot_be_applied_stops_the_run() {
    let (folder, said) = list_with_roster("1001,2024-03-01,alive,true\n", 3);
    assert!(said.contains("players.csv:2:17: PLR001: 'alive' is none of the fields that can be changed"), "{said}");
    assert!(!folder.join("2024-03-01").exists());
}

#[test]
fn d28_players_of_a_federation_that_the_roster_excludes_are_listed_again_when_it_is_readmitted() {
    let (folder, _) = list_with_roster(",2024-03-01,federation_excluded,NOR\n,2024-03-02,federation_excluded,SWE\n", 0);
    assert_eq!(listed(&folder).keys().collect::<Vec<_>>(), ["1002"]);
    let (folder, _) = list_with_roster(",2024-02-01,federation_excluded,NOR\n,2024-03-01,federation_readmitted,NOR\n", 0);
    assert_eq!(listed(&folder).keys().collect::<Vec<_>>(), ["1001", "1002"]);
}
