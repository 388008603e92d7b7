//! 1.43d and 1.56: players in every round of a Swiss (T23, T24).

use crate::events::{assert_fails, assert_norm, date_rounds, federation, judged, nine, player, swiss, with_class};
use crate::{day, of_2022, of_2024};
use model::{ByeKind, GameResult, Rating, SideResult, TournamentClass, TournamentKind};
use rulebook::TitleEdition;
use titles::{ByeOf, EventGame, ResultScope, TitleEvent, TitleTournamentRow, judge_event};

fn row(event: &TitleEvent) -> TitleTournamentRow {
    row_by(of_2022(), event)
}

fn row_by(edition: &TitleEdition, event: &TitleEvent) -> TitleTournamentRow {
    judge_event(edition, event, false, ResultScope::NormsAndNearMisses).tournament
}

/// Sixty players in nine rounds, of whom some are foreign masters and some foreign without a title; the host is POL.
///
/// Players meet in pairs again and again, as only who is there matters.
fn of_sixty(masters: usize, others: usize, rating: i16) -> TitleEvent {
    let mut event = swiss("- POL 2300", &[] as &[&str]);
    event.players.clear();
    event.rounds = 9;
    for at in 0..60u32 {
        let foreign = ["GER", "FRA", "ESP"][at as usize % 3];
        let words = match at as usize {
            at if at < masters => format!("{} {foreign} {rating}", ["GM", "IM", "WGM", "WIM"][at % 4]),
            at if at < masters + others => format!("FM {foreign} {rating}"),
            _ => format!("- POL {rating}"),
        };
        event.players.push(player(2000 + at, &words));
    }
    for round in 1..=9 {
        for pair in 0..30 {
            let result = GameResult::new(SideResult::Draw, SideResult::Draw);
            event.games.push(EventGame { round, white: 2 * pair, black: 2 * pair + 1, result, fault: None });
        }
    }
    date_rounds(&mut event, day("2022-05-02"), 1);
    event
}

/// Takes a player out of a round; the partner is there by an unknown result.
fn miss(event: &mut TitleEvent, missing: u32, round: u16) {
    let is_game = |game: &&mut EventGame| game.round == round && (game.white == missing || game.black == missing);
    let game = event.games.iter_mut().find(is_game).expect("a game");
    let (own, partner) = (SideResult::ForfeitLoss, SideResult::ForfeitWin);
    game.result = if game.white == missing { GameResult::new(own, partner) } else { GameResult::new(partner, own) };
}

#[test]
fn case_20_twenty_foreigners_of_three_federations_with_ten_masters_exempt() {
    let found = row(&of_sixty(10, 10, 2300));
    assert_eq!((found.foreign_rated, found.foreign_federations, found.foreign_titled, found.swiss_exempt), (20, 3, 10, true));
    assert_eq!((found.players, found.rounds), (60, 9));
    assert!(!row(&of_sixty(10, 9, 2300)).swiss_exempt, "19");
    assert!(!row(&of_sixty(9, 11, 2300)).swiss_exempt, "nine masters");
    let mut two_federations = of_sixty(10, 10, 2300);
    for player in &mut two_federations.players {
        if player.federation == federation("ESP") {
            player.federation = federation("FRA");
        }
    }
    let found = row(&two_federations);
    assert_eq!((found.foreign_federations, found.swiss_exempt), (2, false));
}

#[test]
fn case_20_who_misses_two_rounds_is_not_counted_and_who_misses_one_is_not_there_in_it() {
    let mut event = of_sixty(11, 11, 2300);
    for missing in [0, 12] {
        miss(&mut event, missing, 1);
        miss(&mut event, missing, 5);
    }
    let found = row(&event);
    assert_eq!((found.foreign_rated, found.foreign_titled, found.swiss_exempt), (20, 10, true));
    // Another one, who misses one round, is missing in that round.
    miss(&mut event, 14, 3);
    let found = row(&event);
    assert_eq!((found.foreign_rated, found.swiss_exempt), (19, false));
    // Two who miss one round each, not the same, are one fewer in each.
    let mut event = of_sixty(11, 10, 2300);
    miss(&mut event, 0, 3);
    miss(&mut event, 2, 4);
    assert_eq!(row(&event).foreign_rated, 20);
    miss(&mut event, 4, 4);
    assert_eq!(row(&event).foreign_rated, 19);
}

