//! Orders: one-off decisions of the federation outside any edition, each applied to one list (D30).

use model::{Control, ListDate, Rating};
use serde::{Deserialize, Serialize};

/// A one-off decision that changes the ratings of one list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Order {
    pub id: String,
    pub title: String,
    /// Where it was announced.
    pub source: String,
    pub control: Control,
    /// The list to which it is applied before publication.
    pub date: ListDate,
    pub effect: OrderEffect,
}

/// Effect of an order on a rating.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "kebab-case", deny_unknown_fields)]
pub enum OrderEffect {
    /// Raises every rating under `below` by a percentage of the difference.
    RaiseBelow { below: Rating, percent_of_gap: u32 },
}

impl OrderEffect {
    /// The rating after the order, to the nearest whole number, a half up. Unrated stays unrated.
    #[must_use]
    pub fn apply(&self, rating: Rating) -> Rating {
        match *self {
            Self::RaiseBelow { below, percent_of_gap } => {
                if !rating.is_rated() || rating >= below {
                    return rating;
                }
                let gap = below.points() - rating.points();
                let percent = i32::try_from(percent_of_gap).expect("checked when the order was read: at most 100");
                let raise = (gap * percent + 50).div_euclid(100);
                Rating(i16::try_from(rating.points() + raise).expect("a share of the gap ends at or under the limit"))
            }
        }
    }
}
