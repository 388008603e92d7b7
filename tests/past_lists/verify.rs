//! `verify`: a changed byte is found and named; what is unchanged comes out again to the byte.

use super::{CHECKS, DRAW, four, four_with_lists, json, make, names, regenerate, report};
use crate::month::Month;
use crate::support::{Folder, copy, expect_exit};

const MARCH: &str = "lists/rapid/2024-03-01";

/// Changes one byte in the middle of a file: a digit or letter by another, so that text stays text.
fn change_a_byte(folder: &Folder, name: &str) {
    let path = folder.join(name);
    let mut bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    let half = bytes.len() / 2;
    let at = (half..bytes.len()).find(|&at| bytes[at].is_ascii_alphanumeric()).unwrap_or(half);
    bytes[at] = if bytes[at] == b'1' { b'2' } else { b'1' };
    std::fs::write(&path, bytes).expect("written");
}

/// Verifies a list, wants a difference that names all of this, and puts the file back as it was.
fn finds(folder: &Folder, list: &str, changed: &str, named: &[&str]) {
    let kept = std::fs::read(folder.join(changed)).unwrap_or_else(|error| panic!("{changed}: {error}"));
    change_a_byte(folder, changed);
    let said = expect_exit(folder.path(), &["verify", list], 6);
    for word in named {
        assert!(said.err.contains(word), "{changed}: '{word}' is not in {}", said.err);
    }
    std::fs::write(folder.join(changed), kept).expect("put back");
}

/// The lists of [`four`] with a report, a registry, a roster, a longer list and an applied correction among the inputs of March.
fn with_every_input() -> Month {
    let folder = four();
    folder.registry("tournament_id,file,start,end\nK1,tournaments/K1.trf,2024-02-12,2024-02-12\n");
    folder.pipeline(&format!("longer_lists = {{ standard = \"lists/standard\" }}\n{CHECKS}"));
    folder.report("K1.trf", report("2024-02-12", 1003, 1008, '1'));
    folder.put("lists/standard/2024-01-01/list.csv", "fide_id,name,federation,birth_year,rating,k\n1008,Eight,NOR,1980,1800,20\n");
    folder.roster("1004,2024-01-01,title,FM\n");
    folder.corrections("C1,2024-04-10,arbiter,wrong result,F1,1,1001,1003,result,1-0,1/2-1/2\n");
    make(&folder, &["2024-02", "2024-03", "2024-04"]);
    expect_exit(folder.path(), &["verify", MARCH, "--recompute"], 0);
    folder
}

#[test]
fn a_changed_byte_in_any_output_is_found_by_name() {
    let folder = with_every_input();
    let outputs: Vec<String> = names(&folder.join(MARCH)).into_iter().filter(|name| name != "run.json").collect();
    assert!(outputs.len() > 10 && outputs.contains(&"manifest.json".to_owned()), "{outputs:?}");
    for name in &outputs {
        finds(&folder, MARCH, &format!("{MARCH}/{name}"), &[&format!("{MARCH}/{name}")]);
    }
    // The newest list has no later one to witness its manifest.
    finds(&folder, "lists/rapid/2024-04-01", "lists/rapid/2024-04-01/manifest.json", &["2024-04-01/manifest.json"]);
    let said = expect_exit(folder.path(), &["verify", MARCH, "--json"], 0);
    assert_eq!((json(&said)["outputs"].as_u64(), &json(&said)["recomputed"]), (Some(outputs.len() as u64 - 1), &serde_json::json!(false)));
    assert_eq!(json(&said)["chain"], serde_json::json!(["2024-02-01"]));
}

