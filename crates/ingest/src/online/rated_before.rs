//! Marks online games that the previous list has: they are not rated again, whatever time they are said to have ended at (R29).

use super::collector::OnlineCollector;
use crate::codes;
use model::{GameIdSet, Reason};
use rayon::prelude::*;

/// Sets the fault of games whose id is in the set. Must run before sorting, because diagnostics point at the rows in their files.
pub(super) fn mark_rated_games(collector: &mut OnlineCollector<'_>, rated: &GameIdSet) {
    let games = &collector.online.games;
    let count = u32::try_from(games.len()).expect("games are counted while they are read");
    let is_rated = |game: &u32| games.fault[*game as usize].is_none() && rated.contains(&games.ids, *game as usize);
    let found: Vec<u32> = (0..count).into_par_iter().filter(is_rated).collect();
    for game in found {
        collector.online.games.fault[game as usize] = Some(Reason::AlreadyRated);
        let id = collector.quoted_id(game);
        let message = || format!("game {id} is on the previous list already; it is not rated again");
        collector.report_game(game, &codes::ONLINE_GAME_RATED, message, "take away the row, or give the game an id of its own");
    }
}
