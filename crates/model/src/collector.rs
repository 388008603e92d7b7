//! Collects the diagnostics of one file, with a cap for each code.

use crate::{Code, Diagnostic, Place};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Diagnostics of one file. A file may have the same fault in millions of lines: of each code the first
/// [`DiagnosticCollector::MOST_OF_A_CODE`] are kept, and one more says how many followed.
#[derive(Debug)]
pub struct DiagnosticCollector {
    file: Arc<str>,
    diagnostics: Vec<Diagnostic>,
    counts: BTreeMap<&'static str, Count>,
    /// Takes the hint and source line of a diagnostic that is only counted.
    discarded: Option<Diagnostic>,
}

/// How many diagnostics of a code there are.
#[derive(Debug, Default)]
struct Count {
    number: u64,
    /// Where among the diagnostics those beyond the cap are counted.
    said_at: Option<usize>,
}

impl DiagnosticCollector {
    pub const MOST_OF_A_CODE: u64 = 10_000;
    /// So many diagnostics of a file carry their source line, so that a broken file does not come back many times its size.
    const MOST_WITH_SOURCE: usize = 200;
    /// A longer source line is not carried along, in bytes.
    const LONGEST_SOURCE: usize = 4000;

    pub fn new(file: &Arc<str>) -> Self {
        Self { file: Arc::clone(file), diagnostics: Vec::new(), counts: BTreeMap::new(), discarded: None }
    }

    /// How the diagnostics name the file.
    pub fn file(&self) -> &Arc<str> {
        &self.file
    }

    /// Adds a diagnostic; a hint and a source line may be given to what is returned.
    pub fn add(&mut self, code: &'static Code, place: Place, message: impl Into<String>) -> AddedDiagnostic<'_> {
        let may_carry_source = self.diagnostics.len() < Self::MOST_WITH_SOURCE;
        let count = self.counts.entry(code.id).or_default();
        count.number += 1;
        if count.number > Self::MOST_OF_A_CODE {
            self.say_count(code);
            let diagnostic = self.discarded.insert(Diagnostic::new(code, &self.file, place, String::new()));
            return AddedDiagnostic { diagnostic, may_carry_source: false };
        }
        self.diagnostics.push(Diagnostic::new(code, &self.file, place, message));
        AddedDiagnostic { diagnostic: self.diagnostics.last_mut().expect("it was just pushed"), may_carry_source }
    }

    /// Counts further diagnostics of a code whose cap is reached, without making them.
    pub fn count_more(&mut self, code: &'static Code, more: u64) {
        self.counts.entry(code.id).or_default().number += more;
        self.say_count(code);
    }

    /// Says how many diagnostics of a code are beyond the cap, if any are.
    fn say_count(&mut self, code: &'static Code) {
        let count = self.counts.entry(code.id).or_default();
        let Some(more) = count.number.checked_sub(Self::MOST_OF_A_CODE).filter(|&more| more > 0) else { return };
        let message = format!("{more} more like the first {}", Self::MOST_OF_A_CODE);
        match count.said_at {
            Some(at) => self.diagnostics[at].message = message,
            None => {
                count.said_at = Some(self.diagnostics.len());
                self.diagnostics.push(Diagnostic::new(code, &self.file, Place::default(), message));
            }
        }
    }

    /// Whether a further diagnostic of this code would be kept and not only counted: its message need not be made otherwise.
    pub fn keeps(&self, code: &'static Code) -> bool {
        self.counts.get(code.id).is_none_or(|count| count.number < Self::MOST_OF_A_CODE)
    }

    pub fn is_empty(&self) -> bool {
        self.diagnostics.is_empty()
    }

    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// The diagnostics so far, to be changed in place.
    pub fn diagnostics_mut(&mut self) -> &mut [Diagnostic] {
        &mut self.diagnostics
    }

    /// All diagnostics in the order in which they were added.
    pub fn finish(self) -> Vec<Diagnostic> {
        self.diagnostics
    }
}

/// The diagnostic that was just added.
#[derive(Debug)]
pub struct AddedDiagnostic<'a> {
    diagnostic: &'a mut Diagnostic,
    may_carry_source: bool,
}

impl AddedDiagnostic<'_> {
    /// Says what to do about it.
    pub fn hint(self, hint: impl Into<String>) -> Self {
        self.diagnostic.hint = Some(hint.into());
        self
    }

    /// Carries the line along that the diagnostic is about, if it is short and few do.
    pub fn source(self, line: &str) -> Self {
        if self.may_carry_source && !line.is_empty() && line.len() <= DiagnosticCollector::LONGEST_SOURCE {
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
    fn what_is_beyond_the_cap_is_counted_and_hides_no_other_code() {
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
    fn only_the_first_few_hundred_carry_their_source_and_no_long_line_is_carried() {
        let mut collector = DiagnosticCollector::new(&"open.trf".into());
        for line in 1..=300 {
            collector.add(&RANK, Place::line(line), "no rank").source(if line == 7 { &LONG } else { "001" });
        }
        let with_source = collector.finish().iter().filter(|diagnostic| diagnostic.source.is_some()).count();
        assert_eq!(with_source, 199);
    }

    static LONG: std::sync::LazyLock<String> = std::sync::LazyLock::new(|| "x".repeat(4001));
}
