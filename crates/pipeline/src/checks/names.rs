//! Names in reports that are not those of the ids on the list.

use super::{Check, CheckContext, CheckResult, Level, LevelSetting, Limit};
use ingest::Doubt;

pub(super) const CHECK: Check = Check {
    name: "names",
    meaning: "entries with a name that is not the id's",
    level: LevelSetting { key: "names", default: Level::Warn, without_file: Level::Warn },
    limit: Limit::Number { key: "names_limit", default: 0 },
    measure,
};

fn measure(context: &CheckContext<'_>, limit: u64) -> Option<CheckResult> {
    let entries = context.findings.doubtful.iter().filter(|entry| entry.doubt == Doubt::NameMismatch);
    let descriptions = entries.map(|entry| format!("{} '{}' in {}", entry.fide_id, entry.name.escape_debug(), entry.tournament_id));
    Some(CHECK.found(descriptions).at_most(limit))
}
