//! Checks before publication: their values when they pass, the warning and the refusal when they do not, on both sides of every limit.

use crate::support::{Folder, Said, csv_rows, expect_exit};
use std::collections::BTreeMap;

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
fn eight() -> Folder {
    let folder = Folder::new();
    let player = |(id, name): &(u32, &str)| format!("{id},\"{name}\",ENG,M,1980,1800,20\n");
    let players: String = LISTED.iter().map(player).collect();
    folder.put("lists/2024-01-01/list.csv", format!("fide_id,name,federation,sex,birth_year,rating,k\n{players}"));
    folder.put("tournaments/README.md", "reports");
    settings(&folder, "");
    Report::new("home", "Bath", "2024-01-06").game(1007, 1008, '1').put(&folder);
    folder
}

/// Writes the pipeline file with these lines under `[checks]`.
fn settings(folder: &Folder, checks: &str) {
    let head = "name = \"Eight\"\ncontrol = \"rapid\"\nlists = \"lists\"\ntournaments = [\"tournaments\"]\n";
    let more = ["corrections", "players"].iter().filter(|name| folder.join(&format!("{name}.csv")).exists());
    let more: String = more.map(|name| format!("{name} = \"{name}.csv\"\n")).collect();
    folder.put("pipeline.toml", format!("{head}{more}\n[checks]\n{checks}\n"));
}

const RUN: [&str; 4] = ["run", "pipeline.toml", "--list", "2024-02"];

fn run(folder: &Folder, code: i32) -> Said {
    expect_exit(folder.path(), &RUN, code)
}

/// A row of `checks.csv` in a folder of the lists.
fn check(folder: &Folder, list: &str, name: &str) -> BTreeMap<String, String> {
    let rows = csv_rows(&folder.join(&format!("lists/{list}/checks.csv")));
    rows.iter().find(|row| row["check"] == name).unwrap_or_else(|| panic!("no {name} in {rows:?}")).clone()
}

/// `fail true 3 to 4`: level, passed, value and limits.
fn told(folder: &Folder, list: &str, name: &str) -> String {
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
    let rows = csv_rows(&folder.join(&format!("lists/{list}/diagnostics.csv")));
    let of = rows.iter().filter(|row| row["code"] == code);
    of.map(|row| format!("{}:{}:{} {}", row["file"], row["line"], row["column"], row["message"])).collect()
}

/// Names in the folder of the lists.
fn names(folder: &Folder) -> Vec<String> {
    let entries = std::fs::read_dir(folder.join("lists")).expect("readable");
    let mut names: Vec<String> = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// A tournament report, put together.
struct Report {
    id: String,
    head: String,
    /// Id, name, date of birth.
    entries: Vec<(u32, String, String)>,
    /// One a round: ids, and the result of the first of them.
    games: Vec<(u32, u32, char)>,
}

impl Report {
    /// A rapid event of one day.
    fn new(id: &str, city: &str, day: &str) -> Self {
        Self::of_days(id, city, day, day)
    }

    fn of_days(id: &str, city: &str, start: &str, end: &str) -> Self {
        let head = format!("012 {id}\n022 {city}\n032 ENG\n042 {start}\n052 {end}\n222 900+10\n");
        Self { id: id.to_owned(), head, entries: Vec::new(), games: Vec::new() }
    }

    /// The days of the rounds, at their columns.
    fn round_days(mut self, days: &[&str]) -> Self {
        let days: Vec<String> = days.iter().map(|day| format!("{:<10}", day[2..].replace('-', "/"))).collect();
        self.head.push_str(&format!("{:<91}{}\n", "132", days.concat()));
        self
    }

    fn entry(mut self, id: u32, name: &str, birth: &str) -> Self {
        self.entries.push((id, name.to_owned(), birth.to_owned()));
        self
    }

    /// The next round has this game alone. Whoever is no entry becomes one, with the name on the list.
    fn game(mut self, white: u32, black: u32, result: char) -> Self {
        for id in [white, black] {
            if !self.entries.iter().any(|entry| entry.0 == id) {
                let name = LISTED.iter().find(|player| player.0 == id).map_or("Nobody, Known", |player| player.1);
                self = self.entry(id, name, "1980");
            }
        }
        self.games.push((white, black, result));
        self
    }

    fn put(&self, folder: &Folder) {
        let rank = |id: u32| self.entries.iter().position(|entry| entry.0 == id).expect("an entry") + 1;
        let mut text = self.head.clone();
        for (at, (id, name, birth)) in self.entries.iter().enumerate() {
            let head = format!("001 {:>4} m    {name:<33} 1800 ENG {id:>11} {birth:<10}  0.0 {:>4}", at + 1, at + 1);
            let block = |&(white, black, result): &(u32, u32, char)| {
                let other = match result {
                    '1' => '0',
                    '0' => '1',
                    '+' => '-',
                    other => other,
                };
                match *id {
                    id if id == white => format!("  {:>4} w {result}", rank(black)),
                    id if id == black => format!("  {:>4} b {other}", rank(white)),
                    _ => "  0000 - Z".to_owned(),
                }
            };
            text.push_str(&format!("{head}{}\n", self.games.iter().map(block).collect::<String>()));
        }
        folder.put(&format!("tournaments/{}.trf", self.id), text);
    }
}
