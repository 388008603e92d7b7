//! Output streams: data on stdout, everything else on stderr, and no progress bars or colours without a terminal.

use super::{club, exits, output, program};
use crate::support::Folder;
use serde_json::Value;
use std::process::Stdio;

const PLAN: [&str; 4] = ["plan", "pipeline.toml", "--list", "2024-02"];
const RUN: [&str; 4] = ["run", "pipeline.toml", "--list", "2024-02"];

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn a_run_reports_its_result_as_json() {
    let folder = club();
    let reported = json(&exits(folder.path(), &[&RUN[..], &["--json"]].concat(), 0).out);
    assert_eq!((reported["status"].as_str(), reported["folder"].as_str()), (Some("published"), Some("lists/rapid/2024-02-01")));
    let summary = &reported["summary"];
    assert_eq!(
        (summary["control"].as_str(), summary["list"].as_str(), summary["previous"].as_str()),
        (Some("rapid"), Some("2024-02-01"), Some("2024-01-01"))
    );
    assert_eq!(summary["tournament_editions"], serde_json::json!(["rapid-blitz-2022-10", "rapid-blitz-2024"]));
    // 6 games in the club, 2 in the evening, 1 at new year, 1 each in the open and the sprint.
    for (count, number) in [
        ("tournaments_rated", 3),
        ("tournaments_waiting", 1),
        ("tournaments_refused", 1),
        ("games_read", 11),
        ("sides_read", 22),
        ("sides_counted", 18),
        ("sides_left_out", 4),
        ("sides_pooled", 0),
        ("players_listed", 5),
        ("entrants", 1),
        ("exits", 0),
    ] {
        assert_eq!(summary["counts"][count].as_u64(), Some(number), "{count}");
    }
    let open = summary["not_rated"].as_array().expect("a list").iter().find(|t| t["tournament_id"] == "C2404").expect("the open");
    assert_eq!(
        (open["status"].as_str(), open["reason"].as_str(), open["article"].as_str()),
        (Some("waiting"), Some("not-closed"), Some("6.1.3"))
    );
}

#[test]
fn a_plan_in_json_has_the_summary_of_the_run() {
    let folder = club();
    let planned = json(&exits(folder.path(), &[&PLAN[..], &["--json"]].concat(), 0).out);
    let run = json(&exits(folder.path(), &[&RUN[..], &["--json"]].concat(), 0).out);
    assert_eq!(planned["status"], "planned");
    assert_eq!(planned["summary"], run["summary"]);
}

#[test]
fn rules_are_printed_as_json() {
    let folder = Folder::new();
    let ask = |arguments: &[&str]| json(&exits(folder.path(), &[&["rules", "--json"], arguments].concat(), 0).out);
    assert_eq!(ask(&["--on", "2024-02-01", "--control", "rapid"])["editions"][0]["edition"], "rapid-blitz-2024");
    assert!(ask(&["--on", "2015-01-01"])["editions"][0]["edition"].is_null());
    assert_eq!(ask(&["rapid-blitz-2024"])["id"], "rapid-blitz-2024");
    let compared = ask(&["standard-2022", "--compare", "standard-2024"]);
    let floor = compared["differences"]
        .as_array()
        .expect("a list")
        .iter()
        .find(|d| d["section"] == "floor" && d["key"] == "rating")
        .expect("the floor");
    assert_eq!((&floor["left"]["value"], &floor["right"]["value"]), (&Value::from("1000"), &Value::from("1400")));
    assert_eq!((&floor["left"]["article"], &floor["right"]["article"]), (&Value::from("7.12"), &Value::from("7.1.2")));
    assert_eq!(ask(&[])["editions"].as_array().expect("a list").len(), 10);
}

