//! Titles by norms: case 36, and T37 to T41.

use crate::rows::{Applicant, PLAYER, norm, reached};
use crate::small_period::{day, list};
use rulebook::Title::{self, *};
use titles::{AwardBasis, AwardRow, AwardStatus, NormRow, NormSource, Sex};

/// GM norms on some days, each changed.
fn gm_norms(days: &[&str], change: impl Fn(&mut NormRow)) -> Vec<NormRow> {
    let mut norms: Vec<NormRow> = days.iter().map(|day| norm(Gm, day)).collect();
    norms.iter_mut().for_each(change);
    norms
}

/// Three norms of May 2022 and the rating of 2500.
fn three_of_may() -> Applicant {
    Applicant {
        norms: gm_norms(&["2022-05-01", "2022-05-10", "2022-05-20"], |_| {}),
        ratings: vec![reached(2500, "2022-04-01", None), reached(2400, "2022-03-01", None)],
        sex: Sex::Male,
        ..Applicant::of("titles-2022")
    }
}

/// The row of a title by norms: status, missing articles, norms, games, day.
fn row(applicant: &Applicant, title: Title) -> (AwardStatus, String, u32, u32, Option<String>) {
    let rows = applicant.awards();
    let row = rows.iter().find(|row| row.title == title && row.basis == AwardBasis::Norms).expect("a row");
    assert_eq!(row.article, "1.5");
    let counts = (row.norms.expect("counted"), row.games.expect("counted"));
    (row.status, row.missing.join(" "), counts.0, counts.1, row.achieved_on.map(|day| day.to_string()))
}

fn proposed(norms: u32, games: u32, on: &str) -> (AwardStatus, String, u32, u32, Option<String>) {
    (AwardStatus::Proposed, String::new(), norms, games, Some(on.to_owned()))
}

fn open(missing: &str, norms: u32, games: u32) -> (AwardStatus, String, u32, u32, Option<String>) {
    (AwardStatus::Open, missing.to_owned(), norms, games, None)
}

#[test]
fn case_36_three_norms_of_may_2022_and_2500_are_proposed() {
    assert_eq!(row(&three_of_may(), Gm), proposed(3, 27, "2022-05-20"));
}

#[test]
fn case_36_a_third_norm_of_2022_06_30_asks_for_a_swiss_and_one_of_the_day_before_does_not() {
    let third_on = |day: &str, swiss: bool| {
        let mut applicant = three_of_may();
        applicant.norms[2] = NormRow { swiss_for_title: Some(swiss), ..norm(Gm, day) };
        row(&applicant, Gm)
    };
    assert_eq!(third_on("2022-06-29", false), proposed(3, 27, "2022-06-29"));
    assert_eq!(third_on("2022-06-30", false), open("1.56", 3, 27));
    assert_eq!(third_on("2022-06-30", true), proposed(3, 27, "2022-06-30"));
}

#[test]
fn case_36_in_2024_a_norm_of_2022_06_30_asks_for_nothing_and_one_of_the_day_after_does() {
    let third_on = |day: &str| {
        let mut applicant = Applicant { edition: Some("titles-2024"), ..three_of_may() };
        applicant.norms[2] = norm(Gm, day);
        row(&applicant, Gm)
    };
    assert_eq!(third_on("2022-06-30"), proposed(3, 27, "2022-06-30"));
    assert_eq!(third_on("2022-07-01"), open("1.5.6", 3, 27));
}

#[test]
fn case_36_a_fourth_norm_later_changes_nothing_of_the_three() {
    let mut applicant = three_of_may();
    applicant.norms.push(norm(Gm, "2022-07-10"));
    assert_eq!(row(&applicant, Gm), proposed(3, 27, "2022-05-20"));
}

#[test]
fn case_36_27_games_and_no_number_of_norms() {
    let with_games = |games: &[u32]| {
        let mut applicant = three_of_may();
        applicant.norms.truncate(games.len());
        applicant.norms.iter_mut().zip(games).for_each(|(norm, games)| norm.credited_games = Some(*games));
        row(&applicant, Gm)
    };
    assert_eq!(with_games(&[9, 9, 8]), open("1.51", 3, 26));
    assert_eq!(with_games(&[9, 9, 9]), proposed(3, 27, "2022-05-20"));
    assert_eq!(with_games(&[13, 14]), proposed(2, 27, "2022-05-10"));
    assert_eq!(with_games(&[13, 13]), open("1.51", 2, 26));
}

