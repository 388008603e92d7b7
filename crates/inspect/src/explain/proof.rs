//! What was reckoned again, beside what the tables say.

use std::fmt::Display;

/// Collects every number that does not come out as it was written.
#[derive(Debug, Default)]
pub(crate) struct Proof {
    differences: Vec<String>,
}

impl Proof {
    /// Compares a number that was reckoned again with the one in a table.
    pub(crate) fn same<T: PartialEq + Display>(&mut self, what: &str, reckoned: Option<T>, written: Option<T>) {
        if reckoned != written {
            let shown = |value: &Option<T>| value.as_ref().map_or_else(|| "nothing".to_owned(), ToString::to_string);
            self.differences.push(format!("{what}: reckoned {}, written {}", shown(&reckoned), shown(&written)));
        }
    }

    /// Notes what cannot be.
    pub(crate) fn wrong(&mut self, what: String) {
        self.differences.push(what);
    }

    pub(crate) fn into_differences(self) -> Vec<String> {
        self.differences
    }
}
