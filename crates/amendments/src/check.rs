//! Lints everything that may be submitted: amendments and tournaments.

use crate::AmendmentError;
use crate::corrections::{check_corrections, is_corrections_file};
use crate::roster_lint::{check_rosters, is_roster_file};
use ingest::{Checked, ReadOptions};
use model::{Diagnostic, PlayerIndex};
use std::path::Path;

/// Lints corrections, a roster, whatever [`ingest::check`] lints, or a folder of these.
///
/// # Errors
/// When the path does not exist, cannot be opened, or is not one of these.
pub fn check(path: &Path) -> Result<Vec<Diagnostic>, AmendmentError> {
    let known = PlayerIndex::default();
    Ok(check_against(path, &ReadOptions::new(None, &known))?.diagnostics)
}

/// Lints as [`check`] does, and compares the players of reports with those that the options know.
///
/// # Errors
/// As [`check`].
pub fn check_against(path: &Path, options: &ReadOptions<'_>) -> Result<Checked, AmendmentError> {
    let mut reported_ratings = Vec::new();
    let mut diagnostics = check_corrections(path)?;
    diagnostics.extend(check_rosters(path)?);
    if path.is_dir() || !(is_corrections_file(path) || is_roster_file(path)) {
        let checked = ingest::check_against(path, options)?;
        reported_ratings = checked.reported_ratings;
        diagnostics.extend(checked.diagnostics);
        diagnostics.sort_by(|a, b| a.order().cmp(&b.order()));
    }
    Ok(Checked { diagnostics, reported_ratings })
}