#[test]
fn a_changed_byte_in_any_input_is_found_by_name() {
    let folder = with_every_input();
    for (changed, named) in [
        ("tournaments/K1.trf", &["K1.trf (tournaments) has changed"][..]),
        ("tournaments/F1/games.csv", &["F1/games.csv (tournaments) has changed"]),
        ("tournaments/F1/tournaments.csv", &["F1/tournaments.csv (tournaments) has changed"]),
        ("registry.csv", &["registry.csv (registry) has other rows for this list"]),
        ("players.csv", &["players.csv (players) has other rows for this list"]),
        ("lists/standard/2024-01-01/list.csv", &["2024-01-01/list.csv (longer-standard) has changed"]),
        ("lists/rapid/2024-02-01/state.parquet", &["2024-02-01/state.parquet (previous) has changed"]),
        ("lists/rapid/2024-02-01/pool.parquet", &["2024-02-01/pool.parquet (previous) has changed"]),
        ("lists/rapid/2024-02-01/rated_tournaments.parquet", &["2024-02-01/rated_tournaments.parquet (previous) has changed"]),
        ("lists/rapid/2024-02-01/manifest.json", &["2024-02-01/manifest.json (previous) has changed"]),
    ] {
        finds(&folder, MARCH, changed, named);
    }
    for (rows, named) in [
        ("C1,2024-04-10,arbiter,wrong result,F1,1,1001,1003,result,1-0,0-1\n", "the input C1 (correction) has changed"),
        ("C1,2024-04-10,arbiter,another reason,F1,1,1001,1003,result,1-0,1/2-1/2\n", "the input C1 (correction) has changed"),
        ("", "the input C1 (correction) is gone"),
    ] {
        folder.corrections(rows);
        assert!(expect_exit(folder.path(), &["verify", MARCH], 6).err.contains(named), "{rows}");
    }
}

#[test]
fn files_that_are_gone_or_too_many_are_found_by_name() {
    let folder = with_every_input();
    for (gone, named) in [
        (format!("{MARCH}/list.csv"), "2024-03-01/list.csv is gone"),
        (format!("{MARCH}/games.parquet"), "2024-03-01/games.parquet is gone"),
        (format!("{MARCH}/run.json"), "2024-03-01/run.json"),
        ("tournaments/K1.trf".to_owned(), "K1.trf (tournaments) is gone"),
        ("lists/rapid/2024-02-01/state.parquet".to_owned(), "2024-02-01/state.parquet (previous) is gone"),
    ] {
        let kept = std::fs::read(folder.join(&gone)).expect("there");
        std::fs::remove_file(folder.join(&gone)).expect("removed");
        let said = expect_exit(folder.path(), &["verify", MARCH], 6);
        assert!(said.err.contains(named), "{gone}: {}", said.err);
        folder.put(&gone, kept);
    }
    folder.put(&format!("{MARCH}/notes.txt"), "mine");
    assert!(expect_exit(folder.path(), &["verify", MARCH], 6).err.contains("2024-03-01/notes.txt is not in the manifest"));
}

#[test]
fn a_manifest_altered_in_the_middle_of_the_chain_is_found_from_every_list_after_it() {
    let folder = with_every_input();
    folder.tournament("A1", "2024-04-10", &["1 1002 1004 1-0"]);
    make(&folder, &["2024-05"]);
    // A forger who also mends run.json.
    let path = folder.join("lists/rapid/2024-02-01/manifest.json");
    let text = std::fs::read_to_string(&path).expect("readable");
    std::fs::write(&path, text.replace("\"tournaments_rated\": 1", "\"tournaments_rated\": 2")).expect("written");
    let run = folder.join("lists/rapid/2024-02-01/run.json");
    let hash = |text: &[u8]| store::sha256_hex(text);
    let altered = std::fs::read(&path).expect("readable");
    assert_ne!(altered, text.as_bytes());
    let mended = std::fs::read_to_string(&run).expect("readable").replace(&hash(text.as_bytes()), &hash(&altered));
    std::fs::write(&run, mended).expect("written");
    for list in ["2024-02-01", "2024-03-01", "2024-04-01", "2024-05-01"] {
        let said = expect_exit(folder.path(), &["verify", &format!("lists/rapid/{list}")], 6);
        assert!(said.err.contains("2024-02-01/manifest.json"), "{list}: {}", said.err);
    }
}

