//! A number that is not the one that the games give is found.

use super::{EVENTS, PLAYERS};
use crate::month::Month;
use crate::support::{expect_exit, parquet, write_parquet};
use std::path::Path;
use tables::OutputColumn;

/// Two players and two games, with the list of March 2024.
fn made() -> (Month, String) {
    let month = Month::of("rapid");
    month.list("2024-02-01", PLAYERS, ["1,A,1800,20", "2,B,1800,20"]);
    let list = month.bundle(EVENTS, ["T1,swiss,2024-02-10,2024-02-11,,"], ["T1,1,1,2,1-0", "T1,2,2,1,1/2-1/2"]).make("2024-03", &[]);
    (month, list)
}

/// A player without a rating and five rated opponents, with the list of March 2024: a first rating.
fn first_rating() -> (Month, String) {
    let month = Month::of("rapid");
    month.list("2024-02-01", PLAYERS, ["11,A,1902,20", "12,B,1877,20", "13,C,1884,20", "14,D,2012,20", "15,E,1832,20"]);
    let games = ["T1 1 11 1/2-1/2", "T1 12 1 1/2-1/2", "T1 1 13 1-0", "T1 14 1 1-0", "T1 1 15 1-0"];
    let list = month.bundle(EVENTS, ["T1,swiss,2024-02-10,2024-02-11,,"], games).make("2024-03", &[]);
    (month, list)
}

/// Adds to the first number of a column.
fn alter(path: &Path, column: &str, by: i64) {
    let mut table = parquet(path);
    let values = table.integers(column).expect("numbers").expect("the column");
    let altered = |row: usize| values.get(row).map(|value| i32::try_from(value + if row == 0 { by } else { 0 }).expect("small"));
    table.set_column(&OutputColumn::integers(column, altered)).expect("the same height");
    write_parquet(path, &table);
}

/// Puts another word into the first row of a column.
fn alter_word(path: &Path, column: &str, word: &str) {
    let mut table = parquet(path);
    let values = table.texts(column).expect("words").expect("the column");
    let altered = |row: usize| if row == 0 { word.to_owned() } else { values.get(row).to_owned() };
    table.set_column(&OutputColumn::texts(column, altered)).expect("the same height");
    write_parquet(path, &table);
}

/// Alters a table of a list, wants `explain` to say of player 1 that this does not add up, and puts the table back.
fn is_found((month, list): &(Month, String), file: &str, column: &str, said: &str, alter: impl Fn(&Path)) {
    let path = month.join(list).join(file);
    let whole = std::fs::read(&path).expect("a table");
    alter(&path);
    let altered = expect_exit(month.path(), &["explain", list, "1", "--unverified"], 6);
    assert!(altered.out.contains("Does not add up:") && altered.out.contains(said), "{file} {column}:\n{}", altered.out);
    assert!(altered.err.contains("error: the numbers do not add up: "), "{}", altered.err);
    expect_exit(month.path(), &["explain", list, "1"], 3);
    std::fs::write(&path, whole).expect("put back");
    expect_exit(month.path(), &["explain", list, "1", "--quiet"], 0);
}

#[test]
fn every_number_that_a_change_rests_on_is_proved() {
    let made = made();
    for (file, column, said) in [
        ("games.parquet", "half_points", "score minus PD in hundredths"),
        ("games.parquet", "own_rating", "difference"),
        ("games.parquet", "opponent_rating", "difference"),
        ("games.parquet", "difference", "difference"),
        ("games.parquet", "counted_difference", "counted difference"),
        ("games.parquet", "expected_hundredths", "PD in hundredths"),
        ("games.parquet", "gain_hundredths", "score minus PD in hundredths"),
        ("changes.parquet", "before", "the rating before"),
        ("changes.parquet", "base", "base"),
        ("changes.parquet", "k", "K"),
        ("changes.parquet", "k_used", "K after the cap on K x n"),
        ("changes.parquet", "games", "games"),
        ("changes.parquet", "half_points", "half points"),
        ("changes.parquet", "sum_hundredths", "sum in hundredths"),
        ("changes.parquet", "change", "rounded change"),
        ("changes.parquet", "computed", "computed rating"),
        ("changes.parquet", "ordered", "rating after orders"),
        ("changes.parquet", "after", "rating after the floor"),
        ("state.parquet", "rating", "rating after the change, beside the list"),
        ("state.parquet", "games", "games on the list"),
        ("state.parquet", "k", "K on the list"),
        ("list.parquet", "rating", "rating on the list, beside the state"),
        ("list.parquet", "games", "games on the list, beside the state"),
        ("list.parquet", "k", "K on the list, beside the state"),
    ] {
        is_found(&made, file, column, said, |path| alter(path, column, -1));
    }
}

#[test]
fn every_number_that_a_first_rating_rests_on_is_proved() {
    let made = first_rating();
    for (file, column, said) in [
        ("games.parquet", "half_points", "half points of the pool"),
        ("games.parquet", "opponent_rating", "sum of the opponents' ratings"),
        ("changes.parquet", "games", "games of the pool"),
        ("changes.parquet", "half_points", "half points of the pool"),
        ("changes.parquet", "opponents_sum", "sum of the opponents' ratings"),
        ("changes.parquet", "p_hundredths", "p in hundredths"),
        ("changes.parquet", "dp", "dp"),
        ("changes.parquet", "computed", "computed rating"),
    ] {
        is_found(&made, file, column, said, |path| alter(path, column, -1));
    }
}

#[test]
fn whether_a_game_counts_and_what_moved_the_rating_is_proved() {
    let (made, first_rating) = (made(), first_rating());
    for (file, column, word, said) in [
        ("games.parquet", "status", "left-out", "games: computed 1, written 2"),
        ("games.parquet", "status", "pooled", "games: computed 1, written 2"),
        ("state.parquet", "flag", "i", "flag on the list: computed active, written inactive"),
        ("state.parquet", "unlisted", "inactive", "why the player is not listed: computed nothing, written inactive"),
        ("changes.parquet", "cause", "order", "order"),
        ("changes.parquet", "cause", "luck", "the cause 'luck' is not one of the known causes"),
    ] {
        is_found(&made, file, column, said, |path| alter_word(path, column, word));
    }
    is_found(&first_rating, "games.parquet", "status", "games of the pool", |path| alter_word(path, "status", "left-out"));
}

#[test]
fn a_reason_is_shown_as_it_is_written_and_verify_finds_another_one() {
    let (month, list) = made();
    for (file, column) in [("games.parquet", "reason"), ("games.parquet", "article"), ("tournaments.parquet", "reason")] {
        let path = month.join(&list).join(file);
        let whole = std::fs::read(&path).expect("a table");
        alter_word(&path, column, "unplayed");
        expect_exit(month.path(), &["explain", &list, "1", "--unverified"], 0);
        expect_exit(month.path(), &["explain", &list, "1"], 3);
        let found = expect_exit(month.path(), &["verify", &list], 6);
        assert!(found.err.contains(file), "{column}: {}", found.err);
        std::fs::write(&path, whole).expect("put back");
    }
}

#[test]
fn a_tournament_whose_sides_were_altered_does_not_add_up() {
    let (month, list) = made();
    alter(&month.join(&list).join("tournaments.parquet"), "sides_counted", 1);
    let altered = expect_exit(month.path(), &["explain", &list, "--tournament", "T1", "--unverified"], 6);
    assert!(altered.out.contains("sides_counted: computed 4, written 5"), "{}", altered.out);
}
