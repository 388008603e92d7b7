//! The arithmetic: a period in, a rated period out.
//!
//! Pure and in whole numbers. There is no I/O, no clock and no float; players are rated in parallel, and the result
//! does not depend on how many threads there are. Every rule is a small function that takes its own section of an
//! edition and its facts; whoever explains a list applies the same functions to what its tables say.

#![deny(clippy::float_arithmetic)]

mod change;
mod development;
mod difference;
mod first_rating;
mod list_day;
mod online;
mod outcome;
mod player;
mod rate;
mod round_robin;

pub use change::{k_under_games_cap, rounded_change};
pub use development::{Career, KReason, development_coefficient};
pub use difference::{count_differences, counted_difference};
pub use first_rating::{FirstRatingWork, PoolWindow, PooledResult, asks_fewer_games, first_rating, has_enough_games, rounded_mean};
pub use list_day::{ListDay, ListDayStep};
pub use online::standing;
pub use outcome::{
    Cause, Change, NewOnlinePoolEntry, NewPoolEntry, OnlineOutcome, OnlineSide, Outcome, SideOutcome, SideStatus, Tally, Unreconciled,
};
pub use rate::{Rated, rate};
pub use round_robin::{CrosstableWork, UnratedSteps, UnratedWork, is_one_round_robin, rate_crosstable};
