//! The ratings that the games of a tournament use (D2 to D5, D18): the chosen lists in, one column of ratings for each choice out.

use crate::list_choice::{ListChoice, ListsInForce, LongerLists};
use crate::online::LongerRatings;
use crate::period::RatingFrom;
use model::{Control, IndexedPlayers, ListDate, ListRatings, PlayerIndex, PlayerRow, Rating, midnight};
use rayon::prelude::*;
use rulebook::Edition;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The ratings of all players in tournaments that started under one list (and one list of a longer control).
#[derive(Debug)]
pub(crate) struct RatingsInForce {
    /// The rating in the player's own calculation (unrated where results go to the pool), and the one that opponents use.
    own_and_for_opponents: Vec<(Rating, Rating)>,
    /// Where the two ratings come from; `None` where all come from the list in force.
    from: Option<Vec<(RatingFrom, RatingFrom)>>,
}

/// The ratings that the tournaments of a period use; [`crate::period::Judged::ratings_index`] is an index of `in_force`.
pub(crate) struct PeriodRatings {
    pub(crate) in_force: Vec<RatingsInForce>,
    /// Ratings of longer controls, for a period in which ratings move after every game.
    pub(crate) longer: Option<Vec<LongerRatings>>,
}

impl PeriodRatings {
    /// Builds the ratings of the chosen lists. Other lists than the previous one are read through the merges (D48).
    pub(crate) fn build(
        choice: &ListChoice,
        players: &IndexedPlayers,
        ratings: &BTreeMap<(Control, ListDate), Arc<ListRatings>>,
        (control, previous): (Control, ListDate),
        calculation: &Edition,
        merged: &BTreeMap<u32, u32>,
    ) -> Self {
        let column = |list: (Control, ListDate)| {
            merged_ratings(ratings.get(&list).expect("every list that is needed was read"), &players.index, merged)
        };
        match choice {
            ListChoice::ThroughPeriod(months) => {
                let of_month = |month: &LongerLists| longer_ratings(month, players.index.len(), calculation, column);
                let longer = months.iter().map(of_month).collect();
                Self { in_force: vec![RatingsInForce::all_unrated(players.index.len())], longer: Some(longer) }
            }
            ListChoice::AtStarts(lists) => {
                let build = |lists: &ListsInForce| {
                    let start = || (lists.own != previous).then(|| column((control, lists.own)));
                    let (start, longer) = rayon::join(start, || lists.longer.map(column));
                    RatingsInForce::new(&players.rows, start.as_deref(), longer.as_deref())
                };
                Self { in_force: lists.par_iter().with_max_len(1).map(build).collect(), longer: None }
            }
        }
    }
}

/// The rating of each player at the first longer control that has one. A rating under the edition's own floor is not published (R28).
fn longer_ratings(
    month: &LongerLists,
    players: usize,
    edition: &Edition,
    column: impl Fn((Control, ListDate)) -> Vec<Rating>,
) -> LongerRatings {
    let mut rating = vec![Rating::UNRATED; players];
    for &(longer, date) in &month.lists {
        let least = if edition.controls.contains(&longer) { edition.floor.rating } else { Rating(1) };
        let published = column((longer, date)).into_iter().map(|rating| if rating >= least { rating } else { Rating::UNRATED });
        rating.iter_mut().zip(published).for_each(|(rating, of_list)| *rating = rating.or(of_list));
    }
    LongerRatings { from: midnight(month.from.day()), rating }
}

