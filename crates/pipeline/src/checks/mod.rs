//! The checks before publication. Each has its own file and its line in [`ALL`]. They read a computed list and return results.

mod accepted;
mod entrants;
mod exits;
mod findings;
mod handed_in_twice;
mod highest_rating;
mod moved_too_far;
mod names;
mod no_federation;
mod no_tournaments;
mod online_games_unusable;
mod refused_share;
mod result;
mod same_person;
mod settings;
mod totals;
mod trailing_year;
mod two_places;
mod unknown_rated;

use model::days_before;
use period_assembly::{Judged, Period};
use publish::PlayerCounts;
use rating::{Outcome, SideCounts};
use rayon::prelude::*;
use store::{CheckResult, Level, Manifest};
use tables::TextColumns;

pub use accepted::AcceptedChecks;
pub(crate) use accepted::accept;
pub(crate) use findings::{Findings, unresolved_entries};
pub(crate) use result::with_original_limits;
pub use settings::Checks;
pub(crate) use trailing_year::trailing_year;

/// Every check, in the order of `checks.csv`.
const ALL: &[Check] = &[
    no_tournaments::CHECK,
    refused_share::CHECK,
    online_games_unusable::CHECK,
    entrants::CHECK,
    exits::CHECK,
    moved_too_far::CHECK,
    highest_rating::CHECK,
    totals::CHECK,
    two_places::CHECK,
    names::CHECK,
    handed_in_twice::CHECK,
    same_person::CHECK,
    unknown_rated::CHECK,
    no_federation::CHECK,
];

/// A check before publication.
struct Check {
    /// As `checks.csv` calls it.
    name: &'static str,
    /// What its value counts.
    meaning: &'static str,
    level: LevelSetting,
    limit: Limit,
    /// Measures a list against the limit. It returns nothing where there is nothing to measure.
    measure: fn(&CheckContext<'_>, u64) -> Option<CheckResult>,
}

/// What a check that does not pass does, and the key that sets it under `[checks]` in a pipeline file.
struct LevelSetting {
    key: &'static str,
    default: Level,
    /// Without a pipeline file nobody has set limits, so checks only warn, but for faults of this program.
    without_file: Level,
}

/// The limit of a check.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Limit {
    /// A limit that no pipeline file sets.
    Fixed(u64),
    /// A number under a key of `[checks]`.
    Number { key: &'static str, default: u64 },
    /// A percentage under a key of `[checks]`.
    Percent { key: &'static str, default: u32 },
}

impl Limit {
    /// The key that sets the limit, and the limit where it is not set.
    fn setting(self) -> Option<(&'static str, u64)> {
        match self {
            Self::Fixed(_) => None,
            Self::Number { key, default } => Some((key, default)),
            Self::Percent { key, default } => Some((key, default.into())),
        }
    }
}

/// The computed list that is checked, with its findings and earlier counts.
pub(crate) struct CheckContext<'a> {
    pub(crate) period: &'a Period,
    pub(crate) text: &'a TextColumns,
    pub(crate) outcome: &'a Outcome,
    pub(crate) side_counts: &'a [SideCounts],
    pub(crate) published: &'a PlayerCounts,
    pub(crate) unusable_online: u64,
    pub(crate) findings: &'a Findings,
    /// Whether players need a federation (D53).
    pub(crate) asks_for_federation: bool,
    pub(crate) trailing_year: &'a [Manifest],
}

impl CheckContext<'_> {
    /// Whether a tournament was submitted since the previous list. One that was refused then is refused again, and must not be counted twice.
    fn is_new(&self, tournament: &Judged) -> bool {
        if tournament.refused_since.is_some() {
            return false;
        }
        let previous = self.period.previous.day();
        let closed_before = days_before(previous, self.period.publication().closing_date.days_before);
        let received_since = tournament.facts.received.is_some_and(|received| received >= previous);
        received_since || tournament.facts.end.is_none_or(|end| end > closed_before)
    }
}

/// Runs all checks; those that are off are left out.
pub(crate) fn run(checks: &Checks, context: &CheckContext<'_>) -> Vec<CheckResult> {
    let result = |check: &Check| match checks.level(check) {
        Level::Off => None,
        level => (check.measure)(context, checks.limit(check)).map(|result| CheckResult { level, ..result }),
    };
    ALL.par_iter().filter_map(result).collect()
}
