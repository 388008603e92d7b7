//! The files that a list is made from, and how they looked when they were opened.

use crate::InputRole;
use std::path::PathBuf;

/// One file that a list was made from.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct InputFile {
    /// What it served as.
    pub role: InputRole,
    /// Relative to the folder that was handed in for that role, with forward slashes: the same wherever the data lies.
    pub path: String,
    /// Of the bytes that were read.
    pub sha256: String,
    /// How the file looked when it was opened; nothing for one that a manifest remembers. No part of what the input is.
    #[serde(skip)]
    pub snapshot: Option<FileSnapshot>,
}

/// A file as it was when it was opened: enough to tell cheaply whether it may have become another since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileSnapshot {
    /// Where it was opened.
    pub path: PathBuf,
    pub stamp: FileStamp,
    /// Whether it had been written so shortly before that a later writing might leave the same stamp.
    pub is_recently_written: bool,
    /// A pipe or a device gives its bytes once and cannot be asked again.
    pub is_regular: bool,
}

/// What the file system says of a file without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileStamp {
    pub length: u64,
    /// When the content was last written, in nanoseconds of the file system's clock.
    pub modified: i128,
    /// When anything of the file last changed: unlike the time above, nobody can set it back.
    pub changed: i128,
    pub device: u64,
    pub inode: u64,
}

impl InputFile {
    pub fn new(role: InputRole, path: impl Into<String>, sha256: String) -> Self {
        Self { role, path: path.into(), sha256, snapshot: None }
    }

    /// The same input, to be looked at again before anything is published.
    #[must_use]
    pub fn with_snapshot(mut self, snapshot: FileSnapshot) -> Self {
        self.snapshot = Some(snapshot);
        self
    }

    fn key(&self) -> (InputRole, &str, &str) {
        (self.role, &self.path, &self.sha256)
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
