//! Who is judged for what (T4, T8), and which results are reported (T43).

use crate::events::{APPLICANT, mixed, nine, player, swiss};
use crate::of_2022;
use model::{PlayerRef, TournamentClass};
use titles::{ResultScope, TitleEvent, Verdict, judge_event};

/// The titles for which the applicant of a line is judged.
fn judged_titles(applicant: &str) -> String {
    let verdict = judge_event(of_2022(), &swiss(applicant, &nine(2434, 13)), false, ResultScope::Everybody);
    let own = verdict.results.iter().filter(|row| row.player.fide_id() == Some(APPLICANT));
    own.map(|row| row.title.word()).collect::<Vec<_>>().join(" ")
}

#[test]
fn t4_titles_not_yet_held_are_judged_and_womens_titles_for_women_only() {
    assert_eq!(judged_titles("- NOR 2300 M"), "GM IM");
    assert_eq!(judged_titles("- NOR 2300"), "GM IM");
    assert_eq!(judged_titles("- NOR 2300 F"), "GM IM WGM WIM");
    assert_eq!(judged_titles("FM NOR 2300 M"), "GM IM");
    assert_eq!(judged_titles("IM NOR 2300 M"), "GM");
    assert_eq!(judged_titles("GM NOR 2300 M"), "");
    assert_eq!(judged_titles("WFM NOR 2300 F"), "GM IM WGM WIM");
    assert_eq!(judged_titles("WIM NOR 2300 F"), "GM IM WGM");
    assert_eq!(judged_titles("WGM NOR 2300 F"), "GM IM");
    assert_eq!(judged_titles("GM NOR 2300 F"), "");
    // A woman IM is judged for WGM and not for WIM.
    assert_eq!(judged_titles("IM NOR 2300 F"), "GM WGM");
    assert_eq!(judged_titles("IM/WGM NOR 2300 F"), "GM");
}

#[test]
fn t8_a_player_without_an_id_is_an_opponent_and_no_applicant() {
    let mut event = swiss("- NOR 2300", &nine(2434, 13));
    // Without a rating and a title: one of the FMs.
    let mut last = player(1, "- ESP 0");
    last.player = PlayerRef::without_id(9);
    event.players[9] = last;
    let verdict = judge_event(of_2022(), &event, false, ResultScope::Everybody);
    assert!(verdict.results.iter().all(|row| row.player.fide_id().is_some()));
    let own = verdict.results.iter().find(|row| row.player.fide_id() == Some(APPLICANT)).expect("a row");
    // Eight of 2434 and 1000, raised to 2200.
    assert_eq!((own.games, own.opponents_sum, own.titled, own.raised), (9, 8 * 2434 + 2200, 8, Some(PlayerRef::without_id(9))));
}

fn rows(event: &TitleEvent) -> Vec<(&'static str, Verdict)> {
    let verdict = judge_event(of_2022(), event, false, ResultScope::NormsAndNearMisses);
    verdict.results.iter().filter(|row| row.player.fide_id() == Some(APPLICANT)).map(|row| (row.title.word(), row.verdict)).collect()
}

#[test]
fn t43_norms_and_results_up_to_a_hundred_points_under_the_mark_have_rows() {
    use Verdict::{No, Norm};
    // 6.5 of 9 is 166: Rp 2500 and 2499 for GM, 2450 is the mark of IM.
    assert_eq!(rows(&swiss("- NOR 2300", &nine(2334, 13))), [("GM", No), ("IM", Norm)]);
    assert_eq!(rows(&swiss("- NOR 2300", &nine(2333, 13))), [("IM", Norm)]);
    assert_eq!(rows(&swiss("- NOR 2300", &nine(2184, 13))), [("IM", No)]);
    assert_eq!(rows(&swiss("- NOR 2300", &nine(2183, 13))), []);
}

#[test]
fn t43_results_of_up_to_two_games_too_few_have_rows() {
    let with = |games: usize| {
        let mut lines = mixed(2434 * i32::try_from(games).expect("few"), games, games);
        lines.resize(9, String::new());
        rows(&swiss("- NOR 2300", &lines)).len()
    };
    // Half the points against 2434: Rp 2434, near IM only.
    assert_eq!((with(7), with(6)), (1, 0));
}

#[test]
fn t43_events_that_are_not_eligible_have_no_results() {
    let event = crate::events::with_class(swiss("- NOR 2300", &nine(2434, 13)), TournamentClass::Altered);
    assert_eq!(rows(&event), []);
    let everybody = judge_event(of_2022(), &event, false, ResultScope::Everybody);
    let own: Vec<_> = everybody.results.iter().filter(|row| row.player.fide_id() == Some(APPLICANT)).collect();
    assert_eq!(own[0].failed, ["1.42d"]);
    assert_eq!((own[0].verdict, own[0].achieved_on), (Verdict::No, None));
}

#[test]
fn rows_are_sorted_by_id_and_title() {
    let mut event = swiss("- NOR 2300 F", &nine(2434, 13));
    event.players[0].player = PlayerRef::id(99_999).expect("an id");
    let verdict = judge_event(of_2022(), &event, false, ResultScope::Everybody);
    let keys: Vec<_> = verdict.results.iter().map(|row| (row.player.fide_id(), row.title.word())).collect();
    assert!(keys.is_sorted() && keys.len() > 4);
}
