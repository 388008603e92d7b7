//! The roster: what is known of players, from a day on (D28).

use crate::month::{Month, Row};
use crate::support::expect_exit;
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

/// The ids of the list, and of a player of the state the rating and why it is not listed.
fn listed_and_state(month: &Month, id: u32) -> (Vec<String>, [String; 2]) {
    let row = month.player(LIST, "state.parquet", id);
    (listed(month).into_keys().collect(), [row["rating"].clone(), row["unlisted"].clone()])
}

#[test]
fn d53_a_player_whom_the_roster_withholds_is_computed_and_not_published_until_it_says_otherwise() {
    let (month, _) = list_with_roster("1001,2024-03-01,withheld,true\n1002,2024-03-02,withheld,true\n", 0);
    assert_eq!(listed_and_state(&month, 1001), (vec!["1002".to_owned()], ["1810".to_owned(), "withheld".to_owned()]));
    let (month, _) = list_with_roster("1001,2024-01-01,withheld,true\n1001,2024-03-01,withheld,false\n", 0);
    assert_eq!(listed(&month).len(), 2);
    let (_, said) = list_with_roster("1001,2024-03-01,withheld,yes\n", 3);
    assert!(said.contains("PLR001: withheld: 'yes' is not true or false"), "{said}");
}

#[test]
fn d53_published_goes_before_the_federations_exclusion_and_never_before_a_death() {
    let excluded = ",2024-03-01,federation_excluded,NOR\n";
    let (month, _) = list_with_roster(&format!("{excluded}1001,2024-03-01,published,true\n"), 0);
    assert_eq!(listed(&month).keys().collect::<Vec<_>>(), ["1001", "1002"]);
    let (month, _) = list_with_roster(&format!("{excluded}1001,2024-03-02,published,true\n"), 0);
    assert_eq!(listed_and_state(&month, 1001), (vec!["1002".to_owned()], ["1810".to_owned(), "excluded".to_owned()]));
    let (month, _) = list_with_roster("1001,2024-03-01,published,true\n1001,2024-03-01,deceased,true\n", 0);
    assert_eq!(listed_and_state(&month, 1001).1, ["1810", "deceased"]);
    let (month, _) = list_with_roster("1001,2024-03-01,published,true\n1001,2024-03-01,withheld,true\n", 0);
    assert_eq!(listed_and_state(&month, 1001).1, ["1810", "withheld"]);
}

#[test]
fn d52_a_birth_year_after_the_lists_is_not_known() {
    let (month, _) = list_with_roster("1001,2024-03-01,birth_year,2024\n1002,2024-03-01,birth_year,2025\n", 0);
    let list = listed(&month);
    assert_eq!((list["1001"]["birth_year"].as_str(), list["1002"]["birth_year"].as_str()), ("2024", ""));
    let found = month.row(LIST, "diagnostics.csv", "code", "PLR003");
    assert_eq!((found["file"].as_str(), found["line"].as_str(), found["column"].as_str()), ("players.csv", "3", "28"));
    assert_eq!(found["message"], "birth_year: 2025 is after 2024, the year of the list, and is not known");
}

/// The peaks and K of two players of 2395 who beat one of 2395 each, on a list with this roster and on the one after it.
fn peaks(roster: &str) -> [[String; 2]; 2] {
    let month = Month::of("rapid");
    let players = (1001..=1004).map(|id| format!("{id},{},1980,2395,20", if id == 1001 { "NOR" } else { "SWE" }));
    month.list("2024-02-01", "fide_id,federation,birth_year,rating,k", players);
    month.tournament("T1", "2024-02-03", &["1 1001 1003 1-0"]).roster(roster);
    ["2024-03", "2024-04"].map(|list| {
        let made = month.make(list, &[]);
        let row = month.player(&made, "state.parquet", 1001);
        [row["peak"].clone(), row["k"].clone()]
    })
}

#[test]
fn d51_the_peak_rises_with_published_ratings_only() {
    // 2395 and 10: published it is a peak of 2405 and K 10 for ever.
    assert_eq!(peaks(""), [["2405", "10"], ["2405", "10"]]);
    for withheld in [",2024-03-01,federation_excluded,NOR\n", "1001,2024-03-01,deceased,true\n", "1001,2024-03-01,withheld,true\n"] {
        assert_eq!(peaks(withheld), [["2395", "20"], ["2395", "20"]], "{withheld}");
    }
    let until_april = ",2024-03-01,federation_excluded,NOR\n,2024-04-01,federation_readmitted,NOR\n";
    assert_eq!(peaks(until_april), [["2395", "20"], ["2405", "10"]]);
}

/// A list of federations, and a newcomer, 1005, who scores half of five games against equals and whom nothing gives a federation.
fn newcomer(columns: &str, players: [&str; 2]) -> Month {
    let month = Month::of("rapid");
    month.list("2024-02-01", columns, players);
    let games: Vec<String> = (1..=5).map(|round| format!("{round} 1005 {} 1/2-1/2", 1001 + round % 2)).collect();
    month.tournament("T1", "2024-02-03", &games.iter().map(String::as_str).collect::<Vec<_>>());
    month
}

const WITH_FEDERATION: &str = "fide_id,federation,rating,k";

fn of_1005(month: &Month, list: &str) -> [String; 2] {
    let row = month.player(list, "state.parquet", 1005);
    [row["rating"].clone(), row["unlisted"].clone()]
}

