//! The links of `PROMISES.md`: every promise names tests, and each of them is one.
//!
//! Whether a test proves its promise is for the reader of both to judge; what this sees to is that none is lost or renamed unnoticed.

use crate::support::{has_test, test_file};

#[test]
fn every_promise_links_to_tests_that_are_there() {
    let root = test_file("..");
    let text = std::fs::read_to_string(root.join("PROMISES.md")).expect("PROMISES.md");
    let mut named = 0;
    for row in text.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| promise")) {
        let tests: Vec<&str> = row.split('`').skip(1).step_by(2).filter(|name| name.contains("::")).collect();
        assert!(!tests.is_empty(), "no test proves: {row}");
        for test in tests {
            let (file, name) = test.rsplit_once("::").expect("a file and a name");
            let source = std::fs::read_to_string(root.join(file)).unwrap_or_else(|error| panic!("{test}: {error}"));
            assert!(has_test(&source, name), "{file} has no test {name}");
            named += 1;
        }
    }
    assert!(named >= 20, "{named} tests are named");
}
