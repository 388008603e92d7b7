//! How much a Parquet file may become. A few kilobytes can claim a billion rows, and a page any length: memory must be bounded by the file.

use crate::TableError;
use polars::prelude::{Column, DataFrame};
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

/// What a file of so many bytes may become.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    file: usize,
    most_rows: usize,
    most_unpacked: usize,
}

impl Bounds {
    pub(crate) fn of_file(bytes: usize) -> Self {
        let allowed = |per_byte: usize, of_any: usize| bytes.saturating_mul(per_byte).saturating_add(of_any);
        Self {
            file: bytes,
            most_rows: allowed(ROWS_PER_BYTE, ROWS_OF_ANY_FILE),
            most_unpacked: allowed(UNPACKED_PER_BYTE, UNPACKED_OF_ANY_FILE),
        }
    }

    /// Refuses a file that claims more rows than it can hold.
    pub(crate) fn check_rows(&self, rows: usize) -> Result<(), TableError> {
        if rows > self.most_rows {
            return Err(TableError::Content(format!("the file claims {rows} rows in {} bytes; that many it cannot hold", self.file)));
        }
        Ok(())
    }

    /// Refuses a file whose footer, read once for each row group, is far longer than the file.
    pub(crate) fn check_footer(&self, groups: usize, footer: usize) -> Result<(), TableError> {
        if groups.saturating_mul(footer) > self.most_unpacked {
            return Err(TableError::Content(format!("the file has {groups} row groups and a footer of {footer} bytes; no table does")));
        }
        Ok(())
    }

    /// What the pages of a column chunk unpack to, by their headers.
    pub(crate) fn unpacked_size(&self, chunk: &[u8], values: i64) -> Result<usize, TableError> {
        let is_possible = |count: i64| usize::try_from(count).is_ok_and(|count| count <= self.most_rows);
        unpacked_size(chunk, is_possible)
            .filter(|_| is_possible(values))
            .ok_or_else(|| TableError::Content(format!("a column claims more values than a file of {} bytes can hold", self.file)))
    }

    /// Refuses columns that unpack to far more memory than the file is long.
    pub(crate) fn check_unpacked(&self, unpacked: usize) -> Result<(), TableError> {
        if unpacked > self.most_unpacked {
            return Err(TableError::Content(format!("the file unpacks to more than {} bytes; no table does", self.most_unpacked)));
        }
        Ok(())
    }

    /// Refuses a table whose texts, written out row by row, are far longer than its file: one long word may stand in a million rows. Returns
    /// the length of all of them.
    pub(crate) fn check_texts(&self, frame: &DataFrame) -> Result<usize, TableError> {
        let written = |column: &Column| {
            let written = text_bytes(column);
            if written > self.most_unpacked {
                let (name, file) = (column.name(), self.file);
                return Err(TableError::Content(format!(
                    "column '{name}' holds {written} bytes of text in a file of {file}; no table does"
                )));
            }
            Ok(written)
        };
        frame.columns().par_iter().with_max_len(1).map(written).try_reduce(|| 0, |a, b| Ok(a.saturating_add(b)))
    }
}

/// The texts of a column, written out row by row, in bytes.
fn text_bytes(column: &Column) -> usize {
    let text = column.as_materialized_series().str();
    text.map_or(0, |text| text.downcast_iter().map(|chunk| chunk.total_bytes_len()).sum())
}

/// What the pages of a column chunk say they unpack to; `None` where one says something that cannot be. Where a header cannot be read the
/// decoder will say so.
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
