//! One person's further ids in the field of one tournament.

use super::{Check, CheckContext, CheckResult, Level, LevelSetting, Limit};
use ingest::Doubt;

pub(super) const CHECK: Check = Check {
    name: "same_person",
    meaning: "further ids of one person in one field",
    level: LevelSetting { key: "same_person", default: Level::Warn, without_file: Level::Warn },
    limit: Limit::Number { key: "same_person_limit", default: 0 },
    measure,
};

fn measure(context: &CheckContext<'_>, limit: u64) -> Option<CheckResult> {
    let descriptions = context.findings.doubtful.iter().filter_map(|entry| {
        let Doubt::SamePersonAs(other) = entry.doubt else { return None };
        Some(format!("{} '{}' as {other} in {}", entry.fide_id, entry.name.escape_debug(), entry.tournament_id))
    });
    Some(CHECK.found(descriptions).at_most(limit))
}
