//! Ratings reached, on lists and between them (T31 to T33).

use super::{Open, PLAYERS, awards, fields};
use crate::month::{Month, Row};

/// An opponent of 2290 from 901 on; K 20 and 100 career games.
fn opponents() -> Vec<String> {
    (901..=904).map(|id| format!("{id},\"Opp, {id}\",,GER,M,1990,2290,20,100,2290")).collect()
}

fn reached(month: &Month, list: &str, player: u32) -> Vec<Row> {
    let rows = month.table(list, "title_ratings.parquet").into_iter();
    rows.filter(|row| row["fide_id"] == player.to_string()).collect()
}

fn reached_at(month: &Month, list: &str, player: u32, rating: u32) -> Row {
    let found = reached(month, list, player).into_iter().find(|row| row["rating"] == rating.to_string());
    found.unwrap_or_else(|| panic!("{player} has not reached {rating}"))
}

#[test]
fn t31_games_of_overlapping_events_are_taken_by_the_days_of_their_rounds() {
    let month = Month::of("standard");
    month.list("2024-01-01", PLAYERS, [vec!["1,\"One, 1\",,NOR,M,1990,2290,20,100,2290".to_owned()], opponents()].concat());
    // LONG begins first: a loss on the 10th and a win on the 16th. SHORT has a win on the 12th. By days 2280, 2290, 2300; by events 2300 would
    // be reached in SHORT.
    let long = Open::new("LONG", "2024-01-10").rounds(2).with("end", "2024-01-16").with("round_dates", "2024-01-10 2024-01-16");
    let mut long = long;
    long.games = vec![super::game(1, 1, 901, '0'), super::game(2, 1, 902, '1')];
    long.put(&month);
    let mut short = Open::new("SHORT", "2024-01-12").rounds(1);
    short.games = vec![super::game(1, 1, 903, '1')];
    short.put(&month);
    let list = month.make("2024-02", &[]);
    let columns = ["reached_on", "how", "tournament_id", "round", "value_hundredths", "games", "reached_30_on", "how_30"];
    assert_eq!(
        fields(&reached_at(&month, &list, 1, 2300), &columns),
        "2024-01-16 | interim | LONG | 2 | 230000 | 103 | 2024-01-16 | interim"
    );
    assert_eq!(
        awards(&month, &list, 1, &["title", "basis", "status", "rating_on", "achieved_on", "article"]),
        ["FM | rating | proposed | 2024-01-16 | 2024-01-16 | 1.3.1"]
    );
}

#[test]
fn t31_a_rating_that_was_lost_again_before_the_list_was_reached() {
    for (games, wanted) in [(28, "FM"), (27, "CM")] {
        let month = Month::of("standard");
        let player = format!("1,\"One, 1\",,NOR,M,1990,2280,20,{games},2280");
        let opponents = (901..=903).map(|id| format!("{id},\"Opp, {id}\",,GER,M,1990,2280,20,100,2280"));
        month.list("2024-01-01", PLAYERS, [vec![player], opponents.collect()].concat());
        let mut open = Open::new("E1", "2024-01-10").rounds(3);
        open.games = vec![super::game(1, 1, 901, '1'), super::game(2, 1, 902, '1'), super::game(3, 1, 903, '0')];
        open.put(&month);
        let list = month.make("2024-02", &[]);
        // 2290, 2300, 2290: 2300 with the thirtieth game, or with the twenty-ninth.
        assert_eq!(month.player(&list, "list.csv", 1)["rating"], "2290");
        assert_eq!(awards(&month, &list, 1, &["title", "basis"]), [format!("{wanted} | rating")], "{games} games");
        let with_30 = if games == 28 { "2024-01-11" } else { "" };
        assert_eq!(fields(&reached_at(&month, &list, 1, 2300), &["reached_on", "reached_30_on"]), format!("2024-01-11 | {with_30}"));
    }
}

