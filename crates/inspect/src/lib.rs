//! Questions to finished lists: what differs between two of them, where a number comes from, how a player fared.
//!
//! In: list folders and list files. Out: answers as values, as tables and as pages. Nothing here computes a rating or
//! writes into a list folder; every cause is read from the tables that the run left behind.

pub mod diff;
mod error;
pub mod explain;
pub mod history;
mod listing;
mod parquet_rows;
mod people;
mod places;
mod rules;

pub use error::InspectError;
