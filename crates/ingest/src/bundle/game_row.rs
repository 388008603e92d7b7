//! Parses one row of a bundle's games, from CSV and from Parquet alike.
//!
//! In come the cells of a [`GameRow`]; out come a [`ParsedGame`] and the problems of the row.

use super::tournaments::BundleTournaments;
use crate::codes;
use crate::read_all::ReadDecision;
use crate::second_games::NO_ROUND;
use model::{Code, GameResult, PlayerRef, Reason, SideResult};
use tables::TextKey;

const LAST_ROUND: i64 = 999;

/// A column of the table of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameColumn {
    TournamentId,
    Round,
    White,
    Black,
    Result,
}

impl GameColumn {
    /// The names of all columns, in the order of declaration.
    pub(super) const NAMES: [&str; 5] = ["tournament_id", "round", "white", "black", "result"];

    pub(super) const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

/// The cells of one row. A cell may have a key, which is cheaper to compare than its text.
pub(super) trait GameRow {
    fn tournament_id(&self) -> &str;
    fn tournament_id_key(&self) -> Option<TextKey> {
        None
    }
    fn round(&self) -> Option<i64>;
    fn white(&self) -> Option<i64>;
    fn black(&self) -> Option<i64>;
    fn result(&self) -> &str;
    fn result_key(&self) -> Option<TextKey> {
        None
    }
    /// The line in CSV, the row number in Parquet; both count from 1.
    fn line(&self) -> u32;
}

/// The game of one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ParsedGame {
    /// The index of the tournament in its table.
    pub(super) tournament: u32,
    pub(super) round: u16,
    pub(super) white: PlayerRef,
    pub(super) black: PlayerRef,
    pub(super) result: GameResult,
    pub(super) fault: Option<Reason>,
}

/// A problem of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameRowProblem<'r> {
    /// The table of tournaments lacks the tournament; `games` is the number of games that name it.
    TournamentUnknown {
        id: &'r str,
        games: u64,
    },
    RoundUnreadable,
    WhiteWithoutId,
    BlackWithoutId,
    ResultUnknown(&'r str),
    Unfinished,
    Asymmetric(&'r str),
    /// The id of the player on both sides.
    AgainstOneself(u32),
}

impl GameRowProblem<'_> {
    pub(super) const fn code(self) -> &'static Code {
        match self {
            Self::TournamentUnknown { .. } => &codes::GAME_OF_UNKNOWN_TOURNAMENT,
            Self::RoundUnreadable => &codes::BUNDLE_ROUND_UNREADABLE,
            Self::WhiteWithoutId | Self::BlackWithoutId => &codes::BUNDLE_PLAYER_WITHOUT_ID,
            Self::ResultUnknown(_) => &codes::BUNDLE_RESULT_UNKNOWN,
            Self::Unfinished => &codes::BUNDLE_UNFINISHED,
            Self::Asymmetric(_) => &codes::BUNDLE_ASYMMETRIC,
            Self::AgainstOneself(_) => &codes::BUNDLE_AGAINST_ONESELF,
        }
    }

    /// The column that the diagnostic points at.
    pub(super) const fn column(self) -> GameColumn {
        match self {
            Self::TournamentUnknown { .. } => GameColumn::TournamentId,
            Self::RoundUnreadable => GameColumn::Round,
            Self::WhiteWithoutId | Self::AgainstOneself(_) => GameColumn::White,
            Self::BlackWithoutId => GameColumn::Black,
            Self::ResultUnknown(_) | Self::Unfinished | Self::Asymmetric(_) => GameColumn::Result,
        }
    }

    pub(super) fn message(self) -> String {
        match self {
            Self::TournamentUnknown { id, games } => {
                let games = if games == 1 { "1 game names".to_owned() } else { format!("{games} games name") };
                format!("{games} tournament '{}', which the table of tournaments does not have", id.escape_debug())
            }
            Self::RoundUnreadable => "the game has no usable round".to_owned(),
            Self::WhiteWithoutId => "white has no usable id and is treated as unrated".to_owned(),
            Self::BlackWithoutId => "black has no usable id and is treated as unrated".to_owned(),
            Self::ResultUnknown(word) => format!("'{}' is no result", word.escape_debug()),
            Self::Unfinished => "the game is not finished; it is left out".to_owned(),
            Self::Asymmetric(word) => format!("the result is {word}"),
            Self::AgainstOneself(id) => format!("{id} plays against himself or herself"),
        }
    }

    pub(super) const fn hint(self) -> &'static str {
        match self {
            Self::TournamentUnknown { .. } => "add the tournament; until then its games are left out",
            Self::RoundUnreadable => "rounds are numbered from 1",
            Self::WhiteWithoutId | Self::BlackWithoutId => "fill in the player's FIDE id",
            Self::ResultUnknown(_) => GameResult::WORDS_HINT,
            Self::Unfinished => "when it is, fill in its result, or hand in a correction with the old result *",
            Self::Asymmetric(_) => "nothing to do if both players were scored so",
            Self::AgainstOneself(_) => "correct white or black; the game does not count",
        }
    }
}

