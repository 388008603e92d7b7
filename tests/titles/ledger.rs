//! Twelve lists in a row, and what corrections, merges and withdrawn norms do to the ledger (T38, T40, T41).
//!
//! Number 1 has 2440 and K 10. By hand (table 8.1.2): 6.5 of 9 against 2434 is 6.5 - 9 x .51 = 1.91, so 2459; then 6.5 - 9 x .53 = 1.73,
//! 2476; then 6.5 - 9 x .56 = 1.46, 2491; then three wins at .58, 1.26, so 2503.6 after the third and 2504 on the list.

use super::{CHECKS, NEAR, NORM, Open, PLAYERS, awards, expect_verified, field, im, norms};
use crate::month::Month;
use crate::support::expect_exit;

/// The lists of a year.
const LISTS: [&str; 12] =
    ["2024-02", "2024-03", "2024-04", "2024-05", "2024-06", "2024-07", "2024-08", "2024-09", "2024-10", "2024-11", "2024-12", "2025-01"];

const AWARD: [&str; 8] = ["title", "basis", "status", "missing", "norms", "games", "rating_on", "since"];

const NORMS: &str = "fide_id,title,tournament_id,name,start,end,achieved_on,credited_games,basis,normal_foreigners,single_rounds,swiss_for_title,registered,status\n";

/// The events of January to April with their applicants, and the roster of the year.
fn year() -> Month {
    let month = Month::of("standard");
    let applicants: Vec<String> = (1..=6).map(|id| im(id, 2440)).collect();
    month.list("2024-01-01", PLAYERS, [applicants, field(101), field(201), field(301), field(401)].concat());
    let january = Open::new("E1", "2024-01-10").plays(1, 101, NORM).plays(2, 101, NORM).plays(4, 101, NORM);
    january.plays(6, 101, NORM).put(&month);
    Open::new("E2", "2024-02-10").plays(1, 201, NORM).plays(3, 201, NORM).put(&month);
    Open::new("E3", "2024-03-10").plays(1, 301, "00=111111").plays(4, 301, NEAR).put(&month);
    Open::new("E4", "2024-04-10").rounds(3).plays(1, 401, "111").put(&month);
    month.roster("1,2024-08-10,title,GM\n3,2024-04-01,merged_into,2\n3,2024-06-01,merged_into,\n");
    // Taken away in May; and what 5 is said to have from 2004: registered in time, on the first day that is too late, and never.
    let old =
        |id: &str, registered: &str| format!("5,GM,{id},Old,2004-03-01,2004-03-09,2004-03-09,9,,true,true,false,{registered},given\n");
    let rows = [old("OLD1", "2012-05-01"), old("OLD2", "2013-07-31"), old("OLD3", "")].concat();
    month.put("norms.csv", format!("{NORMS}4,GM,E1,,,,2024-05-20,,,,,,,withdrawn\n{rows}"));
    month.corrections("").pipeline(&format!("\n[titles]\nnorms = \"norms.csv\"\n{CHECKS}"));
    month
}

fn make(month: &Month) {
    for list in LISTS {
        month.run(list, 0);
    }
}

#[test]
fn a_ledger_grows_over_twelve_lists_and_every_list_is_made_again_to_the_byte() {
    let month = year();
    make(&month);
    for list in LISTS {
        expect_verified(&month, &month.place(list));
    }
    let last = month.place("2025-01");
    // A norm stays when the title is held, and says which list brought it.
    assert_eq!(norms(&month, &last, 1), ["GM E1", "GM E2", "GM E3"]);
    let lists: Vec<String> =
        month.table(&last, "norms.parquet").into_iter().filter(|row| row["fide_id"] == "1").map(|row| row["list"].clone()).collect();
    assert_eq!(lists, ["2024-02-01", "2024-03-01", "2024-04-01"]);
    assert_eq!(norms(&month, &last, 6), ["GM E1"]);
}

#[test]
fn t40_a_proposal_comes_with_27_games_and_the_rating_and_stays_until_the_roster_gives_the_title() {
    let month = year();
    make(&month);
    let at = |list: &str| awards(&month, &month.place(list), 1, &AWARD);
    assert_eq!(at("2024-02"), ["GM | norms | open | 1.5.1 1.5.3 | 1 | 9 |  | 2024-02-01"]);
    assert_eq!(at("2024-04"), ["GM | norms | open | 1.5.3 | 3 | 27 |  | 2024-02-01"]);
    // 2503.6 after the third game, on 12 April.
    assert_eq!(at("2024-05"), ["GM | norms | proposed |  | 3 | 27 | 2024-04-12 | 2024-05-01"]);
    assert_eq!(at("2024-08"), at("2024-05"));
    // The title of 10 August is on the list of September.
    assert_eq!(at("2024-09"), [""; 0]);
    let reached = month
        .table(&month.place("2025-01"), "title_ratings.parquet")
        .into_iter()
        .find(|row| row["fide_id"] == "1" && row["rating"] == "2500");
    let row = reached.expect("2500 was reached");
    let columns = ["reached_on", "how", "tournament_id", "round", "value_hundredths", "games", "list"];
    assert_eq!(super::fields(&row, &columns), "2024-04-12 | interim | E4 | 3 | 250360 | 130 | 2024-05-01");
}

