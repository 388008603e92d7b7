//! `lists.csv`: the table of all versions of all lists in a folder, made anew whenever something is published.

use crate::support::{Folder, copy, csv_rows, expect_exit, parquet, test_file};
use std::path::Path;

const TABLE: &str = "lists/rapid/lists.csv";

/// The rows of the table, as folder, version, current and published.
fn versions(folder: &Path) -> Vec<String> {
    let of_row = |row: std::collections::BTreeMap<String, String>| {
        ["folder", "version", "current", "published"].map(|name| row[name].clone()).join(" ")
    };
    csv_rows(&folder.join(TABLE)).into_iter().map(of_row).collect()
}

/// Three lists, and a correction that changes the last two.
fn corrected() -> Folder {
    let folder = Folder::new();
    crate::unattended::corrected_club(folder.path());
    folder
}

fn run(folder: &Path, arguments: &str, code: i32) -> crate::support::Said {
    expect_exit(folder, &arguments.split(' ').collect::<Vec<_>>(), code)
}

#[test]
fn every_command_that_publishes_makes_the_table_anew() {
    let folder = corrected();
    let first = ["2023-12-01 1 true true", "2024-01-01 1 true true"];
    assert_eq!(versions(folder.path()), [&first[..], &["2024-02-01 1 true true", "2024-03-01 1 true true"]].concat());
    run(folder.path(), "regenerate pipeline.toml --from 2024-02 --quiet", 0);
    let revised = ["2024-02-01 1 false true", "2024-02-01.r2 2 true true", "2024-03-01 1 false true", "2024-03-01.r2 2 true true"];
    assert_eq!(versions(folder.path()), [&first[..], &revised].concat());
    run(folder.path(), "fsck lists/rapid", 0);
    // What a federation publishes, too.
    run(folder.path(), "export lists/rapid/2024-03-01 --format fide-txt --out rapid_mar24frl.zip --quiet", 0);
    run(folder.path(), "import rapid_mar24frl.zip --out imported/2024-03-01 --quiet", 0);
    let imported = csv_rows(&folder.join("imported/lists.csv"));
    assert_eq!((imported.len(), imported[0]["control"].as_str(), imported[0]["path"].as_str()), (1, "rapid", "2024-03-01/list.parquet"));
}

#[test]
fn drafts_and_refused_lists_have_rows_and_are_neither_current_nor_published() {
    let folder = Folder::new();
    crate::unattended::club(folder.path());
    // A draft is no reason to begin a table.
    run(folder.path(), "run pipeline.toml --list 2024-02 --draft --quiet", 0);
    assert!(!folder.join(TABLE).exists());
    run(folder.path(), "run pipeline.toml --list 2024-02 --quiet", 0);
    run(folder.path(), "run pipeline.toml --list 2024-03 --draft --quiet", 0);
    let lists = ["2023-12-01 1 true true", "2024-01-01 1 true true", "2024-02-01 1 true true"];
    assert_eq!(versions(folder.path()), [&lists[..], &["2024-03-01.draft 1 false false"]].concat());
    run(folder.path(), "keys new office.key --quiet", 0);
    run(folder.path(), "sign lists/rapid/2024-03-01.draft --key office.key --by Office --quiet", 0);
    // Nothing was played in April.
    run(folder.path(), "run pipeline.toml --list 2024-04 --quiet", 1);
    assert_eq!(versions(folder.path()), [&lists[..], &["2024-03-01 1 true true", "2024-04-01.refused  false false"]].concat());
    run(folder.path(), "fsck lists/rapid", 0);
}

#[test]
fn each_row_tells_the_players_and_the_hash_of_the_file_that_it_names() {
    let folder = corrected();
    run(folder.path(), "regenerate pipeline.toml --from 2024-02 --quiet", 0);
    let rows = csv_rows(&folder.join(TABLE));
    assert_eq!(rows.len(), 6);
    for row in rows {
        let path = folder.join("lists/rapid").join(&row["path"]);
        let bytes = std::fs::read(&path).expect("the list");
        assert_eq!(store::sha256_hex(&bytes), row["sha256"], "{}", row["path"]);
        let players = if row["path"].ends_with(".csv") { csv_rows(&path).len() } else { parquet(&path).height() };
        assert_eq!(players.to_string(), row["rows"], "{}", row["path"]);
        assert_eq!((row["control"].as_str(), row["path"].starts_with(&row["folder"])), ("rapid", true));
    }
}

