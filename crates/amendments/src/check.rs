//! Lints everything that may be submitted: amendments and tournaments.

use crate::AmendmentError;
use crate::corrections::{check_corrections, is_corrections_file};
use crate::roster_lint::{check_rosters, is_roster_file};
use model::Diagnostic;
use std::path::Path;

/// Lints corrections, a roster, whatever [`ingest::check`] lints, or a folder of these.
///
/// # Errors
/// When the path does not exist, cannot be opened, or is not one of these.
pub fn check(path: &Path) -> Result<Vec<Diagnostic>, AmendmentError> {
    let mut diagnostics = check_corrections(path)?;
    diagnostics.extend(check_rosters(path)?);
    if path.is_dir() || !(is_corrections_file(path) || is_roster_file(path)) {
        diagnostics.extend(ingest::check(path)?);
        diagnostics.sort_by(|a, b| a.order().cmp(&b.order()));
    }
    Ok(diagnostics)
}
