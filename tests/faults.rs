//! A run that is cut off at any write, sync or rename leaves what was there, and the next run succeeds.
//!
//! Only with the feature `faults`: `make faults`.

use crate::support::{Folder, bytes_below as tree, copy, expect_exit, test_file};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

/// More moments than any of these runs has.
const MANY: u32 = 2000;

/// What is published: nothing under a name that is still being made.
fn published(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = tree(&folder.join("lists"));
    all.retain(|name, _| !name.split('/').any(|part| part.starts_with('.')));
    all
}

/// Two trees hold the same; only names and short texts are shown where they do not.
fn same(left: &BTreeMap<String, Vec<u8>>, right: &BTreeMap<String, Vec<u8>>, when: &str) {
    for name in left.keys().chain(right.keys()) {
        let text = |tree: &BTreeMap<String, Vec<u8>>| {
            tree.get(name).map(|bytes| String::from_utf8_lossy(bytes).chars().take(600).collect::<String>())
        };
        assert!(left.get(name) == right.get(name), "{when}: {name}\n{:?}\n{:?}", text(left), text(right));
    }
}

fn cut_off(folder: &Path, arguments: &[&str], fault: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ratinglist"))
        .current_dir(folder)
        .args(arguments)
        .args(["--quiet", "--threads", "1"])
        .env("RATINGLIST_FAULT", fault)
        .output()
        .expect("the program starts")
}

/// Cuts a command off at every moment it has, and looks each time: what was published is as before or whole, the next run makes the whole,
/// and nothing else is left.
fn at_every_moment(prepare: impl Fn(&Folder), arguments: &[&str], how: &str) -> u32 {
    let prepared = Folder::new();
    prepare(&prepared);
    let undisturbed = Folder::new();
    copy(prepared.path(), undisturbed.path());
    let before = published(undisturbed.path());
    expect_exit(undisturbed.path(), &[arguments, &["--quiet"]].concat(), 0);
    let after = tree(&undisturbed.join("lists"));
    for moment in 1..MANY {
        let folder = Folder::new();
        copy(prepared.path(), folder.path());
        let output = cut_off(folder.path(), arguments, &format!("{how}:{moment}"));
        if output.status.success() {
            same(&tree(&folder.join("lists")), &after, &format!("{moment}: undisturbed"));
            return moment - 1;
        }
        match how {
            "kill" => assert_eq!(output.status.code(), None, "{moment}: cut off"),
            _ => assert_eq!(output.status.code(), Some(7), "{moment}: {}", String::from_utf8_lossy(&output.stderr)),
        }
        let left = published(folder.path());
        for (name, bytes) in &before {
            assert!(left.get(name) == Some(bytes) || after.get(name) == left.get(name), "{moment}: {name} is neither old nor new");
        }
        for (name, bytes) in left.iter().filter(|(name, _)| !before.contains_key(*name)) {
            // The table of revisions grows by a row for each.
            let is_growing = name.ends_with("revisions.csv") && after.get(name).is_some_and(|whole| whole.starts_with(bytes));
            assert!(is_growing || after.get(name) == Some(bytes), "{moment}: {name} is there and not whole");
        }
        // `rapid/2024-02-01/list.csv` is a file of the list `rapid/2024-02-01`.
        for list in after.keys().filter_map(|name| name.strip_suffix("/manifest.json")) {
            let count = |all: &BTreeMap<String, Vec<u8>>| all.keys().filter(|name| name.starts_with(&format!("{list}/"))).count();
            assert!([count(&before), count(&after)].contains(&count(&left)), "{moment}: half of {list} is published");
        }
        expect_exit(folder.path(), &[arguments, &["--quiet"]].concat(), 0);
        same(&tree(&folder.join("lists")), &after, &format!("{moment}: after the next run"));
    }
    panic!("more than {MANY} moments");
}

fn club(folder: &Folder) {
    copy(&test_file("cli/club"), folder.path());
}

const RUN: [&str; 4] = ["run", "pipeline.toml", "--list", "2024-02"];

#[test]
fn a_run_killed_at_any_moment_leaves_what_was_there() {
    let moments = at_every_moment(club, &RUN, "kill");
    assert!(moments > 30, "{moments} moments");
}

#[test]
fn a_run_whose_disk_is_full_at_any_moment_leaves_what_was_there() {
    at_every_moment(club, &RUN, "fail");
}

