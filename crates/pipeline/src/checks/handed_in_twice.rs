//! Tournaments with the games of another one, or nearly, under another id.

use super::{Check, CheckResult, Level, LevelSetting, Limit, Subject};
use model::Reason;
use period_assembly::{Judged, TournamentStatus};
use std::collections::HashSet;

pub(super) const CHECK: Check = Check {
    name: "handed_in_twice",
    meaning: "tournaments handed in twice under two ids",
    level: LevelSetting { key: "handed_in_twice", default: Level::Warn, without_file: Level::Warn },
    limit: Limit::Number { key: "handed_in_twice_limit", default: 0 },
    measure,
};

/// Counts those refused as doubles since the previous list, and those that are rated and nearly the same; each tournament once.
fn measure(subject: &Subject<'_>, limit: u64) -> Option<CheckResult> {
    let tournaments = &subject.period.tournaments;
    let is_double = |t: &&Judged| t.status == TournamentStatus::Refused && t.reason == Some(Reason::DuplicateContent) && subject.is_new(t);
    let refused = tournaments.iter().filter(is_double).map(|t| format!("{} {}", t.facts.id, t.detail));
    let mut told = HashSet::new();
    let near = subject.findings.near_duplicates.iter().filter(|double| told.insert(double.second)).map(|double| {
        let (second, first) = (&tournaments[double.second].facts.id, &tournaments[double.first].facts.id);
        format!("{second} has {} of {} games of {first}", double.same_games, double.games)
    });
    Some(CHECK.found(refused.chain(near)).at_most(limit))
}
