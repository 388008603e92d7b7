//! `ratinglist history`

use super::explain::list_matches;
use super::run::WhichVersion;
use crate::arguments::Shared;
use crate::output::{self, Usage};
use crate::terminal::DataOut;
use clap::{Args, ValueEnum};
use inspect::history::{History, history};
use pages::Terminal;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Follows one player through all lists in a folder: rating, games, K, what moved it, as a table and a plot.
#[derive(Debug, Args)]
pub(crate) struct HistoryArguments {
    /// The folder in which the list folders are
    #[arg(value_name = "LISTS_FOLDER")]
    lists: PathBuf,
    /// The player: an id, or a part of the name
    #[arg(value_name = "PLAYER")]
    player: String,
    #[command(flatten)]
    version: WhichVersion,
    /// What is written: a table for people, or one row for each list; with --json, json
    #[arg(long, value_enum)]
    format: Option<Form>,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Draw a plot above the table, also where the output is not a terminal
    #[arg(long)]
    plot: bool,
    /// Write a page with a plot, too
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    Table,
    Csv,
    Parquet,
    Json,
}

pub(crate) fn run(arguments: &HistoryArguments, shared: &Shared) -> anyhow::Result<ExitCode> {
    let form = match (arguments.format, shared.json) {
        (None, false) => Form::Table,
        (None, true) | (Some(Form::Json), _) => Form::Json,
        (Some(_), true) => return Err(Usage("--json is --format json; another format was asked for, too".to_owned()).into()),
        (Some(form), false) => form,
    };
    if form == Form::Parquet && arguments.out.is_none() && io::stdout().is_terminal() {
        return Err(Usage("Parquet is not for terminals; give --out".to_owned()).into());
    }
    let found = history(&arguments.lists, &arguments.player, arguments.version.reading());
    let history = found.inspect_err(|error| list_matches(error, shared))?;
    if let Some(path) = &arguments.html {
        let page = history.document().to_html();
        store::replace_file(path, |file| file.write_all(page.as_bytes()))?;
    }
    let mut terminal = if arguments.out.is_some() { Terminal::default() } else { output::stdout_terminal() };
    terminal.has_plots |= arguments.plot;
    match &arguments.out {
        Some(path) => store::replace_file(path, |file| write(file, form, &history, terminal).map_err(io::Error::other))?,
        None if form == Form::Table && shared.quiet => {}
        None => to_stdout(form, &history, terminal)?,
    }
    for written in arguments.html.iter().chain(&arguments.out) {
        output::say(shared, &format!("written: {}", output::tidy(written)));
    }
    Ok(ExitCode::SUCCESS)
}

/// Whoever stops reading early, as `head` does, is not an error.
fn to_stdout(form: Form, history: &History, terminal: Terminal) -> anyhow::Result<()> {
    if form == Form::Table {
        return output::print_data(&history.document().to_terminal(terminal));
    }
    let mut bytes = Vec::new();
    write(&mut BufWriter::new(&mut bytes), form, history, terminal)?;
    let mut out = DataOut::new();
    match out.write_all(&bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

fn write(out: &mut impl Write, form: Form, history: &History, terminal: Terminal) -> anyhow::Result<()> {
    match form {
        Form::Table => out.write_all(history.document().to_terminal(terminal).as_bytes())?,
        Form::Csv => history.to_table().write_csv(&mut *out)?,
        Form::Parquet => history.to_table().write_parquet(&mut *out, &[])?,
        Form::Json => writeln!(out, "{}", serde_json::to_string_pretty(history)?)?,
    }
    out.flush()?;
    Ok(())
}
