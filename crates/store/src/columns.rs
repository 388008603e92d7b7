//! Columns of files that others made: any integer width, dates as dates or as text, and CSV with diagnostics.

use crate::limits::{LONGEST_LINE, LONGEST_SOURCE, MOST_COLUMNS, Told, overlong_line};
use crate::memory::date_of;
use crate::{codes, meant};
use chrono::Datelike;
use model::{Diagnostic, Place, parse_iso_date};
use polars::prelude::*;
use rayon::prelude::*;
use std::sync::Arc;

/// Days from the common era's first day to 1970-01-01, the day from which Parquet counts.
const EPOCH: i32 = 719_163;

/// Days since 1970-01-01.
pub fn days(date: model::Date) -> i32 {
    date.num_days_from_ce() - EPOCH
}

/// A column of whole numbers of any width, as 64 bits; nulls stay.
pub fn integers(frame: &DataFrame, name: &str) -> PolarsResult<Option<Int64Chunked>> {
    let Ok(column) = frame.column(name) else { return Ok(None) };
    let series = column.as_materialized_series();
    if !(series.dtype().is_integer() || series.dtype() == &DataType::Null) {
        polars_bail!(SchemaMismatch: "column '{name}' is {}, whole numbers are wanted", series.dtype());
    }
    Ok(Some(series.strict_cast(&DataType::Int64)?.i64()?.clone()))
}

/// A column of text, empty where there is nothing.
pub fn text_column(frame: &DataFrame, name: &str) -> PolarsResult<Option<StringChunked>> {
    let Ok(column) = frame.column(name) else { return Ok(None) };
    let series = column.as_materialized_series();
    if series.dtype() == &DataType::Null {
        return Ok(Some(StringChunked::full(name.into(), "", series.len())));
    }
    if series.dtype() != &DataType::String {
        polars_bail!(SchemaMismatch: "column '{name}' is {}, text is wanted", series.dtype());
    }
    let text = series.str()?;
    Ok(Some(if text.null_count() == 0 {
        text.clone()
    } else {
        text.iter().map(|v| Some(v.unwrap_or(""))).collect::<StringChunked>().with_name(name.into())
    }))
}

/// The day that a text names, as days since 1970-01-01, if lists and tournaments can have it.
fn list_day(text: &str) -> Option<i32> {
    parse_iso_date(text).ok().map(days).filter(|&day| date_of(day).is_some())
}

/// A column of dates, or of ISO text, as days since 1970-01-01.
pub(crate) fn dates_as_days(frame: &DataFrame, name: &str) -> PolarsResult<Option<Vec<Option<i32>>>> {
    let Ok(column) = frame.column(name) else { return Ok(None) };
    let series = column.as_materialized_series();
    match series.dtype() {
        DataType::Null => Ok(Some(vec![None; series.len()])),
        DataType::Date => series
            .cast(&DataType::Int32)?
            .i32()?
            .iter()
            .map(|day| match day {
                Some(day) if date_of(day).is_none() => polars_bail!(ComputeError: "column '{name}': no list is of {day} days from 1970"),
                day => Ok(day),
            })
            .collect::<PolarsResult<Vec<_>>>()
            .map(Some),
        DataType::String => series
            .str()?
            .iter()
            .map(|value| match value {
                None | Some("") => Ok(None),
                Some(text) => match list_day(text) {
                    Some(day) => Ok(Some(day)),
                    None => polars_bail!(ComputeError: "column '{name}': '{text}' is not a date like 2024-02-01"),
                },
            })
            .collect::<PolarsResult<Vec<_>>>()
            .map(Some),
        other => polars_bail!(SchemaMismatch: "column '{name}' is {other}, dates are wanted"),
    }
}

/// How the columns of a CSV list are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CsvType {
    Text,
    Integer,
    Date,
    Boolean,
}

