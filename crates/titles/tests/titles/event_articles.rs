//! 1.11 to 1.16, 1.41a, 1.42d, 1.42e, 1.45f: whether norms are possible in an event.

use crate::events::{APPLICANT, date_rounds, event_articles, nine, swiss, with_class, with_waiver};
use crate::{day, of_2022, of_2024};
use model::{Clock, TournamentClass, TournamentKind, Waiver, days_before};
use titles::{ChiefArbiter, ResultScope, TitleEvent, Verdict, judge_event};

fn event() -> TitleEvent {
    swiss("- NOR 2300", &nine(2434, 13))
}

/// The articles that fail in 2022, and those unproven.
fn articles(event: &TitleEvent) -> (String, String) {
    event_articles(of_2022(), event)
}

#[track_caller]
fn assert_articles(event: &TitleEvent, failed: &str, unproven: &str) {
    assert_eq!(articles(event), (failed.to_owned(), unproven.to_owned()));
}

#[test]
fn an_event_with_all_facts_is_eligible_and_nothing_is_unproven() {
    assert_articles(&event(), "", "");
}

#[test]
fn case_28_each_player_has_two_hours_for_sixty_moves() {
    let with_clock = |clock| TitleEvent { clock: Some(clock), ..event() };
    assert_articles(&with_clock(Clock::new(90, 30)), "", "");
    assert_articles(&with_clock(Clock::new(90, 29)), "1.13", "");
    assert_articles(&with_clock(Clock::new(120, 0)), "", "");
    assert_articles(&TitleEvent { clock: None, ..event() }, "", "1.12 1.13");
}

/// Rounds on days with a clock of some minutes.
fn so_many_a_day(rounds: u16, minutes: u32) -> TitleEvent {
    let mut event = TitleEvent { clock: Some(Clock::new(minutes, 0)), ..event() };
    date_rounds(&mut event, day("2022-05-02"), rounds);
    event
}

#[test]
fn case_28_no_more_than_two_rounds_and_twelve_hours_a_day() {
    assert_articles(&so_many_a_day(2, 120), "", "");
    assert_articles(&so_many_a_day(3, 120), "1.13", "");
    assert_articles(&so_many_a_day(2, 180), "", "");
    assert_articles(&so_many_a_day(2, 181), "1.12", "");
    assert_articles(&so_many_a_day(3, 121), "1.12 1.13", "");
}

#[test]
fn case_29_without_dates_an_even_spread_proves_nothing_but_can_fail() {
    let in_days = |days: u64| {
        let start = day("2022-05-02");
        let end = start.checked_add_days(chrono::Days::new(days - 1)).expect("a day");
        TitleEvent { round_dates: Vec::new(), start, end, ..event() }
    };
    assert_articles(&in_days(3), "1.13", "1.12");
    assert_articles(&in_days(4), "1.13", "1.12");
    assert_articles(&in_days(5), "", "1.12 1.13");
    let slow = TitleEvent { clock: Some(Clock::new(181, 0)), ..in_days(5) };
    assert_articles(&slow, "1.12", "1.13");
}

#[test]
fn t12_where_some_dates_are_missing_the_known_ones_are_judged() {
    let mut event = event();
    event.round_dates[8] = None;
    assert_articles(&event, "", "1.12 1.13");
    event.round_dates[1] = event.round_dates[0];
    event.round_dates[2] = event.round_dates[0];
    assert_articles(&event, "1.13", "1.12");
}

#[test]
fn case_30_an_event_is_registered_thirty_days_ahead_unless_approved() {
    let registered = |days| {
        let event = event();
        TitleEvent { registered: Some(days_before(event.start, days)), ..event }
    };
    assert_articles(&registered(30), "", "");
    assert_articles(&registered(29), "1.11", "");
    assert_articles(&TitleEvent { registered: None, ..event() }, "", "1.11");
    assert_articles(&with_waiver(registered(29), Waiver::TitleRegistration), "", "");
    assert_articles(&with_waiver(registered(29), Waiver::Registration), "1.11", "");
}

#[test]
fn case_30_a_changed_format_can_be_approved_and_unequal_conditions_cannot() {
    let changed = with_class(event(), TournamentClass::FormatChanged);
    assert_articles(&changed, "1.11", "");
    assert_articles(&with_waiver(changed, Waiver::Format), "", "");
    let unequal = with_class(event(), TournamentClass::UnequalConditions);
    assert_articles(&with_waiver(with_waiver(unequal, Waiver::Format), Waiver::TitleRegistration), "1.11", "");
}

