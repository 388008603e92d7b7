//! Results of checks: made from what was measured, and made again for a list that is verified.

use super::Check;
use store::CheckResult;

/// How many are told in words; of the others only the number is.
const NAMED: usize = 5;

impl Check {
    /// A result that has no limits yet, at the level that the check has by default.
    pub(super) fn result(&self, number: u64) -> CheckResult {
        let (check, name, level) = (self.name.to_owned(), self.meaning.to_owned(), self.level.default);
        CheckResult { check, name, level, passed: true, number, value: number.to_string(), ..CheckResult::default() }
    }

    /// How many were found, with the first of them in words.
    pub(super) fn found(&self, found: impl Iterator<Item = String>) -> CheckResult {
        let (number, detail) = number_and_words(found);
        CheckResult { detail, ..self.result(number) }
    }
}

/// How many were found, and the first of them in words.
pub(super) fn number_and_words(mut found: impl Iterator<Item = String>) -> (u64, String) {
    let named: Vec<String> = found.by_ref().take(NAMED).collect();
    let (more, mut words) = (found.count() as u64, named.join("; "));
    if more > 0 {
        words.push_str(&format!("; and {more} more"));
    }
    (named.len() as u64 + more, words)
}

/// The checks of a list that is made again: what they measure comes out anew, by the limits and levels that held then. Those were the
/// pipeline file's, and a mean over lists that are not inputs of this one, so nothing but the list's own record has them (R41).
pub(crate) fn by_limits_then(then: &[CheckResult], now: &[CheckResult]) -> Vec<CheckResult> {
    let again = |then: &CheckResult| match now.iter().find(|now| now.check == then.check) {
        Some(now) => {
            let (value, detail) = (now.value.clone(), now.detail.clone());
            CheckResult { number: now.number, value, detail, ..then.clone() }.limited(then.at_least, then.at_most, then.limit.clone())
        }
        None => then.clone(),
    };
    then.iter().map(again).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::names::CHECK;
    use store::Level;

    #[test]
    fn five_are_named_and_the_others_counted() {
        let found = |number: u64| number_and_words((1..=number).map(|id| id.to_string()));
        assert_eq!(found(5), (5, "1; 2; 3; 4; 5".to_owned()));
        assert_eq!(found(7), (7, "1; 2; 3; 4; 5; and 2 more".to_owned()));
    }

    #[test]
    fn what_is_made_again_has_the_limits_of_then_and_the_values_of_now() {
        let then = CheckResult { level: Level::Fail, ..CHECK.result(5).at_most(7) };
        let now = CHECK.result(8).at_most(100);
        let again = by_limits_then(std::slice::from_ref(&then), &[now]);
        assert_eq!((again[0].number, again[0].at_most, again[0].passed, again[0].level), (8, Some(7), false, Level::Fail));
        assert_eq!(by_limits_then(std::slice::from_ref(&then), &[]), [then], "what cannot be measured now stays");
    }
}
