//! Norms and titles: a round robin of ten players whose numbers are published (F1 of the cases), and what is shown of it.

use super::{explained, explained_text};
use crate::month::{Month, round_of_pair};
use crate::support::{expect_exit, parquet, write_parquet};
use serde_json::{Value, json};
use tables::OutputColumn;

/// The field: id, title, federation, rating. Nobody is born in a year that matters.
const FIELD: [(u32, &str, &str, u32); 10] = [
    (1001, "GM", "GEO", 2547),
    (1002, "GM", "IRI", 2542),
    (1003, "GM", "USA", 2505),
    (1004, "IM", "USA", 2502),
    (1005, "IM", "USA", 2502),
    (1006, "IM", "CAN", 2489),
    (1007, "IM", "USA", 2465),
    (1008, "IM", "USA", 2456),
    (1009, "IM", "USA", 2448),
    (1010, "IM", "PHI", 2321),
];

/// Games that are not drawn, each by the winner and the loser: 1009 has 6 of 9, and 1008 has 5.5.
const WON: [(u32, u32); 5] = [(1009, 1010), (1009, 1006), (1009, 1007), (1008, 1010), (1008, 1001)];

const EVENTS: &str =
    "tournament_id,name,federation,kind,start,end,minutes,increment,rounds,registered,received,chief_arbiter_title,round_dates";

/// A month of standard chess with that round robin, a Swiss that was registered too late, and one with too few rounds.
pub(crate) fn month() -> Month {
    let month = Month::of("standard");
    let players = FIELD.map(|(id, title, federation, rating)| format!("{id},\"Player, {id}\",{title},{federation},M,{rating},10,100"));
    let untitled = "1011,\"Untitled, Una\",,NOR,F,2310,20,100".to_owned();
    month.list("2022-02-01", "fide_id,name,title,federation,sex,rating,k,career_games", players.into_iter().chain([untitled]));
    let days: Vec<String> = (5..14).map(|day| format!("2022-02-{day:02}")).collect();
    let events = [
        format!("RR,Ten Masters,USA,round-robin,2022-02-05,2022-02-13,90,30,9,2021-12-01,2022-02-14,IA,{}", days.join(" ")),
        "LATE,Late Open,USA,swiss,2022-02-05,2022-02-13,90,30,9,2022-01-30,2022-02-14,IA,".to_owned(),
        "SHORT,Short Open,USA,swiss,2022-02-15,2022-02-16,90,30,5,2021-12-01,2022-02-17,IA,".to_owned(),
    ];
    let mut games = Vec::new();
    for (at, (white, ..)) in FIELD.iter().enumerate() {
        for (behind, (black, ..)) in FIELD.iter().enumerate().skip(at + 1) {
            let result = match WON.iter().find(|(winner, loser)| [(white, black), (black, white)].contains(&(winner, loser))) {
                Some((winner, _)) if winner == white => "1-0",
                Some(_) => "0-1",
                None => "1/2-1/2",
            };
            games.push(format!("RR {} {white} {black} {result}", round_of_pair(FIELD.len(), at, behind)));
        }
    }
    games.extend(["LATE 1 1011 1001 1/2-1/2", "SHORT 1 1011 1002 0-1"].map(str::to_owned));
    month.bundle(EVENTS, events, games);
    month
}

/// Two norms from before the first ledger.
const GIVEN: &str = "fide_id,title,tournament_id,name,start,end,credited_games,normal_foreigners,single_rounds,swiss_for_title,status\n\
                     1009,GM,OLD1,First,2019-05-01,2019-05-09,9,true,true,false,given\n\
                     1009,GM,OLD2,Second,2020-05-01,2020-05-09,9,true,true,false,given\n";

/// That month's list, with two norms from before the first ledger.
pub(crate) fn made() -> (Month, String) {
    let month = month();
    month.put("norms.csv", GIVEN);
    let list = month.make("2022-03", &["--norms", "norms.csv"]);
    (month, list)
}

fn result<'a>(explained: &'a Value, title: &str) -> &'a Value {
    let results = explained["titles"]["results"].as_array().expect("results");
    results.iter().find(|result| result["title"] == title).unwrap_or_else(|| panic!("no {title} in {results:#?}"))
}

