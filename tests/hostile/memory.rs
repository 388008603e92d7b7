//! Inputs that need more memory than the machine has, or than the program is given.

use crate::support::{Folder, copy, expect_exit, test_file};
use std::fs::File;
use std::process::Command;

/// The club of the command line's tests, with a further file that is nothing but a length.
fn club_with(file: &str, bytes: u64) -> Folder {
    let folder = Folder::new();
    copy(&test_file("cli/club"), folder.path());
    folder.put(file, "");
    File::create(folder.join(file)).and_then(|file| file.set_len(bytes)).expect("a sparse file");
    folder
}

fn lists(folder: &Folder) -> Vec<String> {
    let entries = std::fs::read_dir(folder.join("lists/rapid")).expect("a folder");
    let mut names: Vec<String> = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Memory can be limited from the outside on Linux only.
#[cfg(target_os = "linux")]
#[test]
fn too_little_memory_exits_7_publishes_nothing_and_does_not_block_the_next_run() {
    let folder = club_with("tournaments/huge/games.csv", 8 << 30);
    folder.put("tournaments/huge/tournaments.csv", "tournament_id,control,start,end\nH1,rapid,2024-01-13,2024-01-13\n");
    let before = lists(&folder);
    let limited = "ulimit -v 2000000 && exec \"$0\" run pipeline.toml --list 2024-02 --threads 1";
    let ended =
        Command::new("sh").args(["-c", limited, env!("CARGO_BIN_EXE_ratinglist")]).current_dir(folder.path()).output().expect("a shell");
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(ended.status.code(), Some(7), "{said}");
    assert!(said.contains("error: not enough memory\nhint: "), "{said}");
    assert_eq!(lists(&folder).iter().filter(|name| !name.starts_with('.')).collect::<Vec<_>>(), before.iter().collect::<Vec<_>>());
    std::fs::remove_dir_all(folder.join("tournaments/huge")).expect("removed");
    expect_exit(folder.path(), &["run", "pipeline.toml", "--list", "2024-02", "--quiet"], 0);
}

#[test]
fn a_report_larger_than_any_input_is_refused_and_the_month_is_made() {
    let folder = club_with("tournaments/huge.trf", (64 << 30) + 1);
    let said = expect_exit(folder.path(), &["run", "pipeline.toml", "--list", "2024-02"], 0);
    assert!(said.out.contains("huge   refused  TRF047"), "{}", said.out);
    let reported = std::fs::read_to_string(folder.join("lists/rapid/2024-02-01/diagnostics.csv")).expect("written");
    assert!(reported.contains("the file cannot be read: larger than 67108864 bytes; no report is"), "{reported}");
}
