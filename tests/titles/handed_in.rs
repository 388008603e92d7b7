//! Tables that are handed in with `--norms` and `--direct`: rows of every wrong kind, and files that cannot be used at all (T39, T41).

use super::{Open, norms, one_im};
use crate::month::{Month, Row};

const NORMS: &str = "fide_id,title,tournament_id,name,start,end,achieved_on,credited_games,basis,normal_foreigners,single_rounds,swiss_for_title,registered,status";
const DIRECT: &str = "result_id,fide_id,award,title,event,date,tournament_id,olympiad";

/// Makes a list with one of the tables; returns its rows of a code.
fn made_with(flag: &str, table: &str, code: &str) -> (Month, Vec<Row>) {
    let month = one_im();
    month.put("table.csv", table);
    let list = month.make("2024-02", &[flag, "table.csv"]);
    let rows = month.table(&list, "diagnostics.csv").into_iter().filter(|row| row["code"] == code).collect();
    (month, rows)
}

#[test]
fn a_row_of_norms_that_cannot_be_used_is_named_with_its_line_and_left_out() {
    for row in [
        "x,GM,T,,,2023-05-01,,9,,,,,,given",
        "0,GM,T,,,2023-05-01,,9,,,,,,given",
        "1,XM,T,,,2023-05-01,,9,,,,,,given",
        "1,FM,T,,,2023-05-01,,9,,,,,,given",
        "1,GM,,,,2023-05-01,,9,,,,,,given",
        "1,GM,T,,,,,9,,,,,,given",
        "1,GM,T,,,1 May,,9,,,,,,given",
        "1,GM,T,,2023-05-09,2023-05-01,,9,,,,,,given",
        "1,GM,T,,2023-05-01,2023-05-09,2023-04-30,9,,,,,,given",
        "1,GM,T,,2023-05-01,2023-05-09,2023-05-10,9,,,,,,given",
        "1,GM,T,,,2023-05-01,,,,,,,,given",
        "1,GM,T,,,2023-05-01,,0,,,,,,given",
        "1,GM,T,,,2023-05-01,,nine,,,,,,given",
        "1,GM,T,,,2023-05-01,,1000,,,,,,given",
        "1,GM,T,,,2023-05-01,,4294967295,,,,,,given",
        "1,GM,T,,,2023-05-01,,9,1.41x,,,,,given",
        "1,GM,T,,,2023-05-01,,9,1.41c 1.41e,,,,,given",
        "1,GM,T,,,2023-05-01,,8,1.41c,,,,,given",
        "1,GM,T,,,2023-05-01,,9,,yes,,,,given",
        "1,GM,T,,,2023-05-01,,9,,,,,soon,given",
        "1,GM,T,,,2023-05-01,,9,,,,,,maybe",
        "1,GM,T,,,2023-05-01,,9,,,,,,",
        "1,GM,T,2023-05-01",
        "1,GM,GOOD,,,2023-05-02,,9,,,,,,given",
    ] {
        let (month, named) = made_with("--norms", &format!("{NORMS}\n1,GM,GOOD,,,2023-05-01,,9,,,,,,given\n{row}\n"), "NRM009");
        assert_eq!(named.len(), 1, "{row}: {named:?}");
        assert_eq!((named[0]["file"].as_str(), named[0]["line"].as_str()), ("table.csv", "3"), "{row}");
        assert_eq!(norms(&month, &month.place("2024-02"), 1), ["GM GOOD"], "{row}");
    }
}

#[test]
fn a_row_of_direct_results_that_cannot_be_used_is_named_with_its_line_and_left_out() {
    for row in [
        ",1,title,GM,Event,2024-01-05,,",
        "R2,,title,GM,Event,2024-01-05,,",
        "R2,0,title,GM,Event,2024-01-05,,",
        "R2,1,medal,GM,Event,2024-01-05,,",
        "R2,1,norm,FM,Event,2024-01-05,,",
        "R2,1,norm,KM,Event,2024-01-05,,",
        "R2,1,norm,GM,Event,,,",
        "R2,1,norm,GM,Event,5/1/24,,",
        "R2,1,norm,GM,Event,2024-01-05,,maybe",
        "R2,1,norm,GM,Event, with a comma,2024-01-05,,",
        "R1,1,norm,WGM,Event,2024-01-05,,",
    ] {
        let (month, named) = made_with("--direct", &format!("{DIRECT}\nR1,1,norm,GM,Event,2024-01-05,,\n{row}\n"), "NRM008");
        assert_eq!(named.len(), 1, "{row}: {named:?}");
        assert_eq!((named[0]["file"].as_str(), named[0]["line"].as_str()), ("table.csv", "3"), "{row}");
        assert_eq!(norms(&month, &month.place("2024-02"), 1), ["GM R1"], "{row}");
    }
}

