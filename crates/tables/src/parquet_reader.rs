//! Reads Parquet files: some columns, some rows at a time.

use crate::guard::guarded;
use crate::parquet_bounds::ParquetBounds;
use crate::{ROW_GROUP, Table, TableError};
use polars::io::parquet::read::{FileMetadata, ParallelStrategy};
use polars::prelude::{FileMetadataRef, ParquetReader, SerReader};
use polars_parquet::read::RowGroupMetadata;
use std::borrow::Cow;
use std::fs::File;
use std::io::{Cursor, Read, Seek, SeekFrom};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Whether bytes begin like a Parquet file.
pub fn is_parquet(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PAR1")
}

/// Open Parquet file. Anything too large for memory is rejected before it is decoded.
#[derive(Debug)]
pub struct ParquetTable<'b> {
    source: ByteSource<'b>,
    bounds: ParquetBounds,
    metadata: FileMetadataRef,
    /// First row of each row group.
    group_starts: Vec<usize>,
    columns: Vec<String>,
    unselected_columns: Vec<String>,
    /// Bytes of text read so far, for a table in memory.
    texts_read: AtomicUsize,
    strategy: ParallelStrategy,
}

/// Source of the bytes.
#[derive(Debug)]
enum ByteSource<'b> {
    /// Bytes in memory. The selected columns were checked when the table was opened.
    Bytes(&'b [u8]),
    /// File on disk. Every read is checked before decoding.
    File(File),
}

impl<'b> ParquetTable<'b> {
    /// Opens a table in memory. Only the selected columns can be read.
    pub fn from_bytes(bytes: &'b [u8], is_selected: impl Fn(&str) -> bool) -> Result<Self, TableError> {
        let mut table = guarded(|| Self::new(ByteSource::Bytes(bytes), bytes.len(), ParquetReader::new(Cursor::new(bytes))))?;
        (table.columns, table.unselected_columns) = table.columns.into_iter().partition(|name| is_selected(name));
        table.check_unpacked(&table.metadata.row_groups, |name| is_selected(name))?;
        Ok(table)
    }

