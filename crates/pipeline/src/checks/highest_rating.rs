//! The highest rating of all, with the level of ratings that moved too far.

use super::{Check, CheckContext, CheckResult, Limit, moved_too_far};
use model::Rating;

pub(super) const CHECK: Check = Check {
    name: "highest_rating",
    meaning: "highest rating",
    limit: Limit::Fixed(Rating::HIGHEST.0 as u64),
    measure,
    ..moved_too_far::CHECK
};

fn measure(context: &CheckContext<'_>, limit: u64) -> Option<CheckResult> {
    let highest = context.outcome.players.iter().map(|player| player.rating).max().unwrap_or_default();
    Some(CHECK.result(u64::try_from(highest.0).unwrap_or(0)).at_most(limit))
}
