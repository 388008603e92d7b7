//! What the differences come to: classes, distribution, largest moves, groups.

use super::{both, diff};
use crate::support::Folder;
use serde_json::{Value, json};

fn totals(folder: &Folder, a: &str, b: &str) -> Value {
    let said = diff(folder, a, b, &["--json"], 1);
    serde_json::from_str::<Value>(&said.out).expect("an object")["totals"].clone()
}

#[test]
fn totals_count_players_and_not_fields() {
    let totals = totals(&both(), "2024-01.csv", "2024-02.csv");
    // Six stand on both lists; only Gro Eng is as she was.
    assert_eq!((&totals["in_both"], &totals["changed"], &totals["new"], &totals["gone"]), (&json!(6), &json!(5), &json!(1), &json!(1)));
    let class = |name: &str| totals["classes"].as_array().expect("classes").iter().find(|class| class["class"] == name).cloned();
    assert_eq!(class("title").expect("titles")["players"], 3);
    assert_eq!(
        class("rating-with-games").expect("moves"),
        json!({"class": "rating-with-games", "players": 1, "up": 1, "down": 0, "points": 12})
    );
    assert_eq!(
        class("rating-without-games").expect("moves"),
        json!({"class": "rating-without-games", "players": 1, "up": 0, "down": 1, "points": -1})
    );
    assert_eq!(class("rating"), None);
    assert_eq!(totals["causes"], json!([]));
    assert_eq!(totals["gone_by_reason"], json!([{"cause": "not-in-file", "players": 1}]));
}

#[test]
fn means_and_medians_stand_beside_the_points() {
    let folder = both();
    let totals = totals(&folder, "2024-01.csv", "2024-02.csv");
    // January: 1800 2300 2100 1500 1600 1700 1450 are 12450 of seven; without Dahl, who is inactive, 10950 of six.
    let january =
        json!({"all": {"players": 7, "mean": 1778.57, "median": 1700.0}, "active": {"players": 6, "mean": 1825.0, "median": 1750.0}});
    assert_eq!(totals["ratings_before"], january);
    // February: 1812 2299 2100 1500 1600 1700 1555 are 12566 of seven; without Fry 10866 of six: 1811 exactly.
    let february =
        json!({"all": {"players": 7, "mean": 1795.14, "median": 1700.0}, "active": {"players": 6, "mean": 1811.0, "median": 1706.0}});
    assert_eq!(totals["ratings_after"], february);
    let moves = json!({
        "with_games": {"players": 1, "points": 12},
        "without_games": {"players": 1, "points": -1},
        "not_known": {"players": 0, "points": 0},
    });
    assert_eq!(totals["moves"], moves);
    let text = diff(&folder, "2024-01.csv", "2024-02.csv", &[], 1).out;
    assert!(text.contains("1778.57") && text.contains("+16.57") && text.contains("with games") && text.contains("without games"), "{text}");
}

#[test]
fn points_that_rise_while_the_mean_falls_are_remarked_on() {
    let folder = Folder::new();
    folder.put("2024-01.csv", "fide_id,rating\n1,2000\n2,1800\n");
    folder.put("2024-02.csv", "fide_id,rating\n1,2010\n2,1800\n3,1400\n");
    let text = diff(&folder, "2024-01.csv", "2024-02.csv", &[], 1).out;
    assert!(text.contains("Points and mean move apart"), "{text}");
}

