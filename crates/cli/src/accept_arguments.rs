//! Flags that accept checks which do not pass.

use crate::arguments::SharedArguments;
use crate::output;
use clap::Args;
use pipeline::{AcceptedChecks, PipelineError};
use store::CheckResult;

#[derive(Debug, Args)]
pub(crate) struct AcceptArguments {
    /// Publish though this check does not pass, once and for this list; may be given more than once
    #[arg(long, value_name = "CHECK", value_delimiter = ',', requires_all = ["by", "why"], help_heading = "Checks that do not pass")]
    accept: Vec<String>,
    /// Who accepts it; recorded in the list folder
    #[arg(long, value_name = "NAME", requires = "accept", help_heading = "Checks that do not pass")]
    by: Option<String>,
    /// Why; recorded in the list folder
    #[arg(long, value_name = "TEXT", requires = "accept", help_heading = "Checks that do not pass")]
    why: Option<String>,
}

impl AcceptArguments {
    /// The checks that are accepted; `None` without these flags.
    pub(crate) fn accepted(&self) -> Result<Option<AcceptedChecks>, PipelineError> {
        let (Some(by), Some(why)) = (&self.by, &self.why) else { return Ok(None) };
        AcceptedChecks::new(self.accept.clone(), by, why).map(Some)
    }

    /// Warns of checks that were named and forbade nothing.
    pub(crate) fn warn_of_unneeded(&self, checks: &[CheckResult], shared: &SharedArguments) {
        let was_accepted = |name: &String| checks.iter().any(|check| check.check == *name && check.accepted.is_some());
        for name in self.accept.iter().filter(|name| !was_accepted(name)) {
            output::print_warning(shared, &format!("--accept {name}: this check forbids nothing here, so nothing is recorded"));
        }
    }
}
