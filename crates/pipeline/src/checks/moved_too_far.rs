//! Ratings that moved more than their games allow.

use super::{Check, CheckResult, Level, LevelSetting, Limit, Subject};
use rating::RatingChangeCause;

pub(super) const CHECK: Check = Check {
    name: "moved_too_far",
    meaning: "ratings moved more than their games allow",
    level: LevelSetting { key: "moved_too_far", default: Level::Fail, without_file: Level::Warn },
    limit: Limit::Fixed(0),
    measure,
};

fn measure(subject: &Subject<'_>, limit: u64) -> Option<CheckResult> {
    let by_games =
        subject.outcome.changes.iter().filter(|c| matches!(c.cause, RatingChangeCause::Games | RatingChangeCause::LongerControl));
    // No game is worth more than one point, and rounding adds less than one.
    let too_far = by_games.filter(|c| c.change.unsigned_abs() > u32::from(c.k_used) * c.games);
    let ids = subject.period.players.index.ids();
    let words = too_far.map(|c| format!("{} by {} in {} games with K {}", ids[c.player as usize], c.change, c.games, c.k_used));
    Some(CHECK.found(words).at_most(limit))
}
