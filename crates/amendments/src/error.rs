//! Errors that stop a list because its amendments cannot be read or applied.

use ingest::IngestError;
use model::Diagnostic;
use std::path::PathBuf;

/// An amendment that cannot be read or applied. It stops the list: without a change that somebody ordered, the list would be wrong.
#[derive(Debug, thiserror::Error)]
pub enum AmendmentError {
    /// A file or folder cannot be read.
    #[error(transparent)]
    Unreadable(#[from] IngestError),
    /// The roster has rows that cannot be applied.
    #[error("{}: the roster is refused: {}", path.display(), first_messages(diagnostics))]
    Roster { path: PathBuf, diagnostics: Vec<Diagnostic> },
    /// The corrections have rows that cannot be applied.
    #[error("{}: the corrections are refused: {}", path.display(), first_messages(diagnostics))]
    Corrections { path: PathBuf, diagnostics: Vec<Diagnostic> },
}

/// Joins the messages of the first diagnostics; a file may have any number.
fn first_messages(diagnostics: &[Diagnostic]) -> String {
    const MOST_LISTED: usize = 20;
    let mut text = diagnostics.iter().take(MOST_LISTED).map(ToString::to_string).collect::<Vec<_>>().join("; ");
    if let Some(more) = diagnostics.len().checked_sub(MOST_LISTED).filter(|&more| more > 0) {
        text.push_str(&format!("; and {more} more"));
    }
    text
}
