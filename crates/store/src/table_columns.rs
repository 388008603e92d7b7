//! Tables to Parquet, every column of every row group by itself: all cores have work, and no table has to be in memory as a whole.

use crate::dictionary;
use foldhash::fast::RandomState;
use polars::io::parquet::write::KeyValueMetadata;
use polars::prelude::*;
use polars_arrow::array::{Array, BooleanArray, DictionaryArray, MutablePlString, PrimitiveArray, Utf8ViewArray};
use polars_arrow::datatypes::ArrowDataType;
use polars_arrow::trusted_len::TrustedLen;
use polars_arrow::types::NativeType;
use polars_parquet::write::{
    CompressedPage, CompressionOptions, Encoding, ParquetType, StatisticsOptions, Version, WriteOptions, array_to_columns, compress,
    get_dtype_encoding, to_parquet_schema,
};
use rayon::prelude::*;
use std::collections::HashMap;
use std::io::Write;
use std::ops::Range;

/// Rows in one row group: small enough that a reader can skip most of a large table, large enough to compress.
pub const ROW_GROUP: usize = 1 << 18;

/// Makes the values of some rows.
type Make<'a> = Box<dyn Fn(Range<usize>) -> Box<dyn Array> + Send + Sync + 'a>;

/// A column of a table that is to be written.
pub struct TableColumn<'a> {
    field: Field,
    make: Make<'a>,
    /// No value stands twice, so that a dictionary of them is in vain.
    is_unique: bool,
}

impl std::fmt::Debug for TableColumn<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TableColumn").field("field", &self.field).finish_non_exhaustive()
    }
}

impl<'a> TableColumn<'a> {
    fn new(name: &str, dtype: DataType, make: Make<'a>) -> Self {
        Self { field: Field::new(name.into(), dtype), make, is_unique: false }
    }

    /// A column that exists.
    pub fn of(column: &Column) -> Self {
        let series = column.as_materialized_series().rechunk();
        let array = series.to_arrow(0, CompatLevel::newest());
        let dtype = series.dtype().clone();
        let make = move |rows: Range<usize>| array.sliced(rows.start, rows.len());
        Self::new(column.name(), dtype, Box::new(make))
    }

    pub fn name(&self) -> &str {
        self.field.name()
    }

    /// Says that no value stands twice.
    #[must_use]
    pub fn unique(mut self) -> Self {
        self.is_unique = true;
        self
    }

