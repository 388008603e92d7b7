//! Tournaments submitted twice: with the same or nearly the same games as another id.

use super::{Check, CheckContext, CheckResult, Level, LevelSetting, Limit};
use model::Reason;
use period_assembly::{Judged, NearDuplicate, TournamentStatus};
use std::collections::HashSet;

pub(super) const CHECK: Check = Check {
    name: "handed_in_twice",
    meaning: "tournaments handed in twice under two ids",
    level: LevelSetting { key: "handed_in_twice", default: Level::Warn, without_file: Level::Warn },
    limit: Limit::Number { key: "handed_in_twice_limit", default: 0 },
    measure,
};

/// Counts the tournaments refused as duplicates since the previous list, and the rated near duplicates, each once.
fn measure(context: &CheckContext<'_>, limit: u64) -> Option<CheckResult> {
    let tournaments = &context.period.tournaments;
    let is_duplicate =
        |t: &&Judged| t.status == TournamentStatus::Refused && t.reason == Some(Reason::DuplicateContent) && context.is_new(t);
    let refused = tournaments.iter().filter(is_duplicate).map(|t| format!("{} {}", t.facts.id, t.detail));
    let mut counted = HashSet::new();
    let is_first = |duplicate: &&NearDuplicate| counted.insert(duplicate.tournament);
    let near = context.findings.near_duplicates.iter().filter(is_first);
    let near = near.map(|duplicate| format!("{} {}", tournaments[duplicate.tournament].facts.id, duplicate.words()));
    Some(CHECK.found(refused.chain(near)).at_most(limit))
}
