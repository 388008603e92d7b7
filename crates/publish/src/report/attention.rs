//! The band at the top of the report: what is wrong with a list, or out of the ordinary.

use crate::{OrdersSummary, Publication};
use pages::{Block, Value};
use store::{CheckResult, Count};

/// What did not pass, what was refused, and what else made this list: orders and corrections. Empty in an ordinary month.
pub(super) fn band(publication: &Publication<'_>) -> Vec<Block> {
    let (refused, published): (Vec<&CheckResult>, Vec<&CheckResult>) =
        publication.report.checks.iter().filter(|check| !check.passed).partition(|check| check.is_fatal());
    let (accepted, warned): (Vec<&CheckResult>, Vec<&CheckResult>) = published.into_iter().partition(|check| check.accepted.is_some());
    let told = |checks: &[&CheckResult]| checks.iter().map(|check| check_in_words(check)).collect::<Vec<_>>().join("; ");
    let mut band = Vec::new();
    if !refused.is_empty() {
        band.push(Block::alert(format!("Not published: checks did not pass ({}).", told(&refused))));
    }
    if !accepted.is_empty() {
        band.push(Block::alert(format!("Published though checks did not pass: {}.", told(&accepted))));
    }
    if !warned.is_empty() {
        band.push(Block::notice(format!("Published with a warning: {}.", told(&warned))));
    }
    band.extend(refused_tournaments(publication).map(Block::notice));
    band.extend(orders(publication).map(Block::notice));
    if !publication.report.corrections.is_empty() {
        let corrections = publication.report.corrections.join(", ");
        band.push(Block::notice(format!("Made with corrections to what was handed in before: {corrections}.")));
    }
    band
}

fn check_in_words(check: &CheckResult) -> String {
    let accepted = check.accepted.as_ref().map(|accepted| format!("; {accepted}")).unwrap_or_default();
    format!("{}: {} ({}){accepted}", check.name, check.value, check.limit)
}

/// How many of the tournaments that were handed in were refused.
fn refused_tournaments(publication: &Publication<'_>) -> Option<Value> {
    let count = |count: Count| publication.report.counts.get(&count).copied().unwrap_or(0);
    let refused = count(Count::TournamentsRefused);
    let judged = count(Count::TournamentsRated) + count(Count::TournamentsWaiting) + count(Count::TournamentsLate) + refused;
    let share = Value::phrase([
        Value::Count(refused),
        " of ".into(),
        Value::Counted(judged, "tournament"),
        if refused == 1 { " was refused." } else { " were refused." }.into(),
        " The reasons are below.".into(),
    ]);
    (refused > 0).then_some(share)
}

/// The orders that took effect, each with its players.
fn orders(publication: &Publication<'_>) -> Option<Value> {
    let summary = OrdersSummary::of(publication.period, publication.outcome);
    let is_any_applied = !summary.applied.is_empty();
    summary
        .line_with_sources()
        .filter(|_| is_any_applied)
        .map(|line| Value::phrase(["Orders outside the regulations applied: ".into(), line, ".".into()]))
}