    /// Numbers, null where there is none. `of` gives the number of a row.
    pub fn numbers<T>(name: &str, of: impl Fn(usize) -> Option<T::Native> + Send + Sync + 'a) -> Self
    where
        T: PolarsNumericType,
        T::Native: NativeType,
    {
        let make = move |rows: Range<usize>| primitive(rows.map(&of)).boxed();
        Self::new(name, T::get_static_dtype(), Box::new(make))
    }

    /// Numbers that are all there.
    pub fn all_numbers<T>(name: &str, of: impl Fn(usize) -> T::Native + Send + Sync + 'a) -> Self
    where
        T: PolarsNumericType,
        T::Native: NativeType,
    {
        let make = move |rows: Range<usize>| PrimitiveArray::from_vec(rows.map(&of).collect()).boxed();
        Self::new(name, T::get_static_dtype(), Box::new(make))
    }

    /// Dates as days since 1970-01-01, null where there is none.
    pub fn dates(name: &str, of: impl Fn(usize) -> Option<i32> + Send + Sync + 'a) -> Self {
        let make = move |rows: Range<usize>| primitive(rows.map(&of)).to(ArrowDataType::Date32).boxed();
        Self::new(name, DataType::Date, Box::new(make))
    }

    /// Truths that are all known.
    pub fn truths(name: &str, of: impl Fn(usize) -> bool + Send + Sync + 'a) -> Self {
        let make = move |rows: Range<usize>| BooleanArray::from_trusted_len_values_iter(rows.map(&of)).boxed();
        Self::new(name, DataType::Boolean, Box::new(make))
    }

    /// Ids of players, null where there is none.
    pub fn ids(name: &str, of: impl Fn(usize) -> Option<u32> + Send + Sync + 'a) -> Self {
        let make = move |rows: Range<usize>| {
            let array = primitive(rows.map(&of));
            dictionary::of_ids(&array).unwrap_or_else(|| array.boxed())
        };
        Self::new(name, DataType::UInt32, Box::new(make))
    }

    /// Ids of which each stands in as many rows as follow one another: `until` says where those of each end. No id stands twice.
    pub fn runs(name: &str, ids: Vec<Option<u32>>, until: Vec<u32>) -> Self {
        let make = move |rows: Range<usize>| {
            let first = until.partition_point(|&end| end as usize <= rows.start);
            let mut at = first;
            let owners = rows.map(|row| {
                while until[at] as usize <= row {
                    at += 1;
                }
                ids[at]
            });
            let array = primitive(owners);
            dictionary::of_ids(&array).unwrap_or_else(|| array.boxed())
        };
        Self::new(name, DataType::UInt32, Box::new(make))
    }

    /// Texts that are mostly different, some rows at a time.
    pub fn texts(name: &str, of: impl Fn(Range<usize>) -> Utf8ViewArray + Send + Sync + 'a) -> Self {
        Self::new(name, DataType::String, Box::new(move |rows| of(rows).boxed()))
    }

    /// Words of which all are known: `code` gives the position of a row's word in `words`.
    pub fn words<W: AsRef<str> + 'a>(name: &str, words: &[W], code: impl Fn(usize) -> u32 + Send + Sync + 'a) -> Self {
        // Two codes may stand for one word, a dictionary holds it once.
        let mut first: HashMap<&str, u32, RandomState> = HashMap::default();
        let mut different: Vec<String> = Vec::new();
        let canonical: Vec<u32> = words
            .iter()
            .map(|word| {
                *first.entry(word.as_ref()).or_insert_with(|| {
                    different.push(word.as_ref().to_owned());
                    u32::try_from(different.len() - 1).expect("fewer words than 32 bits can number")
                })
            })
            .collect();
        let make = move |rows: Range<usize>| {
            let words: Vec<&str> = different.iter().map(String::as_str).collect();
            dictionary::of_codes(&words, rows.map(|row| canonical[code(row) as usize]))
        };
        Self::new(name, DataType::String, Box::new(make))
    }

    /// The values of all rows of a table, for readers that want a column as Polars has it.
    pub fn to_column(&self, rows: usize) -> PolarsResult<Column> {
        let mut array = (self.make)(0..rows);
        if let Some(coded) = array.as_any().downcast_ref::<DictionaryArray<u32>>() {
            array = written_out(coded).unwrap_or(array);
        }
        Series::from_arrow(self.field.name().clone(), array)?.cast(self.field.dtype()).map(Series::into_column)
    }

    fn encode(&self, rows: Range<usize>, parquet_type: &ParquetType, options: WriteOptions) -> PolarsResult<Vec<CompressedPage>> {
        let mut array = (self.make)(rows);
        let mut encodings = get_dtype_encoding(array.dtype());
        if let Some(texts) = array.as_any().downcast_ref::<Utf8ViewArray>() {
            array = dictionary::of_words(texts).unwrap_or(array);
        } else if self.is_unique && is_far_apart(array.as_ref()) {
            encodings = vec![Encoding::Plain];
        }
        let pages = array_to_columns(array, parquet_type.clone(), options, &encodings)?;
        pages.into_iter().flatten().map(|page| Ok(compress(page?, Vec::new(), options.compression)?)).collect()
    }
}

/// The values of a dictionary row by row.
fn written_out(coded: &DictionaryArray<u32>) -> Option<Box<dyn Array>> {
    let keys = coded.keys().iter().map(|key| key.map(|&key| key as usize));
    if let Some(words) = coded.values().as_any().downcast_ref::<Utf8ViewArray>() {
        return Some(keys.map(|key| key.map(|key| words.value(key))).collect::<MutablePlString>().freeze().boxed());
    }
    let ids = coded.values().as_any().downcast_ref::<PrimitiveArray<u32>>()?;
    Some(PrimitiveArray::from_trusted_len_iter(keys.map(|key| key.map(|key| ids.value(key)))).boxed())
}

/// An array that marks nulls only where there are some.
fn primitive<T: NativeType>(values: impl TrustedLen<Item = Option<T>>) -> PrimitiveArray<T> {
    let array = PrimitiveArray::from_trusted_len_iter(values);
    if array.null_count() == 0 { array.with_validity(None) } else { array }
}

/// Whether Polars would look for a dictionary of these numbers by hashing them, only to find that none of them stands twice.
fn is_far_apart(array: &dyn Array) -> bool {
    let ids = array.as_any().downcast_ref::<PrimitiveArray<u32>>().filter(|ids| ids.null_count() == 0 && ids.len() > 128);
    ids.and_then(|ids| Some(ids.values().iter().max()? - ids.values().iter().min()?)).is_some_and(|span| span > u32::from(u16::MAX))
}

/// The row groups of a table of so many rows that is in memory: as Polars cuts them.
pub fn even_groups(rows: usize) -> Vec<Range<usize>> {
    let groups = (rows / ROW_GROUP).max(1);
    let size = rows / groups;
    (0..groups).map(|at| at * size..if at + 1 == groups { rows } else { (at + 1) * size }).filter(|group| !group.is_empty()).collect()
}

/// The row groups of a long table: all of one size but the last.
pub fn full_groups(rows: usize) -> Vec<Range<usize>> {
    (0..rows.div_ceil(ROW_GROUP)).map(|at| at * ROW_GROUP..rows.min((at + 1) * ROW_GROUP)).collect()
}

/// Writes a table as Parquet. The bytes depend on the values and the row groups alone.
pub fn write_columns(
    out: impl Write,
    columns: &[TableColumn<'_>],
    groups: &[Range<usize>],
    metadata: &[(String, String)],
) -> PolarsResult<()> {
    let schema: Schema = columns.iter().map(|column| column.field.clone()).collect();
    let parquet_schema = to_parquet_schema(&schema.to_arrow(CompatLevel::newest()))?;
    let types = parquet_schema.fields();
    let options = WriteOptions {
        statistics: StatisticsOptions::default(),
        compression: CompressionOptions::Snappy,
        version: Version::V1,
        data_page_size: None,
    };
    let metadata = (!metadata.is_empty()).then(|| KeyValueMetadata::from_static(metadata.to_vec()));
    let mut writer =
        ParquetWriter::new(out).with_compression(ParquetCompression::Snappy).with_key_value_metadata(metadata).batched(&schema)?;
    let encode = |group: &Range<usize>| -> PolarsResult<Vec<Vec<CompressedPage>>> {
        let parts = columns.par_iter().zip(types).with_max_len(1);
        parts.map(|(column, parquet_type)| column.encode(group.clone(), parquet_type, options)).collect()
    };
    // One row group is written while the next is encoded, so that no more than two are in memory.
    let mut ready = groups.first().map(encode).transpose()?;
    for (at, group) in groups.iter().enumerate() {
        let pages = ready.take().unwrap_or_default();
        let next = groups.get(at + 1);
        let mut encoded = Ok(None);
        rayon::in_place_scope(|scope| {
            scope.spawn(|_| encoded = next.map(encode).transpose());
            writer.write_row_group(group.len() as u64, &pages)
        })?;
        ready = encoded?;
    }
    writer.finish()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers in no order, the same at every run.
    fn scattered(seed: u64) -> impl Fn(usize) -> u64 {
        move |row| {
            let mut x = (row as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ seed.wrapping_mul(0xd1b5_4a32_d192_ed03);
            x ^= x >> 29;
            x.wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 17
        }
    }

    /// What Polars itself writes.
    fn by_polars(frame: &DataFrame) -> Vec<u8> {
        let mut bytes = Vec::new();
        let writer = ParquetWriter::new(&mut bytes).with_compression(ParquetCompression::Snappy).with_row_group_size(Some(ROW_GROUP));
        writer.finish(&mut frame.clone()).expect("written");
        bytes
    }

    fn by_columns(columns: &[TableColumn<'_>], rows: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        write_columns(&mut bytes, columns, &even_groups(rows), &[]).expect("written");
        bytes
    }

    /// Not `assert_eq`: a difference of megabytes tells nobody anything.
    fn same(ours: &[u8], theirs: &[u8], what: &str) {
        assert!(ours == theirs, "{what}: {} bytes, Polars writes {}", ours.len(), theirs.len());
    }

    #[test]
    fn columns_are_the_bytes_that_polars_writes() {
        const WORDS: [&str; 5] = ["", "GM", "a word of more than twelve letters", "IM", "GM"];
        for rows in [0, 1, 5, 128, 129, 1_000, 70_000] {
            let (a, b) = (scattered(1), scattered(2));
            let id = |row: usize| 100_000 + 97 * (a(row) % 5_000) as u32;
            let id_or_none = |row: usize| (b(row) % 9 != 0).then(|| id(row));
            let rare = |row: usize| Some(100 + 1_000 * (b(row) % 4_000_000) as u32);
            let number = |row: usize| (a(row) % 7 != 0).then_some((b(row) % 800) as i16);
            let code = |row: usize| (a(row) % 5) as u32;
            let day = |row: usize| (a(row) % 3 != 0).then_some(19_000 + (b(row) % 400) as i32);
            let many: Vec<String> = (0..rows).map(|at| format!("T{:05}", at / 2)).collect();
            let frame = df!(
                "id" => (0..rows).map(id_or_none).collect::<Vec<_>>(),
                "rare" => (0..rows).map(rare).collect::<Vec<_>>(),
                "unique" => (0..rows as u32).map(|row| 1_000 + row * 31).collect::<Vec<_>>(),
                "number" => (0..rows).map(number).collect::<Vec<_>>(),
                "all" => (0..rows).map(|row| a(row) as i32 % 1_000).collect::<Vec<_>>(),
                "word" => (0..rows).map(|row| WORDS[code(row) as usize]).collect::<Vec<_>>(),
                "many" => many.clone(),
                "truth" => (0..rows).map(|row| a(row) % 2 == 0).collect::<Vec<_>>(),
                "day" => (0..rows).map(day).collect::<Vec<_>>(),
            );
            let mut frame = frame.expect("a table");
            let days = frame.column("day").expect("days").cast(&DataType::Date).expect("days");
            frame.with_column(days).expect("as many rows");
            let columns = [
                TableColumn::ids("id", id_or_none),
                TableColumn::ids("rare", rare),
                TableColumn::all_numbers::<UInt32Type>("unique", |row| 1_000 + row as u32 * 31).unique(),
                TableColumn::numbers::<Int16Type>("number", number),
                TableColumn::all_numbers::<Int32Type>("all", |row| a(row) as i32 % 1_000),
                TableColumn::words("word", &WORDS, code),
                TableColumn::words("many", &many, |row| row as u32),
                TableColumn::truths("truth", |row| a(row) % 2 == 0),
                TableColumn::dates("day", day),
            ];
            same(&by_columns(&columns, rows), &by_polars(&frame), &format!("{rows} rows, made"));
            let columns: Vec<TableColumn<'_>> = frame.columns().iter().map(TableColumn::of).collect();
            same(&by_columns(&columns, rows), &by_polars(&frame), &format!("{rows} rows, given"));
        }
    }

    #[test]
    fn row_groups_are_those_that_polars_makes() {
        for rows in [ROW_GROUP - 1, ROW_GROUP, 2 * ROW_GROUP + 3] {
            let frame = df!("number" => (0..rows as u32).map(|row| row % 7).collect::<Vec<_>>()).expect("a table");
            same(&by_columns(&[TableColumn::of(&frame.columns()[0])], rows), &by_polars(&frame), &format!("{rows} rows"));
        }
    }

    #[test]
    fn runs_of_ids_are_written_as_their_rows() {
        let (ids, until) = (vec![Some(7), Some(200_000), None], vec![2, 3, 6]);
        let rows = [Some(7u32), Some(7), Some(200_000), None, None, None];
        let frame = df!("fide_id" => rows).expect("a table");
        same(&by_columns(&[TableColumn::runs("fide_id", ids, until)], 6), &by_polars(&frame), "runs");
    }
}
