//! Columns of a table that is to be written. Their values are made some rows at a time, so that no table has to be in memory as a whole.
//!
//! They are made as arrays of Arrow, which the writer of Parquet encodes as they are; a series of Polars would be one more copy.

use crate::values::Texts;
use crate::{Table, TableError, TextColumn, csv_writer, parquet_writer};
use foldhash::fast::RandomState;
use model::{Date, days_since_1970};
use polars::prelude::{CompatLevel, DataFrame, DataType, Field, Series, TimeUnit};
use polars_arrow::array::{Array, BooleanArray, DictionaryArray, PrimitiveArray, Utf8ViewArray};
use polars_arrow::datatypes::{ArrowDataType, IntegerType, TimeUnit as ArrowTimeUnit};
use polars_arrow::trusted_len::TrustedLen;
use polars_arrow::types::NativeType;
use rayon::prelude::*;
use std::collections::{BTreeSet, HashMap};
use std::io::Write;
use std::ops::Range;
use std::sync::Arc;

/// Makes the values of some rows.
type Make<'a> = Box<dyn Fn(Range<usize>) -> Box<dyn Array> + Send + Sync + 'a>;

/// How the values of a column are laid out in Parquet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// A dictionary where values repeat: Polars finds out.
    Dictionary,
    /// The differences between neighbours: short for ids, and no search for repetitions that there are not.
    Delta,
    /// One after the other, for texts that hardly repeat.
    Plain,
}

/// A column of a table that is to be written.
pub struct Column<'a> {
    field: Field,
    make: Make<'a>,
    pub(crate) layout: Layout,
}

impl std::fmt::Debug for Column<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Column").field("field", &self.field).finish_non_exhaustive()
    }
}

impl<'a> Column<'a> {
    fn new(name: &str, dtype: DataType, layout: Layout, make: Make<'a>) -> Self {
        Self { field: Field::new(name.into(), dtype), make, layout }
    }

    /// A column that exists.
    pub(crate) fn of(column: &polars::prelude::Column) -> Self {
        let series = column.as_materialized_series().rechunk();
        let array = series.to_arrow(0, CompatLevel::newest());
        let make = move |rows: Range<usize>| array.sliced(rows.start, rows.len());
        Self::new(column.name(), series.dtype().clone(), Layout::Dictionary, Box::new(make))
    }

    /// Ids of players: 64 bits, null where there is none. `of` gives the id of a row.
    pub fn ids(name: &str, of: impl Fn(usize) -> Option<u32> + Send + Sync + 'a) -> Self {
        let make = move |rows: Range<usize>| with_nulls(rows.map(|row| of(row).map(i64::from))).boxed();
        Self::new(name, DataType::Int64, Layout::Delta, Box::new(make))
    }

    /// Ids of which each stands in rows that follow one another: `ends` says where those of each end.
    pub fn repeated_ids(name: &str, ids: Vec<Option<u32>>, ends: Vec<u32>) -> Self {
        let make = move |rows: Range<usize>| {
            let mut at = ends.partition_point(|&end| end as usize <= rows.start);
            let id = |row: usize| {
                while ends[at] as usize <= row {
                    at += 1;
                }
                ids[at].map(i64::from)
            };
            with_nulls(rows.map(id)).boxed()
        };
        Self::new(name, DataType::Int64, Layout::Delta, Box::new(make))
    }

    /// Whole numbers of 32 bits, null where there is none.
    pub fn integers(name: &str, of: impl Fn(usize) -> Option<i32> + Send + Sync + 'a) -> Self {
        let make = move |rows: Range<usize>| with_nulls(rows.map(&of)).boxed();
        Self::new(name, DataType::Int32, Layout::Dictionary, Box::new(make))
    }

    /// Dates, null where there is none.
    pub fn dates(name: &str, of: impl Fn(usize) -> Option<Date> + Send + Sync + 'a) -> Self {
        Self::days(name, move |row| of(row).map(days_since_1970))
    }

