//! `regenerate`: what is proved, what is made again, what is revised, and what stops it.

use super::{CHECKS, DRAW, MONTHS, fates, four, four_with_lists, json, make, moved, names, ratings, regenerate, revisions};
use crate::support::{bytes_below, expect_exit};

#[test]
fn without_changes_every_list_is_proved_and_left_alone() {
    let folder = four_with_lists();
    let before = bytes_below(folder.path());
    assert_eq!(regenerate(&folder, &[]), ["2024-02-01 proved", "2024-03-01 proved", "2024-04-01 proved"]);
    let said = expect_exit(folder.path(), &["regenerate", "pipeline.toml"], 0);
    assert!(said.out.contains("All 3 lists are as published"), "{}", said.out);
    assert_eq!(bytes_below(folder.path()), before);
}

#[test]
fn a_corrected_result_revises_its_list_and_every_later_one() {
    let folder = four_with_lists();
    let before = bytes_below(&folder.join("lists"));
    folder.corrections(DRAW);
    assert_eq!(regenerate(&folder, &[]), ["2024-02-01 revised", "2024-03-01 revised", "2024-04-01 revised"]);
    assert_eq!(ratings(&folder, "2024-02-01.r2"), ["1800", "1800", "1800", "1800"]);
    assert_eq!(ratings(&folder, "2024-03-01.r2"), ["1810", "1800", "1790", "1800"]);
    assert_eq!(ratings(&folder, "2024-04-01.r2"), ["1810", "1790", "1790", "1810"]);
    let after = bytes_below(&folder.join("lists"));
    for (name, bytes) in before.iter().filter(|(name, _)| *name != "rapid/lists.csv") {
        assert_eq!(after.get(name), Some(bytes), "{name} was published and stays");
    }
    let columns = ["list", "revision", "known_from", "cause", "corrections", "players_moved", "players_moved_directly"];
    assert_eq!(
        revisions(&folder, &columns),
        [
            "2024-02-01 | 2 | 2024-04-10 | correction C1 | C1 | 2 | 2",
            "2024-03-01 | 2 | 2024-04-10 | the list of 2024-02-01 was revised |  | 2 | 0",
            "2024-04-01 | 2 | 2024-04-10 | the list of 2024-03-01 was revised |  | 2 | 0",
        ]
    );
    let header = "fide_id,before,after,cause,corrections\n";
    assert_eq!(moved(&folder, "2024-02-01.r2"), format!("{header}1001,1810,1800,direct,C1\n1002,1790,1800,direct,C1\n"));
    assert_eq!(moved(&folder, "2024-03-01.r2"), format!("{header}1001,1820,1810,consequence,\n1002,1790,1800,consequence,\n"));
    assert_eq!(moved(&folder, "2024-04-01.r2"), format!("{header}1001,1820,1810,consequence,\n1002,1780,1790,consequence,\n"));
    // A second time there is nothing left to do.
    assert_eq!(regenerate(&folder, &[]), ["2024-02-01 proved", "2024-03-01 proved", "2024-04-01 proved"]);
}

#[test]
fn the_next_list_builds_on_the_newest_revision() {
    let folder = four_with_lists();
    folder.corrections(DRAW);
    regenerate(&folder, &[]);
    folder.tournament("A1", "2024-04-10", &["1 1002 1003 1-0"]);
    make(&folder, &["2024-05"]);
    // Both have 1790 on the revision: 10 each way. On the first version they had 1780 and 1790.
    assert_eq!(ratings(&folder, "2024-05-01"), ["1810", "1800", "1780", "1810"]);
    assert_eq!(names(&folder.join("lists/rapid")).iter().filter(|name| name.starts_with("2024-05")).count(), 1);
}

