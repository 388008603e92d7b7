//! Parquet tables that are decoded part by part, so that no more than a few parts are in memory beside the bytes.

use crate::table::guarded;
use crate::{refuse_overlong, refuse_repetitive};
use polars::io::parquet::read::FileMetadata;
use polars::prelude::*;
use polars_parquet::read::RowGroupMetadata;
use std::io::Cursor;
use std::ops::Range;

/// One row group, and where its rows begin.
struct Group {
    start: usize,
    metadata: FileMetadataRef,
}

/// A table of which some columns are decoded some rows at a time.
pub struct ParquetParts<'b> {
    bytes: &'b [u8],
    metadata: FileMetadataRef,
    /// Each row group as a file of its own: a reader that is asked for one of many unpacks something of all before it.
    groups: Vec<Group>,
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
            let groups = groups_of(&metadata);
            Ok(Self { bytes, metadata, groups, columns, is_parallel: true })
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
            let (start, metadata) = self.smallest_with(&rows);
            let mut reader = ParquetReader::new(Cursor::new(self.bytes));
            reader.set_metadata(metadata);
            let strategy = if self.is_parallel { ParallelStrategy::Auto } else { ParallelStrategy::None };
            let reader = reader.with_columns(Some(columns.to_vec())).with_slice(Some((rows.start - start, rows.len())));
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

    /// The row group that holds all of some rows, or the whole table; and where it begins.
    fn smallest_with(&self, rows: &Range<usize>) -> (usize, FileMetadataRef) {
        let group = self.groups[..self.groups.partition_point(|group| group.start <= rows.start)].last();
        let found = group.filter(|group| rows.end <= group.start.saturating_add(group.metadata.num_rows));
        found.map_or_else(|| (0, self.metadata.clone()), |group| (group.start, group.metadata.clone()))
    }
}

fn groups_of(metadata: &FileMetadataRef) -> Vec<Group> {
    let mut start = 0usize;
    let group = |group: &RowGroupMetadata| {
        let own = FileMetadata {
            version: metadata.version,
            num_rows: group.num_rows(),
            max_row_group_height: group.num_rows(),
            created_by: metadata.created_by.clone(),
            row_groups: vec![group.clone()],
            key_value_metadata: metadata.key_value_metadata.clone(),
            schema_descr: metadata.schema_descr.clone(),
            column_orders: metadata.column_orders.clone(),
            footer_buf: metadata.footer_buf.clone(),
        };
        let place = Group { start, metadata: own.into() };
        start = start.saturating_add(group.num_rows());
        place
    };
    metadata.row_groups.iter().map(group).collect()
}
