//! A bundle's games out of Parquet, many rows at a time on all cores.
//!
//! Rows are read by one function. Where something is wrong in some rows they are read again by the same function, which then reports.

use super::game_row::{GameColumn, Row, RowProblem, RowReader};
use super::games::RowGames;
use super::tournaments::Listed;
use super::{in_words, open_parquet};
use crate::work::Fate;
use rayon::prelude::*;
use std::ops::Range;
use tables::{Integers, ParquetTable, TextKey, Texts};

/// Rows of a Parquet table that one thread decodes in one go.
const ROWS_AT_ONCE: usize = 1 << 18;

/// Rows that are read again where something is wrong in one of them.
const ROWS_READ_AGAIN: usize = 1 << 14;

/// Reads all games of tournaments that are read. What is wrong is reported in the order of the file, with the number of the row.
pub(super) fn read(bytes: &[u8], listed: &Listed, mut report: impl FnMut(u32, RowProblem<'_>)) -> Result<RowGames, String> {
    let mut table = open_parquet(bytes, |name| GameColumn::NAMES.contains(&name))?;
    table.decode_single_threaded();
    // Where most tournaments are those of other lists, so are whole parts of the table, and their ids are enough.
    let of_others = listed.fates.iter().filter(|fate| **fate != Fate::Read).count();
    let are_mostly_others = 2 * of_others > listed.fates.len();
    let read = |range: Range<usize>| -> Result<Part, String> {
        if are_mostly_others && is_of_others(&table, range.clone(), listed)? {
            return Ok(Part::default());
        }
        let rows = ParquetRows::new(&table, range)?;
        let mut part = Part { games: RowGames::with_capacity(rows.len()), with_problems: Vec::new() };
        let mut reader = RowReader::new(listed);
        for rows in rows.cut(ROWS_READ_AGAIN) {
            let mut is_sound = true;
            for row in rows.iter() {
                if let Some(game) = reader.read(&row, |_| is_sound = false) {
                    part.games.push(game, row.line());
                }
            }
            if !is_sound {
                part.with_problems.push(rows);
            }
        }
        Ok(part)
    };
    let parts: Vec<Part> = table.row_ranges(ROWS_AT_ONCE).into_par_iter().with_max_len(1).map(read).collect::<Result<_, _>>()?;
    for rows in parts.iter().flat_map(|part| &part.with_problems) {
        let mut reader = RowReader::new(listed);
        for row in rows.iter() {
            reader.read(&row, |problem| report(row.line(), problem));
        }
    }
    Ok(RowGames::concat(&parts.into_iter().map(|part| part.games).collect::<Vec<_>>()))
}

/// What one thread has read in one go.
#[derive(Default)]
struct Part {
    games: RowGames,
    /// Rows of which something is to be reported.
    with_problems: Vec<ParquetRows>,
}

/// Whether no game of some rows is one of a tournament that is read.
fn is_of_others(table: &ParquetTable<'_>, rows: Range<usize>, listed: &Listed) -> Result<bool, String> {
    let name = GameColumn::TournamentId.name();
    let Some(ids) = table.read(rows, &[name]).and_then(|ids| ids.as_texts(name)).map_err(in_words)? else { return Ok(false) };
    let is_passed_over = |id: &str| listed.by_id.get(id).is_some_and(|&at| listed.fates[at as usize] != Fate::Read);
    let mut last = None;
    for row in 0..ids.len() {
        let key = ids.key(row);
        if (key.is_none() || key != last) && !is_passed_over(ids.get(row)) {
            return Ok(false);
        }
        last = key;
    }
    Ok(true)
}

/// The cells of a contiguous range of rows.
struct ParquetRows {
    ids: Texts,
    rounds: Integers,
    whites: Integers,
    blacks: Integers,
    results: Texts,
    /// How many rows of the table are before them.
    before: usize,
}

impl ParquetRows {
    fn new(table: &ParquetTable<'_>, rows: Range<usize>) -> Result<Self, String> {
        let before = rows.start;
        let table = table.read(rows, &GameColumn::NAMES).map_err(in_words)?;
        let texts = |column: GameColumn| {
            let texts = table.as_texts(column.name()).map_err(in_words)?;
            texts.ok_or_else(|| format!("it has no column {}", column.name()))
        };
        let integers = |column: GameColumn| table.as_integers(column.name()).map_err(in_words);
        let (ids, results) = (texts(GameColumn::TournamentId)?, texts(GameColumn::Result)?);
        let (rounds, whites, blacks) = (integers(GameColumn::Round)?, integers(GameColumn::White)?, integers(GameColumn::Black)?);
        Ok(Self { ids, rounds, whites, blacks, results, before })
    }

    fn len(&self) -> usize {
        self.ids.len()
    }

    /// The rows in slices of so many.
    fn cut(&self, most: usize) -> impl Iterator<Item = Self> {
        (0..self.len()).step_by(most).map(move |start| {
            let rows = most.min(self.len() - start);
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

    fn iter(&self) -> impl Iterator<Item = ParquetRow<'_>> {
        (0..self.len()).map(|row| ParquetRow { rows: self, row })
    }
}

/// One row of a range.
#[derive(Clone, Copy)]
struct ParquetRow<'r> {
    rows: &'r ParquetRows,
    row: usize,
}

impl Row for ParquetRow<'_> {
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
