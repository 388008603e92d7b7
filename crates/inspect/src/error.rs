//! Errors of comparisons.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use store::StoreError;

#[derive(Debug, thiserror::Error)]
pub enum InspectError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{}: {message}", path.display())]
    Unreadable { path: PathBuf, message: String },
    /// The filter cannot be applied to these lists.
    #[error("{0}")]
    Filter(String),
    /// The result could not be written.
    #[error("the answer cannot be written: {0}")]
    Unwritten(String),
}

impl InspectError {
    pub(crate) fn unreadable<E: Display>(path: &Path) -> impl Fn(E) -> Self {
        move |error| Self::Unreadable { path: path.to_owned(), message: error.to_string() }
    }

    pub(crate) fn unwritten(error: impl Display) -> Self {
        Self::Unwritten(error.to_string())
    }
}
