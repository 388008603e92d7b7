//! Errors that stop a command which reads or writes list folders.

use crate::Manifest;
use model::Diagnostic;
use std::path::{Path, PathBuf};

/// Why a list or a list folder could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: std::io::Error },
    #[error("{}: not a list folder: it has no state.parquet, list.parquet or list.csv", path.display())]
    NoList { path: PathBuf },
    #[error("{}: no such file or folder", path.display())]
    Missing { path: PathBuf },
    #[error("{}: {message}", path.display())]
    Unreadable { path: PathBuf, message: String },
    /// A file of a list folder is not what was published.
    #[error("{}: {problem}", path.display())]
    Damaged { path: PathBuf, problem: String },
    #[error("{}: made by a later version of the program, format {format}; this one knows {}", path.display(), Manifest::FORMAT)]
    LaterFormat { path: PathBuf, format: u32 },
    #[error("{file}: the list is refused: {}", first_error(diagnostics))]
    Refused { file: String, diagnostics: Vec<Diagnostic> },
    #[error("another run holds the lock on {}{}", path.display(), holder.map(|holder| format!(" (process {holder})")).unwrap_or_default())]
    Locked { path: PathBuf, holder: Option<u32> },
    #[error("{}: a draft: no other list builds on it", path.display())]
    Draft { path: PathBuf },
    #[error("{}: not a list: its checks refused it, and it is left for inspection only", path.display())]
    Unpublished { path: PathBuf },
    #[error("{}: the symbolic link leads out of the folder of lists, or nowhere; it is not followed", path.display())]
    LinkLeavesStore { path: PathBuf },
    #[error("{}: already there", path.display())]
    Exists { path: PathBuf },
}

/// Summary of the errors among `diagnostics`; warnings are no reason to refuse a list.
fn first_error(diagnostics: &[Diagnostic]) -> String {
    let errors: Vec<&Diagnostic> = diagnostics.iter().filter(|d| d.is_error()).collect();
    match errors[..] {
        [] => "no reason given".to_owned(),
        [only] => only.to_string(),
        [first, ref rest @ ..] => format!("{first} (and {} more)", rest.len()),
    }
}

impl StoreError {
    /// What the user can do about it, whatever was asked.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::LaterFormat { .. } => Some("update the program: a later version reads older lists too".to_owned()),
            Self::Damaged { .. } => Some(
                "restore the list folder from a backup; 'ratinglist fsck' on the folder of lists names everything that is wrong".to_owned(),
            ),
            _ => None,
        }
    }

    pub fn io(path: &Path) -> impl FnOnce(std::io::Error) -> Self + '_ {
        move |source| match source.kind() {
            std::io::ErrorKind::NotFound => Self::Missing { path: path.to_owned() },
            _ => Self::Unreadable { path: path.to_owned(), message: source.to_string() },
        }
    }

    /// Wraps an error of writing. Unlike [`Self::io`], it does not report a missing path as a missing input.
    pub(crate) fn output(path: &Path) -> impl FnOnce(std::io::Error) -> Self + '_ {
        move |source| Self::Io { path: path.to_owned(), source }
    }

    /// A file of a list folder that is not what was published.
    pub(crate) fn damaged(path: &Path, problem: impl Into<String>) -> Self {
        Self::Damaged { path: path.to_owned(), problem: problem.into() }
    }

    /// Wraps an error about the content of a file.
    pub fn unreadable<E: std::fmt::Display>(path: &Path) -> impl FnOnce(E) -> Self + '_ {
        move |error| Self::Unreadable { path: path.to_owned(), message: error.to_string() }
    }
}
