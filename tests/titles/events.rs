//! Conditions of the event: what fails, what is not proven, and who was there in every round (T9 to T16, T24, T27 to T29).

use super::{NEAR, NORM, Open, PLAYERS, codes, field, fields, im, norm_result, one_im};
use crate::month::Month;

/// What is written of one event of nine rounds.
fn event(open: Open) -> String {
    let month = one_im();
    open.plays(1, 101, NORM).put(&month);
    let list = month.make("2024-02", &[]);
    fields(&month.row(&list, "title_tournaments.parquet", "tournament_id", "E1"), &["eligible", "failed", "unproven"])
}

fn e1() -> Open {
    Open::new("E1", "2024-01-10")
}

#[test]
fn conditions_of_the_event_fail_where_they_are_told_and_are_unproven_where_they_are_not() {
    for (open, wanted) in [
        (e1(), "true |  | "),
        (e1().with("registered", "2023-12-11"), "true |  | "),
        (e1().with("registered", "2023-12-12"), "false | 1.1.1 | "),
        (e1().with("registered", "2023-12-12").with("waivers", "title-registration"), "true |  | "),
        (e1().with("class", "unequal-conditions").with("waivers", "format"), "false | 1.1.1 | "),
        (e1().with("class", "format-changed"), "false | 1.1.1 | "),
        (e1().with("class", "format-changed").with("waivers", "format"), "true |  | "),
        (e1().with("minutes", "120").with("increment", "0"), "true |  | "),
        (e1().with("class", "unequal-times"), "false | 1.1.3b | "),
        (e1().with("chief_arbiter_title", "NA"), "false | 1.1.5 | "),
        (e1().with("chief_arbiter_title", ""), "true |  | 1.1.5"),
        (e1().with("arbiters", "900 101"), "false | 1.1.6 | "),
        (e1().with("arbiters", "900"), "true |  | "),
        (e1().with("class", "altered"), "false | 1.4.2d | "),
        (e1().with("kind", "schiller"), "true |  | "),
        (e1().with("kind", ""), "true |  | 1.4.2e"),
        (e1().with("rounds", "9").with("round_dates", ""), "true |  | 1.1.2 1.1.3"),
    ] {
        let told = format!("{:?}", open.columns);
        assert_eq!(event(open), wanted, "{told}");
    }
}

#[test]
fn t10_an_event_of_unknown_kind_leaves_no_later_game_out() {
    // 6.5 of 9, and a loss in round 10: 6.5 of 10 is 65 %, dp 110, Rp 2544; and ten games ask for four GMs, of whom there are three.
    for (kind, wanted) in [("swiss", "norm |  | 1.4.1e | 9 | 10"), ("", "no | 1.4.5b 1.4.8 |  | 10 | ")] {
        let month = one_im();
        let dates = (10..20).map(|day| format!("2024-01-{day}")).collect::<Vec<_>>().join(" ");
        let ten = e1().with("kind", kind).with("rounds", "10").with("end", "2024-01-19").with("round_dates", &dates);
        let mut open = ten.plays(1, 101, NORM);
        open.games.push(super::game(10, 1, 109, '0'));
        open.put(&month);
        let list = month.make("2024-02", &[]);
        let columns = ["verdict", "failed", "basis", "games", "left_out_rounds"];
        assert_eq!(fields(&norm_result(&month, &list, 1, "GM"), &columns), wanted, "{kind}");
    }
}

#[test]
fn t14_an_event_of_a_hundred_days_is_judged() {
    let month = one_im();
    let dates = "2024-01-10 2024-01-20 2024-01-30 2024-02-10 2024-02-20 2024-03-01 2024-03-10 2024-03-20 2024-04-18";
    e1().with("end", "2024-04-18").with("round_dates", dates).plays(1, 101, NORM).put(&month);
    for list in ["2024-02", "2024-03", "2024-04", "2024-05"] {
        month.make(list, &[]);
    }
    assert_eq!(super::norms(&month, &month.place("2024-05"), 1), ["GM E1"]);
}

#[test]
fn t36_single_rounds_are_three_days_with_one_round_each_and_unknown_where_a_round_is_not_dated() {
    let days = |days: [u32; 9]| days.map(|day| format!("2024-01-{day}")).join(" ");
    for (dates, wanted) in
        [(days([10, 10, 11, 11, 12, 12, 13, 14, 15]), "true"), (days([10, 10, 11, 11, 12, 12, 13, 13, 15]), "false"), (String::new(), "")]
    {
        let month = one_im();
        e1().with("end", "2024-01-18").with("round_dates", &dates).plays(1, 101, NORM).put(&month);
        let list = month.make("2024-02", &[]);
        assert_eq!(norm_result(&month, &list, 1, "GM")["single_rounds"], wanted, "{dates}");
    }
}

