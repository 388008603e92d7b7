//! How much a Parquet file may become. A few kilobytes can claim a billion rows, and a page any length: memory must be bounded by the file.

use polars::io::parquet::read::FileMetadata;
use polars::prelude::*;
use polars_parquet_format::PageHeader;
use polars_parquet_format::thrift::protocol::TCompactInputProtocol;
use rayon::prelude::*;
use std::io::Cursor;

/// Every table of ours and of a federation has ids in it, so a row takes several bytes. Small files may repeat themselves more.
const ROWS_PER_BYTE: usize = 4;
const ROWS_OF_ANY_FILE: usize = 1_000_000;
/// Pages unpacked, and texts written out, in bytes.
const UNPACKED_PER_BYTE: usize = 64;
const UNPACKED_OF_ANY_FILE: usize = 128 << 20;
/// A page's header has sizes and statistics in it.
const LONGEST_HEADER: usize = 1 << 20;

fn allowed(file: usize, per_byte: usize, of_any: usize) -> usize {
    file.saturating_mul(per_byte).saturating_add(of_any)
}

/// Refuses a file that would take far more memory than it is long, before anything is decoded. Only the columns that are wanted are looked at.
pub fn refuse_overlong(bytes: &[u8], metadata: &FileMetadata, is_wanted: impl Fn(&str) -> bool) -> PolarsResult<()> {
    let rows = metadata.row_groups.iter().fold(0usize, |rows, group| rows.saturating_add(group.num_rows())).max(metadata.num_rows);
    let most_rows = allowed(bytes.len(), ROWS_PER_BYTE, ROWS_OF_ANY_FILE);
    if rows > most_rows {
        polars_bail!(ComputeError: "the file claims {rows} rows in {} bytes; that many it cannot hold", bytes.len());
    }
    let most = most_unpacked(bytes.len());
    let mut unpacked = 0usize;
    for column in metadata.row_groups.iter().flat_map(|group| group.parquet_columns()) {
        if !column.descriptor().path_in_schema.first().is_some_and(|name| is_wanted(name)) {
            continue;
        }
        let range = column.byte_range();
        let end = usize::try_from(range.end).unwrap_or(usize::MAX).min(bytes.len());
        let chunk = usize::try_from(range.start).ok().and_then(|start| bytes.get(start..end)).unwrap_or_default();
        let is_possible = |count: i64| usize::try_from(count).is_ok_and(|count| count <= most_rows);
        match unpacked_size(chunk, is_possible).filter(|_| is_possible(column.num_values())) {
            Some(size) => unpacked = unpacked.saturating_add(size),
            None => polars_bail!(ComputeError: "a column claims more values than a file of {} bytes can hold", bytes.len()),
        }
        if unpacked > most {
            polars_bail!(ComputeError: "the file unpacks to more than {most} bytes; no table does");
        }
    }
    Ok(())
}

/// What the pages of a column say they unpack to; `None` where one says something that cannot be. Where a header cannot be read the decoder
/// will say so.
fn unpacked_size(chunk: &[u8], is_possible: impl Fn(i64) -> bool) -> Option<usize> {
    let mut cursor = Cursor::new(chunk);
    let mut unpacked = 0usize;
    while usize::try_from(cursor.position()).is_ok_and(|at| at < chunk.len()) {
        let Ok(header) = PageHeader::read_from_in_protocol(&mut TCompactInputProtocol::new(&mut cursor, LONGEST_HEADER)) else { break };
        let packed = u64::try_from(header.compressed_page_size).ok()?;
        let size = usize::try_from(header.uncompressed_page_size).ok()?;
        let counts = [
            header.data_page_header.as_ref().map(|page| page.num_values),
            header.data_page_header_v2.as_ref().map(|page| page.num_values),
            header.data_page_header_v2.as_ref().map(|page| page.num_rows),
            header.data_page_header_v2.as_ref().map(|page| page.num_nulls),
            header.data_page_header_v2.as_ref().map(|page| page.definition_levels_byte_length),
            header.data_page_header_v2.as_ref().map(|page| page.repetition_levels_byte_length),
            header.dictionary_page_header.as_ref().map(|page| page.num_values),
        ];
        if !counts.into_iter().flatten().all(|count| is_possible(i64::from(count))) {
            return None;
        }
        unpacked = unpacked.saturating_add(size);
        cursor.set_position(cursor.position().saturating_add(packed));
    }
    Some(unpacked)
}

/// What the pages of a file of so many bytes may unpack to, and the texts of a column of it may be, written out.
pub(crate) fn most_unpacked(file: usize) -> usize {
    allowed(file, UNPACKED_PER_BYTE, UNPACKED_OF_ANY_FILE)
}

fn bytes_of(column: &Column) -> usize {
    let text = column.as_materialized_series().str();
    text.map_or(0, |text| text.downcast_iter().map(|chunk| chunk.total_bytes_len()).sum())
}

/// All texts of a table, written out row by row.
pub(crate) fn text_bytes(frame: &DataFrame) -> usize {
    frame.columns().iter().map(bytes_of).sum()
}

/// Refuses a table whose texts, written out row by row, are far longer than its file: one long word may stand in a million rows.
pub fn refuse_repetitive(file: usize, frame: &DataFrame) -> PolarsResult<()> {
    frame.columns().par_iter().with_max_len(1).try_for_each(|column| {
        let written = bytes_of(column);
        if written > most_unpacked(file) {
            polars_bail!(ComputeError: "column '{}' holds {written} bytes of text in a file of {file}; no table does", column.name());
        }
        Ok(())
    })
}
