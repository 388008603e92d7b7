//! `ratinglist regenerate`, and `plan --from`, which shows what it would change.

use super::run::{WhichVersion, day};
use crate::arguments::Shared;
use crate::output::{self, grouped, table, tidy};
use crate::progress::Bar;
use clap::Args;
use model::{Date, ListDate};
use pipeline::{BlastRadius, Fate, Move, Range, Regenerated, RegeneratedList, WithoutEffect, read_pipeline_file};
use std::path::PathBuf;
use std::process::ExitCode;
use store::Reading;

#[derive(Debug, Args)]
pub(crate) struct RegenerateArguments {
    /// The pipeline file
    #[arg(value_name = "PIPELINE.toml")]
    pipeline: PathBuf,
    /// The first list to make again, as 2023-07; the second list there is unless given
    #[arg(long, value_name = "MONTH")]
    from: Option<ListDate>,
    /// The last list to make again; the newest unless given
    #[arg(long, value_name = "MONTH")]
    to: Option<ListDate>,
    /// Apply only corrections received until that day, and build on revisions that were known then
    #[arg(long, value_name = "DATE", value_parser = day)]
    as_known: Option<Date>,
    /// Apply corrections that reach back further than the limit of a year, too
    #[arg(long)]
    beyond_limit: bool,
}

pub(crate) fn run(arguments: &RegenerateArguments, shared: &Shared) -> anyhow::Result<ExitCode> {
    let mut file = read_pipeline_file(&arguments.pipeline)?;
    file.reading = arguments.as_known.map_or(Reading::Newest, Reading::AsKnown);
    file.description.inputs.corrections.beyond_limit = arguments.beyond_limit;
    let done = {
        let bar = Bar::new(shared);
        pipeline::regenerate(&file, Range { from: arguments.from, to: arguments.to }, &bar)?
    };
    finish(&done, shared, false)
}

/// What making the lists of a range again would change.
pub(crate) fn plan(
    pipeline: &std::path::Path,
    range: Range,
    version: &WhichVersion,
    beyond_limit: bool,
    shared: &Shared,
) -> anyhow::Result<ExitCode> {
    let mut file = read_pipeline_file(pipeline)?;
    file.reading = version.reading();
    file.description.inputs.corrections.beyond_limit = beyond_limit;
    let planned = {
        let bar = Bar::new(shared);
        pipeline::plan_regeneration(&file, range, &bar)?
    };
    finish(&planned, shared, true)
}

fn finish(done: &Regenerated, shared: &Shared, is_plan: bool) -> anyhow::Result<ExitCode> {
    if shared.json {
        output::print_json(done)?;
        return Ok(ExitCode::SUCCESS);
    }
    for diagnostic in done.not_applied.iter().filter(|_| !shared.quiet) {
        output::say(shared, output::render(diagnostic).trim_end());
    }
    if !shared.quiet {
        output::print(&for_people(done, is_plan))?;
    }
    for WithoutEffect { correction, tournament_id, rated_on } in &done.without_effect {
        output::warn(
            shared,
            &match rated_on {
                Some(list) => format!(
                    "correction {correction} is not in the list of {list}, which rated {tournament_id}: regenerate from {}",
                    list.month()
                ),
                None => format!("correction {correction} changes nothing so far: no list has rated a tournament '{tournament_id}'"),
            },
        );
    }
    if let (Some(first), Some(last)) = (done.stale.first(), done.stale.last()) {
        let which = if first == last { first.month() } else { format!("{} to {}", first.month(), last.month()) };
        output::warn(shared, &format!("lists after these rest on one that is revised: regenerate {which} too"));
    }
    Ok(ExitCode::SUCCESS)
}

fn for_people(done: &Regenerated, is_plan: bool) -> String {
    let rows: Vec<Vec<String>> = done.lists.iter().map(|list| row(list, is_plan)).collect();
    let mut text = table(&rows, &[]);
    let count = |is: fn(&Fate) -> bool| done.lists.iter().filter(|list| is(&list.fate)).count();
    let proved = count(|fate| matches!(fate, Fate::Proved | Fate::Given));
    let revised = count(|fate| matches!(fate, Fate::Revised { .. }));
    if proved == done.lists.len() {
        text.push_str(&format!("\nAll {proved} lists are as published: the hashes of everything that went in and came out are the same\n"));
        return text;
    }
    if revised > 0 {
        text.push_str(&radius(&done.radius, is_plan));
    } else if count(|fate| matches!(fate, Fate::Made)) == 0 {
        text.push_str("\nNo number is another; nothing is revised\n");
    }
    text
}

fn row(list: &RegeneratedList, is_plan: bool) -> Vec<String> {
    let folder = list.folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let what = match &list.fate {
        Fate::Proved => "as published, shown by hashes".to_owned(),
        Fate::Same { change } => format!("the same numbers, though {change}"),
        Fate::Given => "taken as it is: it was not made from the list before it".to_owned(),
        Fate::Made if is_plan => "would be made".to_owned(),
        Fate::Made => format!("made in {}", tidy(&list.folder)),
        Fate::Revised { cause, .. } if is_plan => format!("would be revised as {folder}: {cause}"),
        Fate::Revised { cause, .. } => format!("revised as {folder}: {cause}"),
    };
    vec![list.list.month(), what]
}

fn radius(radius: &BlastRadius, is_plan: bool) -> String {
    let moved = if is_plan { "would move" } else { "moved" };
    let mut text = format!(
        "\n{} lists revised. {} players {moved} directly, {} in consequence; first ratings: {} gained, {} lost\n",
        grouped(radius.lists_touched.len() as u64),
        grouped(radius.players_moved_directly),
        grouped(radius.players_moved_in_consequence),
        grouped(radius.first_ratings_gained),
        grouped(radius.first_ratings_lost)
    );
    if !radius.largest_moves.is_empty() {
        text.push_str("\nLargest moves\n");
        text.push_str(&table(&radius.largest_moves.iter().map(moved_row).collect::<Vec<_>>(), &[1, 3, 4, 5]));
    }
    if !radius.crossings.is_empty() {
        text.push_str("\nOver or under a rating that decides K\n");
        let rows: Vec<Vec<String>> = radius
            .crossings
            .iter()
            .map(|crossing| {
                let mut row = moved_row(&crossing.of);
                row.push(format!("at {}", crossing.mark));
                row
            })
            .collect();
        text.push_str(&table(&rows, &[1, 3, 4, 5]));
    }
    text
}

fn moved_row(player: &Move) -> Vec<String> {
    let points = |rating: Option<i16>| rating.map_or_else(|| "-".to_owned(), |rating| rating.to_string());
    let step = match (player.before, player.after) {
        (Some(before), Some(after)) => format!("{:+}", after - before),
        (None, _) => "new".to_owned(),
        (_, None) => "gone".to_owned(),
    };
    vec![
        format!("  {}", player.list.month()),
        player.fide_id.to_string(),
        player.name.clone(),
        points(player.before),
        points(player.after),
        step,
        if player.is_direct { player.corrections.join(" ") } else { "in consequence".to_owned() },
    ]
}
