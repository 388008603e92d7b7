//! What looks wrong in reports that can be read: players at two places, names, doubles, one person's ids.

use super::{check, check_outcome, diagnostics, eight, event, names, run, settings};
use crate::month::{ENTRY, Entry, Month, Report};
use crate::support::expect_exit;

/// What becomes of one finding: a warning by default, a refusal where that is asked for, neither one inside the limit.
fn on_both_sides_of_the_limit(folder: &Month, name: &str, words: &str) {
    settings(folder, &format!("{name} = \"fail\"\nrefused_share = \"off\""));
    let said = run(folder, 1);
    assert!(said.err.contains("error: publication refused: ") && said.err.contains(words), "{}", said.err);
    assert_eq!(names(folder), ["2024-01-01", "2024-02-01.refused"]);
    assert_eq!(check_outcome(folder, "2024-02-01.refused", name), "fail false 1 to 0");
    assert!(check(folder, "2024-02-01.refused", name)["detail"].contains(words));
    settings(folder, &format!("{name} = \"fail\"\n{name}_limit = 1\nrefused_share = \"off\""));
    run(folder, 0);
    assert_eq!(check_outcome(folder, "2024-02-01", name), "fail true 1 to 1");
    assert_eq!(names(folder), ["2024-01-01", "2024-02-01"]);
    std::fs::remove_dir_all(folder.join("lists/rapid/2024-02-01")).expect("removed");
    settings(folder, "refused_share = \"off\"");
    let said = run(folder, 0);
    assert!(said.err.contains("warning: ") && said.err.contains(words), "{}", said.err);
    assert!(said.out.contains("\nChecks       9 passed, 1 not: see checks.csv\n"), "{}", said.out);
    assert_eq!(check_outcome(folder, "2024-02-01", name), "warn false 1 to 0");
    let report = std::fs::read_to_string(folder.join("lists/rapid/2024-02-01/report.html")).expect("a report");
    assert!(report.contains("not passed, published with a warning"));
}

fn two_places(reports: &[Report]) -> String {
    let folder = eight();
    reports.iter().for_each(|report| report.put(&folder));
    run(&folder, 0);
    check(&folder, "2024-02-01", "two_places")["value"].clone()
}

#[test]
fn a_player_in_two_towns_on_one_day_is_reported() {
    let folder = eight();
    event("a", "Bath", "2024-01-13").game(1001, 1002, '1').put(&folder);
    event("b", "Oslo", "2024-01-13").game(1003, 1001, '1').put(&folder);
    on_both_sides_of_the_limit(&folder, "two_places", "1001 'Adams, Ann' in a and b on 2024-01-13");
    let reported = diagnostics(&folder, "2024-02-01", "PER016");
    assert_eq!(reported, ["b.trf:: b: player 1001 has games on 2024-01-13 here (Oslo) and in a (Bath)"]);
}

#[test]
fn two_tournaments_in_one_town_or_on_two_days_are_not_reported() {
    let bath = || event("a", "Bath", "2024-01-13").game(1001, 1002, '1');
    let other = |city: &str, day: &str| event("b", city, day).game(1003, 1001, '1');
    assert_eq!(two_places(&[bath(), other("BATH, England", "2024-01-13")]), "0");
    assert_eq!(two_places(&[bath(), other("Oslo", "2024-01-14")]), "0");
    assert_eq!(two_places(&[bath(), other("", "2024-01-13")]), "0", "where the second was is not known");
    assert_eq!(
        two_places(&[bath(), event("b", "Oslo", "2024-01-13").game(1003, 1001, '+').game(1003, 1004, '1')]),
        "0",
        "1001 did not play there"
    );
    assert_eq!(two_places(&[bath(), other("Oslo", "2024-01-13")]), "1");
}

#[test]
fn in_tournaments_of_several_days_only_dated_rounds_are_compared() {
    let open = || event("a", "Bath", "2024-01-12 2024-01-14").game(1001, 1002, '1').game(1001, 1004, '1');
    let day = |day: &str| event("b", "Oslo", day).game(1003, 1001, '1');
    assert_eq!(two_places(&[open(), day("2024-01-13")]), "0", "the days of the rounds are not known");
    let dated = || open().round_days(["2024-01-12", "2024-01-14"]);
    assert_eq!(two_places(&[dated(), day("2024-01-13")]), "0");
    assert_eq!(two_places(&[dated(), day("2024-01-14")]), "1");
    assert_eq!(two_places(&[dated(), day("2024-01-12")]), "1");
}

#[test]
fn bundles_have_no_town_and_two_federations_are_two_places() {
    for (federation, wanted) in [("NOR", "1"), ("ENG", "0"), ("", "0")] {
        let folder = eight();
        let tournaments = ["B1,2024-01-13,2024-01-13,ENG".to_owned(), format!("B2,2024-01-13,2024-01-13,{federation}")];
        folder.bundle_in("tournaments/bundle", "tournament_id,start,end,federation", tournaments, ["B1 1001 1002 1-0", "B2 1003 1001 1-0"]);
        run(&folder, 0);
        assert_eq!(check(&folder, "2024-02-01", "two_places")["value"], wanted, "{federation}");
    }
}

