//! The interface through which a run reports its progress. It writes nothing itself.

use model::ListDate;

/// Receives the progress of a run. Implementations must not influence the result.
pub trait ProgressObserver: Sync {
    /// A stage begins.
    fn on_stage(&self, name: &str);
    /// So many of all input files are read.
    fn on_files(&self, done: usize, all: usize);
    /// So many of all lists of a range are done, and `next` is the one after them.
    fn on_lists(&self, done: usize, all: usize, next: ListDate);
}

/// An observer that ignores all progress.
#[derive(Clone, Copy, Debug)]
pub struct NoProgress;

impl ProgressObserver for NoProgress {
    fn on_stage(&self, _: &str) {}
    fn on_files(&self, _: usize, _: usize) {}
    fn on_lists(&self, _: usize, _: usize, _: ListDate) {}
}
