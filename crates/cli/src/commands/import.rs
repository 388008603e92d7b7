//! `ratinglist import`

use super::run_document::counts_in_words;
use crate::arguments::SharedArguments;
use crate::output;
use crate::progress::TerminalProgress;
use clap::Args;
use model::{Control, ListDate};
use pages::{Document, Facts};
use pipeline::{ImportJob, Imported, RunStatus};
use std::path::PathBuf;
use std::process::ExitCode;
use store::{Count, JobOptions};

#[derive(Debug, Args)]
pub(crate) struct ImportArguments {
    /// The federation's list: TXT of any layout since 2001 or XML, plain or zipped
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The time control: whose columns of a combined file are taken; needed unless the file's name tells
    #[arg(long)]
    control: Option<Control>,
    /// The date of the list; needed unless the file's name or header tells
    #[arg(long, value_name = "DATE")]
    date: Option<ListDate>,
    /// The list folder to make
    #[arg(long, value_name = "LIST_FOLDER")]
    out: PathBuf,
    /// What the list is written as
    #[arg(long, value_name = "FORMATS", value_delimiter = ',', default_value = "csv,parquet", value_parser = ["csv", "parquet"])]
    formats: Vec<String>,
    /// Make nothing where a row cannot be used
    #[arg(long)]
    strict: bool,
}

pub(crate) fn run(arguments: &ImportArguments, shared: &SharedArguments) -> anyhow::Result<ExitCode> {
    let job = ImportJob {
        file: arguments.file.clone(),
        control: arguments.control,
        date: arguments.date,
        folder: arguments.out.clone(),
        options: JobOptions {
            formats: arguments.formats.iter().map(String::as_str).collect(),
            strict: arguments.strict,
            ..JobOptions::default()
        },
    };
    let imported = {
        let bar = TerminalProgress::new(shared);
        pipeline::import(&job, &bar)?
    };
    output::print_diagnostics(shared, &imported.diagnostics, store::file::DIAGNOSTICS);
    if shared.json {
        let status = if imported.status == RunStatus::NothingToDo { "nothing-to-do" } else { "imported" };
        let value = serde_json::json!({
            "status": status,
            "folder": imported.folder.display().to_string(),
            "control": imported.control,
            "list": imported.list,
            "counts": imported.counts,
        });
        output::print_json(&value)?;
    } else if !shared.quiet {
        output::print_document(&document(&imported))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn document(imported: &Imported) -> Document {
    let folder = output::display_path(&imported.folder);
    if imported.status == RunStatus::NothingToDo {
        return Document::new(format!("nothing to do: {folder} is there, and its inputs are the same"));
    }
    let sentence = |parts: &[(Count, &str)]| counts_in_words(&imported.counts, parts);
    let rows = sentence(&[(Count::RowsRead, " read, "), (Count::RowsUnusable, " left out")]);
    let players =
        sentence(&[(Count::PlayersKnown, " known, "), (Count::PlayersListed, " on the list ("), (Count::PlayersInactive, " inactive)")]);
    let facts = Facts::new().fact("Rows", rows).fact("Players", players).fact("Input", output::count_by_severity(&imported.diagnostics));
    Document::new(format!("The {} list of {} is in {folder}", imported.control, imported.list)).with(facts)
}
