//! Games played online and rated one by one (D31): who plays them, and the ratings of longer controls from moment to moment.

use model::{OnlineGames, PlayerIndex, Rating, UtcMicros};
use rayon::prelude::*;
use std::collections::BTreeSet;

/// Online games of a rating period, in the order in which they are rated.
#[derive(Debug)]
pub struct OnlinePeriod {
    /// Here `white` and `black` are dense numbers of players, [`OnlinePeriod::NOBODY`] for one without a usable id.
    pub games: OnlineGames,
    /// What players have at longer controls, each from its moment on. The first holds for whatever comes before it too.
    pub longer: Vec<LongerRatings>,
}

/// Published ratings of longer controls, in the order of the players: of each player the longest-standing preference that has one (7.33).
#[derive(Debug)]
pub struct LongerRatings {
    pub from: UtcMicros,
    pub rating: Vec<Rating>,
}

impl OnlinePeriod {
    pub const NOBODY: u32 = u32::MAX;

    /// Turns the ids of players into dense numbers, in place.
    pub(crate) fn new(mut games: OnlineGames, players: &PlayerIndex, longer: Vec<LongerRatings>) -> Self {
        let number = |id: u32| players.find(id).and_then(|at| u32::try_from(at).ok()).unwrap_or(Self::NOBODY);
        let renumber = |ids: &mut [u32]| ids.par_iter_mut().for_each(|id| *id = number(*id));
        rayon::join(|| renumber(&mut games.white), || renumber(&mut games.black));
        Self { games, longer }
    }
}

/// Ids, ascending, that play online and are not on a list.
pub(crate) fn strangers(games: &OnlineGames, players: &PlayerIndex) -> BTreeSet<u32> {
    // Id 0 stands for a player without one.
    games.white.iter().chain(&games.black).copied().filter(|&id| id != 0 && !players.contains(id)).collect()
}
