//! Orders (D30, D50): a rapid history across 2022-10-01 and 2024-03-01, by the letter and with the orders of FIDE, and what every command
//! says of an order.
//!
//! The players of the history, none of whom plays but 1005 and 1006, in February 2024. Raised to the standard rating of October 2022 minus
//! 100, and in March 2024 by 0.40 x (2000 - rating):
//!
//! | player | September 2022 | standard, October 2022 | October 2022 | January, February 2024 | March 2024 |
//! |---|---|---|---|---|---|
//! | 1001 | 2283 | 2732 | 2632 | 2632 | 2632 |
//! | 1002 | 2640 | 2732 | 2640 | 2640 | 2640 |
//! | 1003 | 1200 | - | 1200 | 1200 | 1520 |
//! | 1004 | 1399 | - | 1399 | 1399 | 1639 |
//! | 1005 | 1500 | 1550 | 1500 | 1500 | 1510 by a game, then 1706 |
//! | 1006 | 1500 | - | 1500 | 1500 | 1490, then 1694 |

use crate::month::Month;
use crate::support::{Said, bytes_below, copy, csv_rows, expect_exit, test_file};
use serde_json::Value;

const NO_CHECKS: &str = "\n[checks]\nno_tournaments = \"off\"\n";
const LONGER: &str = "longer_lists = { standard = \"lists/standard\" }\n";
const RAISE: &str = "raise-below-2024-03-01";
const HOLD: &str = "hold-floor-2024-01-01";
const TO_STANDARD: &str = "raise-to-longer-2022-10-01";

/// The first list of the history, the standard list of October 2022, and the one tournament.
fn history(orders: &str) -> Month {
    let month = Month::of("rapid");
    let rows = [(1001, 2283), (1002, 2640), (1003, 1200), (1004, 1399), (1005, 1500), (1006, 1500)];
    let row = |(id, rating): (u32, u32)| format!("{id},Player {id},NOR,M,1980,{rating},20");
    month.list("2022-09-01", "fide_id,name,federation,sex,birth_year,rating,k", rows.map(row));
    month.put("lists/standard/2022-10-01/list.csv", "fide_id,rating\n1001,2732\n1002,2732\n1005,1550\n");
    month.tournament("F1", "2024-02-10", &["1 1005 1006 1-0"]);
    month.pipeline(&format!("{LONGER}orders = \"{orders}\"\n{NO_CHECKS}"));
    month
}

/// The history with every list from October 2022 to April 2024.
fn history_with_lists(orders: &str) -> Month {
    let month = history(orders);
    expect_exit(month.path(), &["regenerate", "pipeline.toml", "--from", "2022-10", "--to", "2024-04", "--quiet"], 0);
    month
}

/// The ratings of the six players on a published list; empty for those who are not on it.
fn ratings(month: &Month, list: &str) -> [String; 6] {
    let rows = csv_rows(&month.join(&format!("{}/list.csv", month.place(list))));
    std::array::from_fn(|at| {
        let id = (1001 + at).to_string();
        rows.iter().find(|row| row["fide_id"] == id).map_or_else(String::new, |row| row["rating"].clone())
    })
}

