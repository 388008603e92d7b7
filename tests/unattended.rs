//! Runs without supervision: the disk is full, the input changes, another run is under way, or a thousand reports are broken.
//!
//! `PROMISES.md` says which promise each of these tests proves. With `RATINGLIST_LONG=1`, as `make faults` sets it, they take longer and do
//! more.

mod broken_reports;
#[cfg(feature = "faults")]
mod changing_inputs;
mod disks;
mod lock;
#[cfg(feature = "faults")]
mod paused_run;
mod private_disk;
mod promises;
mod report_defects;
mod scheduled;

use crate::support::{Folder, bytes_below, copy, expect_exit, test_file};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Every file by its name, with its bytes.
pub(crate) type Tree = BTreeMap<String, Vec<u8>>;

/// Whether the tests run in their long form: `make faults`.
pub(crate) fn is_long() -> bool {
    std::env::var_os("RATINGLIST_LONG").is_some_and(|value| value != "0" && !value.is_empty())
}

/// The command that makes the club's February list.
pub(crate) const RUN: [&str; 4] = ["run", "pipeline.toml", "--list", "2024-02"];

pub(crate) fn club(folder: &Path) {
    copy(&test_file("cli/club"), folder);
}

/// The club with two lists made, and a correction that came after them.
pub(crate) fn corrected_club(folder: &Path) {
    club(folder);
    for list in ["2024-02", "2024-03"] {
        expect_exit(folder, &["run", "pipeline.toml", "--list", list, "--quiet"], 0);
    }
    let correction = "correction_id,received,by,reason,tournament_id,round,white,black,field,old,new\n\
                      C1,2024-02-10,office,not played,C2401,,,,withdrawn,false,true\n";
    std::fs::write(folder.join("corrections.csv"), correction).expect("written");
    add_settings(folder, "corrections = \"corrections.csv\"\n");
}

/// Puts settings before the first table of the pipeline file.
pub(crate) fn add_settings(folder: &Path, settings: &str) {
    let pipeline = std::fs::read_to_string(folder.join("pipeline.toml")).expect("there");
    let (head, tail) = pipeline.split_at(pipeline.find("\n[").unwrap_or(pipeline.len()));
    std::fs::write(folder.join("pipeline.toml"), format!("{head}\n{settings}{tail}")).expect("written");
}

/// The command that makes them again.
pub(crate) const REGENERATE: [&str; 4] = ["regenerate", "pipeline.toml", "--from", "2024-02"];

/// What is published: nothing under a name that is still being made.
pub(crate) fn published(folder: &Path) -> Tree {
    let mut all = bytes_below(&folder.join("lists"));
    all.retain(|name, _| !name.split('/').any(|part| part.starts_with('.')));
    all
}

/// Two trees hold the same; only names and short texts are shown where they do not.
pub(crate) fn same(left: &Tree, right: &Tree, when: &str) {
    for name in left.keys().chain(right.keys()) {
        let text = |tree: &Tree| tree.get(name).map(|bytes| String::from_utf8_lossy(bytes).chars().take(600).collect::<String>());
        assert!(left.get(name) == right.get(name), "{when}: {name}\n{:?}\n{:?}", text(left), text(right));
    }
}

/// Whether every line of a text is one of the texts before and after.
fn has_lines_of(before: Option<&Vec<u8>>, left: Option<&Vec<u8>>, after: Option<&Vec<u8>>) -> bool {
    let lines = |text: Option<&Vec<u8>>| text.map(|bytes| String::from_utf8_lossy(bytes).lines().map(str::to_owned).collect::<Vec<_>>());
    let known: Vec<String> = [lines(before), lines(after)].into_iter().flatten().flatten().collect();
    lines(left).is_some_and(|left| left.iter().all(|line| known.contains(line)))
}

/// What a command was to do, and what there was before.
pub(crate) struct Undisturbed {
    pub(crate) before: Tree,
    pub(crate) after: Tree,
}

impl Undisturbed {
    /// Carries a command out where nothing is in its way.
    pub(crate) fn of(prepared: &Path, arguments: &[&str]) -> Self {
        let folder = Folder::new();
        copy(prepared, folder.path());
        let before = published(folder.path());
        expect_exit(folder.path(), &[arguments, &["--quiet"]].concat(), 0);
        Self { before, after: bytes_below(&folder.join("lists")) }
    }

    /// What a command left that did not come to its end: every file is as before or as it was to be, and no list is there in part.
    pub(crate) fn is_whole(&self, left: &Tree, when: &str) {
        let Self { before, after } = self;
        for name in before.keys().chain(left.keys()) {
            let is_one_of_the_two = [before.get(name), after.get(name)].contains(&left.get(name));
            // The table of revisions grows by a row for each.
            let is_growing = || name.ends_with("revisions.csv") && is_between(before.get(name), left.get(name), after.get(name));
            // That of all lists is made anew with each.
            let is_made_anew = || name.ends_with(store::LISTS_CSV) && has_lines_of(before.get(name), left.get(name), after.get(name));
            assert!(is_one_of_the_two || is_growing() || is_made_anew(), "{when}: {name} is neither old nor new");
        }
        // `rapid/2024-02-01/list.csv` is a file of the list `rapid/2024-02-01`.
        for list in after.keys().filter_map(|name| name.strip_suffix("/manifest.json")) {
            let count = |all: &Tree| all.keys().filter(|name| name.starts_with(&format!("{list}/"))).count();
            assert!([count(before), count(after)].contains(&count(left)), "{when}: half of {list} is published");
        }
    }
}

/// Whether a table has all rows that it had, and none that it is not to have.
fn is_between(before: Option<&Vec<u8>>, left: Option<&Vec<u8>>, after: Option<&Vec<u8>>) -> bool {
    let lines = |bytes: Option<&Vec<u8>>| -> BTreeSet<String> {
        bytes.map(|bytes| String::from_utf8_lossy(bytes).lines().map(str::to_owned).collect()).unwrap_or_default()
    };
    let left = lines(left);
    lines(before).is_subset(&left) && left.is_subset(&lines(after))
}
