//! Titles of standard lists, from outside: norms, the ledger, ratings reached and proposals, with numbers worked out by hand.
//!
//! Most tests use one field by hand. Its nine players all have 2434: three GM of GER, three IM of FRA, three FM of ESP. An IM of NOR who
//! scores 6.5 of 9 against them has 72 %, dp 166, Rp 2600: a GM norm of 9 games. With 6 of 9 it is 67 %, dp 125, Rp 2559: none.

mod applications;
mod direct;
mod editions;
mod events;
mod facts;
mod handed_in;
mod ledger;
mod parts;
mod ratings;
mod settings;

use crate::month::{Month, Row};
use crate::support::expect_exit;
use std::collections::BTreeMap;

/// The columns of the list before the first month.
const PLAYERS: &str = "fide_id,name,title,federation,sex,birth_year,rating,k,career_games,peak";

/// Settings below the inputs of the pipeline file: a month without tournaments is no reason to stop.
const CHECKS: &str = "\n[checks]\nno_tournaments = \"warn\"\nrefused_share = \"warn\"\n";

/// 6.5 of 9: a GM norm against the field of nine.
const NORM: &str = "111111=00";

/// 6 of 9: half a point short of it.
const NEAR: &str = "11111==00";

/// An IM of NOR with this rating, K 10 and 100 career games.
fn im(id: u32, rating: u32) -> String {
    format!("{id},\"Nor, {id}\",IM,NOR,M,1990,{rating},10,100,{rating}")
}

/// The field of nine under ids from `first` on.
fn field(first: u32) -> Vec<String> {
    field_with(first, ["GM", "GM", "GM", "IM", "IM", "IM", "FM", "FM", "FM"])
}

/// The field with other titles.
fn field_with(first: u32, titles: [&str; 9]) -> Vec<String> {
    let federations = ["GER", "GER", "GER", "FRA", "FRA", "FRA", "ESP", "ESP", "ESP"];
    let player =
        |(id, (title, federation)): (u32, (&str, &str))| format!("{id},\"Field, {id}\",{title},{federation},M,1990,2434,10,100,2434");
    (first..).zip(titles.into_iter().zip(federations)).map(player).collect()
}

/// A standard month with the field and one IM, number 1, of 2440, on the list of January 2024.
fn one_im() -> Month {
    let month = Month::of("standard");
    month.list("2024-01-01", PLAYERS, [vec![im(1, 2440)], field(101)].concat());
    month
}

/// A tournament for norms, of which everything is told.
struct Open {
    columns: BTreeMap<&'static str, String>,
    games: Vec<String>,
    applicants: usize,
    byes: Option<Vec<String>>,
}

impl Open {
    /// A Swiss of nine rounds on nine days, under the regulations of FIDE's Events Commission, and nobody has a bye.
    fn new(id: &str, start: &str) -> Self {
        let first = model::parse_iso_date(start).expect("a day");
        let days: Vec<String> = first.iter_days().take(9).map(|day| day.to_string()).collect();
        let year: u32 = start[..4].parse().expect("a year");
        let columns = [
            ("tournament_id", id.to_owned()),
            ("name", format!("Open {id}")),
            ("federation", "SUI".to_owned()),
            ("kind", "swiss".to_owned()),
            ("class", "fide-event".to_owned()),
            ("start", start.to_owned()),
            ("end", days[8].clone()),
            ("minutes", "90".to_owned()),
            ("increment", "30".to_owned()),
            ("rounds", "9".to_owned()),
            ("registered", format!("{}-06-01", year - 1)),
            ("chief_arbiter_title", "IA".to_owned()),
            ("round_dates", days.join(" ")),
        ];
        Self { columns: columns.into(), games: Vec::new(), applicants: 0, byes: Some(Vec::new()) }
    }

    /// Tells something else in a column, or nothing.
    fn with(mut self, column: &'static str, value: &str) -> Self {
        self.columns.insert(column, value.to_owned());
        self
    }