#[test]
fn t43_a_near_miss_has_a_row_with_all_its_numbers() {
    let month = one_im();
    e1().plays(1, 101, NEAR).put(&month);
    let list = month.make("2024-02", &[]);
    let columns = [
        "verdict",
        "failed",
        "games",
        "half_points",
        "opponents_sum",
        "average",
        "percent",
        "dp",
        "performance",
        "half_points_needed",
        "half_points_over",
    ];
    assert_eq!(fields(&norm_result(&month, &list, 1, "GM"), &columns), "no | 1.4.8 | 9 | 12 | 21906 | 2434 | 67 | 125 | 2559 | 13 | -1");
    let rest = [
        "titled",
        "titled_needed",
        "matching",
        "matching_needed",
        "own",
        "own_allowed",
        "one_federation",
        "one_federation_allowed",
        "other_federations",
    ];
    assert_eq!(fields(&norm_result(&month, &list, 1, "GM"), &rest), "9 | 5 | 3 | 3 | 0 | 5 | 3 | 6 | 3");
}

#[test]
fn t27_eight_games_and_an_allocated_bye_or_a_forfeit_win_count_as_nine() {
    // 6 of 8 against 2434: 75 %, dp 193. With half a point less, 69 %, dp 141, Rp 2575.
    let with_bye = |kind: &str| e1().plays(1, 101, "11111=0=").bye(&format!("9,1,{kind}"));
    for (open, wanted) in [
        (with_bye("U"), "norm |  | 1.4.1c | 8 | 9"),
        (e1().plays(1, 101, "11111=0=+"), "norm |  | 1.4.1c | 8 | 9"),
        (with_bye("H"), "no | 1.4.1a |  | 8 | "),
        (with_bye("F"), "no | 1.4.1a |  | 8 | "),
        (e1().plays(1, 101, "11111=00").bye("9,1,U"), "no | 1.4.8 | 1.4.1c | 8 | "),
    ] {
        let month = one_im();
        open.put(&month);
        let list = month.make("2024-02", &[]);
        let row = month.table(&list, "norm_results.parquet").into_iter().find(|row| row["fide_id"] == "1");
        let found = row.map(|row| fields(&row, &["verdict", "failed", "basis", "games", "credited_games"])).unwrap_or_default();
        assert_eq!(found, wanted);
    }
}

/// Forty players of 2200 in nine rounds, in each of which another pair has byes that the pairing gave: 2 and 37, 4 and 36, and so on.
fn forty(told: bool) -> (Month, String) {
    let month = Month::of("standard");
    let federations = ["GER", "FRA", "ESP", "NOR"];
    let players = (0..40).map(|id| format!("{},\"Player, {id}\",,{},M,1990,2200,20,100,2200", 500 + id, federations[id % 4]));
    month.list("2024-01-01", PLAYERS, players);
    let mut open = e1().with("class", "");
    for round in 1..=9 {
        for white in 0..40 {
            for black in white + 1..40 {
                if crate::month::round_of_pair(40, white, black) != round {
                    continue;
                }
                let sits_out = white == 2 * round;
                if sits_out {
                    open = open.bye(&format!("{round},{},U", 500 + white)).bye(&format!("{round},{},U", 500 + black));
                } else {
                    open.games.push(super::game(round, 500 + white as u32, 500 + black as u32, '='));
                }
            }
        }
    }
    if !told {
        open = open.without_byes();
    }
    open.put(&month);
    let list = month.make("2024-02", &[]);
    (month, list)
}

#[test]
fn t24_a_bundle_without_byes_takes_whoever_has_no_game_as_away() {
    for told in [true, false] {
        let (month, list) = forty(told);
        let row = month.row(&list, "title_tournaments.parquet", "tournament_id", "E1");
        assert_eq!(fields(&row, &["players", "swiss_for_title"]), format!("40 | {told}"));
        assert_eq!(codes(&month, &list).contains(&"NRM011".to_owned()), !told);
    }
}

#[test]
fn t3_a_tournament_that_is_not_rated_is_not_judged() {
    let month = one_im();
    // Still under way on the closing date.
    Open::new("E1", "2024-01-28").plays(1, 101, NORM).put(&month);
    let list = month.make("2024-02", &[]);
    assert_eq!(month.row(&list, "tournaments.parquet", "tournament_id", "E1")["status"], "waiting");
    assert_eq!(month.table(&list, "title_tournaments.parquet").len(), 0);
    let list = month.make("2024-03", &[]);
    assert_eq!(super::norms(&month, &list, 1), ["GM E1"]);
}

#[test]
fn the_order_of_players_and_games_changes_nothing() {
    let (one, other) = (one_im(), Month::of("standard"));
    e1().plays(1, 101, NORM).put(&one);
    other.list("2024-01-01", PLAYERS, [vec![im(1, 2440)], field(101)].concat());
    let mut open = e1().plays(1, 101, NORM);
    open.games.reverse();
    open.put(&other);
    let list = one.make("2024-02", &[]);
    other.make("2024-02", &[]);
    for table in ["title_tournaments.parquet", "norm_results.parquet", "norms.parquet", "title_ratings.parquet", "title_awards.csv"] {
        assert_eq!(one.table(&list, table), other.table(&list, table), "{table}");
    }
}
