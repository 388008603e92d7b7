//! Names of list folders and of the files in them, and the search for list folders.

use crate::StoreError;
use crate::files::{reject_links_leaving_store, reject_unless_inside};
use crate::revisions::read_revisions;
use model::{Date, ListDate};
use std::fmt;
use std::path::{Path, PathBuf};

/// File names in a list folder.
pub mod file {
    pub const LIST_CSV: &str = "list.csv";
    pub const LIST_PARQUET: &str = "list.parquet";
    pub const STATE: &str = "state.parquet";
    pub const POOL: &str = "pool.parquet";
    pub const RATED_TOURNAMENTS: &str = "rated_tournaments.parquet";
    pub const GAMES: &str = "games.parquet";
    /// Written where ratings change after every game.
    pub const ONLINE_GAMES: &str = "online_games.parquet";
    pub const CHANGES: &str = "changes.parquet";
    pub const TOURNAMENTS: &str = "tournaments.parquet";
    /// Every check before publication, with its value.
    pub const CHECKS: &str = "checks.csv";
    pub const DIAGNOSTICS: &str = "diagnostics.csv";
    /// The report of the run as one HTML page.
    pub const REPORT: &str = "report.html";
    /// Written where the edition asks for it.
    pub const TITLED_UNRATED: &str = "titled_unrated.csv";
    pub const DELISTED: &str = "delisted.csv";
    pub const TOP: &str = "top.csv";
    /// Tournaments as the title regulations look at them. This and the four tables below are written with standard lists only.
    pub const TITLE_TOURNAMENTS: &str = "title_tournaments.parquet";
    pub const NORM_RESULTS: &str = "norm_results.parquet";
    /// The ledger of norms, which the next run reads.
    pub const NORMS: &str = "norms.parquet";
    /// The ratings reached that a title asks for, which the next run reads.
    pub const TITLE_RATINGS: &str = "title_ratings.parquet";
    /// Proposals of titles, which the next run reads.
    pub const TITLE_AWARDS: &str = "title_awards.csv";
    /// Description of the tables for programs.
    pub const DATA_PACKAGE: &str = "datapackage.json";
    pub const MANIFEST: &str = "manifest.json";
    /// Signature of the manifest, in the format of minisign.
    pub const SIGNATURE: &str = "manifest.json.minisig";
    /// Only in the draft of a revision: the record that is made of it when it is published.
    pub const REVISION: &str = "revision.json";
    pub const RUN: &str = "run.json";

    /// Tables of which single players are looked up, so that their parts have hashes.
    pub const READ_IN_PARTS: [&str; 6] = [STATE, LIST_PARQUET, GAMES, ONLINE_GAMES, CHANGES, NORMS];

    /// Files that hold a list, the most complete first.
    pub const LISTS: [&str; 3] = [STATE, LIST_PARQUET, LIST_CSV];
}

/// Version of a list that a folder holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    /// A list whose checks failed, kept for inspection only.
    Refused,
    /// A draft, which no other list builds on.
    Draft,
    /// A draft of a revision, `2024-02-01.r2.draft`. Only later drafts of the same `regenerate` build on it.
    DraftRevision(u32),
    /// A published version: 1 is the list as first published, 2 and more are its revisions `.r2`, `.r3` ...
    Published(u32),
}

/// Name of a list folder: `2024-02-01`, `2024-02-01.r2`, `2024-02-01.draft`, `2024-02-01.r2.draft` or `2024-02-01.refused`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FolderName {
    pub date: ListDate,
    pub version: Version,
}

impl fmt::Display for FolderName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.version {
            Version::Refused => write!(f, "{}{REFUSED}", self.date),
            Version::Draft => write!(f, "{}{DRAFT}", self.date),
            Version::DraftRevision(revision) => write!(f, "{}.r{revision}{DRAFT}", self.date),
            Version::Published(1) => write!(f, "{}", self.date),
            Version::Published(revision) => write!(f, "{}.r{revision}", self.date),
        }
    }
}

impl FolderName {
    /// Parses the last component of a path; `None` for staged folders and anything else.
    pub fn from_path(path: &Path) -> Option<Self> {
        path.file_name().and_then(|name| name.to_str()).and_then(parse_folder_name)
    }

