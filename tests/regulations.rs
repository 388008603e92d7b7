//! Worked examples of the regulations: tables of cases in `tests/regulations`, run through the program from the outside.
//!
//! Every expected number is worked out by hand from the texts and the decisions (D-numbers), and the working stands beside
//! the case. A case gives lists, tournaments and games, and says what must come out: of a player, of a tournament, of a side
//! of a game. A case with `steps` makes several lists in a row; each builds on the folder that the one before it made.

use crate::support::{Folder, csv_rows, parquet, ratinglist, rows, test_file};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use toml::{Table, Value};

#[test]
fn editions_of_rapid_and_blitz() {
    check("editions_rapid_blitz.toml");
}

#[test]
fn editions_of_standard() {
    check("editions_standard.toml");
}

#[test]
fn which_rating_a_game_uses() {
    check("which_rating.toml");
}

#[test]
fn development_coefficient() {
    check("development_coefficient.toml");
}

#[test]
fn rating_change() {
    check("rating_change.toml");
}

#[test]
fn first_event() {
    check("first_event.toml");
}

#[test]
fn first_rating() {
    check("first_rating.toml");
}

#[test]
fn pool_and_floor() {
    check("pool_and_floor.toml");
}

#[test]
fn longer_control() {
    check("longer_control.toml");
}

#[test]
fn tournaments() {
    check("tournaments.toml");
}

#[test]
fn registration_and_waivers() {
    check("registration_and_waivers.toml");
}

#[test]
fn matches() {
    check("matches.toml");
}

#[test]
fn rate_of_play() {
    check("rate_of_play.toml");
}

#[test]
fn the_list() {
    check("the_list.toml");
}

#[test]
fn missing_columns() {
    check("missing_columns.toml");
}

#[test]
fn the_edition_of_2009() {
    check("standard_2009.toml");
}

#[test]
fn every_table_has_a_test_and_every_name_is_used_once() {
    let tested: BTreeSet<&str> =
        include_str!("regulations.rs").lines().filter_map(|line| line.trim().strip_prefix("check(\"")?.strip_suffix("\");")).collect();
    let entries = std::fs::read_dir(test_file("regulations")).expect("the folder of tables");
    let found: BTreeSet<String> = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    assert_eq!(
        found.iter().map(String::as_str).collect::<BTreeSet<_>>(),
        tested,
        "tables in tests/regulations, and those that a test names"
    );
    let mut names = BTreeSet::new();
    for file in &found {
        for case in read(file).cases {
            assert!(names.insert(case.name.clone()), "{file}: the name '{}' is used twice", case.name);
        }
    }
}

