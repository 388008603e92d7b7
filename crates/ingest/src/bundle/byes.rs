//! Reads a bundle's table of byes: who was without an opponent in a round, and how.
//!
//! In come the bytes, the tournaments and the games of the bundle; each tournament that is read gets its byes. No rating depends on them, so
//! that a row that cannot be used is left out with a warning.

use super::tournaments::BundleTournaments;
use super::{error_text, open_parquet, unreadable_table};
use crate::codes;
use crate::decode::decode_table;
use crate::error::IngestError;
use crate::read_all::ReadDecision;
use crate::row_diagnostics::RowDiagnostics;
use crate::search::TableFile;
use model::{Bye, ByeKind, Diagnostic, Games, Place, PlayerRef, byes_beside_games};
use tables::CsvTable;

const TOURNAMENT: &str = "tournament_id";
const ROUND: &str = "round";
const PLAYER: &str = "fide_id";
const BYE: &str = "bye";
const COLUMNS: [&str; 4] = [TOURNAMENT, ROUND, PLAYER, BYE];

const LAST_ROUND: i64 = 999;

/// Reads the byes of the tournaments that are read, and sets them. Every tournament of the bundle tells its byes then.
pub(super) fn read(bytes: &[u8], table: &TableFile, listed: &mut BundleTournaments, games: &Games) -> Result<Vec<Diagnostic>, IngestError> {
    let mut reader = ByeReader { listed, diagnostics: RowDiagnostics::new(table), rows: Vec::new() };
    let read = if table.is_parquet { reader.parquet(bytes) } else { reader.csv(bytes) };
    read.map_err(|problem| unreadable_table(table, problem))?;
    let ByeReader { mut diagnostics, mut rows, .. } = reader;
    rows.sort_by_key(|row| (row.tournament, row.bye.round, row.bye.player));
    for of_tournament in rows.chunk_by(|a, b| a.tournament == b.tournament) {
        let tournament = &mut listed.tournaments[of_tournament[0].tournament as usize];
        let mut byes = Vec::with_capacity(of_tournament.len());
        let mut lines = Vec::with_capacity(of_tournament.len());
        for row in of_tournament {
            let problem = match (byes.last(), tournament.rounds) {
                (Some(Bye { round, player, .. }), _) if (*round, *player) == (row.bye.round, row.bye.player) => Some(ByeProblem::Second),
                (_, Some(last)) if row.bye.round > last => Some(ByeProblem::NoSuchRound(last)),
                _ => None,
            };
            match problem {
                Some(problem) => report(&mut diagnostics, row.line, row.bye, problem),
                None => {
                    byes.push(row.bye);
                    lines.push(row.line);
                }
            }
        }
        let beside_games = byes_beside_games(&byes, games, tournament.games.clone());
        for ((bye, line), _) in byes.iter().zip(&lines).zip(&beside_games).filter(|(_, has_game)| **has_game) {
            report(&mut diagnostics, *line, *bye, ByeProblem::HasGame);
        }
        let mut beside_games = beside_games.into_iter();
        byes.retain(|_| !beside_games.next().unwrap_or(false));
        tournament.byes = byes;
    }
    listed.tournaments.iter_mut().for_each(|tournament| tournament.tells_byes = true);
    Ok(diagnostics.finish())
}

/// What is wrong with a bye that can be read.
#[derive(Clone, Copy, Debug)]
enum ByeProblem {
    Second,
    HasGame,
    /// It comes after the last round.
    NoSuchRound(u16),
}

fn report(diagnostics: &mut RowDiagnostics, line: u32, bye: Bye, problem: ByeProblem) {
    let (player, round) = (bye.player.fide_id().unwrap_or(0), bye.round);
    let message = || match problem {
        ByeProblem::Second => format!("{player} has a bye in round {round} already"),
        ByeProblem::HasGame => format!("{player} has a game in round {round}"),
        ByeProblem::NoSuchRound(last) => format!("round {round} comes after the last one scheduled, {last}"),
    };
    let hint = match problem {
        ByeProblem::Second => "a player has one bye in a round",
        ByeProblem::HasGame => "a player has a game or a bye in a round; the bye is left out",
        ByeProblem::NoSuchRound(_) => "correct the round, or rounds in the table of tournaments",
    };
    diagnostics.add(&codes::BUNDLE_BYE_UNUSABLE, Place::line(line), message).hint(hint);
}

