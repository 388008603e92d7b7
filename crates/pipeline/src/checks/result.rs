//! A check and what it found.

use super::Check;
use serde::Serialize;
use std::fmt;
use store::{CheckLine, Level};

/// A check and its value. It passes where the value is within its limits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CheckResult {
    /// As `checks.csv` calls it.
    pub check: &'static str,
    pub name: &'static str,
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
    /// A value that has no limits yet, at the level that the check has by default.
    pub(super) fn new(check: &Check, number: u64) -> Self {
        let &Check { name: check, meaning: name, ref level, .. } = check;
        let (at_least, at_most, limit, detail) = (None, None, String::new(), String::new());
        Self { check, name, level: level.default, passed: true, number, at_least, at_most, value: number.to_string(), limit, detail }
    }

    /// How many were found, with the first of them in words.
    pub(super) fn of_found(check: &Check, found: impl Iterator<Item = String>) -> Self {
        let (number, words) = number_and_words(found);
        Self::new(check, number).naming(words)
    }

    pub(super) fn at_least(mut self, limit: u64) -> Self {
        self.limit = format!("at least {limit}");
        self.at_least = Some(limit);
        self.judged()
    }

    pub(super) fn at_most(mut self, limit: u64) -> Self {
        self.limit = format!("at most {limit}");
        self.at_most = Some(limit);
        self.judged()
    }

    pub(super) fn at_most_percent(self, limit: u64) -> Self {
        let mut result = self.at_most(limit);
        result.limit.push_str(" %");
        result
    }

    pub(super) fn within(mut self, distance: u64, of: u64, limit: String) -> Self {
        (self.at_least, self.at_most, self.limit) = (Some(of.saturating_sub(distance)), Some(of.saturating_add(distance)), limit);
        self.judged()
    }

    pub(super) fn in_words(mut self, value: String) -> Self {
        self.value = value;
        self
    }

    pub(super) fn naming(mut self, detail: String) -> Self {
        self.detail = detail;
        self
    }

    fn judged(mut self) -> Self {
        self.passed = is_within(self.number, self.at_least, self.at_most);
        self
    }

    pub(crate) fn is_fatal(&self) -> bool {
        !self.passed && self.level == Level::Fail
    }

    /// As `checks.csv` and the report tell it.
    pub(crate) fn line(&self) -> CheckLine {
        CheckLine {
            check: self.check.to_owned(),
            name: self.name.to_owned(),
            level: self.level,
            passed: self.passed,
            number: self.number,
            at_least: self.at_least,
            at_most: self.at_most,
            value: self.value.clone(),
            limit: self.limit.clone(),
            detail: self.detail.clone(),
        }
    }
}

/// How many are told in words; of the others only the number is.
const NAMED: usize = 5;

/// How many were found, and the first of them in words.
pub(super) fn number_and_words(mut found: impl Iterator<Item = String>) -> (u64, String) {
    let named: Vec<String> = found.by_ref().take(NAMED).collect();
    let (more, mut words) = (found.count() as u64, named.join("; "));
    if more > 0 {
        words.push_str(&format!("; and {more} more"));
    }
    (named.len() as u64 + more, words)
}

fn is_within(number: u64, at_least: Option<u64>, at_most: Option<u64>) -> bool {
    at_least.is_none_or(|least| number >= least) && at_most.is_none_or(|most| number <= most)
}

/// The checks of a list that is made again: what they measure comes out anew, by the limits and levels that held then. Those were the
/// pipeline file's, and a mean over lists that are not inputs of this one, so nothing but the list's own record has them (R41).
pub(crate) fn by_limits_then(then: &[CheckLine], now: &[CheckResult]) -> Vec<CheckLine> {
    let again = |line: &CheckLine| match now.iter().find(|result| result.check == line.check) {
        Some(result) => CheckLine {
            passed: is_within(result.number, line.at_least, line.at_most),
            number: result.number,
            value: result.value.clone(),
            detail: result.detail.clone(),
            ..line.clone()
        },
        None => line.clone(),
    };
    then.iter().map(again).collect()
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
    use crate::checks::{LevelSetting, Limit};

    const CHECK: Check = Check {
        name: "check",
        meaning: "a check",
        level: LevelSetting { key: "check", default: Level::Fail, without_file: Level::Fail },
        limit: Limit::Fixed(0),
        measure: |_, _| None,
    };

    #[test]
    fn a_check_passes_at_its_limit_and_not_one_beyond_it() {
        let passes = |result: CheckResult| result.passed;
        let check = |number| CheckResult::new(&CHECK, number);
        assert!(passes(check(3).at_most(3)) && !passes(check(4).at_most(3)));
        assert!(passes(check(3).at_least(3)) && !passes(check(2).at_least(3)));
        let within = |number| passes(check(number).within(10, 100, String::new()));
        assert_eq!([89, 90, 110, 111].map(within), [false, true, true, false]);
        assert!(passes(check(0).within(10, 5, String::new())), "no count is below nothing");
    }

    #[test]
    fn five_are_named_and_the_others_counted() {
        let found = |number: u64| number_and_words((1..=number).map(|id| id.to_string()));
        assert_eq!(found(5), (5, "1; 2; 3; 4; 5".to_owned()));
        assert_eq!(found(7), (7, "1; 2; 3; 4; 5; and 2 more".to_owned()));
    }

    #[test]
    fn what_is_made_again_has_the_limits_of_then_and_the_values_of_now() {
        let then = CheckResult { level: Level::Warn, ..CheckResult::new(&CHECK, 5).at_most(7) }.line();
        let now = CheckResult::new(&CHECK, 8).at_most(100);
        let again = by_limits_then(std::slice::from_ref(&then), &[now]);
        assert_eq!((again[0].number, again[0].at_most, again[0].passed, again[0].level), (8, Some(7), false, Level::Warn));
        assert_eq!(by_limits_then(std::slice::from_ref(&then), &[]), [then], "what cannot be measured now stays");
    }
}
