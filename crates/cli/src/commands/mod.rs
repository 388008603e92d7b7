//! One file for each command: its arguments and what it does. A new one is named here, and nowhere else.

pub(crate) mod check;
pub(crate) mod codes;
pub(crate) mod completions;
pub(crate) mod demo;
pub(crate) mod diff;
pub(crate) mod explain;
pub(crate) mod export;
pub(crate) mod history;
pub(crate) mod import;
pub(crate) mod man;
pub(crate) mod plan;
pub(crate) mod regenerate;
pub(crate) mod rules;
pub(crate) mod run;
pub(crate) mod run_document;
pub(crate) mod status;
pub(crate) mod verify;

use crate::arguments::Shared;
use clap::Subcommand;
use std::process::ExitCode;

/// Makes the commands that can be typed, and what calls each of them, out of one list.
macro_rules! commands {
    ($(#[doc = $help:literal] $command:ident($file:ident::$arguments:ident),)*) => {
        #[derive(Debug, Subcommand)]
        pub(crate) enum Command {
            $(#[doc = $help] $command(Box<$file::$arguments>),)*
        }

        impl Command {
            pub(crate) fn run(&self, shared: &Shared) -> anyhow::Result<ExitCode> {
                match self {
                    $(Self::$command(arguments) => $file::run(arguments, shared),)*
                }
            }
        }
    };
}

// In the order of the help.
commands! {
    /// Make one list: the next one due, or the one named
    Run(run::RunArguments),
    /// Show what run would do; write nothing
    Plan(plan::PlanArguments),
    /// Make lists of the past again, each from the one before it; what changes becomes a revision
    Regenerate(regenerate::RegenerateArguments),
    /// Check a list's hashes and the chain of manifests, or make it again and compare the bytes
    Verify(verify::VerifyArguments),
    /// Say which lists there are, which is due, and what waits; exit 1 where one is due
    Status(status::StatusArguments),
    /// List the editions of the regulations, print one, compare two, or ask which holds on a day
    Rules(rules::RulesArguments),
    /// Lint tournaments and lists, with line and column
    Check(check::CheckArguments),
    /// Say what a diagnostic code means, why it is reported, and what to do; or list all codes
    Codes(codes::CodesArguments),
    /// Make a list folder from a federation's published list, TXT or XML, plain or zipped
    Import(import::ImportArguments),
    /// Write a list, whole or in part, as the federation's TXT or XML, CSV or Parquet
    Export(export::ExportArguments),
    /// Compare two lists: who is new or gone, what changed, and why; exit 0 the same, 1 different, 2 trouble
    Diff(diff::DiffArguments),
    /// Say where a player's numbers on a list come from, or what became of a tournament
    Explain(explain::ExplainArguments),
    /// Follow one player through all lists, as a table and a plot
    History(history::HistoryArguments),
    /// Make an invented federation to try things on
    Demo(demo::DemoArguments),
    /// Write shell completions to stdout
    Completions(completions::CompletionsArguments),
    /// Write manual pages into a folder
    Man(man::ManArguments),
}
