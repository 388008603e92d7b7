//! Corrections that are in force and in no list: every command names them until they are mended or undone.

use super::{DRAW, codes, four, four_with_lists, json, make, names, ratings};
use crate::support::{Folder, Said, bytes_below, expect_exit};

const WRONG: &str = "C1,2024-04-10,arbiter,why,J1,1,1001,1002,result,0-1,1/2-1/2\n";
const REFUSED: &str = "COR010: correction C1 is refused: J1: round 1: expected 1001 - 1002 0-1, there is 1001 - 1002 1-0";

fn said(folder: &Folder, command: &str, code: i32) -> Said {
    expect_exit(folder.path(), &command.split(' ').collect::<Vec<_>>(), code)
}

#[test]
fn a_correction_that_could_not_be_applied_is_named_by_every_command_until_it_is_undone() {
    let folder = four();
    folder.corrections(WRONG);
    make(&folder, &["2024-02"]);
    // The list names it as not applied; the next ones name it, too, and so does whoever looks.
    for (command, code) in [
        ("run pipeline.toml --list 2024-03", 0),
        ("plan pipeline.toml --list 2024-04", 0),
        ("plan pipeline.toml --from 2024-02", 0),
        ("regenerate pipeline.toml", 1),
        ("regenerate pipeline.toml", 1),
    ] {
        let said = said(&folder, command, code);
        assert!(said.err.contains(REFUSED), "{command}: {}", said.err);
    }
    let status = json(&said(&folder, "status pipeline.toml --on 2024-03-15 --json", 0));
    assert!(status["corrections_not_applied"][0].as_str().expect("a line").contains(REFUSED), "{status}");
    let document = said(&folder, "status pipeline.toml --on 2024-03-15", 0).out;
    assert!(document.contains("Not applied") && document.contains("correction C1 is refused"), "{document}");
    let run = json(&said(&folder, "plan pipeline.toml --list 2024-04 --json", 0));
    assert!(run["corrections_not_applied"][0].as_str().expect("a line").starts_with("2024.csv:2:49: COR010: correction C1"), "{run}");

    folder.corrections(&format!("{WRONG}U1,2024-04-12,arbiter,why,,,,,correction,C1,undone\n"));
    let undone = said(&folder, "regenerate pipeline.toml", 0);
    assert!(!undone.err.contains("C1"), "{}", undone.err);
    assert!(!said(&folder, "plan pipeline.toml --list 2024-04", 0).err.contains("C1"));
}

#[test]
fn a_correction_received_after_its_list_and_refused_is_named_until_it_is_mended() {
    let folder = four_with_lists();
    folder.corrections(WRONG);
    for _ in 0..2 {
        let said = said(&folder, "regenerate pipeline.toml", 1);
        assert!(said.err.contains(REFUSED) && said.err.contains("warning: corrections are not applied"), "{}", said.err);
        assert!(!said.err.contains("which rated J1"), "it was tried: {}", said.err);
    }
    // The next run cannot know why, but that the list of February lacks it.
    let run = said(&folder, "run pipeline.toml --list 2024-05", 0);
    assert!(run.err.contains("correction C1 is not in the list of 2024-02-01"), "{}", run.err);
    folder.corrections(DRAW);
    said(&folder, "regenerate pipeline.toml", 0);
    assert_eq!(ratings(&folder, "2024-02-01.r2"), ["1800", "1800", "1800", "1800"]);
}

#[test]
fn a_correction_of_a_tournament_that_nobody_handed_in_fails_and_one_of_a_waiting_tournament_does_not() {
    let folder = four_with_lists();
    folder.corrections("C1,2024-04-10,arbiter,why,J9,1,1001,1002,result,1-0,1/2-1/2\n");
    let said_of = |code| said(&folder, "regenerate pipeline.toml", code);
    assert!(said_of(1).err.contains("correction C1 changes nothing so far: no list has rated a tournament 'J9'"));
    let run = said(&folder, "run pipeline.toml --list 2024-05", 0);
    assert!(run.err.contains("COR014: correction C1 changes nothing: no tournament J9 was handed in"), "{}", run.err);
    folder.put("tournaments/J9.trf", super::report("2024-05-10", 1001, 1002, '1'));
    said_of(0);
}

