//! From a federation's file to a list folder, and from there to the next list.

use super::{RAPID, STANDARD, csv_rows, import, imported, one_game, parquet, rows, run_on, shipped, text, with_combined};
use crate::support::{Folder, bytes_below, expect_exit};
use std::io::Write;

#[test]
fn a_combined_list_becomes_a_list_folder_of_one_control() {
    let folder = with_combined();
    let said = import(&folder, &["--control", "rapid", "--date", "2024-01-01"], 0);
    assert!(said.out.starts_with("The rapid list of 2024-01-01 is in lists/2024-01-01\n"), "{}", said.out);
    assert!(said.out.contains("5 read, 0 left out") && said.out.contains("5 known, 4 on the list (0 inactive)"), "{}", said.out);
    assert!(said.err.contains("warning: players_list_foa.txt:4: FED015: "), "{}", said.err);
    let mut names: Vec<String> = bytes_below(&folder.join("lists/2024-01-01")).into_keys().collect();
    names.push("run.json".to_owned());
    names.sort();
    assert_eq!(names, ["datapackage.json", "diagnostics.csv", "list.csv", "list.parquet", "manifest.json", "run.json", "state.parquet"]);
    assert!(folder.join("lists/2024-01-01/run.json").exists());
    assert_eq!(text(folder.join("lists/2024-01-01/list.csv")), RAPID);
    // The state knows the player who has no rating.
    let state = rows(&parquet(&folder.join("lists/2024-01-01/state.parquet")));
    let unrated = state.iter().find(|row| row["fide_id"] == "10000005").expect("known");
    assert_eq!((unrated["name"].as_str(), unrated["rating"].as_str(), unrated["birth_year"].as_str()), ("Dunn, Noah", "", "2012"));
    let reported: Vec<String> = csv_rows(&folder.join("lists/2024-01-01/diagnostics.csv"))
        .iter()
        .map(|row| format!("{}:{}:{} {} {}", row["file"], row["line"], row["column"], row["code"], row["severity"]))
        .collect();
    assert_eq!(
        reported,
        ["players_list_foa.txt:: FED026 note", "players_list_foa.txt:4: FED015 warning", "players_list_foa.txt:5:16 FED024 note"]
    );
}

#[test]
fn the_manifest_of_an_import_names_its_input_and_no_list_before_it() {
    let folder = imported();
    let manifest: serde_json::Value = serde_json::from_str(&text(folder.join("lists/2024-01-01/manifest.json"))).expect("JSON");
    let input = &manifest["inputs"][0];
    assert_eq!((&input["role"], &input["path"]), (&"federation-list".into(), &"players_list_foa.txt".into()));
    assert_eq!(input["sha256"].as_str(), Some(store::sha256_hex(&shipped("players_list_foa.txt")).as_str()));
    assert_eq!((&manifest["control"], &manifest["list"]), (&"rapid".into(), &"2024-01-01".into()));
    assert!(manifest.get("previous").is_none());
    for (count, number) in
        [("rows_read", 5), ("rows_unusable", 0), ("players_known", 5), ("players_listed", 4), ("diagnostics_warnings", 1)]
    {
        assert_eq!(manifest["counts"][count].as_u64(), Some(number), "{count}");
    }
    for output in manifest["outputs"].as_array().expect("a list") {
        let bytes = std::fs::read(folder.join("lists/2024-01-01").join(output["path"].as_str().expect("a name"))).expect("there");
        assert_eq!(output["sha256"].as_str(), Some(store::sha256_hex(&bytes).as_str()));
    }
}

#[test]
fn a_month_is_run_on_an_imported_list_and_on_the_file_itself_alike() {
    let folder = imported();
    one_game(&folder);
    run_on(&folder, "lists/2024-01-01", "made/imported", &[]);
    run_on(&folder, "players_list_foa.txt", "made/direct", &[]);
    let list = text(folder.join("made/imported/list.csv"));
    assert!(list.contains("10000001,\"Castano, Ines\",,WH,\"SI,FI,LSI,SLI,NA,AFM\",ESP,F,,1810,1,20,\n"), "{list}");
    assert!(list.contains("10000002,\"Bjerke, Tuva\",,WGM,FA,NOR,F,1990,1790,1,20,\n"), "{list}");
    assert_eq!(list, text(folder.join("made/direct/list.csv")));
    // The player without a rating is carried on.
    assert!(rows(&parquet(&folder.join("made/imported/state.parquet"))).iter().any(|row| row["fide_id"] == "10000005"));
}

