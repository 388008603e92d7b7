//! What stops the reading altogether, as against what is merely wrong inside one tournament.

use std::io;
use std::path::{Path, PathBuf};

/// Trouble with the inputs as such. Trouble inside one tournament is a diagnostic and stops nothing.
#[derive(Debug, thiserror::Error)]
pub enum IngestError {
    /// A file or folder that was named is not there.
    #[error("{}: there is no such file or folder", path.display())]
    Missing { path: PathBuf },
    /// A report that was found when the folders were searched is not there any more.
    #[error("{}: it was there a moment ago and is gone", path.display())]
    Vanished { path: PathBuf },
    /// The system refused to read something that is there.
    #[error("{}: cannot be read", path.display())]
    Io { path: PathBuf, source: io::Error },
    /// The registry as a whole is not a registry.
    #[error("{}: the registry cannot be read: {problem}", path.display())]
    Registry { path: PathBuf, problem: String },
    /// A folder has one of a bundle's two tables, not both.
    #[error("{}: the bundle has {there} but no {missing}", path.display())]
    IncompleteBundle { path: PathBuf, there: String, missing: &'static str },
    /// A table of a bundle as a whole cannot be read.
    #[error("{}: the table cannot be read: {problem}", path.display())]
    Table { path: PathBuf, problem: String },
    /// Something was handed in that is neither a tournament, nor a registry, nor a folder of these.
    #[error("{}: neither a tournament report nor a registry nor a bundle: {problem}", path.display())]
    NotATournament { path: PathBuf, problem: String },
}

impl IngestError {
    /// The file or folder that it is about.
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

    /// Tells "not there" from every other failure of the system.
    pub fn io(path: &Path, source: io::Error) -> Self {
        if source.kind() == io::ErrorKind::NotFound {
            Self::Missing { path: path.to_owned() }
        } else {
            Self::Io { path: path.to_owned(), source }
        }
    }
}
