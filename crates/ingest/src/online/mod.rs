//! Online games: single games outside any tournament, in tables that may have tens of millions of rows.
//!
//! Rows become columns of 28 bytes a game as they are read, and nothing else that is large is kept. Tables are read one
//! after the other into the same columns, so that games of many files need no more memory than games of one.

mod csv;
mod gathering;
mod ids;
mod layout;
mod order;
mod parquet;
mod places;
mod repeats;
mod time;

pub(crate) use time::every_moment;

use crate::bundle::{hashed, players, refused};
use crate::error::IngestError;
use crate::search::{FoundOnline, Table};
use crate::{Online, ReadOptions};
use gathering::Gathering;
use model::{Diagnostic, InputFile, InputRole, Newcomer, OnlineGames, PlayerIndex, UtcMicros};
use std::ops::Range;

/// Everything that the tables of online games hold, and the tables of players beside them.
#[derive(Debug, Default)]
pub(crate) struct OnlineRead {
    pub(crate) online: Online,
    /// Those of the tables, then those whom only games name.
    pub(crate) newcomers: Vec<Newcomer>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) inputs: Vec<InputFile>,
}

/// Reads the games that ended in the window. A table that cannot be read goes to `failed`, which may let the others go on.
pub(crate) fn read(
    found: &[FoundOnline],
    window: &Range<UtcMicros>,
    options: &ReadOptions<'_>,
    mut failed: impl FnMut(IngestError) -> Result<(), IngestError>,
) -> Result<OnlineRead, IngestError> {
    let mut all = OnlineRead::default();
    let mut gathering = Gathering::new(options.control, window);
    for folder in found {
        all.diagnostics.extend(folder.notes.iter().cloned());
        match table(&mut gathering, &folder.games) {
            Ok(input) => all.inputs.push(input),
            Err(error) => failed(error)?,
        }
        let Some(table) = &folder.players else { continue };
        match hashed(table, |bytes| players::read(bytes, table, options)) {
            Ok((players, input)) => {
                all.inputs.push(input);
                all.newcomers.extend(players.newcomers);
                all.diagnostics.extend(players.diagnostics);
            }
            Err(error) => failed(error)?,
        }
    }
    repeats::find(&mut gathering);
    let (mut online, problems) = gathering.finish();
    order::sort(&mut online.games);
    all.newcomers.extend(strangers(&online.games, options.known).into_iter().map(|id| Newcomer { id, ..Newcomer::default() }));
    all.diagnostics.extend(problems);
    all.online = online;
    Ok(all)
}

fn table(gathering: &mut Gathering<'_>, table: &Table) -> Result<InputFile, IngestError> {
    gathering.begin(table);
    if table.is_parquet {
        return hashed(table, |bytes| parquet::read(gathering, bytes).map_err(|problem| refused(table, problem))).map(|(_, input)| input);
    }
    let (sha256, seen) = csv::read(gathering, table)?;
    Ok(InputFile::new(InputRole::Tournaments, table.file.shown.to_string(), sha256).with_snapshot(seen))
}

/// Strangers up to this number are not looked through for doubles.
const FEW: usize = 1 << 16;

/// The players whom no list knows, by id.
fn strangers(games: &OnlineGames, known: &PlayerIndex) -> Vec<u32> {
    let mut strangers: Vec<u32> = Vec::new();
    let mut enough = FEW;
    for &id in games.white.iter().chain(&games.black).filter(|&&id| id != 0 && !known.contains(id)) {
        strangers.push(id);
        // Each of them plays many games, so that they are far fewer than these.
        if strangers.len() == enough {
            strangers.sort_unstable();
            strangers.dedup();
            enough = strangers.len() * 2 + FEW;
        }
    }
    strangers.sort_unstable();
    strangers.dedup();
    strangers
}