#[test]
fn a_draft_that_is_published_killed_at_any_moment_is_there_or_published() {
    let with_draft = |folder: &Folder| {
        club(folder);
        expect_exit(folder.path(), &["run", "pipeline.toml", "--list", "2024-02", "--draft", "--quiet"], 0);
    };
    at_every_moment(with_draft, &RUN, "kill");
}

#[test]
fn lists_made_again_killed_at_any_moment_are_there_or_revised() {
    let corrected = |folder: &Folder| {
        club(folder);
        for list in ["2024-02", "2024-03"] {
            expect_exit(folder.path(), &["run", "pipeline.toml", "--list", list, "--quiet"], 0);
        }
        folder.put(
            "corrections.csv",
            "correction_id,received,by,reason,tournament_id,round,white,black,field,old,new\n\
             C1,2024-02-10,office,not played,C2401,,,,withdrawn,false,true\n",
        );
        let pipeline = std::fs::read_to_string(folder.join("pipeline.toml")).expect("there");
        let first_table = pipeline.find("\n[").unwrap_or(pipeline.len());
        let (head, tail) = pipeline.split_at(first_table);
        folder.put("pipeline.toml", format!("{head}\ncorrections = \"corrections.csv\"\n{tail}"));
    };
    at_every_moment(corrected, &["regenerate", "pipeline.toml", "--from", "2024-02"], "kill");
}

#[test]
fn a_run_that_is_refused_killed_at_any_moment_publishes_nothing_and_the_next_leaves_the_folder_whole() {
    let prepared = Folder::new();
    club(&prepared);
    let limit = |folder: &Folder, percent: u32| {
        let pipeline = std::fs::read_to_string(test_file("cli/club/pipeline.toml")).expect("there");
        folder.put("pipeline.toml", pipeline.replace("refused_percent = 50", &format!("refused_percent = {percent}")));
    };
    // One of four is refused.
    limit(&prepared, 24);
    let before = published(prepared.path());
    let undisturbed = Folder::new();
    copy(prepared.path(), undisturbed.path());
    // The second time it replaces what the first has left.
    for earlier in [false, true] {
        expect_exit(undisturbed.path(), &[&RUN[..], &["--quiet"]].concat(), 1);
        let after = tree(&undisturbed.join("lists"));
        assert!(after.contains_key("rapid/2024-02-01.refused/checks.csv"));
        for moment in 1..MANY {
            let folder = Folder::new();
            copy(if earlier { undisturbed.path() } else { prepared.path() }, folder.path());
            let output = cut_off(folder.path(), &RUN, &format!("kill:{moment}"));
            if output.status.code() == Some(1) {
                assert!(moment > 30, "{moment} moments");
                break;
            }
            assert_eq!(output.status.code(), None, "{moment}: cut off");
            let mut left = published(folder.path());
            let refused: BTreeMap<String, Vec<u8>> = left.extract_if(.., |name, _| name.contains(".refused/")).collect();
            same(&left, &before, &format!("{moment}: what is published"));
            let whole = after.iter().filter(|(name, _)| name.contains(".refused/")).count();
            assert!([0, whole].contains(&refused.len()), "{moment}: half of it is there");
            expect_exit(folder.path(), &[&RUN[..], &["--quiet"]].concat(), 1);
            same(&tree(&folder.join("lists")), &after, &format!("{moment}: after the next run"));
            limit(&folder, 25);
            expect_exit(folder.path(), &[&RUN[..], &["--quiet"]].concat(), 0);
            assert!(!tree(&folder.join("lists")).keys().any(|name| name.contains("refused")), "{moment}: it is cleared away");
        }
    }
}

#[test]
fn a_list_published_after_it_was_refused_killed_at_any_moment_is_there_or_not_and_the_next_run_clears_the_folder() {
    let refused = |folder: &Folder| {
        club(folder);
        let pipeline = std::fs::read_to_string(folder.join("pipeline.toml")).expect("there");
        folder.put("pipeline.toml", pipeline.replace("refused_percent = 50", "refused_percent = 24"));
        expect_exit(folder.path(), &[&RUN[..], &["--quiet"]].concat(), 1);
        folder.put("pipeline.toml", pipeline);
    };
    at_every_moment(refused, &RUN, "kill");
}
