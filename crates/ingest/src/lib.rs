//! Reads submissions: Tournament Report Files, the registry, bundles of many tournaments, and online games.
//!
//! In come files as people and programs write them. Out come [`Submissions`]: one [`model::Batch`] of tournaments and games, the hashes of
//! the bytes that were read, and a diagnostic with file, line and column for everything wrong or odd. This crate reads and changes nothing:
//! it applies no rule and does not decide whether a tournament is rated or what a game is worth.
//!
//! [`read`] reads all sources of a run, [`planned_inputs`] lists the files that it would read, and [`check`] returns diagnostics alone.
//!
//! ```
//! use ingest::{ReadOptions, Sources, read};
//! use model::{Control, PlayerIndex};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let line = |rank, id, game| format!("001 {rank:4} m    {:33}      NOR {id:>11} {:21} {game}\n", "Player", "");
//! # let (white, black) = (line(1, 1_500_010, "   2 w 1"), line(2, 1_500_011, "   1 b 0"));
//! # std::fs::write(folder.path().join("open.trf"), format!("012 Open\n042 2024/03/01\n052 2024/03/03\n{white}{black}"))?;
//! let sources = Sources { tournaments: vec![folder.path().to_owned()], ..Sources::default() };
//! let known = PlayerIndex::default();
//! let submissions = read(&sources, &ReadOptions::new(Control::Rapid, &known))?;
//! assert_eq!(submissions.batch.tournaments.len(), 1);
//! assert_eq!(submissions.batch.games.len(), 1);
//! # Ok(())
//! # }
//! ```

mod archive;
mod bundle;
mod check;
mod codes;
mod control;
mod dates;
mod decode;
mod earlier_parts;
mod error;
mod fingerprint;
mod fixed_width_line;
pub mod input_table;
mod merge_registry;
mod names;
mod online;
mod plan;
mod planned_inputs;
mod read_all;
mod registered_rows;
mod registry;
mod replacements;
mod row_diagnostics;
mod search;
mod second_games;
mod source_memory;
mod title_facts;
mod tournament_row;
mod trf;

pub use archive::holds_reports;
pub use check::{Checked, check, check_against, check_tournament_file};
pub use codes::CODES;
pub use error::IngestError;
pub use names::names_are_compatible;
pub use planned_inputs::{PlannedInput, PlannedInputs, planned_inputs};
pub use registered_rows::RegisteredRows;
pub use replacements::{Replacement, ReplacementOutcome};
pub use search::passed_over_endings;
pub use second_games::{SecondGame, allows_two_games_a_round, find_second_games};
pub use source_memory::SourceMemory;

use chrono::Datelike;
use input_table::{canonical_folder, file_name};
use model::{
    Batch, Control, Date, Diagnostic, GameIdSet, InputFile, OnlineGames, PlayerIndex, PlayerRow, Rating, ReportSize, Tournament, UtcMicros,
    midnight,
};
use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tables::TextColumn;

/// The files and folders in which submissions are searched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    /// Folders that are searched recursively, or single Tournament Report Files.
    pub tournaments: Vec<PathBuf>,
    pub registry: Option<PathBuf>,
    /// Newer reports that corrections name.
    pub replacements: Vec<Replacement>,
    /// What may be read; everything where it is `None`.
    pub only: Option<ReadOnly>,
}

/// The only files and tournaments that may be read, so that what was submitted later is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadOnly {
    /// Names of files. Reports of tournaments that are already rated need not be named; those that are not named are not opened.
    pub files: BTreeSet<String>,
    /// Ids of tournaments, those included that are not read because they are already rated or begin later.
    pub tournaments: BTreeSet<String>,
}

