//! One event's games, computed again.

use crate::explain::explanation::{ExplainedEvent, ExplainedGame, PoolResult};
use crate::explain::records::rating;
use crate::explain::verification::Verification;
use rating::{SideStatus, count_differences};
use rulebook::{Edition, expected_score};

/// Whether a game counts in the change of a rated player.
pub(crate) fn is_counted(game: &ExplainedGame) -> bool {
    game.status == SideStatus::Counted
}

pub(crate) fn is_pooled(game: &ExplainedGame) -> bool {
    game.status == SideStatus::Pooled
}

/// Fills in the totals of an event, and verifies each counted game: difference, counted difference, PD, score minus PD.
pub(crate) fn verify_event(event: &mut ExplainedEvent, edition: Option<&Edition>, verification: &mut Verification) {
    let id = event.tournament_id.clone();
    if let Some(game) = event.games.iter().find(|game| is_counted(game)).or_else(|| event.games.iter().find(|g| g.own_rating.is_some())) {
        event.own_rating = game.own_rating;
        event.own_rating_from = game.own_rating_from;
    }
    let own = event.own_rating;
    let counted: Vec<&ExplainedGame> = event.games.iter().filter(|game| is_counted(game)).collect();
    let mut differences = Vec::new();
    match edition {
        Some(edition) => {
            let opponents = counted.iter().map(|game| rating(game.opponent_rating));
            count_differences(&edition.rating_difference, rating(own), opponents, &mut differences);
        }
        None if !counted.is_empty() => {
            verification.add_problem(format!("{id}: games count, but its edition '{}' is not known", event.edition));
        }
        None => {}
    }
    for (game, &difference) in counted.iter().zip(&differences) {
        let place = format!("{id}, round {}", game.round.unwrap_or(0));
        if game.own_rating != own || game.opponent_rating.is_none() {
            verification.add_problem(format!("{place}: counted without one own rating for the event and a rated opponent"));
        }
        verify_game(game, i32::from(difference), &place, verification);
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

/// Verifies one counted game.
pub(crate) fn verify_game(game: &ExplainedGame, counted_difference: i32, place: &str, verification: &mut Verification) {
    let difference = game.own_rating.zip(game.opponent_rating).map(|(own, opponent)| own - opponent);
    verification.check_equal(&format!("{place}: difference"), difference, game.difference);
    verification.check_equal(&format!("{place}: counted difference"), Some(counted_difference), game.counted_difference);
    let expected = expected_score(counted_difference).0;
    verification.check_equal(&format!("{place}: PD in hundredths"), Some(expected), game.expected_hundredths);
    let gain = game.half_points.map(|half_points| half_points * 50 - expected);
    verification.check_equal(&format!("{place}: score minus PD in hundredths"), gain, game.gain_hundredths);
}

fn pool_result(game: &ExplainedGame) -> PoolResult {
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
