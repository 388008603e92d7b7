//! Lists of the past: corrections, revisions, the roster, and `regenerate` and `verify`, which prove that a list follows from its inputs.
//!
//! Most tests use four players of 1800 with K 20 and one tournament a month. By hand (table 8.1.2: equals 50, a difference of 10 gives 51):
//!
//! | list | tournament | 1001 | 1002 | 1003 | 1004 |
//! |---|---|---|---|---|---|
//! | 2024-02-01 | J1: 1001 - 1002 1-0, 1003 - 1004 drawn | 1810 | 1790 | 1800 | 1800 |
//! | 2024-03-01 | F1: 1001 - 1003 1-0, 9.8 each way | 1820 | 1790 | 1790 | 1800 |
//! | 2024-04-01 | M1: 1004 - 1002 1-0, 9.8 each way | 1820 | 1780 | 1790 | 1810 |
//!
//! With a draw in the game of 1001 and 1002 everyone has 1800 on the first of these lists, then
//!
//! | 2024-03-01 | equals: 10 each way | 1810 | 1800 | 1790 | 1800 |
//! | 2024-04-01 | equals: 10 each way | 1810 | 1790 | 1790 | 1810 |

use crate::month::{Month, Report};
use crate::support::{Folder, Said, csv_rows, expect_exit, parquet, rows};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

mod causes;
mod corrections;
mod growing_inputs;
mod later_tournaments;
mod longer_control;
mod merges;
mod open_corrections;
mod refusals;
mod regenerate;
mod roster_changes;
mod sign_off;
mod signatures;
mod twelve_months;
mod verify;
mod versions;
mod walk;

/// Settings below the inputs of the pipeline file: a month without tournaments, or with refused ones, is no reason to stop.
const CHECKS: &str = "\n[checks]\nno_tournaments = \"warn\"\nrefused_share = \"warn\"\n";

/// The draw of the table above.
const DRAW: &str = "C1,2024-04-10,arbiter,wrong result,J1,1,1001,1002,result,1-0,1/2-1/2\n";

/// The lists of the table above, and their month before it.
const MONTHS: [&str; 3] = ["2024-02", "2024-03", "2024-04"];

/// Four players, the tournaments of three months, no corrections, nothing in the roster, no list but the first.
fn four() -> Month {
    let month = Month::of("rapid");
    let players = (1001..=1006).map(|id| format!("{id},Player {id},NOR,M,1980,1800,20"));
    month.list("2024-01-01", "fide_id,name,federation,sex,birth_year,rating,k", players);
    month.tournament("J1", "2024-01-10", &["1 1001 1002 1-0", "1 1003 1004 1/2-1/2"]);
    month.tournament("F1", "2024-02-10", &["1 1001 1003 1-0"]);
    month.tournament("M1", "2024-03-10", &["1 1004 1002 1-0"]);
    month.corrections("").roster("").pipeline(CHECKS);
    month
}

/// The same with the three lists made.
fn four_with_lists() -> Month {
    let folder = four();
    make(&folder, &MONTHS);
    folder
}

/// A report of one day in which white meets black once: `1`, `=` or `0` for white.
fn report(day: &str, white: u32, black: u32, result: char) -> String {
    Report::new("Report", day).line("092 Individual: Swiss-System (Rapid)").game(white, black, result).text()
}

fn make(folder: &Folder, months: &[&str]) {
    for month in months {
        expect_exit(folder.path(), &["run", "pipeline.toml", "--list", month, "--quiet"], 0);
    }
}

fn json(said: &Said) -> Value {
    serde_json::from_str(&said.out).unwrap_or_else(|error| panic!("{error}: {}", said.out))
}

/// Makes lists again and returns what became of each, as `2024-02-01 proved`.
fn regenerate(folder: &Folder, more: &[&str]) -> Vec<String> {
    regenerate_to(folder, more, 0)
}

/// Makes lists again and wants this exit code.
fn regenerate_to(folder: &Folder, more: &[&str], code: i32) -> Vec<String> {
    fates(&json(&expect_exit(folder.path(), &[&["regenerate", "pipeline.toml", "--json"][..], more].concat(), code)))
}

fn fates(reported: &Value) -> Vec<String> {
    let word = |list: &Value, key: &str| list[key].as_str().unwrap_or_default().to_owned();
    reported["lists"].as_array().expect("lists").iter().map(|list| format!("{} {}", word(list, "list"), word(list, "fate"))).collect()
}

/// The lists of a folder of lists, and whatever else lies in it.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("readable")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    // It is there whenever a list was published, and has tests of its own.
    names.retain(|name| name != "lists.csv");
    names.sort();
    names
}

/// One version of a list: every known player by id.
fn state(folder: &Folder, list: &str) -> BTreeMap<String, BTreeMap<String, String>> {
    let table = rows(&parquet(&folder.join(&format!("lists/rapid/{list}/state.parquet"))));
    table.into_iter().map(|row| (row["fide_id"].clone(), row)).collect()
}

/// The ratings of 1001 to 1004 on one version of a list.
fn ratings(folder: &Folder, list: &str) -> [String; 4] {
    let state = state(folder, list);
    ["1001", "1002", "1003", "1004"].map(|id| state[id]["rating"].clone())
}

/// The published rows of one version of a list, by id.
fn listed(folder: &Folder, list: &str) -> BTreeMap<String, BTreeMap<String, String>> {
    let table = csv_rows(&folder.join(&format!("lists/rapid/{list}/list.csv")));
    table.into_iter().map(|row| (row["fide_id"].clone(), row)).collect()
}

/// `revisions.csv`, each row as some of its columns.
fn revisions(folder: &Folder, columns: &[&str]) -> Vec<String> {
    let table = csv_rows(&folder.join("lists/rapid/revisions.csv"));
    table.iter().map(|row| columns.iter().map(|column| row[*column].as_str()).collect::<Vec<_>>().join(" | ")).collect()
}

/// The players whom a revision moved, as its table has them.
fn moved(folder: &Folder, revision: &str) -> String {
    let table = std::fs::read_to_string(folder.join(&format!("lists/rapid/revisions/{revision}.csv"))).expect("a table of moves");
    // The last column, of the causes in words, has tests of its own.
    table.lines().map(|line| line.rsplit_once(',').map_or(line, |(row, _)| row).to_owned() + "\n").collect()
}

/// Everything that bears on a moved player's rating, by the table of a revision.
fn causes(folder: &Folder, revision: &str, id: &str) -> String {
    let table = csv_rows(&folder.join(&format!("lists/rapid/revisions/{revision}.csv")));
    table.iter().find(|row| row["fide_id"] == id).unwrap_or_else(|| panic!("{id}: {table:?}"))["causes"].clone()
}

/// The codes in the diagnostics of a list.
fn codes(folder: &Folder, list: &str) -> Vec<String> {
    csv_rows(&folder.join(&format!("lists/rapid/{list}/diagnostics.csv"))).iter().map(|row| row["code"].clone()).collect()
}
