//! Diagnostics about players, once a list is rated.

use super::Raised;
use crate::month::{ENTRY, Entry, Month, Report};
use crate::support::test_file;
use model::Code;

#[test]
fn every_code_of_players_is_raised() {
    let mut raised = Raised::default();
    let month = Month::of("rapid");
    month.list("2022-01-01", "fide_id,federation,rating,k", (1..=6).map(|id| format!("{id},NOR,1800,20")));
    // 7 has one game, which is too old for the list of April 2024; 8 has five draws and no federation.
    month.tournament("OLD", "2021-12-10", &["1 7 1 1-0"]);
    raised.by_list(&[], &month, "2022-02", &[]);
    month.tournament("NEW", "2024-03-10", &["1 8 1 1/2-1/2", "2 8 2 1/2-1/2", "3 8 3 1/2-1/2", "4 8 4 1/2-1/2", "5 8 5 1/2-1/2"]);
    let entry = |id, rating, rounds| Entry { id, rating, rounds, ..ENTRY };
    let report = Report::new("far", "2024-03-12").entry(entry("1", "2200", "2w1")).entry(entry("9", "2100", "1b0"));
    report.put(&month);
    raised.by_list(&["PLY001", "PLY002", "PLY003", "PLY004"], &month, "2024-04", &[]);
    // Of two months of a sample, the second lacks federations of the first.
    let published = |name: &str| test_file("../data/published").join(name).display().to_string();
    let (august, september) = (published("standard_aug25frl.zip"), published("standard_sep25frl.zip"));
    raised.by(&["PLY005"], month.path(), &["import", &august, &september, "--out", "imported"]);
    let codes: Vec<&Code> = pipeline::CODES.iter().copied().filter(|code| code.id.starts_with("PLY")).collect();
    raised.expect_all(&codes);
}
