//! The same inputs give the same bytes, whatever the threads, the order of files, or the form of the input.

use crate::support::{Folder, bytes_below, copy, expect_exit, parquet, rows};

/// An invented federation, small.
fn world(folder: &Folder, name: &str, more: &[&str]) {
    let mut arguments = vec!["demo", name, "--players", "400", "--months", "3", "--tournaments", "60", "--seed", "7", "--quiet"];
    arguments.extend(more);
    expect_exit(folder.path(), &arguments, 0);
}

/// Makes the lists of all three months.
fn make_lists(folder: &Folder, world: &str, threads: &str) {
    for month in ["2024-01", "2024-02", "2024-03"] {
        expect_exit(folder.path(), &["run", &format!("{world}/pipeline.toml"), "--list", month, "--threads", threads, "--quiet"], 0);
    }
}

#[test]
fn one_thread_and_two_and_a_second_time_and_elsewhere_give_the_same_bytes() {
    let folder = Folder::new();
    world(&folder, "a", &[]);
    for other in ["b", "c", "deeper/down/d"] {
        copy(&folder.join("a"), &folder.join(other));
    }
    for (name, threads) in [("a", "1"), ("b", "2"), ("c", "2"), ("deeper/down/d", "1")] {
        make_lists(&folder, name, threads);
    }
    let first = bytes_below(&folder.join("a/lists"));
    // Three lists of fourteen files less run.json, and what the world began with.
    assert!(first.len() > 39, "{:?}", first.keys());
    assert!(first.contains_key("rapid/2024-03-01/report.html"));
    for other in ["b", "c", "deeper/down/d"] {
        let again = bytes_below(&folder.join(other).join("lists"));
        assert_eq!(first.keys().collect::<Vec<_>>(), again.keys().collect::<Vec<_>>());
        let differ: Vec<_> = first.iter().filter(|(name, bytes)| again[*name] != **bytes).map(|(name, _)| name).collect();
        assert!(differ.is_empty(), "{other}: {differ:?}");
    }
}

#[test]
fn a_bundle_and_tournament_files_with_the_same_games_give_the_same_list() {
    let folder = Folder::new();
    world(&folder, "files", &[]);
    world(&folder, "bundle", &["--bundle"]);
    make_lists(&folder, "files", "2");
    make_lists(&folder, "bundle", "2");
    for month in ["2024-01-01", "2024-02-01", "2024-03-01"] {
        let list = |world: &str| std::fs::read_to_string(folder.join(&format!("{world}/lists/rapid/{month}/list.csv"))).expect("a list");
        assert_eq!(list("files"), list("bundle"), "{month}");
    }
}

#[test]
fn every_side_read_is_counted_pooled_or_left_out_for_a_reason_in_every_tournament() {
    let folder = Folder::new();
    world(&folder, "world", &[]);
    make_lists(&folder, "world", "2");
    for month in ["2024-01-01", "2024-02-01", "2024-03-01"] {
        let list = folder.join(&format!("world/lists/rapid/{month}"));
        let sides = rows(&parquet(&list.join("games.parquet")));
        let mut statuses = std::collections::BTreeSet::new();
        for tournament in rows(&parquet(&list.join("tournaments.parquet"))) {
            let number = |column: &str| tournament[column].parse::<usize>().expect("a number");
            let own: Vec<_> = sides.iter().filter(|side| side["tournament_id"] == tournament["tournament_id"]).collect();
            let count = |status: &str| own.iter().filter(|side| side["status"] == status).count();
            assert_eq!(number("sides_read"), 2 * number("games"));
            // Two reports may share an id where one of them is refused as the other's double.
            if tournament["reason"] != "duplicate-id" {
                assert_eq!(
                    (number("sides_counted"), number("sides_pooled"), number("sides_left_out")),
                    (count("counted"), count("pooled"), count("left-out")),
                    "{}",
                    tournament["tournament_id"]
                );
            }
            assert!(own.iter().all(|side| (side["status"] == "left-out") != side["reason"].is_empty() && !side["article"].is_empty()));
            statuses.insert(tournament["status"].clone());
        }
        assert!(statuses.contains("rated"), "{month}: {statuses:?}");
    }
}

#[test]
fn nothing_played_leaves_every_rating_and_changes_only_activity_and_k() {
    let folder = Folder::new();
    world(&folder, "world", &[]);
    make_lists(&folder, "world", "2");
    folder.put("none/README.md", "no tournaments here");
    expect_exit(
        folder.path(),
        &[
            "run",
            "--control",
            "rapid",
            "--list",
            "2024-04",
            "--previous",
            "world/lists/rapid/2024-03-01",
            "--tournaments",
            "none",
            "--out",
            "2024-04-01",
            "--quiet",
        ],
        0,
    );
    let before = rows(&parquet(&folder.join("world/lists/rapid/2024-03-01/state.parquet")));
    let after = rows(&parquet(&folder.join("2024-04-01/state.parquet")));
    assert_eq!(before.len(), after.len());
    for (before, after) in before.iter().zip(&after) {
        for column in
            ["fide_id", "name", "title", "federation", "birth_year", "rating", "career_games", "peak", "last_rated", "first_event"]
        {
            assert_eq!(before[column], after[column], "{column} of {}", before["fide_id"]);
        }
        assert_eq!(after["games"], "0");
    }
}
