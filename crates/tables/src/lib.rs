//! Files of rows: CSV and Parquet, in and out, with their schemas, bounds on hostile files, and text columns.
//!
//! In: bytes and files that anybody may have made. Out: [`Table`]s whose columns are asked for by name and type, and files that any other
//! program reads. This is the only crate that names Polars, Arrow or Parquet; nothing here decides what a list says.

mod column;
mod csv_columns;
mod csv_table;
mod csv_writer;
mod error;
mod formula;
mod guard;
mod limits;
mod parquet_bounds;
mod parquet_reader;
mod parquet_writer;
mod schema;
mod table;
mod text_columns;
mod values;

pub use column::{Column, OutputTable};
pub use csv_columns::{ColumnType, CsvProblem};
pub use csv_table::{CsvPosition, CsvTable, field_place};
pub use error::TableError;
pub use formula::{escape_formula, unescape_formula};
pub use guard::install_panic_hook;
pub use limits::{LONGEST_LINE, MOST_COLUMNS, overlong_line};
pub use parquet_reader::{ParquetTable, is_parquet};
pub use parquet_writer::write_parquet_parts;
pub use schema::{Schema, schema_files};
pub use table::{Cell, Kind, Table};
pub use text_columns::{PlayerText, TextColumn, TextColumns};
pub use values::{Integers, TextKey, Texts};

/// Rows in one row group: small enough that a reader can skip most of a large table, large enough to compress.
pub const ROW_GROUP: usize = 1 << 18;
