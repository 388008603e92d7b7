//! Collects the diagnostics of one file, and no more of a kind than anybody can read.

use model::{Code, Diagnostic, Place};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Of each code so many are told one by one; the rest are counted. A list has millions of rows, and all may have the same fault.
const TOLD: u64 = 10_000;
/// So many of a code carry their source line.
const WITH_SOURCE: u64 = 100;
const LONGEST_SOURCE: usize = 400;

#[derive(Debug)]
pub(crate) struct Problems {
    file: Arc<str>,
    list: Vec<Diagnostic>,
    counts: BTreeMap<&'static str, (&'static Code, u64)>,
}

/// A place in a line; columns count from 1.
pub(crate) fn at(line: u32, column: usize, width: usize) -> Place {
    let cut = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Place { line, column: cut(column), width: cut(width) }
}

/// A place that is a whole line.
pub(crate) fn on(line: u32) -> Place {
    Place { line, column: 0, width: 0 }
}

impl Problems {
    pub(crate) fn new(file: &Arc<str>) -> Self {
        Self { file: Arc::clone(file), list: Vec::new(), counts: BTreeMap::new() }
    }

    pub(crate) fn add(&mut self, code: &'static Code, place: Place, message: impl Into<String>) {
        self.tell(code, place, message, "", "");
    }

    pub(crate) fn hint(&mut self, code: &'static Code, place: Place, message: impl Into<String>, hint: &str) {
        self.tell(code, place, message, hint, "");
    }

    /// Adds a diagnostic with a hint and the line it is about; either may be empty.
    pub(crate) fn tell(&mut self, code: &'static Code, place: Place, message: impl Into<String>, hint: &str, source: &str) {
        let count = &mut self.counts.entry(code.id).or_insert((code, 0)).1;
        *count += 1;
        if *count > TOLD {
            return;
        }
        let mut diagnostic = Diagnostic::new(code, &self.file, place, message);
        if !hint.is_empty() {
            diagnostic.hint = Some(hint.to_owned());
        }
        if !source.is_empty() && source.len() <= LONGEST_SOURCE && *count <= WITH_SOURCE {
            diagnostic.source = Some(source.into());
        }
        self.list.push(diagnostic);
    }

    /// All of them in order, and for each code that was cut short how many more there are.
    pub(crate) fn finish(mut self) -> Vec<Diagnostic> {
        for &(code, count) in self.counts.values() {
            if let Some(more) = count.checked_sub(TOLD).filter(|&more| more > 0) {
                self.list.push(Diagnostic::new(code, &self.file, Place::default(), format!("{more} more like the first {TOLD}")));
            }
        }
        self.list.sort_by(|a, b| a.order().cmp(&b.order()));
        self.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codes;

    #[test]
    fn what_is_not_told_one_by_one_is_counted() {
        let mut problems = Problems::new(&"list.txt".into());
        for line in 1..=10_007 {
            problems.add(&codes::ID_UNUSABLE, on(line), "no id");
        }
        let told = problems.finish();
        assert_eq!(told.len(), 10_001);
        assert_eq!(told[0].to_string(), "list.txt: FED010: 7 more like the first 10000");
        assert_eq!(told[1].to_string(), "list.txt:1: FED010: no id");
    }
}
