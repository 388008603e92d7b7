//! `ratinglist fsck`

use crate::arguments::SharedArguments;
use crate::output::{self, display_path};
use clap::Args;
use pages::{Block, Document, Value};
use pipeline::{StoreCheck, StoreProblem};
use std::path::PathBuf;
use std::process::ExitCode;

/// Checks everything in folders of lists: the files of every version of every list against their hashes, the chain of lists in both
/// directions, revisions and their table, leftovers, and folders that do not belong there.
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
    if check.problems.is_empty() {
        let said = Value::phrase([place.into(), lists, ", all files and the chain are what was published".into()]);
        return Document::new("").with(Block::paragraph(said));
    }
    let problems = Value::Counted(check.problems.len() as u64, "problem");
    let headline = Value::phrase([place.into(), lists, ", ".into(), problems]);
    Document::new("").with(Block::paragraph(headline)).with(Block::bullets(check.problems.iter().map(in_words)))
}

fn in_words(problem: &StoreProblem) -> String {
    let later = match &problem.later_lists[..] {
        [] => String::new(),
        later => format!("; built on it: {}", later.join(", ")),
    };
    format!("{}: {}{later}; what to do: {}", display_path(&problem.path), problem.problem, problem.remedy)
}
