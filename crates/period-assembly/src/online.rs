//! Online games, which are rated one by one (D31): their players as indexes, and the ratings of longer controls over time.

use model::{OnlineGames, PlayerIndex, Rating, UtcMicros};
use rayon::prelude::*;
use std::collections::BTreeSet;

/// Online games of a rating period, in the order in which they are rated.
#[derive(Debug)]
pub struct OnlinePeriod {
    /// The games. Here `white` and `black` are indexes of players, [`OnlinePeriod::NO_PLAYER`] for one without a usable id.
    pub games: OnlineGames,
    /// Ratings at longer controls, by the time from which they hold. The first also holds before its time.
    pub longer: Vec<LongerRatings>,
}

/// Published ratings of longer controls from a time on, one for each player: that of the first control at which the player is rated (7.33).
#[derive(Debug)]
pub struct LongerRatings {
    pub from: UtcMicros,
    pub rating: Vec<Rating>,
}

impl OnlinePeriod {
    /// The index of a player without a usable id.
    pub const NO_PLAYER: u32 = u32::MAX;

    /// Replaces the ids of players by their indexes.
    pub(crate) fn new(mut games: OnlineGames, players: &PlayerIndex, longer: Vec<LongerRatings>) -> Self {
        let number = |id: u32| players.find(id).and_then(|at| u32::try_from(at).ok()).unwrap_or(Self::NO_PLAYER);
        let renumber = |ids: &mut [u32]| ids.par_iter_mut().for_each(|id| *id = number(*id));
        rayon::join(|| renumber(&mut games.white), || renumber(&mut games.black));
        Self { games, longer }
    }
}

/// Ids that have online games and are not in the index.
pub(crate) fn unknown_players(games: &OnlineGames, players: &PlayerIndex) -> BTreeSet<u32> {
    // Id 0 stands for a player without one.
    games.white.iter().chain(&games.black).copied().filter(|&id| id != 0 && !players.contains(id)).collect()
}
