//! Which version of a list is read: the newest, the first, or the one that was known on a day.

use super::{DRAW, four_with_lists, json, names, ratings, regenerate};
use crate::month::Month;
use crate::support::{Folder, bytes_below, expect_exit};

const UNDO: &str = "U1,2024-04-20,arbiter,it was right,,,,,correction,C1,undone\n";

/// A correction received on 2024-04-10 and undone on 2024-04-20, both carried out, and one more game between 1001 and 1003.
fn corrected_and_undone() -> Month {
    let folder = four_with_lists();
    folder.corrections(DRAW);
    regenerate(&folder, &[]);
    folder.corrections(&format!("{DRAW}{UNDO}"));
    regenerate(&folder, &[]);
    folder.tournament("A1", "2024-04-10", &["1 1002 1004 1-0"]);
    folder
}

/// The rating of 1002 on the list of May, planned with these versions. 1780 beats 1810 (0.54): 10.8; 1790 beats 1810 (0.53): 10.6.
fn planned(folder: &Folder, more: &[&str]) -> i64 {
    let arguments = [&["plan", "pipeline.toml", "--list", "2024-05", "--json"][..], more].concat();
    let reported = json(&expect_exit(folder.path(), &arguments, 0));
    let gains = reported["summary"]["largest_gains"].as_array().expect("gains");
    gains.iter().find(|mover| mover["fide_id"] == 1002).and_then(|mover| mover["after"].as_i64()).expect("1002 gains")
}

#[test]
fn plan_reads_the_requested_version() {
    let folder = corrected_and_undone();
    assert_eq!(planned(&folder, &[]), 1791);
    assert_eq!(planned(&folder, &["--as-published"]), 1791);
    assert_eq!(planned(&folder, &["--as-known", "2024-04-09"]), 1791);
    assert_eq!(planned(&folder, &["--as-known", "2024-04-10"]), 1801);
    assert_eq!(planned(&folder, &["--as-known", "2024-04-19"]), 1801);
    assert_eq!(planned(&folder, &["--as-known", "2024-04-20"]), 1791);
}

#[test]
fn an_undone_undo_is_known_from_its_own_day() {
    let folder = corrected_and_undone();
    folder.corrections(&format!("{DRAW}{UNDO}U2,2024-04-25,arbiter,it was not,,,,,correction,U1,undone\n"));
    regenerate(&folder, &["--to", "2024-04"]);
    assert_eq!(planned(&folder, &["--as-known", "2024-04-24"]), 1791);
    assert_eq!(planned(&folder, &["--as-known", "2024-04-25"]), 1801);
    assert_eq!(planned(&folder, &[]), 1801);
}

#[test]
fn run_builds_on_the_requested_version_and_can_be_verified_afterwards() {
    for (more, rating) in
        [(&[][..], "1791"), (&["--as-published"], "1791"), (&["--as-known", "2024-04-15"], "1801"), (&["--as-known", "2024-04-09"], "1791")]
    {
        let folder = corrected_and_undone();
        expect_exit(folder.path(), &[&["run", "pipeline.toml", "--list", "2024-05", "--quiet"][..], more].concat(), 0);
        assert_eq!(ratings(&folder, "2024-05-01")[1], rating, "{more:?}");
        expect_exit(folder.path(), &["verify", "lists/rapid/2024-05-01", "--recompute"], 0);
    }
}

#[test]
fn as_known_leaves_out_corrections_of_the_list_itself_that_came_later() {
    let folder = four_with_lists();
    folder.tournament("A1", "2024-04-10", &["1 1001 1003 1/2-1/2"]);
    folder.corrections("C9,2024-05-10,arbiter,wrong result,A1,1,1001,1003,result,1/2-1/2,0-1\n");
    // 1820 and 1790: a draw costs 0.04, a loss 0.54.
    for (day, rating) in [("2024-05-09", "1819"), ("2024-05-10", "1809")] {
        let out = format!("by-{day}/2024-05-01");
        let command = format!(
            "run --control rapid --list 2024-05 --previous lists/rapid/2024-04-01 --tournaments tournaments --corrections corrections --as-known {day} --quiet --out {out}"
        );
        expect_exit(folder.path(), &command.split(' ').collect::<Vec<_>>(), 0);
        let list = crate::support::csv_rows(&folder.join(&out).join("list.csv"));
        assert_eq!((list[0]["fide_id"].as_str(), list[0]["rating"].as_str()), ("1001", rating), "{day}");
    }
}

#[test]
fn a_run_names_the_list_that_lacks_a_correction_until_it_is_regenerated() {
    let folder = four_with_lists();
    folder.corrections(DRAW);
    folder.tournament("A1", "2024-04-10", &["1 1002 1004 1-0"]);
    let plan = ["plan", "pipeline.toml", "--list", "2024-05"];
    let warning = "correction C1 is not in the list of 2024-02-01, which was made without it: regenerate from 2024-02";
    assert!(expect_exit(folder.path(), &plan, 0).err.contains(warning));
    let reported = json(&expect_exit(folder.path(), &[&plan[..], &["--json"]].concat(), 0));
    assert_eq!(reported["pending_corrections"][0]["correction"], "C1");
    regenerate(&folder, &[]);
    assert!(!expect_exit(folder.path(), &plan, 0).err.contains("correction C1"));
    // One that comes too late for its list is not to be made up for by making it again, and is named as refused.
    folder.corrections(&DRAW.replace("2024-04-10", "2025-02-02"));
    let said = expect_exit(folder.path(), &[&plan[..], &["--as-published"]].concat(), 0);
    assert!(said.err.contains("COR011: correction C1 is refused: J1: the list of 2024-02-01 is dated more than 12 months"), "{}", said.err);
    assert!(!said.err.contains("regenerate from"), "{}", said.err);
}

#[test]
fn a_run_of_a_list_that_was_revised_has_nothing_to_do() {
    let folder = four_with_lists();
    folder.corrections(DRAW);
    regenerate(&folder, &[]);
    let before = bytes_below(&folder.join("lists"));
    for month in ["2024-02", "2024-04"] {
        let reported = json(&expect_exit(folder.path(), &["run", "pipeline.toml", "--list", month, "--json"], 0));
        assert_eq!(reported["status"], "nothing-to-do", "{month}");
    }
    assert_eq!(bytes_below(&folder.join("lists")), before);
}

#[test]
fn a_list_as_known_earlier_never_becomes_the_newest_version() {
    let folder = four_with_lists();
    folder.corrections(DRAW);
    regenerate(&folder, &[]);
    // As it was known then, the first versions stand.
    assert_eq!(regenerate(&folder, &["--as-known", "2024-04-09"]), ["2024-02-01 proved", "2024-03-01 proved", "2024-04-01 proved"]);
    // Something that was known then and is not carried out would have to stand above what came later.
    folder.corrections(&format!("{DRAW}C0,2024-04-01,arbiter,wrong result,J1,1,1003,1004,result,1/2-1/2,1-0\n"));
    let before = names(&folder.join("lists/rapid"));
    let said = expect_exit(folder.path(), &["regenerate", "pipeline.toml", "--as-known", "2024-04-09"], 2);
    assert!(said.err.contains("2024-02-01.r2 rests on what was received later"), "{}", said.err);
    assert_eq!(names(&folder.join("lists/rapid")), before);
    // A plan may ask all the same.
    let planned =
        json(&expect_exit(folder.path(), &["plan", "pipeline.toml", "--from", "2024-02", "--as-known", "2024-04-09", "--json"], 0));
    assert_eq!(super::fates(&planned)[0], "2024-02-01 revised");
}
