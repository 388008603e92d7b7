//! `ratinglist explain`

use crate::arguments::{HashCheckArguments, SharedArguments};
use crate::output::{self, ExplanationMismatch};
use clap::Args;
use inspect::explain::{ExplainError, Explainer};
use pages::{Column, Document, DocumentTable, Value};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Says where a player's numbers on a list come from, or what became of a tournament: every game, every step, every article.
///
/// Everything is computed again from the list folder's tables; exit 6 if a number does not come out as it is on the list.
#[derive(Debug, Args)]
pub(crate) struct ExplainArguments {
    /// The list folder
    #[arg(value_name = "LIST_FOLDER")]
    folder: PathBuf,
    /// The player: an id, or a part of the name
    #[arg(value_name = "PLAYER", required_unless_present = "tournament")]
    player: Option<String>,
    /// Explain a tournament instead: rated or why not, each player's share, each game left out
    #[arg(long, value_name = "ID", conflicts_with = "player")]
    tournament: Option<String>,
    /// Write a page to send round, too
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    hash_check: HashCheckArguments,
}

pub(crate) fn run(arguments: &ExplainArguments, shared: &SharedArguments) -> anyhow::Result<ExitCode> {
    let explainer = Explainer::open(&arguments.folder, arguments.hash_check.hash_check(shared))?;
    if let Some(id) = &arguments.tournament {
        let answer = explainer.tournament(id)?;
        return finish(arguments, shared, &answer, &answer.to_document(), &answer.differences);
    }
    let requested = arguments.player.as_deref().unwrap_or_default();
    let id = explainer.find(requested).inspect_err(|error| list_matches(error, shared))?;
    let explanation = explainer.player(id)?;
    finish(arguments, shared, &explanation, &explanation.to_document(), &explanation.differences)
}

fn finish<T: Serialize>(
    arguments: &ExplainArguments,
    shared: &SharedArguments,
    answer: &T,
    document: &Document,
    differences: &[String],
) -> anyhow::Result<ExitCode> {
    if let Some(path) = &arguments.html {
        store::replace_file(path, |file| file.write_all(publish::with_cited_readings(document.clone()).to_html().as_bytes()))?;
        output::print_message(shared, &format!("written: {}", output::display_path(path)));
    }
    if shared.json {
        output::print_json(answer)?;
    } else if !shared.quiet {
        output::print_document(document)?;
    }
    match differences.first() {
        Some(first) => Err(ExplanationMismatch { first: first.clone(), more: differences.len() - 1 }.into()),
        None => Ok(ExitCode::SUCCESS),
    }
}

/// The players whom a name may mean, for whoever asks again; with `--json` on stdout, as data.
pub(crate) fn list_matches(error: &ExplainError, shared: &SharedArguments) {
    const MAX_MATCHES: usize = 20;
    let ExplainError::AmbiguousName { matches, .. } = error else { return };
    if shared.json {
        // The error that follows is reported; a closed stdout is not.
        drop(output::print_json(&serde_json::json!({ "matches": matches })));
        return;
    }
    let columns = [Column::number(""), Column::text(""), Column::short(""), Column::short(""), Column::short("")];
    let mut table = DocumentTable::new(columns).at_most(MAX_MATCHES, "");
    for found in matches {
        table.row([
            Value::Id(found.fide_id),
            (&found.name).into(),
            (&found.federation).into(),
            found.birth_year.map(|year| Value::Number(year.into())).into(),
            found.rating.map_or_else(|| "unrated".into(), Value::Rating),
        ]);
    }
    output::print_message_document(shared, &Document::new("").with(table));
}
