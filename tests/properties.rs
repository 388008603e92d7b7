//! What holds for every month, whatever is in it.

use crate::month::{Month, round_of_pair, rounds_of_field};
use crate::unattended::is_long;
use proptest::prelude::*;

/// A small month: players with or without a rating, and tournaments with their games.
#[derive(Clone, Debug)]
struct RandomMonth {
    edition: Edition,
    players: Vec<Player>,
    tournaments: Vec<Event>,
    online: Vec<OnlineGame>,
}

/// An edition by what calls for it: a control and the dates of the list and of the one before.
#[derive(Clone, Copy, Debug)]
struct Edition {
    control: &'static str,
    previous: &'static str,
    list: &'static str,
    /// Where it has to be named.
    rules: Option<&'static str>,
    /// How 0.5 is rounded.
    half_goes_up: bool,
}

const fn by_date(control: &'static str, previous: &'static str, list: &'static str, half_goes_up: bool) -> Edition {
    Edition { control, previous, list, rules: None, half_goes_up }
}

/// Every edition that is chosen by date, alone in its month: its tournaments, its period and its list.
const EDITIONS: [Edition; 10] = [
    by_date("standard", "2011-09-01", "2011-11", true),
    by_date("rapid", "2021-05-01", "2021-06", true),
    by_date("blitz", "2020-05-01", "2020-06", true),
    by_date("rapid", "2022-07-01", "2022-08", false),
    by_date("rapid", "2023-07-01", "2023-08", false),
    by_date("rapid", "2024-07-01", "2024-08", false),
    by_date("blitz", "2025-04-01", "2025-05", false),
    by_date("standard", "2023-07-01", "2023-08", false),
    by_date("standard", "2024-06-01", "2024-07", false),
    by_date("standard", "2026-01-01", "2026-02", false),
];

/// Months that two editions share.
const MIXED: [Edition; 6] = [
    by_date("rapid", "2021-12-01", "2022-01", true),
    by_date("rapid", "2022-01-01", "2022-02", false),
    by_date("rapid", "2022-10-01", "2022-11", false),
    by_date("rapid", "2024-01-01", "2024-02", false),
    by_date("standard", "2024-02-01", "2024-03", false),
    by_date("blitz", "2024-12-01", "2025-01", false),
];

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
    /// Whether the report came in on the last day or so many days later; not told if there is no number.
    received_after: Option<i64>,
    /// White, black (as numbers of players), result and round.
    games: Vec<(usize, usize, &'static str, usize)>,
}

#[derive(Clone, Debug)]
struct OnlineGame {
    white: usize,
    black: usize,
    result: &'static str,
    /// Quarters of a day before the list's date at which it ended: many end together.
    quarters_before: i64,
    disconnected: &'static str,
    /// Handed in twice.
    twice: bool,
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
    let kind = prop::sample::select(&["swiss", "team", "round-robin", "knockout"][..]);
    (4i64..60, 0i64..9, kind, prop::option::of(0i64..13), games).prop_map(|(starts_before, lasts, kind, received_after, games)| Event {
        starts_before,
        lasts,
        kind,
        received_after,
        games: games
            .into_iter()
            .filter(|g| g.0 != g.1)
            .zip(1..)
            .map(|((white, black, result), round)| (white, black, result, round))
            .collect(),
    })
}

/// Everybody against everybody, once or twice; nearly always with every game played.
fn round_robin(players: usize) -> impl Strategy<Value = Event> {
    let field = prop::sample::subsequence((0..players).collect::<Vec<_>>(), players.min(5)..=players.min(11)).prop_shuffle();
    (15i64..60, any::<bool>(), field, prop::collection::vec(0u8..60, 110)).prop_map(|(starts_before, double, field, dice)| {
        let mut dice = dice.into_iter().cycle();
        let mut games = Vec::new();
        for cycle in 0..=usize::from(double) {
            for (at, &white) in field.iter().enumerate() {
                for (other, &black) in field.iter().enumerate().skip(at + 1) {
                    let round = cycle * rounds_of_field(field.len()) + round_of_pair(field.len(), at, other);
                    let result = match dice.next().expect("it goes round") {
                        0 => "+/-",
                        1..25 => "1-0",
                        25..45 => "1/2-1/2",
                        _ => "0-1",
                    };
                    games.push((white, black, result, round));
                }
            }
        }
        let kind = if double { "double-round-robin" } else { "round-robin" };
        // Twenty-two rounds in eight days: as many a day as every edition allows.
        Event { starts_before, lasts: 7, kind, received_after: None, games }
    })
}