#[test]
fn the_imported_folder_may_have_any_name_that_is_no_other_date() {
    let folder = with_combined();
    let arguments = ["import", "players_list_foa.txt", "--control", "rapid", "--date", "2023-12-01", "--out"];
    expect_exit(folder.path(), &[&arguments[..], &["first"]].concat(), 0);
    let said = expect_exit(folder.path(), &[&arguments[..], &["2024-01-01"]].concat(), 2);
    assert!(said.err.contains("2024-01-01: the folder is named by 2024-01-01, and the list is of 2023-12-01"), "{}", said.err);
    assert!(!folder.join("2024-01-01").exists());
    // Its manifest tells the date, so that a run knows that a month lies between.
    one_game(&folder);
    run_on(&folder, "first", "made", &[]);
    assert!(text(folder.join("made/manifest.json")).contains("\"previous\": \"2023-12-01\""));
}

#[test]
fn of_a_longer_control_the_combined_list_gives_its_own_columns() {
    let folder = with_combined();
    // Somebody whom the rapid list does not have; at standard 10000002 has 2301.
    folder.put("previous.csv", "fide_id,rating,k\n10000001,1800,20\n");
    one_game(&folder);
    run_on(&folder, "previous.csv", "made", &["--longer", "standard=players_list_foa.txt"]);
    let games = rows(&parquet(&folder.join("made/games.parquet")));
    let side = games.iter().find(|row| row["fide_id"] == "10000001").expect("played");
    assert_eq!((side["opponent_rating"].as_str(), side["opponent_rating_from"].as_str()), ("2301", "longer-control"));
}

#[test]
fn month_and_control_may_be_left_out_where_the_file_has_them() {
    let folder = Folder::new();
    folder.put("jan09frl.txt", shipped("jan09frl.txt"));
    folder.put("rapid_jan24frl_xml.xml", shipped("rapid_jan24frl_xml.xml"));
    let said = expect_exit(folder.path(), &["import", "jan09frl.txt", "--control", "standard", "--out", "old"], 0);
    assert!(said.out.starts_with("The standard list of 2009-01-01 is in old\n"), "{}", said.out);
    let expected = "fide_id,name,title,women_title,other_titles,federation,sex,birth_year,rating,games,k,flag\n1000001,\"Bjerke, Tuva\",,WGM,,NOR,F,1990,2301,9,,i\n1000002,\"Aronsdal, Mikkel\",GM,,,NOR,M,1988,2611,12,,\n";
    assert_eq!(text(folder.join("old/list.csv")), expected);
    let said = expect_exit(folder.path(), &["import", "rapid_jan24frl_xml.xml", "--out", "new"], 0);
    assert!(said.out.starts_with("The rapid list of 2024-01-01 is in new\n"), "{}", said.out);
    for (arguments, words) in [
        (&["import", "jan09frl.txt", "--out", "x"][..], "neither its name nor its content tells the control; give --control"),
        (
            &["import", "combined.txt", "--control", "rapid", "--out", "x"],
            "neither its name nor its header tells the month of the list; give --date",
        ),
    ] {
        folder.put("combined.txt", shipped("players_list_foa.txt"));
        let said = expect_exit(folder.path(), arguments, 2);
        assert!(said.err.contains(words), "{}", said.err);
    }
    let arguments = ["import", "jan09frl.txt", "--control", "standard", "--date", "2009-02-01", "--out", "later"];
    let said = expect_exit(folder.path(), &arguments, 0);
    assert!(said.err.contains("FED007: the header says 2009-01, the date that was given 2009-02; 2009-02 is taken"), "{}", said.err);
}

#[test]
fn a_second_import_does_nothing_and_another_file_changes_nothing() {
    let folder = imported();
    let before = bytes_below(folder.path());
    let again = import(&folder, &["--control", "rapid", "--date", "2024-01-01"], 0);
    assert_eq!(again.out, "nothing to do: lists/2024-01-01 is there, and its inputs are the same\n");
    let other = import(&folder, &["--control", "blitz", "--date", "2024-01-01"], 1);
    assert!(other.err.contains("hint: the setting 'control' was 'rapid' and is 'blitz'"), "{}", other.err);
    assert_eq!(bytes_below(folder.path()), before);
}

#[test]
fn zipped_lists_are_imported_and_broken_ones_are_not() {
    let folder = Folder::new();
    let zip = |member: &str, content: &[u8]| {
        let mut bytes = std::io::Cursor::new(Vec::new());
        federation_lists::write_zipped(&mut bytes, member, |out: &mut dyn Write| out.write_all(content)).expect("memory");
        bytes.into_inner()
    };
    let whole = zip("players_list_foa.txt", &shipped("players_list_foa.txt"));
    folder.put("players_list.zip", &whole);
    folder.put("half.zip", &whole[..whole.len() / 2]);
    let xml = shipped("rapid_jan24frl_xml.xml");
    folder.put("cut.xml", &xml[..xml.len() / 2]);
    folder.put("cut.zip", zip("cut.xml", &xml[..xml.len() / 2]));
    folder.put("words.txt", "nothing but words\n");
    let run = |file: &str, code: i32| {
        let arguments = ["import", file, "--control", "standard", "--date", "2024-01-01", "--out", "lists/2024-01-01"];
        expect_exit(folder.path(), &arguments, code)
    };
    for (file, words) in [
        ("half.zip", "half.zip: FED002: the archive cannot be read: "),
        ("cut.xml", "FED004: "),
        ("cut.zip", "FED004: "),
        ("words.txt", "words.txt: FED001: not a list in any layout of the federation"),
        ("nowhere.txt", "nowhere.txt: no such file or folder"),
    ] {
        let said = run(file, 3);
        assert!(said.err.contains(words) && !said.err.contains("panicked"), "{file}: {}", said.err);
        assert!(!folder.join("lists/2024-01-01").exists(), "{file}");
    }
    run("players_list.zip", 0);
    assert_eq!(text(folder.join("lists/2024-01-01/list.csv")), STANDARD);
}

