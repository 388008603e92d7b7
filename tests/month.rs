//! The inputs of a list in a few lines, and the run that makes it.
//!
//! A [`Month`] is a folder in which everything has its place: lists in `lists/CONTROL/DATE`, what is handed in in `tournaments`, and beside
//! them `registry.csv`, `corrections/2024.csv`, `players.csv` and `pipeline.toml`, as far as a test wants them. Every call writes its file
//! at once, so that a test can hand in more, or something else, after a list was made.

use crate::support::{Folder, Said, csv_rows, expect_exit, parquet, rows};
use std::collections::BTreeMap;
use std::ops::Deref;

/// A row of a table as text, by column name.
pub(crate) type Row = BTreeMap<String, String>;

/// The first columns of a bundle's table of tournaments; any of the registry's may follow.
pub(crate) const ONE_DAY: &str = "tournament_id,start,end";
const GAMES: &str = "tournament_id,round,white,black,result";
/// The first rows of corrections and of the roster.
pub(crate) const CORRECTIONS: &str = "correction_id,received,by,reason,tournament_id,round,white,black,field,old,new\n";
const ROSTER: &str = "fide_id,from,field,value\n";

/// A folder with the inputs of one list, or of several in a row, and the lists made from them.
pub(crate) struct Month {
    folder: Folder,
    control: String,
}

impl Deref for Month {
    type Target = Folder;

    fn deref(&self) -> &Folder {
        &self.folder
    }
}

impl Month {
    /// An empty month of a control.
    pub(crate) fn of(control: &str) -> Self {
        let folder = Folder::new();
        std::fs::create_dir(folder.join("tournaments")).expect("a folder");
        Self { folder, control: control.to_owned() }
    }

    /// Writes a list that is there before: its date, the columns, and a row for each player.
    pub(crate) fn list<R: AsRef<str>>(&self, date: &str, columns: &str, players: impl IntoIterator<Item = R>) -> &Self {
        self.put(&format!("lists/{}/{date}/list.csv", self.control), table(columns, players));
        self
    }

    /// Hands in a bundle in place of the one before. A game is `T1 1 1001 1002 1-0`, or `T1 1001 1002 1-0` in the round after the
    /// tournament's last game; commas may stand for the spaces.
    pub(crate) fn bundle<T: AsRef<str>, G: AsRef<str>>(
        &self,
        columns: &str,
        tournaments: impl IntoIterator<Item = T>,
        games: impl IntoIterator<Item = G>,
    ) -> &Self {
        self.bundle_in("tournaments", columns, tournaments, games)
    }

    /// Hands in a tournament of one day as a bundle of its own, `tournaments/ID`. A game is `1 1001 1002 1-0`, or without the round.
    pub(crate) fn tournament(&self, id: &str, day: &str, games: &[&str]) -> &Self {
        let games = games.iter().map(|game| format!("{id} {game}"));
        self.bundle_in(&format!("tournaments/{id}"), ONE_DAY, [format!("{id},{day},{day}")], games)
    }

    /// Hands in a bundle in a folder that is named. Tournaments are of the month's control unless a column says otherwise.
    pub(crate) fn bundle_in<T: AsRef<str>, G: AsRef<str>>(
        &self,
        place: &str,
        columns: &str,
        tournaments: impl IntoIterator<Item = T>,
        games: impl IntoIterator<Item = G>,
    ) -> &Self {
        let has_control = columns.split(',').any(|column| column == "control");
        let with_control = |text: &str, control: &str| if has_control { text.to_owned() } else { format!("{text},{control}") };
        let tournaments = tournaments.into_iter().map(|row| with_control(row.as_ref(), &self.control));
        self.put(&format!("{place}/tournaments.csv"), table(&with_control(columns, "control"), tournaments));
        let mut last_rounds = BTreeMap::new();
        self.put(&format!("{place}/games.csv"), table(GAMES, games.into_iter().map(|game| game_row(game.as_ref(), &mut last_rounds))));
        self
    }

    /// Hands in a report, as `open.trf`.
    pub(crate) fn report(&self, file: &str, report: impl AsRef<[u8]>) -> &Self {
        self.put(&format!("tournaments/{file}"), report);
        self
    }

    /// Writes the registry, with its columns in the first row.
    pub(crate) fn registry(&self, registry: &str) -> &Self {
        self.put("registry.csv", registry);
        self
    }

    /// Writes the corrections in place of those that were there.
    pub(crate) fn corrections(&self, corrections: &str) -> &Self {
        self.put("corrections/2024.csv", format!("{CORRECTIONS}{corrections}"));
        self
    }

    /// Writes the roster in place of the one that was there.
    pub(crate) fn roster(&self, changes: &str) -> &Self {
        self.put("players.csv", format!("{ROSTER}{changes}"));
        self
    }

