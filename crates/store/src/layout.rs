//! Names of folders and files.

use crate::StoreError;
use crate::files::{refuse_unless_inside, refuse_ways_out};
use crate::revisions::read_revisions;
use model::{Date, ListDate};
use std::fmt;
use std::path::{Path, PathBuf};

/// The files of a list folder.
pub mod file {
    pub const LIST_CSV: &str = "list.csv";
    pub const LIST_PARQUET: &str = "list.parquet";
    pub const STATE: &str = "state.parquet";
    pub const POOL: &str = "pool.parquet";
    pub const RATED_TOURNAMENTS: &str = "rated_tournaments.parquet";
    pub const GAMES: &str = "games.parquet";
    /// Where ratings move after every game.
    pub const ONLINE_GAMES: &str = "online_games.parquet";
    pub const CHANGES: &str = "changes.parquet";
    pub const TOURNAMENTS: &str = "tournaments.parquet";
    /// Every check before publication, with its value.
    pub const CHECKS: &str = "checks.csv";
    pub const DIAGNOSTICS: &str = "diagnostics.csv";
    /// A page to read and to send round.
    pub const REPORT: &str = "report.html";
    /// Where the edition asks for them.
    pub const TITLED_UNRATED: &str = "titled_unrated.csv";
    pub const DELISTED: &str = "delisted.csv";
    pub const TOP: &str = "top.csv";
    /// What the tables hold, for programs.
    pub const DATA_PACKAGE: &str = "datapackage.json";
    pub const MANIFEST: &str = "manifest.json";
    pub const RUN: &str = "run.json";

    /// What a list folder is read from, the fullest first.
    pub const LISTS: [&str; 3] = [STATE, LIST_PARQUET, LIST_CSV];
}

/// Which making of a list a folder holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    /// Left for inspection by a run whose checks did not pass; not a list.
    Refused,
    /// A night's attempt; no other list builds on it.
    Draft,
    /// 1 is the list as first published, 2 and more are `.r2`, `.r3` ...
    Published(u32),
}

/// `2024-02-01`, `2024-02-01.r2`, `2024-02-01.draft` or `2024-02-01.refused`
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FolderName {
    pub date: ListDate,
    pub version: Version,
}

impl fmt::Display for FolderName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.version {
            Version::Refused => write!(f, "{}{REFUSED}", self.date),
            Version::Draft => write!(f, "{}.draft", self.date),
            Version::Published(1) => write!(f, "{}", self.date),
            Version::Published(revision) => write!(f, "{}.r{revision}", self.date),
        }
    }
}

impl FolderName {
    /// What a list folder's path says of it; staged folders and anything else are `None`.
    pub fn of(path: &Path) -> Option<Self> {
        path.file_name().and_then(|name| name.to_str()).and_then(parse_folder_name)
    }
}

/// Reads a folder's name; staged folders and anything else are `None`.
pub(crate) fn parse_folder_name(name: &str) -> Option<FolderName> {
    let (day, suffix) = name.split_at_checked(10)?;
    let date = ListDate::new(model::parse_iso_date(day).ok()?)?;
    let version = match suffix {
        "" => Version::Published(1),
        ".draft" => Version::Draft,
        REFUSED => Version::Refused,
        _ => {
            let digits = suffix.strip_prefix(".r")?;
            let revision: u32 = digits.parse().ok()?;
            // `.r1` and `.r02` are names that nothing here writes.
            (revision >= 2 && revision.to_string() == digits).then_some(Version::Published(revision))?
        }
    };
    Some(FolderName { date, version })
}

/// How the name ends of a folder that checks refused.
const REFUSED: &str = ".refused";

/// Whether a folder was left for inspection by a run whose checks did not pass.
pub fn is_refused(folder: &Path) -> bool {
    folder.file_name().is_some_and(|name| name.to_string_lossy().ends_with(REFUSED))
}

/// Where a list is left for inspection that was to stand at `place`: one folder for each list, whether it was to be a draft, the list itself or a revision.
pub fn place_for_refused(place: &Path) -> PathBuf {
    let name = match FolderName::of(place) {
        Some(name) => FolderName { version: Version::Refused, ..name }.to_string(),
        None => format!("{}{REFUSED}", place.file_name().map(|name| name.to_string_lossy()).unwrap_or_default()),
    };
    place.with_file_name(name)
}

/// One list folder in a folder of lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListFolder {
    pub path: PathBuf,
    pub name: FolderName,
}

/// Which version of a list is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reading {
    #[default]
    Newest,
    /// As it was first published.
    AsPublished,
    /// The newest revision that rests on nothing received later than that day.
    AsKnown(Date),
}

