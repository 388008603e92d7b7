//! A walk of `regenerate` makes each list as single runs do, to the byte: with corrections, merged ids, late tournaments and titles.

use crate::support::{Folder, bytes_below, copy, expect_exit, parquet, rows};
use std::collections::BTreeMap;

/// The lists of an invented federation, after the first.
fn months(control: &str) -> [&'static str; 5] {
    match control {
        "standard" => ["2025-09", "2025-10", "2025-11", "2025-12", "2026-01"],
        _ => ["2024-01", "2024-02", "2024-03", "2024-04", "2024-05"],
    }
}

/// An invented federation with no list but the first.
fn world(folder: &Folder, control: &str, more: &[&str]) {
    let size = ["--players", "400", "--months", "5", "--tournaments", "80", "--seed", "11", "--quiet"];
    expect_exit(folder.path(), &[&["demo", "world", "--control", control][..], &size, more].concat(), 0);
}

fn pipeline(world: &str) -> String {
    format!("{world}/pipeline.toml")
}

fn make(folder: &Folder, world: &str, control: &str) {
    for month in months(control) {
        expect_exit(folder.path(), &["run", &pipeline(world), "--list", month, "--quiet"], 0);
    }
}

fn regenerate(folder: &Folder, world: &str, control: &str) {
    let [first, .., last] = months(control);
    let range = ["--from", first, "--to", last, "--beyond-limit", "--quiet"];
    expect_exit(folder.path(), &[&["regenerate", &pipeline(world)][..], &range].concat(), 0);
}

/// Adds what changes all of the lists: corrections of the first two, a merged id, roster changes, and a tournament that came late.
fn change(folder: &Folder, world: &str, control: &str, made: &str) {
    let games = |list: &str| rows(&parquet(&folder.join(&format!("{made}/lists/{control}/{list}-01/games.parquet"))));
    let counted = |row: &&BTreeMap<String, String>| row["status"] == "counted" && row["colour"] == "w" && row["half_points"] == "2";
    let [m0, m1, m2, ..] = months(control);
    let (first, second) = (games(m0), games(m1));
    let game = first.iter().find(counted).expect("a won game");
    let withdrawn = &second.iter().find(counted).expect("a won game")["tournament_id"];
    let corrections = format!(
        "correction_id,received,by,reason,tournament_id,round,white,black,field,old,new\n\
         C1,{m2}-01,office,a letter,{},{},{},{},result,1-0,1/2-1/2\n\
         C2,{m2}-02,office,played at home,{withdrawn},,,,withdrawn,false,true\n",
        game["tournament_id"], game["round"], game["fide_id"], game["opponent"],
    );
    let players: Vec<&String> = second.iter().filter(counted).map(|row| &row["fide_id"]).collect();
    let roster = format!(
        "fide_id,from,field,value\n{},{m1}-15,merged_into,{}\n{},{m2}-10,title,FM\n",
        players[0],
        players[players.len() / 2],
        players[players.len() - 1],
    );
    folder.put(&format!("{world}/corrections/2024.csv"), corrections);
    folder.put(&format!("{world}/changed_players.csv"), roster);
    // Received long after it was played; a newcomer takes part.
    let columns = "tournament_id,start,end,received,control,minutes,increment,kind,rounds";
    let clock = if control == "standard" { "90,30" } else { "15,10" };
    let late = format!("{columns}\nLATE,{m0}-05,{m0}-07,{m2}-20,{control},{clock},swiss,3\n");
    folder.put(&format!("{world}/tournaments/late/tournaments.csv"), late);
    let pairs: Vec<String> = players.chunks(2).take(6).map(|pair| format!("LATE,1,{},{},1-0", pair[0], pair[pair.len() - 1])).collect();
    let games = format!("tournament_id,round,white,black,result\n{}\nLATE,2,{},99999901,0-1\n", pairs.join("\n"), players[0]);
    folder.put(&format!("{world}/tournaments/late/games.csv"), games);
    let file = folder.join(&pipeline(world));
    let settings = std::fs::read_to_string(&file).expect("a pipeline file");
    let inputs = "corrections = \"corrections\"\nplayers = \"changed_players.csv\"\n";
    std::fs::write(file, format!("{inputs}{settings}")).expect("written");
}

/// The files of the newest version of each list, by date and name.
fn newest_versions(folder: &Folder, world: &str, control: &str) -> BTreeMap<(String, String), Vec<u8>> {
    let mut newest: BTreeMap<(String, String), (String, Vec<u8>)> = BTreeMap::new();
    for (path, bytes) in bytes_below(&folder.join(&format!("{world}/lists/{control}"))) {
        let Some((version, name)) = path.split_once('/').filter(|(version, _)| *version != "revisions") else { continue };
        let key = (version[..10].to_owned(), name.to_owned());
        if newest.get(&key).is_none_or(|(known, _)| known.as_str() < version) {
            newest.insert(key, (version.to_owned(), bytes));
        }
    }
    newest.into_iter().map(|(key, (_, bytes))| (key, bytes)).collect()
}

/// Compares single runs with a walk that makes the lists for the first time, and with one that revises all of them.
fn a_walk_is_as_single_runs(control: &str, more: &[&str]) {
    let folder = Folder::new();
    world(&folder, control, more);
    copy(&folder.join("world"), &folder.join("published"));
    make(&folder, "published", control);
    for world in ["single", "made"] {
        copy(&folder.join("world"), &folder.join(world));
        change(&folder, world, control, "published");
    }
    make(&folder, "single", control);
    regenerate(&folder, "made", control);
    change(&folder, "published", control, "published");
    regenerate(&folder, "published", control);
    let single = newest_versions(&folder, "single", control);
    assert!(single.len() > 5 * 10, "{:?}", single.keys());
    for world in ["made", "published"] {
        let walked = newest_versions(&folder, world, control);
        assert_eq!(walked.keys().collect::<Vec<_>>(), single.keys().collect::<Vec<_>>(), "{world}");
        let differ: Vec<_> = single.iter().filter(|(name, bytes)| walked[*name] != **bytes).map(|(name, _)| name).collect();
        assert!(differ.is_empty(), "{control} {more:?}, {world}: {differ:?}");
    }
    // Every list was made again, and the changes were felt to the last.
    let [first, .., before_last, last] = months(control);
    for month in months(control) {
        assert!(folder.join(&format!("published/lists/{control}/{month}-01.r2")).is_dir(), "{month}");
    }
    let applied = String::from_utf8_lossy(&single[&(format!("{first}-01"), "manifest.json".to_owned())]).into_owned();
    assert!(applied.contains("\"C1\""), "{applied}");
    let merged = folder.join(&format!("single/lists/{control}/{last}-01/state.parquet"));
    assert!(rows(&parquet(&merged)).iter().any(|row| !row["merged_into"].is_empty()));
    let tournaments = rows(&parquet(&folder.join(&format!("single/lists/{control}/{before_last}-01/tournaments.parquet"))));
    let late = tournaments.iter().find(|row| row["tournament_id"] == "LATE").expect("the late tournament");
    assert!(["rated", "late"].contains(&late["status"].as_str()), "{late:?}");
}

#[test]
fn a_walk_over_reports_makes_the_bytes_of_single_runs() {
    a_walk_is_as_single_runs("rapid", &[]);
}

#[test]
fn a_walk_over_bundles_makes_the_bytes_of_single_runs() {
    a_walk_is_as_single_runs("rapid", &["--bundle"]);
}

#[test]
fn a_walk_over_standard_lists_makes_the_norms_and_titles_of_single_runs() {
    a_walk_is_as_single_runs("standard", &[]);
}
