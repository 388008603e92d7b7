//! Which players and which differences are reported.

use super::{DIFFERENCES, FEBRUARY, HEADER, both, diff};
use crate::support::{Folder, csv_rows, expect_exit};

/// The rows of January and February with options.
fn rows_with(folder: &Folder, options: &str, code: i32) -> String {
    let options: Vec<&str> = options.split(' ').filter(|option| !option.is_empty()).chain(["--format", "csv"]).collect();
    diff(folder, "2024-01.csv", "2024-02.csv", &options, code).out
}

/// The rows of the whole comparison that begin with one of these.
fn rows_of_ids(ids: &[u32]) -> String {
    let is_chosen = |line: &&str| ids.iter().any(|id| line.starts_with(&id.to_string()));
    HEADER.to_owned() + &DIFFERENCES.lines().filter(is_chosen).map(|line| format!("{line}\n")).collect::<String>()
}

#[test]
fn a_player_is_reported_who_is_selected_on_either_list() {
    let folder = both();
    for (options, ids) in [
        // Cid went from ESP to FRA; Gil is new in ESP.
        ("--federation ESP", &[1003, 1007][..]),
        ("--federation fra", &[1003]),
        ("--federation NOR,GER", &[1001, 1002, 1006, 1008]),
        // Dahl was a man in January, and a woman in February.
        ("--sex F", &[1001, 1003, 1004, 1007]),
        ("--sex M", &[1002, 1004, 1006, 1008]),
        ("--title FM", &[1002]),
        ("--title IM,WIM,NA", &[1002, 1003, 1004]),
        // In 2024 Gil is 14, Dahl 23 by one list and 22 by the other.
        ("--age 0-18", &[1007]),
        ("--age 22", &[1004]),
        ("--min-rating 2300", &[1002]),
        ("--max-rating 1450", &[1008]),
        ("--min-rating 1801 --max-rating 1820", &[1001]),
        ("--id 1006,1001", &[1001, 1006]),
        ("--active --federation DEN", &[1004]),
    ] {
        assert_eq!(rows_with(&folder, options, 1), rows_of_ids(ids), "{options}");
    }
}

#[test]
fn a_transfer_is_a_transfer_and_nobody_new_or_gone() {
    let rows = rows_with(&both(), "--federation FRA", 1);
    assert!(rows.contains(",federation,federation,ESP,FRA,"), "{rows}");
    assert!(!rows.contains(",new,") && !rows.contains(",gone,"), "{rows}");
}

#[test]
fn statistics_are_of_those_whom_each_list_selects() {
    let folder = both();
    let said = diff(&folder, "2024-01.csv", "2024-02.csv", &["--federation", "ESP", "--json"], 1);
    let json: serde_json::Value = serde_json::from_str(&said.out).expect("an object");
    // In January Cid with 2100, in February Gil with 1555.
    assert_eq!(
        (&json["totals"]["ratings_before"]["all"]["mean"], &json["totals"]["ratings_before"]["all"]["players"]),
        (&2100.0.into(), &1.into())
    );
    assert_eq!(
        (&json["totals"]["ratings_after"]["all"]["mean"], &json["totals"]["ratings_after"]["all"]["players"]),
        (&1555.0.into(), &1.into())
    );
    assert!(json["notes"].to_string().contains("only players selected on A or on B: federation ESP"), "{}", json["notes"]);
}

#[test]
fn classes_and_fields_are_chosen_and_left_out() {
    let folder = both();
    let classes = |options: &str| -> Vec<String> {
        folder.put("rows.csv", rows_with(&folder, options, 1));
        csv_rows(&folder.join("rows.csv")).iter().map(|row| format!("{} {}", row["fide_id"], row["class"])).collect()
    };
    assert_eq!(classes("--class new,gone"), ["1007 new", "1008 gone"]);
    assert_eq!(classes("--class Rating"), ["1001 rating-with-games", "1002 rating-without-games"]);
    assert_eq!(classes("--class rating-with-games,k"), ["1001 rating-with-games", "1002 k"]);
    assert_eq!(classes("--min-change 5 --class rating"), ["1001 rating-with-games"]);
    assert_eq!(classes("--class birth-year"), ["1004 birth-year"]);
    let without = rows_with(&folder, "--ignore name,sex,birth_year,activity", 1);
    let is_left_out = |line: &str| [",name,name,", ",sex,sex,", ",birth_year,", ",activity,"].iter().any(|field| line.contains(field));
    let lines = DIFFERENCES.lines().filter(|line| line.starts_with("fide_id") || !is_left_out(line));
    let expected: String = lines.map(|line| format!("{line}\n")).collect();
    assert_eq!(without, expected);
    // Nothing is left to differ.
    rows_with(&folder, "--class rating --min-change 13", 0);
    // B is the earlier list: what was new is gone.
    let reversed = diff(&folder, "2024-02.csv", "2024-01.csv", &["--class", "new", "--format", "csv"], 1);
    assert!(reversed.out.contains("1008,") && !reversed.out.contains("1007,"), "{}", reversed.out);
}

#[test]
fn totals_are_right_whichever_classes_are_reported() {
    let folder = both();
    let said = diff(&folder, "2024-01.csv", "2024-02.csv", &["--class", "title", "--json"], 1);
    let totals = &serde_json::from_str::<serde_json::Value>(&said.out).expect("an object")["totals"];
    assert_eq!(["in_both", "new", "gone", "changed"].map(|key| totals[key].as_u64()), [Some(6), Some(1), Some(1), Some(3)]);
    let text = diff(&folder, "2024-01.csv", "2024-02.csv", &["--class", "title"], 1).out;
    assert!(text.contains("3 with such differences") && text.contains("only differences of the class title"), "{text}");
}

