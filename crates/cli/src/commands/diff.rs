//! `ratinglist diff`

use crate::arguments::Shared;
use crate::output::{self, Usage};
use crate::terminal::DataOut;
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
    format: Option<Form>,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write a page with plots and a table that sorts and filters, too
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Whose ratings are compared where a file holds those of several controls
    #[arg(long)]
    control: Option<Control>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    Table,
    Csv,
    Parquet,
    Json,
}

/// Whatever goes wrong here is trouble, and trouble is exit code 2.
pub(crate) fn run(arguments: &DiffArguments, shared: &Shared) -> anyhow::Result<ExitCode> {
    compare(arguments, shared).map_err(|error| {
        if let Some(InspectError::Store(StoreError::Refused { diagnostics, .. })) = error.downcast_ref::<InspectError>() {
            output::say_some(shared, diagnostics, "");
        }
        Usage(output::with_causes(&error)).into()
    })
}

fn compare(arguments: &DiffArguments, shared: &Shared) -> anyhow::Result<ExitCode> {
    let form = arguments.form(shared)?;
    let difference = diff::compare(&arguments.a, &arguments.b, arguments.control)?;
    for list in [&difference.a, &difference.b] {
        output::say_some(shared, &list.diagnostics, "");
    }
    if matches!(form, Form::Csv | Form::Parquet) {
        // The other forms hold them.
        difference.notes.iter().for_each(|note| output::say(shared, &format!("note: {note}")));
    }
    if let Some(page) = &arguments.html {
        let text = difference.document().to_html();
        store::replace_file(page, |file| file.write_all(text.as_bytes()))?;
    }
    match &arguments.out {
        Some(out) => store::replace_file(out, |file| write(file, form, &difference).map_err(io::Error::other))?,
        None if form == Form::Table && shared.quiet => {}
        None => to_stdout(form, &difference)?,
    }
    for written in arguments.html.iter().chain(&arguments.out) {
        output::say(shared, &format!("written: {}", output::tidy(written)));
    }
    Ok(if difference.is_same() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

impl DiffArguments {
    fn form(&self, shared: &Shared) -> Result<Form, Usage> {
        let form = match (self.format, shared.json) {
            (None, false) => Form::Table,
            (None, true) | (Some(Form::Json), _) => Form::Json,
            (Some(_), true) => return Err(Usage("--json is --format json; another format was asked for, too".to_owned())),
            (Some(form), false) => form,
        };
        if form == Form::Parquet && self.out.is_none() && io::stdout().is_terminal() {
            return Err(Usage("Parquet is not for terminals; give --out".to_owned()));
        }
        match (&self.out, &self.html) {
            (Some(out), Some(html)) if out == html => Err(Usage("--out and --html name the same file".to_owned())),
            _ => Ok(form),
        }
    }
}

fn write(mut out: impl Write, form: Form, difference: &Difference) -> Result<(), InspectError> {
    match form {
        Form::Table => {
            let text = difference.document().to_terminal(Terminal::default());
            out.write_all(text.as_bytes()).map_err(|error| InspectError::Unwritten(error.to_string()))
        }
        Form::Csv => diff::write_csv(out, difference),
        Form::Parquet => diff::write_parquet(out, difference),
        Form::Json => diff::write_json(out, difference),
    }
}

/// Writes to standard output. Whoever stops reading early, as `head` does, is not an error.
fn to_stdout(form: Form, difference: &Difference) -> Result<(), InspectError> {
    if form == Form::Table {
        return output::print_document(&difference.document()).map_err(|error| InspectError::Unwritten(error.to_string()));
    }
    let out = BufWriter::with_capacity(1 << 18, DataOut::new());
    match write(out, form, difference) {
        // Polars and csv tell a closed pipe in words only.
        Err(InspectError::Unwritten(message)) if message.to_lowercase().contains("broken pipe") => Ok(()),
        written => written,
    }
}
