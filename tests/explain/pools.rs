//! First ratings that rest on results of earlier lists.

use super::{EVENTS, PLAYERS, explained, explained_text, step};
use crate::month::Month;
use serde_json::json;

/// Three games on the list of February, two on that of March.
fn two_lists() -> (Month, [String; 2]) {
    let month = Month::of("rapid");
    month.list("2024-01-01", PLAYERS, ["11,A,1900,20", "12,B,1900,20", "13,C,1900,20", "14,D,1900,20", "15,E,1900,20"]);
    let february = ["T1,1,1,11,1-0", "T1,2,1,12,1/2-1/2", "T1,3,1,13,0-1"];
    let february = month.bundle(EVENTS, ["T1,swiss,2024-01-10,2024-01-11,,"], february).make("2024-02", &[]);
    let march = ["T2,1,1,14,1-0", "T2,2,1,15,1/2-1/2"];
    let march = month.bundle(EVENTS, ["T2,swiss,2024-02-10,2024-02-11,,"], march).make("2024-03", &[]);
    (month, [february, march])
}

#[test]
fn too_few_games_wait_and_then_count_with_those_of_the_next_list() {
    let (month, [february, march]) = two_lists();
    let waiting = explained(&month, &february, "1");
    assert_eq!((waiting["cause"].as_str(), waiting["after"].as_i64()), (Some("pool-too-small"), None));
    assert_eq!(step(&waiting, "Too few"), ("3", "6.1.4, D16"));
    let rated = explained(&month, &march, "1");
    // 3 of 5 against 1900: Ra (9500 + 3600) / 7 = 1871.43, p 4 of 7 .57, dp 50: 1921.43.
    assert_eq!(
        rated["pool"],
        json!([{ "tournament_id": "T1", "start": "2024-01-10", "end": "2024-01-11", "list": "2024-02-01", "games": 3, "half_points": 3, "opponents_sum": 5700 }])
    );
    assert_eq!((step(&rated, "Games of the pool").0, rated["player"]["games"].as_i64()), ("5", Some(5)));
    assert!(explained_text(&month, &march, "1").contains("Waited in the pool before this list (D12, D14)"));
}

#[test]
fn d45_a_pool_without_half_a_point_is_explained_and_waits() {
    let month = Month::of("rapid");
    month.list("2024-01-01", "fide_id,name,rating,k,first_event", ["1,One,,,true", "11,A,2100,20,", "12,B,2100,20,"]);
    let games: Vec<String> = (1..=5).map(|round| format!("T1,{round},1,{},0-1", 11 + round % 2)).collect();
    let made = month.bundle(EVENTS, ["T1,swiss,2024-01-10,2024-01-11,,"], games).make("2024-02", &[]);
    let waiting = explained(&month, &made, "1");
    assert_eq!((waiting["cause"].as_str(), waiting["after"].as_i64()), (Some("pool-without-points"), None));
    assert_eq!(step(&waiting, "Enough").1, "6.1.4, D16");
    assert_eq!(step(&waiting, "Without points").1, "D45");
    assert_eq!(waiting["differences"], json!([]));
    assert!(explained_text(&month, &made, "1").contains("there is not half a point among them"));
}

#[test]
fn without_the_previous_list_waiting_results_are_explained_as_a_total() {
    let (month, [february, march]) = two_lists();
    std::fs::remove_dir_all(month.join(&february)).expect("removed");
    let rated = explained(&month, &march, "1");
    assert_eq!((rated["pool"][0]["tournament_id"].as_str(), rated["pool"][0]["games"].as_i64()), (Some(""), Some(3)));
    let text = explained_text(&month, &march, "1");
    assert!(
        text.contains("3 games of the pool waited before this list. The list of 2024-02-01 that it was built on is missing or has changed"),
        "{text}"
    );
}

#[test]
fn another_list_in_the_place_of_the_previous_one_is_not_used() {
    let (month, [february, march]) = two_lists();
    let manifest = month.join(&february).join("manifest.json");
    let text = std::fs::read_to_string(&manifest).expect("a manifest");
    std::fs::write(&manifest, text + " ").expect("written");
    assert!(explained_text(&month, &march, "1").contains("is missing or has changed"));
}
