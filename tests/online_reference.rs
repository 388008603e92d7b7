//! A second, plain implementation of the edition of 2013, written from its text and from D31 to D34 alone, against the program.
//!
//! Worlds are invented by a small generator: a few hundred players, a thousand online games and a handful of over-the-board events
//! in two months. The program makes two lists in a row; every player and every online game must come out as here.

use crate::support::{Folder, expect_exit, parquet, rows};
use std::collections::{BTreeMap, BTreeSet};

type Id = u32;
type Rating = i32;

// The world.

/// A generator of numbers that is the same everywhere (splitmix64).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % sides
    }

    fn between(&mut self, low: i32, high: i32) -> i32 {
        let sides = u64::from((high - low + 1).unsigned_abs());
        low + i32::try_from(self.roll(sides)).expect("a small number")
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.roll(100) < percent
    }
}

#[derive(Clone)]
struct OnlineGame {
    id: String,
    control: &'static str,
    white: Id,
    black: Id,
    result: &'static str,
    /// As it is written; such moments are in order as texts.
    ended_at: String,
    disconnected: &'static str,
}

impl OnlineGame {
    /// What counts: whoever lost the connection has lost (D33).
    fn counted_result(&self) -> &'static str {
        match self.disconnected {
            "white" => "0-1",
            "black" => "1-0",
            _ => self.result,
        }
    }
}

struct Event {
    id: String,
    start: String,
    end: String,
    received: Option<String>,
    /// Round, white, black, result.
    games: Vec<(u32, Id, Id, &'static str)>,
}

struct World {
    control: &'static str,
    /// How strong players really are; the weaker one mostly loses.
    strength: BTreeMap<Id, Rating>,
    /// Rating and career games on the list of 2013-11-01.
    rated: BTreeMap<Id, (Rating, u32)>,
    /// Ratings of longer controls by control and date.
    longer: BTreeMap<(&'static str, &'static str), BTreeMap<Id, Rating>>,
    online: Vec<OnlineGame>,
    events: Vec<Event>,
}

const PLAYERS: u64 = 400;
const FIRST_ID: Id = 700_001;
const LISTS: [&str; 3] = ["2013-11-01", "2013-12-01", "2014-01-01"];

fn longer_controls(control: &str) -> &'static [&'static str] {
    match control {
        "rapid" => &["standard"],
        "blitz" => &["rapid", "standard"],
        "bullet" => &["blitz", "rapid", "standard"],
        other => panic!("{other}"),
    }
}

/// A day by its number, 0 for 2013-11-01.
fn day(number: i32) -> String {
    match number {
        ..0 => format!("2013-10-{:02}", 32 + number),
        0..30 => format!("2013-11-{:02}", number + 1),
        30..61 => format!("2013-12-{:02}", number - 29),
        _ => format!("2014-01-{:02}", number - 60),
    }
}

fn midnight(day: &str) -> String {
    format!("{day}T00:00:00Z")
}

impl World {
    fn invented(control: &'static str, seed: u64) -> Self {
        let mut dice = Dice(seed);
        let (mut strengths, mut rated, mut longer) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        for &longer_control in longer_controls(control) {
            for date in ["2013-10-01", "2013-11-01", "2013-12-01"] {
                longer.insert((longer_control, date), BTreeMap::new());
            }
        }
        for id in (FIRST_ID..).take(PLAYERS as usize) {
            // Many near the floor, so that ratings go under it and come back.
            let strength = if dice.chance(40) { dice.between(1000, 1060) } else { dice.between(1000, 2300) };
            strengths.insert(id, strength);
            if dice.chance(55) {
                rated.insert(id, (strength, u32::try_from(dice.between(0, 60)).expect("not negative")));
            }
            for ((longer_control, _), list) in &mut longer {
                // A rapid or blitz rating may be hidden, under 1000; a standard one is published.
                let lowest = if *longer_control == "standard" { 1000 } else { 960 };
                if dice.chance(25) {
                    list.insert(id, (strength + dice.between(-60, 60)).max(lowest));
                }
            }
        }
        let mut world = Self { control, strength: strengths, rated, longer, online: Vec::new(), events: Vec::new() };
        world.invent_online_games(&mut dice);
        world.invent_events(&mut dice);
        world
    }