    /// Opens a table on disk and reads only what is requested. It must not be used by several threads, since the file has one position.
    pub fn from_file(file: File) -> Result<ParquetTable<'static>, TableError> {
        let length = usize::try_from(file.metadata()?.len()).unwrap_or(usize::MAX);
        let reader = ParquetReader::new(file.try_clone()?);
        guarded(|| ParquetTable::new(ByteSource::File(file), length, reader))
    }

    fn new<R: polars::io::mmap::MmapBytesReader>(
        source: ByteSource<'b>,
        length: usize,
        mut reader: ParquetReader<R>,
    ) -> Result<Self, TableError> {
        let metadata = reader.get_metadata()?.clone();
        let bounds = ParquetBounds::of_file(length);
        let rows = metadata.row_groups.iter().fold(0usize, |rows, group| rows.saturating_add(group.num_rows())).max(metadata.num_rows);
        bounds.check_rows(rows)?;
        let columns = reader.schema()?.iter_names().map(|name| name.to_string()).collect();
        bounds.check_footer(metadata.row_groups.len(), metadata.footer_buf.len())?;
        let starts = metadata.row_groups.iter().scan(0usize, |next, group| {
            let start = *next;
            *next = next.saturating_add(group.num_rows());
            Some(start)
        });
        let group_starts = starts.collect();
        let (unselected_columns, texts_read, strategy) = (Vec::new(), AtomicUsize::new(0), ParallelStrategy::Auto);
        Ok(Self { source, bounds, metadata, group_starts, columns, unselected_columns, texts_read, strategy })
    }

    /// Decodes each range on one thread, for callers that decode many ranges in parallel.
    pub fn decode_single_threaded(&mut self) {
        self.strategy = ParallelStrategy::None;
    }

    /// Names of the columns that can be read.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// Names of the columns that were not selected.
    pub fn unselected_columns(&self) -> &[String] {
        &self.unselected_columns
    }

    /// Number of rows.
    pub fn height(&self) -> usize {
        self.metadata.num_rows
    }

    /// Splits the row groups into ranges of at most `max_rows` rows; at least one range.
    pub fn row_ranges(&self, max_rows: usize) -> Vec<Range<usize>> {
        let (mut ranges, mut start) = (Vec::new(), 0);
        for group in &self.metadata.row_groups {
            let end = start + group.num_rows();
            ranges.extend((start..end).step_by(max_rows).map(|from| from..end.min(from.saturating_add(max_rows))));
            start = end;
        }
        // A table without rows still has columns.
        if ranges.is_empty() {
            ranges.push(0..0);
        }
        ranges
    }

    /// Reads all rows of all selected columns.
    pub fn read_all(&self) -> Result<Table, TableError> {
        let names: Vec<&str> = self.columns.iter().map(String::as_str).collect();
        self.read(0..self.height(), &names)
    }

    /// Reads a range of rows of the named columns; names that the table lacks are ignored.
    pub fn read(&self, rows: Range<usize>, columns: &[&str]) -> Result<Table, TableError> {
        let selected: Vec<String> = self.columns.iter().filter(|name| columns.contains(&name.as_str())).cloned().collect();
        let (start, metadata) = self.row_group_with(&rows);
        let slice = (rows.start - start, rows.len());
        let strategy = self.strategy;
        let frame = match &self.source {
            ByteSource::Bytes(bytes) => guarded(|| decode(ParquetReader::new(Cursor::new(*bytes)), metadata, selected, slice, strategy))?,
            ByteSource::File(file) => {
                self.check_unpacked(&metadata.row_groups, |name| columns.contains(&name))?;
                let reader = ParquetReader::new(file.try_clone()?);
                guarded(|| decode(reader, metadata, selected, slice, strategy))?
            }
        };
        let texts = self.bounds.check_texts(&frame)?;
        if matches!(self.source, ByteSource::Bytes(_)) {
            let all = self.texts_read.fetch_add(texts, Ordering::Relaxed).saturating_add(texts);
            self.bounds.check_unpacked(all / self.columns.len().max(1))?;
        }
        // A damaged file may state a false length.
        let is_complete = frame.columns().iter().all(|column| column.len() == rows.len());
        if frame.width() > 0 && (frame.height() != rows.len() || !is_complete) {
            return Err(TableError::damaged());
        }
        Ok(Table::of_frame(frame))
    }

    /// Reads the rows at ascending positions, row group by row group, so that groups without any are skipped and only one is in memory.
    pub fn take(&self, rows: &[usize], columns: &[&str]) -> Result<Table, TableError> {
        let mut taken: Option<Table> = None;
        for near in rows.chunk_by(|a, b| a / ROW_GROUP == b / ROW_GROUP) {
            let (Some(&first), Some(&last)) = (near.first(), near.last()) else { continue };
            let selected: Vec<u32> = near.iter().map(|row| u32::try_from(row - first).unwrap_or(u32::MAX)).collect();
            let part = self.read(first..last + 1, columns)?.take(&selected)?;
            match &mut taken {
                Some(all) => all.append(part)?,
                None => taken = Some(part),
            }
        }
        taken.map_or_else(|| self.read(0..0, columns), Ok)
    }

    /// Rejects columns that would take far more memory than the size of the file.
    fn check_unpacked(&self, groups: &[RowGroupMetadata], is_selected: impl Fn(&str) -> bool) -> Result<(), TableError> {
        let mut unpacked = 0usize;
        for column in groups.iter().flat_map(|group| group.parquet_columns()) {
            if !column.descriptor().path_in_schema.first().is_some_and(|name| is_selected(name)) {
                continue;
            }
            let chunk = self.source.bytes(column.byte_range())?;
            unpacked = unpacked.saturating_add(self.bounds.unpacked_size(&chunk, column.num_values())?);
            self.bounds.check_unpacked(unpacked)?;
        }
        Ok(())
    }

    /// Returns the start and the metadata of the row group that contains all of `rows`, or of the whole table.
    fn row_group_with(&self, rows: &Range<usize>) -> (usize, FileMetadataRef) {
        let at = self.group_starts.partition_point(|&start| start <= rows.start).checked_sub(1);
        let found = at.map(|at| (self.group_starts[at], &self.metadata.row_groups[at]));
        match found.filter(|(start, group)| rows.end <= start.saturating_add(group.num_rows())) {
            Some((start, group)) => (start, self.with_one_group(group)),
            None => (0, self.metadata.clone()),
        }
    }
}

impl ParquetTable<'_> {
    /// Returns the file's metadata with a single row group, because a reader that is asked for one of many also decodes parts of those
    /// before it.
    fn with_one_group(&self, group: &RowGroupMetadata) -> FileMetadataRef {
        let metadata = &self.metadata;
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
        own.into()
    }
}

impl ByteSource<'_> {
    /// Returns a range of the file's bytes, fewer if the file is shorter.
    fn bytes(&self, range: Range<u64>) -> Result<Cow<'_, [u8]>, TableError> {
        match self {
            Self::Bytes(bytes) => {
                let end = usize::try_from(range.end).unwrap_or(usize::MAX).min(bytes.len());
                let found = usize::try_from(range.start).ok().and_then(|start| bytes.get(start..end));
                Ok(Cow::Borrowed(found.unwrap_or_default()))
            }
            Self::File(file) => {
                let mut file = file.try_clone()?;
                file.seek(SeekFrom::Start(range.start))?;
                let mut bytes = Vec::new();
                file.take(range.end.saturating_sub(range.start)).read_to_end(&mut bytes)?;
                Ok(Cow::Owned(bytes))
            }
        }
    }
}

fn decode<R: polars::io::mmap::MmapBytesReader>(
    mut reader: ParquetReader<R>,
    metadata: FileMetadataRef,
    columns: Vec<String>,
    slice: (usize, usize),
    strategy: ParallelStrategy,
) -> Result<polars::prelude::DataFrame, polars::error::PolarsError> {
    reader.set_metadata(metadata);
    let reader = reader.with_columns(Some(columns)).with_slice(Some(slice)).read_parallel(strategy);
    let mut frame = reader.finish()?;
    frame.rechunk_mut();
    Ok(frame)
}
