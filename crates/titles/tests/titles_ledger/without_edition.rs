//! T2: the edition for proposals.

use crate::rows::{Applicant, norm, reached};
use crate::small_period::day;
use rulebook::{Rulebook, Title::*};
use titles::AwardStatus;

#[test]
fn case_38_in_the_gap_of_2023_the_edition_of_2022_proposes_and_before_2022_none_does() {
    let edition = |on: &str| Rulebook::fide().title_edition_for_proposals(day(on)).ok().map(|edition| edition.id.as_str());
    assert_eq!(edition("2021-12-31"), None);
    assert_eq!(edition("2022-01-01"), Some("titles-2022"));
    assert_eq!(edition("2023-01-01"), Some("titles-2022"));
    assert_eq!(edition("2023-12-31"), Some("titles-2022"));
    assert_eq!(edition("2024-01-01"), Some("titles-2024"));
}

#[test]
fn t2_before_the_first_edition_only_what_is_carried_is_in_the_table() {
    let now =
        Applicant { norms: vec![norm(Gm, "2021-05-01")], ratings: vec![reached(2300, "2015-01-01", None)], ..Applicant::of("titles-2022") };
    let previous = now.awards();
    assert!(previous.iter().any(|row| row.status == AwardStatus::Open));
    let before = Applicant { edition: None, list: "2021-12", ..now };
    assert!(before.awards().is_empty());
    let carried = Applicant { previous, ..before };
    assert_eq!(carried.awards(), carried.previous);
    assert_eq!(Applicant { titles: vec![Gm], ..carried }.awards(), []);
}
