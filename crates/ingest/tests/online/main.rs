//! Tests of online games: what is read, what is only counted, what is reported.

mod folders;
mod formats;
mod rows;

use ingest::{IngestError, OnlineWindow, ReadOptions, Sources, Submissions, check, read};
use model::{Control, GameIds, GameResult, OnlineGames, PlayerIndex, Reason, SideResult};
use proptest::prelude::*;
use std::fs;
use std::path::Path;
use tables::{OutputColumn, Table, write_parquet_parts};
use tempfile::{TempDir, tempdir};

const HEADER: &str = "game_id,control,white,black,result,ended_at,disconnected\n";
const WON: GameResult = GameResult::new(SideResult::Win, SideResult::Loss);
const LOST: GameResult = GameResult::new(SideResult::Loss, SideResult::Win);
const UNKNOWN: GameResult = GameResult::new(SideResult::Unknown, SideResult::Unknown);

fn folder<B: AsRef<[u8]>>(files: &[(&str, B)]) -> TempDir {
    let folder = tempdir().expect("a folder");
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, bytes).expect("written");
    }
    folder
}

/// The text of a file with these rows below the usual header.
fn rows(rows: &[&str]) -> String {
    format!("{HEADER}{}\n", rows.join("\n"))
}

/// Reads the rapid games of November 2013.
fn try_reading(path: &Path) -> Result<Submissions, IngestError> {
    let known = PlayerIndex::new(vec![11, 12, 13]);
    let day = |text: &str| text.parse().expect("a day");
    let online = Some(OnlineWindow { from: day("2013-11-01"), until: day("2013-12-01") });
    let options = ReadOptions { online, ..ReadOptions::new(Control::Rapid, &known) };
    read(&Sources { tournaments: vec![path.to_owned()], ..Sources::default() }, &options)
}

fn read_folder(folder: &TempDir) -> Submissions {
    try_reading(folder.path()).expect("readable")
}

fn read_rows(lines: &[&str]) -> Submissions {
    read_folder(&folder(&[("online_games.csv", rows(lines))]))
}

fn messages(read: &Submissions) -> Vec<String> {
    read.diagnostics.iter().map(ToString::to_string).collect()
}

fn ids(games: &OnlineGames) -> Vec<String> {
    (0..games.len()).map(|game| games.ids.text(game).into_owned()).collect()
}

/// All columns of the games, one line for each game.
fn described(games: &OnlineGames) -> Vec<String> {
    let columns = [games.ids.len(), games.white.len(), games.black.len(), games.result.len(), games.disconnected.len(), games.fault.len()];
    assert_eq!(columns, [games.len(); 6]);
    (0..games.len())
        .map(|game| {
            let (result, fault) = (games.result[game], games.fault[game].map_or("-", Reason::word));
            let lost = if games.disconnected[game] { "lost" } else { "kept" };
            let (id, end, white, black) = (games.ids.text(game), games.ended_at[game], games.white[game], games.black[game]);
            format!("{id} {end} {white} {black} {}:{} {lost} {fault}", result.white.symbol(), result.black.symbol())
        })
        .collect()
}

/// Writes a table in row groups of two rows.
fn write_parquet(path: &Path, rows: usize, columns: Vec<OutputColumn<'_>>) {
    let table = Table::new(rows, columns).expect("a table");
    let parts = (0..rows.max(1)).step_by(2).map(|start| Ok(table.slice(start..rows.min(start + 2))));
    write_parquet_parts(fs::File::create(path).expect("a file"), parts).expect("written");
}

/// A Parquet table of this many games between two known players with these end times.
fn of_ends(count: usize, ended_at: OutputColumn<'_>) -> TempDir {
    let folder = tempdir().expect("a folder");
    let columns = vec![
        OutputColumn::ids("game_id", |row| u32::try_from(row + 1).ok()),
        OutputColumn::integers("white", |_| Some(11)),
        OutputColumn::ids("black", |_| Some(12)),
        OutputColumn::constant_text("result", "1-0"),
        ended_at,
    ];
    write_parquet(&folder.path().join("online_games.parquet"), count, columns);
    folder
}

/// A column of equal end times.
fn same_end() -> OutputColumn<'static> {
    OutputColumn::constant_text("ended_at", "2013-11-05T18:30:00Z")
}
