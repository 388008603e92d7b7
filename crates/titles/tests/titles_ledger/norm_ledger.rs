//! The ledger: judged, given, direct and withdrawn norms, and merged ids (0.44, T41); rows of `--norms` (NRM009).

use crate::rows::{PLAYER, norm};
use crate::small_period::{day, list};
use model::PlayerRef;
use rulebook::Title::{self, *};
use std::collections::BTreeMap;
use titles::{
    HandedInNorm, HandedInNorms, JudgedNorm, LedgerChanges, NormResultRow, NormRow, NormSource, NormStatus, Verdict, ledger,
    norms_of_survivors,
};

fn handed_in(title: Title, tournament: &str, status: NormStatus) -> HandedInNorm {
    HandedInNorm {
        fide_id: PLAYER,
        title,
        tournament_id: tournament.to_owned(),
        name: Some("An open".to_owned()),
        start: Some(day("2021-05-01")),
        end: Some(day("2021-05-09")),
        achieved_on: Some(day("2021-05-08")),
        credited_games: Some(9),
        basis: None,
        normal_foreigners: Some(true),
        single_rounds: None,
        swiss_for_title: None,
        registered: None,
        status,
    }
}

fn given(tournament: &str) -> HandedInNorm {
    handed_in(Gm, tournament, NormStatus::Given)
}

fn result(id: u32, tournament: &str, verdict: Verdict) -> NormResultRow {
    NormResultRow {
        tournament_id: tournament.into(),
        player: PlayerRef::id(id).expect("an id"),
        title: Gm,
        edition: "titles-2022".to_owned(),
        verdict,
        failed: Vec::new(),
        unproven: vec!["1.12".to_owned(), "1.15".to_owned()],
        basis: vec!["1.41e".to_owned(), "1.41f".to_owned()],
        games: 9,
        half_points: 13,
        opponents_sum: 21906,
        average: 2434,
        percent: 72,
        dp: 166,
        performance: 2600,
        half_points_needed: Some(13),
        half_points_over: Some(0),
        titled: 6,
        titled_needed: 5,
        matching: 3,
        matching_needed: 3,
        own: 0,
        own_allowed: 5,
        one_federation: 3,
        one_federation_allowed: 6,
        other_federations: 3,
        exempt: None,
        normal_foreigners: true,
        raised: None,
        left_out_rounds: vec![10],
        credited_games: Some(10),
        achieved_on: Some(day("2022-05-09")),
        single_rounds: None,
        swiss_for_title: true,
    }
}

/// The ledger of June 2022 after results and rows of `--norms`.
fn after(previous: &[NormRow], results: &[NormResultRow], rows: &[HandedInNorm], merged: &[(u32, u32)]) -> Vec<NormRow> {
    let (handed_in, unusable) = HandedInNorms::take(rows, list("2022-06"));
    assert_eq!(unusable, []);
    let judged: Vec<JudgedNorm<'_>> = results
        .iter()
        .map(|result| JudgedNorm { result, name: "Open", federation: "NOR", start: day("2022-05-01"), end: day("2022-05-10") })
        .collect();
    let merged: BTreeMap<u32, u32> = merged.iter().copied().collect();
    let changes = LedgerChanges { list: list("2022-06"), judged: &judged, handed_in: &handed_in, direct: &[], merged: &merged };
    ledger(previous.to_vec(), &changes)
}

fn keys(rows: &[NormRow]) -> Vec<(u32, &str, &str, NormSource)> {
    rows.iter().map(|row| (row.fide_id, row.title.word(), row.tournament_id.as_str(), row.source)).collect()
}

#[test]
fn a_judged_norm_enters_with_all_that_is_known_and_another_verdict_does_not() {
    let rows = after(&[], &[result(1, "T1", Verdict::Norm), result(2, "T1", Verdict::No)], &[], &[]);
    assert_eq!(keys(&rows), [(1, "GM", "T1", NormSource::Judged)]);
    let row = &rows[0];
    assert_eq!((row.name.as_deref(), row.federation.as_deref(), row.end), (Some("Open"), Some("NOR"), Some(day("2022-05-10"))));
    assert_eq!((row.basis.as_deref(), row.unproven.as_deref()), (Some("1.41e 1.41f"), Some("1.12 1.15")));
    assert_eq!((row.games, row.half_points, row.average, row.performance), (Some(9), Some(13), Some(2434), Some(2600)));
    assert_eq!((row.credited_games, row.achieved_on, row.list), (Some(10), Some(day("2022-05-09")), list("2022-06")));
    assert_eq!((row.normal_foreigners, row.single_rounds, row.swiss_for_title), (Some(true), None, Some(true)));
}

#[test]
fn what_is_empty_is_null() {
    let mut plain = result(1, "T1", Verdict::Norm);
    (plain.basis, plain.unproven) = (Vec::new(), Vec::new());
    let rows = after(&[], &[plain], &[], &[]);
    assert_eq!((rows[0].basis.as_deref(), rows[0].unproven.as_deref()), (None, None));
}

