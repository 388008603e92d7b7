//! The share of the tournaments judged that was refused.

use super::result::number_and_words;
use super::{Check, CheckResult, Level, LevelSetting, Limit, Subject};
use model::Reason;
use period_assembly::TournamentStatus;

pub(super) const CHECK: Check = Check {
    name: "refused_share",
    meaning: "tournaments refused",
    level: LevelSetting { key: "refused_share", default: Level::Fail, without_file: Level::Warn },
    limit: Limit::Percent { key: "refused_percent", default: 25 },
    measure,
};

fn measure(subject: &Subject<'_>, limit: u64) -> Option<CheckResult> {
    let of = |status: TournamentStatus| subject.period.tournaments.iter().filter(move |t| t.status == status && subject.is_new(t));
    // What somebody withdrew says nothing about the quality of what was handed in.
    let (refused, detail) =
        number_and_words(of(TournamentStatus::Refused).filter(|t| t.reason != Some(Reason::Withdrawn)).map(|t| t.facts.id.to_string()));
    let judged = (of(TournamentStatus::Rated).count() + of(TournamentStatus::Late).count()) as u64 + refused;
    Some(CheckResult { detail, ..share(&CHECK, refused, judged, limit) })
}

/// A share in percent, rounded up: so it is within a limit exactly where the share is.
pub(super) fn share(check: &Check, part: u64, all: u64, limit: u64) -> CheckResult {
    let percent = (100 * part).div_ceil(all.max(1));
    let value = format!("{part} of {all}, {percent} %");
    CheckResult { value, ..check.result(percent) }.limited(None, Some(limit), format!("at most {limit} %"))
}
