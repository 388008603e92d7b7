//! Tables in CSV and Parquet files, with schemas and limits against hostile files.
//!
//! - In: bytes and files from any source.
//! - Out: a [`Table`], whose columns are read by name and type, and files that other programs can read.
//! - It does not interpret what a table means. It is the only crate that names Polars, Arrow or Parquet.
//!
//! Start with [`ParquetTable`] or [`CsvTable`] to read, and with [`OutputTable`] to write.
//!
//! ```
//! use tables::{OutputColumn, OutputTable, ParquetTable};
//!
//! let ratings = [1800, 2100];
//! let columns = vec![
//!     OutputColumn::ids("fide_id", |row| u32::try_from(row + 1).ok()),
//!     OutputColumn::integers("rating", |row| Some(ratings[row])),
//! ];
//! let mut bytes = Vec::new();
//! OutputTable::new(2, columns).write_parquet(&mut bytes, &[])?;
//!
//! let table = ParquetTable::from_bytes(&bytes, |name| name == "rating")?.read_all()?;
//! assert_eq!(table.integer("rating", 1), Some(2100));
//! # Ok::<(), tables::TableError>(())
//! ```

mod column;
mod csv_columns;
mod csv_table;
mod csv_writer;
mod delta_page;
mod error;
mod formula;
mod guard;
mod key_writer;
mod limits;
mod page_encoding;
mod parquet_bounds;
mod parquet_reader;
mod parquet_writer;
mod schema;
mod table;
mod text_columns;
mod values;
mod written_dates;
mod xlsx_writer;

pub use column::{OutputColumn, OutputTable};
pub use csv_columns::{ColumnType, CsvProblem};
pub use csv_table::{CsvPosition, CsvTable, csv_delimiter, field_place};
pub use csv_writer::CsvLayout;
pub use error::TableError;
pub use formula::{escape_formula, unescape_formula};
pub use guard::install_panic_hook;
pub use limits::{MAX_COLUMNS, MAX_LINE_BYTES, overlong_line};
pub use parquet_reader::{ParquetTable, is_parquet};
pub use parquet_writer::write_parquet_parts;
pub use schema::{Schema, schema_files};
pub use table::{CellValue, Table, ValueType};
pub use text_columns::{PlayerText, TextColumn, TextColumns, TextDecoder};
pub use values::{Integers, TextKey, Texts};
pub use written_dates::{DateProblem, parse_written_date};

/// Rows per Parquet row group: few enough that whoever looks for one player skips nearly all of a large table, and that the numbers of a
/// column stay in a core's cache while they are encoded; enough that dictionaries and the footer stay small beside the rows.
pub const ROW_GROUP: usize = 1 << 16;
