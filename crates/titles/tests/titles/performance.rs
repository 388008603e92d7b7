//! 1.46 to 1.49: ratings of opponents, averages, performances, least scores.

use crate::events::{APPLICANT, assert_fails, assert_norm, date_rounds, judged, judged_by, mixed, nine, round_robin, swiss, with_class};
use crate::{day, of_2022, of_2024};
use model::{PlayerRef, Rating, TournamentClass, TournamentKind};
use titles::{FactsOnDay, TitleEvent};

/// F1: a published field of ten.
const F1: [&str; 10] = [
    "GM GEO 2547",
    "GM IRI 2542",
    "GM USA 2505",
    "IM USA 2502",
    "IM USA 2502",
    "IM CAN 2489",
    "IM USA 2465",
    "IM USA 2456",
    "IM USA 2448",
    "IM PHI 2321",
];

/// The event of one of F1 against the others.
fn f1(player: usize, half_points: usize) -> TitleEvent {
    let others = F1.iter().enumerate().filter(|(at, _)| *at != player).map(|(_, line)| *line);
    let scores = crate::events::results(half_points, 9);
    let lines: Vec<String> = others.zip(scores).map(|(line, score)| format!("{line} {score}")).collect();
    round_robin(F1[player], &lines)
}

#[test]
fn case_1_six_of_nine_in_the_published_field_is_a_gm_norm() {
    let row = judged(&f1(8, 12), "GM");
    assert_norm(&row);
    assert_eq!((row.opponents_sum, row.average, row.percent, row.dp, row.performance), (22329, 2481, 67, 125, 2606));
    assert_eq!((row.own, row.own_allowed, row.other_federations), (5, 5, 4));
    assert_eq!((row.games, row.half_points, row.credited_games), (9, 12, Some(9)));
    assert!(row.normal_foreigners && row.exempt.is_none() && row.raised.is_none());
}

#[test]
fn case_2_five_and_a_half_in_the_published_field_misses_by_half_a_point() {
    let row = judged(&f1(8, 11), "GM");
    assert_fails(&row, "1.48");
    assert_eq!((row.percent, row.performance, row.half_points_over), (61, 2561, Some(-1)));
    assert_eq!((row.credited_games, row.achieved_on), (None, None));
}

#[test]
fn case_3_six_of_six_allowed_opponents_of_one_federation() {
    let row = judged(&f1(9, 12), "GM");
    assert_norm(&row);
    assert_eq!((row.average, row.performance), (2495, 2620));
    assert_eq!((row.one_federation, row.one_federation_allowed), (6, 6));
}

#[test]
fn case_4_the_organisers_scores_for_im_norms_against_2284() {
    // Average, half points, whether it is a norm: six and a half against 2284, seven against less, none under 2230.
    for (average, half_points, is_norm) in [(2284, 13, true), (2283, 13, false), (2283, 14, true), (2230, 14, true)] {
        let row = judged(&swiss("FM NOR 2300", &nine(average, half_points)), "IM");
        if is_norm { assert_norm(&row) } else { assert_fails(&row, "1.48") }
    }
    // 7 of 9 is .78 and 220: 2229 + 220 is 2449, so that Rp is too low as well.
    assert_fails(&judged(&swiss("FM NOR 2300", &nine(2229, 14)), "IM"), "1.48 1.48a");
}

#[test]
fn case_5_the_least_average_for_each_score_of_nine() {
    // Half points and least averages for GM; IM 150 less, WGM 200, WIM 350.
    let least = [(7, 2680), (8, 2643), (9, 2600), (10, 2557), (11, 2520), (12, 2475), (13, 2434)];
    let from_seven = (14..=18).map(|half_points| (half_points, 2380));
    for (half_points, average) in least.into_iter().chain(from_seven) {
        for (title, less) in [("GM", 0), ("IM", 150), ("WGM", 200), ("WIM", 350)] {
            let row = |average| judged(&swiss("- NOR 2300 F", &nine(average - less, half_points)), title);
            assert_norm(&row(average));
            let failed = row(average - 1).failed;
            let expected: &[&[&str]] = &[&["1.48"], &["1.48a"], &["1.48", "1.48a"]];
            assert!(
                expected.contains(&failed.iter().map(String::as_str).collect::<Vec<_>>().as_slice()),
                "{title} {half_points}: {failed:?}"
            );
        }
    }
    assert_fails(&judged(&swiss("- NOR 2300", &nine(2900, 6)), "GM"), "1.48b");
}

