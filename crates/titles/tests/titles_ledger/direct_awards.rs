//! Direct titles: final or conditional, and lower titles (0.62, T39), case 37.

use crate::rows::{Applicant, direct_title, reached};
use crate::small_period::{day, list};
use rulebook::Title::{self, *};
use titles::{AwardBasis, AwardRow, AwardStatus, DirectTitle, RatingReachedRow, Sex};

const PROPOSED: AwardStatus = AwardStatus::Proposed;
const CONDITIONAL: AwardStatus = AwardStatus::Conditional;

fn with(edition: &'static str, titles: Vec<DirectTitle>, ratings: Vec<RatingReachedRow>) -> Applicant {
    let mut applicant = Applicant { ratings, list: "2024-06", ..Applicant::of(edition) };
    applicant.direct.titles = titles;
    applicant
}

fn short(applicant: &Applicant) -> Vec<(Title, AwardStatus, String, Option<String>)> {
    applicant.short(AwardBasis::Direct)
}

fn proposed(title: Title, on: &str) -> (Title, AwardStatus, String, Option<String>) {
    (title, PROPOSED, String::new(), Some(on.to_owned()))
}

fn conditional(title: Title, article: &str) -> (Title, AwardStatus, String, Option<String>) {
    (title, CONDITIONAL, article.to_owned(), None)
}

#[test]
fn case_37_a_direct_im_is_final_with_2200_and_conditional_without() {
    let im = || vec![direct_title(Im, "2022-05-09", false)];
    let applicant = with("titles-2022", im(), vec![reached(2200, "2020-01-01", None)]);
    assert_eq!(short(&applicant), [proposed(Im, "2022-05-09")]);
    let row = &applicant.awards()[0];
    assert_eq!((row.article.as_str(), row.rating_on, row.norms, row.games), ("0.62", Some(day("2020-01-01")), None, None));
    assert_eq!(short(&with("titles-2022", im(), Vec::new())), [conditional(Im, "0.62")]);
}

#[test]
fn article_0_62_each_title_has_its_rating() {
    let ratings = [(Gm, 2300), (Im, 2200), (Fm, 2100), (Cm, 2000), (Wgm, 2100), (Wim, 2000), (Wfm, 1900), (Wcm, 1800)];
    for (title, rating) in ratings {
        let status = |rating: i16| {
            let applicant = with("titles-2022", vec![direct_title(title, "2022-05-09", false)], vec![reached(rating, "2020-01-01", None)]);
            applicant.awards().iter().find(|row| row.title == title).map(|row| row.status)
        };
        assert_eq!((status(rating), status(rating - 100)), (Some(PROPOSED), Some(CONDITIONAL)), "{title}");
    }
}

#[test]
fn t37_a_direct_title_is_achieved_on_the_later_of_result_and_rating() {
    let applicant = with("titles-2022", vec![direct_title(Im, "2022-05-09", false)], vec![reached(2200, "2022-09-01", None)]);
    assert_eq!(short(&applicant), [proposed(Im, "2022-09-01")]);
}

#[test]
fn case_37_in_2024_a_rating_reached_later_asks_for_30_games_and_one_of_1_january_does_not() {
    let im = |on: &str, with_games: Option<&str>| {
        with("titles-2024", vec![direct_title(Im, "2024-01-20", false)], vec![reached(2200, on, with_games)])
    };
    assert_eq!(short(&im("2024-02-10", None)), [conditional(Im, "0.6.2")], "12 games in February");
    assert_eq!(short(&im("2024-01-02", None)), [conditional(Im, "0.6.2")]);
    assert_eq!(short(&im("2024-01-01", None)), [proposed(Im, "2024-01-20")]);
    assert_eq!(short(&im("2024-02-10", Some("2024-04-03"))), [proposed(Im, "2024-04-03")]);
}

#[test]
fn case_37_cm_and_wcm_of_an_olympiad_need_no_rating_in_2024() {
    let of = |edition, title, olympiad| short(&with(edition, vec![direct_title(title, "2022-08-09", olympiad)], Vec::new()));
    assert_eq!(of("titles-2024", Cm, true), [proposed(Cm, "2022-08-09")]);
    assert_eq!(of("titles-2024", Wcm, true), [proposed(Wcm, "2022-08-09")]);
    assert_eq!(of("titles-2024", Cm, false), [conditional(Cm, "0.6.2")]);
    assert_eq!(of("titles-2024", Fm, true), [conditional(Fm, "0.6.2")]);
    assert_eq!(of("titles-2022", Cm, true), [conditional(Cm, "0.62")]);
}

