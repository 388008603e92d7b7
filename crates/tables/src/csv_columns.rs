//! Reads CSV into typed columns.
//!
//! A first pass reads chunks in parallel and only notes which ones are invalid; a second pass reads those again with the same function and
//! reports.

use crate::csv_table::{CsvChunk, CsvTable};
use crate::written_dates::DateProblem;
use crate::{CsvPosition, Table, TableError, unescape_formula};
use model::{Date, date_after_1970, days_since_1970};
use polars::prelude::{Column, DataFrame, IntoColumn, NewChunkedArray, PlSmallStr, StringChunkedBuilder};
use rayon::prelude::*;

/// Type of a column in a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnType {
    Text,
    Integer,
    Date,
    Boolean,
}

/// Problem in a record of a CSV file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CsvProblem<'r> {
    /// The record has more or fewer fields than the header and is left out.
    FieldCount { fields: usize },
    /// A field is not of its column's type and becomes null. `at` is the index of the field.
    WrongType { at: usize, column: &'r str, field: &'r str, wanted: &'static str },
}

impl CsvTable<'_> {
    /// Reads the known columns, each in its type, and skips the others. Problems are reported in the order of the file.
    pub fn read_columns(
        &self,
        known: &[(&str, ColumnType)],
        mut report: impl FnMut(CsvPosition, CsvProblem<'_>),
    ) -> Result<Table, TableError> {
        let wanted: Vec<SelectedColumn<'_>> =
            self.header().iter().map(|name| known.iter().copied().find(|(known, _)| *known == name.trim())).collect();
        let chunks = self.chunks(4 * rayon::current_num_threads());
        let read = |&chunk: &CsvChunk<'_>| {
            let mut is_valid = true;
            let mut builders = ColumnBuilders::new(&wanted);
            self.for_each_record(chunk, |record| builders.push(record, |text| self.date(text), |_| is_valid = false));
            builders.finish().map(|table| (table, is_valid))
        };
        let read: Vec<(Table, bool)> = chunks.par_iter().with_max_len(1).map(read).collect::<Result<_, _>>()?;
        let mut joined: Option<Table> = None;
        for ((table, is_valid), chunk) in read.into_iter().zip(chunks) {
            if !is_valid {
                let mut builders = ColumnBuilders::new(&wanted);
                self.visit_chunk(chunk, |record, position| {
                    builders.push(record, |text| self.date(text), |problem| report(position, problem));
                });
            }
            match &mut joined {
                Some(joined) => joined.append(table)?,
                None => joined = Some(table),
            }
        }
        Ok(joined.unwrap_or_default())
    }
}

/// Name and type of a column that is read; `None` for one that is skipped.
type SelectedColumn<'k> = Option<(&'k str, ColumnType)>;

/// Builders of the columns of one chunk.
struct ColumnBuilders<'w> {
    columns: Vec<Option<(&'w str, ColumnBuilder)>>,
}

