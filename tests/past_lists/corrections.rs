//! Every kind of correction, from a pipeline file and from flags.

use super::{DRAW, four, four_with_lists, make, moved, names, ratings, regenerate, report, revisions, state};
use crate::support::{Folder, bytes_below, expect_exit, parquet, rows};

/// A correction of this kind, with the fields from `tournament_id` on.
fn row(id: &str, fields: &str) -> String {
    format!("{id},2024-04-10,arbiter,as the letter says,{fields}\n")
}

/// The list of February 2024 by flags, with the corrections of the folder.
fn by_flags(folder: &Folder, out: &str) {
    let flags = "run --control rapid --list 2024-02 --previous lists/rapid/2024-01-01 --tournaments tournaments --corrections corrections --quiet --out";
    expect_exit(folder.path(), &flags.split(' ').chain([out]).collect::<Vec<_>>(), 0);
}

#[test]
fn a_correction_changes_a_result() {
    let folder = four();
    folder.corrections(DRAW);
    by_flags(&folder, "out/2024-02-01");
    make(&folder, &["2024-02"]);
    assert_eq!(ratings(&folder, "2024-02-01"), ["1800", "1800", "1800", "1800"]);
    let list = |place: &str| std::fs::read_to_string(folder.join(place)).expect("a list");
    assert_eq!(list("out/2024-02-01/list.csv"), list("lists/rapid/2024-02-01/list.csv"));
    let manifest = list("lists/rapid/2024-02-01/manifest.json");
    assert!(manifest.contains("\"role\": \"correction\""), "{manifest}");
}

#[test]
fn a_correction_withdraws_a_tournament() {
    let folder = four_with_lists();
    folder.corrections(&row("C2", "F1,,,,withdrawn,false,true"));
    assert_eq!(regenerate(&folder, &[]), ["2024-02-01 proved", "2024-03-01 revised", "2024-04-01 revised"]);
    // Nobody plays in February; in March 1800 beats 1790.
    assert_eq!(ratings(&folder, "2024-03-01.r2"), ["1810", "1790", "1800", "1800"]);
    assert_eq!(ratings(&folder, "2024-04-01.r2"), ["1810", "1780", "1800", "1810"]);
    assert!(moved(&folder, "2024-03-01.r2").ends_with("1001,1820,1810,direct,C2\n1003,1790,1800,direct,C2\n"));
    let judged = rows(&parquet(&folder.join("lists/rapid/2024-03-01.r2/tournaments.parquet")));
    let withdrawn = judged.iter().find(|row| row["tournament_id"] == "F1").expect("F1");
    assert_eq!((withdrawn["status"].as_str(), withdrawn["reason"].as_str()), ("refused", "withdrawn"));
    // Undone, it is rated again on the list that rated it first.
    folder.corrections(&format!("{}{}", row("C2", "F1,,,,withdrawn,false,true"), row("U2", ",,,,correction,C2,undone")));
    assert_eq!(regenerate(&folder, &[]), ["2024-02-01 proved", "2024-03-01 revised", "2024-04-01 revised"]);
    assert_eq!(ratings(&folder, "2024-04-01.r3"), ["1820", "1780", "1790", "1810"]);
}

#[test]
fn a_newer_report_replaces_a_report_file() {
    let folder = four();
    folder.put("tournaments/K1.trf", report("2024-01-20", 1003, 1004, '1'));
    folder.put("corrections/K1-new.trf", report("2024-01-20", 1003, 1004, '0'));
    make(&folder, &["2024-02"]);
    assert_eq!(ratings(&folder, "2024-02-01"), ["1810", "1790", "1810", "1790"]);
    folder.corrections(&row("C3", "K1,,,,report,K1.trf,K1-new.trf"));
    assert_eq!(regenerate(&folder, &[]), ["2024-02-01 revised"]);
    assert_eq!(ratings(&folder, "2024-02-01.r2"), ["1810", "1790", "1790", "1810"]);
    assert!(moved(&folder, "2024-02-01.r2").ends_with("1003,1810,1790,direct,C3\n1004,1790,1810,direct,C3\n"));
    // The newer report is an input like any other, so the list is proved by it.
    assert_eq!(regenerate(&folder, &[]), ["2024-02-01 proved"]);
    expect_exit(folder.path(), &["verify", "lists/rapid/2024-02-01.r2", "--recompute"], 0);
    expect_exit(folder.path(), &["verify", "lists/rapid/2024-02-01", "--recompute"], 0);
    folder.put("corrections/K1-new.trf", report("2024-01-20", 1003, 1004, '='));
    let said = expect_exit(folder.path(), &["verify", "lists/rapid/2024-02-01.r2"], 6);
    assert!(said.err.contains("K1-new.trf (corrections) has changed"), "{}", said.err);
    assert_eq!(regenerate(&folder, &[]), ["2024-02-01 revised"]);
    assert_eq!(ratings(&folder, "2024-02-01.r3"), ["1810", "1790", "1800", "1800"]);
}

