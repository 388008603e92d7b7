//! The table `norms.parquet`: the ledger of norms, which the next run reads.

use super::layout::Layout;
use super::read::ReadTable;
use std::path::Path;
use store::StoreError;
use tables::OutputTable;
use titles::NormRow;

/// Builds the table `norms`: one row for each norm of the ledger, by player, title and tournament.
pub fn norms_table(rows: &[NormRow]) -> OutputTable<'_> {
    Layout::sorted(rows, |row| (row.fide_id, row.title.word(), &row.tournament_id))
        .id("fide_id", |row| Some(row.fide_id))
        .text("title", |row| row.title.word())
        .text("tournament_id", |row| &row.tournament_id)
        .optional_text("name", |row| row.name.as_deref())
        .optional_text("federation", |row| row.federation.as_deref())
        .date("start", |row| row.start)
        .date("end", |row| row.end)
        .optional_text("edition", |row| row.edition.as_deref())
        .optional_text("basis", |row| row.basis.as_deref())
        .optional_integer("games", |row| row.games)
        .optional_integer("half_points", |row| row.half_points)
        .optional_integer("average", |row| row.average)
        .optional_integer("performance", |row| row.performance)
        .optional_integer("credited_games", |row| row.credited_games)
        .date("achieved_on", |row| row.achieved_on)
        .optional_text("exempt", |row| row.exempt.as_deref())
        .optional_boolean("normal_foreigners", |row| row.normal_foreigners)
        .optional_boolean("single_rounds", |row| row.single_rounds)
        .optional_boolean("swiss_for_title", |row| row.swiss_for_title)
        .date("registered", |row| row.registered)
        .optional_text("unproven", |row| row.unproven.as_deref())
        .text("source", |row| row.source.into())
        .date("list", |row| Some(row.list.day()))
        .table()
}

/// Reads `norms.parquet`.
pub fn read_norms(bytes: &[u8], path: &Path) -> Result<Vec<NormRow>, StoreError> {
    let table = ReadTable::parquet(bytes, path)?;
    let fide_id = table.ids("fide_id")?;
    let title = table.titles("title")?;
    let tournament_id = table.texts("tournament_id")?;
    let name = table.texts("name")?;
    let federation = table.texts("federation")?;
    let start = table.dates("start")?;
    let end = table.dates("end")?;
    let edition = table.texts("edition")?;
    let basis = table.texts("basis")?;
    let games = table.integers("games")?;
    let half_points = table.integers("half_points")?;
    let average = table.integers("average")?;
    let performance = table.integers("performance")?;
    let credited_games = table.integers("credited_games")?;
    let achieved_on = table.dates("achieved_on")?;
    let exempt = table.texts("exempt")?;
    let normal_foreigners = table.booleans("normal_foreigners")?;
    let single_rounds = table.booleans("single_rounds")?;
    let swiss_for_title = table.booleans("swiss_for_title")?;
    let registered = table.dates("registered")?;
    let unproven = table.texts("unproven")?;
    let source = table.words("source")?;
    let list = table.lists("list")?;
    table.rows(|row| {
        Ok(NormRow {
            fide_id: fide_id.required(row)?,
            title: title.required(row)?,
            tournament_id: tournament_id.required(row)?,
            name: name.optional(row)?,
            federation: federation.optional(row)?,
            start: start.optional(row)?,
            end: end.optional(row)?,
            edition: edition.optional(row)?,
            basis: basis.optional(row)?,
            games: games.optional(row)?,
            half_points: half_points.optional(row)?,
            average: average.optional(row)?,
            performance: performance.optional(row)?,
            credited_games: credited_games.optional(row)?,
            achieved_on: achieved_on.optional(row)?,
            exempt: exempt.optional(row)?,
            normal_foreigners: normal_foreigners.optional(row)?,
            single_rounds: single_rounds.optional(row)?,
            swiss_for_title: swiss_for_title.optional(row)?,
            registered: registered.optional(row)?,
            unproven: unproven.optional(row)?,
            source: source.required(row)?,
            list: list.required(row)?,
        })
    })
}
