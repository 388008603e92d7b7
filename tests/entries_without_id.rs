//! Entries of reports that have no id: a correction of the player names them by their starting number.

use crate::month::{ENTRY, Entry, Month, Report};
use crate::support::expect_exit;

/// Four rated players, and a report in which number 2 has no id.
fn month() -> Month {
    let month = Month::of("rapid");
    let players = (1..=4).map(|id| format!("{id},\"Player, Number {id}\",NOR,1800,20"));
    month.list("2024-01-01", "fide_id,name,federation,rating,k", players);
    let entry = |id, name, rounds| Entry { id, name, federation: "NOR", rounds, ..ENTRY };
    let report = Report::new("Open", "2024-01-13")
        .entry(entry("1", "Player, Number 1", "2w1 3b="))
        .entry(Entry { title: "CM", born: "1990", ..entry("", "Newe, Nora", "1b0 0000-H") })
        .entry(entry("3", "Player, Number 3", "0000-H 1w="));
    month.report("open.trf", report.text());
    month
}

fn correction(old: &str, new: &str) -> String {
    format!("C1,2024-01-20,Office,His id came by letter,open,,,,player,{old},{new}\n")
}

#[test]
fn an_entry_without_an_id_is_given_one_by_its_starting_number() {
    let month = month();
    let list = month.make("2024-02", &[]);
    assert_eq!(
        (month.player(&list, "state.parquet", 1)["rating"].as_str(), month.player(&list, "list.csv", 1)["games"].as_str()),
        ("1800", "1")
    );
    std::fs::remove_dir_all(month.join(&list)).expect("removed");
    // It was player 4: a win of player 1 over another 1800, at K 20 ten points.
    month.corrections(&correction("#2", "4"));
    let list = month.make("2024-02", &[]);
    let row = |id| month.player(&list, "list.csv", id);
    assert_eq!((row(1)["rating"].as_str(), row(1)["games"].as_str()), ("1810", "2"));
    assert_eq!((row(4)["rating"].as_str(), row(4)["games"].as_str()), ("1790", "1"));
    expect_exit(month.path(), &["verify", &list, "--recompute"], 0);
}

#[test]
fn a_new_id_comes_with_what_the_report_says_of_the_player() {
    let month = month();
    month.corrections(&correction("#2", "9"));
    let list = month.make("2024-02", &[]);
    let player = month.player(&list, "state.parquet", 9);
    let said = ["name", "title", "federation", "birth_year"].map(|column| player[column].as_str());
    assert_eq!(said, ["Newe, Nora", "CM", "NOR", "1990"]);
}

#[test]
fn a_number_that_is_no_entry_without_an_id_is_refused_with_the_cause() {
    for (old, new, code, words) in [
        ("#1", "4", "COR010", "expected an entry without an id and with this starting rank, there is none"),
        ("#7", "4", "COR010", "expected an entry without an id and with this starting rank, there is none"),
        ("#2", "1", "COR012", "1 has games in this event already and cannot have those of #2 too"),
    ] {
        let month = month();
        month.corrections(&correction(old, new));
        let list = month.make("2024-02", &[]);
        let told = month.row(&list, "diagnostics.csv", "code", code);
        assert!(told["message"].contains(words), "{old} {new}: {told:?}");
    }
    for old in ["#", "#0", "#x", "#70000", "17"] {
        let month = month();
        month.corrections(&correction(old, "#4"));
        let said = expect_exit(month.path(), &["check", "corrections"], 1);
        assert!(said.out.contains("COR002"), "{old}: {}", said.out);
    }
}
