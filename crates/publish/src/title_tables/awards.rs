//! The table `title_awards.csv`: which title may be applied for, and what it still needs; the next run reads it.

use super::layout::Layout;
use super::read::ReadTable;
use std::path::Path;
use store::StoreError;
use tables::{OutputTable, Schema};
use titles::AwardRow;

/// A row of `title_awards.csv` with the name and the federation of the player, which only the list knows.
#[derive(Clone, Copy, Debug)]
pub struct TitleAward<'a> {
    pub row: &'a AwardRow,
    pub name: &'a str,
    pub federation: &'a str,
}

/// Builds the table `title_awards`: one row for each title and basis of a player, by player, title and basis.
pub fn title_awards_table<'a>(rows: &'a [TitleAward<'a>]) -> OutputTable<'a> {
    Layout::sorted(rows, |award| (award.row.fide_id, award.row.title.word(), award.row.basis))
        .id("fide_id", |award| Some(award.row.fide_id))
        .text("name", |award| award.name)
        .text("federation", |award| award.federation)
        .text("title", |award| award.row.title.word())
        .text("basis", |award| award.row.basis.into())
        .text("status", |award| award.row.status.into())
        .list("missing", |award| &award.row.missing)
        .list("unproven", |award| &award.row.unproven)
        .optional_integer("norms", |award| award.row.norms)
        .optional_integer("games", |award| award.row.games)
        .date("rating_on", |award| award.row.rating_on)
        .date("achieved_on", |award| award.row.achieved_on)
        .date("since", |award| Some(award.row.since.day()))
        .text("article", |award| &award.row.article)
        .table()
}

/// A row of `title_awards.csv` as read, with the name and the federation of the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedAward {
    pub row: AwardRow,
    pub name: String,
    pub federation: String,
}

/// Reads `title_awards.csv`.
pub fn read_title_awards(bytes: &[u8], path: &Path) -> Result<Vec<AwardRow>, StoreError> {
    Ok(read_named_title_awards(bytes, path)?.into_iter().map(|award| award.row).collect())
}

/// Reads `title_awards.csv` with the names of the players.
pub fn read_named_title_awards(bytes: &[u8], path: &Path) -> Result<Vec<NamedAward>, StoreError> {
    let table = ReadTable::csv(bytes, path, Schema::named("title_awards"))?;
    let fide_id = table.ids("fide_id")?;
    let name = table.texts("name")?;
    let federation = table.texts("federation")?;
    let title = table.titles("title")?;
    let basis = table.words("basis")?;
    let status = table.words("status")?;
    let missing = table.value_lists("missing")?;
    let unproven = table.value_lists("unproven")?;
    let norms = table.integers("norms")?;
    let games = table.integers("games")?;
    let rating_on = table.dates("rating_on")?;
    let achieved_on = table.dates("achieved_on")?;
    let since = table.lists("since")?;
    let article = table.texts("article")?;
    table.rows(|row| {
        let award = AwardRow {
            fide_id: fide_id.required(row)?,
            title: title.required(row)?,
            basis: basis.required(row)?,
            status: status.required(row)?,
            missing: missing.list(row)?,
            unproven: unproven.list(row)?,
            norms: norms.optional(row)?,
            games: games.optional(row)?,
            rating_on: rating_on.optional(row)?,
            achieved_on: achieved_on.optional(row)?,
            since: since.required(row)?,
            article: article.required(row)?,
        };
        let text = |text: Option<String>| text.unwrap_or_default();
        Ok(NamedAward { row: award, name: text(name.optional(row)?), federation: text(federation.optional(row)?) })
    })
}