#[test]
fn t39_a_conditional_title_proposes_the_highest_lower_title_whose_rating_is_reached() {
    let at = |title, rating: i16, titles: &[Title]| {
        let applicant = with(
            "titles-2022",
            vec![direct_title(title, "2022-05-09", false)],
            vec![reached(1800, "2019-01-01", None), reached(rating, "2022-06-01", None)],
        );
        short(&Applicant { titles: titles.to_vec(), ..applicant })
    };
    assert_eq!(at(Im, 2100, &[]), [proposed(Fm, "2022-06-01"), conditional(Im, "0.62")]);
    assert_eq!(at(Im, 2000, &[]), [proposed(Cm, "2022-06-01"), conditional(Im, "0.62")]);
    assert_eq!(at(Im, 1900, &[]), [conditional(Im, "0.62")], "WCM is of the other kind");
    assert_eq!(at(Im, 2100, &[Fm]), [conditional(Im, "0.62")], "CM is below the title held");
    assert_eq!(at(Wgm, 1900, &[]), [proposed(Wfm, "2022-06-01"), conditional(Wgm, "0.62")]);
}

#[test]
fn t39_of_several_results_for_one_title_the_one_achieved_first_is_proposed() {
    let titles = vec![direct_title(Cm, "2022-07-01", false), direct_title(Cm, "2022-05-09", false)];
    assert_eq!(short(&with("titles-2022", titles, vec![reached(2000, "2020-01-01", None)])), [proposed(Cm, "2022-05-09")]);
}

#[test]
fn t39_a_conditional_title_is_carried_until_the_rating_is_reached() {
    let first = with("titles-2022", vec![direct_title(Im, "2022-05-09", false)], Vec::new());
    let first = Applicant { list: "2022-06", ..first };
    let conditional_row = first.awards();
    assert_eq!((conditional_row[0].status, conditional_row[0].since), (CONDITIONAL, list("2022-06")));
    // The file is not handed in again.
    let next = |month, previous: &[AwardRow], ratings| Applicant {
        list: month,
        previous: previous.to_vec(),
        ..with("titles-2022", Vec::new(), ratings)
    };
    let carried = Applicant { list: "2022-07", ..next("2022-07", &conditional_row, Vec::new()) }.awards();
    assert_eq!((carried[0].status, carried[0].since), (CONDITIONAL, list("2022-06")));
    let reached_now = Applicant { list: "2022-08", ..next("2022-08", &carried, vec![reached(2200, "2022-07-15", None)]) };
    assert_eq!(short(&reached_now), [proposed(Im, "2022-07-15")]);
    assert_eq!(reached_now.awards()[0].since, list("2022-08"));
    // T40: it stays until the title is held.
    let later = Applicant { list: "2022-10", ..next("2022-10", &reached_now.awards(), vec![reached(2200, "2022-07-15", None)]) };
    assert_eq!(later.awards(), reached_now.awards());
    assert!(Applicant { titles: vec![Im], ..later }.awards().is_empty());
}

#[test]
fn t39_a_title_that_is_refused_now_is_not_carried() {
    let before = with("titles-2022", vec![direct_title(Im, "2022-05-09", false)], Vec::new()).awards();
    let mut refused = Applicant { previous: before, ..with("titles-2022", Vec::new(), Vec::new()) };
    assert_eq!(refused.awards().len(), 1);
    refused.direct.refused = vec![(crate::rows::PLAYER, Im)];
    assert!(refused.awards().is_empty());
}

#[test]
fn t40_a_direct_title_rests_where_it_or_a_higher_one_is_held() {
    let of = |titles: &[Title], sex| {
        let applicant =
            with("titles-2022", vec![direct_title(Fm, "2022-05-09", false), direct_title(Wim, "2022-05-09", false)], Vec::new());
        Applicant { titles: titles.to_vec(), sex, ..applicant }.awards().iter().map(|row| row.title).collect::<Vec<_>>()
    };
    assert_eq!(of(&[], Sex::Female), [Fm, Wim]);
    assert_eq!(of(&[Im], Sex::Female), []);
    assert_eq!(of(&[Wgm], Sex::Female), [Fm]);
    assert_eq!(of(&[Cm], Sex::Male), [Fm]);
}

#[test]
fn rows_are_sorted_by_id_the_word_of_the_title_and_basis() {
    let mut applicant =
        with("titles-2022", vec![direct_title(Cm, "2022-05-09", false)], vec![reached(2000, "2020-01-01", Some("2020-01-01"))]);
    applicant.ratings.extend([reached(2200, "2021-01-01", Some("2021-01-01"))]);
    let rows: Vec<(Title, AwardBasis)> = applicant.awards().iter().map(|row| (row.title, row.basis)).collect();
    assert_eq!(rows, [(Cm, AwardBasis::Direct), (Cm, AwardBasis::Rating), (Wcm, AwardBasis::Rating)]);
}

#[test]
fn t41_a_direct_title_of_a_merged_id_is_the_survivors() {
    let mut applicant = with("titles-2022", Vec::new(), vec![reached(2200, "2020-01-01", None)]);
    applicant.direct.titles = vec![DirectTitle { fide_id: 7, ..direct_title(Im, "2022-05-09", false) }];
    applicant.merged = [(7, crate::rows::PLAYER)].into();
    let rows = applicant.awards();
    assert_eq!(rows.iter().map(|row| (row.fide_id, row.title, row.status)).collect::<Vec<_>>(), [(crate::rows::PLAYER, Im, PROPOSED)]);
}
