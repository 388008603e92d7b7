//! Tests of reading corrections: which are in force, and which are refused.

use super::{CorrectionKind, CorrectionLimit, Corrections, read_corrections};
use crate::AmendmentError;
use ingest::IngestError;
use model::{Date, GameResult, PlayerRef, SideResult, parse_iso_date};
use rulebook::CorrectionReach;
use std::fs;
use std::sync::Arc;

const HEADER: &str = "correction_id,received,by,reason,tournament_id,round,white,black,field,old,new\n";

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, rows) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        let header = if name.ends_with(".csv") { HEADER } else { "" };
        fs::write(path, format!("{header}{rows}")).expect("written");
    }
    folder
}

fn read(rows: &str) -> Corrections {
    read_corrections(&folder(&[("c.csv", rows)]).path().join("c.csv")).expect("readable")
}

/// The messages of corrections that are refused.
fn refused(rows: &str) -> Vec<String> {
    refused_folder(&folder(&[("c.csv", rows)]))
}

fn refused_folder(folder: &tempfile::TempDir) -> Vec<String> {
    let diagnostics = match read_corrections(folder.path()) {
        Ok(read) => {
            assert!(!read.left_out.is_empty() && read.diagnostics.is_empty(), "{read:?}");
            read.left_out
        }
        Err(AmendmentError::Corrections { diagnostics, .. }) => diagnostics,
        Err(other) => panic!("{other:?}"),
    };
    assert!(diagnostics.iter().all(|d| d.is_error() && d.hint.is_some()), "{diagnostics:?}");
    diagnostics.iter().map(ToString::to_string).collect()
}

fn day(text: &str) -> Date {
    parse_iso_date(text).expect("a date")
}

fn ids(corrections: &Corrections, as_known: Option<&str>) -> Vec<String> {
    corrections.in_force(as_known.map(day)).iter().map(|row| row.id.clone()).collect()
}

#[test]
fn every_kind_is_read() {
    let folder = folder(&[
        (
            "c.csv",
            "C1,2024-05-01,Office,\"Typing error, round 3\",T1,3,1500010,1500011,result,1-0,1/2-1/2\n\
             C2,2024-05-02,Office,Fair play,T1,,,,withdrawn,false,true\n\
             C3,2024-05-03,Office,Newer file,T2,,,,report,may/t2.trf,newer/t2.trf\n\
             C4,2024-05-04,Office,Wrong id,T2,,,,player,1500012,1500013\n\
             C5,2024-05-05,Office,Same person,,,,,merge,1500014,1500015\n\
             C6,2024-05-06,Office,Was right,,,,,correction,C2,undone\n",
        ),
        ("newer/t2.trf", "012 Open\n"),
    ]);
    let read = read_corrections(folder.path()).expect("readable");
    let t = |id: &str| -> Arc<str> { id.into() };
    let kinds: Vec<_> = read.rows.iter().map(|row| row.kind.clone()).collect();
    assert_eq!(
        kinds,
        [
            CorrectionKind::Result {
                tournament_id: t("T1"),
                round: 3,
                white: 1_500_010,
                black: 1_500_011,
                old: GameResult::new(SideResult::Win, SideResult::Loss),
                new: GameResult::new(SideResult::Draw, SideResult::Draw),
            },
            CorrectionKind::Withdrawn { tournament_id: t("T1") },
            CorrectionKind::Report { tournament_id: t("T2"), old: "may/t2.trf".into(), new: "newer/t2.trf".into() },
            CorrectionKind::Player { tournament_id: t("T2"), old: PlayerRef::id(1_500_012).expect("an id"), new: 1_500_013 },
            CorrectionKind::Merge { old: 1_500_014, new: 1_500_015 },
            CorrectionKind::Undo { correction_id: "C2".into() },
        ]
    );
    let first = &read.rows[0];
    assert_eq!((first.by.as_str(), first.reason.as_str(), first.received), ("Office", "Typing error, round 3", day("2024-05-01")));
    assert_eq!((&*first.file, first.line), ("c.csv", 2));
    assert_eq!(read.inputs.len(), 1);
    assert_eq!((read.inputs[0].role.clone(), read.inputs[0].path.as_str()), (model::InputRole::Corrections, "c.csv"));
}

