//! `ratinglist plan`

use super::run::{Asked, WhichList, finish};
use crate::arguments::Shared;
use crate::output;
use crate::progress::Bar;
use clap::Args;
use std::process::ExitCode;

#[derive(Debug, Args)]
pub(crate) struct PlanArguments {
    #[command(flatten)]
    which: WhichList,
}

pub(crate) fn run(arguments: &PlanArguments, shared: &Shared) -> anyhow::Result<ExitCode> {
    // Planning ahead is what plans are for: the next list, due or not.
    let Some(job) = arguments.which.job(Asked::Plan, None)? else {
        output::say(shared, "nothing to plan");
        return Ok(ExitCode::SUCCESS);
    };
    let report = {
        let bar = Bar::new(shared);
        pipeline::plan(&job, &bar)?
    };
    finish(&report, shared)
}
