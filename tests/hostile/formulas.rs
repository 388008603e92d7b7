//! Names that a spreadsheet would run as formulas: escaped in every CSV file that is written, and read back as they were.

use super::measured::run;
use crate::support::{Folder, csv_rows, parquet, rows};
use std::collections::BTreeMap;
use std::path::Path;

/// What others may have entered as a name.
const NAMES: [&str; 12] = [
    "=cmd|' /C calc'!A0",
    "+47 22 33 44",
    "-2+3",
    "@SUM(1+1)",
    "\t=1+1",
    "\u{ff1d}1+1",
    "Berg;=1+1",
    "Berg\n=1+1",
    "'=quoted",
    "''@twice",
    "'t Hart, Jan",
    "O'Neill-Berg",
];

/// With these a spreadsheet begins a formula, at the start of a cell and behind what it may take for a separator.
fn is_formula(cell: &str) -> bool {
    cell.split([';', '\t', '\r', '\n']).any(|part| part.starts_with(['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}']))
        || cell.starts_with(['\t', '\r', '\n'])
}

/// Wants no cell of a CSV file to be a formula, but for numbers.
fn is_harmless(path: &Path) {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_path(path).expect("a CSV file");
    for record in reader.records() {
        for cell in &record.expect("a row") {
            assert!(cell.parse::<i64>().is_ok() || !is_formula(cell), "{}: {cell:?}", path.display());
        }
    }
}

/// A list and a month in which everything that has a name has a bad one.
fn month() -> Folder {
    let folder = Folder::new();
    let mut list = csv::Writer::from_writer(Vec::new());
    list.write_record(["fide_id", "name", "title", "federation", "rating", "k"]).expect("memory");
    for (at, name) in NAMES.iter().enumerate() {
        let id = (1001 + at).to_string();
        // As somebody else would write it, marked by nobody; only what means something else when it is read is marked.
        let cell =
            if name.starts_with('\'') && is_formula(name.trim_start_matches('\'')) { format!("'{name}") } else { (*name).to_owned() };
        list.write_record([id.as_str(), &cell, "=GM", "-NO", "1800", "20"]).expect("memory");
    }
    folder.put("previous/list.csv", list.into_inner().expect("memory"));
    folder.put(
        "month/=x/tournaments.csv",
        "tournament_id,name,start,end\n=T1,=name,2024-01-06,2024-01-07\n+T2,@name,x,2024-01-07\nT3;=1+1,@name,x,2024-01-07\n",
    );
    let games: String =
        (1..NAMES.len()).map(|at| format!("=T1,{at},1001,{},1-0\n=T1,{},5001,{},x\n", 1001 + at, NAMES.len() + at, 1001 + at)).collect();
    folder.put("month/=x/games.csv", format!("tournament_id,round,white,black,result\n{games}"));
    folder.put("month/=x/players.csv", "fide_id,name,federation\n5001,=newcomer,=XX\n");
    folder
}

const RUN: [&str; 11] =
    ["run", "--control", "rapid", "--list", "2024-02", "--previous", "previous", "--tournaments", "month", "--out", "lists/2024-02-01"];

fn names_in(table: &[BTreeMap<String, String>]) -> Vec<(String, String)> {
    table.iter().map(|row| (row["fide_id"].clone(), row["name"].clone())).collect()
}