impl<'w> ColumnBuilders<'w> {
    fn new(wanted: &[SelectedColumn<'w>]) -> Self {
        Self { columns: wanted.iter().map(|wanted| wanted.map(|(name, kind)| (name, ColumnBuilder::new(kind)))).collect() }
    }

    /// Adds one record and reports its problems.
    fn push(
        &mut self,
        record: &csv::StringRecord,
        date: impl Fn(&str) -> Result<Date, DateProblem> + Copy,
        mut report: impl FnMut(CsvProblem<'_>),
    ) {
        if record.len() != self.columns.len() {
            report(CsvProblem::FieldCount { fields: record.len() });
            return;
        }
        for (at, (field, column)) in record.iter().zip(&mut self.columns).enumerate() {
            if let Some((column, builder)) = column
                && let Err(wanted) = builder.push(field, date)
            {
                report(CsvProblem::WrongType { at, column, field, wanted });
            }
        }
    }

    fn finish(self) -> Result<Table, TableError> {
        let columns: Vec<Column> = self.columns.into_iter().flatten().map(|(name, builder)| builder.finish(name)).collect();
        Ok(Table::of_frame(DataFrame::new(columns.first().map_or(0, Column::len), columns)?))
    }
}

/// Builder of one column.
enum ColumnBuilder {
    Text(StringChunkedBuilder),
    Integer(Vec<Option<i64>>),
    Date(Vec<Option<i32>>),
    Boolean(Vec<Option<bool>>),
}

impl ColumnBuilder {
    fn new(kind: ColumnType) -> Self {
        match kind {
            ColumnType::Text => Self::Text(StringChunkedBuilder::new(PlSmallStr::EMPTY, 1024)),
            ColumnType::Integer => Self::Integer(Vec::new()),
            ColumnType::Date => Self::Date(Vec::new()),
            ColumnType::Boolean => Self::Boolean(Vec::new()),
        }
    }

    /// Adds one field. An invalid field becomes null, and the error says what was expected.
    fn push(&mut self, field: &str, date: impl Fn(&str) -> Result<Date, DateProblem>) -> Result<(), &'static str> {
        fn typed<T>(values: &mut Vec<Option<T>>, field: &str, value: Option<T>, wanted: &'static str) -> Result<(), &'static str> {
            let is_invalid = value.is_none() && !field.is_empty();
            values.push(value);
            if is_invalid { Err(wanted) } else { Ok(()) }
        }
        let trimmed = field.trim();
        match self {
            Self::Text(builder) => {
                builder.append_value(unescape_formula(field));
                Ok(())
            }
            Self::Integer(values) => typed(values, trimmed, trimmed.parse().ok().or_else(|| whole_decimal(trimmed)), "a whole number"),
            Self::Date(values) => {
                let days = date(trimmed).map(days_since_1970).and_then(|days| match date_after_1970(days) {
                    Some(_) => Ok(days),
                    None => Err(DateProblem::Unreadable),
                });
                let wanted = match days {
                    Err(DateProblem::Ambiguous) => "a date whose day and month cannot be exchanged, like 2024-02-01",
                    _ => "a date like 2024-02-01",
                };
                typed(values, trimmed, days.ok(), wanted)
            }
            Self::Boolean(values) => {
                let value = match trimmed {
                    "true" | "True" | "1" => Some(true),
                    "false" | "False" | "0" => Some(false),
                    _ => None,
                };
                typed(values, trimmed, value, "true or false")
            }
        }
    }

    fn finish(self, name: &str) -> Column {
        use polars::prelude::{BooleanChunked, Int32Chunked, Int64Chunked};
        let name = PlSmallStr::from_str(name);
        match self {
            Self::Text(builder) => builder.finish().with_name(name).into_column(),
            Self::Integer(values) => Int64Chunked::from_iter_options(name, values.into_iter()).into_column(),
            Self::Date(values) => Int32Chunked::from_iter_options(name, values.into_iter()).into_date().into_column(),
            Self::Boolean(values) => BooleanChunked::from_iter_options(name, values.into_iter()).into_column(),
        }
    }
}

/// A whole number with a point and zeros behind it, as pandas writes numbers of a column with nulls.
fn whole_decimal(text: &str) -> Option<i64> {
    let (whole, decimals) = text.split_once('.')?;
    let is_whole =
        !decimals.is_empty() && decimals.bytes().all(|byte| byte == b'0') && whole.ends_with(|digit: char| digit.is_ascii_digit());
    is_whole.then(|| whole.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: [(&str, ColumnType); 3] = [("fide_id", ColumnType::Integer), ("name", ColumnType::Text), ("last_rated", ColumnType::Date)];

    fn rows(count: u32) -> String {
        (1..=count).map(|id| format!("{id},\"Player,\n{id}\",2024-02-{:02}\n", 1 + id % 28)).collect()
    }

    fn problems(text: &str) -> (Table, Vec<(u32, String)>) {
        let csv = CsvTable::new(text).expect("a table");
        let mut problems = Vec::new();
        let table = csv.read_columns(&KNOWN, |position, problem| problems.push((position.line, format!("{problem:?}")))).expect("readable");
        (table, problems)
    }

    #[test]
    fn a_table_read_in_chunks_has_every_record_in_its_order() {
        let (table, problems) = problems(&format!("fide_id,name,last_rated\n{}", rows(30_000)));
        assert!(problems.is_empty());
        let ids = table.integers("fide_id").expect("numbers").expect("there");
        assert!(ids.iter().eq((1..=30_000).map(Some)));
        assert_eq!(table.text("name", 29_999), "Player,\n30000");
    }

    #[test]
    fn a_number_with_nothing_but_zeros_behind_the_point_is_whole() {
        assert_eq!(["1976.0", "1976.000", "-3.0", "0.0"].map(whole_decimal), [Some(1976), Some(1976), Some(-3), Some(0)]);
        assert_eq!(["1976.5", "1976.", ".0", "-.0", "1976.0.0", "1,976.0", "nan", "1e3"].map(whole_decimal), [None; 8]);
    }

    #[test]
    fn lines_are_counted_with_either_line_ending() {
        for text in ["fide_id,name\n1,a\n\nx,b\n", "fide_id,name\r\n1,a\r\n\r\nx,b\r\n"] {
            let lines: Vec<u32> = problems(text).1.iter().map(|problem| problem.0).collect();
            assert_eq!(lines, [4], "{text:?}");
        }
    }

    #[test]
    fn only_the_problems_of_the_last_chunk_are_reported_with_their_lines() {
        let text = format!("fide_id,name,last_rated\n{}x,Player,2024-02-01\n1,2\n", rows(30_000));
        let (table, problems) = problems(&text);
        let lines = u32::try_from(text.matches('\n').count()).expect("few");
        assert_eq!(problems.iter().map(|problem| problem.0).collect::<Vec<_>>(), [lines - 1, lines]);
        assert!(problems[1].1.contains("FieldCount { fields: 2 }"), "{problems:?}");
        assert_eq!((table.height(), table.integer("fide_id", 30_000)), (30_001, None));
    }
}
