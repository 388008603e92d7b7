//! The checks of counts: their values, and both sides of their limits.

use super::{check, check_outcome, eight, run, settings};
use crate::month::Month;
use crate::support::expect_exit;

#[test]
fn every_check_has_its_value_in_the_table_when_it_passes() {
    let folder = eight();
    let said = run(&folder, 0);
    assert_eq!(said.err, "");
    assert!(said.out.contains("\nChecks       11 passed\n"), "{}", said.out);
    for (name, wanted) in [
        ("no_tournaments", "fail true 1 from 1"),
        ("refused_share", "fail true 0 to 25"),
        ("moved_too_far", "fail true 0 to 0"),
        ("highest_rating", "fail true 1810 to 4000"),
        ("totals", "fail true 0 to 0"),
        ("two_places", "warn true 0 to 0"),
        ("names", "warn true 0 to 0"),
        ("handed_in_twice", "warn true 0 to 0"),
        ("same_person", "warn true 0 to 0"),
        ("unknown_rated", "warn true 0 to 0"),
        ("no_federation", "warn true 0 to 0"),
    ] {
        assert_eq!(check_outcome(&folder, "2024-02-01", name), wanted, "{name}");
    }
    assert_eq!(check(&folder, "2024-02-01", "totals")["detail"], "0; 2 read, 2 counted, 0 pooled, 0 left out; limit: at most 0");
}

#[test]
fn a_check_that_is_off_is_not_in_the_table_and_levels_and_limits_are_those_of_the_pipeline_file() {
    let folder = eight();
    settings(&folder, "names = \"off\"\nsame_person = \"fail\"\nsame_person_limit = 7\ntotals = \"warn\"");
    run(&folder, 0);
    let table = std::fs::read_to_string(folder.join("lists/rapid/2024-02-01/checks.csv")).expect("a table");
    assert!(!table.contains("\nnames,"), "{table}");
    assert_eq!(check_outcome(&folder, "2024-02-01", "same_person"), "fail true 0 to 7");
    assert_eq!(check_outcome(&folder, "2024-02-01", "totals"), "warn true 0 to 0");
}

#[test]
fn a_share_is_rounded_up_so_that_the_value_is_above_the_limit_where_the_check_fails() {
    let folder = eight();
    // One of eleven cannot be used: 9.1 %.
    folder.put("tournaments/empty.trf", "");
    super::further_events(&folder, 9);
    settings(&folder, "refused_percent = 9");
    let said = run(&folder, 1);
    assert!(said.err.contains("tournaments refused: 1 of 11, 10 % (limit: at most 9 %): empty"), "{}", said.err);
    assert_eq!(check_outcome(&folder, "2024-02-01.refused", "refused_share"), "fail false 10 to 9");
    settings(&folder, "refused_percent = 10");
    run(&folder, 0);
    assert_eq!(check_outcome(&folder, "2024-02-01", "refused_share"), "fail true 10 to 10");
}

#[test]
fn below_ten_tournaments_there_is_no_share_and_duplicates_do_not_count() {
    let folder = eight();
    folder.put("tournaments/empty.trf", "");
    super::further_events(&folder, 7);
    settings(&folder, "refused_percent = 0");
    run(&folder, 0);
    assert_eq!(check_outcome(&folder, "2024-02-01", "refused_share"), "fail true 0 to 0");
    let detail = super::check(&folder, "2024-02-01", "refused_share")["detail"].clone();
    assert_eq!(detail, "1 of 9, too few to be a share; limit: at most 0 %; empty");

    // A copy of a rated tournament, and two reports with one id: twelve were judged, and none of the refused ones counts.
    let folder = eight();
    super::further_events(&folder, 11);
    super::event("copy", "Bath", "2024-01-06").game(1007, 1008, '1').put(&folder);
    let twin = std::fs::read_to_string(folder.join("tournaments/home.trf")).expect("a report");
    folder.put("tournaments/a/twin.trf", twin.replace("2024/01/06", "2024/01/20"));
    folder.put("tournaments/b/twin.trf", twin.replace("2024/01/06", "2024/01/21"));
    settings(&folder, "refused_percent = 0");
    run(&folder, 0);
    assert_eq!(check_outcome(&folder, "2024-02-01", "refused_share"), "fail true 0 to 0");
}