#[test]
fn one_bad_row_is_named_and_left_out_and_the_others_apply() {
    for (row, place) in [
        ("C2,2024-04-10,arbiter,why,J1,1,1001,1002,result,1-0", "2024.csv:3: COR001"),
        ("C2,10/04/24,arbiter,why,J1,1,1001,1002,result,1-0,0-1", "2024.csv:3:4: COR002"),
        ("C2,2024-04-10,,why,J1,1,1001,1002,result,1-0,0-1", "2024.csv:3:15: COR002"),
        ("C2,2024-04-10,arbiter,why,J1,1,1001,1002,rating,1-0,0-1", "2024.csv:3:42: COR002"),
        ("C2,2024-04-10,arbiter,why,J1,1,,,withdrawn,false,true", "2024.csv:3:30: COR003"),
        ("C2,2024-04-10,arbiter,why,,,,,correction,C9,undone", "2024.csv:3:42: COR005"),
        ("C2,2024-04-10,arbiter,why,,,,,merge,1001,1001", "2024.csv:3:42: COR002"),
        ("C2,2024-04-10,arbiter,why,J1,,,,report,J1/tournaments.csv,gone.trf", "2024.csv:3:59: COR007"),
    ] {
        let folder = four_with_lists();
        folder.corrections(&format!("{DRAW}{row}\n"));
        let before = bytes_below(folder.path());
        let planned = said(&folder, "plan pipeline.toml --from 2024-02", 0);
        assert!(planned.err.contains(place), "{row}: {}", planned.err);
        let strict = said(&folder, "run pipeline.toml --list 2024-05 --strict", 3);
        assert!(strict.err.contains(place) && strict.err.contains("strict: 1 problem(s)"), "{row}: {}", strict.err);
        assert_eq!(bytes_below(folder.path()), before, "{row}");
        let said_of = said(&folder, "regenerate pipeline.toml", 1);
        assert!(said_of.err.contains(place), "{row}: {}", said_of.err);
        assert_eq!(ratings(&folder, "2024-02-01.r2"), ["1800", "1800", "1800", "1800"], "{row}");
        // Which list it belongs to is not known, so it is in none, and what is made can be made again once it is mended.
        assert!(!codes(&folder, "2024-02-01.r2").iter().any(|code| code.starts_with("COR")), "{row}");
        let run = said(&folder, "run pipeline.toml --list 2024-05", 0);
        assert!(run.err.contains(place), "{row}: {}", run.err);
        folder.corrections(DRAW);
        for list in ["2024-02-01.r2", "2024-05-01"] {
            said(&folder, &format!("verify lists/rapid/{list} --recompute"), 0);
        }
        said(&folder, "regenerate pipeline.toml", 0);
    }
}

#[test]
fn rows_that_contradict_each_other_are_left_out_and_what_rests_on_them_too() {
    let folder = four();
    folder.corrections(
        "C1,2024-01-10,arbiter,why,J1,1,1001,1002,result,1-0,0-1\n\
         C1,2024-01-11,arbiter,why,F1,,,,withdrawn,false,true\n\
         U1,2024-01-12,arbiter,why,,,,,correction,C1,undone\n\
         C2,2024-01-12,arbiter,why,J1,1,1001,1002,result,1-0,1/2-1/2\n",
    );
    let said_of = said(&folder, "run pipeline.toml --list 2024-02", 0);
    for place in ["2024.csv:2:1: COR004", "2024.csv:3:1: COR004", "2024.csv:4:42: COR005"] {
        assert!(said_of.err.contains(place), "{place}: {}", said_of.err);
    }
    assert_eq!(ratings(&folder, "2024-02-01")[0], "1800");
}

#[test]
fn a_slip_in_the_row_of_a_correction_that_a_list_has_does_not_take_it_back() {
    let folder = four();
    folder.corrections(DRAW);
    make(&folder, &["2024-02"]);
    folder.corrections(&DRAW.replace("1/2-1/2", "1/2-1/"));
    let said_of = said(&folder, "regenerate pipeline.toml", 3);
    let message = "error: correction C1 is in the list of 2024-02-01, and its row cannot be read any more";
    assert!(said_of.err.contains(message) && said_of.err.contains("2024.csv:2:62: COR002"), "{}", said_of.err);
    assert_eq!(names(&folder.join("lists/rapid")), ["2024-01-01", "2024-02-01"]);
}

#[test]
fn a_file_that_is_no_table_of_corrections_stops_everything() {
    let folder = four();
    folder.put("corrections/2024.csv", crate::month::CORRECTIONS.replace(",old,new", ",old"));
    assert!(said(&folder, "run pipeline.toml --list 2024-02", 3).err.contains("it has no column new"));
}