fn month() -> impl Strategy<Value = RandomMonth> {
    let edition = prop_oneof![3 => prop::sample::select(&EDITIONS[..]), 1 => prop::sample::select(&MIXED[..])];
    (edition, prop::collection::vec(player(), 2..16)).prop_flat_map(|(edition, players)| {
        let count = players.len();
        let event = prop_oneof![2 => event(count).boxed(), 1 => round_robin(count).boxed()];
        prop::collection::vec(event, 1..6).prop_map(move |tournaments| RandomMonth {
            edition,
            players: players.clone(),
            tournaments,
            online: Vec::new(),
        })
    })
}

fn online_game(players: usize) -> impl Strategy<Value = OnlineGame> {
    let disconnected = prop_oneof![9 => Just(""), 1 => Just("white"), 1 => Just("black")];
    (0..players, 0..players, prop::sample::select(&RESULTS[..4]), -2i64..125, disconnected, 0..20).prop_map(
        |(white, black, result, quarters_before, disconnected, twice)| OnlineGame {
            white,
            black,
            result,
            quarters_before,
            disconnected,
            twice: twice == 0,
        },
    )
}

/// A month of the edition of 2013, which has to be named.
fn online_month() -> impl Strategy<Value = RandomMonth> {
    let control = prop::sample::select(&["rapid", "blitz", "bullet"][..]);
    (control, prop::collection::vec(player(), 2..14)).prop_flat_map(|(control, players)| {
        let count = players.len();
        let edition = Edition { control, previous: "2013-11-01", list: "2013-12", rules: Some("online-2013"), half_goes_up: true };
        (prop::collection::vec(event(count), 0..5), prop::collection::vec(online_game(count), 1..60))
            .prop_map(move |(tournaments, online)| RandomMonth { edition, players: players.clone(), tournaments, online })
    })
}

/// The tables that are the same however the inputs are ordered; the other files name lines, rows or hashes of the inputs.
const TABLES: [&str; 6] =
    ["list.csv", "pool.parquet", "games.parquet", "changes.parquet", "tournaments.parquet", "rated_tournaments.parquet"];

impl RandomMonth {
    /// Writes the month with its rows in the order that `shuffled` gives, and makes the list.
    fn make(&self, shuffled: impl Fn(usize) -> Vec<usize>, threads: &str) -> (Month, String) {
        let Edition { control, previous, list, rules, .. } = self.edition;
        let day: model::ListDate = list.parse().expect("a month");
        let player = |at: usize| {
            let p = &self.players[at];
            let (rating, k) = p.rating.map_or_else(Default::default, |r| (r.to_string(), p.k.to_string()));
            format!("{},{rating},{k},{},{},{}", FIRST_ID + at, p.career_games, p.birth_year, p.first_event)
        };
        let players = shuffled(self.players.len()).into_iter().map(player);
        let mut tournaments = Vec::new();
        let mut games = Vec::new();
        for at in shuffled(self.tournaments.len()) {
            let event = &self.tournaments[at];
            let start = day.day() - chrono::Days::new(event.starts_before.unsigned_abs());
            let end = start + chrono::Days::new(event.lasts.unsigned_abs());
            let received = event.received_after.map(|days| (end + chrono::Days::new(days.unsigned_abs())).to_string());
            tournaments.push(format!("T{at},{start},{end},{},{}", event.kind, received.unwrap_or_default()));
            for (white, black, result, round) in &event.games {
                games.push(format!("T{at},{round},{},{},{result}", FIRST_ID + white, FIRST_ID + black));
            }
        }
        let games = shuffled(games.len()).into_iter().map(|at| &games[at]);
        let month = Month::of(control);
        month.list(previous, "fide_id,rating,k,career_games,birth_year,first_event", players);
        month.bundle("tournament_id,start,end,kind,received", tournaments, games);
        if !self.online.is_empty() {
            month.put("tournaments/online_games.csv", self.online_games(day, &shuffled));
        }
        let mut more = vec!["--threads", threads, "--quiet"];
        more.extend(rules.iter().flat_map(|rules| ["--rules", rules]));
        let made = month.make(list, &more);
        (month, made)
    }

