//! Reports as they are handed in: zipped, under the endings that programs give them, and among files that are none.

use crate::month::{Month, Report};
use crate::support::{Folder, expect_exit};
use std::io::{Cursor, Write};

const PLAYERS: &str = "fide_id,name,rating,k";

/// Four players of 1800 on the list of January 2024.
fn month() -> Month {
    let month = Month::of("rapid");
    month.list("2024-01-01", PLAYERS, (1..=4).map(|id| format!("{id},Player {id},1800,20")));
    month
}

/// A report of one game, which is another in each tournament.
fn report(name: &str, white: u32, black: u32) -> String {
    Report::new(name, "2024-01-13").game(white, black, '1').text()
}

fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        writer.start_file(*name, zip::write::SimpleFileOptions::default()).expect("memory");
        writer.write_all(content).expect("memory");
    }
    writer.finish().expect("memory").into_inner()
}

#[test]
fn reports_in_an_archive_are_rated_as_if_they_lay_there_themselves() {
    let (plain, zipped) = (month(), month());
    let (one, two) = (report("One", 1, 2), report("Two", 3, 4));
    plain.report("one.trf", &one).report("two.txt", &two);
    zipped.report("january.zip", zip(&[("one.trf", one.as_bytes()), ("north/two.txt", two.as_bytes()), ("__MACOSX/._one.trf", b"x")]));
    let list = plain.make("2024-02", &[]);
    assert_eq!(zipped.make("2024-02", &[]), list);
    let text = |month: &Month| std::fs::read_to_string(month.join(&format!("{list}/list.csv"))).expect("a list");
    assert_eq!(text(&zipped), text(&plain));
    let tournaments: Vec<(String, String)> =
        zipped.table(&list, "tournaments.parquet").into_iter().map(|row| (row["tournament_id"].clone(), row["file"].clone())).collect();
    assert_eq!(tournaments, [("one".into(), "january.zip/one.trf".into()), ("two".into(), "january.zip/north/two.txt".into())]);
    // The archive is the input, and what was made of it can be made again and does nothing the next time.
    let manifest = std::fs::read_to_string(zipped.join(&format!("{list}/manifest.json"))).expect("a manifest");
    assert_eq!(manifest.matches("january.zip").count(), 1, "{manifest}");
    expect_exit(zipped.path(), &["verify", &list, "--recompute"], 0);
    let again = zipped.make_on("lists/rapid/2024-01-01", "2024-02", &[], 0);
    assert!(again.out.starts_with("nothing to do"), "{}", again.out);
    let fsck = expect_exit(zipped.path(), &["fsck", "lists/rapid"], 0);
    assert!(fsck.out.contains("2 reports of tournaments rated within a year: as rated"), "{}", fsck.out);
    // Another report in the archive is noticed.
    zipped.report("january.zip", zip(&[("one.trf", report("One", 1, 3).as_bytes())]));
    expect_exit(zipped.path(), &["verify", &list], 6);
}

#[test]
fn a_registry_names_a_report_in_an_archive_or_an_archive_with_one_report() {
    let month = month();
    month.report("a.zip", zip(&[("one.trf", report("One", 1, 2).as_bytes()), ("two.trf", report("Two", 3, 4).as_bytes())]));
    month.report("b.zip", zip(&[("three.trf", report("Three", 1, 3).as_bytes()), ("notes.pdf", b"x")]));
    month.registry("tournament_id,file\nT1,tournaments/a.zip/one.trf\nT3,tournaments/b.zip\nT4,tournaments/a.zip\n");
    let list = month.make("2024-02", &[]);
    let ids: Vec<(String, String)> =
        month.table(&list, "tournaments.parquet").into_iter().map(|row| (row["tournament_id"].clone(), row["status"].clone())).collect();
    let wanted = [("T1", "rated"), ("T3", "rated"), ("T4", "refused"), ("two", "rated")];
    let mut ids: Vec<(&str, &str)> = ids.iter().map(|(id, status)| (id.as_str(), status.as_str())).collect();
    ids.sort_unstable();
    assert_eq!(ids, wanted);
    let told = month.row(&list, "diagnostics.csv", "code", "REG008");
    assert!(told["message"].contains("is an archive of 2 reports, and which is meant is not told"), "{told:?}");
}