    /// Dates as days since 1970-01-01, null where there is none.
    pub fn days(name: &str, of: impl Fn(usize) -> Option<i32> + Send + Sync + 'a) -> Self {
        let make = move |rows: Range<usize>| with_nulls(rows.map(&of)).to(ArrowDataType::Date32).boxed();
        Self::new(name, DataType::Date, Layout::Dictionary, Box::new(make))
    }

    /// UTC timestamps in microseconds since 1970-01-01. The column names no time zone: readers in Python need a further package for one.
    pub fn timestamps(name: &str, of: impl Fn(usize) -> i64 + Send + Sync + 'a) -> Self {
        let dtype = ArrowDataType::Timestamp(ArrowTimeUnit::Microsecond, None);
        let make = move |rows: Range<usize>| PrimitiveArray::from_vec(rows.map(&of).collect()).to(dtype.clone()).boxed();
        Self::new(name, DataType::Datetime(TimeUnit::Microseconds, None), Layout::Delta, Box::new(make))
    }

    /// Booleans that are all known.
    pub fn booleans(name: &str, of: impl Fn(usize) -> bool + Send + Sync + 'a) -> Self {
        let make = move |rows: Range<usize>| BooleanArray::from_trusted_len_values_iter(rows.map(&of)).boxed();
        Self::new(name, DataType::Boolean, Layout::Plain, Box::new(make))
    }

    /// Texts of any kind.
    pub fn texts<T: AsRef<str>>(name: &str, of: impl Fn(usize) -> T + Send + Sync + 'a) -> Self {
        let make = move |rows: Range<usize>| {
            let mut array = polars_arrow::array::MutablePlString::with_capacity(rows.len());
            rows.for_each(|row| array.push_value(of(row).as_ref()));
            Utf8ViewArray::from(array).boxed()
        };
        Self::new(name, DataType::String, Layout::Dictionary, Box::new(make))
    }

    /// Texts that are in memory.
    pub fn given_texts(name: &str, texts: Texts) -> Self {
        let make = move |rows: Range<usize>| texts.slice(rows.start, rows.len()).array().clone().boxed();
        Self::new(name, DataType::String, Layout::Dictionary, Box::new(make))
    }

    /// Texts that hardly repeat, some rows at a time.
    pub(crate) fn different_texts(name: &str, of: impl Fn(Range<usize>) -> Texts + Send + Sync + 'a) -> Self {
        Self::new(name, DataType::String, Layout::Plain, Box::new(move |rows| of(rows).array().clone().boxed()))
    }

    /// Texts of which all are known beforehand: `code` gives the position of a row's text in `words`.
    pub fn words<W: AsRef<str>>(name: &str, words: &[W], code: impl Fn(usize) -> u32 + Send + Sync + 'a) -> Self {
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
        let make = move |rows: Range<usize>| coded(&different, rows.map(|row| canonical[code(row) as usize]));
        Self::new(name, DataType::String, Layout::Dictionary, Box::new(make))
    }

    /// The same text in every row.
    pub fn same_text(name: &str, text: &str) -> Self {
        Self::words(name, &[text], |_| 0)
    }

    /// The same date in every row.
    pub fn same_date(name: &str, date: Date) -> Self {
        Self::dates(name, move |_| Some(date))
    }

    /// The texts of some players, by their rows in a text column; of all of them in their order where none are given.
    pub fn of_texts(name: &str, texts: &'a TextColumn, rows: Option<&Arc<[u32]>>) -> Self {
        texts.to_column(name, rows)
    }

    pub fn name(&self) -> &str {
        self.field.name()
    }

    pub(crate) const fn field(&self) -> &Field {
        &self.field
    }

    /// The values of some rows; words are a dictionary.
    pub(crate) fn array(&self, rows: Range<usize>) -> Box<dyn Array> {
        (self.make)(rows)
    }

