//! The order of a file's diagnostics.

use model::{Diagnostic, DiagnosticCollector};

/// All diagnostics by their place: rows are not always judged in the order of the file.
pub(crate) fn sorted(collector: DiagnosticCollector) -> Vec<Diagnostic> {
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
    fn diagnostics_stand_in_the_order_of_the_file_and_the_count_of_further_ones_first() {
        let mut collector = DiagnosticCollector::new(&"list.txt".into());
        for line in (1..=10_007).rev() {
            collector.add(&codes::ID_UNUSABLE, Place::line(line), "no id");
        }
        let sorted = sorted(collector);
        assert_eq!(sorted.len(), 10_001);
        assert_eq!(sorted[0].to_string(), "list.txt: FED010: 7 more like the first 10000");
        assert_eq!(sorted[1].to_string(), "list.txt:8: FED010: no id");
    }
}