/// Options of [`read`]: what is read of the sources, and what is known before reading.
#[derive(Clone, Copy)]
pub struct ReadOptions<'a> {
    /// The time control whose tournaments are read; those of other controls are counted only. `None` reads every control.
    pub control: Option<Control>,
    /// Whether a tournament whose control nothing tells is taken as one of `control`; otherwise it is refused (D35).
    pub takes_unknown_control: bool,
    /// The players of the previous list; everybody else becomes a newcomer.
    pub known: &'a PlayerIndex,
    /// The names of the known players, in the order of `known`, to compare with the names in reports. `None` compares nothing.
    pub names: Option<&'a TextColumn>,
    /// The federations of the known players, in the order of `known`, to compare with those in reports. `None` compares nothing.
    pub federations: Option<&'a TextColumn>,
    /// The rows of the known players, in the order of `known`, to compare with the ratings in reports. `None` compares nothing.
    pub listed: Option<&'a [PlayerRow]>,
    /// Known players who need a federation, which reports may give (D53).
    pub without_federation: Option<&'a PlayerIndex>,
    /// Known players without a name, whom reports describe as they do newcomers.
    pub without_name: Option<&'a PlayerIndex>,
    /// Whether the tournament of an id is already rated: its report is not opened, its games in bundles are skipped.
    pub is_rated: &'a (dyn Fn(&str) -> bool + Sync),
    /// The size of the report that a rated tournament was rated from: a report of another size is read again, to compare its games (D36).
    /// `None` compares nothing.
    pub rated_size: &'a (dyn Fn(&str) -> Option<ReportSize> + Sync),
    /// The period whose online games are read; `None` where the edition does not rate online games.
    pub online: Option<OnlineWindow>,
    /// Whether games are compared with those that lists of version 0.1 remember, together with their dates.
    pub compares_dated_games: bool,
    /// The online games of the previous list, which are not rated again (R29).
    pub rated_games: Option<&'a GameIdSet>,
    /// The date of the list that is made: games of tournaments that begin on it or later are not read, and birth years after it are
    /// not known (D52). `None` reads all of them.
    pub list: Option<Date>,
    /// Whether what only the title regulations ask for is read too: what reports say of the entries of events that may be title events, and
    /// the earlier parts of events (T5, T8, T17).
    pub for_titles: bool,
    /// The ids of rated tournaments that are read all the same, into [`Submissions::earlier_parts`].
    pub also_read: Option<&'a (dyn Fn(&str) -> bool + Sync)>,
    /// What was found when the same sources were read for an earlier list; `None` reads everything.
    pub memory: Option<&'a SourceMemory>,
    /// Callback for progress: the number of files done, and the number of all files.
    pub progress: &'a (dyn Fn(usize, usize) + Sync),
}

/// The period from one list to the next: 00:00 UTC of `from` belongs to it, 00:00 UTC of `until` does not (D31).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OnlineWindow {
    pub from: Date,
    pub until: Date,
}

impl OnlineWindow {
    /// The window as times in UTC.
    fn time_range(self) -> Range<UtcMicros> {
        midnight(self.from)..midnight(self.until)
    }
}

impl<'a> ReadOptions<'a> {
    /// Defaults, with no tournament rated before; override with struct update syntax.
    pub fn new(control: impl Into<Option<Control>>, known: &'a PlayerIndex) -> Self {
        Self {
            control: control.into(),
            takes_unknown_control: true,
            known,
            names: None,
            federations: None,
            listed: None,
            without_federation: None,
            without_name: None,
            is_rated: &|_| false,
            rated_size: &|_| None,
            compares_dated_games: true,
            online: None,
            rated_games: None,
            list: None,
            for_titles: false,
            also_read: None,
            memory: None,
            progress: &|_, _| {},
        }
    }
}

impl ReadOptions<'_> {
    /// Whether the previous list knows a player by name.
    pub(crate) fn is_described(&self, id: u32) -> bool {
        self.known.contains(id) && !self.without_name.is_some_and(|without| without.contains(id))
    }

    /// The message about a birth year after that of the list, which is not known then (D52).
    fn birth_year_problem(&self, year: i16) -> Option<String> {
        let list = self.list?.year();
        (i32::from(year) > list).then(|| format!("the birth year {year} is after the list's; not known"))
    }
}

impl fmt::Debug for ReadOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReadOptions").field("control", &self.control).field("known", &self.known.len()).finish_non_exhaustive()
    }
}

/// Everything that was read from the sources.
#[derive(Clone, Debug, Default)]
pub struct Submissions {
    /// Tournaments sorted by path; the tournaments of a bundle keep the order of its table.
    pub batch: Batch,
    /// Tournaments that are already rated; they have no games. Those read again, because the size of their report is another than when
    /// they were rated, have [`Tournament::report`] and [`Tournament::content`].
    pub already_rated: Vec<Tournament>,
    /// Tournaments that are already rated and read all the same: those that [`ReadOptions::also_read`] names and, where things are read for
    /// titles, the rated parts of the events of which a further part is read (T17). They have no newcomers, and nothing in them is a
    /// diagnostic, because that was said when they were rated.
    pub earlier_parts: Batch,
    /// The number of tournaments of other controls, which were not read.
    pub other_controls: u32,
    /// The ids of the tournaments of other controls.
    pub other_control_ids: Vec<Arc<str>>,
    /// The outcomes of newer reports whose tournaments were found.
    pub replacement_outcomes: Vec<ReplacementOutcome>,
    /// The number of games in bundles whose tournament the bundle does not list. They are not in the batch.
    pub games_without_tournament: u64,
    pub online: OnlineSubmissions,
    /// Entries of reports whose id may be wrong. Their diagnostics are kept apart from `diagnostics`, because a correction may have
    /// resolved them.
    pub doubtful: Vec<DoubtfulEntry>,
    /// Ratings in reports of players who are on no list, or whose rating on the list is another by more than
    /// [`FAR_FROM_LIST`] points.
    pub reported_ratings: Vec<ReportedRating>,
    /// Sorted by [`Diagnostic::order`].
    pub diagnostics: Vec<Diagnostic>,
    /// The files that were read, sorted; the registry is kept apart.
    pub inputs: Vec<InputFile>,
    /// The rows of the registry, if there is one.
    pub registry: Option<RegisteredRows>,
}