    /// The values of all rows of a table.
    pub(crate) fn to_series(&self, rows: usize) -> Result<Series, TableError> {
        let mut array = self.array(0..rows);
        if let Some(words) = array.as_any().downcast_ref::<DictionaryArray<u32>>() {
            array = written_out(words);
        }
        Ok(Series::from_arrow(self.field.name().clone(), array)?.cast(self.field.dtype())?)
    }
}

/// The texts of a dictionary row by row.
fn written_out(coded: &DictionaryArray<u32>) -> Box<dyn Array> {
    let words = coded.values().as_any().downcast_ref::<Utf8ViewArray>().expect("a dictionary of texts");
    let texts: Texts = coded.keys().values().iter().map(|&key| words.value(key as usize)).collect();
    texts.array().clone().boxed()
}

/// An array that marks nulls only where there are some.
fn with_nulls<T: NativeType>(values: impl TrustedLen<Item = Option<T>>) -> PrimitiveArray<T> {
    let array = PrimitiveArray::from_trusted_len_iter(values);
    if array.null_count() == 0 { array.with_validity(None) } else { array }
}

/// A dictionary of those words that are used, in the order of first appearance.
fn coded(words: &[String], codes: impl ExactSizeIterator<Item = u32>) -> Box<dyn Array> {
    const UNUSED: u32 = u32::MAX;
    let mut keys_of = vec![UNUSED; words.len()];
    let mut used: Vec<&str> = Vec::new();
    let mut keys = Vec::with_capacity(codes.len());
    for code in codes {
        let key = &mut keys_of[code as usize];
        if *key == UNUSED {
            *key = u32::try_from(used.len()).unwrap_or(UNUSED);
            used.push(&words[code as usize]);
        }
        keys.push(*key);
    }
    let dtype = ArrowDataType::Dictionary(IntegerType::UInt32, Box::new(ArrowDataType::Utf8View), false);
    let keys = PrimitiveArray::from_vec(keys);
    let array = DictionaryArray::<u32>::try_new(dtype, keys, Utf8ViewArray::from_slice_values(&used).boxed());
    array.expect("keys are positions in the words that were used").boxed()
}

/// A table that is to be written.
#[derive(Debug)]
pub struct OutputTable<'a> {
    rows: usize,
    columns: Vec<Column<'a>>,
}

impl<'a> OutputTable<'a> {
    pub fn new(rows: usize, columns: Vec<Column<'a>>) -> Self {
        Self { rows, columns }
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.rows
    }

    pub(crate) fn columns(&self) -> &[Column<'a>] {
        &self.columns
    }

    pub fn has(&self, name: &str) -> bool {
        self.columns.iter().any(|column| column.name() == name)
    }