    /// Writes a pipeline file that names what is there of the above, with further lines, such as settings of checks.
    pub(crate) fn pipeline(&self, more: &str) -> &Self {
        let control = &self.control;
        let mut text = format!("name = \"Month\"\ncontrol = \"{control}\"\nlists = \"lists/{control}\"\ntournaments = [\"tournaments\"]\n");
        for (key, file) in self.further_inputs() {
            text.push_str(&format!("{key} = \"{file}\"\n"));
        }
        self.put("pipeline.toml", text + more);
        self
    }

    fn further_inputs(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let inputs = [("registry", "registry.csv"), ("corrections", "corrections"), ("players", "players.csv")];
        inputs.into_iter().filter(|(_, file)| self.join(file).exists())
    }

    /// Makes a list by the pipeline file.
    pub(crate) fn run(&self, list: &str, code: i32) -> Said {
        expect_exit(self.path(), &["run", "pipeline.toml", "--list", list], code)
    }

    /// Makes the list of a month, as `2024-02`, without a pipeline file and on the newest list before it; returns its folder,
    /// `lists/rapid/2024-02-01`.
    pub(crate) fn make(&self, list: &str, more: &[&str]) -> String {
        self.make_on(&self.newest_before(list), list, more, 0);
        self.place(list)
    }

    /// The folder of the list of a month.
    pub(crate) fn place(&self, list: &str) -> String {
        format!("lists/{}/{list}-01", self.control)
    }

    /// Makes the list of a month on a list that is named, and wants this exit code.
    pub(crate) fn make_on(&self, previous: &str, list: &str, more: &[&str], code: i32) -> Said {
        let out = self.place(list);
        let mut arguments = vec!["run", "--control", &self.control, "--list", list, "--previous", previous, "--out", &out];
        arguments.extend(["--tournaments", "tournaments"]);
        let further: Vec<String> = self.further_inputs().flat_map(|(key, file)| [format!("--{key}"), file.to_owned()]).collect();
        arguments.extend(further.iter().map(String::as_str));
        expect_exit(self.path(), &[&arguments[..], more].concat(), code)
    }

    /// The folder of the newest list before a month.
    pub(crate) fn newest_before(&self, list: &str) -> String {
        let place = format!("lists/{}", self.control);
        let lists = std::fs::read_dir(self.join(&place)).expect("a list that is there before");
        let names = lists.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
        let newest = names.filter(|name| name.as_str() < list).max().unwrap_or_else(|| panic!("no list before {list}"));
        format!("{place}/{newest}")
    }

    /// A table of a list folder, Parquet or CSV by its name.
    pub(crate) fn table(&self, list: &str, name: &str) -> Vec<Row> {
        let path = self.join(&format!("{list}/{name}"));
        if name.ends_with(".csv") { csv_rows(&path) } else { rows(&parquet(&path)) }
    }

    /// The row of a table with this value in a column.
    pub(crate) fn row(&self, list: &str, name: &str, column: &str, value: &str) -> Row {
        let found = self.table(list, name).into_iter().find(|row| row[column] == value);
        found.unwrap_or_else(|| panic!("no {column} {value} in {list}/{name}"))
    }

    /// A player's row of a table.
    pub(crate) fn player(&self, list: &str, name: &str, id: u32) -> Row {
        self.row(list, name, "fide_id", &id.to_string())
    }
}

fn table<R: AsRef<str>>(columns: &str, rows: impl IntoIterator<Item = R>) -> String {
    let mut text = format!("{columns}\n");
    for row in rows {
        text.push_str(row.as_ref());
        text.push('\n');
    }
    text
}

/// A row of `games.csv`; a game without a round is played in the round after the tournament's last one.
fn game_row(game: &str, last_rounds: &mut BTreeMap<String, u32>) -> String {
    let words: Vec<&str> = game.split([' ', ',']).collect();
    let (id, rest) = words.split_first().expect("a tournament");
    let last = last_rounds.entry((*id).to_owned()).or_insert(0);
    match rest {
        [round, white, black, result] => {
            *last = round.parse().unwrap_or(*last);
            format!("{id},{round},{white},{black},{result}")
        }
        [white, black, result] => {
            *last += 1;
            format!("{id},{last},{white},{black},{result}")
        }
        _ => panic!("'{game}' is no game"),
    }
}

/// The round of a round robin, from 1, in which two of `size` players meet: one stays in place and the others go round; an odd field has
/// a free place. `white` is the lower of the two positions.
pub(crate) fn round_of_pair(size: usize, white: usize, black: usize) -> usize {
    let rounds = rounds_of_field(size);
    1 + if black == rounds { 2 * white % rounds } else { (white + black) % rounds }
}

/// The number of rounds in which `size` players meet once each.
pub(crate) fn rounds_of_field(size: usize) -> usize {
    (size + size % 2).max(2) - 1
}

