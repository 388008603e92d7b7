//! Limits on the memory that a Parquet file may take. A few kilobytes can claim a billion rows, so the limits follow from the size of the
//! file.

use crate::TableError;
use polars::prelude::{Column, DataFrame};
use polars_parquet_format::PageHeader;
use polars_parquet_format::thrift::protocol::TCompactInputProtocol;
use rayon::prelude::*;
use std::io::Cursor;

/// Every table has ids, so a row takes several bytes. Small files may repeat themselves more.
const ROWS_PER_BYTE: usize = 4;
const ROWS_ALWAYS_ALLOWED: usize = 1_000_000;
/// Bytes of uncompressed pages and of texts.
const UNPACKED_PER_BYTE: usize = 64;
const UNPACKED_ALWAYS_ALLOWED: usize = 128 << 20;
/// A page header holds sizes and statistics.
const MAX_PAGE_HEADER_BYTES: usize = 1 << 20;

/// Limits for a file of a given size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ParquetBounds {
    file: usize,
    max_rows: usize,
    max_unpacked: usize,
}

impl ParquetBounds {
    pub(crate) fn of_file(bytes: usize) -> Self {
        let allowed = |per_byte: usize, always_allowed: usize| bytes.saturating_mul(per_byte).saturating_add(always_allowed);
        Self {
            file: bytes,
            max_rows: allowed(ROWS_PER_BYTE, ROWS_ALWAYS_ALLOWED),
            max_unpacked: allowed(UNPACKED_PER_BYTE, UNPACKED_ALWAYS_ALLOWED),
        }
    }

    /// Rejects a file that claims more rows than its size allows.
    pub(crate) fn check_rows(&self, rows: usize) -> Result<(), TableError> {
        if rows > self.max_rows {
            return Err(TableError::Content(format!("the file claims {rows} rows in {} bytes; that many it cannot hold", self.file)));
        }
        Ok(())
    }

    /// Rejects a file whose footer, repeated for each row group, is far longer than the file.
    pub(crate) fn check_footer(&self, groups: usize, footer: usize) -> Result<(), TableError> {
        if groups.saturating_mul(footer) > self.max_unpacked {
            return Err(TableError::Content(format!("the file has {groups} row groups and a footer of {footer} bytes; no table does")));
        }
        Ok(())
    }

    /// Returns the uncompressed size of a column chunk, by its page headers.
    pub(crate) fn unpacked_size(&self, chunk: &[u8], values: i64) -> Result<usize, TableError> {
        let is_plausible = |count: i64| usize::try_from(count).is_ok_and(|count| count <= self.max_rows);
        unpacked_size(chunk, is_plausible)
            .filter(|_| is_plausible(values))
            .ok_or_else(|| TableError::Content(format!("a column claims more values than a file of {} bytes can hold", self.file)))
    }

    /// Rejects columns whose uncompressed size is far larger than the file.
    pub(crate) fn check_unpacked(&self, unpacked: usize) -> Result<(), TableError> {
        if unpacked > self.max_unpacked {
            return Err(TableError::Content(format!("the file unpacks to more than {} bytes; no table does", self.max_unpacked)));
        }
        Ok(())
    }

    /// Rejects a table whose texts, repeated in every row, are far longer than its file, as one long word may stand in a million rows.
    /// Returns the length of all texts.
    pub(crate) fn check_texts(&self, frame: &DataFrame) -> Result<usize, TableError> {
        let text_length = |column: &Column| {
            let text_length = text_bytes(column);
            if text_length > self.max_unpacked {
                let (name, file) = (column.name(), self.file);
                return Err(TableError::Content(format!(
                    "column '{name}' holds {text_length} bytes of text in a file of {file}; no table does"
                )));
            }
            Ok(text_length)
        };
        frame.columns().par_iter().with_max_len(1).map(text_length).try_reduce(|| 0, |a, b| Ok(a.saturating_add(b)))
    }
}

/// Total length of a column's texts in bytes, counted in every row.
fn text_bytes(column: &Column) -> usize {
    let text = column.as_materialized_series().str();
    text.map_or(0, |text| text.downcast_iter().map(|chunk| chunk.total_bytes_len()).sum())
}

/// Returns the uncompressed size that the page headers state; `None` if a header is implausible. An unreadable header is left to the
/// decoder.
fn unpacked_size(chunk: &[u8], is_plausible: impl Fn(i64) -> bool) -> Option<usize> {
    let mut cursor = Cursor::new(chunk);
    let mut unpacked = 0usize;
    while usize::try_from(cursor.position()).is_ok_and(|at| at < chunk.len()) {
        let Ok(header) = PageHeader::read_from_in_protocol(&mut TCompactInputProtocol::new(&mut cursor, MAX_PAGE_HEADER_BYTES)) else {
            break;
        };
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
        if !counts.into_iter().flatten().all(|count| is_plausible(i64::from(count))) {
            return None;
        }
        unpacked = unpacked.saturating_add(size);
        cursor.set_position(cursor.position().saturating_add(packed));
    }
    Some(unpacked)
}