    fn player(dice: &mut Dice) -> Id {
        FIRST_ID + Id::try_from(dice.roll(PLAYERS)).expect("a small number")
    }

    /// A game that is played: the stronger one wins more often.
    fn result(&self, dice: &mut Dice, white: Id, black: Id) -> &'static str {
        let stronger = if self.strength[&white] >= self.strength[&black] { ["1-0", "0-1"] } else { ["0-1", "1-0"] };
        match dice.roll(10) {
            0..6 => stronger[0],
            6..8 => "1/2-1/2",
            _ => stronger[1],
        }
    }

    fn invent_online_games(&mut self, dice: &mut Dice) {
        let words = dice.chance(50);
        for number in 0..1600 {
            let number = number * 7 % 1600;
            // Some before the first list and some after the last; few different times, so that many games end together.
            let hour = if dice.chance(20) { 0 } else { dice.between(0, 23) };
            let ended_at = format!("{}T{hour:02}:{:02}:00Z", day(dice.between(-2, 62)), 30 * dice.between(0, 1));
            let white = Self::player(dice);
            let black = if dice.chance(1) { white } else { Self::player(dice) };
            let result = if dice.chance(2) { ["+/-", "-/+", "-/-"][dice.roll(3) as usize] } else { self.result(dice, white, black) };
            let is_played = ["1-0", "0-1", "1/2-1/2"].contains(&result);
            let game = OnlineGame {
                id: if words { format!("g{number}") } else { number.to_string() },
                control: if dice.chance(4) { if self.control == "rapid" { "blitz" } else { "rapid" } } else { self.control },
                white,
                black,
                result,
                ended_at,
                disconnected: if !is_played || dice.chance(90) { "" } else { ["white", "black"][dice.roll(2) as usize] },
            };
            if dice.chance(2) {
                self.online.push(game.clone());
            }
            self.online.push(game);
        }
    }

    /// Events at different days, each with a few rounds; nobody plays twice in a round.
    fn invent_events(&mut self, dice: &mut Dice) {
        if self.control == "bullet" {
            return;
        }
        let mut moments = BTreeSet::from([30]);
        while moments.len() < 9 {
            moments.insert(dice.between(2, 60));
        }
        for (number, moment) in moments.into_iter().enumerate() {
            let received = dice.chance(60).then(|| day(moment));
            let last = if received.is_some() { (moment - dice.between(0, 9)).max(1) } else { moment };
            let start = (last - dice.between(0, 4)).max(0);
            let field: Vec<Id> = (0..14).map(|_| Self::player(dice)).collect::<BTreeSet<_>>().into_iter().collect();
            let mut games = Vec::new();
            for round in 1..=u32::try_from(dice.between(3, 8)).expect("not negative") {
                let mut left = field.clone();
                while left.len() > 1 {
                    let white = left.swap_remove(dice.roll(left.len() as u64) as usize);
                    let black = left.swap_remove(dice.roll(left.len() as u64) as usize);
                    let result = if dice.chance(10) { "+/-" } else { self.result(dice, white, black) };
                    games.push((round, white, black, result));
                }
            }
            self.events.push(Event { id: format!("E{number}"), start: day(start), end: day(last), received, games });
        }
    }

    fn put(&self, folder: &Folder) {
        let list = |header: &str, lines: Vec<String>| format!("{header}\n{}\n", lines.join("\n"));
        let rated = self.rated.iter().map(|(id, (rating, career))| format!("{id},{rating},20,{career}")).collect();
        folder.put("lists/2013-11-01/list.csv", list("fide_id,rating,k,career_games", rated));
        for ((control, date), ratings) in &self.longer {
            let rows = ratings.iter().map(|(id, rating)| format!("{id},{rating}")).collect();
            folder.put(&format!("longer-{control}/{date}/list.csv"), list("fide_id,rating", rows));
        }
        let online = self
            .online
            .iter()
            .map(|g| format!("{},{},{},{},{},{},{}", g.id, g.control, g.white, g.black, g.result, g.ended_at, g.disconnected));
        folder.put("bundle/online_games.csv", list("game_id,control,white,black,result,ended_at,disconnected", online.collect()));
        let events = self.events.iter().map(|e| format!("{},swiss,{},{},{}", e.id, e.start, e.end, e.received.as_deref().unwrap_or("")));
        folder.put("bundle/tournaments.csv", list("tournament_id,kind,start,end,received", events.collect()));
        let games = self
            .events
            .iter()
            .flat_map(|e| e.games.iter().map(|(round, white, black, result)| format!("{},{round},{white},{black},{result}", e.id)));
        folder.put("bundle/games.csv", list("tournament_id,round,white,black,result", games.collect()));
    }
}

