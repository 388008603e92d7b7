//! Corrections that are refused: what is said, with which place, and what is left as it is.

use super::{DRAW, codes, four, four_with_lists, names, ratings, regenerate_to, report};
use crate::support::{Folder, Said, bytes_below, expect_exit};

const PIPELINE_RUN: &str = "run pipeline.toml --list 2024-02 --quiet";
const FLAGS_RUN: &str = "run --control rapid --list 2024-02 --previous lists/rapid/2024-01-01 --tournaments tournaments --corrections corrections --quiet --out lists/rapid/2024-02-01";

fn said(folder: &Folder, command: &str, code: i32) -> Said {
    expect_exit(folder.path(), &command.split(' ').collect::<Vec<_>>(), code)
}

#[test]
fn rows_that_cannot_be_applied_are_named_and_the_list_is_made_without_them() {
    for (row, code, message) in [
        ("C1,2024-04-10,arbiter,why,J1,1,1001,1002,result,0-1,1/2-1/2", "COR010", "expected 1001 - 1002 0-1, there is 1001 - 1002 1-0"),
        ("C1,2024-04-10,arbiter,why,J1,1,1002,1001,result,1-0,1/2-1/2", "COR010", "expected 1002 - 1001 1-0, there is 1001 - 1002 1-0"),
        ("C1,2024-04-10,arbiter,why,J1,2,1001,1002,result,1-0,1/2-1/2", "COR010", "neither has a game in that round"),
        (
            "C1,2024-04-10,arbiter,why,NONE,1,1001,1002,result,1-0,1/2-1/2",
            "COR014",
            "correction C1 changes nothing: no tournament NONE was handed in",
        ),
        ("C1,2024-04-10,arbiter,why,J1,,,,player,1005,1006", "COR010", "expected games of 1005, there is none"),
        ("C1,2024-04-10,arbiter,why,J1,,,,player,1002,1003", "COR012", "1003 has games in this event already"),
        (
            "C1,2024-04-10,arbiter,why,J1,,,,report,other.csv,new.trf",
            "COR010",
            "expected the report 'other.csv', it comes from 'J1/tournaments.csv'",
        ),
        ("C1,2025-02-02,arbiter,why,J1,1,1001,1002,result,1-0,1/2-1/2", "COR011", "dated more than 12 months before"),
    ] {
        for command in [PIPELINE_RUN, FLAGS_RUN] {
            let folder = four();
            folder.put("corrections/new.trf", report("2024-01-10", 1001, 1002, '0'));
            folder.corrections(&format!("{row}\n"));
            said(&folder, command, 0);
            assert_eq!(ratings(&folder, "2024-02-01"), ["1810", "1790", "1800", "1800"], "{row}");
            let table = crate::support::csv_rows(&folder.join("lists/rapid/2024-02-01/diagnostics.csv"));
            let found = table.iter().find(|row| row["code"] == code).unwrap_or_else(|| panic!("{row}: {table:?}"));
            assert!(found["message"].contains(message), "{row}: {found:?}");
            assert_eq!((found["file"].as_str(), found["line"].as_str()), ("2024.csv", "2"), "{row}");
            // What was said is part of the list and comes out again, whatever is corrected later.
            expect_exit(folder.path(), &["verify", "lists/rapid/2024-02-01", "--recompute"], 0);
        }
    }
}

#[test]
fn corrections_reach_back_a_year_and_further_only_on_request() {
    let rows = |received: &str| format!("C1,{received},arbiter,why,J1,1,1001,1002,result,1-0,1/2-1/2\n");
    for (received, more, fate) in [
        ("2025-02-01", &[][..], "2024-02-01 revised"),
        ("2025-02-02", &[], "2024-02-01 same"),
        ("2025-02-02", &["--beyond-limit"], "2024-02-01 revised"),
    ] {
        let folder = four_with_lists();
        folder.corrections(&rows(received));
        let is_applied = fate.ends_with("revised");
        assert_eq!(regenerate_to(&folder, more, i32::from(!is_applied))[0], fate, "{received}");
        assert_eq!(names(&folder.join("lists/rapid")).contains(&"2024-02-01.r2".to_owned()), is_applied, "{received}");
        if is_applied {
            expect_exit(folder.path(), &["verify", "lists/rapid/2024-02-01.r2", "--recompute"], 0);
        }
    }
    for (received, more, drawn) in [("2025-02-01", "", true), ("2025-02-02", "", false), ("2025-02-02", " --beyond-limit", true)] {
        let folder = four();
        folder.corrections(&rows(received));
        said(&folder, &format!("{FLAGS_RUN}{more}"), 0);
        assert_eq!(ratings(&folder, "2024-02-01")[0] == "1800", drawn, "{received}{more}");
        assert_eq!(codes(&folder, "2024-02-01").contains(&"COR011".to_owned()), !drawn, "{received}{more}");
    }
}

#[test]
fn regenerate_and_its_plan_say_which_corrections_they_do_not_apply_and_why() {
    let folder = four_with_lists();
    folder.corrections("C1,2024-04-10,arbiter,why,J1,1,1001,1002,result,0-1,1/2-1/2\n");
    let before = bytes_below(&folder.join("lists"));
    for (command, code) in [("plan pipeline.toml --from 2024-02", 0), ("regenerate pipeline.toml", 1)] {
        let said = said(&folder, command, code);
        assert!(
            said.err.contains("2024.csv:2:49: COR010: correction C1 is refused: J1: round 1: expected 1001 - 1002 0-1"),
            "{}",
            said.err
        );
    }
    assert_eq!(bytes_below(&folder.join("lists")), before);
}

#[test]
fn a_correction_that_is_refused_does_not_keep_the_others_from_being_applied() {
    let folder = four_with_lists();
    folder.corrections(&format!("{DRAW}C2,2024-04-11,arbiter,why,J1,1,1001,1002,result,1-0,0-1\n"));
    regenerate_to(&folder, &[], 1);
    // C2 finds the draw of C1 where it expects a win.
    assert_eq!(ratings(&folder, "2024-02-01.r2"), ["1800", "1800", "1800", "1800"]);
    // LST014: the first list does not tell when its players last had a game.
    assert_eq!(codes(&folder, "2024-02-01.r2"), ["LST014", "COR010"]);
    expect_exit(folder.path(), &["verify", "lists/rapid/2024-02-01.r2", "--recompute"], 0);
    assert_eq!(regenerate_to(&folder, &[], 1)[0], "2024-02-01 proved");
}
