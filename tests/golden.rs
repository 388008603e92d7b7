//! Whole runs on the demo data, byte for byte.
//!
//! The manifest holds the hash of every file of a list folder, so three small files stand for all of them. The lists of
//! `tests/golden` were checked against an independent calculation before they were committed. After a change that is meant to
//! move them, run `make bless` and read the difference.

use crate::support::{Folder, copy, expect_exit, expect_file, test_file};

#[test]
fn the_demo_lists_are_the_expected_ones_to_the_byte() {
    let folder = Folder::new();
    copy(&test_file("../data/demo"), folder.path());
    for month in ["2024-01", "2024-02", "2024-03"] {
        expect_exit(folder.path(), &["run", "pipeline.toml", "--list", month, "--quiet"], 0);
        for name in ["list.csv", "diagnostics.csv", "manifest.json"] {
            let made = std::fs::read_to_string(folder.join(&format!("lists/rapid/{month}-01/{name}"))).expect("made");
            expect_file(&test_file(&format!("golden/demo/{month}-01/{name}")), &made);
        }
    }
}

#[test]
fn the_demo_data_are_what_the_demo_command_makes() {
    let folder = Folder::new();
    expect_exit(folder.path(), &["demo", "demo", "--quiet"], 0);
    let made = crate::support::bytes_below(&folder.join("demo"));
    let kept = crate::support::bytes_below(&test_file("../data/demo"));
    assert_eq!(made.keys().collect::<Vec<_>>(), kept.keys().collect::<Vec<_>>());
    let differ: Vec<_> = made.iter().filter(|(name, bytes)| kept[*name] != **bytes).map(|(name, _)| name).collect();
    assert!(differ.is_empty(), "{differ:?}");
    let size: usize = kept.values().map(Vec::len).sum();
    assert!(size < 3_000_000, "the demo data are {size} bytes");
}
