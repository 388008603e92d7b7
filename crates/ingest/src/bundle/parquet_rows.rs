//! A bundle's games out of Parquet, many rows at a time on all cores.

use super::games::{COLUMNS, LAST_ROUND};
use super::tournaments::Listed;
use crate::parquet;
use crate::results::{is_asymmetric, result_of};
use crate::work::Fate;
use model::{GameResult, Games, PlayerRef};
use polars::prelude::{DataFrame, Int64Chunked, StringChunked};
use polars_arrow::array::{Array, Utf8ViewArray};

/// Rows of a Parquet table that one thread looks at in one go.
pub(super) const ROWS_AT_ONCE: usize = 1 << 18;

/// Rows in which there is something to remark on, or nothing.
pub(super) const ROWS_LOOKED_AT: usize = 1 << 14;

/// Some rows of a Parquet table.
pub(super) struct Rows {
    ids: StringChunked,
    rounds: Int64Chunked,
    whites: Int64Chunked,
    blacks: Int64Chunked,
    results: StringChunked,
    /// How many rows stand before them.
    before: usize,
}

pub(super) struct Row<'r> {
    pub(super) id: &'r str,
    pub(super) round: Option<i64>,
    pub(super) white: Option<i64>,
    pub(super) black: Option<i64>,
    pub(super) result: &'r str,
    pub(super) line: u32,
}

impl Rows {
    pub(super) fn of(frame: &DataFrame, before: usize) -> Result<Self, String> {
        let text = |name: &str| parquet::text(frame, name)?.ok_or_else(|| format!("it has no column {name}"));
        let number = |name: &str| parquet::numbers(frame, name);
        let (ids, results) = (text(COLUMNS[0])?, text(COLUMNS[4])?);
        Ok(Self { ids, rounds: number(COLUMNS[1])?, whites: number(COLUMNS[2])?, blacks: number(COLUMNS[3])?, results, before })
    }

    /// The same rows, so many at a time.
    pub(super) fn cut(&self, rows: usize) -> impl Iterator<Item = Self> {
        (0..self.ids.len()).step_by(rows).map(move |from| {
            let offset = i64::try_from(from).unwrap_or(i64::MAX);
            Self {
                ids: self.ids.slice(offset, rows),
                rounds: self.rounds.slice(offset, rows),
                whites: self.whites.slice(offset, rows),
                blacks: self.blacks.slice(offset, rows),
                results: self.results.slice(offset, rows),
                before: self.before + from,
            }
        })
    }

    pub(super) fn visit(&self, mut visit: impl FnMut(Row<'_>)) {
        let rows = self.ids.iter().zip(self.rounds.iter()).zip(self.whites.iter()).zip(self.blacks.iter()).zip(self.results.iter());
        for (at, ((((id, round), white), black), result)) in rows.enumerate() {
            let line = u32::try_from(self.before + at + 1).unwrap_or(u32::MAX);
            visit(Row { id: id.unwrap_or(""), round, white, black, result: result.unwrap_or(""), line });
        }
    }
}

/// Rows of which some may have something wrong with them, or none.
pub(super) enum Part {
    Clean(Clean),
    Other(Rows),
}

/// Games of rows in which there is nothing to remark on.
#[derive(Default)]
pub(super) struct Clean {
    pub(super) order: Vec<u64>,
    pub(super) lines: Vec<u32>,
    pub(super) games: Games,
}

impl Clean {
    /// `None` where there is something to say about some row: then all of them are read one by one, in their order.
    pub(super) fn of(rows: &Rows, listed: &Listed) -> Option<Self> {
        let Rows { ids, rounds, whites, blacks, results, before } = rows;
        let (ids, results) = (whole_text(ids)?, whole_text(results)?);
        let (rounds, whites, blacks) = (whole_numbers(rounds)?, whole_numbers(whites)?, whole_numbers(blacks)?);
        let count = ids.len();
        let mut clean = Self::default();
        clean.order.reserve_exact(count);
        clean.lines.reserve_exact(count);
        clean.games.reserve(count);
        let (mut last_id, mut last) = (None, 0);
        let mut last_results = LastResults::default();
        for row in 0..count {
            // The view of a text tells where it is: the row above nearly always has the same, and it is of the same tournament then.
            let view = ids.views()[row].as_u128();
            if last_id != Some(view) {
                let id = ids.value(row);
                if listed.tournaments.get(last as usize).is_none_or(|tournament| &*tournament.id != id) {
                    last = *listed.by_id.get(id)?;
                }
                last_id = Some(view);
            }
            if listed.fates[last as usize] != Fate::Read {
                continue;
            }
            let round = u16::try_from(rounds[row]).ok().filter(|round| (1..=LAST_ROUND).contains(&i64::from(*round)))?;
            let (white, black) = (player(whites[row])?, player(blacks[row])?);
            let result = last_results.of(results, row)?;
            if white == black {
                return None;
            }
            clean.order.push(order_of(last, round));
            clean.lines.push(u32::try_from(before + row + 1).unwrap_or(u32::MAX));
            clean.games.push(round, white, black, result, None);
        }
        Some(clean)
    }

