//! Which edition stands behind a list: the three of D1 on both sides of every date on which an edition begins or ends,
//! as the manifest and the table of tournaments tell them.

use crate::month::Month;

/// A month of two players without a game, and with these tournaments by their first days.
fn month(control: &str, previous: &str, starts: &[&str]) -> Month {
    let month = Month::of(control);
    month.list(previous, "fide_id,rating,k", ["1,1800,20", "2,1800,20"]);
    month.bundle("tournament_id,start,end,kind", starts.iter().map(|start| format!("{start},{start},{start},swiss")), [""; 0]);
    month
}

/// The publication and the calculation edition of a list, as its manifest tells.
fn editions(month: &Month, list: &str) -> (String, String) {
    let manifest = std::fs::read_to_string(month.join(&format!("{list}/manifest.json"))).expect("a manifest");
    let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    let edition = |moment: &str| manifest["editions"][moment].as_str().unwrap_or("none").to_owned();
    (edition("publication"), edition("calculation"))
}

#[test]
fn a_list_and_its_period_have_the_editions_of_their_own_dates() {
    let lists = [
        ("standard", "2009-07-01", "2009-09-01", "standard-2009", "standard-2009"),
        ("standard", "2012-03-01", "2012-05-01", "standard-2009", "standard-2009"),
        ("standard", "2022-01-01", "2022-02-01", "standard-2022", "standard-2022"),
        ("standard", "2024-01-01", "2024-02-01", "standard-2022", "standard-2022"),
        ("standard", "2024-02-01", "2024-03-01", "standard-2024", "standard-2022"),
        ("standard", "2024-03-01", "2024-04-01", "standard-2024", "standard-2024"),
        ("standard", "2025-08-01", "2025-09-01", "standard-2024", "standard-2024"),
        ("standard", "2025-09-01", "2025-10-01", "standard-2025", "standard-2024"),
        ("standard", "2025-10-01", "2025-11-01", "standard-2025", "standard-2025"),
        ("rapid", "2018-07-01", "2018-08-01", "rapid-blitz-2018", "rapid-blitz-2018"),
        ("rapid", "2021-11-01", "2021-12-01", "rapid-blitz-2018", "rapid-blitz-2018"),
        ("rapid", "2021-12-01", "2022-01-01", "rapid-blitz-2022", "rapid-blitz-2018"),
        ("rapid", "2022-01-01", "2022-02-01", "rapid-blitz-2022", "rapid-blitz-2022"),
        ("rapid", "2022-08-01", "2022-09-01", "rapid-blitz-2022", "rapid-blitz-2022"),
        ("rapid", "2022-09-01", "2022-10-01", "rapid-blitz-2022-10", "rapid-blitz-2022"),
        ("rapid", "2022-10-01", "2022-11-01", "rapid-blitz-2022-10", "rapid-blitz-2022-10"),
        ("blitz", "2023-11-01", "2023-12-01", "rapid-blitz-2022-10", "rapid-blitz-2022-10"),
        ("blitz", "2023-12-01", "2024-01-01", "rapid-blitz-2024", "rapid-blitz-2022-10"),
        ("blitz", "2024-01-01", "2024-02-01", "rapid-blitz-2024", "rapid-blitz-2024"),
        ("rapid", "2024-10-01", "2024-11-01", "rapid-blitz-2024", "rapid-blitz-2024"),
        ("rapid", "2024-11-01", "2024-12-01", "rapid-blitz-2024-12", "rapid-blitz-2024"),
        ("rapid", "2024-12-01", "2025-01-01", "rapid-blitz-2024-12", "rapid-blitz-2024-12"),
    ];
    for (control, previous, list, publication, calculation) in lists {
        let month = month(control, previous, &[]);
        let made = month.make(&list[..7], &[]);
        assert_eq!(editions(&month, &made), (publication.to_owned(), calculation.to_owned()), "{control} {list}");
    }
}

#[test]
fn a_list_or_a_period_without_an_edition_is_refused() {
    let lists = [
        ("standard", "2009-03-01", "2009-05-01"),
        ("standard", "2009-05-01", "2009-07-01"),
        ("standard", "2012-05-01", "2012-07-01"),
        ("standard", "2012-07-01", "2012-09-01"),
        ("standard", "2021-11-01", "2021-12-01"),
        ("standard", "2021-12-01", "2022-01-01"),
        ("rapid", "2018-05-01", "2018-06-01"),
        ("rapid", "2018-06-01", "2018-07-01"),
        ("blitz", "2018-06-01", "2018-07-01"),
        // Between two editions, and where only the one that is chosen by name would do.
        ("standard", "2015-02-01", "2015-03-01"),
        ("rapid", "2013-11-01", "2013-12-01"),
        ("bullet", "2024-02-01", "2024-03-01"),
    ];
    for (control, previous, list) in lists {
        let month = month(control, previous, &[]);
        month.make_on(&format!("lists/{control}/{previous}"), &list[..7], &[], 4);
        assert!(!month.join(&format!("lists/{control}/{list}")).exists(), "{control} {list}: nothing is made");
    }
}

#[test]
fn a_tournament_is_judged_by_the_edition_of_its_first_day() {
    // The list, and the last day before an edition begins or after it ends with the day that follows.
    let changes = [
        ("standard", "2009-07-01", "2009-09-01", [("2009-06-30", ""), ("2009-07-01", "standard-2009")]),
        ("standard", "2012-03-01", "2012-05-01", [("2012-06-30", "standard-2009"), ("2012-07-01", "")]),
        ("standard", "2022-01-01", "2022-02-01", [("2021-12-31", ""), ("2022-01-01", "standard-2022")]),
        ("standard", "2024-03-01", "2024-04-01", [("2024-02-29", "standard-2022"), ("2024-03-01", "standard-2024")]),
        ("standard", "2025-10-01", "2025-11-01", [("2025-09-30", "standard-2024"), ("2025-10-01", "standard-2025")]),
        ("blitz", "2018-07-01", "2018-08-01", [("2018-06-30", ""), ("2018-07-01", "rapid-blitz-2018")]),
        ("rapid", "2022-01-01", "2022-02-01", [("2021-12-31", "rapid-blitz-2018"), ("2022-01-01", "rapid-blitz-2022")]),
        ("rapid", "2022-10-01", "2022-11-01", [("2022-09-30", "rapid-blitz-2022"), ("2022-10-01", "rapid-blitz-2022-10")]),
        ("blitz", "2024-01-01", "2024-02-01", [("2023-12-31", "rapid-blitz-2022-10"), ("2024-01-01", "rapid-blitz-2024")]),
        ("rapid", "2024-12-01", "2025-01-01", [("2024-11-30", "rapid-blitz-2024"), ("2024-12-01", "rapid-blitz-2024-12")]),
    ];
    for (control, previous, list, days) in changes {
        let month = month(control, previous, &days.map(|(day, _)| day));
        let made = month.make(&list[..7], &[]);
        for (day, edition) in days {
            let row = month.row(&made, "tournaments.parquet", "tournament_id", day);
            assert_eq!(row["edition"], edition, "{control}, an event of {day}");
            assert_eq!(row["reason"] == "no-edition", edition.is_empty(), "{control}, an event of {day}");
        }
    }
}