fn in_one_line(said: &Said) -> String {
    said.out.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn manifest(month: &Month, list: &str) -> Value {
    let text = std::fs::read_to_string(month.join(&format!("{}/manifest.json", month.place(list)))).expect("a manifest");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn with_the_orders_of_fide_a_rapid_history_has_both_raises_and_the_held_floor() {
    let month = history_with_lists("fide");
    let before = ["2632", "2640", "1200", "1399", "1500", "1500"];
    for list in ["2022-10", "2023-12", "2024-01", "2024-02"] {
        assert_eq!(ratings(&month, list), before, "{list}");
    }
    for list in ["2024-03", "2024-04"] {
        assert_eq!(ratings(&month, list), ["2632", "2640", "1520", "1639", "1706", "1694"], "{list}");
    }
    let ids = |list: &str| manifest(&month, list)["orders"].clone();
    assert_eq!((ids("2022-10"), ids("2022-11")), (serde_json::json!([TO_STANDARD]), serde_json::json!([])));
    assert_eq!((ids("2024-01"), ids("2024-02")), (serde_json::json!([HOLD]), serde_json::json!([HOLD])));
    assert_eq!((ids("2024-03"), ids("2024-04")), (serde_json::json!([RAISE]), serde_json::json!([])));
    for list in ["2022-10", "2024-01", "2024-03"] {
        expect_exit(month.path(), &["verify", &month.place(list), "--recompute", "--quiet"], 0);
        let said = expect_exit(month.path(), &["run", "pipeline.toml", "--list", list], 0);
        assert!(said.out.starts_with("nothing to do"), "{}", said.out);
    }
}

#[test]
fn by_the_letter_the_same_history_has_no_raise_and_the_floor_of_2024() {
    let month = history_with_lists("none");
    for list in ["2022-10", "2023-12"] {
        assert_eq!(ratings(&month, list), ["2283", "2640", "1200", "1399", "1500", "1500"], "{list}");
    }
    for list in ["2024-01", "2024-02"] {
        assert_eq!(ratings(&month, list), ["2283", "2640", "", "", "1500", "1500"], "{list}");
    }
    assert_eq!(ratings(&month, "2024-03"), ["2283", "2640", "", "", "1510", "1490"]);
    for list in ["2022-10", "2024-01", "2024-03"] {
        assert_eq!(manifest(&month, list)["orders"], serde_json::json!([]), "{list}");
    }
}

#[test]
fn each_order_is_explained_for_a_player_with_its_source() {
    let month = history_with_lists("fide");
    let explained = |list: &str, player: &str| in_one_line(&expect_exit(month.path(), &["explain", &month.place(list), player], 0));
    for (list, player, words) in [
        ("2022-10", "1001", &["2283 +349", "standard 2732", TO_STANDARD, "autumn 2022", "D30"][..]),
        ("2024-01", "1003", &["1200", "under the floor of 1400", HOLD, "lists of September 2025"]),
        ("2024-03", "1003", &["1200 +320", RAISE, "FIDE news"]),
        ("2024-03", "1005", &["1500 +10", "1510 +196", RAISE]),
    ] {
        let said = explained(list, player);
        for word in words {
            assert!(said.contains(word), "{list}, {player}: no '{word}' in {said}");
        }
        assert!(said.contains("every number is the one in the tables"), "{said}");
    }
    // Who is not touched has no word of it.
    assert!(!explained("2022-10", "1002").contains(TO_STANDARD) && !explained("2024-03", "1002").contains(RAISE));
}

#[test]
fn summary_plan_and_report_say_what_an_order_did_or_that_none_was_applied() {
    for (orders, list, words) in [
        ("fide", "2022-10", "Orders raise-to-longer-2022-10-01: 1 player"),
        ("none", "2022-10", "Orders none (1 known for this date): orders = \"fide\" would apply it"),
        ("none", "2022-11", ""),
    ] {
        let month = history(orders);
        if list == "2022-11" {
            month.run("2022-10", 0);
        }
        let planned = in_one_line(&expect_exit(month.path(), &["plan", "pipeline.toml", "--list", list], 0));
        let made = in_one_line(&month.run(list, 0));
        let page = std::fs::read_to_string(month.join(&format!("{}/report.html", month.place(list)))).expect("a report");
        if words.is_empty() {
            assert!(!planned.contains("Orders") && !made.contains("Orders") && !page.contains("known for this date"), "{made}");
            continue;
        }
        assert!(planned.contains(words) && made.contains(words), "{words}\n{planned}\n{made}");
        let on_page = if orders == "fide" { "news of federations" } else { "none (1 known for this date)" };
        assert!(page.to_lowercase().contains(on_page), "{on_page} is not on the page");
    }
    let month = history("fide");
    let said = expect_exit(month.path(), &["run", "pipeline.toml", "--list", "2022-10", "--json"], 0);
    let orders = &serde_json::from_str::<Value>(&said.out).expect("JSON")["summary"]["orders"];
    assert_eq!((&orders["applied"][0]["id"], &orders["applied"][0]["players"]), (&TO_STANDARD.into(), &1.into()));
    assert_eq!(orders["known"], serde_json::json!([TO_STANDARD]));
    let source = manifest(&month, "2022-10")["order_sources"][TO_STANDARD].clone();
    assert!(source.as_str().is_some_and(|source| source.contains("autumn 2022")), "{source}");
}

#[test]
fn diff_names_the_order_as_a_cause_with_its_source() {
    let month = history_with_lists("fide");
    let (before, after) = (month.place("2024-02"), month.place("2024-03"));
    let said = expect_exit(month.path(), &["diff", &before, &after, "--json"], 1);
    let told: Value = serde_json::from_str(&said.out).expect("JSON");
    let rows = told["rows"].as_array().expect("rows");
    let cause = |id: u32| rows.iter().find(|row| row["fide_id"] == id && row["field"] == "rating").map(|row| row["causes"].clone());
    let words = |id: u32| -> Option<Vec<Value>> { Some(cause(id)?.as_array()?.iter().map(|cause| cause["cause"].clone()).collect()) };
    assert_eq!((words(1003), words(1005), words(1001)), (Some(vec!["order".into()]), Some(vec!["games".into(), "order".into()]), None));
    assert!(told["notes"].to_string().contains(RAISE) && told["notes"].to_string().contains("FIDE news"), "{}", told["notes"]);
}

#[test]
fn rules_on_a_day_names_edition_and_orders_with_their_sources() {
    let month = Month::of("rapid");
    let said = in_one_line(&expect_exit(month.path(), &["rules", "--on", "2022-10-01", "--control", "rapid"], 0));
    for word in ["rapid-blitz-2022-10", "FIDE Handbook and news, as published", TO_STANDARD, "autumn 2022"] {
        assert!(said.contains(word), "no '{word}' in {said}");
    }
    let ids = |day: &str, control: &str| {
        let said = expect_exit(month.path(), &["rules", "--on", day, "--control", control, "--json"], 0);
        let told: Value = serde_json::from_str(&said.out).expect("JSON");
        let orders = told["orders"].as_array().expect("orders");
        orders.iter().map(|order| order["id"].as_str().expect("an id").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(ids("2022-10-01", "rapid"), [TO_STANDARD]);
    assert_eq!(ids("2022-10-02", "rapid"), [""; 0]);
    assert_eq!(ids("2022-10-01", "standard"), [""; 0]);
    assert_eq!(ids("2024-02-29", "blitz"), [HOLD]);
    assert_eq!(ids("2024-03-01", "blitz"), [RAISE]);
    assert_eq!(ids("2024-03-01", "standard"), [RAISE]);
}

#[test]
fn an_order_that_needs_a_standard_list_stops_the_run_without_one() {
    let month = history("fide");
    month.pipeline(&format!("orders = \"fide\"\n{NO_CHECKS}"));
    let said = month.run("2022-10", 3);
    assert!(said.err.contains(&format!("the order {TO_STANDARD} needs a standard list of 2022-10-01 or before")), "{}", said.err);
    assert!(said.err.contains("hint: "), "{}", said.err);
    assert!(!month.join(&month.place("2022-10")).exists());
    // By the letter nothing is needed.
    month.make("2022-10", &[]);
}

#[test]
fn a_standard_list_that_comes_later_changes_a_list_that_another_stood_in_for() {
    let month = history("fide");
    let late = std::fs::read(month.join("lists/standard/2022-10-01/list.csv")).expect("readable");
    std::fs::remove_dir_all(month.join("lists/standard/2022-10-01")).expect("removed");
    month.put("lists/standard/2022-09-01/list.csv", "fide_id,rating\n1001,2700\n");
    month.run("2022-10", 0);
    assert_eq!(ratings(&month, "2022-10")[0], "2600");
    month.put("lists/standard/2022-10-01/list.csv", late);
    // What was made is proved by what it was made from.
    expect_exit(month.path(), &["verify", &month.place("2022-10"), "--recompute", "--quiet"], 0);
    let said = expect_exit(month.path(), &["regenerate", "pipeline.toml", "--from", "2022-10"], 0);
    assert!(said.out.contains("revised as 2022-10-01.r2"), "{}", said.out);
    let revised = csv_rows(&month.join("lists/rapid/2022-10-01.r2/list.csv"));
    assert_eq!(revised[0]["rating"], "2632");
}

#[test]
fn a_file_of_orders_is_an_input_of_the_lists_that_it_is_applied_to() {
    let order = |below: u32| {
        format!(
            "[[order]]\nid = \"club-raise\"\ntitle = \"Club raise\"\nsource = \"the annual meeting\"\ncontrols = [\"rapid\"]\n\
             from = \"2022-10-01\"\n[order.effect]\nrule = \"raise-below\"\nbelow = {below}\npercent_of_gap = 50\n"
        )
    };
    let month = history("club.toml");
    month.put("club.toml", order(1300));
    month.run("2022-10", 0);
    // 1200 + .5 x 100; nobody else is under 1300.
    assert_eq!(ratings(&month, "2022-10"), ["2283", "2640", "1250", "1399", "1500", "1500"]);
    month.run("2022-11", 0);
    let has_file = |list: &str| manifest(&month, list)["inputs"].as_array().expect("inputs").iter().any(|input| input["role"] == "orders");
    assert!(has_file("2022-10") && !has_file("2022-11"));
    let list = month.place("2022-10");
    expect_exit(month.path(), &["verify", &list, "--recompute", "--quiet"], 0);
    let said = in_one_line(&expect_exit(month.path(), &["explain", &list, "1003"], 0));
    assert!(said.contains("club-raise") && said.contains("the annual meeting"), "{said}");
    month.put("club.toml", order(1400));
    assert!(expect_exit(month.path(), &["verify", &list], 6).err.contains("club.toml (orders) has changed"));
    assert!(month.run("2022-10", 1).err.contains("club.toml (orders) has changed"));
    // A mistake is told with its place; an order of FIDE keeps its id to itself.
    month.put("club.toml", order(0));
    assert!(month.run("2022-10", 2).err.contains("club.toml:1:1: "), "the place of the first order");
    month.put("club.toml", order(1300).replace("club-raise", RAISE));
    assert!(month.run("2022-10", 2).err.contains("an order of FIDE has the id"));
}

#[test]
fn a_list_made_with_orders_is_told_apart_by_the_orders_that_were_applied() {
    let month = history("none");
    month.run("2022-10", 0);
    let before = bytes_below(month.path());
    // A setting that applies nothing to a list makes no other list.
    month.run("2022-11", 0);
    expect_exit(month.path(), &["run", "pipeline.toml", "--list", "2022-11", "--orders", "fide"], 0);
    let said = expect_exit(month.path(), &["run", "pipeline.toml", "--list", "2022-10", "--orders", "fide"], 1);
    assert!(said.err.contains(&format!("orders: {TO_STANDARD} would be applied and was not")), "{}", said.err);
    let after = bytes_below(month.path());
    // The table of all lists has a row more.
    let mut kept = before.iter().filter(|(name, _)| !name.ends_with(store::LISTS_CSV));
    assert!(kept.all(|(name, bytes)| after[name] == *bytes));
}

#[test]
fn a_list_of_0_1_with_the_raise_of_march_2024_was_made_with_orders() {
    let month = Month::of("standard");
    copy(&test_file("store-0.1"), month.path());
    let before = bytes_below(month.path());
    let run = |more: &[&str], code| expect_exit(month.path(), &[&["run", "standard.toml", "--list", "2024-03"], more].concat(), code);
    let said = run(&[], 1);
    assert!(said.err.contains(&format!("orders: {RAISE} was applied")) && said.err.contains("orders = \"fide\""), "{}", said.err);
    assert!(run(&["--orders", "fide"], 0).out.starts_with("nothing to do"));
    assert_eq!(bytes_below(month.path()), before);
    expect_exit(month.path(), &["verify", "lists/standard/2024-03-01", "--recompute", "--quiet"], 0);
    let said = expect_exit(month.path(), &["plan", "standard.toml", "--from", "2024-03"], 0);
    assert!(said.out.contains("would be revised as 2024-03-01.r2: orders: "), "{}", said.out);
    let said = expect_exit(month.path(), &["regenerate", "standard.toml", "--from", "2024-03"], 0);
    assert!(said.out.contains("revised as 2024-03-01.r2: orders: "), "{}", said.out);
    assert!(csv_rows(&month.join("lists/standard/revisions.csv"))[0]["cause"].starts_with("orders: "));
}

#[test]
fn without_orders_is_no_word_any_more() {
    let month = history("none");
    let said = month.make_on("lists/rapid/2022-09-01", "2022-10", &["--without-orders"], 2);
    assert!(said.err.contains("--without-orders"), "{}", said.err);
}