#[test]
fn editions_for_titles_are_chosen_by_date_and_compared_and_their_grades_are_shown() {
    let folder = Folder::new();
    let ask = |arguments: &[&str]| json(&exits(folder.path(), &[&["rules", "--json"], arguments].concat(), 0).out);
    let on = |day: &str| ask(&["--on", day])["titles"]["edition"].clone();
    assert_eq!(
        ["2021-12-31", "2022-01-01", "2022-12-31", "2023-01-01", "2023-12-31", "2024-01-01"].map(on),
        [Value::Null, "titles-2022".into(), "titles-2022".into(), Value::Null, Value::Null, "titles-2024".into(),]
    );
    let gap = &ask(&[])["title_coverage"][1];
    assert_eq!((&gap["edition"], &gap["from"], &gap["until"]), (&Value::Null, &"2023-01-01".into(), &"2023-12-31".into()));
    let compared = ask(&["titles-2022", "--compare", "titles-2024"]);
    let differences = compared["differences"].as_array().expect("a list");
    let unrated = differences.iter().find(|d| d["key"] == "unrated_count_as").expect("1.46d");
    assert_eq!((&unrated["left"]["value"], &unrated["right"]["value"]), (&"1000".into(), &"1400".into()));
    assert_eq!((&unrated["left"]["article"], &unrated["right"]["article"]), (&"1.46d".into(), &"1.4.6d".into()));
    let grades = |edition: &str| ask(&[edition])["grades"].as_array().expect("a list").len();
    assert_eq!((grades("titles-2022"), grades("titles-2024") > 5), (0, true));
    let text = exits(folder.path(), &["rules", "titles-2024"], 0).out;
    assert!(text.contains("1.4.1f   noted") && text.contains("0.6.2    transcribed") && text.contains("1.4.2e   announced"), "{text}");
}

#[test]
fn a_reading_is_printed_with_its_example_and_one_that_is_gone_says_where_it_went() {
    let folder = club();
    let said = exits(folder.path(), &["rules", "d45"], 0);
    assert!(
        said.out.starts_with("D45\nA pool gives a rating only if there is half a point in it") && said.out.contains("\nExample "),
        "{}",
        said.out
    );
    assert!(exits(folder.path(), &["rules", "R17"], 2).err.contains("it is in D36"));
    assert!(exits(folder.path(), &["rules", "D99"], 2).err.contains("there is no reading 'D99'; known are D1, D2"));
}

#[test]
fn rules_of_one_control_are_of_that_control_in_json_too() {
    let reported = json(&exits(Folder::new().path(), &["rules", "--json", "--control", "rapid"], 0).out);
    for edition in reported["editions"].as_array().expect("a list") {
        assert!(edition["controls"].as_array().expect("a list").contains(&"rapid".into()), "{edition}");
    }
}

#[test]
fn a_check_in_json_is_one_object_a_line() {
    let folder = Folder::new();
    folder.put("bad.trf", std::fs::read(crate::support::test_file("cli/bad.trf")).expect("there"));
    let said = exits(folder.path(), &["check", "--json", "bad.trf"], 1);
    let found: Vec<Value> = said.out.lines().map(json).collect();
    assert!(found.iter().any(|d| d["code"] == "TRF010" && d["line"] == 2 && d["column"] == 5 && d["severity"] == "error"), "{}", said.out);
    assert_eq!(said.err, "");
}

#[test]
fn quiet_says_nothing_unless_something_is_wrong() {
    let folder = club();
    for arguments in [
        &PLAN[..],
        &RUN,
        &RUN,
        &["check", "tournaments.csv"],
        &["demo", "world", "--players", "100", "--months", "1", "--tournaments", "2"],
    ] {
        let said = exits(folder.path(), &[arguments, &["--quiet"]].concat(), 0);
        assert_eq!((said.out.as_str(), said.err.as_str()), ("", ""), "{arguments:?}");
    }
    let said = exits(folder.path(), &["run", "nowhere.toml", "--quiet"], 2);
    assert!(said.err.starts_with("error: nowhere.toml: "), "{}", said.err);
}

#[test]
fn verbose_prints_the_stages_on_stderr() {
    let folder = club();
    let said = exits(folder.path(), &[&RUN[..], &["--verbose"]].concat(), 0);
    for stage in ["previous list", "tournaments", "assembly", "rating", "writing"] {
        assert!(said.err.contains(&format!("stage=\"{stage}\"")), "{stage}: {}", said.err);
    }
    assert!(said.out.starts_with("The rapid list of 2024-02-01 is in "));
}

