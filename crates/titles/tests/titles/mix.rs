//! 1.43 to 1.45: federations and titles of the opponents.

use crate::events::{assert_fails, assert_norm, date_rounds, federation, judged, judged_by, nine, results, swiss, with_class};
use crate::{day, of_2022, of_2024};
use model::{TournamentClass, TournamentKind};
use titles::{NormResultRow, TitleEvent};

/// 6.5 of 9 against three GM, three IM and three FM of 2434 of some federations.
fn of_federations(applicant: &str, federations: &[&str]) -> TitleEvent {
    let titles = ["GM", "GM", "GM", "IM", "IM", "IM", "FM", "FM", "FM"];
    let scores = results(13, 9);
    let lines: Vec<String> = federations
        .iter()
        .zip(titles)
        .zip(scores)
        .map(|((federation, title), score)| format!("{title} {federation} 2434 {score}"))
        .collect();
    assert_eq!(lines.len(), 9);
    swiss(applicant, &lines)
}

fn times(counts: &[(usize, &'static str)]) -> Vec<&'static str> {
    counts.iter().flat_map(|(times, federation)| vec![*federation; *times]).collect()
}

#[test]
fn case_16_fid_is_no_federation_in_any_rule_of_the_mix() {
    let row = judged(&of_federations("- NOR 2300", &times(&[(4, "FID"), (2, "GER"), (1, "FRA"), (2, "NOR")])), "GM");
    assert_norm(&row);
    assert_eq!((row.own, row.one_federation, row.other_federations), (2, 2, 2));
    assert_fails(&judged(&of_federations("- NOR 2300", &times(&[(4, "FID"), (3, "GER"), (2, "NOR")])), "GM"), "1.43");
    let row = judged(&of_federations("- FID 2300", &times(&[(4, "FID"), (2, "GER"), (1, "FRA"), (2, "NOR")])), "GM");
    assert_norm(&row);
    assert_eq!((row.own, row.other_federations), (0, 3));
    // Seven of FID are no seven of one federation, and neither are seven without one.
    for none in ["FID", "---"] {
        assert_norm(&judged(&of_federations("- NOR 2300", &times(&[(7, none), (1, "GER"), (1, "FRA")])), "GM"));
    }
}

#[test]
fn case_17_two_federations_besides_the_own_are_needed() {
    let row = judged(&of_federations("- NOR 2300", &times(&[(4, "GER"), (5, "NOR")])), "GM");
    assert_fails(&row, "1.43");
    assert_eq!((row.own, row.own_allowed, row.other_federations, row.normal_foreigners), (5, 5, 1, false));
}

#[test]
fn case_18_own_and_one_federation_have_their_limits() {
    assert_norm(&judged(&of_federations("- NOR 2300", &times(&[(5, "NOR"), (2, "GER"), (2, "FRA")])), "GM"));
    assert_fails(&judged(&of_federations("- NOR 2300", &times(&[(6, "NOR"), (2, "GER"), (1, "FRA")])), "GM"), "1.44");
    assert_norm(&judged(&of_federations("- NOR 2300", &times(&[(6, "GER"), (3, "FRA")])), "GM"));
    assert_fails(&judged(&of_federations("- NOR 2300", &times(&[(7, "GER"), (2, "FRA")])), "GM"), "1.44");
}

/// Nine opponents of NOR, in an event that NOR registered, of some classes.
fn at_home(applicant: &str, classes: &[TournamentClass]) -> NormResultRow {
    let event = classes.iter().fold(of_federations(applicant, &["NOR"; 9]), |event, class| with_class(event, *class));
    judged(&TitleEvent { federation: federation("NOR"), ..event }, "GM")
}

#[test]
fn case_19_national_championships_are_exempt_for_own_players_but_in_the_year_of_a_zonal() {
    use TournamentClass::{NationalChampionship, NationalTeam, Women, Zonal, ZonalYear};
    let exempt = |applicant, classes: &[TournamentClass]| {
        let row = at_home(applicant, classes);
        assert_norm(&row);
        assert!(!row.normal_foreigners);
        row.exempt.expect("an exemption")
    };
    assert_eq!(exempt("- NOR 2300", &[NationalChampionship]), "1.43a");
    assert_eq!(exempt("- NOR 2300", &[NationalChampionship, Women]), "1.43a");
    assert_fails(&at_home("- SWE 2300", &[NationalChampionship]), "1.43 1.44");
    assert_fails(&at_home("- NOR 2300", &[NationalChampionship, ZonalYear]), "1.43 1.44");
    assert_eq!(exempt("- NOR 2300", &[NationalTeam]), "1.43b");
    assert_fails(&at_home("- SWE 2300", &[NationalTeam]), "1.43 1.44");
    assert_eq!(exempt("- SWE 2300", &[Zonal]), "1.43c");
    // The first that holds, in the order of the text.
    assert_eq!(exempt("- NOR 2300", &[NationalChampionship, NationalTeam, Zonal]), "1.43a");
    assert_eq!(exempt("- NOR 2300", &[NationalChampionship, ZonalYear, NationalTeam]), "1.43b");
    assert_fails(&at_home("- NOR 2300", &[]), "1.43 1.44");
}

#[test]
fn an_exemption_that_is_not_needed_is_not_named() {
    let event = with_class(of_federations("- NOR 2300", &times(&[(5, "NOR"), (2, "GER"), (2, "FRA")])), TournamentClass::Zonal);
    let row = judged(&event, "GM");
    assert_norm(&row);
    assert_eq!((row.exempt, row.normal_foreigners), (None, true));
}

/// 6.5 of 9 against opponents of 2434 with some titles, of three federations.
fn of_titles(applicant: &str, titles: &[&str], rating: i32, half_points: usize) -> TitleEvent {
    let federations = ["GER", "FRA", "ESP"].into_iter().cycle();
    let scores = results(half_points, titles.len());
    let line = |((title, federation), score): ((&&str, &str), &str)| format!("{title} {federation} {rating} {score}");
    swiss(applicant, &titles.iter().zip(federations).zip(scores).map(line).collect::<Vec<_>>())
}

#[test]
fn case_21_candidate_masters_are_no_title_holders() {
    let four = of_titles("- NOR 2300", &["GM", "GM", "GM", "IM", "CM", "CM", "CM", "WCM", "WCM"], 2434, 13);
    let row = judged(&four, "GM");
    assert_fails(&row, "1.45a");
    assert_eq!((row.titled, row.titled_needed), (4, 5));
    for fifth in ["FM", "WFM", "WIM", "CM/WFM"] {
        let titles = ["GM", "GM", "GM", "IM", fifth, "CM", "CM", "WCM", "-"];
        assert_norm(&judged(&of_titles("- NOR 2300", &titles, 2434, 13), "GM"));
    }
}

#[test]
fn case_22_a_third_of_the_opponents_and_at_least_three_have_matching_titles() {
    let row = judged(&of_titles("- NOR 2300", &["GM", "GM", "IM", "IM", "IM", "FM", "FM", "FM", "FM"], 2434, 13), "GM");
    assert_fails(&row, "1.45b");
    assert_eq!((row.matching, row.matching_needed), (2, 3));
    let ten = |titles: &[&str]| {
        let event = of_titles("- NOR 2300", titles, 2434, 15);
        judged(&TitleEvent { kind: Some(TournamentKind::RoundRobin), ..event }, "GM")
    };
    let row = ten(&["GM", "GM", "GM", "IM", "IM", "IM", "FM", "FM", "FM", "FM"]);
    assert_fails(&row, "1.45b");
    assert_eq!((row.matching, row.matching_needed), (3, 4));
    assert_norm(&ten(&["GM", "GM", "GM", "GM", "IM", "IM", "FM", "FM", "FM", "FM"]));
}

#[test]
fn each_title_has_its_matching_titles() {
    // Two holders of each title, which alone are too few; the failing articles of GM, IM, WGM and WIM.
    let failing = |matching: &str| {
        let titles = [matching, matching, matching, "FM", "FM", "FM", "FM", "FM", "FM"];
        let event = of_titles("- NOR 2300 F", &titles, 2434, 13);
        ["GM", "IM", "WGM", "WIM"].map(|title| judged(&event, title).failed.join(" "))
    };
    assert_eq!(failing("GM"), ["", "", "", ""]);
    assert_eq!(failing("IM"), ["1.45b", "", "", ""]);
    assert_eq!(failing("WGM"), ["1.45b", "1.45c", "", ""]);
    assert_eq!(failing("WIM"), ["1.45b", "1.45c", "1.45d", ""]);
    assert_eq!(failing("WFM"), ["1.45b", "1.45c", "1.45d", "1.45e"]);
}

/// A double round robin of six with a number of GMs; the others are FM.
fn double_round_robin(grandmasters: usize) -> TitleEvent {
    let federations = ["GER", "FRA", "ESP", "ITA", "SWE"];
    let scores = ["1", "1", "=", "=", "="];
    let first = federations.iter().enumerate().map(|(at, federation)| {
        let title = if at < grandmasters { "GM" } else { "FM" };
        format!("{title} {federation} 2500 {}", scores[at])
    });
    let second = (1..=5).map(|round| format!("@{round} ="));
    let event = swiss("- NOR 2300", &first.chain(second).collect::<Vec<_>>());
    // 6 of 10 at 2500: .60, 72. Two more half points are needed for 2600.
    TitleEvent { kind: Some(TournamentKind::DoubleRoundRobin), ..event }
}

#[test]
fn case_23_in_a_double_round_robin_an_opponent_counts_once() {
    let with_ratings = |grandmasters| {
        let mut event = double_round_robin(grandmasters);
        event.players.iter_mut().skip(1).for_each(|player| player.rating = model::Rating(2600));
        event
    };
    let row = judged_by(of_2022(), &with_ratings(4), "GM");
    assert_norm(&row);
    assert_eq!((row.matching, row.matching_needed, row.titled, row.titled_needed), (4, 4, 10, 5));
    let row = judged_by(of_2022(), &with_ratings(3), "GM");
    assert_fails(&row, "1.45b");
    assert_eq!((row.matching, row.matching_needed), (3, 4));
    let in_2024 = |grandmasters| {
        let mut event = with_ratings(grandmasters);
        date_rounds(&mut event, day("2024-05-02"), 1);
        judged_by(of_2024(), &event, "GM")
    };
    assert_norm(&in_2024(3));
    assert_fails(&in_2024(2), "1.4.5b");
}

#[test]
fn case_24_norms_for_women_count_all_titles_at_or_above_theirs() {
    // 2234 and 6.5 of 9, .72: Rp 2400 for WGM.
    let event = of_titles("- NOR 2100 F", &["WGM", "FM/WGM", "IM", "WIM", "WFM", "FM", "WFM", "CM", "CM"], 2234, 13);
    let row = judged(&event, "WGM");
    assert_norm(&row);
    assert_eq!((row.matching, row.titled, row.performance, row.credited_games), (3, 7, 2400, Some(9)));
    let row = judged(&event, "WIM");
    assert_norm(&row);
    // 5 of 9 is .56, 43: 2277; 4.5 of 9 is 2234 and too little. One and a half points over.
    assert_eq!((row.matching, row.half_points_over, row.credited_games), (4, Some(3), Some(10)));
}

#[test]
fn the_nine_of_the_cases_have_their_mix() {
    let row = judged(&swiss("- NOR 2300", &nine(2434, 13)), "GM");
    assert_norm(&row);
    assert_eq!((row.titled, row.titled_needed, row.matching, row.matching_needed), (9, 5, 3, 3));
    assert_eq!((row.own, row.own_allowed, row.one_federation, row.one_federation_allowed, row.other_federations), (0, 5, 3, 6, 3));
}
