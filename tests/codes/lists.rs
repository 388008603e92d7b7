//! Diagnostics about a list.

use super::Raised;
use crate::month::Month;

#[test]
fn every_code_of_a_list_is_raised() {
    let mut raised = Raised::default();
    for (code, list) in [
        ("LST001", "fide_id,rating,rating\n1,1800,1800\n"),
        ("LST002", "fide_id,name\n1,Berg\n"),
        ("LST003", "fide_id,rating\n1,high\n"),
        ("LST004", "fide_id,rating\n,1800\n"),
        ("LST005", "fide_id,rating\n1,1800\n1,1900\n"),
        ("LST006", "fide_id,rating\n1,-1\n"),
        ("LST007", "fide_id,rating,shoes\n1,1800,43\n"),
        ("LST008", "fide_id,rating\n1,1800,20\n"),
        ("LST010", "fide_id,rating\n2,1800\n1,1800\n"),
        ("LST011", "fide_id,rating,k\n1,1800,300\n"),
    ] {
        raised.by_file(&[code], "list.csv", list);
    }
    raised.by_file(&["LST009"], "list.csv", b"fide_id,name,rating\n1,M\xfcller,1800\n");
    raised.by_file(&["LST012"], "list.csv", format!("fide_id,name,rating\n1,{},1800\n", "x".repeat(2_000_000)));
    let month = Month::of("rapid");
    month.list("2024-02-01", "fide_id,rating,birth_year", ["1,1800,2025"]);
    raised.by_list(&["LST013", "LST014"], &month, "2024-03", &[]);
    raised.expect_all(store::CODES);
}
