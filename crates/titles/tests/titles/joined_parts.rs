//! T17: an event reported in parts is judged as one.

use crate::day;
use crate::events::{APPLICANT, assert_norm, date_rounds, judged, nine, swiss};
use model::{Clock, Rating, TournamentClass, TournamentKind};
use titles::{ChiefArbiter, TitleEvent, join_parts};

/// Part of "nine" with the rounds of a range, dated from a day.
fn part(id: &str, rounds: std::ops::Range<usize>, start: &str, numbered_from: u16) -> TitleEvent {
    let lines = nine(2434, 13);
    let mut event = swiss("- NOR 2300", &lines[rounds.clone()]);
    // The opponents of each part have ids of their own.
    for (at, player) in event.players.iter_mut().enumerate().skip(1) {
        player.player = model::PlayerRef::id(APPLICANT + u32::try_from(rounds.start + at).expect("few")).expect("an id");
    }
    date_rounds(&mut event, day(start), 1);
    let shift = numbered_from - 1;
    event.games.iter_mut().for_each(|game| game.round += shift);
    event.round_dates = vec![None; usize::from(shift)].into_iter().chain(event.round_dates).collect();
    event.rounds += shift;
    event.tournament_id = id.into();
    event
}

#[test]
fn parts_with_rounds_of_their_own_keep_the_numbers() {
    let joined = join_parts(vec![part("b", 5..9, "2022-05-20", 6), part("a", 0..5, "2022-05-02", 1)]);
    assert_eq!((joined.tournament_id.as_ref(), joined.rounds, joined.players.len()), ("b", 9, 10));
    assert_eq!((joined.start, joined.end), (day("2022-05-02"), day("2022-05-23")));
    assert_eq!(joined.games.iter().map(|game| game.round).collect::<Vec<_>>(), (1..=9).collect::<Vec<_>>());
    let row = judged(&joined, "GM");
    assert_norm(&row);
    assert_eq!((row.games, row.half_points, row.achieved_on), (9, 13, Some(day("2022-05-23"))));
}

#[test]
fn parts_with_the_same_rounds_are_numbered_on_by_their_starts() {
    let joined = join_parts(vec![part("late", 5..9, "2022-05-20", 1), part("early", 0..5, "2022-05-02", 1)]);
    assert_eq!(joined.rounds, 9);
    assert_eq!(joined.round_dates[5], Some(day("2022-05-20")));
    assert_eq!(joined.games.iter().map(|game| game.round).collect::<Vec<_>>(), (1..=9).collect::<Vec<_>>());
    let row = judged(&joined, "GM");
    assert_norm(&row);
    assert_eq!((row.tournament_id.as_ref(), row.achieved_on), ("late", Some(day("2022-05-23"))));
}

#[test]
fn over_thirty_days_each_part_has_its_own_ratings_and_up_to_thirty_those_of_the_first() {
    let in_two = |second: &str| {
        let mut later = part("b", 0..5, second, 6);
        // The five opponents of the first part again, each 10 points higher.
        later.players.iter_mut().skip(1).for_each(|player| player.rating = Rating(2444));
        let joined = join_parts(vec![part("a", 0..5, "2022-05-02", 1), later]);
        assert_eq!(joined.players.len(), 6);
        let joined = TitleEvent { kind: Some(TournamentKind::Team), ..joined };
        judged(&joined, "IM").opponents_sum
    };
    // 2 May to 31 May are thirty days.
    assert_eq!(in_two("2022-05-27"), 10 * 2434);
    assert_eq!(in_two("2022-05-28"), 5 * 2434 + 5 * 2444);
}

#[test]
fn facts_of_the_parts_are_joined() {
    let mut first = part("a", 0..5, "2022-05-02", 1);
    let mut second = part("b", 5..9, "2022-05-20", 6);
    first.classes.insert(TournamentClass::Zonal);
    second.classes.insert(TournamentClass::Women);
    (first.arbiters, second.arbiters) = (vec![3, 1], vec![2, 1]);
    (first.chief_arbiter, second.chief_arbiter) = (ChiefArbiter::Qualified, ChiefArbiter::Unknown);
    let registered = first.registered;
    second.clock = Some(Clock::new(120, 0));
    let joined = join_parts(vec![first.clone(), second.clone()]);
    assert!(joined.classes.contains(TournamentClass::Zonal) && joined.classes.contains(TournamentClass::Women));
    assert_eq!((joined.arbiters, joined.chief_arbiter, joined.registered), (vec![1, 2, 3], ChiefArbiter::Qualified, registered));
    assert!(joined.clock.expect("a clock").players_differ, "90+30 and 120 are not the same settings");
    second.chief_arbiter = ChiefArbiter::NotQualified;
    assert_eq!(join_parts(vec![first.clone(), second]).chief_arbiter, ChiefArbiter::NotQualified);
    let alone = join_parts(vec![first.clone()]);
    assert_eq!((alone.tournament_id, alone.games), (first.tournament_id, first.games));
}
