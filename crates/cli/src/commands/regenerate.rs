//! `ratinglist regenerate`, and `plan --from`, which shows what it would change.

use super::run::{VersionArguments, day};
use crate::accept_arguments::AcceptArguments;
use crate::arguments::SharedArguments;
use crate::output::{self, display_path};
use crate::progress::TerminalProgress;
use clap::Args;
use model::{Date, ListDate};
use pages::{Block, Column, Document, DocumentTable, Section, Value};
use pipeline::{
    ChangeImpact, IneffectiveCorrection, ListRange, RatingMove, Regenerated, RegeneratedList, RegenerationStatus, read_pipeline_file,
};
use std::path::PathBuf;
use std::process::ExitCode;
use store::MoveCause;

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
    #[command(flatten)]
    accept: AcceptArguments,
}

pub(crate) fn run(arguments: &RegenerateArguments, shared: &SharedArguments) -> anyhow::Result<ExitCode> {
    let mut file = read_pipeline_file(&arguments.pipeline)?;
    let corrections = &mut file.description.inputs.corrections;
    (corrections.as_known, corrections.beyond_limit) = (arguments.as_known, arguments.beyond_limit);
    file.accepted = arguments.accept.accepted()?;
    let done = {
        let bar = TerminalProgress::new(shared);
        let today = Some(chrono::Utc::now().date_naive());
        pipeline::regenerate(&file, ListRange { from: arguments.from, to: arguments.to, today }, &bar)?
    };
    finish(&done, shared, false)
}

/// Prints what making the lists of a range again would change.
pub(crate) fn plan(
    pipeline: &std::path::Path,
    range: ListRange,
    version: &VersionArguments,
    beyond_limit: bool,
    shared: &SharedArguments,
) -> anyhow::Result<ExitCode> {
    let mut file = read_pipeline_file(pipeline)?;
    version.fill(&mut file.description);
    file.description.inputs.corrections.beyond_limit = beyond_limit;
    let planned = {
        let bar = TerminalProgress::new(shared);
        pipeline::plan_regeneration(&file, range, &bar)?
    };
    finish(&planned, shared, true)
}

/// The exit code where a correction could not be applied.
const NOT_APPLIED: u8 = 1;