#[test]
fn a_newer_report_replaces_a_tournament_of_a_bundle() {
    let folder = four_with_lists();
    folder.put("corrections/F1-new.trf", report("2024-02-10", 1001, 1003, '0'));
    folder.corrections(&row("C3", "F1,,,,report,F1/tournaments.csv,F1-new.trf"));
    // The list of February read F1, which had to wait, so it is looked at.
    assert_eq!(regenerate(&folder, &[]), ["2024-02-01 same", "2024-03-01 revised", "2024-04-01 revised"]);
    // The higher rated by 10 loses: 20 x 0.51.
    assert_eq!(ratings(&folder, "2024-03-01.r2"), ["1800", "1790", "1810", "1800"]);
    assert_eq!(regenerate(&folder, &[])[1..], ["2024-03-01 proved", "2024-04-01 proved"]);
    expect_exit(folder.path(), &["verify", "lists/rapid/2024-03-01.r2", "--recompute"], 0);
}

#[test]
fn a_correction_adds_a_tournament_that_was_not_submitted() {
    let folder = four_with_lists();
    folder.put("corrections/lost.trf", report("2024-02-20", 1003, 1004, '0'));
    folder.corrections(&row("C3", "LOST,,,,report,,lost.trf"));
    let fates = regenerate(&folder, &[]);
    assert_eq!(fates[1..], ["2024-03-01 revised", "2024-04-01 revised"], "{fates:?}");
    assert!(!names(&folder.join("lists/rapid")).contains(&"2024-02-01.r2".to_owned()));
    // F1 costs 1003 0.49, the lost game 0.50 (1800 both in February): 20 x 0.99.
    assert_eq!(ratings(&folder, "2024-03-01.r2"), ["1820", "1790", "1780", "1810"]);
    assert!(moved(&folder, "2024-03-01.r2").ends_with("1003,1790,1780,direct,C3\n1004,1800,1810,direct,C3\n"));
}

#[test]
fn a_newer_report_replaces_one_that_could_not_be_read() {
    let folder = four();
    folder.put("tournaments/K1.trf", "012 Garbled\n");
    folder.put("corrections/K1-new.trf", report("2024-01-20", 1003, 1004, '0'));
    make(&folder, &["2024-02", "2024-03"]);
    folder.corrections(&row("C3", "K1,,,,report,K1.trf,K1-new.trf"));
    // It belongs to the first list that could have rated it, not to the next one.
    assert_eq!(regenerate(&folder, &[]), ["2024-02-01 revised", "2024-03-01 revised"]);
    assert_eq!(ratings(&folder, "2024-02-01.r2"), ["1810", "1790", "1790", "1810"]);
}

#[test]
fn a_correction_replaces_a_player() {
    let folder = four_with_lists();
    folder.corrections(&row("C4", "J1,,,,player,1002,1005"));
    regenerate(&folder, &[]);
    assert_eq!(ratings(&folder, "2024-02-01.r2"), ["1810", "1800", "1800", "1800"]);
    assert_eq!(state(&folder, "2024-02-01.r2")["1005"]["rating"], "1790");
    assert!(moved(&folder, "2024-02-01.r2").ends_with("1002,1790,1800,direct,C4\n1005,1800,1790,direct,C4\n"));
}

