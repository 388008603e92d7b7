//! A list whose checks did not pass: nothing is published, and what would have been is left beside its place for inspection.
//!
//! It is written and renamed as a list is, so it is there whole or not at all. Its name says that it is none, and nothing takes it for one;
//! the next run of the same list replaces it or clears it away.

use crate::compute::Computed;
use crate::job::Job;
use crate::run::write_record;
use crate::run_json::Stopwatch;
use crate::{PipelineError, Result, Watch, publication};
use std::path::Path;
use store::{StagedFolder, refused_path, remove_folder};

/// Leaves the folder and returns the error that says so.
pub(crate) fn leave(job: &Job, computed: Computed, mut clock: Stopwatch, watch: &dyn Watch) -> Result<PipelineError> {
    watch.stage("writing");
    let folder = refused_path(&job.place);
    let staged = StagedFolder::start(&folder)?;
    let manifest = publication::write(job, &computed, &staged)?;
    clock.lap("writing");
    write_record(job, &manifest, &computed.checks, &clock, &staged)?;
    staged.publish(true)?;
    Ok(PipelineError::Refused { failed: computed.failed, summary: Box::new(computed.summary), folder: Some(folder) })
}

/// The same where nothing may be written.
pub(crate) fn without_folder(computed: Computed) -> PipelineError {
    PipelineError::Refused { failed: computed.failed, summary: Box::new(computed.summary), folder: None }
}

/// Clears away what an earlier run of the list that stands at `place` left.
pub(crate) fn clear(place: &Path) -> Result<()> {
    let folder = refused_path(place);
    if folder.is_dir() { Ok(remove_folder(&folder)?) } else { Ok(()) }
}
