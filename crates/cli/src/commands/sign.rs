//! `ratinglist sign`

use super::keys::passphrase_on_terminal;
use crate::arguments::SharedArguments;
use crate::output::{self, UsageError, display_path};
use crate::progress::TerminalProgress;
use clap::Args;
use pages::{Block, Document};
use pipeline::PipelineError;
use std::path::PathBuf;
use std::process::ExitCode;
use store::{SigningKey, is_key_encrypted};

/// What is and is not checked.
const CHECKED: &str = "Before anything is published, the files of every draft are compared with the hashes of its manifest, and its inputs with what lies \
there now; a difference is an error. The command signs with the key that it is given: whether that is one of the keys in the pipeline file is checked by \
the next run, and by verify --key.";

#[derive(Debug, Args)]
#[command(after_help = CHECKED)]
pub(crate) struct SignArguments {
    /// The drafts, as lists/rapid/2024-02-01.draft; those that are built on one another in their order
    #[arg(value_name = "LISTS_FOLDER/DATE.draft", required = true)]
    drafts: Vec<PathBuf>,
    /// The file of the private key; its passphrase is asked for on a terminal
    #[arg(long, value_name = "FILE")]
    key: PathBuf,
    /// Who signs; stands in the signature, with the time
    #[arg(long, value_name = "NAME")]
    by: String,
}

pub(crate) fn run(arguments: &SignArguments, shared: &SharedArguments) -> anyhow::Result<ExitCode> {
    let path = &arguments.key;
    let passphrase = match is_key_encrypted(path).map_err(PipelineError::from)? {
        false => None,
        true => Some(passphrase_on_terminal(&format!("Passphrase of {}: ", path.display()))?.ok_or_else(|| {
            UsageError(format!("{} is protected by a passphrase, which is asked for on a terminal only; there is none", path.display()))
        })?),
    };
    let key = SigningKey::open(path, passphrase).map_err(PipelineError::from)?;
    let signed = {
        let bar = TerminalProgress::new(shared);
        pipeline::sign(&arguments.drafts, &key, &arguments.by, &bar)?
    };
    if shared.json {
        output::print_json(&signed)?;
        return Ok(ExitCode::SUCCESS);
    }
    if !shared.quiet {
        let mut document = Document::new("");
        for list in &signed {
            let folder = display_path(&list.folder);
            document.push(Block::paragraph(match list.was_published {
                true => format!("nothing to do: {folder} is published and signed: {}", list.comment),
                false => format!("{folder} is published: {}", list.comment),
            }));
        }
        output::print_document(&document)?;
    }
    Ok(ExitCode::SUCCESS)
}
