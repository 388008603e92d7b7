//! Input files of a list, and snapshots of them.

use crate::InputRole;
use std::path::PathBuf;

/// One input file of a list.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct InputFile {
    /// What the file was used for.
    pub role: InputRole,
    /// Path relative to the folder given for that role, with forward slashes: the same wherever the data lies.
    pub path: String,
    /// Hash of the bytes that were read, or of `rows` rows of them.
    pub sha256: String,
    /// How many rows of a table the hash is of, for tables that grow; `None` if it is of the whole file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<u64>,
    /// Whether it is of a list without a manifest to compare it with. It is ignored in comparisons.
    #[serde(default, rename = "unverified", skip_serializing_if = "std::ops::Not::not")]
    pub is_unverified: bool,
    /// Snapshot from when the file was opened; `None` for an input read from a manifest. It is ignored in comparisons.
    #[serde(skip)]
    pub snapshot: Option<FileSnapshot>,
}

/// Metadata of a file when it was opened, to detect cheaply whether it has changed since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileSnapshot {
    /// Path under which it was opened.
    pub path: PathBuf,
    pub stamp: FileStamp,
    /// Whether it was written so recently that another write might leave the same timestamps.
    pub is_recently_written: bool,
    /// Whether it is a regular file. A pipe or a device cannot be read again.
    pub is_regular: bool,
}

/// Metadata of a file in the file system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileStamp {
    pub length: u64,
    /// Time of the last change to the content, in nanoseconds of the file system's clock.
    pub modified: i128,
    /// Time of the last change to content or metadata. Unlike `modified`, it cannot be set.
    pub changed: i128,
    pub device: u64,
    pub inode: u64,
}

impl InputFile {
    pub fn new(role: InputRole, path: impl Into<String>, sha256: String) -> Self {
        Self { role, path: path.into(), sha256, rows: None, is_unverified: false, snapshot: None }
    }

    /// An input that is some rows of a table, by a text for each of them in a fixed order. Each hash covers the one before it, so that many rows
    /// need no memory.
    pub fn of_rows(
        role: InputRole,
        path: impl Into<String>,
        rows: impl Iterator<Item = impl std::fmt::Display>,
        sha256_hex: impl Fn(&[u8]) -> String,
    ) -> Self {
        let (sha256, count) =
            rows.fold((sha256_hex(b""), 0), |(hash, count), row| (sha256_hex(format!("{hash}\n{row}").as_bytes()), count + 1));
        Self { rows: Some(count), ..Self::new(role, path, sha256) }
    }

    /// Attaches the snapshot that is compared before publication.
    #[must_use]
    pub fn with_snapshot(mut self, snapshot: FileSnapshot) -> Self {
        self.snapshot = Some(snapshot);
        self
    }

    fn key(&self) -> (&InputRole, &str, &str) {
        (&self.role, &self.path, &self.sha256)
    }
}

impl PartialEq for InputFile {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for InputFile {}

impl PartialOrd for InputFile {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for InputFile {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}
