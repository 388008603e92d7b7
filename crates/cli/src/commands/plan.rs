//! `ratinglist plan`

use super::regenerate;
use super::run::{ListArguments, RunPurpose, finish};
use crate::arguments::SharedArguments;
use crate::output;
use crate::progress::TerminalProgress;
use clap::Args;
use model::ListDate;
use pipeline::ListRange;
use std::process::ExitCode;

#[derive(Debug, Args)]
pub(crate) struct PlanArguments {
    #[command(flatten)]
    which: ListArguments,
    /// Show what regenerating from that list on would change: lists touched, players moved, first ratings, marks crossed
    #[arg(long, value_name = "MONTH", requires = "pipeline", conflicts_with = "list")]
    from: Option<ListDate>,
    /// The last list of that range; the newest unless given
    #[arg(long, value_name = "MONTH", requires = "from")]
    to: Option<ListDate>,
}

pub(crate) fn run(arguments: &PlanArguments, shared: &SharedArguments) -> anyhow::Result<ExitCode> {
    if let (Some(pipeline), Some(from)) = (&arguments.which.pipeline, arguments.from) {
        let range = ListRange { from: Some(from), to: arguments.to, today: Some(chrono::Utc::now().date_naive()) };
        return regenerate::plan(pipeline, range, &arguments.which.version, arguments.which.beyond_limit, shared);
    }
    let Some(job) = arguments.which.job(RunPurpose::Plan, chrono::Utc::now().date_naive())? else {
        output::print_message(shared, "nothing to plan");
        return Ok(ExitCode::SUCCESS);
    };
    let report = {
        let bar = TerminalProgress::new(shared);
        pipeline::plan(&job, &bar)?
    };
    finish(&report, shared)
}
