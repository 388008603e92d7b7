//! Ratings reached: T31, T32, and merged ids.

use crate::small_period::{Event, SmallPeriod, day, list, player};
use model::{PlayerRow, Rating};
use titles::{RatingReachedHow, RatingReachedRow, THRESHOLDS, ratings_of_survivors, ratings_reached};

const FIRST: u32 = 1;
/// An opponent, far from every threshold of the tests.
const OTHER: u32 = 900;

/// Rows in short: threshold, day, how, hundredths, games, and the day of 30 games.
fn short(rows: &[RatingReachedRow], id: u32) -> Vec<(i16, String, RatingReachedHow, i32, u32, Option<String>)> {
    let own = rows.iter().filter(|row| row.fide_id == id);
    own.map(|row| {
        let with_games = row.reached_30_on.map(|day| day.to_string());
        (row.rating.0, row.reached_on.to_string(), row.how, row.value_hundredths, row.games, with_games)
    })
    .collect()
}

fn row_of(rows: &[RatingReachedRow], id: u32, threshold: i16) -> Option<&RatingReachedRow> {
    rows.iter().find(|row| row.fide_id == id && row.rating == Rating(threshold))
}

/// A history in which the player has reached all thresholds to 2200 with 30 games.
fn reached_to_2200(id: u32) -> Vec<RatingReachedRow> {
    THRESHOLDS.into_iter().filter(|rating| rating.0 <= 2200).map(|rating| row(id, rating.0, "2020-01-01", Some("2020-01-01"))).collect()
}

fn row(id: u32, threshold: i16, on: &str, with_games: Option<&str>) -> RatingReachedRow {
    RatingReachedRow {
        fide_id: id,
        rating: Rating(threshold),
        reached_on: day(on),
        how: RatingReachedHow::Published,
        tournament_id: None,
        round: None,
        value_hundredths: i32::from(threshold) * 100,
        games: 20,
        reached_30_on: with_games.map(day),
        how_30: with_games.map(|_| RatingReachedHow::Published),
        list: list("2020-01"),
    }
}

fn event(id: &'static str, games: Vec<(u16, u32, u32, char)>) -> Event {
    let round_dates = vec!["2022-05-10", "2022-05-11", "2022-05-12", "2022-05-13"];
    Event { id, start: "2022-05-10", end: "2022-05-13", round_dates, games }
}

/// Win, win, loss against 2280, by a 2280 with K 20 and so many career games.
fn case_35(career_games: u32) -> Vec<RatingReachedRow> {
    let games = vec![(1, FIRST, OTHER, '1'), (2, FIRST, OTHER + 1, '1'), (3, FIRST, OTHER + 2, '0')];
    let opponents = (0..3).map(|at| (OTHER + at, player(2280, 20, 500)));
    let players: Vec<(u32, PlayerRow)> = [(FIRST, player(2280, 20, career_games))].into_iter().chain(opponents).collect();
    let mut history = reached_to_2200(FIRST);
    (0..3).for_each(|at| history.extend(reached_to_2200(OTHER + at)));
    let rated = SmallPeriod::new("2022-06", &players, vec![event("open", games)]).rate();
    assert_eq!(rated.outcome.players[0].rating, Rating(2290), "the list itself stays below");
    ratings_reached(&rated.period, &rated.outcome, Some(&history))
}

#[test]
fn case_35_of_28_career_games_2300_is_reached_with_30_after_the_second_round() {
    let rows = case_35(28);
    let fm = row_of(&rows, FIRST, 2300).expect("reached");
    assert_eq!((fm.reached_on, fm.how, fm.value_hundredths, fm.games), (day("2022-05-11"), RatingReachedHow::Interim, 230_000, 30));
    assert_eq!((fm.tournament_id.as_deref(), fm.round, fm.list), (Some("open"), Some(2), list("2022-06")));
    assert_eq!((fm.reached_30_on, fm.how_30), (Some(day("2022-05-11")), Some(RatingReachedHow::Interim)));
    assert!(row_of(&rows, OTHER + 2, 2300).is_none(), "a win of 2280 makes 2290");
}

