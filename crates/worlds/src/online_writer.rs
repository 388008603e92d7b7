//! Online games as a table, written lot by lot: ten million of them need not be in memory.

use crate::bundle_writer::described;
use crate::field::Field;
use crate::list_writer::{words, write_table, write_text};
use crate::online::{OnlineGame, lot, lots};
use crate::output::{create, failed};
use crate::people::People;
use crate::{WorldError, WorldSettings};
use chrono::DateTime;
use polars::prelude::*;
use std::io::Write;
use std::path::Path;
use store::write_parquet_parts;

const COLUMNS: [&str; 7] = ["game_id", "control", "white", "black", "result", "ended_at", "disconnected"];

/// Writes `online_games` and `players`, as Parquet where the world is a bundle and as CSV where it is not.
pub(crate) fn write_online(folder: &Path, settings: &WorldSettings, people: &People) -> Result<(), WorldError> {
    let field = Field::gather(settings.seed, people);
    let mut plays = vec![false; people.all.len()];
    let mut games = (0..lots(settings.online)).map(|number| lot(settings, &field, number)).inspect(|games| {
        for game in games {
            plays[game.white as usize] = true;
            plays[game.black as usize] = true;
        }
    });
    let ending = if settings.bundle { "parquet" } else { "csv" };
    let path = folder.join(format!("online_games.{ending}"));
    if settings.bundle {
        let mut out = create(&path)?;
        write_parquet_parts(&mut out, games.by_ref().map(|games| frame(&games, people)))
            .map_err(|source| WorldError::Table { path: path.clone(), source })?;
        out.flush().map_err(|source| failed(&path, source))?;
    } else {
        write_rows(&path, games.by_ref(), people)?;
    }
    drop(games);
    let new: Vec<u32> =
        (0..).zip(plays).filter(|&(place, plays)| plays && !people.all[place as usize].is_known).map(|(place, _)| place).collect();
    let mut players = described(&new, people)?;
    let path = folder.join(format!("players.{ending}"));
    if settings.bundle { write_table(&path, &mut players) } else { write_text(&path, &players) }
}

fn frame(games: &[OnlineGame], people: &People) -> PolarsResult<DataFrame> {
    let id = |place: u32| people.all[place as usize].id;
    let ends = Int64Chunked::from_iter_values(COLUMNS[5].into(), games.iter().map(|game| game.ended_at));
    DataFrame::new(
        games.len(),
        vec![
            Column::new(COLUMNS[0].into(), games.iter().map(|game| game.id).collect::<Vec<u64>>()),
            words(COLUMNS[1], games.iter().map(|_| "rapid")),
            Column::new(COLUMNS[2].into(), games.iter().map(|game| id(game.white)).collect::<Vec<u32>>()),
            Column::new(COLUMNS[3].into(), games.iter().map(|game| id(game.black)).collect::<Vec<u32>>()),
            words(COLUMNS[4], games.iter().map(|game| game.score.word())),
            ends.into_datetime(TimeUnit::Milliseconds, Some(TimeZone::UTC)).into_column(),
            words(COLUMNS[6], games.iter().map(|game| game.disconnected)),
        ],
    )
}

fn write_rows(path: &Path, lots: impl Iterator<Item = Vec<OnlineGame>>, people: &People) -> Result<(), WorldError> {
    let id = |place: u32| people.all[place as usize].id;
    let mut out = create(path)?;
    let write = || {
        writeln!(out, "{}", COLUMNS.join(","))?;
        for game in lots.flatten() {
            let OnlineGame { white, black, score, ended_at, disconnected, .. } = game;
            let ended_at = DateTime::from_timestamp_millis(ended_at).expect("within the calendar").format("%Y-%m-%dT%H:%M:%S%.3fZ");
            writeln!(out, "{},rapid,{},{},{},{ended_at},{disconnected}", game.id, id(white), id(black), score.word())?;
        }
        out.flush()
    };
    write().map_err(|source| failed(path, source))
}
