//! Why a list was revised, and why each player moved: everything that changed is named.

use super::{DRAW, causes, four, four_with_lists, make, regenerate, revisions};
use crate::support::expect_exit;

#[test]
fn a_revision_names_a_correction_and_a_new_report_and_each_player_with_what_bears_on_it() {
    let folder = four_with_lists();
    folder.corrections(DRAW);
    // 1002 is in both; 1005 and 1006 have nothing to do with the correction.
    folder.tournament("X1", "2024-01-20", &["1 1002 1005 1-0", "2 1005 1006 1-0"]);
    let planned = expect_exit(folder.path(), &["plan", "pipeline.toml", "--from", "2024-02"], 0);
    assert!(planned.out.contains("correction C1; new report X1"), "{}", planned.out);
    regenerate(&folder, &[]);
    assert_eq!(revisions(&folder, &["cause", "corrections"])[0], "correction C1; new report X1 | C1");
    assert_eq!(causes(&folder, "2024-02-01.r2", "1001"), "correction C1");
    assert_eq!(causes(&folder, "2024-02-01.r2", "1002"), "correction C1; new report X1");
    assert_eq!(causes(&folder, "2024-02-01.r2", "1006"), "new report X1");
    assert_eq!(causes(&folder, "2024-03-01.r2", "1006"), "the list of 2024-02-01 was revised");
}

#[test]
fn a_vanished_report_a_changed_one_the_registry_and_the_roster_are_named() {
    let folder = four();
    folder.tournament("X1", "2024-01-20", &["1 1005 1006 1-0"]).tournament("X2", "2024-01-21", &["1 1003 1005 1-0"]);
    make(&folder, &["2024-02"]);
    std::fs::remove_dir_all(folder.join("tournaments/X1")).expect("removed");
    folder.tournament("X2", "2024-01-21", &["1 1003 1005 0-1"]);
    folder.roster("1001,2024-01-05,title,FM\n");
    regenerate(&folder, &[]);
    let cause = revisions(&folder, &["cause"])[0].clone();
    assert_eq!(cause, "the report of X1 is gone; changed report X2; other rows of the roster");
    assert_eq!(causes(&folder, "2024-02-01.r2", "1005"), "changed report X2; the report of X1 is gone");
    assert_eq!(causes(&folder, "2024-02-01.r2", "1003"), "changed report X2");
}

#[test]
fn a_merge_by_the_roster_is_named_for_those_who_are_merged() {
    let folder = four();
    folder.tournament("F2", "2024-02-10", &["1 1005 1003 1-0"]);
    make(&folder, &["2024-02", "2024-03"]);
    folder.roster("1005,2024-02-15,merged_into,1001\n");
    regenerate(&folder, &[]);
    assert_eq!(revisions(&folder, &["cause"]), ["merge of 1005 into 1001; other rows of the roster"]);
    assert_eq!(causes(&folder, "2024-03-01.r2", "1001"), "merge of 1005 into 1001");
}

#[test]
fn one_list_revised_is_said_so() {
    let folder = four();
    make(&folder, &["2024-02"]);
    folder.corrections(DRAW);
    let said = expect_exit(folder.path(), &["regenerate", "pipeline.toml"], 0);
    assert!(said.out.contains("1 list revised. 2 players moved directly, 0 in consequence;"), "{}", said.out);
}
