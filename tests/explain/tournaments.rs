//! Explanations of a tournament for its organiser.

use super::{EVENTS, PLAYERS};
use crate::month::Month;
use crate::support::{Folder, expect_exit};
use serde_json::{Value, json};

const GOOD_GAMES: [&str; 4] = ["GOOD,1,1,2,1-0", "GOOD,2,1,3,1/2-1/2", "GOOD,3,2,3,+/-", "GOOD,4,1,9,1-0"];

/// A month with tournaments of every fate, and its list of March 2024.
fn made() -> (Month, String) {
    let month = Month::of("rapid");
    let events = [
        "GOOD,swiss,2024-02-10,2024-02-11,,",
        "SHORT,swiss,2024-02-10,2024-02-11,5,",
        "OLD,swiss,2023-08-10,2023-08-11,,",
        "YOUNG,swiss,2024-02-27,2024-02-28,,",
    ];
    let games = [&GOOD_GAMES[..], &["SHORT,1,1,2,1-0", "OLD,1,1,2,1-0", "YOUNG,1,1,2,1-0"]].concat();
    month.list("2024-02-01", PLAYERS, ["1,A,1800,20", "2,B,1800,40", "3,C,1600,20"]).bundle(EVENTS, events, games);
    let list = month.make("2024-03", &[]);
    (month, list)
}

fn explained_tournament(folder: &Folder, list: &str, id: &str) -> Value {
    let said = expect_exit(folder.path(), &["explain", list, "--tournament", id, "--json"], 0);
    let value: Value = serde_json::from_str(&said.out).expect("JSON");
    assert_eq!(value["differences"], json!([]));
    value
}

#[test]
fn each_players_games_sum_and_share_and_each_game_left_out() {
    let (month, list) = made();
    let good = explained_tournament(&month, &list, "GOOD");
    assert_eq!(
        (good["status"].as_str(), good["edition"].as_str(), good["rated_on"].as_str()),
        (Some("rated"), Some("rapid-blitz-2024"), Some("2024-03-01"))
    );
    // A: .50, then 200 points .76: -.26; together .24 x 20 = 4.8. B: -.50 x 40 = -20. C: .26 x 20 = 5.2. 9 has nothing but a loss: a first event of zero.
    let shares: Vec<_> = good["participants"]
        .as_array()
        .expect("players")
        .iter()
        .map(|p| (p["fide_id"].as_i64(), p["sum_hundredths"].as_i64(), p["share_hundredths"].as_i64(), p["change"].as_i64()))
        .collect();
    assert_eq!(
        shares,
        [
            (Some(1), Some(24), Some(480), Some(5)),
            (Some(2), Some(-50), Some(-2000), Some(-20)),
            (Some(3), Some(26), Some(520), Some(5)),
            (Some(9), Some(0), None, None)
        ]
    );
    let left_out: Vec<_> = good["left_out"]
        .as_array()
        .expect("games")
        .iter()
        .map(|l| (l["fide_id"].as_i64(), l["game"]["round"].as_i64(), l["game"]["reason"].clone()))
        .collect();
    assert_eq!(
        left_out,
        [
            (Some(1), Some(4), json!("opponent-unrated")),
            (Some(2), Some(3), json!("unplayed")),
            (Some(3), Some(3), json!("unplayed")),
            (Some(9), Some(4), json!("first-event"))
        ]
    );
}

#[test]
fn refused_late_and_waiting_tournaments_say_by_which_article() {
    let (month, list) = made();
    for (id, status, words, reason, article) in [
        ("SHORT", "refused", "refused", "rate-of-play", "1.1"),
        ("OLD", "late", "came too late", "too-late", "8.1"),
        ("YOUNG", "waiting", "waits for the next list", "not-closed", "6.1.3"),
    ] {
        let reported = explained_tournament(&month, &list, id);
        assert_eq!(
            (reported["status"].as_str(), reported["reason"].as_str(), reported["article"].as_str()),
            (Some(status), Some(reason), Some(article))
        );
        let text = expect_exit(month.path(), &["explain", &list, "--tournament", id], 0).out;
        assert!(text.contains(&format!("Not rated on this list: {words}, ")) && text.contains(&format!("({article})")), "{text}");
        // The player is told the same.
        let player = super::explained_text(&month, &list, "1");
        assert!(player.contains(&format!("not rated on this list: {words}, ")), "{player}");
    }
}

#[test]
fn a_tournament_of_an_earlier_list_is_said_to_be_rated_there_and_an_unknown_one_is_not_found() {
    let (month, list) = made();
    let next = month.bundle(EVENTS, ["GOOD,swiss,2024-02-10,2024-02-11,,"], GOOD_GAMES).make("2024-04", &[]);
    let again = explained_tournament(&month, &next, "GOOD");
    assert_eq!((again["status"].as_str(), again["rated_on"].as_str()), (Some("already-rated"), Some("2024-03-01")));
    let said = expect_exit(month.path(), &["explain", &list, "--tournament", "goo"], 1);
    assert_eq!(said.err, "error: no tournament 'goo' was handed in for this list\nhint: there is GOOD\n");
}
