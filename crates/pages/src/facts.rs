//! Facts: names with values, one below the other.

use crate::Value;

/// Named values, one row each.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    pub(crate) facts: Vec<(String, Value)>,
}

impl Facts {
    pub fn new() -> Self {
        Self::default()
    }

    #[must_use]
    pub fn fact(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.facts.push((name.to_owned(), value.into()));
        self
    }

    /// Adds a count.
    #[must_use]
    pub fn count(self, name: &str, count: u64) -> Self {
        self.fact(name, Value::Count(count))
    }
}