#[test]
fn every_version_is_reproduced_whatever_was_submitted_since_and_wherever_it_lies() {
    let first = "C1,2024-04-10,arbiter,wrong result,F1,1,1001,1003,result,1-0,1/2-1/2\n";
    let second = "C2,2024-04-12,arbiter,wrong result,J1,1,1001,1002,result,1-0,0-1\n";
    let folder = with_every_input();
    folder.corrections(&format!("{first}{second}"));
    assert_eq!(regenerate(&folder, &[]), ["2024-02-01 revised", "2024-03-01 revised", "2024-04-01 revised"]);
    // More for months that are over, for months to come, and a list of a later month.
    folder.tournament("X1", "2024-02-20", &["1 1003 1004 0-1"]);
    folder.put("tournaments/A2.trf", report("2024-04-12", 1001, 1002, '1'));
    make(&folder, &["2024-05"]);
    let all = ["2024-02-01", "2024-02-01.r2", "2024-03-01", "2024-03-01.r2", "2024-04-01", "2024-04-01.r2", "2024-05-01"];
    for list in all {
        expect_exit(folder.path(), &["verify", &format!("lists/rapid/{list}"), "--recompute", "--quiet"], 0);
    }
    let elsewhere = Folder::new();
    copy(folder.path(), &elsewhere.join("moved/to/here"));
    drop(folder);
    for list in all {
        expect_exit(elsewhere.path(), &["verify", &format!("moved/to/here/lists/rapid/{list}"), "--recompute", "--quiet"], 0);
        // From within the folder of lists, by a name without a path.
        expect_exit(&elsewhere.join("moved/to/here/lists/rapid"), &["verify", list, "--quiet"], 0);
    }
}

#[test]
fn a_list_made_by_flags_can_be_verified_too() {
    let folder = four();
    folder.corrections(DRAW);
    let flags = "run --control rapid --list 2024-02 --previous lists/rapid/2024-01-01/list.csv --previous-date 2024-01-01 --tournaments tournaments --corrections corrections/2024.csv --players players.csv --quiet --out made/2024-02-01";
    expect_exit(folder.path(), &flags.split(' ').collect::<Vec<_>>(), 0);
    expect_exit(folder.path(), &["verify", "made/2024-02-01", "--recompute"], 0);
    finds(&folder, "made/2024-02-01", "lists/rapid/2024-01-01/list.csv", &["list.csv (previous) has changed"]);
}

#[test]
fn lists_that_cannot_be_verified_say_why() {
    let folder = four_with_lists();
    let said = |name: &str, code| expect_exit(folder.path(), &["verify", name], code).err;
    assert!(said("nowhere", 3).contains("nowhere: no such file or folder"));
    // Exit code 3, an input that is refused: 1 would say that a check forbade publication.
    for foreign in ["lists", "lists/rapid/2024-01-01"] {
        assert!(said(foreign, 3).contains("it has no manifest.json: not a list that this program made"));
    }
    expect_exit(folder.path(), &["verify"], 2);
    for damaged in ["", "{\"control\": \"rapid\"", "nonsense"] {
        folder.put("lists/rapid/2024-04-01/manifest.json", damaged);
        assert!(said("lists/rapid/2024-04-01", 6).contains("2024-04-01/manifest.json is no manifest any more"));
    }
}

#[test]
fn a_list_made_by_flags_beside_older_lists_is_made_again_from_the_lists_it_was_given() {
    let folder = four_with_lists();
    // Begun before the previous list, so that the list before that one would serve if it had been given.
    folder.bundle_in("tournaments/M2", "tournament_id,start,end", ["M2,2024-02-20,2024-03-05"], ["M2 1 1005 1006 1-0"]);
    for out in ["made/2024-04-01", "lists/rapid/2024-04-02"] {
        let flags = format!(
            "run --control rapid --list 2024-04 --previous lists/rapid/2024-03-01 --tournaments tournaments --corrections corrections/2024.csv --players players.csv --quiet --out {out}"
        );
        expect_exit(folder.path(), &flags.split(' ').collect::<Vec<_>>(), 0);
        expect_exit(folder.path(), &["verify", out, "--recompute"], 0);
    }
}