// The reference.

/// The higher rated player's expectation in hundredths, 50 and up by one for each step, as far as 400 points: the greatest difference of each.
const STEPS: [i32; 43] = [
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188, 197, 206, 215, 225, 235,
    245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411,
];

/// Hundredths that a player is expected to score, at most 400 points apart (7.64, 7.65a).
fn expected(own: Rating, opponent: Rating) -> i32 {
    let apart = (own - opponent).abs().min(400);
    let steps = STEPS.iter().take_while(|&&limit| apart > limit).count();
    let higher = 50 + i32::try_from(steps).expect("a small number");
    if own >= opponent { higher } else { 100 - higher }
}

/// K x sum, a half rounded up (7.66, 7.67).
fn change(sum_hundredths: i32) -> i32 {
    (20 * sum_hundredths + 50).div_euclid(100)
}

/// The first rating from five games (7.51 to 7.53).
fn first_rating(half_points: i32, sum: Rating) -> Rating {
    let correction = match half_points {
        1 => -366,
        2 => -240,
        3 => -149,
        4 => -72,
        over => 15 * (over - 5),
    };
    // Fifths never end in a half.
    correction + (2 * sum + 5).div_euclid(10)
}

#[derive(Clone, Copy, Default)]
struct Window {
    games: i32,
    half_points: i32,
    sum: Rating,
}

/// What became of one side of a game.
#[derive(Clone, Default)]
struct Side {
    rating: Option<Rating>,
    from: &'static str,
    status: &'static str,
    reason: &'static str,
    change: Option<i32>,
    after: Option<Rating>,
}

/// The place of a step: its moment, events before games, then the id as a number, then as text.
type Place = (String, u8, u64, String);

