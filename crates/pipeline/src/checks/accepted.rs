//! Checks that did not pass and that somebody accepted for one list, by name and reason.

use super::{ALL, totals};
use crate::{PipelineError, Result};
use store::{Acceptance, AcceptedCheck, CheckResult};

/// The longest name, and the longest reason, in characters.
const LONGEST_NAME: usize = 200;
const LONGEST_REASON: usize = 1000;

/// Checks that are to be accepted if they do not pass, and by whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceptedChecks {
    names: Vec<String>,
    acceptance: Acceptance,
}

impl AcceptedChecks {
    /// Validates the names of checks, who accepts them, and the reason.
    ///
    /// # Errors
    /// When there is no check of a name, when it can never be accepted, or when name or reason are not one line of text.
    pub fn new(names: Vec<String>, by: &str, why: &str) -> Result<Self> {
        for name in &names {
            if !ALL.iter().any(|check| check.name == name) {
                let known: Vec<&str> = acceptable_names().collect();
                return Err(PipelineError::Settings(format!("--accept: there is no check '{name}'; there are {}", known.join(", "))));
            }
            if !acceptable_names().any(|known| known == name) {
                return Err(PipelineError::Settings(format!(
                    "--accept: {name} cannot be accepted: a list with lost games is never published"
                )));
            }
        }
        let one_line = |option: &str, text: &str, longest: usize| {
            let text = text.trim();
            if text.is_empty() || text.chars().count() > longest || text.chars().any(model::is_unprintable) {
                return Err(PipelineError::Settings(format!("{option}: 1 to {longest} printable characters are wanted")));
            }
            Ok(text.to_owned())
        };
        let acceptance = Acceptance { by: one_line("--by", by, LONGEST_NAME)?, why: one_line("--why", why, LONGEST_REASON)? };
        Ok(Self { names, acceptance })
    }

    /// The names of the checks.
    pub fn names(&self) -> &[String] {
        &self.names
    }
}

/// The checks that can be accepted: all but those that find faults of this program.
fn acceptable_names() -> impl Iterator<Item = &'static str> {
    ALL.iter().map(|check| check.name).filter(|name| *name != totals::CHECK.name)
}

/// Marks the checks that forbid publication and are accepted: now, or in another version of the same list, where what was found is no worse.
pub(crate) fn accept(checks: &mut [CheckResult], now: Option<&AcceptedChecks>, before: &[AcceptedCheck]) {
    for check in checks.iter_mut().filter(|check| check.is_fatal()) {
        let is_asked = now.filter(|accepted| accepted.names.contains(&check.check));
        let was_accepted = before.iter().rfind(|accepted| accepted.check == check.check && is_no_worse(check, accepted.value));
        check.accepted = is_asked.map(|accepted| &accepted.acceptance).or(was_accepted.map(|accepted| &accepted.acceptance)).cloned();
    }
}

/// Whether a check is no further beyond its limits than with another value.
fn is_no_worse(check: &CheckResult, value: u64) -> bool {
    let is_above = check.at_most.is_some_and(|most| check.number > most);
    if is_above { check.number <= value } else { check.number >= value }
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::Level;

    /// A check that found 31, 11 at most.
    fn exits(number: u64) -> CheckResult {
        CheckResult { check: "exits".into(), level: Level::Fail, number, ..CheckResult::default() }.limited(
            Some(5),
            Some(11),
            String::new(),
        )
    }

    fn before(value: u64) -> [AcceptedCheck; 1] {
        [AcceptedCheck { check: "exits".into(), value, acceptance: Acceptance { by: "A".into(), why: "B".into() } }]
    }

    #[test]
    fn an_accepted_check_does_not_forbid_publication_and_says_who_accepted_it() {
        let accepted = AcceptedChecks::new(vec!["exits".into()], " Office ", "a club left").expect("accepted");
        let mut checks = [exits(31), CheckResult { check: "names".into(), ..exits(31) }];
        accept(&mut checks, Some(&accepted), &[]);
        assert!(!checks[0].is_fatal() && !checks[0].passed && checks[1].is_fatal());
        assert_eq!(checks[0].accepted, Some(Acceptance { by: "Office".into(), why: "a club left".into() }));
    }

    #[test]
    fn another_version_of_a_list_is_accepted_where_it_is_no_worse() {
        let is_accepted = |number: u64, value: u64| {
            let mut checks = [exits(number)];
            accept(&mut checks, None, &before(value));
            checks[0].accepted.is_some()
        };
        assert!(is_accepted(31, 31) && is_accepted(30, 31) && !is_accepted(32, 31));
        assert!(is_accepted(2, 2) && is_accepted(3, 2) && !is_accepted(1, 2), "below the lower limit");
        assert!(!is_accepted(31, 2) && !is_accepted(2, 31), "on the other side");
        assert!(!is_accepted(8, 8), "what passes needs nobody");
    }

    #[test]
    fn a_check_that_is_not_there_lost_games_and_empty_reasons_are_refused() {
        let said = |name: &str, by: &str, why: &str| AcceptedChecks::new(vec![name.into()], by, why).expect_err("refused").to_string();
        assert!(said("exit", "A", "B").starts_with("--accept: there is no check 'exit'; there are no_tournaments, "));
        assert_eq!(said("totals", "A", "B"), "--accept: totals cannot be accepted: a list with lost games is never published");
        assert_eq!(said("exits", " ", "B"), "--by: 1 to 200 printable characters are wanted");
        assert_eq!(said("exits", "A", "two\nlines"), "--why: 1 to 1000 printable characters are wanted");
    }
}
