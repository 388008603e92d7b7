//! The share of online games that cannot be used, with the level and the limit of refused tournaments.

use super::refused_share::{self, share};
use super::{Check, CheckResult, Subject};

pub(super) const CHECK: Check = Check { name: "online_games_unusable", meaning: "online games unusable", measure, ..refused_share::CHECK };

fn measure(subject: &Subject<'_>, limit: u64) -> Option<CheckResult> {
    let unusable = subject.unusable_online;
    let all = subject.period.online.as_ref()?.games.len() as u64 + unusable;
    Some(share(&CHECK, unusable, all, limit))
}
