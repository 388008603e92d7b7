//! 1.41e and 1.41f: games that may be left out.

use crate::events::{assert_fails, assert_norm, date_rounds, judged, judged_by, mixed, nine, round_robin, swiss};
use crate::{day, of_2022, of_2024};
use model::TournamentKind;
use titles::TitleEvent;

fn with_lines(before: &[&str], lines: &[String], after: &[&str]) -> Vec<String> {
    let own = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
    [own(before), lines.to_vec(), own(after)].concat()
}

#[test]
fn case_13_what_follows_a_title_result_may_be_left_out() {
    let lines = with_lines(&[], &nine(2434, 13), &["GM SWE 2434 0", "GM SWE 2434 0"]);
    let row = judged(&swiss("- NOR 2300", &lines), "GM");
    assert_norm(&row);
    assert_eq!((row.basis.join(" ").as_str(), row.left_out_rounds.as_slice()), ("1.41e", [10, 11].as_slice()));
    assert_eq!((row.games, row.achieved_on), (9, Some(day("2022-05-10"))), "achieved in round 9");
    assert_fails(&judged(&round_robin("- NOR 2300", &lines), "GM"), "1.48");
    for kind in [TournamentKind::Team, TournamentKind::Knockout] {
        assert_norm(&judged(&TitleEvent { kind: Some(kind), ..swiss("- NOR 2300", &lines) }, "GM"));
    }
}

#[test]
fn a_game_without_a_round_number_is_not_after_any_round() {
    let lines = with_lines(&[], &nine(2434, 13), &["GM SWE 2434 0"]);
    let mut event = swiss("- NOR 2300", &lines);
    let last = event.games.pop().expect("a game");
    event.games.insert(0, titles::EventGame { round: 0, ..last });
    assert_fails(&judged(&event, "GM"), "1.48");
}

/// Ten games of nine opponents at 2434 with a fourth GM, after two beaten opponents: 26156.
fn two_beaten(first: &str, second: &str) -> Vec<String> {
    let nine = [
        "GM GER 2434 1",
        "GM GER 2434 1",
        "GM GER 2434 1",
        "GM FRA 2434 1",
        "IM FRA 2434 =",
        "IM FRA 2434 =",
        "FM ESP 2434 =",
        "FM ESP 2434 =",
        "FM ESP 2434 =",
    ];
    [&[first, second], nine.as_slice()].concat().into_iter().map(str::to_owned).collect()
}

#[test]
fn case_14_one_beaten_opponent_is_left_out() {
    let lines = two_beaten("FM ITA 2000 1", "FM ITA 2050 1");
    let row = judged(&swiss("- NOR 2300", &lines), "GM");
    assert_norm(&row);
    assert_eq!((row.basis.join(" ").as_str(), row.left_out_rounds.as_slice()), ("1.41f", [1].as_slice()));
    assert_eq!((row.average, row.percent, row.performance, row.games), (2411, 75, 2604, 10));
    assert_eq!((row.credited_games, row.achieved_on), (Some(10), Some(day("2022-05-12"))));
}

#[test]
fn case_14_in_round_robins_all_games_count_in_2022_and_beaten_opponents_may_be_left_out_in_2024() {
    let lines = two_beaten("FM ITA 2000 1", "FM ITA 2050 1");
    let mut event = round_robin("- NOR 2300", &lines);
    let row = judged_by(of_2022(), &event, "GM");
    assert_fails(&row, "1.48 1.48a");
    assert_eq!((row.opponents_sum, row.average, row.performance), (26156, 2378, 2589));
    date_rounds(&mut event, day("2024-05-02"), 1);
    let row = judged_by(of_2024(), &event, "GM");
    assert_norm(&row);
    assert_eq!((row.basis.join(" ").as_str(), row.left_out_rounds.as_slice()), ("1.4.1f", [1].as_slice()));
}

#[test]
fn case_14_in_a_round_robin_of_2024_the_mix_of_all_games_is_asked() {
    // Two beaten opponents without a title and of the player's own federation: 9 of 11 are enough for a norm, but 6 are title-holders of 11.
    let mut lines = two_beaten("- ITA 2000 1", "- ITA 2050 1");
    let in_2024 = |lines: &[String]| {
        let mut event = round_robin("- NOR 2300", lines);
        date_rounds(&mut event, day("2024-05-02"), 1);
        judged_by(of_2024(), &event, "GM")
    };
    assert_norm(&in_2024(&lines));
    // Five title-holders of nine are enough, and of eleven are not.
    for (at, line) in [(7, "- FRA 2434 ="), (8, "- ESP 2434 ="), (9, "- ESP 2434 ="), (10, "- ESP 2434 =")] {
        lines[at] = line.to_owned();
    }
    assert_fails(&in_2024(&lines), "1.4.5a 1.4.8 1.4.8a");
}

#[test]
fn case_14_an_opponent_who_drew_cannot_be_left_out() {
    let lines = two_beaten("FM ITA 2000 =", "FM ITA 2050 =");
    assert_fails(&judged(&swiss("- NOR 2300", &lines), "GM"), "1.48 1.48a");
}

