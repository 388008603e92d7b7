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
    /// Who let the list be published although the check did not pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted: Option<Acceptance>,
}

/// Who accepted a check that did not pass, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Acceptance {
    pub by: String,
    pub why: String,
}

/// A check that did not pass and was accepted for one list, as its manifest has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AcceptedCheck {
    /// As `checks.csv` calls it.
    pub check: String,
    /// The number that was found.
    pub value: u64,
    #[serde(flatten)]
    pub acceptance: Acceptance,
}

impl fmt::Display for Acceptance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "accepted by {}: {}", self.by, self.why)
    }
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
        !self.passed && self.level == Level::Fail && self.accepted.is_none()
    }

    /// The checks that were accepted, as a manifest has them.
    pub fn accepted(checks: &[Self]) -> Vec<AcceptedCheck> {
        let accepted = |check: &Self| {
            let acceptance = check.accepted.clone().filter(|_| !check.passed)?;
            Some(AcceptedCheck { check: check.check.clone(), value: check.number, acceptance })
        };
        checks.iter().filter_map(accepted).collect()
    }
}

impl fmt::Display for CheckResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} (limit: {})", self.name, self.value, self.limit)?;
        if !self.passed && !self.detail.is_empty() {
            write!(f, ": {}", self.detail)?;
        }
        if let Some(accepted) = self.accepted.as_ref().filter(|_| !self.passed) {
            write!(f, "; {accepted}")?;
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
