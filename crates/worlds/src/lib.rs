//! Invented federations: players, a first list and tournaments, for the demo, the tests and the benchmarks.
//!
//! - In: [`WorldSettings`].
//! - Out: a folder with a pipeline file, a first list and tournaments, on which the pipeline can run at once.
//! - The same settings give the same bytes, on every platform and with any number of threads. Tournaments are written as reports with a
//!   registry or as a bundle; both contain the same games and lead to the same lists.
//! - Nothing here knows the rating rules: a scenario, such as a late report, is only a matter of dates and other details.
//!
//! ```
//! let parent = std::env::temp_dir().join(format!("worlds-doc-{}", std::process::id()));
//! let settings = worlds::WorldSettings { players: 100, months: 1, tournaments: 2, ..Default::default() };
//! let summary = worlds::make(&parent, &settings)?;
//! assert_eq!((summary.players, summary.first_list.month().as_str()), (100, "2023-12"));
//! std::fs::remove_dir_all(&parent).expect("removed");
//! # Ok::<(), worlds::WorldError>(())
//! ```

#[cfg(test)]
mod approximate_norms;
mod bundle_writer;
mod entry_pools;
mod fixed_pairings;
mod list_writer;
mod names;
mod online;
mod online_writer;
mod pipeline_writer;
mod play;
mod population;
mod random;
mod registry_writer;
mod results;
mod scenario;
mod schedule;
mod standard_fields;
mod standard_people;
mod standard_schedule;
#[cfg(test)]
mod standard_tests;
mod swiss;
#[cfg(test)]
mod tests;
mod tournament;
mod trf_style;
mod trf_writer;
mod world_files;

use entry_pools::EntryPools;
use model::{Control, ListDate};
use population::Population;
use rayon::prelude::*;
use std::io;
use std::path::{Path, PathBuf};
use tables::TableError;
use tournament::WorldTournament;

/// Size and form of a world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorldSettings {
    /// Control of the lists: standard, rapid or blitz.
    pub control: Control,
    /// Players on the first list, rated or not. A few more appear only in tournaments.
    pub players: u32,
    /// Months of play; the first is the month of the first list.
    pub months: u32,
    /// Number of tournaments over all months: none, or at least one per month, because no list is published without one.
    pub tournaments: u32,
    pub seed: u64,
    /// Writes Parquet tables instead of reports, and instead of CSV for online games.
    pub bundle: bool,
    /// Number of online games over all months; 0 for no online pipeline.
    pub online: u32,
}

impl Default for WorldSettings {
    fn default() -> Self {
        Self { control: Control::Rapid, players: 600, months: 3, tournaments: 60, seed: 1, bundle: false, online: 0 }
    }
}

/// Summary of a world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorldSummary {
    pub first_list: ListDate,
    /// The list after the last month of play.
    pub last_list: ListDate,
    /// Players on the first list.
    pub players: u32,
    /// Rated players on the first list.
    pub rated: u32,
    pub tournaments: u32,
    /// Number of reported pairings, including forfeits.
    pub games: u64,
    pub online_games: u32,
}

/// Why a world could not be made.
#[derive(Debug, thiserror::Error)]
pub enum WorldError {
    #[error("{}: there is something in this folder already", path.display())]
    NotEmpty { path: PathBuf },
    #[error("{what}: from {least} to {most}, not {given}")]
    Settings { what: &'static str, least: u32, most: u32, given: u32 },
    #[error("a world has a standard, rapid or blitz list, not {control}")]
    Control { control: Control },
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("{}: {source}", path.display())]
    Table { path: PathBuf, source: TableError },
}

impl WorldSettings {
    fn check(&self) -> Result<(), WorldError> {
        if self.control == Control::Bullet {
            return Err(WorldError::Control { control: self.control });
        }
        for (what, given, least, most) in [
            // Fewer players cannot fill the tournaments that every world has; more would exhaust the ids.
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

/// A world in memory.
#[derive(Debug)]
struct World {
    people: Population,
    tournaments: Vec<WorldTournament>,
}

impl World {
    fn invent(settings: &WorldSettings) -> Self {
        let people = Population::of_world(settings);
        let pools = EntryPools::build(settings.seed, &people);
        let plans = schedule::schedule(settings, &pools, &names::cities(settings.seed));
        let tournaments = (0..plans.len()).into_par_iter().map(|at| play::play_tournament(settings.seed, &plans, at, &pools)).collect();
        Self { people, tournaments }
    }
}

/// Makes a world in a folder that is empty or does not exist.
pub fn make(folder: &Path, settings: &WorldSettings) -> Result<WorldSummary, WorldError> {
    settings.check()?;
    world_files::create_empty_folder(folder)?;
    let World { people, tournaments } = World::invent(settings);
    let first_list = settings.first_list();
    let lists = folder.join("lists");
    let folder_of = |name: &str| lists.join(name).join(first_list.to_string());
    let rated = list_writer::write_list(&folder_of(settings.control.word()), &people, settings.control, first_list)?;
    if settings.control != Control::Standard {
        list_writer::write_longer_list(&folder_of(Control::Standard.word()), &people)?;
    }
    if settings.bundle {
        bundle_writer::write_bundle(&folder.join("tournaments"), &tournaments, &people)?;
    } else {
        trf_writer::write_reports(folder, settings.seed, &tournaments, &people)?;
        registry_writer::write_registry(&folder.join("tournaments.csv"), settings.seed, &tournaments, &people)?;
    }
    if settings.online > 0 {
        list_writer::write_list(&folder_of("online"), &people, Control::Rapid, first_list)?;
        online_writer::write_online(&folder.join("online"), settings, &people)?;
        pipeline_writer::write_online_pipeline(&folder.join("online.toml"))?;
    }
    // Written last: a folder without it is not a complete world.
    pipeline_writer::write_pipeline(&folder.join("pipeline.toml"), settings)?;
    Ok(WorldSummary {
        first_list,
        last_list: first_list.plus_months(settings.months),
        players: settings.players,
        rated,
        tournaments: settings.tournaments,
        games: tournaments.iter().map(|tournament| tournament.play.games.len() as u64).sum(),
        online_games: settings.online,
    })
}
