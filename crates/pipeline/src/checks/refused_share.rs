//! The share of the tournaments judged that was refused.

use super::result::count_and_describe;
use super::{Check, CheckContext, CheckResult, Level, LevelSetting, Limit};
use model::Reason;
use period_assembly::TournamentStatus;

pub(super) const CHECK: Check = Check {
    name: "refused_share",
    meaning: "tournaments refused",
    level: LevelSetting { key: "refused_share", default: Level::Fail, without_file: Level::Warn },
    limit: Limit::Percent { key: "refused_percent", default: 25 },
    measure,
};

/// Below this number of tournaments a share says nothing: one bad report of three is no bad month.
const FEWEST_JUDGED: u64 = 10;

fn measure(context: &CheckContext<'_>, limit: u64) -> Option<CheckResult> {
    let of = |status: TournamentStatus| context.period.tournaments.iter().filter(move |t| t.status == status && context.is_new(t));
    // Withdrawn tournaments say nothing about the quality of the submissions, those of an unknown control may belong to another list, those
    // under a rated id were handed in for an earlier one, and duplicates are no further tournaments.
    let is_counted = |reason: Option<Reason>| {
        use Reason::{ControlUnknown, DuplicateContent, DuplicateId, IdReused, Withdrawn};
        !matches!(reason, Some(Withdrawn | ControlUnknown | IdReused | DuplicateContent | DuplicateId))
    };
    let (refused, detail) =
        count_and_describe(of(TournamentStatus::Refused).filter(|t| is_counted(t.reason)).map(|t| t.facts.id.to_string()));
    let judged = (of(TournamentStatus::Rated).count() + of(TournamentStatus::Late).count()) as u64 + refused;
    let counted = if judged < FEWEST_JUDGED { 0 } else { refused };
    let share = share(&CHECK, counted, judged, limit);
    let value = if counted < refused { format!("{refused} of {judged}, too few to be a share") } else { share.value.clone() };
    Some(CheckResult { detail, value, ..share })
}

/// A share in percent. It is rounded up, so that it exceeds a limit exactly if the share does.
pub(super) fn share(check: &Check, part: u64, all: u64, limit: u64) -> CheckResult {
    let percent = (100 * part).div_ceil(all.max(1));
    let value = format!("{part} of {all}, {percent} %");
    CheckResult { value, ..check.result(percent) }.limited(None, Some(limit), format!("at most {limit} %"))
}