    /// Returns the number of the version: 1 for a list as first published and its draft, 2 for its first revision; `None` for a refused list.
    pub fn version_number(self) -> Option<u32> {
        match self.version {
            Version::Draft => Some(1),
            Version::DraftRevision(number) | Version::Published(number) => Some(number),
            Version::Refused => None,
        }
    }

    /// Returns the name under which a draft is published; `None` if it is no draft.
    pub fn published(self) -> Option<Self> {
        let version = match self.version {
            Version::Draft => Version::Published(1),
            Version::DraftRevision(revision) => Version::Published(revision),
            Version::Published(_) | Version::Refused => return None,
        };
        Some(Self { version, ..self })
    }

    /// Returns the name of the draft of a published version; other names stay as they are.
    #[must_use]
    pub fn draft(self) -> Self {
        let version = match self.version {
            Version::Published(1) => Version::Draft,
            Version::Published(revision) => Version::DraftRevision(revision),
            other => other,
        };
        Self { version, ..self }
    }
}

/// Parses a folder name; `None` for staged folders and anything else.
pub(crate) fn parse_folder_name(name: &str) -> Option<FolderName> {
    let (day, suffix) = name.split_at_checked(10)?;
    let date = ListDate::new(model::parse_iso_date(day).ok()?)?;
    let version = match suffix {
        "" => Version::Published(1),
        DRAFT => Version::Draft,
        REFUSED => Version::Refused,
        _ => {
            let numbered = suffix.strip_prefix(".r")?;
            let (digits, is_draft) = numbered.strip_suffix(DRAFT).map_or((numbered, false), |digits| (digits, true));
            let revision: u32 = digits.parse().ok()?;
            // This program never writes `.r1` or `.r02`.
            let is_revision = revision >= 2 && revision.to_string() == digits;
            let version = if is_draft { Version::DraftRevision(revision) } else { Version::Published(revision) };
            is_revision.then_some(version)?
        }
    };
    Some(FolderName { date, version })
}

/// Suffix of the folder of a draft.
const DRAFT: &str = ".draft";

/// Suffix of the folder of a list that checks refused.
const REFUSED: &str = ".refused";

/// Whether a folder holds a list that checks refused.
pub fn is_refused(folder: &Path) -> bool {
    folder.file_name().is_some_and(|name| name.to_string_lossy().ends_with(REFUSED))
}

/// Path of the folder that keeps the refused version of the list at `path`. A draft, a list and its revisions share one such folder.
pub fn refused_path(path: &Path) -> PathBuf {
    let name = match FolderName::from_path(path) {
        Some(name) => FolderName { version: Version::Refused, ..name }.to_string(),
        None => format!("{}{REFUSED}", path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default()),
    };
    path.with_file_name(name)
}

/// A list folder with its parsed name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListFolder {
    pub path: PathBuf,
    pub name: FolderName,
}

/// Which version of each list is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VersionChoice {
    #[default]
    Newest,
    /// The first published version.
    AsPublished,
    /// The newest version that depends on nothing received after this day.
    AsKnown(Date),
}

impl VersionChoice {
    /// The choice that was asked for; the newest version if nothing was.
    pub fn of(as_known: Option<Date>, as_published: bool) -> Self {
        match as_known {
            Some(day) => Self::AsKnown(day),
            None if as_published => Self::AsPublished,
            None => Self::Newest,
        }
    }
}