#[test]
fn a_folder_of_lists_without_the_table_is_read_verified_and_checked_as_before() {
    let folder = corrected();
    std::fs::remove_file(folder.join(TABLE)).expect("removed");
    // Lists of earlier versions have no table: nothing is wrong, and the next run makes one, also where there is nothing to do.
    run(folder.path(), "fsck lists/rapid", 0);
    run(folder.path(), "verify lists/rapid/2024-03-01 --recompute", 0);
    run(folder.path(), "regenerate pipeline.toml --from 2024-02 --quiet", 0);
    assert_eq!(versions(folder.path()).len(), 6);
    std::fs::remove_file(folder.join(TABLE)).expect("removed");
    run(folder.path(), "regenerate pipeline.toml --from 2024-02 --quiet", 0);
    assert_eq!(versions(folder.path()).len(), 6, "nothing was revised");
    // What reads a folder of lists does not take the table for a list.
    let history = run(folder.path(), "history lists/rapid 100101 --format csv", 0).out;
    assert_eq!(history.lines().count(), 5);
    run(folder.path(), "check lists/rapid", 0);
}

#[test]
fn fsck_names_a_table_that_is_out_of_date_and_says_how_it_is_made_again() {
    let folder = corrected();
    let text = std::fs::read_to_string(folder.join(TABLE)).expect("a table");
    let problem = |content: &str| {
        folder.put(TABLE, content);
        run(folder.path(), "fsck lists/rapid", 6).out
    };
    let without_last: String = text.lines().take(4).map(|line| format!("{line}\n")).collect();
    let said = problem(&without_last);
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("lists.csv: out of date: it has no row for 2024-03-01; what to do: the next run makes it anew"), "{said}");
    assert!(problem(&text.replacen(",true,true,2024-03-01", ",false,true,2024-03-01", 1)).contains("it has another row for 2024-03-01"));
    assert!(problem("club,members\n").contains("lists.csv: not the table of lists that this program writes"));
    folder.put(TABLE, &text);
    std::fs::rename(folder.join("lists/rapid/2024-03-01"), folder.join("elsewhere")).expect("moved");
    let said = run(folder.path(), "fsck lists/rapid", 6).out;
    assert!(said.contains("1 problem") && said.contains("2024-03-01: missing, and lists.csv names it"), "{said}");
}

#[test]
fn another_file_of_that_name_is_left_alone_and_that_is_said() {
    let folder = Folder::new();
    copy(&test_file("cli/club"), folder.path());
    folder.put(TABLE, "club,members\n");
    let said = run(folder.path(), "run pipeline.toml --list 2024-02", 0);
    assert!(said.err.contains("lists.csv: not the table of lists that is written here"), "{}", said.err);
    assert_eq!(std::fs::read_to_string(folder.join(TABLE)).expect("there"), "club,members\n");
}

#[test]
fn the_same_lists_give_the_same_table_wherever_they_lie_and_whoever_made_them() {
    let (one, other) = (corrected(), corrected());
    run(one.path(), "regenerate pipeline.toml --from 2024-02 --quiet --threads 1", 0);
    run(other.path(), "regenerate pipeline.toml --from 2024-02 --quiet --threads 2", 0);
    let table = |folder: &Path, name: &str| std::fs::read(folder.join(name).join("lists.csv")).expect("a table");
    assert_eq!(table(one.path(), "lists/rapid"), table(other.path(), "lists/rapid"));
    // Made from nothing but the folders, in another place.
    copy(&one.join("lists/rapid"), &one.join("deeper/elsewhere"));
    std::fs::remove_file(one.join("deeper/elsewhere/lists.csv")).expect("removed");
    store::update_lists_csv(&one.join("deeper/elsewhere")).expect("made");
    assert_eq!(table(one.path(), "lists/rapid"), table(one.path(), "deeper/elsewhere"));
}

#[test]
fn a_list_folder_of_another_name_has_no_table_beside_it() {
    let month = Folder::new();
    month.put("previous.csv", "fide_id,name,rating\n1001,A,1800\n");
    month.put("month/README.md", "nothing was played");
    let flags = "run --control rapid --list 2024-02 --previous previous.csv --previous-date 2024-01-01 --tournaments month --quiet --out";
    run(month.path(), &format!("{flags} made"), 0);
    assert!(!month.join("lists.csv").exists());
    run(month.path(), &format!("{flags} 2024-02-01"), 0);
    assert_eq!(csv_rows(&month.join("lists.csv"))[0]["path"], "2024-02-01/list.parquet");
}
