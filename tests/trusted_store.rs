//! Lists that are read are what was published: files that are missing, altered or swapped are found before anything is built on them or
//! printed from them.

use crate::month::Month;
use crate::support::{bytes_below, copy, expect_exit, ratinglist};
use std::path::Path;

const PLAYERS: &str = "fide_id,name,federation,rating,k";

/// A store of rapid lists: January as given, February and March made here, and tournaments for April.
fn store() -> Month {
    let month = Month::of("rapid");
    month.list("2024-01-01", PLAYERS, ["1,Adams,NOR,1800,20", "2,Berg,NOR,1850,20", "3,Cox,SWE,1900,20"]);
    for (id, day) in [("T1", "2024-01-10"), ("T2", "2024-02-10"), ("T3", "2024-03-10")] {
        month.tournament(id, day, &["1 1 2 1-0", "2 3 1 1/2-1/2", "2 9 2 0-1"]);
    }
    month.pipeline("");
    month.run("2024-02", 0);
    month.run("2024-03", 0);
    month
}

const FEBRUARY: &str = "lists/rapid/2024-02-01";
const MARCH: &str = "lists/rapid/2024-03-01";
const APRIL: &str = "lists/rapid/2024-04-01";

/// Every file of a list folder.
fn files_of(month: &Month, list: &str) -> Vec<String> {
    bytes_below(&month.join(list)).into_keys().collect()
}

/// The list of April as it comes out on an undamaged store.
fn april(month: &Month) -> Vec<u8> {
    month.run("2024-04", 0);
    let list = std::fs::read(month.join(&format!("{APRIL}/list.csv"))).expect("a list");
    std::fs::remove_dir_all(month.join(APRIL)).expect("removed");
    list
}

/// Changes one byte of a file.
fn flip(path: &Path, at: usize) {
    let mut bytes = std::fs::read(path).expect("a file");
    let at = at % bytes.len();
    bytes[at] ^= 1;
    std::fs::write(path, bytes).expect("written");
}

#[test]
fn a_list_that_lost_a_file_is_not_built_on() {
    let month = store();
    let whole = april(&month);
    for name in files_of(&month, MARCH) {
        let path = month.join(&format!("{MARCH}/{name}"));
        let kept = std::fs::read(&path).expect("a file");
        std::fs::remove_file(&path).expect("removed");
        if name == "run.json" {
            // It has no number of the list.
            assert_eq!(april(&month), whole);
        } else {
            let said = month.run("2024-04", 3);
            assert!(said.err.contains(&format!("{MARCH}/{name}: missing, and ")), "{name}: {}", said.err);
            for command in [&["plan", "pipeline.toml", "--list", "2024-04"][..], &["status", "pipeline.toml"]] {
                expect_exit(month.path(), command, 3);
            }
            let again = ratinglist(month.path(), &["regenerate", "pipeline.toml", "--from", "2024-02"]);
            assert_eq!(again.status.code(), Some(3), "{name}: {}", String::from_utf8_lossy(&again.stderr));
        }
        std::fs::write(&path, kept).expect("put back");
    }
    assert!(!month.join(APRIL).exists() && !month.join("lists/rapid/2024-02-01.r2").exists());
    assert_eq!(april(&month), whole);
}

#[test]
fn a_flipped_byte_is_never_built_on_nor_printed() {
    let month = store();
    let whole = april(&month);
    let questions: [&[&str]; 6] = [
        &["export", MARCH, "--format", "csv"],
        &["diff", FEBRUARY, MARCH, "--format", "csv"],
        &["explain", MARCH, "1"],
        &["explain", MARCH, "--tournament", "T2"],
        &["history", "lists/rapid", "1", "--format", "csv"],
        &["run", "pipeline.toml", "--list", "2024-03"],
    ];
    let answers = questions.map(|question| ratinglist(month.path(), question));
    for name in files_of(&month, MARCH) {
        let path = month.join(&format!("{MARCH}/{name}"));
        let kept = std::fs::read(&path).expect("a file");
        for at in [kept.len() / 3, kept.len() / 2] {
            flip(&path, at);
            let run = ratinglist(month.path(), &["run", "pipeline.toml", "--list", "2024-04"]);
            match run.status.code() {
                Some(0) => {
                    assert_eq!(std::fs::read(month.join(&format!("{APRIL}/list.csv"))).expect("a list"), whole, "{name} at {at}");
                    std::fs::remove_dir_all(month.join(APRIL)).expect("removed");
                }
                code => assert_eq!(code, Some(3), "{name} at {at}: {}", String::from_utf8_lossy(&run.stderr)),
            }
            for (question, answer) in questions.iter().zip(&answers) {
                let now = ratinglist(month.path(), question);
                let is_refused = matches!(now.status.code(), Some(2 | 3));
                assert!(
                    is_refused || now.stdout == answer.stdout,
                    "{name} at {at}: {question:?}: {}",
                    String::from_utf8_lossy(&now.stdout)
                );
                // A list that is there and damaged is not one about which there is nothing to do.
                assert!(is_refused || question[0] != "run" || name == "run.json", "{name} at {at}");
            }
            std::fs::write(&path, &kept).expect("put back");
        }
    }
}

