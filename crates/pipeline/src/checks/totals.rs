//! Whether every side of every game read is counted, pooled or left out: where it is not, this program has a fault.

use super::result::number_and_words;
use super::{Check, CheckResult, Level, LevelSetting, Limit, Subject};
use rating::SideCounts;

pub(super) const CHECK: Check = Check {
    name: "totals",
    meaning: "sides of games not accounted for",
    // Games that got lost are nothing that anybody could want published.
    level: LevelSetting { key: "totals", default: Level::Fail, without_file: Level::Fail },
    limit: Limit::Fixed(0),
    measure,
};

fn measure(subject: &Subject<'_>, limit: u64) -> Option<CheckResult> {
    let off = subject.outcome.unreconciled(subject.period, subject.side_counts);
    let online = subject.outcome.online.as_ref().map(|online| online.side_counts()).unwrap_or_default();
    let sum = |of: fn(&SideCounts) -> u64| subject.side_counts.iter().chain([&online]).map(of).sum::<u64>();
    let (read, counted, pooled, left_out) = (sum(|t| t.read), sum(|t| t.counted), sum(|t| t.pooled), sum(|t| t.left_out));
    // Sides that no tournament has read are still there twice, or lost.
    let number = off.iter().map(|off| off.sides().max(1)).sum();
    let value = format!("{number}; {read} read, {counted} counted, {pooled} pooled, {left_out} left out");
    let (_, detail) = number_and_words(off.iter().map(ToString::to_string));
    Some(CheckResult { value, detail, ..CHECK.result(number) }.at_most(limit))
}