#[test]
fn the_hash_is_of_the_fields_and_not_of_how_they_are_written() {
    let hash = |text: &str| {
        let folder = folder(&[]);
        fs::write(folder.path().join("c.csv"), text).expect("written");
        read_corrections(folder.path()).expect("readable").rows[0].sha256.clone()
    };
    let plain = hash(&format!("{HEADER}C1,2024-05-01,Office,Why,T1,,,,withdrawn,false,true\n"));
    assert_eq!(plain, store::sha256_hex(b"C1\n2024-05-01\nOffice\nWhy\nT1\n\n\n\nwithdrawn\nfalse\ntrue\n"));
    let turned = "new,old,field,black,white,round,tournament_id,reason,by,received,correction_id\r\n\
                  true,false,withdrawn,,,,T1,\"Why\", Office ,2024-05-01,C1\r\n";
    assert_eq!(hash(turned), plain);
    assert_ne!(hash(&format!("{HEADER}C1,2024-05-01,Office,Why,T2,,,,withdrawn,false,true\n")), plain);
}

#[test]
fn files_of_a_folder_come_by_name_and_an_empty_folder_corrects_nothing() {
    let row = |id: &str| format!("{id},2024-05-01,Office,Why,T1,,,,withdrawn,false,true\n");
    let folder =
        folder(&[("b.csv", &row("X")), ("a.csv", &row("Y")), ("a.txt", "no table"), (".hidden.csv", "no rows"), ("sub/c.csv", "x")]);
    let read = read_corrections(folder.path()).expect("readable");
    assert_eq!(read.rows.iter().map(|row| row.id.as_str()).collect::<Vec<_>>(), ["Y", "X"]);
    let empty = tempfile::tempdir().expect("a folder");
    assert!(read_corrections(empty.path()).expect("readable").rows.is_empty());
    assert!(matches!(read_corrections(&empty.path().join("gone")), Err(AmendmentError::Unreadable(IngestError::Missing { .. }))));
}

#[test]
fn corrections_are_known_from_the_day_they_are_received_and_come_by_day_then_id() {
    let read = read(
        "C3,2024-05-02,Office,Why,T1,,,,withdrawn,false,true\n\
         C2,2024-05-02,Office,Why,T2,,,,withdrawn,false,true\n\
         C9,2024-05-01,Office,Why,T3,,,,withdrawn,false,true\n",
    );
    assert_eq!(ids(&read, Some("2024-04-30")), Vec::<String>::new());
    assert_eq!(ids(&read, Some("2024-05-01")), ["C9"]);
    assert_eq!(ids(&read, Some("2024-05-02")), ["C9", "C2", "C3"]);
    assert_eq!(ids(&read, None), ["C9", "C2", "C3"]);
}

#[test]
fn an_undone_correction_is_in_force_until_then_and_an_undone_undo_puts_it_in_force_again() {
    let read = read(
        "U2,2024-07-01,Office,Why,,,,,correction,U1,undone\n\
         C1,2024-05-01,Office,Why,T1,,,,withdrawn,false,true\n\
         U1,2024-06-01,Office,Why,,,,,correction,C1,undone\n",
    );
    assert_eq!(ids(&read, Some("2024-05-31")), ["C1"]);
    assert_eq!(ids(&read, Some("2024-06-01")), Vec::<String>::new());
    assert_eq!(ids(&read, Some("2024-06-30")), Vec::<String>::new());
    assert_eq!(ids(&read, Some("2024-07-01")), ["C1"]);
    assert_eq!(ids(&read, None), ["C1"]);
}

#[test]
fn a_correction_undone_twice_needs_both_undone() {
    let read = read(
        "C1,2024-05-01,Office,Why,T1,,,,withdrawn,false,true\n\
         U1,2024-05-01,Office,Why,,,,,correction,C1,undone\n\
         U2,2024-05-02,Office,Why,,,,,correction,C1,undone\n\
         U3,2024-05-03,Office,Why,,,,,correction,U1,undone\n\
         U4,2024-05-04,Office,Why,,,,,correction,U2,undone\n",
    );
    assert_eq!(ids(&read, Some("2024-05-03")), Vec::<String>::new());
    assert_eq!(ids(&read, Some("2024-05-04")), ["C1"]);
}

