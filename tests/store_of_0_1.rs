//! A store that version 0.1 made is verified, continued and left alone. `tests/store-0.1/README.md` says what is in it.

use crate::support::{Folder, bytes_below, copy, expect_exit, rows, test_file};
use crate::support::{csv_rows, parquet};
use std::collections::BTreeMap;
use std::path::Path;

const LISTS: [&str; 6] = [
    "lists/rapid/2024-01-01",
    "lists/rapid/2024-02-01",
    "lists/rapid/2024-02-01.r2",
    "lists/rapid/2024-03-01",
    "lists/rapid/2024-03-01.r2",
    "lists/standard/2024-03-01",
];

fn store() -> Folder {
    let folder = Folder::new();
    copy(&test_file("store-0.1"), folder.path());
    folder
}

/// Every table of a list folder as rows of text, without articles and messages, which may be mended.
fn tables(folder: &Path) -> BTreeMap<String, Vec<BTreeMap<String, String>>> {
    let names = bytes_below(folder).into_keys();
    let mut tables = BTreeMap::new();
    for name in names {
        let path = folder.join(&name);
        let mut table = match name.rsplit_once('.') {
            Some((_, "parquet")) => rows(&parquet(&path)),
            Some((_, "csv")) => csv_rows(&path),
            _ => continue,
        };
        for row in &mut table {
            for mended in ["article", "detail", "message", "hint"] {
                row.remove(mended);
            }
        }
        tables.insert(name, table);
    }
    tables
}

#[test]
fn every_list_of_0_1_has_its_hashes_and_comes_out_the_same_row_by_row() {
    let folder = store();
    for list in LISTS {
        expect_exit(folder.path(), &["verify", list, "--quiet"], 0);
        let said = expect_exit(folder.path(), &["verify", list, "--recompute"], 0);
        let sentence = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
        // On the list of January players from a longer control had K 20; the edition of October 2022, which came later, gives the new 40. On
        // lists on which players fell under the floor, they have had no first event by D17 as it is read now.
        let words = match list {
            "lists/standard/2024-03-01" => "made again, it is the same row by row",
            _ => "rows of its tables come out otherwise, which is not judged",
        };
        assert!(sentence.contains(words), "{sentence}");
        assert_eq!(sentence.contains("rapid-blitz-2022-10, not known when it was made"), list == "lists/rapid/2024-01-01", "{sentence}");
        assert_eq!(said.err, "");
    }
}

#[test]
fn verify_counts_the_rows_of_a_list_of_0_1_that_come_out_otherwise_and_does_not_judge_them() {
    // The manifest, which nobody has built on, says that another game was read: every hash of a file holds, and the rows do not.
    let folder = store();
    let list = "lists/standard/2024-03-01";
    let games = std::fs::read_to_string(folder.join("standard/S1/games.csv")).expect("readable");
    let altered = games.replacen("1-0", "0-1", 1);
    folder.put("standard/S1/games.csv", &altered);
    let sha256 = |text: &str| store::sha256_hex(text.as_bytes());
    let mut manifest = store::Manifest::read(&folder.join(list)).expect("a manifest");
    for input in manifest.inputs.iter_mut().filter(|input| input.sha256 == sha256(&games)) {
        input.sha256 = sha256(&altered);
    }
    manifest.inputs_sha256 = store::input_digest(&manifest.inputs, &manifest.settings);
    folder.put(&format!("{list}/manifest.json"), manifest.to_json());
    let record = std::fs::read_to_string(folder.join(&format!("{list}/run.json"))).expect("readable");
    let mut record: serde_json::Value = serde_json::from_str(&record).expect("JSON");
    record["manifest_sha256"] = sha256(&manifest.to_json()).into();
    folder.put(&format!("{list}/run.json"), record.to_string());
    expect_exit(folder.path(), &["verify", list, "--quiet"], 0);
    // Which readings made it is not known, so that its rows are not judged (D42).
    let said = expect_exit(folder.path(), &["verify", list, "--recompute"], 0);
    let sentence = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(sentence.contains("by the readings of today, which it does not name"), "{sentence}");
    assert!(sentence.contains("rows of its tables come out otherwise, which is not judged"), "{sentence}");
}

