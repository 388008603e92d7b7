//! `ratinglist keys`

use crate::arguments::SharedArguments;
use crate::output::{self, UsageError};
use clap::{Args, Subcommand};
use pages::{Block, Document};
use pipeline::PipelineError;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use store::create_key_pair;

#[derive(Debug, Args)]
pub(crate) struct KeysArguments {
    #[command(subcommand)]
    command: KeysCommand,
}

#[derive(Debug, Subcommand)]
enum KeysCommand {
    /// Make a key pair: the private key in FILE, for nobody else to read, and the public key in FILE.pub
    New {
        /// The file of the private key; nothing is overwritten
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
}

pub(crate) fn run(arguments: &KeysArguments, shared: &SharedArguments) -> anyhow::Result<ExitCode> {
    let KeysCommand::New { file } = &arguments.command;
    new_key(file, shared)
}

fn new_key(file: &Path, shared: &SharedArguments) -> anyhow::Result<ExitCode> {
    let passphrase = match passphrase_on_terminal("Passphrase of the new key (empty for none): ")? {
        Some(passphrase) if passphrase_on_terminal("The same again: ")?.as_ref() != Some(&passphrase) => {
            return Err(UsageError("the two passphrases are not the same; no key is made".to_owned()).into());
        }
        given => given.filter(|passphrase| !passphrase.is_empty()),
    };
    let is_protected = passphrase.is_some();
    let public = create_key_pair(file, passphrase).map_err(PipelineError::from)?;
    if !is_protected {
        let remedy = "whoever can read the file can sign; on a terminal a passphrase is asked for";
        output::print_warning(shared, &format!("{} has no passphrase: {remedy}", file.display()));
    }
    if shared.json {
        output::print_json(
            &serde_json::json!({ "private_key": file.display().to_string(), "public_key": public.to_string(), "passphrase": is_protected }),
        )?;
    } else if !shared.quiet {
        let said =
            format!("The private key is in {}, the public key in {0}.pub. For the pipeline file: keys = [\"{public}\"]", file.display());
        output::print_document(&Document::new("").with(Block::paragraph(said)))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Asks for a passphrase without showing it; `None` if there is no terminal.
pub(crate) fn passphrase_on_terminal(prompt: &str) -> anyhow::Result<Option<String>> {
    if !io::stdin().is_terminal() {
        return Ok(None);
    }
    Ok(Some(rpassword::prompt_password(prompt)?))
}