#[test]
fn a_filter_that_cannot_select_anybody_is_refused() {
    let folder = both();
    for (options, words) in [
        ("--federation NRO", "no player has the federation NRO; there are DEN, ESP, FRA, GER, NOR, SWE"),
        ("--min-rating 2000 --max-rating 1900", "selects nobody"),
        ("--class moved", "invalid value 'moved'"),
        ("--ignore elo", "invalid value 'elo'"),
    ] {
        let options: Vec<&str> = options.split(' ').collect();
        let said = diff(&folder, "2024-01.csv", "2024-02.csv", &options, 2);
        assert!(said.err.contains(words) && said.out.is_empty(), "{}", said.err);
    }
    // Ages are of the year of the list.
    folder.put("later.csv", FEBRUARY);
    let said = expect_exit(folder.path(), &["diff", "2024-01.csv", "later.csv", "--age", "0-18"], 2);
    assert!(said.err.contains("later.csv: the date of the list is not known, so neither are ages"), "{}", said.err);
}

#[test]
fn wide_has_one_row_for_each_player_with_every_field_before_and_after() {
    let folder = both();
    let said = diff(&folder, "2024-01.csv", "2024-02.csv", &["--wide", "--format", "csv"], 1);
    folder.put("wide.csv", &said.out);
    let rows = csv_rows(&folder.join("wide.csv"));
    let ids: Vec<&str> = rows.iter().map(|row| row["fide_id"].as_str()).collect();
    assert_eq!(ids, ["1001", "1002", "1003", "1004", "1006", "1007", "1008"]);
    let bo = &rows[1];
    let cells = ["classes", "change", "games", "rating_before", "rating_after", "k_before", "k_after", "title_before", "title_after"];
    assert_eq!(cells.map(|cell| bo[cell].as_str()), ["rating-without-games k title", "-1", "0", "2300", "2299", "20", "10", "FM", "IM"]);
    assert_eq!((bo["federation_before"].as_str(), bo["federation_after"].as_str()), ("NOR", "NOR"), "what does not differ, too");
    let (gil, hoy) = (&rows[5], &rows[6]);
    assert_eq!((gil["rating_before"].as_str(), gil["name_before"].as_str(), gil["rating_after"].as_str()), ("", "", "1555"));
    assert_eq!((hoy["cause"].as_str(), hoy["activity_before"].as_str(), hoy["activity_after"].as_str()), ("not-in-file", "active", ""));
    let said = diff(&folder, "2024-01.csv", "2024-02.csv", &["--wide"], 2);
    assert!(said.err.contains("--wide is a form of csv, parquet and xlsx"), "{}", said.err);
}

#[test]
fn files_tell_date_and_control_in_their_metadata() {
    let folder = both();
    for (month, file) in [("2024-01", "one.parquet"), ("2024-02", "two.parquet")] {
        expect_exit(folder.path(), &["export", &format!("{month}.csv"), "--control", "rapid", "--out", file, "--quiet"], 0);
    }
    let said = diff(&folder, "one.parquet", "two.parquet", &["--json"], 1);
    let json: serde_json::Value = serde_json::from_str(&said.out).expect("an object");
    assert_eq!((&json["a"]["date"], &json["a"]["control"]), (&"2024-01-01".into(), &"rapid".into()));
    assert_eq!((&json["b"]["date"], &json["b"]["control"]), (&"2024-02-01".into(), &"rapid".into()));
    // So ages are known.
    let said = diff(&folder, "one.parquet", "two.parquet", &["--age", "0-18", "--format", "csv"], 1);
    assert_eq!(said.out, rows_of_ids(&[1007]));
    // And the list is exported again without naming its date.
    expect_exit(folder.path(), &["export", "two.parquet", "--out", "three.csv", "--quiet"], 0);
    assert_eq!(std::fs::read_to_string(folder.join("three.csv")).expect("written"), FEBRUARY);
}

#[test]
fn the_ending_of_the_file_chooses_the_format_and_a_contradiction_is_refused() {
    let folder = both();
    diff(&folder, "2024-01.csv", "2024-02.csv", &["--out", "d.csv", "--quiet"], 1);
    assert_eq!(std::fs::read_to_string(folder.join("d.csv")).expect("written"), DIFFERENCES);
    for file in ["d.parquet", "d.xlsx", "d.json", "d.jsonl", "d.txt"] {
        diff(&folder, "2024-01.csv", "2024-02.csv", &["--out", file, "--quiet"], 1);
        assert!(folder.join(file).is_file(), "{file}");
    }
    let said = diff(&folder, "2024-01.csv", "2024-02.csv", &["--format", "csv", "--out", "x.parquet"], 2);
    assert!(said.err.contains("the format is csv, and the name of --out ends in .parquet"), "{}", said.err);
    let said = diff(&folder, "2024-01.csv", "2024-02.csv", &["--json", "--out", "x.csv"], 2);
    assert!(said.err.contains("the format is json, and the name of --out ends in .csv"), "{}", said.err);
    assert!(!folder.join("x.parquet").exists() && !folder.join("x.csv").exists());
}

#[test]
fn quiet_hides_talk_and_never_the_answer() {
    let folder = both();
    let loud = diff(&folder, "2024-01.csv", "2024-02.csv", &[], 1);
    let quiet = diff(&folder, "2024-01.csv", "2024-02.csv", &["-q"], 1);
    assert_eq!((quiet.out, quiet.err.as_str()), (loud.out, ""));
}