#[test]
fn a_given_norm_is_a_row_of_which_the_rest_is_not_told() {
    let rows = after(&[], &[], &[given("OLD")], &[]);
    let row = &rows[0];
    assert_eq!((row.source, row.list, row.achieved_on), (NormSource::Given, list("2022-06"), Some(day("2021-05-08"))));
    assert_eq!((row.edition.as_deref(), row.games, row.performance, row.swiss_for_title), (None, None, None, None));
}

#[test]
fn t37_a_given_norm_without_a_day_is_of_the_last_day_of_the_event() {
    let rows = after(&[], &[], &[HandedInNorm { achieved_on: None, ..given("OLD") }], &[]);
    assert_eq!(rows[0].achieved_on, Some(day("2021-05-09")));
}

#[test]
fn the_previous_rows_stay_and_rows_are_sorted_by_id_title_and_tournament() {
    let previous = [NormRow { fide_id: 1, ..norm(Wim, "2020-01-01") }, norm(Gm, "2020-01-01")];
    let rows = after(&previous, &[result(1, "T2", Verdict::Norm), result(1, "T10", Verdict::Norm)], &[given("B"), given("A")], &[]);
    let (judged, given) = (NormSource::Judged, NormSource::Given);
    assert_eq!(
        keys(&rows),
        [
            (1, "GM", "T10", judged),
            (1, "GM", "T2", judged),
            (1, "WIM", "T2020-01-01", given),
            (PLAYER, "GM", "A", given),
            (PLAYER, "GM", "B", given),
            (PLAYER, "GM", "T2020-01-01", given),
        ]
    );
}

#[test]
fn a_row_handed_in_every_month_keeps_the_list_that_brought_it_and_a_changed_one_does_not() {
    let previous = [NormRow { list: list("2022-03"), ..after(&[], &[], &[given("OLD")], &[])[0].clone() }];
    assert_eq!(after(&previous, &[], &[given("OLD")], &[]), previous);
    let changed = HandedInNorm { registered: Some(day("2022-05-30")), ..given("OLD") };
    let rows = after(&previous, &[], &[changed], &[]);
    assert_eq!((rows[0].registered, rows[0].list), (Some(day("2022-05-30")), list("2022-06")));
}

#[test]
fn where_a_judged_norm_has_the_same_key_the_judged_one_stays() {
    let judged = result(PLAYER, "T1", Verdict::Norm);
    assert_eq!(after(&[], std::slice::from_ref(&judged), &[given("T1")], &[])[0].source, NormSource::Judged);
    let previous = after(&[], &[judged], &[], &[]);
    assert_eq!(after(&previous, &[], &[given("T1")], &[]), previous);
    let before = after(&[], &[], &[given("T1")], &[]);
    assert_eq!(after(&before, &[result(PLAYER, "T1", Verdict::Norm)], &[], &[])[0].source, NormSource::Judged);
}

#[test]
fn t41_a_withdrawn_norm_is_removed_whoever_brought_it_and_stays_removed() {
    let withdrawn = handed_in(Gm, "T1", NormStatus::Withdrawn);
    let previous = after(&[], &[result(PLAYER, "T1", Verdict::Norm), result(PLAYER, "T2", Verdict::Norm)], &[], &[]);
    let rows = after(&previous, &[], std::slice::from_ref(&withdrawn), &[]);
    assert_eq!(keys(&rows), [(PLAYER, "GM", "T2", NormSource::Judged)]);
    // The file is handed in again next month, and the list that judged the norm is made again.
    assert_eq!(after(&rows, &[], std::slice::from_ref(&withdrawn), &[]), rows);
    assert!(after(&[], &[result(PLAYER, "T1", Verdict::Norm)], std::slice::from_ref(&withdrawn), &[]).is_empty());
    assert!(after(&[], &[], &[given("T1"), withdrawn], &[]).is_empty(), "given, then taken away");
}

#[test]
fn t41_a_withdrawal_removes_the_norm_of_that_title_only() {
    let previous = [norm(Gm, "2021-05-01"), norm(Im, "2021-05-01")];
    let rows = after(&previous, &[], &[handed_in(Gm, "T2021-05-01", NormStatus::Withdrawn)], &[]);
    assert_eq!(rows.iter().map(|row| row.title).collect::<Vec<_>>(), [Im]);
}

#[test]
fn t41_a_withdrawal_under_one_id_of_a_player_removes_the_norm_under_the_other() {
    let previous = [NormRow { fide_id: 7, ..norm(Gm, "2021-05-01") }];
    let withdrawn = handed_in(Gm, "T2021-05-01", NormStatus::Withdrawn);
    assert_eq!(after(&previous, &[], std::slice::from_ref(&withdrawn), &[]).len(), 1);
    assert!(after(&previous, &[], &[withdrawn], &[(7, PLAYER)]).is_empty());
}

#[test]
fn d29_a_list_made_again_without_the_norm_has_a_ledger_without_it() {
    let before = [norm(Gm, "2021-05-01")];
    assert_eq!(after(&before, &[result(PLAYER, "T1", Verdict::Norm)], &[], &[]).len(), 2);
    assert_eq!(after(&before, &[result(PLAYER, "T1", Verdict::No)], &[], &[]), before);
}