/// The ratings of another list, in the order of the players.
fn aligned(ratings: &ListRatings, players: &PlayerIndex) -> Vec<Rating> {
    let mut column = vec![Rating::UNRATED; players.len()];
    // Both are sorted by id, so one pass over the two is enough.
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

/// Gives an id that stays the rating of an id that was merged into it, where it has none itself (D48).
fn add_merged(column: &mut [Rating], ratings: &ListRatings, players: &PlayerIndex, merged: &BTreeMap<u32, u32>) {
    for (&old, &new) in merged {
        if let (Some(old), Some(new)) = (ratings.index.find(old), players.find(new)) {
            column[new] = column[new].or(ratings.rating[old]);
        }
    }
}

/// The ratings of another list, in the order of the players, read through merges (D48).
pub(crate) fn merged_ratings(ratings: &ListRatings, players: &PlayerIndex, merged: &BTreeMap<u32, u32>) -> Vec<Rating> {
    let mut column = aligned(ratings, players);
    add_merged(&mut column, ratings, players, merged);
    column
}

impl RatingsInForce {
    /// `start` is the list in force when the tournaments started, `longer` that of a longer control, both in the order of the players.
    /// `None` for `start` means the previous list itself.
    pub(crate) fn new(rows: &[PlayerRow], start: Option<&[Rating]>, longer: Option<&[Rating]>) -> Self {
        if let (None, None) = (start, longer) {
            let rows = rows.par_iter().with_min_len(1 << 14);
            return Self { own_and_for_opponents: rows.map(|row| (row.rating, row.rating)).collect(), from: None };
        }
        let mut ratings = Self { own_and_for_opponents: Vec::with_capacity(rows.len()), from: Some(Vec::with_capacity(rows.len())) };
        for (player, row) in rows.iter().enumerate() {
            let at_start = start.map_or(row.rating, |start| start[player]);
            let from_longer = longer.map_or(Rating::UNRATED, |longer| longer[player]);
            let (own, for_opponents, from) = ratings_used(at_start, from_longer, row.rating);
            ratings.own_and_for_opponents.push((own, for_opponents));
            if let Some(column) = &mut ratings.from {
                column.push(from);
            }
        }
        ratings
    }

    /// Nobody is rated yet: where ratings move after every game, rating them gives the ratings (D31).
    pub(crate) fn all_unrated(players: usize) -> Self {
        Self { own_and_for_opponents: vec![(Rating::UNRATED, Rating::UNRATED); players], from: None }
    }

    pub(crate) fn own_and_for_opponents(&self, player: usize) -> (Rating, Rating) {
        self.own_and_for_opponents[player]
    }

    pub(crate) fn for_opponents(&self, player: usize) -> Rating {
        self.own_and_for_opponents[player].1
    }

    /// Where the own rating and the one for opponents come from.
    pub(crate) fn from(&self, player: usize) -> (RatingFrom, RatingFrom) {
        self.from.as_ref().map_or((RatingFrom::ListInForce, RatingFrom::ListInForce), |f| f[player])
    }
}

/// A player's own rating and the one for opponents, from the ratings at the start, at a longer control, and on the previous list.
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
        let (own, for_opponents, _) = ratings_used(Rating(start), Rating(longer), Rating(previous));
        (own.0, for_opponents.0)
    }

    #[test]
    fn a_game_uses_the_ratings_of_the_list_in_force_at_the_start() {
        assert_eq!(used(1800, 0, 1850), (1800, 1800));
        assert_eq!(used(1800, 1900, 1850), (1800, 1800), "a longer control is not used where there is a rating");
    }

    #[test]
    fn d4_a_player_rated_since_the_start_is_rated_only_in_the_own_calculation() {
        assert_eq!(used(0, 0, 1850), (1850, 0));
    }

    #[test]
    fn d5_a_player_unrated_since_the_start_is_rated_only_for_opponents() {
        assert_eq!(used(1420, 0, 0), (0, 1420));
        assert_eq!(used(1420, 1500, 0), (0, 1420));
    }

    #[test]
    fn d48_an_id_that_stays_has_the_rating_of_the_other_only_where_it_has_none() {
        let index = |ids: &[u32]| PlayerIndex::new(ids.to_vec());
        let older = ListRatings { index: index(&[1, 2, 3]), rating: [1800, 0, 1900].map(Rating).to_vec() };
        let players = index(&[1, 2, 3, 4]);
        let read = |merged: &[(u32, u32)]| {
            let mut column = aligned(&older, &players);
            add_merged(&mut column, &older, &players, &merged.iter().copied().collect());
            column.iter().map(|rating| rating.0).collect::<Vec<_>>()
        };
        assert_eq!(read(&[(1, 2)]), [1800, 1800, 1900, 0]);
        assert_eq!(read(&[(1, 3)]), [1800, 0, 1900, 0], "its own rating stays");
        assert_eq!(read(&[(1, 4)]), [1800, 0, 1900, 1800], "on no older list itself");
        assert_eq!(read(&[(2, 4), (9, 4)]), [1800, 0, 1900, 0]);
    }

    #[test]
    fn d18_a_rating_of_a_longer_control_takes_precedence_over_the_previous_list() {
        assert_eq!(used(0, 2000, 0), (2000, 2000));
        assert_eq!(used(0, 2000, 1850), (2000, 2000));
        assert_eq!(used(0, 0, 0), (0, 0));
        assert_eq!(ratings_used(NONE, Rating(2000), NONE).2, (RatingFrom::LongerControl, RatingFrom::LongerControl));
    }
}
