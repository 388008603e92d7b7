//! What stops the reading of amendments altogether.

use ingest::IngestError;
use model::Diagnostic;
use std::path::PathBuf;

/// A list made without a change that somebody ordered would be a wrong list, so whatever cannot be read stops it.
#[derive(Debug, thiserror::Error)]
pub enum AmendmentError {
    /// A file or folder cannot be read.
    #[error(transparent)]
    Unreadable(#[from] IngestError),
    /// The roster has rows that cannot be applied.
    #[error("{}: the roster is refused: {}", path.display(), first_of(diagnostics))]
    Roster { path: PathBuf, diagnostics: Vec<Diagnostic> },
    /// The corrections have rows that cannot be applied.
    #[error("{}: the corrections are refused: {}", path.display(), first_of(diagnostics))]
    Corrections { path: PathBuf, diagnostics: Vec<Diagnostic> },
    /// An id is to become one that nobody has.
    #[error("{old} is merged into {new}, which is on no list: merge into an id that is known")]
    MergedIntoUnknown { old: u32, new: u32 },
}

/// The first of them: a file may have any number.
fn first_of(diagnostics: &[Diagnostic]) -> String {
    const SHOWN: usize = 20;
    let mut told = diagnostics.iter().take(SHOWN).map(ToString::to_string).collect::<Vec<_>>().join("; ");
    if let Some(more) = diagnostics.len().checked_sub(SHOWN).filter(|&more| more > 0) {
        told.push_str(&format!("; and {more} more"));
    }
    told
}
