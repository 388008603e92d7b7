//! The corrections of a job: where they are read from, which of them lists lack or refused, and how they are recorded as inputs.

use crate::Result;
use crate::job::Job;
use amendments::{AmendmentSources, Amendments, Correction, CorrectionLimit, CorrectionOutcomes, Corrections};
use model::{Diagnostic, InputFile, InputRole, ListDate, RatedTournaments};
use rulebook::{CorrectionReach, Edition};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use store::{InputPaths, Manifest, StoreError, file};
use tables::{CsvTable, unescape_formula};

impl Job {
    /// The sources of the amendments of this job. Corrections reach back as far as the job says, or else the edition of the list's date.
    pub(crate) fn amendment_sources(&self, publication: &Edition) -> AmendmentSources {
        let InputPaths { corrections: choice, players, .. } = &self.description.inputs;
        AmendmentSources {
            list: self.list,
            corrections: choice.path.clone(),
            only: self.recorded.as_ref().map(|recorded| recorded.names(InputRole::is_correction)),
            as_known: choice.as_known,
            reach: choice.limit_months.map_or_else(|| publication.correction_reach(), CorrectionReach::Months),
            beyond_limit: choice.beyond_limit,
            roster: players.clone(),
            excluded_federations: self.description.excluded_federations.clone(),
        }
    }
}

/// A correction that an earlier list should have and has not.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct PendingCorrection {
    pub correction: String,
    pub list: ListDate,
}

/// The corrections that are not in the lists that they are about.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpenCorrections {
    /// Those of tournaments that an earlier list rated without them: that list has to be made again first.
    pub(crate) pending: Vec<PendingCorrection>,
    /// Those that could not be applied, and rows that are left out, each with the reason.
    pub(crate) not_applied: Vec<Diagnostic>,
}

impl OpenCorrections {
    /// Finds the corrections in force that earlier lists lack or refused, and those that this list refuses.
    pub(crate) fn find(amendments: &Amendments, outcomes: &CorrectionOutcomes, job: &Job, rated: &RatedTournaments) -> Result<Self> {
        let mut found = Self { pending: Vec::new(), not_applied: amendments.corrections().left_out.clone() };
        if job.recorded.is_some() {
            // Of a list that is verified only its own corrections are looked at.
            return Ok(Self::default());
        }
        let mut manifests: HashMap<ListDate, Option<(PathBuf, Manifest)>> = HashMap::new();
        let in_force = amendments.in_force();
        let superseded = Corrections::superseded(&in_force);
        for &correction in in_force.iter().filter(|row| !superseded.contains(row.id.as_str())) {
            let Some(tournament_id) = correction.kind.tournament_id() else { continue };
            let Some(list) = rated.list_of(tournament_id).and_then(ListDate::new) else {
                let refused = outcomes.not_applied.iter().find(|refused| refused.id == correction.id && !refused.is_superseded());
                found.not_applied.extend(refused.map(|refused| refused.diagnostic.clone()));
                continue;
            };
            let Some((folder, manifest)) = manifests.entry(list).or_insert_with(|| manifest_of(job, list)) else { continue };
            let limit = CorrectionLimit { list, ..amendments.limit() };
            match considered(manifest, correction) {
                Some(InputRole::CorrectionNotApplied) => found.not_applied.push(refused_by(correction, list, folder)?),
                Some(_) => {}
                None if limit.allows(correction.received) => {
                    found.pending.push(PendingCorrection { correction: correction.id.clone(), list });
                }
                None => found.not_applied.push(correction.too_old(&limit)),
            }
        }
        Ok(found)
    }
}

fn manifest_of(job: &Job, list: ListDate) -> Option<(PathBuf, Manifest)> {
    let source = job.catalog.sources().iter().find(|source| source.date == list)?;
    Some((source.folder.clone()?, source.manifest()?))
}

/// How a list considered a correction, by its manifest; `None` if it did not consider this very row.
pub(crate) fn considered(manifest: &Manifest, correction: &Correction) -> Option<InputRole> {
    let is_of = |input: &&InputFile| input.role.is_correction() && input.path == correction.id && input.sha256 == correction.sha256;
    manifest.inputs.iter().find(is_of).map(|input| input.role.clone())
}

/// The diagnostic of a correction that a list refused, with the reason that the list states.
pub(crate) fn refused_by(correction: &Correction, list: ListDate, folder: &Path) -> Result<Diagnostic> {
    let path = folder.join(file::DIAGNOSTICS);
    // Without the table the reason is not known, but that the correction was refused is.
    let Ok(text) = store::read_text(&path) else { return Ok(correction.refused_by(list, std::iter::empty())) };
    let table = CsvTable::new(&text).map_err(|message| StoreError::Unreadable { path: path.clone(), message })?;
    let column = |name: &str| table.header().iter().position(|column| column == name);
    let (Some(code), Some(message)) = (column("code"), column("message")) else {
        return Ok(correction.refused_by(list, std::iter::empty()));
    };
    let mut messages: Vec<(String, String)> = Vec::new();
    table.visit(|fields, _| {
        let text = |at: usize| fields.get(at).unwrap_or("");
        if text(code).starts_with("COR") {
            messages.push((text(code).to_owned(), unescape_formula(text(message)).into_owned()));
        }
    });
    Ok(correction.refused_by(list, messages.iter().map(|(code, message)| (code.as_str(), message.as_str()))))
}

/// The corrections that were considered, as inputs. Their file is not an input, because it grows.
pub(crate) fn inputs(corrections: &CorrectionOutcomes) -> impl Iterator<Item = InputFile> {
    let input = |role: InputRole, id: &String, sha256: &String| InputFile::new(role, id, sha256.clone());
    let applied = corrections
        .applied
        .iter()
        .chain(&corrections.applied_to_earlier_parts)
        .map(move |applied| input(InputRole::Correction, &applied.id, &applied.sha256));
    applied.chain(corrections.not_applied.iter().map(move |row| input(InputRole::CorrectionNotApplied, &row.id, &row.sha256)))
}
