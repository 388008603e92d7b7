//! Reads what others hand in: Tournament Report Files, the registry, and bundles of many tournaments.
//!
//! In come files as people and programs really write them; out come one [`model::Batch`], the hashes of the
//! bytes that were read, and a diagnostic with file, line and column for everything wrong or odd. No rule is applied
//! here: whether a tournament is rated, and what a game is worth, is not this crate's business.

mod bundle;
mod check;
mod codes;
mod columns;
mod csv_table;
mod dates;
mod decode;
mod error;
mod facts;
mod plan;
mod problems;
mod registry;
mod roster;
mod search;
mod settle;
mod trf;
mod work;

pub use check::{check, check_tournament_file};
pub use codes::CODES;
pub use error::IngestError;
pub use roster::{Roster, RosterChange, RosterField, read_roster};

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
///
/// # Errors
/// When something named is not there, or the registry or a bundle cannot be read as a whole. One bad tournament is no error:
/// it comes back as unusable, with diagnostics.
pub fn read(sources: &Sources, question: &Question<'_>) -> Result<HandedIn, IngestError> {
    let Question { control, known, is_rated, progress } = *question;
    work::carry_out(plan::plan(sources, Names::Relative)?, &Scope { control: Some(control), known, is_rated, progress })
}

/// What is asked of the readers: a [`Question`], in which linting leaves the control open.
struct Scope<'a> {
    control: Option<Control>,
    known: &'a PlayerIndex,
    is_rated: &'a (dyn Fn(&str) -> bool + Sync),
    progress: &'a (dyn Fn(usize, usize) + Sync),
}

/// How files are named in what comes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Names {
    /// Relative to the folder that was handed in: the same wherever the data lies.
    Relative,
    /// As the user typed them.
    AsTyped,
}

impl Names {
    /// What comes before the names of the things in `source`; for a file, before its own.
    fn prefix(self, source: &Path) -> String {
        match self {
            Self::Relative => String::new(),
            Self::AsTyped if source.is_dir() => format!("{}/", source.to_string_lossy().trim_end_matches('/')),
            Self::AsTyped => self.prefix_beside(source),
        }
    }

    /// What comes before the names of the things beside `file`.
    fn prefix_beside(self, file: &Path) -> String {
        match file.parent().map(Path::to_string_lossy) {
            Some(folder) if self == Self::AsTyped && !folder.is_empty() => format!("{}/", folder.trim_end_matches('/')),
            _ => String::new(),
        }
    }
}
