//! Reads the previous list with its pool, its rated tournaments and its manifest.

use crate::Result;
use crate::job::Job;
use crate::player_history::complete_history;
use crate::previous_refusals::PreviousRefusals;
use model::{GameIdSet, InputFile, InputRole, Pool, RatedTournaments};
use rulebook::Rulebook;
use std::path::Path;
use std::sync::Arc;
use store::{CheckedFolder, ManifestCounts, PlayerList, file, read_online_game_ids};

/// The records of the previous list besides its players.
pub(crate) struct PreviousRecords {
    pub(crate) pool: Pool,
    pub(crate) rated: Arc<RatedTournaments>,
    pub(crate) refusals: PreviousRefusals,
    pub(crate) inputs: Vec<InputFile>,
    /// The hash of the previous list's manifest. Such hashes chain each list to the first.
    pub(crate) manifest_sha256: Option<String>,
    /// The counts of the previous list's manifest; empty if it has none.
    pub(crate) counts: ManifestCounts,
}

pub(crate) fn read_previous(job: &Job, rulebook: &Rulebook) -> Result<(PlayerList, PreviousRecords)> {
    const ROLE: InputRole = InputRole::Previous;
    let source = &job.previous;
    // Opened first: the tables of a later format may look like damage.
    let manifest = source.checked_folder()?.and_then(CheckedFolder::manifest);
    let (list, input) = source.read(ROLE)?;
    let (list, mut inputs) = complete_history(job, rulebook, list)?;
    inputs.push(input);
    let mut pool = Pool::default();
    if let Some((waiting, input)) = source.pool(ROLE)? {
        pool = waiting;
        inputs.push(input);
    }
    let archived = job.archived.iter().filter(|archived| archived.folder != source.folder);
    let mut rated: Option<Arc<RatedTournaments>> = None;
    for (source, role) in [(source, ROLE)].into_iter().chain(archived.map(|archived| (archived, InputRole::Archive))) {
        let Some((more, input)) = source.rated_tournaments(role)? else { continue };
        match &mut rated {
            Some(rated) => Arc::make_mut(rated).merge(Arc::unwrap_or_clone(more)),
            None => rated = Some(more),
        }
        inputs.push(input);
    }
    let rated = rated.unwrap_or_default();
    let (mut manifest_sha256, mut refusals, mut counts) = (None, PreviousRefusals::default(), ManifestCounts::new());
    if let Some(manifest) = manifest
        && let Some((_, input)) = source.companion(file::MANIFEST, ROLE)?
    {
        manifest_sha256 = Some(input.sha256.clone());
        inputs.push(input);
        counts.clone_from(&manifest.counts);
        // The manifest, which is an input, has the hash of this table.
        if let Some((table, _)) = source.companion_table(file::TOURNAMENTS, Some(&PreviousRefusals::COLUMNS), ROLE)? {
            refusals = PreviousRefusals::read(source, &table, manifest.inputs.clone())?;
        }
    }
    Ok((list, PreviousRecords { pool, rated, refusals, inputs, manifest_sha256, counts }))
}

/// Reads the ids of the previous list's online games; `None` if it has none.
pub(crate) fn read_rated_games(job: &Job, inputs: &mut Vec<InputFile>) -> Result<Option<GameIdSet>> {
    let Some((bytes, input)) = job.previous.companion(file::ONLINE_GAMES, InputRole::Previous)? else { return Ok(None) };
    let ids = read_online_game_ids(&bytes, Path::new(&input.path))?;
    inputs.push(input);
    Ok(Some(ids))
}
