//! Tables and columns that are written.
//!
//! A column computes its values for a range of rows, so that a table never has to be in memory as a whole. Values are Arrow arrays, which
//! the Parquet writer encodes without a copy.

use crate::values::Texts;
use crate::{CsvLayout, Table, TableError, TextColumn, csv_writer, parquet_writer, xlsx_writer};
use foldhash::fast::RandomState;
use model::{Date, days_since_1970};
use polars::prelude::{CompatLevel, DataFrame, DataType, Field, Series, TimeUnit};
use polars_arrow::array::{Array, BooleanArray, DictionaryArray, PrimitiveArray, Utf8ViewArray};
use polars_arrow::bitmap::Bitmap;
use polars_arrow::datatypes::{ArrowDataType, IntegerType, TimeUnit as ArrowTimeUnit};
use polars_arrow::types::NativeType;
use rayon::prelude::*;
use std::collections::{BTreeSet, HashMap};
use std::io::Write;
use std::ops::Range;
use std::sync::Arc;

/// Computes the values of a range of rows.
type ArrayBuilder<'a> = Box<dyn Fn(Range<usize>) -> Box<dyn Array> + Send + Sync + 'a>;

/// Computes the numbers of the words in a range of rows.
type CodesBuilder<'a> = Box<dyn Fn(Range<usize>) -> Vec<u32> + Send + Sync + 'a>;

/// Calls back with the text of every row of a range.
type TextVisitor<'a> = Box<dyn Fn(Range<usize>, &mut dyn FnMut(&str)) + Send + Sync + 'a>;

/// Values of a column, which are computed for a range of rows.
pub(crate) enum ColumnValues<'a> {
    /// Values of any kind, with how they are encoded in Parquet.
    Array(ArrayBuilder<'a>, ArrayEncoding),
    /// Texts that are known beforehand, distinct, by number. An empty one is a null, and so is the number after the last one.
    Words(Vec<String>, CodesBuilder<'a>),
    /// Texts that rarely repeat. An empty one is a null.
    Texts(TextVisitor<'a>),
    /// One text, not empty, in every row.
    ConstantText(String),
    /// One date in every row, in days since 1970-01-01.
    ConstantDay(i32),
}

/// Encoding of an array in Parquet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ArrayEncoding {
    /// Dictionary encoding, where values repeat.
    Dictionary,
    /// Integers that repeat in consecutive rows, and nowhere else.
    Repeated,
    /// Differences between neighbouring values: short for sorted ids, and without a search for repeated values.
    Delta,
    /// One value after the other.
    Plain,
}

/// Column of a table that is written.
pub struct OutputColumn<'a> {
    field: Field,
    values: ColumnValues<'a>,
}

impl std::fmt::Debug for OutputColumn<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OutputColumn").field("field", &self.field).finish_non_exhaustive()
    }
}

impl<'a> OutputColumn<'a> {
    fn new(name: &str, dtype: DataType, values: ColumnValues<'a>) -> Self {
        Self { field: Field::new(name.into(), dtype), values }
    }

    fn of_arrays(
        name: &str,
        dtype: DataType,
        encoding: ArrayEncoding,
        build: impl Fn(Range<usize>) -> Box<dyn Array> + Send + Sync + 'a,
    ) -> Self {
        Self::new(name, dtype, ColumnValues::Array(Box::new(build), encoding))
    }

    /// Wraps an existing Polars column.
    pub(crate) fn from_polars(column: &polars::prelude::Column) -> Self {
        let series = column.as_materialized_series().rechunk();
        let array = series.to_arrow(0, CompatLevel::newest());
        let build = move |rows: Range<usize>| array.sliced(rows.start, rows.len());
        Self::of_arrays(column.name(), series.dtype().clone(), ArrayEncoding::Dictionary, build)
    }

    /// Player ids in 64 bits, with nulls. `value` returns the id of a row.
    pub fn ids(name: &str, value: impl Fn(usize) -> Option<u32> + Send + Sync + 'a) -> Self {
        let build = move |rows: Range<usize>| nullable_array(rows, |row| value(row).map(i64::from)).boxed();
        Self::of_arrays(name, DataType::Int64, ArrayEncoding::Delta, build)
    }