/// Reads CSV into typed columns; unknown columns are passed over with a warning, wrong values are diagnostics.
pub(crate) fn parse_columns(
    bytes: &[u8],
    file: &Arc<str>,
    known: &[(&str, CsvType)],
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<DataFrame> {
    let body = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if let Some(line) = overlong_line(body) {
        let place = Place { line, column: u32::try_from(LONGEST_LINE).unwrap_or(u32::MAX), width: 0 };
        let problem = Diagnostic::new(&codes::LST012, file, place, format!("the line is longer than {LONGEST_LINE} bytes; no list's is"));
        diagnostics.push(problem.with_hint("a list has one line for each player"));
        return None;
    }
    if body.contains(&0) {
        let line = 1 + body.iter().take_while(|&&b| b != 0).filter(|&&b| b == b'\n').count();
        let problem = Diagnostic::new(&codes::LST001, file, Place { line: number(line), column: 0, width: 0 }, "the file is not text");
        diagnostics.push(problem.with_hint("was a spreadsheet or an archive handed in under this name?"));
        return None;
    }
    let text = match std::str::from_utf8(body) {
        Ok(text) => text,
        Err(error) => {
            let line = 1 + body[..error.valid_up_to()].iter().filter(|&&b| b == b'\n').count();
            diagnostics.push(
                Diagnostic::new(&codes::LST009, file, Place { line: number(line), column: 0, width: 0 }, "the text is not UTF-8")
                    .with_hint("convert the file, for example with iconv -f latin1 -t utf-8"),
            );
            return None;
        }
    };
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let header = match reader.headers() {
        Ok(header) if !header.is_empty() && !text.trim().is_empty() => header.clone(),
        _ => {
            diagnostics.push(Diagnostic::new(
                &codes::LST001,
                file,
                Place { line: 1, column: 0, width: 0 },
                "the file is empty: a header line is wanted",
            ));
            return None;
        }
    };
    if header.len() > MOST_COLUMNS {
        let message = format!("the header has {} columns; no list has more than {MOST_COLUMNS}", header.len());
        diagnostics.push(
            Diagnostic::new(&codes::LST012, file, Place { line: 1, column: 0, width: 0 }, message)
                .with_hint("a list has one line for each player, under one header"),
        );
        return None;
    }
    let mut wanted: Vec<Wanted<'_>> = Vec::new();
    let mut column_start = 1;
    for name in &header {
        let trimmed = name.trim();
        let place = Place { line: 1, column: column_start, width: number(name.chars().count().max(1)) };
        let found = known.iter().copied().find(|(k, _)| *k == trimmed);
        if found.is_some() && wanted.contains(&found) {
            let problem = Diagnostic::new(&codes::LST001, file, place, format!("column '{trimmed}' is there twice"));
            diagnostics.push(problem.with_hint("keep one of the two, under this name"));
            return None;
        }
        if found.is_none() {
            let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
            let problem = Diagnostic::new(&codes::LST007, file, place, format!("column '{trimmed}' is none that a list has"));
            diagnostics.push(problem.with_hint(format!("the columns are {}", names.join(", "))));
        }
        column_start += number(name.chars().count()) + 1;
        wanted.push(found);
    }
    let records = &text[usize::try_from(reader.position().byte()).unwrap_or(text.len()).min(text.len())..];
    let frame = sound_records(records, &wanted).or_else(|| all_records(&mut reader, text, file, &wanted, diagnostics));
    if header.len() == 1 && header[0].contains(';') {
        diagnostics.push(
            Diagnostic::new(&codes::LST001, file, Place { line: 1, column: 0, width: 0 }, "the header is one field with semicolons in it")
                .with_hint("fields are separated by commas"),
        );
    }
    frame
}

/// How a field of every record is read; `None` where nobody wants it.
type Wanted<'k> = Option<(&'k str, CsvType)>;

