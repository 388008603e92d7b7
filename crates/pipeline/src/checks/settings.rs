//! Levels and limits of the checks.

use super::{ALL, Check, LevelSetting, Limit};
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;
use store::Level;

/// Levels and limits by their keys, as written under `[checks]` in a pipeline file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Checks {
    #[serde(flatten)]
    levels: BTreeMap<&'static str, Level>,
    #[serde(flatten)]
    limits: BTreeMap<&'static str, u64>,
}

impl Default for Checks {
    fn default() -> Self {
        Self::at_levels(|level| level.default)
    }
}

impl Checks {
    /// The checks where there is no pipeline file.
    pub fn warn_only() -> Self {
        Self::at_levels(|level| level.without_file)
    }

    fn at_levels(level: fn(&LevelSetting) -> Level) -> Self {
        Self {
            levels: ALL.iter().map(|check| (check.level.key, level(&check.level))).collect(),
            limits: ALL.iter().filter_map(|check| check.limit.setting()).collect(),
        }
    }

    pub(super) fn level(&self, check: &Check) -> Level {
        self.levels[check.level.key]
    }

    pub(super) fn limit(&self, check: &Check) -> u64 {
        match check.limit {
            Limit::Fixed(limit) => limit,
            Limit::Number { key, .. } | Limit::Percent { key, .. } => self.limits[key],
        }
    }
}

/// Every key of `[checks]`: those of the levels, and after checks that have a limit in common the key of the limit.
static KEYS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let mut keys: Vec<&str> = Vec::new();
    for checks in ALL.chunk_by(|one, next| one.limit == next.limit) {
        keys.extend(checks.iter().map(|check| check.level.key).chain(checks[0].limit.setting().map(|(key, _)| key)));
    }
    keys.dedup();
    keys
});

/// A key that is one of [`KEYS`].
struct Key(&'static str);

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let key = String::deserialize(deserializer)?;
        let known = KEYS.iter().find(|known| **known == key);
        known.map(|key| Self(key)).ok_or_else(|| D::Error::unknown_field(&key, &KEYS))
    }
}

impl<'de> Deserialize<'de> for Checks {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ChecksVisitor)
    }
}

struct ChecksVisitor;

impl<'de> Visitor<'de> for ChecksVisitor {
    type Value = Checks;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("struct Checks")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Checks, A::Error> {
        let mut checks = Checks::default();
        while let Some(Key(key)) = map.next_key()? {
            if let Some(level) = checks.levels.get_mut(key) {
                *level = map.next_value()?;
            } else {
                let is_percent = ALL.iter().any(|check| matches!(check.limit, Limit::Percent { key: of, .. } if of == key));
                let limit = if is_percent { map.next_value::<u32>()?.into() } else { map.next_value()? };
                checks.limits.insert(key, limit);
            }
        }
        Ok(checks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_pipeline_file_only_lost_games_refuse_publication() {
        let levels = toml::Table::try_from(Checks::warn_only()).expect("plain data");
        let fatal: Vec<&String> = levels.iter().filter(|(_, level)| level.as_str() == Some("fail")).map(|(key, _)| key).collect();
        assert_eq!(fatal, ["totals"]);
    }

    #[test]
    fn keys_and_names_of_checks_are_unique() {
        for mut names in [KEYS.clone(), ALL.iter().map(|check| check.name).collect()] {
            names.sort_unstable();
            assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{names:?}");
        }
    }

    #[test]
    fn an_invalid_setting_is_reported_with_its_position() {
        for (text, span, message) in [
            (
                "names = \"off\"\nnmaes = \"off\"",
                14..19,
                "unknown field `nmaes`, expected one of `no_tournaments`, `refused_share`, `refused_percent`, `entrants`, ",
            ),
            ("names = \"loud\"", 8..14, "unknown variant `loud`, expected one of `off`, `warn`, `fail`"),
            ("refused_percent = -1", 18..20, "invalid value: integer `-1`, expected u32"),
            ("names_limit = \"many\"", 14..20, "invalid type: string \"many\", expected u64"),
        ] {
            let error = toml::from_str::<Checks>(text).expect_err(text);
            assert_eq!(error.span(), Some(span), "{text}");
            assert!(error.message().starts_with(message), "{}", error.message());
        }
    }
}
