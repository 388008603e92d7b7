//! Compares counts of a list with those of the year before it.

use super::{CheckContext, CheckResult, Limit};
use store::{Count, ListCatalog, ListSource, Manifest};

/// How far from their mean entrants and exits may be.
pub(super) const PERCENT: Limit = Limit::Percent { key: "entrants_and_exits_percent", default: 100 };

/// The manifests of the newest twelve lists.
pub(crate) fn trailing_year(catalog: &ListCatalog) -> Vec<Manifest> {
    catalog.sources().iter().rev().take(12).filter_map(ListSource::manifest).collect()
}

/// Compares a count with its mean over the trailing year; `None` with fewer than three lists.
pub(super) fn compare_with_year(result: CheckResult, count: Count, context: &CheckContext<'_>, percent: u64) -> Option<CheckResult> {
    let counts: Vec<u64> = context.trailing_year.iter().filter_map(|manifest| manifest.counts.get(&count).copied()).collect();
    if counts.len() < 3 {
        return None;
    }
    let mean = counts.iter().sum::<u64>() / counts.len() as u64;
    // Ten more or fewer are always accepted, however few there usually are.
    let distance = (mean.saturating_mul(percent) / 100).max(10);
    let description = format!("within {percent} % of {mean}, the mean of {} lists", counts.len());
    Some(result.within(distance, mean, description))
}
