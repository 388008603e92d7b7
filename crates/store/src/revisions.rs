//! `revisions.csv` in a folder of lists: the cause of each revision, and how many players it moved.

use crate::StoreError;
use crate::files::reject_unless_inside;
use crate::folder_names::{FolderName, file};
use crate::staging::clear_leftovers;
use crate::{read_file, replace_file};
use model::{Date, ListDate};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize, Serializer};
use std::path::Path;
use tables::{escape_formula, unescape_formula};

const REVISIONS_CSV: &str = "revisions.csv";

/// One revision of a published list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Revision {
    pub list: ListDate,
    /// 2 for the first revision.
    pub revision: u32,
    /// The day on which the last of its causes was received; `None` if no correction caused it.
    pub known_from: Option<Date>,
    /// The cause in words.
    #[serde(serialize_with = "serialize_escaped")]
    pub cause: String,
    /// Ids of the corrections that were added or removed, separated by spaces.
    #[serde(serialize_with = "serialize_escaped")]
    pub corrections: String,
    pub players_moved: u64,
    /// Number of moved players whose own games changed.
    pub players_moved_directly: u64,
    pub first_ratings_gained: u64,
    pub first_ratings_lost: u64,
    pub manifest_sha256: String,
}

/// A player whose rating a revision changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MovedPlayer {
    pub fide_id: u32,
    /// Rating in the version before; `None` for the unrated.
    pub before: Option<i16>,
    pub after: Option<i16>,
    pub cause: MoveCause,
    /// The corrections that touched the player's own games, separated by spaces.
    #[serde(serialize_with = "serialize_escaped")]
    pub corrections: String,
    /// Everything that bears on the player's rating, in words, separated by semicolons. Older revisions do not state it.
    #[serde(default, serialize_with = "serialize_escaped")]
    pub causes: String,
}

/// How a revision came to move a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveCause {
    /// The player's own games changed.
    Direct,
    /// Only others' did.
    Consequence,
    /// The same games are read otherwise (D42).
    Readings,
}

/// What is recorded of a revision when its draft is published. It lies in the draft as `revision.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingRevision {
    pub revision: Revision,
    pub moved: Vec<MovedPlayer>,
}

impl PendingRevision {
    /// Reads the record in a draft of a revision.
    pub fn read(draft: &Path) -> Result<Self, StoreError> {
        let path = draft.join(file::REVISION);
        let bytes = read_file(&path).map_err(StoreError::io(&path))?;
        let mut pending: Self = serde_json::from_slice(&bytes).map_err(StoreError::unreadable(&path))?;
        let Revision { cause, corrections, .. } = &mut pending.revision;
        let moved = pending.moved.iter_mut().flat_map(|player| [&mut player.corrections, &mut player.causes]);
        for text in [cause, corrections].into_iter().chain(moved) {
            *text = unescape_formula(text).to_string();
        }
        Ok(pending)
    }

    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("a revision is plain data");
        text.push('\n');
        text
    }
}

/// Texts are written as tables have them, so that no program takes one for a formula.
fn serialize_escaped<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&escape_formula(text))
}

/// Reads the revisions recorded in a folder of lists, by list, then number; empty if there is no such file.
pub fn read_revisions(lists: &Path) -> Result<Vec<Revision>, StoreError> {
    Ok(read(lists, &lists.join(REVISIONS_CSV))?.unwrap_or_default())
}

/// Reads the players whom a revision moved, by id; `None` if nothing was recorded.
pub fn read_moved_players(lists: &Path, revision: FolderName) -> Result<Option<Vec<MovedPlayer>>, StoreError> {
    let path = lists.join("revisions").join(format!("{revision}.csv"));
    let mut rows: Option<Vec<MovedPlayer>> = read(lists, &path)?;
    rows.iter_mut().for_each(|rows| rows.sort_by_key(|row| row.fide_id));
    Ok(rows)
}

/// Reads the rows of a CSV table in a folder of lists; `None` if there is no such file.
fn read<T: DeserializeOwned>(lists: &Path, path: &Path) -> Result<Option<Vec<T>>, StoreError> {
    let unreadable = |message: String| StoreError::Unreadable { path: path.to_owned(), message };
    if std::fs::symlink_metadata(path).is_err() {
        return Ok(None);
    }
    reject_unless_inside(path, &lists.canonicalize().map_err(StoreError::io(lists))?)?;
    let bytes = read_file(path).map_err(StoreError::io(path))?;
    let mut reader = csv::Reader::from_reader(bytes.as_slice());
    let header = reader.headers().map_err(|error| unreadable(error.to_string()))?.clone();
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| unreadable(error.to_string()))?;
        let mut plain: csv::StringRecord = record.iter().map(unescape_formula).collect();
        plain.set_position(record.position().cloned());
        rows.push(plain.deserialize(Some(&header)).map_err(|error| unreadable(error.to_string()))?);
    }
    Ok(Some(rows))
}

