//! Sorts online games by end time, then by id (D31).

use super::ids;
use model::OnlineGames;
use rayon::prelude::*;
use std::cmp::Ordering;

/// Sorts the games; games of equal time and id keep their order.
///
/// Columns are sorted one by one, so that only one is in memory twice.
pub(super) fn sort(games: &mut OnlineGames) {
    let count = u32::try_from(games.len()).expect("games are counted while they are read");
    let by_end = |a: u32, b: u32| {
        let (a, b) = (a as usize, b as usize);
        games.ended_at[a].cmp(&games.ended_at[b]).then_with(|| games.ids.compare(a, b))
    };
    if (1..count).all(|game| by_end(game - 1, game) != Ordering::Greater) {
        return;
    }
    let mut order: Vec<u32> = (0..count).collect();
    order.par_sort_unstable_by(|&a, &b| by_end(a, b).then(a.cmp(&b)));
    games.ids = ids::reordered(&games.ids, &order);
    reorder(&mut games.ended_at, &order);
    reorder(&mut games.white, &order);
    reorder(&mut games.black, &order);
    reorder(&mut games.result, &order);
    reorder(&mut games.disconnected, &order);
    reorder(&mut games.fault, &order);
}

fn reorder<T: Copy>(column: &mut Vec<T>, order: &[u32]) {
    *column = order.iter().map(|&game| column[game as usize]).collect();
}
