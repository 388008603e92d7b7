//! Reads what others hand in: Tournament Report Files, the registry, and bundles of many tournaments.
//!
//! In come files as people and programs really write them; out come one [`model::Batch`], the hashes of the
//! bytes that were read, and a diagnostic with file, line and column for everything wrong or odd. No rule is applied
//! here: whether a tournament is rated, and what a game is worth, is not this crate's business.

mod codes;
mod columns;
mod dates;
mod decode;
mod error;
mod problems;
mod trf;

pub use codes::CODES;
pub use error::IngestError;

use model::{Batch, Control, Diagnostic, InputFile, PlayerIndex, Tournament};
use std::fmt;
use std::path::{Path, PathBuf};

/// Where the tournaments are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    /// Folders that are searched, or single Tournament Report Files.
    pub tournaments: Vec<PathBuf>,
    pub registry: Option<PathBuf>,
}

/// What the reader needs to know of the run.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// Tournaments of another control are passed over and counted.
    pub control: Control,
    /// Only players who are not in here become newcomers.
    pub known: &'a PlayerIndex,
    /// Tournaments already rated: their reports are not opened, their games in bundles are skipped.
    pub is_rated: &'a (dyn Fn(&str) -> bool + Sync),
    /// Told how many files are done, and how many there are in all.
    pub progress: &'a (dyn Fn(usize, usize) + Sync),
}

impl fmt::Debug for Question<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Question").field("control", &self.control).field("known", &self.known.len()).finish_non_exhaustive()
    }
}

/// Everything that was handed in, read.
#[derive(Clone, Debug, Default)]
pub struct HandedIn {
    /// Tournaments by path, those of a bundle as its table lists them.
    pub batch: Batch,
    /// Tournaments passed over because they are rated; without games.
    pub already_rated: Vec<Tournament>,
    /// How many tournaments of other controls were passed over.
    pub other_controls: u32,
    /// Sorted by [`Diagnostic::order`].
    pub diagnostics: Vec<Diagnostic>,
    /// The files that were read, sorted.
    pub inputs: Vec<InputFile>,
}

/// Reads everything that the sources name.
pub fn read(_sources: &Sources, _question: &Question<'_>) -> Result<HandedIn, IngestError> {
    Ok(HandedIn::default())
}

/// Lints one Tournament Report File.
pub fn check_tournament_file(_path: &Path) -> Result<Vec<Diagnostic>, IngestError> {
    Ok(Vec::new())
}

/// Lints a Tournament Report File, a registry, a bundle, or a folder of these.
pub fn check(_path: &Path) -> Result<Vec<Diagnostic>, IngestError> {
    Ok(Vec::new())
}
