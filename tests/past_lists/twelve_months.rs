//! A year of the demo world: nothing changed and proved at once; one result of ten months back and everything that follows.

use super::{fates, json};
use crate::month::CORRECTIONS;
use crate::support::{Folder, bytes_below, copy, csv_rows, expect_exit, parquet, rows};
use std::collections::BTreeMap;
use std::time::Instant;

const MONTHS: [&str; 12] =
    ["2024-01", "2024-02", "2024-03", "2024-04", "2024-05", "2024-06", "2024-07", "2024-08", "2024-09", "2024-10", "2024-11", "2024-12"];

/// A year of an invented federation with all its lists, and the milliseconds that making them took.
fn a_year() -> (Folder, u64) {
    let folder = Folder::new();
    expect_exit(
        folder.path(),
        &["demo", "world", "--players", "300", "--months", "12", "--tournaments", "120", "--seed", "4", "--quiet"],
        0,
    );
    let pipeline = std::fs::read_to_string(folder.join("world/pipeline.toml")).expect("readable");
    folder.put("world/pipeline.toml", format!("corrections = \"corrections.csv\"\n{pipeline}"));
    folder.put("world/corrections.csv", CORRECTIONS);
    let mut milliseconds = 0;
    for month in MONTHS {
        expect_exit(folder.path(), &["run", "world/pipeline.toml", "--list", month, "--quiet"], 0);
        let run = std::fs::read_to_string(folder.join(&format!("world/lists/rapid/{month}-01/run.json"))).expect("readable");
        let run: serde_json::Value = serde_json::from_str(&run).expect("JSON");
        milliseconds +=
            run["milliseconds"].as_array().expect("stages").iter().map(|stage| stage[1].as_u64().expect("a number")).sum::<u64>();
    }
    (folder, milliseconds)
}

/// Every player's rating on one version of a list, none for the unrated.
fn ratings(folder: &Folder, list: &str) -> BTreeMap<String, String> {
    let state = rows(&parquet(&folder.join(&format!("world/lists/rapid/{list}/state.parquet"))));
    state.into_iter().map(|row| (row["fide_id"].clone(), row["rating"].clone())).collect()
}

/// A report with another result in the line of one player: the columns of the format are fixed.
fn with_result(report: &str, player: &str, round: usize, result: char) -> String {
    let at = 98 + 10 * (round - 1);
    // Columns count characters, not bytes.
    let mut lines: Vec<Vec<char>> = report.lines().map(|line| line.chars().collect()).collect();
    let is_own = |line: &&mut Vec<char>| line.starts_with(&['0', '0', '1']) && line[57..68].iter().collect::<String>().trim() == player;
    lines.iter_mut().find(is_own).expect("a line of the player")[at] = result;
    lines.into_iter().map(|line| line.into_iter().collect::<String>() + "\n").collect()
}

#[test]
fn a_year_without_changes_is_proved_by_hashes_and_much_faster_than_it_was_made() {
    let (folder, milliseconds) = a_year();
    let before = bytes_below(&folder.join("world/lists"));
    let since = Instant::now();
    let arguments = ["regenerate", "world/pipeline.toml", "--from", "2024-01", "--to", "2024-12", "--json"];
    let reported = json(&expect_exit(folder.path(), &arguments, 0));
    let wall = since.elapsed().as_millis().max(1);
    assert_eq!(fates(&reported), MONTHS.map(|month| format!("{month}-01 proved")));
    assert_eq!(bytes_below(&folder.join("world/lists")), before);
    // Ten times and more on an idle machine; a busy one shall not fail the test.
    println!("twelve runs took {milliseconds} ms, the proof {wall} ms: {} times faster", u128::from(milliseconds) / wall);
    assert!(u128::from(milliseconds) >= 2 * wall, "{milliseconds} ms, {wall} ms");
}

