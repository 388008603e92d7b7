//! The rounds of a result, as on a certificate.

use crate::events::{judged, mixed, nine, swiss, title};
use crate::of_2022;
use model::{ByeKind, Rating};
use rulebook::Title;
use titles::{LeftOut, NormDetail, RoundEntry, TitleEvent, judge_player};

fn detail(event: &TitleEvent, of: &str) -> NormDetail {
    judge_player(of_2022(), event, false, 0, title(of)).expect("the applicant is judged")
}

/// Why each round is left out; empty where it counts.
fn left_out(detail: &NormDetail) -> Vec<String> {
    let why = |left_out: &Option<LeftOut>| match left_out {
        None => String::new(),
        Some(LeftOut::Article(article)) => article.clone(),
        Some(LeftOut::Fault(fault)) => fault.to_string(),
        Some(LeftOut::NoGame) => "bye".to_owned(),
    };
    detail.rounds.iter().map(|round| why(&round.left_out)).collect()
}

#[test]
fn every_round_says_why_it_is_left_out() {
    let mut lines = vec!["FM ITA 1500 1".to_owned(), "FM NON 2434 1".to_owned(), "H".to_owned()];
    lines.extend(nine(2434, 13));
    lines.extend(["IM SWE 2434 0".to_owned(), "IM SWE 2434 +".to_owned()]);
    let event = swiss("- NOR 2300", &lines);
    let detail = detail(&event, "GM");
    let mut expected = vec!["1.41f", "1.42a", "bye"];
    expected.extend([""; 9]);
    expected.extend(["1.41e", "1.42c"]);
    assert_eq!(left_out(&detail), expected);
    assert_eq!(detail.row, judged(&event, "GM"));
    assert_eq!(detail.row.left_out_rounds, [1, 13]);
    assert_eq!(detail.rounds[2].played, RoundEntry::Bye(ByeKind::HalfPoint));
}

#[test]
fn the_ratings_used_add_up_to_the_sum_and_raised_and_unrated_are_marked() {
    let mut lines = nine(2600, 13);
    lines[6] = "FM ESP 0 1".to_owned();
    lines[7] = "FM ESP 1900 1".to_owned();
    let detail = detail(&swiss("- NOR 2300", &lines), "GM");
    let used = |round: &titles::RoundDetail| match &round.played {
        RoundEntry::Game(game) => (game.rating_used, game.is_raised, game.is_unrated),
        RoundEntry::Bye(_) => panic!("a game"),
    };
    assert_eq!(used(&detail.rounds[6]), (Rating(2200), true, true));
    assert_eq!(used(&detail.rounds[7]), (Rating(1900), false, false));
    let sum: i32 = detail.rounds.iter().map(|round| used(round).0.points()).sum();
    assert_eq!(sum, detail.row.opponents_sum);
}

#[test]
fn the_last_opponents_forfeit_counts_as_a_loss() {
    let mut lines = mixed(8 * 2434, 13, 8);
    lines.push("IM SWE 2434 +".to_owned());
    let detail = detail(&swiss("- NOR 2300", &lines), "GM");
    let RoundEntry::Game(game) = &detail.rounds[8].played else { panic!("a game") };
    assert!(game.counts_as_loss && detail.rounds[8].left_out.is_none());
}

#[test]
fn players_who_are_not_judged_have_no_detail() {
    let event = swiss("GM NOR 2300", &nine(2434, 13));
    assert_eq!(judge_player(of_2022(), &event, false, 0, Title::Gm), None);
    assert_eq!(judge_player(of_2022(), &event, false, 0, Title::Fm), None);
    assert_eq!(judge_player(of_2022(), &event, false, 99, Title::Gm), None);
}
