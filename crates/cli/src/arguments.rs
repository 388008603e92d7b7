//! What can be typed.

use crate::commands::{
    check::CheckArguments, codes::CodesArguments, demo::DemoArguments, diff::DiffArguments, explain::ExplainArguments,
    export::ExportArguments, history::HistoryArguments, import::ImportArguments, manual::CompletionsArguments, manual::ManArguments,
    plan::PlanArguments, regenerate::RegenerateArguments, rules::RulesArguments, run::RunArguments, status::StatusArguments,
    verify::VerifyArguments,
};
use clap::{Args, Parser, Subcommand, ValueEnum};

/// Makes chess rating lists: the previous list plus every tournament closed by the cutoff date, under the edition of the regulations in force.
#[derive(Debug, Parser)]
#[command(name = "ratinglist", version, max_term_width = 100, after_help = EXIT_CODES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) shared: Shared,
}

const EXIT_CODES: &str = "Exit codes: 0 done (also: nothing to do), 1 a check refused publication, 2 wrong usage or settings, \
3 an input is unreadable or refused, 4 no edition or no previous list for that date, 5 another run holds the lock, \
6 verify or explain found a difference, 7 reading or writing failed.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Make one list: the next one due, or the one named
    Run(Box<RunArguments>),
    /// Show what run would do; write nothing
    Plan(Box<PlanArguments>),
    /// Make lists of the past again, each from the one before it; what changes becomes a revision
    Regenerate(RegenerateArguments),
    /// Check a list's hashes and the chain of manifests, or make it again and compare the bytes
    Verify(VerifyArguments),
    /// Say which lists there are, which is due, and what waits; exit 1 where one is due
    Status(StatusArguments),
    /// List the editions of the regulations, print one, compare two, or ask which holds on a day
    Rules(RulesArguments),
    /// Lint tournaments and lists, with line and column
    Check(CheckArguments),
    /// Say what a diagnostic code means, why it is reported, and what to do; or list all codes
    Codes(CodesArguments),
    /// Make a list folder from a federation's published list, TXT or XML, plain or zipped
    Import(ImportArguments),
    /// Write a list, whole or in part, as the federation's TXT or XML, CSV or Parquet
    Export(Box<ExportArguments>),
    /// Compare two lists: who is new or gone, what changed, and why; exit 0 the same, 1 different, 2 trouble
    Diff(DiffArguments),
    /// Say where a player's numbers on a list come from, or what became of a tournament
    Explain(ExplainArguments),
    /// Follow one player through all lists, as a table and a plot
    History(HistoryArguments),
    /// Make an invented federation to try things on
    Demo(DemoArguments),
    /// Write shell completions to stdout
    Completions(CompletionsArguments),
    /// Write manual pages into a folder
    Man(ManArguments),
}

/// Options of every command. They come after the command's own, however many commands and options there are.
#[derive(Debug, Args)]
pub(crate) struct Shared {
    /// Machine-readable output on stdout
    #[arg(long, global = true, display_order = 100)]
    pub(crate) json: bool,
    /// Print errors only
    #[arg(long, short, global = true, conflicts_with = "verbose", display_order = 101)]
    pub(crate) quiet: bool,
    /// Say what happens, stage by stage
    #[arg(long, short, global = true, display_order = 102)]
    pub(crate) verbose: bool,
    /// The form of the log on stderr
    #[arg(long, global = true, value_enum, default_value = "text", display_order = 103)]
    pub(crate) log_format: LogFormat,
    /// How many threads to use; all cores unless given. The result does not depend on it
    #[arg(long, global = true, display_order = 104, value_name = "N", value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub(crate) threads: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    Text,
    Json,
}