/// Records of a table in which every field is what it should be, read in parts on all cores; `None` where something is to be told.
fn sound_records(records: &str, wanted: &[Wanted<'_>]) -> Option<DataFrame> {
    let parts = parts_of(records, 4 * rayon::current_num_threads());
    let read = |part: &&str| -> Option<DataFrame> {
        let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(part.as_bytes());
        let mut builders = builders_of(wanted);
        let mut record = csv::StringRecord::new();
        while reader.read_record(&mut record).ok()? {
            if record.len() != wanted.len() {
                return None;
            }
            for (field, builder) in record.iter().zip(&mut builders) {
                if let Some((builder, _)) = builder {
                    builder.push(field).ok()?;
                }
            }
        }
        finished(builders).ok()
    };
    let mut frames = parts.par_iter().with_max_len(1).map(read).collect::<Option<Vec<_>>>()?.into_iter();
    let mut frame = frames.next()?;
    for part in frames {
        frame.vstack_mut_owned(part).ok()?;
    }
    Some(frame)
}

/// Parts of about the same size that end where a record does: at the end of a line that is not inside quotes.
fn parts_of(records: &str, count: usize) -> Vec<&str> {
    let size = (records.len() / count).max(1 << 16);
    let (mut parts, mut rest) = (Vec::new(), records);
    while rest.len() > size {
        let mut is_quoted = rest.as_bytes()[..size].iter().filter(|&&byte| byte == b'"').count() % 2 == 1;
        let end = rest.as_bytes()[size..].iter().position(|&byte| {
            is_quoted ^= byte == b'"';
            byte == b'\n' && !is_quoted
        });
        let Some(end) = end else { break };
        let (part, more) = rest.split_at(size + end + 1);
        parts.push(part);
        rest = more;
    }
    parts.push(rest);
    parts
}

/// Every record, with a diagnostic for each field that is not what it should be.
fn all_records(
    reader: &mut csv::Reader<&[u8]>,
    text: &str,
    file: &Arc<str>,
    wanted: &[Wanted<'_>],
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<DataFrame> {
    let mut builders = builders_of(wanted);
    let mut record = csv::StringRecord::new();
    let mut told = Told::default();
    loop {
        match reader.read_record(&mut record) {
            Ok(false) => break,
            Ok(true) => {}
            Err(error) => {
                diagnostics.push(Diagnostic::new(&codes::LST001, file, Place::default(), error.to_string()));
                return None;
            }
        }
        let line = line_of(text, &record);
        if record.len() != wanted.len() {
            if !told.may_tell(&codes::LST008) {
                continue;
            }
            let message = format!("{} fields, the header has {}", record.len(), wanted.len());
            let problem = Diagnostic::new(&codes::LST008, file, Place { line, column: 0, width: 0 }, message);
            diagnostics.push(with_line(problem, row_text(text, &record)).with_hint("put a field that holds a comma between quotes"));
            continue;
        }
        for (at, (field, builder)) in record.iter().zip(&mut builders).enumerate() {
            if let Some((builder, name)) = builder
                && let Err(wanted) = builder.push(field)
                && told.may_tell(&codes::LST003)
            {
                let source = row_text(text, &record);
                let (column, width) = field_place(source, at);
                let message = format!("{name}: '{field}' is not {wanted}");
                let problem = with_line(Diagnostic::new(&codes::LST003, file, Place { line, column, width }, message), source);
                diagnostics.push(problem.with_hint("correct it, or leave it empty where it is not known"));
            }
        }
    }
    diagnostics.extend(told.rest(file));
    finished(builders).map_err(|error| diagnostics.push(Diagnostic::new(&codes::LST001, file, Place::default(), error.to_string()))).ok()
}

fn builders_of<'k>(wanted: &[Wanted<'k>]) -> Vec<Option<(ColumnBuilder, &'k str)>> {
    wanted.iter().map(|wanted| wanted.map(|(name, kind)| (ColumnBuilder::new(kind), name))).collect()
}

fn finished(builders: Vec<Option<(ColumnBuilder, &str)>>) -> PolarsResult<DataFrame> {
    let columns: Vec<Column> = builders.into_iter().flatten().map(|(builder, name)| builder.finish(name)).collect();
    DataFrame::new(columns.first().map_or(0, Column::len), columns)
}

/// A record and what follows it. It may begin with ends of lines: that of the line before, where it has two characters, and empty lines.
fn from_record<'a>(text: &'a str, record: &csv::StringRecord) -> &'a str {
    let start = record.position().and_then(|p| usize::try_from(p.byte()).ok()).unwrap_or(0);
    text.get(start..).unwrap_or("")
}

