//! The titles of one tournament.

use super::answer::{CitedArticle, ExplainedResult, TournamentTitles};
use super::tables::TitleTables;
use crate::player_directory::PlayerDirectory;
use store::StoreError;

impl TitleTables {
    /// What the tables say of a tournament; `None` if it was not judged.
    pub(crate) fn tournament(&self, id: &str, name: &str, directory: &PlayerDirectory) -> Result<Option<TournamentTitles>, StoreError> {
        let Some(row) = self.tournaments.iter().find(|row| &*row.tournament_id == id) else { return Ok(None) };
        let results = self.results.iter().filter(|result| &*result.tournament_id == id).map(|result| {
            let player = directory.name(result.player.fide_id())?;
            Ok::<_, StoreError>(ExplainedResult::new(result, name, &player))
        });
        Ok(Some(TournamentTitles {
            edition: row.edition.clone(),
            eligible: row.eligible,
            failed: CitedArticle::all(&row.failed, None),
            unproven: CitedArticle::all(&row.unproven, None),
            players: row.players,
            rounds: row.rounds,
            foreign_rated: row.foreign_rated,
            foreign_federations: row.foreign_federations,
            foreign_titled: row.foreign_titled,
            swiss_exempt: row.swiss_exempt,
            swiss_for_title: row.swiss_for_title,
            single_rounds: row.single_rounds,
            results: results.collect::<Result<_, _>>()?,
        }))
    }
}