fn finish(done: &Regenerated, shared: &SharedArguments, is_plan: bool) -> anyhow::Result<ExitCode> {
    let exit_code = if done.has_failed_corrections() && !is_plan { ExitCode::from(NOT_APPLIED) } else { ExitCode::SUCCESS };
    if shared.json {
        output::print_json(done)?;
        return Ok(exit_code);
    }
    for diagnostic in done.not_applied.iter().filter(|_| !shared.quiet) {
        output::print_message(shared, output::render_diagnostic(diagnostic).trim_end());
    }
    if !shared.quiet {
        output::print_document(&document(done, is_plan))?;
    }
    for IneffectiveCorrection { correction, tournament_id, rated_on, .. } in &done.without_effect {
        output::print_warning(
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
    let waiting = done.lists.iter().filter(|list| matches!(list.status, RegenerationStatus::AwaitsSignature { .. }));
    let waiting: Vec<String> = waiting.map(|list| display_path(&list.folder)).collect();
    if !waiting.is_empty() {
        output::print_message(
            shared,
            &format!("hint: to publish, in this order: ratinglist sign {} --key FILE --by NAME", waiting.join(" ")),
        );
    }
    if let (Some(first), Some(last)) = (done.stale.first(), done.stale.last()) {
        let which = if first == last { first.month() } else { format!("{} to {}", first.month(), last.month()) };
        output::print_warning(shared, &format!("lists after these rest on one that is revised: regenerate {which} too"));
    }
    if done.has_failed_corrections() {
        output::print_warning(shared, "corrections are not applied: mend them or undo them; the lists are made without them");
    }
    Ok(exit_code)
}

fn document(done: &Regenerated, is_plan: bool) -> Document {
    let mut lists = DocumentTable::new([Column::short(""), Column::text("")]);
    done.lists.iter().for_each(|list| lists.row([list.list.month().into(), describe_status(list, is_plan).into()]));
    let mut document = Document::new("").with(lists);
    let count = |is: fn(&RegenerationStatus) -> bool| done.lists.iter().filter(|list| is(&list.status)).count();
    let proved = count(|status| matches!(status, RegenerationStatus::Proved | RegenerationStatus::Given));
    if proved == done.lists.len() {
        let same = format!("All {proved} lists are as published: the hashes of everything that went in and came out are the same");
        document.push(Block::paragraph(same));
    } else if count(|status| {
        matches!(status, RegenerationStatus::Revised { .. } | RegenerationStatus::AwaitsSignature { cause: Some(_), .. })
    }) > 0
    {
        document.extend(impact_blocks(&done.impact, is_plan));
    } else if count(|status| matches!(status, RegenerationStatus::Made | RegenerationStatus::AwaitsSignature { .. })) == 0 {
        document.push(Block::paragraph("No number is another; nothing is revised"));
    }
    document
}

/// Describes what was done with a list, or would be.
fn describe_status(list: &RegeneratedList, is_plan: bool) -> String {
    let folder = list.folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    match &list.status {
        RegenerationStatus::Proved => "as published, shown by hashes".to_owned(),
        RegenerationStatus::Same { change } => format!("the same numbers, though {change}"),
        RegenerationStatus::Given => "taken as it is: it was not made from the list before it".to_owned(),
        RegenerationStatus::Made if is_plan => "would be made".to_owned(),
        RegenerationStatus::Made => format!("made in {}", display_path(&list.folder)),
        RegenerationStatus::AwaitsSignature { cause: None, .. } => format!("made as {folder}, which waits for a signature"),
        RegenerationStatus::AwaitsSignature { cause: Some(cause), .. } => {
            format!("revised as {folder}, which waits for a signature: {cause}")
        }
        RegenerationStatus::Revised { cause, .. } if is_plan => format!("would be revised as {folder}: {cause}"),
        RegenerationStatus::Revised { cause, .. } => format!("revised as {folder}: {cause}"),
    }
}

fn impact_blocks(impact: &ChangeImpact, is_plan: bool) -> Vec<Block> {
    let (revised, moved) = if is_plan { ("would be revised", "would move") } else { ("revised", "moved") };
    let mut blocks = vec![Block::paragraph(Value::phrase([
        Value::Counted(impact.lists_touched.len() as u64, "list"),
        format!(" {revised}. ").into(),
        Value::Counted(impact.players_moved_directly, "player"),
        format!(" {moved} directly, ").into(),
        Value::Count(impact.players_moved_in_consequence),
        " in consequence; first ratings: ".into(),
        Value::Count(impact.first_ratings_gained),
        " gained, ".into(),
        Value::Count(impact.first_ratings_lost),
        " lost".into(),
    ]))];
    let mut largest = moves_table();
    impact.largest_moves.iter().for_each(|player| largest.row(moved_row(player, None)));
    let mut crossings = moves_table();
    impact.crossings.iter().for_each(|crossing| crossings.row(moved_row(&crossing.rating_move, Some(crossing.mark))));
    for (heading, table) in [("Largest moves", largest), ("Over or under a rating that decides K", crossings)] {
        if !table.is_empty() {
            blocks.push(Section::new(heading).with(table).into());
        }
    }
    blocks
}

fn moves_table() -> DocumentTable {
    let number = || Column::number("");
    DocumentTable::new([Column::short(""), number(), Column::text(""), number(), number(), number(), Column::text(""), Column::short("")])
}

fn moved_row(player: &RatingMove, mark: Option<i16>) -> [Value; 8] {
    let points = |rating: Option<i16>| rating.map_or_else(|| "-".into(), |rating| Value::Rating(rating.into()));
    let step = match (player.before, player.after) {
        (Some(before), Some(after)) => Value::Change((after - before).into()),
        (None, _) => "new".into(),
        (_, None) => "gone".into(),
    };
    [
        player.list.month().into(),
        Value::Id(player.fide_id),
        (&player.name).into(),
        points(player.before),
        points(player.after),
        step,
        match player.cause {
            MoveCause::Direct => player.causes.join("; ").into(),
            MoveCause::Consequence => "in consequence".into(),
            MoveCause::Readings => "readings".into(),
        },
        mark.map(|mark| format!("at {mark}")).into(),
    ]
}
