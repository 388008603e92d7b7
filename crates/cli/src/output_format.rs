//! The format that a command writes: the one that is named, that of `--json`, or that of the ending of `--out`.

use crate::arguments::SharedArguments;
use crate::output::UsageError;
use clap::ValueEnum;
use inspect::InspectError;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use tables::OutputTable;

/// The formats of an answer that is a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    /// For people
    Table,
    Csv,
    Parquet,
    /// A workbook of Excel
    Xlsx,
    /// One object; the rows are an array in it
    Json,
    /// Each row an object on a line of its own
    Jsonl,
}

impl TableFormat {
    /// The format of a command whose `--json` is `--format json`.
    pub(crate) fn choose(named: Option<Self>, shared: &SharedArguments, out: Option<&Path>) -> Result<Self, UsageError> {
        let named = match (named, shared.json) {
            (None, true) => Some(Self::Json),
            (Some(format), true) if format != Self::Json => {
                return Err(UsageError("--json is --format json; another format was asked for, too".to_owned()));
            }
            (named, _) => named,
        };
        let format = format_of_file(named, out)?.unwrap_or(Self::Table);
        if matches!(format, Self::Parquet | Self::Xlsx) {
            reject_terminal(out)?;
        }
        Ok(format)
    }
}

/// The format that is named, or else that of the ending of the file's name; an error if they contradict each other.
pub(crate) fn format_of_file<F: ValueEnum + PartialEq>(named: Option<F>, out: Option<&Path>) -> Result<Option<F>, UsageError> {
    let ending = out.and_then(Path::extension).map(|ending| ending.to_string_lossy().to_lowercase());
    let names: &[&str] = match ending.as_deref() {
        Some("txt") => &["fide-txt", "table"],
        Some("xml") => &["fide-xml"],
        Some("ndjson") => &["jsonl"],
        Some(ending) => &[ending],
        None => &[],
    };
    let of_ending = names.iter().find_map(|name| F::from_str(name, false).ok());
    match (named, of_ending) {
        // Any text may be in a .txt.
        (Some(named), Some(of_ending)) if named != of_ending && ending.as_deref() != Some("txt") => {
            let name = named.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default();
            let ending = ending.unwrap_or_default();
            Err(UsageError(format!("the format is {name}, and the name of --out ends in .{ending}: name one of them otherwise")))
        }
        (named, of_ending) => Ok(named.or(of_ending)),
    }
}

/// Fails if bytes that are not text would go to a terminal.
pub(crate) fn reject_terminal(out: Option<&Path>) -> Result<(), UsageError> {
    match out {
        None if io::stdout().is_terminal() => Err(UsageError("Parquet and xlsx are not for terminals; give --out".to_owned())),
        _ => Ok(()),
    }
}

/// Writes a table as CSV, Parquet or a workbook; the other formats have more than a table.
pub(crate) fn write_table(mut out: impl Write, format: TableFormat, table: &OutputTable<'_>) -> Result<(), InspectError> {
    let written = match format {
        TableFormat::Parquet => table.write_parquet(&mut out, &[]),
        TableFormat::Xlsx => table.write_xlsx(&mut out),
        TableFormat::Csv | TableFormat::Table | TableFormat::Json | TableFormat::Jsonl => table.write_csv(&mut out),
    };
    written.map_err(|error| InspectError::Unwritten(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn format(named: Option<TableFormat>, out: &str) -> Result<Option<TableFormat>, String> {
        format_of_file(named, Some(Path::new(out))).map_err(|error| error.to_string())
    }

    #[test]
    fn the_ending_chooses_where_no_format_is_named() {
        for (out, expected) in [
            ("a.csv", Some(TableFormat::Csv)),
            ("a.PARQUET", Some(TableFormat::Parquet)),
            ("a.b.jsonl", Some(TableFormat::Jsonl)),
            ("a.ndjson", Some(TableFormat::Jsonl)),
            ("a.xlsx", Some(TableFormat::Xlsx)),
            ("a.txt", Some(TableFormat::Table)),
            ("a.zip", None),
            ("csv", None),
        ] {
            assert_eq!(format(None, out), Ok(expected), "{out}");
        }
    }

    #[test]
    fn an_ending_of_another_format_is_an_error_and_any_other_is_not() {
        let said = "the format is csv, and the name of --out ends in .parquet: name one of them otherwise".to_owned();
        assert_eq!(format(Some(TableFormat::Csv), "a.parquet"), Err(said));
        for out in ["a.csv", "a.txt", "a.dat", "a"] {
            assert_eq!(format(Some(TableFormat::Csv), out), Ok(Some(TableFormat::Csv)), "{out}");
        }
    }
}
