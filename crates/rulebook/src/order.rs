//! Orders: one-off decisions of the federation outside any edition, applied to the lists of their dates (D30).

use crate::parse::{iso_date, optional_iso_date};
use model::{Control, Date, ListDate, Rating};
use serde::{Deserialize, Serialize};

/// A one-off decision about the ratings of one list, or of the lists of a few months.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Order {
    pub id: String,
    /// Ids that the order has in older lists.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub former_ids: Vec<String>,
    pub title: String,
    /// Where it was announced, or how it is known.
    pub source: String,
    pub controls: Vec<Control>,
    /// The first list date to which it applies.
    #[serde(deserialize_with = "iso_date")]
    pub from: Date,
    /// The last day of list dates to which it applies; `from` where it is not given.
    #[serde(default, deserialize_with = "optional_iso_date", skip_serializing_if = "Option::is_none")]
    pub until: Option<Date>,
    pub effect: OrderEffect,
}

/// Effect of an order on the ratings of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "kebab-case", deny_unknown_fields)]
pub enum OrderEffect {
    /// Raises every rating under `below` by a percentage of the difference.
    RaiseBelow { below: Rating, percent_of_gap: u32 },
    /// Raises every rating that is further under the rating at a longer control than `minus`, to that rating minus `minus`.
    RaiseToLonger { longer: Control, minus: u16 },
    /// Replaces a higher floor of the edition.
    HoldFloor { floor: Rating },
}

impl Order {
    /// Whether the order is about the list of a control and a date.
    pub fn applies_to(&self, control: Control, list: ListDate) -> bool {
        self.controls.contains(&control) && self.is_in_force(list.day())
    }

    /// Whether a list of this day would be among those that the order is about.
    pub fn is_in_force(&self, day: Date) -> bool {
        (self.from..=self.until.unwrap_or(self.from)).contains(&day)
    }

    /// Whether the order has this id, or had it in older lists.
    pub fn has_id(&self, id: &str) -> bool {
        self.id == id || self.former_ids.iter().any(|former| former == id)
    }
}

impl OrderEffect {
    /// The control whose ratings the order raises to, if it does.
    pub const fn longer_control(&self) -> Option<Control> {
        match self {
            Self::RaiseToLonger { longer, .. } => Some(*longer),
            Self::RaiseBelow { .. } | Self::HoldFloor { .. } => None,
        }
    }

    /// The floor that the order puts in the place of a higher one, if it does.
    pub const fn held_floor(&self) -> Option<Rating> {
        match self {
            Self::HoldFloor { floor } => Some(*floor),
            Self::RaiseBelow { .. } | Self::RaiseToLonger { .. } => None,
        }
    }

    /// The rating after the order, to the nearest whole number, a half up. Unrated stays unrated.
    ///
    /// `longer` is the player's rating at the control that the order raises to, if it raises to one.
    #[must_use]
    pub fn apply(&self, rating: Rating, longer: Rating) -> Rating {
        if !rating.is_rated() {
            return rating;
        }
        match *self {
            Self::RaiseBelow { below, percent_of_gap } => {
                let gap = (below.points() - rating.points()).max(0);
                let percent = i32::try_from(percent_of_gap).expect("checked when the order was read: at most 100");
                let raise = (gap * percent + 50).div_euclid(100);
                Rating(i16::try_from(rating.points() + raise).expect("a share of the gap ends at or under the limit"))
            }
            Self::RaiseToLonger { minus, .. } => {
                let least = longer.points() - i32::from(minus);
                if longer.is_rated() && least > rating.points() {
                    Rating(i16::try_from(least).expect("lower than a rating"))
                } else {
                    rating
                }
            }
            Self::HoldFloor { .. } => rating,
        }
    }
}
