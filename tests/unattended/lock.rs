//! The lock of a folder of lists: one run at a time, and no run leaves its lock behind.

use super::{RUN, club, same};
use crate::support::{Folder, bytes_below, expect_exit};
use std::fs::File;
use std::process::{Child, Command, Stdio};

/// A club, and what its February list is where nobody is in the way.
fn club_and_its_list() -> (Folder, super::Tree) {
    let (folder, undisturbed) = (Folder::new(), Folder::new());
    club(folder.path());
    club(undisturbed.path());
    expect_exit(undisturbed.path(), &[&RUN[..], &["--quiet"]].concat(), 0);
    (folder, bytes_below(&undisturbed.join("lists")))
}

/// What the program says of a process that holds the lock: its number, where the system's table of locks shows it, and nothing where not.
///
/// The table is not there in every sandbox, and one reading of it can leave a lock out, so it is read several times.
fn words_for_holder(process: u32) -> Option<String> {
    let is_listed = || {
        let table = std::fs::read_to_string("/proc/locks").unwrap_or_default();
        table.lines().any(|line| line.split_whitespace().nth(4) == Some(&process.to_string()))
    };
    (0..20).any(|_| is_listed()).then(|| format!("(process {process})"))
}

/// Wants the holder named, or nobody where the system does not tell.
fn expect_holder(said: &str, holder: Option<&str>) {
    match holder {
        Some(holder) => assert!(said.contains(holder), "{holder}: {said}"),
        None => assert!(!said.contains("(process "), "{said}"),
    }
}

#[test]
fn a_second_run_names_the_holder_of_the_lock_and_exits_5() {
    let (folder, whole) = club_and_its_list();
    let before = bytes_below(&folder.join("lists"));
    // Held here, in this process.
    let lock = File::open(folder.join("lists/rapid")).expect("a folder");
    lock.try_lock().expect("free");
    let holder = words_for_holder(std::process::id());
    let exported = ["export", "lists/rapid/2024-01-01", "--format", "fide-txt", "--control", "rapid", "--out", "rapid.txt", "--quiet"];
    expect_exit(folder.path(), &exported, 0);
    let again = ["run", "pipeline.toml", "--list", "2024-02", "--draft"];
    let regenerated = ["regenerate", "pipeline.toml", "--from", "2024-01"];
    let imported = ["import", "rapid.txt", "--control", "rapid", "--date", "2024-02-01", "--out", "lists/rapid/2024-02-01"];
    for arguments in [&RUN[..], &again, &regenerated, &imported] {
        let said = expect_exit(folder.path(), arguments, 5).err;
        assert!(said.contains("another run") && said.contains("lists/rapid"), "{said}");
        expect_holder(&said, holder.as_deref());
    }
    let as_json = expect_exit(folder.path(), &[&RUN[..], &["--log-format", "json"]].concat(), 5).err;
    let last: serde_json::Value = serde_json::from_str(as_json.lines().last().expect("a line")).expect("JSON");
    assert_eq!(last["exit_code"], 5, "{as_json}");
    same(&bytes_below(&folder.join("lists")), &before, "nothing is written");

    // Those who only look need no lock.
    expect_exit(folder.path(), &["plan", "pipeline.toml", "--list", "2024-02"], 0);
    expect_exit(folder.path(), &["status", "pipeline.toml", "--on", "2024-02-01"], 1);
    // Not only dropped: a child that another test is just starting may have it too for a moment.
    lock.unlock().expect("let go");
    expect_exit(folder.path(), &RUN, 0);
    same(&bytes_below(&folder.join("lists")), &whole, "and no lock file is left");
}

#[test]
fn of_runs_that_start_at_once_one_makes_the_list_and_the_others_change_nothing() {
    let (folder, whole) = club_and_its_list();
    let start = || -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ratinglist"));
        command.current_dir(folder.path()).args(RUN).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the program starts")
    };
    let runs: Vec<Child> = (0..6).map(|_| start()).collect();
    let codes: Vec<Option<i32>> = runs.into_iter().map(|run| run.wait_with_output().expect("its end").status.code()).collect();
    assert!(codes.iter().all(|code| matches!(code, Some(0 | 5))), "{codes:?}");
    assert!(codes.contains(&Some(0)), "{codes:?}");
    same(&bytes_below(&folder.join("lists")), &whole, "the list, once and whole");
}

#[cfg(feature = "faults")]
#[test]
fn a_killed_run_releases_its_lock() {
    use super::paused_run::PausedRun;
    use super::published;
    let (folder, whole) = club_and_its_list();
    let before = published(folder.path());
    for stage in ["rating", "writing"] {
        let holder = PausedRun::at(stage, folder.path(), &RUN);
        let said = expect_exit(folder.path(), &RUN, 5).err;
        expect_holder(&said, words_for_holder(holder.process()).as_deref());
        holder.kill();
        same(&published(folder.path()), &before, "nothing of it is published");
    }
    expect_exit(folder.path(), &RUN, 0);
    same(&bytes_below(&folder.join("lists")), &whole, "nothing of it is left");
}
