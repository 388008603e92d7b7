//! Names in reports that are not those of the ids on the list.

use super::{Check, CheckResult, Level, LevelSetting, Limit, Subject};
use ingest::Doubt;

pub(super) const CHECK: Check = Check {
    name: "names",
    meaning: "entries with a name that is not the id's",
    level: LevelSetting { key: "names", default: Level::Warn, without_file: Level::Warn },
    limit: Limit::Number { key: "names_limit", default: 0 },
    measure,
};

fn measure(subject: &Subject<'_>, limit: u64) -> Option<CheckResult> {
    let entries = subject.findings.doubtful.iter().filter(|entry| entry.doubt == Doubt::NameMismatch);
    let words = entries.map(|entry| format!("{} '{}' in {}", entry.fide_id, entry.name.escape_debug(), entry.tournament_id));
    Some(CHECK.found(words).at_most(limit))
}