/// Somebody typed 1003 for 1002.
fn wrong_id() -> Month {
    let folder = eight();
    event("a", "Bath", "2024-01-13").player(1001, "ADAMS A", "1980").player(1003, "Brown, Bob", "1980").game(1001, 1003, '1').put(&folder);
    folder
}

#[test]
fn a_name_that_differs_from_the_list_is_reported_with_its_place() {
    let folder = wrong_id();
    on_both_sides_of_the_limit(&folder, "names", "1003 'Brown, Bob' in a");
    let reported = diagnostics(&folder, "2024-02-01", "TRF037");
    assert_eq!(reported, ["a.trf:8:15 id 1003 is 'Clark, Cat' on the list, and not 'Brown, Bob'"]);
}

#[test]
fn a_correction_of_the_id_resolves_the_name_and_one_to_a_third_player_does_not() {
    for (new, wanted) in [(1002, "0"), (1005, "1")] {
        let folder = wrong_id();
        folder.corrections(&format!("C1,2024-01-20,office,wrong id,a,,,,player,1003,{new}\n"));
        settings(&folder, "");
        run(&folder, 0);
        assert_eq!(check(&folder, "2024-02-01", "names")["value"], wanted, "{new}");
        assert_eq!(diagnostics(&folder, "2024-02-01", "TRF037").len().to_string(), wanted, "{new}");
    }
}

#[test]
fn a_changed_name_in_the_roster_belongs_to_its_id() {
    let folder = wrong_id();
    folder.roster("1003,2024-03-01,name,\"Brown, Bob\"\n");
    settings(&folder, "");
    run(&folder, 0);
    assert_eq!(check_outcome(&folder, "2024-02-01", "names"), "warn true 0 to 0");
}

#[test]
fn names_in_waiting_tournaments_are_reported_and_not_yet_counted() {
    let folder = eight();
    event("a", "Bath", "2024-01-31").player(1003, "Brown, Bob", "").game(1001, 1003, '1').put(&folder);
    run(&folder, 0);
    assert_eq!(check(&folder, "2024-02-01", "names")["value"], "0");
    assert_eq!(diagnostics(&folder, "2024-02-01", "TRF037").len(), 1);
}

/// Four players, everybody with everybody.
fn round_robin(id: &str, day: &str, last: char) -> Report {
    let pairs = [(1001, 1002), (1003, 1004), (1001, 1003), (1002, 1004), (1001, 1004)];
    let report = pairs.iter().fold(event(id, "Bath", day), |report, &(white, black)| report.game(white, black, '1'));
    report.game(1002, 1003, last)
}

#[test]
fn the_same_tournament_under_two_ids_is_refused_and_counted() {
    let folder = eight();
    round_robin("a", "2024-01-13", '1').put(&folder);
    round_robin("b", "2024-01-13", '1').put(&folder);
    on_both_sides_of_the_limit(&folder, "handed_in_twice", "b has the same dates and games as a");
    assert_eq!(diagnostics(&folder, "2024-02-01", "PER007").len(), 1);
    assert_eq!(diagnostics(&folder, "2024-02-01", "PER015").len(), 0);
}

#[test]
fn a_near_duplicate_under_a_second_id_is_rated_and_reported() {
    let folder = eight();
    round_robin("a", "2024-01-13", '1').put(&folder);
    round_robin("b", "2024-01-13", '=').put(&folder);
    on_both_sides_of_the_limit(&folder, "handed_in_twice", "b has 4 of 4 players of a, on the same days");
    let reported = diagnostics(&folder, "2024-02-01", "PER015");
    assert_eq!(reported, ["b.trf:: b: 4 of its 4 players are those of a in a.trf, on the same days; both are rated"]);
    assert_eq!(check(&folder, "2024-02-01", "no_tournaments")["value"], "3");
}

#[test]
fn near_duplicates_of_which_one_is_refused_because_no_game_counts_are_not_named() {
    // Nobody in them is on the list, so no game of either counts (D46).
    let folder = eight();
    let unrated = |id: &str| {
        let mut report = event(id, "Bath", "2024-01-13");
        for (white, black) in [(2001, 2002), (2003, 2004), (2001, 2003), (2002, 2004)] {
            report = report.game(white, black, if id == "a" { '1' } else { '=' });
        }
        report
    };
    unrated("a").put(&folder);
    unrated("b").put(&folder);
    settings(&folder, "refused_share = \"off\"");
    run(&folder, 0);
    assert_eq!(diagnostics(&folder, "2024-02-01", "PER015"), [""; 0]);
    assert_eq!(check_outcome(&folder, "2024-02-01", "handed_in_twice"), "warn true 0 to 0");
}

