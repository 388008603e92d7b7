//! `ratinglist history`

use super::explain::list_matches;
use super::run::VersionArguments;
use crate::arguments::{HashCheckArguments, SharedArguments};
use crate::output::{self, UsageError};
use crate::terminal_output::DataWriter;
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
    version: VersionArguments,
    /// What is written: a table for people, or one row for each list; with --json, json
    #[arg(long, value_enum)]
    format: Option<HistoryFormat>,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Draw a plot above the table, also where the output is not a terminal
    #[arg(long)]
    plot: bool,
    /// Write a page with a plot, too
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    hash_check: HashCheckArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum HistoryFormat {
    Table,
    Csv,
    Parquet,
    Json,
}

pub(crate) fn run(arguments: &HistoryArguments, shared: &SharedArguments) -> anyhow::Result<ExitCode> {
    let format = match (arguments.format, shared.json) {
        (None, false) => HistoryFormat::Table,
        (None, true) | (Some(HistoryFormat::Json), _) => HistoryFormat::Json,
        (Some(_), true) => return Err(UsageError("--json is --format json; another format was asked for, too".to_owned()).into()),
        (Some(format), false) => format,
    };
    if format == HistoryFormat::Parquet && arguments.out.is_none() && io::stdout().is_terminal() {
        return Err(UsageError("Parquet is not for terminals; give --out".to_owned()).into());
    }
    let found = history(&arguments.lists, &arguments.player, arguments.version.reading(), arguments.hash_check.hash_check(shared));
    let history = found.inspect_err(|error| list_matches(error, shared))?;
    if let Some(path) = &arguments.html {
        let versions = arguments.version.reading();
        let whole = history.clone().with_other_controls(&arguments.lists, versions, arguments.hash_check.hash_check(shared))?;
        let page = publish::with_cited_readings(whole.page()).to_html();
        store::replace_file(path, |file| file.write_all(page.as_bytes()))?;
    }
    let mut terminal = if arguments.out.is_some() { Terminal::default() } else { output::stdout_terminal() };
    terminal.has_plots |= arguments.plot;
    match &arguments.out {
        Some(path) => store::replace_file(path, |file| write(file, format, &history, terminal).map_err(io::Error::other))?,
        None if format == HistoryFormat::Table && shared.quiet => {}
        None => write_stdout(format, &history, terminal)?,
    }
    for written in arguments.html.iter().chain(&arguments.out) {
        output::print_message(shared, &format!("written: {}", output::display_path(written)));
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes to standard output. A closed pipe, as of `head`, is not an error.
fn write_stdout(format: HistoryFormat, history: &History, terminal: Terminal) -> anyhow::Result<()> {
    if format == HistoryFormat::Table {
        return output::print_data(&history.document().to_terminal(terminal));
    }
    let mut bytes = Vec::new();
    write(&mut BufWriter::new(&mut bytes), format, history, terminal)?;
    let mut out = DataWriter::new();
    match out.write_all(&bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

fn write(out: &mut impl Write, format: HistoryFormat, history: &History, terminal: Terminal) -> anyhow::Result<()> {
    match format {
        HistoryFormat::Table => out.write_all(history.document().to_terminal(terminal).as_bytes())?,
        HistoryFormat::Csv => history.to_table().write_csv(&mut *out)?,
        HistoryFormat::Parquet => history.to_table().write_parquet(&mut *out, &[])?,
        HistoryFormat::Json => writeln!(out, "{}", serde_json::to_string_pretty(history)?)?,
    }
    out.flush()?;
    Ok(())
}
