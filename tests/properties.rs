//! What holds for every month, whatever is in it.

use crate::support::{Folder, expect_exit, parquet, rows};
use proptest::prelude::*;

/// A small month: players with or without a rating, and tournaments with their games.
#[derive(Clone, Debug)]
struct Month {
    control: &'static str,
    list: &'static str,
    players: Vec<Player>,
    tournaments: Vec<Event>,
}

#[derive(Clone, Debug)]
struct Player {
    rating: Option<u16>,
    k: u8,
    career_games: u16,
    birth_year: u16,
    first_event: bool,
}

#[derive(Clone, Debug)]
struct Event {
    /// Days before the list's date on which it starts.
    starts_before: i64,
    lasts: i64,
    kind: &'static str,
    /// White, black (as numbers of players) and result.
    games: Vec<(usize, usize, &'static str)>,
}

const RESULTS: [&str; 6] = ["1-0", "0-1", "1/2-1/2", "+/-", "-/-", "0-0"];
const FIRST_ID: usize = 100_001;

fn player() -> impl Strategy<Value = Player> {
    let rating = prop_oneof![3 => (1000u16..2750).prop_map(Some), 1 => Just(None)];
    (rating, prop_oneof![Just(10u8), Just(20), Just(40)], 0u16..90, 1950u16..2016, any::<bool>())
        .prop_map(|(rating, k, career_games, birth_year, first_event)| Player { rating, k, career_games, birth_year, first_event })
}

fn event(players: usize) -> impl Strategy<Value = Event> {
    let games = prop::collection::vec((0..players, 0..players, prop::sample::select(&RESULTS[..])), 0..25);
    (4i64..60, 0i64..9, prop::sample::select(&["swiss", "team", "round-robin", "knockout"][..]), games).prop_map(
        |(starts_before, lasts, kind, games)| Event {
            starts_before,
            lasts,
            kind,
            games: games.into_iter().filter(|g| g.0 != g.1).collect(),
        },
    )
}

fn month() -> impl Strategy<Value = Month> {
    let edition = prop::sample::select(
        &[
            ("rapid", "2023-08"),
            ("rapid", "2024-02"),
            ("blitz", "2025-02"),
            ("standard", "2023-08"),
            ("standard", "2024-06"),
            ("standard", "2026-01"),
        ][..],
    );
    (edition, prop::collection::vec(player(), 2..14)).prop_flat_map(|((control, list), players)| {
        let count = players.len();
        prop::collection::vec(event(count), 1..6).prop_map(move |tournaments| Month {
            control,
            list,
            players: players.clone(),
            tournaments,
        })
    })
}

impl Month {
    /// Writes the month with its rows in the order that `shuffled` gives, and makes the list.
    fn make(&self, folder: &Folder, name: &str, shuffled: impl Fn(usize) -> Vec<usize>, threads: &str) -> Vec<(String, Vec<u8>)> {
        let day: model::ListDate = self.list.parse().expect("a month");
        let mut list = "fide_id,rating,k,career_games,birth_year,first_event\n".to_owned();
        for at in shuffled(self.players.len()) {
            let p = &self.players[at];
            let (rating, k) = p.rating.map_or_else(Default::default, |r| (r.to_string(), p.k.to_string()));
            list.push_str(&format!("{},{rating},{k},{},{},{}\n", FIRST_ID + at, p.career_games, p.birth_year, p.first_event));
        }
        let mut tournaments = "tournament_id,start,end,kind\n".to_owned();
        let mut games = Vec::new();
        for at in shuffled(self.tournaments.len()) {
            let event = &self.tournaments[at];
            let start = day.day() - chrono::Days::new(event.starts_before.unsigned_abs());
            tournaments.push_str(&format!("T{at},{start},{},{}\n", start + chrono::Days::new(event.lasts.unsigned_abs()), event.kind));
            for (round, (white, black, result)) in event.games.iter().enumerate() {
                games.push(format!("T{at},{},{},{},{result}\n", round + 1, FIRST_ID + white, FIRST_ID + black));
            }
        }
        let order = shuffled(games.len());
        let games: String = order.into_iter().map(|at| games[at].as_str()).collect();
        folder.put(&format!("{name}/previous.csv"), list);
        folder.put(&format!("{name}/month/tournaments.csv"), tournaments);
        folder.put(&format!("{name}/month/games.csv"), format!("tournament_id,round,white,black,result\n{games}"));
        let (previous, month, out) = (format!("{name}/previous.csv"), format!("{name}/month"), format!("{name}/made"));
        let arguments = [
            "run",
            "--control",
            self.control,
            "--list",
            self.list,
            "--previous",
            &previous,
            "--tournaments",
            &month,
            "--out",
            &out,
            "--threads",
            threads,
            "--quiet",
        ];
        expect_exit(folder.path(), &arguments, 0);
        // The other files name lines, rows or hashes of the inputs, and these do differ.
        let tables = ["list.csv", "pool.parquet", "games.parquet", "changes.parquet", "tournaments.parquet", "rated_tournaments.parquet"];
        let bytes = |table: &str| std::fs::read(folder.join(&format!("{out}/{table}"))).expect("a table");
        tables.into_iter().map(|table| (table.to_owned(), bytes(table))).collect()
    }
}

/// A fixed way to disturb an order: backwards, then every other one first.
fn disturbed(count: usize) -> Vec<usize> {
    let backwards: Vec<usize> = (0..count).rev().collect();
    backwards.iter().step_by(2).chain(backwards.iter().skip(1).step_by(2)).copied().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_order_of_players_tournaments_and_games_and_the_threads_change_nothing(month in month()) {
        let folder = Folder::new();
        let plain = month.make(&folder, "plain", |count| (0..count).collect(), "2");
        let shuffled = month.make(&folder, "shuffled", disturbed, "1");
        for ((table, plain), (_, shuffled)) in plain.iter().zip(&shuffled) {
            prop_assert!(plain == shuffled, "{} differs", table);
        }
    }

    #[test]
    fn every_side_is_accounted_for_and_every_change_follows_from_its_row(month in month()) {
        let folder = Folder::new();
        month.make(&folder, "month", |count| (0..count).collect(), "2");
        let sides = rows(&parquet(&folder.join("month/made/games.parquet")));
        let games: usize = month.tournaments.iter().map(|t| t.games.len()).sum();
        prop_assert_eq!(sides.len(), 2 * games);
        for change in rows(&parquet(&folder.join("month/made/changes.parquet"))) {
            let number = |column: &str| change[column].parse::<i32>().unwrap_or(0);
            let counted: Vec<_> = sides.iter().filter(|s| s["fide_id"] == change["fide_id"] && s["status"] == "counted").collect();
            if change["cause"] == "games" {
                prop_assert_eq!(number("games"), i32::try_from(counted.len()).expect("few"));
                prop_assert_eq!(number("sum_hundredths"), counted.iter().map(|s| s["gain_hundredths"].parse::<i32>().expect("a number")).sum::<i32>());
                // 0.5 is rounded away from zero in all these editions.
                let product = number("k_used") * number("sum_hundredths");
                prop_assert_eq!(number("change"), product.signum() * ((product.abs() + 50) / 100));
                prop_assert_eq!(number("computed"), number("before") + number("change"));
                prop_assert!(number("k_used") * number("games") <= 700 || number("k_used") == number("k"));
            }
        }
    }
}
