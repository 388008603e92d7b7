//! A run that is cut off at any write, sync or rename leaves what was there, and the next run succeeds.
//!
//! Only with the feature `faults`. `make test` cuts a run off at every moment, and the commands that do the same and more at every few;
//! `make faults` cuts off more commands, and all of them at every moment.

use crate::support::{Folder, bytes_below, copy, expect_exit, test_file};
use crate::unattended::{REGENERATE, RUN, Undisturbed, add_settings, club, corrected_club, is_long, published, same};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

/// More moments than any of these runs has.
const MANY: u32 = 2000;

fn cut_off(folder: &Path, arguments: &[&str], fault: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ratinglist"))
        .current_dir(folder)
        .args(arguments)
        .args(["--quiet", "--threads", "1"])
        .env("RATINGLIST_FAULT", fault)
        .output()
        .expect("the program starts")
}

/// The moments at which a command is cut off: every one in the long form, every so many in the short one.
fn moments(every: usize) -> impl Iterator<Item = u32> {
    (1..MANY).step_by(if is_long() { 1 } else { every })
}

/// Cuts a command off at every moment it has, and looks each time: what was published is as before or whole, the next run makes the whole,
/// and nothing else is left. Returns the last moment that it has, or nearly so where only every few are looked at.
fn at_moments(every: usize, prepare: impl Fn(&Path), arguments: &[&str], how: &str) -> u32 {
    let prepared = Folder::new();
    prepare(prepared.path());
    let undisturbed = Undisturbed::of(prepared.path(), arguments);
    for moment in moments(every) {
        let folder = Folder::new();
        copy(prepared.path(), folder.path());
        let output = cut_off(folder.path(), arguments, &format!("{how}:{moment}"));
        if output.status.success() {
            same(&bytes_below(&folder.join("lists")), &undisturbed.after, &format!("{moment}: undisturbed"));
            return moment - 1;
        }
        match how {
            "kill" => assert_eq!(output.status.code(), None, "{moment}: cut off"),
            _ => assert_eq!(output.status.code(), Some(7), "{moment}: {}", String::from_utf8_lossy(&output.stderr)),
        }
        undisturbed.is_whole(&published(folder.path()), &moment.to_string());
        expect_exit(folder.path(), &[arguments, &["--quiet"]].concat(), 0);
        same(&bytes_below(&folder.join("lists")), &undisturbed.after, &format!("{moment}: after the next run"));
    }
    panic!("more than {MANY} moments");
}

#[test]
fn a_run_killed_at_any_moment_leaves_what_was_there() {
    let moments = at_moments(1, club, &RUN, "kill");
    assert!(moments > 30, "{moments} moments");
}

#[test]
fn a_run_whose_disk_is_full_at_any_moment_leaves_what_was_there() {
    at_moments(2, club, &RUN, "fail");
}

fn with_draft(folder: &Path) {
    club(folder);
    expect_exit(folder, &["run", "pipeline.toml", "--list", "2024-02", "--draft", "--quiet"], 0);
}

#[test]
fn a_draft_that_is_published_killed_at_any_moment_is_there_or_published() {
    at_moments(1, with_draft, &RUN, "kill");
}

#[test]
fn a_draft_that_is_signed_killed_at_any_moment_is_there_or_published_with_its_signature() {
    const SIGN: [&str; 6] = ["sign", "lists/rapid/2024-02-01.draft", "--key", "office.key", "--by", "Office"];
    const VERIFY: [&str; 4] = ["verify", "lists/rapid/2024-02-01", "--key", "office.key.pub"];
    let prepared = Folder::new();
    with_draft(prepared.path());
    expect_exit(prepared.path(), &["keys", "new", "office.key", "--quiet"], 0);
    let below = |folder: &Folder, list: &str| {
        let mut files = bytes_below(&folder.join("lists/rapid").join(list));
        // It has a clock.
        let is_signed = files.remove("manifest.json.minisig").is_some();
        (files, is_signed)
    };
    let (draft, _) = below(&prepared, "2024-02-01.draft");
    for moment in moments(1) {
        let folder = Folder::new();
        copy(prepared.path(), folder.path());
        let output = cut_off(folder.path(), &SIGN, &format!("kill:{moment}"));
        if output.status.success() {
            assert!(moment > 15, "{moment} moments");
            return;
        }
        assert_eq!(output.status.code(), None, "{moment}: cut off");
        if folder.join("lists/rapid/2024-02-01").exists() {
            let (list, is_signed) = below(&folder, "2024-02-01");
            same(&list, &draft, &format!("{moment}: the list"));
            assert!(is_signed, "{moment}");
            expect_exit(folder.path(), &VERIFY, 0);
        } else {
            same(&below(&folder, "2024-02-01.draft").0, &draft, &format!("{moment}: the draft"));
        }
        expect_exit(folder.path(), &SIGN, 0);
        expect_exit(folder.path(), &VERIFY, 0);
        same(&below(&folder, "2024-02-01").0, &draft, &format!("{moment}: after the next call"));
        let mut left: Vec<_> =
            std::fs::read_dir(folder.join("lists/rapid")).expect("readable").map(|e| e.expect("an entry").file_name()).collect();
        left.sort();
        assert_eq!(left, ["2023-12-01", "2024-01-01", "2024-02-01", "lists.csv"], "{moment}");
    }
    panic!("more than {MANY} moments");
}