/// Records a revision and the players whom it moved, replacing an earlier record of the same revision.
pub fn record_revision(lists: &Path, revision: Revision, moved: &[MovedPlayer]) -> Result<(), StoreError> {
    let name = FolderName { date: revision.list, version: crate::Version::Published(revision.revision) };
    let folder = lists.join("revisions");
    std::fs::create_dir_all(&folder).map_err(StoreError::output(&folder))?;
    clear_leftovers(&folder)?;
    replace_table(&folder, &format!("{name}.csv"), &["fide_id", "before", "after", "cause", "corrections", "causes"], moved)?;
    let mut rows = read_revisions(lists)?;
    rows.retain(|row| (row.list, row.revision) != (revision.list, revision.revision));
    rows.push(revision);
    rows.sort_by_key(|row| (row.list, row.revision));
    replace_table(lists, REVISIONS_CSV, &[], &rows)
}

/// Replaces a CSV table at once. `header` is used only for a table without rows.
fn replace_table<T: Serialize>(folder: &Path, name: &str, header: &[&str], rows: &[T]) -> Result<(), StoreError> {
    let path = folder.join(name);
    let failed = |source: std::io::Error| StoreError::Io { path: path.clone(), source };
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(Vec::new());
    if rows.is_empty() {
        writer.write_record(header).map_err(|error| failed(std::io::Error::other(error)))?;
    }
    for row in rows {
        writer.serialize(row).map_err(|error| failed(std::io::Error::other(error)))?;
    }
    let bytes = writer.into_inner().map_err(|error| failed(std::io::Error::other(error.to_string())))?;
    replace_file(&path, |out| std::io::Write::write_all(out, &bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn revision(number: u32, cause: &str) -> Revision {
        Revision {
            list: "2023-09".parse().expect("a month"),
            revision: number,
            known_from: model::parse_iso_date("2024-05-02").ok(),
            cause: cause.to_owned(),
            corrections: "C1 C2".to_owned(),
            players_moved: 3,
            players_moved_directly: 2,
            first_ratings_gained: 0,
            first_ratings_lost: 1,
            manifest_sha256: "ab".to_owned(),
        }
    }

    #[test]
    fn revisions_are_kept_in_order_and_read_as_they_were_written() {
        let root = tempfile::tempdir().expect("a temporary folder");
        assert_eq!(read_revisions(root.path()).expect("nothing there"), []);
        let (corrections, causes) = ("C1".into(), "correction C1; new report F2".into());
        let moved = [MovedPlayer { fide_id: 7, before: None, after: Some(1500), cause: MoveCause::Direct, corrections, causes }];
        record_revision(root.path(), revision(3, "b"), &[]).expect("written");
        record_revision(root.path(), revision(2, "a, with a comma"), &moved).expect("written");
        record_revision(root.path(), revision(3, "again"), &[]).expect("written");
        assert_eq!(read_revisions(root.path()).expect("readable"), [revision(2, "a, with a comma"), revision(3, "again")]);
        let text = std::fs::read_to_string(root.path().join("revisions/2023-09-01.r2.csv")).expect("there");
        assert_eq!(text, "fide_id,before,after,cause,corrections,causes\n7,,1500,direct,C1,correction C1; new report F2\n");
        let folder = |number| FolderName { date: revision(number, "").list, version: crate::Version::Published(number) };
        assert_eq!(read_moved_players(root.path(), folder(2)).expect("readable").as_deref(), Some(&moved[..]));
        assert_eq!(read_moved_players(root.path(), folder(9)).expect("nothing there"), None);
    }

    #[test]
    fn a_moved_player_without_a_known_cause_is_refused_with_its_line() {
        let root = tempfile::tempdir().expect("a temporary folder");
        std::fs::create_dir(root.path().join("revisions")).expect("a folder");
        let rows = "fide_id,before,after,cause,corrections\n7,,1500,direct,C1\n8,,1500,indirect,C1\n";
        std::fs::write(root.path().join("revisions/2023-09-01.r2.csv"), rows).expect("written");
        let folder = FolderName { date: revision(2, "").list, version: crate::Version::Published(2) };
        let said = read_moved_players(root.path(), folder).expect_err("refused").to_string();
        assert!(said.contains("line: 3") && said.contains("indirect"), "{said}");
    }
}