#[test]
fn a_plan_says_what_regenerating_then_does_and_writes_nothing() {
    let folder = four_with_lists();
    folder.corrections(DRAW);
    let before = bytes_below(folder.path());
    let planned = json(&expect_exit(folder.path(), &["plan", "pipeline.toml", "--from", "2024-02", "--json"], 0));
    assert_eq!(bytes_below(folder.path()), before);
    assert_eq!(names(&folder.join("lists/rapid")), ["2024-01-01", "2024-02-01", "2024-03-01", "2024-04-01"]);
    let done = json(&expect_exit(folder.path(), &["regenerate", "pipeline.toml", "--from", "2024-02", "--json"], 0));
    assert_eq!((fates(&planned), &planned["radius"]), (fates(&done), &done["radius"]));
    // 1001 and 1002 themselves; nobody moves who did not play that game.
    let radius = &planned["radius"];
    assert_eq!((radius["players_moved_directly"].as_u64(), radius["players_moved_in_consequence"].as_u64()), (Some(2), Some(0)));
    assert_eq!(radius["lists_touched"].as_array().map(Vec::len), Some(3));
    let said = expect_exit(folder.path(), &["plan", "pipeline.toml", "--from", "2024-02"], 0);
    assert!(said.out.contains("as published, shown by hashes"), "{}", said.out);
}

#[test]
fn a_range_ends_at_its_last_list_and_later_lists_are_named_as_stale() {
    let folder = four_with_lists();
    folder.corrections(DRAW);
    let said = expect_exit(folder.path(), &["regenerate", "pipeline.toml", "--from", "2024-02", "--to", "2024-02"], 0);
    assert!(said.err.contains("regenerate 2024-03 to 2024-04 too"), "{}", said.err);
    assert_eq!(names(&folder.join("lists/rapid")).iter().filter(|name| name.ends_with(".r2")).collect::<Vec<_>>(), ["2024-02-01.r2"]);
    // The rest later: what caused it is still known.
    assert_eq!(regenerate(&folder, &["--from", "2024-03"]), ["2024-03-01 revised", "2024-04-01 revised"]);
    assert_eq!(revisions(&folder, &["list", "known_from"])[1..], ["2024-03-01 | 2024-04-10", "2024-04-01 | 2024-04-10"]);
    assert_eq!(ratings(&folder, "2024-04-01.r2"), ["1810", "1790", "1790", "1810"]);
}

#[test]
fn a_store_with_a_first_list_alone_gets_every_list() {
    let (made, regenerated) = (four_with_lists(), four());
    assert_eq!(
        regenerate(&regenerated, &["--from", "2024-02", "--to", "2024-04"]),
        ["2024-02-01 made", "2024-03-01 made", "2024-04-01 made"]
    );
    assert_eq!(bytes_below(&regenerated.join("lists")), bytes_below(&made.join("lists")));
}

#[test]
fn a_correction_in_the_last_month_leaves_the_months_before_it_uncomputed() {
    let folder = four_with_lists();
    folder.corrections("C1,2024-04-10,arbiter,wrong result,M1,1,1004,1002,result,1-0,0-1\n");
    assert_eq!(regenerate(&folder, &[]), ["2024-02-01 proved", "2024-03-01 proved", "2024-04-01 revised"]);
    // 1002 won as the lower rated: 20 x 0.51 = 10.2.
    assert_eq!(ratings(&folder, "2024-04-01.r2"), ["1820", "1800", "1790", "1790"]);
}

#[test]
fn tournaments_submitted_later_for_later_lists_revise_nothing() {
    let folder = four_with_lists();
    folder.tournament("A1", "2024-04-10", &["1 1002 1003 1-0"]);
    let fates = regenerate(&folder, &[]);
    assert!(fates.iter().all(|fate| fate.ends_with("same") || fate.ends_with("proved")), "{fates:?}");
    assert_eq!(names(&folder.join("lists/rapid")), ["2024-01-01", "2024-02-01", "2024-03-01", "2024-04-01"]);
}

