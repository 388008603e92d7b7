//! The games of all tables, row after row, as columns.

use super::ids::{self, Id};
use super::layout::Column;
use super::places::Places;
use super::time::moment;
use crate::row_diagnostics::RowDiagnostics;
use crate::search::Table;
use crate::{Online, codes};
use model::{Code, Control, Diagnostic, GameResult, Outcome, Place, PlayerRef, Reason, UtcMicros};
use std::cmp::Ordering;
use std::ops::Range;

/// Room for at least so many games is made at once.
const ROOM: usize = 1 << 12;
/// A field that is shown in a message is cut here.
const SHOWN: usize = 60;
/// So many columns that nothing reads are named.
const NAMED: usize = 10;

/// One row, its fields without blanks around them.
#[derive(Clone, Copy)]
pub(super) struct Row<'t> {
    /// The line in CSV, the number of the row in Parquet; both are counted from 1.
    pub(super) line: u32,
    pub(super) locate: Locate<'t>,
    pub(super) id: Id<'t>,
    pub(super) control: &'t str,
    pub(super) white: Option<i64>,
    pub(super) black: Option<i64>,
    pub(super) result: &'t str,
    pub(super) ended_at: Time<'t>,
    pub(super) disconnected: &'t str,
}

/// Finds a column of a row in its file, or the row as a whole: the place, and the line of text where there is one.
pub(super) type Locate<'t> = &'t dyn Fn(Option<Column>) -> (Place, String);

/// When a game ended, as a table holds it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Time<'t> {
    At(UtcMicros),
    Text(&'t str),
}

/// Everything that is read so far.
pub(super) struct Gathering<'s> {
    /// The control of the run; every control where there is none.
    control: Option<Control>,
    window: &'s Range<UtcMicros>,
    pub(super) online: Online,
    /// Of each game, if those of all controls are read: each of them may number its games from 1.
    controls: Vec<Option<Control>>,
    places: Places,
    /// The diagnostics of each file.
    files: Vec<RowDiagnostics>,
}

impl<'s> Gathering<'s> {
    pub(super) fn new(control: Option<Control>, window: &'s Range<UtcMicros>) -> Self {
        Self { control, window, online: Online::default(), controls: Vec::new(), places: Places::default(), files: Vec::new() }
    }

    /// What comes now stands in this table.
    pub(super) fn begin(&mut self, table: &Table) {
        self.places.begin_file(self.count());
        self.files.push(RowDiagnostics::new(table));
    }

    fn count(&self) -> u32 {
        u32::try_from(self.online.games.len()).expect("more are not taken")
    }

    /// The diagnostics of the table that is being read.
    pub(super) fn diagnostics(&mut self) -> &mut RowDiagnostics {
        self.files.last_mut().expect("a table is begun before it is read")
    }

    /// Says which columns nothing reads: one of them may be a column that is written wrongly.
    pub(super) fn warn_of_columns(&mut self, unknown: &[String], line: u32) {
        let names: Vec<String> = unknown.iter().filter(|name| !name.is_empty()).take(NAMED).map(|name| quoted(name)).collect();
        if !names.is_empty() {
            let more = if unknown.len() > NAMED { " and others" } else { "" };
            let message = format!("nothing reads the columns {}{more}", names.join(", "));
            let columns = Column::ALL.map(Column::name).join(", ");
            let added = self.diagnostics().add_to_file(&codes::TABLE_COLUMN_UNKNOWN, Place::line(line), message);
            added.hint(format!("the columns are {columns}"));
        }
    }

    /// Counts a row that cannot be used, and reports why.
    pub(super) fn unusable(
        &mut self,
        locate: Locate<'_>,
        column: Option<Column>,
        code: &'static Code,
        message: impl FnOnce() -> String,
        hint: &str,
    ) {
        self.online.unusable += 1;
        self.report(locate, column, code, message, hint);
    }

    /// Adds a diagnostic of one column of a row, or of the row as a whole. It is located only where it is kept.
    fn report(&mut self, locate: Locate<'_>, column: Option<Column>, code: &'static Code, message: impl FnOnce() -> String, hint: &str) {
        let diagnostics = self.diagnostics();
        let (place, source) = if diagnostics.keeps(code) { locate(column) } else { Default::default() };
        diagnostics.add(code, place, message).hint(hint).source(&source);
    }

