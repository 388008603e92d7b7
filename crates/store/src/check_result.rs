//! What a check before publication found, as `run.json` and `checks.csv` have it.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What a check that does not pass does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, strum::Display)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Level {
    #[default]
    Off,
    Warn,
    Fail,
}

/// A check before publication and what it found. It passes where the number is within its limits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CheckResult {
    /// As `checks.csv` calls it.
    pub check: String,
    pub name: String,
    pub level: Level,
    pub passed: bool,
    pub number: u64,
    pub at_least: Option<u64>,
    pub at_most: Option<u64>,
    /// The number, in words where that says more.
    pub value: String,
    /// The limits in words.
    pub limit: String,
    /// Which tournaments or players, the first of them.
    pub detail: String,
}

impl CheckResult {
    /// The result with these limits, told in these words.
    pub fn limited(mut self, at_least: Option<u64>, at_most: Option<u64>, words: String) -> Self {
        self.passed = at_least.is_none_or(|least| self.number >= least) && at_most.is_none_or(|most| self.number <= most);
        Self { at_least, at_most, limit: words, ..self }
    }

    pub fn at_least(self, limit: u64) -> Self {
        self.limited(Some(limit), None, format!("at least {limit}"))
    }

    pub fn at_most(self, limit: u64) -> Self {
        self.limited(None, Some(limit), format!("at most {limit}"))
    }

    /// The result with limits at a distance on both sides of a mean.
    pub fn within(self, distance: u64, mean: u64, words: String) -> Self {
        self.limited(Some(mean.saturating_sub(distance)), Some(mean.saturating_add(distance)), words)
    }

    /// Whether it forbids publication.
    pub fn is_fatal(&self) -> bool {
        !self.passed && self.level == Level::Fail
    }
}

impl fmt::Display for CheckResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} (limit: {})", self.name, self.value, self.limit)?;
        if !self.passed && !self.detail.is_empty() {
            write!(f, ": {}", self.detail)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_passes_at_its_limit_and_not_one_beyond_it() {
        let check = |number| CheckResult { number, ..CheckResult::default() };
        assert!(check(3).at_most(3).passed && !check(4).at_most(3).passed);
        assert!(check(3).at_least(3).passed && !check(2).at_least(3).passed);
        let within = |number| check(number).within(10, 100, String::new()).passed;
        assert_eq!([89, 90, 110, 111].map(within), [false, true, true, false]);
        assert!(check(0).within(10, 5, String::new()).passed, "no count is below nothing");
    }
}
