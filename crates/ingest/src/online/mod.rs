//! Reads online games: single games outside any tournament, in tables of up to tens of millions of rows.
//!
//! In come tables, CSV or Parquet; out come sorted games in columns of 28 bytes a game, and counts of the rows left out. Tables are read
//! one after the other into the same columns, so that many files need no more memory than one.

mod collector;
mod csv;
mod end_time;
mod ids;
mod layout;
mod order;
mod parquet;
mod rated_before;
mod repeats;
mod source_lines;

pub(crate) use end_time::all_times;

use crate::bundle::{players, read_hashed, unreadable_table};
use crate::error::IngestError;
use crate::search::{FoundOnline, TableFile};
use crate::{OnlineSubmissions, ReadOptions};
use collector::OnlineCollector;
use model::{Diagnostic, InputFile, InputRole, Newcomer, OnlineGames, PlayerIndex, UtcMicros};
use std::ops::Range;

/// The contents of all tables of online games and of the tables of players in their folders.
#[derive(Debug, Default)]
pub(crate) struct OnlineTables {
    pub(crate) online: OnlineSubmissions,
    /// Newcomers of the tables of players, then players whom only games name.
    pub(crate) newcomers: Vec<Newcomer>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) inputs: Vec<InputFile>,
}

/// Reads the games that ended in the window. An unreadable table is passed to `failed`, which may let reading continue.
pub(crate) fn read(
    found: &[FoundOnline],
    window: &Range<UtcMicros>,
    options: &ReadOptions<'_>,
    mut failed: impl FnMut(IngestError) -> Result<(), IngestError>,
) -> Result<OnlineTables, IngestError> {
    let mut all = OnlineTables::default();
    let mut collector = OnlineCollector::new(options.control, window);
    for folder in found {
        all.diagnostics.extend(folder.diagnostics.iter().cloned());
        match table(&mut collector, &folder.games) {
            Ok(input) => all.inputs.push(input),
            Err(error) => failed(error)?,
        }
        let Some(table) = &folder.players else { continue };
        match read_hashed(table, |bytes| players::read(bytes, table, options)) {
            Ok((players, input)) => {
                all.inputs.push(input);
                all.newcomers.extend(players.newcomers);
                all.diagnostics.extend(players.diagnostics);
            }
            Err(error) => failed(error)?,
        }
    }
    repeats::mark_repeated_games(&mut collector);
    if let Some(rated) = options.rated_games {
        rated_before::mark_rated_games(&mut collector, rated);
    }
    let (mut online, problems) = collector.finish();
    order::sort(&mut online.games);
    all.newcomers.extend(unknown_players(&online.games, options.known).into_iter().map(|id| Newcomer { id, ..Newcomer::default() }));
    all.diagnostics.extend(problems);
    all.online = online;
    Ok(all)
}

fn table(collector: &mut OnlineCollector<'_>, table: &TableFile) -> Result<InputFile, IngestError> {
    collector.begin_table(table);
    if table.is_parquet {
        return read_hashed(table, |bytes| parquet::read(collector, bytes).map_err(|problem| unreadable_table(table, problem)))
            .map(|(_, input)| input);
    }
    let (sha256, snapshot) = csv::read(collector, table)?;
    Ok(InputFile::new(InputRole::Tournaments, table.file.display_name.to_string(), sha256).with_snapshot(snapshot))
}

/// The number of ids from which duplicates are removed while collecting.
const FIRST_DEDUP: usize = 1 << 16;

/// The ids of players who are not on the list, ascending.
fn unknown_players(games: &OnlineGames, known: &PlayerIndex) -> Vec<u32> {
    let mut unknown_players: Vec<u32> = Vec::new();
    let mut dedup_at = FIRST_DEDUP;
    for &id in games.white.iter().chain(&games.black).filter(|&&id| id != 0 && !known.contains(id)) {
        unknown_players.push(id);
        // Players have many games each, so removing duplicates keeps the list short.
        if unknown_players.len() == dedup_at {
            unknown_players.sort_unstable();
            unknown_players.dedup();
            dedup_at = unknown_players.len() * 2 + FIRST_DEDUP;
        }
    }
    unknown_players.sort_unstable();
    unknown_players.dedup();
    unknown_players
}
