//! The table `title_ratings.parquet`: the thresholds that players have reached, which the next run reads.

use super::layout::Layout;
use super::read::ReadTable;
use std::path::Path;
use store::StoreError;
use strum::VariantArray;
use tables::OutputTable;
use titles::{RatingReachedHow, RatingReachedRow};

/// Builds the table `title_ratings`: one row for each threshold that a player has reached, by player and threshold.
pub fn title_ratings_table(rows: &[RatingReachedRow]) -> OutputTable<'_> {
    let words: Vec<&str> = RatingReachedHow::VARIANTS.iter().map(<&str>::from).collect();
    Layout::sorted(rows, |row| (row.fide_id, row.rating))
        .id("fide_id", |row| Some(row.fide_id))
        .integer("rating", |row| row.rating.0)
        .date("reached_on", |row| Some(row.reached_on))
        .word("how", &words, |row| Some(row.how as u32))
        .optional_text("tournament_id", |row| row.tournament_id.as_deref())
        .optional_integer("round", |row| row.round)
        .integer("value_hundredths", |row| row.value_hundredths)
        .integer("games", |row| row.games)
        .date("reached_30_on", |row| row.reached_30_on)
        .word("how_30", &words, |row| row.how_30.map(|how| how as u32))
        .date("list", |row| Some(row.list.day()))
        .table()
}

/// Reads `title_ratings.parquet`.
pub fn read_title_ratings(bytes: &[u8], path: &Path) -> Result<Vec<RatingReachedRow>, StoreError> {
    let table = ReadTable::parquet(bytes, path)?;
    let fide_id = table.ids("fide_id")?;
    let rating = table.ratings("rating")?;
    let reached_on = table.dates("reached_on")?;
    let how = table.words("how")?;
    let tournament_id = table.shared_texts("tournament_id")?;
    let round = table.integers("round")?;
    let value_hundredths = table.integers("value_hundredths")?;
    let games = table.integers("games")?;
    let reached_30_on = table.dates("reached_30_on")?;
    let how_30 = table.words("how_30")?;
    let list = table.lists("list")?;
    table.rows(|row| {
        Ok(RatingReachedRow {
            fide_id: fide_id.required(row)?,
            rating: rating.required(row)?,
            reached_on: reached_on.required(row)?,
            how: how.required(row)?,
            tournament_id: tournament_id.optional(row)?,
            round: round.optional(row)?,
            value_hundredths: value_hundredths.required(row)?,
            games: games.required(row)?,
            reached_30_on: reached_30_on.optional(row)?,
            how_30: how_30.optional(row)?,
            list: list.required(row)?,
        })
    })
}
