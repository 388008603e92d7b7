//! Puts the games into the order in which they ended, then of their ids (D31).

use super::ids;
use model::OnlineGames;
use rayon::prelude::*;
use std::cmp::Ordering;

/// Sorts the games; those equal in time and id stay in the order in which they come.
///
/// One column after the other, so that no more than one of them is there twice.
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
    games.ids = ids::arranged(&games.ids, &order);
    arrange(&mut games.ended_at, &order);
    arrange(&mut games.white, &order);
    arrange(&mut games.black, &order);
    arrange(&mut games.result, &order);
    arrange(&mut games.disconnected, &order);
    arrange(&mut games.fault, &order);
}

fn arrange<T: Copy>(column: &mut Vec<T>, order: &[u32]) {
    *column = order.iter().map(|&game| column[game as usize]).collect();
}
