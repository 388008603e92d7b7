//! Telling whoever waits how far the run is.

/// Told about stages and files as they pass. Implementations must not influence anything.
pub trait Watch: Sync {
    fn stage(&self, name: &str);
    fn files(&self, done: usize, all: usize);
}

/// Tells nobody.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Watch for Silent {
    fn stage(&self, _: &str) {}
    fn files(&self, _: usize, _: usize) {}
}