#[test]
fn d53_a_newcomer_without_a_federation_is_not_published_before_one_is_told() {
    let month = newcomer(WITH_FEDERATION, ["1001,NOR,1800,20", "1002,NOR,1800,20"]);
    let march = month.make("2024-03", &[]);
    // Everybody at 1800, half of the points: 1800.
    assert_eq!(of_1005(&month, &march), ["1800", "no-federation"]);
    assert_eq!(listed(&month).keys().collect::<Vec<_>>(), ["1001", "1002"]);
    let told = month.row(&march, "diagnostics.csv", "code", "PLY001");
    assert_eq!(told["file"], "T1/tournaments.csv");
    assert_eq!(told["message"], "player 1005 has no federation: rated 1800, and not published until one is given (9.1, D53)");
    assert_eq!(month.row(&march, "checks.csv", "check", "no_federation")["value"], "0");
    // Still not told a month later, then by a report of April, which the state remembers.
    let april = month.make("2024-04", &[]);
    assert_eq!(of_1005(&month, &april), ["1800", "no-federation"]);
    crate::month::Report::new("open", "2024-04-06").game(1005, 1001, '=').put(&month);
    let may = month.make("2024-05", &[]);
    assert_eq!(of_1005(&month, &may), ["1800", ""]);
    assert_eq!(month.player(&may, "list.csv", 1005)["federation"], "ENG");
    // What was not published is no peak (D51).
    let peaks = [&march, &april, &may].map(|list| month.player(list, "state.parquet", 1005)["peak"].clone());
    assert_eq!(peaks, ["", "", "1800"]);
}

#[test]
fn d53_the_roster_gives_a_federation_or_publishes_without_one() {
    for (roster, unlisted) in [
        ("1005,2024-03-01,federation,SWE\n", ""),
        ("1005,2024-03-02,federation,SWE\n", "no-federation"),
        ("1005,2024-03-01,published,true\n", ""),
        ("1005,2024-03-01,published,false\n", "no-federation"),
    ] {
        let month = newcomer(WITH_FEDERATION, ["1001,NOR,1800,20", "1002,NOR,1800,20"]);
        month.roster(roster);
        let march = month.make("2024-03", &[]);
        assert_eq!(of_1005(&month, &march), ["1800", unlisted], "{roster}");
    }
}

#[test]
fn d53_a_longer_list_gives_the_federation_at_once_or_later() {
    let month = newcomer(WITH_FEDERATION, ["1001,NOR,1800,20", "1002,NOR,1800,20"]);
    let longer = |date: &str, federation: &str| {
        month.put(&format!("lists/standard/{date}/list.csv"), format!("fide_id,federation,rating\n1005,{federation},\n"));
    };
    longer("2024-02-01", "");
    let standard = ["--longer", "standard=lists/standard"];
    assert_eq!(of_1005(&month, &month.make("2024-03", &standard)), ["1800", "no-federation"]);
    longer("2024-03-01", "SWE");
    let april = month.make("2024-04", &standard);
    assert_eq!(of_1005(&month, &april), ["1800", ""]);
    assert_eq!(month.player(&april, "list.csv", 1005)["federation"], "SWE");
}

#[test]
fn d53_explain_and_diff_say_why_a_player_is_not_published() {
    let month = newcomer(WITH_FEDERATION, ["1001,NOR,1800,20", "1002,NOR,1800,20"]);
    month.roster("1001,2024-03-01,withheld,true\n");
    month.make("2024-03", &[]);
    let explained = |id: &str| expect_exit(month.path(), &["explain", LIST, id], 0).out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        explained("1005")
            .contains("Not listed since the list of 2024-03-01: computed and remembered, but without a federation (9.1, D53)."),
        "{}",
        explained("1005")
    );
    let withheld = "Not listed since the list of 2024-03-01: computed and remembered, but withheld by the roster (D53).";
    assert!(explained("1001").contains(withheld), "{}", explained("1001"));
    let diff = expect_exit(month.path(), &["diff", "lists/rapid/2024-02-01", LIST, "--json"], 1).out;
    assert!(diff.contains("\"withheld\""), "{diff}");
}

#[test]
fn d53_who_was_on_the_list_without_a_federation_stays_and_is_counted() {
    let month = newcomer(WITH_FEDERATION, ["1001,,1800,20", "1002,NOR,1800,20"]);
    let march = month.make("2024-03", &[]);
    assert_eq!(listed(&month).keys().collect::<Vec<_>>(), ["1001", "1002"]);
    let check = month.row(&march, "checks.csv", "check", "no_federation");
    assert_eq!([&check["level"], &check["passed"], &check["value"], &check["at_most"]], ["warn", "false", "1", "0"]);
    assert_eq!(check["detail"], "1; limit: at most 0; 1001 ''");
}

#[test]
fn d53_a_list_without_federations_asks_for_none() {
    let month = newcomer("fide_id,rating,k", ["1001,1800,20", "1002,1800,20"]);
    let march = month.make("2024-03", &[]);
    assert_eq!(of_1005(&month, &march), ["1800", ""]);
    assert!(month.table(&march, "checks.csv").iter().all(|check| check["check"] != "no_federation"));
    assert_eq!(of_1005(&month, &month.make("2024-04", &[])), ["1800", ""], "nor does the state made from it");
}

#[test]
fn whoever_leaves_the_list_by_the_roster_is_gone() {
    let (month, _) = list_with_roster("1001,2024-03-01,deceased,true\n", 0);
    let counts = store::Manifest::read(&month.join(LIST)).expect("a manifest").counts;
    assert_eq!((counts[&store::Count::PlayersListed], counts[&store::Count::Exits]), (1, 1));
    let report = std::fs::read_to_string(month.join(LIST).join("report.html")).expect("a report");
    assert!(report.contains("deceased (<a class=\"cite\" href=\"#D28\""), "{report}");
}
