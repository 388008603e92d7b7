//! When a player reached a rating, as the articles on titles ask for it.

use crate::rows::RatingReachedRow;
use model::{Date, Rating};

/// The thresholds that one player has reached.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReachedRatings<'a>(&'a [RatingReachedRow]);

impl<'a> ReachedRatings<'a> {
    pub(crate) const fn new(rows: &'a [RatingReachedRow]) -> Self {
        Self(rows)
    }

    /// The first day on which a rating was reached, with whatever number of games (0.62 of 2022, 1.53).
    pub(crate) fn at_any_time(self, rating: Rating) -> Option<Date> {
        self.row(rating).map(|row| row.reached_on)
    }

    /// The first day on which a rating was reached with the games that ratings reached after a day ask for (1.3, 0.6.2 of 2024).
    pub(crate) fn with_games(self, rating: Rating, asked_after: Date) -> Option<Date> {
        let row = self.row(rating)?;
        if row.reached_on <= asked_after { Some(row.reached_on) } else { row.reached_30_on }
    }

    fn row(self, rating: Rating) -> Option<&'a RatingReachedRow> {
        self.0.iter().find(|row| row.rating == rating)
    }
}