#[test]
fn t41_a_merge_joins_two_halves_of_a_ledger_and_gives_them_back_when_it_is_undone() {
    let month = year();
    make(&month);
    let halves = |list: &str| [2, 3].map(|id| awards(&month, &month.place(list), id, &["missing", "norms", "games"]));
    let one = || vec!["1.5.1 1.5.3 | 1 | 9".to_owned()];
    assert_eq!(halves("2024-03"), [one(), one()]);
    for merged in ["2024-04", "2024-05"] {
        assert_eq!(halves(merged), [vec!["1.5.1 1.5.3 | 2 | 18".to_owned()], vec![]], "{merged}");
        // The rows stay under the id that earned them.
        assert_eq!([2, 3].map(|id| norms(&month, &month.place(merged), id)), [["GM E1"], ["GM E2"]], "{merged}");
    }
    assert_eq!(halves("2024-06"), [one(), one()]);
}

#[test]
fn t41_a_withdrawn_norm_leaves_the_ledger_on_the_first_list_after_its_day() {
    let month = year();
    make(&month);
    assert_eq!(norms(&month, &month.place("2024-05"), 4), ["GM E1"]);
    assert_eq!(norms(&month, &month.place("2024-06"), 4), [""; 0]);
    assert_eq!(norms(&month, &month.place("2025-01"), 4), [""; 0]);
}

#[test]
fn t38_norms_before_july_2005_count_only_when_registered_before_31_july_2013() {
    let month = year();
    month.run("2024-02", 0);
    let list = month.place("2024-02");
    assert_eq!(norms(&month, &list, 5), ["GM OLD1", "GM OLD2", "GM OLD3"]);
    assert_eq!(awards(&month, &list, 5, &["status", "missing", "norms", "games"]), ["open | 1.5.1 1.5.3 | 1 | 9"]);
}

#[test]
fn a_correction_that_takes_a_norm_away_takes_it_from_the_ledgers_of_all_later_lists() {
    let month = year();
    make(&month);
    // A win of number 6 becomes a draw: 6 of 9, Rp 2559.
    month.corrections("C1,2025-01-10,arbiter,wrong result,E1,1,6,104,result,1-0,1/2-1/2\n");
    expect_exit(month.path(), &["regenerate", "pipeline.toml", "--from", "2024-02", "--to", "2025-01", "--quiet"], 0);
    for list in LISTS {
        let (first, second) = (month.place(list), format!("{}.r2", month.place(list)));
        assert_eq!((norms(&month, &first, 6).len(), norms(&month, &second, 6).len()), (1, 0), "{list}");
        assert_eq!(norms(&month, &second, 2), ["GM E1"], "{list}");
    }
    expect_verified(&month, "lists/standard/2025-01-01.r2");
    expect_verified(&month, "lists/standard/2025-01-01");
    let row = super::norm_result(&month, "lists/standard/2024-02-01.r2", 6, "GM");
    assert_eq!(super::fields(&row, &["verdict", "failed", "performance", "half_points_over"]), "no | 1.4.8 | 2559 | -1");
}

#[test]
fn rows_appended_to_the_norms_file_that_concern_no_older_list_leave_those_lists_true() {
    let month = year();
    for list in &LISTS[..3] {
        month.run(list, 0);
    }
    let table = std::fs::read_to_string(month.join("norms.csv")).expect("the norms");
    // Achieved on the day of the third list: of use from the next one on.
    month.put("norms.csv", format!("{table}5,GM,NEW,,,,2024-04-01,9,,true,true,true,,given\n"));
    for list in &LISTS[..3] {
        expect_verified(&month, &month.place(list));
    }
    let said = month.run("2024-04", 0);
    assert!(said.out.starts_with("nothing to do: "), "{}", said.out);
    month.run("2024-05", 0);
    assert!(norms(&month, &month.place("2024-05"), 5).contains(&"GM NEW".to_owned()));
    // A row of before the third list would have changed it.
    month.put("norms.csv", format!("{table}5,GM,NEW,,,,2024-03-31,9,,true,true,true,,given\n"));
    expect_exit(month.path(), &["verify", &month.place("2024-04")], 6);
    expect_verified(&month, &month.place("2024-03"));
}