// What a table holds.

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cases {
    #[serde(rename = "case")]
    cases: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    /// What holds, as a sentence.
    name: String,
    /// The edition and article, or the decision.
    source: String,
    control: String,
    /// An edition that the program cannot carry out yet: until it can, it must refuse with exit code 4 and name it. Then this goes.
    awaits: Option<String>,
    /// An edition for everything; chosen by date unless given.
    rules: Option<String>,
    /// The month before the (first) list unless given.
    previous_date: Option<String>,
    #[serde(default)]
    previous: Vec<Table>,
    /// Older lists of this control.
    #[serde(default)]
    archive: Vec<DatedList>,
    /// Standard lists.
    #[serde(default)]
    longer: Vec<DatedList>,
    /// Several lists in a row; or else one list, with the fields of [`Step`] in the case itself.
    #[serde(default)]
    steps: Vec<Step>,
    list: Option<String>,
    #[serde(default)]
    arguments: Vec<String>,
    #[serde(default)]
    tournaments: Vec<Table>,
    #[serde(default)]
    games: Vec<String>,
    #[serde(default)]
    players: Vec<Table>,
    expect: Option<Expect>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DatedList {
    date: String,
    rows: Vec<Table>,
}

/// One list to be made.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    /// The list's date.
    list: String,
    /// Further words on the command line.
    #[serde(default)]
    arguments: Vec<String>,
    #[serde(default)]
    tournaments: Vec<Table>,
    /// `tournament round white black result`; a round may be a range such as `1-39`.
    #[serde(default)]
    games: Vec<String>,
    /// `players.csv` of the bundle.
    #[serde(default)]
    players: Vec<Table>,
    expect: Expect,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Expect {
    #[serde(default)]
    exit: i32,
    /// A part of what is said on stderr.
    says: Option<String>,
    /// By `fide_id`: columns of `state.parquet`; `rating` may be "unrated", `listed` says whether `list.csv` has the player, `known = false` that no table does.
    #[serde(default)]
    players: Vec<Table>,
    /// By `fide_id`: columns of `changes.parquet`.
    #[serde(default)]
    changes: Vec<Table>,
    /// By `tournament_id`: columns of `tournaments.parquet`.
    #[serde(default)]
    tournaments: Vec<Table>,
    /// By `tournament_id`, `fide_id` and, where given, `round` and `opponent`: columns of `games.parquet`.
    #[serde(default)]
    sides: Vec<Table>,
    /// The whole of `pool.parquet`, by `fide_id` and `tournament_id`.
    pool: Option<Vec<Table>>,
    /// Each of these must be in `diagnostics.csv`; `message` is a part of the message.
    #[serde(default)]
    diagnostics: Vec<Table>,
    /// None of these codes may be there.
    #[serde(default)]
    no_diagnostics: Vec<String>,
}

impl Expect {
    fn is_empty(&self) -> bool {
        let tables = [&self.players, &self.changes, &self.tournaments, &self.sides, &self.diagnostics];
        self.exit == 0 && self.pool.is_none() && self.no_diagnostics.is_empty() && tables.iter().all(|table| table.is_empty())
    }
}

const LIST_COLUMNS: &[&str] = &[
    "fide_id",
    "name",
    "title",
    "women_title",
    "other_titles",
    "federation",
    "sex",
    "birth_year",
    "rating",
    "games",
    "k",
    "flag",
    "career_games",
    "peak",
    "last_rated",
    "first_event",
];
const TOURNAMENT_COLUMNS: &[&str] = &[
    "tournament_id",
    "name",
    "federation",
    "control",
    "kind",
    "class",
    "start",
    "end",
    "minutes",
    "increment",
    "rounds",
    "official",
    "registered",
    "received",
    "waivers",
];
const PLAYER_COLUMNS: &[&str] = &["fide_id", "name", "title", "federation", "sex", "birth_year"];

// Running them.

fn read(file: &str) -> Cases {
    let path = test_file("regulations").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let cases: Cases = toml::from_str(&text).unwrap_or_else(|error| panic!("{file}: {error}"));
    assert!(!cases.cases.is_empty(), "{file} has no case");
    cases
}

/// Runs every case of a table; those that fail are reported together.
fn check(file: &str) {
    let mut report = String::new();
    let cases = read(file).cases;
    for case in &cases {
        let wrong = case.run();
        if !wrong.is_empty() {
            report += &format!("\n{} ({})\n", case.name, case.source);
            for line in wrong {
                report += &format!("  - {line}\n");
            }
        }
    }
    assert!(report.is_empty(), "{file}:\n{report}");
}

impl Case {
    /// What is not as expected.
    fn run(&self) -> Vec<String> {
        assert!(!self.name.is_empty() && !self.source.is_empty(), "a case has a name and a source");
        let folder = Folder::new();
        let steps = self.steps();
        let first = self.previous_date.clone().unwrap_or_else(|| month_before(&steps[0].list));
        for list in &self.longer {
            folder.put(&format!("longer/{}/list.csv", list.date), csv(&list.rows, LIST_COLUMNS));
        }
        for list in &self.archive {
            folder.put(&format!("lists/{}/list.csv", list.date), csv(&list.rows, LIST_COLUMNS));
        }
        // One list is made from a file, several from list folders, so that both ways are walked.
        let previous_list = csv(&self.previous, LIST_COLUMNS);
        let mut previous = if self.steps.is_empty() {
            folder.put("previous.csv", previous_list);
            vec!["--previous".to_owned(), "previous.csv".to_owned(), "--previous-date".to_owned(), first]
        } else {
            folder.put(&format!("lists/{first}/list.csv"), previous_list);
            vec!["--previous".to_owned(), format!("lists/{first}")]
        };
        let mut wrong = Vec::new();
        for step in steps {
            let before = wrong.len();
            self.make(&folder, &step, &previous, &mut wrong);
            if !self.steps.is_empty() {
                wrong[before..].iter_mut().for_each(|line| *line = format!("{}: {line}", step.list));
            }
            if !folder.join(&format!("lists/{}", step.list)).is_dir() {
                break;
            }
            previous = vec!["--previous".to_owned(), format!("lists/{}", step.list)];
        }
        wrong
    }

    fn steps(&self) -> Vec<Step> {
        let own = self.list.as_ref().zip(self.expect.as_ref()).map(|(list, expect)| Step {
            list: list.clone(),
            arguments: self.arguments.clone(),
            tournaments: self.tournaments.clone(),
            games: self.games.clone(),
            players: self.players.clone(),
            expect: expect.clone(),
        });
        assert!(own.is_some() == self.steps.is_empty(), "{}: either one list, or steps", self.name);
        let unused = own.is_none()
            && !(self.arguments.is_empty() && self.tournaments.is_empty() && self.games.is_empty() && self.players.is_empty());
        assert!(!unused, "{}: what belongs to a step stands in the case", self.name);
        own.map_or_else(|| self.steps.clone(), |own| vec![own])
    }

    fn make(&self, folder: &Folder, step: &Step, previous: &[String], wrong: &mut Vec<String>) {
        assert!(!step.expect.is_empty(), "{}: nothing is expected", self.name);
        let bundle = format!("bundle-{}", step.list);
        folder.put(&format!("{bundle}/tournaments.csv"), csv(&step.tournaments, TOURNAMENT_COLUMNS));
        folder.put(&format!("{bundle}/games.csv"), games(&step.games));
        if !step.players.is_empty() {
            folder.put(&format!("{bundle}/players.csv"), csv(&step.players, PLAYER_COLUMNS));
        }
        let out = format!("lists/{}", step.list);
        let mut arguments = vec![
            "run",
            "--control",
            &self.control,
            "--list",
            &step.list[..7],
            "--tournaments",
            &bundle,
            "--out",
            &out,
            "--quiet",
            "--threads",
            "1",
        ];
        arguments.extend(previous.iter().map(String::as_str));
        if let Some(rules) = &self.rules {
            arguments.extend(["--rules", rules]);
        }
        if !self.archive.is_empty() || !self.steps.is_empty() {
            arguments.extend(["--archive", "lists"]);
        }
        if !self.longer.is_empty() {
            arguments.extend(["--longer", "standard=longer"]);
        }
        arguments.extend(step.arguments.iter().map(String::as_str));
        let output = ratinglist(folder.path(), &arguments);
        let (code, said) = (output.status.code(), String::from_utf8_lossy(&output.stderr));
        if let Some(edition) = &self.awaits {
            if code == Some(4) && said.contains(&format!("no list can be made yet by edition {edition}")) {
                return;
            }
            wrong.push(format!("{edition} is carried out now: take `awaits` out of the case"));
        }
        if code != Some(step.expect.exit) {
            wrong.push(format!("exit code {code:?}, expected {}: {}", step.expect.exit, said.trim()));
        } else if code == Some(0) {
            compare(&folder.join(&out), &step.expect, wrong);
        }
        if let Some(part) = step.expect.says.as_ref().filter(|&part| !said.contains(part)) {
            wrong.push(format!("'{part}' is not said: {}", said.trim()));
        }
    }
}

/// The first of the month before.
fn month_before(list: &str) -> String {
    let (year, month): (i32, u32) = (list[..4].parse().expect("a year"), list[5..7].parse().expect("a month"));
    if month == 1 { format!("{}-12-01", year - 1) } else { format!("{year}-{:02}-01", month - 1) }
}

/// Rows as CSV, with the columns that any of them has and those that must be there.
fn csv(rows: &[Table], known: &[&str]) -> Vec<u8> {
    for row in rows {
        for name in row.keys() {
            assert!(known.contains(&name.as_str()), "'{name}' is none of {known:?}");
        }
    }
    let has = |name: &str| ["fide_id", "tournament_id", "rating"].contains(&name) || rows.iter().any(|row| row.contains_key(name));
    let columns: Vec<&str> = known.iter().copied().filter(|&name| has(name)).collect();
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(&columns).expect("written to memory");
    for row in rows {
        writer.write_record(columns.iter().map(|&name| row.get(name).map_or_else(String::new, text))).expect("written to memory");
    }
    writer.into_inner().expect("written to memory")
}

fn games(lines: &[String]) -> String {
    let mut csv = "tournament_id,round,white,black,result\n".to_owned();
    for line in lines {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [tournament, rounds, white, black, result] = words[..] else { panic!("'{line}' is not a game") };
        let number = |text: &str| text.parse::<u32>().unwrap_or_else(|_| panic!("'{line}': {text} is no round"));
        let (from, to) = rounds.split_once('-').map_or_else(|| (number(rounds), number(rounds)), |(from, to)| (number(from), number(to)));
        for round in from..=to {
            csv += &format!("{tournament},{round},{white},{black},{result}\n");
        }
    }
    csv
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Integer(number) => number.to_string(),
        Value::Boolean(claim) => claim.to_string(),
        other => panic!("{other} is neither text nor a whole number nor true or false"),
    }
}