/// A rating in a report within so many points of the list's is not remarkable.
pub const FAR_FROM_LIST: i32 = 200;

/// The rating that a report has for a player. No rule uses it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportedRating {
    pub tournament_id: Arc<str>,
    pub file: Arc<str>,
    pub line: u32,
    pub fide_id: u32,
    pub rating: Rating,
}

/// An entry of a report whose id may belong to somebody else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoubtfulEntry {
    pub tournament_id: Arc<str>,
    pub fide_id: u32,
    /// The name as written in the report.
    pub name: String,
    pub doubt: Doubt,
    pub diagnostic: Diagnostic,
}

/// Why an entry is doubtful.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// The list has another name for this id.
    NameMismatch,
    /// An entry with this other id has the same name and no different date of birth.
    SamePersonAs(u32),
}

/// The online games of all tables. Every row is either a game or counted.
#[derive(Clone, Debug, Default)]
pub struct OnlineSubmissions {
    /// The games of the window and the control, sorted by end time, then by id.
    pub games: OnlineGames,
    /// The number of games that ended before the window, and are already rated (D31).
    pub earlier: u64,
    /// The number of games that ended after the window, and belong to a later list.
    pub later: u64,
    pub other_controls: u64,
    /// The number of rows that cannot be read as games; each has a diagnostic.
    pub unusable: u64,
}

/// Reads everything that the sources name.
///
/// # Errors
/// When a named file is missing, or the registry or a bundle cannot be read as a whole. One bad tournament is not an error: it is returned
/// as unusable, with diagnostics.
pub fn read(sources: &Sources, options: &ReadOptions<'_>) -> Result<Submissions, IngestError> {
    let (mut plan, registry) = source_memory::plan_once(sources, options)?;
    if let Some(only) = &sources.only {
        plan.keep_only(only, options);
    }
    let mut submissions = read_all::read_planned(plan, options)?;
    submissions.registry = registry;
    fingerprint::set_contents(&mut submissions.batch, options.compares_dated_games);
    Ok(submissions)
}

/// How diagnostics, manifests and tournaments name files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FileNaming {
    /// Relative to the source folder, so that names do not depend on where the data is. With several sources, each name begins with its
    /// folder's name.
    Relative,
    /// As the user typed the path.
    AsTyped,
}

impl FileNaming {
    /// For each source, the prefix of the names in it; for a file, the prefix of its own name.
    fn prefixes(self, sources: &[PathBuf]) -> Result<Vec<String>, IngestError> {
        match self {
            Self::Relative if sources.len() > 1 => {
                let folders = sources.iter().map(|source| canonical_folder(source)).collect::<Result<Vec<_>, _>>()?;
                Ok(folder_names(&folders).into_iter().map(|name| format!("{name}/")).collect())
            }
            Self::Relative => Ok(vec![String::new(); sources.len()]),
            Self::AsTyped => Ok(sources.iter().map(|source| self.typed_prefix(source)).collect()),
        }
    }

    fn typed_prefix(self, source: &Path) -> String {
        if source.is_dir() { format!("{}/", source.to_string_lossy().trim_end_matches('/')) } else { self.prefix_of_siblings(source) }
    }

    /// The prefix of the names of files in the same folder as `file`.
    fn prefix_of_siblings(self, file: &Path) -> String {
        match file.parent().map(Path::to_string_lossy) {
            Some(folder) if self == Self::AsTyped && !folder.is_empty() => format!("{}/", folder.trim_end_matches('/')),
            _ => String::new(),
        }
    }
}

/// The last part of each folder's path. Different folders of one name are numbered in their order.
fn folder_names(folders: &[PathBuf]) -> Vec<String> {
    let last_parts: Vec<String> = folders.iter().map(|folder| file_name(folder)).collect();
    let mut named: HashMap<&Path, String> = HashMap::new();
    for (folder, name) in folders.iter().zip(&last_parts) {
        if named.contains_key(folder.as_path()) {
            continue;
        }
        let is_alone = folders.iter().zip(&last_parts).all(|(other, others_name)| other == folder || others_name != name);
        let is_free = |candidate: &String| !last_parts.contains(candidate) && named.values().all(|used| used != candidate);
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