#[test]
fn case_36_of_two_norms_by_1_41c_one_counts() {
    let by = |article: &str| {
        let mut applicant = three_of_may();
        applicant.norms[0].basis = Some(article.to_owned());
        applicant.norms[2].basis = Some(article.to_owned());
        row(&applicant, Gm)
    };
    assert_eq!(by("1.41c"), open("1.51", 2, 18));
    assert_eq!(by("1.4.1c"), open("1.51", 2, 18), "the edition of 2024 writes it so");
    assert_eq!(by("1.41e 1.41f"), proposed(3, 27, "2022-05-20"));
    let mut one = three_of_may();
    one.norms[0].basis = Some("1.41c".to_owned());
    assert_eq!(row(&one, Gm), proposed(3, 27, "2022-05-20"));
}

#[test]
fn case_36_of_two_norms_by_1_41c_the_second_is_tried_if_the_first_lacks_the_foreigners() {
    let mut applicant = three_of_may();
    applicant.norms.push(norm(Gm, "2022-05-25"));
    for norm in &mut applicant.norms {
        norm.normal_foreigners = Some(false);
    }
    for (at, games, normal) in [(2, 10, false), (3, 9, true)] {
        let norm = &mut applicant.norms[at];
        (norm.basis, norm.credited_games, norm.normal_foreigners) = (Some("1.41c".to_owned()), Some(games), Some(normal));
    }
    assert_eq!(row(&applicant, Gm), proposed(3, 27, "2022-05-25"));
    // If neither has them, the one with most games is spoken of.
    applicant.norms[3].normal_foreigners = Some(false);
    assert_eq!(row(&applicant, Gm), open("1.43e", 3, 28));
}

#[test]
fn case_36_one_norm_with_normal_foreigners_and_null_does_not_serve() {
    let with = |normal: [Option<bool>; 3]| {
        let mut applicant = three_of_may();
        applicant.norms.iter_mut().zip(normal).for_each(|(norm, normal)| norm.normal_foreigners = normal);
        row(&applicant, Gm)
    };
    assert_eq!(with([Some(false), None, Some(false)]), open("1.43e", 3, 27));
    assert_eq!(with([Some(false), None, Some(true)]), proposed(3, 27, "2022-05-20"));
}

#[test]
fn case_36_single_rounds_are_asked_for_gm_and_wgm_only() {
    let with = |title: Title, single: Option<bool>| {
        let mut applicant = Applicant { sex: Sex::Female, ..three_of_may() };
        applicant.ratings = [2200, 2300, 2400, 2500].map(|rating| reached(rating, "2022-04-01", None)).into();
        applicant.norms.iter_mut().for_each(|norm| (norm.title, norm.single_rounds) = (title, single));
        row(&applicant, title)
    };
    for title in [Gm, Wgm] {
        assert_eq!(with(title, Some(false)), open("1.13a", 3, 27));
        assert_eq!(with(title, None), open("1.13a", 3, 27), "null does not serve (T36)");
        assert_eq!(with(title, Some(true)), proposed(3, 27, "2022-05-20"));
    }
    for title in [Im, Wim] {
        assert_eq!(with(title, Some(false)), proposed(3, 27, "2022-05-20"));
    }
}

#[test]
fn case_36_without_the_rating_the_title_is_open() {
    let mut applicant = three_of_may();
    applicant.ratings.retain(|row| row.rating.0 < 2500);
    assert_eq!(row(&applicant, Gm), open("1.53", 3, 27));
}