    /// The names of the columns, in their order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(Column::name)
    }

    /// Puts columns before the others.
    #[must_use]
    pub fn with_first(mut self, columns: impl IntoIterator<Item = Column<'a>>) -> Self {
        self.columns.splice(0..0, columns);
        self
    }

    /// The different texts of a column; none where there is no such column of texts.
    pub fn distinct_texts(&self, name: &str) -> BTreeSet<String> {
        const AT_ONCE: usize = 1 << 16;
        let Some(column) = self.columns.iter().find(|column| column.name() == name) else { return BTreeSet::new() };
        let some = |part: usize| {
            let array = column.array(part * AT_ONCE..self.rows.min((part + 1) * AT_ONCE));
            // A dictionary holds those words alone that are used.
            let words = array.as_any().downcast_ref::<DictionaryArray<u32>>().map_or(&array, |words| words.values());
            let texts = words.as_any().downcast_ref::<Utf8ViewArray>();
            let different: BTreeSet<&str> = texts.into_iter().flat_map(|texts| texts.values_iter()).collect();
            different.into_iter().map(str::to_owned).collect::<BTreeSet<String>>()
        };
        (0..self.rows.div_ceil(AT_ONCE)).into_par_iter().flat_map_iter(some).collect()
    }

    /// Writes the table as Parquet, row group by row group. The bytes depend on the values alone.
    pub fn write_parquet(&self, out: impl Write, metadata: &[(String, String)]) -> Result<(), TableError> {
        parquet_writer::write(out, &self.columns, self.rows, metadata)
    }

    /// Writes the table as CSV: header, UTF-8, LF, RFC 4180, empty for a null. Text that a spreadsheet would run is marked (R50).
    pub fn write_csv(&self, out: impl Write) -> Result<(), TableError> {
        csv_writer::write(out, &self.columns.iter().collect::<Vec<_>>(), self.rows)
    }

    /// Writes some of the columns as CSV.
    pub fn write_csv_of(&self, names: &[&str], out: impl Write) -> Result<(), TableError> {
        let columns: Vec<&Column<'_>> = self.columns.iter().filter(|column| names.contains(&column.name())).collect();
        csv_writer::write(out, &columns, self.rows)
    }

    /// All rows in memory.
    pub fn to_table(&self) -> Result<Table, TableError> {
        let series = self.columns.par_iter().with_max_len(1).map(|column| Ok(column.to_series(self.rows)?.into()));
        let columns = series.collect::<Result<Vec<polars::prelude::Column>, TableError>>()?;
        Ok(Table::of_frame(DataFrame::new(self.rows, columns)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, ParquetTable, ROW_GROUP};

    const WORDS: [&str; 4] = ["", "GM", "a word of more than twelve letters", "GM"];

    /// A table with a column of every kind and with nulls in those that may have them.
    fn table(rows: usize) -> OutputTable<'static> {
        let day = model::parse_iso_date("2024-02-01").expect("a date");
        OutputTable::new(
            rows,
            vec![
                Column::same_date("list", day),
                Column::same_text("control", "rapid"),
                Column::ids("id", |row| (row % 9 != 0).then(|| 100_000 + 97 * (row as u32 % 5_000))),
                Column::integers("number", |row| (row % 7 != 0).then_some(-(row as i32 % 800))),
                Column::days("day", |row| (row % 3 != 0).then_some(19_000 + row as i32 % 400)),
                Column::timestamps("moment", |row| 1_700_000_000_000_000 + row as i64),
                Column::booleans("claim", |row| row % 2 == 0),
                Column::texts("text", |row| format!("Player {row}")),
                Column::words("word", &WORDS, |row| row as u32 % 4),
            ],
        )
    }

    fn parquet(table: &OutputTable<'_>) -> Vec<u8> {
        let mut bytes = Vec::new();
        table.write_parquet(&mut bytes, &[("ratinglist.list".to_owned(), "2024-02-01".to_owned())]).expect("written");
        bytes
    }

    #[test]
    fn what_is_written_as_parquet_is_read_again_whatever_the_number_of_row_groups() {
        for rows in [0, 1, 1_000, ROW_GROUP, ROW_GROUP + 3] {
            let written = table(rows);
            let bytes = parquet(&written);
            let reader = ParquetTable::from_bytes(&bytes, |_| true).expect("readable");
            assert_eq!(reader.ranges(usize::MAX).len(), rows.div_ceil(ROW_GROUP).max(1));
            let read = reader.read_all().expect("readable");
            let wanted = written.to_table().expect("a table");
            assert_same(&read, &wanted);
        }
    }

    #[test]
    fn the_different_texts_of_a_column_are_those_of_its_rows() {
        let of = |rows: usize, name: &str| table(rows).distinct_texts(name).into_iter().collect::<Vec<_>>();
        assert_eq!(of(2, "word"), ["", "GM"]);
        assert_eq!(of(100_000, "word"), ["", "GM", "a word of more than twelve letters"]);
        assert_eq!(of(2, "text"), ["Player 0", "Player 1"]);
        assert_eq!([of(0, "word"), of(2, "number"), of(2, "nothing")], [const { Vec::<String>::new() }; 3]);
    }

    #[test]
    fn cells_are_what_the_columns_say() {
        let table = table(10).to_table().expect("a table");
        assert_eq!(table.cell("id", 1), Cell::Integer(100_097));
        assert_eq!(table.cell("id", 9), Cell::Null);
        assert_eq!(table.cell("number", 3), Cell::Integer(-3));
        assert_eq!(table.cell("day", 1), Cell::Date(19_001));
        assert_eq!(table.cell("moment", 2), Cell::Timestamp(1_700_000_000_000_002));
        assert_eq!(table.cell("claim", 4), Cell::Boolean(true));
        assert_eq!(table.cell("text", 5), Cell::Text("Player 5"));
        assert_eq!(table.cell("word", 3), Cell::Text("GM"));
        assert_eq!(table.cell("nothing", 0), Cell::Null);
    }

    #[test]
    fn a_table_of_one_row_has_its_cells_too() {
        let columns = vec![
            Column::ids("id", |_| Some(7)),
            Column::timestamps("moment", |_| 5),
            Column::texts("text", |_| "Player"),
            Column::same_text("word", "GM"),
            Column::integers("gap", |_| None),
        ];
        let table = Table::new(1, columns).expect("a table");
        let cells = ["id", "moment", "text", "word", "gap"].map(|name| table.cell(name, 0));
        assert_eq!(cells, [Cell::Integer(7), Cell::Timestamp(5), Cell::Text("Player"), Cell::Text("GM"), Cell::Null]);
    }

    #[test]
    fn csv_has_a_header_empty_cells_for_gaps_and_marked_formulas() {
        let names = ["=1", "Berg, Anna", ""];
        let columns = vec![
            Column::ids("fide_id", |row| (row < 2).then_some(7)),
            Column::texts("name", |row| names[row]),
            Column::words("title", &["", "GM"], |row| u32::from(row == 1)),
            Column::days("last_rated", |row| (row == 0).then_some(19_754)),
            Column::booleans("first_event", |row| row == 0),
        ];
        let mut bytes = Vec::new();
        OutputTable::new(3, columns).write_csv(&mut bytes).expect("written");
        let wanted = "fide_id,name,title,last_rated,first_event\n7,'=1,,2024-02-01,true\n7,\"Berg, Anna\",GM,,false\n,,,,false\n";
        assert_eq!(String::from_utf8(bytes).expect("text"), wanted);
    }

    #[test]
    fn picked_rows_cross_row_groups_and_keep_their_order() {
        let bytes = parquet(&table(ROW_GROUP + 10));
        let reader = ParquetTable::from_bytes(&bytes, |name| name == "text").expect("readable");
        let picked = reader.pick(&[3, ROW_GROUP - 1, ROW_GROUP, ROW_GROUP + 9], &["text", "id"]).expect("readable");
        let texts: Vec<String> = picked.texts("text").expect("texts").expect("there").iter().map(str::to_owned).collect();
        assert_eq!(texts, [3, ROW_GROUP - 1, ROW_GROUP, ROW_GROUP + 9].map(|row| format!("Player {row}")));
        assert!(!picked.has("id"), "a column that was not wanted when the table was opened is not read");
    }

    #[test]
    fn a_file_on_disk_is_read_as_one_in_memory() {
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
        let part = |at: u32| Table::new(1, vec![Column::ids("fide_id", move |_| Some(at + 1))]);
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
    fn repeated_ids_stand_in_their_rows_wherever_reading_begins() {
        let column = Column::repeated_ids("id", vec![Some(7), Some(200_000), None], vec![2, 3, 6]);
        let ids = |rows: Range<usize>| {
            let array = column.array(rows);
            let array = array.as_any().downcast_ref::<PrimitiveArray<i64>>().expect("ids");
            array.iter().map(|id| id.copied()).collect::<Vec<_>>()
        };
        assert_eq!(ids(0..6), [Some(7), Some(7), Some(200_000), None, None, None]);
        assert_eq!(ids(2..4), [Some(200_000), None]);
    }

    /// Compares names and every cell of many rows.
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
