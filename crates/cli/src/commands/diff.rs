//! `ratinglist diff`

use crate::arguments::{HashCheckArguments, SharedArguments};
use crate::output::{self, UsageError};
use crate::terminal_output::DataWriter;
use clap::{Args, ValueEnum};
use inspect::InspectError;
use inspect::diff::{self, Difference};
use model::Control;
use pages::Terminal;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use store::StoreError;

/// Compares two lists, player by player, and says why each number moved where the lists are folders of ours.
///
/// Exit code 0: the lists are the same; 1: they differ; 2: they could not be compared.
#[derive(Debug, Args)]
pub(crate) struct DiffArguments {
    /// The list that is compared with: a list folder, CSV, Parquet, or the federation's TXT or XML, plain or zipped
    #[arg(value_name = "A")]
    a: PathBuf,
    /// The list that is compared, usually the later one
    #[arg(value_name = "B")]
    b: PathBuf,
    /// What is written: a table for people, or one row for each player and field that differs; with --json, json
    #[arg(long, value_enum)]
    format: Option<DiffFormat>,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write a page with plots and a table that sorts and filters, too
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Whose ratings are compared where a file holds those of several controls
    #[arg(long)]
    control: Option<Control>,
    #[command(flatten)]
    hash_check: HashCheckArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum DiffFormat {
    Table,
    Csv,
    Parquet,
    Json,
}

/// Runs the comparison. Every error has exit code 2.
pub(crate) fn run(arguments: &DiffArguments, shared: &SharedArguments) -> anyhow::Result<ExitCode> {
    compare(arguments, shared).map_err(|error| {
        if let Some(InspectError::Store(StoreError::Refused { diagnostics, .. })) = error.downcast_ref::<InspectError>() {
            output::print_diagnostics(shared, diagnostics, "");
        }
        UsageError(output::with_causes(&error)).into()
    })
}

fn compare(arguments: &DiffArguments, shared: &SharedArguments) -> anyhow::Result<ExitCode> {
    let format = arguments.format(shared)?;
    let difference = diff::compare(&arguments.a, &arguments.b, arguments.control, arguments.hash_check.hash_check(shared))?;
    for list in [&difference.a, &difference.b] {
        output::print_diagnostics(shared, &list.diagnostics, "");
    }
    if matches!(format, DiffFormat::Csv | DiffFormat::Parquet) {
        // The other formats contain them.
        difference.notes.iter().for_each(|note| output::print_message(shared, &format!("note: {note}")));
    }
    if let Some(page) = &arguments.html {
        let text = publish::with_cited_readings(difference.page()).to_html();
        store::replace_file(page, |file| file.write_all(text.as_bytes()))?;
    }
    match &arguments.out {
        Some(out) => store::replace_file(out, |file| write(file, format, &difference).map_err(io::Error::other))?,
        None if format == DiffFormat::Table && shared.quiet => {}
        None => write_stdout(format, &difference)?,
    }
    for written in arguments.html.iter().chain(&arguments.out) {
        output::print_message(shared, &format!("written: {}", output::display_path(written)));
    }
    Ok(if difference.is_same() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

impl DiffArguments {
    fn format(&self, shared: &SharedArguments) -> Result<DiffFormat, UsageError> {
        let format = match (self.format, shared.json) {
            (None, false) => DiffFormat::Table,
            (None, true) | (Some(DiffFormat::Json), _) => DiffFormat::Json,
            (Some(_), true) => return Err(UsageError("--json is --format json; another format was asked for, too".to_owned())),
            (Some(format), false) => format,
        };
        if format == DiffFormat::Parquet && self.out.is_none() && io::stdout().is_terminal() {
            return Err(UsageError("Parquet is not for terminals; give --out".to_owned()));
        }
        match (&self.out, &self.html) {
            (Some(out), Some(html)) if out == html => Err(UsageError("--out and --html name the same file".to_owned())),
            _ => Ok(format),
        }
    }
}

fn write(mut out: impl Write, format: DiffFormat, difference: &Difference) -> Result<(), InspectError> {
    match format {
        DiffFormat::Table => {
            let text = difference.document().to_terminal(Terminal::default());
            out.write_all(text.as_bytes()).map_err(|error| InspectError::Unwritten(error.to_string()))
        }
        DiffFormat::Csv => diff::write_csv(out, difference),
        DiffFormat::Parquet => diff::write_parquet(out, difference),
        DiffFormat::Json => diff::write_json(out, difference),
    }
}

/// Writes to standard output. A closed pipe, as of `head`, is not an error.
fn write_stdout(format: DiffFormat, difference: &Difference) -> Result<(), InspectError> {
    if format == DiffFormat::Table {
        return output::print_document(&difference.document()).map_err(|error| InspectError::Unwritten(error.to_string()));
    }
    let out = BufWriter::with_capacity(1 << 18, DataWriter::new());
    match write(out, format, difference) {
        // Polars and csv report a closed pipe only in their messages.
        Err(InspectError::Unwritten(message)) if message.to_lowercase().contains("broken pipe") => Ok(()),
        written => written,
    }
}
