//! The share of online games that cannot be used, with the level and the limit of refused tournaments.

use super::refused_share::{self, share};
use super::{Check, CheckContext, CheckResult};

pub(super) const CHECK: Check = Check { name: "online_games_unusable", meaning: "online games unusable", measure, ..refused_share::CHECK };

fn measure(context: &CheckContext<'_>, limit: u64) -> Option<CheckResult> {
    let unusable = context.unusable_online;
    let all = context.period.online.as_ref()?.games.len() as u64 + unusable;
    Some(share(&CHECK, unusable, all, limit))
}
