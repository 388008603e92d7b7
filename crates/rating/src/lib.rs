//! The arithmetic of a rating list: a [`Period`](period_assembly::Period) in, a [`Rated`] period out.
//!
//! [`rate()`] is the way in. It computes every player's row of the next list, and records how each side of a game counted ([`SideOutcome`]), what
//! each rating changed by ([`Change`]) and which results wait for a first rating.
//!
//! Every rule is a small public function of its own section of an edition and its facts, so that `explain` applies the same functions
//! to a published list:
//!
//! ```
//! use model::Hundredths;
//! use rulebook::Rulebook;
//!
//! let edition = Rulebook::fide().by_id("standard-2022").expect("an edition");
//! // A sum of score minus expectation of -0.25 at K 10 is -2.5, which is rounded away from zero.
//! assert_eq!(rating::rounded_change(edition.rounding.half, 10, Hundredths(-25)), -3);
//! ```
//!
//! This crate uses whole numbers only, and has no I/O, no clock and no float. Players are rated in parallel; the result does not depend on
//! the number of threads.

#![deny(clippy::float_arithmetic)]

mod change;
mod development;
mod difference;
mod first_rating;
mod game_by_game;
mod list_day;
mod outcome;
mod player;
mod rate;
mod round_robin;

pub use change::{k_under_games_cap, rounded_change};
pub use development::{Career, KReason, development_coefficient};
pub use difference::{count_differences, counted_difference};
pub use first_rating::{
    FirstRatingCalculation, PoolWindow, PooledResult, first_rating, has_enough_games, has_half_a_point, needs_fewer_games, rounded_mean,
};
pub use game_by_game::positive_rating;
pub use list_day::{ListDay, ListDayRating, ListDayStep, order_article};
pub use outcome::{
    Change, NewOnlinePoolEntry, NewPoolEntry, OnlineOutcome, OnlineSideOutcome, OrderSet, Outcome, RatingChangeCause, SideCounts,
    SideOutcome, SideStatus, Unreconciled,
};
pub use rate::{Rated, rate};
pub use round_robin::{CrosstableCalculation, UnratedCalculation, UnratedSteps, is_one_round_robin, rate_crosstable};