#[test]
fn a_direct_result_of_someone_who_does_not_play_in_the_report_goes_no_further() {
    let month = one_im();
    Open::new("E1", "2024-01-10").plays(1, 101, super::NORM).put(&month);
    month.put("table.csv", format!("{DIRECT}\nR1,77,norm,GM,Event,2024-01-18,E1,\n"));
    let list = month.make("2024-02", &["--direct", "table.csv"]);
    assert!(super::said(&month, &list).iter().any(|(code, message)| code == "NRM008" && message.contains("77 does not play")));
    assert_eq!(norms(&month, &list, 77), [""; 0]);
}

#[test]
fn an_empty_table_is_one_without_rows_only_where_it_has_its_columns() {
    for flag in ["--norms", "--direct"] {
        let month = one_im();
        let newest = month.newest_before("2024-02");
        for (name, bytes) in [
            ("empty.csv", &b""[..]),
            ("other.csv", b"id,word\n1,x\n"),
            ("more.csv", b"fide_id,title,tournament_id,status,shoes\n"),
            ("folder/x.csv", b""),
        ] {
            month.put(name, bytes);
        }
        for file in ["empty.csv", "other.csv", "more.csv", "folder", "missing.csv"] {
            let said = month.make_on(&newest, "2024-02", &[flag, file], 3);
            assert!(said.err.contains(file), "{file}: {}", said.err);
            assert!(!month.join(&month.place("2024-02")).exists(), "{file}");
        }
        let columns = if flag == "--norms" { NORMS } else { DIRECT };
        month.put("none.csv", format!("{columns}\n"));
        month.make_on(&newest, "2024-02", &[flag, "none.csv"], 0);
    }
}

#[test]
fn a_table_in_another_encoding_is_read_and_said_to_be() {
    let month = one_im();
    let text = format!("{NORMS}\n1,GM,OLD,Gro\u{df}er Preis,,2023-05-01,,9,,,,,,given\n");
    month.put("latin.csv", text.chars().map(|c| c as u8).collect::<Vec<u8>>());
    let list = month.make("2024-02", &["--norms", "latin.csv"]);
    assert_eq!(month.row(&list, "norms.parquet", "tournament_id", "OLD")["name"], "Gro\u{df}er Preis");
    let said = super::said(&month, &list);
    assert!(said.len() == 1 && said[0].0 == "NRM009" && said[0].1.contains("not UTF-8"), "{said:?}");
    // With an order mark, and in the words of Windows, as spreadsheets write them.
    let month = one_im();
    month.put("mark.csv", format!("\u{feff}{}", text.replace('\n', "\r\n")));
    let list = month.make("2024-02", &["--norms", "mark.csv"]);
    assert_eq!(norms(&month, &list, 1), ["GM OLD"]);
    assert_eq!(super::said(&month, &list), []);
}

#[test]
fn a_judged_norm_stays_where_a_given_one_has_the_same_key_and_a_withdrawn_row_takes_either() {
    for (status, wanted) in [("given", vec!["judged"]), ("withdrawn", vec![])] {
        let month = one_im();
        Open::new("E1", "2024-01-10").plays(1, 101, super::NORM).put(&month);
        month.put("table.csv", format!("{NORMS}\n1,GM,E1,,,,2024-01-18,18,,,,,,{status}\n"));
        let list = month.make("2024-02", &["--norms", "table.csv"]);
        let sources: Vec<String> = month.table(&list, "norms.parquet").iter().map(|row| row["source"].clone()).collect();
        assert_eq!(sources, wanted, "{status}");
    }
}

#[test]
fn a_withdrawn_row_that_finds_no_norm_is_noted_with_its_line() {
    let month = one_im();
    Open::new("E1", "2024-01-10").plays(1, 101, super::NORM).put(&month);
    // The first row takes a norm away, the second has another title, the third another tournament.
    let rows = ["1,GM,E1", "1,IM,E1", "1,GM,E2"].map(|key| format!("{key},,,,,,,,,,,withdrawn\n"));
    month.put("table.csv", format!("{NORMS}\n{}", rows.concat()));
    let list = month.make("2024-02", &["--norms", "table.csv"]);
    assert_eq!(norms(&month, &list, 1), [""; 0]);
    let notes = month.table(&list, "diagnostics.csv").into_iter().filter(|row| row["code"] == "NRM014");
    let notes: Vec<_> = notes.map(|row| (row["line"].clone(), row["severity"].clone(), row["message"].clone())).collect();
    let wanted =
        [("3", "withdraws nothing: there is no norm of 1 for IM in E1"), ("4", "withdraws nothing: there is no norm of 1 for GM in E2")];
    assert_eq!(notes, wanted.map(|(line, message)| (line.to_owned(), "note".to_owned(), message.to_owned())));
}
