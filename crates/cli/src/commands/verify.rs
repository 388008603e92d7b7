//! `ratinglist verify`

use crate::arguments::Shared;
use crate::output::{self, grouped, tidy};
use crate::progress::Bar;
use clap::Args;
use pipeline::Compared;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, Args)]
pub(crate) struct VerifyArguments {
    /// The list folder
    #[arg(value_name = "LIST_FOLDER")]
    folder: PathBuf,
    /// Make the list again in a temporary folder and compare the bytes
    #[arg(long)]
    recompute: bool,
}

pub(crate) fn run(arguments: &VerifyArguments, shared: &Shared) -> anyhow::Result<ExitCode> {
    let verified = {
        let bar = Bar::new(shared);
        pipeline::verify(&arguments.folder, arguments.recompute, &bar)?
    };
    if shared.json {
        output::print_json(&verified)?;
        return Ok(ExitCode::SUCCESS);
    }
    if shared.quiet {
        return Ok(ExitCode::SUCCESS);
    }
    let first = verified.chain.last().map_or_else(String::new, |first| format!(", back to {first}"));
    let again = match verified.compared {
        Some(Compared::Bytes) => "; made again, it is the same to the byte",
        Some(Compared::Rows) => "; made again in a newer format, it is the same row by row",
        None => "",
    };
    output::print(&format!(
        "{} is what its manifest says: {} outputs and {} inputs have their hashes; the chain has {} manifests before it{first}{again}\n",
        tidy(&arguments.folder),
        grouped(verified.outputs as u64),
        grouped(verified.inputs as u64),
        grouped(verified.chain.len() as u64),
    ))?;
    Ok(ExitCode::SUCCESS)
}
