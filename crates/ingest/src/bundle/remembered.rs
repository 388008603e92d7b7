//! Bundles that were read for an earlier list.

use super::changed_since_rated;
use super::games::BundleGames;
use super::tournaments::BundleTournaments;
use crate::ReadOptions;
use crate::read_all::ReadDecision;
use crate::replacements::NewerReports;
use crate::search::FoundBundle;
use crate::tournament_row::TournamentRow;
use model::{InputFile, ReportDigest, ReportSize};

/// A bundle whose table of tournaments raised no diagnostic, and all of whose games belong to a tournament of that table.
#[derive(Debug)]
pub(crate) struct RememberedBundle {
    tournaments: InputFile,
    games: InputFile,
    /// Rows of the table of tournaments, with their lines.
    rows: Vec<(TournamentRow, u32)>,
    /// For each tournament, how many rows of games it has.
    rows_of_games: Vec<u64>,
}

impl RememberedBundle {
    /// What is remembered of a bundle whose games were read; `None` if another list might say more of it.
    pub(super) fn of(listed: &mut BundleTournaments, games: &BundleGames, tournaments: &InputFile, of_games: &InputFile) -> Option<Self> {
        let rows = std::mem::take(&mut listed.rows);
        let is_clear = listed.diagnostics.is_empty()
            && games.without_tournament == 0
            // Without a control the row has a diagnostic on the list that takes it.
            && rows.iter().all(|(row, _)| row.stated_control().is_some());
        let count = |tournament: &model::Tournament| tournament.report.as_ref().map_or(0, |report| report.size.number());
        let rows_of_games = listed.tournaments.iter().map(count).collect();
        is_clear.then(|| Self { tournaments: tournaments.clone(), games: of_games.clone(), rows, rows_of_games })
    }

    /// The tournaments of the bundle, with what the options decide about each.
    pub(super) fn tournaments(&self, bundle: &FoundBundle, options: &ReadOptions<'_>) -> (BundleTournaments, InputFile) {
        (BundleTournaments::of_rows(&self.rows, &bundle.tournaments.file.display_name, options), self.tournaments.clone())
    }

    /// Sets the numbers of rows of games; returns the table of games as an input, unless its games must be read.
    pub(super) fn without_games(
        &self,
        listed: &mut BundleTournaments,
        newer: &NewerReports,
        options: &ReadOptions<'_>,
    ) -> Option<InputFile> {
        if listed.decisions.contains(&ReadDecision::Read) {
            return None;
        }
        for (tournament, &rows) in listed.tournaments.iter_mut().zip(&self.rows_of_games) {
            tournament.report = (rows > 0).then(|| ReportDigest { size: ReportSize::Rows(rows), sha256: String::new() });
        }
        if changed_since_rated(listed, newer, options).next().is_some() {
            // The games are counted again when they are read.
            listed.tournaments.iter_mut().for_each(|tournament| tournament.report = None);
            return None;
        }
        Some(self.games.clone())
    }
}