#[test]
fn rows_that_cannot_be_used_are_left_out_or_with_strict_stop_the_import() {
    let folder = Folder::new();
    let good = String::from_utf8(shipped("players_list_foa.txt")).expect("ASCII");
    folder.put("players_list_foa.txt", good.replace("10000004 ", "1000000x "));
    let arguments = ["--control", "rapid", "--date", "2024-01-01"];
    let said = import(&folder, &[&arguments[..], &["--strict"]].concat(), 3);
    assert!(said.err.contains("players_list_foa.txt:2:1: FED010: '1000000x' is not an id; the row is left out"), "{}", said.err);
    assert!(!folder.join("lists/2024-01-01").exists());
    let said = import(&folder, &arguments, 0);
    assert!(said.out.contains("5 read, 1 left out"), "{}", said.out);
    assert_eq!(csv_rows(&folder.join("lists/2024-01-01/list.csv")).len(), 3);
    // The run that builds on the file itself tells it too, and in strict mode refuses it.
    one_game(&folder);
    run_on(&folder, "players_list_foa.txt", "made", &[]);
    assert!(text(folder.join("made/diagnostics.csv")).contains("players_list_foa.txt,2,1,FED010,error,"));
}

#[test]
fn an_import_reports_its_result_as_json() {
    let folder = with_combined();
    let said = import(&folder, &["--control", "blitz", "--date", "2024-01-01", "--json"], 0);
    let reported: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
    assert_eq!(
        (reported["status"].as_str(), reported["control"].as_str(), reported["list"].as_str()),
        (Some("imported"), Some("blitz"), Some("2024-01-01"))
    );
    assert_eq!(reported["counts"]["players_listed"].as_u64(), Some(2));
}

#[test]
fn check_lints_a_federations_list_wherever_it_lies() {
    let folder = with_combined();
    let said = expect_exit(folder.path(), &["check", "players_list_foa.txt"], 0);
    assert_eq!(said.out.matches("FED015").count(), 1, "told once for three controls: {}", said.out);
    let good = String::from_utf8(shipped("players_list_foa.txt")).expect("ASCII");
    // A blitz rating that cannot be.
    folder.put("bad/list.txt", good.replace("1755  0   20", "175x  0   20"));
    for path in ["bad/list.txt", "bad"] {
        let said = expect_exit(folder.path(), &["check", path], 1);
        assert!(said.out.contains("error: bad/list.txt:4:141: FED011: '175x' is not a rating from 0 to 4000"), "{}", said.out);
        assert!(!said.out.contains("TRF"), "{}", said.out);
    }
    folder.put("broken.zip", "PK\x03\x04 and nothing more");
    let said = expect_exit(folder.path(), &["check", "broken.zip"], 1);
    assert!(said.out.contains("broken.zip: FED002: "), "{}", said.out);
}

#[test]
fn d39_several_imported_lists_tell_the_highest_rating_and_what_they_do_not_tell_is_named() {
    let folder = imported();
    one_game(&folder);
    let older = text(folder.join("players_list_foa.txt")).replace("1800  7   20", "1850  7   20");
    folder.put("december.txt", &older);
    expect_exit(folder.path(), &["import", "december.txt", "--out", "lists/2023-12-01", "--control", "rapid", "--date", "2023-12-01"], 0);
    run_on(&folder, "lists/2024-01-01", "made/both", &["--archive", "lists"]);
    run_on(&folder, "lists/2024-01-01", "made/january", &["--archive", "lists/2024-01-01"]);
    let peak = |list: &str| {
        let state = rows(&parquet(&folder.join(list).join("state.parquet")));
        state.iter().find(|row| row["fide_id"] == "10000002").expect("known")["peak"].clone()
    };
    // In January 1800, and 1790 after a loss; in December 1850.
    assert_eq!((peak("made/both").as_str(), peak("made/january").as_str()), ("1850", "1800"));
    for list in ["made/both", "made/january"] {
        let notes = csv_rows(&folder.join(list).join("diagnostics.csv"));
        assert_eq!(notes.iter().filter(|row| row["code"] == "LST014").count(), 1, "{list}: {notes:?}");
    }
}
