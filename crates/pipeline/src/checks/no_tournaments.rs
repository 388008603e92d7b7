//! Whether anything was rated at all.

use super::{Check, CheckContext, CheckResult, Level, LevelSetting, Limit};

pub(super) const CHECK: Check = Check {
    name: "no_tournaments",
    meaning: "tournaments rated",
    level: LevelSetting { key: "no_tournaments", default: Level::Fail, without_file: Level::Warn },
    limit: Limit::Fixed(1),
    measure,
};

fn measure(context: &CheckContext<'_>, limit: u64) -> Option<CheckResult> {
    let rated = context.period.tournaments.iter().filter(|t| t.is_rated()).count() as u64;
    let result = match &context.period.online {
        // Where ratings move after every game, a month may be of online games alone.
        Some(online) if !online.games.is_empty() => {
            let games = online.games.len() as u64;
            let (name, value) = ("tournaments and online games rated".to_owned(), format!("{rated} and {games}"));
            CheckResult { name, value, ..CHECK.result(rated + games) }
        }
        _ => CHECK.result(rated),
    };
    Some(result.at_least(limit))
}