#[test]
fn the_same_players_a_week_later_are_another_tournament() {
    let folder = eight();
    round_robin("a", "2024-01-13", '1').put(&folder);
    round_robin("b", "2024-01-20", '=').put(&folder);
    run(&folder, 0);
    assert_eq!(check_outcome(&folder, "2024-02-01", "handed_in_twice"), "warn true 0 to 0");
}

#[test]
fn a_tournament_with_two_ids_of_one_person_is_reported() {
    let folder = eight();
    let field = event("a", "Bath", "2024-01-13").player(2001, "Ivy, Ida", "1990/02/03").player(2002, "IDA IVY", "1990");
    field.game(1001, 2001, '1').game(1002, 2002, '1').put(&folder);
    on_both_sides_of_the_limit(&folder, "same_person", "2002 'IDA IVY' as 2001 in a");
    let reported = diagnostics(&folder, "2024-02-01", "TRF038");
    assert_eq!(reported, ["a.trf:8:15 id 2002 has the name 'IDA IVY' and the year of birth, as id 2001 in line 7 has"]);
}

#[test]
fn linting_a_report_reports_two_ids_of_one_person_too() {
    let folder = Month::of("rapid");
    let field = event("a", "Bath", "2024-01-13").player(2001, "Ivy, Ida", "1990").player(2002, "Ivy, Ida", "1990");
    field.game(2001, 2002, '1').put(&folder);
    let said = expect_exit(folder.path(), &["check", "tournaments/a.trf"], 0);
    assert!(said.out.contains("tournaments/a.trf:8:15: TRF038: "), "{}", said.out);
}

#[test]
fn namesakes_of_two_years_are_two_people() {
    let folder = eight();
    let field = event("a", "Bath", "2024-01-13").player(2001, "Ivy, Ida", "1990").player(2002, "Ivy, Ida", "2012");
    field.game(1001, 2001, '1').game(1002, 2002, '1').put(&folder);
    run(&folder, 0);
    assert_eq!(check_outcome(&folder, "2024-02-01", "same_person"), "warn true 0 to 0");
}

/// A report of 1001 with this rating and a game with the entry.
fn with_ratings(rating: &str, other: Entry<'_>) -> String {
    let own = Entry { name: "Adams, Ann", id: "1001", rating, rounds: "2w1", ..ENTRY };
    event("a", "Bath", "2024-01-13").entry(own).entry(Entry { rounds: "1b0", ..other }).text()
}

#[test]
fn a_guest_who_is_rated_in_the_report_and_on_no_list_is_named() {
    let folder = eight();
    let guest = Entry { name: "Guest, Gil", id: "2001", rating: "2150", ..ENTRY };
    folder.report("a.trf", with_ratings("1800", guest));
    on_both_sides_of_the_limit(&folder, "unknown_rated", "2001 with 2150 in a");
    let told = diagnostics(&folder, "2024-02-01", "PLY003");
    assert_eq!(told, ["a.trf:8:49 a: player 2001 is rated 2150 here and is on no list; taken as unrated"]);
}

#[test]
fn a_guest_without_a_rating_or_with_one_on_a_longer_list_is_nothing_odd() {
    let unknown_rated = |rating: &str, more: &str| {
        let folder = eight();
        folder.put("lists/standard/2024-01-01/list.csv", "fide_id,name,federation,rating\n2001,\"Guest, Gil\",ENG,2150\n");
        folder.report("a.trf", with_ratings("1800", Entry { name: "Guest, Gil", id: "2001", rating, ..ENTRY }));
        folder.pipeline(more);
        run(&folder, 0);
        check(&folder, "2024-02-01", "unknown_rated")["value"].clone()
    };
    assert_eq!(unknown_rated("", ""), "0");
    assert_eq!(unknown_rated("2150", ""), "1");
    assert_eq!(unknown_rated("2150", "longer_lists = { standard = \"lists/standard\" }\n"), "0");
}

#[test]
fn ratings_far_from_the_lists_are_told_once_for_a_report() {
    let told = |own: &str, other: &str| {
        let folder = eight();
        folder.report("a.trf", with_ratings(own, Entry { name: "Brown, Bob", id: "1002", rating: other, ..ENTRY }));
        run(&folder, 0);
        diagnostics(&folder, "2024-02-01", "PLY004")
    };
    assert_eq!(told("2000", "1600"), [""; 0], "200 points are not far");
    let one = "a.trf:7:49 a: 1 rating is more than 200 points from the list's, as that of player 1001: 2001 here, 1800 there";
    assert_eq!(told("2001", "1800"), [one]);
    let two = "a.trf:8:49 a: 2 ratings are more than 200 points from the list's, as that of player 1002: 1500 here, 1800 there";
    assert_eq!(told("2001", "1500"), [two]);
}
