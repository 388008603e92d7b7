//! Reads a bundle's table of games and sorts them by tournament and round.
//!
//! In come the bytes and the tournaments of the bundle; each tournament gets its range of games and its number of entrants.

use super::game_row::{GameColumn, GameRow, GameRowProblem, GameRowReader, NO_ROUND, ParsedGame};
use super::tournaments::BundleTournaments;
use super::{parquet_rows, unreadable_table};
use crate::codes;
use crate::decode::decode_table;
use crate::error::IngestError;
use crate::row_diagnostics::RowDiagnostics;
use crate::search::TableFile;
use model::{Diagnostic, GameResult, Games, Place, PlayerRef, Reason, SideResult};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::Range;
use tables::CsvTable;

/// The games of the tournaments that are read.
pub(super) struct BundleGames {
    pub(super) games: Games,
    /// The number of games whose tournament is not in the table of tournaments.
    pub(super) without_tournament: u64,
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// Reads the games; sets the range of games and the number of entrants of each tournament.
pub(super) fn read(bytes: &[u8], table: &TableFile, listed: &mut BundleTournaments) -> Result<BundleGames, IngestError> {
    let mut problems = GameProblems { diagnostics: RowDiagnostics::new(table), unknown: BTreeMap::new() };
    let read = if table.is_parquet {
        parquet_rows::read(bytes, listed, |line, problem| problems.add(problem, line, |_| (Place::line(line), "")))
    } else {
        read_csv(bytes, listed, &mut problems)
    };
    let mut games = read.map_err(|problem| unreadable_table(table, problem))?;
    games.sort();
    Ok(finish(games, listed, problems))
}

fn read_csv(bytes: &[u8], listed: &BundleTournaments, problems: &mut GameProblems) -> Result<ParsedGames, String> {
    let (text, _) = decode_table(bytes)?;
    let table = CsvTable::new(text)?;
    let width = table.header().len();
    let mut columns = [0; GameColumn::NAMES.len()];
    for (field, name) in columns.iter_mut().zip(GameColumn::NAMES) {
        let found = table.header().iter().position(|header| header.trim().eq_ignore_ascii_case(name));
        *field = found.ok_or_else(|| format!("it has no column {name}"))?;
    }
    let (mut games, mut reader) = (ParsedGames::default(), GameRowReader::new(listed));
    table.visit(|fields, position| {
        let line = position.line;
        if fields.len() != width {
            let message = || format!("the row has {} fields, the header {width}", fields.len());
            let added = problems.diagnostics.add(&codes::BUNDLE_ROW_MALFORMED, Place::line(line), message);
            added.hint("give every row all columns of the header");
        }
        let locate = |column: GameColumn| (table.place(position, columns[column as usize]), table.source(position));
        let row = CsvGameRow { fields, columns: &columns, line };
        if let Some(game) = reader.read(&row, |problem| problems.add(problem, line, locate)) {
            games.push(game, line);
        }
    });
    Ok(games)
}

/// A row of a CSV file.
struct CsvGameRow<'r> {
    fields: &'r csv::StringRecord,
    /// The index of the field of each column.
    columns: &'r [usize; GameColumn::NAMES.len()],
    line: u32,
}

impl CsvGameRow<'_> {
    fn text(&self, column: GameColumn) -> &str {
        self.fields.get(self.columns[column as usize]).unwrap_or("").trim()
    }

    fn integer(&self, column: GameColumn) -> Option<i64> {
        self.text(column).parse().ok()
    }
}

impl GameRow for CsvGameRow<'_> {
    fn tournament_id(&self) -> &str {
        self.text(GameColumn::TournamentId)
    }

    fn round(&self) -> Option<i64> {
        self.integer(GameColumn::Round)
    }

    fn white(&self) -> Option<i64> {
        self.integer(GameColumn::White)
    }

    fn black(&self) -> Option<i64> {
        self.integer(GameColumn::Black)
    }

    fn result(&self) -> &str {
        self.text(GameColumn::Result)
    }

    fn line(&self) -> u32 {
        self.line
    }
}

/// Collects the problems of all rows.
struct GameProblems {
    diagnostics: RowDiagnostics,
    /// For each unknown tournament id, the first line and the number of games.
    unknown: BTreeMap<String, (u32, u64)>,
}

