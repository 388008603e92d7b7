//! Titles by rating: 1.3, T33 and the games of case 35.

use crate::rows::{Applicant, PLAYER, reached};
use crate::small_period::day;
use rulebook::Title::{self, *};
use titles::{AwardBasis, AwardStatus, RatingReachedRow, Sex};

fn with(ratings: Vec<RatingReachedRow>) -> Applicant {
    Applicant { ratings, ..Applicant::of("titles-2022") }
}

fn proposed(applicant: &Applicant) -> Vec<Title> {
    applicant.awards().iter().inspect(|row| assert_eq!(row.basis, AwardBasis::Rating)).map(|row| row.title).collect()
}

/// All thresholds up to a rating, reached with 30 games.
fn up_to(rating: i16) -> Vec<RatingReachedRow> {
    (18..=rating / 100).map(|hundreds| reached(hundreds * 100, "2022-05-11", Some("2022-05-11"))).collect()
}

#[test]
fn case_35_2300_with_30_games_proposes_fm_on_the_day_it_was_reached() {
    let rows = Applicant { sex: Sex::Male, ..with(up_to(2300)) }.awards();
    assert_eq!(rows.len(), 1);
    let row = &rows[0];
    assert_eq!((row.fide_id, row.title, row.status, row.article.as_str()), (PLAYER, Fm, AwardStatus::Proposed, "1.31"));
    assert_eq!((row.rating_on, row.achieved_on, row.norms, row.games), (Some(day("2022-05-11")), Some(day("2022-05-11")), None, None));
    assert!(row.missing.is_empty() && row.unproven.is_empty());
}

#[test]
fn case_35_2300_with_29_games_leaves_cm() {
    let mut ratings = up_to(2200);
    ratings.push(reached(2300, "2022-05-11", None));
    assert_eq!(proposed(&Applicant { sex: Sex::Male, ..with(ratings) }), [Cm]);
}

#[test]
fn case_35_wfm_of_2100_with_30_games_and_with_29() {
    assert_eq!(proposed(&with(up_to(2100))), [Wfm]);
    let mut ratings = up_to(1900);
    ratings.extend([reached(2000, "2022-05-11", None), reached(2100, "2022-05-11", None)]);
    assert_eq!(proposed(&with(ratings)), []);
}

#[test]
fn article_1_3_ratings_reached_on_2017_07_01_ask_for_no_games_and_a_day_later_they_do() {
    assert_eq!(proposed(&with(vec![reached(2200, "2017-07-01", None)])), [Cm]);
    assert_eq!(proposed(&with(vec![reached(2200, "2017-07-02", None)])), []);
    let later = with(vec![reached(2200, "2017-07-02", Some("2019-03-05"))]).awards();
    assert_eq!(later[0].rating_on, Some(day("2019-03-05")), "with the thirtieth game");
}

#[test]
fn t33_the_highest_open_and_the_highest_womens_title() {
    assert_eq!(proposed(&with(up_to(2300))), [Fm, Wfm]);
    assert_eq!(proposed(&with(up_to(2200))), [Cm, Wfm]);
    assert_eq!(proposed(&with(up_to(2000))), [Wcm]);
    assert_eq!(proposed(&with(up_to(1900))), []);
    assert_eq!(proposed(&Applicant { sex: Sex::Unknown, ..with(up_to(2300)) }), [Fm]);
    assert_eq!(proposed(&Applicant { sex: Sex::Male, ..with(up_to(2100)) }), []);
}

#[test]
fn t33_none_below_a_title_held_and_no_womens_title_for_an_im_or_gm() {
    let holding = |titles: &[Title]| proposed(&Applicant { titles: titles.to_vec(), ..with(up_to(2300)) });
    assert_eq!(holding(&[Cm]), [Fm, Wfm]);
    assert_eq!(holding(&[Fm]), [Wfm]);
    assert_eq!(holding(&[Wfm]), [Fm]);
    assert_eq!(holding(&[Wgm]), [Fm]);
    assert_eq!(holding(&[Im]), []);
    assert_eq!(holding(&[Gm]), []);
    assert_eq!(holding(&[Fm, Wim]), []);
}

#[test]
fn t33_a_lower_title_is_not_proposed_in_place_of_one_held() {
    // 2300 was reached and FM is held: CM is below it.
    assert_eq!(proposed(&Applicant { sex: Sex::Male, titles: vec![Fm], ..with(up_to(2300)) }), []);
}

#[test]
fn the_edition_of_2024_cites_its_own_articles() {
    let rows = Applicant { ratings: up_to(2300), ..Applicant::of("titles-2024") }.awards();
    let articles: Vec<&str> = rows.iter().map(|row| row.article.as_str()).collect();
    assert_eq!(articles, ["1.3.1", "1.3.3"]);
}
