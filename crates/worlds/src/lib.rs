//! Invents federations: players, a first list, and tournaments, for the demo, the tests and the benchmarks.
//!
//! In go a few numbers; out comes a folder that the pipeline can work on at once. A world is the same bytes for the same
//! settings, on every platform and with any number of threads. It is made once in memory and then written as reports with
//! a registry or as a bundle: both tell of the same games and lead to the same lists. Nothing here knows the rules;
//! what a tournament is meant to show is said by its dates and facts alone.

mod bundle_writer;
mod dice;
mod event;
mod field;
mod fixtures;
mod list_writer;
mod names;
mod occasion;
mod online;
mod online_writer;
mod output;
mod people;
mod pipeline_writer;
mod play;
mod registry_writer;
mod results;
mod schedule;
mod swiss;
#[cfg(test)]
mod tests;
mod trf_style;
mod trf_writer;

use event::Event;
use field::Field;
use model::ListDate;
use people::People;
use rayon::prelude::*;
use std::io;
use std::path::{Path, PathBuf};
use tables::TableError;

/// What kind of world is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorldSettings {
    /// Players whom the first list knows, rated or not. A few more are met in tournaments only.
    pub players: u32,
    /// Months of play, the first one that of the first list.
    pub months: u32,
    /// Tournaments in all, over all months: at least one a month, because no list is published without any, or none at all.
    pub tournaments: u32,
    pub seed: u64,
    /// Parquet tables instead of reports, and instead of CSV for online games.
    pub bundle: bool,
    /// Online games in all, over all months; with none there is no pipeline file for them either.
    pub online: u32,
}

impl Default for WorldSettings {
    fn default() -> Self {
        Self { players: 600, months: 3, tournaments: 60, seed: 1, bundle: false, online: 0 }
    }
}

/// What was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorldSummary {
    pub first_list: ListDate,
    /// The list that the last month of play leads to.
    pub last_list: ListDate,
    /// Players whom the first list knows.
    pub players: u32,
    /// Of these, the rated ones.
    pub rated: u32,
    pub tournaments: u32,
    /// Pairings handed in, forfeits among them.
    pub games: u64,
    pub online_games: u32,
}

/// Why no world was made.
#[derive(Debug, thiserror::Error)]
pub enum WorldError {
    #[error("{}: there is something in this folder already", path.display())]
    NotEmpty { path: PathBuf },
    #[error("{what}: from {least} to {most}, not {given}")]
    Settings { what: &'static str, least: u32, most: u32, given: u32 },
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("{}: {source}", path.display())]
    Table { path: PathBuf, source: TableError },
}

impl WorldSettings {
    fn check(&self) -> Result<(), WorldError> {
        for (what, given, least, most) in [
            // Fewer cannot fill the events that every world has; more would run out of ids.
            ("players", self.players, 100, 20_000_000),
            ("months", self.months, 1, 120),
            ("tournaments", self.tournaments, if self.tournaments == 0 { 0 } else { self.months }, 1_000_000),
            ("online games", self.online, 0, 1_000_000_000),
        ] {
            if !(least..=most).contains(&given) {
                return Err(WorldError::Settings { what, least, most, given });
            }
        }
        Ok(())
    }
}

/// Everything that was invented, before it is written down.
#[derive(Debug)]
struct World {
    people: People,
    events: Vec<Event>,
}

impl World {
    fn invent(settings: &WorldSettings) -> Self {
        let people = People::settle(settings.seed, settings.players);
        let field = Field::gather(settings.seed, &people);
        let plans = schedule::schedule(settings, &field, &names::cities(settings.seed));
        let events = (0..plans.len()).into_par_iter().map(|at| play::hold(settings.seed, &plans, at, &field)).collect();
        Self { people, events }
    }
}

/// Makes a world in a folder that is empty or not there yet.
pub fn make(folder: &Path, settings: &WorldSettings) -> Result<WorldSummary, WorldError> {
    settings.check()?;
    output::claim(folder)?;
    let World { people, events } = World::invent(settings);
    let first_list = schedule::first_list();
    let lists = folder.join("lists");
    let rated = list_writer::write_rapid(&lists.join("rapid").join(first_list.to_string()), &people)?;
    list_writer::write_standard(&lists.join("standard").join(first_list.to_string()), &people)?;
    if settings.bundle {
        bundle_writer::write_bundle(&folder.join("tournaments"), &events, &people)?;
    } else {
        trf_writer::write_reports(folder, settings.seed, &events, &people)?;
        registry_writer::write_registry(&folder.join("tournaments.csv"), settings.seed, &events)?;
    }
    if settings.online > 0 {
        list_writer::write_rapid(&lists.join("online").join(first_list.to_string()), &people)?;
        online_writer::write_online(&folder.join("online"), settings, &people)?;
        pipeline_writer::write_online_pipeline(&folder.join("online.toml"))?;
    }
    // Last: a folder without it is no world yet.
    pipeline_writer::write_pipeline(&folder.join("pipeline.toml"), settings)?;
    Ok(WorldSummary {
        first_list,
        last_list: first_list.plus_months(settings.months),
        players: settings.players,
        rated,
        tournaments: settings.tournaments,
        games: events.iter().map(|event| event.play.games.len() as u64).sum(),
        online_games: settings.online,
    })
}
