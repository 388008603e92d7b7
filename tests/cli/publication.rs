//! What a run writes, and what it leaves alone.

use super::{FEBRUARY, by_flags, club, exits, names};
use crate::support::{Folder, bytes_below, parquet, rows};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use store::sha256_hex;

const RUN: [&str; 4] = ["run", "pipeline.toml", "--list", "2024-02"];
const MADE: &str = "lists/rapid/2024-02-01";

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn manifest(folder: &Path) -> Value {
    serde_json::from_str(&read(&folder.join("manifest.json"))).expect("JSON")
}

/// One field of every entry under a key of the manifest.
fn every(manifest: &Value, key: &str, field: &str) -> Vec<String> {
    manifest[key].as_array().expect("an array").iter().map(|entry| entry[field].as_str().expect("text").to_owned()).collect()
}

#[test]
fn a_pipeline_file_makes_the_next_list_and_then_the_one_after_it() {
    let folder = club();
    let said = exits(folder.path(), &["run", "pipeline.toml"], 0);
    assert_eq!(said.err, "");
    assert_eq!(names(&folder.join("lists/rapid")), ["2023-12-01", "2024-01-01", "2024-02-01", "lists.csv"]);
    assert_eq!(read(&folder.join(MADE).join("list.csv")), FEBRUARY);
    exits(folder.path(), &["run", "pipeline.toml"], 0);
    assert_eq!(names(&folder.join("lists/rapid")), ["2023-12-01", "2024-01-01", "2024-02-01", "2024-03-01", "lists.csv"]);
    // The open that waited began on 29 January, so its ratings are 2000 and 1900: 36 hundredths, 7.2 points, added to 1997 and 1882.
    let march = read(&folder.join("lists/rapid/2024-03-01/list.csv"));
    assert!(march.contains("100101,\"Adams, Ann\",,,,ENG,F,1980,2004,1,20,\n"), "{march}");
    assert!(march.contains("100102,\"Brown, Bob\",,,,ENG,M,1981,1875,1,20,\n"), "{march}");
    assert!(march.contains("100105,\"Evans, Ed\",,,,ENG,M,1990,1728,0,40,\n"), "{march}");
}

#[test]
fn a_list_is_made_from_flags_with_a_folder_of_nothing_but_a_list_csv_as_the_previous_list() {
    let folder = club();
    let arguments = by_flags(&folder, "out/made");
    assert_eq!(names(&folder.join("newest")), ["list.csv"]);
    exits(folder.path(), &arguments, 0);
    assert_eq!(read(&folder.join("out/made/list.csv")), FEBRUARY);
    assert_eq!(names(&folder.join("out")), ["made"]);
}

#[test]
fn the_previous_list_may_be_a_file_and_then_a_date_is_needed_only_if_it_is_not_of_the_month_before() {
    let folder = club();
    std::fs::copy(folder.join("lists/rapid/2024-01-01/list.csv"), folder.join("previous.csv")).expect("copied");
    let start = ["run", "--control", "rapid", "--list", "2024-02", "--previous", "previous.csv", "--tournaments", "tournaments", "--out"];
    let made = |out: &str, more: &[&str]| {
        exits(folder.path(), &[&start[..], &[out], more].concat(), 0);
        manifest(&folder.join(out))["previous"].as_str().expect("a date").to_owned()
    };
    assert_eq!(made("a", &[]), "2024-01-01");
    assert_eq!(made("b", &["--previous-date", "2023-12-01"]), "2023-12-01");
}

#[test]
fn a_second_run_with_the_same_inputs_does_nothing_and_says_so() {
    let folder = club();
    exits(folder.path(), &RUN, 0);
    let (before, run_json) = (bytes_below(folder.path()), read(&folder.join(MADE).join("run.json")));
    let said = exits(folder.path(), &RUN, 0);
    assert_eq!(said.out, "nothing to do: lists/rapid/2024-02-01 is there, and its inputs are the same\n");
    assert_eq!(bytes_below(folder.path()), before);
    assert_eq!(read(&folder.join(MADE).join("run.json")), run_json);
    let said = exits(folder.path(), &[&RUN[..], &["--json"]].concat(), 0);
    assert_eq!(serde_json::from_str::<Value>(&said.out).expect("JSON")["status"], "nothing-to-do");
}