// Comparing.

type Found = Vec<BTreeMap<String, String>>;

fn table(folder: &Path, name: &str) -> Found {
    rows(&parquet(&folder.join(name)))
}

fn compare(folder: &Path, expect: &Expect, wrong: &mut Vec<String>) {
    if !expect.players.is_empty() {
        compare_players(folder, &expect.players, wrong);
    }
    let tables: [(&str, &[Table], &[&str]); 3] = [
        ("changes.parquet", &expect.changes, &["fide_id"]),
        ("tournaments.parquet", &expect.tournaments, &["tournament_id"]),
        ("games.parquet", &expect.sides, &["tournament_id", "fide_id", "round", "opponent"]),
    ];
    for (name, expected, keys) in tables {
        if !expected.is_empty() {
            compare_rows(name, &table(folder, name), expected, keys, wrong);
        }
    }
    if let Some(pool) = &expect.pool {
        let found = table(folder, "pool.parquet");
        if found.len() != pool.len() {
            wrong.push(format!("pool: {} entries, expected {}: {found:?}", found.len(), pool.len()));
        }
        compare_rows("pool.parquet", &found, pool, &["fide_id", "tournament_id"], wrong);
    }
    compare_diagnostics(&folder.join("diagnostics.csv"), expect, wrong);
}

