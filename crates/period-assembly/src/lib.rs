//! One list's worth of work: which tournaments are in, which ratings apply, which games count.
//!
//! Two calls. [`judge`] takes what was handed in and the dates of the lists at hand, decides what needs no ratings, and says which players and
//! which lists it has to be given. [`assemble`] takes those, and returns a [`Period`]: plain numbers that the `rating` crate turns into the next
//! list. Nothing here reads a file or computes a rating.

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
mod questions;
mod round_robins;
mod sides;
mod two_places;
mod views;
mod with_ratings;

pub use assemble::{Assembled, PlayersAndRatings, assemble};
pub use codes::CODES;
pub use error::AssemblyError;
pub use judge::{Judgement, Materials, judge};
pub use list_choice::ListsAtHand;
pub use near_doubles::NearDouble;
pub use online::{LongerRatings, OnlinePeriod};
pub use period::{Crosstable, Judged, Period, RatingFrom, Side, SideFlags, Status};
pub use two_places::{TwoPlaces, two_places};