#[test]
fn article_1_53_each_title_has_its_rating() {
    for (title, rating) in [(Gm, 2500), (Im, 2400), (Wgm, 2300), (Wim, 2200)] {
        let mut applicant = Applicant { sex: Sex::Female, ..three_of_may() };
        applicant.norms.iter_mut().for_each(|norm| norm.title = title);
        applicant.ratings = vec![reached(rating - 100, "2022-04-01", None)];
        assert_eq!(row(&applicant, title), open("1.53", 3, 27));
        applicant.ratings.push(reached(rating, "2022-04-01", None));
        assert_eq!(row(&applicant, title), proposed(3, 27, "2022-05-20"), "no number of games is asked");
    }
}

#[test]
fn case_36_norms_of_2004_expire_unless_registered_before_2013_07_31() {
    let registered = |on: Option<&str>| {
        let mut applicant = three_of_may();
        applicant.norms = gm_norms(&["2004-05-01", "2004-05-10", "2004-05-20"], |norm| norm.registered = on.map(day));
        row(&applicant, Gm)
    };
    assert_eq!(registered(None), open("1.13a 1.43e 1.51", 0, 0));
    assert_eq!(registered(Some("2013-07-31")), open("1.13a 1.43e 1.51", 0, 0));
    assert_eq!(registered(Some("2013-07-30")), proposed(3, 27, "2022-04-01"), "the rating came last");
}

#[test]
fn article_1_55_a_norm_of_2005_07_01_needs_no_registration() {
    let mut applicant = three_of_may();
    applicant.norms = gm_norms(&["2005-07-01", "2005-07-10", "2005-07-20"], |_| {});
    assert_eq!(row(&applicant, Gm).2, 3);
    applicant.norms[0] = norm(Gm, "2005-06-30");
    assert_eq!(row(&applicant, Gm), open("1.51", 2, 18));
}

#[test]
fn t37_the_title_is_achieved_on_the_later_of_the_last_norm_and_the_rating() {
    let rating_on = |day: &str| {
        let mut applicant = three_of_may();
        applicant.ratings = vec![reached(2500, day, None)];
        row(&applicant, Gm)
    };
    assert_eq!(rating_on("2022-05-19"), proposed(3, 27, "2022-05-20"));
    assert_eq!(rating_on("2022-05-21"), proposed(3, 27, "2022-05-21"));
}

#[test]
fn t38_norms_are_taken_in_order_of_time_and_the_first_set_that_does_is_the_proposal() {
    // The third norm brings 27 games, and only the fourth has single rounds.
    let mut applicant = three_of_may();
    applicant.norms.push(norm(Gm, "2022-05-30"));
    applicant.norms[..3].iter_mut().for_each(|norm| norm.single_rounds = Some(false));
    assert_eq!(row(&applicant, Gm), proposed(4, 36, "2022-05-30"));
}

#[test]
fn t38_of_two_norms_of_one_day_the_lower_tournament_comes_first() {
    let mut applicant = three_of_may();
    for (norm, id) in applicant.norms.iter_mut().zip(["C", "B", "A"]) {
        (norm.tournament_id, norm.achieved_on) = (id.to_owned(), Some(day("2022-05-01")));
    }
    applicant.norms[0].unproven = Some("1.15".to_owned());
    applicant.norms.iter_mut().for_each(|norm| norm.credited_games = Some(14));
    let rows = applicant.awards();
    assert_eq!((rows[0].norms, rows[0].games), (Some(2), Some(28)));
    assert!(rows[0].unproven.is_empty(), "A and B are enough");
}

#[test]
fn t38_several_articles_are_missing_in_the_order_of_the_text() {
    let mut applicant = Applicant { ratings: Vec::new(), ..three_of_may() };
    applicant.norms = gm_norms(&["2022-07-01"], |norm| (norm.single_rounds, norm.normal_foreigners) = (None, None));
    assert_eq!(row(&applicant, Gm), open("1.13a 1.43e 1.51 1.53 1.56", 1, 9));
    applicant.edition = Some("titles-2024");
    assert_eq!(row(&applicant, Gm), open("1.1.3a 1.4.3e 1.5.1 1.5.3 1.5.6", 1, 9));
}

#[test]
fn t38_three_direct_norms_are_27_games_and_serve_nothing_else() {
    let mut applicant = three_of_may();
    for norm in &mut applicant.norms {
        norm.source = NormSource::Direct;
        (norm.normal_foreigners, norm.single_rounds, norm.swiss_for_title) = (None, None, None);
    }
    assert_eq!(row(&applicant, Gm), open("1.13a 1.43e", 3, 27));
}