#[test]
fn case_35_of_27_career_games_2300_is_reached_with_29_games_only() {
    let rows = case_35(27);
    let fm = row_of(&rows, FIRST, 2300).expect("reached");
    assert_eq!((fm.games, fm.reached_30_on, fm.how_30), (29, None, None));
}

#[test]
fn case_35_of_18_wins_the_last_is_rated_at_k_38() {
    let games: Vec<_> = (0..18).map(|at| (at + 1, FIRST, OTHER + u32::from(at), '1')).collect();
    let opponents = (0..18).map(|at| (OTHER + at, player(1780, 20, 500)));
    let players: Vec<(u32, PlayerRow)> = [(FIRST, player(1780, 40, 12))].into_iter().chain(opponents).collect();
    let event = Event { id: "long", start: "2022-05-01", end: "2022-05-20", round_dates: Vec::new(), games };
    let rated = SmallPeriod::new("2022-06", &players, vec![event]).rate();
    let rows = ratings_reached(&rated.period, &rated.outcome, Some(&[]));
    // 1780 + 20 a win, to 2120 after 17 games; 18 games leave K 38: 1780 + 38 x 9 = 2122.
    let values: Vec<i32> = short(&rows, FIRST).iter().map(|row| row.3).collect();
    assert_eq!(values, [180_000, 190_000, 200_000, 210_000]);
    let last = row_of(&rows, FIRST, 2100).expect("reached");
    assert_eq!((last.games, last.round, last.reached_30_on), (28, Some(16), Some(day("2022-05-20"))), "12 + 16, then 12 + 18");
    assert_eq!(rated.outcome.players[0].rating, Rating(2122));
}

#[test]
fn t31_games_of_overlapping_events_are_taken_by_the_date_of_their_rounds() {
    // The league starts first and ends last: its second round comes after the open.
    let league = Event {
        id: "league",
        start: "2022-05-01",
        end: "2022-05-20",
        round_dates: vec!["2022-05-01", "2022-05-20"],
        games: vec![(1, FIRST, OTHER, '1'), (2, FIRST, OTHER + 1, '0')],
    };
    let open = Event {
        id: "open",
        start: "2022-05-05",
        end: "2022-05-06",
        round_dates: vec!["2022-05-05", "2022-05-06"],
        games: vec![(1, FIRST, OTHER + 2, '1'), (2, FIRST, OTHER + 3, '=')],
    };
    let players: Vec<(u32, PlayerRow)> =
        [(FIRST, player(2280, 20, 100))].into_iter().chain((0..4).map(|at| (OTHER + at, player(2280, 20, 500)))).collect();
    let rated = SmallPeriod::new("2022-06", &players, vec![league, open]).rate();
    let rows = ratings_reached(&rated.period, &rated.outcome, Some(&reached_to_2200(FIRST)));
    let fm = row_of(&rows, FIRST, 2300).expect("reached: 2290 in the league, 2300 in the open");
    assert_eq!((fm.tournament_id.as_deref(), fm.round, fm.reached_on), (Some("open"), Some(1), day("2022-05-05")));
}

#[test]
fn t31_a_round_without_a_date_counts_on_the_last_day() {
    let without_dates =
        Event { id: "a", start: "2022-05-01", end: "2022-05-20", round_dates: Vec::new(), games: vec![(1, FIRST, OTHER, '0')] };
    let open = Event {
        id: "b",
        start: "2022-05-05",
        end: "2022-05-06",
        round_dates: vec!["2022-05-05", "2022-05-06"],
        games: vec![(1, FIRST, OTHER + 1, '1'), (2, FIRST, OTHER + 2, '1')],
    };
    let players: Vec<(u32, PlayerRow)> =
        [(FIRST, player(2280, 20, 100))].into_iter().chain((0..3).map(|at| (OTHER + at, player(2280, 20, 500)))).collect();
    let rated = SmallPeriod::new("2022-06", &players, vec![without_dates, open]).rate();
    let rows = ratings_reached(&rated.period, &rated.outcome, Some(&reached_to_2200(FIRST)));
    assert_eq!(row_of(&rows, FIRST, 2300).map(|row| row.reached_on), Some(day("2022-05-06")), "the loss comes later");
}