/// The lists in a folder of list folders, one version of each date, oldest date first. Drafts and staged folders are passed over.
pub fn list_folders(root: &Path, reading: Reading) -> Result<Vec<ListFolder>, StoreError> {
    let revisions = match reading {
        Reading::Newest | Reading::AsPublished => Vec::new(),
        Reading::AsKnown(_) => read_revisions(root)?,
    };
    let is_read = |name: &FolderName| match (reading, name.version) {
        (_, Version::Draft | Version::Refused) => false,
        (Reading::Newest, Version::Published(_)) | (_, Version::Published(1)) => true,
        (Reading::AsPublished, Version::Published(_)) => false,
        (Reading::AsKnown(day), Version::Published(number)) => {
            let revision = revisions.iter().find(|revision| (revision.list, revision.revision) == (name.date, number));
            revision.is_none_or(|revision| revision.known_from.is_none_or(|known| known <= day))
        }
    };
    let mut newest: Vec<ListFolder> = Vec::new();
    for folder in all_versions(root)?.into_iter().filter(|folder| is_read(&folder.name)) {
        match newest.last_mut() {
            Some(last) if last.name.date == folder.name.date => *last = folder,
            _ => newest.push(folder),
        }
    }
    Ok(newest)
}

/// The dates of drafts in a folder of list folders, oldest first.
pub fn list_drafts(root: &Path) -> Result<Vec<ListDate>, StoreError> {
    dates_of(root, Version::Draft)
}

/// The dates of lists that were refused and lie there for inspection, oldest first.
pub fn list_refused(root: &Path) -> Result<Vec<ListDate>, StoreError> {
    dates_of(root, Version::Refused)
}

fn dates_of(root: &Path, version: Version) -> Result<Vec<ListDate>, StoreError> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(root).map_err(StoreError::io(root))? {
        let name = entry.map_err(StoreError::io(root))?.file_name();
        let name = name.to_str().and_then(parse_folder_name);
        found.extend(name.filter(|name| name.version == version).map(|name| name.date));
    }
    found.sort_unstable();
    Ok(found)
}

/// Every published version of every list, oldest date first, then by number.
pub fn all_versions(root: &Path) -> Result<Vec<ListFolder>, StoreError> {
    let mut found = Vec::new();
    if root.is_file() {
        return Err(StoreError::Unreadable {
            path: root.to_owned(),
            message: "a folder of list folders is wanted, and this is a file".to_owned(),
        });
    }
    let whole = root.canonicalize().map_err(StoreError::io(root))?;
    for entry in std::fs::read_dir(root).map_err(StoreError::io(root))? {
        let entry = entry.map_err(StoreError::io(root))?;
        let Some(name) = entry.file_name().to_str().and_then(parse_folder_name) else { continue };
        if !matches!(name.version, Version::Published(_)) {
            continue;
        }
        // A list that is passed over would be missed by nobody, so this stops whoever reads the folder.
        if entry.file_type().map_err(StoreError::io(root))?.is_symlink() {
            refuse_unless_inside(&entry.path(), &whole)?;
        }
        if entry.path().is_dir() {
            refuse_ways_out(&entry.path())?;
            found.push(ListFolder { path: entry.path(), name });
        }
    }
    found.sort_by_key(|folder| folder.name);
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folder_names_are_read_as_they_are_written() {
        for name in ["2024-02-01", "2024-02-01.r2", "2024-02-01.r13", "2024-02-01.draft", "2024-02-01.refused"] {
            assert_eq!(parse_folder_name(name).map(|n| n.to_string()).as_deref(), Some(name));
        }
        for other in [
            "2024-02-02",
            "2024-02",
            ".2024-02-01.staging-x",
            "2024-02-01.r1",
            "2024-02-01.r02",
            "2024-02-01.old",
            "lists",
            "",
            "é024-02-011",
        ] {
            assert_eq!(parse_folder_name(other), None, "{other}");
        }
    }

    #[test]
    fn the_newest_revision_of_each_date_is_found_in_order() {
        let root = tempfile::tempdir().expect("a temporary folder");
        for name in [
            "2024-02-01",
            "2024-01-01",
            "2024-01-01.r2",
            "2024-01-01.r10",
            "2024-01-01.refused",
            "2024-03-01.draft",
            "2024-03-01.refused",
            ".2024-03-01.staging-1",
        ] {
            std::fs::create_dir(root.path().join(name)).expect("a new folder");
        }
        let months = |dates: Vec<ListDate>| dates.into_iter().map(ListDate::month).collect::<Vec<_>>();
        assert_eq!(months(list_refused(root.path()).expect("readable")), ["2024-01", "2024-03"]);
        assert_eq!(months(list_drafts(root.path()).expect("readable")), ["2024-03"]);
        let names =
            |reading| -> Vec<String> { list_folders(root.path(), reading).expect("readable").iter().map(|f| f.name.to_string()).collect() };
        assert_eq!(names(Reading::Newest), ["2024-01-01.r10", "2024-02-01"]);
        assert_eq!(names(Reading::AsPublished), ["2024-01-01", "2024-02-01"]);
    }
    #[test]
    fn what_is_refused_has_one_place_for_each_list() {
        let place = |name: &str| place_for_refused(&Path::new("lists").join(name)).display().to_string();
        for name in ["2024-02-01", "2024-02-01.draft", "2024-02-01.r3"] {
            assert_eq!(place(name), "lists/2024-02-01.refused");
        }
        assert_eq!(place("made"), "lists/made.refused");
        assert!(is_refused(Path::new("lists/made.refused")) && !is_refused(Path::new("lists/2024-02-01.draft")));
    }
}
