//! Checks before publication, with levels and limits.

mod findings;
mod result;
mod settings;

use model::Rating;
use model::{Reason, days_before};
use period_assembly::{Judged, Period, Status};
use publish::Published;
use rating::{Cause, Outcome, Tally};
use store::{Count, Level, ListSource, Manifest, Shelf};

pub(crate) use findings::{Findings, Found, unsettled};
pub use result::CheckResult;
pub(crate) use result::by_limits_then;
pub use settings::Checks;

/// What is checked.
pub(crate) struct Subject<'a> {
    pub(crate) period: &'a Period,
    pub(crate) outcome: &'a Outcome,
    pub(crate) tallies: &'a [Tally],
    pub(crate) published: &'a Published,
    pub(crate) unusable_online: u64,
    pub(crate) findings: &'a Findings,
    pub(crate) shelf: &'a Shelf,
}

/// Runs all checks; those that are off are left out.
pub(crate) fn run(checks: &Checks, subject: &Subject<'_>) -> Vec<CheckResult> {
    let mut results = vec![tournaments_rated(checks, subject), refused(checks, subject.period)];
    results.extend(online_unusable(checks, subject));
    let year = trailing_year(subject.shelf);
    for (count, name, level, value) in [
        (Count::Entrants, "new on the list", checks.entrants, subject.published.entrants),
        (Count::Exits, "gone from the list", checks.exits, subject.published.exits),
    ] {
        let result = CheckResult::new(count.word(), name, level, value);
        results.extend(against_year(result, count, &year, checks.entrants_and_exits_percent));
    }
    results.push(moved_too_far(checks, subject));
    results.push(highest(checks, subject.outcome));
    results.push(totals(checks, subject));
    let Findings { two_places, names, handed_in_twice, same_person } = subject.findings;
    for (check, name, level, limit, found) in [
        ("two_places", "times that a player was at two places on one day", checks.two_places, checks.two_places_limit, two_places),
        ("names", "entries with a name that is not the id's", checks.names, checks.names_limit, names),
        (
            "handed_in_twice",
            "tournaments handed in twice under two ids",
            checks.handed_in_twice,
            checks.handed_in_twice_limit,
            handed_in_twice,
        ),
        ("same_person", "further ids of one person in one field", checks.same_person, checks.same_person_limit, same_person),
    ] {
        results.push(CheckResult::new(check, name, level, found.number).at_most(limit).naming(found.words()));
    }
    results.retain(|result| result.level != Level::Off);
    results
}

fn tournaments_rated(checks: &Checks, subject: &Subject<'_>) -> CheckResult {
    let rated = subject.period.tournaments.iter().filter(|t| t.is_rated()).count() as u64;
    let new = |name, number| CheckResult::new("no_tournaments", name, checks.no_tournaments, number);
    match &subject.period.online {
        // Where ratings move after every game, a month may be of online games alone.
        Some(online) if !online.games.is_empty() => {
            let games = online.games.len() as u64;
            new("tournaments and online games rated", rated + games).in_words(format!("{rated} and {games}"))
        }
        _ => new("tournaments rated", rated),
    }
    .at_least(1)
}

fn refused(checks: &Checks, period: &Period) -> CheckResult {
    let of = |status: Status| period.tournaments.iter().filter(move |t| t.status == status && is_new(period, t));
    // What somebody withdrew says nothing about the quality of what was handed in.
    let refused = Found::of(of(Status::Refused).filter(|t| t.reason != Some(Reason::Withdrawn)).map(|t| t.facts.id.to_string()));
    let judged = (of(Status::Rated).count() + of(Status::Late).count()) as u64 + refused.number;
    share("refused_share", "tournaments refused", checks.refused_share, refused.number, judged, checks.refused_percent)
        .naming(refused.words())
}

fn online_unusable(checks: &Checks, subject: &Subject<'_>) -> Option<CheckResult> {
    let unusable = subject.unusable_online;
    let all = subject.period.online.as_ref()?.games.len() as u64 + unusable;
    Some(share("online_games_unusable", "online games unusable", checks.refused_share, unusable, all, checks.refused_percent))
}

