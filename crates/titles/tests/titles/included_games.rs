//! 1.42a to c: games that are not included, and results that are.

use crate::events::{add_round, assert_fails, assert_norm, date_rounds, federation, judged, nine, player, round_robin, swiss};
use model::{GameResult, Reason, SideResult};
use titles::{EventGame, TitleEvent};

#[test]
fn case_19_an_opponent_of_no_fide_federation_is_left_out() {
    let mut lines = nine(2500, 13);
    lines[8] = "FM NON 2500 1".to_owned();
    let row = judged(&swiss("- NOR 2300", &lines), "GM");
    assert_fails(&row, "1.41a");
    assert_eq!((row.games, row.half_points), (8, 11));
}

#[test]
fn t18_games_count_that_are_not_rated() {
    // More than 600 points apart, and unrated.
    let mut lines = nine(2700, 16);
    lines[8] = "FM ESP 0 1".to_owned();
    let row = judged(&swiss("- NOR 1500", &lines), "GM");
    assert_norm(&row);
    assert_eq!(row.games, 9);
}

#[test]
fn t18_results_without_play_do_not_count() {
    for word in ["W", "+", "-", "*"] {
        let mut lines = nine(2500, 13);
        lines[0] = format!("GM GER 2500 {word}");
        assert_eq!(judged(&swiss("- NOR 2300", &lines), "GM").games, 8, "{word}");
    }
}

#[test]
fn games_with_faults_do_not_count() {
    let mut event = swiss("- NOR 2300", &nine(2500, 13));
    event.games[0].fault = Some(Reason::TwoGamesInOneRound);
    assert_eq!(judged(&event, "GM").games, 8);
}

/// An event against nine, the last of them unrated, whose other games are given: against a rated or an unrated player, and the score.
fn with_unrated(event: TitleEvent, other_games: &[(bool, SideResult)]) -> TitleEvent {
    let mut event = event;
    let unrated = 9;
    for (is_rated, result) in other_games {
        let position = u32::try_from(event.players.len()).expect("few players");
        event.players.push(player(5000 + position, if *is_rated { "- ITA 2300" } else { "- ITA 0" }));
        let others = if *result == SideResult::Win { SideResult::Loss } else { SideResult::Win };
        event.games.push(EventGame { round: 9, white: unrated, black: position, result: GameResult::new(*result, others), fault: None });
    }
    event
}

#[test]
fn case_32_games_with_an_unrated_player_without_a_point_are_left_out_of_round_robins() {
    let mut lines = nine(2500, 14);
    lines[8] = "FM ESP 0 1".to_owned();
    let games = |event: &TitleEvent| judged(event, "GM").games;
    let round_robin = || round_robin("- NOR 2300", &lines);
    assert_eq!(games(&round_robin()), 8);
    assert_eq!(games(&swiss("- NOR 2300", &lines)), 9);
    // A point against an unrated player is not against a rated one.
    assert_eq!(games(&with_unrated(round_robin(), &[(false, SideResult::Win)])), 8);
    assert_eq!(games(&with_unrated(round_robin(), &[(true, SideResult::Win)])), 9);
    // Half a point is a score.
    lines[8] = "FM ESP 0 =".to_owned();
    assert_eq!(games(&crate::events::round_robin("- NOR 2300", &lines)), 9);
}

#[test]
fn case_32_an_unrated_player_without_a_game_against_a_rated_one_is_not_left_out() {
    let mut lines = nine(2500, 14);
    lines[8] = "FM ESP 0 1".to_owned();
    // The applicant is unrated too.
    assert_eq!(judged(&round_robin("- NOR 0", &lines), "GM").games, 9);
    assert_eq!(judged(&with_unrated(round_robin("- NOR 0", &lines), &[(true, SideResult::Loss)]), "GM").games, 8);
}

#[test]
fn case_33_a_title_after_the_start_counts_in_long_events_only() {
    // Three opponents are GM only since a list after the start.
    let mut lines = nine(2500, 13);
    for line in &mut lines[..3] {
        *line = line.replace("GM GER", "IM GER");
    }
    let mut event = swiss("- NOR 2300", &lines);
    let mut gm: Vec<_> = event.players.iter().map(|p| titles::FactsOnDay { rating: p.rating, titles: p.titles }).collect();
    for facts in &mut gm[1..=3] {
        facts.titles = crate::events::titles("GM");
    }
    event.facts_by_round = vec![gm; 9];
    event.end = event.start.checked_add_days(chrono::Days::new(29)).expect("a day");
    assert_fails(&judged(&event, "GM"), "1.45b");
    event.end = event.start.checked_add_days(chrono::Days::new(50)).expect("a day");
    assert_norm(&judged(&event, "GM"));
    // T6: without facts by round, those at the start.
    event.facts_by_round.clear();
    assert_fails(&judged(&event, "GM"), "1.45b");
}

#[test]
fn fid_is_included_and_non_is_not() {
    assert!(!federation("FID").is_member() && !federation("NON").is_member() && federation("NOR").is_member());
    let mut event = swiss("- NOR 2300", &nine(2500, 13)[..8]);
    event.rounds = 9;
    add_round(&mut event, 9, "FM FID 2500 1");
    let start = event.start;
    date_rounds(&mut event, start, 1);
    assert_eq!(judged(&event, "GM").games, 9);
}
