//! Whose facts count: titles, ratings and federations of opponents (T4, T5, T7, T8, T19).

use super::{CHECKS, NORM, Open, PLAYERS, codes, field, field_with, fields, im, norm_result, one_im, said};
use crate::month::{ENTRY, Entry, Month, Report};

#[test]
fn t5_a_title_of_the_roster_counts_from_the_day_after_its_own() {
    // The third GM is one since the start day, which is too late, or since the day before.
    for (day, wanted) in [("2024-01-10", "no | 1.4.5b | 2"), ("2024-01-09", "norm |  | 3")] {
        let month = Month::of("standard");
        let titles = ["GM", "GM", "IM", "IM", "IM", "IM", "FM", "FM", "FM"];
        month.list("2024-01-01", PLAYERS, [vec![im(1, 2440)], field_with(101, titles)].concat());
        month.roster(&format!("103,{day},title,GM\n"));
        Open::new("E1", "2024-01-10").plays(1, 101, NORM).put(&month);
        let list = month.make("2024-02", &[]);
        assert_eq!(fields(&norm_result(&month, &list, 1, "GM"), &["verdict", "failed", "matching"]), wanted, "{day}");
    }
}

#[test]
fn t5_a_list_of_the_start_day_counts_with_all_that_it_says() {
    let month = Month::of("standard");
    let titles = ["GM", "GM", "IM", "IM", "IM", "IM", "FM", "FM", "FM"];
    month.list("2023-12-01", PLAYERS, [vec![im(1, 2440)], field_with(101, titles)].concat());
    // A row of the list's own day is on that list.
    month.roster("103,2024-01-01,title,GM\n");
    month.make("2024-01", &[]);
    Open::new("E1", "2024-01-01").plays(1, 101, NORM).put(&month);
    let list = month.make("2024-02", &[]);
    assert_eq!(fields(&norm_result(&month, &list, 1, "GM"), &["verdict", "matching"]), "norm | 3");
}

#[test]
fn t7_a_rating_of_an_excluded_federation_counts_and_is_named() {
    let month = one_im();
    Open::new("E1", "2024-01-10").plays(1, 101, NORM).put(&month);
    month.pipeline("excluded_federations = [\"FRA\"]\n");
    month.run("2024-02", 0);
    let list = month.place("2024-02");
    assert_eq!(fields(&norm_result(&month, &list, 1, "GM"), &["verdict", "opponents_sum"]), "norm | 21906");
    let named: Vec<_> = said(&month, &list).into_iter().filter(|(code, _)| code == "NRM013").collect();
    assert_eq!(named.len(), 1);
    assert!(named[0].1.contains("104, 105, 106"), "{named:?}");
}

#[test]
fn t4_a_woman_im_is_judged_for_wgm_too_and_a_man_or_a_player_of_unknown_sex_is_not() {
    for (sex, wanted) in [("F", vec!["GM", "WGM"]), ("M", vec!["GM"]), ("", vec!["GM"])] {
        let month = Month::of("standard");
        let applicant = format!("1,\"Nor, 1\",IM,NOR,{sex},1990,2440,10,100,2440");
        month.list("2024-01-01", PLAYERS, [vec![applicant], field(101)].concat());
        Open::new("E1", "2024-01-10").plays(1, 101, NORM).put(&month);
        let list = month.make("2024-02", &[]);
        let titles: Vec<String> = month.table(&list, "norm_results.parquet").into_iter().map(|row| row["title"].clone()).collect();
        assert_eq!(titles, wanted, "{sex}");
        assert_eq!(codes(&month, &list).contains(&"NRM004".to_owned()), sex.is_empty(), "{sex}");
    }
}

#[test]
fn t19_games_against_non_are_left_out_and_fid_counts_as_no_federation() {
    // Nine opponents of which the last is NON: eight games are too few. With FID all nine count, and GER and FRA are two others.
    for (federation, wanted) in [("NON", "no | 1.4.1a | 8 | 2"), ("FID", "norm |  | 9 | 2")] {
        let month = Month::of("standard");
        let players: Vec<String> = field(101).into_iter().map(|row| row.replace("ESP", federation)).collect();
        let (kept, last) = players.split_at(8);
        let kept: Vec<String> = kept.iter().map(|row| row.replace("NON", "FID")).collect();
        month.list("2024-01-01", PLAYERS, [vec![im(1, 2440)], kept, last.to_vec()].concat());
        Open::new("E1", "2024-01-10").plays(1, 101, NORM).put(&month);
        let list = month.make("2024-02", &[]);
        assert_eq!(
            fields(&norm_result(&month, &list, 1, "GM"), &["verdict", "failed", "games", "other_federations"]),
            wanted,
            "{federation}"
        );
    }
}