    /// Makes the list twice, the second time from shuffled rows with one thread, and names the tables that differ.
    fn tables_that_order_and_threads_change(&self) -> Vec<&'static str> {
        let (plain, list) = self.make(|count| (0..count).collect(), "2");
        let (shuffled, _) = self.make(disturbed, "1");
        let bytes = |month: &Month, table: &str| std::fs::read(month.join(&format!("{list}/{table}"))).expect("a table");
        let online = (!self.online.is_empty()).then_some("online_games.parquet");
        TABLES.into_iter().chain(online).filter(|table| bytes(&plain, table) != bytes(&shuffled, table)).collect()
    }
}

impl RandomMonth {
    fn online_games(&self, day: model::ListDate, shuffled: &impl Fn(usize) -> Vec<usize>) -> String {
        let mut lines = Vec::new();
        for (at, game) in self.online.iter().enumerate() {
            let ended_at = day.day().and_time(chrono::NaiveTime::MIN) - chrono::TimeDelta::hours(6 * game.quarters_before);
            let line = format!(
                "{at},{},{},{},{},{},{}\n",
                self.edition.control,
                FIRST_ID + game.white,
                FIRST_ID + game.black,
                game.result,
                ended_at.format("%Y-%m-%dT%H:%M:%SZ"),
                game.disconnected
            );
            lines.extend(std::iter::repeat_n(line, 1 + usize::from(game.twice)));
        }
        let rows: String = shuffled(lines.len()).into_iter().map(|at| lines[at].as_str()).collect();
        format!("game_id,control,white,black,result,ended_at,disconnected\n{rows}")
    }
}

/// A fixed way to disturb an order: backwards, then every other one first.
fn disturbed(count: usize) -> Vec<usize> {
    let backwards: Vec<usize> = (0..count).rev().collect();
    backwards.iter().step_by(2).chain(backwards.iter().skip(1).step_by(2)).copied().collect()
}

/// So many months are drawn for each property, every time others; more in the long form.
fn config() -> ProptestConfig {
    ProptestConfig { cases: if is_long() { 256 } else { 24 }, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_order_of_players_tournaments_and_games_and_the_threads_change_nothing(month in month()) {
        prop_assert_eq!(month.tables_that_order_and_threads_change(), [""; 0]);
    }

    #[test]
    fn the_order_of_online_games_and_tournaments_changes_nothing(month in online_month()) {
        prop_assert_eq!(month.tables_that_order_and_threads_change(), [""; 0]);
    }

    #[test]
    fn every_side_is_accounted_for_and_every_change_follows_from_its_row(month in month()) {
        let (made, list) = month.make(|count| (0..count).collect(), "2");
        let sides = made.table(&list, "games.parquet");
        let games: usize = month.tournaments.iter().map(|t| t.games.len()).sum();
        prop_assert_eq!(sides.len(), 2 * games);
        for change in made.table(&list, "changes.parquet") {
            let number = |column: &str| change[column].parse::<i32>().unwrap_or(0);
            let counted: Vec<_> = sides.iter().filter(|s| s["fide_id"] == change["fide_id"] && s["status"] == "counted").collect();
            if change["cause"] == "games" {
                prop_assert_eq!(number("games"), i32::try_from(counted.len()).expect("few"));
                prop_assert_eq!(number("sum_hundredths"), counted.iter().map(|s| s["gain_hundredths"].parse::<i32>().expect("a number")).sum::<i32>());
                // 0.5 is rounded up or away from zero, by the edition of the period.
                let product = number("k_used") * number("sum_hundredths");
                let away_from_zero = product.signum() * ((product.abs() + 50) / 100);
                let rounded = if month.edition.half_goes_up { (product + 50).div_euclid(100) } else { away_from_zero };
                prop_assert_eq!(number("change"), rounded);
                prop_assert_eq!(number("computed"), number("before") + number("change"));
                prop_assert!(number("k_used") * number("games") <= 700 || number("k_used") == number("k"));
            }
        }
    }
}
