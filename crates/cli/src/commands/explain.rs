//! `ratinglist explain`

use crate::arguments::{HashCheckArguments, SharedArguments};
use crate::output::{self, ExplanationMismatch};
use clap::Args;
use inspect::explain::{ExplainError, Explainer, Explanation, PageContext, TournamentExplanation, player_page_name, tournament_page_name};
use pages::{Column, Document, DocumentTable, Value};
use serde::Serialize;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
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
    /// Write the page into this folder, for a player with those of the player's tournaments; pages that lie there are linked to
    #[arg(long, value_name = "DIR")]
    html_dir: Option<PathBuf>,
    #[command(flatten)]
    hash_check: HashCheckArguments,
}

pub(crate) fn run(arguments: &ExplainArguments, shared: &SharedArguments) -> anyhow::Result<ExitCode> {
    let explainer = Explainer::open(&arguments.folder, arguments.hash_check.hash_check(shared))?;
    if let Some(id) = &arguments.tournament {
        let answer = explainer.tournament(id)?;
        write_pages(arguments, shared, &explainer, &[], Page::Tournament(&answer))?;
        return finish(shared, &answer, &answer.to_document(), &answer.differences);
    }
    let requested = arguments.player.as_deref().unwrap_or_default();
    let id = explainer.find(requested).inspect_err(|error| list_matches(error, shared))?;
    let explanation = explainer.player(id)?;
    let played: Vec<&str> = explanation.events.iter().map(|event| event.tournament_id.as_str()).filter(|id| !id.is_empty()).collect();
    write_pages(arguments, shared, &explainer, &played, Page::Player(&explanation))?;
    finish(shared, &explanation, &explanation.to_document(), &explanation.differences)
}

/// What a page explains.
#[derive(Clone, Copy)]
enum Page<'a> {
    Player(&'a Explanation),
    Tournament(&'a TournamentExplanation),
}

impl Page<'_> {
    fn file_name(self) -> String {
        match self {
            Self::Player(answer) => player_page_name(answer.player.fide_id),
            Self::Tournament(answer) => tournament_page_name(&answer.tournament_id),
        }
    }

    fn write(self, path: &Path, context: &PageContext) -> anyhow::Result<()> {
        let page = match self {
            Self::Player(answer) => answer.page(context),
            Self::Tournament(answer) => answer.page(context),
        };
        Ok(store::replace_file(path, |file| file.write_all(publish::with_cited_readings(page).to_html().as_bytes()))?)
    }
}

/// Writes the pages that are asked for: one file without links, or into a folder, with the pages of the tournaments that were played.
fn write_pages(
    arguments: &ExplainArguments,
    shared: &SharedArguments,
    explainer: &Explainer,
    played: &[&str],
    page: Page<'_>,
) -> anyhow::Result<()> {
    if let Some(path) = &arguments.html {
        page.write(path, &PageContext::read(explainer, BTreeSet::new())?)?;
        output::print_message(shared, &format!("written: {}", output::display_path(path)));
    }
    let Some(folder) = &arguments.html_dir else { return Ok(()) };
    let in_folder = |error: &io::Error| anyhow::anyhow!("{}: {error}", folder.display());
    std::fs::create_dir_all(folder).map_err(|error| in_folder(&error))?;
    // A tournament that is in the table of games alone has no page; the player's own proof says so.
    let explained =
        played.iter().map(|id| explainer.tournament(id)).filter(|found| !matches!(found, Err(ExplainError::NoTournament { .. })));
    let tournaments: Vec<TournamentExplanation> = explained.collect::<Result<_, _>>()?;
    let pages: Vec<Page<'_>> = tournaments.iter().map(Page::Tournament).chain([page]).collect();
    let mut linked: BTreeSet<String> = pages.iter().map(|page| page.file_name()).collect();
    for entry in std::fs::read_dir(folder).map_err(|error| in_folder(&error))? {
        linked.insert(entry.map_err(|error| in_folder(&error))?.file_name().to_string_lossy().into_owned());
    }
    let context = PageContext::read(explainer, linked)?;
    for page in pages {
        let path = folder.join(page.file_name());
        page.write(&path, &context)?;
        output::print_message(shared, &format!("written: {}", output::display_path(&path)));
    }
    Ok(())
}

fn finish<T: Serialize>(shared: &SharedArguments, answer: &T, document: &Document, differences: &[String]) -> anyhow::Result<ExitCode> {
    if shared.json {
        output::print_json(answer)?;
    } else {
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
