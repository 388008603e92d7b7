//! Checks before publication, with levels and limits.

use model::days_before;
use period_assembly::{Judged, Period, Status};
use publish::{CheckLine, Published};
use rating::{Cause, Outcome};
use serde::{Deserialize, Serialize};
use std::fmt;
use store::{HIGHEST_RATING, Manifest, Shelf, file};

/// What a check that does not pass does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    Off,
    Warn,
    Fail,
}

/// Levels and limits, as they stand under `[checks]` in a pipeline file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Checks {
    /// Not one tournament in the window.
    pub no_tournaments: Level,
    /// Too large a share of the tournaments judged was refused.
    pub refused_share: Level,
    pub refused_percent: u32,
    /// New players far from the mean of the trailing year.
    pub entrants: Level,
    /// Players leaving the list far from the mean of the trailing year.
    pub exits: Level,
    pub entrants_and_exits_percent: u32,
    /// A rating moved more than its games allow.
    pub moved_too_far: Level,
}

impl Default for Checks {
    fn default() -> Self {
        Self {
            no_tournaments: Level::Fail,
            refused_share: Level::Fail,
            refused_percent: 25,
            entrants: Level::Warn,
            exits: Level::Warn,
            entrants_and_exits_percent: 100,
            moved_too_far: Level::Fail,
        }
    }
}

impl Checks {
    /// Without a pipeline file nobody has set limits, so checks only warn.
    pub fn warn_only() -> Self {
        let warn = |level: Level| level.min(Level::Warn);
        let all = Self::default();
        Self {
            no_tournaments: warn(all.no_tournaments),
            refused_share: warn(all.refused_share),
            moved_too_far: warn(all.moved_too_far),
            ..all
        }
    }
}

/// A check and its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CheckResult {
    pub name: &'static str,
    pub level: Level,
    pub passed: bool,
    pub value: String,
    pub limit: String,
}

impl CheckResult {
    /// As the report tells it: the level is a matter of the pipeline file, not of the list.
    pub(crate) fn line(&self) -> CheckLine {
        CheckLine { name: self.name.to_owned(), value: self.value.clone(), limit: self.limit.clone(), passed: self.passed }
    }
}

impl fmt::Display for CheckResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} (limit: {})", self.name, self.value, self.limit)
    }
}

/// Runs all checks; those that are off are left out.
pub(crate) fn run(
    checks: &Checks,
    period: &Period,
    outcome: &Outcome,
    published: &Published,
    unusable_online: u64,
    shelf: &Shelf,
) -> Vec<CheckResult> {
    let count = |status: Status| period.tournaments.iter().filter(|t| t.status == status && is_new(period, t)).count();
    let rated = period.tournaments.iter().filter(|t| t.status == Status::Rated).count();
    // What somebody withdrew says nothing about the quality of what was handed in.
    let is_withdrawn = |t: &&Judged| t.reason == Some(model::Reason::Withdrawn) && is_new(period, t);
    let refused = count(Status::Refused) - period.tournaments.iter().filter(is_withdrawn).count();
    let judged = count(Status::Rated) + refused + count(Status::Late);
    let percent = (100 * refused).checked_div(judged).unwrap_or(0);
    let mut results = vec![
        CheckResult {
            name: "tournaments rated",
            level: checks.no_tournaments,
            // Where ratings move after every game, a month may be of online games alone.
            passed: rated > 0 || period.online.as_ref().is_some_and(|online| !online.games.is_empty()),
            value: rated.to_string(),
            limit: "at least 1".to_owned(),
        },
        CheckResult {
            name: "tournaments refused",
            level: checks.refused_share,
            passed: refused * 100 <= judged * checks.refused_percent as usize,
            value: format!("{refused} of {judged}, {percent} %"),
            limit: format!("at most {} %", checks.refused_percent),
        },
    ];
    if let Some(online) = &period.online {
        let all = online.games.len() as u64 + unusable_online;
        let percent = (100 * unusable_online).checked_div(all).unwrap_or(0);
        results.push(CheckResult {
            name: "online games unusable",
            level: checks.refused_share,
            passed: unusable_online * 100 <= all * u64::from(checks.refused_percent),
            value: format!("{unusable_online} of {all}, {percent} %"),
            limit: format!("at most {} %", checks.refused_percent),
        });
    }
    let year = trailing_year(shelf);
    for (name, level, key, value) in [
        ("new on the list", checks.entrants, "entrants", published.entrants),
        ("gone from the list", checks.exits, "exits", published.exits),
    ] {
        results.extend(against_year(name, level, value, &year, key, checks.entrants_and_exits_percent));
    }
    let too_far = outcome.changes.iter().filter(|c| matches!(c.cause, Cause::Games | Cause::LongerControl)).filter(|c| {
        // No game is worth more than one point, and rounding adds less than one.
        c.change.unsigned_abs() > u32::from(c.k_used) * c.games
    });
    let too_far = too_far.count();
    results.push(CheckResult {
        name: "ratings moved more than their games allow",
        level: checks.moved_too_far,
        passed: too_far == 0,
        value: too_far.to_string(),
        limit: "0".to_owned(),
    });
    let highest = outcome.rating.iter().max().copied().unwrap_or_default();
    results.push(CheckResult {
        name: "highest rating",
        level: checks.moved_too_far,
        passed: i64::from(highest.0) <= HIGHEST_RATING,
        value: highest.0.to_string(),
        limit: format!("at most {HIGHEST_RATING}"),
    });
    results.retain(|result| result.level != Level::Off);
    results
}

/// Whether a tournament came up since the previous list: refusals are not remembered, so what was refused then is refused again, and is no news.
fn is_new(period: &Period, tournament: &Judged) -> bool {
    let closed_before = days_before(period.previous.day(), period.publication().closing_date.days_before);
    let received_since = tournament.facts.received.is_some_and(|received| received >= period.previous.day());
    received_since || tournament.facts.end.is_none_or(|end| end > closed_before)
}

/// The manifests of the lists at hand, the newest twelve.
fn trailing_year(shelf: &Shelf) -> Vec<Manifest> {
    let read = |folder: &std::path::PathBuf| Manifest::from_json(&store::read_text(folder.join(file::MANIFEST)).ok()?).ok();
    shelf.sources().iter().rev().take(12).filter_map(|source| source.folder.as_ref().and_then(read)).collect()
}

/// A count against its mean over the trailing year; nothing where there are fewer than three lists to compare with.
fn against_year(name: &'static str, level: Level, value: u64, year: &[Manifest], key: &str, percent: u32) -> Option<CheckResult> {
    let counts: Vec<u64> = year.iter().filter_map(|manifest| manifest.counts.get(key).copied()).collect();
    if counts.len() < 3 {
        return None;
    }
    let mean = counts.iter().sum::<u64>() / counts.len() as u64;
    let distance = value.abs_diff(mean);
    Some(CheckResult {
        name,
        level,
        // A handful more or less is no news, whatever share it is.
        passed: distance <= 10 || distance * 100 <= mean * u64::from(percent),
        value: value.to_string(),
        limit: format!("within {percent} % of {mean}, the mean of {} lists", counts.len()),
    })
}