/// Three quiet months, and then a fourth in which so many players get a first rating: five draws with players of 1800 each.
fn newcomers(count: u32) -> Month {
    let folder = eight();
    settings(&folder, "no_tournaments = \"warn\"\nentrants = \"fail\"");
    for list in ["2024-02", "2024-03", "2024-04"] {
        expect_exit(folder.path(), &["run", "pipeline.toml", "--list", list, "--quiet"], 0);
    }
    let games = (0..count).flat_map(|new| (1..=5).map(move |round| format!("A1,{round},{},{},1/2-1/2", 2001 + new, 1000 + round)));
    // In a team event a player may have several games in one round (D38).
    folder.bundle("tournament_id,start,end,kind", ["A1,2024-04-06,2024-04-07,team"], games);
    let players: String = (0..count).map(|new| format!("{},ENG\n", 2001 + new)).collect();
    folder.put("tournaments/players.csv", format!("fide_id,federation\n{players}"));
    folder
}

#[test]
fn ten_new_players_pass_the_check_and_eleven_after_a_year_without_any_fail_it() {
    let run = ["run", "pipeline.toml", "--list", "2024-05", "--quiet"];
    let folder = newcomers(10);
    expect_exit(folder.path(), &run, 0);
    assert_eq!(check_outcome(&folder, "2024-05-01", "entrants"), "fail true 10 from 0 to 10");
    let folder = newcomers(11);
    let said = expect_exit(folder.path(), &run, 1);
    assert!(said.err.contains("new on the list: 11 (limit: within 100 % of 0, the mean of 3 lists)"), "{}", said.err);
    assert_eq!(check_outcome(&folder, "2024-05-01.refused", "entrants"), "fail false 11 from 0 to 10");
    assert_eq!(check_outcome(&folder, "2024-05-01.refused", "exits"), "warn true 0 from 0 to 10");
}

#[test]
fn a_list_is_verified_by_the_mean_of_the_year_that_was_known_when_it_was_made() {
    let folder = newcomers(10);
    expect_exit(folder.path(), &["run", "pipeline.toml", "--list", "2024-05", "--quiet"], 0);
    // Without the lists of the year nobody could work the mean out again, and nothing in the list rests on it.
    for list in ["2024-02-01", "2024-03-01"] {
        std::fs::rename(folder.join("lists/rapid").join(list), folder.join(list)).expect("moved");
    }
    let again = ["verify", "lists/rapid/2024-05-01", "--recompute"];
    let said = expect_exit(folder.path(), &again, 6);
    assert!(said.err.contains("the chain ends before its beginning"), "{}", said.err);
    for list in ["2024-02-01", "2024-03-01"] {
        std::fs::rename(folder.join(list), folder.join("lists/rapid").join(list)).expect("moved");
    }
    // Other levels and limits now change nothing of what was made then.
    settings(&folder, "entrants = \"off\"\nnames_limit = 5");
    expect_exit(folder.path(), &again, 0);
    let record = std::fs::read_to_string(folder.join("lists/rapid/2024-05-01/run.json")).expect("a record");
    folder.put("lists/rapid/2024-05-01/run.json", record.replace("\"number\": 10,", "\"number\": 9,"));
    expect_exit(folder.path(), &again, 0);
    folder.put("lists/rapid/2024-05-01/run.json", record.replace("\"at_most\": 10,", "\"at_most\": 9,"));
    let said = expect_exit(folder.path(), &again, 6);
    assert!(said.err.contains("checks.csv is not the same"), "{}", said.err);
}