enum Step<'a> {
    Event(&'a Event),
    Game(&'a OnlineGame),
}

#[derive(Default)]
struct Reference {
    rating: BTreeMap<Id, Rating>,
    career: BTreeMap<Id, u32>,
    window: BTreeMap<Id, Window>,
    /// Rated since the last list.
    games: BTreeMap<Id, u32>,
}

impl Reference {
    /// The rating just before a moment, and where it comes from (7.33).
    fn before(&self, world: &World, id: Id, moment: &str) -> (Option<Rating>, &'static str) {
        if let Some(&rating) = self.rating.get(&id) {
            return (Some(rating), "standing");
        }
        for &control in longer_controls(world.control) {
            let lists = world.longer.iter().filter(|((of, date), _)| *of == control && midnight(date).as_str() <= moment);
            let newest = lists.max_by_key(|((_, date), _)| *date).map(|(_, list)| list);
            // Under 1000 a rating is not published, and only published ones are taken over.
            if let Some(&rating) = newest.and_then(|list| list.get(&id)).filter(|&&rating| rating >= 1000) {
                return (Some(rating), "longer-control");
            }
        }
        (None, "")
    }

    fn rate(&mut self, id: Id, rating: Rating, games: u32) {
        self.rating.insert(id, rating);
        self.window.remove(&id);
        *self.games.entry(id).or_default() += games;
        *self.career.entry(id).or_default() += games;
    }

    /// An unrated player's game against a rated opponent; says whether it counts, and why not (7.4, D32).
    fn enter_window(&mut self, id: Id, half_points: i32, opponent: Rating) -> (&'static str, &'static str) {
        if !self.window.contains_key(&id) && half_points == 0 {
            return ("left-out", "loss-before-first-rating");
        }
        let window = self.window.entry(id).or_default();
        if window.games == 5 {
            return ("left-out", "after-first-rating");
        }
        *window = Window { games: window.games + 1, half_points: window.half_points + half_points, sum: window.sum + opponent };
        ("pooled", "")
    }

    fn close_window(&mut self, id: Id) {
        if let Some(window) = self.window.get(&id).copied().filter(|window| window.games == 5) {
            self.rate(id, first_rating(window.half_points, window.sum), 5);
        }
    }

    fn online_game(&mut self, world: &World, game: &OnlineGame) -> [Side; 2] {
        let players = [game.white, game.black];
        if players[0] == players[1] {
            return [(); 2].map(|()| Side { status: "left-out", reason: "against-oneself", ..Side::default() });
        }
        let half_points = match game.counted_result() {
            "0-1" => [0, 2],
            "1-0" => [2, 0],
            "1/2-1/2" => [1, 1],
            _ => return [(); 2].map(|()| Side { status: "left-out", reason: "unplayed", ..Side::default() }),
        };
        let before = players.map(|id| self.before(world, id, &game.ended_at));
        [0, 1].map(|at| {
            let (id, (own, from), opponent) = (players[at], before[at], before[1 - at].0);
            let mut side = Side { rating: own, from, status: "left-out", reason: "opponent-unrated", change: None, after: own };
            match (own, opponent) {
                (_, None) => {}
                (None, Some(opponent)) => {
                    (side.status, side.reason) = self.enter_window(id, half_points[at], opponent);
                    self.close_window(id);
                    side.after = self.rating.get(&id).copied();
                }
                (Some(own), Some(opponent)) => {
                    let change = change(50 * half_points[at] - expected(own, opponent));
                    (side.status, side.reason, side.change, side.after) = ("counted", "", Some(change), Some(own + change));
                    self.rate(id, own + change, 1);
                }
            }
            side
        })
    }

    /// An event is one step (D31).
    fn event(&mut self, world: &World, event: &Event) {
        let moment = midnight(event.received.as_ref().unwrap_or(&event.end));
        let players: BTreeSet<Id> = event.games.iter().flat_map(|&(_, white, black, _)| [white, black]).collect();
        let before: BTreeMap<Id, Option<Rating>> = players.iter().map(|&id| (id, self.before(world, id, &moment).0)).collect();
        let mut sums: BTreeMap<Id, (i32, u32)> = BTreeMap::new();
        let mut games = event.games.clone();
        games.sort_by_key(|&(round, ..)| round);
        for (_, white, black, result) in games {
            let half_points = match result {
                "1-0" => [2, 0],
                "0-1" => [0, 2],
                "1/2-1/2" => [1, 1],
                _ => continue,
            };
            for (id, opponent, half_points) in [(white, black, half_points[0]), (black, white, half_points[1])] {
                match (before[&id], before[&opponent]) {
                    (_, None) => {}
                    (None, Some(opponent)) => drop(self.enter_window(id, half_points, opponent)),
                    (Some(own), Some(opponent)) => {
                        let (sum, games) = sums.entry(id).or_default();
                        *sum += 50 * half_points - expected(own, opponent);
                        *games += 1;
                    }
                }
            }
        }
        for id in players {
            match (before[&id], sums.get(&id)) {
                (Some(own), Some(&(sum, games))) => self.rate(id, own + change(sum), games),
                (Some(_), None) => {}
                (None, _) => self.close_window(id),
            }
        }
    }

    /// One list: what ended or came in from the previous list's first moment up to the list's; gives the rows of the online games.
    fn list(&mut self, world: &World, previous: &str, list: &str) -> Vec<(OnlineGame, [Side; 2])> {
        self.games.clear();
        let (from, to) = (midnight(previous), midnight(list));
        let mut steps: Vec<(Place, Step<'_>)> = Vec::new();
        for event in &world.events {
            let moment = midnight(event.received.as_ref().unwrap_or(&event.end));
            if (&from..&to).contains(&&moment) {
                steps.push(((moment, 0, 0, event.id.clone()), Step::Event(event)));
            }
        }
        for game in world.online.iter().filter(|game| game.control == world.control && (&from..&to).contains(&&game.ended_at)) {
            let number = game.id.parse().unwrap_or(0);
            steps.push(((game.ended_at.clone(), 1, number, game.id.clone()), Step::Game(game)));
        }
        steps.sort_by(|a, b| a.0.cmp(&b.0));
        let (mut seen, mut rows) = (BTreeSet::new(), Vec::new());
        for (_, step) in steps {
            match step {
                Step::Event(event) => self.event(world, event),
                Step::Game(game) if !seen.insert(&game.id) => {
                    let twice = Side { status: "left-out", reason: "same-game-twice", ..Side::default() };
                    rows.push((game.clone(), [twice.clone(), twice]));
                }
                Step::Game(game) => rows.push((game.clone(), self.online_game(world, game))),
            }
        }
        rows
    }
}

// The comparison.

/// A row of the program's table, in the columns that say something: where a game is at fault for both, no rating is asked for, and what
/// a rating taken over "is" after a game that is not rated is nobody's business.
fn row_text(row: &BTreeMap<String, String>) -> String {
    let mut words: Vec<String> = ["game_id", "white", "black", "result", "disconnected"].iter().map(|&name| row[name].clone()).collect();
    for side in ["white", "black"] {
        let column = |name: &str| row[&format!("{side}_{name}")].clone();
        words.extend([column("status"), column("reason")]);
        if ["same-game-twice", "against-oneself", "unplayed"].contains(&column("reason").as_str()) {
            continue;
        }
        words.extend([column("rating"), column("rating_from"), column("change")]);
        if !(column("status") == "left-out" && column("rating_from") == "longer-control") {
            words.push(column("after"));
        }
    }
    words.join(" | ")
}

/// Words that some row of every world has.
const KINDS: [&str; 7] =
    ["counted", "pooled", "loss-before-first-rating", "opponent-unrated", "same-game-twice", "unplayed", "longer-control"];

fn as_row(game: &OnlineGame, sides: &[Side; 2]) -> BTreeMap<String, String> {
    let number = |value: Option<i32>| value.map(|value| value.to_string()).unwrap_or_default();
    let mut row = BTreeMap::from([
        ("game_id".to_owned(), game.id.clone()),
        ("white".to_owned(), game.white.to_string()),
        ("black".to_owned(), game.black.to_string()),
        ("result".to_owned(), game.counted_result().to_owned()),
        ("disconnected".to_owned(), (!game.disconnected.is_empty()).to_string()),
    ]);
    for (colour, side) in ["white", "black"].into_iter().zip(sides) {
        for (name, value) in [
            ("status", side.status.to_owned()),
            ("reason", side.reason.to_owned()),
            ("rating", number(side.rating)),
            ("rating_from", side.from.to_owned()),
            ("change", number(side.change)),
            ("after", number(side.after)),
        ] {
            row.insert(format!("{colour}_{name}"), value);
        }
    }
    row
}

fn run(folder: &Folder, world: &World, previous: &str, list: &str) {
    let (previous, out) = (format!("lists/{previous}"), format!("lists/{list}"));
    let longer: Vec<String> = longer_controls(world.control).iter().map(|control| format!("{control}=longer-{control}")).collect();
    let mut arguments = vec![
        "run",
        "--rules",
        "online-2013",
        "--control",
        world.control,
        "--list",
        &list[..7],
        "--previous",
        &previous,
        "--archive",
        "lists",
        "--tournaments",
        "bundle",
        "--out",
        &out,
        "--quiet",
    ];
    arguments.extend(longer.iter().flat_map(|longer| ["--longer", longer]));
    expect_exit(folder.path(), &arguments, 0);
}

fn compare(control: &'static str, seed: u64) {
    let world = World::invented(control, seed);
    let folder = Folder::new();
    world.put(&folder);
    let mut reference = Reference::default();
    for (id, (rating, career)) in &world.rated {
        reference.rating.insert(*id, *rating);
        reference.career.insert(*id, *career);
    }
    let mut kinds: BTreeSet<&str> = BTreeSet::new();
    for lists in LISTS.windows(2) {
        let (previous, list) = (lists[0], lists[1]);
        run(&folder, &world, previous, list);
        let mut told_here: Vec<String> =
            reference.list(&world, previous, list).iter().map(|(game, sides)| row_text(&as_row(game, sides))).collect();
        let place = format!("{control}, seed {seed}, {list}");
        let mut told_there: Vec<String> =
            rows(&parquet(&folder.join(&format!("lists/{list}/online_games.parquet")))).iter().map(row_text).collect();
        kinds.extend(KINDS.iter().filter(|&&kind| told_here.iter().any(|row| row.contains(kind))));
        told_here.sort();
        told_there.sort();
        for (here, there) in told_here.iter().zip(&told_there) {
            assert_eq!(there, here, "{place}: an online game, as the program tells it and as it should be");
        }
        assert_eq!(told_there.len(), told_here.len(), "{place}: online games");
        let state = rows(&parquet(&folder.join(&format!("lists/{list}/state.parquet"))));
        let known: BTreeMap<Id, &BTreeMap<String, String>> =
            state.iter().map(|row| (row["fide_id"].parse().expect("an id"), row)).collect();
        for id in (FIRST_ID..).take(PLAYERS as usize) {
            let found = known.get(&id).map(|row| (row["rating"].clone(), row["games"].clone(), row["career_games"].clone()));
            let number = |of: &BTreeMap<Id, u32>| of.get(&id).copied().unwrap_or(0).to_string();
            let rating = reference.rating.get(&id).map(ToString::to_string).unwrap_or_default();
            let should_be = (rating, number(&reference.games), number(&reference.career));
            // Whom nothing is known of need not be in the state.
            let found = found.unwrap_or_else(|| (String::new(), "0".to_owned(), "0".to_owned()));
            assert_eq!(found, should_be, "{place}: rating, games and career games of {id}");
        }
    }
    // Every kind of end must occur, or the world is too poor to prove anything.
    assert_eq!(kinds, BTreeSet::from(KINDS), "{control}, seed {seed}");
    assert!(reference.rating.values().any(|&rating| rating < 1000), "{control}, seed {seed}: nobody has a hidden rating");
}

#[test]
fn rapid_lists_are_as_the_plain_reference_has_them() {
    for seed in 1..=4 {
        compare("rapid", seed);
    }
}

#[test]
fn blitz_lists_are_as_the_plain_reference_has_them() {
    for seed in 11..=14 {
        compare("blitz", seed);
    }
}

#[test]
fn bullet_lists_are_as_the_plain_reference_has_them() {
    for seed in 21..=22 {
        compare("bullet", seed);
    }
}

#[test]
fn the_reference_itself_keeps_to_what_is_worked_out_by_hand() {
    let game = |id: &str, white, black, result, ended_at: &str| OnlineGame {
        id: id.to_owned(),
        control: "rapid",
        white,
        black,
        result,
        ended_at: ended_at.to_owned(),
        disconnected: "",
    };
    let event = Event {
        id: "E".to_owned(),
        start: "2013-11-13".to_owned(),
        end: "2013-11-14".to_owned(),
        received: Some("2013-11-15".to_owned()),
        games: vec![(1, 1, 3, "1-0"), (2, 1, 3, "1-0")],
    };
    // As in the case "An event stands at 00:00 of the day it was received": 1839, 1781, 1780.
    let world = World {
        control: "rapid",
        strength: BTreeMap::new(),
        rated: BTreeMap::new(),
        longer: BTreeMap::from([(("standard", "2013-11-01"), BTreeMap::from([(2, 1800)]))]),
        online: vec![game("1", 1, 2, "1-0", "2013-11-14T23:59:59Z"), game("2", 1, 2, "1-0", "2013-11-15T00:00:00Z")],
        events: vec![event],
    };
    let mut reference = Reference { rating: BTreeMap::from([(1, 1800), (3, 1800)]), ..Reference::default() };
    let rows = reference.list(&world, "2013-11-01", "2013-12-01");
    assert_eq!(reference.rating, BTreeMap::from([(1, 1839), (2, 1781), (3, 1780)]));
    assert_eq!((rows[0].1[1].from, rows[1].1[1].from), ("longer-control", "standing"));
    assert_eq!((first_rating(5, 9003), first_rating(4, 9300), first_rating(10, 9000), first_rating(1, 9000)), (1801, 1788, 1875, 1434));
    assert_eq!((expected(1800, 1803), expected(1800, 1804), expected(2200, 1500), expected(1500, 2200)), (50, 49, 92, 8));
    assert_eq!((change(-3), change(3), change(-2), change(2)), (-1, 1, 0, 0));
}
