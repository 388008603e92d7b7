//! Diagnostics about players once a period is rated: newcomers without a federation, and results that leave the pool.

use crate::codes;
use crate::job::Job;
use model::{Diagnostic, Place, Unlisted};
use period_assembly::Period;
use rating::{Outcome, PoolWindow};
use std::path::Path;
use std::sync::Arc;
use store::file;

/// How many diagnostics of one kind are given one by one: a month with more of them has one cause.
const MAX_DIAGNOSTICS: usize = 1000;

/// The diagnostics of a rated period's players.
pub(crate) fn player_diagnostics(job: &Job, period: &Period, outcome: &Outcome) -> Vec<Diagnostic> {
    let mut diagnostics = without_federation(job, period, outcome);
    diagnostics.extend(results_too_old(job, period));
    diagnostics
}

/// The name under which a file of the previous list is cited.
fn previous_file(job: &Job, name: &str) -> Arc<str> {
    let path = job.previous.folder.as_deref().unwrap_or(Path::new("")).join(name);
    job.previous.display_name(&path).into()
}

/// Newcomers who would be published if they had a federation (D53), each with the report that has their first game.
fn without_federation(job: &Job, period: &Period, outcome: &Outcome) -> Vec<Diagnostic> {
    let is_withheld =
        |player: &usize| period.withheld.reason(*player) == Some(Unlisted::NoFederation) && outcome.players[*player].is_listed();
    let article = &period.publication().inclusion.article;
    let diagnostic = |player: usize| {
        let tournament = period.sides[period.sides_of(player)].first().map(|side| &period.tournaments[side.tournament as usize].facts.file);
        let file = tournament.map_or_else(|| previous_file(job, file::STATE), Arc::clone);
        let (id, rating) = (period.players.index.ids()[player], outcome.players[player].rating.0);
        let message = format!("player {id} has no federation: rated {rating}, and not published until one is given ({article}, D53)");
        let hint = "give the federation in the roster, or say published there";
        Diagnostic::new(&codes::NO_FEDERATION, &file, Place::default(), message).with_hint(hint)
    };
    capped(period.withheld.players().filter(is_withheld).map(diagnostic))
}

/// Results of unrated players that are too old to count from this list on (D14, D52).
fn results_too_old(job: &Job, period: &Period) -> Vec<Diagnostic> {
    let pooling = &period.calculation().first_rating.pooling;
    let window = PoolWindow::new(pooling, period.list);
    let is_unrated = |id: u32| period.players.index.find(id).is_some_and(|player| !period.players.rows[player].is_rated());
    let old = period.pool.entries.iter().filter(|entry| !window.contains(entry.end) && is_unrated(entry.fide_id));
    let file = previous_file(job, file::POOL);
    capped(old.map(|entry| {
        let tournament = &period.pool.tournaments[entry.tournament as usize];
        let games = if entry.games == 1 { "1 game".to_owned() } else { format!("{} games", entry.games) };
        let message = format!(
            "player {}: the result of {tournament} ({games}), which ended on {}, is too old for a first rating and leaves the pool ({}, D14)",
            entry.fide_id,
            entry.end,
            pooling.article()
        );
        Diagnostic::new(&codes::POOL_RESULT_TOO_OLD, &file, Place::default(), message)
    }))
}

/// The first diagnostics; the last of them says how many more there are.
fn capped(mut all: impl Iterator<Item = Diagnostic>) -> Vec<Diagnostic> {
    let mut named: Vec<Diagnostic> = all.by_ref().take(MAX_DIAGNOSTICS).collect();
    let more = all.count();
    if let Some(last) = named.last_mut().filter(|_| more > 0) {
        last.message.push_str(&format!("; {more} more of this kind are not named"));
    }
    named
}
