//! Players leaving the list, against the mean of the trailing year.

use super::trailing_year::{PERCENT, compare_with_year};
use super::{Check, CheckContext, CheckResult, Level, LevelSetting};
use store::Count;

pub(super) const CHECK: Check = Check {
    name: "exits",
    meaning: "gone from the list",
    level: LevelSetting { key: "exits", default: Level::Warn, without_file: Level::Warn },
    limit: PERCENT,
    measure,
};

fn measure(context: &CheckContext<'_>, percent: u64) -> Option<CheckResult> {
    compare_with_year(CHECK.result(context.published.exits), Count::Exits, context, percent)
}
