//! `ratinglist diff`

use super::run::VersionArguments;
use crate::arguments::{HashCheckArguments, SharedArguments};
use crate::output::{self, UsageError};
use crate::output_format::{TableFormat, write_table};
use crate::player_filter_arguments::{PlayerFilterArguments, check_words};
use crate::terminal_output::DataWriter;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use inspect::InspectError;
use inspect::diff::{self, ComparedField, Comparison, DiffOptions, DifferenceClass};
use model::{Control, ListDate};
use pages::Terminal;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use store::StoreError;

/// Compares lists, player by player, and says why each number moved where the lists are folders of ours.
///
/// Two lists are compared with each other; of more, and of the lists in a folder, each with the next one, and the first with the last.
/// Exit code 0: the lists are the same; 1: they differ; 2: they could not be compared.
#[derive(Debug, Args)]
pub(crate) struct DiffArguments {
    /// Two lists or more, the later ones usually last: list folders, CSV, Parquet, or the federation's TXT or XML, plain or zipped; or one folder of list folders
    #[arg(value_name = "LIST", required = true, num_args = 1..)]
    lists: Vec<PathBuf>,
    /// Of a folder of lists, the first one
    #[arg(long, value_name = "DATE")]
    from: Option<ListDate>,
    /// Of a folder of lists, the last one
    #[arg(long, value_name = "DATE")]
    to: Option<ListDate>,
    #[command(flatten)]
    version: VersionArguments,
    /// What is written; with --json, json; otherwise by the ending of --out, or a table for people
    #[arg(long, value_enum)]
    format: Option<TableFormat>,
    /// One row for each player, with every field before and after, instead of one for each field that differs
    #[arg(long)]
    wide: bool,
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
    /// Only differences of these classes, separated by commas; rating is every changed rating
    #[arg(long, value_name = "CLASSES", value_delimiter = ',', ignore_case = true, value_parser = classes(), help_heading = "Which differences")]
    class: Vec<DifferenceClass>,
    /// Without ratings that changed by less than this
    #[arg(long, value_name = "POINTS", default_value_t = 0, hide_default_value = true, help_heading = "Which differences")]
    min_change: u32,
    /// Fields that are not compared, separated by commas
    #[arg(long, value_name = "FIELDS", value_delimiter = ',', ignore_case = true, value_parser = fields(), help_heading = "Which differences")]
    ignore: Vec<ComparedField>,
    #[command(flatten)]
    players: PlayerFilterArguments,
}

fn classes() -> impl TypedValueParser<Value = DifferenceClass> {
    PossibleValuesParser::new(DifferenceClass::ALL.iter().map(DifferenceClass::into_str))
        .try_map(|word| word.to_lowercase().parse::<DifferenceClass>().map_err(|error| error.to_string()))
}

