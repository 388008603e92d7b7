//! Rows of `--direct`: what can be used, 1.22 and 1.23 against a report (T39, NRM008), cases 37 and 38.

use crate::rows::{PLAYER, edition};
use crate::small_period::{day, list};
use model::{Classes, GameResult, PlayerRef, Rating, SideResult, TournamentClass, Waivers};
use rulebook::Title::{self, *};
use std::collections::BTreeMap;
use titles::{
    ChiefArbiter, DirectAward, DirectReport, DirectResult, DirectResults, EventGame, EventPlayer, Federation, NormSource, Sex, TitleEvent,
    TitleSet, UnusableRow,
};

fn result(award: DirectAward, title: Title) -> DirectResult {
    DirectResult {
        result_id: "R1".to_owned(),
        fide_id: PLAYER,
        award,
        title,
        event: "A championship".to_owned(),
        date: Some(day("2022-05-09")),
        tournament_id: Some("C1".to_owned()),
        olympiad: false,
    }
}

/// A championship with players of some federations, the player of the tests first, whose games have these results.
fn event(players: u32, rounds: u16, federations: u16, results: &[SideResult]) -> TitleEvent {
    let player = |at: u32| EventPlayer {
        player: PlayerRef::id(PLAYER + at).expect("an id"),
        federation: Federation(Federation::FIRST.0 + u16::try_from(at).expect("few") % federations),
        titles: TitleSet::NONE,
        sex: Sex::Male,
        rating: Rating::UNRATED,
    };
    let other = |own: SideResult| match own {
        SideResult::Win => SideResult::Loss,
        SideResult::Loss => SideResult::Win,
        SideResult::ForfeitWin => SideResult::ForfeitLoss,
        other => other,
    };
    let game =
        |(round, own): (u16, &SideResult)| EventGame { round, white: 0, black: 1, result: GameResult::new(*own, other(*own)), fault: None };
    TitleEvent {
        tournament_id: "C1".into(),
        start: day("2022-05-01"),
        end: day("2022-05-09"),
        federation: Federation::UNKNOWN,
        kind: None,
        classes: Classes::default(),
        waivers: Waivers::default(),
        clock: None,
        rounds,
        round_dates: Vec::new(),
        registered: None,
        chief_arbiter: ChiefArbiter::Unknown,
        arbiters: Vec::new(),
        member_federations: None,
        tells_byes: true,
        byes: Vec::new(),
        players: (0..players).map(player).collect(),
        games: (1..).zip(results).map(game).collect(),
        facts_by_round: Vec::new(),
    }
}

fn wins(games: usize) -> Vec<SideResult> {
    vec![SideResult::Win; games]
}

fn take(rows: &[DirectResult], event: Option<&TitleEvent>, edition_id: &str) -> (DirectResults, Vec<UnusableRow>) {
    let report =
        |id: &str| event.filter(|event| &*event.tournament_id == id).map(|event| DirectReport { event, edition: edition(edition_id) });
    DirectResults::take(rows, list("2022-06"), &BTreeMap::new(), report)
}

/// The article that a GM title from an event fails in an edition; empty if none.
fn failed_in(edition_id: &str, event: &TitleEvent) -> String {
    let (taken, unusable) = take(&[result(DirectAward::Title, Im)], Some(event), edition_id);
    assert_eq!(taken.titles.len() + unusable.len(), 1);
    assert_eq!(taken.refused.len(), unusable.len());
    unusable.first().map(|row| row.article.clone().expect("an article")).unwrap_or_default()
}

fn failed(event: &TitleEvent) -> String {
    failed_in("titles-2022", event)
}

#[test]
fn case_38_nine_players_eight_rounds_and_four_federations_are_too_few() {
    assert_eq!(failed(&event(10, 9, 5, &wins(9))), "");
    assert_eq!(failed(&event(9, 9, 5, &wins(9))), "1.23");
    assert_eq!(failed(&event(10, 8, 5, &wins(8))), "1.23");
    assert_eq!(failed(&event(10, 9, 4, &wins(9))), "1.23");
    assert_eq!(failed_in("titles-2024", &event(10, 9, 4, &wins(9))), "1.2.2");
}

#[test]
fn case_38_four_of_twelve_member_federations_are_a_third_and_of_thirteen_they_are_not() {
    let of =
        |members: u16, federations: u16| failed(&TitleEvent { member_federations: Some(members), ..event(10, 9, federations, &wins(9)) });
    assert_eq!((of(12, 4), of(12, 3)), (String::new(), "1.23".to_owned()));
    assert_eq!(of(13, 4), "1.23");
    assert_eq!((of(54, 5), of(54, 4)), (String::new(), "1.23".to_owned()), "five is lower");
}

