//! Reads what others hand in: Tournament Report Files, the registry, and bundles of many tournaments.
//!
//! In come files as people and programs really write them; out come one [`model::Batch`], the hashes of the
//! bytes that were read, and a diagnostic with file, line and column for everything wrong or odd. No rule is applied
//! here: whether a tournament is rated, and what a game is worth, is not this crate's business.

mod bundle;
mod check;
mod codes;
mod columns;
mod dates;
mod decode;
mod error;
mod facts;
mod fingerprint;
pub mod input_table;
mod names;
mod online;
mod plan;
mod planned;
mod registry;
mod replacements;
mod row_diagnostics;
mod search;
mod settle;
mod trf;
mod work;

pub use check::{check, check_tournament_file};
pub use codes::CODES;
pub use error::IngestError;
pub use names::names_fit;
pub use planned::{PlannedInput, planned_inputs};
pub use replacements::{Replacement, ReplacementOutcome};

use input_table::{file_name, folder_of};
use model::{Batch, Control, Date, Diagnostic, InputFile, OnlineGames, PlayerIndex, Tournament, UtcMicros, midnight};
use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tables::TextColumn;

/// Where the tournaments are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    /// Folders that are searched, or single Tournament Report Files.
    pub tournaments: Vec<PathBuf>,
    pub registry: Option<PathBuf>,
    /// Newer reports that corrections name.
    pub replacements: Vec<Replacement>,
    /// Only files of these names are read, where they are given: what was handed in later is not there. Reports of tournaments that are rated
    /// already are never opened and need not be named.
    pub only: Option<BTreeSet<String>>,
}

/// What is read of the sources, and what the reader needs to know of the run.
#[derive(Clone, Copy)]
pub struct ReadOptions<'a> {
    /// Tournaments of another control are passed over and counted. Those of every control are read where there is none.
    pub control: Option<Control>,
    /// Only players who are not in here become newcomers.
    pub known: &'a PlayerIndex,
    /// Their names, in the order of `known`: names in reports are compared with them. None are where nobody asks.
    pub names: Option<&'a TextColumn>,
    /// Tournaments already rated: their reports are not opened, their games in bundles are skipped.
    pub is_rated: &'a (dyn Fn(&str) -> bool + Sync),
    /// Online games that ended in this time are read; none are where the edition does not rate them.
    pub online: Option<OnlineWindow>,
    /// Tournaments that begin on this day or later are those of later lists: their games are not read (R42). All are read where nobody asks.
    pub later_from: Option<Date>,
    /// Told how many files are done, and how many there are in all.
    pub progress: &'a (dyn Fn(usize, usize) + Sync),
}

/// The time from one list to the next: 00:00 UTC of the first day belongs to it, 00:00 UTC of the last does not (D31).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OnlineWindow {
    pub from: Date,
    pub until: Date,
}

impl OnlineWindow {
    /// The moments of the window.
    fn moments(self) -> Range<UtcMicros> {
        midnight(self.from)..midnight(self.until)
    }
}

impl<'a> ReadOptions<'a> {
    /// Defaults, with nothing rated before; override with struct update syntax.
    pub fn new(control: impl Into<Option<Control>>, known: &'a PlayerIndex) -> Self {
        Self { control: control.into(), known, names: None, is_rated: &|_| false, online: None, later_from: None, progress: &|_, _| {} }
    }
}

impl fmt::Debug for ReadOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReadOptions").field("control", &self.control).field("known", &self.known.len()).finish_non_exhaustive()
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
    /// Their ids.
    pub of_other_controls: Vec<Arc<str>>,
    /// What became of newer reports whose tournaments were met.
    pub replacements: Vec<ReplacementOutcome>,
    /// How many games of bundles name a tournament that the bundle does not list. They are not in the batch.
    pub games_without_tournament: u64,
    pub online: Online,
    /// Entries of reports that may be somebody else's. Their diagnostics are not among the others: corrections may have settled them.
    pub doubtful: Vec<DoubtfulEntry>,
    /// Sorted by [`Diagnostic::order`].
    pub diagnostics: Vec<Diagnostic>,
    /// The files that were read, sorted.
    pub inputs: Vec<InputFile>,
}

/// An entry of a report that may not be who its id says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoubtfulEntry {
    pub tournament_id: Arc<str>,
    pub fide_id: u32,
    /// As the report has it.
    pub name: String,
    pub doubt: Doubt,
    pub diagnostic: Diagnostic,
}

