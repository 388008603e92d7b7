//! Parquet tables that are decoded part by part, so that no more than a few parts are in memory beside the bytes.

use crate::table::guarded;
use crate::{refuse_overlong, refuse_repetitive};
use polars::prelude::*;
use std::io::Cursor;
use std::ops::Range;

/// A table of which some columns are decoded some rows at a time.
pub struct ParquetParts<'b> {
    bytes: &'b [u8],
    metadata: FileMetadataRef,
    columns: Vec<String>,
    is_parallel: bool,
}

impl std::fmt::Debug for ParquetParts<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ParquetParts").field("columns", &self.columns).finish_non_exhaustive()
    }
}

impl<'b> ParquetParts<'b> {
    /// The columns that are wanted, of those that the table has. What cannot be held is refused before it is.
    pub fn new(bytes: &'b [u8], is_wanted: impl Fn(&str) -> bool) -> PolarsResult<Self> {
        guarded(|| {
            let mut reader = ParquetReader::new(Cursor::new(bytes));
            let metadata = reader.get_metadata()?.clone();
            refuse_overlong(bytes, &metadata, &is_wanted)?;
            let columns = reader.schema()?.iter_names().map(|name| name.to_string()).filter(|name| is_wanted(name)).collect();
            Ok(Self { bytes, metadata, columns, is_parallel: true })
        })
    }

    /// Says that many parts are decoded at a time, so that each needs one thread only.
    #[must_use]
    pub fn side_by_side(mut self) -> Self {
        self.is_parallel = false;
        self
    }

    /// The names of the columns that are decoded.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    pub fn rows(&self) -> usize {
        self.metadata.num_rows
    }

    /// The row groups, cut into parts of at most so many rows; at least one part.
    pub fn ranges(&self, most: usize) -> Vec<Range<usize>> {
        let (mut ranges, mut start) = (Vec::new(), 0);
        for group in &self.metadata.row_groups {
            let end = start + group.num_rows();
            ranges.extend((start..end).step_by(most).map(|from| from..end.min(from.saturating_add(most))));
            start = end;
        }
        // A table without rows has columns all the same.
        if ranges.is_empty() {
            ranges.push(0..0);
        }
        ranges
    }

    /// Some rows of all columns.
    pub fn decode(&self, rows: Range<usize>) -> PolarsResult<DataFrame> {
        self.decode_columns(rows, &self.columns)
    }

    /// Some rows of some columns.
    pub fn decode_columns(&self, rows: Range<usize>, columns: &[String]) -> PolarsResult<DataFrame> {
        let frame = guarded(|| {
            let mut reader = ParquetReader::new(Cursor::new(self.bytes));
            reader.set_metadata(self.metadata.clone());
            let strategy = if self.is_parallel { ParallelStrategy::Auto } else { ParallelStrategy::None };
            let reader = reader.with_columns(Some(columns.to_vec())).with_slice(Some((rows.start, rows.len())));
            let mut frame = reader.read_parallel(strategy).finish()?;
            frame.rechunk_mut();
            refuse_repetitive(self.bytes.len(), &frame)?;
            Ok(frame)
        })?;
        // What a damaged file says of its length must not be believed: there would be no end.
        if frame.height() != rows.len() || frame.columns().iter().any(|column| column.len() != rows.len()) {
            polars_bail!(ComputeError: "the Parquet file is damaged");
        }
        Ok(frame)
    }
}