fn compare_players(folder: &Path, expected: &[Table], wrong: &mut Vec<String>) {
    let (state, list) = (table(folder, "state.parquet"), csv_rows(&folder.join("list.csv")));
    for row in expected {
        let id = text(row.get("fide_id").expect("a player has an id"));
        let with_id = |found: &Found| found.iter().find(|found| found["fide_id"] == id).cloned();
        let (known, listed) = (with_id(&state), with_id(&list));
        let wants = |name: &str| row.get(name).map(text);
        if wants("known").is_some_and(|known_wanted| known_wanted != known.is_some().to_string()) {
            wrong.push(format!("player {id}: known is {}", known.is_some()));
        }
        let Some(known) = known else {
            if wants("known").is_none() {
                wrong.push(format!("player {id} is not in the state"));
            }
            continue;
        };
        let wants_listed = wants("listed").map_or_else(|| !known["rating"].is_empty(), |claim| claim == "true");
        if wants_listed != listed.is_some() {
            wrong.push(format!("player {id}: on the list is {}", listed.is_some()));
        }
        let columns: Table = row
            .iter()
            .filter(|(name, _)| !["known", "listed"].contains(&name.as_str()))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        compare_row(&format!("player {id}"), &known, &columns, wrong);
        if let Some(listed) = listed {
            for name in ["rating", "games", "k", "flag"] {
                if listed[name] != known[name] {
                    wrong.push(format!("player {id}: {name} is '{}' on the list and '{}' in the state", listed[name], known[name]));
                }
            }
        }
    }
}

fn compare_rows(name: &str, found: &Found, expected: &[Table], keys: &[&str], wrong: &mut Vec<String>) {
    for row in expected {
        let given: Vec<(&str, String)> = keys.iter().filter_map(|&key| row.get(key).map(|value| (key, text(value)))).collect();
        let place = format!("{name} {}", given.iter().map(|(key, value)| format!("{key} {value}")).collect::<Vec<_>>().join(", "));
        let matching: Vec<_> = found.iter().filter(|found| given.iter().all(|(key, value)| found.get(*key) == Some(value))).collect();
        if row.get("absent").is_some() {
            if !matching.is_empty() {
                wrong.push(format!("{place}: there is such a row: {matching:?}"));
            }
            continue;
        }
        if matching.is_empty() {
            wrong.push(format!("{place}: no such row"));
        }
        for found in matching {
            compare_row(&place, found, row, wrong);
        }
    }
}

fn compare_row(place: &str, found: &BTreeMap<String, String>, expected: &Table, wrong: &mut Vec<String>) {
    for (name, value) in expected {
        let value = match text(value) {
            unrated if unrated == "unrated" => String::new(),
            value => value,
        };
        match found.get(name) {
            None => wrong.push(format!("{place}: there is no column '{name}'")),
            Some(found) if *found != value => wrong.push(format!("{place}: {name} is '{found}', expected '{value}'")),
            Some(_) => {}
        }
    }
}

fn compare_diagnostics(path: &Path, expect: &Expect, wrong: &mut Vec<String>) {
    let found = csv_rows(path);
    let all = || found.iter().map(|row| format!("{} {}: {}", row["code"], row["severity"], row["message"])).collect::<Vec<_>>().join("; ");
    for row in &expect.diagnostics {
        let holds = |found: &BTreeMap<String, String>| {
            row.iter().all(
                |(name, value)| if name == "message" { found[name].contains(&text(value)) } else { found.get(name) == Some(&text(value)) },
            )
        };
        if !found.iter().any(holds) {
            wrong.push(format!("no diagnostic is {row}; there are: {}", all()));
        }
    }
    for code in &expect.no_diagnostics {
        if found.iter().any(|row| row["code"] == *code) {
            wrong.push(format!("{code} should not be there: {}", all()));
        }
    }
}
