//! 1.41a to c, 1.42c: numbers of games, forfeits and byes.

use crate::events::{assert_fails, assert_norm, date_rounds, judged, judged_by, mixed, round_robin, swiss, with_class};
use crate::{day, of_2022, of_2024};
use model::{TournamentClass, TournamentKind};
use titles::TitleEvent;

/// Eight games with an average of 2434 and the given rounds after them.
fn eight(half_points: usize, after: &[&str]) -> TitleEvent {
    swiss("- NOR 2300", &eight_lines(half_points, after))
}

fn eight_lines(half_points: usize, after: &[&str]) -> Vec<String> {
    let mut lines = mixed(8 * 2434, half_points, 8);
    lines.extend(after.iter().map(|line| (*line).to_owned()));
    lines
}

#[test]
fn case_11_eight_games_of_nine_rounds_with_an_allocated_bye_or_a_forfeit_win_count_as_nine() {
    // 6 of 8 at 2434: .75, 193.
    for missed in ["U", "IM SWE 1500 +"] {
        let lines: Vec<String> = [missed.to_owned()].into_iter().chain(mixed(8 * 2434, 12, 8)).collect();
        let row = judged(&swiss("- NOR 2300", &lines), "GM");
        assert_norm(&row);
        assert_eq!((row.basis.join(" ").as_str(), row.games, row.credited_games), ("1.41c", 8, Some(9)));
        assert_eq!((row.titled_needed, row.own_allowed, row.one_federation_allowed), (4, 4, 5), "the numbers of eight games");
    }
}

#[test]
fn case_11_an_own_bye_is_no_reason_for_eight_games() {
    for missed in ["H", "F", "Z", "", "IM SWE 2434 -"] {
        let row = judged(&eight(12, &[missed]), "GM");
        assert_fails(&row, "1.41a");
        assert!(row.basis.is_empty());
    }
}

#[test]
fn case_11_eight_games_count_as_nine_in_nine_rounds_only() {
    assert_fails(&judged(&eight(12, &["U", "Z", "Z"]), "GM"), "1.41a");
    assert_fails(&judged(&eight(12, &["U", "IM SWE 2434 +"]), "GM"), "1.41a");
}

#[test]
fn case_11_eight_games_that_hold_no_norm_say_so_with_their_basis() {
    let row = judged(&eight(11, &["U"]), "GM");
    assert_fails(&row, "1.48");
    assert_eq!((row.basis.join(" ").as_str(), row.credited_games), ("1.41c", None));
}

#[test]
fn case_12_a_forfeit_of_the_last_opponent_counts_as_a_loss_where_that_is_enough() {
    let row = judged(&eight(13, &["IM SWE 2434 +"]), "GM");
    assert_norm(&row);
    assert_eq!((row.basis.join(" ").as_str(), row.games, row.half_points, row.performance), ("1.42c", 9, 13, 2600));
    assert_eq!((row.credited_games, row.achieved_on), (Some(9), Some(day("2022-05-10"))));
    assert!(row.left_out_rounds.is_empty());
}

#[test]
fn case_12_where_the_player_could_not_afford_to_lose_1_41c_remains() {
    let row = judged(&eight(12, &["IM SWE 2434 +"]), "GM");
    assert_norm(&row);
    assert_eq!((row.basis.join(" ").as_str(), row.games, row.credited_games), ("1.41c", 8, Some(9)));
}

#[test]
fn case_12_in_eleven_rounds_the_last_opponents_forfeit_is_the_ninth_game() {
    let row = judged(&eight(13, &["Z", "Z", "IM SWE 2434 +"]), "GM");
    assert_norm(&row);
    assert_eq!((row.basis.join(" ").as_str(), row.games), ("1.42c", 9));
    // Not in the last round, and not against an opponent who is not let in.
    assert_fails(&judged(&eight(13, &["Z", "IM SWE 2434 +", "Z"]), "GM"), "1.41a");
    assert_fails(&judged(&eight(13, &["Z", "Z", "IM NON 2434 +"]), "GM"), "1.41a");
}