#[test]
fn a_month_in_the_folder_of_another_is_found() {
    let month = store();
    std::fs::remove_dir_all(month.join(MARCH)).expect("removed");
    copy(&month.join(FEBRUARY), &month.join(MARCH));
    let said = month.run("2024-04", 3);
    assert!(said.err.contains("2024-03-01/manifest.json: of the list of 2024-02-01, in the folder of 2024-03-01"), "{}", said.err);
    assert!(said.err.contains("hint: restore the list folder from a backup"), "{}", said.err);
}

#[test]
fn an_altered_list_of_a_longer_control_is_not_used() {
    let standard = Month::of("standard");
    standard.list("2024-01-01", PLAYERS, ["1,Adams,NOR,1800,20", "2,Berg,NOR,1850,20", "9,Dahl,NOR,1700,20"]);
    standard.tournament("S1", "2024-01-10", &["1 1 2 1-0", "2 9 1 1/2-1/2"]).pipeline("").run("2024-02", 0);
    let month = store();
    copy(&standard.join("lists/standard"), &month.join("lists/standard"));
    month.pipeline("longer_lists = { standard = \"lists/standard\" }\n");
    std::fs::remove_dir_all(month.join(MARCH)).expect("removed");
    let state = month.join("lists/standard/2024-02-01/state.parquet");
    flip(&state, std::fs::metadata(&state).expect("a state").len() as usize / 2);
    let said = month.run("2024-03", 3);
    assert!(said.err.contains("standard/2024-02-01/state.parquet: not the file that was published with its list"), "{}", said.err);
    // A rapid list in the place of a standard one.
    std::fs::remove_dir_all(month.join("lists/standard/2024-02-01")).expect("removed");
    copy(&month.join(FEBRUARY), &month.join("lists/standard/2024-02-01"));
    let said = month.run("2024-03", 3);
    assert!(said.err.contains("of a rapid list, where a standard list should be"), "{}", said.err);
}

#[test]
fn a_given_list_is_recorded_as_unverified_and_one_of_ours_is_not() {
    let month = store();
    let inputs = |list: &str| store::Manifest::read(&month.join(list)).expect("a manifest").inputs;
    let unverified = |list: &str| inputs(list).into_iter().filter(|input| input.is_unverified).map(|input| input.path).collect::<Vec<_>>();
    assert_eq!(unverified(FEBRUARY), ["2024-01-01/list.csv"]);
    assert_eq!(unverified(MARCH), [""; 0]);
    expect_exit(month.path(), &["verify", FEBRUARY, "--recompute"], 0);
}

#[test]
fn damaged_folders_are_looked_at_only_when_asked_and_that_is_said() {
    let month = store();
    let path = month.join(&format!("{MARCH}/list.csv"));
    let text = std::fs::read_to_string(&path).expect("a list");
    std::fs::write(&path, text.replace("1800", "1900").replace("1810", "1910")).expect("written");
    std::fs::remove_file(month.join(&format!("{MARCH}/list.parquet"))).expect("removed");
    for command in [&["export", MARCH, "--format", "csv"][..], &["diff", FEBRUARY, MARCH], &["history", "lists/rapid", "1"]] {
        let refused = ratinglist(month.path(), command);
        assert!(matches!(refused.status.code(), Some(2 | 3)) && refused.stdout.is_empty(), "{command:?}");
        let looked = ratinglist(month.path(), &[command, &["--unverified"]].concat());
        assert!(!looked.stdout.is_empty() && String::from_utf8_lossy(&looked.stderr).contains("--unverified: "), "{command:?}");
    }
}

