//! Writes online games chunk by chunk, because ten million of them do not have to fit in memory.

use crate::bundle_writer::player_table;
use crate::entry_pools::EntryPools;
use crate::online::{InventedOnlineGame, chunk, chunk_count};
use crate::population::Population;
use crate::world_files::{create, io_error, table_error, write_csv, write_parquet};
use crate::{WorldError, WorldSettings};
use chrono::DateTime;
use std::io::Write;
use std::path::Path;
use tables::{OutputColumn, Table, TableError, write_parquet_parts};

const COLUMNS: [&str; 7] = ["game_id", "control", "white", "black", "result", "ended_at", "disconnected"];

/// Writes the tables `online_games` and `players`, as Parquet in a bundle and otherwise as CSV.
pub(crate) fn write_online(folder: &Path, settings: &WorldSettings, people: &Population) -> Result<(), WorldError> {
    let pools = EntryPools::build(settings.seed, people);
    let mut plays = vec![false; people.all.len()];
    let mut games = (0..chunk_count(settings.online)).map(|number| chunk(settings, &pools, number)).inspect(|games| {
        for game in games {
            plays[game.white as usize] = true;
            plays[game.black as usize] = true;
        }
    });
    let ending = if settings.bundle { "parquet" } else { "csv" };
    let path = folder.join(format!("online_games.{ending}"));
    if settings.bundle {
        let mut out = create(&path)?;
        write_parquet_parts(&mut out, games.by_ref().map(|games| table(&games, people))).map_err(|source| table_error(&path, source))?;
        out.flush().map_err(|source| io_error(&path, source))?;
    } else {
        write_rows(&path, games.by_ref(), people)?;
    }
    drop(games);
    let new: Vec<u32> =
        (0..).zip(plays).filter(|&(place, plays)| plays && !people.all[place as usize].is_known).map(|(place, _)| place).collect();
    let players = player_table(&new, people);
    let path = folder.join(format!("players.{ending}"));
    if settings.bundle { write_parquet(&path, &players) } else { write_csv(&path, &players) }
}

fn table(games: &[InventedOnlineGame], people: &Population) -> Result<Table, TableError> {
    let id = |place: u32| Some(people.all[place as usize].id);
    Table::new(
        games.len(),
        vec![
            OutputColumn::ids(COLUMNS[0], |row| Some(games[row].id)),
            OutputColumn::constant_text(COLUMNS[1], "rapid"),
            OutputColumn::ids(COLUMNS[2], move |row| id(games[row].white)),
            OutputColumn::ids(COLUMNS[3], move |row| id(games[row].black)),
            OutputColumn::texts(COLUMNS[4], |row| games[row].score.into_str()),
            OutputColumn::timestamps(COLUMNS[5], |row| 1000 * games[row].ended_at),
            OutputColumn::texts(COLUMNS[6], |row| games[row].disconnected),
        ],
    )
}

fn write_rows(path: &Path, chunk_count: impl Iterator<Item = Vec<InventedOnlineGame>>, people: &Population) -> Result<(), WorldError> {
    let id = |place: u32| people.all[place as usize].id;
    let mut out = create(path)?;
    let write = || {
        writeln!(out, "{}", COLUMNS.join(","))?;
        for game in chunk_count.flatten() {
            let InventedOnlineGame { white, black, score, ended_at, disconnected, .. } = game;
            let ended_at = DateTime::from_timestamp_millis(ended_at).expect("within the calendar").format("%Y-%m-%dT%H:%M:%S%.3fZ");
            writeln!(out, "{},rapid,{},{},{},{ended_at},{disconnected}", game.id, id(white), id(black), score.into_str())?;
        }
        out.flush()
    };
    write().map_err(|source| io_error(path, source))
}
