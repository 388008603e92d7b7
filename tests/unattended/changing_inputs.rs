//! Inputs that change during a run: each change is noticed, and nothing is published then.

use super::paused_run::PausedRun;
use super::{REGENERATE, RUN, add_settings, club, corrected_club, published, same};
use crate::support::{Folder, bytes_below, copy, expect_exit};
use std::collections::BTreeSet;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::atomic::{AtomicBool, Ordering};

const MARCH: [&str; 4] = ["run", "pipeline.toml", "--list", "2024-03"];

/// A club that reads something of every kind for its March list.
fn club_with_everything(folder: &Path) {
    club(folder);
    let put = |name: &str, text: &str| {
        std::fs::create_dir_all(folder.join(name).parent().expect("a folder")).expect("made");
        std::fs::write(folder.join(name), text).expect("written");
    };
    put("rules.toml", "based_on = \"rapid-blitz-2024\"\nid = \"club-2024\"\ntitle = \"The club's own\"\nsource = \"the board\"\n");
    put("players.csv", "fide_id,from,field,value\n100104,2024-02-15,title,CM\n");
    let correction = "correction_id,received,by,reason,tournament_id,round,white,black,field,old,new\n\
                      C1,2024-02-25,office,typing error,B2401,1,100101,100102,result,1-0,0-1\n";
    put("corrections/2024.csv", correction);
    put(
        "tournaments/bundle/tournaments.csv",
        "tournament_id,name,federation,control,start,end,minutes,increment\nB2401,League,ENG,rapid,2024-02-10,2024-02-11,15,10\n",
    );
    put(
        "tournaments/bundle/games.csv",
        "tournament_id,round,white,black,result\nB2401,1,100101,100102,1-0\nB2401,2,100103,100104,1/2-1/2\nB2401,3,100106,100101,0-1\n",
    );
    put("tournaments/bundle/players.csv", "fide_id,name,title,federation,sex,birth_year\n100106,\"Fox, Fay\",,ENG,F,2001\n");
    // Begun under the January list, so that an older list is asked.
    put(
        "tournaments/winter.trf",
        "012 Winter rapid\n022 Bath\n032 ENG\n042 2024/01/27\n052 2024/02/03\n222 900+5\n\
         001    1 w    Adams, Ann                        2000 ENG      100101 1980/02/03  1.0    1     2 w 1\n\
         001    2 m    Evans, Ed                              ENG      100105 1990/02/03  0.0    2     1 b 0\n",
    );
    add_settings(folder, "rules = \"rules.toml\"\nplayers = \"players.csv\"\ncorrections = \"corrections\"\n");
    expect_exit(folder, &[&RUN[..], &["--quiet"]].concat(), 0);
}

/// Where an input of the March list lies.
fn place_of(role: &str, path: &str) -> PathBuf {
    let folder = match role {
        "previous" | "archive" => "lists/rapid",
        "tournaments" => "tournaments",
        "longer-standard" => "lists/standard",
        role if role.starts_with("older-") => "lists/rapid",
        "correction" => return PathBuf::from("corrections/2024.csv"),
        "registry" | "players" | "rules" => ".",
        other => panic!("where does an input of the role {other} lie?"),
    };
    Path::new(folder).join(path)
}

fn refused(output: &Output, place: &Path, when: &str) {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3), "{when}: {said}");
    let name = place.file_name().expect("a name").to_string_lossy().into_owned();
    assert!(said.contains(&name) && said.contains("nothing is published") && said.contains("hint: run again"), "{when}: {said}");
}

#[test]
fn every_input_that_changes_after_it_was_read_stops_publication() {
    let prepared = Folder::new();
    club_with_everything(prepared.path());
    let undisturbed = Folder::new();
    copy(prepared.path(), undisturbed.path());
    expect_exit(undisturbed.path(), &[&MARCH[..], &["--quiet"]].concat(), 0);
    let manifest = std::fs::read_to_string(undisturbed.join("lists/rapid/2024-03-01/manifest.json")).expect("there");
    let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    let text = |input: &serde_json::Value, key: &str| input[key].as_str().expect("text").to_owned();
    let inputs: BTreeSet<(String, String)> =
        manifest["inputs"].as_array().expect("a list").iter().map(|input| (text(input, "role"), text(input, "path"))).collect();
    let roles: BTreeSet<&str> = inputs.iter().map(|(role, _)| role.as_str()).collect();
    for role in ["previous", "longer-standard", "tournaments", "registry", "players", "rules", "correction"] {
        assert!(roles.contains(role), "{role} is not among {roles:?}");
    }
    assert!(roles.iter().any(|role| role.starts_with("older-")), "{roles:?}");
    for name in [
        "2024-02-01/state.parquet",
        "2024-02-01/pool.parquet",
        "2024-02-01/rated_tournaments.parquet",
        "2024-02-01/manifest.json",
        "bundle/games.csv",
        "bundle/players.csv",
    ] {
        assert!(inputs.iter().any(|(_, path)| path == name), "{name} is not among {inputs:?}");
    }
    for (role, path) in &inputs {
        let folder = Folder::new();
        copy(prepared.path(), folder.path());
        let before = published(folder.path());
        let place = folder.path().join(place_of(role, path));
        let paused = PausedRun::at("writing", folder.path(), &MARCH);
        let whole = std::fs::read(&place).unwrap_or_else(|error| panic!("{}: {error}", place.display()));
        OpenOptions::new().append(true).open(&place).and_then(|mut file| file.write_all(b"\n")).expect("written to");
        let output = paused.go_on();
        refused(&output, &place, path);
        std::fs::write(&place, whole).expect("put back");
        same(&bytes_below(&folder.join("lists")), &before, &format!("{path}: nothing is published or left behind"));
        expect_exit(folder.path(), &[&MARCH[..], &["--quiet"]].concat(), 0);
        same(&published(folder.path()), &published(undisturbed.path()), &format!("{path}: the next run"));
    }
}

