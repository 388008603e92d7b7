//! T38 against a search of all subsets of norms, on random ledgers.

use crate::rows::{Applicant, edition, norm, reached};
use chrono::{Datelike, Days, NaiveDate};
use proptest::prelude::*;
use rulebook::Title::{self, *};
use titles::{AwardBasis, AwardRow, AwardStatus, NormRow};

/// Whether some norms make an application, said as simply as can be. Numbers and days are written out here.
fn makes_an_application(edition: &str, title: Title, norms: &[&NormRow]) -> bool {
    let date = |year, month, day| NaiveDate::from_ymd_opt(year, month, day).expect("a date");
    let achieved = |norm: &NormRow| norm.achieved_on.expect("a day");
    let first_day_of_1_56 = if edition == "titles-2022" { date(2022, 6, 30) } else { date(2022, 7, 1) };
    let by_1_41c = norms.iter().filter(|norm| matches!(norm.basis.as_deref(), Some("1.41c" | "1.4.1c"))).count();
    let expired = |norm: &NormRow| achieved(norm).year() < 2005 && norm.registered.is_none_or(|day| day >= date(2013, 7, 31));
    norms.iter().map(|norm| norm.credited_games.expect("games")).sum::<u32>() >= 27
        && by_1_41c <= 1
        && !norms.iter().any(|norm| expired(norm))
        && norms.iter().any(|norm| norm.normal_foreigners == Some(true))
        && (matches!(title, Im | Wim) || norms.iter().any(|norm| norm.single_rounds == Some(true)))
        && (norms.iter().all(|norm| achieved(norm) < first_day_of_1_56) || norms.iter().any(|norm| norm.swiss_for_title == Some(true)))
}

/// The day of the last norm of the application that is complete first; `None` if no subset makes one.
fn earliest_day(edition: &str, title: Title, norms: &[NormRow]) -> Option<NaiveDate> {
    let subset =
        |bits: u32| -> Vec<&NormRow> { norms.iter().enumerate().filter(|(at, _)| bits & 1 << at != 0).map(|(_, norm)| norm).collect() };
    let sets = (1..1_u32 << norms.len()).map(subset).filter(|set| makes_an_application(edition, title, set));
    sets.filter_map(|set| set.iter().filter_map(|norm| norm.achieved_on).max()).min()
}

fn tri_state() -> impl Strategy<Value = Option<bool>> {
    prop_oneof![2 => Just(Some(true)), 3 => Just(Some(false)), 1 => Just(None)]
}

/// A norm near the days on which something changes.
fn any_norm(title: Title) -> impl Strategy<Value = NormRow> {
    let days = prop_oneof![1 => (2004_i32..2006, 0_u64..300), 4 => Just(2022).prop_flat_map(|year| (Just(year), 120_u64..200))];
    let basis = prop_oneof![3 => Just(None), 1 => Just(Some("1.41c")), 1 => Just(Some("1.4.1c")), 1 => Just(Some("1.41e"))];
    let registered = prop_oneof![Just(None), Just(NaiveDate::from_ymd_opt(2013, 7, 30)), Just(NaiveDate::from_ymd_opt(2013, 7, 31))];
    (days, 7_u32..15, basis, tri_state(), tri_state(), tri_state(), registered).prop_map(
        move |((year, days), games, basis, normal, single, swiss, registered)| {
            // Norms of 2005 begin in July, so that the year alone says whether they can expire.
            let first = NaiveDate::from_ymd_opt(year, if year == 2005 { 7 } else { 1 }, 1).expect("a date");
            let achieved_on = first + Days::new(if year == 2005 { days / 2 } else { days });
            NormRow {
                credited_games: Some(games),
                basis: basis.map(str::to_owned),
                normal_foreigners: normal,
                single_rounds: single,
                swiss_for_title: swiss,
                registered,
                ..norm(title, &achieved_on.to_string())
            }
        },
    )
}

fn ledgers() -> impl Strategy<Value = (&'static str, Title, Vec<NormRow>)> {
    let edition = prop_oneof![Just("titles-2022"), Just("titles-2024")];
    (edition, prop_oneof![Just(Gm), Just(Im), Just(Wgm), Just(Wim)])
        .prop_flat_map(|(edition, title)| (Just(edition), Just(title), prop::collection::vec(any_norm(title), 1..8)))
        .prop_map(|(edition, title, mut norms)| {
            (1..).zip(&mut norms).for_each(|(number, norm): (u32, &mut NormRow)| norm.tournament_id = format!("T{number}"));
            (edition, title, norms)
        })
}

/// The row by norms of an applicant whose rating was reached long ago.
fn award(edition: &'static str, title: Title, norms: &[NormRow]) -> AwardRow {
    let ratings = [2200, 2300, 2400, 2500].map(|rating| reached(rating, "2000-01-01", None)).into();
    let applicant = Applicant { norms: norms.to_vec(), ratings, ..Applicant::of(edition) };
    applicant.awards().into_iter().find(|row| row.title == title && row.basis == AwardBasis::Norms).expect("a row")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn t38_a_title_is_proposed_exactly_where_some_subset_of_norms_makes_an_application((id, title, norms) in ledgers()) {
        let row = award(id, title, &norms);
        let earliest = earliest_day(id, title, &norms);
        prop_assert_eq!(row.status == AwardStatus::Proposed, earliest.is_some());
        prop_assert_eq!(row.achieved_on, earliest);
        prop_assert_eq!(row.missing.is_empty(), earliest.is_some());
    }

    #[test]
    fn t38_a_further_norm_takes_no_proposal_away((id, title, norms) in ledgers(), further in any_norm(Gm)) {
        let before = award(id, title, &norms);
        let mut more = norms;
        more.push(NormRow { title, tournament_id: "T99".to_owned(), ..further });
        let after = award(id, title, &more);
        prop_assert!(before.status != AwardStatus::Proposed || after.status == AwardStatus::Proposed);
        prop_assert!(before.achieved_on.is_none() || after.achieved_on <= before.achieved_on);
    }
}

#[test]
fn the_random_ledgers_are_of_editions_with_the_days_written_out_here() {
    let day = |id| edition(id).award.swiss_norms_not_before.to_string();
    assert_eq!((day("titles-2022"), day("titles-2024")), ("2022-06-30".to_owned(), "2022-07-01".to_owned()));
}