impl GameProblems {
    /// Adds a problem of one row. `locate` returns the place of a column, and the text of the line where there is one.
    fn add<'s>(&mut self, problem: GameRowProblem<'_>, line: u32, locate: impl FnOnce(GameColumn) -> (Place, &'s str)) {
        if let GameRowProblem::TournamentUnknown { id, games } = problem {
            match self.unknown.get_mut(id) {
                Some((_, count)) => *count += games,
                None => drop(self.unknown.insert(id.to_owned(), (line, games))),
            }
            return;
        }
        let (place, source) = if self.diagnostics.keeps(problem.code()) { locate(problem.column()) } else { (Place::line(line), "") };
        self.diagnostics.add(problem.code(), place, || problem.message()).hint(problem.hint()).source(source);
    }
}

/// Games in the order of rows, with their sort keys.
#[derive(Default)]
pub(super) struct ParsedGames {
    /// The sort key of each game: tournament, then round.
    order: Vec<u64>,
    lines: Vec<u32>,
    games: Games,
}

impl ParsedGames {
    pub(super) fn with_capacity(rows: usize) -> Self {
        let mut games = Games::default();
        games.reserve(rows);
        Self { order: Vec::with_capacity(rows), lines: Vec::with_capacity(rows), games }
    }

    #[inline]
    pub(super) fn push(&mut self, game: ParsedGame, line: u32) {
        self.order.push(u64::from(game.tournament) << 16 | u64::from(game.round));
        self.lines.push(line);
        self.games.push(game.round, game.white, game.black, game.result, game.fault);
    }

    /// Concatenates parts, each column in its own task.
    pub(super) fn concat(parts: &[Self]) -> Self {
        fn column<'p, T: Copy + Send + Sync>(parts: &'p [ParsedGames], of: fn(&'p ParsedGames) -> &'p [T]) -> Vec<T> {
            parts.iter().map(of).collect::<Vec<_>>().concat()
        }
        let mut all = Self::default();
        rayon::scope(|tasks| {
            tasks.spawn(|_| all.order = column(parts, |part| &part.order));
            tasks.spawn(|_| all.lines = column(parts, |part| &part.lines));
            tasks.spawn(|_| all.games.round = column(parts, |part| &part.games.round));
            tasks.spawn(|_| all.games.white = column(parts, |part| &part.games.white));
            tasks.spawn(|_| all.games.black = column(parts, |part| &part.games.black));
            tasks.spawn(|_| all.games.result = column(parts, |part| &part.games.result));
            tasks.spawn(|_| all.games.fault = column(parts, |part| &part.games.fault));
        });
        all
    }

    /// Sorts games by tournament, then round. Most tables are sorted already.
    fn sort(&mut self) {
        if self.order.is_sorted() {
            return;
        }
        let mut places: Vec<usize> = (0..self.order.len()).collect();
        places.sort_by_key(|&place| self.order[place]);
        fn reordered<T: Copy>(column: &[T], places: &[usize]) -> Vec<T> {
            places.iter().map(|&place| column[place]).collect()
        }
        self.order = reordered(&self.order, &places);
        self.lines = reordered(&self.lines, &places);
        self.games = Games {
            round: reordered(&self.games.round, &places),
            white: reordered(&self.games.white, &places),
            black: reordered(&self.games.black, &places),
            result: reordered(&self.games.result, &places),
            fault: reordered(&self.games.fault, &places),
        };
    }
}

/// Gives each tournament its games, and reports problems that show only between games.
fn finish(read: ParsedGames, listed: &mut BundleTournaments, problems: GameProblems) -> BundleGames {
    let ParsedGames { order, lines, mut games } = read;
    let GameProblems { mut diagnostics, unknown } = problems;
    let without_tournament = unknown.values().map(|(_, count)| count).sum();
    for (id, &(line, games)) in &unknown {
        let problem = GameRowProblem::TournamentUnknown { id, games };
        diagnostics.add(problem.code(), Place::line(line), || problem.message()).hint(problem.hint());
    }
    let mut ranges: Vec<Range<usize>> = Vec::with_capacity(listed.tournaments.len());
    let mut end = 0;
    for index in 0..listed.tournaments.len() as u64 {
        let start = end;
        while order.get(end).is_some_and(|order| order >> 16 == index) {
            end += 1;
        }
        ranges.push(start..end);
    }
    let snapshot: Vec<TournamentSummary> = ranges
        .par_iter()
        .map_init(DistinctCounter::default, |players, range| TournamentSummary::of(&games, range.clone(), players))
        .collect();
    for ((tournament, range), snapshot) in listed.tournaments.iter_mut().zip(ranges).zip(snapshot) {
        tournament.games = range;
        tournament.entrants = snapshot.entrants;
        for (game, is_repeat) in snapshot.repeated_pairings {
            let (white, black) = (games.white[game].fide_id().unwrap_or(0), games.black[game].fide_id().unwrap_or(0));
            let round = games.round[game];
            let and_result = if is_repeat { " and result; the repeat is left out" } else { "" };
            let message = || format!("{white} and {black} meet twice in round {round} with the same colours{and_result}");
            let hint = "take away one of the rows if the game was entered twice; correct the round if it was played twice";
            diagnostics.add(&codes::SAME_PAIRING_TWICE, Place::line(lines[game]), message).hint(hint);
            if is_repeat {
                games.fault[game].get_or_insert(Reason::TwoGamesInOneRound);
            }
        }
    }
    BundleGames { games, without_tournament, diagnostics: diagnostics.finish() }
}