#[test]
fn one_result_of_ten_months_back_gives_the_lists_of_a_world_with_the_corrected_report() {
    let (folder, _) = a_year();
    // A game that counted on the list of February, ten months before the last.
    let sides = rows(&parquet(&folder.join("world/lists/rapid/2024-02-01/games.parquet")));
    let is_won = |side: &&BTreeMap<String, String>| side["status"] == "counted" && side["result"] == "1" && side["colour"] == "w";
    let game = sides.iter().find(is_won).expect("a game that white won");
    let (tournament, round, white, black) = (&game["tournament_id"], &game["round"], &game["fide_id"], &game["opponent"]);
    let judged = rows(&parquet(&folder.join("world/lists/rapid/2024-02-01/tournaments.parquet")));
    let file = judged.iter().find(|row| row["tournament_id"] == *tournament).map(|row| row["file"].clone()).expect("its file");

    // The same world from scratch, with a draw in that game's report.
    copy(&folder.join("world"), &folder.join("scratch/world"));
    for month in MONTHS {
        std::fs::remove_dir_all(folder.join(&format!("scratch/world/lists/rapid/{month}-01"))).expect("removed");
    }
    let path = folder.join(&format!("scratch/world/tournaments/{file}"));
    let number = round.parse().expect("a round");
    let report = std::fs::read_to_string(&path).expect("a report");
    std::fs::write(&path, with_result(&with_result(&report, white, number, '='), black, number, '=')).expect("written");
    let arguments = ["regenerate", "scratch/world/pipeline.toml", "--to", "2024-12", "--json"];
    assert_eq!(fates(&json(&expect_exit(folder.path(), &arguments, 0))), MONTHS.map(|month| format!("{month}-01 made")));

    let before = bytes_below(&folder.join("world/lists"));
    let row = format!("C-1,2024-12-10,arbiter,drawn,{tournament},{round},{white},{black},result,1-0,1/2-1/2\n");
    folder.put("world/corrections.csv", format!("{CORRECTIONS}{row}"));
    let reported = json(&expect_exit(folder.path(), &["regenerate", "world/pipeline.toml", "--json"], 0));
    let wanted = MONTHS.map(|month| format!("{month}-01 {}", if month == "2024-01" { "proved" } else { "revised" }));
    assert_eq!(fates(&reported), wanted);
    let after = bytes_below(&folder.join("world/lists"));
    for (name, bytes) in before.iter().filter(|(name, _)| *name != "rapid/lists.csv") {
        assert!(after.get(name) == Some(bytes), "{name} was published and stays");
    }
    let revisions = csv_rows(&folder.join("world/lists/rapid/revisions.csv"));
    assert_eq!(revisions.len(), 11);
    let mut moved_in_all = 0;
    for (month, revision) in MONTHS[1..].iter().zip(&revisions) {
        let (first, second) = (ratings(&folder, &format!("{month}-01")), ratings(&folder, &format!("{month}-01.r2")));
        let moves = csv_rows(&folder.join(&format!("world/lists/rapid/revisions/{month}-01.r2.csv")));
        // Every number that moved, and no other, with its cause.
        let reported: BTreeMap<_, _> =
            moves.iter().map(|row| (row["fide_id"].clone(), (row["before"].clone(), row["after"].clone()))).collect();
        let is_moved: BTreeMap<_, _> = second
            .iter()
            .filter(|(id, rating)| first.get(*id) != Some(rating))
            .map(|(id, rating)| (id.clone(), (first.get(id).cloned().unwrap_or_default(), rating.clone())))
            .collect();
        assert_eq!(reported, is_moved, "{month}");
        let direct: Vec<&BTreeMap<String, String>> = moves.iter().filter(|row| row["cause"] == "direct").collect();
        assert!(direct.iter().all(|row| row["corrections"] == "C-1" && (row["fide_id"] == *white || row["fide_id"] == *black)));
        assert_eq!(direct.is_empty(), *month != "2024-02", "{month}");
        assert!(moves.iter().all(|row| row["cause"] == "direct" || (row["cause"] == "consequence" && row["corrections"].is_empty())));
        assert_eq!(revision["players_moved"], moves.len().to_string(), "{month}");
        assert_eq!(revision["players_moved_directly"], direct.len().to_string(), "{month}");
        moved_in_all += moves.len();
        // And the list of the world that had it right from the beginning.
        let text = |place: String| std::fs::read_to_string(folder.join(&place)).expect("a list");
        let scratch = text(format!("scratch/world/lists/rapid/{month}-01/list.csv"));
        assert!(text(format!("world/lists/rapid/{month}-01.r2/list.csv")) == scratch, "{month}");
        let state = |place: &str| rows(&parquet(&folder.join(&format!("{place}/state.parquet"))));
        let (revised, made) = (format!("world/lists/rapid/{month}-01.r2"), format!("scratch/world/lists/rapid/{month}-01"));
        assert!(state(&revised) == state(&made), "{month}");
    }
    assert!(moved_in_all > 22, "the two players alone are in {moved_in_all} moves: nobody else was reached");
    expect_exit(folder.path(), &["verify", "world/lists/rapid/2024-12-01.r2", "--recompute", "--quiet"], 0);
}
