//! The rating and title regulations as dated data.
//!
//! - In: the files in `editions/` and `orders/`, or files of the user: a rulebook, orders.
//! - Out: [`Edition`]s, whose every parameter has its article, [`Order`]s, the two conversion tables, and the edition in force on a day.
//! - Nothing here rates a game. A rule in another crate takes its own section of an edition and its facts.
//!
//! Start with [`Rulebook::fide`] and [`Rulebook::edition_on`]. A day that no edition covers is an error.
//!
//! ```
//! use model::{Control, Hundredths, parse_iso_date};
//! use rulebook::{Rulebook, expected_score};
//!
//! let day = parse_iso_date("2024-02-01").expect("a date");
//! let edition = Rulebook::fide().edition_on(Control::Rapid, day)?;
//! assert_eq!((edition.id.as_str(), edition.floor.rating.0), ("rapid-blitz-2024", 1400));
//! assert_eq!(expected_score(100), Hundredths(64));
//! # Ok::<(), rulebook::NoEdition>(())
//! ```

mod articles;
mod conversion_tables;
mod edition;
mod implied_history;
mod list_calendar;
mod official_events;
mod order;
mod parameters;
mod parse;
mod readings;
mod rulebook;
mod title_articles;
mod titles;
mod validate;
mod validate_titles;
mod waiting;

pub use articles::article_of;
pub use conversion_tables::{expected_score, rating_difference};
pub use edition::*;
pub use implied_history::{ImpliedHistory, UnknownHistory};
pub use order::{Order, OrderEffect};
pub use parameters::{Parameter, ParameterDifference, compare_editions, compare_title_editions, parameters, title_parameters};
pub use parse::{RulebookError, read_edition, read_orders, read_titles};
pub use readings::{Reading, cited_readings, differing_readings, former_reading, reading_revisions, readings};
pub use rulebook::{NoEdition, NoTitleEdition, Rulebook};
pub use title_articles::title_requirement;
pub use titles::*;
pub use waiting::WaitingReason;
