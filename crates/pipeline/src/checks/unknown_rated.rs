//! Players who are rated in a report and are on no list.

use super::{Check, CheckContext, CheckResult, Level, LevelSetting, Limit};

pub(super) const CHECK: Check = Check {
    name: "unknown_rated",
    meaning: "players rated in a report and on no list",
    level: LevelSetting { key: "unknown_rated", default: Level::Warn, without_file: Level::Warn },
    limit: Limit::Number { key: "unknown_rated_limit", default: 0 },
    measure,
};

fn measure(context: &CheckContext<'_>, limit: u64) -> Option<CheckResult> {
    let id = |tournament: usize| &context.period.tournaments[tournament].facts.id;
    let found = context.findings.unknown_rated.iter();
    let descriptions = found.map(|found| format!("{} with {} in {}", found.fide_id, found.rating.0, id(found.tournament)));
    Some(CHECK.found(descriptions).at_most(limit))
}
