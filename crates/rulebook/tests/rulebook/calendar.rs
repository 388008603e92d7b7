//! The edition in force on a day, on both sides of every date on which one begins or ends.

use crate::day;
use model::{Control, ListDate};
use rulebook::{Edition, EditionSelection, Rulebook};

fn id_on(control: Control, on: &str) -> Option<&'static str> {
    Rulebook::fide().edition_on(control, day(on)).ok().map(|edition| edition.id.as_str())
}

#[track_caller]
fn assert_days(control: Control, days: &[(&str, Option<&str>)]) {
    for (on, expected) in days {
        assert_eq!(id_on(control, on), *expected, "{control} on {on}");
    }
}

#[test]
fn the_edition_for_standard_changes_on_its_dates() {
    assert_days(
        Control::Standard,
        &[
            ("1970-01-01", None),
            ("2009-06-30", None),
            ("2009-07-01", Some("standard-2009")),
            ("2012-06-30", Some("standard-2009")),
            ("2012-07-01", None),
            ("2021-12-31", None),
            ("2022-01-01", Some("standard-2022")),
            ("2024-02-29", Some("standard-2022")),
            ("2024-03-01", Some("standard-2024")),
            ("2025-09-30", Some("standard-2024")),
            ("2025-10-01", Some("standard-2025")),
            ("2040-01-01", Some("standard-2025")),
        ],
    );
}

#[test]
fn the_edition_for_rapid_and_blitz_changes_on_its_dates() {
    for control in [Control::Rapid, Control::Blitz] {
        assert_days(
            control,
            &[
                ("2009-07-01", None),
                // The online edition is never selected by date.
                ("2013-10-09", None),
                ("2013-10-10", None),
                ("2018-06-30", None),
                ("2018-07-01", Some("rapid-blitz-2018")),
                ("2021-12-31", Some("rapid-blitz-2018")),
                ("2022-01-01", Some("rapid-blitz-2022")),
                ("2022-09-30", Some("rapid-blitz-2022")),
                ("2022-10-01", Some("rapid-blitz-2022-10")),
                ("2023-12-31", Some("rapid-blitz-2022-10")),
                ("2024-01-01", Some("rapid-blitz-2024")),
                ("2024-11-30", Some("rapid-blitz-2024")),
                ("2024-12-01", Some("rapid-blitz-2024-12")),
                ("2040-01-01", Some("rapid-blitz-2024-12")),
            ],
        );
    }
}

#[test]
fn bullet_has_no_edition_on_any_day() {
    assert_days(Control::Bullet, &[("2009-07-01", None), ("2013-10-10", None), ("2024-01-01", None), ("2040-01-01", None)]);
}

#[test]
fn the_error_names_the_control_the_day_and_both_neighbouring_editions() {
    let message = |control, on| Rulebook::fide().edition_on(control, day(on)).expect_err("a gap").to_string();
    assert_eq!(
        message(Control::Standard, "2015-03-01"),
        "no edition of the standard rating regulations is in force on 2015-03-01: \
         standard-2009 ended on 2012-06-30 and standard-2022 begins on 2022-01-01; to use one all the same, name it"
    );
    assert_eq!(
        message(Control::Blitz, "2018-06-30"),
        "no edition of the blitz rating regulations is in force on 2018-06-30: \
         the first one, rapid-blitz-2018, begins on 2018-07-01; to use one all the same, name it"
    );
    assert_eq!(
        message(Control::Bullet, "2024-01-01"),
        "no edition of the bullet rating regulations is in force on 2024-01-01: \
         no edition for bullet is chosen by date; to use one all the same, name it"
    );
}

#[test]
fn the_error_has_the_neighbouring_editions_as_fields() {
    let refusal = Rulebook::fide().edition_on(Control::Standard, day("2012-07-01")).expect_err("a gap");
    assert_eq!((refusal.control, refusal.day), (Control::Standard, day("2012-07-01")));
    assert_eq!(refusal.before, Some(("standard-2009".to_owned(), day("2012-06-30"))));
    assert_eq!(refusal.after, Some(("standard-2022".to_owned(), day("2022-01-01"))));
}