#[test]
fn t19_a_player_under_fid_counts_for_the_federation_that_the_roster_has_on_the_first_day() {
    // Four of FID, three of GER and two of NOR: one other federation. Where one of FID has a flag by then, two.
    for (row, wanted) in [
        ("", "no | 1.4.3 | 1"),
        ("101,2022-12-15,federation,SRB\n", "norm |  | 2"),
        ("101,2024-01-10,federation,SRB\n", "norm |  | 2"),
        ("101,2024-01-11,federation,SRB\n", "no | 1.4.3 | 1"),
    ] {
        let month = Month::of("standard");
        let federations = ["FID", "FID", "FID", "FID", "GER", "GER", "GER", "NOR", "NOR"];
        let players = field(101).into_iter().zip(federations);
        let players = players.map(|(row, federation)| {
            row.replace("GER", "X").replace("FRA", "X").replace("ESP", "X").replace(",X,", &format!(",{federation},"))
        });
        month.list("2024-01-01", PLAYERS, std::iter::once(im(1, 2440)).chain(players));
        month.roster(row);
        Open::new("E1", "2024-01-10").plays(1, 101, NORM).put(&month);
        let list = month.make("2024-02", &[]);
        assert_eq!(fields(&norm_result(&month, &list, 1, "GM"), &["verdict", "failed", "other_federations"]), wanted, "{row}");
    }
}

/// The same event as a report: what is told of its players, and a line above them.
fn report(line: &str, last: Entry<'_>) -> String {
    let days: Vec<String> = (10..19).map(|day| format!("2024-01-{day}")).collect();
    let mut report = Report::new("open", "2024-01-10 2024-01-18").line("032 SUI").line("092 Individual: Swiss-System").line("222 5400+30");
    if !line.is_empty() {
        report = report.line(line);
    }
    let applicant = "2w1 3w1 4w1 5w1 6w1 7w1 8w= 9w0 10w0";
    report = report.round_days(&days).entry(Entry { title: "IM", federation: "NOR", id: "1", rounds: applicant, ..ENTRY });
    let titles = ["GM", "GM", "GM", "IM", "IM", "IM", "FM", "FM"];
    for (at, title) in titles.iter().enumerate() {
        let other = if at < 6 { '0' } else { ['=', '1'][at - 6] };
        let rounds = format!("{} 1b{other}", "0000-Z ".repeat(at));
        let id = (101 + at).to_string();
        report = report.entry(Entry { title, federation: ["GER", "FRA", "ESP"][at / 3], id: &id, rounds: &rounds, ..ENTRY });
    }
    report.entry(Entry { rounds: &format!("{} 1b1", "0000-Z ".repeat(8)), ..last }).text()
}

const LAST: Entry<'_> = Entry { title: "FM", federation: "ESP", id: "109", ..ENTRY };

fn of_report(line: &str, last: Entry<'_>) -> (Month, String) {
    let month = one_im();
    month
        .report("open.trf", report(line, last))
        .registry("tournament_id,file,registered,class\nopen,tournaments/open.trf,2023-06-01,fide-event\n");
    month.pipeline(CHECKS);
    month.run("2024-02", 0);
    let list = month.place("2024-02");
    (month, list)
}

#[test]
fn t15_the_chief_arbiters_title_is_that_of_line_102_when_it_begins_or_ends_with_it() {
    for (line, unproven) in [
        ("102 IA Berg, Anna", ""),
        ("102 Berg, Anna FA", ""),
        ("102 Berg, Fa", "1.1.5"),
        ("102 Iata, Anna", "1.1.5"),
        ("102 Berg (IA), Anna", "1.1.5"),
        ("", "1.1.5"),
    ] {
        let (month, list) = of_report(line, LAST);
        let row = month.row(&list, "title_tournaments.parquet", "tournament_id", "open");
        assert_eq!(fields(&row, &["eligible", "failed", "unproven"]), format!("true |  | {unproven}"), "{line}");
        assert_eq!(codes(&month, &list).contains(&"NRM002".to_owned()), !unproven.is_empty(), "{line}");
    }
}

#[test]
fn t8_an_opponent_without_an_id_has_neither_rating_nor_title() {
    // Nine games, the last with an unrated opponent: 8 x 2434 and 2200, the lowest being raised: 21672, Ra 2408, Rp 2574.
    let (month, list) = of_report("102 IA Berg, Anna", Entry { id: "", ..LAST });
    let row = norm_result(&month, &list, 1, "GM");
    assert_eq!(
        fields(&row, &["verdict", "failed", "games", "opponents_sum", "performance", "titled"]),
        "no | 1.4.8 | 9 | 21672 | 2574 | 8"
    );
    assert!(month.table(&list, "norm_results.parquet").iter().all(|row| !row["fide_id"].is_empty()));
}

#[test]
fn t5_whom_no_list_knows_has_the_title_of_the_report_and_no_rating() {
    let (month, list) = of_report("102 IA Berg, Anna", Entry { id: "999", ..LAST });
    let row = norm_result(&month, &list, 1, "GM");
    assert_eq!(fields(&row, &["opponents_sum", "titled"]), "21672 | 9");
    assert!(said(&month, &list).iter().any(|(code, message)| code == "NRM005" && message.contains("999")));
}

#[test]
fn t5_a_report_that_differs_from_the_list_is_not_followed() {
    let (month, list) = of_report("102 IA Berg, Anna", Entry { title: "GM", ..LAST });
    assert_eq!(norm_result(&month, &list, 1, "GM")["matching"], "3");
    assert!(said(&month, &list).iter().any(|(code, message)| code == "NRM010" && message.contains("109")));
}
