//! Compares and explains finished lists.
//!
//! In: list folders and list files. Out: differences, explanations and histories, as values, tables and documents. Nothing here computes a
//! rating by rules of its own or writes into a list folder; every cause is read from the tables of the run.
//!
//! - [`diff::compare`] finds what differs between two lists, and why.
//! - [`explain::Explainer`] explains one player's or one tournament's numbers, and verifies them.
//! - [`history::histories`] follows players through all lists of a folder.
//!
//! ```no_run
//! use inspect::{diff, explain::Explainer};
//! use std::path::Path;
//! use store::HashCheck;
//!
//! // What changed in February, and why.
//! let difference = diff::compare(Path::new("lists/2024-01-01"), Path::new("lists/2024-02-01"), None, HashCheck::Required)?;
//! for row in &difference.rows {
//!     println!("{}: {} to {}", difference.name(row), difference.before(row), difference.after(row));
//! }
//!
//! // Every game and step behind one player's new rating.
//! let explainer = Explainer::open(Path::new("lists/2024-02-01"), HashCheck::Required)?;
//! let explanation = explainer.player(explainer.find("adams, ann")?)?;
//! assert!(explanation.differences.is_empty(), "every number was verified");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod diff;
mod error;
pub mod explain;
pub mod history;
mod input_paths;
mod parquet_rows;
mod player_directory;
mod rules;
mod unlisted_reasons;

pub use error::InspectError;