/// Returns the lists in a folder of list folders, one version per date, oldest first. Drafts and staged folders are skipped.
pub fn list_folders(root: &Path, choice: VersionChoice) -> Result<Vec<ListFolder>, StoreError> {
    let revisions = match choice {
        VersionChoice::Newest | VersionChoice::AsPublished => Vec::new(),
        VersionChoice::AsKnown(_) => read_revisions(root)?,
    };
    let is_read = |name: &FolderName| match (choice, name.version) {
        (_, Version::Draft | Version::DraftRevision(_) | Version::Refused) => false,
        (VersionChoice::Newest, Version::Published(_)) | (_, Version::Published(1)) => true,
        (VersionChoice::AsPublished, Version::Published(_)) => false,
        (VersionChoice::AsKnown(day), Version::Published(number)) => {
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

/// Returns the dates of the drafts in a folder of list folders, oldest first.
pub fn list_drafts(root: &Path) -> Result<Vec<ListDate>, StoreError> {
    dates_of(root, Version::Draft)
}

/// Returns the dates of the refused lists in a folder of list folders, oldest first.
pub fn list_refused(root: &Path) -> Result<Vec<ListDate>, StoreError> {
    dates_of(root, Version::Refused)
}

/// Returns the drafts in a folder of list folders, those of revisions too, by date, then by version.
pub fn all_drafts(root: &Path) -> Result<Vec<FolderName>, StoreError> {
    names_in(root, |version| matches!(version, Version::Draft | Version::DraftRevision(_)))
}

fn dates_of(root: &Path, version: Version) -> Result<Vec<ListDate>, StoreError> {
    Ok(names_in(root, |other| other == version)?.into_iter().map(|name| name.date).collect())
}

fn names_in(root: &Path, is_wanted: impl Fn(Version) -> bool) -> Result<Vec<FolderName>, StoreError> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(root).map_err(StoreError::io(root))? {
        let name = entry.map_err(StoreError::io(root))?.file_name();
        found.extend(name.to_str().and_then(parse_folder_name).filter(|name| is_wanted(name.version)));
    }
    found.sort_unstable();
    Ok(found)
}

/// Returns every published version of every list, by date, then by version.
pub fn all_versions(root: &Path) -> Result<Vec<ListFolder>, StoreError> {
    let mut found = Vec::new();
    if root.is_file() {
        return Err(StoreError::Unreadable {
            path: root.to_owned(),
            message: "a folder of list folders is wanted, and this is a file".to_owned(),
        });
    }
    let absolute = root.canonicalize().map_err(StoreError::io(root))?;
    for entry in std::fs::read_dir(root).map_err(StoreError::io(root))? {
        let entry = entry.map_err(StoreError::io(root))?;
        let Some(name) = entry.file_name().to_str().and_then(parse_folder_name) else { continue };
        if !matches!(name.version, Version::Published(_)) {
            continue;
        }
        // Skipping the list would go unnoticed, so this is an error.
        if entry.file_type().map_err(StoreError::io(root))?.is_symlink() {
            reject_unless_inside(&entry.path(), &absolute)?;
        }
        if entry.path().is_dir() {
            reject_links_leaving_store(&entry.path())?;
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
        for name in ["2024-02-01", "2024-02-01.r2", "2024-02-01.r13", "2024-02-01.draft", "2024-02-01.r2.draft", "2024-02-01.refused"] {
            assert_eq!(parse_folder_name(name).map(|n| n.to_string()).as_deref(), Some(name));
        }
        for other in [
            "2024-02-02",
            "2024-02",
            ".2024-02-01.staging-x",
            "2024-02-01.r1",
            "2024-02-01.r02",
            "2024-02-01.r1.draft",
            "2024-02-01.draft.draft",
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
            |choice| -> Vec<String> { list_folders(root.path(), choice).expect("readable").iter().map(|f| f.name.to_string()).collect() };
        assert_eq!(names(VersionChoice::Newest), ["2024-01-01.r10", "2024-02-01"]);
        assert_eq!(names(VersionChoice::AsPublished), ["2024-01-01", "2024-02-01"]);
    }

    #[test]
    fn a_draft_is_published_under_the_name_without_the_suffix() {
        for (draft, published) in [("2024-02-01.draft", "2024-02-01"), ("2024-02-01.r3.draft", "2024-02-01.r3")] {
            let (draft, published) = (parse_folder_name(draft).expect("a draft"), parse_folder_name(published).expect("a list"));
            assert_eq!((draft.published(), published.draft(), published.published()), (Some(published), draft, None));
        }
    }

    #[test]
    fn refused_versions_of_one_list_share_one_folder() {
        let path = |name: &str| refused_path(&Path::new("lists").join(name)).display().to_string();
        for name in ["2024-02-01", "2024-02-01.draft", "2024-02-01.r3"] {
            assert_eq!(path(name), "lists/2024-02-01.refused");
        }
        assert_eq!(path("made"), "lists/made.refused");
        assert!(is_refused(Path::new("lists/made.refused")) && !is_refused(Path::new("lists/2024-02-01.draft")));
    }
}
