//! Ratings that moved more than their games allow.

use super::{Check, CheckContext, CheckResult, Level, LevelSetting, Limit};
use rating::RatingChangeCause;

pub(super) const CHECK: Check = Check {
    name: "moved_too_far",
    meaning: "ratings moved more than their games allow",
    level: LevelSetting { key: "moved_too_far", default: Level::Fail, without_file: Level::Warn },
    limit: Limit::Fixed(0),
    measure,
};

fn measure(context: &CheckContext<'_>, limit: u64) -> Option<CheckResult> {
    let by_games =
        context.outcome.changes.iter().filter(|c| matches!(c.cause, RatingChangeCause::Games | RatingChangeCause::LongerControl));
    // No game is worth more than one point, and rounding adds less than one.
    let too_far = by_games.filter(|c| c.change.unsigned_abs() > u32::from(c.k_used) * c.games);
    let ids = context.period.players.index.ids();
    let descriptions = too_far.map(|c| format!("{} by {} in {} games with K {}", ids[c.player as usize], c.change, c.games, c.k_used));
    Some(CHECK.found(descriptions).at_most(limit))
}
