//! What is not known of a list's tournaments is said, and so is why sides of games were left out (D24).

use crate::month::Month;
use crate::support::{Said, expect_exit};
use serde_json::{Value, json};

const COLUMNS: &str = "tournament_id,kind,start,end,minutes,registered,received";

/// Four players of 1700 and two of 2400 on the standard list of January 2023.
fn month() -> Month {
    let month = Month::of("standard");
    let players = [(1, 1700), (2, 1700), (3, 1700), (4, 1700), (5, 2400), (6, 2405)];
    let row = |(id, rating)| format!("{id},Player {id},ENG,1980,{rating},0,10,,90,{rating},2023-01-01,true");
    let columns = "fide_id,name,federation,birth_year,rating,games,k,flag,career_games,peak,last_rated,first_event";
    month.list("2023-01-01", columns, players.map(row));
    month
}

/// A sentence in one line, however wide the page is.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn run(month: &Month, more: &[&str]) -> Said {
    month.make_on("lists/standard/2023-01-01", "2023-02", more, 0)
}

fn report(month: &Month) -> String {
    std::fs::read_to_string(month.join("lists/standard/2023-02-01/report.html")).expect("a report")
}

#[test]
fn facts_that_are_not_given_are_counted_over_the_rated_tournaments() {
    let month = month();
    let tournaments = [
        "A,swiss,2023-01-05,2023-01-05,,,",
        "B,swiss,2023-01-06,2023-01-06,90,,",
        "C,swiss,2023-01-07,2023-01-07,,2023-01-01,2023-01-08",
        "EMPTY,swiss,2023-01-08,2023-01-08,,,",
    ];
    month.bundle(COLUMNS, tournaments, ["A 1 2 1-0", "B 1 2 1-0", "C 1 2 1-0"]);
    let said = one_line(&run(&month, &[]).out);
    let not_given = "clock not given: 2 tournaments; registration date not given: 2 tournaments; received date not given: 2 tournaments";
    assert!(said.contains("Inputs 1 error") && said.contains(&format!(": see diagnostics.csv; {not_given} Checks")), "{said}");
    assert!(one_line(&report(&month)).contains(&format!("Not known: {not_given}.")));
    let manifest = store::Manifest::read(&month.join("lists/standard/2023-02-01")).expect("a manifest");
    for count in
        [store::Count::TournamentsWithoutClock, store::Count::TournamentsWithoutRegistered, store::Count::TournamentsWithoutReceived]
    {
        assert_eq!(manifest.counts[&count], 2, "{count:?}");
    }
}

#[test]
fn what_is_not_known_stands_in_place_of_no_problems_in_a_plan_too() {
    let month = month();
    month.bundle(COLUMNS, ["A,swiss,2023-01-05,2023-01-05,,2023-01-01,2023-01-06"], ["A 1 2 1-0"]).pipeline("\n[titles]\njudge = false\n");
    let planned = || one_line(&expect_exit(month.path(), &["plan", "pipeline.toml", "--list", "2023-02"], 0).out);
    assert!(planned().contains("Inputs clock not given: 1 tournament Checks"), "{}", planned());
    let json = expect_exit(month.path(), &["plan", "pipeline.toml", "--list", "2023-02", "--json"], 0).out;
    let counts = serde_json::from_str::<Value>(&json).expect("JSON")["summary"]["counts"].clone();
    assert_eq!((&counts["tournaments_without_clock"], &counts["tournaments_without_received"]), (&json!(1), &json!(0)));
    month.bundle(COLUMNS, ["A,swiss,2023-01-05,2023-01-05,90,2023-01-01,2023-01-06"], ["A 1 2 1-0"]);
    assert!(planned().contains("Inputs no problems Checks"), "{}", planned());
}

#[test]
fn sides_left_out_stand_in_the_summary_and_the_report_by_reason_and_article() {
    let month = month();
    // An hour is enough for 1700 and not for 2400: of six games three are too fast, and one is not played.
    let games = ["A 1 1 2 1-0", "A 1 3 5 1-0", "A 1 4 6 1-0", "A 2 3 4 1-0", "A 2 5 6 1-0", "A 2 1 2 +/-"];
    month.bundle(COLUMNS, ["A,swiss,2023-01-05,2023-01-05,60,2023-01-01,2023-01-06"], games);
    let said = run(&month, &["--json"]);
    let summary = serde_json::from_str::<Value>(&said.out).expect("JSON")["summary"].clone();
    assert_eq!(
        summary["left_out"],
        json!([{ "reason": "rate-of-play", "article": "1.1", "sides": 6 }, { "reason": "unplayed", "article": "5.1", "sides": 2 }])
    );
    std::fs::remove_dir_all(month.join("lists/standard/2023-02-01")).expect("removed");
    let said = one_line(&run(&month, &[]).out);
    assert!(said.contains("Left out 6 of 12 sides: rate of play, 1.1 2 of 12 sides: unplayed, 5.1 Players"), "{said}");
    let report = report(&month);
    let table = report.split("Left out</caption>").nth(1).and_then(|rest| rest.split("</table>").next()).expect("the table of reasons");
    // In words, with the code under the mouse.
    let parts =
        ["<span title=\"rate-of-play\">the time for the game", ">1.1</td>", "<span title=\"unplayed\">it was not played", ">5.1</td>"];
    assert!(parts.iter().all(|part| table.contains(part)), "{table}");
}