#[test]
fn case_12_without_a_norm_the_row_shows_the_games_played() {
    let row = judged(&eight(12, &["Z", "Z", "IM SWE 2434 +"]), "GM");
    assert_fails(&row, "1.41a");
    assert_eq!((row.games, row.basis.len()), (8, 0));
}

#[test]
fn case_13_in_a_round_robin_a_forfeit_win_does_not_spoil_a_norm_and_an_own_forfeit_does() {
    // 7.5 of 10 at 2434.
    let with_last = |last: &str| [mixed(10 * 2434, 15, 10), vec![last.to_owned()]].concat();
    assert_norm(&judged(&round_robin("- NOR 2300", &with_last("IM SWE 2434 +")), "GM"));
    for last in ["IM SWE 2434 -", "IM SWE 2434 --"] {
        assert_fails(&judged(&round_robin("- NOR 2300", &with_last(last)), "GM"), "1.41e");
        assert_norm(&judged(&swiss("- NOR 2300", &with_last(last)), "GM"));
    }
    // Pairings of an event of unknown kind are taken to be fixed (T10).
    let unknown = TitleEvent { kind: None, ..swiss("- NOR 2300", &with_last("IM SWE 2434 -")) };
    assert_fails(&judged(&unknown, "GM"), "1.41e");
}

#[test]
fn case_25_seven_games_are_enough_in_a_continental_championship_of_teams() {
    // 5.5 of 7 at 2434: .79, 230.
    let event = |class, rounds| {
        let event = with_class(swiss("- NOR 2300", &mixed(7 * 2434, 11, 7)), class);
        TitleEvent { kind: Some(TournamentKind::Team), rounds, ..event }
    };
    for class in [TournamentClass::ContinentalTeam, TournamentClass::WorldTeam] {
        for rounds in [7, 8, 9] {
            let row = judged(&event(class, rounds), "GM");
            assert_norm(&row);
            assert_eq!(row.credited_games, Some(7));
        }
        assert_fails(&judged(&event(class, 10), "GM"), "1.41a");
    }
    assert_fails(&judged(&event(TournamentClass::League, 9), "GM"), "1.41a");
}

#[test]
fn case_26_eight_games_of_the_world_cup_count_as_nine() {
    let knockout = |lines: &[String]| {
        let event = with_class(swiss("- NOR 2300", lines), TournamentClass::WorldCup);
        judged(&TitleEvent { kind: Some(TournamentKind::Knockout), ..event }, "GM")
    };
    let row = knockout(&mixed(8 * 2434, 12, 8));
    assert_norm(&row);
    assert_eq!((row.games, row.credited_games, row.basis.len()), (8, Some(9), 0));
    assert_fails(&knockout(&[mixed(7 * 2434, 11, 7), vec![String::new()]].concat()), "1.41a");
}

#[test]
fn articles_are_those_of_the_edition() {
    let mut event = swiss("- NOR 2300", &eight_lines(12, &["U"]));
    assert_eq!(judged_by(of_2022(), &event, "GM").basis, ["1.41c"]);
    date_rounds(&mut event, day("2024-05-02"), 1);
    assert_eq!(judged_by(of_2024(), &event, "GM").basis, ["1.4.1c"]);
    let mut event = swiss("- NOR 2300", &eight_lines(12, &["H"]));
    date_rounds(&mut event, day("2024-05-02"), 1);
    assert_eq!(judged_by(of_2024(), &event, "GM").failed, ["1.4.1a"]);
}

#[test]
fn a_forfeit_that_is_not_usable_as_reported_helps_neither_by_1_41c_nor_by_1_42c() {
    let mut event = eight(13, &["IM SWE 2434 +"]);
    event.games[8].fault = Some(model::Reason::ResultsDisagree);
    assert_fails(&judged(&event, "GM"), "1.41a");
}