#[test]
fn t41_the_halves_of_a_merged_player_join_and_part_again() {
    let rows = after(&[], &[result(7, "T1", Verdict::Norm), result(PLAYER, "T2", Verdict::Norm)], &[], &[(7, PLAYER)]);
    let joined = norms_of_survivors(&rows, &[(7, PLAYER)].into());
    assert_eq!(keys(&joined), [(PLAYER, "GM", "T1", NormSource::Judged), (PLAYER, "GM", "T2", NormSource::Judged)]);
    let parted = norms_of_survivors(&rows, &BTreeMap::new());
    assert_eq!(keys(&parted), [(7, "GM", "T1", NormSource::Judged), (PLAYER, "GM", "T2", NormSource::Judged)]);
}

#[test]
fn t41_of_two_halves_with_one_key_the_judged_norm_stays_then_that_with_more_games() {
    let of = |id, source, games| NormRow { fide_id: id, source, credited_games: Some(games), ..norm(Gm, "2021-05-01") };
    let stays = |a: NormRow, b: NormRow| {
        let joined = norms_of_survivors(&[a, b], &[(7, PLAYER)].into()).into_owned();
        assert_eq!((joined.len(), joined[0].fide_id), (1, PLAYER));
        (joined[0].source, joined[0].credited_games)
    };
    let (judged, given, direct) = (NormSource::Judged, NormSource::Given, NormSource::Direct);
    assert_eq!(stays(of(7, judged, 9), of(PLAYER, given, 12)), (judged, Some(9)));
    assert_eq!(stays(of(7, direct, 9), of(PLAYER, given, 8)), (given, Some(8)));
    assert_eq!(stays(of(7, judged, 10), of(PLAYER, judged, 9)), (judged, Some(10)));
}

#[test]
fn nrm009_rows_that_cannot_be_used_say_why() {
    let reason = |change: &dyn Fn(&mut HandedInNorm)| {
        let mut row = given("T1");
        change(&mut row);
        row.check().expect_err("unusable")
    };
    assert_eq!(reason(&|row| row.fide_id = 0), "0 is no FIDE id");
    assert_eq!(reason(&|row| row.title = Fm), "FM is not gained by norms (1.4)");
    assert_eq!(reason(&|row| row.tournament_id = " ".to_owned()), "no tournament_id");
    assert_eq!(reason(&|row| row.end = Some(day("2021-04-30"))), "the event ends on 2021-04-30, before it starts on 2021-05-01");
    assert_eq!(reason(&|row| row.achieved_on = Some(day("2021-04-30"))), "achieved on 2021-04-30, before the event starts on 2021-05-01");
    assert_eq!(reason(&|row| row.achieved_on = Some(day("2021-05-10"))), "achieved on 2021-05-10, after the event ends on 2021-05-09");
    assert!(reason(&|row| (row.achieved_on, row.end) = (None, None)).starts_with("neither achieved_on nor end"));
    assert_eq!(reason(&|row| row.credited_games = None), "no credited_games (1.51)");
    assert_eq!(reason(&|row| row.credited_games = Some(0)), "no credited_games (1.51)");
    assert_eq!(reason(&|row| row.basis = Some("1.43".to_owned())), "basis 1.43 is none of 1.41c, 1.42c, 1.41e, 1.41f");
    assert_eq!(reason(&|row| row.basis = Some("1.41c 1.41f".to_owned())), "basis 1.41c 1.41f does not go together (T27, T28)");
    assert_eq!(reason(&|row| row.basis = Some("1.41e 1.4.1e".to_owned())), "basis 1.41e 1.4.1e does not go together (T27, T28)");
    let eight = |row: &mut HandedInNorm| (row.basis, row.credited_games) = (Some("1.4.1c".to_owned()), Some(8));
    assert_eq!(reason(&eight), "a norm by 1.41c counts as 9 games, not 8");
}

#[test]
fn nrm009_what_is_usable() {
    let usable = |change: &dyn Fn(&mut HandedInNorm)| {
        let mut row = given("T1");
        change(&mut row);
        assert_eq!(row.check(), Ok(()));
    };
    usable(&|_| {});
    usable(&|row| (row.start, row.end) = (None, None));
    usable(&|row| row.basis = Some("1.4.1e 1.4.1f".to_owned()));
    usable(&|row| row.basis = Some("1.42c".to_owned()));
    usable(&|row| (row.basis, row.credited_games) = (Some("1.41c".to_owned()), Some(10)));
    // Who takes a norm away need not describe it.
    usable(&|row| (row.status, row.credited_games, row.achieved_on, row.end) = (NormStatus::Withdrawn, None, None, None));
}

#[test]
fn nrm009_a_second_row_with_the_same_key_is_unusable() {
    let rows = [given("T1"), given("T2"), HandedInNorm { credited_games: Some(12), ..given("T1") }];
    let (taken, unusable) = HandedInNorms::take(&rows, list("2022-06"));
    assert_eq!(taken.given.iter().map(|row| row.credited_games).collect::<Vec<_>>(), [Some(9), Some(9)]);
    assert_eq!(unusable.iter().map(|row| row.row).collect::<Vec<_>>(), [2]);
}