#[test]
fn a_norm_is_shown_with_its_numbers_and_its_games_as_on_the_certificate() {
    let (month, list) = made();
    let norm = explained(&month, &list, "1009");
    let norm = result(&norm, "GM");
    for (field, number) in [
        ("games", 9),
        ("half_points", 12),
        ("opponents_sum", 22_329),
        ("average", 2481),
        ("percent", 67),
        ("dp", 125),
        ("performance", 2606),
        ("half_points_needed", 12),
        ("half_points_over", 0),
        ("own", 5),
        ("own_allowed", 5),
        ("other_federations", 4),
        ("credited_games", 9),
    ] {
        assert_eq!(norm[field].as_i64(), Some(number), "{field}");
    }
    assert_eq!((norm["verdict"].as_str(), norm["edition"].as_str()), (Some("norm"), Some("titles-2022")));
    assert_eq!((norm["unproven"].clone(), norm["achieved_on"].clone()), (json!([]), json!("2022-02-13")));
    let games = norm["rounds"].as_array().expect("games");
    let mut used: Vec<(i64, i64)> =
        games.iter().map(|game| (game["opponent"].as_i64().expect("an id"), game["rating_used"].as_i64().expect("a rating"))).collect();
    used.sort_unstable();
    let others = FIELD.iter().filter(|player| player.0 != 1009);
    assert_eq!(used, others.map(|player| (i64::from(player.0), i64::from(player.3))).collect::<Vec<_>>());
    let text = explained_text(&month, &list, "1009");
    for said in [
        "GM: norm in RR, Ten Masters",
        "Score 6 of 9; 6 needed, 0",
        "sum 22329, Ra 2481, 67 %, dp +125, Rp 2606",
        "Counts as 9 games",
        "Serves 1.13a, 1.43e",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
}

#[test]
fn a_result_half_a_point_short_says_by_which_article_and_what_it_asks() {
    let (month, list) = made();
    let explained = explained(&month, &list, "1008");
    let result = result(&explained, "GM");
    assert_eq!((result["verdict"].as_str(), result["half_points_over"].as_i64()), (Some("no"), Some(-1)));
    assert_eq!(result["failed"], json!([{ "article": "1.48", "asks": "a performance of 2600" }]));
    let text = explained_text(&month, &list, "1008");
    assert!(text.contains("GM: no norm in RR, Ten Masters Score 5.5 of 9; 6 needed, -0.5"), "{text}");
}

#[test]
fn the_ledger_the_thresholds_and_what_a_title_still_needs_are_shown() {
    let (month, list) = made();
    let explained = explained(&month, &list, "1009");
    let titles = &explained["titles"];
    let ledger: Vec<_> = titles["ledger"].as_array().expect("norms").iter().map(|norm| (&norm["tournament_id"], &norm["source"])).collect();
    let expected = [("OLD1", "given"), ("OLD2", "given"), ("RR", "judged")].map(|(id, source)| (json!(id), json!(source)));
    assert!(ledger.into_iter().eq(expected.iter().map(|(id, source)| (id, source))), "{titles:#}");
    // 9 + 9 + 9 games, all before 2022-06-30: what is missing is the rating of 1.53.
    let award = &titles["awards"][0];
    assert_eq!((award["title"].as_str(), award["status"].as_str()), (Some("GM"), Some("open")));
    assert_eq!((award["norms"].as_i64(), award["games"].as_i64()), (Some(3), Some(27)));
    assert_eq!(award["missing"], json!([{ "article": "1.53", "asks": "a rating of 2500" }]));
    let reached: Vec<_> = titles["ratings"].as_array().expect("ratings").iter().filter_map(|row| row["rating"].as_i64()).collect();
    assert_eq!(reached, [1800, 1900, 2000, 2100, 2200, 2300, 2400]);
    // 1.31: 2300 and 30 games.
    let untitled = self::explained(&month, &list, "1011");
    let award = &untitled["titles"]["awards"][0];
    assert_eq!(
        (award["title"].as_str(), award["status"].as_str(), award["article"].as_str()),
        (Some("FM"), Some("proposed"), Some("1.31"))
    );
    assert_eq!(award["since"], json!("2022-03-01"));
}

#[test]
fn norms_of_an_id_that_was_merged_are_the_surviving_ones() {
    let (month, _) = made();
    month.roster("1009,2022-03-15,merged_into,1020\n1020,2022-03-15,name,Survivor\n");
    month.bundle(EVENTS, ["NEXT,Next,USA,swiss,2022-03-05,2022-03-06,90,30,5,2021-12-01,2022-03-07,IA,"], ["NEXT 1 1001 1002 1-0"]);
    let list = month.make("2022-04", &[]);
    let titles = explained(&month, &list, "1020")["titles"].clone();
    assert_eq!(titles["ledger"].as_array().map(Vec::len), Some(3), "{titles:#}");
    assert!(titles["ratings"].as_array().is_some_and(|ratings| !ratings.is_empty()));
    assert_eq!(explained(&month, &list, "1009")["titles"]["ledger"], json!([]));
}

#[test]
fn an_event_says_whether_it_can_give_norms_and_which_it_gave() {
    let (month, list) = made();
    let event = |id: &str| -> Value {
        let said = expect_exit(month.path(), &["explain", &list, "--tournament", id, "--json"], 0);
        serde_json::from_str::<Value>(&said.out).expect("JSON")["titles"].clone()
    };
    let field = event("RR");
    assert_eq!((field["eligible"].as_bool(), field["players"].as_i64(), field["rounds"].as_i64()), (Some(true), Some(10), Some(9)));
    assert_eq!(field["single_rounds"], json!(true));
    let verdicts: Vec<_> = field["results"].as_array().expect("results").iter().map(|row| (&row["fide_id"], &row["verdict"])).collect();
    assert!(verdicts.contains(&(&json!(1009), &json!("norm"))) && verdicts.contains(&(&json!(1008), &json!("no"))), "{verdicts:?}");
    assert_eq!(event("LATE")["failed"][0]["article"], json!("1.11"));
    assert_eq!(event("SHORT")["failed"][0]["article"], json!("1.41a"));
    let text = expect_exit(month.path(), &["explain", &list, "--tournament", "LATE"], 0).out;
    assert!(text.contains("can give no norms; not fulfilled: registered 30 days ahead"), "{text}");
}

#[test]
fn numbers_of_a_norm_that_its_games_do_not_give_are_found() {
    let (month, list) = made();
    let path = month.join(&list).join("norm_results.parquet");
    let whole = std::fs::read(&path).expect("a table");
    for (column, said) in [("opponents_sum", "sum of the opponents' ratings"), ("half_points", "half points"), ("performance", "Ra + dp")] {
        let mut table = parquet(&path);
        let values = table.integers(column).expect("numbers").expect("the column");
        let altered = |row: usize| values.get(row).map(|value| i32::try_from(value + 1).expect("small"));
        table.set_column(&OutputColumn::integers(column, altered)).expect("the same height");
        write_parquet(&path, &table);
        let found = expect_exit(month.path(), &["explain", &list, "1009", "--unverified"], 6);
        assert!(found.out.contains("Does not add up:") && found.out.contains(said), "{column}: {}", found.out);
        assert!(expect_exit(month.path(), &["explain", &list, "1009"], 3).err.contains("norm_results.parquet"));
        std::fs::write(&path, &whole).expect("put back");
    }
}

#[test]
fn a_damaged_table_of_titles_is_named() {
    let (month, list) = made();
    for name in ["title_tournaments.parquet", "norm_results.parquet", "norms.parquet", "title_ratings.parquet", "title_awards.csv"] {
        let path = month.join(&list).join(name);
        let whole = std::fs::read(&path).expect("a table");
        std::fs::write(&path, "PAR1 is not enough").expect("damaged");
        for more in [&[][..], &["--unverified"]] {
            let said = expect_exit(month.path(), &[&["explain", &list, "1009"], more].concat(), 3);
            assert!(said.err.contains(name), "{name}: {}", said.err);
        }
        std::fs::write(&path, whole).expect("put back");
    }
}

#[test]
fn lists_without_titles_say_nothing_of_them() {
    let month = month();
    let list = month.make("2022-03", &["--no-titles"]);
    let said = month.make_on("lists/standard/2022-02-01", "2022-03", &["--no-titles"], 0);
    assert!(!said.out.contains("Titles"), "{}", said.out);
    assert!(explained(&month, &list, "1009").get("titles").is_none());
    assert!(!explained_text(&month, &list, "1009").contains("norm"));
    let event = expect_exit(month.path(), &["explain", &list, "--tournament", "RR", "--json"], 0).out;
    assert!(!event.contains("\"titles\""), "{event}");
    let page = std::fs::read_to_string(month.join(&list).join("report.html")).expect("a report");
    assert!(!page.contains("Norms and titles"));
}

#[test]
fn the_summary_of_a_run_has_a_line_on_titles_and_a_plan_has_the_same() {
    let month = month();
    let line =
        "Titles 1 of 3 events can give norms; 1 norm, 1 half a point short; 2 new proposals (2 in all); the ledger begins with this list";
    let text = |out: &str| out.split_whitespace().collect::<Vec<_>>().join(" ");
    let arguments =
        "--control standard --list 2022-03 --previous lists/standard/2022-02-01 --out lists/standard/2022-03-01 --tournaments tournaments";
    for command in ["plan", "run"] {
        let arguments: Vec<&str> = std::iter::once(command).chain(arguments.split(' ')).collect();
        let said = expect_exit(month.path(), &arguments, 0).out;
        assert!(text(&said).contains(line), "{said}");
    }
}

#[test]
fn for_every_player_and_event_of_a_standard_demo_the_numbers_of_norms_add_up() {
    let folder = crate::support::Folder::new();
    expect_exit(folder.path(), &["demo", "world", "--control", "standard", "--quiet"], 0);
    expect_exit(folder.path(), &["run", "world/pipeline.toml", "--list", "2025-09", "--quiet"], 0);
    let list = folder.join("world/lists/standard/2025-09-01");
    let norms = crate::support::rows(&parquet(&list.join("norms.parquet")));
    assert!(norms.len() > 3, "there is something to explain: {}", norms.len());
    let wrong = super::what_does_not_add_up(&list);
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong[..wrong.len().min(20)].join("\n"));
}