#[test]
fn case_5c_least_sums_before_rounding() {
    let gm = |sum| judged(&swiss("- NOR 2300 F", &mixed(sum, 9, 9)), "GM");
    assert_norm(&gm(23396));
    assert_fails(&gm(23395), "1.48");
    let eight = |sum| {
        let mut lines = mixed(sum, 12, 8);
        lines.push("U".to_owned());
        judged(&swiss("- NOR 2300 F", &lines), "WGM")
    };
    assert_norm(&eight(17652));
    assert_fails(&eight(17651), "1.48");
    let wim = |sum| judged(&round_robin("- NOR 2300 F", &mixed(sum, 8, 10)), "WIM");
    assert_norm(&wim(23215));
    assert_fails(&wim(23214), "1.48");
    let im = |sum| {
        let event = with_class(swiss("- NOR 2300", &mixed(sum, 14, 7)), TournamentClass::ContinentalTeam);
        judged(&TitleEvent { kind: Some(TournamentKind::Team), ..event }, "IM")
    };
    assert_norm(&im(15607));
    assert_fails(&im(15606), "1.48a");
}

#[test]
fn case_6_an_average_is_rounded_to_the_nearest_and_a_half_up() {
    let row = judged(&swiss("- NOR 2300", &mixed(21902, 13, 9)), "GM");
    assert_norm(&row);
    assert_eq!(row.average, 2434);
    let row = judged(&swiss("- NOR 2300", &mixed(21901, 13, 9)), "GM");
    assert_fails(&row, "1.48");
    assert_eq!((row.average, row.performance), (2433, 2599));
    let mut lines = mixed(19204, 13, 8);
    lines.push("U".to_owned());
    assert_eq!(judged(&swiss("- NOR 2300", &lines), "GM").average, 2401, "2400.5");
}

#[test]
fn case_7_the_least_average_is_asked_for_by_itself() {
    let row = judged(&swiss("- NOR 2300", &mixed(21416, 14, 9)), "GM");
    assert_norm(&row);
    assert_eq!(row.average, 2380);
    let row = judged(&swiss("- NOR 2300", &mixed(21415, 15, 9)), "GM");
    assert_fails(&row, "1.48a");
    assert_eq!((row.average, row.performance), (2379, 2652));
}

const SEVEN: [&str; 7] =
    ["GM GER 2560 1", "GM GER 2560 1", "GM FRA 2560 1", "IM FRA 2560 =", "IM ESP 2560 =", "IM ESP 2560 =", "IM ESP 2560 ="];

fn with_seven(two: [&str; 2]) -> TitleEvent {
    swiss("- NOR 2300", &[SEVEN.as_slice(), &two].concat())
}

#[test]
fn case_8_only_the_lowest_opponent_is_raised_to_the_floor() {
    let event = with_seven(["- SWE 2000 1", "- SWE 1900 1"]);
    let lowest = PlayerRef::id(APPLICANT + 9);
    let gm = judged(&event, "GM");
    assert_eq!((gm.opponents_sum, gm.raised), (7 * 2560 + 2200 + 2000, lowest));
    let im = judged(&event, "IM");
    assert_eq!((im.opponents_sum, im.raised), (7 * 2560 + 2050 + 2000, lowest));
    let above = judged(&with_seven(["- SWE 2200 1", "- SWE 2201 1"]), "GM");
    assert_eq!((above.opponents_sum, above.raised), (7 * 2560 + 2200 + 2201, None));
}

#[test]
fn case_8_of_two_equal_opponents_the_one_with_the_lower_id_is_raised() {
    let row = judged(&with_seven(["- SWE 1900 1", "- SWE 1900 1"]), "GM");
    assert_eq!((row.opponents_sum, row.raised), (7 * 2560 + 2200 + 1900, PlayerRef::id(APPLICANT + 8)));
}

/// A double round robin of six, the applicant against four of 2500 and one of 2100.
fn double_round_robin() -> TitleEvent {
    let first = ["GM GER 2500 1", "GM FRA 2500 =", "GM ESP 2500 =", "GM GER 2500 =", "IM FRA 2100 1"];
    let second = ["@1 =", "@2 =", "@3 =", "@4 =", "@5 1"];
    TitleEvent { kind: Some(TournamentKind::DoubleRoundRobin), ..swiss("- NOR 2300", &[first, second].concat()) }
}

