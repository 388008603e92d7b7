//! Thousands of reports, of which many are broken in thirty ways: the month is made, every broken one is named with file, line and reason, and
//! the rest is rated as if the broken ones had never been.

use super::is_long;
use super::report_defects::{DEFECTS, valid_report};
use crate::support::{Folder, copy, csv_rows, parquet, rows};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use tables::Table;

/// How large the month is.
struct Scale {
    players: u32,
    sound: u32,
    broken: usize,
}

/// In all 30,000 where there is time, of which 1,000 are broken.
fn scale() -> Scale {
    match is_long() {
        true => Scale { players: 60_000, sound: 29_000, broken: 1000 },
        false => Scale { players: 600, sound: 540, broken: 60 },
    }
}

/// The program that is tried: `RATINGLIST` may name one that was built for speed.
fn program() -> PathBuf {
    std::env::var_os("RATINGLIST").map_or_else(|| env!("CARGO_BIN_EXE_ratinglist").into(), PathBuf::from)
}

fn expect_exit(folder: &Path, arguments: &[&str], code: i32) -> String {
    let output = Command::new(program()).current_dir(folder).args(arguments).output().expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", said.chars().take(4000).collect::<String>());
    said
}

const LIST: &str = "lists/rapid/2024-01-01";
const RUN: [&str; 5] = ["run", "pipeline.toml", "--list", "2024-01", "--quiet"];

/// Three players of the first list, and one whom nobody knows yet: a broken report makes nobody known either.
fn players(folder: &Path) -> [u32; 4] {
    let ids = rows(&parquet(&folder.join("lists/rapid/2023-12-01/state.parquet")));
    let ids: Vec<u32> = ids.iter().filter(|row| !row["rating"].is_empty()).filter_map(|row| row["fide_id"].parse().ok()).take(3).collect();
    ids.into_iter().chain([88_000_001]).collect::<Vec<_>>().try_into().expect("four players")
}

/// A table without the rows of some tournaments.
fn rest_of(path: &Path, broken: &BTreeSet<String>) -> Table {
    let table = parquet(path);
    let mask: Vec<bool> = (0..table.height()).map(|row| !broken.contains(table.text("tournament_id", row))).collect();
    table.filter(&mask).expect("a mask of its rows")
}

/// Whether two tables have the same rows; by columns, because of 30,000 reports there are millions of them.
fn are_same(one: &Table, other: &Table) -> bool {
    one.height() == other.height()
        && one.names().eq(other.names())
        && one.names().all(|name| one.same_column(other, name).expect("a column of both"))
}

#[test]
fn the_valid_report_is_rated() {
    let folder = Folder::new();
    expect_exit(folder.path(), &["demo", "world", "--players", "200", "--months", "1", "--tournaments", "10", "--quiet"], 0);
    let world = folder.join("world");
    std::fs::write(world.join("tournaments/sound.trf"), valid_report(&players(&world))).expect("written");
    expect_exit(&world, &RUN, 0);
    let tournaments = rows(&parquet(&world.join(LIST).join("tournaments.parquet")));
    let sound = tournaments.iter().find(|row| row["tournament_id"] == "sound").expect("judged");
    assert_eq!(sound["status"], "rated", "{sound:?}");
}

#[test]
fn broken_reports_are_named_and_the_rest_is_rated_as_if_they_were_not_there() {
    let Scale { players: number, sound, broken } = scale();
    let folder = Folder::new();
    let arguments = format!("demo without --players {number} --months 1 --tournaments {sound} --quiet");
    expect_exit(folder.path(), &arguments.split(' ').collect::<Vec<_>>(), 0);
    let (without, with) = (folder.join("without"), folder.join("with"));
    copy(&without, &with);
    let report = valid_report(&players(&without));
    let mut defects = BTreeMap::new();
    for (at, defect) in DEFECTS.iter().cycle().take(broken).enumerate() {
        let name = format!("2023-12/X{at:05}");
        std::fs::write(with.join(format!("tournaments/{name}.trf")), (defect.broken)(&report)).expect("written");
        defects.insert(format!("{name}.trf"), defect);
    }
    expect_exit(&without, &RUN, 0);
    let start = std::time::Instant::now();
    expect_exit(&with, &RUN, 0);
    eprintln!(
        "{} reports of which {broken} are broken: the list was made in {:.1} seconds",
        sound as usize + broken,
        start.elapsed().as_secs_f64()
    );

    // Each is named, with file, line and reason.
    let mut reported: BTreeMap<String, Vec<BTreeMap<String, String>>> = BTreeMap::new();
    for row in csv_rows(&with.join(LIST).join("diagnostics.csv")) {
        reported.entry(row["file"].clone()).or_default().push(row);
    }
    for (file, defect) in &defects {
        let rows = reported.get(file).map(Vec::as_slice).unwrap_or_default();
        let is_it = |row: &&BTreeMap<String, String>| {
            row["code"] == defect.code && row["severity"] == "error" && row["line"] == defect.line.to_string()
        };
        let row = rows.iter().find(is_it);
        assert!(
            row.is_some_and(|row| row["message"].len() > 10),
            "{file}: {}: {} in line {} is not among {rows:#?}",
            defect.name,
            defect.code,
            defect.line
        );
    }
    let tournaments = rows(&parquet(&with.join(LIST).join("tournaments.parquet")));
    let ids: BTreeSet<String> = defects.keys().map(|file| file["2023-12/".len()..file.len() - ".trf".len()].to_owned()).collect();
    let refused =
        tournaments.iter().filter(|row| ids.contains(&row["tournament_id"]) && row["status"] == "refused" && !row["reason"].is_empty());
    assert_eq!(refused.count(), broken, "every broken report is refused");

    // Nothing of the rest is another.
    for name in ["list.csv", "state.parquet", "pool.parquet", "rated_tournaments.parquet", "changes.parquet"] {
        let bytes = |world: &Path| std::fs::read(world.join(LIST).join(name)).expect("there");
        assert!(bytes(&with) == bytes(&without), "{name} differs");
    }
    for name in ["games.parquet", "tournaments.parquet"] {
        let rest = |world: &Path| rest_of(&world.join(LIST).join(name), &ids);
        assert!(are_same(&rest(&with), &rest(&without)), "{name} differs");
    }
    let list = |world: &Path| rows(&parquet(&world.join(LIST).join("list.parquet")));
    assert!(list(&with) == list(&without), "list.parquet differs");
    let others = |world: &Path| {
        let all = csv_rows(&world.join(LIST).join("diagnostics.csv"));
        all.into_iter().filter(|row| !defects.contains_key(&row["file"])).collect::<Vec<_>>()
    };
    assert_eq!(others(&with), others(&without), "what is said of the rest");

    // Whoever wants a month without a fault gets none.
    std::fs::remove_dir_all(with.join(LIST)).expect("removed");
    expect_exit(&with, &[&RUN[..], &["--strict"]].concat(), 3);
    assert!(!with.join(LIST).exists());
}
