//! The cases of `tests/regulations`: what a table holds, and the inputs that are written from it.

use crate::month::{round_of_pair, rounds_of_field};
use crate::support::{Folder, test_file};
use serde::Deserialize;
use toml::{Table, Value};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Cases {
    #[serde(rename = "case")]
    pub(crate) cases: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Case {
    /// What holds, as a sentence.
    pub(crate) name: String,
    /// The edition and article, or the decision.
    pub(crate) source: String,
    pub(crate) control: String,
    /// An edition for everything; chosen by date unless given.
    pub(crate) rules: Option<String>,
    /// The month before the (first) list unless given.
    pub(crate) previous_date: Option<String>,
    #[serde(default)]
    pub(crate) previous: Vec<Table>,
    /// Older lists of this control.
    #[serde(default)]
    pub(crate) archive: Vec<DatedList>,
    /// Lists of longer controls: standard, rapid, blitz.
    #[serde(default)]
    pub(crate) longer: Vec<DatedList>,
    #[serde(default)]
    pub(crate) longer_rapid: Vec<DatedList>,
    #[serde(default)]
    pub(crate) longer_blitz: Vec<DatedList>,
    /// `fide_id,from,field,value`: what is known of players from a day on, for every list of the case.
    #[serde(default)]
    pub(crate) roster: Vec<String>,
    /// Several lists in a row; or else one list, with the fields of [`Step`] in the case itself.
    #[serde(default)]
    pub(crate) steps: Vec<Step>,
    pub(crate) list: Option<String>,
    #[serde(default)]
    pub(crate) arguments: Vec<String>,
    #[serde(default)]
    pub(crate) tournaments: Vec<Table>,
    #[serde(default)]
    pub(crate) games: Vec<String>,
    #[serde(default)]
    pub(crate) crosstables: Vec<Crosstable>,
    #[serde(default)]
    pub(crate) online: Vec<String>,
    #[serde(default)]
    pub(crate) players: Vec<Table>,
    pub(crate) expect: Option<Expect>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DatedList {
    pub(crate) date: String,
    pub(crate) rows: Vec<Table>,
}

/// One list to be made.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Step {
    /// The list's date.
    pub(crate) list: String,
    /// Further words on the command line.
    #[serde(default)]
    pub(crate) arguments: Vec<String>,
    #[serde(default)]
    pub(crate) tournaments: Vec<Table>,
    /// `tournament round white black result`; a round may be a range such as `1-39`.
    #[serde(default)]
    pub(crate) games: Vec<String>,
    /// Round robins: everybody's results against everybody.
    #[serde(default)]
    pub(crate) crosstables: Vec<Crosstable>,
    /// Games played online: `id control white black result ended_at [disconnected]`; `-` is an empty field.
    #[serde(default)]
    pub(crate) online: Vec<String>,
    /// `players.csv` of the bundle.
    #[serde(default)]
    pub(crate) players: Vec<Table>,
    pub(crate) expect: Expect,
}

/// A table with one row per player: `1`, `=` and `0` against each of the others, `*` on the diagonal, `+` and `-` for a game not played.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Crosstable {
    pub(crate) tournament_id: String,
    pub(crate) players: Vec<u32>,
    /// One table, or two for a double round robin.
    #[serde(default)]
    pub(crate) cycles: Vec<Vec<String>>,
    /// Further cycles in which every game is drawn.
    #[serde(default)]
    pub(crate) drawn_cycles: usize,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Expect {
    #[serde(default)]
    pub(crate) exit: i32,
    /// A part of what is said on stderr.
    pub(crate) says: Option<String>,
    /// By `fide_id`: columns of `state.parquet`; `rating` may be "unrated", `listed` says whether `list.csv` has the player, `known = false` that no table does.
    #[serde(default)]
    pub(crate) players: Vec<Table>,
    /// Players whom `list.csv` must not have, known or not.
    #[serde(default)]
    pub(crate) not_listed: Vec<u32>,
    /// By `fide_id`: columns of `changes.parquet`.
    #[serde(default)]
    pub(crate) changes: Vec<Table>,
    /// By `tournament_id`: columns of `tournaments.parquet`.
    #[serde(default)]
    pub(crate) tournaments: Vec<Table>,
    /// By `tournament_id`, `fide_id` and, where given, `round` and `opponent`: columns of `games.parquet`.
    #[serde(default)]
    pub(crate) sides: Vec<Table>,
    /// By `game_id`: columns of `online_games.parquet`. With `any = true` one row of that id must be so, otherwise all.
    #[serde(default)]
    pub(crate) online: Vec<Table>,
    /// The whole of `pool.parquet`, by `fide_id`, `tournament_id` and, where given, `list`.
    pub(crate) pool: Option<Vec<Table>>,
    /// The whole of `titled_unrated.csv`, `delisted.csv` and `top.csv`, in their order.
    pub(crate) titled_unrated: Option<Vec<Table>>,
    pub(crate) delisted: Option<Vec<Table>>,
    pub(crate) top: Option<Vec<Table>>,
    /// Files that the folder must not have.
    #[serde(default)]
    pub(crate) no_files: Vec<String>,
    /// Each of these must be in `diagnostics.csv`; `message` is a part of the message.
    #[serde(default)]
    pub(crate) diagnostics: Vec<Table>,
    /// None of these codes may be there.
    #[serde(default)]
    pub(crate) no_diagnostics: Vec<String>,
}

impl Expect {
    pub(crate) fn is_empty(&self) -> bool {
        let tables = [&self.players, &self.changes, &self.tournaments, &self.sides, &self.online, &self.diagnostics];
        let whole = [&self.pool, &self.titled_unrated, &self.delisted, &self.top];
        self.exit == 0
            && self.no_diagnostics.is_empty()
            && self.no_files.is_empty()
            && self.not_listed.is_empty()
            && tables.iter().all(|table| table.is_empty())
            && whole.iter().all(|table| table.is_none())
    }
}

pub(crate) const LIST_COLUMNS: &[&str] = &[
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

pub(crate) fn read(file: &str) -> Cases {
    let path = test_file("regulations").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let cases: Cases = toml::from_str(&text).unwrap_or_else(|error| panic!("{file}: {error}"));
    assert!(!cases.cases.is_empty(), "{file} has no case");
    cases
}

/// Rows as CSV, with the columns that any of them has and those that must be there.
pub(crate) fn csv(rows: &[Table], known: &[&str]) -> Vec<u8> {
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

pub(crate) fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Integer(number) => number.to_string(),
        Value::Boolean(claim) => claim.to_string(),
        other => panic!("{other} is neither text nor a whole number nor true or false"),
    }
}

impl Crosstable {
    /// The games, in rounds in which everybody plays once. White is the player who stands higher.
    fn lines(&self) -> Vec<String> {
        let size = self.players.len();
        let mut lines = Vec::new();
        let all_drawn: Vec<String> = (0..size).map(|row| (0..size).map(|column| if row == column { '*' } else { '=' }).collect()).collect();
        for (at, cycle) in self.cycles.iter().chain(std::iter::repeat_n(&all_drawn, self.drawn_cycles)).enumerate() {
            let cells: Vec<Vec<char>> = cycle.iter().map(|row| row.chars().collect()).collect();
            assert!(cells.len() == size && cells.iter().all(|row| row.len() == size), "{}: not a table of {size}", self.tournament_id);
            for (white, row) in cells.iter().enumerate() {
                assert_eq!(row[white], '*', "{}: row {}", self.tournament_id, white + 1);
                for (black, &cell) in row.iter().enumerate().skip(white + 1) {
                    let result = match (cell, cells[black][white]) {
                        ('1', '0') => "1-0",
                        ('0', '1') => "0-1",
                        ('=', '=') => "1/2-1/2",
                        ('+', '-') => "+/-",
                        ('-', '+') => "-/+",
                        ('-', '-') => "-/-",
                        other => panic!("{}: players {} and {} have {other:?}", self.tournament_id, white + 1, black + 1),
                    };
                    let round = at * rounds_of_field(size) + round_of_pair(size, white, black);
                    lines.push(format!("{} {round} {} {} {result}", self.tournament_id, self.players[white], self.players[black]));
                }
            }
        }
        lines
    }
}

fn online_games(lines: &[String]) -> String {
    let mut csv = "game_id,control,white,black,result,ended_at,disconnected\n".to_owned();
    for line in lines {
        let mut words: Vec<&str> = line.split_whitespace().map(|word| if word == "-" { "" } else { word }).collect();
        assert!([6, 7].contains(&words.len()), "'{line}' is not an online game");
        words.resize(7, "");
        csv += &words.join(",");
        csv.push('\n');
    }
    csv
}

impl Case {
    /// Writes the lists that are there before the first step, without the previous one, and the roster.
    pub(crate) fn put_lists(&self, folder: &Folder) {
        for (control, lists) in self.longer_lists() {
            for list in lists {
                folder.put(&format!("longer-{control}/{}/list.csv", list.date), csv(&list.rows, LIST_COLUMNS));
            }
        }
        for list in &self.archive {
            folder.put(&format!("lists/{}/list.csv", list.date), csv(&list.rows, LIST_COLUMNS));
        }
        if !self.roster.is_empty() {
            folder.put("players.csv", format!("fide_id,from,field,value\n{}\n", self.roster.join("\n")));
        }
    }

    pub(crate) fn longer_lists(&self) -> [(&'static str, &[DatedList]); 3] {
        [("standard", &self.longer), ("rapid", &self.longer_rapid), ("blitz", &self.longer_blitz)]
    }
}

impl Step {
    /// Writes the bundle of one list. Tournaments are of the list's control unless they say otherwise.
    pub(crate) fn put_bundle(&self, folder: &Folder, bundle: &str, control: &str) {
        let mut tournaments = self.tournaments.clone();
        for tournament in &mut tournaments {
            tournament.entry("control").or_insert_with(|| control.into());
        }
        folder.put(&format!("{bundle}/tournaments.csv"), csv(&tournaments, TOURNAMENT_COLUMNS));
        let lines: Vec<String> = self.crosstables.iter().flat_map(Crosstable::lines).chain(self.games.iter().cloned()).collect();
        folder.put(&format!("{bundle}/games.csv"), games(&lines));
        if !self.online.is_empty() {
            folder.put(&format!("{bundle}/online_games.csv"), online_games(&self.online));
        }
        if !self.players.is_empty() {
            folder.put(&format!("{bundle}/players.csv"), csv(&self.players, PLAYER_COLUMNS));
        }
    }
}
