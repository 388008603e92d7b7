//! The previous list, and what it remembers beside the list itself.

use crate::job::Job;
use crate::players::read_completed;
use crate::{PipelineError, Result};
use model::{InputFile, InputRole, Pool, RatedTournaments};
use std::path::Path;
use store::{Manifest, PlayerList, file, read_pool, read_rated_tournaments};

/// What the previous list remembers beside the list itself.
pub(crate) struct Memory {
    pub(crate) pool: Pool,
    pub(crate) rated: RatedTournaments,
    pub(crate) inputs: Vec<InputFile>,
    /// The hash of the previous list's manifest: a link of the chain that leads back to the first list.
    pub(crate) manifest: Option<String>,
}

pub(crate) fn read_previous(job: &Job, k_rule: &rulebook::Development) -> Result<(PlayerList, Memory)> {
    const ROLE: InputRole = InputRole::Previous;
    let source = &job.previous;
    // Read first: the tables of a later format may look like damage.
    let manifest = match source.companion(file::MANIFEST, ROLE)? {
        Some((bytes, input)) => {
            let path = source.folder.as_deref().unwrap_or(Path::new("")).join(file::MANIFEST);
            Some((Manifest::from_json(&String::from_utf8_lossy(&bytes), &path).map_err(PipelineError::of_manifest)?, input))
        }
        None => None,
    };
    let (list, input) = read_completed(source, ROLE, k_rule)?;
    let mut inputs = vec![input];
    let mut pool = Pool::default();
    if let Some((bytes, input)) = source.companion(file::POOL, ROLE)? {
        pool = read_pool(&bytes, Path::new(&input.path))?;
        inputs.push(input);
    }
    let mut rated = RatedTournaments::default();
    let mut take = |source: &store::ListSource, role: InputRole| -> Result<()> {
        let Some((bytes, input)) = source.companion(file::RATED_TOURNAMENTS, role)? else { return Ok(()) };
        rated.merge(&read_rated_tournaments(&bytes, Path::new(&input.path), source.date.day())?);
        inputs.push(input);
        Ok(())
    };
    take(source, ROLE)?;
    for archived in job.archived.iter().filter(|archived| archived.folder != source.folder) {
        take(archived, InputRole::Archive)?;
    }
    let mut link = None;
    if let Some((manifest, input)) = manifest {
        check_against_manifest(&manifest, job, &inputs)?;
        link = Some(input.sha256.clone());
        inputs.push(input);
    }
    Ok((list, Memory { pool, rated, inputs, manifest: link }))
}

/// A previous list of our own must be of this control, and what was read of it must be what was published: building on a damaged or
/// altered list would carry the damage on for ever.
fn check_against_manifest(manifest: &Manifest, job: &Job, inputs: &[InputFile]) -> Result<()> {
    let folder = || job.previous.folder.clone().unwrap_or_default();
    if manifest.control != job.control() {
        let (found, wanted) = (manifest.control, job.control());
        return Err(PipelineError::Settings(format!("{}: a {found} list; a {wanted} list is to be made", folder().display())));
    }
    let names_another = |input: &&InputFile| {
        let name = input.path.rsplit('/').next().unwrap_or("");
        input.role == InputRole::Previous && manifest.outputs.iter().any(|output| output.path == name && output.sha256 != input.sha256)
    };
    match inputs.iter().find(names_another) {
        Some(input) => Err(PipelineError::Altered { file: folder().join(input.path.rsplit('/').next().unwrap_or("")) }),
        None => Ok(()),
    }
}
