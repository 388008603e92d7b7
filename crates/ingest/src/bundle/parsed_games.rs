//! The games of a bundle's table: in the order of its rows, then sorted by tournament and round.

use super::game_row::{ParsedGame, RowRun};
use model::Games;
use rayon::prelude::*;
use std::ops::Range;

/// Games in the order of rows.
///
/// Tables have millions of games, so nothing is stored with each that follows from its row: rows of one tournament follow one another, and
/// nearly always every row is a game.
#[derive(Default)]
pub(super) struct ParsedGames {
    games: Games,
    lines: GameLines,
    /// All rows of listed tournaments, whether they are read or not.
    pub(super) runs: Vec<RowRun>,
}

/// The line of each game.
#[derive(Default)]
pub(super) struct GameLines {
    /// The line of the first game, where each game has the line after that of the game before.
    first: u32,
    /// The lines of all games, where they have not.
    each: Option<Vec<u32>>,
}

impl GameLines {
    pub(super) fn of(&self, game: usize) -> u32 {
        match &self.each {
            Some(lines) => lines[game],
            None => self.first.saturating_add(u32::try_from(game).unwrap_or(u32::MAX)),
        }
    }

    /// Adds the line of the next game.
    #[inline]
    fn push(&mut self, games: usize, line: u32) {
        if let Some(lines) = &mut self.each {
            lines.push(line);
        } else if line != self.of(games) {
            self.each = Some((0..games).map(|game| self.of(game)).chain([line]).collect());
        }
    }
}

/// Games sorted by tournament, then round.
pub(super) struct SortedGames {
    pub(super) games: Games,
    pub(super) lines: GameLines,
    /// The games of each tournament.
    pub(super) ranges: Vec<Range<usize>>,
}

impl ParsedGames {
    /// No games yet, of a table in which any line may be a game's.
    pub(super) fn with_lines() -> Self {
        Self { lines: GameLines { first: 0, each: Some(Vec::new()) }, ..Self::default() }
    }

    /// No games yet, of rows of which most are games. `first` is the line of the first row.
    pub(super) fn with_capacity(rows: usize, first: u32) -> Self {
        let mut games = Games::default();
        games.reserve(rows);
        Self { games, lines: GameLines { first, each: None }, runs: Vec::new() }
    }

    /// No games, and the rows that were skipped.
    pub(super) fn skipped(runs: Vec<RowRun>) -> Self {
        Self { runs, ..Self::default() }
    }

    #[inline]
    pub(super) fn push(&mut self, game: ParsedGame, line: u32) {
        self.lines.push(self.games.len(), line);
        self.games.push(game.round, game.white, game.black, game.result, game.fault);
    }

    /// Concatenates parts, each column in its own task. A column of the parts is dropped as soon as there is the whole one.
    pub(super) fn concat(mut parts: Vec<Self>) -> Self {
        fn column<T: Copy + Send + Sync>(parts: Vec<Vec<T>>) -> Vec<T> {
            parts.concat()
        }
        if parts.len() == 1 {
            return parts.pop().unwrap_or_default();
        }
        let lines = Self::concat_lines(&parts);
        let mut runs = Vec::with_capacity(parts.len());
        let (mut round, mut white, mut black) = (Vec::new(), Vec::new(), Vec::new());
        let (mut result, mut fault) = (Vec::new(), Vec::new());
        for Self { games, runs: own_runs, .. } in parts {
            runs.push(own_runs);
            round.push(games.round);
            white.push(games.white);
            black.push(games.black);
            result.push(games.result);
            fault.push(games.fault);
        }
        let mut all = Self { lines, ..Self::default() };
        rayon::scope(|tasks| {
            tasks.spawn(|_| all.games.round = column(round));
            tasks.spawn(|_| all.games.white = column(white));
            tasks.spawn(|_| all.games.black = column(black));
            tasks.spawn(|_| all.games.result = column(result));
            tasks.spawn(|_| all.games.fault = column(fault));
            tasks.spawn(|_| all.runs = column(runs));
        });
        all
    }