    /// Ids that each repeat in consecutive rows; `ends` holds the row after the last one of each id.
    pub fn repeated_ids(name: &str, ids: Vec<Option<u32>>, ends: Vec<u32>) -> Self {
        let build = move |rows: Range<usize>| {
            let mut at = ends.partition_point(|&end| end as usize <= rows.start);
            let id = |row: usize| {
                while ends[at] as usize <= row {
                    at += 1;
                }
                ids[at].map(i64::from)
            };
            nullable_array(rows, id).boxed()
        };
        Self::of_arrays(name, DataType::Int64, ArrayEncoding::Repeated, build)
    }

    /// Integers of 32 bits, with nulls.
    pub fn integers(name: &str, value: impl Fn(usize) -> Option<i32> + Send + Sync + 'a) -> Self {
        let build = move |rows: Range<usize>| nullable_array(rows, &value).boxed();
        Self::of_arrays(name, DataType::Int32, ArrayEncoding::Dictionary, build)
    }

    /// Dates, with nulls.
    pub fn dates(name: &str, value: impl Fn(usize) -> Option<Date> + Send + Sync + 'a) -> Self {
        Self::days(name, move |row| value(row).map(days_since_1970))
    }

    /// Dates as days since 1970-01-01, with nulls.
    pub fn days(name: &str, value: impl Fn(usize) -> Option<i32> + Send + Sync + 'a) -> Self {
        let build = move |rows: Range<usize>| nullable_array(rows, &value).to(ArrowDataType::Date32).boxed();
        Self::of_arrays(name, DataType::Date, ArrayEncoding::Dictionary, build)
    }

    /// UTC timestamps in microseconds since 1970-01-01. The column has no time zone, because Python readers need a further package for one.
    pub fn timestamps(name: &str, value: impl Fn(usize) -> i64 + Send + Sync + 'a) -> Self {
        let dtype = ArrowDataType::Timestamp(ArrowTimeUnit::Microsecond, None);
        let build = move |rows: Range<usize>| PrimitiveArray::from_vec(rows.map(&value).collect()).to(dtype.clone()).boxed();
        Self::of_arrays(name, DataType::Datetime(TimeUnit::Microseconds, None), ArrayEncoding::Delta, build)
    }

    /// Booleans without nulls.
    pub fn booleans(name: &str, value: impl Fn(usize) -> bool + Send + Sync + 'a) -> Self {
        let build = move |rows: Range<usize>| BooleanArray::from_trusted_len_values_iter(rows.map(&value)).boxed();
        Self::of_arrays(name, DataType::Boolean, ArrayEncoding::Plain, build)
    }

    /// Booleans with nulls.
    pub fn nullable_booleans(name: &str, value: impl Fn(usize) -> Option<bool> + Send + Sync + 'a) -> Self {
        let build = move |rows: Range<usize>| {
            let array = BooleanArray::from_trusted_len_iter(rows.map(&value));
            if array.null_count() == 0 { array.with_validity(None).boxed() } else { array.boxed() }
        };
        Self::of_arrays(name, DataType::Boolean, ArrayEncoding::Plain, build)
    }

    /// Texts of any kind. An empty text becomes a null, because a CSV file cannot tell them apart.
    pub fn texts<T: AsRef<str>>(name: &str, value: impl Fn(usize) -> T + Send + Sync + 'a) -> Self {
        Self::nullable_texts(name, move |row| Some(value(row)))
    }

    /// Texts with nulls. An empty text becomes a null, too.
    pub fn nullable_texts<T: AsRef<str>>(name: &str, value: impl Fn(usize) -> Option<T> + Send + Sync + 'a) -> Self {
        let visit = move |rows: Range<usize>, visit: &mut dyn FnMut(&str)| {
            rows.for_each(|row| visit(value(row).as_ref().map_or("", AsRef::as_ref)));
        };
        Self::of_arrays(name, DataType::String, ArrayEncoding::Dictionary, move |rows| text_array(rows, &visit))
    }

    /// Texts that rarely repeat, such as hashes.
    pub fn hashes<T: AsRef<str>>(name: &str, value: impl Fn(usize) -> T + Send + Sync + 'a) -> Self {
        Self::unique_texts(name, move |rows, visit| rows.for_each(|row| visit(value(row).as_ref())))
    }