#[test]
fn t39_only_member_federations_count() {
    let mut event = event(10, 9, 5, &wins(9));
    for player in &mut event.players {
        if player.federation == Federation(Federation::FIRST.0 + 1) {
            player.federation = Federation::FID;
        }
    }
    assert_eq!(failed(&event), "1.23");
}

#[test]
fn article_1_23_exempts_the_world_championships_of_affiliates() {
    let mut small = event(6, 7, 3, &wins(7));
    assert_eq!(failed(&small), "1.23");
    small.classes.insert(TournamentClass::AffiliateWorld);
    assert_eq!(failed(&small), "");
}

#[test]
fn article_1_22_35_percent_of_the_games_played_rounded_in_2022_only() {
    let scored = |half_points: usize, games: usize| {
        let results: Vec<SideResult> = (0..games).map(|at| if at < half_points { SideResult::Draw } else { SideResult::Loss }).collect();
        event(14, 13, 5, &results)
    };
    // 3.5 of 10 are 35 %, 3 of 9 are 33 %, 4.5 of 13 are 34.6 %.
    assert_eq!(failed(&scored(7, 10)), "");
    assert_eq!(failed(&scored(6, 9)), "1.22");
    assert_eq!(failed(&scored(9, 13)), "");
    assert_eq!(failed(&scored(8, 13)), "1.22");
    assert_eq!(failed_in("titles-2024", &scored(6, 9)), "", "the article is not in the notes");
}

#[test]
fn article_1_22_a_win_by_forfeit_is_no_score() {
    let mut results = vec![SideResult::Draw; 6];
    results.extend([SideResult::Loss; 3]);
    assert_eq!(failed(&event(10, 10, 5, &results)), "1.22");
    results.push(SideResult::ForfeitWin);
    assert_eq!(failed(&event(10, 10, 5, &results)), "1.22");
}

#[test]
fn nrm008_rows_that_cannot_be_used_say_why() {
    let reason = |change: &dyn Fn(&mut DirectResult)| {
        let mut row = result(DirectAward::Title, Im);
        change(&mut row);
        let (taken, unusable) = take(&[row], Some(&event(10, 9, 5, &wins(9))), "titles-2022");
        assert!(taken.titles.is_empty() && taken.norms.is_empty());
        (unusable[0].article.clone(), unusable[0].reason.clone())
    };
    let words = |words: &str| (None, words.to_owned());
    assert_eq!(reason(&|row| row.result_id = String::new()), words("no result_id"));
    assert_eq!(reason(&|row| row.fide_id = 0), words("0 is no FIDE id"));
    assert_eq!(reason(&|row| (row.award, row.title) = (DirectAward::Norm, Fm)), words("FM is not gained by norms (1.4)"));
    assert_eq!(reason(&|row| row.date = None), words("no date: when the title is achieved cannot be said (0.43)"));
    assert_eq!(reason(&|row| row.fide_id = 5), words("5 does not play in the report of C1"));
}

#[test]
fn nrm008_a_second_row_with_the_same_id_is_unusable() {
    let rows = [result(DirectAward::Title, Im), result(DirectAward::Title, Fm)];
    let (taken, unusable) = take(&rows, None, "titles-2022");
    assert_eq!(taken.titles.iter().map(|title| title.title).collect::<Vec<_>>(), [Im]);
    assert_eq!((unusable[0].row, unusable[0].reason.as_str()), (1, "an earlier row has the same result_id"));
}

#[test]
fn t39_a_direct_norm_is_nine_games_and_tells_nothing_else() {
    let (taken, _) = take(&[result(DirectAward::Norm, Gm)], None, "titles-2022");
    assert!(taken.titles.is_empty());
    let row = &taken.norms[0];
    assert_eq!((row.fide_id, row.title, row.tournament_id.as_str(), row.source), (PLAYER, Gm, "C1", NormSource::Direct));
    assert_eq!((row.credited_games, row.achieved_on, row.name.as_deref()), (Some(9), Some(day("2022-05-09")), Some("A championship")));
    assert_eq!((row.normal_foreigners, row.single_rounds, row.swiss_for_title, row.games), (None, None, None, None));
    let without = DirectResult { tournament_id: None, ..result(DirectAward::Norm, Gm) };
    assert_eq!(take(&[without], None, "titles-2022").0.norms[0].tournament_id, "R1");
}

#[test]
fn t41_a_row_under_a_merged_id_is_checked_with_the_games_of_the_id_that_stays() {
    let event = event(10, 9, 5, &wins(9));
    let row = DirectResult { fide_id: 7, ..result(DirectAward::Title, Im) };
    let report = |_: &str| Some(DirectReport { event: &event, edition: edition("titles-2022") });
    let (taken, unusable) = DirectResults::take(&[row], list("2022-06"), &[(7, PLAYER)].into(), report);
    assert_eq!((taken.titles.len(), unusable.len()), (1, 0));
}
