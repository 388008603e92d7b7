//! Bundles: many tournaments and their games as tables.

mod games;
mod parquet;
mod players;
#[cfg(test)]
mod tests;
mod tournaments;

use crate::error::IngestError;
use crate::problems::Problems;
use crate::search::{FoundBundle, Table};
use crate::work::Fate;
use crate::{HandedIn, Scope};
use model::{Code, InputFile, Place};
use std::collections::BTreeMap;

/// Reads one bundle: the tournaments as its table lists them, each with its games by round.
pub(crate) fn read(bundle: &FoundBundle, scope: &Scope<'_>) -> Result<HandedIn, IngestError> {
    let mut all = HandedIn::default();
    let (mut listed, input) = hashed(&bundle.tournaments, |bytes| tournaments::read(bytes, &bundle.tournaments, scope))?;
    all.inputs.push(input);
    let (games, input) = hashed(&bundle.games, |bytes| games::read(bytes, &bundle.games, &mut listed, scope))?;
    all.inputs.push(input);
    all.diagnostics = listed.diagnostics;
    all.diagnostics.extend(games.diagnostics);
    if let Some(table) = &bundle.players {
        let (players, input) = hashed(table, |bytes| players::read(bytes, table, scope))?;
        all.inputs.push(input);
        all.batch.newcomers = players.newcomers;
        all.diagnostics.extend(players.diagnostics);
    }
    all.batch.newcomers.extend(games.strangers);
    all.batch.games = games.games;
    all.games_without_tournament = games.without_tournament;
    for (tournament, fate) in listed.tournaments.into_iter().zip(listed.fates) {
        match fate {
            Fate::Read => all.batch.tournaments.push(tournament),
            Fate::AlreadyRated => all.already_rated.push(tournament),
            Fate::OtherControl => all.other_controls += 1,
        }
    }
    Ok(all)
}

/// Loads a table, and reads and hashes its bytes side by side.
fn hashed<T: Send>(table: &Table, read: impl FnOnce(&[u8]) -> Result<T, IngestError> + Send) -> Result<(T, InputFile), IngestError> {
    let bytes = std::fs::read(&table.file.path).map_err(|error| IngestError::io(&table.file.path, error))?;
    let (sha256, read) = rayon::join(|| store::sha256_hex(&bytes), || read(&bytes));
    Ok((read?, InputFile { role: "tournaments".to_owned(), path: table.file.shown.to_string(), sha256 }))
}

/// A table that cannot be read at all.
fn refused(table: &Table, problem: impl Into<String>) -> IngestError {
    IngestError::Table { path: table.file.path.clone(), problem: problem.into() }
}

/// Rows of a kind are reported one by one up to here; beyond, only their number is.
const TOLD_ONE_BY_ONE: usize = 50;

/// The problems of a table that may have millions of rows.
struct RowProblems {
    problems: Problems,
    is_parquet: bool,
    counts: BTreeMap<&'static str, (&'static Code, usize)>,
}

impl RowProblems {
    fn new(table: &Table) -> Self {
        Self { problems: Problems::new(&table.file.shown), is_parquet: table.is_parquet, counts: BTreeMap::new() }
    }

    /// Adds a problem of one row: its line in CSV, its number in Parquet.
    fn add(&mut self, code: &'static Code, line: u32, message: impl FnOnce() -> String, hint: &str) {
        let count = &mut self.counts.entry(code.id).or_insert((code, 0)).1;
        *count += 1;
        if *count <= TOLD_ONE_BY_ONE {
            let row = if self.is_parquet { format!("row {line}: ") } else { String::new() };
            let place = Place { line, ..Place::default() };
            self.problems.add(code, place, row + &message()).hint(hint);
        }
    }

    /// The problems told so far.
    fn told(&mut self) -> &mut [model::Diagnostic] {
        &mut self.problems.list
    }

    fn finish(mut self) -> Vec<model::Diagnostic> {
        for (code, count) in self.counts.into_values() {
            if let Some(more @ 1..) = count.checked_sub(TOLD_ONE_BY_ONE) {
                let rows = if more == 1 { "row" } else { "rows" };
                self.problems.add(code, Place::default(), format!("{more} more {rows} of this kind"));
            }
        }
        self.problems.list
    }
}