/// Rows of one tournament that follow one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RowRun {
    /// The index of the tournament.
    pub(super) tournament: u32,
    pub(super) rows: u64,
}

/// Adds rows of a tournament to the last run, or begins one.
#[inline]
pub(super) fn add_rows(runs: &mut Vec<RowRun>, tournament: u32, rows: u64) {
    match runs.last_mut() {
        Some(last) if last.tournament == tournament => last.rows += rows,
        _ => runs.push(RowRun { tournament, rows }),
    }
}

/// Parses rows one after the other. All keys must come from the same column.
pub(super) struct GameRowReader<'l> {
    listed: &'l BundleTournaments,
    /// The tournament of the previous row, nearly always also that of the next.
    last: u32,
    /// The key of the tournament id of the previous row.
    last_key: Option<TextKey>,
    results: ResultCache,
    runs: Vec<RowRun>,
}

impl<'l> GameRowReader<'l> {
    pub(super) fn new(listed: &'l BundleTournaments) -> Self {
        Self { listed, last: 0, last_key: None, results: ResultCache::default(), runs: Vec::new() }
    }

    /// The rows read so far, by tournament.
    pub(super) fn into_runs(self) -> Vec<RowRun> {
        self.runs
    }

    /// Parses one row and reports its problems. Returns `None` if the tournament is not read.
    #[inline]
    pub(super) fn read<R: GameRow>(&mut self, row: &R, mut report: impl FnMut(GameRowProblem<'_>)) -> Option<ParsedGame> {
        let Some(tournament) = self.tournament(row) else {
            report(GameRowProblem::TournamentUnknown { id: row.tournament_id(), games: 1 });
            return None;
        };
        add_rows(&mut self.runs, tournament, 1);
        if self.listed.decisions[tournament as usize] != ReadDecision::Read {
            return None;
        }
        let round = match row.round() {
            Some(round @ 1..=LAST_ROUND) => round as u16,
            _ => {
                report(GameRowProblem::RoundUnreadable);
                NO_ROUND
            }
        };
        let white = player(row.white()).unwrap_or_else(|| {
            report(GameRowProblem::WhiteWithoutId);
            without_id(row.line(), 0)
        });
        let black = player(row.black()).unwrap_or_else(|| {
            report(GameRowProblem::BlackWithoutId);
            without_id(row.line(), 1)
        });
        let result = self.result(row, &mut report);
        let is_against_oneself = white == black;
        if is_against_oneself {
            report(GameRowProblem::AgainstOneself(white.fide_id().unwrap_or(0)));
        }
        Some(ParsedGame { tournament, round, white, black, result, fault: is_against_oneself.then_some(Reason::AgainstOneself) })
    }

    #[inline]
    fn tournament<R: GameRow>(&mut self, row: &R) -> Option<u32> {
        let key = row.tournament_id_key();
        if key.is_none() || key != self.last_key {
            let id = row.tournament_id();
            if self.listed.tournaments.get(self.last as usize).is_none_or(|last| &*last.id != id) {
                self.last = *self.listed.by_id.get(id)?;
            }
            self.last_key = key;
        }
        Some(self.last)
    }

    #[inline]
    fn result<R: GameRow>(&mut self, row: &R, mut report: impl FnMut(GameRowProblem<'_>)) -> GameResult {
        let key = row.result_key();
        if let Some(result) = key.and_then(|key| self.results.get(key)) {
            return result;
        }
        let word = row.result().trim();
        let Some(result) = GameResult::from_word(word) else {
            report(if word == "*" { GameRowProblem::Unfinished } else { GameRowProblem::ResultUnknown(word) });
            return GameResult::new(SideResult::Unknown, SideResult::Unknown);
        };
        match key {
            _ if result.is_asymmetric() => report(GameRowProblem::Asymmetric(word)),
            Some(key) => self.results.insert(key, result),
            None => {}
        }
        result
    }
}

fn player(id: Option<i64>) -> Option<PlayerRef> {
    id.and_then(|id| u32::try_from(id).ok()).and_then(PlayerRef::id)
}

/// A player without an id is a different one in every row.
fn without_id(line: u32, side: u32) -> PlayerRef {
    PlayerRef::without_id((line % (1 << 30)) * 2 + side)
}

/// Cache of results by key; holds only results without a problem, usually three.
#[derive(Default)]
struct ResultCache {
    entries: [Option<(TextKey, GameResult)>; 4],
    next: usize,
}

impl ResultCache {
    #[inline]
    fn get(&self, key: TextKey) -> Option<GameResult> {
        self.entries.iter().flatten().find(|(entries, _)| *entries == key).map(|(_, result)| *result)
    }

    fn insert(&mut self, key: TextKey, result: GameResult) {
        self.entries[self.next] = Some((key, result));
        self.next = (self.next + 1) % self.entries.len();
    }
}
