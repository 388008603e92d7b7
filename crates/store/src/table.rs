//! Tables to and from disk: Parquet through Polars, CSV through the csv crate.

use crate::table_columns::{ROW_GROUP, TableColumn, even_groups, write_columns};
use crate::{StoreError, harmless, refuse_overlong, refuse_repetitive};
use polars::prelude::*;
use rayon::prelude::*;
use std::io::{Cursor, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Reads Parquet from memory; of the columns asked for, those that are there.
pub fn read_frame(bytes: &[u8], path: &Path, wanted: Option<&[&str]>) -> Result<DataFrame, StoreError> {
    guarded(|| decode(bytes, |name| wanted.is_none_or(|wanted| wanted.contains(&name)))).map_err(StoreError::unreadable(path))
}

/// The same for whoever has no path to name.
pub fn read_columns_of(bytes: &[u8], wanted: &[&str]) -> PolarsResult<DataFrame> {
    guarded(|| decode(bytes, |name| wanted.contains(&name)))
}

/// The columns of a Parquet file that are wanted, as they are. What cannot be held is refused before it is.
pub(crate) fn decode(bytes: &[u8], is_wanted: impl Fn(&str) -> bool) -> PolarsResult<DataFrame> {
    let mut reader = ParquetReader::new(Cursor::new(bytes));
    refuse_overlong(bytes, reader.get_metadata()?, &is_wanted)?;
    let columns = reader.schema()?.iter_names().filter(|name| is_wanted(name)).map(|name| name.to_string()).collect();
    let frame = reader.with_columns(Some(columns)).finish()?;
    refuse_repetitive(bytes.len(), &frame)?;
    Ok(frame)
}

/// How many decoders are at work that may panic on damaged files.
static GUARDED: AtomicUsize = AtomicUsize::new(0);

/// Runs a decoder that trusts its input more than this program does: a damaged file must not end the run.
pub fn guarded<T>(decode: impl FnOnce() -> PolarsResult<T>) -> PolarsResult<T> {
    GUARDED.fetch_add(1, Ordering::SeqCst);
    let decoded = catch_unwind(AssertUnwindSafe(decode));
    GUARDED.fetch_sub(1, Ordering::SeqCst);
    decoded.unwrap_or_else(|_| Err(polars_err!(ComputeError: "the Parquet file is damaged")))
}

/// Keeps quiet about panics that [`guarded`] turns into errors; all others are told as ever.
pub fn install_panic_hook() {
    let tell = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let in_decoder = panic.location().is_some_and(|place| place.file().contains("polars"));
        if !(in_decoder && GUARDED.load(Ordering::SeqCst) > 0) {
            tell(panic);
        }
    }));
}

/// Writes a table as Parquet. The bytes depend on the table alone.
pub fn write_parquet(out: impl Write, frame: &DataFrame, metadata: &[(String, String)]) -> PolarsResult<()> {
    let columns: Vec<TableColumn<'_>> = frame.columns().iter().map(TableColumn::of).collect();
    write_columns(out, &columns, &even_groups(frame.height()), metadata)
}

/// Writes a long table part by part, so that no more than one part is in memory. Each part is a row group.
///
/// # Panics
/// If there is not even one part: a table without rows is one part without rows.
pub fn write_parquet_parts(out: impl Write, mut parts: impl Iterator<Item = PolarsResult<DataFrame>>) -> PolarsResult<()> {
    let first = parts.next().expect("a table has at least one part")?;
    let mut writer = ParquetWriter::new(out)
        .with_compression(ParquetCompression::Snappy)
        .with_row_group_size(Some(ROW_GROUP))
        .batched(first.schema())?;
    writer.write_batch(&first)?;
    drop(first);
    for part in parts {
        writer.write_batch(&part?)?;
    }
    writer.finish()?;
    Ok(())
}

/// Rows of CSV that one thread writes in one go.
const CSV_ROWS: usize = 1 << 14;

/// Writes a table as CSV: header, UTF-8, LF, RFC 4180, empty for null. Text that a spreadsheet would run is marked (R50).
pub fn write_csv(mut out: impl Write, frame: &DataFrame) -> PolarsResult<()> {
    let failed = |error: csv::Error| polars_err!(ComputeError: "{error}");
    let mut header = csv_writer();
    header.write_record(frame.get_column_names().iter().map(|name| name.as_str())).map_err(failed)?;
    out.write_all(&written(header)?)?;
    let cells: Vec<Cells> = frame.columns().iter().map(Cells::of).collect::<PolarsResult<_>>()?;
    let starts: Vec<usize> = (0..frame.height()).step_by(CSV_ROWS).collect();
    // A few parts at a time, so that the text is never in memory as a whole.
    for starts in starts.chunks(8 * rayon::current_num_threads()) {
        let parts: Vec<Vec<u8>> = starts
            .par_iter()
            .with_max_len(1)
            .map(|&start| {
                let mut writer = csv_writer();
                let mut number = String::new();
                for row in start..frame.height().min(start + CSV_ROWS) {
                    for cell in &cells {
                        match cell {
                            Cells::Text(values) => writer.write_field(harmless(values.get(row).unwrap_or("")).as_bytes()),
                            cell => writer.write_field(cell.text(row, &mut number)),
                        }
                        .map_err(failed)?;
                    }
                    writer.write_record(None::<&[u8]>).map_err(failed)?;
                }
                written(writer)
            })
            .collect::<PolarsResult<_>>()?;
        parts.iter().try_for_each(|part| out.write_all(part))?;
    }
    Ok(out.flush()?)
}

fn csv_writer() -> csv::Writer<Vec<u8>> {
    csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(Vec::new())
}

fn written(writer: csv::Writer<Vec<u8>>) -> PolarsResult<Vec<u8>> {
    writer.into_inner().map_err(|error| polars_err!(ComputeError: "{error}"))
}

/// One column, ready to be read row by row.
enum Cells {
    Text(StringChunked),
    Integer(Int64Chunked),
    Date(Int32Chunked),
    Boolean(BooleanChunked),
}

impl Cells {
    fn of(column: &Column) -> PolarsResult<Self> {
        let series = column.as_materialized_series().rechunk();
        Ok(match series.dtype() {
            DataType::String => Self::Text(series.str()?.clone()),
            DataType::Boolean => Self::Boolean(series.bool()?.clone()),
            DataType::Date => Self::Date(series.cast(&DataType::Int32)?.i32()?.clone()),
            _ => Self::Integer(series.strict_cast(&DataType::Int64)?.i64()?.clone()),
        })
    }

    fn text<'a>(&'a self, row: usize, buffer: &'a mut String) -> &'a str {
        use std::fmt::Write;
        buffer.clear();
        match self {
            Self::Text(values) => return values.get(row).unwrap_or(""),
            Self::Integer(values) => {
                if let Some(value) = values.get(row) {
                    write!(buffer, "{value}").expect("writing to a string cannot fail");
                }
            }
            Self::Date(values) => {
                if let Some(date) = values.get(row).and_then(crate::memory::date_of) {
                    write!(buffer, "{date}").expect("writing to a string cannot fail");
                }
            }
            Self::Boolean(values) => buffer.push_str(values.get(row).map_or("", |v| if v { "true" } else { "false" })),
        }
        buffer
    }
}
