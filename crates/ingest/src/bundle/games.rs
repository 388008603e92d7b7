//! A bundle's table of games, put into the order of its tournaments.

use super::game_row::{GameColumn, NO_ROUND, Row, RowGame, RowProblem, RowReader};
use super::tournaments::Listed;
use super::{parquet_rows, refused};
use crate::codes;
use crate::decode::decode_table;
use crate::error::IngestError;
use crate::row_diagnostics::RowDiagnostics;
use crate::search::Table;
use model::{Diagnostic, GameResult, Games, Outcome, Place, PlayerRef, Reason};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::Range;
use tables::CsvTable;

/// The games of the tournaments that are read.
pub(super) struct BundleGames {
    pub(super) games: Games,
    /// How many games name a tournament that the table of tournaments does not have.
    pub(super) without_tournament: u64,
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// Reads the games and tells each tournament which are its own, and how many played.
pub(super) fn read(bytes: &[u8], table: &Table, listed: &mut Listed) -> Result<BundleGames, IngestError> {
    let mut problems = GameProblems { diagnostics: RowDiagnostics::new(table), unknown: BTreeMap::new() };
    let read = if table.is_parquet {
        parquet_rows::read(bytes, listed, |line, problem| problems.add(problem, line, |_| (Place::line(line), "")))
    } else {
        read_csv(bytes, listed, &mut problems)
    };
    let mut games = read.map_err(|problem| refused(table, problem))?;
    games.sort();
    Ok(finish(games, listed, problems))
}

fn read_csv(bytes: &[u8], listed: &Listed, problems: &mut GameProblems) -> Result<RowGames, String> {
    let (text, _) = decode_table(bytes)?;
    let table = CsvTable::new(text)?;
    let width = table.header().len();
    let mut columns = [0; GameColumn::NAMES.len()];
    for (field, name) in columns.iter_mut().zip(GameColumn::NAMES) {
        let found = table.header().iter().position(|header| header.trim().eq_ignore_ascii_case(name));
        *field = found.ok_or_else(|| format!("it has no column {name}"))?;
    }
    let (mut games, mut reader) = (RowGames::default(), RowReader::new(listed));
    table.visit(|fields, position| {
        let line = position.line;
        if fields.len() != width {
            let message = || format!("the row has {} fields, the header {width}", fields.len());
            let added = problems.diagnostics.add(&codes::BUNDLE_ROW_MALFORMED, Place::line(line), message);
            added.hint("give every row all columns of the header");
        }
        let locate = |column: GameColumn| (table.place(position, columns[column as usize]), table.source(position));
        let row = CsvRow { fields, columns: &columns, line };
        if let Some(game) = reader.read(&row, |problem| problems.add(problem, line, locate)) {
            games.push(game, line);
        }
    });
    Ok(games)
}

/// A row of CSV.
struct CsvRow<'r> {
    fields: &'r csv::StringRecord,
    /// Where each column is among the fields.
    columns: &'r [usize; GameColumn::NAMES.len()],
    line: u32,
}

impl CsvRow<'_> {
    fn text(&self, column: GameColumn) -> &str {
        self.fields.get(self.columns[column as usize]).unwrap_or("").trim()
    }

    fn integer(&self, column: GameColumn) -> Option<i64> {
        self.text(column).parse().ok()
    }
}

impl Row for CsvRow<'_> {
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

/// What is wrong in the rows.
struct GameProblems {
    diagnostics: RowDiagnostics,
    /// Ids without a tournament: their first line, and how many games.
    unknown: BTreeMap<String, (u32, u64)>,
}