    /// Has this many rounds, a day each.
    fn rounds(mut self, rounds: usize) -> Self {
        let days: Vec<String> = self.columns["round_dates"].split(' ').take(rounds).map(str::to_owned).collect();
        self = self.with("rounds", &rounds.to_string()).with("end", &days[rounds - 1]);
        self.with("round_dates", &days.join(" "))
    }

    /// Plays an applicant against the nine of a field, one a round: `1`, `=`, `0`, `+` or `-` for the applicant.
    fn plays(mut self, player: u32, field: u32, results: &str) -> Self {
        for (round, result) in results.chars().enumerate().filter(|(_, result)| *result != ' ') {
            let opponent = field + u32::try_from((round + self.applicants) % 9).expect("a place in the field");
            self.games.push(game(round + 1, player, opponent, result));
        }
        self.applicants += 1;
        self
    }

    /// Adds a bye, as `3,1,U`: round, player, kind.
    fn bye(mut self, bye: &str) -> Self {
        self.byes.get_or_insert_default().push(bye.to_owned());
        self
    }

    /// Hands in no table of byes.
    fn without_byes(mut self) -> Self {
        self.byes = None;
        self
    }

    /// Hands the tournament in as a bundle of its own.
    fn put(&self, month: &Month) {
        let id = &self.columns["tournament_id"];
        let names = self.columns.keys().copied().collect::<Vec<_>>().join(",");
        let row = self.columns.values().cloned().collect::<Vec<_>>().join(",");
        let place = format!("tournaments/{id}");
        month.bundle_in(&place, &names, [row], self.games.iter().map(|game| format!("{id} {game}")));
        if let Some(byes) = &self.byes {
            let rows: String = byes.iter().map(|bye| format!("{id},{bye}\n")).collect();
            month.put(&format!("{place}/byes.csv"), format!("tournament_id,round,fide_id,bye\n{rows}"));
        }
    }
}

fn game(round: usize, white: u32, black: u32, result: char) -> String {
    let result = match result {
        '1' => "1-0",
        '=' => "1/2-1/2",
        '0' => "0-1",
        '+' => "+/-",
        '-' => "-/+",
        other => panic!("'{other}' is no result"),
    };
    format!("{round} {white} {black} {result}")
}

/// The row of a player and a title in `norm_results.parquet`.
fn norm_result(month: &Month, list: &str, player: u32, title: &str) -> Row {
    let found =
        month.table(list, "norm_results.parquet").into_iter().find(|row| row["fide_id"] == player.to_string() && row["title"] == title);
    found.unwrap_or_else(|| panic!("no {title} of {player} in {list}"))
}

/// Some columns of a row, joined by bars.
fn fields(row: &Row, columns: &[&str]) -> String {
    columns.iter().map(|column| row[*column].as_str()).collect::<Vec<_>>().join(" | ")
}

/// Some columns of the proposals of a player.
fn awards(month: &Month, list: &str, player: u32, columns: &[&str]) -> Vec<String> {
    let rows = month.table(list, "title_awards.csv").into_iter().filter(|row| row["fide_id"] == player.to_string());
    rows.map(|row| fields(&row, columns)).collect()
}

/// Title and tournament of every norm of a player in the ledger.
fn norms(month: &Month, list: &str, player: u32) -> Vec<String> {
    let rows = month.table(list, "norms.parquet").into_iter().filter(|row| row["fide_id"] == player.to_string());
    rows.map(|row| format!("{} {}", row["title"], row["tournament_id"])).collect()
}

/// Code and message of what is said of titles.
fn said(month: &Month, list: &str) -> Vec<(String, String)> {
    let rows = month.table(list, "diagnostics.csv").into_iter().filter(|row| row["code"].starts_with("NRM"));
    rows.map(|row| (row["code"].clone(), row["message"].clone())).collect()
}

/// The codes of what is said of titles.
fn codes(month: &Month, list: &str) -> Vec<String> {
    said(month, list).into_iter().map(|(code, _)| code).collect()
}

/// Wants a list to be made again to the byte.
fn expect_verified(month: &Month, list: &str) {
    expect_exit(month.path(), &["verify", list, "--recompute", "--quiet"], 0);
}