fn fields() -> impl TypedValueParser<Value = ComparedField> {
    PossibleValuesParser::new(ComparedField::ALL.iter().map(ComparedField::into_str))
        .try_map(|word| word.to_lowercase().parse::<ComparedField>().map_err(|error| error.to_string()))
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
    let form = arguments.form(shared)?;
    let options = arguments.options()?;
    let lists = diff::read_lists(&arguments.paths()?, arguments.control, arguments.hash_check.hash_check(shared))?;
    check_words(&diff::unmatched_words(&lists, &options.players), shared)?;
    let comparison = diff::compare_lists(&lists, &options)?;
    for list in &lists {
        output::print_diagnostics(shared, &list.diagnostics, "");
    }
    if !matches!(form.format, TableFormat::Table | TableFormat::Json) {
        // The other formats contain them.
        comparison.over_all.notes.iter().for_each(|note| output::print_message(shared, &format!("note: {note}")));
    }
    if let Some(page) = &arguments.html {
        let text = publish::with_cited_readings(comparison.page()).to_html();
        store::replace_file(page, |file| file.write_all(text.as_bytes()))?;
    }
    match &arguments.out {
        Some(out) => store::replace_file(out, |file| form.write(file, &comparison).map_err(io::Error::other))?,
        None => form.write_stdout(&comparison)?,
    }
    for written in arguments.html.iter().chain(&arguments.out) {
        output::print_message(shared, &format!("written: {}", output::display_path(written)));
    }
    Ok(if comparison.is_same() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

impl DiffArguments {
    fn options(&self) -> Result<DiffOptions, UsageError> {
        Ok(DiffOptions {
            players: self.players.filter()?,
            classes: self.class.clone(),
            min_change: self.min_change,
            ignored: self.ignore.clone(),
        })
    }

    /// The lists that are compared: those given, or those in the one folder that is given.
    fn paths(&self) -> anyhow::Result<Vec<PathBuf>> {
        let chosen = [("--from", self.from.is_some()), ("--to", self.to.is_some())].into_iter().find(|(_, is_given)| *is_given);
        match (&self.lists[..], chosen) {
            ([root], _) if root.is_dir() => {
                let found = diff::lists_in(root, self.version.reading(), self.from, self.to)?;
                if found.len() < 2 {
                    let lists = match &found[..] {
                        [] => "no list folder in it".to_owned(),
                        found => format!("only one list folder in it, {}", found[0].display()),
                    };
                    let between = if chosen.is_some() { " between these dates" } else { "" };
                    let message = format!("{}: {lists}{between}; two lists or more are compared", root.display());
                    return Err(UsageError(message).into());
                }
                Ok(found)
            }
            ([only], _) => {
                Err(UsageError(format!("{} alone cannot be compared: name two lists, or a folder of lists", only.display())).into())
            }
            (_, Some((flag, _))) => {
                Err(UsageError(format!("{flag} chooses among the lists of one folder; several lists are named")).into())
            }
            (lists, None) => Ok(lists.to_vec()),
        }
    }

    fn form(&self, shared: &SharedArguments) -> Result<DiffForm, UsageError> {
        let format = TableFormat::choose(self.format, shared, self.out.as_deref())?;
        if self.wide && matches!(format, TableFormat::Table | TableFormat::Json | TableFormat::Jsonl) {
            return Err(UsageError("--wide is a form of csv, parquet and xlsx".to_owned()));
        }
        match (&self.out, &self.html) {
            (Some(out), Some(html)) if out == html => Err(UsageError("--out and --html name the same file".to_owned())),
            _ => Ok(DiffForm { format, is_wide: self.wide }),
        }
    }
}

/// The form in which a comparison is written.
#[derive(Clone, Copy, Debug)]
struct DiffForm {
    format: TableFormat,
    is_wide: bool,
}

impl DiffForm {
    fn write(self, mut out: impl Write, comparison: &Comparison) -> Result<(), InspectError> {
        match self.format {
            TableFormat::Table => {
                let text = comparison.document().to_terminal(Terminal::default());
                out.write_all(text.as_bytes()).map_err(|error| InspectError::Unwritten(error.to_string()))
            }
            TableFormat::Json => diff::write_json(out, comparison),
            TableFormat::Jsonl => diff::write_json_lines(out, comparison),
            TableFormat::Csv | TableFormat::Parquet | TableFormat::Xlsx => {
                let differences = comparison.all();
                let table = if self.is_wide { diff::player_table(&differences) } else { diff::table(&differences) };
                write_table(out, self.format, &table)
            }
        }
    }

    /// Writes to standard output. A closed pipe, as of `head`, is not an error.
    fn write_stdout(self, comparison: &Comparison) -> Result<(), InspectError> {
        if self.format == TableFormat::Table {
            return output::print_document(&comparison.document()).map_err(|error| InspectError::Unwritten(error.to_string()));
        }
        let out = BufWriter::with_capacity(1 << 18, DataWriter::new());
        match self.write(out, comparison) {
            // Polars and csv report a closed pipe only in their messages.
            Err(InspectError::Unwritten(message)) if message.to_lowercase().contains("broken pipe") => Ok(()),
            written => written,
        }
    }
}
