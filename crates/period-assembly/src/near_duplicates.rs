//! Finds rated tournaments with nearly the same games under two ids: a report handed in again after a correction, or with other dates.
//!
//! Exact duplicates are refused (D23). Near duplicates are rated and reported, because only the organiser knows whether they are one event.

use crate::codes;
use crate::period::Judged;
use model::{Diagnostic, GameResult, Games, Place};
use rayon::prelude::*;
use std::collections::BTreeSet;

/// Two tournaments with nearly the same games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NearDuplicate {
    /// The index of the earlier one in the period's order.
    pub first: usize,
    pub second: usize,
    /// Games with the same players, colours and result.
    pub same_games: usize,
    /// The number of games of the tournament that has more.
    pub games: usize,
}

/// The number of pairings by which tournaments that may be near duplicates are found.
const SAMPLE_SIZE: usize = 8;

/// The most tournaments with the same pairing that one is compared with, a bound against hostile input.
const MAX_COMPARED: usize = 16;

/// The fewest games of near duplicates with common days.
const MIN_GAMES_ON_COMMON_DAYS: usize = 4;
/// The fewest games of near duplicates without a common day: players of one club may well meet again.
const MIN_GAMES_ON_OTHER_DAYS: usize = 10;

/// White, black, and the result.
type Game = (u32, u32, u16);

/// Finds the near duplicates among the rated tournaments.
pub(crate) fn find_near_duplicates(tournaments: &[Judged], games: &Games) -> Vec<NearDuplicate> {
    let mut samples: Vec<(u64, u32)> = (0u32..)
        .zip(tournaments)
        .collect::<Vec<_>>()
        .into_par_iter()
        .filter(|(_, judged)| judged.is_rated() && judged.facts.games.len() >= MIN_GAMES_ON_COMMON_DAYS)
        .flat_map_iter(|(number, judged)| sample(judged, games).into_iter().map(move |pairing| (pairing, number)))
        .collect();
    samples.par_sort_unstable();
    let mut candidates: BTreeSet<(u32, u32)> = BTreeSet::new();
    for sharing in samples.chunk_by(|a, b| a.0 == b.0).filter(|sharing| sharing.len() > 1) {
        for (at, &(_, second)) in sharing.iter().enumerate() {
            candidates.extend(sharing[at.saturating_sub(MAX_COMPARED)..at].iter().map(|&(_, first)| (first, second)));
        }
    }
    candidates.into_iter().filter_map(|(first, second)| compare(tournaments, games, first as usize, second as usize)).collect()
}

/// The pairings of a tournament with the lowest hashes: two tournaments that share most pairings share most of these.
fn sample(judged: &Judged, games: &Games) -> Vec<u64> {
    let mut lowest: Vec<u64> = Vec::with_capacity(SAMPLE_SIZE + 1);
    for game in judged.facts.games.clone() {
        let (Some(white), Some(black)) = (games.white[game].fide_id(), games.black[game].fide_id()) else { continue };
        let hash = hash_value(u64::from(white) << 32 | u64::from(black));
        if lowest.len() == SAMPLE_SIZE && lowest.last().is_some_and(|last| hash >= *last) {
            continue;
        }
        if let Err(at) = lowest.binary_search(&hash) {
            lowest.insert(at, hash);
            lowest.truncate(SAMPLE_SIZE);
        }
    }
    lowest
}