#[test]
fn every_wrong_field_of_a_correction_is_pointed_at() {
    assert_eq!(
        refused(
            "C 1,1/5/24,,,,x,0,y,result,2-0,1:0\n\
             C2,2024-05-01,Office,Why,T1,,,,withdrawn,true,yes\n\
             C3,2024-05-01,Office,Why,T1,,,,player,1000000000,+5\n\
             C4,2024-05-01,Office,Why,T1,,,,points,1,2\n\
             C5,2024-05-01,Office,Why,T1,1,7,7,result,1-0,1-0\n\
             C6,2024-05-01,Office,Why,,,,,correction,,done\n\
             C7,2024-05-01,Office,Why,,,,,merge,7,7\n"
        ),
        [
            "c.csv:2:1: COR002: correction_id: 'C 1' is not an id of a correction",
            "c.csv:2:5: COR002: received: '1/5/24' is not a date",
            "c.csv:2:12: COR002: by: it is empty",
            "c.csv:2:13: COR002: reason: it is empty",
            "c.csv:2:14: COR002: tournament_id: the id of a tournament is wanted",
            "c.csv:2:15: COR002: round: 'x' is not the number of a round",
            "c.csv:2:17: COR002: white: '0' is not a FIDE id",
            "c.csv:2:19: COR002: black: 'y' is not a FIDE id",
            "c.csv:2:28: COR002: old: '2-0' is not a result",
            "c.csv:2:32: COR002: new: '1:0' is not a result",
            "c.csv:3:42: COR002: old: 'true' is not false",
            "c.csv:3:47: COR002: new: 'yes' is not true",
            "c.csv:4:39: COR002: old: '1000000000' is not a FIDE id",
            "c.csv:4:50: COR002: new: '+5' is not a FIDE id",
            "c.csv:5:32: COR002: field: 'points' is not a kind of correction",
            "c.csv:6:33: COR002: black: the same player as white",
            "c.csv:6:46: COR002: new: it is the same as old",
            "c.csv:7:41: COR002: old: the id of a correction is wanted",
            "c.csv:7:42: COR002: new: 'done' is not undone",
            "c.csv:8:38: COR002: new: it is the same as old",
        ]
    );
}

#[test]
fn a_row_of_another_width_and_fields_that_a_kind_does_not_use_are_refused() {
    assert_eq!(
        refused(
            "C1,2024-05-01,Office,One, two,T1,,,,withdrawn,false,true\n\
             C2,2024-05-01,Office,Why,T1,1,2,3,withdrawn,false,true\n\
             C3,2024-05-01,Office,Why,T1,,,,merge,7,8\n"
        ),
        [
            "c.csv:2: COR001: the row has 12 fields, the header 11",
            "c.csv:3:29: COR003: round: '1' is not used in a row of the kind withdrawn",
            "c.csv:3:31: COR003: white: '2' is not used in a row of the kind withdrawn",
            "c.csv:3:33: COR003: black: '3' is not used in a row of the kind withdrawn",
            "c.csv:4:26: COR003: tournament_id: 'T1' is not used in a row of the kind merge",
        ]
    );
}

#[test]
fn an_id_that_two_files_give_is_refused_in_both() {
    let row = "C1,2024-05-01,Office,Why,T1,,,,withdrawn,false,true\n";
    assert_eq!(
        refused_folder(&folder(&[("a.csv", row), ("b.csv", row)])),
        ["a.csv:2:1: COR004: correction_id C1 is also that of b.csv:2", "b.csv:2:1: COR004: correction_id C1 is also that of a.csv:2"]
    );
}

#[test]
fn an_undo_names_an_earlier_correction_and_leads_to_no_circle() {
    assert_eq!(
        refused(
            "C1,2024-05-02,Office,Why,T1,,,,withdrawn,false,true\n\
             U1,2024-05-01,Office,Why,,,,,correction,C1,undone\n\
             U2,2024-05-02,Office,Why,,,,,correction,C7,undone\n\
             U3,2024-05-02,Office,Why,,,,,correction,U4,undone\n\
             U4,2024-05-02,Office,Why,,,,,correction,U3,undone\n\
             U5,2024-05-02,Office,Why,,,,,correction,U5,undone\n"
        ),
        [
            "c.csv:3:41: COR005: C1 was received on 2024-05-02, after this row on 2024-05-01",
            "c.csv:4:41: COR005: there is no correction C7",
            "c.csv:5:41: COR005: U3 and U4 undo each other in a circle",
            "c.csv:6:41: COR005: U4 and U3 undo each other in a circle",
            "c.csv:7:41: COR005: U5 and U5 undo each other in a circle",
        ]
    );
}

