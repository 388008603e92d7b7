//! A bundle's games out of Parquet, many rows at a time on all cores.

use super::games::{COLUMNS, LAST_ROUND};
use super::tournaments::Listed;
use crate::parquet;
use crate::results::{is_asymmetric, result_of};
use crate::work::Fate;
use model::{Games, PlayerRef};
use polars::prelude::{DataFrame, Int64Chunked, StringChunked};

/// Rows of a Parquet table that one thread looks at in one go.
pub(super) const ROWS_AT_ONCE: usize = 1 << 18;

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
        let mut clean = Self::default();
        clean.order.reserve(rows.ids.len());
        clean.lines.reserve(rows.ids.len());
        let (mut last, mut is_clean) = (0, true);
        rows.visit(|row| is_clean = is_clean && clean.add(&row, listed, &mut last).is_some());
        is_clean.then_some(clean)
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

    fn add(&mut self, row: &Row<'_>, listed: &Listed, last: &mut u32) -> Option<()> {
        if listed.tournaments.get(*last as usize).is_none_or(|tournament| &*tournament.id != row.id) {
            *last = *listed.by_id.get(row.id)?;
        }
        if listed.fates[*last as usize] != Fate::Read {
            return Some(());
        }
        let round = row.round.filter(|round| (1..=LAST_ROUND).contains(round)).and_then(|round| u16::try_from(round).ok())?;
        let player = |id: Option<i64>| id.and_then(|id| u32::try_from(id).ok()).and_then(PlayerRef::id);
        let (white, black) = (player(row.white)?, player(row.black)?);
        let result = result_of(row.result.trim()).filter(|&result| !is_asymmetric(result) && white != black)?;
        self.order.push(order_of(*last, round));
        self.lines.push(row.line);
        self.games.push(round, white, black, result, None);
        Some(())
    }
}

/// What games are sorted by: tournament, then round.
pub(super) fn order_of(tournament: u32, round: u16) -> u64 {
    u64::from(tournament) << 16 | u64::from(round)
}
