//! The top list of 2009 (7.24): the hundred highest of the list, without the inactive.

use crate::month::Month;

#[test]
fn the_top_list_of_2009_has_a_hundred_active_players_and_those_equal_to_the_last() {
    // 130 players: 2600, 2599 ... by id, every tenth inactive for a year; the 111th and 112th are equal.
    let players = (0..130).map(|at| {
        let rating = if at == 111 { 2600 - 110 } else { 2600 - at };
        let last_rated = if at % 10 == 9 { "2010-11-01" } else { "2011-01-01" };
        format!("{},{rating},10,{last_rated}", 5000 - at)
    });
    let month = Month::of("standard");
    let list = month.list("2011-09-01", "fide_id,rating,k,last_rated", players).make("2011-11", &[]);
    let top = month.table(&list, "top.csv");
    // Of the first 111 eleven are inactive, so the 111th is the hundredth; the 112th has the same rating and is not cut off (R26).
    assert_eq!(top.len(), 101);
    let ratings: Vec<&str> = top.iter().map(|row| row["rating"].as_str()).collect();
    assert!(ratings.is_sorted_by(|a, b| a >= b), "{ratings:?}");
    assert_eq!((top[0]["rank"].as_str(), top[0]["fide_id"].as_str(), top[0]["rating"].as_str()), ("1", "5000", "2600"));
    // The tenth player by rating is inactive: the tenth of the top list is the eleventh.
    assert_eq!((top[9]["rank"].as_str(), top[9]["fide_id"].as_str()), ("10", "4990"));
    let last: Vec<(&str, &str, &str)> =
        top[98..].iter().map(|row| (row["rank"].as_str(), row["fide_id"].as_str(), row["rating"].as_str())).collect();
    assert_eq!(last, [("99", "4892", "2492"), ("100", "4889", "2490"), ("100", "4890", "2490")]);
    // The list itself has them all.
    assert_eq!(month.table(&list, "list.csv").len(), 130);
}