#[test]
fn an_opponent_met_twice_is_left_out_only_if_both_games_were_won() {
    // A team event in which the first opponent, of 1500, comes back in round 11.
    let event = |again: &str| {
        let lines = with_lines(&["FM ITA 1500 1"], &nine(2434, 13), &[&format!("@1 {again}")]);
        TitleEvent { kind: Some(TournamentKind::Team), ..swiss("- NOR 2300", &lines) }
    };
    let row = judged(&event("1"), "GM");
    assert_norm(&row);
    assert_eq!((row.basis.join(" ").as_str(), row.left_out_rounds.as_slice()), ("1.41f", [1, 11].as_slice()));
    // Up to the end after round 10, the first opponent was beaten.
    let row = judged(&event("0"), "GM");
    assert_norm(&row);
    assert_eq!((row.basis.join(" ").as_str(), row.left_out_rounds.as_slice()), ("1.41e 1.41f", [1, 11].as_slice()));
    assert_eq!(row.achieved_on, Some(day("2022-05-11")));
}

#[test]
fn of_two_norms_the_one_with_more_credited_games_is_reported() {
    // 8 of 9 at 2400 are 10 games; a tenth game, won against 2400, makes 9 of 10 and is kept.
    let lines = with_lines(&[], &nine(2400, 16), &["GM ITA 2400 1"]);
    let row = judged(&swiss("- NOR 2300", &lines), "GM");
    assert_norm(&row);
    assert!(row.left_out_rounds.is_empty());
    // .76 is needed at 2400, which 7.5 of 10 is not.
    assert_eq!((row.games, row.half_points_needed, row.credited_games), (10, Some(16), Some(11)));
}

#[test]
fn a_norm_needs_its_number_of_games_after_leaving_some_out() {
    // 4.5 of 8 at 2558 is 2601; with a beaten opponent of 1500, raised to 2200, 5.5 of 9 at 2518 is 2598.
    let lines = with_lines(&["FM ITA 1500 1"], &mixed(8 * 2558, 9, 8), &[]);
    let row = judged(&swiss("- NOR 2300", &lines), "GM");
    assert_fails(&row, "1.48");
    assert_eq!((row.games, row.performance, row.left_out_rounds.len()), (9, 2598, 0));
}

#[test]
fn normal_foreigners_are_preferred_to_fewer_games_left_out() {
    // Two beaten opponents of 1000, and 5 of 9 at 2700. All eleven are 2500, where 7 of 11 are needed and had: 11 games. Without one of the
    // two, ten are 2650, where 4.5 are needed and 6 are had: 10 games and a full point. Seven of NOR are too many of eleven, six are not of ten.
    let federations = ["NOR", "NOR", "NOR", "NOR", "NOR", "GER", "GER", "FRA", "FRA"];
    let scores = crate::events::results(10, 9);
    let nine: Vec<String> = federations.iter().zip(scores).map(|(federation, score)| format!("GM {federation} 2700 {score}")).collect();
    let lines = with_lines(&["FM NOR 1000 1", "FM NOR 1000 1"], &nine, &[]);
    let zonal = crate::events::with_class(swiss("- NOR 2300", &lines), model::TournamentClass::Zonal);
    let row = judged(&zonal, "GM");
    assert_norm(&row);
    assert_eq!((row.credited_games, row.left_out_rounds.as_slice(), row.normal_foreigners), (Some(11), [1].as_slice(), true));
    // A player of SWE has normal foreigners with all eleven games.
    let zonal = crate::events::with_class(swiss("- SWE 2300", &lines), model::TournamentClass::Zonal);
    let row = judged(&zonal, "GM");
    assert_eq!((row.credited_games, row.left_out_rounds.len(), row.normal_foreigners), (Some(11), 0, true));
}

/// Two beaten opponents of 2000, of whom one has to be left out, and nine at 2434: six of GER and three of ESP.
fn one_of_two(first: &str, second: &str) -> TitleEvent {
    let mut lines: Vec<String> = two_beaten(first, second).iter().map(|line| line.replace("FRA", "GER")).collect();
    assert_eq!(lines.iter().filter(|line| line.contains(" GER 2434")).count(), 6);
    lines.truncate(11);
    crate::events::with_class(swiss("- NOR 2300", &lines), model::TournamentClass::Zonal)
}

#[test]
fn of_two_equal_choices_the_one_with_normal_foreigners_is_reported_and_else_the_first_rounds() {
    // Seven of GER are too many of ten.
    let row = judged(&one_of_two("FM ITA 2000 1", "FM GER 2000 1"), "GM");
    assert_norm(&row);
    assert_eq!((row.left_out_rounds.as_slice(), row.normal_foreigners, row.exempt), ([2].as_slice(), true, None));
    let row = judged(&one_of_two("FM ITA 2000 1", "FM ITA 2000 1"), "GM");
    assert_eq!((row.left_out_rounds.as_slice(), row.normal_foreigners), ([1].as_slice(), true));
    let row = judged(&one_of_two("FM GER 2000 1", "FM GER 2000 1"), "GM");
    assert_eq!((row.left_out_rounds.as_slice(), row.exempt.as_deref()), ([1].as_slice(), Some("1.43c")));
}