/// The line on which a record begins.
fn line_of(text: &str, record: &csv::StringRecord) -> u32 {
    let before = record.position().map_or(0, |place| usize::try_from(place.line()).unwrap_or(usize::MAX));
    let passed = from_record(text, record).bytes().take_while(|byte| matches!(byte, b'\r' | b'\n')).filter(|&byte| byte == b'\n').count();
    number(before.saturating_add(passed))
}

/// The text of a record's first line, as it stands in the file.
fn row_text<'a>(text: &'a str, record: &csv::StringRecord) -> &'a str {
    from_record(text, record).trim_start_matches(['\r', '\n']).lines().next().unwrap_or("")
}

/// A diagnostic with the line it is about, unless that is too long to be carried along.
pub(crate) fn with_line(diagnostic: Diagnostic, line: &str) -> Diagnostic {
    if line.len() <= LONGEST_SOURCE { diagnostic.with_source(line) } else { diagnostic }
}

/// The character column and width of a field in a line of CSV.
pub(crate) fn field_place(line: &str, field: usize) -> (u32, u32) {
    let (mut at, mut start, mut column, mut is_quoted) = (0, 1, 1, false);
    for c in line.chars() {
        match c {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => {
                if at == field {
                    break;
                }
                at += 1;
                start = column + 1;
            }
            _ => {}
        }
        column += 1;
    }
    (number(start), number((column - start).max(1)))
}

/// Goes through the records below the header: header, number of the record from 0, its line, and its text.
pub(crate) fn each_record(bytes: &[u8], mut visit: impl FnMut(&csv::StringRecord, usize, u32, &str)) {
    let body = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let Ok(text) = std::str::from_utf8(body) else { return };
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let Ok(header) = reader.headers().cloned() else { return };
    let mut record = csv::StringRecord::new();
    let mut row = 0;
    while reader.read_record(&mut record).unwrap_or(false) {
        let line = line_of(text, &record);
        visit(&header, row, line, row_text(text, &record));
        row += 1;
    }
}

