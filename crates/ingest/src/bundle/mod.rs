//! Reads bundles: many tournaments and their games as tables, CSV or Parquet.

mod byes;
mod game_row;
mod games;
mod parquet_rows;
mod parsed_games;
pub(crate) mod players;
mod remembered;
#[cfg(test)]
mod tests;
mod tournaments;

use crate::error::IngestError;
use crate::fingerprint::content_of;
use crate::read_all::{self, ReadDecision};
use crate::replacements::{NewerReport, NewerReports, ReplacementOutcome};
use crate::search::{FoundBundle, TableFile};
use crate::{ReadOptions, Submissions};
use games::BundleGames;
use model::{InputFile, InputRole, Tournament};
pub(crate) use remembered::RememberedBundle;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use tables::{ParquetTable, TableError};
use tournaments::BundleTournaments;

/// Reads one bundle: tournaments in the order of their table, each with its games by round.
pub(crate) fn read(bundle: &FoundBundle, newer: &NewerReports, options: &ReadOptions<'_>) -> Result<Submissions, IngestError> {
    let mut all = Submissions::default();
    let remembered = options.memory.and_then(|memory| memory.bundle(&bundle.tournaments.file));
    let (mut listed, tournaments_input) = match &remembered {
        Some(remembered) => remembered.tournaments(bundle, options),
        None => read_hashed(&bundle.tournaments, |bytes| tournaments::read(bytes, &bundle.tournaments, options))?,
    };
    let replaced = find_replaced(&mut listed, newer, &mut all.replacement_outcomes);
    let without_games = remembered.as_ref().and_then(|remembered| remembered.without_games(&mut listed, newer, options));
    let (games, games_input) = match without_games {
        Some(input) => (BundleGames::default(), input),
        None => {
            let ((games, read_again), input) = read_hashed(&bundle.games, |bytes| {
                let games = games::read(bytes, &bundle.games, &mut listed)?;
                let read_again = read_changed_again(bytes, bundle, &listed, newer, options)?;
                Ok((games, read_again))
            })?;
            if let Some(memory) = options.memory.filter(|_| remembered.is_none())
                && let Some(read) = RememberedBundle::of(&mut listed, &games, &tournaments_input, &input)
            {
                memory.remember_bundle(&bundle.tournaments.file, read);
            }
            for (at, tournament) in read_again {
                (listed.decisions[at], listed.tournaments[at]) = (ReadDecision::ReadAgain, tournament);
            }
            (games, input)
        }
    };
    all.inputs.extend([tournaments_input, games_input]);
    all.diagnostics = std::mem::take(&mut listed.diagnostics);
    all.diagnostics.extend(games.diagnostics);
    if let Some(table) = &bundle.byes {
        let (diagnostics, input) = read_hashed(table, |bytes| byes::read(bytes, table, &mut listed, &games.games))?;
        all.inputs.push(input);
        all.diagnostics.extend(diagnostics);
    }
    if let Some(table) = &bundle.players {
        let (players, input) = read_hashed(table, |bytes| players::read(bytes, table, options))?;
        all.inputs.push(input);
        all.batch.newcomers = players.newcomers;
        all.diagnostics.extend(players.diagnostics);
    }
    all.batch.games = games.games;
    all.games_without_tournament = games.without_tournament;
    for (at, (tournament, decision)) in (0..).zip(listed.tournaments.into_iter().zip(listed.decisions)) {
        match decision {
            ReadDecision::Read | ReadDecision::Later => all.batch.tournaments.push(tournament),
            ReadDecision::AlreadyRated => all.already_rated.push(Tournament { report: None, ..tournament }),
            ReadDecision::ReadAgain => all.already_rated.push(tournament),
            ReadDecision::OtherControl => {
                all.other_controls += 1;
                all.other_control_ids.push(tournament.id);
            }
            ReadDecision::Replaced => {
                if let Some(report) = replaced.get(&at) {
                    all.append(read_all::read_replacing_report(tournament, report, options)?);
                }
            }
        }
    }
    Ok(all)
}

/// Reads rated tournaments of a bundle once more, with their games and byes.
pub(crate) fn read_rated(bundle: &FoundBundle, ids: &HashSet<Arc<str>>, options: &ReadOptions<'_>) -> Result<Submissions, IngestError> {
    let mut all = Submissions::default();
    let (mut listed, input) = read_hashed(&bundle.tournaments, |bytes| tournaments::read(bytes, &bundle.tournaments, options))?;
    all.inputs.push(input);
    let is_wanted = |tournament: &Tournament| ids.contains(&tournament.id);
    for (tournament, decision) in listed.tournaments.iter_mut().zip(&mut listed.decisions) {
        *decision = if is_wanted(tournament) { ReadDecision::Read } else { ReadDecision::AlreadyRated };
        // It was rated as one of this control.
        tournament.control = tournament.control.or(options.control);
    }
    let (games, input) = read_hashed(&bundle.games, |bytes| games::read(bytes, &bundle.games, &mut listed))?;
    all.inputs.push(input);
    if let Some(table) = &bundle.byes {
        let (_, input) = read_hashed(table, |bytes| byes::read(bytes, table, &mut listed, &games.games))?;
        all.inputs.push(input);
    }
    all.batch.games = games.games;
    all.batch.tournaments = listed.tournaments.into_iter().filter(is_wanted).collect();
    Ok(all)
}