#[test]
fn formulas_are_escaped_in_every_csv_file_and_read_back_as_they_were() {
    let folder = month();
    run(folder.path(), &RUN).says(0, &[]);
    let made = folder.join("lists/2024-02-01");
    // In Parquet they stand as they are.
    let state: BTreeMap<String, String> = names_in(&rows(&parquet(&made.join("state.parquet")))).into_iter().collect();
    for (at, name) in NAMES.iter().enumerate() {
        assert_eq!(state[&(1001 + at).to_string()], *name);
    }
    for name in ["list.csv", "diagnostics.csv", "checks.csv"] {
        is_harmless(&made.join(name));
    }
    let checks = std::fs::read_to_string(made.join("checks.csv")).expect("there");
    assert!(checks.contains("T3;'=1+1"), "ids of tournaments are marked too: {checks}");
    let written = names_in(&csv_rows(&made.join("list.csv")));
    assert_eq!(written[0].1, "'=cmd|' /C calc'!A0");
    assert_eq!(written[10].1, "'t Hart, Jan", "an apostrophe before a letter is one");
    // The CSV file and the Parquet file are the same list.
    run(folder.path(), &["diff", "lists/2024-02-01/list.csv", "lists/2024-02-01/list.parquet"]).says(0, &[]);
    // A list made from the CSV file alone has the same names, and the same CSV file.
    std::fs::create_dir(folder.join("alone")).expect("a folder");
    std::fs::copy(made.join("list.csv"), folder.join("alone/list.csv")).expect("copied");
    let again = ["export", "alone", "--date", "2024-02-01", "--format", "csv", "--out", "again.csv"];
    run(folder.path(), &again).says(0, &[]);
    assert_eq!(std::fs::read(folder.join("again.csv")).expect("written"), std::fs::read(made.join("list.csv")).expect("there"));
    run(folder.path(), &["verify", "lists/2024-02-01", "--recompute"]).says(0, &[]);
}

#[test]
fn formulas_are_escaped_in_comparisons_histories_and_exports() {
    let folder = month();
    run(folder.path(), &RUN).says(0, &[]);
    for (arguments, code) in [
        (&["diff", "previous/list.csv", "lists/2024-02-01", "--format", "csv", "--out", "answer.csv"][..], 1),
        (&["diff", "lists/2024-02-01", "previous/list.csv", "--format", "csv", "--out", "answer.csv"], 1),
        (&["history", "lists", "1001", "--format", "csv", "--out", "answer.csv"], 0),
        (&["export", "lists/2024-02-01", "--format", "csv", "--out", "answer.csv"], 0),
    ] {
        run(folder.path(), arguments).says(code, &[]);
        is_harmless(&folder.join("answer.csv"));
    }
}

#[test]
fn the_federations_own_files_hold_names_as_they_are() {
    let folder = Folder::new();
    folder.put("2024-01-01/list.csv", "fide_id,name,rating\n7,=cmd,1800\n8,'-x,1801\n9,''=y,1802\n");
    for format in ["fide-txt", "fide-xml"] {
        run(folder.path(), &["export", "2024-01-01", "--format", format, "--control", "rapid", "--out", "out"]).says(0, &[]);
        let text = std::fs::read_to_string(folder.join("out")).expect("written").replace("&apos;", "'");
        assert!(text.contains("=cmd") && !text.contains("'=cmd"), "{text}");
        assert!(text.contains("-x") && !text.contains("'-x"), "{text}");
        assert!(text.contains("'=y") && !text.contains("''=y"), "{text}");
    }
}

#[test]
fn a_table_with_escaped_formulas_is_read_without_the_escapes() {
    let folder = Folder::new();
    folder.put("previous/list.csv", "fide_id,name,rating,k\n1001,Berg,1800,20\n1002,Dahl,1700,20\n");
    folder.put("month/tournaments.csv", "tournament_id,name,start,end\n'=T1,'@open,2024-01-06,2024-01-07\n");
    folder.put("month/games.csv", "tournament_id,round,white,black,result\n'=T1,1,1001,1002,'+/-\n=T1,2,1001,5001,1-0\n");
    folder.put("month/players.csv", "fide_id,name\n5001,'=newcomer\n");
    folder.put("players.csv", "fide_id,from,field,value\n1001,2024-01-01,name,'-renamed\n");
    run(folder.path(), &[&RUN[..], &["--players", "players.csv"]].concat()).says(0, &[]);
    let made = folder.join("lists/2024-02-01");
    let tournaments = rows(&parquet(&made.join("tournaments.parquet")));
    assert_eq!(tournaments[0]["tournament_id"], "=T1");
    let state: BTreeMap<String, String> = names_in(&rows(&parquet(&made.join("state.parquet")))).into_iter().collect();
    assert_eq!((state["1001"].as_str(), state["5001"].as_str()), ("-renamed", "=newcomer"));
}
