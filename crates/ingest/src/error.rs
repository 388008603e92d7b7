//! Errors that stop reading altogether; problems inside one tournament are diagnostics.

use std::io;
use std::path::{Path, PathBuf};

/// An input that cannot be read as a whole. Problems inside one tournament are diagnostics and stop nothing.
#[derive(Debug, thiserror::Error)]
pub enum IngestError {
    /// A named file or folder does not exist.
    #[error("{}: there is no such file or folder", path.display())]
    Missing { path: PathBuf },
    /// A report that the search found no longer exists.
    #[error("{}: it was there a moment ago and is gone", path.display())]
    Vanished { path: PathBuf },
    /// The system refused to read an existing file.
    #[error("{}: cannot be read", path.display())]
    Io { path: PathBuf, source: io::Error },
    /// The registry is not a table with the columns of a registry.
    #[error("{}: the registry cannot be read: {problem}", path.display())]
    Registry { path: PathBuf, problem: String },
    /// A folder has a bundle's table of tournaments without its games.
    #[error("{}: the bundle has {present} but no {missing}", path.display())]
    IncompleteBundle { path: PathBuf, present: String, missing: &'static str },
    /// A table of a bundle or of online games cannot be read at all.
    #[error("{}: the table cannot be read: {problem}", path.display())]
    Table { path: PathBuf, problem: String },
    /// A source is neither a tournament, nor a registry, nor a folder of these.
    #[error("{}: neither a tournament report nor a registry nor a bundle: {problem}", path.display())]
    NotATournament { path: PathBuf, problem: String },
}

impl IngestError {
    /// The file or folder that the error is about.
    pub fn path(&self) -> &Path {
        match self {
            Self::Missing { path }
            | Self::Vanished { path }
            | Self::Io { path, .. }
            | Self::Registry { path, .. }
            | Self::IncompleteBundle { path, .. }
            | Self::Table { path, .. }
            | Self::NotATournament { path, .. } => path,
        }
    }

    /// Converts an I/O error; a missing file becomes [`IngestError::Missing`].
    pub fn io(path: &Path, source: io::Error) -> Self {
        if source.kind() == io::ErrorKind::NotFound {
            Self::Missing { path: path.to_owned() }
        } else {
            Self::Io { path: path.to_owned(), source }
        }
    }
}
