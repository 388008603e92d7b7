//! Compares the reports of rated tournaments, as far as they are still where they lay, with what the newest list of a store rated (D36).

use crate::Result;
use amendments::CorrectionKind;
use ingest::{ReadOptions, Sources};
use model::{PlayerIndex, RatedTournament, ReportDigest, ReportSize};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use store::{JobDescription, Manifest, RunRecord, StoreError, file, read_rated_tournaments};

/// The comparison of the reports of tournaments that were rated within a year of the newest list.
#[derive(Debug, Default, Serialize)]
pub struct ReportComparison {
    /// How many reports are what was rated.
    pub unchanged: usize,
    /// The tournaments whose report is not where it lay.
    pub missing: Vec<String>,
    /// The reports that were changed after their tournament was rated.
    pub changed: Vec<ReportChange>,
}

/// A report that was changed after its tournament was rated.
#[derive(Debug, Serialize)]
pub struct ReportChange {
    pub tournament_id: String,
    pub file: String,
    /// The list that rated the tournament.
    pub list: String,
}

/// Compares the reports that the list in a folder remembers. A report that a correction replaces is not compared.
pub(crate) fn compare_reports(folder: &Path, manifest: &Manifest) -> Result<ReportComparison> {
    let path = folder.join(file::RATED_TOURNAMENTS);
    let bytes = store::read_file(&path).map_err(StoreError::io(&path))?;
    let rated = read_rated_tournaments(&bytes, &path, manifest.list.day())?;
    let record =
        RunRecord::read(folder).map_err(|message| StoreError::Unreadable { path: folder.join(file::RUN), message: message.to_string() })?;
    let inputs = JobDescription::from_record(manifest, &record, folder.parent().unwrap_or(folder)).inputs;
    let mut replaced: BTreeSet<Arc<str>> = BTreeSet::new();
    if let Some(corrections) = inputs.corrections.path.filter(|path| path.exists()) {
        let kinds = amendments::read_corrections(&corrections)?.rows.into_iter().map(|row| row.kind);
        replaced.extend(kinds.filter_map(|kind| match kind {
            CorrectionKind::Report { tournament_id, .. } => Some(tournament_id),
            CorrectionKind::Result { .. }
            | CorrectionKind::Withdrawn { .. }
            | CorrectionKind::Player { .. }
            | CorrectionKind::Merge { .. }
            | CorrectionKind::Undo { .. } => None,
        }));
    }
    let is_compared = |row: &&RatedTournament| row.report.is_some() && !replaced.contains(&row.id);
    let mut compared: BTreeMap<&str, &RatedTournament> = rated.rows().iter().filter(is_compared).map(|row| (&*row.id, row)).collect();

    let no_players = PlayerIndex::default();
    // A report is read again where its size differs, so a size that no report has lets every one be read.
    let another_size = |id: &str| {
        compared.get(id).and_then(|row| row.report.as_ref()).map(|report| match report.size {
            ReportSize::Bytes(_) => ReportSize::Bytes(u64::MAX),
            ReportSize::Rows(_) => ReportSize::Rows(u64::MAX),
        })
    };
    let options = ReadOptions { is_rated: &|_| true, rated_size: &another_size, ..ReadOptions::new(manifest.control, &no_players) };
    let is_there = |path: &std::path::PathBuf| path.exists();
    let sources = Sources {
        tournaments: inputs.tournaments.into_iter().filter(is_there).collect(),
        registry: inputs.registry.filter(is_there),
        ..Sources::default()
    };
    let submissions = ingest::read(&sources, &options)?;

    let mut comparison = ReportComparison::default();
    for tournament in submissions.already_rated {
        let Some((now, row)) = tournament.report.as_ref().zip(compared.get(&*tournament.id).copied()) else { continue };
        compared.remove(&*tournament.id);
        let is_same = match &row.report {
            Some(ReportDigest { size: ReportSize::Bytes(_), sha256 }) => now.sha256 == *sha256,
            Some(ReportDigest { size: ReportSize::Rows(_), .. }) | None => tournament.content.fingerprint == row.content.fingerprint,
        };
        if is_same {
            comparison.unchanged += 1;
        } else {
            let change = ReportChange { tournament_id: row.id.to_string(), file: tournament.file.to_string(), list: row.list.to_string() };
            comparison.changed.push(change);
        }
    }
    comparison.missing = compared.into_keys().map(str::to_owned).collect();
    Ok(comparison)
}
