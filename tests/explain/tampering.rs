//! A number that is not the one that the games give is found.

use super::{EVENTS, PLAYERS};
use crate::month::Month;
use crate::support::{expect_exit, parquet, write_parquet};
use std::path::Path;
use tables::Column;

/// Two players and two games, with the list of March 2024.
fn made() -> (Month, String) {
    let month = Month::of("rapid");
    month.list("2024-02-01", PLAYERS, ["1,A,1800,20", "2,B,1800,20"]);
    let list = month.bundle(EVENTS, ["T1,swiss,2024-02-10,2024-02-11,,"], ["T1,1,1,2,1-0", "T1,2,2,1,1/2-1/2"]).make("2024-03", &[]);
    (month, list)
}

/// Adds to the first number of a column.
fn alter(path: &Path, column: &str, by: i64) {
    let mut table = parquet(path);
    let values = table.integers(column).expect("numbers").expect("the column");
    let altered = |row: usize| values.get(row).map(|value| i32::try_from(value + if row == 0 { by } else { 0 }).expect("small"));
    table.set_column(&Column::integers(column, altered)).expect("the same height");
    write_parquet(path, &table);
}

#[test]
fn every_number_of_the_tables_and_the_list_is_proved() {
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
        let (month, list) = made();
        expect_exit(month.path(), &["explain", &list, "1", "--quiet"], 0);
        alter(&month.join(&list).join(file), column, -1);
        let altered = expect_exit(month.path(), &["explain", &list, "1"], 6);
        assert!(altered.out.contains("Does not add up:") && altered.out.contains(said), "{file} {column}:\n{}", altered.out);
        assert!(altered.err.starts_with("error: the numbers do not add up: "), "{}", altered.err);
    }
}

#[test]
fn a_tournament_whose_sides_were_altered_does_not_add_up() {
    let (month, list) = made();
    alter(&month.join(&list).join("tournaments.parquet"), "sides_counted", 1);
    let altered = expect_exit(month.path(), &["explain", &list, "--tournament", "T1"], 6);
    assert!(altered.out.contains("sides_counted: reckoned 4, written 5"), "{}", altered.out);
}
