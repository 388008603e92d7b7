//! `ratinglist demo`

use crate::arguments::SharedArguments;
use crate::output;
use clap::Args;
use model::Control;
use pages::{Block, Document, Section, Value};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use worlds::{WorldSettings, make};

#[derive(Debug, Args)]
pub(crate) struct DemoArguments {
    /// The folder to make; it must not exist, or be empty
    folder: PathBuf,
    /// The time control of the lists: standard, rapid or blitz; a standard world has norms to look for
    #[arg(long, value_name = "CONTROL", default_value_t = WorldSettings::default().control)]
    control: Control,
    /// Players in the federation
    #[arg(long, value_name = "N", default_value_t = WorldSettings::default().players)]
    players: u32,
    /// Months of play after the first list
    #[arg(long, value_name = "M", default_value_t = WorldSettings::default().months)]
    months: u32,
    /// Tournaments in all: none, or at least one a month
    #[arg(long, value_name = "T", default_value_t = WorldSettings::default().tournaments)]
    tournaments: u32,
    /// The same seed makes the same world
    #[arg(long, value_name = "S", default_value_t = WorldSettings::default().seed)]
    seed: u64,
    /// Write the games as a bundle instead of as one file per tournament, and online games as Parquet instead of CSV
    #[arg(long)]
    bundle: bool,
    /// Online games in all, with a pipeline file of their own: DIR/online.toml
    #[arg(long, value_name = "N", default_value_t = WorldSettings::default().online)]
    online: u32,
}

pub(crate) fn run(arguments: &DemoArguments, shared: &SharedArguments) -> anyhow::Result<ExitCode> {
    let DemoArguments { folder, control, players, months, tournaments, seed, bundle, online } = arguments;
    let settings = WorldSettings {
        control: *control,
        players: *players,
        months: *months,
        tournaments: *tournaments,
        seed: *seed,
        bundle: *bundle,
        online: *online,
    };
    let made = make(folder, &settings)?;
    let (pipeline, online_pipeline) = (folder.join("pipeline.toml"), folder.join("online.toml"));
    if shared.json {
        let mut value = serde_json::json!({
            "pipeline": pipeline.display().to_string(),
            "first_list": made.first_list,
            "last_list": made.last_list,
            "players": made.players,
            "rated": made.rated,
            "tournaments": made.tournaments,
            "games": made.games,
        });
        if made.online_games > 0 {
            value["online_pipeline"] = online_pipeline.display().to_string().into();
            value["online_games"] = made.online_games.into();
        }
        output::print_json(&value)?;
        return Ok(ExitCode::SUCCESS);
    }
    let counted = |number: u32, noun| Value::Counted(number.into(), noun);
    let world = Value::phrase([
        counted(made.players, "player"),
        " (".into(),
        Value::Count(made.rated.into()),
        format!(" rated on {}), ", made.first_list).into(),
        counted(made.tournaments, "tournament"),
        " with ".into(),
        Value::Counted(made.games, "game"),
        format!("; lists up to {} can be made:", made.last_list).into(),
    ]);
    let run =
        |heading: Value, pipeline: &Path| Section::new(heading).with(Block::paragraph(format!("ratinglist run {}", pipeline.display())));
    let mut document = Document::new("").with(run(world, &pipeline));
    if made.online_games > 0 {
        document.push(run(Value::phrase([counted(made.online_games, "online game"), ":".into()]), &online_pipeline));
    }
    output::print_message_document(shared, &document);
    Ok(ExitCode::SUCCESS)
}
