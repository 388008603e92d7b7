//! `ratinglist completions`: writes shell completions from the definitions of the command line.

use crate::arguments::{Arguments, SharedArguments};
use crate::output;
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use std::process::ExitCode;

#[derive(Debug, Args)]
pub(crate) struct CompletionsArguments {
    /// The shell to write completions for, to stdout
    #[arg(value_enum)]
    shell: Shell,
}

pub(crate) fn run(arguments: &CompletionsArguments, _: &SharedArguments) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "ratinglist", &mut script);
    output::print(&String::from_utf8(script)?)?;
    Ok(ExitCode::SUCCESS)
}