#[test]
fn a_run_with_other_inputs_changes_nothing_and_gives_a_hint() {
    let folder = club();
    exits(folder.path(), &RUN, 0);
    let report = read(&folder.join("tournaments/club.trf"));
    folder.put("tournaments/club.trf", report.replace("Green, Gus", "Grey, Gil"));
    let before = bytes_below(folder.path());
    let said = exits(folder.path(), &RUN, 0);
    assert!(said.out.contains("the input club.trf (tournaments) has changed, and"), "a name moves no number: {}", said.out);
    assert_eq!(bytes_below(folder.path()), before);
    folder.put("tournaments/club.trf", report.replace(" w 1", " w 0").replace(" b 0", " b 1"));
    let before = bytes_below(folder.path());
    let said = exits(folder.path(), &RUN, 1);
    assert!(said.err.starts_with("error: lists/rapid/2024-02-01 is there already, made from other inputs"), "{}", said.err);
    assert!(said.err.contains("\nhint: the input club.trf (tournaments) has changed"), "{}", said.err);
    assert_eq!(said.out, "");
    assert_eq!(bytes_below(folder.path()), before);
}

#[test]
fn other_settings_are_other_inputs() {
    let folder = club();
    exits(folder.path(), &RUN, 0);
    let before = bytes_below(folder.path());
    let said = exits(folder.path(), &[&RUN[..], &["--formats", "csv"]].concat(), 1);
    assert!(said.err.contains("hint: the setting 'formats' was 'csv,parquet' and is 'csv'"), "{}", said.err);
    assert_eq!(bytes_below(folder.path()), before);
}

#[test]
fn a_plan_writes_nothing() {
    let folder = club();
    let before = bytes_below(folder.path());
    exits(folder.path(), &["plan", "pipeline.toml", "--list", "2024-02"], 0);
    exits(folder.path(), &["plan", "pipeline.toml"], 0);
    assert_eq!(bytes_below(folder.path()), before);
}

#[test]
fn a_refused_publication_leaves_nothing_but_a_folder_for_inspection() {
    let folder = club();
    folder.put("pipeline.toml", read(&folder.join("pipeline.toml")) + "names = \"fail\"\n");
    folder.put("tournaments/club.trf", read(&folder.join("tournaments/club.trf")).replace("Brown, Bob", "Novak, Ivo"));
    let before = bytes_below(folder.path());
    let said = exits(folder.path(), &RUN, 1);
    assert!(said.err.contains("publication refused: entries with a name that is not the id's: 1 (limit: at most 0)"), "{}", said.err);
    assert_eq!(names(&folder.join("lists/rapid")), ["2023-12-01", "2024-01-01", "2024-02-01.refused"]);
    let mut after = bytes_below(folder.path());
    after.retain(|name, _| !name.contains(".refused/"));
    assert!(after == before, "something else was written or changed");
}

#[test]
fn one_bad_report_does_not_stop_the_month() {
    let folder = club();
    folder.put("tournaments/broken.trf", "this is no report\n");
    exits(folder.path(), &RUN, 0);
    assert_eq!(read(&folder.join(MADE).join("list.csv")), FEBRUARY);
    let judged = rows(&parquet(&folder.join(MADE).join("tournaments.parquet")));
    let broken = judged.iter().find(|row| row["tournament_id"] == "broken").expect("told of");
    assert_eq!((broken["status"].as_str(), broken["reason"].as_str()), ("refused", "unusable-report"));
    assert!(read(&folder.join(MADE).join("diagnostics.csv")).contains("broken.trf,1,,TRF003,error,"));
}

#[test]
fn strict_makes_a_bad_report_stop_the_month() {
    let folder = club();
    std::fs::remove_file(folder.join("tournaments/sprint.trf")).expect("removed");
    let full = "tournament_id,file,start,end,registered,received\n\
                C2400,tournaments/new-year.trf,2023-12-30,2024-01-02,2023-12-01,2024-01-03\n\
                C2401,tournaments/club.trf,,,2024-01-01,2024-01-14\n\
                C2402,tournaments/evening.trf,,,2024-01-01,2024-01-21\n\
                C2404,tournaments/open.trf,,,2024-01-01,2024-01-31\n";
    folder.put("tournaments.csv", full);
    let strict = [&RUN[..], &["--strict"]].concat();
    folder.put("tournaments/broken.trf", "this is no report\n");
    let said = exits(folder.path(), &strict, 3);
    assert!(said.err.contains("broken.trf:1: TRF003: the report has no usable player line"), "{}", said.err);
    assert!(!said.err.contains("club.trf"), "the others are fine: {}", said.err);
    assert_eq!(names(&folder.join("lists/rapid")), ["2023-12-01", "2024-01-01"]);
    // Nothing bad, and every fact given: published.
    std::fs::remove_file(folder.join("tournaments/broken.trf")).expect("removed");
    exits(folder.path(), &strict, 0);
    assert_eq!(read(&folder.join(MADE).join("list.csv")), FEBRUARY);
}

