//! An event under way: what a player still needs.

use crate::events::{assert_norm, mixed, nine, round_robin, swiss};
use crate::of_2022;
use rulebook::Title;
use titles::{NeededResult, Outlook, TitleEvent, Verdict, outlook};

fn after(event: &TitleEvent, round: u16) -> Outlook {
    outlook(of_2022(), event, 0, Title::Gm, round).expect("judged")
}

/// Eight games at 2434 with a score, and a last opponent; the result of the last game does not matter.
fn last_round(half_points: usize, opponent: &str) -> NeededResult {
    let mut lines = mixed(8 * 2434, half_points, 8);
    lines.push(format!("{opponent} 0"));
    after(&swiss("- NOR 2300", &lines), 8).next.expect("a pairing").needed
}

#[test]
fn case_34_the_result_needed_in_the_last_round() {
    // 6 of 8: 6.5 of 9 at 2434 is enough; at 2422 (21802) it is not; at 2475 (22275) 6 are.
    assert_eq!(last_round(12, "GM SWE 2434"), NeededResult::Draw);
    assert_eq!(last_round(12, "GM SWE 2330"), NeededResult::Win);
    assert_eq!(last_round(12, "GM SWE 2803"), NeededResult::Loss);
    assert_eq!(last_round(12, "GM SWE 2802"), NeededResult::Loss, "22274 is 2474.9");
    assert_eq!(last_round(12, "GM SWE 2798"), NeededResult::Draw, "22270 is 2474.4");
    assert_eq!(last_round(8, "GM SWE 2434"), NeededResult::NotReached);
}

#[test]
fn a_norm_that_is_there_in_a_swiss_stays_whatever_comes() {
    let mut lines = nine(2434, 13);
    lines.extend(["IM SWE 2434 0".to_owned(), "IM SWE 2434 0".to_owned()]);
    let found = after(&swiss("- NOR 2300", &lines), 9);
    assert_norm(found.so_far.as_ref().expect("a result"));
    assert_eq!(found.next.expect("a pairing").needed, NeededResult::AlreadyNorm);
    assert!(found.by_score.is_empty());
    // With pairings fixed beforehand all rounds count.
    let found = after(&round_robin("- NOR 2300", &lines), 9);
    assert_eq!(found.so_far.expect("a result").verdict, Verdict::No);
    assert_eq!(found.next.expect("a pairing").needed, NeededResult::NotReached);
}

#[test]
fn with_several_rounds_left_the_least_sums_by_score() {
    // Seven games at 2434 with 5 points, and two rounds left.
    let mut lines = mixed(7 * 2434, 10, 7);
    lines.extend([String::new(), String::new()]);
    let found = after(&swiss("- NOR 2300", &lines), 7);
    assert_eq!(found.next, None);
    let sums: Vec<_> =
        found.by_score.iter().map(|need| (need.games, need.half_points, need.opponents.as_ref().map(|o| o.least_sum))).collect();
    // Totals of nine: 5 2557, 5.5 2520, 6 2475, 6.5 2434, 7 2380; before rounding half a point less: 9 x 2556.5 = 23008.5, less 17038.
    let expected = [(2, 0, 23009 - 17038), (2, 1, 22676 - 17038), (2, 2, 22271 - 17038), (2, 3, 21902 - 17038), (2, 4, 21416 - 17038)];
    assert_eq!(sums, expected.map(|(games, score, sum)| (games, score, Some(sum))));
    let mix = found.by_score[0].opponents.as_ref().expect("possible");
    assert_eq!((mix.titled_missing, mix.matching_missing, mix.federations_missing), (0, 0, 0));
    assert_eq!((mix.own_left, mix.one_federation_left), (Some(5), Some(3)));
}

