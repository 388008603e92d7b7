//! The tables of titles of a list folder.

use crate::explain::folder::AuditFolder;
use std::path::Path;
use store::{StoreError, file};
use titles::{AwardRow, NormResultRow, NormRow, RatingReachedRow, TitleTournamentRow};

/// The rows of the five tables of titles, each table sorted by its key.
#[derive(Debug)]
pub(crate) struct TitleTables {
    pub(super) tournaments: Vec<TitleTournamentRow>,
    pub(super) results: Vec<NormResultRow>,
    pub(super) norms: Vec<NormRow>,
    pub(super) ratings: Vec<RatingReachedRow>,
    pub(super) awards: Vec<AwardRow>,
}

impl TitleTables {
    /// Reads the tables; `None` for a list without them: of another control, older, or made with `--no-titles`.
    pub(crate) fn read(folder: &AuditFolder) -> Result<Option<Self>, StoreError> {
        if folder.existing_file(file::TITLE_TOURNAMENTS)?.is_none() {
            return Ok(None);
        }
        Ok(Some(Self {
            tournaments: rows(folder, file::TITLE_TOURNAMENTS, publish::read_title_tournaments)?,
            results: rows(folder, file::NORM_RESULTS, publish::read_norm_results)?,
            norms: rows(folder, file::NORMS, publish::read_norms)?,
            ratings: rows(folder, file::TITLE_RATINGS, publish::read_title_ratings)?,
            awards: rows(folder, file::TITLE_AWARDS, publish::read_title_awards)?,
        }))
    }
}

/// The rows of a table; none if the folder does not have it.
fn rows<R>(folder: &AuditFolder, name: &str, read: fn(&[u8], &Path) -> Result<Vec<R>, StoreError>) -> Result<Vec<R>, StoreError> {
    let Some(path) = folder.existing_file(name)? else { return Ok(Vec::new()) };
    read(&store::read_file(&path).map_err(StoreError::io(&path))?, &path)
}