    fn concat_lines(parts: &[Self]) -> GameLines {
        let first = parts.iter().find(|part| !part.games.is_empty()).map_or(0, |part| part.lines.of(0));
        let mut all = GameLines { first, each: None };
        let mut games = 0;
        for part in parts {
            let follows = |all: &GameLines| part.games.is_empty() || part.lines.each.is_none() && part.lines.first == all.of(games);
            if all.each.is_none() && follows(&all) {
                games += part.games.len();
                continue;
            }
            for line in (0..part.games.len()).map(|game| part.lines.of(game)) {
                all.push(games, line);
                games += 1;
            }
        }
        all
    }

    /// Sorts the games by tournament, then round; most tables are sorted already. `is_read` says of which tournaments there are games.
    pub(super) fn sorted(self, tournaments: usize, is_read: impl Fn(u32) -> bool) -> SortedGames {
        let Self { games, lines, runs } = self;
        let runs: Vec<RowRun> = runs.into_iter().filter(|run| is_read(run.tournament)).collect();
        let mut counts = vec![0; tournaments];
        runs.iter().for_each(|run| counts[run.tournament as usize] += run.rows as usize);
        let mut end = 0;
        let range = |count: usize| {
            end += count;
            end - count..end
        };
        let ranges: Vec<Range<usize>> = counts.into_iter().map(range).collect();
        let is_grouped = runs.is_sorted_by_key(|run| run.tournament);
        if is_grouped && ranges.par_iter().all(|range| games.round[range.clone()].is_sorted()) {
            return SortedGames { games, lines, ranges };
        }
        let tournament_of: Vec<u32> = runs.iter().flat_map(|run| std::iter::repeat_n(run.tournament, run.rows as usize)).collect();
        let mut places: Vec<usize> = (0..games.len()).collect();
        places.sort_by_key(|&place| (tournament_of[place], games.round[place]));
        fn reordered<T: Copy>(column: &[T], places: &[usize]) -> Vec<T> {
            places.iter().map(|&place| column[place]).collect()
        }
        let lines = GameLines { first: 0, each: Some(places.iter().map(|&place| lines.of(place)).collect()) };
        let games = Games {
            round: reordered(&games.round, &places),
            white: reordered(&games.white, &places),
            black: reordered(&games.black, &places),
            result: reordered(&games.result, &places),
            fault: reordered(&games.fault, &places),
        };
        SortedGames { games, lines, ranges }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{GameResult, PlayerRef, SideResult};

    fn part(lines: &[u32]) -> ParsedGames {
        let mut part = ParsedGames::with_capacity(lines.len(), lines.first().copied().unwrap_or(0));
        for &line in lines {
            let result = GameResult::new(SideResult::Win, SideResult::Loss);
            let (white, black) = (PlayerRef::without_id(1), PlayerRef::without_id(2));
            part.push(ParsedGame { tournament: 0, round: 1, white, black, result, fault: None }, line);
        }
        part
    }

    #[test]
    fn lines_are_stored_only_where_rows_are_missing_between_games() {
        let cases: [(&[&[u32]], bool); 7] = [
            (&[&[1, 2, 3], &[4, 5]], false),
            (&[&[1, 2, 3], &[], &[4]], false),
            (&[&[], &[7, 8]], false),
            (&[&[1, 2, 4], &[5]], true),
            (&[&[1, 2], &[4, 5]], true),
            (&[&[1, 2], &[3, 5], &[6]], true),
            (&[&[]], false),
        ];
        for (lines, are_stored) in cases {
            let all = ParsedGames::concat(lines.iter().map(|lines| part(lines)).collect());
            let found: Vec<u32> = (0..all.games.len()).map(|game| all.lines.of(game)).collect();
            assert_eq!(found, lines.concat());
            assert_eq!(all.lines.each.is_some(), are_stored, "{lines:?}");
        }
    }
}
