//! One event's games, reckoned again.

use crate::explain::answer::{Event, Game, PoolResult};
use crate::explain::proof::Proof;
use crate::explain::records::rating;
use rating::{SideStatus, count_differences};
use rulebook::{Edition, expected_score};

/// Whether a game counts in the change of a rated player.
pub(crate) fn is_counted(game: &Game) -> bool {
    game.status == SideStatus::Counted
}

pub(crate) fn is_pooled(game: &Game) -> bool {
    game.status == SideStatus::Pooled
}

/// Fills in what an event comes to, and proves each counted game of it: difference, what counts of it, PD, score minus PD.
pub(crate) fn prove_event(event: &mut Event, edition: Option<&Edition>, proof: &mut Proof) {
    let id = event.tournament_id.clone();
    if let Some(game) = event.games.iter().find(|game| is_counted(game)).or_else(|| event.games.iter().find(|g| g.own_rating.is_some())) {
        event.own_rating = game.own_rating;
        event.own_rating_from = game.own_rating_from;
    }
    let own = event.own_rating;
    let counted: Vec<&Game> = event.games.iter().filter(|game| is_counted(game)).collect();
    let mut differences = Vec::new();
    match edition {
        Some(edition) => {
            let opponents = counted.iter().map(|game| rating(game.opponent_rating));
            count_differences(&edition.rating_difference, rating(own), opponents, &mut differences);
        }
        None if !counted.is_empty() => proof.wrong(format!("{id}: games count, but its edition '{}' is not known", event.edition)),
        None => {}
    }
    for (game, &difference) in counted.iter().zip(&differences) {
        let place = format!("{id}, round {}", game.round.unwrap_or(0));
        if game.own_rating != own || game.opponent_rating.is_none() {
            proof.wrong(format!("{place}: counted without one own rating for the event and a rated opponent"));
        }
        prove_game(game, i32::from(difference), &place, proof);
    }
    event.counted = i32::try_from(counted.len()).unwrap_or(i32::MAX);
    event.half_points = counted.iter().filter_map(|game| game.half_points).sum();
    event.sum_hundredths = counted.iter().filter_map(|game| game.gain_hundredths).sum();
    let pooled = event.games.iter().filter(|game| is_pooled(game));
    event.pooled = pooled.map(pool_result).reduce(|a, b| PoolResult {
        games: a.games + b.games,
        half_points: a.half_points + b.half_points,
        opponents_sum: a.opponents_sum + b.opponents_sum,
        ..a
    });
    if let Some(pooled) = &mut event.pooled {
        pooled.tournament_id = id;
        (pooled.start, pooled.end) = (event.start, event.end);
    }
}

/// One counted game.
pub(crate) fn prove_game(game: &Game, counted_difference: i32, place: &str, proof: &mut Proof) {
    let difference = game.own_rating.zip(game.opponent_rating).map(|(own, opponent)| own - opponent);
    proof.same(&format!("{place}: difference"), difference, game.difference);
    proof.same(&format!("{place}: counted difference"), Some(counted_difference), game.counted_difference);
    let expected = expected_score(counted_difference).0;
    proof.same(&format!("{place}: PD in hundredths"), Some(expected), game.expected_hundredths);
    let gain = game.half_points.map(|half_points| half_points * 50 - expected);
    proof.same(&format!("{place}: score minus PD in hundredths"), gain, game.gain_hundredths);
}

fn pool_result(game: &Game) -> PoolResult {
    PoolResult {
        tournament_id: String::new(),
        start: None,
        end: None,
        list: None,
        games: 1,
        half_points: game.half_points.unwrap_or(0),
        opponents_sum: game.opponent_rating.unwrap_or(0),
    }
}
