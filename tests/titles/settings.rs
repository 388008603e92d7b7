//! Whether titles are judged, by which edition, and how strictly: `[titles]` and the flags.

use super::{CHECKS, NORM, Open, PLAYERS, fields, norm_result, one_im};
use crate::month::Month;
use crate::support::{Folder, bytes_below, expect_exit};

const TABLES: [&str; 5] =
    ["norm_results.parquet", "norms.parquet", "title_awards.csv", "title_ratings.parquet", "title_tournaments.parquet"];

fn with_event() -> Month {
    let month = one_im();
    Open::new("E1", "2024-01-10").plays(1, 101, NORM).put(&month);
    month
}

fn tables(month: &Month, list: &str) -> Vec<String> {
    let there = bytes_below(&month.join(list)).into_keys();
    there.filter(|name| TABLES.contains(&name.as_str())).collect()
}

#[test]
fn t42_no_number_of_the_list_depends_on_titles() {
    let (with, without) = (with_event(), with_event());
    let list = with.make("2024-02", &[]);
    without.make("2024-02", &["--no-titles"]);
    assert_eq!(tables(&with, &list), TABLES);
    assert_eq!(tables(&without, &list), [""; 0]);
    let (with_files, without_files) = (bytes_below(&with.join(&list)), bytes_below(&without.join(&list)));
    assert!(with_files["list.csv"] == without_files["list.csv"]);
    // The bytes of Parquet tables name the settings that they were made by.
    let names = ["list", "state", "pool", "games", "changes", "tournaments", "rated_tournaments"].map(|name| format!("{name}.parquet"));
    for name in &names {
        assert_eq!(with.table(&list, name), without.table(&list, name), "{name}");
    }
    // And so on the lists after it, whichever of the two they were made from.
    for month in [&with, &without] {
        Open::new("E2", "2024-02-10").plays(1, 101, "1111111=0").put(month);
    }
    let next = with.make("2024-03", &[]);
    without.make("2024-03", &[]);
    for name in ["list.csv", "state.parquet"] {
        assert_eq!(with.table(&next, name), without.table(&next, name), "{name}");
    }
    // The ledger of the one begins a list later.
    assert_eq!(super::norms(&with, &next, 1), ["GM E1", "GM E2"]);
    assert_eq!(super::norms(&without, &next, 1), ["GM E2"]);
}

#[test]
fn lists_of_other_controls_have_no_tables_of_titles() {
    for control in ["rapid", "blitz"] {
        let month = Month::of(control);
        month.list("2024-01-01", PLAYERS, [super::im(1, 2440), super::im(2, 2440)]);
        month.tournament("T1", "2024-01-13", &["1 1 2 1-0"]);
        let list = month.make("2024-02", &[]);
        assert_eq!(tables(&month, &list), [""; 0], "{control}");
    }
}

#[test]
fn what_is_asked_of_the_titles_of_another_list_is_wrong_usage() {
    let month = Month::of("rapid");
    month.list("2024-01-01", PLAYERS, [super::im(1, 2440), super::im(2, 2440)]);
    month.tournament("T1", "2024-01-13", &["1 1 2 1-0"]);
    for (flag, value) in [("--norms", "norms.csv"), ("--direct", "direct.csv"), ("--titles", "titles-2022")] {
        let said = month.make_on(&month.newest_before("2024-02"), "2024-02", &[flag, value], 2);
        assert!(said.err.contains(&format!("{flag} is for standard lists")) && said.err.contains("this is a rapid list"), "{}", said.err);
    }
    for setting in ["norms = \"norms.csv\"", "direct = \"direct.csv\"", "edition = \"titles-2022\"", "strict = true"] {
        month.pipeline(&format!("\n[titles]\n{setting}\n{CHECKS}"));
        let said = month.run("2024-02", 2);
        assert!(said.err.contains("[titles] is for standard lists"), "{}", said.err);
    }
    month.pipeline(&format!("\n[titles]\njudge = false\n{CHECKS}"));
    month.run("2024-02", 0);
}

