//! Verification: numbers that were computed again, compared with those in the tables.

use std::fmt::Display;

/// Collects every number that differs from the one in the tables.
#[derive(Debug, Default)]
pub(crate) struct Verification {
    differences: Vec<String>,
}

impl Verification {
    /// Compares a number that was computed again with the one in a table.
    pub(crate) fn check_equal<T: PartialEq + Display>(&mut self, what: &str, computed: Option<T>, written: Option<T>) {
        if computed != written {
            let display = |value: &Option<T>| value.as_ref().map_or_else(|| "nothing".to_owned(), ToString::to_string);
            self.differences.push(format!("{what}: computed {}, written {}", display(&computed), display(&written)));
        }
    }

    /// Adds a problem that is not a comparison of two numbers.
    pub(crate) fn add_problem(&mut self, what: String) {
        self.differences.push(what);
    }

    pub(crate) fn into_differences(self) -> Vec<String> {
        self.differences
    }
}
