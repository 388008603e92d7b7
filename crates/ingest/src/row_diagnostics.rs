//! Collects diagnostics of the rows of a CSV or Parquet table.

use crate::search::TableFile;
use model::{AddedDiagnostic, Code, Diagnostic, DiagnosticCollector, Place};

/// The diagnostics of one table. Rows are located by line in CSV and by row number in Parquet.
#[derive(Debug)]
pub(crate) struct RowDiagnostics {
    collector: DiagnosticCollector,
    is_parquet: bool,
}

impl RowDiagnostics {
    pub(crate) fn new(table: &TableFile) -> Self {
        Self { collector: DiagnosticCollector::new(&table.file.display_name), is_parquet: table.is_parquet }
    }

    /// Adds a diagnostic of one row. The message is built only if the diagnostic is kept. In Parquet it begins with the row number, because
    /// there is no line to open in an editor.
    pub(crate) fn add(&mut self, code: &'static Code, place: Place, message: impl FnOnce() -> String) -> AddedDiagnostic<'_> {
        let message = match (self.keeps(code), self.is_parquet) {
            (false, _) => String::new(),
            (true, false) => message(),
            (true, true) => format!("row {}: {}", place.line, message()),
        };
        self.collector.add(code, place, message)
    }

    /// Adds a diagnostic of the whole table.
    pub(crate) fn add_to_file(&mut self, code: &'static Code, place: Place, message: String) -> AddedDiagnostic<'_> {
        self.collector.add(code, place, message)
    }

    /// Whether another diagnostic of this code would be kept and not only counted.
    pub(crate) fn keeps(&self, code: &'static Code) -> bool {
        self.collector.keeps(code)
    }

    /// The name of the table in diagnostics.
    pub(crate) fn file(&self) -> &str {
        self.collector.file()
    }

    pub(crate) fn finish(self) -> Vec<Diagnostic> {
        self.collector.finish()
    }
}
