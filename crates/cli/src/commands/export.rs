//! `ratinglist export`

use crate::arguments::{HashCheckArguments, SharedArguments};
use crate::output::{self, UsageError, grouped};
use crate::output_format::{format_of_file, reject_terminal};
use crate::player_filter_arguments::{PlayerFilterArguments, check_words};
use crate::terminal_output::DataWriter;
use clap::{Args, ValueEnum};
use model::{Control, ListDate};
use pipeline::PipelineError;
use publish::{Export, ExportError, ExportFormat, ExportSummary, RowChoice};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use store::PublishedList;
use tables::CsvLayout;

/// Writes a published list for others, whole or in part.
///
/// By title, federation, rating, id and sex this is the list on demand of article 6.12 of the regulations online-2013.
#[derive(Debug, Args)]
pub(crate) struct ExportArguments {
    /// List folders or list files; several of different controls are written side by side, or as a combined file of the federation
    #[arg(required = true, num_args = 1..=4, value_name = "LIST_FOLDER")]
    lists: Vec<PathBuf>,
    /// What to write; with --json, json; otherwise by the ending of --out
    #[arg(long, value_enum)]
    format: Option<FormatArgument>,
    /// Write CSV for a double click in Excel: with a byte order mark, lines that end in CR and LF, and this separator: ';', ',' or tab
    #[arg(long, value_name = "SEPARATOR", num_args = 0..=1, require_equals = true, default_missing_value = ";", value_parser = parse_separator)]
    excel: Option<u8>,
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
    /// Sort by this column: the highest number first, texts from A to Z; with several lists, rapid_rating
    #[arg(long, value_name = "COLUMN", help_heading = "Which rows and columns")]
    sort: Option<String>,
    /// Turn the order round
    #[arg(long, requires = "sort", help_heading = "Which rows and columns")]
    reverse: bool,
    /// Only the first players; by rating, unless --sort is given
    #[arg(long, value_name = "N", help_heading = "Which rows and columns")]
    top: Option<usize>,
    /// Only these columns, in this order, separated by commas
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',', help_heading = "Which rows and columns")]
    columns: Vec<String>,
    #[command(flatten)]
    players: PlayerFilterArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormatArgument {
    FideTxt,
    FideXml,
    Csv,
    Parquet,
    /// A workbook of Excel
    Xlsx,
    /// An array with one object for each player
    Json,
    /// One object for each player, each on a line of its own
    Jsonl,
}

fn parse_separator(text: &str) -> Result<u8, String> {
    match text {
        ";" | "semicolon" => Ok(b';'),
        "," | "comma" => Ok(b','),
        "\t" | "\\t" | "tab" => Ok(b'\t'),
        other => Err(format!("'{other}' separates nothing; a semicolon, a comma or a tab does")),
    }
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
        rows: arguments.rows(format),
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
        // With --out, --json is the form of what is said of the file.
        let named = self.format.or((shared.json && self.out.is_none()).then_some(FormatArgument::Json));
        let named = named.or(self.excel.map(|_| FormatArgument::Csv));
        let format = match format_of_file(named, self.out.as_deref())? {
            None if shared.json => FormatArgument::Json,
            None => {
                let message = "--format is needed: fide-txt, fide-xml, csv, parquet, xlsx, json or jsonl; or --out with such an ending";
                return Err(UsageError(message.to_owned()));
            }
            Some(format) => format,
        };
        if self.excel.is_some() && format != FormatArgument::Csv {
            return Err(UsageError("--excel is a form of csv; for a workbook there is --format xlsx".to_owned()));
        }
        if shared.json && format != FormatArgument::Json && self.out.is_none() {
            return Err(UsageError("--json with another format needs --out: the list itself goes to standard output".to_owned()));
        }
        if matches!(format, FormatArgument::Parquet | FormatArgument::Xlsx) {
            reject_terminal(self.out.as_deref())?;
        }
        Ok(match format {
            FormatArgument::FideTxt => ExportFormat::FideTxt,
            FormatArgument::FideXml => ExportFormat::FideXml,
            FormatArgument::Csv => ExportFormat::Csv(self.excel.map_or(CsvLayout::STANDARD, CsvLayout::excel)),
            FormatArgument::Parquet => ExportFormat::Parquet,
            FormatArgument::Xlsx => ExportFormat::Xlsx,
            FormatArgument::Json => ExportFormat::Json,
            FormatArgument::Jsonl => ExportFormat::JsonLines,
        })
    }

    fn rows(&self, format: ExportFormat) -> RowChoice {
        let is_table = !matches!(format, ExportFormat::FideTxt | ExportFormat::FideXml);
        let by_rating = (self.top.is_some() && is_table && self.lists.len() == 1).then(|| "rating".to_owned());
        RowChoice { sort: self.sort.clone().or(by_rating), reversed: self.reverse, top: self.top, columns: self.columns.clone() }
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