#[test]
fn merges_in_a_circle_and_an_id_merged_twice_are_refused() {
    assert_eq!(
        refused(
            "M1,2024-05-01,Office,Why,,,,,merge,1,2\n\
             M2,2024-05-02,Office,Why,,,,,merge,2,3\n\
             M3,2024-05-03,Office,Why,,,,,merge,3,1\n"
        ),
        [
            "c.csv:2:36: COR006: 1 into 2: on 2024-05-03 the merges lead in a circle, and no id stays",
            "c.csv:3:36: COR006: 2 into 3: on 2024-05-03 the merges lead in a circle, and no id stays",
            "c.csv:4:36: COR006: 3 into 1: on 2024-05-03 the merges lead in a circle, and no id stays",
        ]
    );
    assert_eq!(
        refused("M1,2024-05-01,Office,Why,,,,,merge,1,2\nM2,2024-05-02,Office,Why,,,,,merge,1,3\n"),
        ["c.csv:3:36: COR006: 1 is merged already, by M1 (c.csv:2)"]
    );
}

#[test]
fn a_merge_may_be_reversed_once_it_is_undone() {
    let rows = "M1,2024-05-01,Office,Why,,,,,merge,1,2\n\
                U1,2024-06-01,Office,Why,,,,,correction,M1,undone\n\
                M2,2024-06-02,Office,Why,,,,,merge,2,1\n\
                C1,2024-04-01,Office,Why,T1,,,,withdrawn,false,true\n";
    let corrections = read(rows);
    let merges = |as_known: &str| {
        let merges = corrections.merges(&corrections.in_force(Some(day(as_known))));
        merges.into_iter().map(|merge| (merge.old, merge.new, merge.received, merge.correction)).collect::<Vec<_>>()
    };
    assert_eq!(merges("2024-05-01"), [(1, 2, day("2024-05-01"), "M1".to_owned())]);
    assert_eq!(merges("2024-06-01"), []);
    assert_eq!(merges("2024-06-02"), [(2, 1, day("2024-06-02"), "M2".to_owned())]);
    // One day earlier both merges would be in force at once.
    let messages = refused(&rows.replace("2024-06-02", "2024-05-31"));
    assert_eq!(messages.len(), 3, "{messages:?}");
    assert_eq!(messages[1], "c.csv:3:41: COR005: the row of correction M1 is left out, so there is nothing to undo");
}

#[test]
fn formulas_line_breaks_and_endless_fields_are_refused() {
    let long = "x".repeat(2001);
    let messages = refused(&format!(
        "=cmd,2024-05-01,=1+1,@SUM(A1),T1,,,,withdrawn,false,true\n\
         C2,2024-05-01,Office,\"two\nlines\",T1,,,,withdrawn,false,true\n\
         C3,2024-05-01,Office,{long},T1,,,,withdrawn,false,true\n\
         C4,2024-05-01,Office,\u{1b}[31mred,T1,,,,withdrawn,false,true\n"
    ));
    assert_eq!(
        messages,
        [
            "c.csv:2:1: COR002: correction_id: '=cmd' is not an id of a correction".to_owned(),
            "c.csv:2:17: COR002: by: '=1+1' would be a formula in a spreadsheet".to_owned(),
            "c.csv:2:22: COR002: reason: '@SUM(A1)' would be a formula in a spreadsheet".to_owned(),
            "c.csv:3:22: COR002: reason: 'two\\nlines' is not one line of plain text".to_owned(),
            format!("c.csv:5:22: COR002: reason: '{}...' is longer than 2000 characters", "x".repeat(60)),
            "c.csv:6:22: COR002: reason: '\\u{1b}[31mred' is not one line of plain text".to_owned(),
        ]
    );
    assert_eq!(read(&format!("C3,2024-05-01,Office,{},T1,,,,withdrawn,false,true\n", &long[1..])).rows.len(), 1);
}

