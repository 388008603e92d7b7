//! The corrections of a job: where they are read from, which earlier lists lack them, and how they are recorded as inputs.

use crate::job::Job;
use amendments::{AmendmentSources, Amendments, CorrectionLimit, CorrectionOutcomes};
use model::{InputFile, InputRole, ListDate, RatedTournaments};
use rulebook::{CorrectionReach, Edition};
use std::collections::HashMap;
use store::{InputPaths, Manifest};

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

/// Corrections of tournaments that an earlier list rated without them: that list has to be made again first.
pub(crate) fn pending(amendments: &Amendments, job: &Job, rated: &RatedTournaments) -> Vec<PendingCorrection> {
    let mut manifests: HashMap<ListDate, Option<Manifest>> = HashMap::new();
    let mut found = Vec::new();
    for correction in amendments.in_force() {
        let Some(tournament_id) = correction.kind.tournament_id() else { continue };
        let Some(list) = rated.list_of(tournament_id).and_then(ListDate::new) else { continue };
        let manifest = manifests.entry(list).or_insert_with(|| manifest_of(job, list));
        let is_known = |manifest: &Manifest| manifest.inputs.iter().any(|input| input.role.is_correction() && input.path == correction.id);
        let may_change = CorrectionLimit { list, ..amendments.limit() }.allows(correction.received);
        if may_change && manifest.as_ref().is_some_and(|manifest| !is_known(manifest)) {
            found.push(PendingCorrection { correction: correction.id.clone(), list });
        }
    }
    found
}

fn manifest_of(job: &Job, list: ListDate) -> Option<Manifest> {
    let source = job.catalog.sources().iter().find(|source| source.date == list)?;
    source.manifest()
}

/// The corrections that were considered, as inputs. Their file is not an input, because it grows.
pub(crate) fn inputs(corrections: &CorrectionOutcomes) -> impl Iterator<Item = InputFile> {
    let input = |role: InputRole, id: &String, sha256: &String| InputFile::new(role, id, sha256.clone());
    let applied = corrections
        .applied
        .iter()
        .chain(&corrections.applied_to_earlier_parts)
        .map(move |applied| input(InputRole::Correction, &applied.id, &applied.sha256));
    applied.chain(corrections.not_applied.iter().map(move |(id, sha256)| input(InputRole::CorrectionNotApplied, id, sha256)))
}
