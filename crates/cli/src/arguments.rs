//! The command line: its commands, and the options that all commands share.

use crate::commands::Command;
use crate::output::print_warning;
use clap::{Args, Parser, ValueEnum};
use store::HashCheck;

/// Makes chess rating lists: the previous list plus every tournament closed by the cutoff date, under the edition of the regulations in force.
#[derive(Debug, Parser)]
#[command(name = "ratinglist", version, max_term_width = 100, after_help = EXIT_CODES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) shared: SharedArguments,
}

const EXIT_CODES: &str = "Exit codes: 0 done (also: nothing to do), 1 a check refused publication, 2 wrong usage or settings, \
3 an input is unreadable or refused, 4 no edition or no previous list for that date, 5 another run holds the lock, \
6 verify or explain found a difference, 7 reading or writing failed.";

/// Options of every command. They come after the command's own, however many commands and options there are.
#[derive(Debug, Args)]
pub(crate) struct SharedArguments {
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

/// The option of commands that look at list folders.
#[derive(Debug, Args)]
pub(crate) struct HashCheckArguments {
    /// Look at damaged folders, too: nothing that is read is compared with its manifest
    #[arg(long)]
    unverified: bool,
}

impl HashCheckArguments {
    /// Whether what is read is verified. That it is not is said.
    pub(crate) fn hash_check(&self, shared: &SharedArguments) -> HashCheck {
        if !self.unverified {
            return HashCheck::Required;
        }
        print_warning(shared, "--unverified: what is read is not compared with its manifest, and may not be what was published");
        HashCheck::Skipped
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    Text,
    Json,
}
