//! The roster: what is known of players, from a day on (D28).

use crate::month::{Month, Row};
use std::collections::BTreeMap;

const LIST: &str = "lists/rapid/2024-03-01";

/// A month with two rated players and one game, and this roster.
fn list_with_roster(roster: &str, code: i32) -> (Month, String) {
    let month = Month::of("rapid");
    let players = ["1001,\"Old, Name\",NOR,1980,1800,20", "1002,Other,SWE,1990,1800,20"];
    month.list("2024-02-01", "fide_id,name,federation,birth_year,rating,k", players);
    month.tournament("T1", "2024-02-03", &["1001 1002 1-0"]).roster(roster);
    let said = month.make_on("lists/rapid/2024-02-01", "2024-03", &["--quiet"], code);
    (month, said.err)
}

fn listed(month: &Month) -> BTreeMap<String, Row> {
    month.table(LIST, "list.csv").into_iter().map(|row| (row["fide_id"].clone(), row)).collect()
}

#[test]
fn d28_the_deceased_are_computed_and_remembered_but_not_published() {
    let (month, _) = list_with_roster("1001,2024-03-01,deceased,true\n", 0);
    assert_eq!(listed(&month).keys().collect::<Vec<_>>(), ["1002"]);
    let state = month.table(LIST, "state.parquet");
    // One win against an equal: K 20, score minus expectation 0.50.
    assert_eq!((state[0]["fide_id"].as_str(), state[0]["rating"].as_str()), ("1001", "1810"));
}

#[test]
fn a_change_holds_from_its_day_and_not_before() {
    let (month, _) = list_with_roster(
        "1001,2024-03-01,federation,DEN\n1001,2024-03-02,federation,FIN\n1002,2024-03-02,deceased,true\n1001,2023-01-01,name,New\n1002,2024-03-01,birth_year,2010\n",
        0,
    );
    let list = listed(&month);
    assert_eq!((list["1001"]["federation"].as_str(), list["1001"]["name"].as_str()), ("DEN", "New"));
    // Born in 2010 a player is a junior in 2024 and has K 40 on the new list.
    assert_eq!((list["1002"]["birth_year"].as_str(), list["1002"]["k"].as_str()), ("2010", "40"));
    assert_eq!(list["1001"]["k"], "20");
}

#[test]
fn a_roster_that_cannot_be_applied_stops_the_run() {
    let (month, said) = list_with_roster("1001,2024-03-01,alive,true\n", 3);
    assert!(said.contains("players.csv:2:17: PLR001: 'alive' is not one of the fields that can be changed"), "{said}");
    assert!(!month.join(LIST).exists());
}

#[test]
fn d28_players_of_a_federation_that_the_roster_excludes_are_listed_again_when_it_is_readmitted() {
    let (month, _) = list_with_roster(",2024-03-01,federation_excluded,NOR\n,2024-03-02,federation_excluded,SWE\n", 0);
    assert_eq!(listed(&month).keys().collect::<Vec<_>>(), ["1002"]);
    let (month, _) = list_with_roster(",2024-02-01,federation_excluded,NOR\n,2024-03-01,federation_readmitted,NOR\n", 0);
    assert_eq!(listed(&month).keys().collect::<Vec<_>>(), ["1001", "1002"]);
}
