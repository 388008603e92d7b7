//! Collects the online games of all tables into columns, row by row, and counts the rows that are left out.

use super::end_time::parse_utc;
use super::ids::{self, RawGameId};
use super::layout::OnlineColumn;
use super::source_lines::SourceLines;
use crate::row_diagnostics::RowDiagnostics;
use crate::search::TableFile;
use crate::{OnlineSubmissions, codes};
use model::{Code, Control, Diagnostic, GameResult, Place, PlayerRef, Reason, SideResult, UtcMicros};
use std::cmp::Ordering;
use std::ops::Range;

/// The least number of games for which memory is reserved at a time.
const MIN_RESERVED: usize = 1 << 12;
/// The number of characters of a field that a message quotes.
const LONGEST_QUOTE: usize = 60;
/// The number of unknown columns that a message names.
const MOST_NAMED_COLUMNS: usize = 10;

/// One row; its fields have no surrounding blanks.
#[derive(Clone, Copy)]
pub(super) struct OnlineRow<'t> {
    /// The line in CSV, the row number in Parquet; both count from 1.
    pub(super) line: u32,
    pub(super) locate: Locate<'t>,
    pub(super) id: RawGameId<'t>,
    pub(super) control: &'t str,
    pub(super) white: Option<i64>,
    pub(super) black: Option<i64>,
    pub(super) result: &'t str,
    pub(super) ended_at: EndTime<'t>,
    pub(super) disconnected: &'t str,
}

/// Returns the place of a column, or of the whole row for `None`, and the text of the line where there is one.
pub(super) type Locate<'t> = &'t dyn Fn(Option<OnlineColumn>) -> (Place, String);

/// The end time of a game, as the table stores it.
#[derive(Clone, Copy, Debug)]
pub(super) enum EndTime<'t> {
    Micros(UtcMicros),
    Text(&'t str),
}

/// The games, counts and diagnostics of the tables read so far.
pub(super) struct OnlineCollector<'s> {
    /// The control that is read; every control if `None`.
    control: Option<Control>,
    window: &'s Range<UtcMicros>,
    pub(super) online: OnlineSubmissions,
    /// The control of each game; used only if all controls are read, because each control may number its games from 1.
    controls: Vec<Option<Control>>,
    source_lines: SourceLines,
    /// The diagnostics of each file.
    files: Vec<RowDiagnostics>,
}

impl<'s> OnlineCollector<'s> {
    pub(super) fn new(control: Option<Control>, window: &'s Range<UtcMicros>) -> Self {
        Self {
            control,
            window,
            online: OnlineSubmissions::default(),
            controls: Vec::new(),
            source_lines: SourceLines::default(),
            files: Vec::new(),
        }
    }

    /// Begins a table: rows added from now on belong to it.
    pub(super) fn begin_table(&mut self, table: &TableFile) {
        self.source_lines.begin_file(self.count());
        self.files.push(RowDiagnostics::new(table));
    }

    fn count(&self) -> u32 {
        u32::try_from(self.online.games.len()).expect("more are not taken")
    }

    /// The diagnostics of the current table.
    pub(super) fn diagnostics(&mut self) -> &mut RowDiagnostics {
        self.files.last_mut().expect("a table is begun before it is read")
    }

    /// Warns of unknown columns: one of them may be a misspelt column.
    pub(super) fn warn_of_unknown_columns(&mut self, unknown: &[String], line: u32) {
        let names: Vec<String> = unknown.iter().filter(|name| !name.is_empty()).take(MOST_NAMED_COLUMNS).map(|name| quoted(name)).collect();
        if !names.is_empty() {
            let more = if unknown.len() > MOST_NAMED_COLUMNS { " and others" } else { "" };
            let message = format!("nothing reads the columns {}{more}", names.join(", "));
            let columns = OnlineColumn::ALL.map(OnlineColumn::name).join(", ");
            let added = self.diagnostics().add_to_file(&codes::TABLE_COLUMN_UNKNOWN, Place::line(line), message);
            added.hint(format!("the columns are {columns}"));
        }
    }

