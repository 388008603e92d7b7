//! `ratinglist export`

use crate::arguments::{HashCheckArguments, SharedArguments};
use crate::output::{self, UsageError, grouped};
use crate::player_filter_arguments::{PlayerFilterArguments, check_words};
use crate::terminal_output::DataWriter;
use clap::{Args, ValueEnum};
use model::{Control, ListDate};
use pipeline::PipelineError;
use publish::{Export, ExportError, ExportFormat, ExportSummary};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use store::PublishedList;

/// Writes a published list for others, whole or in part.
///
/// By title, federation, rating, id and sex this is the list on demand of article 6.12 of the regulations online-2013.
#[derive(Debug, Args)]
pub(crate) struct ExportArguments {
    /// List folders or list files; two or three of different controls make a combined file
    #[arg(required = true, num_args = 1..=3, value_name = "LIST_FOLDER")]
    lists: Vec<PathBuf>,
    /// What to write; with --json, json
    #[arg(long, value_enum)]
    format: Option<FormatArgument>,
    /// The file to write; a name that ends in .zip is zipped. Otherwise the list goes to standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write one list in the layout that holds three controls
    #[arg(long)]
    combined: bool,
    /// The control of a list that does not tell it
    #[arg(long)]
    control: Option<Control>,
    /// The date of a list that does not tell it
    #[arg(long, value_name = "DATE")]
    date: Option<ListDate>,
    /// Leave out the years of birth of players younger than this
    #[arg(long, value_name = "AGE")]
    hide_birth_year_under: Option<u8>,
    #[command(flatten)]
    hash_check: HashCheckArguments,
    #[command(flatten)]
    players: PlayerFilterArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormatArgument {
    FideTxt,
    FideXml,
    Csv,
    Parquet,
    Json,
}

pub(crate) fn run(arguments: &ExportArguments, shared: &SharedArguments) -> anyhow::Result<ExitCode> {
    let format = arguments.format(shared)?;
    let filter = arguments.players.filter()?;
    let hash_check = arguments.hash_check.hash_check(shared);
    let lists = arguments
        .lists
        .iter()
        .map(|path| PublishedList::read(path, arguments.control, arguments.date, hash_check).map_err(PipelineError::from))
        .collect::<Result<Vec<_>, _>>()?;
    for list in &lists {
        output::print_diagnostics(shared, &list.diagnostics, "");
    }
    let file = arguments.out.as_deref().map_or_else(|| "standard output".to_owned(), |out| out.display().to_string());
    let export = Export {
        lists,
        filter,
        format,
        combined: arguments.combined,
        hide_birth_year_under: arguments.hide_birth_year_under,
        file: file.into(),
    };
    export.check().map_err(to_anyhow)?;
    check_words(&export.unmatched_words().map_err(to_anyhow)?, shared)?;
    let exported = match &arguments.out {
        Some(out) => write_file(out, &export)?,
        None => write_stdout(&export)?,
    };
    output::print_diagnostics(shared, &exported.diagnostics, "");
    let Some(out) = &arguments.out else { return Ok(ExitCode::SUCCESS) };
    if shared.json {
        let diagnostics: Vec<_> = exported.diagnostics.iter().map(output::diagnostic_json).collect();
        let value = serde_json::json!({ "file": out.display().to_string(), "players": exported.players, "diagnostics": diagnostics });
        output::print_json(&value)?;
    } else {
        let players =
            if exported.players == 1 { "1 player is".to_owned() } else { format!("{} players are", grouped(exported.players as u64)) };
        output::print_message(shared, &format!("{players} in {}", output::display_path(out)));
    }
    Ok(ExitCode::SUCCESS)
}

impl ExportArguments {
    fn format(&self, shared: &SharedArguments) -> Result<ExportFormat, UsageError> {
        let format = match (self.format, shared.json) {
            (None, false) => return Err(UsageError("--format is needed: fide-txt, fide-xml, csv, parquet or json".to_owned())),
            (None, true) | (Some(FormatArgument::Json), _) => ExportFormat::Json,
            (Some(FormatArgument::FideTxt), _) => ExportFormat::FideTxt,
            (Some(FormatArgument::FideXml), _) => ExportFormat::FideXml,
            (Some(FormatArgument::Csv), _) => ExportFormat::Csv,
            (Some(FormatArgument::Parquet), _) => ExportFormat::Parquet,
        };
        if shared.json && format != ExportFormat::Json && self.out.is_none() {
            return Err(UsageError("--json with another format needs --out: the list itself goes to standard output".to_owned()));
        }
        if format == ExportFormat::Parquet && self.out.is_none() && io::stdout().is_terminal() {
            return Err(UsageError("Parquet is not for terminals; give --out".to_owned()));
        }
        Ok(format)
    }
}

/// Writes the file beside its place; an archive has the list in it under the archive's own name.
fn write_file(out: &Path, export: &Export) -> anyhow::Result<ExportSummary> {
    let is_archive = out.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"));
    let member = format!("{}.{}", out.file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default(), export.format.extension());
    let written = store::replace_file(out, |file| {
        let write = |out: &mut dyn Write| publish::export(out, export).map_err(io::Error::other);
        if is_archive { federation_lists::write_zipped(file, &member, write) } else { write(file) }
    });
    written.map_err(|error| PipelineError::from(error).into())
}

/// Writes to standard output. Whoever stops reading early, as `head` does, is not an error.
fn write_stdout(export: &Export) -> anyhow::Result<ExportSummary> {
    let mut out = BufWriter::with_capacity(1 << 18, DataWriter::new());
    match publish::export(&mut out, export) {
        Err(ExportError::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            Ok(ExportSummary { players: 0, diagnostics: Vec::new() })
        }
        // Polars tells a closed pipe in words only.
        Err(ExportError::Columns(error)) if error.to_string().to_lowercase().contains("broken pipe") => {
            Ok(ExportSummary { players: 0, diagnostics: Vec::new() })
        }
        Err(error) => Err(to_anyhow(error)),
        Ok(exported) => Ok(exported),
    }
}

fn to_anyhow(error: ExportError) -> anyhow::Error {
    match error {
        ExportError::Usage(message) => UsageError(message).into(),
        error => error.into(),
    }
}
