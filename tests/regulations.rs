//! Worked examples of the regulations: tables of cases in `tests/regulations`, run through the program from the outside.
//!
//! Every expected number is worked out by hand from the texts and the decisions (D-numbers), and the working stands beside
//! the case. A case gives lists, tournaments and games, and says what must come out: of a player, of a tournament, of a side
//! of a game. A case with `steps` makes several lists in a row; each builds on the folder that the one before it made.

use crate::cases::{Case, LIST_COLUMNS, Step, csv, read};
use crate::expected::compare;
use crate::explain::what_does_not_add_up;
use crate::support::{Folder, has_test, ratinglist, rust_sources, test_file};
use std::collections::BTreeSet;

/// Declares a test for each table of cases, and the list of the tables that have one.
macro_rules! tables {
    ($($test:ident: $file:literal,)*) => {
        const TABLES: &[&str] = &[$($file),*];
        $(
            #[test]
            fn $test() {
                check($file);
            }
        )*
    };
}

tables! {
    editions_of_rapid_and_blitz: "editions_rapid_blitz.toml",
    editions_of_standard: "editions_standard.toml",
    which_rating_a_game_uses: "which_rating.toml",
    development_coefficient: "development_coefficient.toml",
    rating_change: "rating_change.toml",
    first_event: "first_event.toml",
    first_rating: "first_rating.toml",
    pool_and_floor: "pool_and_floor.toml",
    longer_control: "longer_control.toml",
    tournaments: "tournaments.toml",
    registration_and_waivers: "registration_and_waivers.toml",
    rounds_of_a_day_without_dates: "rounds_of_a_day.toml",
    official_events: "official_events.toml",
    matches: "matches.toml",
    rate_of_play: "rate_of_play.toml",
    the_list: "the_list.toml",
    missing_columns: "missing_columns.toml",
    orders: "orders.toml",
    every_edition: "every_edition.toml",
    further_readings: "further_readings.toml",
    the_edition_of_2009: "standard_2009.toml",
    first_ratings_of_2009: "standard_2009_first_ratings.toml",
    round_robins_of_2009: "standard_2009_round_robins.toml",
    the_list_of_2009: "standard_2009_the_list.toml",
    the_edition_of_2013_game_by_game: "online_2013.toml",
    first_ratings_of_2013: "online_2013_first_ratings.toml",
    longer_controls_of_2013: "online_2013_longer_controls.toml",
    over_the_board_events_of_2013: "online_2013_over_the_board.toml",
}

