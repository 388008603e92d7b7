//! Reads a bundle's games from Parquet, in parallel.
//!
//! A range is parsed without reporting; chunks of rows with problems are parsed a second time, in order, to report them.

use super::game_row::{GameColumn, GameRow, GameRowProblem, GameRowReader, RowRun, add_rows};
use super::parsed_games::ParsedGames;
use super::tournaments::BundleTournaments;
use super::{error_text, open_parquet};
use crate::read_all::ReadDecision;
use rayon::prelude::*;
use std::ops::Range;
use tables::{Integers, ParquetTable, TextKey, Texts};

/// The number of rows that one thread decodes at a time.
const ROWS_PER_RANGE: usize = 1 << 18;

/// The number of rows that are parsed again if one of them has a problem.
const ROWS_PER_CHUNK: usize = 1 << 14;

/// Reads all games of tournaments that are read. Problems are reported in the order of rows, with the row number.
pub(super) fn read(
    bytes: &[u8],
    listed: &BundleTournaments,
    mut report: impl FnMut(u32, GameRowProblem<'_>),
) -> Result<ParsedGames, String> {
    let mut table = open_parquet(bytes, |name| GameColumn::NAMES.contains(&name))?;
    table.decode_single_threaded();
    // If most tournaments are skipped, whole ranges usually are, and reading their ids is enough.
    let skipped = listed.decisions.iter().filter(|decision| **decision != ReadDecision::Read).count();
    let are_mostly_skipped = 2 * skipped > listed.decisions.len();
    let read = |range: Range<usize>| -> Result<RangeGames, String> {
        if are_mostly_skipped && let Some(runs) = skipped_range(&table, range.clone(), listed)? {
            return Ok(RangeGames { games: ParsedGames::skipped(runs), with_problems: Vec::new() });
        }
        let rows = ParquetGameRows::new(&table, range)?;
        let first_line = u32::try_from(rows.before + 1).unwrap_or(u32::MAX);
        let mut part = RangeGames { games: ParsedGames::with_capacity(rows.len(), first_line), with_problems: Vec::new() };
        let mut reader = GameRowReader::new(listed);
        for rows in rows.chunks(ROWS_PER_CHUNK) {
            let mut is_valid = true;
            for row in rows.iter() {
                if let Some(game) = reader.read(&row, |_| is_valid = false) {
                    part.games.push(game, row.line());
                }
            }
            if !is_valid {
                part.with_problems.push(rows);
            }
        }
        part.games.runs = reader.into_runs();
        Ok(part)
    };
    let parts: Vec<RangeGames> = table.row_ranges(ROWS_PER_RANGE).into_par_iter().with_max_len(1).map(read).collect::<Result<_, _>>()?;
    for rows in parts.iter().flat_map(|part| &part.with_problems) {
        let mut reader = GameRowReader::new(listed);
        for row in rows.iter() {
            reader.read(&row, |problem| report(row.line(), problem));
        }
    }
    Ok(ParsedGames::concat(parts.into_iter().map(|part| part.games).collect()))
}

/// The games of one range.
struct RangeGames {
    games: ParsedGames,
    /// Chunks of rows that have problems.
    with_problems: Vec<ParquetGameRows>,
}

/// The rows of a range by tournament, if all of them belong to skipped tournaments.
fn skipped_range(table: &ParquetTable<'_>, rows: Range<usize>, listed: &BundleTournaments) -> Result<Option<Vec<RowRun>>, String> {
    let name = GameColumn::TournamentId.name();
    let Some(ids) = table.read(rows, &[name]).and_then(|ids| ids.as_texts(name)).map_err(error_text)? else { return Ok(None) };
    let find_skipped = |id: &str| listed.by_id.get(id).copied().filter(|&at| listed.decisions[at as usize] != ReadDecision::Read);
    let mut runs = Vec::new();
    let (mut last, mut tournament) = (None, 0);
    for row in 0..ids.len() {
        let key = ids.key(row);
        if key.is_none() || key != last {
            let Some(found) = find_skipped(ids.get(row)) else { return Ok(None) };
            (last, tournament) = (key, found);
        }
        add_rows(&mut runs, tournament, 1);
    }
    Ok(Some(runs))
}

/// The cells of a contiguous range of rows.
struct ParquetGameRows {
    ids: Texts,
    rounds: Integers,
    whites: Integers,
    blacks: Integers,
    results: Texts,
    /// The number of rows of the table before the range.
    before: usize,
}

impl ParquetGameRows {
    fn new(table: &ParquetTable<'_>, rows: Range<usize>) -> Result<Self, String> {
        let before = rows.start;
        let table = table.read(rows, &GameColumn::NAMES).map_err(error_text)?;
        let texts = |column: GameColumn| {
            let texts = table.as_texts(column.name()).map_err(error_text)?;
            texts.ok_or_else(|| format!("it has no column {}", column.name()))
        };
        let integers = |column: GameColumn| table.as_integers(column.name()).map_err(error_text);
        let (ids, results) = (texts(GameColumn::TournamentId)?, texts(GameColumn::Result)?);
        let (rounds, whites, blacks) = (integers(GameColumn::Round)?, integers(GameColumn::White)?, integers(GameColumn::Black)?);
        Ok(Self { ids, rounds, whites, blacks, results, before })
    }

    fn len(&self) -> usize {
        self.ids.len()
    }

    /// Splits the rows into chunks of at most `size`.
    fn chunks(&self, size: usize) -> impl Iterator<Item = Self> {
        (0..self.len()).step_by(size).map(move |start| {
            let rows = size.min(self.len() - start);
            Self {
                ids: self.ids.slice(start, rows),
                rounds: self.rounds.slice(start, rows),
                whites: self.whites.slice(start, rows),
                blacks: self.blacks.slice(start, rows),
                results: self.results.slice(start, rows),
                before: self.before + start,
            }
        })
    }

    fn iter(&self) -> impl Iterator<Item = ParquetGameRow<'_>> {
        (0..self.len()).map(|row| ParquetGameRow { rows: self, row })
    }
}

/// One row of a [`ParquetGameRows`].
#[derive(Clone, Copy)]
struct ParquetGameRow<'r> {
    rows: &'r ParquetGameRows,
    row: usize,
}

impl GameRow for ParquetGameRow<'_> {
    #[inline]
    fn tournament_id(&self) -> &str {
        self.rows.ids.get(self.row)
    }

    #[inline]
    fn tournament_id_key(&self) -> Option<TextKey> {
        self.rows.ids.key(self.row)
    }

    #[inline]
    fn round(&self) -> Option<i64> {
        self.rows.rounds.get(self.row)
    }

    #[inline]
    fn white(&self) -> Option<i64> {
        self.rows.whites.get(self.row)
    }

    #[inline]
    fn black(&self) -> Option<i64> {
        self.rows.blacks.get(self.row)
    }

    #[inline]
    fn result(&self) -> &str {
        self.rows.results.get(self.row)
    }

    #[inline]
    fn result_key(&self) -> Option<TextKey> {
        self.rows.results.key(self.row)
    }

    #[inline]
    fn line(&self) -> u32 {
        u32::try_from(self.rows.before + self.row + 1).unwrap_or(u32::MAX)
    }
}