#[test]
fn what_the_mix_still_lacks_is_told_and_what_cannot_be_met_is_not_possible() {
    let seven = |titles: [&str; 7], federation: &str, rounds_left: usize| {
        let lines: Vec<String> = titles.iter().map(|title| format!("{title} {federation} 2500 1")).collect();
        let lines = [lines, vec![String::new(); rounds_left]].concat();
        after(&swiss("- NOR 2300", &lines), 7).by_score.pop().expect("a score").opponents
    };
    let need = seven(["GM", "IM", "IM", "-", "-", "-", "-"], "GER", 2);
    assert_eq!(need, None, "seven of GER are too many of nine");
    let need = seven(["GM", "IM", "IM", "-", "-", "-", "-"], "FID", 2).expect("possible");
    assert_eq!((need.titled_missing, need.matching_missing, need.federations_missing), (2, 2, 2));
    assert_eq!(seven(["IM", "IM", "IM", "-", "-", "-", "-"], "FID", 2), None, "three GMs in two games");
}

#[test]
fn a_beaten_opponent_is_left_out_where_that_asks_for_less() {
    // Nine of eleven rounds are played: an opponent of 1200 and eight at 2434 with 5.5 of 8; a tenth game makes nine without the first.
    let mut lines = vec!["FM ITA 1200 1".to_owned()];
    lines.extend(mixed(8 * 2434, 11, 8));
    lines.extend([String::new(), String::new()]);
    let found = after(&swiss("- NOR 2300", &lines), 9);
    assert_eq!(found.so_far.as_ref().map(|row| row.verdict), Some(Verdict::No));
    let one_more: Vec<_> = found.by_score.iter().filter(|need| need.games == 1).collect();
    assert_eq!(one_more.len(), 3);
    let draw = one_more[1].opponents.as_ref().expect("possible");
    // 6 of nine: 22271 in all. Of ten it would be 7, .70 and 2451: 24505, with 2200 for the first.
    assert_eq!((draw.least_sum, draw.left_out_rounds.as_slice()), (22271 - 8 * 2434, [1].as_slice()));
    let win = one_more[2].opponents.as_ref().expect("possible");
    // 6.5 of nine is 21902; 7.5 of ten, .75 and 2407, is less with the first: 24065.
    assert_eq!((win.least_sum, win.left_out_rounds.as_slice()), (24065 - 2200 - 8 * 2434, [].as_slice()));
    assert_eq!(found.by_score.iter().filter(|need| need.games == 2).count(), 5);
}

#[test]
fn after_an_allocated_bye_eight_games_of_nine_rounds_are_enough() {
    let mut lines = vec!["U".to_owned()];
    lines.extend(mixed(7 * 2434, 10, 7));
    lines.push(String::new());
    let found = after(&swiss("- NOR 2300", &lines), 8);
    let win = found.by_score[2].opponents.as_ref().expect("possible");
    // 6 of 8 is .75, 193: 2407, from 2406.5 on: 19252.
    assert_eq!(win.least_sum, 19252 - 7 * 2434);
}

#[test]
fn with_fixed_pairings_only_all_rounds_are_looked_at() {
    let mut lines = mixed(8 * 2434, 12, 8);
    lines.extend([String::new(), String::new(), String::new()]);
    let horizons = |event: &TitleEvent| {
        let mut games: Vec<u32> = after(event, 8).by_score.iter().map(|need| need.games).collect();
        games.dedup();
        games
    };
    assert_eq!(horizons(&swiss("- NOR 2300", &lines)), [1, 2, 3]);
    assert_eq!(horizons(&round_robin("- NOR 2300", &lines)), [3]);
}

#[test]
fn a_game_that_may_be_lost_may_be_forfeited_by_the_last_opponent() {
    // 6.5 of 8 at 2434, and the ninth opponent of 2434 does not come.
    let mut lines = mixed(8 * 2434, 13, 8);
    lines.push("GM SWE 2434 +".to_owned());
    let event = swiss("- NOR 2300", &lines);
    assert_eq!(after(&event, 8).next.expect("a pairing").needed, NeededResult::Loss);
    let row = after(&event, 9).so_far.expect("a result");
    assert_eq!((row.verdict, row.basis.join(" ").as_str()), (Verdict::Norm, "1.42c"));
}
