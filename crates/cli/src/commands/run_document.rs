//! The result of a run or a plan, as a document.

use crate::diagnostic_summary;
use crate::output;
use model::Severity;
use pages::{Block, Column, Document, DocumentTable, Facts, Section, Value};
use period_assembly::TournamentStatus;
use pipeline::{RunResult, RunStatus, Summary, SummaryPlayer, TitleCounts};
use std::collections::BTreeMap;
use store::Count;

/// What makes a draft the list.
const HOW_TO_SIGN: &str = "ratinglist sign publishes it";

pub(crate) fn document(result: &RunResult) -> Document {
    let summary = &result.summary;
    let folder = output::display_path(&result.folder);
    let is_plan = result.status == RunStatus::Planned;
    let title = match result.status {
        RunStatus::NothingToDo => {
            return Document::new(match &result.change_without_effect {
                None => format!("nothing to do: {folder} is there, and its inputs are the same"),
                Some(change) => format!("nothing to do: {folder} is there; {change}, and no number of it changes"),
            });
        }
        RunStatus::StillAwaitsSignature => {
            return Document::new(format!("{folder} still waits for a signature: its inputs are the same; {HOW_TO_SIGN}"));
        }
        RunStatus::AwaitsSignature => {
            format!(
                "The draft of the {} list of {} is in {folder}, and waits for a signature: {HOW_TO_SIGN}",
                summary.control, summary.list
            )
        }
        RunStatus::Published => format!("The {} list of {} is in {folder}", summary.control, summary.list),
        RunStatus::Planned => format!("The {} list of {} would go to {folder}; nothing is written", summary.control, summary.list),
    };
    let mut document = Document::new(title).with(facts(summary, result));
    document.extend(not_rated(summary, is_plan).map(Into::into));
    document.extend(problems_by_code(result).map(Into::into));
    for (title, players) in
        [("Highest", &summary.top), ("Largest gains", &summary.largest_gains), ("Largest losses", &summary.largest_losses)]
    {
        if !players.is_empty() {
            document.push(Section::new(title).with(players_table(players)));
        }
    }
    document
}

fn players_table(players: &[SummaryPlayer]) -> DocumentTable {
    let numbers = || Column::number("");
    let mut table = DocumentTable::new([numbers(), Column::text(""), Column::short(""), numbers(), numbers(), numbers()]);
    for player in players {
        let step = match (player.before, player.after) {
            (Some(before), Some(after)) => Value::Change((after - before).into()),
            _ => "new".into(),
        };
        table.row([
            Value::Id(player.fide_id),
            (&player.name).into(),
            (&player.federation).into(),
            player.after.map_or_else(|| "-".into(), |rating| Value::Rating(rating.into())),
            step,
            Value::Counted(player.games.into(), "game"),
        ]);
    }
    table
}

/// A phrase of counts, each followed by its words.
pub(crate) fn counts_in_words(counts: &BTreeMap<Count, u64>, parts: &[(Count, &str)]) -> Value {
    let count = |of: &Count| Value::Count(counts.get(of).copied().unwrap_or(0));
    Value::phrase(parts.iter().flat_map(|(of, words)| [count(of), (*words).into()]))
}

fn facts(summary: &Summary, result: &RunResult) -> Facts {
    let sentence = |parts: &[(Count, &str)]| counts_in_words(&summary.counts, parts);
    let mut editions = format!("{} for the list, {} for the calculation", summary.publication_edition, summary.calculation_edition);
    if !summary.tournament_editions.is_empty() {
        editions.push_str(&format!(", {} for the tournaments", summary.tournament_editions.join(" and ")));
    }
    if let Some(article) = &summary.ad_hoc {
        editions.push_str(&format!("; an ad hoc list, not one of those that are published ({article})"));
    }
    let mut facts = Facts::new().fact("Rules", editions);
    if let Some(orders) = summary.orders.line() {
        facts = facts.fact("Orders", orders);
    }
    let mut tournaments = vec![
        (Count::TournamentsRated, " rated, "),
        (Count::TournamentsWaiting, " waiting, "),
        (Count::TournamentsLate, " late, "),
        (Count::TournamentsRefused, " refused, "),
        (Count::TournamentsRefusedBefore, " refused before, "),
        (Count::TournamentsAlreadyRated, " rated before, "),
        (Count::TournamentsOfOtherControls, " of other controls"),
    ];
    // One line, where there is something to say (D23).
    tournaments.retain(|(count, _)| *count != Count::TournamentsRefusedBefore || summary.counts.get(count).is_some_and(|&n| n > 0));
    let tournaments = sentence(&tournaments);
    let games = sentence(&[
        (Count::GamesRead, " read; of "),
        (Count::SidesRead, " sides "),
        (Count::SidesCounted, " counted, "),
        (Count::SidesPooled, " went to a pool, "),
        (Count::SidesLeftOut, " were left out"),
    ]);
    facts = facts.fact("Tournaments", tournaments).fact("Games", games);
    if summary.counts.contains_key(&Count::OnlineGamesRead) {
        let online = sentence(&[
            (Count::OnlineGamesRead, " read; of both sides "),
            (Count::OnlineSidesCounted, " counted, "),
            (Count::OnlineSidesPooled, " went to a pool, "),
            (Count::OnlineSidesLeftOut, " were left out; "),
            (Count::OnlineGamesEarlier, " rated before, "),
            (Count::OnlineGamesLater, " of the next list, "),
            (Count::OnlineGamesOfOtherControls, " of other controls, "),
            (Count::OnlineGamesUnusable, " unusable"),
        ]);
        facts = facts.fact("Online games", online);
    }
    for (at, left_out) in left_out(summary).into_iter().enumerate() {
        facts = facts.fact(if at == 0 { "Left out" } else { "" }, left_out);
    }
    let players = sentence(&[
        (Count::PlayersListed, " on the list ("),
        (Count::PlayersInactive, " inactive), "),
        (Count::PlayersWithGames, " played, "),
        (Count::Entrants, " new, "),
        (Count::Exits, " gone, "),
        (Count::PlayersWaitingInThePool, " wait for a first rating"),
    ]);
    facts = facts.fact("Players", players);
    if let Some(titles) = &summary.titles {
        facts = facts.fact("Titles", titles_line(titles));
    }
    facts = facts.fact("Inputs", inputs(result));
    if let Some(files) = diagnostic_summary::passed_over(&result.diagnostics) {
        facts = facts.fact("Passed over", files);
    }
    facts.fact("Checks", checks(result))
}