#[test]
fn every_line_of_a_json_log_is_json() {
    let folder = club();
    folder.put("bad.trf", std::fs::read(crate::support::test_file("cli/bad.trf")).expect("there"));
    folder.put("newest/list.csv", "fide_id,rating\n100101,2000\n100101,2001\n");
    for (arguments, code) in [
        (&PLAN[..], 0),
        (&RUN, 0),
        (&RUN, 0),
        (&["run", "pipeline.toml", "--list", "2024-02", "--formats", "csv"], 1),
        (&["run", "pipeline.toml", "--list", "2024-03", "--strict"], 3),
        (&["run", "nowhere.toml"], 2),
        (&["run", "--control", "rapid", "--list", "2024-02", "--previous", "newest", "--tournaments", "tournaments", "--out", "out"], 3),
        (&["rules", "--on", "2015-01-01", "--control", "standard"], 4),
        (&["check", "bad.trf", "nowhere"], 3),
        (&["demo", "world", "--players", "100", "--months", "1", "--tournaments", "2"], 0),
    ] {
        let said = exits(folder.path(), &[arguments, &["--log-format", "json"]].concat(), code);
        for line in said.err.lines() {
            let line = json(line);
            assert!(line["level"].is_string() && line["message"].is_string() && line["timestamp"].is_string(), "{line}");
        }
        if code > 1 {
            assert!(
                said.err.contains("\"level\":\"ERROR\"") && said.err.contains(&format!("\"exit_code\":{code}")),
                "{arguments:?}: {}",
                said.err
            );
        }
    }
}

#[test]
fn a_warning_is_a_warning_in_the_json_log() {
    let folder = club();
    std::fs::remove_dir_all(folder.join("tournaments")).expect("removed");
    std::fs::create_dir(folder.join("tournaments")).expect("made");
    let list =
        ["--control", "rapid", "--list", "2024-02", "--previous", "lists/rapid/2024-01-01", "--tournaments", "tournaments", "--out", "out"];
    let said = exits(folder.path(), &[&["run", "--log-format", "json"], &list[..]].concat(), 0);
    let warning = said
        .err
        .lines()
        .map(json)
        .find(|line| line["message"].as_str().is_some_and(|m| m.contains("tournaments rated: 0")))
        .expect("told of");
    assert_eq!(warning["level"], "WARN");
}

#[test]
fn without_a_terminal_there_are_no_bars_and_no_colours() {
    let folder = club();
    for arguments in [
        &PLAN[..],
        &RUN,
        &["run", "--verbose", "pipeline.toml"],
        &["run", "nowhere.toml"],
        &["run", "--nonsense"],
        &["--help"],
        &["check", "tournaments"],
    ] {
        let done = output(folder.path(), arguments);
        for bytes in [&done.stdout, &done.stderr] {
            assert!(!bytes.contains(&0x1b) && !bytes.contains(&b'\r'), "{arguments:?}: {}", String::from_utf8_lossy(bytes));
        }
    }
}

