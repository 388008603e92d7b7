//! New players, against the mean of the trailing year.

use super::trailing_year::{PERCENT, against_year};
use super::{Check, CheckResult, Level, LevelSetting, Subject};
use store::Count;

pub(super) const CHECK: Check = Check {
    name: "entrants",
    meaning: "new on the list",
    level: LevelSetting { key: "entrants", default: Level::Warn, without_file: Level::Warn },
    limit: PERCENT,
    measure,
};

fn measure(subject: &Subject<'_>, percent: u64) -> Option<CheckResult> {
    against_year(CHECK.result(subject.published.entrants), Count::Entrants, subject, percent)
}