    /// Texts that are already in memory.
    pub fn from_texts(name: &str, texts: Texts) -> Self {
        let build = move |rows: Range<usize>| texts.slice(rows.start, rows.len()).empty_as_null().boxed();
        Self::of_arrays(name, DataType::String, ArrayEncoding::Dictionary, build)
    }

    /// Texts that rarely repeat. `visit` calls back with the text of every row of a range.
    pub(crate) fn unique_texts(name: &str, visit: impl Fn(Range<usize>, &mut dyn FnMut(&str)) + Send + Sync + 'a) -> Self {
        Self::new(name, DataType::String, ColumnValues::Texts(Box::new(visit)))
    }

    /// Texts from a fixed dictionary: `code` returns the position of a row's text in `words`. An empty word becomes a null.
    pub fn dictionary<W: AsRef<str>>(name: &str, words: &[W], code: impl Fn(usize) -> u32 + Send + Sync + 'a) -> Self {
        // Two codes may have the same word, which a dictionary holds once.
        let mut first: HashMap<&str, u32, RandomState> = HashMap::default();
        let mut unique: Vec<String> = Vec::new();
        let canonical: Vec<u32> = words
            .iter()
            .map(|word| {
                *first.entry(word.as_ref()).or_insert_with(|| {
                    unique.push(word.as_ref().to_owned());
                    u32::try_from(unique.len() - 1).expect("fewer words than 32 bits can number")
                })
            })
            .collect();
        let codes = move |rows: Range<usize>| rows.map(|row| canonical[code(row) as usize]).collect();
        Self::new(name, DataType::String, ColumnValues::Words(unique, Box::new(codes)))
    }

    /// Texts with nulls from a fixed dictionary of distinct words: `code` returns the position of a row's text in `words`.
    pub fn nullable_words(name: &str, words: &[&str], code: impl Fn(usize) -> Option<u32> + Send + Sync + 'a) -> Self {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let null = u32::try_from(words.len()).expect("fewer words than 32 bits can number");
        let codes = move |rows: Range<usize>| rows.map(|row| code(row).unwrap_or(null)).collect();
        Self::new(name, DataType::String, ColumnValues::Words(words, Box::new(codes)))
    }

    /// One text in every row.
    pub fn constant_text(name: &str, text: &str) -> Self {
        if text.is_empty() {
            return Self::dictionary(name, &[text], |_| 0);
        }
        Self::new(name, DataType::String, ColumnValues::ConstantText(text.to_owned()))
    }

    /// One date in every row.
    pub fn constant_date(name: &str, date: Date) -> Self {
        Self::new(name, DataType::Date, ColumnValues::ConstantDay(days_since_1970(date)))
    }

    /// Texts of a text column: those of `rows`, or all of them in their order.
    pub fn from_text_column(name: &str, texts: &'a TextColumn, rows: Option<&Arc<[u32]>>) -> Self {
        texts.to_column(name, rows)
    }

    pub fn name(&self) -> &str {
        self.field.name()
    }

    pub(crate) const fn field(&self) -> &Field {
        &self.field
    }

    pub(crate) const fn values(&self) -> &ColumnValues<'a> {
        &self.values
    }

    /// Returns the values of a range of rows; dictionary columns give a dictionary array.
    pub(crate) fn array(&self, rows: Range<usize>) -> Box<dyn Array> {
        match &self.values {
            ColumnValues::Array(build, _) => build(rows),
            ColumnValues::Words(words, codes) => dictionary_array(words, codes(rows)),
            ColumnValues::Texts(visit) => text_array(rows, visit),
            ColumnValues::ConstantText(text) => dictionary_array(std::slice::from_ref(text), vec![0; rows.len()]),
            ColumnValues::ConstantDay(day) => PrimitiveArray::from_vec(vec![*day; rows.len()]).to(ArrowDataType::Date32).boxed(),
        }
    }

    /// Returns the values of all rows.
    pub(crate) fn to_series(&self, rows: usize) -> Result<Series, TableError> {
        let mut array = self.array(0..rows);
        if let Some(words) = array.as_any().downcast_ref::<DictionaryArray<u32>>() {
            array = decode_dictionary(words);
        }
        Ok(Series::from_arrow(self.field.name().clone(), array)?.cast(self.field.dtype())?)
    }
}

