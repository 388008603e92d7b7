//! Levels and limits of the checks.

use serde::{Deserialize, Serialize};
use store::Level;

/// Levels and limits, as they stand under `[checks]` in a pipeline file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Checks {
    /// Not one tournament in the window.
    pub no_tournaments: Level,
    /// Too large a share of the tournaments judged was refused.
    pub refused_share: Level,
    pub refused_percent: u32,
    /// New players far from the mean of the trailing year.
    pub entrants: Level,
    /// Players leaving the list far from the mean of the trailing year.
    pub exits: Level,
    pub entrants_and_exits_percent: u32,
    /// A rating moved more than its games allow.
    pub moved_too_far: Level,
    /// Sides of games that are neither counted nor pooled nor left out for a reason.
    pub totals: Level,
    /// Players with games at two places on one day.
    pub two_places: Level,
    pub two_places_limit: u64,
    /// Names in reports that are not those of the ids on the list.
    pub names: Level,
    pub names_limit: u64,
    /// Tournaments with the games of another one, or nearly, under another id.
    pub handed_in_twice: Level,
    pub handed_in_twice_limit: u64,
    /// One person's further ids in the field of one tournament.
    pub same_person: Level,
    pub same_person_limit: u64,
}

impl Default for Checks {
    fn default() -> Self {
        Self {
            no_tournaments: Level::Fail,
            refused_share: Level::Fail,
            refused_percent: 25,
            entrants: Level::Warn,
            exits: Level::Warn,
            entrants_and_exits_percent: 100,
            moved_too_far: Level::Fail,
            totals: Level::Fail,
            two_places: Level::Warn,
            two_places_limit: 0,
            names: Level::Warn,
            names_limit: 0,
            handed_in_twice: Level::Warn,
            handed_in_twice_limit: 0,
            same_person: Level::Warn,
            same_person_limit: 0,
        }
    }
}

impl Checks {
    /// Without a pipeline file nobody has set limits, so checks only warn; but games that got lost are a fault of this program, and
    /// nothing that anybody could want published.
    pub fn warn_only() -> Self {
        let warn = |level: Level| level.min(Level::Warn);
        let all = Self::default();
        Self {
            no_tournaments: warn(all.no_tournaments),
            refused_share: warn(all.refused_share),
            moved_too_far: warn(all.moved_too_far),
            ..all
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_pipeline_file_nothing_but_lost_games_refuses_publication() {
        let levels = toml::Table::try_from(Checks::warn_only()).expect("plain data");
        let fatal: Vec<&String> = levels.iter().filter(|(_, level)| level.as_str() == Some("fail")).map(|(key, _)| key).collect();
        assert_eq!(fatal, ["totals"]);
    }
}
