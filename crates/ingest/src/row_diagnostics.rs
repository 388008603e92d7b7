//! Collects the diagnostics of a table that is CSV or Parquet.

use crate::search::Table;
use model::{AddedDiagnostic, Code, Diagnostic, DiagnosticCollector, Place};

/// The diagnostics of one table, whose rows go by their lines in CSV and by their numbers in Parquet.
#[derive(Debug)]
pub(crate) struct RowDiagnostics {
    collector: DiagnosticCollector,
    is_parquet: bool,
}

impl RowDiagnostics {
    pub(crate) fn new(table: &Table) -> Self {
        Self { collector: DiagnosticCollector::new(&table.file.shown), is_parquet: table.is_parquet }
    }

    /// Adds a diagnostic of one row. The message is made only where it is kept; that of a row of Parquet begins with its number, because no
    /// editor shows a line of that number.
    pub(crate) fn add(&mut self, code: &'static Code, place: Place, message: impl FnOnce() -> String) -> AddedDiagnostic<'_> {
        let message = match (self.keeps(code), self.is_parquet) {
            (false, _) => String::new(),
            (true, false) => message(),
            (true, true) => format!("row {}: {}", place.line, message()),
        };
        self.collector.add(code, place, message)
    }

    /// Adds a diagnostic of the table as a whole.
    pub(crate) fn add_to_file(&mut self, code: &'static Code, place: Place, message: String) -> AddedDiagnostic<'_> {
        self.collector.add(code, place, message)
    }

    /// Whether a further diagnostic of this code would be kept and not only counted.
    pub(crate) fn keeps(&self, code: &'static Code) -> bool {
        self.collector.keeps(code)
    }

    /// How the diagnostics name the table's file.
    pub(crate) fn file(&self) -> &str {
        self.collector.file()
    }

    pub(crate) fn finish(self) -> Vec<Diagnostic> {
        self.collector.finish()
    }
}