/// Reads the games of rated tournaments whose number of rows is not what it was, for the comparison with what was rated (D36). Returns the
/// tournaments, with their content, by index.
fn read_changed_again(
    bytes: &[u8],
    bundle: &FoundBundle,
    listed: &BundleTournaments,
    newer: &NewerReports,
    options: &ReadOptions<'_>,
) -> Result<Vec<(usize, Tournament)>, IngestError> {
    let changed: Vec<usize> = changed_since_rated(listed, newer, options).collect();
    if changed.is_empty() {
        return Ok(Vec::new());
    }
    let mut again = BundleTournaments {
        tournaments: listed.tournaments.iter().map(|tournament| Tournament { report: None, ..tournament.clone() }).collect(),
        decisions: vec![ReadDecision::AlreadyRated; listed.decisions.len()],
        by_id: listed.by_id.clone(),
        diagnostics: Vec::new(),
        rows: Vec::new(),
    };
    changed.iter().for_each(|&at| again.decisions[at] = ReadDecision::Read);
    let read = games::read(bytes, &bundle.games, &mut again)?;
    let with_content = |at: usize| {
        let tournament = std::mem::take(&mut again.tournaments[at]);
        let content = content_of(&tournament, &read.games);
        (at, Tournament { content, games: 0..0, ..tournament })
    };
    Ok(changed.into_iter().map(with_content).collect())
}

/// The rated tournaments whose number of rows is not what it was, by index. The numbers of rows must be known.
fn changed_since_rated<'l>(
    listed: &'l BundleTournaments,
    newer: &'l NewerReports,
    options: &'l ReadOptions<'_>,
) -> impl Iterator<Item = usize> + use<'l> {
    let is_replaced = |id: &Arc<str>| newer.tournaments().any(|replaced| replaced == id);
    let is_changed = move |(at, tournament): &(usize, &Tournament)| {
        // A tournament without rows has no size: a table may list tournaments whose games it does not have any more.
        let size = tournament.report.as_ref().map(|report| report.size);
        listed.decisions[*at] == ReadDecision::AlreadyRated
            && size.zip((options.rated_size)(&tournament.id)).is_some_and(|(size, rated)| size.differs_from(rated))
            && !is_replaced(&tournament.id)
    };
    listed.tournaments.iter().enumerate().filter(is_changed).map(|(at, _)| at)
}

/// Finds the tournaments that a newer report replaces, by index; their games in the bundle are skipped.
fn find_replaced<'n>(
    listed: &mut BundleTournaments,
    newer: &'n NewerReports,
    outcomes: &mut Vec<ReplacementOutcome>,
) -> BTreeMap<u32, &'n NewerReport> {
    let mut replaced = BTreeMap::new();
    for id in newer.tournaments() {
        let Some(&at) = listed.by_id.get(id).filter(|at| listed.decisions[**at as usize] == ReadDecision::Read) else { continue };
        if listed.tournaments.iter().filter(|tournament| tournament.id == *id).nth(1).is_some() {
            outcomes.extend(newer.refuse_all(id, "several rows of the bundle have this id"));
            continue;
        }
        let (report, followed) = newer.newest_report(id, Some(&listed.tournaments[at as usize].file));
        outcomes.extend(followed);
        if let Some(report) = report {
            listed.decisions[at as usize] = ReadDecision::Replaced;
            replaced.insert(at, report);
        }
    }
    replaced
}

/// Loads a table, then parses and hashes its bytes in parallel.
pub(crate) fn read_hashed<T: Send>(
    table: &TableFile,
    read: impl FnOnce(&[u8]) -> Result<T, IngestError> + Send,
) -> Result<(T, InputFile), IngestError> {
    let (bytes, snapshot) = store::read_input(&table.file.path).map_err(|error| IngestError::io(&table.file.path, error))?;
    let (sha256, read) = rayon::join(|| store::sha256_hex(&bytes), || read(&bytes));
    Ok((read?, InputFile::new(InputRole::Tournaments, table.file.display_name.to_string(), sha256).with_snapshot(snapshot)))
}

/// Opens a Parquet table that has at least one of the wanted columns.
fn open_parquet(bytes: &[u8], is_wanted: impl Fn(&str) -> bool) -> Result<ParquetTable<'_>, String> {
    let table = ParquetTable::from_bytes(bytes, is_wanted).map_err(error_text)?;
    if table.columns().is_empty() { Err("it has none of the columns wanted".to_owned()) } else { Ok(table) }
}

/// The message of a table's error.
pub(crate) fn error_text(error: TableError) -> String {
    error.to_string()
}

/// The error for a table that cannot be read at all.
pub(crate) fn unreadable_table(table: &TableFile, problem: impl Into<String>) -> IngestError {
    IngestError::Table { path: table.file.path.clone(), problem: problem.into() }
}
