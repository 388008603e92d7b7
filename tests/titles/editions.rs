//! Which edition judges: the two known ones, and the year between them (T1, T2).

use super::{NORM, Open, PLAYERS, awards, codes, expect_verified, field, fields, im};
use crate::month::Month;

/// A list after one event that starts on a day.
fn after_event(before: &str, start: &str, list: &str, more: &[&str]) -> (Month, String) {
    let month = Month::of("standard");
    month.list(before, PLAYERS, [vec![im(1, 2440), "2,\"Two, 2\",,NOR,M,1990,2300,20,100,2300".to_owned()], field(101)].concat());
    Open::new("E1", start).with("class", "").plays(1, 101, NORM).put(&month);
    let place = month.make(list, more);
    (month, place)
}

#[test]
fn t1_an_event_is_judged_by_the_edition_of_its_first_day_and_not_at_all_in_2023() {
    for (start, list, wanted) in [
        ("2022-12-31", "2023-02", Some("titles-2022 | 1.5")),
        ("2023-01-01", "2023-02", None),
        ("2023-12-31", "2024-02", None),
        ("2024-01-01", "2024-02", Some("titles-2024 | 1.5")),
    ] {
        let before = if list == "2023-02" { "2023-01-01" } else { "2024-01-01" };
        let (month, place) = after_event(before, start, list, &[]);
        assert_eq!(month.row(&place, "tournaments.parquet", "tournament_id", "E1")["status"], "rated", "{start}");
        let judged = month.table(&place, "norm_results.parquet");
        let norm = judged.iter().find(|row| row["fide_id"] == "1");
        let article = awards(&month, &place, 1, &["article"]).into_iter().next();
        let found = norm.zip(article).map(|(row, article)| format!("{} | {article}", row["edition"]));
        assert_eq!(found.as_deref(), wanted, "{start}");
        let not_judged = super::said(&month, &place).into_iter().any(|(code, message)| code == "NRM001" && message.starts_with("E1: "));
        assert_eq!(not_judged, wanted.is_none(), "{start}");
        assert_eq!(month.table(&place, "title_tournaments.parquet").len(), usize::from(wanted.is_some()), "{start}");
        expect_verified(&month, &place);
    }
}

#[test]
fn t1_a_named_edition_stands_for_all_days() {
    let (month, place) = after_event("2023-01-01", "2023-01-10", "2023-02", &["--titles", "titles-2022"]);
    assert_eq!(month.row(&place, "title_tournaments.parquet", "tournament_id", "E1")["edition"], "titles-2022");
    assert_eq!(codes(&month, &place), [""; 0]);
}

#[test]
fn t2_proposals_of_a_list_in_the_gap_are_those_of_2022_and_before_2022_there_are_none() {
    for (before, list, wanted) in [
        ("2021-11-01", "2021-12", vec![]),
        ("2021-12-01", "2022-01", vec!["FM | 1.31"]),
        ("2023-06-01", "2023-07", vec!["FM | 1.31"]),
        ("2023-12-01", "2024-01", vec!["FM | 1.3.1"]),
    ] {
        let month = Month::of("standard");
        month.list(before, PLAYERS, ["2,\"Two, 2\",,NOR,M,1990,2300,20,100,2300"]);
        // The rating regulations that were in force before 2022 are not all known.
        let rules = if before < "2022" { &["--rules", "standard-2022"][..] } else { &[] };
        let place = month.make(list, rules);
        assert_eq!(awards(&month, &place, 2, &["title", "article"]), wanted, "{list}");
        let said: Vec<String> = super::said(&month, &place)
            .into_iter()
            .map(|(code, message)| format!("{code} {}", message.split(": ").next().unwrap_or_default()))
            .collect();
        let in_gap = if list == "2023-07" { vec!["NRM001 titles are proposed by titles-2022"] } else { vec![] };
        assert_eq!(said, in_gap, "{list}");
    }
}

#[test]
fn t2_a_norm_keeps_the_edition_that_judged_it() {
    let (month, place) = after_event("2022-12-01", "2022-12-05", "2023-01", &[]);
    let columns = ["edition", "swiss_for_title", "list"];
    let first = fields(&month.row(&place, "norms.parquet", "tournament_id", "E1"), &columns);
    assert_eq!(first, "titles-2022 | false | 2023-01-01");
    for month_of_2023 in 2..=12 {
        month.make(&format!("2023-{month_of_2023:02}"), &[]);
    }
    let later = month.make("2024-01", &[]);
    assert_eq!(fields(&month.row(&later, "norms.parquet", "tournament_id", "E1"), &columns), first);
    // What is proposed follows the edition of the list's date.
    assert_eq!(awards(&month, &later, 1, &["missing", "article"]), ["1.5.1 1.5.3 1.5.6 | 1.5"]);
}