    /// Takes a row, or counts it with those of its kind.
    ///
    /// # Errors
    /// When there are more games than can be numbered.
    pub(super) fn add(&mut self, row: &Row<'_>) -> Result<(), String> {
        let control = match row.control {
            "" => self.control,
            word => match word.parse::<Control>() {
                Ok(control) => Some(control),
                Err(_) => {
                    let message = || format!("{} is no control; the game is left out", quoted(word));
                    let hint = "standard, rapid, blitz or bullet; blank for the run's own";
                    self.unusable(row.locate, Some(Column::Control), &codes::ONLINE_CONTROL_UNKNOWN, message, hint);
                    return Ok(());
                }
            },
        };
        if self.control.is_some() && control != self.control {
            self.online.other_controls += 1;
            return Ok(());
        }
        let Some(ended_at) = self.ended_at(row) else { return Ok(()) };
        if ended_at < self.window.start {
            self.online.earlier += 1;
        } else if ended_at >= self.window.end {
            self.online.later += 1;
        } else if row.id.is_missing() {
            let message = || "the game has no game_id; it is left out".to_owned();
            let hint = "give every game an id of its own";
            self.unusable(row.locate, Some(Column::GameId), &codes::ONLINE_NO_GAME_ID, message, hint);
        } else {
            self.make_room()?;
            if self.control.is_none() {
                self.controls.push(control);
            }
            self.places.add(self.count(), row.line);
            self.push(row, ended_at);
        }
        Ok(())
    }

    fn ended_at(&mut self, row: &Row<'_>) -> Option<UtcMicros> {
        let (ended_at, shown) = match row.ended_at {
            Time::At(micros) => (Some(micros).filter(|micros| super::time::every_moment().contains(micros)), None),
            Time::Text(text) => (moment(text), Some(text)),
        };
        if ended_at.is_none() {
            let message = || match shown {
                Some("") => "the game does not tell when it ended; it is left out".to_owned(),
                Some(text) => format!("{} is no time in UTC; the game is left out", quoted(text)),
                None => "the time lies beyond every calendar; the game is left out".to_owned(),
            };
            let hint = "write it in UTC, as 2013-11-05T18:30:00Z";
            self.unusable(row.locate, Some(Column::EndedAt), &codes::ONLINE_TIME_UNREADABLE, message, hint);
        }
        ended_at
    }

    fn push(&mut self, row: &Row<'_>, ended_at: UtcMicros) {
        let white = self.player(row, Column::White, row.white);
        let black = self.player(row, Column::Black, row.black);
        let (result, is_disconnected) = self.result(row);
        let fault = if white == 0 || black == 0 {
            Some(Reason::NoUsableId)
        } else if white == black {
            let message = || format!("{white} plays against himself or herself");
            let hint = "correct white or black; the game does not count";
            self.report(row.locate, Some(Column::White), &codes::BUNDLE_AGAINST_ONESELF, message, hint);
            Some(Reason::AgainstOneself)
        } else if result.white == Outcome::Unknown {
            Some(Reason::ResultUnknown)
        } else {
            (!result.is_played()).then_some(Reason::Unplayed)
        };
        let games = &mut self.online.games;
        ids::push(&mut games.ids, row.id);
        games.ended_at.push(ended_at);
        games.white.push(white);
        games.black.push(black);
        games.result.push(result);
        games.disconnected.push(is_disconnected);
        games.fault.push(fault);
    }

    /// The FIDE id; 0 for what is none.
    fn player(&mut self, row: &Row<'_>, side: Column, id: Option<i64>) -> u32 {
        let id = id.and_then(|id| u32::try_from(id).ok()).filter(|&id| PlayerRef::id(id).is_some());
        id.unwrap_or_else(|| {
            let message = || format!("{} has no usable id; the game does not count", side.name());
            self.report(row.locate, Some(side), &codes::ONLINE_PLAYER_WITHOUT_ID, message, "fill in the player's FIDE id");
            0
        })
    }