#[test]
fn t31_a_withheld_player_has_interim_ratings_and_no_published_ones() {
    // A win against 2290 is 2300 between the lists. Against 2279 (.52) it is 2299.6, and 2300 on the list alone.
    for (opponent, withheld, wanted) in [
        (901, false, vec!["2024-01-10 | interim"]),
        (901, true, vec!["2024-01-10 | interim"]),
        (905, false, vec!["2024-02-01 | published"]),
        (905, true, vec![]),
    ] {
        let month = Month::of("standard");
        let players = ["1,\"One, 1\",,NOR,M,1990,2290,20,100,2290", "905,\"Opp, 905\",,GER,M,1990,2279,20,100,2279"].map(str::to_owned);
        month.list("2024-01-01", PLAYERS, [players.to_vec(), opponents()].concat());
        month.roster(if withheld { "1,2023-06-01,withheld,true\n" } else { "" });
        let mut open = Open::new("E1", "2024-01-10").rounds(1);
        open.games = vec![super::game(1, 1, opponent, '1')];
        open.put(&month);
        let list = month.make("2024-02", &[]);
        let rows = reached(&month, &list, 1).into_iter().filter(|row| row["rating"] == "2300");
        let found: Vec<String> = rows.map(|row| fields(&row, &["reached_on", "how"])).collect();
        assert_eq!(found, wanted, "{opponent} {withheld}");
    }
}

#[test]
fn t32_a_first_list_without_history_gives_its_peaks_as_reached_on_its_date() {
    let month = Month::of("standard");
    let players = [
        // 2390 once, 2310 now.
        "1,\"One, 1\",,NOR,M,1990,2310,10,40,2390",
        // 2310 once: nothing says with how many games.
        "2,\"Two, 2\",,NOR,M,1990,2250,20,100,2310",
        // At 2310 with one game too few.
        "3,\"Three, 3\",,NOR,M,1990,2310,40,29,2310",
        "4,\"Four, 4\",,NOR,M,1990,1799,20,100,1799",
    ];
    month.list("2024-01-01", PLAYERS, players);
    Open::new("E1", "2024-01-10").rounds(1).put(&month);
    let list = month.make("2024-02", &[]);
    let columns = ["rating", "reached_on", "how", "tournament_id", "value_hundredths", "games", "reached_30_on", "how_30", "list"];
    let rows: Vec<String> = reached(&month, &list, 1).iter().map(|row| fields(row, &columns)).collect();
    assert_eq!(rows.len(), 6);
    assert_eq!(rows[0], "1800 | 2024-01-01 | peak |  | 239000 | 40 | 2024-01-01 | peak | 2024-01-01");
    assert_eq!(rows[5], "2300 | 2024-01-01 | peak |  | 239000 | 40 | 2024-01-01 | peak | 2024-01-01");
    assert_eq!(fields(&reached_at(&month, &list, 2, 2300), &["reached_on", "reached_30_on"]), "2024-01-01 | ");
    assert_eq!(fields(&reached_at(&month, &list, 2, 2200), &["reached_on", "reached_30_on"]), "2024-01-01 | 2024-01-01");
    assert_eq!(fields(&reached_at(&month, &list, 3, 1800), &["reached_on", "reached_30_on"]), "2024-01-01 | ");
    assert_eq!(reached(&month, &list, 4).len(), 0);
    let titles = |id: u32| awards(&month, &list, id, &["title"]);
    assert_eq!([titles(1), titles(2), titles(3)], [vec!["FM"], vec!["CM"], vec![]]);
}

#[test]
fn t32_ratings_reached_by_july_2017_ask_for_no_games() {
    for (before, list, wanted) in [("2017-07-01", "2017-08", vec!["FM"]), ("2017-08-01", "2017-09", vec![])] {
        let month = Month::of("standard");
        month.list(before, PLAYERS, ["1,\"One, 1\",,NOR,M,1990,2310,40,29,2310"]);
        month.make(list, &["--titles", "titles-2022", "--rules", "standard-2022"]);
        assert_eq!(awards(&month, &month.place(list), 1, &["title"]), wanted, "{before}");
    }
}

#[test]
fn t33_the_highest_open_and_the_highest_womens_title_are_proposed_and_none_below_one_that_is_held() {
    for (title, sex, rating, wanted) in [
        ("", "F", 2310, vec!["FM", "WFM"]),
        ("FM", "F", 2310, vec!["WFM"]),
        ("IM", "F", 2310, vec![]),
        ("CM", "M", 2210, vec![]),
        ("CM", "M", 2300, vec!["FM"]),
        ("", "M", 2199, vec![]),
        ("", "", 2200, vec!["CM"]),
        ("", "F", 2099, vec!["WCM"]),
    ] {
        let month = Month::of("standard");
        month.list("2024-01-01", PLAYERS, [format!("1,\"One, 1\",{title},NOR,{sex},1990,{rating},20,100,{rating}")]);
        let list = month.make("2024-02", &[]);
        assert_eq!(awards(&month, &list, 1, &["title"]), wanted, "{title} {sex} {rating}");
    }
}
