//! Sorts the diagnostics of a file.

use model::{Diagnostic, DiagnosticCollector};

/// Returns all diagnostics by their place, because rows are not always checked in the order of the file.
pub(crate) fn sorted_diagnostics(collector: DiagnosticCollector) -> Vec<Diagnostic> {
    let mut diagnostics = collector.finish();
    diagnostics.sort_by(|a, b| a.order().cmp(&b.order()));
    diagnostics
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codes;
    use model::Place;

    #[test]
    fn diagnostics_are_in_the_order_of_the_file_after_the_count_of_further_ones() {
        let mut collector = DiagnosticCollector::new(&"list.txt".into());
        for line in (1..=10_007).rev() {
            collector.add(&codes::ID_UNUSABLE, Place::line(line), "no id");
        }
        let sorted_diagnostics = sorted_diagnostics(collector);
        assert_eq!(sorted_diagnostics.len(), 10_001);
        assert_eq!(sorted_diagnostics[0].to_string(), "list.txt: FED010: 7 more like the first 10000");
        assert_eq!(sorted_diagnostics[1].to_string(), "list.txt:8: FED010: no id");
    }
}