#[test]
fn a_report_replaced_removed_or_cut_short_after_it_was_read_stops_publication() {
    let report = Path::new("tournaments/club.trf");
    type Change = (&'static str, fn(&Path));
    let changes: [Change; 4] = [
        ("replaced", |path| {
            let other = path.with_extension("part");
            std::fs::write(&other, "012 Another\n").and_then(|()| std::fs::rename(&other, path)).expect("replaced");
        }),
        ("removed", |path| std::fs::remove_file(path).expect("removed")),
        ("cut short", |path| OpenOptions::new().write(true).open(path).and_then(|file| file.set_len(0)).expect("cut short")),
        ("its folder replaced", |path| {
            let folder = path.parent().expect("a folder");
            std::fs::rename(folder, folder.with_extension("old")).and_then(|()| std::fs::create_dir(folder)).expect("replaced");
        }),
    ];
    for (what, change) in changes {
        let folder = Folder::new();
        club(folder.path());
        let paused = PausedRun::at("rating", folder.path(), &RUN);
        change(&folder.path().join(report));
        let output = paused.go_on();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(3), "{what}: {said}");
        assert!(said.contains(".trf") && said.contains("nothing is published"), "{what}: {said}");
        assert!(!folder.join("lists/rapid/2024-02-01").exists(), "{what}");
    }
}

#[test]
fn inputs_rewritten_with_the_same_content_or_added_later_do_not_stop_a_run() {
    let undisturbed = Folder::new();
    club(undisturbed.path());
    expect_exit(undisturbed.path(), &[&RUN[..], &["--quiet"]].concat(), 0);
    let folder = Folder::new();
    club(folder.path());
    let paused = PausedRun::at("assembling the rating period", folder.path(), &RUN);
    let report = folder.join("tournaments/club.trf");
    let text = std::fs::read(&report).expect("there");
    std::fs::write(&report, text).expect("written with the same content");
    folder.put("tournaments/late.trf", "012 Handed in a moment too late\n");
    let output = paused.go_on();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    same(&published(folder.path()), &published(undisturbed.path()), "as if nothing had been");
}

#[test]
fn a_report_that_is_written_to_while_it_is_read_stops_publication() {
    let folder = Folder::new();
    club(folder.path());
    let report = folder.join("tournaments/club.trf");
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        // Somebody uploads the report slowly, before, during and after the reading.
        scope.spawn(|| {
            let mut file = OpenOptions::new().append(true).open(&report).expect("there");
            while !is_over.load(Ordering::Relaxed) {
                file.write_all(b"### a line of no meaning\n").expect("written");
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
        });
        let paused = PausedRun::at("writing", folder.path(), &RUN);
        // At least one more line comes after the reading.
        std::thread::sleep(std::time::Duration::from_millis(50));
        let output = paused.go_on();
        is_over.store(true, Ordering::Relaxed);
        refused(&output, &report, "slow upload");
    });
    assert!(!folder.join("lists/rapid/2024-02-01").exists());
    expect_exit(folder.path(), &[&RUN[..], &["--quiet"]].concat(), 0);
}

#[test]
fn lists_are_not_revised_from_inputs_that_change_meanwhile() {
    for changed in ["tournaments/evening.trf", "corrections.csv"] {
        let folder = Folder::new();
        corrected_club(folder.path());
        let before = bytes_below(&folder.join("lists"));
        let paused = PausedRun::at("writing", folder.path(), &REGENERATE);
        let place = folder.join(changed);
        OpenOptions::new().append(true).open(&place).and_then(|mut file| file.write_all(b"\n")).expect("written to");
        refused(&paused.go_on(), &place, changed);
        same(&bytes_below(&folder.join("lists")), &before, "no revision, and no row that tells of one");
    }
}

#[test]
fn a_federations_list_that_changes_while_it_is_imported_makes_no_list() {
    let folder = Folder::new();
    club(folder.path());
    expect_exit(
        folder.path(),
        &["export", "lists/rapid/2024-01-01", "--format", "fide-txt", "--out", "rapid_jan24frl.txt", "--control", "rapid", "--quiet"],
        0,
    );
    let arguments = ["import", "rapid_jan24frl.txt", "--control", "rapid", "--date", "2024-01-01", "--out", "imported/2024-01-01"];
    let paused = PausedRun::at("writing", folder.path(), &arguments);
    let place = folder.join("rapid_jan24frl.txt");
    OpenOptions::new().append(true).open(&place).and_then(|mut file| file.write_all(b"\n")).expect("written to");
    refused(&paused.go_on(), &place, "import");
    assert_eq!(bytes_below(&folder.join("imported")).len(), 0);
}
