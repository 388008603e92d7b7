//! `ratinglist demo`

use crate::arguments::Shared;
use crate::output::{self, grouped};
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;
use worlds::{WorldSettings, make};

#[derive(Debug, Args)]
pub(crate) struct DemoArguments {
    /// The folder to make; it must not exist, or be empty
    folder: PathBuf,
    /// Players in the federation
    #[arg(long, value_name = "N", default_value_t = WorldSettings::default().players)]
    players: u32,
    /// Months of play after the first list
    #[arg(long, value_name = "M", default_value_t = WorldSettings::default().months)]
    months: u32,
    /// Tournaments in all
    #[arg(long, value_name = "T", default_value_t = WorldSettings::default().tournaments)]
    tournaments: u32,
    /// The same seed makes the same world
    #[arg(long, value_name = "S", default_value_t = WorldSettings::default().seed)]
    seed: u64,
    /// Write the games as a bundle instead of as one file per tournament
    #[arg(long)]
    bundle: bool,
}

pub(crate) fn run(arguments: &DemoArguments, shared: &Shared) -> anyhow::Result<ExitCode> {
    let DemoArguments { folder, players, months, tournaments, seed, bundle } = arguments;
    let settings = WorldSettings { players: *players, months: *months, tournaments: *tournaments, seed: *seed, bundle: *bundle };
    let made = make(folder, &settings)?;
    let pipeline = folder.join("pipeline.toml");
    if shared.json {
        let value = serde_json::json!({
            "pipeline": pipeline.display().to_string(),
            "first_list": made.first_list,
            "last_list": made.last_list,
            "players": made.players,
            "rated": made.rated,
            "tournaments": made.tournaments,
            "games": made.games,
        });
        output::print(&format!("{}\n", serde_json::to_string_pretty(&value)?))?;
        return Ok(ExitCode::SUCCESS);
    }
    let number = |n: u32| grouped(n.into());
    output::say(
        shared,
        &format!(
            "{} players ({} rated on {}), {} tournaments with {} games; lists up to {} can be made:\n  ratinglist run {}",
            number(made.players),
            number(made.rated),
            made.first_list,
            number(made.tournaments),
            grouped(made.games),
            made.last_list,
            pipeline.display()
        ),
    );
    Ok(ExitCode::SUCCESS)
}