    /// All parts as one, where there is nothing to remark on in any; every column is put together by itself.
    pub(super) fn joined(parts: &[Part]) -> Option<Self> {
        let clean: Vec<&Self> =
            parts.iter().map(|part| if let Part::Clean(clean) = part { Some(clean) } else { None }).collect::<Option<_>>()?;
        fn joined<'c, T: Copy + Send + Sync>(clean: &'c [&Clean], column: fn(&'c Clean) -> &'c [T]) -> Vec<T> {
            clean.iter().map(|part| column(part)).collect::<Vec<_>>().concat()
        }
        let mut all = Self::default();
        rayon::scope(|scope| {
            scope.spawn(|_| all.order = joined(&clean, |part| &part.order));
            scope.spawn(|_| all.lines = joined(&clean, |part| &part.lines));
            scope.spawn(|_| all.games.round = joined(&clean, |part| &part.games.round));
            scope.spawn(|_| all.games.white = joined(&clean, |part| &part.games.white));
            scope.spawn(|_| all.games.black = joined(&clean, |part| &part.games.black));
            scope.spawn(|_| all.games.result = joined(&clean, |part| &part.games.result));
            scope.spawn(|_| all.games.fault = joined(&clean, |part| &part.games.fault));
        });
        Some(all)
    }
}

fn player(id: i64) -> Option<PlayerRef> {
    u32::try_from(id).ok().and_then(PlayerRef::id)
}

/// The one piece of a column in which nothing is missing.
fn whole_text(column: &StringChunked) -> Option<&Utf8ViewArray> {
    let mut pieces = column.downcast_iter();
    pieces.next().filter(|piece| piece.null_count() == 0 && piece.len() == column.len())
}

fn whole_numbers(column: &Int64Chunked) -> Option<&[i64]> {
    column.cont_slice().ok()
}

/// Results read before: there are three of them but for rare ones.
#[derive(Default)]
struct LastResults {
    known: [Option<(u128, GameResult)>; 4],
    next: usize,
}

impl LastResults {
    /// The result of a row; `None` where there is something to say about it.
    fn of(&mut self, results: &Utf8ViewArray, row: usize) -> Option<GameResult> {
        let view = results.views()[row];
        let key = view.as_u128();
        if let Some((_, result)) = self.known.iter().flatten().find(|(known, _)| *known == key) {
            return Some(*result);
        }
        let result = result_of(results.value(row).trim()).filter(|&result| !is_asymmetric(result))?;
        // A longer text's view tells only where it is.
        if view.is_inline() {
            self.known[self.next] = Some((key, result));
            self.next = (self.next + 1) % self.known.len();
        }
        Some(result)
    }
}

/// What games are sorted by: tournament, then round.
pub(super) fn order_of(tournament: u32, round: u16) -> u64 {
    u64::from(tournament) << 16 | u64::from(round)
}
