//! The regulations as dated data: every parameter with its article, the two conversion tables, and which edition
//! holds on which day.
//!
//! In: the files in `editions/` and `orders/`, or a rulebook of the user's own. Out: [`Edition`]s and [`Order`]s.
//! Nothing here rates a game; a rule elsewhere takes its own section of an edition and its facts.

mod articles;
mod calendar;
mod edition;
mod implied;
mod order;
mod present;
mod read;
mod readings;
mod tables;
mod titles;
mod validate;
mod waiting;

pub use articles::article_of;
pub use calendar::{NoEdition, Rulebook};
pub use edition::*;
pub use implied::ImpliedHistory;
pub use order::{Order, OrderEffect};
pub use present::{Comparison, Parameter, compare, parameters};
pub use read::{RulebookError, read_edition};
pub use readings::{cited_readings, readings};
pub use tables::{expected_score, rating_difference};
pub use titles::*;
pub use waiting::Waiting;

/// Lists dated more than so many months before a correction was received are not corrected by it, unless that is asked for (D29).
pub const CORRECTION_LIMIT_MONTHS: u32 = 12;
