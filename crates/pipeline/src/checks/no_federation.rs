//! Players on the list without a federation.

use super::{Check, CheckContext, CheckResult, Level, LevelSetting, Limit};
use tables::PlayerText;

pub(super) const CHECK: Check = Check {
    name: "no_federation",
    meaning: "players on the list without a federation",
    level: LevelSetting { key: "no_federation", default: Level::Warn, without_file: Level::Warn },
    limit: Limit::Number { key: "no_federation_limit", default: 0 },
    measure,
};

/// Counts the players who are published without a federation: they were on the previous list before. A list that has none asks for none (D53).
fn measure(context: &CheckContext<'_>, limit: u64) -> Option<CheckResult> {
    if !context.asks_for_federation {
        return None;
    }
    let CheckContext { period, text, outcome, .. } = context;
    let without = text.column(PlayerText::Federation).rows_with(str::is_empty);
    let is_published = |player: &usize| outcome.players[*player].is_listed() && !period.withheld.contains(*player);
    let published = without.into_iter().filter(is_published);
    let descriptions = published.map(|player| {
        let (id, name) = (period.players.index.ids()[player], text.get(PlayerText::Name, player));
        format!("{id} '{}'", name.escape_debug())
    });
    Some(CHECK.found(descriptions).at_most(limit))
}
