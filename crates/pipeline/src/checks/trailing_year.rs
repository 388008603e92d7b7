//! Counts of a list against those of the year before it.

use super::{CheckResult, Limit, Subject};
use store::{Count, ListCatalog, ListSource, Manifest};

/// How far from their mean entrants and exits may be.
pub(super) const PERCENT: Limit = Limit::Percent { key: "entrants_and_exits_percent", default: 100 };

/// The manifests of the lists at hand, the newest twelve.
pub(crate) fn trailing_year(shelf: &ListCatalog) -> Vec<Manifest> {
    shelf.sources().iter().rev().take(12).filter_map(ListSource::manifest).collect()
}

/// A count against its mean over the trailing year; nothing where there are fewer than three lists to compare with.
pub(super) fn against_year(result: CheckResult, count: Count, subject: &Subject<'_>, percent: u64) -> Option<CheckResult> {
    let counts: Vec<u64> = subject.trailing_year.iter().filter_map(|manifest| manifest.counts.get(&count).copied()).collect();
    if counts.len() < 3 {
        return None;
    }
    let mean = counts.iter().sum::<u64>() / counts.len() as u64;
    // A handful more or less is no news, whatever share it is.
    let distance = (mean.saturating_mul(percent) / 100).max(10);
    let words = format!("within {percent} % of {mean}, the mean of {} lists", counts.len());
    Some(result.within(distance, mean, words))
}
