//! Reads Parquet files: some columns, some rows at a time.

use crate::guard::guarded;
use crate::parquet_bounds::ParquetBounds;
use crate::{Table, TableError};
use polars::io::parquet::read::{FileMetadata, ParallelStrategy};
use polars::prelude::{FileMetadataRef, ParquetReader, SerReader};
use polars_parquet::parquet::statistics::Statistics;
use polars_parquet::read::RowGroupMetadata;
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::ops::{Range, RangeInclusive};
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
enum ByteSource<'b> {
    /// Bytes in memory. The selected columns were checked when the table was opened.
    Bytes(&'b [u8]),
    /// File on disk. Every read is checked before decoding.
    File(File, RangeCheck),
}

/// Checks a range of a file's bytes before anything is taken from it.
type RangeCheck = Box<dyn Fn(Range<u64>) -> io::Result<()> + Send + Sync>;

impl std::fmt::Debug for ByteSource<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Bytes(bytes) => f.debug_tuple("Bytes").field(&bytes.len()).finish(),
            Self::File(file, _) => f.debug_tuple("File").field(file).finish_non_exhaustive(),
        }
    }
}

/// Length of what follows the footer: its own length, and the mark of the format.
const TAIL_BYTES: u64 = 8;

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
        Self::from_checked_file(file, |_| Ok(()))
    }

    /// Opens a table on disk as [`Self::from_file`] does. Each range of bytes is checked before it is used, and no other is read.
    pub fn from_checked_file(
        mut file: File,
        check: impl Fn(Range<u64>) -> io::Result<()> + Send + Sync + 'static,
    ) -> Result<ParquetTable<'static>, TableError> {
        let length = file.metadata()?.len();
        if let Some(tail_start) = length.checked_sub(TAIL_BYTES) {
            check(tail_start..length)?;
            let mut footer_length = [0; 4];
            file.seek(SeekFrom::Start(tail_start))?;
            file.read_exact(&mut footer_length)?;
            check(tail_start.saturating_sub(u32::from_le_bytes(footer_length).into())..length)?;
        }
        let reader = ParquetReader::new(file.try_clone()?);
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        guarded(|| ParquetTable::new(ByteSource::File(file, Box::new(check)), length, reader))
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

    /// Value of a key in the metadata of the file.
    pub fn key_value(&self, key: &str) -> Option<&str> {
        let pairs = self.metadata.key_value_metadata.as_ref()?;
        pairs.iter().find(|pair| pair.key == key).and_then(|pair| pair.value.as_deref())
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
        let (start, metadata) = self.row_groups_with(&rows);
        let slice = (rows.start - start, rows.len());
        let strategy = self.strategy;
        let frame = match &self.source {
            ByteSource::Bytes(bytes) => guarded(|| decode(ParquetReader::new(Cursor::new(*bytes)), metadata, selected, slice, strategy))?,
            ByteSource::File(file, _) => {
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
        let group_of = |row: usize| self.group_starts.partition_point(|&start| start <= row);
        for near in rows.chunk_by(|a, b| group_of(*a) == group_of(*b)) {
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

    /// Returns the ranges of rows in which a column of integers may have a value, by the statistics of the row groups.
    pub fn row_ranges_with(&self, column: &str, value: i64) -> Vec<Range<usize>> {
        self.row_ranges_where(column, |bounds| match bounds {
            IntegerBounds::Unknown => true,
            IntegerBounds::NoValue => false,
            IntegerBounds::Within(range) => range.contains(&value),
        })
    }

    /// Returns the ranges of rows in which a column of integers may have any value, by the statistics of the row groups.
    pub fn row_ranges_with_values(&self, column: &str) -> Vec<Range<usize>> {
        self.row_ranges_where(column, |bounds| !matches!(bounds, IntegerBounds::NoValue))
    }

    fn row_ranges_where(&self, column: &str, may_have: impl Fn(&IntegerBounds) -> bool) -> Vec<Range<usize>> {
        let mut ranges: Vec<Range<usize>> = Vec::new();
        for (at, _) in self.integer_bounds(column).iter().enumerate().filter(|(_, bounds)| may_have(bounds)) {
            let rows = self.rows_of_group(at);
            match ranges.last_mut() {
                Some(last) if last.end == rows.start => last.end = rows.end,
                _ => ranges.push(rows),
            }
        }
        ranges
    }

    /// Whether the statistics say that a column of integers ascends from row group to row group, with nulls at the end.
    pub fn ascends_by_group(&self, column: &str) -> bool {
        let (mut last, mut has_ended) = (i64::MIN, false);
        self.integer_bounds(column).iter().all(|bounds| match bounds {
            IntegerBounds::Unknown => false,
            IntegerBounds::NoValue => {
                has_ended = true;
                true
            }
            IntegerBounds::Within(range) => {
                let ascends = !has_ended && *range.start() >= last;
                last = *range.end();
                ascends
            }
        })
    }

    /// The bounds of a column of integers in each row group.
    fn integer_bounds(&self, column: &str) -> Vec<IntegerBounds> {
        let bounds = |group: &RowGroupMetadata| {
            let chunk = group.columns_under_root_iter(column).and_then(|mut chunks| chunks.next());
            let Some(Ok(statistics)) = chunk.and_then(|chunk| chunk.statistics(&self.metadata.footer_buf)) else {
                return IntegerBounds::Unknown;
            };
            let is_all_null = statistics.null_count().is_some_and(|nulls| usize::try_from(nulls) == Ok(group.num_rows()));
            let range = match &statistics {
                Statistics::Int32(of) => of.min_value.zip(of.max_value).map(|(min, max)| (i64::from(min), i64::from(max))),
                Statistics::Int64(of) => of.min_value.zip(of.max_value),
                _ => None,
            };
            match range {
                Some((min, max)) => IntegerBounds::Within(min..=max),
                None if is_all_null => IntegerBounds::NoValue,
                None => IntegerBounds::Unknown,
            }
        };
        self.metadata.row_groups.iter().map(bounds).collect()
    }

    fn rows_of_group(&self, at: usize) -> Range<usize> {
        let start = self.group_starts[at];
        start..start.saturating_add(self.metadata.row_groups[at].num_rows())
    }

    /// Returns the first row and the metadata of the row groups that contain all of `rows`, or of the whole table.
    fn row_groups_with(&self, rows: &Range<usize>) -> (usize, FileMetadataRef) {
        let groups = &self.metadata.row_groups;
        let first = self.group_starts.partition_point(|&start| start <= rows.start).checked_sub(1);
        let until = self.group_starts.partition_point(|&start| start < rows.end);
        match first {
            Some(first) if until <= first + 1 && rows.end <= self.rows_of_group(first).end => {
                (self.group_starts[first], self.with_groups(&groups[first..first + 1]))
            }
            Some(first) if first < until => (self.group_starts[first], self.with_groups(&groups[first..until])),
            _ => (0, self.metadata.clone()),
        }
    }
}

/// What the statistics of a row group say of the integers in a column.
enum IntegerBounds {
    /// Nothing that can be used.
    Unknown,
    /// Every row is null.
    NoValue,
    Within(RangeInclusive<i64>),
}

impl ParquetTable<'_> {
    /// Returns the file's metadata with only some row groups, because a reader that is asked for some of many also decodes parts of those
    /// before them.
    fn with_groups(&self, groups: &[RowGroupMetadata]) -> FileMetadataRef {
        let metadata = &self.metadata;
        let own = FileMetadata {
            version: metadata.version,
            num_rows: groups.iter().map(RowGroupMetadata::num_rows).sum(),
            max_row_group_height: groups.iter().map(RowGroupMetadata::num_rows).max().unwrap_or(0),
            created_by: metadata.created_by.clone(),
            row_groups: groups.to_vec(),
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
            Self::File(file, check) => {
                check(range.clone())?;
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