/// What `fsck` says of the store, in one line, where it ends with this exit code.
fn fsck(month: &Month, code: i32) -> String {
    expect_exit(month.path(), &["fsck", "lists/rapid"], code).out.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn fsck_says_of_a_whole_store_that_it_is() {
    let month = store();
    assert!(fsck(&month, 0).starts_with("lists/rapid: 3 list folders, all files and the chain are what was published"));
}

#[test]
fn fsck_names_every_damaged_file_and_the_lists_that_rest_on_it() {
    let month = store();
    month.run("2024-04", 0);
    for name in files_of(&month, FEBRUARY) {
        let path = month.join(&format!("{FEBRUARY}/{name}"));
        let kept = std::fs::read(&path).expect("a file");
        std::fs::remove_file(&path).expect("removed");
        let said = fsck(&month, 6);
        assert!(said.contains(&format!("{FEBRUARY}/{name}: missing")), "{name}: {said}");
        assert!(said.contains("built on it: 2024-03-01, 2024-04-01") && said.contains("what to do: restore"), "{name}: {said}");
        std::fs::write(&path, &kept).expect("put back");
        if name != "run.json" {
            flip(&path, kept.len() / 2);
            assert!(fsck(&month, 6).contains(&format!("{FEBRUARY}/{name}: ")), "{name}");
            std::fs::write(&path, kept).expect("put back");
        }
    }
    fsck(&month, 0);
}

#[test]
fn fsck_finds_what_does_not_belong_and_what_is_not_in_the_chain() {
    let month = store();
    month.list("2099-01-01", PLAYERS, ["1,Adams,NOR,1800,20"]);
    month.put("lists/rapid/notes.txt", "notes");
    month.put("lists/rapid/.2024-04-01.staging-x/list.csv", "");
    month.put(&format!("{MARCH}/extra.csv"), "");
    let said = fsck(&month, 6);
    for line in [
        "lists/rapid: 4 list folders, 4 problems",
        "lists/rapid/2099-01-01: a given list, after 2024-03-01, which was made here: no list builds on it, and it hides those due",
        "lists/rapid/notes.txt: does not belong into a folder of lists",
        "lists/rapid/.2024-04-01.staging-x: left behind by a run that was cut off",
        "lists/rapid/2024-03-01/extra.csv: not one of the files that were published with its list",
    ] {
        assert!(said.contains(line), "'{line}' is not in {said}");
    }
    // February is gone: March was built on a list that is not here.
    let month = store();
    std::fs::remove_dir_all(month.join(FEBRUARY)).expect("removed");
    let said = fsck(&month, 6);
    assert!(said.contains("lists/rapid/2024-03-01: built on a list of 2024-02-01 that is not here"), "{said}");
    expect_exit(month.path(), &["fsck", "nowhere"], 3);
}

#[test]
fn fsck_of_one_list_folder_names_the_folder_of_lists_and_no_file_to_be_moved() {
    let month = store();
    let said = expect_exit(month.path(), &["fsck", FEBRUARY], 2);
    assert!(said.out.is_empty() && said.err.contains("this is the folder of one list"), "{} {}", said.out, said.err);
    assert!(said.err.contains("'ratinglist fsck lists/rapid' checks it with all others"), "{}", said.err);
}

#[test]
fn fsck_finds_a_given_list_that_is_not_the_one_that_lists_were_made_from() {
    let month = store();
    let given = month.join("lists/rapid/2024-01-01/list.csv");
    let kept = std::fs::read_to_string(&given).expect("a list");
    std::fs::write(&given, kept.replace("1800", "1900")).expect("altered");
    let said = fsck(&month, 6);
    assert!(said.contains("2024-01-01/list.csv: not the file that 2024-02-01 was made from: altered, replaced or gone since"), "{said}");
    // Nobody is shown it either, unless that is asked for.
    let looked_at = ["history", "lists/rapid", "1", "--format", "csv"];
    let said = expect_exit(month.path(), &looked_at, 3).err;
    assert!(said.contains("2024-01-01/list.csv: not the file that the lists after it were made from"), "{said}");
    expect_exit(month.path(), &[&looked_at[..], &["--unverified"]].concat(), 0);
    std::fs::write(&given, kept).expect("put back");
    fsck(&month, 0);
}

#[test]
fn a_folder_of_a_list_without_a_list_is_not_passed_over() {
    let month = store();
    std::fs::create_dir_all(month.join("lists/rapid/2023-12-01")).expect("a folder");
    let said = expect_exit(month.path(), &["run", "pipeline.toml", "--list", "2024-04"], 3);
    assert!(said.err.contains("lists/rapid/2023-12-01"), "{}", said.err);
}

#[test]
fn fsck_compares_the_table_of_revisions_with_the_folders() {
    let month = store();
    month.corrections("C1,2024-03-20,arbiter,wrong result,T1,1,1,2,result,1-0,0-1\n").pipeline("");
    expect_exit(month.path(), &["regenerate", "pipeline.toml", "--from", "2024-02"], 0);
    assert!(fsck(&month, 0).starts_with("lists/rapid: 5 list folders, all files and the chain are what was published"));
    let revision = month.join("lists/rapid/2024-02-01.r2");
    let first = month.join(FEBRUARY);
    // The first version replaced by the second.
    let kept = month.join("kept");
    copy(&first, &kept);
    std::fs::remove_dir_all(&first).expect("removed");
    copy(&revision, &first);
    assert!(fsck(&month, 6).contains("2024-02-01/manifest.json: of version 2, by revisions.csv"));
    std::fs::remove_dir_all(&first).expect("removed");
    copy(&kept, &first);
    for (path, said) in [
        ("lists/rapid/revisions/2024-02-01.r2.csv", "revisions/2024-02-01.r2.csv: missing: whom the revision moved is not known"),
        ("lists/rapid/revisions.csv", "2024-02-01.r2: revisions.csv has no row for it, so its cause is not known"),
    ] {
        let bytes = std::fs::read(month.join(path)).expect("a table");
        std::fs::remove_file(month.join(path)).expect("removed");
        let found = fsck(&month, 6);
        assert!(found.contains(said), "{path}: {found}");
        std::fs::write(month.join(path), bytes).expect("put back");
    }
    std::fs::remove_dir_all(&revision).expect("removed");
    assert!(fsck(&month, 6).contains("2024-02-01.r2: missing, and revisions.csv names it"));
}

#[test]
fn of_a_large_table_only_the_parts_that_are_read_are_compared_and_a_flipped_byte_there_is_found() {
    let folder = crate::support::Folder::new();
    let size = ["--players", "32000", "--months", "1", "--tournaments", "20", "--quiet"];
    expect_exit(folder.path(), &[&["demo", "world"][..], &size].concat(), 0);
    expect_exit(folder.path(), &["run", "world/pipeline.toml", "--list", "2024-01", "--quiet"], 0);
    let list = "world/lists/rapid/2024-01-01";
    let changes = crate::support::rows(&crate::support::parquet(&folder.join(&format!("{list}/changes.parquet"))));
    let player = &changes[changes.len() / 2]["fide_id"];
    let questions: [&[&str]; 2] = [&["explain", list, player, "--json"], &["history", "world/lists/rapid", player, "--format", "csv"]];
    let answers = questions.map(|question| ratinglist(folder.path(), question).stdout);
    assert!(answers.iter().all(|answer| !answer.is_empty()));
    let state = folder.join(&format!("{list}/state.parquet"));
    let whole = std::fs::read(&state).expect("a state");
    const PART: usize = 1 << 18;
    assert!(whole.len() > 2 * PART, "{} bytes", whole.len());
    let mut found = [0; 2];
    // The last bytes hold the footer, without which nothing is found in the file.
    for at in (PART / 2..whole.len()).step_by(PART).chain([whole.len() - 20]) {
        flip(&state, at);
        for (number, (question, answer)) in questions.iter().zip(&answers).enumerate() {
            let now = ratinglist(folder.path(), question);
            let is_refused = now.status.code() == Some(3);
            assert!(is_refused || now.stdout == *answer, "{question:?} at {at}: {}", String::from_utf8_lossy(&now.stdout));
            assert!(is_refused || at != whole.len() - 20, "{question:?}: the footer");
            found[number] += usize::from(is_refused);
        }
        let said = expect_exit(folder.path(), &["verify", list], 6);
        assert!(said.out.contains("state.parquet") || said.err.contains("state.parquet"), "{} {}", said.out, said.err);
        std::fs::write(&state, &whole).expect("put back");
    }
    assert!(found.iter().all(|&found| found >= 2), "at least the player's part and the footer: {found:?}");
    // A manifest without hashes of parts, as older lists have it: everything is compared.
    let manifest = std::fs::read_to_string(folder.join(&format!("{list}/manifest.json"))).expect("a manifest");
    let mut value: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    let outputs = value["outputs"].as_array_mut().expect("outputs");
    let parts: usize = outputs.iter_mut().filter_map(|output| output.as_object_mut()?.remove("parts")).count();
    assert!(parts >= 1, "{manifest}");
    std::fs::write(folder.join(&format!("{list}/manifest.json")), serde_json::to_string_pretty(&value).expect("JSON") + "\n")
        .expect("written");
    std::fs::remove_file(folder.join(&format!("{list}/run.json"))).expect("removed");
    for (question, answer) in questions.iter().zip(&answers) {
        assert_eq!(ratinglist(folder.path(), question).stdout, *answer);
    }
    flip(&state, PART / 2);
    for question in questions {
        expect_exit(folder.path(), question, 3);
    }
}
