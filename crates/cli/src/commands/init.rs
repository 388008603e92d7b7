//! `ratinglist init`

use super::import;
use crate::arguments::SharedArguments;
use crate::output;
use crate::progress::TerminalProgress;
use clap::Args;
use model::Control;
use pages::{Block, Document, Section};
use pipeline::{InitJob, Initialised};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Debug, Args)]
pub(crate) struct InitArguments {
    /// The folder to make; it must not exist, or be empty
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The time controls of the lists
    #[arg(long, value_name = "CONTROLS", value_delimiter = ',', default_value = "standard,rapid,blitz")]
    control: Vec<Control>,
    /// The federation's published lists to start from, of one month or several
    #[arg(long, value_name = "FILE", num_args = 1..)]
    from: Vec<PathBuf>,
}

pub(crate) fn run(arguments: &InitArguments, shared: &SharedArguments) -> anyhow::Result<ExitCode> {
    let InitArguments { folder, control, from } = arguments;
    let job = InitJob { folder: folder.clone(), controls: control.clone(), from: from.clone() };
    let made = {
        let bar = TerminalProgress::new(shared);
        pipeline::init(&job, &bar)?
    };
    for imported in &made.imported {
        output::print_diagnostics(shared, &imported.diagnostics, store::file::DIAGNOSTICS);
    }
    if shared.json {
        let pipelines: Vec<String> = made.pipelines.iter().map(|(_, path)| path.display().to_string()).collect();
        let imported: Vec<serde_json::Value> = made.imported.iter().map(import::as_json).collect();
        output::print_json(&serde_json::json!({ "folder": folder.display().to_string(), "pipelines": pipelines, "imported": imported }))?;
    } else if !shared.quiet {
        for imported in &made.imported {
            output::print_document(&import::document(imported))?;
            output::print("\n")?;
        }
        output::print_document(&next_steps(folder, &made))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What to do next, with the commands to paste.
fn next_steps(folder: &Path, made: &Initialised) -> Document {
    let here = |name: &str| output::display_path(&folder.join(name));
    let mut steps: Vec<String> = Vec::new();
    let without: Vec<Control> = made
        .pipelines
        .iter()
        .map(|(control, _)| *control)
        .filter(|control| !made.imported.iter().any(|imported| imported.control == *control))
        .collect();
    if let Some(control) = without.first() {
        let controls: Vec<&str> = without.iter().map(|control| control.word()).collect();
        steps.push(format!(
            "Lists to start from ({}): ratinglist import FILES --out {}, or a folder named by the list's date with a list.csv in it.",
            controls.join(", "),
            here(&format!("lists/{control}"))
        ));
    }
    steps.push(format!(
        "Reports, also zipped, into {}, and for each a row in {} with what it does not say of itself.",
        here("tournaments"),
        here("tournaments.csv")
    ));
    steps.push(format!("ratinglist check {} {} {}", here("tournaments"), here("tournaments.csv"), here("lists")));
    for (_, pipeline) in &made.pipelines {
        steps.push(format!("ratinglist plan {0}, and when that is right ratinglist run {0}", output::display_path(pipeline)));
    }
    steps.push(format!(
        "Every night: crontab {}; or copy what is in {} to /etc/systemd/system and enable a timer for each list.",
        output::display_path(&made.crontab),
        output::display_path(&made.systemd)
    ));
    let title =
        format!("{} is made. Every key is explained in its pipeline files; change what is not yours.", output::display_path(folder));
    Document::new(title).with(Section::new("Next").with(Block::bullets(steps)))
}
