//! The federation's own list files: TXT of every layout since 2001 and XML, plain or zipped.
//!
//! In: a file as the federation publishes it. Out: the columns of a list, sorted by id, and a diagnostic with line and
//! column for everything odd. And the other way: lists as columns in, a TXT or XML file out. Both directions share one
//! description of the layouts, so that they cannot drift apart. No rule of rating is applied here.

mod cells;
mod codes;
mod dates;
mod diagnostics;
mod fit;
mod header;
mod layout;
mod lines;
mod placed;
mod read;
mod source;
mod table_builder;
mod text;
mod titles;
mod write;
mod written;
mod xml;
mod zipped;

pub use codes::CODES;
pub use dates::{control_in_name, list_date_in_name};
pub use read::{FederationList, Question, ReadError, Recognised, read, recognise};
pub use write::{Form, ListToWrite, write};
pub use zipped::zipped;
