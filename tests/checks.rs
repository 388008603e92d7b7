//! Checks before publication: their values when they pass, the warning and the refusal when they do not, on both sides of every limit.

use crate::month::{Month, Report};
use crate::support::{Folder, Said, csv_rows};
use std::collections::BTreeMap;

mod accepted;
mod defaults;
mod limits;
mod refused;
mod suspicions;

const LISTED: [(u32, &str); 8] = [
    (1001, "Adams, Ann"),
    (1002, "Brown, Bob"),
    (1003, "Clark, Cat"),
    (1004, "Davis, Dan"),
    (1005, "Evans, Eve"),
    (1006, "Foster, Fay"),
    (1007, "Green, Gus"),
    (1008, "Hughes, Hal"),
];

/// Eight players of 1800 on the list of January 2024, and an open that everybody may have held.
fn eight() -> Month {
    let month = Month::of("rapid");
    let players = LISTED.map(|(id, name)| format!("{id},\"{name}\",ENG,M,1980,1800,20"));
    month.list("2024-01-01", "fide_id,name,federation,sex,birth_year,rating,k", players);
    settings(&month, "");
    event("home", "Bath", "2024-01-06").game(1007, 1008, '1').put(&month);
    month
}

/// Hands in this number of further events that can be rated, each with another game.
fn further_events(month: &Month, count: usize) {
    let pairs = (1001..=1006).flat_map(|white| (white + 1..=1006).map(move |black| (white, black)));
    for (day, (white, black)) in pairs.take(count).enumerate() {
        event(&format!("further-{day}"), "Bath", &format!("2024-01-{:02}", day + 7)).game(white, black, '=').put(month);
    }
}

/// Writes the pipeline file with these lines under `[checks]`.
fn settings(month: &Month, checks: &str) {
    month.pipeline(&format!("\n[checks]\n{checks}\n"));
}

const RUN: [&str; 4] = ["run", "pipeline.toml", "--list", "2024-02"];

fn run(month: &Month, code: i32) -> Said {
    month.run("2024-02", code)
}

/// A row of `checks.csv` in a folder of the lists.
fn check(folder: &Folder, list: &str, name: &str) -> BTreeMap<String, String> {
    let rows = csv_rows(&folder.join(&format!("lists/rapid/{list}/checks.csv")));
    rows.iter().find(|row| row["check"] == name).unwrap_or_else(|| panic!("no {name} in {rows:?}")).clone()
}

/// `fail true 3 to 4`: level, passed, value and limits.
fn check_outcome(folder: &Folder, list: &str, name: &str) -> String {
    let row = check(folder, list, name);
    let text = |column: &str| row[column].as_str();
    let limits = match (text("at_least"), text("at_most")) {
        (least, "") => format!("from {least}"),
        ("", most) => format!("to {most}"),
        (least, most) => format!("from {least} to {most}"),
    };
    format!("{} {} {} {limits}", text("level"), text("passed"), text("value"))
}

/// The diagnostics of one code, as `file:line:column message`.
fn diagnostics(folder: &Folder, list: &str, code: &str) -> Vec<String> {
    let rows = csv_rows(&folder.join(&format!("lists/rapid/{list}/diagnostics.csv")));
    let of = rows.iter().filter(|row| row["code"] == code);
    of.map(|row| format!("{}:{}:{} {}", row["file"], row["line"], row["column"], row["message"])).collect()
}

/// Names in the folder of the lists.
fn names(folder: &Folder) -> Vec<String> {
    let entries = std::fs::read_dir(folder.join("lists/rapid")).expect("readable");
    let mut names: Vec<String> = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    // It is there whenever a list was published, and has tests of its own.
    names.retain(|name| name != "lists.csv");
    names.sort();
    names
}

/// A report of a rapid event in a town, whose players have their names on the list.
fn event(id: &str, city: &str, days: &str) -> Report {
    Report::new(id, days).line(&format!("022 {city}")).line("032 ENG").line("222 900+10").names(&LISTED)
}