#[test]
fn t24_an_allocated_bye_is_not_missed_and_a_bye_of_ones_own_is() {
    let with_bye = |kind: Option<ByeKind>| {
        let mut event = of_sixty(10, 10, 2300);
        event.games.retain(|game| !(game.round == 2 && game.white == 0));
        event.byes.extend(kind.map(|kind| ByeOf { round: 2, player: 0, kind }));
        event.byes.push(ByeOf { round: 2, player: 1, kind: ByeKind::Allocated });
        row(&event).foreign_rated
    };
    assert_eq!(with_bye(Some(ByeKind::Allocated)), 20);
    for kind in [Some(ByeKind::FullPoint), Some(ByeKind::HalfPoint), Some(ByeKind::ZeroPoint), None] {
        assert_eq!(with_bye(kind), 19);
    }
}

#[test]
fn t24_a_game_of_unknown_result_and_a_forfeit_win_are_not_missed() {
    use SideResult::{ForfeitLoss, ForfeitWin, Unknown, UnplayedDraw, UnplayedLoss, UnplayedWin};
    for (own, partner) in [(Unknown, Unknown), (ForfeitWin, ForfeitLoss), (UnplayedLoss, UnplayedWin), (UnplayedDraw, UnplayedDraw)] {
        let mut event = of_sixty(10, 11, 2300);
        event.games[0].result = GameResult::new(own, partner);
        // Only the partner may miss round 1.
        assert!(row(&event).foreign_rated >= 20);
    }
    let mut event = of_sixty(10, 10, 2300);
    event.games[0].result = GameResult::new(SideResult::Missing, SideResult::Win);
    assert_eq!(row(&event).foreign_rated, 19);
}

#[test]
fn t23_unrated_players_and_those_of_no_federation_are_not_counted() {
    for words in ["GM GER 0", "GM FID 2300", "GM NON 2300", "GM --- 2300", "GM POL 2300"] {
        let mut event = of_sixty(10, 10, 2300);
        event.players[0] = player(2000, words);
        let found = row(&event);
        assert_eq!((found.foreign_rated, found.foreign_titled), (19, 9), "{words}");
    }
}

#[test]
fn t23_without_the_hosts_federation_the_three_numbers_are_zero() {
    let found = row(&TitleEvent { federation: titles::Federation::UNKNOWN, ..of_sixty(10, 10, 2300) });
    assert_eq!((found.foreign_rated, found.foreign_federations, found.foreign_titled, found.swiss_exempt), (0, 0, 0, false));
}

#[test]
fn t23_players_are_counted_in_every_kind_and_only_a_swiss_is_exempt() {
    for kind in [Some(TournamentKind::Team), Some(TournamentKind::RoundRobin), None] {
        let found = row(&TitleEvent { kind, ..of_sixty(10, 10, 2300) });
        assert_eq!((found.foreign_rated, found.swiss_exempt, found.swiss_for_title), (20, false, false));
    }
}

#[test]
fn a_norm_against_opponents_of_one_federation_in_an_exempt_swiss_names_1_43d() {
    let mut event = of_sixty(12, 12, 2300);
    let lines: Vec<String> =
        nine(2434, 13).iter().map(|line| line.replace("GER", "NOR").replace("FRA", "NOR").replace("ESP", "NOR")).collect();
    let norm = swiss("- NOR 2300", &lines);
    let shift = u32::try_from(norm.players.len()).expect("few players");
    assert_fails(&judged(&norm, "GM"), "1.43 1.44");
    let moved = |game: EventGame| EventGame { white: game.white + shift, black: game.black + shift, ..game };
    event.games = norm.games.iter().copied().chain(event.games.into_iter().map(moved)).collect();
    event.games.sort_by_key(|game| (game.round, game.white, game.black));
    event.players = norm.players.iter().copied().chain(event.players).collect();
    let found = judged(&event, "GM");
    assert_norm(&found);
    assert_eq!((found.exempt.as_deref(), found.normal_foreigners), (Some("1.43d"), false));
}

