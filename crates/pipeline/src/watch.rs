//! Telling whoever waits how far the run is.

use model::ListDate;

/// Told about stages and files as they pass. Implementations must not influence anything.
pub trait Watch: Sync {
    fn stage(&self, name: &str);
    fn files(&self, done: usize, all: usize);
    /// Of a range of lists, so many are done and this one is next.
    fn lists(&self, done: usize, all: usize, next: ListDate);
}

/// Tells nobody.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Watch for Silent {
    fn stage(&self, _: &str) {}
    fn files(&self, _: usize, _: usize) {}
    fn lists(&self, _: usize, _: usize, _: ListDate) {}
}
