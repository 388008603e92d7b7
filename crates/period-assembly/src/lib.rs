//! One list's worth of work: which tournaments are in, which ratings apply, which games count.
//!
//! In: the previous list, the older and longer lists at hand, what was handed in, and the rulebook. Out: a [`Period`],
//! plain numbers that the `rating` crate turns into the next list. Nothing here computes a rating.

mod articles;
mod assemble;
mod codes;
mod duplicates;
mod error;
mod judge;
mod list_choice;
mod matches;
mod near_doubles;
mod online;
mod period;
mod players;
mod round_robins;
mod sides;
mod two_places;
mod views;

pub use articles::article;
pub use assemble::{Assembled, Materials, assemble};
pub use codes::CODES;
pub use error::AssemblyError;
pub use judge::waits;
pub use near_doubles::NearDouble;
pub use online::{LongerRatings, OnlinePeriod};
pub use period::{Crosstable, Judged, Period, RatingFrom, Side, SideFlags, Status};
pub use players::read_completed;
pub use two_places::{TwoPlaces, two_places};