#[test]
fn lists_of_0_1_need_no_run_and_are_not_changed() {
    let folder = store();
    let before = bytes_below(folder.path());
    expect_exit(folder.path(), &["status", "rapid.toml", "--on", "2024-03-15"], 0);
    let lists = [("rapid.toml", "2024-01", "none"), ("rapid.toml", "2024-02", "none"), ("rapid.toml", "2024-03", "none")];
    // The standard list was made with the order of its day, which has to be asked for since (D50).
    for (pipeline, list, orders) in lists.into_iter().chain([("standard.toml", "2024-03", "fide")]) {
        let said = expect_exit(folder.path(), &["run", pipeline, "--list", list, "--orders", orders], 0);
        let all = said.out + &said.err;
        assert!(all.starts_with("nothing to do: ") && all.lines().count() == 1, "{all}");
    }
    assert_eq!(bytes_below(folder.path()), before);
    // Asked to make them again, the program compares numbers, because they do not name the readings that they were made by (D42): on the list
    // of January players from a longer control had K 20, and the edition of October 2022, which came later, gives the new 40.
    let said = expect_exit(folder.path(), &["plan", "rapid.toml", "--from", "2024-01", "--to", "2024-03"], 0);
    let cause = "2024-01  would be revised as 2024-01-01.r2: readings: the list does not name those that it was made by; \
                 readings: the edition rapid-blitz-2022-10 was not known";
    assert!(said.out.contains(cause), "{}", said.out);
    assert_eq!(bytes_below(folder.path()), before);
}

#[test]
fn the_list_after_one_of_0_1_is_the_one_that_0_1_makes_row_by_row() {
    let folder = store();
    let before = bytes_below(&folder.join("lists"));
    expect_exit(folder.path(), &["run", "rapid.toml", "--list", "2024-04", "--quiet"], 0);
    let (made, expected) = (tables(&folder.join("lists/rapid/2024-04-01")), tables(&folder.join("expected-2024-04-01")));
    for (name, expected) in &expected {
        // Checks that are new since may be there, too.
        let is_new = |row: &BTreeMap<String, String>| name == "checks.csv" && expected.iter().all(|other| other["check"] != row["check"]);
        let made: Vec<_> = made[name].iter().filter(|row| !is_new(row)).collect();
        assert_eq!(made.len(), expected.len(), "{name}");
        for (made, expected) in made.into_iter().zip(expected) {
            // Fingerprints have no dates any more, and a column of their own (D36).
            let is_compared = |column: &String| !(name == "rated_tournaments.parquet" && column == "content");
            let shared: BTreeMap<_, _> = made.iter().filter(|(column, _)| is_compared(column) && expected.contains_key(*column)).collect();
            assert_eq!(shared, expected.iter().filter(|(column, _)| is_compared(column)).collect(), "{name}");
        }
    }
    assert!(expected.len() >= 9, "{:?}", expected.keys());
    expect_exit(folder.path(), &["verify", "lists/rapid/2024-04-01", "--recompute", "--quiet"], 0);
    let mut after = bytes_below(&folder.join("lists"));
    // With the first list of today's format comes the table of all of them.
    assert!(after.remove("rapid/lists.csv").is_some());
    after.retain(|name, _| !name.starts_with("rapid/2024-04-01/"));
    assert_eq!(after, before);
}

#[test]
fn a_correction_of_a_list_of_0_1_makes_a_revision_that_names_who_moved() {
    let folder = store();
    let corrections = std::fs::read_to_string(folder.join("corrections.csv")).expect("readable");
    // The first game of T00006 is the one whose correction was received before; the second was drawn, and the arbiter says that black won.
    folder.put(
        "corrections.csv",
        format!("{corrections}C-2024-002,2024-04-05,Rating office,second letter,T00006,2,1000020,1001374,result,1/2-1/2,0-1\n"),
    );
    let said = expect_exit(folder.path(), &["regenerate", "rapid.toml", "--from", "2024-01", "--to", "2024-03"], 0);
    assert!(said.out.contains("2024-02  revised as 2024-02-01.r3: correction C-2024-002"), "{}", said.out);
    let moved = csv_rows(&folder.join("lists/rapid/revisions/2024-02-01.r3.csv"));
    assert!(moved.iter().any(|row| row["fide_id"] == "1001374" && row["corrections"] == "C-2024-002"), "{moved:?}");
    for list in LISTS {
        expect_exit(folder.path(), &["verify", list, "--quiet"], 0);
    }
}

#[test]
fn a_draft_of_an_older_format_or_by_other_readings_is_not_published_as_it_is() {
    let made_older: [fn(&mut store::Manifest); 2] = [|manifest| manifest.format = 1, |manifest| manifest.readings = None];
    for make_older in made_older {
        let folder = store();
        expect_exit(folder.path(), &["run", "rapid.toml", "--list", "2024-04", "--draft", "--quiet"], 0);
        let draft = folder.join("lists/rapid/2024-04-01.draft");
        let mut manifest = store::Manifest::read(&draft).expect("a manifest");
        let as_made = manifest.to_json();
        make_older(&mut manifest);
        assert_ne!(manifest.to_json(), as_made);
        std::fs::write(draft.join("manifest.json"), manifest.to_json()).expect("written");
        expect_exit(folder.path(), &["run", "rapid.toml", "--list", "2024-04", "--quiet"], 0);
        let published = std::fs::read_to_string(folder.join("lists/rapid/2024-04-01/manifest.json")).expect("published");
        assert_eq!(published, as_made);
    }
}