type Row = (&'static str, Option<&'static str>, Option<&'static str>);

#[test]
fn the_coverage_of_each_control_includes_its_gaps() {
    let rapid_and_blitz: &[Row] = &[
        ("2009-07-01", Some("2018-06-30"), None),
        ("2018-07-01", Some("2021-12-31"), Some("rapid-blitz-2018")),
        ("2022-01-01", Some("2022-09-30"), Some("rapid-blitz-2022")),
        ("2022-10-01", Some("2023-12-31"), Some("rapid-blitz-2022-10")),
        ("2024-01-01", Some("2024-11-30"), Some("rapid-blitz-2024")),
        ("2024-12-01", None, Some("rapid-blitz-2024-12")),
    ];
    let standard: &[Row] = &[
        ("2009-07-01", Some("2012-06-30"), Some("standard-2009")),
        ("2012-07-01", Some("2021-12-31"), None),
        ("2022-01-01", Some("2024-02-29"), Some("standard-2022")),
        ("2024-03-01", Some("2025-09-30"), Some("standard-2024")),
        ("2025-10-01", None, Some("standard-2025")),
    ];
    let bullet: &[Row] = &[("2009-07-01", None, None)];
    for (control, rows) in
        [(Control::Standard, standard), (Control::Rapid, rapid_and_blitz), (Control::Blitz, rapid_and_blitz), (Control::Bullet, bullet)]
    {
        let periods = Rulebook::fide().coverage(control);
        let found: Vec<_> = periods.iter().map(|(from, last, edition)| (*from, *last, edition.map(|e| e.id.as_str()))).collect();
        let expected: Vec<_> = rows.iter().map(|(from, last, id)| (day(from), last.map(day), *id)).collect();
        assert_eq!(found, expected, "{control}");
    }
}

#[test]
fn every_month_from_2009_to_2027_has_one_edition_or_is_a_gap() {
    for &control in Control::ALL {
        let periods = Rulebook::fide().coverage(control);
        let mut list: ListDate = "2009-07".parse().expect("a month");
        let end: ListDate = "2027-12".parse().expect("a month");
        while list <= end {
            let holds: Vec<Option<&Edition>> = periods
                .iter()
                .filter(|(from, last, _)| *from <= list.day() && last.is_none_or(|last| list.day() <= last))
                .map(|(_, _, edition)| *edition)
                .collect();
            assert_eq!(holds.len(), 1, "{control} {list}: one period");
            let by_day = Rulebook::fide().edition_on(control, list.day()).ok();
            assert_eq!(holds[0].map(|e| &e.id), by_day.map(|e| &e.id), "{control} {list}: both answers agree");
            list = list.plus_months(1);
        }
    }
}

#[test]
fn an_edition_named_by_the_user_applies_on_every_day() {
    let online = Rulebook::fide().by_id("online-2013").expect("held").clone();
    assert_eq!(online.in_force.chosen, EditionSelection::ByNameOnly);
    let named = Rulebook::with_single_edition(online);
    for on in ["1999-01-01", "2013-10-09", "2024-06-01"] {
        assert_eq!(named.edition_on(Control::Bullet, day(on)).expect("the named one").id, "online-2013");
    }
    let periods = named.coverage(Control::Bullet);
    assert_eq!(periods.len(), 1);
    assert!(periods[0].2.is_some());
}

#[test]
fn every_file_in_editions_is_included_under_its_own_id() {
    let fide = Rulebook::fide();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/editions");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .expect("the folder is part of the crate")
        .map(|entry| entry.expect("a file").path().file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    files.sort();
    let mut ids: Vec<&str> = fide.editions().iter().map(|e| e.id.as_str()).chain(fide.titles().iter().map(|t| t.id.as_str())).collect();
    ids.sort_unstable();
    assert_eq!(files, ids);
    for id in fide.editions().iter().map(|e| &e.id) {
        assert_eq!(fide.by_id(id).map(|e| &e.id), Some(id));
    }
    assert!(fide.by_id("standard-2020").is_none());
}

#[test]
fn editions_are_sorted_by_their_first_day() {
    assert!(Rulebook::fide().editions().is_sorted_by_key(|edition| edition.in_force.from));
}
