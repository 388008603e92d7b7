//! One row of a bundle's games, of CSV and of Parquet alike: a game comes out, and what is wrong with it.

use super::tournaments::Listed;
use crate::codes;
use crate::work::Fate;
use model::{Code, GameResult, Outcome, PlayerRef, Reason};
use tables::TextKey;

const LAST_ROUND: i64 = 999;
/// The round of games that do not tell theirs. Two of them need not be of one round.
pub(super) const NO_ROUND: u16 = 0;

/// A column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameColumn {
    TournamentId,
    Round,
    White,
    Black,
    Result,
}

impl GameColumn {
    /// The names of all columns, in the order in which they are declared.
    pub(super) const NAMES: [&str; 5] = ["tournament_id", "round", "white", "black", "result"];

    pub(super) const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

/// The cells of one row. A cell may have a key, which is cheaper to compare than its text.
pub(super) trait Row {
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
    /// The line in CSV, the number of the row in Parquet; both are counted from 1.
    fn line(&self) -> u32;
}

/// The game of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RowGame {
    /// The place of the tournament in its table.
    pub(super) tournament: u32,
    pub(super) round: u16,
    pub(super) white: PlayerRef,
    pub(super) black: PlayerRef,
    pub(super) result: GameResult,
    pub(super) fault: Option<Reason>,
}

/// What is wrong or odd in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowProblem<'r> {
    /// The table of tournaments does not have the tournament that so many games name.
    TournamentUnknown {
        id: &'r str,
        games: u64,
    },
    RoundUnreadable,
    WhiteWithoutId,
    BlackWithoutId,
    ResultUnknown(&'r str),
    Asymmetric(&'r str),
    /// The id of whoever plays both sides.
    AgainstOneself(u32),
}

impl RowProblem<'_> {
    pub(super) const fn code(self) -> &'static Code {
        match self {
            Self::TournamentUnknown { .. } => &codes::GAME_OF_UNKNOWN_TOURNAMENT,
            Self::RoundUnreadable => &codes::BUNDLE_ROUND_UNREADABLE,
            Self::WhiteWithoutId | Self::BlackWithoutId => &codes::BUNDLE_PLAYER_WITHOUT_ID,
            Self::ResultUnknown(_) => &codes::BUNDLE_RESULT_UNKNOWN,
            Self::Asymmetric(_) => &codes::BUNDLE_ASYMMETRIC,
            Self::AgainstOneself(_) => &codes::BUNDLE_AGAINST_ONESELF,
        }
    }

    /// The column to point at.
    pub(super) const fn column(self) -> GameColumn {
        match self {
            Self::TournamentUnknown { .. } => GameColumn::TournamentId,
            Self::RoundUnreadable => GameColumn::Round,
            Self::WhiteWithoutId | Self::AgainstOneself(_) => GameColumn::White,
            Self::BlackWithoutId => GameColumn::Black,
            Self::ResultUnknown(_) | Self::Asymmetric(_) => GameColumn::Result,
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
            Self::Asymmetric(_) => "nothing to do if both players were scored so",
            Self::AgainstOneself(_) => "correct white or black; the game does not count",
        }
    }
}

/// Reads rows one after the other. The keys of all of them are those of one column.
pub(super) struct RowReader<'l> {
    listed: &'l Listed,
    /// The tournament of the row above: nearly always that of this row too.
    last: u32,
    /// The key of its id.
    last_key: Option<TextKey>,
    results: KnownResults,
}

impl<'l> RowReader<'l> {
    pub(super) fn new(listed: &'l Listed) -> Self {
        Self { listed, last: 0, last_key: None, results: KnownResults::default() }
    }

    /// Reads one row, and reports what is wrong in it. There is no game where the tournament is not read.
    #[inline]
    pub(super) fn read<R: Row>(&mut self, row: &R, mut report: impl FnMut(RowProblem<'_>)) -> Option<RowGame> {
        let Some(tournament) = self.tournament(row) else {
            report(RowProblem::TournamentUnknown { id: row.tournament_id(), games: 1 });
            return None;
        };
        if self.listed.fates[tournament as usize] != Fate::Read {
            return None;
        }
        let round = match row.round() {
            Some(round @ 1..=LAST_ROUND) => round as u16,
            _ => {
                report(RowProblem::RoundUnreadable);
                NO_ROUND
            }
        };
        let white = player(row.white()).unwrap_or_else(|| {
            report(RowProblem::WhiteWithoutId);
            without_id(row.line(), 0)
        });
        let black = player(row.black()).unwrap_or_else(|| {
            report(RowProblem::BlackWithoutId);
            without_id(row.line(), 1)
        });
        let result = self.result(row, &mut report);
        let is_against_oneself = white == black;
        if is_against_oneself {
            report(RowProblem::AgainstOneself(white.fide_id().unwrap_or(0)));
        }
        Some(RowGame { tournament, round, white, black, result, fault: is_against_oneself.then_some(Reason::AgainstOneself) })
    }

    #[inline]
    fn tournament<R: Row>(&mut self, row: &R) -> Option<u32> {
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
    fn result<R: Row>(&mut self, row: &R, mut report: impl FnMut(RowProblem<'_>)) -> GameResult {
        let key = row.result_key();
        if let Some(result) = key.and_then(|key| self.results.get(key)) {
            return result;
        }
        let word = row.result().trim();
        let Some(result) = GameResult::from_word(word) else {
            report(RowProblem::ResultUnknown(word));
            return GameResult::new(Outcome::Unknown, Outcome::Unknown);
        };
        match key {
            _ if result.is_asymmetric() => report(RowProblem::Asymmetric(word)),
            Some(key) => self.results.insert(key, result),
            None => {}
        }
        result
    }
}

fn player(id: Option<i64>) -> Option<PlayerRef> {
    id.and_then(|id| u32::try_from(id).ok()).and_then(PlayerRef::id)
}

/// A player without an id is somebody else in every row.
fn without_id(line: u32, side: u32) -> PlayerRef {
    PlayerRef::without_id((line % (1 << 30)) * 2 + side)
}

/// Results by their keys, of which nothing is to be reported. But for rare ones there are three.
#[derive(Default)]
struct KnownResults {
    known: [Option<(TextKey, GameResult)>; 4],
    next: usize,
}

impl KnownResults {
    #[inline]
    fn get(&self, key: TextKey) -> Option<GameResult> {
        self.known.iter().flatten().find(|(known, _)| *known == key).map(|(_, result)| *result)
    }

    fn insert(&mut self, key: TextKey, result: GameResult) {
        self.known[self.next] = Some((key, result));
        self.next = (self.next + 1) % self.known.len();
    }
}
