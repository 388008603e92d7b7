//! Events that are reported in parts (T17), and events over 30 days (T6).

use super::{CHECKS, Open, awards, codes, expect_verified, field_with, fields, im, norms};
use crate::month::Month;
use crate::support::expect_exit;

/// One event of nine rounds from 5 January to 20 February: rounds 1 to 5 in January, the others in February. The third GM is one by a row
/// of the roster of 20 January.
fn league() -> Month {
    let month = Month::of("standard");
    let titles = ["GM", "GM", "IM", "IM", "IM", "IM", "FM", "FM", "FM"];
    month.list("2024-01-01", super::PLAYERS, [vec![im(1, 2440)], field_with(101, titles)].concat());
    month.roster("103,2024-01-20,title,GM\n").pipeline(CHECKS);
    month
}

/// A part of the league with these games of number 1.
fn part([id, start, end, dates]: [&str; 4], games: &[(usize, u32, char)]) -> Open {
    let mut open = Open::new(id, start).with("end", end).with("event_id", "LEAGUE").with("round_dates", dates);
    open.games.extend(games.iter().map(|&(round, opponent, result)| super::game(round, 1, opponent, result)));
    open
}

const JANUARY: [&str; 4] = ["P1", "2024-01-05", "2024-01-09", "2024-01-05 2024-01-06 2024-01-07 2024-01-08 2024-01-09"];
const FEBRUARY: [&str; 4] = ["P2", "2024-02-17", "2024-02-20", "2024-02-17 2024-02-18 2024-02-19 2024-02-20"];

/// Hands in five rounds of January; against 101, 102, 104, 105 and 106.
fn january(month: &Month) {
    part(JANUARY, &[(1, 101, '1'), (2, 102, '1'), (3, 104, '1'), (4, 105, '1'), (5, 106, '1')]).put(month);
}

/// Hands in four rounds of February, numbered from 1 again; 103 is a GM by then.
fn february(month: &Month) {
    part(FEBRUARY, &[(1, 103, '1'), (2, 107, '='), (3, 108, '0'), (4, 109, '0')]).put(month);
}

#[test]
fn t17_interim_reports_of_one_event_are_judged_together_under_the_id_of_the_last() {
    let month = league();
    january(&month);
    month.run("2024-02", 0);
    february(&month);
    month.run("2024-03", 0);
    let list = month.place("2024-03");
    let judged = month.row(&list, "title_tournaments.parquet", "tournament_id", "P2");
    assert_eq!(fields(&judged, &["eligible", "rounds"]), "true | 9");
    assert!(month.table(&list, "title_tournaments.parquet").iter().all(|row| row["tournament_id"] != "P1"));
    let result = super::norm_result(&month, &list, 1, "GM");
    // Every opponent has the rating of the day: 2434, though those of January have lost some by February.
    let columns = ["tournament_id", "verdict", "games", "half_points", "opponents_sum", "matching", "achieved_on"];
    assert_eq!(fields(&result, &columns), "P2 | norm | 9 | 13 | 21906 | 3 | 2024-02-20");
    assert_eq!(norms(&month, &list, 1), ["GM P2"]);
    let row = month.row(&list, "norms.parquet", "tournament_id", "P2");
    assert_eq!(fields(&row, &["start", "end"]), "2024-01-05 | 2024-02-20");
    expect_verified(&month, &list);
}

#[test]
fn t17_a_norm_of_an_earlier_part_leaves_the_ledger_when_the_whole_is_judged() {
    let month = league();
    let dates = "2024-01-21 2024-01-21 2024-01-22 2024-01-23 2024-01-24 2024-01-25 2024-01-26 2024-01-27 2024-01-28";
    // 103 is a GM since the 20th, and this part has nine rounds already.
    Open::new("P1", "2024-01-21")
        .with("event_id", "LEAGUE")
        .with("end", "2024-01-28")
        .with("round_dates", dates)
        .plays(1, 101, super::NORM)
        .put(&month);
    month.run("2024-02", 0);
    let first = norms(&month, &month.place("2024-02"), 1);
    part(FEBRUARY, &[(1, 101, '0'), (2, 102, '0')]).put(&month);
    month.run("2024-03", 0);
    // Two losses more, which a Swiss leaves out.
    assert_eq!((first, norms(&month, &month.place("2024-03"), 1)), (vec!["GM P1".to_owned()], vec!["GM P2".to_owned()]));
    expect_verified(&month, &month.place("2024-03"));
}

#[test]
fn t17_a_correction_of_an_earlier_part_reaches_the_norm_of_the_whole() {
    let month = league();
    january(&month);
    february(&month);
    month.run("2024-02", 0);
    month.run("2024-03", 0);
    assert_eq!(norms(&month, &month.place("2024-03"), 1), ["GM P2"]);
    month.corrections("C1,2024-03-10,arbiter,wrong result,P1,1,1,101,result,1-0,1/2-1/2\n").pipeline(CHECKS);
    expect_exit(month.path(), &["regenerate", "pipeline.toml", "--from", "2024-02", "--to", "2024-03", "--quiet"], 0);
    assert_eq!(norms(&month, "lists/standard/2024-03-01.r2", 1), [""; 0]);
    let result = super::norm_result(&month, "lists/standard/2024-03-01.r2", 1, "GM");
    assert_eq!(fields(&result, &["half_points", "half_points_over"]), "12 | -1");
    expect_verified(&month, "lists/standard/2024-03-01.r2");
}

#[test]
fn t17_a_part_that_waits_holds_the_judgement_back() {
    let month = league();
    january(&month);
    february(&month);
    month.run("2024-02", 0);
    assert_eq!(month.table(&month.place("2024-02"), "title_tournaments.parquet").len(), 0);
    month.run("2024-03", 0);
    assert_eq!(norms(&month, &month.place("2024-03"), 1), ["GM P2"]);
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
