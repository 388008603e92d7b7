//! Collects the diagnostics of one file, with a limit for each code.

use crate::{Code, Diagnostic, Place};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Collector of the diagnostics of one file. A file may have the same problem in millions of lines, so only the first
/// [`DiagnosticCollector::MAX_PER_CODE`] of each code are kept, and one more states how many followed.
#[derive(Debug)]
pub struct DiagnosticCollector {
    file: Arc<str>,
    diagnostics: Vec<Diagnostic>,
    counts: BTreeMap<&'static str, CodeCount>,
    /// Receives the hint and source line of a diagnostic that is only counted.
    discarded: Option<Diagnostic>,
}

/// Number of diagnostics of one code.
#[derive(Debug, Default)]
struct CodeCount {
    number: u64,
    /// Index of the diagnostic that states how many exceed the limit.
    overflow_at: Option<usize>,
}

impl DiagnosticCollector {
    /// How many diagnostics of one code are kept.
    pub const MAX_PER_CODE: u64 = 10_000;
    /// How many diagnostics of a file keep their source line, so that the report of a broken file does not become larger than the file.
    const MAX_WITH_SOURCE: usize = 200;
    /// Longest source line that is kept, in bytes.
    const MAX_SOURCE_BYTES: usize = 4000;

    pub fn new(file: &Arc<str>) -> Self {
        Self { file: Arc::clone(file), diagnostics: Vec::new(), counts: BTreeMap::new(), discarded: None }
    }

    /// The name of the file in diagnostics.
    pub fn file(&self) -> &Arc<str> {
        &self.file
    }

    /// Adds a diagnostic; the returned value takes a hint and a source line.
    pub fn add(&mut self, code: &'static Code, place: Place, message: impl Into<String>) -> AddedDiagnostic<'_> {
        let may_have_source = self.diagnostics.len() < Self::MAX_WITH_SOURCE;
        let count = self.counts.entry(code.id).or_default();
        count.number += 1;
        if count.number > Self::MAX_PER_CODE {
            self.report_overflow(code);
            let diagnostic = self.discarded.insert(Diagnostic::new(code, &self.file, place, String::new()));
            return AddedDiagnostic { diagnostic, may_have_source: false };
        }
        self.diagnostics.push(Diagnostic::new(code, &self.file, place, message));
        AddedDiagnostic { diagnostic: self.diagnostics.last_mut().expect("it was just pushed"), may_have_source }
    }

    /// Counts further diagnostics of a code that has reached its limit, without creating them.
    pub fn count_more(&mut self, code: &'static Code, more: u64) {
        self.counts.entry(code.id).or_default().number += more;
        self.report_overflow(code);
    }

    /// Updates the diagnostic that states how many of a code exceed the limit.
    fn report_overflow(&mut self, code: &'static Code) {
        let count = self.counts.entry(code.id).or_default();
        let Some(more) = count.number.checked_sub(Self::MAX_PER_CODE).filter(|&more| more > 0) else { return };
        let message = format!("{more} more like the first {}", Self::MAX_PER_CODE);
        match count.overflow_at {
            Some(at) => self.diagnostics[at].message = message,
            None => {
                count.overflow_at = Some(self.diagnostics.len());
                self.diagnostics.push(Diagnostic::new(code, &self.file, Place::default(), message));
            }
        }
    }

    /// Whether the next diagnostic of a code would be kept; otherwise its message need not be formatted.
    pub fn keeps(&self, code: &'static Code) -> bool {
        self.counts.get(code.id).is_none_or(|count| count.number < Self::MAX_PER_CODE)
    }

    pub fn is_empty(&self) -> bool {
        self.diagnostics.is_empty()
    }

    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// The diagnostics so far, for changes in place.
    pub fn diagnostics_mut(&mut self) -> &mut [Diagnostic] {
        &mut self.diagnostics
    }

    /// Returns all diagnostics in the order in which they were added.
    pub fn finish(self) -> Vec<Diagnostic> {
        self.diagnostics
    }
}

/// The diagnostic that was just added.
#[derive(Debug)]
pub struct AddedDiagnostic<'a> {
    diagnostic: &'a mut Diagnostic,
    may_have_source: bool,
}

impl AddedDiagnostic<'_> {
    /// Sets the hint: what to do about the problem.
    pub fn hint(self, hint: impl Into<String>) -> Self {
        self.diagnostic.hint = Some(hint.into());
        self
    }

    /// Sets the source line, unless it is too long or enough diagnostics have one.
    pub fn source(self, line: &str) -> Self {
        if self.may_have_source && !line.is_empty() && line.len() <= DiagnosticCollector::MAX_SOURCE_BYTES {
            self.diagnostic.source = Some(line.into());
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static RANK: Code = Code::error("TST001", "No rank.");
    static EMPTY: Code = Code::error("TST002", "Empty.");

    #[test]
    fn diagnostics_beyond_the_limit_are_counted_and_hide_no_other_code() {
        let mut collector = DiagnosticCollector::new(&"open.trf".into());
        for line in 1..=10_007 {
            assert_eq!(collector.keeps(&RANK), line <= 10_000);
            collector.add(&RANK, Place::line(line), "no rank").hint("give one").source("001");
        }
        collector.add(&EMPTY, Place::line(1), "something else");
        collector.count_more(&RANK, 3);
        let diagnostics = collector.finish();
        assert_eq!(diagnostics.len(), 10_002);
        assert_eq!((diagnostics[9_999].place.line, diagnostics[9_999].hint.as_deref()), (10_000, Some("give one")));
        assert_eq!(diagnostics[10_000].message, "10 more like the first 10000");
        assert_eq!(diagnostics[10_001].message, "something else");
    }

    #[test]
    fn only_the_first_diagnostics_have_a_source_line_and_none_has_a_long_one() {
        let mut collector = DiagnosticCollector::new(&"open.trf".into());
        for line in 1..=300 {
            collector.add(&RANK, Place::line(line), "no rank").source(if line == 7 { &LONG } else { "001" });
        }
        let with_source = collector.finish().iter().filter(|diagnostic| diagnostic.source.is_some()).count();
        assert_eq!(with_source, 199);
    }

    static LONG: std::sync::LazyLock<String> = std::sync::LazyLock::new(|| "x".repeat(4001));
}