/// Errors and warnings of the inputs, counted by code.
fn problems_by_code(result: &RunResult) -> Option<Section> {
    let problems = || result.diagnostics.iter().filter(|diagnostic| diagnostic.severity() > Severity::Note);
    problems().next()?;
    let table = diagnostic_summary::table_by_code(problems());
    Some(Section::new("Problems of the inputs").with(table).with(Block::Note(match result.status {
        RunStatus::Planned => "ratinglist check shows those of reports and tables with their places.".into(),
        _ => format!("Each of them is in {}.", store::file::DIAGNOSTICS).into(),
    })))
}

/// How many events can give norms, and which norms and proposals there are.
fn titles_line(titles: &TitleCounts) -> Value {
    let noun = |count: u64, noun: &'static str| Value::Counted(count, noun);
    let mut events = vec![Value::Count(titles.eligible), " of ".into(), noun(titles.judged, "event"), " can give norms".into()];
    if titles.without_edition > 0 {
        events.extend([", ".into(), Value::Count(titles.without_edition), " more on days without an edition (T1)".into()]);
    }
    let norms = [noun(titles.norms, "norm"), ", ".into(), Value::Count(titles.near_misses), " half a point short".into()];
    let proposals = [noun(titles.newly_proposed, "new proposal"), " (".into(), Value::Count(titles.proposed), " in all)".into()];
    let ledger = titles.ledger_begins.then(|| "the ledger begins with this list".into());
    Value::joined([Value::phrase(events), Value::phrase(norms), Value::phrase(proposals)].into_iter().chain(ledger), "; ")
}

/// The diagnostics, and what is not known of the rated tournaments (D24).
fn inputs(result: &RunResult) -> Value {
    let not_given = publish::facts_not_given(&result.summary.counts);
    let counts = output::count_by_severity(&result.diagnostics);
    let problems = match (result.diagnostics.is_empty(), result.status) {
        (true, _) if !not_given.is_empty() => None,
        (true, _) | (false, RunStatus::Planned) => Some(counts),
        (false, _) => Some(format!("{counts}: see {}", store::file::DIAGNOSTICS)),
    };
    Value::joined(problems.map(Value::from).into_iter().chain(not_given), "; ")
}

/// The sides of games that were left out, by reason and article.
fn left_out(summary: &Summary) -> Vec<Value> {
    let count = |count: Count| summary.counts.get(&count).copied().unwrap_or(0);
    let read = count(Count::SidesRead) + 2 * count(Count::OnlineGamesRead);
    summary.left_out.iter().map(|sides| sides.phrase(read)).collect()
}

fn checks(result: &RunResult) -> String {
    let all = &result.summary.checks;
    let passed = all.iter().filter(|check| check.passed).count();
    let accepted = all.iter().filter(|check| !check.passed && check.accepted.is_some()).count();
    let of_them = if accepted == 0 { String::new() } else { format!(", {accepted} of them accepted") };
    let where_to_look = if result.status == RunStatus::Planned { String::new() } else { format!(": see {}", store::file::CHECKS) };
    match all.len() - passed {
        0 => format!("{passed} passed"),
        others => format!("{passed} passed, {others} not{of_them}{where_to_look}"),
    }
}

/// Tournaments that are not rated, each with its reason: those that never will be as they are, then those that wait. A plan shows all of
/// them, a run only what somebody may have to look at.
pub(crate) fn not_rated(summary: &Summary, is_plan: bool) -> Option<Section> {
    const MAX_TOURNAMENTS: usize = 12;
    let waits = |t: &&pipeline::NotRated| t.status == TournamentStatus::Waiting;
    let mut tournaments: Vec<&pipeline::NotRated> = summary.not_rated.iter().filter(|t| !waits(t)).collect();
    if is_plan {
        tournaments.extend(summary.not_rated.iter().filter(waits));
    }
    tournaments.first()?;
    let limit = if is_plan { tournaments.len() } else { MAX_TOURNAMENTS };
    let columns = [Column::short(""), Column::short(""), Column::long("")];
    let mut table = DocumentTable::new(columns).at_most(limit, "All of them are in tournaments.parquet.");
    for tournament in tournaments {
        let why = format!("{} ({})", tournament.detail, tournament.article);
        table.row([(&tournament.tournament_id).into(), tournament.status.word().into(), why.into()]);
    }
    Some(Section::new("Not rated").with(table))
}
