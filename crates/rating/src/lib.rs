//! The arithmetic: a period in, an outcome out.
//!
//! Pure and in whole numbers. There is no I/O, no clock and no float; players are rated in parallel, and the result
//! does not depend on how many threads there are. Every rule is a small function that takes its own section of an
//! edition and its facts.

#![deny(clippy::float_arithmetic)]

mod change;
mod development;
mod difference;
mod first_rating;
mod list_day;
mod outcome;
mod player;
mod rate;

pub use change::{k_under_games_cap, rounded_change};
pub use development::{Career, development_coefficient};
pub use difference::count_differences;
pub use first_rating::{FirstRatingWork, PooledResult, first_rating, meets_first_event_rule, minimum_games};
pub use outcome::{Cause, Change, NewPoolEntry, Outcome, SideOutcome, Tally, Unreconciled};
pub use rate::rate;