#[test]
fn t31_on_one_day_the_event_that_started_first_comes_first_then_the_lower_id() {
    let on = |id: &'static str, start: &'static str, opponent: u32, score: char| Event {
        id,
        start,
        end: "2022-05-09",
        round_dates: vec!["2022-05-09"],
        games: vec![(1, FIRST, opponent, score)],
    };
    let reached = |events: Vec<Event>| {
        let players: Vec<(u32, PlayerRow)> =
            [(FIRST, player(2290, 20, 100))].into_iter().chain((0..2).map(|at| (OTHER + at, player(2290, 20, 500)))).collect();
        let rated = SmallPeriod::new("2022-06", &players, events).rate();
        let rows = ratings_reached(&rated.period, &rated.outcome, Some(&reached_to_2200(FIRST)));
        row_of(&rows, FIRST, 2300).is_some()
    };
    assert!(reached(vec![on("a", "2022-05-09", OTHER, '0'), on("b", "2022-05-08", OTHER + 1, '1')]), "b started first");
    assert!(!reached(vec![on("a", "2022-05-08", OTHER, '0'), on("b", "2022-05-09", OTHER + 1, '1')]), "a started first");
    assert!(!reached(vec![on("a", "2022-05-09", OTHER, '0'), on("b", "2022-05-09", OTHER + 1, '1')]), "a is the lower id");
}

#[test]
fn t31_a_game_counts_with_the_expectation_of_the_list() {
    // Both differences are over 400; of 2022 the upgrade counts once, and the greatest difference gets it (D10).
    let games = vec![(1, FIRST, OTHER, '1'), (2, FIRST, OTHER + 1, '1')];
    let players = [(FIRST, player(2299, 10, 100)), (OTHER, player(1850, 20, 500)), (OTHER + 1, player(1800, 20, 500))];
    let rated = SmallPeriod::new("2022-06", &players, vec![event("open", games)]).rate();
    let rows = ratings_reached(&rated.period, &rated.outcome, Some(&reached_to_2200(FIRST)));
    // 2299 - 1850 = 449: .94, so 2299.6; 2299 - 1800 = 499 counts as 400: .92, so 2300.4.
    let fm = row_of(&rows, FIRST, 2300).expect("reached in the second round");
    assert_eq!((fm.round, fm.value_hundredths, fm.how), (Some(2), 230_040, RatingReachedHow::Interim));
}

#[test]
fn t31_a_rounded_rating_of_the_list_is_published_and_counts_by_itself() {
    // 2499 and a draw expected at .44 (2459.. against 2539): 2499 + 10 x .06 = 2499.6, published as 2500.
    let games = vec![(1, FIRST, OTHER, '=')];
    let players = [(FIRST, player(2499, 10, 100)), (OTHER, player(2540, 10, 500))];
    let rated = SmallPeriod::new("2022-06", &players, vec![event("open", games)]).rate();
    let rows = ratings_reached(&rated.period, &rated.outcome, Some(&[]));
    let gm = row_of(&rows, FIRST, 2500).expect("published");
    assert_eq!((gm.how, gm.reached_on, gm.value_hundredths, gm.games), (RatingReachedHow::Published, day("2022-06-01"), 250_000, 101));
    assert_eq!((gm.tournament_id.as_deref(), gm.round), (None, None));
}

