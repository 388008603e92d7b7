//! CSV as typed columns.
//!
//! Chunks are read in parallel by one function. Where something is wrong in a chunk it is read again by the same function, which then reports.

use crate::csv_table::{CsvChunk, CsvTable, each_record};
use crate::{CsvPosition, Table, TableError, unescape_formula};
use model::{date_after_1970, days_since_1970, parse_iso_date};
use polars::prelude::{Column, DataFrame, IntoColumn, NewChunkedArray, PlSmallStr, StringChunkedBuilder};
use rayon::prelude::*;

/// The type of a column that is read from CSV.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnType {
    Text,
    Integer,
    Date,
    Boolean,
}

/// What is wrong in a record of a CSV file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CsvProblem<'r> {
    /// The record has more or fewer fields than the header; it is left out.
    FieldCount { fields: usize },
    /// A field is not of its column's type; it is taken as empty. `at` is the number of the field.
    WrongType { at: usize, column: &'r str, field: &'r str, wanted: &'static str },
}

impl CsvTable<'_> {
    /// Reads those columns that are known, each in its type; others are passed over. What is wrong is reported in the order of the file.
    pub fn read_columns(
        &self,
        known: &[(&str, ColumnType)],
        mut report: impl FnMut(CsvPosition, CsvProblem<'_>),
    ) -> Result<Table, TableError> {
        let wanted: Vec<Wanted<'_>> =
            self.header().iter().map(|name| known.iter().copied().find(|(known, _)| *known == name.trim())).collect();
        let chunks = self.chunks(4 * rayon::current_num_threads());
        let read = |&chunk: &CsvChunk<'_>| {
            let mut is_sound = true;
            let mut builders = Builders::new(&wanted);
            each_record(chunk, |record| builders.push(record, |_| is_sound = false));
            builders.finish().map(|table| (table, is_sound))
        };
        let read: Vec<(Table, bool)> = chunks.par_iter().with_max_len(1).map(read).collect::<Result<_, _>>()?;
        let mut whole: Option<Table> = None;
        for ((table, is_sound), chunk) in read.into_iter().zip(chunks) {
            if !is_sound {
                let mut builders = Builders::new(&wanted);
                self.visit_chunk(chunk, |record, position| builders.push(record, |problem| report(position, problem)));
            }
            match &mut whole {
                Some(whole) => whole.append(table)?,
                None => whole = Some(table),
            }
        }
        Ok(whole.unwrap_or_default())
    }
}

/// How a field of every record is read; `None` where nobody wants it.
type Wanted<'k> = Option<(&'k str, ColumnType)>;

/// The columns of some records in the making.
struct Builders<'w> {
    columns: Vec<Option<(&'w str, Builder)>>,
}

impl<'w> Builders<'w> {
    fn new(wanted: &[Wanted<'w>]) -> Self {
        Self { columns: wanted.iter().map(|wanted| wanted.map(|(name, kind)| (name, Builder::new(kind)))).collect() }
    }

    /// Takes one record, and reports what is wrong in it.
    fn push(&mut self, record: &csv::StringRecord, mut report: impl FnMut(CsvProblem<'_>)) {
        if record.len() != self.columns.len() {
            report(CsvProblem::FieldCount { fields: record.len() });
            return;
        }
        for (at, (field, column)) in record.iter().zip(&mut self.columns).enumerate() {
            if let Some((column, builder)) = column
                && let Err(wanted) = builder.push(field)
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

enum Builder {
    Text(StringChunkedBuilder),
    Integer(Vec<Option<i64>>),
    Date(Vec<Option<i32>>),
    Boolean(Vec<Option<bool>>),
}

impl Builder {
    fn new(kind: ColumnType) -> Self {
        match kind {
            ColumnType::Text => Self::Text(StringChunkedBuilder::new(PlSmallStr::EMPTY, 1024)),
            ColumnType::Integer => Self::Integer(Vec::new()),
            ColumnType::Date => Self::Date(Vec::new()),
            ColumnType::Boolean => Self::Boolean(Vec::new()),
        }
    }

    /// Takes one field; a wrong one becomes a null, and the error says what was wanted.
    fn push(&mut self, field: &str) -> Result<(), &'static str> {
        fn typed<T>(values: &mut Vec<Option<T>>, field: &str, value: Option<T>, wanted: &'static str) -> Result<(), &'static str> {
            let is_wrong = value.is_none() && !field.is_empty();
            values.push(value);
            if is_wrong { Err(wanted) } else { Ok(()) }
        }
        let trimmed = field.trim();
        match self {
            Self::Text(builder) => {
                builder.append_value(unescape_formula(field));
                Ok(())
            }
            Self::Integer(values) => typed(values, trimmed, trimmed.parse().ok(), "a whole number"),
            Self::Date(values) => {
                let days = parse_iso_date(trimmed).ok().map(days_since_1970).filter(|&days| date_after_1970(days).is_some());
                typed(values, trimmed, days, "a date like 2024-02-01")
            }
            Self::Boolean(values) => {
                let claim = match trimmed {
                    "true" | "True" | "1" => Some(true),
                    "false" | "False" | "0" => Some(false),
                    _ => None,
                };
                typed(values, trimmed, claim, "true or false")
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
    fn lines_are_counted_whatever_ends_them() {
        for text in ["fide_id,name\n1,a\n\nx,b\n", "fide_id,name\r\n1,a\r\n\r\nx,b\r\n"] {
            let lines: Vec<u32> = problems(text).1.iter().map(|problem| problem.0).collect();
            assert_eq!(lines, [4], "{text:?}");
        }
    }

    #[test]
    fn what_is_wrong_in_the_last_chunk_is_reported_with_its_line_and_nothing_else_is() {
        let text = format!("fide_id,name,last_rated\n{}x,Player,2024-02-01\n1,2\n", rows(30_000));
        let (table, problems) = problems(&text);
        let lines = u32::try_from(text.matches('\n').count()).expect("few");
        assert_eq!(problems.iter().map(|problem| problem.0).collect::<Vec<_>>(), [lines - 1, lines]);
        assert!(problems[1].1.contains("FieldCount { fields: 2 }"), "{problems:?}");
        assert_eq!((table.height(), table.integer("fide_id", 30_000)), (30_001, None));
    }
}