#[test]
fn lists_made_again_killed_at_any_moment_are_there_or_revised() {
    at_moments(4, corrected_club, &REGENERATE, "kill");
}

/// Gives an id of the club's report a name that is not the one on the list.
fn another_name(folder: &Path) {
    let place = folder.join("tournaments/club.trf");
    let report = std::fs::read_to_string(&place).expect("a report");
    assert!(report.contains("Brown, Bob"));
    std::fs::write(&place, report.replace("Brown, Bob", "Novak, Ivo")).expect("written");
}

#[test]
fn a_run_that_is_refused_killed_at_any_moment_publishes_nothing_and_the_next_leaves_the_folder_whole() {
    let prepared = Folder::new();
    club(prepared.path());
    let names = |folder: &Folder, level: &str| {
        let pipeline = std::fs::read_to_string(test_file("cli/club/pipeline.toml")).expect("there");
        folder.put("pipeline.toml", pipeline + &format!("names = \"{level}\"\n"));
    };
    another_name(prepared.path());
    names(&prepared, "fail");
    let before = published(prepared.path());
    let undisturbed = Folder::new();
    copy(prepared.path(), undisturbed.path());
    // The second time it replaces what the first has left.
    for earlier in [false, true] {
        expect_exit(undisturbed.path(), &[&RUN[..], &["--quiet"]].concat(), 1);
        let after = bytes_below(&undisturbed.join("lists"));
        assert!(after.contains_key("rapid/2024-02-01.refused/checks.csv"));
        for moment in moments(4) {
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
            same(&bytes_below(&folder.join("lists")), &after, &format!("{moment}: after the next run"));
            names(&folder, "warn");
            expect_exit(folder.path(), &[&RUN[..], &["--quiet"]].concat(), 0);
            assert!(!bytes_below(&folder.join("lists")).keys().any(|name| name.contains("refused")), "{moment}: it is cleared away");
        }
    }
}

#[test]
fn a_list_published_after_it_was_refused_killed_at_any_moment_is_there_or_not_and_the_next_run_clears_the_folder() {
    let refused = |folder: &Path| {
        club(folder);
        let (place, wrote) = (folder.join("pipeline.toml"), "written");
        let pipeline = std::fs::read_to_string(&place).expect("there");
        another_name(folder);
        std::fs::write(&place, format!("{pipeline}names = \"fail\"\n")).expect(wrote);
        expect_exit(folder, &[&RUN[..], &["--quiet"]].concat(), 1);
        std::fs::write(&place, pipeline).expect(wrote);
    };
    at_moments(3, refused, &RUN, "kill");
}

mod needs_minutes {
    use super::*;

    /// Cuts a command off in both ways, which only `make faults` has the time for.
    fn at_every_moment_in_both_ways(prepare: impl Fn(&Path), arguments: &[&str]) {
        for how in ["kill", "fail"] {
            eprintln!("{arguments:?}: {} moments at which it may {how}", at_moments(1, &prepare, arguments, how));
        }
    }

    #[test]
    #[ignore = "needs minutes: make faults"]
    fn a_draft_that_is_replaced_is_the_old_one_or_the_new_one_at_any_moment() {
        let with_another_draft = |folder: &Path| {
            with_draft(folder);
            let report = folder.join("tournaments/evening.trf");
            let text = std::fs::read_to_string(&report).expect("there") + "\n";
            std::fs::write(report, text).expect("written");
        };
        at_every_moment_in_both_ways(with_another_draft, &["run", "pipeline.toml", "--list", "2024-02", "--draft"]);
    }

    #[test]
    #[ignore = "needs minutes: make faults"]
    fn a_draft_that_is_published_is_there_or_published_whatever_happens() {
        at_every_moment_in_both_ways(with_draft, &RUN);
    }

    #[test]
    #[ignore = "needs minutes: make faults"]
    fn lists_made_again_are_there_or_revised_whatever_happens() {
        at_every_moment_in_both_ways(corrected_club, &REGENERATE);
    }

    #[test]
    #[ignore = "needs minutes: make faults"]
    fn a_revision_of_a_revision_is_there_or_not_at_any_moment() {
        let revised = |folder: &Path| {
            corrected_club(folder);
            expect_exit(folder, &[&REGENERATE[..], &["--quiet"]].concat(), 0);
            let undone = "C2,2024-03-05,office,was played,,,,,correction,C1,undone\n";
            let corrections = std::fs::read_to_string(folder.join("corrections.csv")).expect("there") + undone;
            std::fs::write(folder.join("corrections.csv"), corrections).expect("written");
        };
        at_every_moment_in_both_ways(revised, &REGENERATE);
    }

    #[test]
    #[ignore = "needs minutes: make faults"]
    fn several_months_made_at_once_are_there_as_far_as_they_were_made_at_any_moment() {
        let with_roster = |folder: &Path| {
            club(folder);
            std::fs::write(folder.join("players.csv"), "fide_id,from,field,value\n100104,2024-03-15,title,CM\n").expect("written");
            add_settings(folder, "players = \"players.csv\"\n");
        };
        at_every_moment_in_both_ways(with_roster, &["regenerate", "pipeline.toml", "--from", "2024-02", "--to", "2024-03"]);
    }
}
