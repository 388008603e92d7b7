//! Whole runs on the demo data, byte for byte.
//!
//! The manifest holds the hash of every file of a list folder, so three small files stand for all of them. The lists of
//! `tests/golden` were checked against an independent calculation before they were committed. After a change that is meant to
//! move them, run the tests with `UPDATE_GOLDEN=1` and read the difference.

use crate::support::{Folder, copy, expect_exit, test_file};

#[test]
fn the_demo_lists_are_the_expected_ones_to_the_byte() {
    let folder = Folder::new();
    copy(&test_file("../data/demo"), folder.path());
    for month in ["2024-01", "2024-02", "2024-03"] {
        expect_exit(folder.path(), &["run", "pipeline.toml", "--list", month, "--quiet"], 0);
        for name in ["list.csv", "diagnostics.csv", "manifest.json"] {
            let made = std::fs::read_to_string(folder.join(&format!("lists/rapid/{month}-01/{name}"))).expect("made");
            let golden = test_file(&format!("golden/demo/{month}-01/{name}"));
            if std::env::var_os("UPDATE_GOLDEN").is_some() {
                std::fs::create_dir_all(golden.parent().expect("a folder")).expect("a folder");
                std::fs::write(&golden, &made).expect("written");
            }
            let expected = std::fs::read_to_string(&golden).unwrap_or_else(|error| panic!("{}: {error}", golden.display()));
            let first = made.lines().zip(expected.lines()).enumerate().find(|(_, (made, expected))| made != expected);
            assert!(made == expected, "{month} {name} differs, first in {first:?}");
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
