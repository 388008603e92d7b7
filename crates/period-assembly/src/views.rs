//! Which ratings the games of a tournament use (D2 to D5, D18).

use crate::list_choice::{ListChoice, ListsInForce, LongerLists};
use crate::online::LongerRatings;
use crate::period::RatingFrom;
use model::{Control, IndexedPlayers, ListDate, ListRatings, PlayerFlags, PlayerIndex, PlayerRow, Rating, midnight};
use rayon::prelude::*;
use rulebook::Edition;
use std::collections::BTreeMap;

/// The ratings of all players as the tournaments that started under one list (and one longer list) use them.
#[derive(Debug)]
pub(crate) struct View {
    /// For the player's own calculation (unrated where results go to the pool), and for the opponents: side by side, as they are asked for.
    own_and_seen: Vec<(Rating, Rating)>,
    /// Only kept where some rating is not from the list in force.
    from: Option<Vec<(RatingFrom, RatingFrom)>>,
}

/// The views that the tournaments of a period use, as [`crate::period::Judged::view`] numbers them.
pub(crate) struct Views {
    pub(crate) views: Vec<View>,
    /// Of a period in which ratings move after every game: those of longer controls.
    pub(crate) longer: Option<Vec<LongerRatings>>,
}

impl Views {
    /// Makes the views that were chosen. Players rated on an older list have had a first event, whatever the previous list knows (D5, D17).
    pub(crate) fn make(
        choice: &ListChoice,
        players: &mut IndexedPlayers,
        ratings: &BTreeMap<(Control, ListDate), ListRatings>,
        (control, previous): (Control, ListDate),
        calculation: &Edition,
    ) -> Self {
        let column = |list: (Control, ListDate)| aligned(ratings.get(&list).expect("every list that is needed was read"), &players.index);
        match choice {
            ListChoice::Through(months) => {
                let of_month = |month: &LongerLists| longer_ratings(month, players.index.len(), calculation, column);
                let longer = months.iter().map(of_month).collect();
                Self { views: vec![View::open(players.index.len())], longer: Some(longer) }
            }
            ListChoice::AtStarts(lists) => {
                let make = |lists: &ListsInForce| {
                    let start = || (lists.own != previous).then(|| column((control, lists.own)));
                    let (start, longer) = rayon::join(start, || lists.longer.map(column));
                    let rated = start.iter().flatten().enumerate().filter(|(_, rating)| rating.is_rated()).map(|(player, _)| player);
                    let once_rated: Vec<usize> = rated.collect();
                    (View::new(&players.rows, start.as_deref(), longer.as_deref()), once_rated)
                };
                let (views, once_rated): (Vec<View>, Vec<Vec<usize>>) = lists.par_iter().with_max_len(1).map(make).unzip();
                for player in once_rated.into_iter().flatten() {
                    players.rows[player].flags = players.rows[player].flags.with(PlayerFlags::FIRST_EVENT, true);
                }
                Self { views, longer: None }
            }
        }
    }
}

/// Of each player the rating of the first control that has one. A rating under the edition's own floor is not a published one (R28).
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

/// A column of another list's ratings, in the order of the players.
fn aligned(ratings: &ListRatings, players: &PlayerIndex) -> Vec<Rating> {
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
    pub(crate) fn new(rows: &[PlayerRow], start: Option<&[Rating]>, longer: Option<&[Rating]>) -> Self {
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