#[test]
fn the_settings_of_a_pipeline_do_what_the_flags_do() {
    let unproven = |month: &Month| Open::new("E1", "2024-01-10").with("chief_arbiter_title", "").plays(1, 101, NORM).put(month);
    let made = |settings: &str| {
        let month = one_im();
        unproven(&month);
        month.pipeline(&format!("\n[titles]\n{settings}\n{CHECKS}"));
        month.run("2024-02", 0);
        let list = month.place("2024-02");
        super::expect_verified(&month, &list);
        (month, list)
    };
    let (month, list) = made("judge = false");
    assert_eq!(tables(&month, &list), [""; 0]);
    let (month, list) = made("edition = \"titles-2022\"");
    assert_eq!(fields(&norm_result(&month, &list, 1, "GM"), &["edition", "verdict", "unproven"]), "titles-2022 | norm | 1.15");
    let (month, list) = made("strict = true");
    let event = month.row(&list, "title_tournaments.parquet", "tournament_id", "E1");
    assert_eq!(fields(&event, &["eligible", "failed", "unproven"]), "false | 1.1.5 | ");
    assert_eq!(super::norms(&month, &list, 1), [""; 0]);
    let (month, list) = made("");
    let event = month.row(&list, "title_tournaments.parquet", "tournament_id", "E1");
    assert_eq!(fields(&event, &["edition", "eligible", "failed", "unproven"]), "titles-2024 | true |  | 1.1.5");
    // The flags.
    let month = one_im();
    unproven(&month);
    let list = month.make("2024-02", &["--titles", "titles-2022"]);
    assert_eq!(norm_result(&month, &list, 1, "GM")["edition"], "titles-2022");
    super::expect_verified(&month, &list);
}

#[test]
fn an_edition_or_a_setting_that_is_not_known_is_wrong_usage() {
    let month = with_event();
    let newest = month.newest_before("2024-02");
    let said = month.make_on(&newest, "2024-02", &["--titles", "titles-1999"], 2);
    assert!(said.err.contains("titles-1999") && said.err.contains("titles-2022"), "{}", said.err);
    month.make_on(&newest, "2024-02", &["--titles", "standard-2024"], 2);
    month.make_on(&newest, "2024-02", &["--no-titles", "--titles", "titles-2022"], 2);
    for settings in ["edition = \"titles-1999\"", "judges = true", "strict = \"yes\""] {
        month.pipeline(&format!("\n[titles]\n{settings}\n"));
        month.run("2024-02", 2);
    }
}

#[test]
fn a_list_without_audit_has_no_table_of_results_and_is_made_again_to_the_byte() {
    let month = with_event();
    let list = month.make("2024-02", &["--no-audit"]);
    assert_eq!(tables(&month, &list), TABLES[1..]);
    super::expect_verified(&month, &list);
}

#[test]
fn every_table_of_titles_is_in_the_manifest_and_in_the_data_package() {
    let month = with_event();
    let list = month.make("2024-02", &[]);
    for file in ["manifest.json", "datapackage.json"] {
        let text = std::fs::read_to_string(month.join(&format!("{list}/{file}"))).expect("readable");
        for table in TABLES {
            assert!(text.contains(&format!("\"{table}\"")), "{table} in {file}");
        }
    }
    let folder = Folder::new();
    crate::support::copy(&month.join(&list), &folder.join("2024-02-01"));
    expect_exit(folder.path(), &["verify", "2024-02-01", "--recompute"], 3);
}

#[test]
fn titles_come_out_the_same_with_one_thread_and_many() {
    let (one, many) = (with_event(), with_event());
    let list = one.make("2024-02", &["--threads", "1"]);
    many.make("2024-02", &["--threads", "4"]);
    assert!(bytes_below(&one.join(&list)) == bytes_below(&many.join(&list)));
}

#[test]
fn lists_made_without_titles_stay_as_they_are_and_the_ledger_begins_with_the_next_one() {
    let month = with_event();
    month.pipeline(&format!("\n[titles]\njudge = false\n{CHECKS}"));
    month.run("2024-02", 0);
    month.pipeline(CHECKS);
    let said = expect_exit(month.path(), &["regenerate", "pipeline.toml", "--from", "2024-02"], 0);
    assert!(said.out.contains("nothing is revised"), "{}", said.out);
    Open::new("E2", "2024-02-10").plays(1, 101, "1111111=0").put(&month);
    month.run("2024-03", 0);
    assert_eq!(super::norms(&month, &month.place("2024-03"), 1), ["GM E2"]);
    for list in ["2024-02", "2024-03"] {
        super::expect_verified(&month, &month.place(list));
    }
    // The manifest names the readings of the title regulations where they were used.
    let names_t = |list: &str| {
        let text = std::fs::read_to_string(month.join(&month.place(list)).join("manifest.json")).expect("a manifest");
        let manifest: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        manifest["readings"].as_object().expect("readings").keys().any(|number| number.starts_with('T'))
    };
    assert_eq!(["2024-02", "2024-03"].map(names_t), [false, true]);
}