#[test]
fn t38_what_is_unproven_of_the_norms_of_the_set_is_named_and_counts_all_the_same() {
    let mut applicant = three_of_may();
    applicant.norms[0].unproven = Some("1.12 1.15".to_owned());
    applicant.norms[1].unproven = Some("1.11 1.15".to_owned());
    let rows = applicant.awards();
    assert_eq!((rows[0].status, rows[0].unproven.join(" ")), (AwardStatus::Proposed, "1.11 1.12 1.15".to_owned()));
}

#[test]
fn t40_a_title_held_makes_the_norms_for_it_and_for_lower_titles_rest() {
    let titles_of = |titles: &[Title], sex: Sex| -> Vec<Title> {
        let mut applicant = Applicant { titles: titles.to_vec(), sex, ..three_of_may() };
        applicant.norms = [Gm, Im, Wgm, Wim].iter().map(|title| norm(*title, "2022-05-01")).collect();
        applicant.ratings.clear();
        applicant.awards().iter().map(|row| row.title).collect()
    };
    assert_eq!(titles_of(&[], Sex::Female), [Gm, Im, Wgm, Wim]);
    assert_eq!(titles_of(&[Im], Sex::Female), [Gm, Wgm]);
    assert_eq!(titles_of(&[Wim], Sex::Female), [Gm, Im, Wgm]);
    assert_eq!(titles_of(&[Gm], Sex::Female), []);
    assert_eq!(titles_of(&[Fm], Sex::Male), [Gm, Im]);
}

#[test]
fn t40_a_proposal_keeps_the_list_on_which_it_began_until_its_status_changes() {
    let first = Applicant { list: "2022-06", ..three_of_may() };
    let mut open = first.clone();
    open.norms.truncate(2);
    let before = open.awards();
    assert_eq!((before[0].status, before[0].since), (AwardStatus::Open, list("2022-06")));
    let next =
        |previous: &[AwardRow], month: &'static str| Applicant { list: month, previous: previous.to_vec(), ..first.clone() }.awards();
    let begun = next(&before, "2022-07");
    assert_eq!((begun[0].status, begun[0].since), (AwardStatus::Proposed, list("2022-07")));
    assert_eq!(next(&begun, "2022-09")[0].since, list("2022-07"));
    let held = Applicant { titles: vec![Gm], previous: begun, ..first.clone() };
    assert!(held.awards().is_empty());
}

#[test]
fn t41_a_norm_taken_away_or_judged_otherwise_takes_the_proposal_with_it() {
    let proposed = three_of_may();
    let mut without = Applicant { previous: proposed.awards(), list: "2024-04", ..proposed };
    without.norms.remove(1);
    assert_eq!(row(&without, Gm), open("1.51", 2, 18));
    assert_eq!(without.awards()[0].since, list("2024-04"));
}

#[test]
fn t41_the_norms_and_ratings_of_merged_ids_are_one_application() {
    let mut applicant = three_of_may();
    applicant.norms[0].fide_id = 7;
    applicant.ratings.iter_mut().for_each(|row| row.fide_id = 8);
    assert_eq!(row(&applicant, Gm), open("1.51 1.53", 1, 9), "of id 7");
    applicant.merged = [(7, PLAYER), (8, PLAYER)].into();
    let rows = applicant.awards();
    assert_eq!(rows.iter().map(|row| (row.fide_id, row.title)).collect::<Vec<_>>(), [(PLAYER, Gm)]);
    assert_eq!(row(&applicant, Gm), proposed(3, 27, "2022-05-20"));
}

#[test]
fn t41_of_two_norms_of_one_tournament_under_two_ids_one_counts() {
    let mut applicant = three_of_may();
    applicant.norms[0] = NormRow { fide_id: 7, source: NormSource::Judged, ..applicant.norms[1].clone() };
    applicant.merged = [(7, PLAYER)].into();
    assert_eq!(row(&applicant, Gm), open("1.51", 2, 18));
}
