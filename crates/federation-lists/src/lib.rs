//! Reads and writes the federation's own list files: TXT in every layout since 2001 and XML, plain or zipped.
//!
//! Reading takes a file as the federation publishes it and returns the columns of a list, sorted by id, and a diagnostic with line and
//! column for everything odd. Writing takes lists as columns and returns a TXT or XML file. Both share one description of the layouts. This
//! crate applies no rating rule.
//!
//! [`recognise`] tells whether a file is such a list, [`read`] reads it, [`write()`] writes one.
//!
//! ```
//! use federation_lists::{FederationListOptions, read};
//! use std::io::Cursor;
//!
//! let text = "ID     Name           Fed Rating\n7      Berg, Anna     NOR 1800\n";
//! let list = read(Cursor::new(text), &"list.txt".into(), FederationListOptions::default())?;
//! assert_eq!((list.rows_read, list.table.height()), (1, 1));
//! # Ok::<(), federation_lists::ReadError>(())
//! ```

mod archive;
mod codes;
mod dates;
mod diagnostics;
mod header;
mod layout;
mod layout_detection;
mod line_reader;
mod list_row;
mod merged_players;
mod position_reader;
mod read;
mod source;
mod table_builder;
mod text_rows;
mod titles;
mod write;
mod xml_players;

pub use archive::write_zipped;
pub use codes::CODES;
pub use dates::{control_in_name, list_date_in_name};
pub use read::{FederationList, FederationListOptions, ReadError, RecognisedList, read, recognise};
pub use write::{FederationFormat, ListToWrite, write};