    /// What counts, and whether a disconnection made it: who loses the connection loses the game, whatever else is told (D33).
    fn result(&mut self, row: &Row<'_>) -> (GameResult, bool) {
        let unknown = GameResult::new(Outcome::Unknown, Outcome::Unknown);
        match row.disconnected {
            "" => {}
            "white" => return (GameResult::new(Outcome::Loss, Outcome::Win), true),
            "black" => return (GameResult::new(Outcome::Win, Outcome::Loss), true),
            word => {
                let message = || format!("{} is neither white nor black; who lost is not known", quoted(word));
                let hint = "white, black, or blank if nobody was";
                self.report(row.locate, Some(Column::Disconnected), &codes::ONLINE_DISCONNECTED_UNKNOWN, message, hint);
                return (unknown, false);
            }
        }
        let Some(result) = GameResult::from_word(row.result) else {
            let message = || format!("{} is no result", quoted(row.result));
            self.report(row.locate, Some(Column::Result), &codes::BUNDLE_RESULT_UNKNOWN, message, GameResult::WORDS_HINT);
            return (unknown, false);
        };
        if result.is_asymmetric() {
            let message = || format!("the result is {}", row.result);
            let hint = "nothing to do if both players were scored so";
            self.report(row.locate, Some(Column::Result), &codes::BUNDLE_ASYMMETRIC, message, hint);
        }
        (result, false)
    }

    /// Makes room for one more game. A vector left to itself would take up to twice what it needs.
    fn make_room(&mut self) -> Result<(), String> {
        let games = &mut self.online.games;
        if games.ended_at.len() < games.ended_at.capacity() {
            return Ok(());
        }
        if u32::try_from(games.len() + 1).is_err() {
            return Err("there are more games than can be numbered".to_owned());
        }
        let more = (games.len() / 8).max(ROOM);
        ids::make_room(&mut games.ids, more);
        games.ended_at.reserve_exact(more);
        games.white.reserve_exact(more);
        games.black.reserve_exact(more);
        games.result.reserve_exact(more);
        games.disconnected.reserve_exact(more);
        games.fault.reserve_exact(more);
        Ok(())
    }

    /// The order of ids, those of each control for themselves.
    pub(super) fn by_id(&self, a: u32, b: u32) -> Ordering {
        let (a, b) = (a as usize, b as usize);
        self.controls.get(a).cmp(&self.controls.get(b)).then_with(|| self.online.games.ids.compare(a, b))
    }

    /// Whether two games of one id are the same in everything else too.
    pub(super) fn tells_the_same(&self, a: u32, b: u32) -> bool {
        let games = &self.online.games;
        let (a, b) = (a as usize, b as usize);
        games.ended_at[a] == games.ended_at[b]
            && (games.white[a], games.black[a]) == (games.white[b], games.black[b])
            && (games.result[a], games.disconnected[a]) == (games.result[b], games.disconnected[b])
    }

    /// `games.csv:12`
    pub(super) fn place_in_words(&self, game: u32) -> String {
        let (file, line) = self.places.of(game);
        format!("{}:{line}", self.files[file].file())
    }

    pub(super) fn id_in_words(&self, game: u32) -> String {
        quoted(&self.online.games.ids.text(game as usize))
    }

    /// Adds a problem of a game that is read already.
    pub(super) fn tell(&mut self, game: u32, code: &'static Code, message: impl FnOnce() -> String, hint: &str) {
        let (file, line) = self.places.of(game);
        self.files[file].add(code, Place::line(line), message).hint(hint);
    }

    /// The games, in columns no larger than they need to be, and what is wrong with them.
    pub(super) fn finish(self) -> (Online, Vec<Diagnostic>) {
        let mut online = self.online;
        let games = &mut online.games;
        ids::shrink(&mut games.ids);
        games.ended_at.shrink_to_fit();
        games.white.shrink_to_fit();
        games.black.shrink_to_fit();
        games.result.shrink_to_fit();
        games.disconnected.shrink_to_fit();
        games.fault.shrink_to_fit();
        (online, self.files.into_iter().flat_map(RowDiagnostics::finish).collect())
    }
}

/// A field between quotes, cut where it is too long for a message.
fn quoted(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("'{}...'", text[..end].escape_debug()),
        None => format!("'{}'", text.escape_debug()),
    }
}
