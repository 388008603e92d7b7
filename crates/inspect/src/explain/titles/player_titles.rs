//! The titles of one player.

use super::answer::{ExplainedAward, ExplainedResult, LedgerNorm, PlayerTitles, ReachedRating};
use super::norm_games;
use super::tables::TitleTables;
use crate::explain::explainer::Explainer;
use crate::explain::explanation::ExplainedEvent;
use crate::explain::verification::Verification;
use std::collections::BTreeMap;
use store::StoreError;
use titles::{NormRow, RatingReachedRow, norms_of_survivors, ratings_of_survivors};

impl TitleTables {
    /// What the tables say of a player. `events` are the events of this list, with the player's games.
    pub(crate) fn player(
        &self,
        explainer: &Explainer,
        id: u32,
        events: &[ExplainedEvent],
        verification: &mut Verification,
    ) -> Result<PlayerTitles, StoreError> {
        let player = explainer.directory.name(id)?;
        // Norms and thresholds of ids that were merged into this one are this player's (T41).
        let merged: BTreeMap<u32, u32> = explainer.merged_ids().collect();
        let halves: Vec<u32> = explainer.merged_into(id).chain([id]).collect();
        let norms: Vec<NormRow> = self.norms.iter().filter(|row| halves.contains(&row.fide_id)).cloned().collect();
        let ratings: Vec<RatingReachedRow> = self.ratings.iter().filter(|row| halves.contains(&row.fide_id)).cloned().collect();
        let own_results = self.results.iter().filter(|row| row.player.fide_id() == Some(id));
        let results = own_results.map(|row| {
            let event = events.iter().find(|event| *event.tournament_id == *row.tournament_id);
            let mut result = ExplainedResult::new(row, event.map_or("", |event| &event.name), &player);
            let tournament = self.tournaments.iter().find(|tournament| tournament.tournament_id == row.tournament_id);
            norm_games::add(&mut result, event, tournament.map(|tournament| tournament.rounds), verification);
            result
        });
        Ok(PlayerTitles {
            results: results.collect(),
            awards: self.awards.iter().filter(|row| row.fide_id == id).map(ExplainedAward::from).collect(),
            ledger: norms_of_survivors(&norms, &merged).iter().filter(|row| row.fide_id == id).map(LedgerNorm::from).collect(),
            ratings: ratings_of_survivors(&ratings, &merged).iter().filter(|row| row.fide_id == id).map(ReachedRating::from).collect(),
        })
    }
}
