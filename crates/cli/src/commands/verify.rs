//! `ratinglist verify`

use crate::arguments::SharedArguments;
use crate::output::{self, UsageError, display_path};
use crate::progress::TerminalProgress;
use clap::Args;
use pages::{Block, Document, Value};
use pipeline::{ChangedRules, ComparisonMethod};
use std::path::PathBuf;
use std::process::ExitCode;
use store::PublicKey;

#[derive(Debug, Args)]
pub(crate) struct VerifyArguments {
    /// The list folder
    #[arg(value_name = "LIST_FOLDER")]
    folder: PathBuf,
    /// Make the list again in a temporary folder and compare the bytes
    #[arg(long)]
    recompute: bool,
    /// Check the signature too: a public key, or the file of one; with several, it is of one of them
    #[arg(long, value_name = "PUBKEY_OR_FILE")]
    key: Vec<String>,
}

pub(crate) fn run(arguments: &VerifyArguments, shared: &SharedArguments) -> anyhow::Result<ExitCode> {
    let keys = arguments.key.iter().map(|key| PublicKey::from_text_or_file(key).map_err(|error| UsageError(format!("--key: {error}"))));
    let keys = keys.collect::<Result<Vec<_>, _>>()?;
    let verified = {
        let bar = TerminalProgress::new(shared);
        pipeline::verify(&arguments.folder, arguments.recompute, &keys, &bar)?
    };
    if shared.json {
        output::print_json(&verified)?;
        return Ok(ExitCode::SUCCESS);
    }
    if shared.quiet {
        return Ok(ExitCode::SUCCESS);
    }
    let first = verified.chain.last().map_or_else(String::new, |first| format!(", back to {first}"));
    let again = match (&verified.changed_rules, verified.compared) {
        (Some(changed), _) => format!(
            "; made again by {}, {} rows of its tables come out otherwise, which is not judged",
            rules_in_words(changed),
            changed.rows
        ),
        (None, Some(ComparisonMethod::Bytes)) => "; made again, it is the same to the byte".to_owned(),
        (None, Some(ComparisonMethod::Rows)) => "; made again, it is the same row by row".to_owned(),
        (None, None) => String::new(),
    };
    let signed = verified.signature.map_or_else(String::new, |signature| format!("; the signature is right: {}", signature.comment));
    let counted = |number: usize, noun| Value::Counted(number as u64, noun);
    let said = Value::phrase([
        format!("{} is what its manifest says: ", display_path(&arguments.folder)).into(),
        counted(verified.outputs, "output"),
        " and ".into(),
        counted(verified.inputs, "input"),
        " have their hashes; the chain has ".into(),
        counted(verified.chain.len(), "manifest"),
        format!(" before it{first}{again}{signed}").into(),
    ]);
    output::print_document(&Document::new("").with(Block::paragraph(said)))?;
    Ok(ExitCode::SUCCESS)
}

fn rules_in_words(changed: &ChangedRules) -> String {
    let editions = (!changed.editions.is_empty()).then(|| format!("{}, not known when it was made", changed.editions.join(" and ")));
    let readings = match &changed.readings {
        None => Some("the readings of today, which it does not name".to_owned()),
        Some(readings) if readings.is_empty() => None,
        Some(readings) => {
            let numbers: Vec<String> = readings.iter().map(ToString::to_string).collect();
            Some(format!("readings that have changed since ({})", numbers.join(", ")))
        }
    };
    editions.into_iter().chain(readings).collect::<Vec<_>>().join(", and by ")
}
