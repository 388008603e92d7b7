//! Names and values, one below the other.

use crate::Value;

/// What is known, by name.
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

    /// A number of things.
    #[must_use]
    pub fn count(self, name: &str, count: u64) -> Self {
        self.fact(name, Value::Count(count))
    }
}
