//! FIDE's own published calculations of twenty players' months, made again from the ratings it used.
//!
//! Per event the sum of score minus expectation; per case the total of the period as FIDE shows it, and the published
//! rating, except where FIDE corrected the base without saying so (`ro_differs`) or rounded event by event (F-P02, F-M09).

use crate::support::{Folder, expect_exit, parquet, rows, test_file};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write;

#[derive(Deserialize)]
struct Case {
    id: String,
    player: u32,
    born: i32,
    period: String,
    lists: BTreeMap<String, i32>,
    k: BTreeMap<String, i32>,
    games_published: u32,
    total_shown: String,
    ro_differs: bool,
    events: Vec<Event>,
}

#[derive(Deserialize)]
struct Event {
    id: u32,
    start: String,
    end: String,
    ro: i32,
    k: i32,
    chg: String,
    games: Vec<(String, i32, f64, bool)>,
}

/// Cases in which FIDE rounded more than once, so that the published rating does not follow from the sum.
const ROUNDED_MORE_THAN_ONCE: [&str; 2] = ["F-P02", "F-M09"];

/// `-2.50` in hundredths.
fn hundredths(text: &str) -> i32 {
    let digits: i32 = text.replace(['.', '-'], "").parse().expect("a number with two decimals");
    assert!(text.split('.').nth(1).is_some_and(|decimals| decimals.len() == 2), "{text}");
    if text.starts_with('-') { -digits } else { digits }
}

/// The month before, as 2025-12 for 2026-01.
fn month_before(month: &str) -> String {
    month.parse::<model::ListDate>().expect("a month").minus_months(1).month()
}

/// Makes the month and compares it; returns what differs.
fn differences(case: &Case) -> Vec<String> {
    let folder = Folder::new();
    let previous = month_before(&case.period);
    // The rating that FIDE used on each list: that of the events that started while it was in force.
    let mut used: BTreeMap<String, i32> =
        case.lists.iter().filter(|(month, _)| **month < case.period).map(|(m, r)| (m.clone(), *r)).collect();
    for event in &case.events {
        used.insert(event.start[..7].to_owned(), event.ro);
    }
    let k = case.events[0].k;
    assert_eq!(case.k[&previous], k, "{}: the K of the previous list is the K that was used", case.id);

    let mut games = "tournament_id,round,white,black,result\n".to_owned();
    let mut tournaments = "tournament_id,start,end\n".to_owned();
    let mut opponents = String::new();
    let mut next_id = 90_000_000;
    for event in &case.events {
        writeln!(tournaments, "{},{},{}", event.id, event.start, event.end).expect("a string");
        for (round, (colour, rating, score, _)) in event.games.iter().enumerate() {
            next_id += 1;
            writeln!(opponents, "{next_id},{rating},20,1980").expect("a string");
            let (white, black, of_white) = if colour == "w" { (case.player, next_id, *score) } else { (next_id, case.player, 1.0 - score) };
            let result = if of_white > 0.75 {
                "1-0"
            } else if of_white < 0.25 {
                "0-1"
            } else {
                "1/2-1/2"
            };
            writeln!(games, "{},{},{white},{black},{result}", event.id, round + 1).expect("a string");
        }
    }
    folder.put("month/tournaments.csv", tournaments);
    folder.put("month/games.csv", games);
    for (month, rating) in &used {
        let list = format!("fide_id,rating,k,birth_year\n{},{rating},{k},{}\n{opponents}", case.player, case.born);
        folder.put(&format!("lists/{month}-01/list.csv"), list);
    }
    let previous_folder = format!("lists/{previous}-01");
    expect_exit(
        folder.path(),
        &[
            "run",
            "--control",
            "standard",
            "--list",
            &case.period,
            "--previous",
            &previous_folder,
            "--archive",
            "lists",
            "--tournaments",
            "month",
            "--out",
            "made",
            "--quiet",
        ],
        0,
    );

    let mut wrong = Vec::new();
    let mut compare = |what: &str, made: String, published: String| {
        if made != published {
            wrong.push(format!("{}: {what}: {made}, published is {published}", case.id));
        }
    };
    let own = case.player.to_string();
    let sides: Vec<_> = rows(&parquet(&folder.join("made/games.parquet"))).into_iter().filter(|row| row["fide_id"] == own).collect();
    for event in &case.events {
        let gains = sides
            .iter()
            .filter(|row| row["tournament_id"] == event.id.to_string())
            .map(|row| row["gain_hundredths"].parse::<i32>().expect("every game counts"));
        compare(&format!("event {}", event.id), gains.sum::<i32>().to_string(), hundredths(&event.chg).to_string());
    }
    let changes = rows(&parquet(&folder.join("made/changes.parquet")));
    let change = changes.iter().find(|row| row["fide_id"] == own).expect("the player played");
    let number = |column: &str| change[column].parse::<i32>().expect("a number");
    compare("total of the period", (number("k_used") * number("sum_hundredths")).to_string(), hundredths(&case.total_shown).to_string());
    compare("games", change["games"].clone(), case.games_published.to_string());
    if !case.ro_differs && !ROUNDED_MORE_THAN_ONCE.contains(&case.id.as_str()) {
        compare("rating", change["after"].clone(), case.lists[&case.period].to_string());
    }
    wrong
}

#[test]
fn all_twenty_published_calculations_are_reproduced() {
    let text = std::fs::read_to_string(test_file("published/fide_published_calculations.json")).expect("the calculations");
    let cases: Vec<Case> = serde_json::from_str(&text).expect("the calculations are well formed");
    assert_eq!(cases.len(), 20);
    let wrong: Vec<String> = cases.iter().flat_map(differences).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
