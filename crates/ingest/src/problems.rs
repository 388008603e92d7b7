//! Collects the diagnostics of one file.

use model::{Code, Diagnostic, Place};
use std::collections::BTreeMap;
use std::sync::Arc;
use store::TOLD;

/// Only so many diagnostics of a file carry their source line, and only lines of up to so many bytes are carried:
/// a broken file must not come back many times its size.
const WITH_SOURCE: usize = 200;
const LONGEST_SOURCE: usize = 4000;

#[derive(Debug)]
pub(crate) struct Problems {
    pub(crate) file: Arc<str>,
    pub(crate) list: Vec<Diagnostic>,
    /// Of each code how many there are, and where in the list those are counted that are not told one by one.
    counts: BTreeMap<&'static str, (u64, usize)>,
    /// Takes what is said of those.
    untold: Option<Diagnostic>,
}

/// A place in a line; columns and widths beyond any screen are cut.
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
        Self { file: Arc::clone(file), list: Vec::new(), counts: BTreeMap::new(), untold: None }
    }

    /// Adds a diagnostic; the caller may go on to give it a hint or its source line.
    pub(crate) fn add(&mut self, code: &'static Code, place: Place, message: impl Into<String>) -> Note<'_> {
        let may_carry_source = self.list.len() < WITH_SOURCE;
        let (count, counted_at) = self.counts.entry(code.id).or_insert((0, 0));
        *count += 1;
        if let Some(more) = count.checked_sub(TOLD).filter(|&more| more > 0) {
            // A file may have the same fault in millions of lines.
            let message = format!("{more} more like the first {TOLD}");
            match self.list.get_mut(*counted_at).filter(|_| more > 1) {
                Some(counted) => counted.message = message,
                None => {
                    *counted_at = self.list.len();
                    self.list.push(Diagnostic::new(code, &self.file, Place::default(), message));
                }
            }
            let diagnostic = self.untold.insert(Diagnostic::new(code, &self.file, place, String::new()));
            return Note { diagnostic, may_carry_source: false };
        }
        self.list.push(Diagnostic::new(code, &self.file, place, message));
        Note { diagnostic: self.list.last_mut().expect("it was just pushed"), may_carry_source }
    }
}

/// The diagnostic just added.
#[derive(Debug)]
pub(crate) struct Note<'a> {
    diagnostic: &'a mut Diagnostic,
    may_carry_source: bool,
}

impl Note<'_> {
    pub(crate) fn hint(self, hint: impl Into<String>) -> Self {
        self.diagnostic.hint = Some(hint.into());
        self
    }

    pub(crate) fn source(self, line: &str) -> Self {
        if self.may_carry_source && line.len() <= LONGEST_SOURCE {
            self.diagnostic.source = Some(line.into());
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codes;

    #[test]
    fn what_is_not_told_one_by_one_is_counted_and_hides_no_other_code() {
        let mut problems = Problems::new(&"open.trf".into());
        for line in 1..=10_007 {
            problems.add(&codes::NO_STARTING_RANK, on(line), "no rank").hint("give one").source("001");
        }
        problems.add(&codes::FILE_EMPTY, on(1), "something else");
        assert_eq!(problems.list.len(), 10_002);
        assert_eq!(problems.list[10_000].message, "7 more like the first 10000");
        assert_eq!(problems.list[10_001].message, "something else");
    }
}
