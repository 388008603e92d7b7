//! `ratinglist fsck`

use crate::arguments::SharedArguments;
use crate::output::{self, display_path};
use clap::Args;
use pages::{Block, Document, Value};
use pipeline::{ReportComparison, StoreCheck, StoreProblem};
use std::path::PathBuf;
use std::process::ExitCode;

/// Checks everything in folders of lists: the files of every version of every list against their hashes, the chain of lists in both
/// directions, revisions and their table, leftovers, and folders that do not belong there; and the reports of tournaments rated within a
/// year, as far as they are where they lay.
///
/// It writes nothing. Exit code 6 where something is wrong.
#[derive(Debug, Args)]
pub(crate) struct FsckArguments {
    /// Folders of list folders
    #[arg(value_name = "LISTS_FOLDER", required = true)]
    folders: Vec<PathBuf>,
}

/// The exit code where something is wrong.
const DIFFERENCE: u8 = 6;

pub(crate) fn run(arguments: &FsckArguments, shared: &SharedArguments) -> anyhow::Result<ExitCode> {
    let checks = arguments.folders.iter().map(|folder| pipeline::fsck(folder)).collect::<Result<Vec<_>, _>>()?;
    if shared.json {
        output::print_json(&checks)?;
    } else {
        for check in checks.iter().filter(|check| !shared.quiet || !check.problems.is_empty()) {
            output::print_document(&document(check))?;
        }
    }
    let is_whole = checks.iter().all(|check| check.problems.is_empty());
    Ok(if is_whole { ExitCode::SUCCESS } else { ExitCode::from(DIFFERENCE) })
}

fn document(check: &StoreCheck) -> Document {
    let lists = Value::Counted(check.versions as u64, "list folder");
    let place = format!("{}: ", display_path(&check.folder));
    let reports = check.reports.iter().flat_map(reports_in_words).map(Block::paragraph);
    if check.problems.is_empty() {
        let said = Value::phrase([place.into(), lists, ", all files and the chain are what was published".into()]);
        return reports.fold(Document::new("").with(Block::paragraph(said)), Document::with);
    }
    let problems = Value::Counted(check.problems.len() as u64, "problem");
    let headline = Value::phrase([place.into(), lists, ", ".into(), problems]);
    let document = Document::new("").with(Block::paragraph(headline)).with(Block::bullets(check.problems.iter().map(in_words)));
    reports.fold(document, Document::with)
}

/// What became of the reports, in a sentence each for those that are as they were and those that are not there.
fn reports_in_words(reports: &ReportComparison) -> Vec<Value> {
    let mut said = Vec::new();
    if reports.unchanged > 0 {
        let count = Value::Counted(reports.unchanged as u64, "report");
        said.push(Value::phrase([count, " of tournaments rated within a year: as rated".into()]));
    }
    if !reports.missing.is_empty() {
        let count = Value::Counted(reports.missing.len() as u64, "report");
        let first: Vec<&str> = reports.missing.iter().take(5).map(String::as_str).collect();
        let more = if reports.missing.len() > first.len() { ", and others" } else { "" };
        let names = format!(" not where it lay when rated, so not compared: {}{more}", first.join(", "));
        said.push(Value::phrase([count, names.into()]));
    }
    said
}

fn in_words(problem: &StoreProblem) -> String {
    let later = match &problem.later_lists[..] {
        [] => String::new(),
        later => format!("; built on it: {}", later.join(", ")),
    };
    format!("{}: {}{later}; what to do: {}", display_path(&problem.path), problem.problem, problem.remedy)
}