#[test]
fn t31_a_first_rating_has_no_interim_value() {
    let games: Vec<_> = (0..6).map(|at| (at + 1, FIRST, OTHER + u32::from(at), if at < 3 { '1' } else { '0' })).collect();
    let players: Vec<(u32, PlayerRow)> = (0..6).map(|at| (OTHER + at, player(2000, 20, 500))).collect();
    let rated = SmallPeriod::new("2022-06", &players, vec![event("open", games)]).rate();
    let rows = ratings_reached(&rated.period, &rated.outcome, Some(&[]));
    assert_eq!(rated.outcome.players[0].rating, Rating(2000));
    assert!(short(&rows, FIRST).iter().all(|row| row.2 == RatingReachedHow::Published && row.1 == "2022-06-01"));
    assert_eq!(short(&rows, FIRST).len(), 3, "1800, 1900 and 2000");
}

#[test]
fn t32_a_list_without_history_gives_its_peak_and_30_games_only_at_the_rating_itself() {
    let with_peak = |rating: i16, games: u32, peak: i16| PlayerRow { peak: Rating(peak), ..player(rating, 20, games) };
    let players = [(1, with_peak(1950, 30, 2050)), (2, with_peak(1950, 29, 1950)), (3, with_peak(1799, 50, 1799))];
    let rated = SmallPeriod::new("2022-06", &players, Vec::new()).rate();
    let rows = ratings_reached(&rated.period, &rated.outcome, None);
    let peak = |threshold, value, games, with_games: bool| {
        (threshold, "2022-05-01".to_owned(), RatingReachedHow::Peak, value, games, with_games.then(|| "2022-05-01".to_owned()))
    };
    assert_eq!(short(&rows, 1), [peak(1800, 205_000, 30, true), peak(1900, 205_000, 30, true), peak(2000, 205_000, 30, false)]);
    assert_eq!(short(&rows, 2), [peak(1800, 195_000, 29, false), peak(1900, 195_000, 29, false)]);
    assert_eq!(short(&rows, 3), []);
    assert_eq!((rows[0].list, rows[0].how_30), (list("2022-05"), Some(RatingReachedHow::Peak)));
}

#[test]
fn t32_over_two_lists_the_first_moment_stays_and_30_games_come_later() {
    // Reached 1900 in May with 28 games; in June it is at 1900 and more with 30.
    let players = [(FIRST, player(1890, 20, 27)), (OTHER, player(1890, 20, 500))];
    let may = SmallPeriod::new("2022-06", &players, vec![event("may", vec![(1, FIRST, OTHER, '1')])]).rate();
    let first = ratings_reached(&may.period, &may.outcome, Some(&[]));
    assert_eq!(row_of(&first, FIRST, 1900).map(|row| (row.games, row.reached_30_on)), Some((28, None)));

    let players = [(FIRST, may.outcome.players[0]), (OTHER, may.outcome.players[1])];
    let june = Event {
        id: "june",
        start: "2022-06-10",
        end: "2022-06-11",
        round_dates: vec!["2022-06-10", "2022-06-11"],
        games: vec![(1, FIRST, OTHER, '1'), (2, FIRST, OTHER, '1')],
    };
    let rated = SmallPeriod::new("2022-07", &players, vec![june]).rate();
    let second = ratings_reached(&rated.period, &rated.outcome, Some(&first));
    let row = row_of(&second, FIRST, 1900).expect("kept");
    assert_eq!((row.reached_on, row.how, row.games, row.list), (day("2022-05-10"), RatingReachedHow::Interim, 28, list("2022-06")));
    assert_eq!((row.reached_30_on, row.how_30), (Some(day("2022-06-11")), Some(RatingReachedHow::Interim)));
    assert!(second.is_sorted_by(|a, b| (a.fide_id, a.rating) < (b.fide_id, b.rating)));
}

#[test]
fn t32_a_rating_that_is_not_published_reaches_nothing_on_the_list_date() {
    let mut period = SmallPeriod::new("2022-06", &[(1, player(2050, 20, 100)), (2, player(2050, 20, 100))], Vec::new());
    period.withheld = vec![2];
    let rated = period.rate();
    let rows = ratings_reached(&rated.period, &rated.outcome, Some(&[]));
    assert_eq!((short(&rows, 1).len(), short(&rows, 2).len()), (3, 0));
}