#[test]
fn groups_count_before_and_after_and_what_moved() {
    let totals = totals(&both(), "2024-01.csv", "2024-02.csv");
    let group = |by: &str, name: &str| {
        let groupings = totals["groupings"].as_array().expect("groupings");
        let grouping = groupings.iter().find(|grouping| grouping["by"] == by).expect("a grouping");
        let group = grouping["groups"].as_array().expect("groups").iter().find(|group| group["group"] == name).expect("a group");
        ["before", "after", "new", "gone", "moved", "points"].map(|key| group[key].as_i64().expect("a number"))
    };
    // Aas +12 and Bo -1.
    assert_eq!(group("federation", "NOR"), [2, 2, 0, 0, 2, 11]);
    // Cid went to France, Gil came.
    assert_eq!(group("federation", "ESP"), [1, 1, 1, 0, 0, 0]);
    assert_eq!(group("federation", "FRA"), [0, 1, 0, 0, 0, 0]);
    // Whoever has another title now counts with it.
    assert_eq!(group("title", "FM"), [1, 0, 0, 0, 0, 0]);
    assert_eq!(group("title", "IM"), [0, 1, 0, 0, 1, -1]);
    assert_eq!(group("title", "none"), [5, 5, 1, 1, 1, 12]);
    // In 2024: Gil is 14, Hoy 80, Aas 34, Bo 39, Cid 45; Eng's year is not known.
    assert_eq!(group("age", "13 to 18"), [0, 1, 1, 0, 0, 0]);
    assert_eq!(group("age", "66 to 80"), [1, 0, 0, 1, 0, 0]);
    assert_eq!(group("age", "31 to 50"), [3, 3, 0, 0, 2, 11]);
    assert_eq!(group("age", "not known"), [1, 1, 0, 0, 0, 0]);
    // Bo's 2300 and 2299 are of one band.
    assert_eq!(group("rating", "2200 to 2399"), [1, 1, 0, 0, 1, -1]);
    assert_eq!(group("rating", "1400 to 1599"), [2, 2, 1, 1, 0, 0]);
}

#[test]
fn equal_moves_stand_by_id_and_ten_are_named() {
    let folder = Folder::new();
    let list = |change: &dyn Fn(i32) -> i32| {
        let rows: String = (1..=30).map(|id| format!("{},{},0\n", 1000 + id, 1500 + change(id))).collect();
        format!("fide_id,rating,games\n{rows}")
    };
    folder.put("2024-01.csv", list(&|_| 0));
    // 1 to 12 gain 5, but 9 gains 6; 13 to 30 lose 3, but 30 loses 4.
    folder.put("2024-02.csv", list(&|id| if id <= 12 { 5 + i32::from(id == 9) } else { -3 - i32::from(id == 30) }));
    let totals = totals(&folder, "2024-01.csv", "2024-02.csv");
    let ids = |key: &str| -> Vec<u64> {
        totals[key].as_array().expect("moves").iter().map(|mover| mover["fide_id"].as_u64().expect("an id")).collect()
    };
    assert_eq!(ids("largest_gains"), [1009, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1010]);
    assert_eq!(ids("largest_losses"), [1030, 1013, 1014, 1015, 1016, 1017, 1018, 1019, 1020, 1021]);
    let buckets: Vec<(Value, Value, u64)> = totals["distribution"]
        .as_array()
        .expect("buckets")
        .iter()
        .map(|bucket| (bucket["from"].clone(), bucket["to"].clone(), bucket["without_games"].as_u64().expect("a count")))
        .filter(|(.., count)| *count > 0)
        .collect();
    assert_eq!(buckets, [(json!(-4), json!(-1), 18), (json!(5), json!(9), 12)]);
}

#[test]
fn long_tables_are_cut_and_say_how_much_is_missing() {
    let folder = Folder::new();
    folder.put("2024-01.csv", "fide_id,name,rating\n1,Ada,1500\n");
    let new: String = (2..=26).map(|id| format!("{id},Player {id},{}\n", 1500 + id)).collect();
    folder.put("2024-02.csv", format!("fide_id,name,rating\n1,Ada,1500\n{new}"));
    let said = diff(&folder, "2024-01.csv", "2024-02.csv", &[], 1);
    // The ten highest of 25.
    assert!(said.out.contains("New, the highest rated\n    Id  Name       Rating  Cause\n    26  Player 26    1526\n"), "{}", said.out);
    assert!(said.out.contains("    17  Player 17    1517\n    and 15 more\n"), "{}", said.out);
    assert!(said.out.lines().all(|line| line.chars().count() <= 100), "{}", said.out);
}
