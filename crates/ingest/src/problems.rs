//! Collects the diagnostics of one file.

use model::{Code, Diagnostic, Place};
use std::sync::Arc;

/// Only so many diagnostics of a file carry their source line, and only lines of up to so many bytes are carried:
/// a broken file must not come back many times its size.
const WITH_SOURCE: usize = 200;
const LONGEST_SOURCE: usize = 4000;

#[derive(Debug)]
pub(crate) struct Problems {
    pub(crate) file: Arc<str>,
    pub(crate) list: Vec<Diagnostic>,
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
        Self { file: Arc::clone(file), list: Vec::new() }
    }

    /// Adds a diagnostic; the caller may go on to give it a hint or its source line.
    pub(crate) fn add(&mut self, code: &'static Code, place: Place, message: impl Into<String>) -> Note<'_> {
        let may_carry_source = self.list.len() < WITH_SOURCE;
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
