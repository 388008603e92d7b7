//! How much a Parquet file may become. A few kilobytes can claim a billion rows, and a page any length: memory must be bounded by the file.

use polars::io::parquet::read::FileMetadata;
use polars::prelude::*;
use polars_parquet_format::PageHeader;
use polars_parquet_format::thrift::protocol::TCompactInputProtocol;
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
    let rows = metadata.row_groups.iter().fold(0usize, |rows, group| rows.saturating_add(group.num_rows()));
    let most = allowed(bytes.len(), ROWS_PER_BYTE, ROWS_OF_ANY_FILE);
    if rows.max(metadata.num_rows) > most {
        polars_bail!(ComputeError: "the file claims {} rows in {} bytes; that many it cannot hold", rows.max(metadata.num_rows), bytes.len());
    }
    let most = allowed(bytes.len(), UNPACKED_PER_BYTE, UNPACKED_OF_ANY_FILE);
    let mut unpacked = 0usize;
    for group in &metadata.row_groups {
        for column in group.parquet_columns() {
            if !column.descriptor().path_in_schema.first().is_some_and(|name| is_wanted(name)) {
                continue;
            }
            if usize::try_from(column.num_values()).map_or(true, |values| values > allowed(bytes.len(), ROWS_PER_BYTE, ROWS_OF_ANY_FILE)) {
                polars_bail!(ComputeError: "a column claims {} values in {} bytes; that many it cannot hold", column.num_values(), bytes.len());
            }
            let range = column.byte_range();
            let end = usize::try_from(range.end).unwrap_or(usize::MAX).min(bytes.len());
            let chunk = usize::try_from(range.start).ok().and_then(|start| bytes.get(start..end)).unwrap_or_default();
            unpacked = unpacked.saturating_add(unpacked_size(chunk));
            if unpacked > most {
                polars_bail!(ComputeError: "the file unpacks to more than {most} bytes; no table does");
            }
        }
    }
    Ok(())
}

/// What the pages of a column say they unpack to. Where a header cannot be read the decoder will say so.
fn unpacked_size(chunk: &[u8]) -> usize {
    let mut cursor = Cursor::new(chunk);
    let mut unpacked = 0usize;
    while (cursor.position() as usize) < chunk.len() {
        let Ok(header) = PageHeader::read_from_in_protocol(&mut TCompactInputProtocol::new(&mut cursor, LONGEST_HEADER)) else { break };
        let (Ok(packed), Ok(size)) = (u64::try_from(header.compressed_page_size), usize::try_from(header.uncompressed_page_size)) else {
            break;
        };
        unpacked = unpacked.saturating_add(size);
        cursor.set_position(cursor.position().saturating_add(packed));
    }
    unpacked
}

/// Refuses a table whose texts, written out row by row, are far longer than its file: one long word may stand in a million rows.
pub fn refuse_repetitive(file: usize, frame: &DataFrame) -> PolarsResult<()> {
    let most = allowed(file, UNPACKED_PER_BYTE, UNPACKED_OF_ANY_FILE);
    for column in frame.columns() {
        let Ok(text) = column.as_materialized_series().str() else { continue };
        let written: usize = text.downcast_iter().map(|chunk| chunk.total_bytes_len()).sum();
        if written > most {
            polars_bail!(ComputeError: "column '{}' holds {written} bytes of text in a file of {file}; no table does", column.name());
        }
    }
    Ok(())
}