#[test]
fn every_table_has_a_test_and_every_name_is_used_once() {
    let tested: BTreeSet<&str> = TABLES.iter().copied().collect();
    let entries = std::fs::read_dir(test_file("regulations")).expect("the folder of tables");
    let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    let found: BTreeSet<String> = names.filter(|name| name.ends_with(".toml")).collect();
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

/// Checks the links of `DECISIONS.md`: that the case or test holds the reading is for whoever reads both to see.
#[test]
fn every_reading_names_a_case_or_a_test_that_is_run() {
    let cases: BTreeSet<String> = TABLES.iter().flat_map(|file| read(file).cases).map(|case| case.name).collect();
    let files = [test_file(""), test_file("../crates")].into_iter().flat_map(|folder| rust_sources(&folder));
    let sources: String = files.map(|file| std::fs::read_to_string(file).expect("readable")).collect();
    let mut missing = Vec::new();
    for reading in rulebook::readings().values() {
        let is_there = match reading.test.strip_prefix('"') {
            Some(case) => cases.contains(case.trim_end_matches('"')),
            None => has_test(&sources, &reading.test),
        };
        if !is_there {
            missing.push(format!("{}: {}", reading.number, reading.test));
        }
    }
    assert!(missing.is_empty(), "there is no such case or test:\n{}", missing.join("\n"));
}

/// Checks the links of the matrix, not what it claims: that a case fails with the neighbour's value is for whoever writes it to see.
#[test]
fn the_matrix_has_a_line_for_every_edition_and_links_to_cases_and_tests_that_are_run() {
    let editions: BTreeSet<&str> = rulebook::Rulebook::fide().editions().iter().map(|edition| edition.id.as_str()).collect();
    let cases: BTreeSet<String> = TABLES.iter().flat_map(|file| read(file).cases).map(|case| case.name).collect();
    let sources: String = std::fs::read_dir(test_file(""))
        .expect("the folder of tests")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .map(|path| std::fs::read_to_string(path).expect("readable"))
        .collect();
    let matrix = std::fs::read_to_string(test_file("regulations/MATRIX.md")).expect("the matrix");
    let (_, rows) = matrix.split_once("\n## ").expect("rows");
    for row in rows.split("\n## ") {
        let (title, lines) = row.split_once('\n').expect("a row has lines");
        let cells: Vec<(&str, &str)> = lines.lines().filter_map(|line| line.strip_prefix("- ")?.split_once(": ")).collect();
        assert_eq!(cells.len(), editions.len(), "{title}: one line for each edition");
        assert_eq!(cells.iter().map(|(edition, _)| *edition).collect::<BTreeSet<_>>(), editions, "{title}");
        for (edition, cell) in cells {
            // Names stand between quotes or backticks, so every other part is one.
            let named_cases: Vec<&str> = cell.split('"').skip(1).step_by(2).collect();
            let named_tests: Vec<&str> = cell.split('`').skip(1).step_by(2).collect();
            assert!(cell == "-" || !named_cases.is_empty() || !named_tests.is_empty(), "{title}, {edition}: nothing is named");
            for name in named_cases {
                assert!(cases.contains(name), "{title}, {edition}: there is no case '{name}'");
            }
            for name in named_tests {
                assert!(has_test(&sources, name), "{title}, {edition}: there is no test {name}");
            }
        }
    }
}

// Running them.

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
        self.put_lists(&folder);
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
            crosstables: self.crosstables.clone(),
            online: self.online.clone(),
            players: self.players.clone(),
            expect: expect.clone(),
        });
        assert!(own.is_some() == self.steps.is_empty(), "{}: either one list, or steps", self.name);
        let words = [&self.arguments, &self.games, &self.online];
        let unused = words.iter().any(|words| !words.is_empty())
            || !(self.tournaments.is_empty() && self.crosstables.is_empty() && self.players.is_empty());
        assert!(own.is_some() || !unused, "{}: what belongs to a step stands in the case", self.name);
        own.map_or_else(|| self.steps.clone(), |own| vec![own])
    }

    fn make(&self, folder: &Folder, step: &Step, previous: &[String], wrong: &mut Vec<String>) {
        assert!(!step.expect.is_empty(), "{}: nothing is expected", self.name);
        let bundle = format!("bundle-{}", step.list);
        step.put_bundle(folder, &bundle, &self.control);
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
        let longer: Vec<String> = self
            .longer_lists()
            .iter()
            .filter(|(_, lists)| !lists.is_empty())
            .map(|(control, _)| format!("{control}=longer-{control}"))
            .collect();
        arguments.extend(longer.iter().flat_map(|longer| ["--longer", longer]));
        if !self.roster.is_empty() {
            arguments.extend(["--players", "players.csv"]);
        }
        arguments.extend(step.arguments.iter().map(String::as_str));
        let output = ratinglist(folder.path(), &arguments);
        let (code, said) = (output.status.code(), String::from_utf8_lossy(&output.stderr));
        if code != Some(step.expect.exit) {
            wrong.push(format!("exit code {code:?}, expected {}: {}", step.expect.exit, said.trim()));
        } else if code == Some(0) {
            compare(&folder.join(&out), &step.expect, wrong);
            if !step.arguments.iter().any(|argument| argument == "--no-audit") {
                wrong.extend(what_does_not_add_up(&folder.join(&out)));
            }
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