#[test]
fn a_newer_report_takes_the_place_of_earlier_corrections_of_its_tournament() {
    let folder = four_with_lists();
    folder.put("corrections/F1-new.trf", report("2024-02-10", 1001, 1003, '0'));
    let draw = "C1,2024-04-09,arbiter,wrong result,F1,1,1001,1003,result,1-0,1/2-1/2\n";
    folder.corrections(&format!("{draw}{}", row("C3", "F1,,,,report,F1/tournaments.csv,F1-new.trf")));
    regenerate(&folder, &[]);
    assert_eq!(ratings(&folder, "2024-03-01.r2"), ["1800", "1790", "1810", "1800"]);
    assert!(super::codes(&folder, "2024-03-01.r2").contains(&"COR015".to_owned()));
    expect_exit(folder.path(), &["verify", "lists/rapid/2024-03-01.r2", "--recompute"], 0);
    // Received after it, a correction is about the newer report.
    let after = "C5,2024-04-11,arbiter,wrong result,F1,1,1001,1003,result,0-1,1/2-1/2\n";
    folder.corrections(&format!("{}{after}", row("C3", "F1,,,,report,F1/tournaments.csv,F1-new.trf")));
    regenerate(&folder, &[]);
    // 1810 draws with 1800: 0.2 each way.
    assert_eq!(ratings(&folder, "2024-03-01.r3"), ["1810", "1790", "1800", "1800"]);
}

#[test]
fn an_undone_correction_gives_the_original_bytes_and_an_undone_undo_those_of_the_correction() {
    let folder = four_with_lists();
    folder.corrections(DRAW);
    regenerate(&folder, &[]);
    let undo = "U1,2024-04-20,arbiter,it was right,,,,,correction,C1,undone\n";
    folder.corrections(&format!("{DRAW}{undo}"));
    assert_eq!(regenerate(&folder, &[]), ["2024-02-01 revised", "2024-03-01 revised", "2024-04-01 revised"]);
    let version = |name: String| bytes_below(&folder.join(&format!("lists/rapid/{name}")));
    for list in ["2024-02-01", "2024-03-01", "2024-04-01"] {
        assert_eq!(version(format!("{list}.r3")), version(list.to_owned()), "{list}");
        assert_ne!(version(format!("{list}.r2")), version(list.to_owned()), "{list}");
    }
    assert_eq!(
        revisions(&folder, &["list", "revision", "cause", "known_from", "players_moved", "players_moved_directly"])[1],
        "2024-02-01 | 3 | correction C1 undone | 2024-04-20 | 2 | 2"
    );
    assert!(
        moved(&folder, "2024-02-01.r3").ends_with("1001,1800,1810,direct,C1\n1002,1800,1790,direct,C1\n"),
        "{}",
        moved(&folder, "2024-02-01.r3")
    );
    folder.corrections(&format!("{DRAW}{undo}U2,2024-04-25,arbiter,it was not,,,,,correction,U1,undone\n"));
    regenerate(&folder, &[]);
    for list in ["2024-02-01", "2024-03-01", "2024-04-01"] {
        assert_eq!(version(format!("{list}.r4")), version(format!("{list}.r2")), "{list}");
    }
    assert_eq!(revisions(&folder, &["known_from"])[2], "2024-04-25");
}

#[test]
fn corrections_of_a_round_robin_change_the_whole_table() {
    let folder = four();
    folder.tournament("J1", "2024-01-10", &["1 1001 1002 1-0", "1 1003 1004 1-0", "2 1001 1003 1-0", "2 1002 1004 1-0"]);
    make(&folder, &["2024-02"]);
    // Two points: 20; one: 0; none: - 20.
    assert_eq!(ratings(&folder, "2024-02-01"), ["1820", "1800", "1800", "1780"]);
    folder.corrections(&format!("{DRAW}C2,2024-04-11,arbiter,colours,J1,2,1002,1004,result,1-0,0-1\n"));
    regenerate(&folder, &[]);
    assert_eq!(ratings(&folder, "2024-02-01.r2"), ["1810", "1790", "1800", "1800"]);
    assert_eq!(revisions(&folder, &["corrections", "cause"]), ["C1 C2 | correction C1, C2"]);
}