#[test]
fn a_reader_of_stdout_that_stops_early_causes_no_error() {
    let folder = club();
    for arguments in [&["rules", "rapid-blitz-2024"][..], &PLAN, &RUN, &["check", "tournaments.csv"], &["--help"]] {
        let mut child =
            program(folder.path(), arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
        drop(child.stdout.take());
        let done = child.wait_with_output().expect("it ends");
        assert_eq!(done.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
        assert!(!String::from_utf8_lossy(&done.stderr).contains("panicked"), "{arguments:?}");
    }
    assert!(folder.join("lists/rapid/2024-02-01/list.csv").exists());
}

#[test]
fn a_clean_check_and_one_with_warnings_are_fine_and_one_with_errors_is_not() {
    let folder = club();
    folder.put("warned.csv", "fide_id,rating,shoe_size\n100101,2000,43\n");
    folder.put("twice.csv", "fide_id,rating\n100101,2000\n100101,2001\n");
    for clean in ["tournaments/club.trf", "tournaments.csv", "lists/rapid/2024-01-01", "lists/rapid/2024-01-01/list.csv", "lists"] {
        let said = exits(folder.path(), &["check", clean], 0);
        assert!(!said.out.contains("error"), "{clean}: {}", said.out);
    }
    let said = exits(folder.path(), &["check", "warned.csv"], 0);
    assert!(said.out.contains("warning: warned.csv:1:16: LST007: "), "{}", said.out);
    assert_eq!(said.err, "1 warning\n");
    let said = exits(folder.path(), &["check", "warned.csv", "twice.csv", "tournaments/club.trf"], 1);
    assert!(said.out.contains("error: twice.csv:3:1: LST005: "), "{}", said.out);
    // Three of the report's rated players are not on the list beside it.
    assert_eq!((said.out.matches("PLY003").count(), said.err.as_str()), (3, "1 error, 4 warnings\n"));
}

#[test]
fn a_check_reads_made_lists_and_bundles() {
    let folder = club();
    exits(folder.path(), &RUN, 0);
    for list in ["lists/rapid/2024-02-01", "lists/rapid/2024-02-01/list.parquet", "lists/rapid/2024-02-01/state.parquet"] {
        assert_eq!(exits(folder.path(), &["check", list], 0).err, "no problems\n");
    }
    folder.put("bundle/tournaments.csv", "tournament_id,start,end,control\nB1,2024-01-06,2024-01-06,rapid\n");
    folder.put("bundle/games.csv", "tournament_id,round,white,black,result\nB1,1,100101,100102,1-0\n");
    assert_eq!(exits(folder.path(), &["check", "bundle"], 0).err, "no problems\n");
    folder.put("bundle/games.csv", "tournament_id,round,white,black,result\nB1,1,100101,100102,2-0\n");
    let said = exits(folder.path(), &["check", "bundle"], 1);
    assert!(said.out.contains("bundle/games.csv:2") && said.out.contains(" BUN005: '2-0' is no result"), "{}", said.out);
}

#[test]
fn a_check_reads_online_games() {
    let folder = Folder::new();
    let header = "game_id,white,black,result,ended_at";
    folder.put("arena/online_games.csv", format!("{header}\n1,100101,100102,1-0,2013-11-05T18:30:00Z\n"));
    assert_eq!(exits(folder.path(), &["check", "arena"], 0).err, "no problems\n");
    folder.put("arena/online_games.csv", format!("{header}\n1,100101,100102,1-0,2013-11-05T18:30:00\n"));
    for path in ["arena", "arena/online_games.csv"] {
        let said = exits(folder.path(), &["check", path], 1);
        assert!(said.out.contains("arena/online_games.csv:2:21: BUN014: "), "{}", said.out);
    }
}

#[test]
fn a_check_of_a_folder_looks_at_the_lists_in_it() {
    let folder = Folder::new();
    folder.put("lists/2024-01-01/list.csv", "fide_id,rating\n100101,2000\n100101,2001\n");
    let said = exits(folder.path(), &["check", "lists"], 1);
    assert!(said.out.contains("2024-01-01/list.csv:3:1: LST005: "), "{}", said.out);
}

#[test]
fn a_check_of_a_list_folder_looks_at_every_form_of_the_list() {
    let folder = club();
    exits(folder.path(), &RUN, 0);
    folder.put("lists/rapid/2024-02-01/list.csv", "fide_id,rating\n100101,2000\n100101,2001\n");
    let said = exits(folder.path(), &["check", "lists/rapid/2024-02-01"], 1);
    assert!(said.out.contains("list.csv:3:1: LST005: "), "{}", said.out);
}

#[test]
fn a_check_of_a_missing_file_does_not_say_no_problems() {
    let said = exits(Folder::new().path(), &["check", "nowhere.trf"], 3);
    assert!(said.err.contains("error: nowhere.trf: there is no such file or folder"), "{}", said.err);
    assert!(!said.err.contains("no problems"), "{}", said.err);
}

#[test]
fn every_wrong_value_of_a_table_is_reported_with_line_and_column() {
    let folder = Folder::new();
    folder.put("rating.csv", "fide_id,rating\n100101,99999\n");
    folder.put("id.csv", "name,fide_id,rating\nAdams,-5,2000\n");
    folder.put("bundle/tournaments.csv", "tournament_id,start,end\nB1,2024-01-06,2024-01-06\n");
    folder.put("bundle/games.csv", "tournament_id,round,white,black,result\nB1,1,100101,100102,2-0\n");
    for (path, place) in
        [("rating.csv", "rating.csv:2:8: LST006: "), ("id.csv", "id.csv:2:7: LST004: "), ("bundle", "bundle/games.csv:2:20: BUN005: ")]
    {
        let said = exits(folder.path(), &["check", path], 1);
        assert!(said.out.contains(place), "{place}: {}", said.out);
    }
}