#[test]
fn case_20_for_1_56_the_forty_highest_rated_of_every_round_average_2000() {
    assert!(row(&of_sixty(10, 10, 2000)).swiss_for_title);
    assert!(!row(&of_sixty(10, 10, 1999)).swiss_for_title);
    // The average is not rounded: 40 of 1999 and a half are not 2000.
    let mut event = of_sixty(10, 10, 2000);
    event.players.iter_mut().skip(40).for_each(|player| player.rating = Rating(1500));
    assert!(row(&event).swiss_for_title, "forty such, not that all be such");
    event.players[0].rating = Rating(1999);
    assert!(!row(&event).swiss_for_title, "79999");
    event.players[1].rating = Rating(2001);
    assert!(row(&event).swiss_for_title, "80000");
    // A missing one in one round is missed in that round.
    miss(&mut event, 1, 7);
    assert!(!row(&event).swiss_for_title);
}

#[test]
fn for_1_56_forty_rated_players_are_needed_in_an_individual_swiss() {
    let with_rated = |rated: usize| {
        let mut event = of_sixty(10, 10, 2400);
        event.players.iter_mut().skip(rated).for_each(|player| player.rating = Rating::UNRATED);
        row(&event).swiss_for_title
    };
    assert_eq!((with_rated(40), with_rated(39)), (true, false));
    for class in [TournamentClass::NationalTeam, TournamentClass::League, TournamentClass::Olympiad] {
        assert!(!row(&with_class(of_sixty(10, 10, 2400), class)).swiss_for_title, "{class}");
    }
}

#[test]
fn in_2024_norms_of_five_classes_of_events_serve_as_those_of_a_swiss() {
    use TournamentClass::{CandidatesQualifier, Continental, FideEvent, NationalChampionship, Olympiad, WorldCupQualifier};
    let serves = |edition: &TitleEdition, class, start| {
        let mut event = with_class(swiss("- NOR 2300", &nine(2434, 13)), class);
        date_rounds(&mut event, day(start), 1);
        row_by(edition, &event).swiss_for_title
    };
    for class in [CandidatesQualifier, FideEvent, NationalChampionship, Olympiad, WorldCupQualifier] {
        assert!(serves(of_2024(), class, "2024-05-02"), "{class}");
        assert!(!serves(of_2022(), class, "2022-05-02"), "{class}");
    }
    assert!(!serves(of_2024(), Continental, "2024-05-02"));
}

#[test]
fn in_2024_a_national_championship_and_an_event_of_fide_serve_only_where_they_are_not_of_teams() {
    use TournamentClass::{FideEvent, NationalChampionship, NationalTeam, Olympiad};
    let serves = |class, change: fn(TitleEvent) -> TitleEvent| {
        let mut event = change(with_class(swiss("- NOR 2300", &nine(2434, 13)), class));
        date_rounds(&mut event, day("2024-05-02"), 1);
        row_by(of_2024(), &event).swiss_for_title
    };
    for class in [NationalChampionship, FideEvent] {
        assert!(!serves(class, |event| TitleEvent { kind: Some(TournamentKind::Team), ..event }), "{class}");
        assert!(!serves(class, |event| with_class(event, NationalTeam)), "{class}");
    }
    assert!(serves(Olympiad, |event| TitleEvent { kind: Some(TournamentKind::Team), ..event }));
}

#[test]
fn more_rounds_than_entries_leave_nobody_there() {
    let event = TitleEvent { rounds: u16::MAX, ..of_sixty(10, 10, 2300) };
    let found = row(&event);
    assert_eq!((found.foreign_rated, found.swiss_for_title, found.rounds), (0, false, u16::MAX));
}
