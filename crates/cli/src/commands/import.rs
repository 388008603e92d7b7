//! `ratinglist import`

use super::run_document::counts_in_words;
use crate::arguments::SharedArguments;
use crate::output::{self, UsageError};
use crate::progress::TerminalProgress;
use clap::Args;
use model::{Control, ListDate};
use pages::{Document, Facts, Value};
use pipeline::{ImportJob, ImportSeries, Imported, RunStatus};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use store::{Count, JobOptions};

#[derive(Debug, Args)]
pub(crate) struct ImportArguments {
    /// The federation's lists: TXT of any layout since 2001 or XML, plain or zipped; those of several months are taken in order of date
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The time control: whose columns of a combined file are taken; needed unless the file's name tells
    #[arg(long)]
    control: Option<Control>,
    /// The date of the list; needed unless the file's name or header tells
    #[arg(long, value_name = "DATE")]
    date: Option<ListDate>,
    /// The list folder to make; of several lists the folder of lists, in which each has a folder named by its date
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// What the list is written as
    #[arg(long, value_name = "FORMATS", value_delimiter = ',', default_value = "csv,parquet", value_parser = ["csv", "parquet"])]
    formats: Vec<String>,
    /// Make nothing where a row cannot be used
    #[arg(long)]
    strict: bool,
}

pub(crate) fn run(arguments: &ImportArguments, shared: &SharedArguments) -> anyhow::Result<ExitCode> {
    let options =
        JobOptions { formats: arguments.formats.iter().map(String::as_str).collect(), strict: arguments.strict, ..JobOptions::default() };
    let control = arguments.control;
    let imported = match arguments.files.as_slice() {
        [file] if !is_folder_of_lists(&arguments.out) => {
            let job = ImportJob { file: file.clone(), control, date: arguments.date, folder: arguments.out.clone(), options };
            let bar = TerminalProgress::new(shared);
            vec![pipeline::import(&job, &bar)?]
        }
        files => {
            if arguments.date.is_some() && files.len() > 1 {
                let message = "--date is of one list; the names or headers of several have to tell theirs, as standard_sep25frl.txt does";
                return Err(UsageError(message.to_owned()).into());
            }
            let series = ImportSeries { files: files.to_vec(), control, date: arguments.date, lists: arguments.out.clone(), options };
            let bar = TerminalProgress::new(shared);
            pipeline::import_series(&series, &bar)?
        }
    };
    for (at, one) in imported.iter().enumerate() {
        output::print_diagnostics(shared, &one.diagnostics, store::file::DIAGNOSTICS);
        if !shared.json && !shared.quiet {
            let document = document(one);
            if at > 0 {
                output::print("\n")?;
            }
            output::print_document(&document)?;
        }
    }
    match imported.as_slice() {
        [one] if shared.json => output::print_json(&as_json(one))?,
        several if shared.json => output::print_json(&several.iter().map(as_json).collect::<Vec<_>>())?,
        _ => {}
    }
    Ok(ExitCode::SUCCESS)
}

/// Whether a folder has list folders in it, and is none itself.
fn is_folder_of_lists(folder: &Path) -> bool {
    let is_list = store::ListSource::date_in_name(folder).is_some();
    !is_list && store::list_folders(folder, store::VersionChoice::default()).is_ok_and(|lists| !lists.is_empty())
}

pub(super) fn as_json(imported: &Imported) -> serde_json::Value {
    let status = if imported.status == RunStatus::NothingToDo { "nothing-to-do" } else { "imported" };
    serde_json::json!({
        "status": status,
        "folder": imported.folder.display().to_string(),
        "control": imported.control,
        "list": imported.list,
        "since": imported.since,
        "counts": imported.counts,
    })
}

pub(super) fn document(imported: &Imported) -> Document {
    let folder = output::display_path(&imported.folder);
    if imported.status == RunStatus::NothingToDo {
        let without = match imported.made_without {
            0 => String::new(),
            1 => "; a list before it came later, and is not in it".to_owned(),
            lists => format!("; {lists} lists before it came later, and are not in it"),
        };
        return Document::new(format!("nothing to do: {folder} is there, and its inputs are the same{without}"));
    }
    let sentence = |parts: &[(Count, &str)]| counts_in_words(&imported.counts, parts);
    let rows = sentence(&[(Count::RowsRead, " read, "), (Count::RowsUnusable, " left out")]);
    let players =
        sentence(&[(Count::PlayersKnown, " known, "), (Count::PlayersListed, " on the list ("), (Count::PlayersInactive, " inactive)")]);
    let mut facts = Facts::new().fact("Rows", rows).fact("Players", players);
    if let Some(since) = imported.since {
        let phrase = [Value::Count(since.new), " new, ".into(), Value::Count(since.gone), format!(" gone, since {}", since.list).into()];
        facts = facts.fact("Changes", Value::phrase(phrase));
    }
    let facts = facts.fact("Input", output::count_by_severity(&imported.diagnostics));
    Document::new(format!("The {} list of {} is in {folder}", imported.control, imported.list)).with(facts)
}
