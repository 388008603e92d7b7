//! A round of a real team league, and the ratings that the federation really published for it.
//!
//! The players' standard ratings and K of January 2025, the report of 26 January, and the February ratings of those
//! whose only game of the month this was. Names and ids are replaced.

use crate::support::{Folder, csv_rows, expect_exit, test_file};

#[test]
fn all_795_published_ratings_of_a_real_league_round_are_reproduced() {
    let folder = Folder::new();
    let report = std::fs::read(test_file("interclubs/round6.trf")).expect("the report");
    folder.put("reports/round6.trf", report);
    let previous = test_file("interclubs/list-2025-01-01.csv");
    let previous = previous.to_str().expect("a plain path");
    expect_exit(
        folder.path(),
        &[
            "run",
            "--control",
            "standard",
            "--list",
            "2025-02",
            "--previous",
            previous,
            "--tournaments",
            "reports",
            "--out",
            "2025-02-01",
            "--quiet",
        ],
        0,
    );
    let made: std::collections::BTreeMap<String, (String, String)> = csv_rows(&folder.join("2025-02-01/list.csv"))
        .into_iter()
        .map(|row| (row["fide_id"].clone(), (row["rating"].clone(), row["games"].clone())))
        .collect();
    let published = csv_rows(&test_file("interclubs/expected-2025-02-01.csv"));
    assert_eq!(published.len(), 795);
    let wrong: Vec<_> = published
        .iter()
        .filter(|row| made.get(&row["fide_id"]) != Some(&(row["rating"].clone(), row["games"].clone())))
        .map(|row| (&row["fide_id"], &row["rating"], made.get(&row["fide_id"])))
        .collect();
    assert!(wrong.is_empty(), "{} of 795 differ: {wrong:?}", wrong.len());
}
