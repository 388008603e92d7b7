//! Which ratings the games of a tournament use (D2 to D5, D18).

use crate::period::RatingFrom;
use model::{PlayerIndex, Rating};
use store::{PlainRatings, PlayerList};

/// The ratings of all players as the tournaments that started under one list (and one longer list) use them.
#[derive(Debug)]
pub(crate) struct View {
    /// For the player's own calculation (unrated where results go to the pool), and for the opponents: side by side, as they are asked for.
    own_and_seen: Vec<(Rating, Rating)>,
    /// Only kept where some rating is not from the list in force.
    from: Option<Vec<(RatingFrom, RatingFrom)>>,
}

/// A column of another list's ratings, in the order of the players.
pub(crate) fn aligned(ratings: &PlainRatings, players: &PlayerIndex) -> Vec<Rating> {
    let mut column = vec![Rating::UNRATED; players.len()];
    // Both are in the order of ids, so one walk over the two is enough.
    let mut at = 0;
    let ids = players.ids();
    for (&id, &rating) in ratings.index.ids().iter().zip(&ratings.rating) {
        while at < ids.len() && ids[at] < id {
            at += 1;
        }
        if at == ids.len() {
            break;
        }
        if ids[at] == id {
            column[at] = rating;
        }
    }
    column
}

impl View {
    /// `start` is the list in force when the tournaments started, `longer` that of a longer control, both in the order of the players.
    /// `None` for `start` means the previous list itself.
    pub(crate) fn new(players: &PlayerList, start: Option<&[Rating]>, longer: Option<&[Rating]>) -> Self {
        let rows = &players.rows;
        if let (None, None) = (start, longer) {
            return Self { own_and_seen: rows.iter().map(|row| (row.rating, row.rating)).collect(), from: None };
        }
        let mut view = Self { own_and_seen: Vec::with_capacity(rows.len()), from: Some(Vec::with_capacity(rows.len())) };
        for (player, row) in rows.iter().enumerate() {
            let at_start = start.map_or(row.rating, |start| start[player]);
            let from_longer = longer.map_or(Rating::UNRATED, |longer| longer[player]);
            let (own, seen, from) = ratings_used(at_start, from_longer, row.rating);
            view.own_and_seen.push((own, seen));
            if let Some(column) = &mut view.from {
                column.push(from);
            }
        }
        view
    }

    /// Nobody is rated yet: where ratings move after every game, they are told by the game before (D31).
    pub(crate) fn open(players: usize) -> Self {
        Self { own_and_seen: vec![(Rating::UNRATED, Rating::UNRATED); players], from: None }
    }

    pub(crate) fn own_and_seen(&self, player: usize) -> (Rating, Rating) {
        self.own_and_seen[player]
    }

    pub(crate) fn seen(&self, player: usize) -> Rating {
        self.own_and_seen[player].1
    }

    /// Where the own and the seen rating come from.
    pub(crate) fn from(&self, player: usize) -> (RatingFrom, RatingFrom) {
        self.from.as_ref().map_or((RatingFrom::ListInForce, RatingFrom::ListInForce), |f| f[player])
    }
}

/// A player's own rating and the rating that opponents see, from the ratings when the tournament started, at a longer control, and on the previous list.
fn ratings_used(start: Rating, longer: Rating, previous: Rating) -> (Rating, Rating, (RatingFrom, RatingFrom)) {
    use RatingFrom::{ListInForce, LongerControl, PreviousList};
    if start.is_rated() {
        // D5: rated then, unrated since: rated for the opponents, the own result goes to the pool.
        let own = if previous.is_rated() { start } else { Rating::UNRATED };
        return (own, start, (ListInForce, ListInForce));
    }
    if longer.is_rated() {
        return (longer, longer, (LongerControl, LongerControl));
    }
    // D4: rated since: rated in the own calculation, unrated for the opponents.
    (previous, Rating::UNRATED, (PreviousList, ListInForce))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: Rating = Rating::UNRATED;

    fn used(start: i16, longer: i16, previous: i16) -> (i16, i16) {
        let (own, seen, _) = ratings_used(Rating(start), Rating(longer), Rating(previous));
        (own.0, seen.0)
    }

    #[test]
    fn a_game_uses_the_ratings_of_the_list_in_force_at_the_start() {
        assert_eq!(used(1800, 0, 1850), (1800, 1800));
        assert_eq!(used(1800, 1900, 1850), (1800, 1800), "a longer control is not asked where there is a rating");
    }

    #[test]
    fn d4_rated_since_counts_as_rated_for_oneself_alone() {
        assert_eq!(used(0, 0, 1850), (1850, 0));
    }

    #[test]
    fn d5_unrated_since_counts_as_rated_for_the_opponents_alone() {
        assert_eq!(used(1420, 0, 0), (0, 1420));
        assert_eq!(used(1420, 1500, 0), (0, 1420));
    }

    #[test]
    fn d18_a_longer_control_goes_before_d4() {
        assert_eq!(used(0, 2000, 0), (2000, 2000));
        assert_eq!(used(0, 2000, 1850), (2000, 2000));
        assert_eq!(used(0, 0, 0), (0, 0));
        assert_eq!(ratings_used(NONE, Rating(2000), NONE).2, (RatingFrom::LongerControl, RatingFrom::LongerControl));
    }
}
