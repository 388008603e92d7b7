//! `ratinglist status`

use super::run::day;
use crate::arguments::SharedArguments;
use crate::output;
use crate::progress::TerminalProgress;
use clap::Args;
use model::{Date, ListDate};
use pages::{Column, Document, DocumentTable, Facts, Section, Value};
use pipeline::{PipelineStatus, read_pipeline_file};
use std::path::PathBuf;
use std::process::ExitCode;

/// The exit code where a list is due, or a draft waits for its signature.
const DUE: u8 = 1;

/// How many of those that wait are named.
const MAX_ROWS: usize = 20;

#[derive(Debug, Args)]
pub(crate) struct StatusArguments {
    /// The pipeline file
    #[arg(value_name = "PIPELINE.toml")]
    pipeline: PathBuf,
    /// How it stands on that day; today unless given
    #[arg(long, value_name = "DATE", value_parser = day)]
    on: Option<Date>,
}

pub(crate) fn run(arguments: &StatusArguments, shared: &SharedArguments) -> anyhow::Result<ExitCode> {
    let file = read_pipeline_file(&arguments.pipeline)?;
    let today = arguments.on.unwrap_or_else(|| chrono::Utc::now().date_naive());
    let status = {
        let bar = TerminalProgress::new(shared);
        pipeline::status(&file, today, &bar)?
    };
    if shared.json {
        output::print_json(&status)?;
    } else if !shared.quiet {
        output::print_document(&document(&status))?;
    }
    Ok(if status.is_action_needed() { ExitCode::from(DUE) } else { ExitCode::SUCCESS })
}

fn document(status: &PipelineStatus) -> Document {
    let month = |list: &ListDate| list.month();
    let span = match (status.lists.first(), status.lists.last()) {
        (Some(first), Some(last)) => {
            let (first, last) = (first.list.month(), last.list.month());
            Value::phrase([Value::Count(status.lists.len() as u64), format!(", {first} to {last}").into()])
        }
        _ => "none".into(),
    };
    let revised: Vec<String> =
        status.lists.iter().filter(|list| list.version > 1).map(|list| format!("{}.r{}", list.list.month(), list.version)).collect();
    let next = match (status.due, status.next) {
        (Some(due), _) if status.awaiting_signature.contains(&format!("{due}.draft")) => format!("{}, whose draft is made", due.month()),
        (Some(due), _) => format!("{} is due: ratinglist run", due.month()),
        (None, Some(next)) => format!("{}, not due yet", next.month()),
        (None, None) => "none".to_owned(),
    };
    let waiting = status.waiting.len() as u64;
    let mut tournaments = vec![Value::Count(status.ready), " ready for it, ".into(), Value::Count(waiting), " wait".into()];
    for (count, words) in [(status.late, " late"), (status.refused_tournaments, " refused"), (status.refused_before, " refused before")] {
        if count > 0 || words != " refused before" {
            tournaments.extend([", ".into(), Value::Count(count), words.into()]);
        }
    }
    let mut facts = Facts::new().fact(&status.name, status.control.to_string()).fact("Lists", span);
    if !revised.is_empty() {
        facts = facts.fact("Revised", revised.join(", "));
    }
    facts = facts.fact("Next list", next).fact("Tournaments", Value::phrase(tournaments));
    if !status.drafts.is_empty() {
        facts = facts.fact("Drafts", status.drafts.iter().map(month).collect::<Vec<_>>().join(", "));
    }
    for draft in &status.awaiting_signature {
        facts = facts.fact("To be signed", format!("{draft} waits for a signature: ratinglist sign"));
    }
    for list in &status.refused {
        let folder = store::FolderName { date: *list, version: store::Version::Refused };
        facts = facts.fact("Refused", format!("{} did not pass its checks: see {folder}/{}", list.month(), store::file::CHECKS));
    }
    for pending in &status.pending_corrections {
        let from = pending.list.month();
        facts = facts.fact(
            "Correction",
            format!("{} is not in the list of {from}: regenerate --from {from} applies it, or says why it cannot", pending.correction),
        );
    }
    for diagnostic in &status.corrections_not_applied {
        facts = facts.fact("Not applied", diagnostic.to_string());
    }
    let mut document = Document::new("").with(facts);
    if waiting > 0 {
        let mut table = DocumentTable::new([Column::short(""), Column::long("")]).at_most(MAX_ROWS, "");
        status.waiting.iter().for_each(|waiting| table.row([(&waiting.tournament_id).into(), (&waiting.detail).into()]));
        document.push(Section::new("Waiting").with(table));
    }
    document.extend(new_proposals(status).map(Into::into));
    document
}

/// Titles that the newest list newly proposes.
fn new_proposals(status: &PipelineStatus) -> Option<Section> {
    let (proposals, newest) = (status.new_proposals.as_ref().filter(|proposals| !proposals.is_empty())?, status.lists.last()?);
    let columns = [
        Column::number(""),
        Column::text(""),
        Column::short(""),
        Column::short(""),
        Column::short(""),
        Column::short(""),
        Column::long(""),
    ];
    let mut table = DocumentTable::new(columns).at_most(MAX_ROWS, "All of them are in title_awards.csv.");
    for proposal in proposals {
        let unproven =
            if proposal.unproven.is_empty() { String::new() } else { format!("not proven: {} (T9)", proposal.unproven.join(" ")) };
        table.row([
            Value::Id(proposal.fide_id),
            (&proposal.name).into(),
            (&proposal.federation).into(),
            proposal.title.into(),
            format!("by {} ({})", proposal.basis.replace("direct", "a direct result"), proposal.article).into(),
            proposal.achieved_on.into(),
            unproven.into(),
        ]);
    }
    Some(Section::new(format!("Titles newly proposed on the list of {}", newest.list.month())).with(table))
}
