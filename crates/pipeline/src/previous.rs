//! Reads the previous list with its pool, its rated tournaments and its manifest.

use crate::Result;
use crate::job::Job;
use crate::player_history::complete_history;
use crate::previous_refusals::PreviousRefusals;
use model::{GameIdSet, InputFile, InputRole, Pool, RatedTournaments};
use rulebook::Rulebook;
use std::path::Path;
use store::{CheckedFolder, PlayerList, file, read_online_game_ids, read_pool, read_rated_tournaments};

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
    // Opened first: the tables of a later format may look like damage.
    let manifest = source.checked_folder()?.and_then(CheckedFolder::manifest);
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
        rated.merge(read_rated_tournaments(&bytes, Path::new(&input.path), source.date.day())?);
        inputs.push(input);
        Ok(())
    };
    add_rated(source, ROLE)?;
    for archived in job.archived.iter().filter(|archived| archived.folder != source.folder) {
        add_rated(archived, InputRole::Archive)?;
    }
    let (mut manifest_sha256, mut refusals) = (None, PreviousRefusals::default());
    if let Some(manifest) = manifest
        && let Some((_, input)) = source.companion(file::MANIFEST, ROLE)?
    {
        manifest_sha256 = Some(input.sha256.clone());
        inputs.push(input);
        // The manifest, which is an input, has the hash of this table.
        if let Some((bytes, _)) = source.companion(file::TOURNAMENTS, ROLE)? {
            refusals = PreviousRefusals::read(source, &bytes, manifest.inputs.clone())?;
        }
    }
    Ok((list, PreviousRecords { pool, rated, refusals, inputs, manifest_sha256 }))
}

/// Reads the ids of the previous list's online games; `None` if it has none.
pub(crate) fn read_rated_games(job: &Job, inputs: &mut Vec<InputFile>) -> Result<Option<GameIdSet>> {
    let Some((bytes, input)) = job.previous.companion(file::ONLINE_GAMES, InputRole::Previous)? else { return Ok(None) };
    let ids = read_online_game_ids(&bytes, Path::new(&input.path))?;
    inputs.push(input);
    Ok(Some(ids))
}
