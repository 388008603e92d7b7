use super::*;
use model::{Sketch, Tournament};

/// White, black, and a number for the result.
type Played = (u64, u64, u64);

fn content(played: &[Played]) -> TournamentContent {
    let sketch = |values: Vec<u64>| Sketch::of_values(values.into_iter(), &mut model::SketchBuffer::default());
    TournamentContent {
        // Not a hash, but as different as the games are.
        fingerprint: Some(Fingerprint(played.iter().fold(0, |sum, game| sum * 31 + u128::from(game.0 * 10_000 + game.1 * 10 + game.2)))),
        dated_fingerprint: None,
        games: sketch(played.iter().map(|game| game.0 << 40 | game.1 << 8 | game.2).collect()),
        players: sketch(played.iter().flat_map(|game| [game.0, game.1]).collect()),
    }
}

fn judged(number: usize, (day, played): &(&str, &[Played])) -> Judged {
    let day = day.parse().ok();
    let id = format!("t{number}").into();
    Judged::new(Tournament { id, start: day, end: day, content: content(played), ..Tournament::default() })
}

/// The near duplicates among tournaments of one day each: the other's id, the own index, and the common part.
fn found(events: &[(&str, &[Played])]) -> Vec<(String, usize, CommonPart)> {
    found_after(events, &RatedTournaments::default())
}

fn found_after(events: &[(&str, &[Played])], rated: &RatedTournaments) -> Vec<(String, usize, CommonPart)> {
    let tournaments: Vec<Judged> = events.iter().enumerate().map(|(number, event)| judged(number, event)).collect();
    find_near_duplicates(&tournaments, rated).into_iter().map(|pair| (pair.other_id.to_string(), pair.tournament, pair.common)).collect()
}

fn games(same: u32, of: u32) -> CommonPart {
    CommonPart::Games { same, of }
}

fn players(same: u32, of: u32) -> CommonPart {
    CommonPart::Players { same, of }
}

fn round_robin(players: u64) -> Vec<Played> {
    (1..=players).flat_map(|white| (white + 1..=players).map(move |black| (white, black, 1))).collect()
}

#[test]
fn the_same_players_on_the_same_day_are_a_near_duplicate_whatever_their_results() {
    let event = round_robin(4);
    let mut changed = event.clone();
    changed[2].2 = 2;
    assert_eq!(found(&[("2024-01-06", &event), ("2024-01-06", &changed)]), [("t0".into(), 1, players(4, 4))]);
    let reversed: Vec<Played> = event.iter().map(|&(white, black, result)| (black, white, result)).collect();
    assert_eq!(found(&[("2024-01-06", &event), ("2024-01-06", &reversed)]), [("t0".into(), 1, players(4, 4))]);
    // A week later the same four may well have met again.
    assert_eq!(found(&[("2024-01-06", &event), ("2024-01-13", &changed)]), []);
}

#[test]
fn nine_games_in_ten_on_another_day_are_a_near_duplicate_and_eight_are_not() {
    let event = round_robin(5);
    let mut nine = event.clone();
    nine[0].2 = 2;
    let mut eight = nine.clone();
    eight[1].2 = 2;
    assert_eq!(found(&[("2024-01-06", &event), ("2024-02-06", &nine)]), [("t0".into(), 1, games(9, 10))]);
    assert_eq!(found(&[("2024-01-06", &event), ("2024-02-06", &eight)]), []);
}

#[test]
fn a_few_games_that_are_all_the_same_on_another_day_are_named() {
    let event = round_robin(3);
    assert_eq!(found(&[("2024-01-06", &event), ("2024-02-06", &event)]), [("t0".into(), 1, games(3, 3))]);
    let mut changed = event.clone();
    changed[0].2 = 2;
    assert_eq!(found(&[("2024-01-06", &event), ("2024-01-06", &changed)]), [], "three games are too few to be nearly the same");
}

#[test]
fn tournaments_of_earlier_lists_are_compared_while_they_have_sketches() {
    let event = round_robin(6);
    let mut changed = event.clone();
    changed[0].2 = 2;
    let list: Date = "2024-02-01".parse().expect("a date");
    let mut rated = RatedTournaments::default();
    rated.add(RatedTournament { content: content(&event), ..RatedTournament::new("old", list) });
    assert_eq!(found_after(&[("2024-02-06", &changed)], &rated), [("old".into(), 0, games(14, 15))]);
    let mut later = RatedTournaments::default();
    let forgotten = TournamentContent { games: Sketch::without_hashes(15), players: Sketch::without_hashes(6), ..content(&event) };
    later.add(RatedTournament { content: forgotten, ..RatedTournament::new("old", list) });
    assert_eq!(found_after(&[("2025-02-06", &changed)], &later), []);
}

#[test]
fn a_thousand_equal_tournaments_are_compared_a_limited_number_of_times() {
    let event = round_robin(5);
    let events: Vec<(&str, &[_])> = (0..1000).map(|_| ("2024-01-06", &event[..])).collect();
    let duplicates = found(&events);
    assert!(duplicates.len() <= 1000 * (MAX_COMPARED + 1) * 2 * SAMPLE_SIZE, "{}", duplicates.len());
    let seconds: BTreeSet<usize> = duplicates.iter().map(|pair| pair.1).collect();
    assert_eq!(seconds.len(), 999, "each but the first is reported");
}