#[test]
fn a_tournament_found_later_for_an_earlier_list_revises_it_and_is_named() {
    let folder = four_with_lists();
    folder.tournament("X1", "2024-02-20", &["1 1003 1004 0-1"]);
    assert_eq!(regenerate(&folder, &[])[1..], ["2024-03-01 revised", "2024-04-01 revised"]);
    let revision = &revisions(&folder, &["list", "cause", "known_from", "players_moved_directly"])[0];
    assert_eq!(revision, "2024-03-01 | new report X1 |  | 2");
}

#[test]
fn impossible_ranges_are_refused() {
    let folder = four_with_lists();
    let said = expect_exit(folder.path(), &["regenerate", "pipeline.toml", "--from", "2024-01"], 4);
    assert!(said.err.contains("no list before 2024-01-01"), "{}", said.err);
    expect_exit(folder.path(), &["regenerate", "pipeline.toml", "--from", "2023-06"], 4);
    let said = expect_exit(folder.path(), &["regenerate", "pipeline.toml", "--from", "2024-03", "--to", "2024-02"], 2);
    assert!(said.err.contains("--from 2024-03 is after --to 2024-02"), "{}", said.err);
}

#[test]
fn a_list_that_fails_a_check_stops_the_rest_and_leaves_what_was_made() {
    let folder = four_with_lists();
    folder.corrections(&format!("{DRAW}C2,2024-04-11,arbiter,never played,F1,,,,withdrawn,false,true\n"));
    // Then March has no tournament at all.
    folder.pipeline(&CHECKS.replace("no_tournaments = \"warn\"", "no_tournaments = \"fail\""));
    let said = expect_exit(folder.path(), &["regenerate", "pipeline.toml"], 1);
    assert!(said.err.contains("publication refused"), "{}", said.err);
    let made: Vec<String> = names(&folder.join("lists/rapid")).into_iter().filter(|name| name.contains(".r")).collect();
    assert_eq!(made, ["2024-02-01.r2", "2024-03-01.refused"]);
    assert_eq!(revisions(&folder, &["list"]), ["2024-02-01"]);
    // Without the second correction it goes on from there, and nothing is left of what was refused.
    folder.corrections(DRAW);
    assert_eq!(regenerate(&folder, &[]), ["2024-02-01 proved", "2024-03-01 revised", "2024-04-01 revised"]);
    assert!(!names(&folder.join("lists/rapid")).iter().any(|name| name.ends_with(".refused")));
}

#[test]
fn a_list_made_without_some_of_its_files_is_made_again_without_them() {
    let folder = four();
    for month in MONTHS {
        expect_exit(folder.path(), &["run", "pipeline.toml", "--list", month, "--formats", "parquet", "--no-audit", "--quiet"], 0);
    }
    assert_eq!(regenerate(&folder, &[]), ["2024-02-01 proved", "2024-03-01 proved", "2024-04-01 proved"]);
    folder.corrections(DRAW);
    regenerate(&folder, &[]);
    assert_eq!(names(&folder.join("lists/rapid/2024-04-01.r2")), names(&folder.join("lists/rapid/2024-04-01")));
    assert_eq!(ratings(&folder, "2024-04-01.r2"), ["1810", "1790", "1790", "1810"]);
}

#[test]
fn a_correction_that_changes_no_list_is_reported() {
    let folder = four_with_lists();
    folder.corrections("C7,2024-04-10,arbiter,wrong result,NOPE,1,1001,1002,result,1-0,1/2-1/2\n");
    let said = expect_exit(folder.path(), &["regenerate", "pipeline.toml"], 1);
    assert!(said.err.contains("correction C7 changes nothing so far: no list has rated a tournament 'NOPE'"), "{}", said.err);
    // One of a list before the range names that list.
    folder.corrections(DRAW);
    let said = expect_exit(folder.path(), &["regenerate", "pipeline.toml", "--from", "2024-03"], 0);
    assert!(said.err.contains("correction C1 is not in the list of 2024-02-01, which rated J1: regenerate from 2024-02"), "{}", said.err);
    let said = expect_exit(folder.path(), &["regenerate", "pipeline.toml"], 0);
    assert!(!said.err.contains("correction C1"), "{}", said.err);
}
