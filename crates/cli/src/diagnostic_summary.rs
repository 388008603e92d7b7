//! Diagnostics by code: how many there are of each, in how many files, and what the code means.

use crate::output;
use model::{Code, Diagnostic};
use pages::{Column, DocumentTable, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Where a code has more diagnostics than this, only the first [`FIRST_OF_CODE`] are shown.
const MOST_OF_CODE: usize = 10;
/// How many diagnostics of a code with many are shown.
pub(crate) const FIRST_OF_CODE: usize = 5;

/// The diagnostics that are shown one by one, and whether others are left out.
pub(crate) struct ShownDiagnostics<'d> {
    pub(crate) shown: Vec<&'d Diagnostic>,
    pub(crate) leaves_out: bool,
}

impl<'d> ShownDiagnostics<'d> {
    /// All diagnostics in their order, or of codes with many the first of each.
    pub(crate) fn choose(diagnostics: impl Iterator<Item = &'d Diagnostic> + Clone, shows_all: bool) -> Self {
        let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
        diagnostics.clone().for_each(|diagnostic| *numbers.entry(diagnostic.code.id).or_default() += 1);
        let leaves_out = !shows_all && numbers.values().any(|&number| number > MOST_OF_CODE);
        let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
        let is_shown = |diagnostic: &&Diagnostic| {
            let seen = seen.entry(diagnostic.code.id).or_default();
            *seen += 1;
            shows_all || *seen <= FIRST_OF_CODE || numbers[diagnostic.code.id] <= MOST_OF_CODE
        };
        Self { shown: diagnostics.filter(is_shown).collect(), leaves_out }
    }
}

/// How many diagnostics of one code there are.
struct CodeCount<'d> {
    code: &'static Code,
    number: u64,
    files: BTreeSet<&'d str>,
}

/// A row for each code, the most severe first.
pub(crate) fn table_by_code<'d>(diagnostics: impl Iterator<Item = &'d Diagnostic>) -> DocumentTable {
    let mut counts: BTreeMap<&str, CodeCount<'d>> = BTreeMap::new();
    for diagnostic in diagnostics {
        let code = diagnostic.code;
        let count = counts.entry(code.id).or_insert_with(|| CodeCount { code, number: 0, files: BTreeSet::new() });
        count.number += 1;
        count.files.insert(&diagnostic.file);
    }
    let mut counts: Vec<CodeCount<'d>> = counts.into_values().collect();
    counts.sort_by_key(|count| (std::cmp::Reverse(count.code.severity), count.code.id));
    let mut table = DocumentTable::new([
        Column::short("Code"),
        Column::short("Severity"),
        Column::number("Number"),
        Column::number("Files"),
        Column::long("Meaning"),
    ]);
    for CodeCount { code, number, files } in counts {
        table.row([
            code.id.into(),
            code.severity.to_string().into(),
            Value::Count(number),
            Value::Count(files.len() as u64),
            code.meaning.into(),
        ]);
    }
    table
}

/// What was passed over in folders of tournaments, as `3 files: 2 .pdf, 1 .docx`.
pub(crate) fn passed_over(diagnostics: &[Diagnostic]) -> Option<String> {
    let endings = ingest::passed_over_endings(diagnostics);
    let files: usize = endings.values().sum();
    let named = |(ending, number): (&String, &usize)| {
        let number = output::grouped(*number as u64);
        if ending.is_empty() { format!("{number} without an ending") } else { format!("{number} .{ending}") }
    };
    let named: Vec<String> = endings.iter().map(named).collect();
    let noun = if files == 1 { "file" } else { "files" };
    (files > 0).then(|| format!("{} {noun} passed over: {}", output::grouped(files as u64), named.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Place;

    static MANY: Code = Code::warning("XXX001", "Many.");
    static FEW: Code = Code::error("XXX002", "Few.");

    fn diagnostics(many: u32, few: u32) -> Vec<Diagnostic> {
        let of = |code: &'static Code, number: u32| {
            (1..=number).map(move |line| Diagnostic::new(code, &format!("{}.trf", line % 3).into(), Place::line(line), "odd"))
        };
        of(&MANY, many).chain(of(&FEW, few)).collect()
    }

    #[test]
    fn of_codes_with_many_diagnostics_the_first_are_shown() {
        let count = |many, few, shows_all| {
            let diagnostics = diagnostics(many, few);
            let shown = ShownDiagnostics::choose(diagnostics.iter(), shows_all);
            (shown.shown.len(), shown.leaves_out)
        };
        assert_eq!(count(10, 3, false), (13, false));
        assert_eq!(count(11, 3, false), (8, true));
        assert_eq!(count(11, 3, true), (14, false));
        assert_eq!(count(0, 0, false), (0, false));
    }
}
