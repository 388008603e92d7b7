//! The table `norm_results.parquet`: norms and near misses of each tournament, with their numbers.

use super::layout::Layout;
use super::read::ReadTable;
use std::path::Path;
use store::StoreError;
use tables::OutputTable;
use titles::NormResultRow;

/// Builds the table `norm_results`: one row for each applicant and title, by tournament, id and title.
///
/// An applicant without an id has no row (T8), and an opponent without one who was raised is null.
pub fn norm_results_table(rows: &[NormResultRow]) -> OutputTable<'_> {
    Layout::sorted(rows.iter().filter(|row| row.player.fide_id().is_some()), |row| (&row.tournament_id, row.player, row.title.word()))
        .text("tournament_id", |row| &row.tournament_id)
        .id("fide_id", |row| row.player.fide_id())
        .text("title", |row| row.title.word())
        .text("edition", |row| &row.edition)
        .text("verdict", |row| row.verdict.into())
        .list("failed", |row| &row.failed)
        .list("unproven", |row| &row.unproven)
        .list("basis", |row| &row.basis)
        .integer("games", |row| row.games)
        .integer("half_points", |row| row.half_points)
        .integer("opponents_sum", |row| row.opponents_sum)
        .integer("average", |row| row.average)
        .integer("percent", |row| row.percent)
        .integer("dp", |row| row.dp)
        .integer("performance", |row| row.performance)
        .optional_integer("half_points_needed", |row| row.half_points_needed)
        .optional_integer("half_points_over", |row| row.half_points_over)
        .integer("titled", |row| row.titled)
        .integer("titled_needed", |row| row.titled_needed)
        .integer("matching", |row| row.matching)
        .integer("matching_needed", |row| row.matching_needed)
        .integer("own", |row| row.own)
        .integer("own_allowed", |row| row.own_allowed)
        .integer("one_federation", |row| row.one_federation)
        .integer("one_federation_allowed", |row| row.one_federation_allowed)
        .integer("other_federations", |row| row.other_federations)
        .optional_text("exempt", |row| row.exempt.as_deref())
        .boolean("normal_foreigners", |row| row.normal_foreigners)
        .id("raised", |row| row.raised?.fide_id())
        .list("left_out_rounds", |row| &row.left_out_rounds)
        .optional_integer("credited_games", |row| row.credited_games)
        .date("achieved_on", |row| row.achieved_on)
        .optional_boolean("single_rounds", |row| row.single_rounds)
        .boolean("swiss_for_title", |row| row.swiss_for_title)
        .table()
}

/// Reads `norm_results.parquet`.
pub fn read_norm_results(bytes: &[u8], path: &Path) -> Result<Vec<NormResultRow>, StoreError> {
    let table = ReadTable::parquet(bytes, path)?;
    let tournament_id = table.shared_texts("tournament_id")?;
    let fide_id = table.players("fide_id")?;
    let title = table.titles("title")?;
    let edition = table.texts("edition")?;
    let verdict = table.words("verdict")?;
    let failed = table.value_lists("failed")?;
    let unproven = table.value_lists("unproven")?;
    let basis = table.value_lists("basis")?;
    let games = table.integers("games")?;
    let half_points = table.integers("half_points")?;
    let opponents_sum = table.integers("opponents_sum")?;
    let average = table.integers("average")?;
    let percent = table.integers("percent")?;
    let dp = table.integers("dp")?;
    let performance = table.integers("performance")?;
    let half_points_needed = table.integers("half_points_needed")?;
    let half_points_over = table.integers("half_points_over")?;
    let titled = table.integers("titled")?;
    let titled_needed = table.integers("titled_needed")?;
    let matching = table.integers("matching")?;
    let matching_needed = table.integers("matching_needed")?;
    let own = table.integers("own")?;
    let own_allowed = table.integers("own_allowed")?;
    let one_federation = table.integers("one_federation")?;
    let one_federation_allowed = table.integers("one_federation_allowed")?;
    let other_federations = table.integers("other_federations")?;
    let exempt = table.texts("exempt")?;
    let normal_foreigners = table.booleans("normal_foreigners")?;
    let raised = table.players("raised")?;
    let left_out_rounds = table.value_lists("left_out_rounds")?;
    let credited_games = table.integers("credited_games")?;
    let achieved_on = table.dates("achieved_on")?;
    let single_rounds = table.booleans("single_rounds")?;
    let swiss_for_title = table.booleans("swiss_for_title")?;
    table.rows(|row| {
        Ok(NormResultRow {
            tournament_id: tournament_id.required(row)?,
            player: fide_id.required(row)?,
            title: title.required(row)?,
            edition: edition.required(row)?,
            verdict: verdict.required(row)?,
            failed: failed.list(row)?,
            unproven: unproven.list(row)?,
            basis: basis.list(row)?,
            games: games.required(row)?,
            half_points: half_points.required(row)?,
            opponents_sum: opponents_sum.required(row)?,
            average: average.required(row)?,
            percent: percent.required(row)?,
            dp: dp.required(row)?,
            performance: performance.required(row)?,
            half_points_needed: half_points_needed.optional(row)?,
            half_points_over: half_points_over.optional(row)?,
            titled: titled.required(row)?,
            titled_needed: titled_needed.required(row)?,
            matching: matching.required(row)?,
            matching_needed: matching_needed.required(row)?,
            own: own.required(row)?,
            own_allowed: own_allowed.required(row)?,
            one_federation: one_federation.required(row)?,
            one_federation_allowed: one_federation_allowed.required(row)?,
            other_federations: other_federations.required(row)?,
            exempt: exempt.optional(row)?,
            normal_foreigners: normal_foreigners.required(row)?,
            raised: raised.optional(row)?,
            left_out_rounds: left_out_rounds.list(row)?,
            credited_games: credited_games.optional(row)?,
            achieved_on: achieved_on.optional(row)?,
            single_rounds: single_rounds.optional(row)?,
            swiss_for_title: swiss_for_title.required(row)?,
        })
    })
}