/// What the games of one tournament have in common.
struct TournamentSummary {
    entrants: u32,
    /// Games that repeat pairing and colours of an earlier game of the round, and whether they repeat the result too.
    repeated_pairings: Vec<(usize, bool)>,
}

impl TournamentSummary {
    fn of(games: &Games, range: Range<usize>, players: &mut DistinctCounter) -> Self {
        let everyone = games.white[range.clone()].iter().chain(&games.black[range.clone()]);
        let entrants = players.count(everyone.copied(), 2 * range.len());
        let repeated_pairings =
            if may_repeat_pairing(games, range.clone(), players) { Self::repeated_pairings(games, range) } else { Vec::new() };
        Self { entrants, repeated_pairings }
    }

    fn repeated_pairings(games: &Games, range: Range<usize>) -> Vec<(usize, bool)> {
        let mut pairings: Vec<(u16, PlayerRef, PlayerRef, usize)> =
            range.map(|game| (games.round[game], games.white[game], games.black[game], game)).collect();
        pairings.sort_unstable();
        let mut repeated_pairings = Vec::new();
        for same in pairings.chunk_by(|a, b| (a.0, a.1, a.2) == (b.0, b.1, b.2)).filter(|same| same.len() > 1) {
            // There are few different results, however many games.
            let mut results: Vec<GameResult> = Vec::new();
            for (nth, &(round, _, _, game)) in same.iter().enumerate() {
                let result = games.result[game];
                let is_known = round != NO_ROUND && result.white != SideResult::Unknown;
                let is_repeat = is_known && results.contains(&result);
                if nth > 0 {
                    repeated_pairings.push((game, is_repeat));
                }
                if !is_repeat && is_known {
                    results.push(result);
                }
            }
        }
        repeated_pairings
    }
}

/// Whether two players may meet twice in one round with the same colours: then somebody has white twice in that round. Games must be sorted
/// by round.
fn may_repeat_pairing(games: &Games, range: Range<usize>, players: &mut DistinctCounter) -> bool {
    let mut at = range.start;
    while at < range.end {
        let length = games.round[at..range.end].iter().take_while(|&&round| round == games.round[at]).count();
        if players.count(games.white[at..at + length].iter().copied(), length) as usize != length {
            return true;
        }
        at += length;
    }
    false
}

/// Counts distinct players. One thread reuses the hash slots for all its tournaments.
#[derive(Default)]
struct DistinctCounter {
    /// For each slot, the generation in which it was filled, and the player.
    slots: Vec<(u32, PlayerRef)>,
    generation: u32,
}

impl DistinctCounter {
    /// The number of distinct players; there must be at most `upper_bound` players.
    fn count(&mut self, players: impl Iterator<Item = PlayerRef>, upper_bound: usize) -> u32 {
        let size = (2 * upper_bound).next_power_of_two();
        if self.slots.len() < size || self.generation == u32::MAX {
            self.slots = vec![(0, PlayerRef::without_id(0)); size.max(self.slots.len())];
            self.generation = 0;
        }
        self.generation += 1;
        let (mask, mut count) = (self.slots.len() - 1, 0);
        for player in players {
            let mut slot = player.hash_value() as usize & mask;
            while self.slots[slot].0 == self.generation && self.slots[slot].1 != player {
                slot = (slot + 1) & mask;
            }
            if self.slots[slot].0 != self.generation {
                self.slots[slot] = (self.generation, player);
                count += 1;
            }
        }
        count
    }
}