#[test]
fn exactly_the_files_asked_for_are_written() {
    let carried = [
        "checks.csv",
        "datapackage.json",
        "delisted.csv",
        "diagnostics.csv",
        "manifest.json",
        "pool.parquet",
        "rated_tournaments.parquet",
        "run.json",
        "state.parquet",
        "tournaments.parquet",
    ];
    let audit = ["changes.parquet", "games.parquet", "report.html"];
    for (options, files) in [
        (&[][..], &["list.csv", "list.parquet", audit[0], audit[1], audit[2]][..]),
        (&["--formats", "csv"], &["list.csv", audit[0], audit[1], audit[2]]),
        (&["--formats", "parquet"], &["list.parquet", audit[0], audit[1], audit[2]]),
        (&["--formats", "csv,parquet", "--no-audit"], &["list.csv", "list.parquet"]),
        (&["--formats", "csv", "--no-audit"], &["list.csv"]),
    ] {
        let folder = club();
        exits(folder.path(), &[&RUN[..], options].concat(), 0);
        let wanted: BTreeSet<&str> = files.iter().chain(&carried).copied().collect();
        assert_eq!(names(&folder.join(MADE)), wanted.into_iter().collect::<Vec<_>>(), "{options:?}");
    }
}

#[test]
fn the_manifest_hashes_every_output_and_every_input() {
    let folder = club();
    exits(folder.path(), &RUN, 0);
    let made = folder.join(MADE);
    let manifest = manifest(&made);
    let outputs = every(&manifest, "outputs", "path");
    let on_disk: Vec<String> = names(&made).into_iter().filter(|name| name != "manifest.json" && name != "run.json").collect();
    assert_eq!(outputs, on_disk);
    for (path, hash) in outputs.iter().zip(every(&manifest, "outputs", "sha256")) {
        assert_eq!(sha256_hex(&std::fs::read(made.join(path)).expect("readable")), hash, "{path}");
    }
    let hashes = every(&manifest, "inputs", "sha256");
    // Of the registry the rows of the list's tournaments are an input, not the file.
    let is_input = |name: &str| !name.starts_with(MADE) && !["pipeline.toml", "tournaments.csv", "lists/rapid/lists.csv"].contains(&name);
    for (name, bytes) in bytes_below(folder.path()).iter().filter(|(name, _)| is_input(name)) {
        assert!(hashes.contains(&sha256_hex(bytes)), "{name} is no input of {hashes:?}");
    }
    let roles: BTreeSet<String> = every(&manifest, "inputs", "role").into_iter().collect();
    for role in ["previous", "older-rapid", "longer-standard", "registry", "tournaments"] {
        assert!(roles.contains(role), "{role}: {roles:?}");
    }
}

#[test]
fn the_next_manifest_names_the_previous_manifest_and_what_it_carries_on() {
    let folder = club();
    exits(folder.path(), &["run", "pipeline.toml"], 0);
    exits(folder.path(), &["run", "pipeline.toml"], 0);
    let inputs = every(&manifest(&folder.join("lists/rapid/2024-03-01")), "inputs", "path");
    for file in ["state.parquet", "manifest.json", "pool.parquet", "rated_tournaments.parquet"] {
        assert!(inputs.contains(&format!("2024-02-01/{file}")), "{file}: {inputs:?}");
    }
}