/// A player's line of a report.
#[derive(Clone, Copy)]
pub(crate) struct Entry<'a> {
    pub(crate) sex: &'a str,
    pub(crate) title: &'a str,
    pub(crate) name: &'a str,
    /// What the report claims, which no rule believes.
    pub(crate) rating: &'a str,
    pub(crate) federation: &'a str,
    pub(crate) id: &'a str,
    pub(crate) born: &'a str,
    /// One word per round: `4w1` is a win with white against number 4, `4w` one without a result,
    /// `0000-H` a bye of half a point, `-` a round left blank.
    pub(crate) rounds: &'a str,
}

/// An entry of which only the name is told.
pub(crate) const ENTRY: Entry<'_> =
    Entry { sex: "m", title: "", name: "Player, Plain", rating: "", federation: "ENG", id: "", born: "", rounds: "" };

/// A tournament report (TRF) that is put together line by line.
#[derive(Clone, Default)]
pub(crate) struct Report {
    name: String,
    header: String,
    /// Id, and the line up to the rounds or with those that the entry names itself.
    entries: Vec<(String, String)>,
    /// One a round: ids, and the result of the first of them.
    games: Vec<(u32, u32, char)>,
    names: BTreeMap<u32, String>,
}

impl Report {
    /// An event of these days, `2024-01-13` or `2024-01-13 2024-01-14`, or none.
    pub(crate) fn new(name: &str, days: &str) -> Self {
        let report = Self { name: name.to_owned(), ..Self::default() }.line(&format!("012 {name}"));
        let days = days.replace('-', "/");
        match days.split_once(' ') {
            Some((start, end)) => report.line(&format!("042 {start}")).line(&format!("052 {end}")),
            None if days.is_empty() => report,
            None => report.line(&format!("042 {days}")).line(&format!("052 {days}")),
        }
    }

    /// Adds a line above the players, as `222 900+10`.
    pub(crate) fn line(mut self, line: &str) -> Self {
        self.header.push_str(line);
        self.header.push('\n');
        self
    }

    /// Adds tag 132, the day of each round at the columns of its results.
    pub(crate) fn round_days<D: AsRef<str>>(self, days: impl IntoIterator<Item = D>) -> Self {
        let days: String = days.into_iter().map(|day| format!("{:<10}", day.as_ref()[2..].replace('-', "/"))).collect();
        let line = format!("{:91}{days}", "132");
        self.line(line.trim_end())
    }

    pub(crate) fn entry(mut self, entry: Entry<'_>) -> Self {
        let Entry { sex, title, name, rating, federation, id, born, rounds } = entry;
        let rank = self.entries.len() + 1;
        let mut line =
            format!("001 {rank:>4} {sex:1}{title:>3} {name:<33} {rating:>4} {federation:3} {id:>11} {born:<10} {:>4} {rank:>4}", "");
        for round in rounds.split_whitespace() {
            let colour = round.find(|c: char| !c.is_ascii_digit()).expect("a colour, or a blank round");
            let (opponent, rest) = round.split_at(colour);
            match rest.split_at(1) {
                ("-", "") => line.push_str(&" ".repeat(10)),
                (colour, result) => line.push_str(&format!("  {opponent:>4} {colour} {result:1}")),
            }
        }
        self.entries.push((id.to_owned(), line));
        self
    }

    /// Enters a player of whom no more than this is told.
    pub(crate) fn player(self, id: u32, name: &str, born: &str) -> Self {
        self.entry(Entry { name, id: &id.to_string(), born, ..ENTRY })
    }

    /// Names the players whom [`Report::game`] enters.
    pub(crate) fn names(mut self, names: &[(u32, &str)]) -> Self {
        self.names.extend(names.iter().map(|(id, name)| (*id, (*name).to_owned())));
        self
    }

    /// Adds a round with this game alone: `1`, `=`, `0` or `+` for white. Whoever is no entry becomes one.
    pub(crate) fn game(mut self, white: u32, black: u32, result: char) -> Self {
        for id in [white, black] {
            if !self.entries.iter().any(|entry| entry.0 == id.to_string()) {
                let name = self.names.get(&id).cloned().unwrap_or_else(|| format!("Player {id}"));
                self = self.player(id, &name, "1980");
            }
        }
        self.games.push((white, black, result));
        self
    }

    /// Hands the report in under its name.
    pub(crate) fn put(&self, month: &Month) {
        month.report(&format!("{}.trf", self.name), self.text());
    }

    /// The report as it is handed in.
    pub(crate) fn text(&self) -> String {
        let rank = |id: u32| self.entries.iter().position(|entry| entry.0 == id.to_string()).expect("an entry") + 1;
        let mut text = self.header.clone();
        for (id, line) in &self.entries {
            text.push_str(line);
            for &(white, black, result) in &self.games {
                let other = match result {
                    '1' => '0',
                    '0' => '1',
                    '+' => '-',
                    other => other,
                };
                text.push_str(&match id.parse::<u32>() {
                    Ok(id) if white == id => format!("  {:>4} w {result}", rank(black)),
                    Ok(id) if black == id => format!("  {:>4} b {other}", rank(white)),
                    _ => "  0000 - Z".to_owned(),
                });
            }
            text.push('\n');
        }
        text
    }
}
