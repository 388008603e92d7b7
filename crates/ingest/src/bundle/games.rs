//! A bundle's table of games, put into the order of its tournaments.

use super::parquet_rows::{Clean, Part, ROWS_AT_ONCE, ROWS_LOOKED_AT, Rows, order_of};
use super::refused;
use super::tournaments::Listed;
use crate::codes;
use crate::csv_table::CsvTable;
use crate::error::IngestError;
use crate::parquet;
use crate::results::{RESULT_WORDS, is_asymmetric, result_of};
use crate::row_problems::RowProblems;
use crate::search::Table;
use crate::work::Fate;
use model::{Diagnostic, GameResult, Games, Outcome, PlayerRef, Reason};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::Range;
use store::ParquetParts;

pub(super) const COLUMNS: [&str; 5] = ["tournament_id", "round", "white", "black", "result"];
pub(super) const LAST_ROUND: i64 = 999;
/// The round of games that do not tell theirs. Two of them need not be of one round.
const NO_ROUND: u16 = 0;

/// The games of the tournaments that are read.
pub(super) struct BundleGames {
    pub(super) games: Games,
    /// How many games name a tournament that the table of tournaments does not have.
    pub(super) without_tournament: u64,
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// Reads the games and tells each tournament which are its own, and how many played.
pub(super) fn read(bytes: &[u8], table: &Table, listed: &mut Listed) -> Result<BundleGames, IngestError> {
    let mut reading = Reading {
        listed,
        problems: RowProblems::new(table),
        order: Vec::new(),
        lines: Vec::new(),
        games: Games::default(),
        unknown: BTreeMap::new(),
        last: 0,
    };
    let read = if table.is_parquet { reading.parquet(bytes) } else { reading.csv(bytes) };
    read.map_err(|problem| refused(table, problem))?;
    Ok(reading.finish())
}

/// Whether no game of some rows is one of a tournament that is read.
fn is_of_others(table: &ParquetParts<'_>, rows: Range<usize>, listed: &Listed) -> Result<bool, String> {
    let ids = [COLUMNS[0].to_owned()];
    let frame = table.decode_columns(rows, &ids).map_err(|error| error.to_string())?;
    let Some(ids) = parquet::text(&frame, COLUMNS[0])? else { return Ok(false) };
    let is_passed_over = |id: &str| listed.by_id.get(id).is_some_and(|&at| listed.fates[at as usize] != Fate::Read);
    let mut last = None;
    for id in ids.iter() {
        let Some(id) = id else { return Ok(false) };
        if last != Some(id) && !is_passed_over(id) {
            return Ok(false);
        }
        last = Some(id);
    }
    Ok(true)
}

struct Reading<'l> {
    listed: &'l mut Listed,
    problems: RowProblems,
    /// Of each game, the tournament and the round: what games are sorted by.
    order: Vec<u64>,
    lines: Vec<u32>,
    games: Games,
    /// Ids without a tournament: their first line, and how many games.
    unknown: BTreeMap<String, (u32, u64)>,
    /// The tournament of the row above: nearly always that of this row too.
    last: u32,
}

