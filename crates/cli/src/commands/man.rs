//! `ratinglist man`: writes manual pages from the definitions of the command line.

use crate::arguments::{Arguments, SharedArguments};
use crate::output;
use anyhow::Context;
use clap::{Args, CommandFactory};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, Args)]
pub(crate) struct ManArguments {
    /// The folder to write the pages into
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

pub(crate) fn run(arguments: &ManArguments, shared: &SharedArguments) -> anyhow::Result<ExitCode> {
    let written =
        std::fs::create_dir_all(&arguments.folder).and_then(|()| clap_mangen::generate_to(Arguments::command(), &arguments.folder));
    written.with_context(|| arguments.folder.display().to_string())?;
    output::print_message(shared, &format!("manual pages are in {}", output::display_path(&arguments.folder)));
    Ok(ExitCode::SUCCESS)
}
