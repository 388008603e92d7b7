//! The table `title_tournaments.parquet`: what the title regulations make of each tournament.

use super::layout::Layout;
use super::read::ReadTable;
use std::path::Path;
use store::StoreError;
use tables::OutputTable;
use titles::TitleTournamentRow;

/// Builds the table `title_tournaments`: one row for each tournament, by id.
pub fn title_tournaments_table(rows: &[TitleTournamentRow]) -> OutputTable<'_> {
    Layout::sorted(rows, |row| &row.tournament_id)
        .text("tournament_id", |row| &row.tournament_id)
        .text("edition", |row| &row.edition)
        .boolean("eligible", |row| row.eligible)
        .list("failed", |row| &row.failed)
        .list("unproven", |row| &row.unproven)
        .integer("players", |row| row.players)
        .integer("rounds", |row| row.rounds)
        .integer("foreign_rated", |row| row.foreign_rated)
        .integer("foreign_federations", |row| row.foreign_federations)
        .integer("foreign_titled", |row| row.foreign_titled)
        .boolean("swiss_exempt", |row| row.swiss_exempt)
        .boolean("swiss_for_title", |row| row.swiss_for_title)
        .optional_boolean("single_rounds", |row| row.single_rounds)
        .table()
}

/// Reads `title_tournaments.parquet`.
pub fn read_title_tournaments(bytes: &[u8], path: &Path) -> Result<Vec<TitleTournamentRow>, StoreError> {
    let table = ReadTable::parquet(bytes, path)?;
    let tournament_id = table.shared_texts("tournament_id")?;
    let edition = table.texts("edition")?;
    let eligible = table.booleans("eligible")?;
    let failed = table.value_lists("failed")?;
    let unproven = table.value_lists("unproven")?;
    let players = table.integers("players")?;
    let rounds = table.integers("rounds")?;
    let foreign_rated = table.integers("foreign_rated")?;
    let foreign_federations = table.integers("foreign_federations")?;
    let foreign_titled = table.integers("foreign_titled")?;
    let swiss_exempt = table.booleans("swiss_exempt")?;
    let swiss_for_title = table.booleans("swiss_for_title")?;
    let single_rounds = table.booleans("single_rounds")?;
    table.rows(|row| {
        Ok(TitleTournamentRow {
            tournament_id: tournament_id.required(row)?,
            edition: edition.required(row)?,
            eligible: eligible.required(row)?,
            failed: failed.list(row)?,
            unproven: unproven.list(row)?,
            players: players.required(row)?,
            rounds: rounds.required(row)?,
            foreign_rated: foreign_rated.required(row)?,
            foreign_federations: foreign_federations.required(row)?,
            foreign_titled: foreign_titled.required(row)?,
            swiss_exempt: swiss_exempt.required(row)?,
            swiss_for_title: swiss_for_title.required(row)?,
            single_rounds: single_rounds.optional(row)?,
        })
    })
}
