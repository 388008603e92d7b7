//! `ratinglist status`

use super::run::day;
use crate::arguments::Shared;
use crate::output::{self, grouped, table};
use crate::progress::Bar;
use clap::Args;
use model::Date;
use pipeline::{Status, read_pipeline_file};
use std::path::PathBuf;
use std::process::ExitCode;

/// The exit code where a list is due.
const DUE: u8 = 1;

/// How many of those that wait are named.
const SHOWN: usize = 20;

#[derive(Debug, Args)]
pub(crate) struct StatusArguments {
    /// The pipeline file
    #[arg(value_name = "PIPELINE.toml")]
    pipeline: PathBuf,
    /// How it stands on that day; today unless given
    #[arg(long, value_name = "DATE", value_parser = day)]
    on: Option<Date>,
}

pub(crate) fn run(arguments: &StatusArguments, shared: &Shared) -> anyhow::Result<ExitCode> {
    let file = read_pipeline_file(&arguments.pipeline)?;
    let today = arguments.on.unwrap_or_else(|| chrono::Utc::now().date_naive());
    let status = {
        let bar = Bar::new(shared);
        pipeline::status(&file, today, &bar)?
    };
    if shared.json {
        output::print_json(&status)?;
    } else if !shared.quiet {
        output::print(&for_people(&status))?;
    }
    Ok(if status.is_run_needed() { ExitCode::from(DUE) } else { ExitCode::SUCCESS })
}

fn for_people(status: &Status) -> String {
    let (first, last) = (status.lists.first(), status.lists.last());
    let span = match (first, last) {
        (Some(first), Some(last)) => format!("{}, {} to {}", grouped(status.lists.len() as u64), first.list.month(), last.list.month()),
        _ => "none".to_owned(),
    };
    let revised: Vec<String> =
        status.lists.iter().filter(|list| list.version > 1).map(|list| format!("{}.r{}", list.list.month(), list.version)).collect();
    let next = match (status.due, status.next) {
        (Some(due), _) => format!("{} is due: ratinglist run", due.month()),
        (None, Some(next)) => format!("{}, not due yet", next.month()),
        (None, None) => "none".to_owned(),
    };
    let mut rows = vec![
        vec![status.name.clone(), status.control.to_string()],
        vec!["Lists".to_owned(), span],
        vec!["Next list".to_owned(), next],
        vec!["Tournaments".to_owned(), format!("{} ready for it, {} wait", grouped(status.ready), grouped(status.waiting.len() as u64))],
    ];
    if !revised.is_empty() {
        rows.insert(2, vec!["Revised".to_owned(), revised.join(", ")]);
    }
    if !status.drafts.is_empty() {
        rows.push(vec!["Drafts".to_owned(), status.drafts.iter().map(|list| list.month()).collect::<Vec<_>>().join(", ")]);
    }
    for list in &status.refused {
        let folder = store::FolderName { date: *list, version: store::Version::Refused };
        rows.push(vec!["Refused".to_owned(), format!("{} did not pass its checks: see {folder}/{}", list.month(), store::file::CHECKS)]);
    }
    for pending in &status.pending_corrections {
        let from = pending.list.month();
        rows.push(vec!["Correction".to_owned(), format!("{} is not in the list of {from}: regenerate --from {from}", pending.correction)]);
    }
    let mut text = table(&rows, &[]);
    if !status.waiting.is_empty() {
        text.push_str("\nWaiting\n");
        let shown = status.waiting.iter().take(SHOWN).map(|waiting| vec![format!("  {}", waiting.tournament_id), waiting.detail.clone()]);
        text.push_str(&table(&shown.collect::<Vec<_>>(), &[]));
        if status.waiting.len() > SHOWN {
            text.push_str(&format!("  and {} more\n", grouped((status.waiting.len() - SHOWN) as u64)));
        }
    }
    text
}