#[test]
fn case_31_formats_need_approval_if_they_are_not_listed() {
    let of_kind = |kind, start: &str| {
        let mut event = TitleEvent { kind, ..event() };
        date_rounds(&mut event, day(start), 1);
        event
    };
    assert_articles(&of_kind(Some(TournamentKind::Match), "2022-05-02"), "1.42e", "");
    assert_articles(&with_waiver(of_kind(Some(TournamentKind::Match), "2022-05-02"), Waiver::Format), "", "");
    assert_articles(&of_kind(None, "2022-05-02"), "", "1.42e");
    for kind in [TournamentKind::Team, TournamentKind::RoundRobin, TournamentKind::DoubleRoundRobin, TournamentKind::Knockout] {
        assert_articles(&of_kind(Some(kind), "2022-05-02"), "", "");
    }
    for kind in [TournamentKind::Scheveningen, TournamentKind::Schiller] {
        assert_articles(&of_kind(Some(kind), "2022-05-02"), "", "");
        let in_2024 = |start| event_articles(of_2024(), &of_kind(Some(kind), start)).0;
        assert_eq!((in_2024("2024-02-29").as_str(), in_2024("2024-03-01").as_str()), ("", "1.4.2e"));
    }
}

#[test]
fn case_31_the_chief_arbiter_is_an_ia_or_fa() {
    for (word, failed, unproven) in [("IA", "", ""), ("FA", "", ""), ("NA", "1.15", ""), ("", "", "1.15"), ("ia", "1.15", "")] {
        let chief_arbiter = ChiefArbiter::of_title(word, of_2022());
        assert_articles(&TitleEvent { chief_arbiter, ..event() }, failed, unproven);
    }
}

#[test]
fn case_31_no_appointed_arbiter_plays() {
    assert_articles(&TitleEvent { arbiters: vec![7, APPLICANT + 3], ..event() }, "1.16", "");
    assert_articles(&TitleEvent { arbiters: vec![7, 8], ..event() }, "", "");
}

#[test]
fn t13_clocks_are_the_same_for_all_games() {
    assert_articles(&with_class(event(), TournamentClass::UnequalTimes), "1.13b", "");
    let differ = Clock { players_differ: true, ..Clock::new(120, 0) };
    assert_articles(&TitleEvent { clock: Some(differ), ..event() }, "1.13b", "");
}

#[test]
fn altered_events_short_events_and_small_double_round_robins_fail() {
    assert_articles(&with_class(event(), TournamentClass::Altered), "1.42d", "");
    assert_articles(&TitleEvent { rounds: 8, ..event() }, "1.41a", "");
    let small = |players: usize| {
        let mut event = TitleEvent { kind: Some(TournamentKind::DoubleRoundRobin), ..event() };
        event.games.retain(|game| (game.white as usize) < players && (game.black as usize) < players);
        event.players.truncate(players);
        articles(&event).0
    };
    assert_eq!((small(5).as_str(), small(6).as_str()), ("1.45f", ""));
}

#[test]
fn articles_stand_in_the_order_of_the_text_and_in_the_numbering_of_the_edition() {
    let everything = TitleEvent {
        clock: Some(Clock { players_differ: true, ..Clock::new(60, 0) }),
        chief_arbiter: ChiefArbiter::NotQualified,
        arbiters: vec![APPLICANT],
        registered: Some(day("2022-05-02")),
        rounds: 8,
        kind: Some(TournamentKind::Match),
        ..with_class(event(), TournamentClass::Altered)
    };
    assert_articles(&everything, "1.11 1.13 1.13b 1.15 1.16 1.41a 1.42d 1.42e", "");
    assert_eq!(event_articles(of_2024(), &everything).0, "1.1.1 1.1.3 1.1.3b 1.1.5 1.1.6 1.4.1a 1.4.2d 1.4.2e");
}

#[test]
fn t9_strict_takes_what_is_unproven_as_failed() {
    let event = TitleEvent { clock: None, chief_arbiter: ChiefArbiter::Unknown, ..event() };
    assert_articles(&event, "", "1.12 1.13 1.15");
    let lenient = judge_event(of_2022(), &event, false, ResultScope::NormsAndNearMisses);
    assert_eq!(lenient.results.iter().map(|row| row.unproven.join(" ")).collect::<Vec<_>>(), ["1.12 1.13 1.15"; 2]);
    let strict = judge_event(of_2022(), &event, true, ResultScope::NormsAndNearMisses);
    assert_eq!((strict.tournament.failed.join(" ").as_str(), strict.tournament.unproven.len()), ("1.12 1.13 1.15", 0));
    assert_eq!(strict.results, []);
    let everybody = judge_event(of_2022(), &event, true, ResultScope::Everybody);
    assert!(everybody.results.iter().all(|row| row.verdict == Verdict::No && row.credited_games.is_none()));
}

#[test]
fn t36_three_dates_with_exactly_one_round_and_null_where_a_date_is_missing() {
    let single = |dates: &[u32]| {
        let mut event = event();
        event.round_dates = dates.iter().map(|date| chrono::NaiveDate::from_ymd_opt(2022, 5, *date)).collect();
        judge_event(of_2022(), &event, false, ResultScope::NormsAndNearMisses).tournament.single_rounds
    };
    assert_eq!(single(&[2, 2, 3, 3, 4, 4, 5, 6, 7]), Some(true));
    assert_eq!(single(&[2, 2, 3, 3, 4, 4, 5, 5, 6]), Some(false));
    assert_eq!(single(&[2, 3, 4, 5, 6, 7, 8, 9]), None);
    assert_eq!(single(&[]), None);
}
