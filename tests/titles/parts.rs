//! Events that are reported in parts (T17), and events over 30 days (T6).

use super::{CHECKS, Open, awards, codes, expect_verified, field_with, fields, im, norms};
use crate::month::Month;

/// One event of nine rounds from 5 January to 20 February: rounds 1 to 5 in January, the others in February. The third GM is one by a row
/// of the roster of 20 January.
fn league() -> Month {
    let month = Month::of("standard");
    let titles = ["GM", "GM", "IM", "IM", "IM", "IM", "FM", "FM", "FM"];
    month.list("2024-01-01", super::PLAYERS, [vec![im(1, 2440)], field_with(101, titles)].concat());
    month.roster("103,2024-01-20,title,GM\n").pipeline(CHECKS);
    month
}

fn part(id: &str, start: &str, end: &str, dates: &str, results: &str) -> Open {
    let open = Open::new(id, start).with("end", end).with("event_id", "LEAGUE").with("round_dates", dates);
    open.plays(1, 101, results)
}

const JANUARY: [&str; 4] = ["P1", "2024-01-05", "2024-01-09", "2024-01-05 2024-01-06 2024-01-07 2024-01-08 2024-01-09"];
const FEBRUARY: [&str; 4] = ["P2", "2024-02-17", "2024-02-20", "     2024-02-17 2024-02-18 2024-02-19 2024-02-20"];

#[test]
fn t17_interim_reports_of_one_event_are_judged_together_under_the_id_of_the_last() {
    let month = league();
    let [id, start, end, dates] = JANUARY;
    // Against 101, 102, 104, 105, 103 and so on: 103 is met in February, as a GM.
    let january = Open::new(id, start).with("end", end).with("event_id", "LEAGUE").with("round_dates", dates);
    let of = |open: Open, games: &[(usize, u32, char)]| {
        let mut open = open;
        open.games.extend(games.iter().map(|&(round, opponent, result)| super::game(round, 1, opponent, result)));
        open
    };
    of(january, &[(1, 101, '1'), (2, 102, '1'), (3, 104, '1'), (4, 105, '1'), (5, 106, '1')]).put(&month);
    month.run("2024-02", 0);
    let [id, start, end, dates] = FEBRUARY;
    let february = Open::new(id, start).with("end", end).with("event_id", "LEAGUE").with("round_dates", dates.trim());
    // Its rounds are numbered from 1 again, and numbered on by the parts' starts.
    of(february, &[(1, 103, '1'), (2, 107, '='), (3, 108, '0'), (4, 109, '0')]).put(&month);
    month.run("2024-03", 0);
    let list = month.place("2024-03");
    let judged = month.row(&list, "title_tournaments.parquet", "tournament_id", "P2");
    assert_eq!(fields(&judged, &["eligible", "rounds"]), "true | 9");
    assert!(month.table(&list, "title_tournaments.parquet").iter().all(|row| row["tournament_id"] != "P1"));
    let result = super::norm_result(&month, &list, 1, "GM");
    assert_eq!(
        fields(&result, &["tournament_id", "verdict", "games", "half_points", "matching", "achieved_on"]),
        "P2 | norm | 9 | 13 | 3 | 2024-02-20"
    );
    assert_eq!(norms(&month, &list, 1), ["GM P2"]);
    let row = month.row(&list, "norms.parquet", "tournament_id", "P2");
    assert_eq!(fields(&row, &["start", "end"]), "2024-01-05 | 2024-02-20");
    expect_verified(&month, &list);
}

#[test]
fn t17_a_part_that_waits_holds_the_judgement_back() {
    let month = league();
    let [id, start, end, dates] = JANUARY;
    part(id, start, end, dates, "11111").put(&month);
    let [id, start, end, dates] = FEBRUARY;
    part(id, start, end, dates.trim(), "     1=00").put(&month);
    month.run("2024-02", 0);
    assert_eq!(month.table(&month.place("2024-02"), "title_tournaments.parquet").len(), 0);
    month.run("2024-03", 0);
    assert_eq!(norms(&month, &month.place("2024-03"), 1), [""; 0], "103 was met on 7 January, as an IM");
}

#[test]
fn t6_an_event_of_31_days_without_round_dates_uses_the_ratings_and_titles_of_the_start() {
    for (end, wanted) in [("2024-02-09", vec![]), ("2024-02-10", vec!["NRM006".to_owned()])] {
        let month = league();
        Open::new("LONG", "2024-01-11").with("end", end).with("round_dates", "").plays(1, 101, super::NORM).put(&month);
        month.run("2024-02", 0);
        month.run("2024-03", 0);
        let list = month.place("2024-03");
        let said: Vec<String> = codes(&month, &list).into_iter().filter(|code| code == "NRM006").collect();
        assert_eq!(said, wanted, "{end}");
        let result = super::norm_result(&month, &list, 1, "GM");
        assert_eq!(fields(&result, &["verdict", "failed", "matching"]), "no | 1.4.5b | 2", "{end}");
        assert_eq!(awards(&month, &list, 1, &["title"]), [""; 0]);
    }
}

#[test]
fn t6_an_event_of_31_days_uses_the_titles_of_the_day_of_each_round() {
    // Round 3, against 103, on the day of the roster's row: to that day; on the day before: not yet.
    for (third, wanted) in [("2024-01-20", "norm |  | 3"), ("2024-01-19", "no | 1.4.5b | 2")] {
        let month = league();
        let dates = format!("2024-01-11 2024-01-12 {third} 2024-01-21 2024-01-22 2024-01-23 2024-01-24 2024-01-25 2024-02-10");
        Open::new("LONG", "2024-01-11").with("end", "2024-02-10").with("round_dates", &dates).plays(1, 101, super::NORM).put(&month);
        month.run("2024-02", 0);
        month.run("2024-03", 0);
        let result = super::norm_result(&month, &month.place("2024-03"), 1, "GM");
        assert_eq!(fields(&result, &["verdict", "failed", "matching"]), wanted, "{third}");
    }
}
