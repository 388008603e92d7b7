//! Full disks and disks that may not be written to, as real file systems.

use super::private_disk::PrivateDisk;
use super::{REGENERATE, RUN, Undisturbed, club, corrected_club, is_long, published, same};
use crate::support::{Folder, bytes_below, copy, expect_exit};
use std::path::Path;

const PAGE: u64 = 4096;

/// Fills the disk at many points of a command, and looks each time.
fn on_a_disk_that_fills_up(prepare: impl Fn(&Path), arguments: &[&str]) {
    let prepared = Folder::new();
    prepare(prepared.path());
    let undisturbed = Undisturbed::of(prepared.path(), arguments);
    let disk = PrivateDisk::mount("size=64m");
    copy(prepared.path(), &disk.seen().join("work"));
    let at_first = disk.used();
    disk.expect_exit("work", &[arguments, &["--quiet"]].concat(), 0);
    same(&bytes_below(&disk.seen().join("work/lists")), &undisturbed.after, "with room enough");
    let needed = (disk.used() - at_first).div_ceil(PAGE);
    assert!(needed > 20, "{needed} pages");
    let step = if is_long() { 1 } else { needed.div_ceil(8) };
    let mut refused = 0;
    for pages in (0..needed).step_by(usize::try_from(step).expect("few")) {
        let when = format!("{pages} of {needed} pages free");
        let working_folder = disk.seen().join("work");
        disk.remount("size=64m");
        std::fs::remove_dir_all(&working_folder).expect("removed");
        copy(prepared.path(), &working_folder);
        disk.remount(&format!("size={}", disk.used() + pages * PAGE));
        let output = disk.ratinglist("work", arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(7), "{when}: {said}");
        assert!(said.contains("No space left on device") && said.contains("lists/rapid"), "{when}: {said}");
        refused += 1;
        undisturbed.is_whole(&published(&working_folder), &when);
        let left = bytes_below(&working_folder.join("lists"));
        same(&left, &published(&working_folder), &format!("{when}: nothing else is left to take the room"));
        disk.remount("size=64m");
        disk.expect_exit("work", &[arguments, &["--quiet"]].concat(), 0);
        same(&bytes_below(&working_folder.join("lists")), &undisturbed.after, &format!("{when}: the next run, with room"));
    }
    assert!(refused >= 7, "{refused} times");
}

mod needs_mount {
    use super::*;

    #[test]
    #[ignore = "needs to mount a file system"]
    fn a_run_on_a_disk_that_fills_up_leaves_what_was_there_and_the_next_one_succeeds() {
        on_a_disk_that_fills_up(club, &RUN);
    }

    #[test]
    #[ignore = "needs to mount a file system"]
    fn lists_made_again_on_a_disk_that_fills_up_are_there_or_revised() {
        on_a_disk_that_fills_up(corrected_club, &REGENERATE);
    }

    #[test]
    #[ignore = "needs to mount a file system"]
    fn a_disk_without_room_for_another_file_is_as_full_as_one_without_room_for_bytes() {
        let undisturbed = Folder::new();
        club(undisturbed.path());
        expect_exit(undisturbed.path(), &[&RUN[..], &["--quiet"]].concat(), 0);
        let disk = PrivateDisk::mount("size=64m");
        let working_folder = disk.seen().join("work");
        club(&working_folder);
        let before = bytes_below(&working_folder.join("lists"));
        disk.remount("nr_inodes=30");
        let said = disk.expect_exit("work", &RUN, 7);
        assert!(said.contains("No space left on device"), "{said}");
        same(&bytes_below(&working_folder.join("lists")), &before, "nothing is written");
        disk.remount("nr_inodes=10000");
        disk.expect_exit("work", &RUN, 0);
        same(&bytes_below(&working_folder.join("lists")), &bytes_below(&undisturbed.join("lists")), "the next run");
    }

    #[test]
    #[ignore = "needs to mount a file system"]
    fn a_read_only_store_can_be_read_and_nothing_else() {
        let disk = PrivateDisk::mount("size=64m");
        let working_folder = disk.seen().join("work");
        club(&working_folder);
        disk.expect_exit("work", &[&RUN[..], &["--quiet"]].concat(), 0);
        let before = bytes_below(&working_folder);
        disk.remount("ro");
        for (command, code) in [
            ("verify lists/rapid/2024-02-01", 0),
            ("verify lists/rapid/2024-02-01 --recompute", 0),
            ("status pipeline.toml --on 2024-02-02", 0),
            ("status pipeline.toml --on 2024-03-01", 1),
            ("plan pipeline.toml --list 2024-03", 0),
            ("plan pipeline.toml --from 2024-02", 0),
            ("diff lists/rapid/2024-01-01 lists/rapid/2024-02-01", 1),
            ("explain lists/rapid/2024-02-01 100101", 0),
            ("explain lists/rapid/2024-02-01 --tournament C2401", 0),
            ("history lists/rapid 100101", 0),
            ("export lists/rapid/2024-02-01 --format csv", 0),
            ("check tournaments.csv", 0),
            // Nothing to do, so nothing is written.
            ("run pipeline.toml --list 2024-02", 0),
            ("regenerate pipeline.toml --from 2024-02", 0),
        ] {
            disk.expect_exit("work", &command.split(' ').collect::<Vec<_>>(), code);
        }
        for command in [
            "run pipeline.toml --list 2024-03",
            "run pipeline.toml --list 2024-03 --draft",
            "export lists/rapid/2024-02-01 --format csv --out list.csv",
            "diff lists/rapid/2024-01-01 lists/rapid/2024-02-01 --html diff.html",
        ] {
            let arguments: Vec<&str> = command.split(' ').collect();
            let code = if arguments[0] == "diff" { 2 } else { 7 };
            let said = disk.expect_exit("work", &arguments, code);
            assert!(said.contains("Read-only file system"), "{command}: {said}");
        }
        same(&bytes_below(&working_folder), &before, "nothing is written");
    }

    #[test]
    #[ignore = "needs to mount a file system"]
    fn inputs_may_lie_where_nothing_can_be_written() {
        let undisturbed = Folder::new();
        club(undisturbed.path());
        expect_exit(undisturbed.path(), &[&RUN[..], &["--quiet"]].concat(), 0);
        let disk = PrivateDisk::mount("size=64m");
        let working_folder = disk.seen().join("work");
        club(&working_folder);
        // The lists stand elsewhere.
        let lists = Folder::new();
        copy(&working_folder.join("lists"), lists.path());
        let pipeline = std::fs::read_to_string(working_folder.join("pipeline.toml")).expect("there");
        let pipeline = pipeline.replace("\"lists/", &format!("\"{}/", lists.path().display()));
        std::fs::write(working_folder.join("pipeline.toml"), pipeline).expect("written");
        std::fs::remove_dir_all(working_folder.join("lists")).expect("removed");
        disk.remount("ro");
        disk.expect_exit("work", &RUN, 0);
        same(&bytes_below(lists.path()), &bytes_below(&undisturbed.join("lists")), "the same list");
    }
}
