//! The commands, each in a file with its arguments. A new command is added only here.

pub(crate) mod check;
pub(crate) mod codes;
pub(crate) mod completions;
pub(crate) mod demo;
pub(crate) mod diff;
pub(crate) mod explain;
pub(crate) mod export;
pub(crate) mod fsck;
pub(crate) mod history;
pub(crate) mod import;
pub(crate) mod init;
pub(crate) mod keys;
pub(crate) mod man;
pub(crate) mod norms;
mod norms_json;
pub(crate) mod plan;
pub(crate) mod regenerate;
pub(crate) mod rules;
pub(crate) mod run;
pub(crate) mod run_document;
pub(crate) mod sign;
pub(crate) mod status;
pub(crate) mod verify;

use crate::arguments::SharedArguments;
use clap::Subcommand;
use std::process::ExitCode;

/// Every command, in the order of the help.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Make one list: the next one due, or the one named
    Run(Box<run::RunArguments>),
    /// Show what run would do; write nothing
    Plan(Box<plan::PlanArguments>),
    /// Make lists of the past again, each from the one before it; what changes becomes a revision
    Regenerate(Box<regenerate::RegenerateArguments>),
    /// Publish drafts with a signature: exactly as they are, if their inputs have not changed since
    Sign(Box<sign::SignArguments>),
    /// Make a key pair to sign with
    Keys(Box<keys::KeysArguments>),
    /// Check a list's hashes and the chain of manifests, or make it again and compare the bytes
    Verify(Box<verify::VerifyArguments>),
    /// Check whole folders of lists: every file, the chain of lists, the revisions, and what does not belong there
    Fsck(Box<fsck::FsckArguments>),
    /// Say which lists there are, which is due, and what waits; exit 1 where one is due or waits for a signature
    Status(Box<status::StatusArguments>),
    /// List the editions of the regulations, print one, compare two, or ask which holds on a day
    Rules(Box<rules::RulesArguments>),
    /// Lint tournaments and lists, with line and column
    Check(Box<check::CheckArguments>),
    /// Say what a diagnostic code means, why it is reported, and what to do; or list all codes
    Codes(Box<codes::CodesArguments>),
    /// Make the folder of a new store: pipeline files with every key explained, empty tables, cron line and timer, the first lists
    Init(Box<init::InitArguments>),
    /// Make list folders from a federation's published lists, TXT or XML, plain or zipped
    Import(Box<import::ImportArguments>),
    /// Write a list, whole or in part, as the federation's TXT or XML, CSV or Parquet
    Export(Box<export::ExportArguments>),
    /// Compare two lists: who is new or gone, what changed, and why; exit 0 the same, 1 different, 2 trouble
    Diff(Box<diff::DiffArguments>),
    /// Say where a player's numbers on a list come from, or what became of a tournament
    Explain(Box<explain::ExplainArguments>),
    /// Follow players through all lists, as a table and a plot
    History(Box<history::HistoryArguments>),
    /// Judge events for title norms before any list: who has one, who misses it and by how much; certificates
    Norms(Box<norms::NormsArguments>),
    /// Make an invented federation to try things on
    Demo(Box<demo::DemoArguments>),
    /// Write shell completions to stdout
    Completions(Box<completions::CompletionsArguments>),
    /// Write manual pages into a folder
    Man(Box<man::ManArguments>),
}

impl Command {
    pub(crate) fn run(&self, shared: &SharedArguments) -> anyhow::Result<ExitCode> {
        match self {
            Self::Run(arguments) => run::run(arguments, shared),
            Self::Plan(arguments) => plan::run(arguments, shared),
            Self::Regenerate(arguments) => regenerate::run(arguments, shared),
            Self::Sign(arguments) => sign::run(arguments, shared),
            Self::Keys(arguments) => keys::run(arguments, shared),
            Self::Verify(arguments) => verify::run(arguments, shared),
            Self::Fsck(arguments) => fsck::run(arguments, shared),
            Self::Status(arguments) => status::run(arguments, shared),
            Self::Rules(arguments) => rules::run(arguments, shared),
            Self::Check(arguments) => check::run(arguments, shared),
            Self::Codes(arguments) => codes::run(arguments, shared),
            Self::Init(arguments) => init::run(arguments, shared),
            Self::Import(arguments) => import::run(arguments, shared),
            Self::Export(arguments) => export::run(arguments, shared),
            Self::Diff(arguments) => diff::run(arguments, shared),
            Self::Explain(arguments) => explain::run(arguments, shared),
            Self::History(arguments) => history::run(arguments, shared),
            Self::Norms(arguments) => norms::run(arguments, shared),
            Self::Demo(arguments) => demo::run(arguments, shared),
            Self::Completions(arguments) => completions::run(arguments, shared),
            Self::Man(arguments) => man::run(arguments, shared),
        }
    }
}