/// Expands a dictionary array to one text per row.
fn decode_dictionary(dictionary_array: &DictionaryArray<u32>) -> Box<dyn Array> {
    let words = dictionary_array.values().as_any().downcast_ref::<Utf8ViewArray>().expect("a dictionary of texts");
    let mut texts = polars_arrow::array::MutablePlString::with_capacity(dictionary_array.len());
    dictionary_array.keys().iter().for_each(|key| texts.push(key.map(|&key| words.value(key as usize))));
    Utf8ViewArray::from(texts).boxed()
}

/// Builds an array that has a validity bitmap only if there are nulls.
fn nullable_array<T: NativeType>(rows: Range<usize>, mut value: impl FnMut(usize) -> Option<T>) -> PrimitiveArray<T> {
    let mut values = vec![T::default(); rows.len()];
    let mut validity = Vec::with_capacity(rows.len().div_ceil(8));
    let mut nulls = 0u8;
    // Eight rows at a time, without a branch that depends on the data.
    for (first, values) in rows.clone().step_by(8).zip(values.chunks_mut(8)) {
        let mut bits = 0u8;
        for (bit, (row, place)) in (first..).zip(values).enumerate() {
            let value = value(row);
            bits |= u8::from(value.is_some()) << bit;
            nulls |= u8::from(value.is_none());
            *place = value.unwrap_or_default();
        }
        validity.push(bits);
    }
    let array = PrimitiveArray::from_vec(values);
    if nulls == 0 { array } else { array.with_validity(Some(Bitmap::from_u8_vec(validity, rows.len()))) }
}

/// Builds an array of texts. An empty text becomes a null.
fn text_array(rows: Range<usize>, visit: impl Fn(Range<usize>, &mut dyn FnMut(&str))) -> Box<dyn Array> {
    let mut array = polars_arrow::array::MutablePlString::with_capacity(rows.len());
    visit(rows, &mut |text| array.push(Some(text).filter(|text| !text.is_empty())));
    Utf8ViewArray::from(array).boxed()
}

/// Builds a dictionary array of words by their numbers. An empty word becomes a null, and so does the number after the last one.
fn dictionary_array(words: &[String], mut codes: Vec<u32>) -> Box<dyn Array> {
    let is_null: Vec<bool> = words.iter().map(String::is_empty).chain([true]).collect();
    let mut occurs = vec![false; words.len() + 1];
    codes.iter().for_each(|&code| occurs[code as usize] = true);
    let has_nulls = occurs.iter().zip(&is_null).any(|(&occurs, &is_null)| occurs && is_null);
    let validity: Option<Bitmap> = has_nulls.then(|| codes.iter().map(|&code| !is_null[code as usize]).collect());
    // Keys are numbers of the words that occur.
    let mut used: Vec<&str> = Vec::new();
    let mut key_of = vec![0; words.len() + 1];
    for (code, word) in words.iter().enumerate().filter(|(code, _)| occurs[*code] && !is_null[*code]) {
        key_of[code] = u32::try_from(used.len()).expect("fewer words than 32 bits can number");
        used.push(word);
    }
    codes.iter_mut().for_each(|code| *code = key_of[*code as usize]);
    let dtype = ArrowDataType::Dictionary(IntegerType::UInt32, Box::new(ArrowDataType::Utf8View), false);
    let keys = PrimitiveArray::from_vec(codes).with_validity(validity);
    let array = DictionaryArray::<u32>::try_new(dtype, keys, Utf8ViewArray::from_slice_values(&used).boxed());
    array.expect("keys are positions in the words that occur").boxed()
}

/// Table that is written as CSV or Parquet.
#[derive(Debug)]
pub struct OutputTable<'a> {
    rows: usize,
    columns: Vec<OutputColumn<'a>>,
}

impl<'a> OutputTable<'a> {
    pub fn new(rows: usize, columns: Vec<OutputColumn<'a>>) -> Self {
        Self { rows, columns }
    }

    /// Number of rows.
    pub fn height(&self) -> usize {
        self.rows
    }

    pub(crate) fn columns(&self) -> &[OutputColumn<'a>] {
        &self.columns
    }

    pub fn has(&self, name: &str) -> bool {
        self.columns.iter().any(|column| column.name() == name)
    }