#[test]
fn reports_have_the_endings_that_programs_give_them_and_what_is_passed_over_is_said() {
    let month = month();
    let endings = ["trf", "trfx", "trf16", "TRF06", "rep", "fid", "txt", "tab", "input", "541"];
    for (at, ending) in endings.into_iter().enumerate() {
        // Days of their own, so that no two are the same tournament.
        let text = Report::new("Open", &format!("2024-01-{:02}", at + 1)).game(1, 2, '1').text();
        month.report(&format!("r{at}.{ending}"), text);
    }
    month.report("big.tunx", b"\x01\x02").report("list.pdf", "x").report("letter.docx", "x").report("invitation.pdf", "x");
    let said = month.make_on("lists/rapid/2024-01-01", "2024-02", &[], 0);
    assert!(said.out.contains(&format!("{} rated", endings.len())), "{}", said.out);
    assert!(said.out.contains("Passed over  4 files passed over: 1 .docx, 2 .pdf, 1 .tunx"), "{}", said.out);
    let told = month.row("lists/rapid/2024-02-01", "diagnostics.csv", "code", "TRF052");
    assert_eq!((told["file"].as_str(), told["severity"].as_str()), ("big.tunx", "warning"));
    assert!(told["hint"].contains("export the report for FIDE (TRF)"), "{told:?}");
    let said = expect_exit(month.path(), &["check", "tournaments"], 0);
    assert!(said.err.contains("4 files passed over: 1 .docx, 2 .pdf, 1 .tunx"), "{}", said.err);
}

#[test]
fn an_archive_that_cannot_be_used_is_one_refused_tournament_and_the_month_is_made() {
    let month = month();
    month.report("good.trf", report("Good", 1, 2));
    let whole = zip(&[("a.trf", report("A", 3, 4).as_bytes())]);
    month.report("cut.zip", &whole[..whole.len() - 8]);
    month.report("bomb.zip", zip(&[("a.trf", &vec![b' '; 24 << 20])]));
    month.report("out.zip", zip(&[("../a.trf", b"001")]));
    month.report("nested.zip", zip(&[("inner.zip", &whole)]));
    month.report("empty.zip", zip(&[]));
    let mut flipped = whole;
    let at = flipped.windows(4).position(|bytes| bytes == b"A\n04").map_or(60, |at| at);
    flipped[at] ^= 1;
    month.report("flipped.zip", &flipped);
    let list = month.make("2024-02", &[]);
    let refused: Vec<(String, String)> = month
        .table(&list, "tournaments.parquet")
        .into_iter()
        .filter(|row| row["status"] == "refused")
        .map(|row| (row["tournament_id"].clone(), row["reason"].clone()))
        .collect();
    let mut ids: Vec<&str> = refused.iter().map(|(id, _)| id.as_str()).collect();
    ids.sort_unstable();
    assert_eq!(ids, ["a", "bomb", "cut", "out"], "{refused:?}");
    assert!(refused.iter().all(|(_, reason)| reason == "unusable-report"), "{refused:?}");
    let told: Vec<(String, String)> = month
        .table(&list, "diagnostics.csv")
        .into_iter()
        .filter(|row| ["TRF053", "TRF008"].contains(&row["code"].as_str()))
        .map(|row| (row["file"].clone(), row["message"].clone()))
        .collect();
    for (file, words) in [
        ("cut.zip", "the archive cannot be read"),
        ("bomb.zip", "no archive of reports expands so"),
        ("out.zip", "a file whose name leads out of it"),
        ("nested.zip/inner.zip", "an archive in an archive"),
        ("empty.zip", "the archive is empty"),
        ("flipped.zip/a.trf", "the archive is damaged"),
    ] {
        assert!(told.iter().any(|(of, message)| of == file && message.contains(words)), "{file}: {told:?}");
    }
}

#[test]
fn check_lints_an_archive_of_reports_and_one_of_a_federations_list() {
    let folder = Folder::new();
    folder.put("reports.zip", zip(&[("a.trf", report("A", 1, 2).replace("   2 w 1", "   9 w 1").as_bytes())]));
    folder.put("list.zip", zip(&[("list.txt", b"ID     Name           Fed Rating\n7      Berg, Anna     NOR 1x00\n")]));
    let said = expect_exit(folder.path(), &["check", "reports.zip"], 1);
    assert!(said.out.contains("error: reports.zip/a.trf:") && said.out.contains("TRF021"), "{}", said.out);
    let said = expect_exit(folder.path(), &["check", "list.zip"], 1);
    assert!(said.out.contains("list.zip:2:") && said.out.contains("FED011"), "{}", said.out);
}
