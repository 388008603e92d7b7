//! Compares and explains finished lists.
//!
//! In: list folders and list files. Out: differences, explanations and histories, as values, tables and documents. Nothing here computes a
//! rating by rules of its own or writes into a list folder; every cause is read from the tables of the run.
//!
//! - [`diff::compare`] finds what differs between two lists, and why.
//! - [`explain::Explainer`] explains one player's or one tournament's numbers, and verifies them.
//! - [`history::history`] follows one player through all lists of a folder.
//!
//! ```no_run
//! use inspect::explain::Explainer;
//! use std::path::Path;
//!
//! let explainer = Explainer::open(Path::new("lists/2024-02-01"))?;
//! let explanation = explainer.player(explainer.find("adams, ann")?)?;
//! assert!(explanation.differences.is_empty());
//! # Ok::<(), inspect::explain::ExplainError>(())
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
