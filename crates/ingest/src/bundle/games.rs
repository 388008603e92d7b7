//! Reads a bundle's table of games and sorts them by tournament and round.
//!
//! In come the bytes and the tournaments of the bundle; each tournament gets its range of games and its number of entrants.

use super::game_row::{GameColumn, GameRow, GameRowProblem, GameRowReader};
use super::parsed_games::{GameLines, ParsedGames, SortedGames};
use super::tournaments::BundleTournaments;
use super::{parquet_rows, unreadable_table};
use crate::codes;
use crate::decode::decode_table;
use crate::error::IngestError;
use crate::read_all::ReadDecision;
use crate::row_diagnostics::RowDiagnostics;
use crate::search::TableFile;
use crate::second_games::{SecondGame, allows_two_games_a_round, find_second_games};
use model::{Diagnostic, Games, Place, PlayerRef, Reason, ReportDigest, ReportSize};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::Range;
use tables::CsvTable;

/// The games of the tournaments that are read.
#[derive(Default)]
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
    let games = read.map_err(|problem| unreadable_table(table, problem))?;
    for run in &games.runs {
        let tournament = &mut listed.tournaments[run.tournament as usize];
        let before = tournament.report.as_ref().map_or(0, |report| report.size.number());
        tournament.report = Some(ReportDigest { size: ReportSize::Rows(before + run.rows), sha256: String::new() });
    }
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
    let (mut games, mut reader) = (ParsedGames::with_lines(), GameRowReader::new(listed));
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
    games.runs = reader.into_runs();
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

/// Gives each tournament its games, and reports problems that show only between games.
fn finish(read: ParsedGames, listed: &mut BundleTournaments, problems: GameProblems) -> BundleGames {
    let is_read = |tournament: u32| listed.decisions[tournament as usize] == ReadDecision::Read;
    let SortedGames { mut games, lines, ranges } = read.sorted(listed.tournaments.len(), is_read);
    let GameProblems { mut diagnostics, unknown } = problems;
    let without_tournament = unknown.values().map(|(_, count)| count).sum();
    for (id, &(line, games)) in &unknown {
        let problem = GameRowProblem::TournamentUnknown { id, games };
        diagnostics.add(problem.code(), Place::line(line), || problem.message()).hint(problem.hint());
    }
    let summaries: Vec<TournamentSummary> = ranges
        .par_iter()
        .zip(&listed.tournaments)
        .map_init(DistinctCounter::default, |players, (range, tournament)| {
            TournamentSummary::of(&games, range.clone(), allows_two_games_a_round(tournament), players)
        })
        .collect();
    for ((tournament, range), summary) in listed.tournaments.iter_mut().zip(ranges).zip(summaries) {
        for (game, second) in summary.second_games {
            report_second_game(&games, game, second, lines.of(game), &mut diagnostics);
            if let Some(fault) = second.fault() {
                games.fault[game].get_or_insert(fault);
            }
        }
        leave_out_rounds_after(tournament.rounds, &mut games, range.clone(), &lines, &mut diagnostics);
        tournament.games = range;
        tournament.entrants = summary.entrants;
    }
    BundleGames { games, without_tournament, diagnostics: diagnostics.finish() }
}

/// Reports a game that repeats another one of its round.
fn report_second_game(games: &Games, game: usize, second: SecondGame, line: u32, diagnostics: &mut RowDiagnostics) {
    let (white, black) = (games.white[game].fide_id().unwrap_or(0), games.black[game].fide_id().unwrap_or(0));
    let round = games.round[game];
    let message = || match second {
        SecondGame::Repeated => {
            format!("{white} and {black} meet twice in round {round} with the same colours and result; the repeat is left out")
        }
        SecondGame::Kept => format!("{white} and {black} meet twice in round {round} with the same colours"),
        SecondGame::OtherSide => format!("{white} and {black} meet in round {round} already, told from the other side; it is one game"),
        SecondGame::TwoGames(player) => {
            format!("{} has two games in round {round}; they are left out", player.fide_id().unwrap_or(0))
        }
    };
    let (code, hint) = match second {
        SecondGame::Repeated | SecondGame::Kept => (
            &codes::SAME_PAIRING_TWICE,
            "take away one of the rows if the game was entered twice; correct the round if it was played twice",
        ),
        SecondGame::OtherSide => {
            (&codes::TOLD_FROM_BOTH_SIDES, "give every game one row; if two games were played, write class double-rounds")
        }
        SecondGame::TwoGames(_) => {
            (&codes::TWO_GAMES_IN_ONE_ROUND, "correct round or player; if two games a round were played, write class double-rounds")
        }
    };
    diagnostics.add(code, Place::line(line), message).hint(hint);
}

/// Leaves out the games of rounds after the last one scheduled (D38). The games of the tournament must be sorted by round.
fn leave_out_rounds_after(last: Option<u16>, games: &mut Games, range: Range<usize>, lines: &GameLines, diagnostics: &mut RowDiagnostics) {
    let Some(last) = last else { return };
    let first = range.start + games.round[range.clone()].partition_point(|&round| round <= last);
    let mut lines = (first..range.end).map(|game| lines.of(game));
    for of_round in games.round[first..range.end].chunk_by(|a, b| a == b) {
        let round = of_round[0];
        let message = || format!("round {round} comes after the last one scheduled, {last}: games of it are left out");
        let hint = "correct the round, or rounds in the table of tournaments";
        let line = lines.by_ref().take(of_round.len()).min().unwrap_or(0);
        diagnostics.add(&codes::BUNDLE_NO_SUCH_ROUND, Place::line(line), message).hint(hint);
    }
    for fault in &mut games.fault[first..range.end] {
        fault.get_or_insert(Reason::NoSuchRound);
    }
}

/// What the games of one tournament have in common.
struct TournamentSummary {
    entrants: u32,
    second_games: Vec<(usize, SecondGame)>,
}

impl TournamentSummary {
    /// The summary of the games in `range`, which must be sorted by round.
    fn of(games: &Games, range: Range<usize>, allows_two_games: bool, players: &mut DistinctCounter) -> Self {
        let everyone = |range: Range<usize>| games.white[range.clone()].iter().chain(&games.black[range]).copied();
        let entrants = players.count(everyone(range.clone()), 2 * range.len());
        let mut second_games = Vec::new();
        let mut start = range.start;
        while start < range.end {
            let length = games.round[start..range.end].iter().take_while(|&&round| round == games.round[start]).count();
            let round = start..start + length;
            // In most rounds every player has one game.
            if players.count(everyone(round.clone()), 2 * length) as usize != 2 * length {
                second_games.append(&mut find_second_games(games, round, allows_two_games));
            }
            start += length;
        }
        Self { entrants, second_games }
    }
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