#[test]
fn a_file_that_is_not_a_table_of_corrections_is_an_error() {
    let problem = |text: &[u8]| {
        let folder = folder(&[]);
        fs::write(folder.path().join("c.csv"), text).expect("written");
        match read_corrections(folder.path()) {
            Err(AmendmentError::Unreadable(IngestError::Table { problem, .. })) => problem,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(problem(b""), "it is empty");
    assert_eq!(problem(format!("{HEADER}C1,2024-05-01,Off\0ice\n").as_bytes()), "it is not text");
    assert!(problem(b"tournament_id,file\n").starts_with("it has no column correction_id"));
    assert!(problem(format!("note,{HEADER}").as_bytes()).starts_with("nothing reads the column 'note'"));
    assert_eq!(problem(format!("old,{HEADER}").as_bytes()), "the column old is there twice");
}

#[test]
fn corrections_in_another_encoding_are_read_with_a_note() {
    let folder = folder(&[]);
    let rows = [HEADER.as_bytes(), b"C1,2024-05-01,B\xfcro,Why,T1,,,,withdrawn,false,true\n"].concat();
    fs::write(folder.path().join("c.csv"), rows).expect("written");
    let read = read_corrections(folder.path()).expect("readable");
    assert_eq!(read.rows[0].by, "Büro");
    let messages: Vec<_> = read.diagnostics.iter().map(ToString::to_string).collect();
    assert_eq!(messages, ["c.csv: COR008: not UTF-8; read as windows-1252"]);
}

#[test]
fn a_newer_report_must_exist_inside_the_folder() {
    let row = |id: &str, new: &str| format!("{id},2024-05-01,Office,Why,T1,,,,report,a.trf,{new}\n");
    let rows = row("C1", "gone.trf") + &row("C2", "/etc/hostname") + &row("C3", "") + &row("C4", "../else/a.trf");
    assert_eq!(
        refused(&rows),
        [
            "c.csv:2:45: COR007: new: 'gone.trf': there is no such file",
            "c.csv:3:45: COR007: new: '/etc/hostname' is not a relative path",
            "c.csv:4:45: COR007: new: '' is not a relative path",
        ],
        "of the last one it is known only when the tournaments are read"
    );
}

#[cfg(unix)]
#[test]
fn links_out_of_the_folder_are_refused() {
    use std::os::unix::fs::symlink;
    let outside = folder(&[("a.trf", "012 Open\n"), ("c.csv", "")]);
    let inside = folder(&[("c.csv", "C1,2024-05-01,Office,Why,T1,,,,report,a.trf,link.trf\n")]);
    symlink(outside.path().join("a.trf"), inside.path().join("link.trf")).expect("a link");
    symlink(outside.path().join("c.csv"), inside.path().join("d.csv")).expect("a link");
    symlink(inside.path().join("c.csv"), inside.path().join("e.csv")).expect("a link");
    assert_eq!(
        refused_folder(&inside),
        [
            "c.csv:2:45: COR007: new: 'link.trf': it leads out of the folder by a symbolic link",
            "d.csv: COR007: the symbolic link leads out of the folder and is not followed",
        ]
    );
}

#[test]
fn a_year_is_counted_from_the_list_to_the_day_of_receipt() {
    let limit = CorrectionLimit::new("2024-03".parse().expect("a month"));
    assert!(limit.allows(day("2025-03-01")), "exactly a year");
    assert!(!limit.allows(day("2025-03-02")));
    assert!(limit.allows(day("2023-01-01")), "received before the list");
    assert!(CorrectionLimit { beyond_limit: true, ..limit }.allows(day("2030-01-01")));
    assert!(CorrectionLimit { reach: CorrectionReach::Months(13), ..limit }.allows(day("2025-04-01")));
    assert!(CorrectionLimit { reach: CorrectionReach::Months(u32::MAX), ..limit }.allows(day("2030-01-01")));
    let days = CorrectionLimit { reach: CorrectionReach::Days(30), ..limit };
    assert!(days.allows(day("2024-03-31")) && !days.allows(day("2024-04-01")), "30 days after the list and 31");
}
