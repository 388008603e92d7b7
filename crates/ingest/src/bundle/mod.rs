//! Bundles: many tournaments and their games as tables.

mod game_row;
mod games;
mod parquet_rows;
pub(crate) mod players;
#[cfg(test)]
mod tests;
mod tournaments;

use crate::error::IngestError;
use crate::replacements::{Newer, NewerReport, ReplacementOutcome};
use crate::search::{FoundBundle, Table};
use crate::work::{self, Fate};
use crate::{HandedIn, ReadOptions};
use model::{InputFile, InputRole};
use std::collections::BTreeMap;
use tables::{ParquetTable, TableError};
use tournaments::Listed;

/// Reads one bundle: the tournaments as its table lists them, each with its games by round.
pub(crate) fn read(bundle: &FoundBundle, newer: &Newer, options: &ReadOptions<'_>) -> Result<HandedIn, IngestError> {
    let mut all = HandedIn::default();
    let (mut listed, input) = hashed(&bundle.tournaments, |bytes| tournaments::read(bytes, &bundle.tournaments, options))?;
    all.inputs.push(input);
    let replaced = replace(&mut listed, newer, &mut all.replacements);
    let (games, input) = hashed(&bundle.games, |bytes| games::read(bytes, &bundle.games, &mut listed))?;
    all.inputs.push(input);
    all.diagnostics = listed.diagnostics;
    all.diagnostics.extend(games.diagnostics);
    if let Some(table) = &bundle.players {
        let (players, input) = hashed(table, |bytes| players::read(bytes, table, options))?;
        all.inputs.push(input);
        all.batch.newcomers = players.newcomers;
        all.diagnostics.extend(players.diagnostics);
    }
    all.batch.games = games.games;
    all.games_without_tournament = games.without_tournament;
    for (at, (tournament, fate)) in (0..).zip(listed.tournaments.into_iter().zip(listed.fates)) {
        match fate {
            Fate::Read | Fate::Later => all.batch.tournaments.push(tournament),
            Fate::AlreadyRated => all.already_rated.push(tournament),
            Fate::OtherControl => {
                all.other_controls += 1;
                all.of_other_controls.push(tournament.id);
            }
            Fate::Replaced => {
                if let Some(report) = replaced.get(&at) {
                    all.append(work::newer_games(tournament, report, options)?);
                }
            }
        }
    }
    Ok(all)
}

/// Finds the tournaments whose games a newer report replaces, by their place in the table: their games are skipped.
fn replace<'n>(listed: &mut Listed, newer: &'n Newer, outcomes: &mut Vec<ReplacementOutcome>) -> BTreeMap<u32, &'n NewerReport> {
    let mut replaced = BTreeMap::new();
    for id in newer.tournaments() {
        let Some(&at) = listed.by_id.get(id).filter(|at| listed.fates[**at as usize] == Fate::Read) else { continue };
        if listed.tournaments.iter().filter(|tournament| tournament.id == *id).nth(1).is_some() {
            outcomes.extend(newer.refused(id, "several rows of the bundle have this id"));
            continue;
        }
        let (report, followed) = newer.follow(id, Some(&listed.tournaments[at as usize].file));
        outcomes.extend(followed);
        if let Some(report) = report {
            listed.fates[at as usize] = Fate::Replaced;
            replaced.insert(at, report);
        }
    }
    replaced
}

/// Loads a table, and reads and hashes its bytes side by side.
pub(crate) fn hashed<T: Send>(
    table: &Table,
    read: impl FnOnce(&[u8]) -> Result<T, IngestError> + Send,
) -> Result<(T, InputFile), IngestError> {
    let (bytes, seen) = store::read_input(&table.file.path).map_err(|error| IngestError::io(&table.file.path, error))?;
    let (sha256, read) = rayon::join(|| store::sha256_hex(&bytes), || read(&bytes));
    Ok((read?, InputFile::new(InputRole::Tournaments, table.file.shown.to_string(), sha256).with_snapshot(seen)))
}

/// Opens a Parquet table that has at least one of the wanted columns; only those can be read.
fn open_parquet(bytes: &[u8], is_wanted: impl Fn(&str) -> bool) -> Result<ParquetTable<'_>, String> {
    let table = ParquetTable::from_bytes(bytes, is_wanted).map_err(in_words)?;
    if table.columns().is_empty() { Err("it has none of the columns wanted".to_owned()) } else { Ok(table) }
}

/// What stops a table from being read.
pub(crate) fn in_words(error: TableError) -> String {
    error.to_string()
}

/// A table that cannot be read at all.
pub(crate) fn refused(table: &Table, problem: impl Into<String>) -> IngestError {
    IngestError::Table { path: table.file.path.clone(), problem: problem.into() }
}
