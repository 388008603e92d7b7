//! Parquet tables of which some columns are decoded some rows at a time.

use crate::guard::guarded;
use crate::parquet_bounds::Bounds;
use crate::{ROW_GROUP, Table, TableError};
use polars::io::parquet::read::{FileMetadata, ParallelStrategy};
use polars::prelude::{FileMetadataRef, ParquetReader, SerReader};
use polars_parquet::read::RowGroupMetadata;
use std::borrow::Cow;
use std::fs::File;
use std::io::{Cursor, Read, Seek, SeekFrom};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Whether bytes begin as a Parquet file does, whatever the file's name.
pub fn is_parquet(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PAR1")
}

/// A Parquet file that is open. What cannot be held in memory is refused before it is decoded.
#[derive(Debug)]
pub struct ParquetTable<'b> {
    source: Source<'b>,
    bounds: Bounds,
    metadata: FileMetadataRef,
    /// Where the rows of each row group begin.
    group_starts: Vec<usize>,
    columns: Vec<String>,
    other_columns: Vec<String>,
    /// Bytes of text that were read so far from memory.
    texts_read: AtomicUsize,
    strategy: ParallelStrategy,
}

/// Where the bytes are.
#[derive(Debug)]
enum Source<'b> {
    /// The columns that may be read were checked when the table was opened.
    Bytes(&'b [u8]),
    /// What is read is checked before it is.
    File(File),
}

impl<'b> ParquetTable<'b> {
    /// A table in memory. Of its columns only those that are wanted can be read.
    pub fn from_bytes(bytes: &'b [u8], is_wanted: impl Fn(&str) -> bool) -> Result<Self, TableError> {
        let mut table = guarded(|| Self::new(Source::Bytes(bytes), bytes.len(), ParquetReader::new(Cursor::new(bytes))))?;
        (table.columns, table.other_columns) = table.columns.into_iter().partition(|name| is_wanted(name));
        table.check_unpacked(&table.metadata.row_groups, |name| is_wanted(name))?;
        Ok(table)
    }

    /// A table on disk, of which only what is asked for is read; by one thread at a time, since the file has one position.
    pub fn from_file(file: File) -> Result<ParquetTable<'static>, TableError> {
        let length = usize::try_from(file.metadata()?.len()).unwrap_or(usize::MAX);
        let reader = ParquetReader::new(file.try_clone()?);
        guarded(|| ParquetTable::new(Source::File(file), length, reader))
    }

    fn new<R: polars::io::mmap::MmapBytesReader>(
        source: Source<'b>,
        length: usize,
        mut reader: ParquetReader<R>,
    ) -> Result<Self, TableError> {
        let metadata = reader.get_metadata()?.clone();
        let bounds = Bounds::of_file(length);
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
        let (other_columns, texts_read, strategy) = (Vec::new(), AtomicUsize::new(0), ParallelStrategy::Auto);
        Ok(Self { source, bounds, metadata, group_starts, columns, other_columns, texts_read, strategy })
    }

    /// Says that many parts are decoded at a time, so that each needs one thread only.
    pub fn use_one_thread_each(&mut self) {
        self.strategy = ParallelStrategy::None;
    }

    /// The names of the columns that can be read.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The names of the columns that the file has and nobody wanted.
    pub fn other_columns(&self) -> &[String] {
        &self.other_columns
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.metadata.num_rows
    }

    /// The row groups, cut into ranges of at most so many rows; at least one range.
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

    /// All rows of all columns that can be read.
    pub fn read_all(&self) -> Result<Table, TableError> {
        let names: Vec<&str> = self.columns.iter().map(String::as_str).collect();
        self.read(0..self.height(), &names)
    }

    /// Some rows of those of the named columns that are there.
    pub fn read(&self, rows: Range<usize>, columns: &[&str]) -> Result<Table, TableError> {
        let wanted: Vec<String> = self.columns.iter().filter(|name| columns.contains(&name.as_str())).cloned().collect();
        let (start, metadata) = self.smallest_with(&rows);
        let slice = (rows.start - start, rows.len());
        let strategy = self.strategy;
        let frame = match &self.source {
            Source::Bytes(bytes) => guarded(|| decode(ParquetReader::new(Cursor::new(*bytes)), metadata, wanted, slice, strategy))?,
            Source::File(file) => {
                self.check_unpacked(&metadata.row_groups, |name| columns.contains(&name))?;
                let reader = ParquetReader::new(file.try_clone()?);
                guarded(|| decode(reader, metadata, wanted, slice, strategy))?
            }
        };
        let texts = self.bounds.check_texts(&frame)?;
        if matches!(self.source, Source::Bytes(_)) {
            let all = self.texts_read.fetch_add(texts, Ordering::Relaxed).saturating_add(texts);
            self.bounds.check_unpacked(all / self.columns.len().max(1))?;
        }
        // What a damaged file says of its length must not be believed: there would be no end.
        let is_whole = frame.columns().iter().all(|column| column.len() == rows.len());
        if frame.width() > 0 && (frame.height() != rows.len() || !is_whole) {
            return Err(TableError::damaged());
        }
        Ok(Table::of_frame(frame))
    }

    /// Rows that lie anywhere, ascending: row group by row group, so that groups without any are not read and only one is in memory.
    pub fn pick(&self, rows: &[usize], columns: &[&str]) -> Result<Table, TableError> {
        let mut picked: Option<Table> = None;
        for near in rows.chunk_by(|a, b| a / ROW_GROUP == b / ROW_GROUP) {
            let (Some(&first), Some(&last)) = (near.first(), near.last()) else { continue };
            let wanted: Vec<u32> = near.iter().map(|row| u32::try_from(row - first).unwrap_or(u32::MAX)).collect();
            let part = self.read(first..last + 1, columns)?.take(&wanted)?;
            match &mut picked {
                Some(all) => all.append(part)?,
                None => picked = Some(part),
            }
        }
        picked.map_or_else(|| self.read(0..0, columns), Ok)
    }

    /// Refuses columns that would take far more memory than the file is long.
    fn check_unpacked(&self, groups: &[RowGroupMetadata], is_wanted: impl Fn(&str) -> bool) -> Result<(), TableError> {
        let mut unpacked = 0usize;
        for column in groups.iter().flat_map(|group| group.parquet_columns()) {
            if !column.descriptor().path_in_schema.first().is_some_and(|name| is_wanted(name)) {
                continue;
            }
            let chunk = self.source.bytes(column.byte_range())?;
            unpacked = unpacked.saturating_add(self.bounds.unpacked_size(&chunk, column.num_values())?);
            self.bounds.check_unpacked(unpacked)?;
        }
        Ok(())
    }

    /// The row group that holds all of some rows, or the whole table; and where it begins.
    fn smallest_with(&self, rows: &Range<usize>) -> (usize, FileMetadataRef) {
        let at = self.group_starts.partition_point(|&start| start <= rows.start).checked_sub(1);
        let found = at.map(|at| (self.group_starts[at], &self.metadata.row_groups[at]));
        match found.filter(|(start, group)| rows.end <= start.saturating_add(group.num_rows())) {
            Some((start, group)) => (start, self.with_one_group(group)),
            None => (0, self.metadata.clone()),
        }
    }
}

impl ParquetTable<'_> {
    /// The file's metadata with one row group: a reader that is asked for one of many unpacks something of all before it.
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

impl Source<'_> {
    /// Some bytes of the file; fewer where it is shorter.
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
