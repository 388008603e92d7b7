//! Reads the previous list with its pool, its rated tournaments and its manifest, and checks them against the manifest.

use crate::job::Job;
use crate::player_history::complete_history;
use crate::previous_refusals::PreviousRefusals;
use crate::{PipelineError, Result};
use model::{InputFile, InputRole, Pool, RatedTournaments};
use rulebook::Rulebook;
use std::path::Path;
use store::{Manifest, PlayerList, file, read_pool, read_rated_tournaments};

/// The records of the previous list besides its players.
pub(crate) struct PreviousRecords {
    pub(crate) pool: Pool,
    pub(crate) rated: RatedTournaments,
    pub(crate) refusals: PreviousRefusals,
    pub(crate) inputs: Vec<InputFile>,
    /// The hash of the previous list's manifest. Such hashes chain each list to the first.
    pub(crate) manifest_sha256: Option<String>,
}

pub(crate) fn read_previous(job: &Job, rulebook: &Rulebook) -> Result<(PlayerList, PreviousRecords)> {
    const ROLE: InputRole = InputRole::Previous;
    let source = &job.previous;
    // Read first: the tables of a later format may look like damage.
    let manifest = match source.companion(file::MANIFEST, ROLE)? {
        Some((bytes, input)) => {
            let path = source.folder.as_deref().unwrap_or(Path::new("")).join(file::MANIFEST);
            Some((Manifest::from_json(&String::from_utf8_lossy(&bytes), &path).map_err(PipelineError::from_manifest_error)?, input))
        }
        None => None,
    };
    let (list, input) = source.read(ROLE)?;
    let (list, mut inputs) = complete_history(job, rulebook, list)?;
    inputs.push(input);
    let mut pool = Pool::default();
    if let Some((bytes, input)) = source.companion(file::POOL, ROLE)? {
        pool = read_pool(&bytes, Path::new(&input.path))?;
        inputs.push(input);
    }
    let mut rated = RatedTournaments::default();
    let mut add_rated = |source: &store::ListSource, role: InputRole| -> Result<()> {
        let Some((bytes, input)) = source.companion(file::RATED_TOURNAMENTS, role)? else { return Ok(()) };
        rated.merge(&read_rated_tournaments(&bytes, Path::new(&input.path), source.date.day())?);
        inputs.push(input);
        Ok(())
    };
    add_rated(source, ROLE)?;
    for archived in job.archived.iter().filter(|archived| archived.folder != source.folder) {
        add_rated(archived, InputRole::Archive)?;
    }
    let (mut manifest_sha256, mut refusals) = (None, PreviousRefusals::default());
    if let Some((manifest, input)) = manifest {
        check_against_manifest(&manifest, job, &inputs)?;
        manifest_sha256 = Some(input.sha256.clone());
        inputs.push(input);
        // The manifest, which is an input, has the hash of this table.
        if let Some((bytes, input)) = source.companion(file::TOURNAMENTS, ROLE)? {
            check_against_manifest(&manifest, job, std::slice::from_ref(&input))?;
            refusals = PreviousRefusals::read(source, &bytes, manifest.inputs)?;
        }
    }
    Ok((list, PreviousRecords { pool, rated, refusals, inputs, manifest_sha256 }))
}

/// A previous list of our own must be of this control, and what was read of it must be what was published: building on a damaged or
/// altered list would pass the damage on to all later lists.
fn check_against_manifest(manifest: &Manifest, job: &Job, inputs: &[InputFile]) -> Result<()> {
    let folder = || job.previous.folder.clone().unwrap_or_default();
    if manifest.control != job.control() {
        let (found, wanted) = (manifest.control, job.control());
        return Err(PipelineError::Settings(format!("{}: a {found} list; a {wanted} list is to be made", folder().display())));
    }
    let differs = |input: &&InputFile| {
        let name = input.path.rsplit('/').next().unwrap_or("");
        input.role == InputRole::Previous && manifest.outputs.iter().any(|output| output.path == name && output.sha256 != input.sha256)
    };
    match inputs.iter().find(differs) {
        Some(input) => Err(PipelineError::Altered { file: folder().join(input.path.rsplit('/').next().unwrap_or("")) }),
        None => Ok(()),
    }
}
