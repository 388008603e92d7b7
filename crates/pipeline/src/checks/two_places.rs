//! Players with games at two places on one day.

use super::{Check, CheckContext, CheckResult, Level, LevelSetting, Limit};
use ingest::names_are_compatible;
use model::Diagnostic;
use period_assembly::{Period, TwoPlaces, two_places};
use tables::PlayerText;

/// How many players at two places are named one by one: a month with more of them has one cause, and the check has their number.
const MOST_DIAGNOSTICS: usize = 1000;

pub(super) const CHECK: Check = Check {
    name: "two_places",
    meaning: "times that a player was at two places on one day",
    level: LevelSetting { key: "two_places", default: Level::Warn, without_file: Level::Warn },
    limit: Limit::Number { key: "two_places_limit", default: 0 },
    measure,
};

fn measure(context: &CheckContext<'_>, limit: u64) -> Option<CheckResult> {
    let CheckContext { period, text, findings, .. } = context;
    let id = |tournament: usize| &period.tournaments[tournament].facts.id;
    let descriptions = findings.two_places.iter().map(|found| {
        let (player, name) = (period.players.index.ids()[found.player], text.get(PlayerText::Name, found.player));
        format!("{player} '{}' in {} and {} on {}", name.escape_debug(), id(found.first), id(found.second), found.day)
    });
    Some(CHECK.found(descriptions).at_most(limit))
}

/// Finds players at two places, and adds their diagnostics.
pub(super) fn find(period: &Period, diagnostics: &mut Vec<Diagnostic>) -> Vec<TwoPlaces> {
    let found = two_places(period, &names_are_compatible);
    diagnostics.extend(found.iter().take(MOST_DIAGNOSTICS).map(|found| found.diagnostic(period)));
    if let Some(next) = found.get(MOST_DIAGNOSTICS) {
        let more = found.len() - MOST_DIAGNOSTICS;
        let mut last = next.diagnostic(period);
        last.message.push_str(&format!("; of {more} more of this kind this is the first, and the others are not named"));
        diagnostics.push(last);
    }
    found
}