#[test]
fn rows_of_ids_that_left_the_list_are_kept_in_their_place() {
    let rated = SmallPeriod::new("2022-06", &[(5, player(1700, 20, 100)), (8, player(1700, 20, 100))], Vec::new()).rate();
    let history: Vec<RatingReachedRow> = [2, 5, 6, 9].map(|id| row(id, 1800, "2020-01-01", None)).into();
    assert_eq!(ratings_reached(&rated.period, &rated.outcome, Some(&history)), history);
}

#[test]
fn a_threshold_that_is_reached_after_a_higher_one_takes_its_place_in_the_order() {
    // 2000 came with 30 games; what was below it went back with a merge that was undone.
    let rated = SmallPeriod::new("2022-06", &[(1, player(1950, 20, 40))], Vec::new()).rate();
    let rows = ratings_reached(&rated.period, &rated.outcome, Some(&[row(1, 2000, "2020-01-01", None)]));
    assert_eq!(rows.iter().map(|row| row.rating.0).collect::<Vec<_>>(), [1800, 1900, 2000]);
}

#[test]
fn t41_what_a_merged_id_has_reached_is_not_reached_again_by_the_id_that_stays() {
    let mut period = SmallPeriod::new("2022-06", &[(1, player(1950, 20, 40)), (2, player(1950, 20, 60))], Vec::new());
    period.merged = vec![(1, 2)];
    let rated = period.rate();
    let history = [row(1, 1800, "2019-01-01", Some("2019-06-01")), row(1, 1900, "2019-02-01", None)];
    let rows = ratings_reached(&rated.period, &rated.outcome, Some(&history));
    // 1900 with 30 games is new; the rest came with the merged id, which keeps it for the day on which the merge is undone.
    assert_eq!(short(&rows, 1).len(), 2);
    let published = RatingReachedHow::Published;
    assert_eq!(short(&rows, 2), [(1900, "2022-06-01".to_owned(), published, 195_000, 60, Some("2022-06-01".to_owned()))]);

    let joined = ratings_of_survivors(&rows, &rated.period.merged);
    assert_eq!(joined.len(), 2);
    assert_eq!((joined[0].fide_id, joined[0].reached_30_on), (2, Some(day("2019-06-01"))));
    let last = &joined[1];
    assert_eq!((last.fide_id, last.reached_on, last.reached_30_on), (2, day("2019-02-01"), Some(day("2022-06-01"))));
}

#[test]
fn t41_of_two_halves_the_earlier_moment_holds_with_and_without_30_games() {
    let rows =
        [row(1, 2000, "2015-01-01", Some("2021-01-01")), row(2, 2000, "2016-01-01", Some("2018-01-01")), row(3, 2000, "2010-01-01", None)];
    let joined = ratings_of_survivors(&rows, &[(1, 2)].into());
    assert_eq!(joined.len(), 2);
    assert_eq!((joined[0].fide_id, joined[0].reached_on, joined[0].reached_30_on), (2, day("2015-01-01"), Some(day("2018-01-01"))));
    assert_eq!(ratings_of_survivors(&rows, &Default::default()).len(), 3, "undone, each id has its own again");
}

#[test]
fn every_rating_that_an_edition_asks_for_is_a_threshold() {
    for edition in rulebook::Rulebook::fide().titles() {
        let by_rating = edition.by_rating.ratings.iter().chain(&edition.direct.ratings).map(|rating| rating.rating_at_least);
        for rating in by_rating.chain(edition.norms.iter().map(|norm| norm.rating_at_least)) {
            assert!(THRESHOLDS.contains(&rating), "{}: {}", edition.id, rating.0);
        }
        assert_eq!(edition.by_rating.games_at_least, 30);
        match &edition.direct.ratings_games {
            rulebook::DirectRatingGames::None {} => {}
            rulebook::DirectRatingGames::AtLeast { games, .. } => assert_eq!(*games, 30),
        }
    }
}