#[test]
fn case_8_both_games_with_the_lowest_opponent_are_raised() {
    assert_eq!(judged(&double_round_robin(), "GM").opponents_sum, 24400);
}

#[test]
fn case_8_in_a_long_event_each_game_has_the_rating_of_its_day() {
    let mut event = double_round_robin();
    let start = event.start;
    event.round_dates = (0..10).map(|round| start.checked_add_days(chrono::Days::new(round * 5))).collect();
    event.end = start.checked_add_days(chrono::Days::new(50)).expect("a day");
    let at_start: Vec<FactsOnDay> = event.players.iter().map(|p| FactsOnDay { rating: p.rating, titles: p.titles }).collect();
    let mut later = at_start.clone();
    later[5].rating = Rating(2230);
    event.facts_by_round = [vec![at_start; 5], vec![later; 5]].concat();
    // 51 days; 2100 is raised to 2200, and 2230 stays.
    let row = judged(&event, "GM");
    assert_eq!((row.opponents_sum, row.raised), (8 * 2500 + 2200 + 2230, PlayerRef::id(APPLICANT + 5)));
    // Thirty days are not over thirty: the start's.
    event.end = start.checked_add_days(chrono::Days::new(29)).expect("a day");
    assert_eq!(judged(&event, "GM").opponents_sum, 24400);
    event.end = start.checked_add_days(chrono::Days::new(30)).expect("a day");
    assert_eq!(judged(&event, "GM").opponents_sum, 24430);
}

#[test]
fn case_9_of_two_unrated_opponents_one_is_raised_and_one_has_the_number_of_the_edition() {
    let event = with_seven(["- SWE 0 1", "- SWE 0 1"]);
    assert_eq!(judged_by(of_2022(), &event, "GM").opponents_sum, 7 * 2560 + 2200 + 1000);
    let mut event = event;
    date_rounds(&mut event, day("2024-05-02"), 1);
    assert_eq!(judged_by(of_2024(), &event, "GM").opponents_sum, 7 * 2560 + 2200 + 1400);
}

#[test]
fn case_10_thirty_five_percent_are_rounded_as_all_percentages() {
    let row = judged(&swiss("- NOR 2300", &mixed(13 * 2710, 9, 13)), "GM");
    assert_norm(&row);
    assert_eq!((row.percent, row.performance, row.credited_games), (35, 2600, Some(13)));
    let row = judged(&swiss("- NOR 2300", &nine(2800, 6)), "GM");
    assert_fails(&row, "1.48b");
    assert_eq!(row.percent, 33);
}

#[test]
fn a_full_score_that_is_not_enough_has_no_least_score() {
    // One of nine is raised to 2200: averages of 1799 and 1800, and a full score is 800.
    let row = judged(&swiss("- NOR 2300", &nine(1749, 18)), "GM");
    assert_fails(&row, "1.48 1.48a");
    assert_eq!((row.half_points_needed, row.half_points_over), (None, None));
    let row = judged(&swiss("- NOR 2300", &nine(1750, 18)), "GM");
    assert_fails(&row, "1.48a");
    assert_eq!((row.half_points_needed, row.half_points_over), (Some(18), Some(0)));
}

#[test]
fn case_27_full_points_over_the_least_score_are_further_games() {
    let credited = |half_points| {
        let row = judged(&swiss("- NOR 2300", &nine(2400, half_points)), "GM");
        assert_norm(&row);
        (row.half_points_needed, row.credited_games)
    };
    assert_eq!(credited(16), (Some(14), Some(10)));
    assert_eq!(credited(15), (Some(14), Some(9)));
}

#[test]
fn case_27_in_events_of_more_than_thirteen_rounds_a_norm_is_thirteen_games_at_most() {
    let row = judged(&swiss("- NOR 2300", &mixed(15 * 2434, 24, 15)), "GM");
    assert_norm(&row);
    assert_eq!(row.credited_games, Some(13));
    // In thirteen rounds full points are added without a limit.
    let row = judged(&round_robin("- NOR 2300", &mixed(13 * 2434, 22, 13)), "GM");
    assert!(row.credited_games > Some(13), "{row:?}");
}