#[test]
fn a_list_is_the_same_bytes_wherever_its_folders_lie() {
    let (here, there) = (club(), Folder::new());
    super::copy(here.path(), &there.join("somewhere/else/altogether"));
    exits(here.path(), &RUN, 0);
    exits(there.path(), &["run", "somewhere/else/altogether/pipeline.toml"], 0);
    let there_made = there.join("somewhere/else/altogether").join(MADE);
    assert_eq!(bytes_below(&here.join(MADE)), bytes_below(&there_made));
    for path in [here.join(MADE), there_made] {
        let text = read(&path.join("manifest.json"));
        assert!(!text.contains("tmp") && !text.contains("altogether"), "{text}");
        let manifest = manifest(&path);
        for named in every(&manifest, "inputs", "path").iter().chain(&every(&manifest, "outputs", "path")) {
            assert!(!named.starts_with('/') && !named.contains("..") && !named.contains('\\'), "{named}");
        }
    }
}

#[test]
fn nothing_of_a_clock_or_a_machine_is_in_the_manifest_and_all_of_it_in_run_json() {
    let folder = club();
    exits(folder.path(), &RUN, 0);
    let manifest = read(&folder.join(MADE).join("manifest.json"));
    for word in ["version", "started", "linux", "threads", "milliseconds"] {
        assert!(!manifest.contains(word), "{word}");
    }
    let run: Value = serde_json::from_str(&read(&folder.join(MADE).join("run.json"))).expect("JSON");
    for key in ["started", "finished", "version", "system", "milliseconds"] {
        assert!(!run[key].is_null(), "{key}");
    }
}

#[test]
fn a_demo_is_the_same_for_the_same_seed_and_can_be_run() {
    let folder = Folder::new();
    let demo = |place: &str, seed: &str| {
        exits(folder.path(), &["demo", place, "--players", "120", "--months", "1", "--tournaments", "4", "--seed", seed, "--json"], 0)
    };
    let reported: Value = serde_json::from_str(&demo("a", "1").out).expect("JSON");
    demo("b", "1");
    demo("c", "2");
    assert_eq!(
        (reported["pipeline"].as_str(), reported["players"].as_u64(), reported["tournaments"].as_u64()),
        (Some("a/pipeline.toml"), Some(120), Some(4))
    );
    assert_eq!(bytes_below(&folder.join("a")), bytes_below(&folder.join("b")));
    assert_ne!(bytes_below(&folder.join("a")), bytes_below(&folder.join("c")));
    let files = bytes_below(&folder.join("a"));
    assert_eq!(files.keys().filter(|name| name.ends_with(".toml")).collect::<Vec<_>>(), ["pipeline.toml"]);
    assert_eq!(files.keys().filter(|name| name.ends_with(".trf")).count(), 4);
    exits(folder.path(), &["run", "a/pipeline.toml", "--list", reported["last_list"].as_str().expect("a date")], 0);
    exits(folder.path(), &["check", "a"], 0);
}

#[test]
fn a_demo_as_a_bundle_gives_the_same_ratings() {
    let folder = Folder::new();
    let demo = ["--players", "120", "--months", "1", "--tournaments", "4", "--seed", "5"];
    exits(folder.path(), &[&["demo", "files"][..], &demo].concat(), 0);
    exits(folder.path(), &[&["demo", "bundle", "--bundle"][..], &demo].concat(), 0);
    assert!(!bytes_below(&folder.join("bundle")).keys().any(|name| name.ends_with(".trf")));
    let list = |place: &str| {
        exits(folder.path(), &["run", &format!("{place}/pipeline.toml"), "--list", "2024-01"], 0);
        read(&folder.join(place).join("lists/rapid/2024-01-01/list.csv"))
    };
    assert_eq!(list("files"), list("bundle"));
}

#[test]
fn every_list_of_a_demo_with_few_tournaments_a_month_passes_its_checks() {
    let folder = Folder::new();
    exits(folder.path(), &["demo", "w", "--players", "2000", "--months", "8", "--seed", "22", "--quiet"], 0);
    for month in ["2024-01", "2024-02", "2024-03", "2024-04", "2024-05", "2024-06", "2024-07", "2024-08"] {
        exits(folder.path(), &["run", "w/pipeline.toml", "--list", month, "--no-audit", "--formats", "csv", "--quiet"], 0);
    }
}

#[test]
fn a_demo_does_not_touch_a_folder_that_has_something_in_it() {
    let folder = Folder::new();
    folder.put("mine/notes.txt", "mine");
    let said = exits(folder.path(), &["demo", "mine"], 2);
    assert!(said.err.contains("mine: there is something in this folder already"), "{}", said.err);
    assert_eq!(names(&folder.join("mine")), ["notes.txt"]);
}