impl GameProblems {
    /// Adds a problem of one row. `locate` gives the place of a column, and the line of text where there is one.
    fn add<'s>(&mut self, problem: RowProblem<'_>, line: u32, locate: impl FnOnce(GameColumn) -> (Place, &'s str)) {
        if let RowProblem::TournamentUnknown { id, games } = problem {
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

/// Games in the making.
#[derive(Default)]
pub(super) struct RowGames {
    /// Of each game, the tournament and the round: what games are sorted by.
    order: Vec<u64>,
    lines: Vec<u32>,
    games: Games,
}

impl RowGames {
    pub(super) fn with_capacity(rows: usize) -> Self {
        let mut games = Games::default();
        games.reserve(rows);
        Self { order: Vec::with_capacity(rows), lines: Vec::with_capacity(rows), games }
    }

    #[inline]
    pub(super) fn push(&mut self, game: RowGame, line: u32) {
        self.order.push(u64::from(game.tournament) << 16 | u64::from(game.round));
        self.lines.push(line);
        self.games.push(game.round, game.white, game.black, game.result, game.fault);
    }

    /// All parts as one; every column is put together by itself.
    pub(super) fn concat(parts: &[Self]) -> Self {
        fn column<'p, T: Copy + Send + Sync>(parts: &'p [RowGames], of: fn(&'p RowGames) -> &'p [T]) -> Vec<T> {
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

    /// Puts the games of a tournament together, by round. They nearly always come so.
    fn sort(&mut self) {
        if self.order.is_sorted() {
            return;
        }
        let mut places: Vec<usize> = (0..self.order.len()).collect();
        places.sort_by_key(|&place| self.order[place]);
        fn arranged<T: Copy>(column: &[T], places: &[usize]) -> Vec<T> {
            places.iter().map(|&place| column[place]).collect()
        }
        self.order = arranged(&self.order, &places);
        self.lines = arranged(&self.lines, &places);
        self.games = Games {
            round: arranged(&self.games.round, &places),
            white: arranged(&self.games.white, &places),
            black: arranged(&self.games.black, &places),
            result: arranged(&self.games.result, &places),
            fault: arranged(&self.games.fault, &places),
        };
    }
}

/// Tells each tournament its games, and finds what only shows when they are together.
fn finish(read: RowGames, listed: &mut Listed, problems: GameProblems) -> BundleGames {
    let RowGames { order, lines, mut games } = read;
    let GameProblems { mut diagnostics, unknown } = problems;
    let without_tournament = unknown.values().map(|(_, count)| count).sum();
    for (id, &(line, games)) in &unknown {
        let problem = RowProblem::TournamentUnknown { id, games };
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
    let seen: Vec<Seen> =
        ranges.par_iter().map_init(Different::default, |players, range| Seen::of(&games, range.clone(), players)).collect();
    for ((tournament, range), seen) in listed.tournaments.iter_mut().zip(ranges).zip(seen) {
        tournament.games = range;
        tournament.entrants = seen.entrants;
        for (game, is_repeat) in seen.doubled {
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

/// What one tournament's games show when looked at together.
struct Seen {
    entrants: u32,
    /// Games whose pairing and colours an earlier game of the same round has, and whether it has the result too.
    doubled: Vec<(usize, bool)>,
}

impl Seen {
    fn of(games: &Games, range: Range<usize>, players: &mut Different) -> Self {
        let everyone = games.white[range.clone()].iter().chain(&games.black[range.clone()]);
        let entrants = players.count(everyone.copied(), 2 * range.len());
        let doubled = if may_have_double(games, range.clone(), players) { Self::doubled(games, range) } else { Vec::new() };
        Self { entrants, doubled }
    }

    fn doubled(games: &Games, range: Range<usize>) -> Vec<(usize, bool)> {
        let mut pairings: Vec<(u16, PlayerRef, PlayerRef, usize)> =
            range.map(|game| (games.round[game], games.white[game], games.black[game], game)).collect();
        pairings.sort_unstable();
        let mut doubled = Vec::new();
        for same in pairings.chunk_by(|a, b| (a.0, a.1, a.2) == (b.0, b.1, b.2)).filter(|same| same.len() > 1) {
            // There are few results, however many games.
            let mut results: Vec<GameResult> = Vec::new();
            for (nth, &(round, _, _, game)) in same.iter().enumerate() {
                let result = games.result[game];
                let is_told = round != NO_ROUND && result.white != Outcome::Unknown;
                let is_repeat = is_told && results.contains(&result);
                if nth > 0 {
                    doubled.push((game, is_repeat));
                }
                if !is_repeat && is_told {
                    results.push(result);
                }
            }
        }
        doubled
    }
}

/// Whether two players may meet twice in one round with the same colours: whoever is white does then have white twice in a round. Games are in
/// the order of rounds.
fn may_have_double(games: &Games, range: Range<usize>, players: &mut Different) -> bool {
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

/// Counts different players. Every tournament of a thread uses the same slots in turn, so that nothing is allocated for each.
#[derive(Default)]
struct Different {
    /// In which turn a slot was filled, and by whom.
    slots: Vec<(u32, PlayerRef)>,
    turn: u32,
}

impl Different {
    /// How many there are; `most` is at least as many as come.
    fn count(&mut self, players: impl Iterator<Item = PlayerRef>, most: usize) -> u32 {
        let size = (2 * most).next_power_of_two();
        if self.slots.len() < size || self.turn == u32::MAX {
            self.slots = vec![(0, PlayerRef::without_id(0)); size.max(self.slots.len())];
            self.turn = 0;
        }
        self.turn += 1;
        let (mask, mut count) = (self.slots.len() - 1, 0);
        for player in players {
            let mut slot = player.mixed() as usize & mask;
            while self.slots[slot].0 == self.turn && self.slots[slot].1 != player {
                slot = (slot + 1) & mask;
            }
            if self.slots[slot].0 != self.turn {
                self.slots[slot] = (self.turn, player);
                count += 1;
            }
        }
        count
    }
}
