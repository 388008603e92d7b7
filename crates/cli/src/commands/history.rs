//! `ratinglist history`

use super::explain::list_matches;
use super::run::VersionArguments;
use crate::arguments::{HashCheckArguments, SharedArguments};
use crate::output::{self, UsageError};
use crate::output_format::{TableFormat, write_table};
use crate::player_filter_arguments::{PlayerFilterArguments, check_words};
use crate::terminal_output::DataWriter;
use clap::Args;
use inspect::history::{Histories, histories, newest_list};
use pages::Terminal;
use pipeline::PipelineError;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use store::PublishedList;

/// Follows players through all lists in a folder: rating, games, K, what moved it, as a table and a plot.
#[derive(Debug, Args)]
pub(crate) struct HistoryArguments {
    /// The folder in which the list folders are
    #[arg(value_name = "LISTS_FOLDER")]
    lists: PathBuf,
    /// The players: ids, or parts of names; without any, those whom the options select on the newest list
    #[arg(value_name = "PLAYER")]
    players: Vec<String>,
    /// A further folder of lists, of another control; may be given several times
    #[arg(long = "with", value_name = "LISTS_FOLDER")]
    other_lists: Vec<PathBuf>,
    #[command(flatten)]
    version: VersionArguments,
    /// What is written; with --json, json; otherwise by the ending of --out, or a table for people
    #[arg(long, value_enum)]
    format: Option<TableFormat>,
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
    /// Only the highest rated of those selected
    #[arg(long, value_name = "N", help_heading = "Which players")]
    top: Option<usize>,
    #[command(flatten)]
    selected: PlayerFilterArguments,
}

pub(crate) fn run(arguments: &HistoryArguments, shared: &SharedArguments) -> anyhow::Result<ExitCode> {
    let format = TableFormat::choose(arguments.format, shared, arguments.out.as_deref())?;
    let hash_check = arguments.hash_check.hash_check(shared);
    let players = arguments.players(shared, hash_check)?;
    let roots: Vec<PathBuf> = [&arguments.lists].into_iter().chain(&arguments.other_lists).cloned().collect();
    let found = histories(&roots, &players, arguments.version.reading(), hash_check);
    let found = found.inspect_err(|error| list_matches(error, shared))?;
    if let Some(path) = &arguments.html {
        let whole = found.clone().with_other_controls(&arguments.lists, arguments.version.reading(), hash_check)?;
        let page = publish::with_cited_readings(whole.page()).to_html();
        store::replace_file(path, |file| file.write_all(page.as_bytes()))?;
    }
    let mut terminal = if arguments.out.is_some() { Terminal::default() } else { output::stdout_terminal() };
    terminal.has_plots |= arguments.plot;
    match &arguments.out {
        Some(path) => store::replace_file(path, |file| write(file, format, &found, terminal).map_err(io::Error::other))?,
        None => write_stdout(format, &found, terminal)?,
    }
    for written in arguments.html.iter().chain(&arguments.out) {
        output::print_message(shared, &format!("written: {}", output::display_path(written)));
    }
    Ok(ExitCode::SUCCESS)
}

impl HistoryArguments {
    /// The players who are named, or those whom the options select on the newest list, the highest rated first.
    fn players(&self, shared: &SharedArguments, hash_check: store::HashCheck) -> anyhow::Result<Vec<String>> {
        let filter = self.selected.filter()?;
        match (self.players.is_empty(), filter.is_empty() && self.top.is_none()) {
            (false, true) => return Ok(self.players.clone()),
            (false, false) => return Err(UsageError("players are either named or selected by options, not both".to_owned()).into()),
            (true, true) => return Err(UsageError("name a player, or select players, as --federation NOR --top 10".to_owned()).into()),
            (true, false) => {}
        }
        let newest = newest_list(&self.lists, self.version.reading()).map_err(PipelineError::from)?;
        let list = PublishedList::read(&newest, None, None, hash_check).map_err(PipelineError::from)?;
        let selected = publish::select_players(&list, &filter, self.top)?;
        check_words(&selected.unmatched_words, shared)?;
        if selected.ids.is_empty() {
            return Err(UsageError(format!("{}: no player is selected", output::display_path(&newest))).into());
        }
        Ok(selected.ids.iter().map(ToString::to_string).collect())
    }
}

/// Writes to standard output. A closed pipe, as of `head`, is not an error.
fn write_stdout(format: TableFormat, found: &Histories, terminal: Terminal) -> anyhow::Result<()> {
    if format == TableFormat::Table {
        return output::print_data(&found.document().to_terminal(terminal));
    }
    let mut bytes = Vec::new();
    write(&mut BufWriter::new(&mut bytes), format, found, terminal)?;
    let mut out = DataWriter::new();
    match out.write_all(&bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

fn write(out: &mut impl Write, format: TableFormat, found: &Histories, terminal: Terminal) -> anyhow::Result<()> {
    match format {
        TableFormat::Table => out.write_all(found.document().to_terminal(terminal).as_bytes())?,
        TableFormat::Csv | TableFormat::Parquet | TableFormat::Xlsx => write_table(&mut *out, format, &found.to_table())?,
        TableFormat::Json => writeln!(out, "{}", serde_json::to_string_pretty(&found.to_json())?)?,
        TableFormat::Jsonl => {
            for row in found.to_json_rows() {
                writeln!(out, "{row}")?;
            }
        }
    }
    out.flush()?;
    Ok(())
}