fn number(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

enum ColumnBuilder {
    Text(StringChunkedBuilder),
    Integer(Vec<Option<i64>>),
    Date(Vec<Option<i32>>),
    Boolean(Vec<Option<bool>>),
}

impl ColumnBuilder {
    fn new(kind: CsvType) -> Self {
        match kind {
            CsvType::Text => Self::Text(StringChunkedBuilder::new(PlSmallStr::EMPTY, 1024)),
            CsvType::Integer => Self::Integer(Vec::new()),
            CsvType::Date => Self::Date(Vec::new()),
            CsvType::Boolean => Self::Boolean(Vec::new()),
        }
    }

    /// Takes one field; a wrong one becomes a null and says what was wanted.
    fn push(&mut self, field: &str) -> Result<(), &'static str> {
        fn typed<T>(values: &mut Vec<Option<T>>, field: &str, value: Option<T>, wanted: &'static str) -> Result<(), &'static str> {
            let wrong = value.is_none() && !field.is_empty();
            values.push(value);
            if wrong { Err(wanted) } else { Ok(()) }
        }
        match self {
            Self::Text(builder) => {
                builder.append_value(meant(field));
                Ok(())
            }
            Self::Integer(values) => typed(values, field.trim(), field.trim().parse().ok(), "a whole number"),
            Self::Date(values) => typed(values, field.trim(), list_day(field.trim()), "a date like 2024-02-01"),
            Self::Boolean(values) => typed(
                values,
                field.trim(),
                match field.trim() {
                    "true" | "True" | "1" => Some(true),
                    "false" | "False" | "0" => Some(false),
                    _ => None,
                },
                "true or false",
            ),
        }
    }

    fn finish(self, name: &str) -> Column {
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

    const KNOWN: [(&str, CsvType); 3] = [("fide_id", CsvType::Integer), ("name", CsvType::Text), ("last_rated", CsvType::Date)];

    /// Rows whose names hold commas, quotes and ends of lines, long enough to be read in parts.
    fn rows(count: u32) -> String {
        let name = |id: u32| match id % 5 {
            0 => format!("\"Player, {id}\""),
            1 => format!("\"Player\n{id}\""),
            2 => format!("\"\"\"{id}\"\", called \"\"\n\"\"\""),
            _ => format!("Player {id}"),
        };
        (1..=count).map(|id| format!("{id},{},2024-02-{:02}\r\n", name(id), 1 + id % 28)).collect()
    }

    fn one_by_one(text: &str) -> (Option<DataFrame>, Vec<Diagnostic>) {
        let mut diagnostics = Vec::new();
        let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
        reader.headers().expect("a header");
        let wanted: Vec<Wanted<'_>> = KNOWN.iter().copied().map(Some).collect();
        (all_records(&mut reader, text, &"list.csv".into(), &wanted, &mut diagnostics), diagnostics)
    }

    #[test]
    fn parts_end_where_records_do_and_hold_all_of_them() {
        let text = rows(30_000);
        let parts = parts_of(&text, 5);
        assert_eq!(parts.len(), 5);
        assert_eq!(parts.concat(), text);
        let records: usize =
            parts.iter().map(|part| csv::ReaderBuilder::new().has_headers(false).from_reader(part.as_bytes()).records().count()).sum();
        assert_eq!(records, 30_000);
        assert_eq!(parts_of("", 5), [""]);
    }

    #[test]
    fn a_table_read_in_parts_is_the_one_read_row_by_row() {
        let text = format!("fide_id,name,last_rated\r\n{}", rows(30_000));
        let mut diagnostics = Vec::new();
        let frame = parse_columns(text.as_bytes(), &"list.csv".into(), &KNOWN, &mut diagnostics).expect("readable");
        assert!(diagnostics.is_empty() && frame.first_col_n_chunks() > 1, "{diagnostics:?}");
        let (whole, _) = one_by_one(&text);
        assert!(frame.equals_missing(&whole.expect("readable")));
    }

    #[test]
    fn lines_are_counted_whatever_ends_them() {
        for text in ["fide_id,name\n1,a\n\nx,b\n", "fide_id,name\r\n1,a\r\n\r\nx,b\r\n"] {
            let mut diagnostics = Vec::new();
            parse_columns(text.as_bytes(), &"list.csv".into(), &KNOWN, &mut diagnostics);
            assert_eq!(diagnostics.iter().map(|told| (told.place.line, told.place.column)).collect::<Vec<_>>(), [(4, 1)], "{text:?}");
        }
    }

    #[test]
    fn what_is_wrong_in_the_last_part_is_told_with_its_line() {
        let text = format!("fide_id,name,last_rated\n{}x,\"Player\",2024-02-01\n", rows(30_000));
        let mut diagnostics = Vec::new();
        parse_columns(text.as_bytes(), &"list.csv".into(), &KNOWN, &mut diagnostics);
        // As many lines as there are ends of lines, and the wrong row is the last.
        let lines = u32::try_from(text.matches('\n').count()).expect("few");
        let told: Vec<(&str, u32, u32)> = diagnostics.iter().map(|told| (told.code.id, told.place.line, told.place.column)).collect();
        assert_eq!(told, [("LST003", lines, 1)]);
    }
}
