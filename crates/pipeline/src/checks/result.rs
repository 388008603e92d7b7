//! Builds results of checks, from measured values or for a list that is verified.

use super::Check;
use store::CheckResult;

/// How many findings are described; the others are only counted.
const MAX_NAMED: usize = 5;

impl Check {
    /// A result that has no limits yet, at the level that the check has by default.
    pub(super) fn result(&self, number: u64) -> CheckResult {
        let (check, name, level) = (self.name.to_owned(), self.meaning.to_owned(), self.level.default);
        CheckResult { check, name, level, passed: true, number, value: number.to_string(), ..CheckResult::default() }
    }

    /// A result with the number of findings and a description of the first ones.
    pub(super) fn found(&self, found: impl Iterator<Item = String>) -> CheckResult {
        let (number, detail) = count_and_describe(found);
        CheckResult { detail, ..self.result(number) }
    }
}

/// The number of findings, and a description of the first ones.
pub(super) fn count_and_describe(mut found: impl Iterator<Item = String>) -> (u64, String) {
    let named: Vec<String> = found.by_ref().take(MAX_NAMED).collect();
    let (more, mut description) = (found.count() as u64, named.join("; "));
    if more > 0 {
        description.push_str(&format!("; and {more} more"));
    }
    (named.len() as u64 + more, description)
}

/// The checks of a recomputed list: its values, with the limits and levels of the original run. Those came from the pipeline file and from lists
/// that are not inputs, so only the record of the list has them.
pub(crate) fn with_original_limits(original: &[CheckResult], current: &[CheckResult]) -> Vec<CheckResult> {
    let again = |original: &CheckResult| match current.iter().find(|current| current.check == original.check) {
        Some(current) => {
            let (value, detail) = (current.value.clone(), current.detail.clone());
            CheckResult { number: current.number, value, detail, ..original.clone() }.limited(
                original.at_least,
                original.at_most,
                original.limit.clone(),
            )
        }
        None => original.clone(),
    };
    original.iter().map(again).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::names::CHECK;
    use store::Level;

    #[test]
    fn five_findings_are_described_and_the_others_counted() {
        let found = |number: u64| count_and_describe((1..=number).map(|id| id.to_string()));
        assert_eq!(found(5), (5, "1; 2; 3; 4; 5".to_owned()));
        assert_eq!(found(7), (7, "1; 2; 3; 4; 5; and 2 more".to_owned()));
    }

    #[test]
    fn a_recomputed_check_has_the_original_limits_and_the_current_value() {
        let original = CheckResult { level: Level::Fail, ..CHECK.result(5).at_most(7) };
        let current = CHECK.result(8).at_most(100);
        let again = with_original_limits(std::slice::from_ref(&original), &[current]);
        assert_eq!((again[0].number, again[0].at_most, again[0].passed, again[0].level), (8, Some(7), false, Level::Fail));
        assert_eq!(with_original_limits(std::slice::from_ref(&original), &[]), [original], "what cannot be measured now stays");
    }
}