    /// Counts a row that cannot be used, and adds a diagnostic.
    pub(super) fn report_unusable(
        &mut self,
        locate: Locate<'_>,
        column: Option<OnlineColumn>,
        code: &'static Code,
        message: impl FnOnce() -> String,
        hint: &str,
    ) {
        self.online.unusable += 1;
        self.add_diagnostic(locate, column, code, message, hint);
    }

    /// Adds a diagnostic of a column or of the whole row. The place is looked up only if the diagnostic is kept.
    fn add_diagnostic(
        &mut self,
        locate: Locate<'_>,
        column: Option<OnlineColumn>,
        code: &'static Code,
        message: impl FnOnce() -> String,
        hint: &str,
    ) {
        let diagnostics = self.diagnostics();
        let (place, source) = if diagnostics.keeps(code) { locate(column) } else { Default::default() };
        diagnostics.add(code, place, message).hint(hint).source(&source);
    }

    /// Adds the game of a row, or counts the row as left out.
    ///
    /// # Errors
    /// When there are more games than can be numbered.
    pub(super) fn add(&mut self, row: &OnlineRow<'_>) -> Result<(), String> {
        let control = match row.control {
            "" => self.control,
            word => match word.parse::<Control>() {
                Ok(control) => Some(control),
                Err(_) => {
                    let message = || format!("{} is no control; the game is left out", quoted(word));
                    let hint = "standard, rapid, blitz or bullet; blank for the run's own";
                    self.report_unusable(row.locate, Some(OnlineColumn::Control), &codes::ONLINE_CONTROL_UNKNOWN, message, hint);
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
            self.report_unusable(row.locate, Some(OnlineColumn::GameId), &codes::ONLINE_NO_GAME_ID, message, hint);
        } else {
            self.reserve()?;
            if self.control.is_none() {
                self.controls.push(control);
            }
            self.source_lines.add(self.count(), row.line);
            self.push(row, ended_at);
        }
        Ok(())
    }

    fn ended_at(&mut self, row: &OnlineRow<'_>) -> Option<UtcMicros> {
        let (ended_at, display_name) = match row.ended_at {
            EndTime::Micros(micros) => (Some(micros).filter(|micros| super::end_time::all_times().contains(micros)), None),
            EndTime::Text(text) => (parse_utc(text), Some(text)),
        };
        if ended_at.is_none() {
            let message = || match display_name {
                Some("") => "the game does not tell when it ended; it is left out".to_owned(),
                Some(text) => format!("{} is no time in UTC; the game is left out", quoted(text)),
                None => "the time lies beyond every calendar; the game is left out".to_owned(),
            };
            let hint = "write it in UTC, as 2013-11-05T18:30:00Z";
            self.report_unusable(row.locate, Some(OnlineColumn::EndedAt), &codes::ONLINE_TIME_UNREADABLE, message, hint);
        }
        ended_at
    }

    fn push(&mut self, row: &OnlineRow<'_>, ended_at: UtcMicros) {
        let white = self.player(row, OnlineColumn::White, row.white);
        let black = self.player(row, OnlineColumn::Black, row.black);
        let (result, is_disconnected) = self.result(row);
        let fault = if white == 0 || black == 0 {
            Some(Reason::NoUsableId)
        } else if white == black {
            let message = || format!("{white} plays against himself or herself");
            let hint = "correct white or black; the game does not count";
            self.add_diagnostic(row.locate, Some(OnlineColumn::White), &codes::BUNDLE_AGAINST_ONESELF, message, hint);
            Some(Reason::AgainstOneself)
        } else if result.white == SideResult::Unknown {
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

    /// The FIDE id of a player; 0 if it is unusable.
    fn player(&mut self, row: &OnlineRow<'_>, side: OnlineColumn, id: Option<i64>) -> u32 {
        let id = id.and_then(|id| u32::try_from(id).ok()).filter(|&id| PlayerRef::id(id).is_some());
        id.unwrap_or_else(|| {
            let message = || format!("{} has no usable id; the game does not count", side.name());
            self.add_diagnostic(row.locate, Some(side), &codes::ONLINE_PLAYER_WITHOUT_ID, message, "fill in the player's FIDE id");
            0
        })
    }

    /// The result that counts, and whether a disconnection decided it: the player who loses the connection loses the game (D33).
    fn result(&mut self, row: &OnlineRow<'_>) -> (GameResult, bool) {
        let unknown = GameResult::new(SideResult::Unknown, SideResult::Unknown);
        match row.disconnected {
            "" => {}
            "white" => return (GameResult::new(SideResult::Loss, SideResult::Win), true),
            "black" => return (GameResult::new(SideResult::Win, SideResult::Loss), true),
            word => {
                let message = || format!("{} is neither white nor black; who lost is not known", quoted(word));
                let hint = "white, black, or blank if nobody was";
                self.add_diagnostic(row.locate, Some(OnlineColumn::Disconnected), &codes::ONLINE_DISCONNECTED_UNKNOWN, message, hint);
                return (unknown, false);
            }
        }
        let Some(result) = GameResult::from_word(row.result) else {
            let message = || format!("{} is no result", quoted(row.result));
            self.add_diagnostic(row.locate, Some(OnlineColumn::Result), &codes::BUNDLE_RESULT_UNKNOWN, message, GameResult::WORDS_HINT);
            return (unknown, false);
        };
        if result.is_asymmetric() {
            let message = || format!("the result is {}", row.result);
            let hint = "nothing to do if both players were scored so";
            self.add_diagnostic(row.locate, Some(OnlineColumn::Result), &codes::BUNDLE_ASYMMETRIC, message, hint);
        }
        (result, false)
    }

    /// Reserves memory for one more game. Growing by an eighth wastes less than doubling.
    fn reserve(&mut self) -> Result<(), String> {
        let games = &mut self.online.games;
        if games.ended_at.len() < games.ended_at.capacity() {
            return Ok(());
        }
        if u32::try_from(games.len() + 1).is_err() {
            return Err("there are more games than can be numbered".to_owned());
        }
        let more = (games.len() / 8).max(MIN_RESERVED);
        ids::reserve(&mut games.ids, more);
        games.ended_at.reserve_exact(more);
        games.white.reserve_exact(more);
        games.black.reserve_exact(more);
        games.result.reserve_exact(more);
        games.disconnected.reserve_exact(more);
        games.fault.reserve_exact(more);
        Ok(())
    }

    /// Orders games by control, then by id.
    pub(super) fn compare_ids(&self, a: u32, b: u32) -> Ordering {
        let (a, b) = (a as usize, b as usize);
        self.controls.get(a).cmp(&self.controls.get(b)).then_with(|| self.online.games.ids.compare(a, b))
    }

    /// Whether two rows of one id agree in all other columns.
    pub(super) fn has_same_content(&self, a: u32, b: u32) -> bool {
        let games = &self.online.games;
        let (a, b) = (a as usize, b as usize);
        games.ended_at[a] == games.ended_at[b]
            && (games.white[a], games.black[a]) == (games.white[b], games.black[b])
            && (games.result[a], games.disconnected[a]) == (games.result[b], games.disconnected[b])
    }

    /// The place of a game as text, such as `games.csv:12`.
    pub(super) fn place_text(&self, game: u32) -> String {
        let (file, line) = self.source_lines.locate_game(game);
        format!("{}:{line}", self.files[file].file())
    }

    pub(super) fn quoted_id(&self, game: u32) -> String {
        quoted(&self.online.games.ids.text(game as usize))
    }

    /// Adds a diagnostic of a game that is already collected.
    pub(super) fn report_game(&mut self, game: u32, code: &'static Code, message: impl FnOnce() -> String, hint: &str) {
        let (file, line) = self.source_lines.locate_game(game);
        self.files[file].add(code, Place::line(line), message).hint(hint);
    }

    /// Returns the games, without unused capacity, and all diagnostics.
    pub(super) fn finish(self) -> (OnlineSubmissions, Vec<Diagnostic>) {
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

/// Quotes a field, cut if it is too long for a message.
fn quoted(text: &str) -> String {
    match text.char_indices().nth(LONGEST_QUOTE) {
        Some((end, _)) => format!("'{}...'", text[..end].escape_debug()),
        None => format!("'{}'", text.escape_debug()),
    }
}
