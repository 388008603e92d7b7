//! Writes a list that its checks refused, for inspection, to a folder of its own next to the list folder.
//!
//! The folder is staged and renamed like a list, so it is complete or absent. Its name marks it as refused, and no command reads it as a
//! list. The next run of the same list replaces or removes it.

use crate::compute::Computed;
use crate::job::Job;
use crate::run::write_record;
use crate::stopwatch::Stopwatch;
use crate::{PipelineError, ProgressObserver, Result, publication};
use std::path::Path;
use store::{StagedFolder, refused_path, remove_folder};

/// Writes the refused list and returns the error that names its folder.
pub(crate) fn write(job: &Job, computed: Computed, mut clock: Stopwatch, observer: &dyn ProgressObserver) -> Result<PipelineError> {
    observer.on_stage("writing");
    let folder = refused_path(&job.folder);
    let staged = StagedFolder::start(&folder)?;
    let manifest = publication::write(job, &computed, &staged)?;
    clock.lap("writing");
    write_record(job, &manifest, &computed.checks, &clock, &staged)?;
    staged.publish(true)?;
    Ok(PipelineError::Refused { failed: computed.failed, summary: Box::new(computed.summary), folder: Some(folder) })
}

/// The error of a refused list that is not written.
pub(crate) fn error_without_folder(computed: Computed) -> PipelineError {
    PipelineError::Refused { failed: computed.failed, summary: Box::new(computed.summary), folder: None }
}

/// Removes the refused list that an earlier run of the list in `folder` left.
pub(crate) fn remove(folder: &Path) -> Result<()> {
    let folder = refused_path(folder);
    if folder.is_dir() { Ok(remove_folder(&folder)?) } else { Ok(()) }
}
