//! Assembles a rating period: which tournaments are rated on a list, which ratings their games use, and which games count.
//!
//! There are two calls. [`judge()`] takes the tournaments that were handed in and the dates of the available lists. It decides everything that needs
//! no ratings; [`Judgement::unknown_players`] and [`Judgement::lists_needed`] name what the caller has to read next. [`assemble()`] takes those
//! [`PlayersAndRatings`] and returns a [`Period`], which the `rating` crate turns into the next list.
//!
//! Every tournament handed in is in [`Period::tournaments`] with a [`TournamentStatus`], and every game in [`Period::sides`], once for each player:
//! nothing is dropped without a reason.
//!
//! This crate reads no file, computes no rating, and holds no number of the regulations: those are in the editions of `rulebook`.

mod assemble;
mod changed_reports;
mod codes;
mod duplicate_finder;
mod eligibility;
mod eligibility_by_ratings;
mod error;
mod judge;
mod list_choice;
mod matches;
mod near_duplicates;
mod online;
mod period;
mod previous_refusals;
mod ratings_in_force;
mod round_robins;
mod sides;
mod two_places;

pub use assemble::{Assembled, PlayersAndRatings, assemble, refusal_diagnostics};
pub use codes::CODES;
pub use error::AssemblyError;
pub use judge::{Judgement, PeriodInputs, judge};
pub use list_choice::AvailableLists;
pub use near_duplicates::{CommonPart, NearDuplicate, OtherPlace};
pub use online::{LongerRatings, OnlinePeriod};
pub use period::{Crosstable, Judged, Period, RatingFrom, Side, SideFlags, TournamentStatus};
pub use previous_refusals::PreviousRefusal;
pub use two_places::{TwoPlaces, two_places};
