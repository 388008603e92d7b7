//! Lints submissions without a run: only diagnostics come out.

use crate::error::IngestError;
use crate::input_table::{file_extension, read_header};
use crate::plan::{PlanItem, ReadPlan, plan};
use crate::{FileNaming, ReadOptions, ReportedRating, Sources, codes, online, read_all};
use model::{Diagnostic, Place, PlayerIndex};
use std::path::{Path, PathBuf};

/// What a check of submissions found.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// Sorted by [`Diagnostic::order`].
    pub diagnostics: Vec<Diagnostic>,
    /// Ratings in reports that are far from those of the list they are compared with, or of players whom it does not have.
    pub reported_ratings: Vec<ReportedRating>,
}

/// Lints one Tournament Report File, whatever its name.
///
/// # Errors
/// When the file does not exist or cannot be opened.
pub fn check_tournament_file(path: &Path) -> Result<Vec<Diagnostic>, IngestError> {
    if path.is_dir() {
        return Err(IngestError::NotATournament { path: path.to_owned(), problem: "it is a folder".to_owned() });
    }
    let known = PlayerIndex::default();
    let sources = Sources { tournaments: vec![path.to_owned()], ..Sources::default() };
    Ok(lint(plan(&sources, FileNaming::AsTyped)?, &ReadOptions::new(None, &known))?.diagnostics)
}

/// Lints a Tournament Report File, a registry with the reports that it names, a bundle, online games, or a folder of these.
///
/// # Errors
/// When the path does not exist, cannot be opened, or is not one of these. A broken bundle is a diagnostic.
pub fn check(path: &Path) -> Result<Vec<Diagnostic>, IngestError> {
    let known = PlayerIndex::default();
    Ok(check_against(path, &ReadOptions::new(None, &known))?.diagnostics)
}

/// Lints as [`check`] does, and compares the players of reports with those that the options know.
///
/// # Errors
/// As [`check`].
pub fn check_against(path: &Path, options: &ReadOptions<'_>) -> Result<Checked, IngestError> {
    let folder = |path: &Path| path.parent().filter(|folder| !folder.as_os_str().is_empty()).map_or(PathBuf::from("."), Path::to_owned);
    let is_file = !path.is_dir();
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let is_table = |names: &[&str]| is_file && names.contains(&stem.as_str());
    let sources = match file_extension(path).as_str() {
        "csv" if is_table(&["games", "players", "byes", "online_games"]) => {
            Sources { tournaments: vec![folder(path)], ..Sources::default() }
        }
        "csv" if is_table(&["tournaments"]) && !has_file_column(path) => Sources { tournaments: vec![folder(path)], ..Sources::default() },
        "parquet" if is_table(&["games", "players", "tournaments", "byes", "online_games"]) => {
            Sources { tournaments: vec![folder(path)], ..Sources::default() }
        }
        "csv" if is_file => Sources { registry: Some(path.to_owned()), ..Sources::default() },
        _ => Sources { tournaments: vec![path.to_owned()], ..Sources::default() },
    };
    lint(plan(&sources, FileNaming::AsTyped)?, options)
}

/// Whether a CSV file has the registry's column `file`.
fn has_file_column(path: &Path) -> bool {
    let header = read_header(path);
    header.is_ok_and(|header| header.iter().any(|name| name.trim_ascii().eq_ignore_ascii_case(b"file")))
}

fn lint(mut plan: ReadPlan, options: &ReadOptions<'_>) -> Result<Checked, IngestError> {
    let mut diagnostics: Vec<Diagnostic> = std::mem::take(&mut plan.broken_bundles).iter().map(broken_bundle).collect();
    let (bundles, rest): (Vec<_>, Vec<_>) = plan.items.into_iter().partition(|item| matches!(item, PlanItem::Bundle(_)));
    plan.items = rest;
    let online = std::mem::take(&mut plan.online);
    let read = read_all::read_planned(plan, options)?;
    let reported_ratings = read.reported_ratings;
    diagnostics.extend(read.diagnostics);
    diagnostics.extend(read.doubtful.into_iter().map(|entry| entry.diagnostic));
    for bundle in bundles {
        // One by one, so that an unreadable bundle does not hide the others.
        match read_all::read_planned(ReadPlan { items: vec![bundle], ..ReadPlan::default() }, options) {
            Ok(read) => diagnostics.extend(read.diagnostics),
            Err(error) => diagnostics.push(broken_bundle(&error)),
        }
    }
    let mut unreadable = Vec::new();
    let read = online::read(&online, &online::all_times(), options, |error| {
        unreadable.push(broken_table(&error, "online games have game_id, white, black, result and ended_at"));
        Ok(())
    })?;
    diagnostics.extend(unreadable);
    diagnostics.extend(read.diagnostics);
    diagnostics.sort_by(|a, b| a.order().cmp(&b.order()));
    Ok(Checked { diagnostics, reported_ratings })
}

fn broken_bundle(error: &IngestError) -> Diagnostic {
    broken_table(error, "a bundle has tournaments and games, each as .csv or .parquet")
}

fn broken_table(error: &IngestError, hint: &str) -> Diagnostic {
    let message = match error {
        IngestError::IncompleteBundle { present, missing, .. } => format!("the bundle has {present} but no {missing}"),
        IngestError::Table { problem, .. } => format!("the table cannot be read: {problem}"),
        error => error.to_string(),
    };
    Diagnostic::new(&codes::BUNDLE_UNREADABLE, &error.path().to_string_lossy().into(), Place::default(), message).with_hint(hint)
}