    /// Names of the columns, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(OutputColumn::name)
    }

    /// Inserts columns before the existing ones.
    #[must_use]
    pub fn with_leading_columns(mut self, columns: impl IntoIterator<Item = OutputColumn<'a>>) -> Self {
        self.columns.splice(0..0, columns);
        self
    }

    /// Returns the distinct texts of a column without nulls; empty if there is no such text column.
    pub fn distinct_texts(&self, name: &str) -> BTreeSet<String> {
        const CHUNK_ROWS: usize = 1 << 16;
        let Some(column) = self.columns.iter().find(|column| column.name() == name) else { return BTreeSet::new() };
        let some = |part: usize| {
            let array = column.array(part * CHUNK_ROWS..self.rows.min((part + 1) * CHUNK_ROWS));
            // A dictionary array holds only the words in use.
            let words = array.as_any().downcast_ref::<DictionaryArray<u32>>().map_or(&array, |words| words.values());
            let texts = words.as_any().downcast_ref::<Utf8ViewArray>();
            let unique: BTreeSet<&str> = texts.into_iter().flat_map(|texts| texts.iter().flatten()).collect();
            unique.into_iter().map(str::to_owned).collect::<BTreeSet<String>>()
        };
        (0..self.rows.div_ceil(CHUNK_ROWS)).into_par_iter().flat_map_iter(some).collect()
    }

    /// Writes the table as Parquet, row group by row group. The bytes depend on the values alone.
    pub fn write_parquet(&self, out: impl Write, metadata: &[(String, String)]) -> Result<(), TableError> {
        parquet_writer::write(out, &self.columns, self.rows, metadata)
    }

    /// Writes the table as CSV: header, UTF-8, LF, RFC 4180, empty for a null. Text that a spreadsheet would run is escaped.
    pub fn write_csv(&self, out: impl Write) -> Result<(), TableError> {
        self.write_csv_as(CsvLayout::STANDARD, out)
    }

    /// Writes the table as CSV of another layout, such as that of a spreadsheet.
    pub fn write_csv_as(&self, layout: CsvLayout, out: impl Write) -> Result<(), TableError> {
        csv_writer::write(out, &self.columns.iter().collect::<Vec<_>>(), self.rows, layout)
    }

    /// Writes the table as a workbook of Excel. The bytes depend on the values alone.
    pub fn write_xlsx(&self, out: impl Write) -> Result<(), TableError> {
        xlsx_writer::write(out, &self.columns, self.rows)
    }

    /// Writes the named columns as CSV.
    pub fn write_csv_columns(&self, names: &[&str], out: impl Write) -> Result<(), TableError> {
        let columns: Vec<&OutputColumn<'_>> = self.columns.iter().filter(|column| names.contains(&column.name())).collect();
        csv_writer::write(out, &columns, self.rows, CsvLayout::STANDARD)
    }

    /// Computes all rows in memory.
    pub fn to_table(&self) -> Result<Table, TableError> {
        let series = self.columns.par_iter().with_max_len(1).map(|column| Ok(column.to_series(self.rows)?.into()));
        let columns = series.collect::<Result<Vec<polars::prelude::Column>, TableError>>()?;
        Ok(Table::of_frame(DataFrame::new(self.rows, columns)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CellValue, ParquetTable, ROW_GROUP};

    const WORDS: [&str; 4] = ["", "GM", "a word of more than twelve letters", "GM"];

    /// Builds a table with a column of every type, with nulls where the type allows them.
    fn table(rows: usize) -> OutputTable<'static> {
        let day = model::parse_iso_date("2024-02-01").expect("a date");
        OutputTable::new(
            rows,
            vec![
                OutputColumn::constant_date("list", day),
                OutputColumn::constant_text("control", "rapid"),
                OutputColumn::ids("id", |row| (row % 9 != 0).then(|| 100_000 + 97 * (row as u32 % 5_000))),
                OutputColumn::integers("number", |row| (row % 7 != 0).then_some(-(row as i32 % 800))),
                OutputColumn::days("day", |row| (row % 3 != 0).then_some(19_000 + row as i32 % 400)),
                OutputColumn::timestamps("moment", |row| 1_700_000_000_000_000 + row as i64),
                OutputColumn::booleans("claim", |row| row % 2 == 0),
                OutputColumn::nullable_booleans("doubt", |row| (row % 3 != 0).then_some(row % 2 == 0)),
                OutputColumn::nullable_texts("remark", |row| (row % 3 != 0).then(|| ["", "late"][row % 2])),
                OutputColumn::texts("text", |row| format!("Player {row}")),
                OutputColumn::dictionary("word", &WORDS, |row| row as u32 % 4),
            ],
        )
    }

    fn parquet(table: &OutputTable<'_>) -> Vec<u8> {
        let mut bytes = Vec::new();
        table.write_parquet(&mut bytes, &[("ratinglist.list".to_owned(), "2024-02-01".to_owned())]).expect("written");
        bytes
    }

    #[test]
    fn a_table_written_as_parquet_reads_the_same_with_any_number_of_row_groups() {
        for rows in [0, 1, 1_000, ROW_GROUP, ROW_GROUP + 3] {
            let written = table(rows);
            let bytes = parquet(&written);
            let reader = ParquetTable::from_bytes(&bytes, |_| true).expect("readable");
            assert_eq!(reader.row_ranges(usize::MAX).len(), rows.div_ceil(ROW_GROUP).max(1));
            let read = reader.read_all().expect("readable");
            let wanted = written.to_table().expect("a table");
            assert_same(&read, &wanted);
        }
    }

    #[test]
    fn the_distinct_texts_of_a_column_are_those_of_its_rows() {
        let value = |rows: usize, name: &str| table(rows).distinct_texts(name).into_iter().collect::<Vec<_>>();
        assert_eq!(value(2, "word"), ["GM"]);
        assert_eq!(value(100_000, "word"), ["GM", "a word of more than twelve letters"]);
        assert_eq!(value(2, "text"), ["Player 0", "Player 1"]);
        assert_eq!(value(100, "remark"), ["late"]);
        assert_eq!([value(0, "word"), value(2, "number"), value(2, "nothing")], [const { Vec::<String>::new() }; 3]);
    }

    #[test]
    fn every_cell_has_the_value_of_its_column() {
        let table = table(10).to_table().expect("a table");
        assert_eq!(table.cell("id", 1), CellValue::Integer(100_097));
        assert_eq!(table.cell("id", 9), CellValue::Null);
        assert_eq!(table.cell("number", 3), CellValue::Integer(-3));
        assert_eq!(table.cell("day", 1), CellValue::Date(19_001));
        assert_eq!(table.cell("moment", 2), CellValue::Timestamp(1_700_000_000_000_002));
        assert_eq!(table.cell("claim", 4), CellValue::Boolean(true));
        assert_eq!([0, 1, 2].map(|row| table.cell("doubt", row)), [CellValue::Null, CellValue::Boolean(false), CellValue::Boolean(true)]);
        assert_eq!([0, 1, 2].map(|row| table.cell("remark", row)), [CellValue::Null, CellValue::Text("late"), CellValue::Null]);
        assert_eq!(table.cell("text", 5), CellValue::Text("Player 5"));
        assert_eq!(table.cell("word", 3), CellValue::Text("GM"));
        assert_eq!(table.cell("nothing", 0), CellValue::Null);
    }

    #[test]
    fn the_cells_of_a_table_with_one_row_can_be_read() {
        let columns = vec![
            OutputColumn::ids("id", |_| Some(7)),
            OutputColumn::timestamps("moment", |_| 5),
            OutputColumn::texts("text", |_| "Player"),
            OutputColumn::constant_text("word", "GM"),
            OutputColumn::integers("gap", |_| None),
        ];
        let table = Table::new(1, columns).expect("a table");
        let cells = ["id", "moment", "text", "word", "gap"].map(|name| table.cell(name, 0));
        assert_eq!(
            cells,
            [CellValue::Integer(7), CellValue::Timestamp(5), CellValue::Text("Player"), CellValue::Text("GM"), CellValue::Null]
        );
    }

    #[test]
    fn csv_has_a_header_empty_cells_for_nulls_and_escaped_formulas() {
        let names = ["=1", "Berg, Anna", ""];
        let columns = vec![
            OutputColumn::ids("fide_id", |row| (row < 2).then_some(7)),
            OutputColumn::texts("name", |row| names[row]),
            OutputColumn::dictionary("title", &["", "GM"], |row| u32::from(row == 1)),
            OutputColumn::days("last_rated", |row| (row == 0).then_some(19_754)),
            OutputColumn::booleans("first_event", |row| row == 0),
            OutputColumn::nullable_booleans("doubt", |row| (row > 0).then_some(row == 1)),
            OutputColumn::nullable_texts("remark", |row| (row < 2).then(|| ["", "-"][row])),
        ];
        let mut bytes = Vec::new();
        OutputTable::new(3, columns).write_csv(&mut bytes).expect("written");
        let wanted = "fide_id,name,title,last_rated,first_event,doubt,remark\n7,'=1,,2024-02-01,true,,\n\
            7,\"Berg, Anna\",GM,,false,true,'-\n,,,,false,false,\n";
        assert_eq!(String::from_utf8(bytes).expect("text"), wanted);
    }

    #[test]
    fn rows_taken_across_row_groups_keep_their_order() {
        let bytes = parquet(&table(ROW_GROUP + 10));
        let reader = ParquetTable::from_bytes(&bytes, |name| name == "text").expect("readable");
        let taken = reader.take(&[3, ROW_GROUP - 1, ROW_GROUP, ROW_GROUP + 9], &["text", "id"]).expect("readable");
        let texts: Vec<String> = taken.texts("text").expect("texts").expect("there").iter().map(str::to_owned).collect();
        assert_eq!(texts, [3, ROW_GROUP - 1, ROW_GROUP, ROW_GROUP + 9].map(|row| format!("Player {row}")));
        assert!(!taken.has("id"), "a column that was not wanted when the table was opened is not read");
    }

    #[test]
    fn a_table_on_disk_reads_the_same_as_one_in_memory() {
        use std::io::{Seek, Write};
        let bytes = parquet(&table(1_000));
        let mut file = tempfile();
        file.write_all(&bytes).and_then(|()| file.rewind()).expect("written");
        let from_file = ParquetTable::from_file(file).expect("readable").read(500..510, &["id", "text"]).expect("readable");
        let in_memory = ParquetTable::from_bytes(&bytes, |_| true).expect("readable").read(500..510, &["id", "text"]).expect("readable");
        assert_same(&from_file, &in_memory);
    }

    #[test]
    fn a_long_footer_that_many_row_groups_would_repeat_is_refused() {
        let part = |at: u32| Table::new(1, vec![OutputColumn::ids("fide_id", move |_| Some(at + 1))]);
        let mut bytes = Vec::new();
        crate::write_parquet_parts(&mut bytes, (0..400).map(part)).expect("written");
        assert!(ParquetTable::from_bytes(&bytes, |_| true).is_ok());
        let long = "x".repeat(1 << 20);
        let mut hostile = Vec::new();
        let parts = (0..400).map(part);
        crate::parquet_writer::write_parts(&mut hostile, parts, &[("key".to_owned(), long)]).expect("written");
        let error = ParquetTable::from_bytes(&hostile, |_| true).expect_err("refused").to_string();
        assert!(error.starts_with("the file has 400 row groups and a footer of "), "{error}");
    }

    #[test]
    fn repeated_ids_are_the_same_from_whichever_row_they_are_read() {
        let column = OutputColumn::repeated_ids("id", vec![Some(7), Some(200_000), None], vec![2, 3, 6]);
        let ids = |rows: Range<usize>| {
            let array = column.array(rows);
            let array = array.as_any().downcast_ref::<PrimitiveArray<i64>>().expect("ids");
            array.iter().map(|id| id.copied()).collect::<Vec<_>>()
        };
        assert_eq!(ids(0..6), [Some(7), Some(7), Some(200_000), None, None, None]);
        assert_eq!(ids(2..4), [Some(200_000), None]);
    }

    /// Compares the names and a sample of the rows.
    fn assert_same(one: &Table, other: &Table) {
        assert_eq!((one.height(), one.names().collect::<Vec<_>>()), (other.height(), other.names().collect()));
        let step = (one.height() / 2_000).max(1);
        for row in (0..one.height()).step_by(step).chain(one.height().checked_sub(1)) {
            for name in one.names() {
                assert_eq!(one.cell(name, row), other.cell(name, row), "row {row}, {name}");
            }
        }
    }

    fn tempfile() -> std::fs::File {
        tempfile::tempfile().expect("a temporary file")
    }
}