impl Reading<'_> {
    fn parquet(&mut self, bytes: &[u8]) -> Result<(), String> {
        let table = parquet::parts(bytes, &COLUMNS)?.side_by_side();
        let listed = &*self.listed;
        // Where most tournaments are those of other lists, so are whole parts of the table, and their ids are enough.
        let of_others = listed.fates.iter().filter(|fate| **fate != Fate::Read).count();
        let are_mostly_others = 2 * of_others > listed.fates.len();
        let parts = table.ranges(ROWS_AT_ONCE).into_par_iter().with_max_len(1).map(|rows| {
            let before = rows.start;
            if are_mostly_others && is_of_others(&table, rows.clone(), listed)? {
                return Ok(Vec::new());
            }
            let rows = Rows::of(&table.decode(rows).map_err(|error| error.to_string())?, before)?;
            // One odd row is no reason to look at a quarter of a million one by one.
            let looked_at = |rows: Rows| Clean::of(&rows, listed).map_or_else(|| Part::Other(rows), Part::Clean);
            Ok(rows.cut(ROWS_LOOKED_AT).map(looked_at).collect())
        });
        let parts: Vec<Vec<Part>> = parts.collect::<Result<_, String>>()?;
        let parts: Vec<Part> = parts.into_iter().flatten().collect();
        if let Some(clean) = Clean::joined(&parts) {
            (self.order, self.lines, self.games) = (clean.order, clean.lines, clean.games);
            return Ok(());
        }
        self.reserve(table.rows());
        for part in parts {
            match part {
                Part::Clean(mut clean) => {
                    self.order.append(&mut clean.order);
                    self.lines.append(&mut clean.lines);
                    self.games.append(&mut clean.games);
                }
                Part::Other(rows) => rows.visit(|row| self.add(row.id, row.round, row.white, row.black, row.result, row.line)),
            }
        }
        Ok(())
    }

    fn csv(&mut self, bytes: &[u8]) -> Result<(), String> {
        let table = CsvTable::new(bytes)?;
        let field = |name: &str| {
            let find = table.header.iter().position(|header| header.trim().eq_ignore_ascii_case(name));
            find.ok_or_else(|| format!("it has no column {name}"))
        };
        let [id, round, white, black, result] =
            [field(COLUMNS[0])?, field(COLUMNS[1])?, field(COLUMNS[2])?, field(COLUMNS[3])?, field(COLUMNS[4])?];
        let width = table.header.len();
        table.visit(|row, start| {
            if row.len() != width {
                let message = || format!("the row has {} fields, the header {width}", row.len());
                self.problems.add(&codes::BUNDLE_ROW_MALFORMED, start.line, message, "give every row all columns of the header");
            }
            let text = |field: usize| row.get(field).unwrap_or("").trim();
            let number = |field: usize| text(field).parse::<i64>().ok();
            let told = self.problems.told().len();
            self.add(text(id), number(round), number(white), number(black), text(result), start.line);
            // Only now and then is there anything to point at, so the columns are looked for afterwards.
            for problem in &mut self.problems.told()[told..] {
                let field = match problem.code.id {
                    id if id == codes::BUNDLE_ROUND_UNREADABLE.id => round,
                    id if id == codes::BUNDLE_RESULT_UNKNOWN.id || id == codes::BUNDLE_ASYMMETRIC.id => result,
                    _ if problem.message.starts_with("black") => black,
                    _ => white,
                };
                problem.place = table.place(start, field);
                problem.source = Some(table.source(start).into());
            }
        });
        Ok(())
    }

    fn reserve(&mut self, rows: usize) {
        self.order.reserve(rows);
        self.lines.reserve(rows);
        self.games.reserve(rows);
    }

    fn tournament(&mut self, id: &str) -> Option<u32> {
        if self.listed.tournaments.get(self.last as usize).is_none_or(|last| &*last.id != id) {
            self.last = *self.listed.by_id.get(id)?;
        }
        Some(self.last)
    }

    fn add(&mut self, id: &str, round: Option<i64>, white: Option<i64>, black: Option<i64>, result: &str, line: u32) {
        let Some(tournament) = self.tournament(id) else {
            let seen = self.unknown.entry(id.to_owned()).or_insert((line, 0));
            seen.1 += 1;
            return;
        };
        if self.listed.fates[tournament as usize] != Fate::Read {
            return;
        }
        let round = match round {
            Some(round @ 1..=LAST_ROUND) => round as u16,
            _ => {
                let hint = "rounds are numbered from 1";
                self.problems.add(&codes::BUNDLE_ROUND_UNREADABLE, line, || "the game has no usable round".to_owned(), hint);
                NO_ROUND
            }
        };
        let (white, black) = (self.player("white", white, line, 0), self.player("black", black, line, 1));
        let (result, mut fault) = (self.result(result.trim(), line), None);
        if white == black {
            let message = || format!("{} plays against himself or herself", white.fide_id().unwrap_or(0));
            self.problems.add(&codes::BUNDLE_AGAINST_ONESELF, line, message, "correct white or black; the game does not count");
            fault = Some(Reason::AgainstOneself);
        }
        self.order.push(order_of(tournament, round));
        self.lines.push(line);
        self.games.push(round, white, black, result, fault);
    }

    /// A player without an id is somebody else in every row.
    fn player(&mut self, side: &str, id: Option<i64>, line: u32, offset: u32) -> PlayerRef {
        let player = id.and_then(|id| u32::try_from(id).ok()).and_then(PlayerRef::id);
        player.unwrap_or_else(|| {
            let message = || format!("{side} has no usable id and is treated as unrated");
            self.problems.add(&codes::BUNDLE_PLAYER_WITHOUT_ID, line, message, "fill in the player's FIDE id");
            PlayerRef::without_id((line % (1 << 30)) * 2 + offset)
        })
    }

    fn result(&mut self, word: &str, line: u32) -> GameResult {
        let result = result_of(word).unwrap_or_else(|| {
            let message = || format!("'{}' is no result", word.escape_debug());
            self.problems.add(&codes::BUNDLE_RESULT_UNKNOWN, line, message, RESULT_WORDS);
            GameResult::new(Outcome::Unknown, Outcome::Unknown)
        });
        if is_asymmetric(result) {
            let hint = "nothing to do if both players were scored so";
            self.problems.add(&codes::BUNDLE_ASYMMETRIC, line, || format!("the result is {word}"), hint);
        }
        result
    }

    fn finish(mut self) -> BundleGames {
        self.sort();
        let without_tournament = self.unknown.values().map(|(_, count)| count).sum();
        for (id, (line, count)) in std::mem::take(&mut self.unknown) {
            let games = if count == 1 { "1 game names".to_owned() } else { format!("{count} games name") };
            let message = || format!("{games} tournament '{}', which the table of tournaments does not have", id.escape_debug());
            let hint = "add the tournament; until then its games are left out";
            self.problems.add(&codes::GAME_OF_UNKNOWN_TOURNAMENT, line, message, hint);
        }
        let mut ranges: Vec<Range<usize>> = Vec::with_capacity(self.listed.tournaments.len());
        let mut end = 0;
        for index in 0..self.listed.tournaments.len() as u64 {
            let start = end;
            while self.order.get(end).is_some_and(|order| order >> 16 == index) {
                end += 1;
            }
            ranges.push(start..end);
        }
        let games = &self.games;
        let seen: Vec<Seen> =
            ranges.par_iter().map_init(Different::default, |players, range| Seen::of(games, range.clone(), players)).collect();
        for ((tournament, range), seen) in self.listed.tournaments.iter_mut().zip(ranges).zip(seen) {
            tournament.games = range;
            tournament.entrants = seen.entrants;
            for (game, is_repeat) in seen.doubled {
                let (white, black) = (self.games.white[game], self.games.black[game]);
                let (white, black) = (white.fide_id().unwrap_or(0), black.fide_id().unwrap_or(0));
                let round = self.games.round[game];
                let and_result = if is_repeat { " and result; the repeat is left out" } else { "" };
                let message = || format!("{white} and {black} meet twice in round {round} with the same colours{and_result}");
                let hint = "take away one of the rows if the game was entered twice; correct the round if it was played twice";
                self.problems.add(&codes::SAME_PAIRING_TWICE, self.lines[game], message, hint);
                if is_repeat {
                    self.games.fault[game].get_or_insert(Reason::TwoGamesInOneRound);
                }
            }
        }
        BundleGames { games: self.games, without_tournament, diagnostics: self.problems.finish() }
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