/// A hash that is the same in every run, unlike those of the standard library.
fn hash_value(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Near duplicates share nine games in ten or, where the tournaments have common days, nine pairings in ten.
fn compare(tournaments: &[Judged], games: &Games, first: usize, second: usize) -> Option<NearDuplicate> {
    let (one, other) = (&tournaments[first].facts, &tournaments[second].facts);
    let (a, b) = (sorted_games(&tournaments[first], games), sorted_games(&tournaments[second], games));
    let most = a.len().max(b.len());
    let nearly_all = |same: usize| same * 10 >= most * 9;
    let same_games = count_shared(a.iter().copied(), b.iter().copied());
    let overlap = one.start.zip(one.end).zip(other.start.zip(other.end)).is_some_and(|(x, y)| x.0 <= y.1 && y.0 <= x.1);
    let is_near_duplicate = if overlap {
        let pairing = |game: &Game| (game.0, game.1);
        most >= MIN_GAMES_ON_COMMON_DAYS && nearly_all(count_shared(a.iter().map(pairing), b.iter().map(pairing)))
    } else {
        most >= MIN_GAMES_ON_OTHER_DAYS && nearly_all(same_games)
    };
    is_near_duplicate.then_some(NearDuplicate { first, second, same_games, games: most })
}

/// The games between players with ids, sorted.
fn sorted_games(judged: &Judged, games: &Games) -> Vec<Game> {
    let result = |r: GameResult| u16::from(r.white as u8) << 8 | u16::from(r.black as u8);
    let of = |game: usize| Some((games.white[game].fide_id()?, games.black[game].fide_id()?, result(games.result[game])));
    let mut rows: Vec<Game> = judged.facts.games.clone().filter_map(of).collect();
    rows.sort_unstable();
    rows
}

/// The number of items common to two sorted sequences, counted with repetition.
fn count_shared<T: Ord>(one: impl Iterator<Item = T>, other: impl Iterator<Item = T>) -> usize {
    let (mut one, mut other) = (one.peekable(), other.peekable());
    let mut count = 0;
    while let (Some(a), Some(b)) = (one.peek(), other.peek()) {
        match a.cmp(b) {
            std::cmp::Ordering::Less => drop(one.next()),
            std::cmp::Ordering::Greater => drop(other.next()),
            std::cmp::Ordering::Equal => {
                count += 1;
                one.next();
                other.next();
            }
        }
    }
    count
}

impl NearDuplicate {
    pub(crate) fn diagnostic(&self, tournaments: &[Judged]) -> Diagnostic {
        let (first, second) = (&tournaments[self.first].facts, &tournaments[self.second].facts);
        let message = format!(
            "{}: {} of its {} games are those of {} in {}, with the same players and results; both are rated",
            second.id, self.same_games, self.games, first.id, first.file
        );
        Diagnostic::new(&codes::PER015, &second.file, Place::default(), message)
            .with_hint("ask the organiser; if it is one tournament, withdraw one of the two with a correction")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{PlayerRef, SideResult, Tournament};

    const WIN: GameResult = GameResult::new(SideResult::Win, SideResult::Loss);
    const DRAW: GameResult = GameResult::new(SideResult::Draw, SideResult::Draw);

    /// White, black, result.
    type Played = (u32, u32, GameResult);

    /// The near duplicates among tournaments of one day each: both indexes, and the number of same games.
    fn found(events: &[(&str, &[Played])]) -> Vec<(usize, usize, usize)> {
        let mut games = Games::default();
        let mut tournaments = Vec::new();
        for (day, played) in events {
            let from = games.len();
            for &(white, black, result) in *played {
                games.push(1, PlayerRef::id(white).expect("an id"), PlayerRef::id(black).expect("an id"), result, None);
            }
            let day = day.parse().ok();
            tournaments.push(Judged::new(Tournament { start: day, end: day, games: from..games.len(), ..Tournament::default() }));
        }
        find_near_duplicates(&tournaments, &games).into_iter().map(|pair| (pair.first, pair.second, pair.same_games)).collect()
    }

    fn round_robin(players: u32, result: GameResult) -> Vec<Played> {
        (1..=players).flat_map(|white| (white + 1..=players).map(move |black| (white, black, result))).collect()
    }

    #[test]
    fn one_result_changed_on_the_same_day_is_a_near_duplicate() {
        let event = round_robin(4, WIN);
        let mut changed = event.clone();
        changed[2].2 = DRAW;
        assert_eq!(found(&[("2024-01-06", &event), ("2024-01-06", &changed)]), [(0, 1, 5)]);
        // A week later the same four may well have met again.
        assert_eq!(found(&[("2024-01-06", &event), ("2024-01-13", &changed)]), []);
        assert_eq!(found(&[("2024-01-06", &event), ("2024-01-13", &event)]), []);
    }

    #[test]
    fn nine_games_in_ten_on_another_day_are_a_near_duplicate_and_eight_are_not() {
        let event = round_robin(5, WIN);
        let mut nine = event.clone();
        nine[0].2 = DRAW;
        let mut eight = nine.clone();
        eight[1].2 = DRAW;
        assert_eq!(found(&[("2024-01-06", &event), ("2024-02-06", &nine)]), [(0, 1, 9)]);
        assert_eq!(found(&[("2024-01-06", &event), ("2024-02-06", &eight)]), []);
    }

    #[test]
    fn three_games_are_too_few_for_a_near_duplicate() {
        let event = round_robin(3, WIN);
        assert_eq!(found(&[("2024-01-06", &event), ("2024-01-06", &event)]), []);
    }

    #[test]
    fn other_pairings_of_the_same_players_are_another_tournament() {
        let event = round_robin(6, WIN);
        let reversed: Vec<_> = event.iter().map(|&(white, black, result)| (black, white, result)).collect();
        assert_eq!(found(&[("2024-01-06", &event), ("2024-01-06", &reversed)]), []);
    }

    #[test]
    fn a_thousand_equal_tournaments_are_compared_a_limited_number_of_times() {
        let event = round_robin(5, WIN);
        let events: Vec<(&str, &[_])> = (0..1000).map(|_| ("2024-01-06", &event[..])).collect();
        let duplicates = found(&events);
        assert!(duplicates.len() <= 1000 * MAX_COMPARED, "{}", duplicates.len());
        let seconds: BTreeSet<usize> = duplicates.iter().map(|pair| pair.1).collect();
        assert_eq!(seconds.len(), 999, "each but the first is reported");
    }
}