/// Why an entry is doubtful.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// The list has another name for the id.
    NameDoesNotFit,
    /// An entry with this id has the same name, and the same day of birth as far as anybody says.
    SamePersonAs(u32),
}

/// Online games, of all tables that were found. Each row is either a game or counted.
#[derive(Clone, Debug, Default)]
pub struct Online {
    /// Those of the window and the control, by the time they ended, then by id.
    pub games: OnlineGames,
    /// How many ended before the window, and are rated already (D31).
    pub earlier: u64,
    /// How many ended after it, and wait for the next list.
    pub later: u64,
    pub other_controls: u64,
    /// Rows that cannot be read as games; each of them has a diagnostic.
    pub unusable: u64,
}

/// Reads everything that the sources name.
///
/// # Errors
/// When something named is not there, or the registry or a bundle cannot be read as a whole. One bad tournament is no error:
/// it comes back as unusable, with diagnostics.
pub fn read(sources: &Sources, options: &ReadOptions<'_>) -> Result<HandedIn, IngestError> {
    let mut plan = plan::plan(sources, Names::Relative)?;
    if let Some(only) = &sources.only {
        plan.keep_only(only, options);
    }
    let mut handed_in = work::carry_out(plan, options)?;
    fingerprint::mark(&mut handed_in.batch);
    Ok(handed_in)
}

/// How files are named in what comes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Names {
    /// Relative to the folder that was handed in: the same wherever the data lies. Of several sources each goes by its folder's name.
    Relative,
    /// As the user typed them.
    AsTyped,
}

impl Names {
    /// For each source, what comes before the names of the things in it; for a file, before its own.
    fn prefixes(self, sources: &[PathBuf]) -> Result<Vec<String>, IngestError> {
        match self {
            Self::Relative if sources.len() > 1 => {
                let folders = sources.iter().map(|source| folder_of(source)).collect::<Result<Vec<_>, _>>()?;
                Ok(folder_names(&folders).into_iter().map(|name| format!("{name}/")).collect())
            }
            Self::Relative => Ok(vec![String::new(); sources.len()]),
            Self::AsTyped => Ok(sources.iter().map(|source| self.prefix_typed(source)).collect()),
        }
    }

    fn prefix_typed(self, source: &Path) -> String {
        if source.is_dir() { format!("{}/", source.to_string_lossy().trim_end_matches('/')) } else { self.prefix_beside(source) }
    }

    /// What comes before the names of the things beside `file`.
    fn prefix_beside(self, file: &Path) -> String {
        match file.parent().map(Path::to_string_lossy) {
            Some(folder) if self == Self::AsTyped && !folder.is_empty() => format!("{}/", folder.trim_end_matches('/')),
            _ => String::new(),
        }
    }
}

/// The last part of each folder's path; different folders of one name are numbered in the order in which they come.
fn folder_names(folders: &[PathBuf]) -> Vec<String> {
    let plain: Vec<String> = folders.iter().map(|folder| file_name(folder)).collect();
    let mut named: HashMap<&Path, String> = HashMap::new();
    for (folder, name) in folders.iter().zip(&plain) {
        if named.contains_key(folder.as_path()) {
            continue;
        }
        let is_alone = folders.iter().zip(&plain).all(|(other, others_name)| other == folder || others_name != name);
        let is_free = |candidate: &String| !plain.contains(candidate) && named.values().all(|taken| taken != candidate);
        let numbered = || (1..).map(|number: u32| format!("{name}-{number}")).find(is_free);
        let own = if is_alone { None } else { numbered() };
        named.insert(folder, own.unwrap_or_else(|| name.clone()));
    }
    folders.iter().map(|folder| named[folder.as_path()].clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folders: &[&str]) -> Vec<String> {
        folder_names(&folders.iter().map(PathBuf::from).collect::<Vec<_>>())
    }

    #[test]
    fn folders_of_one_name_are_numbered_and_no_number_makes_another_folders_name() {
        assert_eq!(names(&["/x/a", "/x/b"]), ["a", "b"]);
        assert_eq!(names(&["/x/a", "/y/a", "/x/b"]), ["a-1", "a-2", "b"]);
        assert_eq!(names(&["/y/a", "/z/a-1", "/x/a"]), ["a-2", "a-1", "a-3"]);
    }

    #[test]
    fn a_folder_that_comes_twice_has_one_name() {
        assert_eq!(names(&["/x/a", "/x/a"]), ["a", "a"]);
        assert_eq!(names(&["/x/a", "/y/a", "/x/a"]), ["a-1", "a-2", "a-1"]);
    }
}