/// One row of a tournament that is read.
struct ByeRow {
    /// The index of the tournament.
    tournament: u32,
    bye: Bye,
    line: u32,
}

struct ByeReader<'l> {
    listed: &'l BundleTournaments,
    diagnostics: RowDiagnostics,
    rows: Vec<ByeRow>,
}

impl ByeReader<'_> {
    fn parquet(&mut self, bytes: &[u8]) -> Result<(), String> {
        let table = open_parquet(bytes, |name| COLUMNS.contains(&name))?.read_all().map_err(error_text)?;
        let texts = |name: &str| {
            let texts = table.as_texts(name).map_err(error_text)?;
            texts.ok_or_else(|| format!("it has no column {name}"))
        };
        let (ids, words) = (texts(TOURNAMENT)?, texts(BYE)?);
        let (rounds, players) = (table.as_integers(ROUND).map_err(error_text)?, table.as_integers(PLAYER).map_err(error_text)?);
        for row in 0..ids.len() {
            self.add(ids.get(row), rounds.get(row), players.get(row), words.get(row), u32::try_from(row + 1).unwrap_or(u32::MAX));
        }
        Ok(())
    }

    fn csv(&mut self, bytes: &[u8]) -> Result<(), String> {
        let (text, _) = decode_table(bytes)?;
        let table = CsvTable::new(text)?;
        let width = table.header().len();
        let mut columns = [0; COLUMNS.len()];
        for (field, name) in columns.iter_mut().zip(COLUMNS) {
            let found = table.header().iter().position(|header| header.trim().eq_ignore_ascii_case(name));
            *field = found.ok_or_else(|| format!("it has no column {name}"))?;
        }
        table.visit(|fields, position| {
            if fields.len() != width {
                let message = || format!("the row has {} fields, the header {width}", fields.len());
                let added = self.diagnostics.add(&codes::BUNDLE_ROW_MALFORMED, Place::line(position.line), message);
                added.hint("give every row all columns of the header");
            }
            let [id, round, player, word] = columns.map(|field| fields.get(field).unwrap_or("").trim());
            self.add(id, round.parse().ok(), player.parse().ok(), word, position.line);
        });
        Ok(())
    }

    /// Adds the bye of one row, unless its tournament is not read.
    fn add(&mut self, id: &str, round: Option<i64>, player: Option<i64>, word: &str, line: u32) {
        let mut unusable = |message: &dyn Fn() -> String, hint: &str| {
            self.diagnostics.add(&codes::BUNDLE_BYE_UNUSABLE, Place::line(line), message).hint(hint);
        };
        let Some(&tournament) = self.listed.by_id.get(id) else {
            let message = || format!("the table of tournaments does not have '{}'", id.escape_debug());
            return unusable(&message, "add the tournament, or take away its byes");
        };
        if self.listed.decisions[tournament as usize] != ReadDecision::Read {
            return;
        }
        let round = round.filter(|round| (1..=LAST_ROUND).contains(round)).and_then(|round| u16::try_from(round).ok());
        let Some(round) = round else {
            return unusable(&|| "the bye has no usable round".to_owned(), "rounds are numbered from 1");
        };
        let Some(player) = player.and_then(|id| u32::try_from(id).ok()).and_then(PlayerRef::id) else {
            return unusable(&|| "the row has no usable fide_id".to_owned(), "fill in the FIDE id");
        };
        let Ok(kind) = word.trim().to_ascii_uppercase().parse::<ByeKind>() else {
            let message = || format!("'{}' is no bye", word.escape_debug());
            return unusable(&message, "U for an allocated bye, F, H or Z for a full, half or zero point");
        };
        self.rows.push(ByeRow { tournament, bye: Bye { round, player, kind }, line });
    }
}