/// A share in percent, rounded up: so it is within a limit exactly where the share is.
fn share(check: &'static str, name: &'static str, level: Level, part: u64, all: u64, limit: u32) -> CheckResult {
    let percent = (100 * part).div_ceil(all.max(1));
    CheckResult::new(check, name, level, percent).at_most_percent(limit).in_words(format!("{part} of {all}, {percent} %"))
}

fn moved_too_far(checks: &Checks, subject: &Subject<'_>) -> CheckResult {
    let by_games = subject.outcome.changes.iter().filter(|c| matches!(c.cause, Cause::Games | Cause::LongerControl));
    // No game is worth more than one point, and rounding adds less than one.
    let too_far = by_games.filter(|c| c.change.unsigned_abs() > u32::from(c.k_used) * c.games);
    let ids = subject.period.players.index.ids();
    let found = Found::of(too_far.map(|c| format!("{} by {} in {} games with K {}", ids[c.player as usize], c.change, c.games, c.k_used)));
    CheckResult::new("moved_too_far", "ratings moved more than their games allow", checks.moved_too_far, found.number)
        .at_most(0)
        .naming(found.words())
}

fn highest(checks: &Checks, outcome: &Outcome) -> CheckResult {
    let highest = outcome.players.iter().map(|player| player.rating).max().unwrap_or_default();
    let most = u64::try_from(Rating::HIGHEST.0).unwrap_or(0);
    CheckResult::new("highest_rating", "highest rating", checks.moved_too_far, u64::try_from(highest.0).unwrap_or(0)).at_most(most)
}

/// Every side of every game read is counted, pooled or left out: where it is not, this program has a fault.
fn totals(checks: &Checks, subject: &Subject<'_>) -> CheckResult {
    let off = subject.outcome.unreconciled(subject.period, subject.tallies);
    let online = subject.outcome.online.as_ref().map(|online| online.tally()).unwrap_or_default();
    let sum = |of: fn(&Tally) -> u64| subject.tallies.iter().chain([&online]).map(of).sum::<u64>();
    let (read, counted, pooled, left_out) = (sum(|t| t.read), sum(|t| t.counted), sum(|t| t.pooled), sum(|t| t.left_out));
    // Sides that no tournament has read are still there twice, or lost.
    let number = off.iter().map(|off| off.sides().max(1)).sum();
    CheckResult::new("totals", "sides of games not accounted for", checks.totals, number)
        .at_most(0)
        .in_words(format!("{number}; {read} read, {counted} counted, {pooled} pooled, {left_out} left out"))
        .naming(Found::of(off.iter().map(ToString::to_string)).words())
}

/// Whether a tournament came up since the previous list: refusals are not remembered, so what was refused then is refused again, and is no news.
fn is_new(period: &Period, tournament: &Judged) -> bool {
    let closed_before = days_before(period.previous.day(), period.publication().closing_date.days_before);
    let received_since = tournament.facts.received.is_some_and(|received| received >= period.previous.day());
    received_since || tournament.facts.end.is_none_or(|end| end > closed_before)
}

/// The manifests of the lists at hand, the newest twelve.
fn trailing_year(shelf: &Shelf) -> Vec<Manifest> {
    shelf.sources().iter().rev().take(12).filter_map(ListSource::manifest).collect()
}

/// A count against its mean over the trailing year; nothing where there are fewer than three lists to compare with.
fn against_year(result: CheckResult, count: Count, year: &[Manifest], percent: u32) -> Option<CheckResult> {
    let counts: Vec<u64> = year.iter().filter_map(|manifest| manifest.counts.get(&count).copied()).collect();
    if counts.len() < 3 {
        return None;
    }
    let mean = counts.iter().sum::<u64>() / counts.len() as u64;
    // A handful more or less is no news, whatever share it is.
    let distance = (mean.saturating_mul(percent.into()) / 100).max(10);
    Some(result.within(distance, mean, format!("within {percent} % of {mean}, the mean of {} lists", counts.len())))
}
