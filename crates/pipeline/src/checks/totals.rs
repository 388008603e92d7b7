//! Whether every side of every game read is counted, pooled or left out. If not, this program has a fault.

use super::result::count_and_describe;
use super::{Check, CheckContext, CheckResult, Level, LevelSetting, Limit};
use rating::SideCounts;

pub(super) const CHECK: Check = Check {
    name: "totals",
    meaning: "sides of games not accounted for",
    // A list with lost games must never be published.
    level: LevelSetting { key: "totals", default: Level::Fail, without_file: Level::Fail },
    limit: Limit::Fixed(0),
    measure,
};

fn measure(context: &CheckContext<'_>, limit: u64) -> Option<CheckResult> {
    let unreconciled_sides = context.outcome.unreconciled(context.period, context.side_counts);
    let online = context.outcome.online.as_ref().map(|online| online.side_counts()).unwrap_or_default();
    let sum = |of: fn(&SideCounts) -> u64| context.side_counts.iter().chain([&online]).map(of).sum::<u64>();
    let (read, counted, pooled, left_out) = (sum(|t| t.read), sum(|t| t.counted), sum(|t| t.pooled), sum(|t| t.left_out));
    // A fault counts at least once, even where no side was read.
    let number = unreconciled_sides.iter().map(|unreconciled| unreconciled.sides().max(1)).sum();
    let value = format!("{number}; {read} read, {counted} counted, {pooled} pooled, {left_out} left out");
    let (_, detail) = count_and_describe(unreconciled_sides.iter().map(ToString::to_string));
    Some(CheckResult { value, detail, ..CHECK.result(number) }.at_most(limit))
}
