//! Parses corrections from the rows of a table.

use super::{Correction, CorrectionKind};
use crate::codes;
use ingest::input_table::{FileProblem, decode_table, file_extension, find_file_below, read_header, without_dots};
use model::{Code, Date, Diagnostic, DiagnosticCollector, GameResult, Place, PlayerRef};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use strum::VariantNames;
use tables::{CsvPosition, CsvTable, DateProblem};

const COLUMNS: &[&str] = CorrectionColumn::VARIANTS;

#[derive(Clone, Copy, PartialEq, Eq, strum::Display, VariantNames)]
#[strum(serialize_all = "snake_case")]
enum CorrectionColumn {
    #[strum(to_string = "correction_id")]
    Id,
    Received,
    By,
    Reason,
    #[strum(to_string = "tournament_id")]
    Tournament,
    Round,
    White,
    Black,
    Field,
    Old,
    New,
}

const KINDS: &str = "result, withdrawn, report, player, merge, correction";
/// The longest field, in characters. A longer one comes from a quote that is not closed.
const LONGEST_FIELD: usize = 2000;
const LONGEST_ID: usize = 64;
const LAST_ROUND: u16 = 999;
/// The number of characters of a wrong value that a message quotes.
const LONGEST_QUOTE: usize = 60;
/// The longest line that a diagnostic quotes.
const LONGEST_SOURCE: usize = 4000;

/// Whether a CSV file is a table of corrections, by its header.
pub(crate) fn is_corrections_file(path: &Path) -> bool {
    if file_extension(path) != "csv" {
        return false;
    }
    let header = read_header(path);
    header.is_ok_and(|header| header.iter().any(|name| name.trim_ascii() == COLUMNS[0].as_bytes()))
}

/// What one table has: the rows that can be read, and what is wrong with the others.
pub(super) struct ReadCorrections {
    pub(super) rows: Vec<Correction>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The ids of rows that cannot be read, as far as they have one.
    pub(super) left_out_ids: Vec<String>,
}

/// Reads one table. Newer reports are looked up in `folder`.
///
/// # Errors
/// When the table as a whole cannot be read.
pub(super) fn read(bytes: &[u8], file: &Arc<str>, folder: &Path) -> Result<ReadCorrections, String> {
    let (text, encoding) = decode_table(bytes)?;
    let table = CsvTable::new(text)?;
    let layout = layout(&table)?;
    let mut problems = DiagnosticCollector::new(file);
    if let Some(encoding) = encoding {
        problems.add(&codes::CORRECTIONS_NOT_UTF8, Place::default(), format!("not UTF-8; read as {encoding}"));
    }
    let (mut rows, mut left_out_ids) = (Vec::new(), Vec::new());
    table.visit(|fields, position| {
        let id = fields.get(layout[CorrectionColumn::Id as usize]).unwrap_or("").trim();
        if fields.len() != table.header().len() {
            left_out_ids.push(id.to_owned());
            // The fields cannot be assigned to columns, so the row is not parsed further.
            let message = format!("the row has {} fields, the header {}", fields.len(), table.header().len());
            let added = problems.add(&codes::CORRECTION_MALFORMED, Place::line(position.line), message);
            added.hint("put a field that holds a comma between quotes").source(table.source(position));
            return;
        }
        let mut row = CorrectionRowParser { table: &table, layout, position, fields, folder, problems: &mut problems, is_valid: true };
        match row.correction(file) {
            Some(correction) => rows.push(correction),
            None => left_out_ids.push(id.to_owned()),
        }
    });
    Ok(ReadCorrections { rows, diagnostics: problems.finish(), left_out_ids })
}

/// The index of the field that holds each column.
fn layout(table: &CsvTable<'_>) -> Result<[usize; COLUMNS.len()], String> {
    let all = COLUMNS.join(",");
    let mut layout = [0; COLUMNS.len()];
    for (field, name) in layout.iter_mut().zip(COLUMNS) {
        let mut fields = (0..table.header().len()).filter(|&at| table.header()[at].trim() == *name);
        *field = fields.next().ok_or_else(|| format!("it has no column {name}; the columns are {all}"))?;
        if fields.next().is_some() {
            return Err(format!("the column {name} is there twice"));
        }
    }
    if let Some(unknown) = table.header().iter().find(|name| !COLUMNS.contains(&name.trim())) {
        return Err(format!("nothing reads the column {}; the columns are {all}", quoted(unknown)));
    }
    Ok(layout)
}

fn quoted(text: &str) -> String {
    let mut cut: String = text.chars().take(LONGEST_QUOTE).flat_map(char::escape_debug).collect();
    if text.chars().nth(LONGEST_QUOTE).is_some() {
        cut.push_str("...");
    }
    format!("'{cut}'")
}

/// Parses one row and collects its problems.
struct CorrectionRowParser<'a> {
    table: &'a CsvTable<'a>,
    layout: [usize; COLUMNS.len()],
    position: CsvPosition,
    fields: &'a csv::StringRecord,
    folder: &'a Path,
    problems: &'a mut DiagnosticCollector,
    is_valid: bool,
}

impl<'a> CorrectionRowParser<'a> {
    fn text(&self, column: CorrectionColumn) -> &'a str {
        self.fields.get(self.layout[column as usize]).unwrap_or("").trim()
    }

    fn place(&self, column: CorrectionColumn) -> Place {
        self.table.place(self.position, self.layout[column as usize])
    }

    fn add_problem(&mut self, code: &'static Code, column: CorrectionColumn, message: impl Display, hint: &str) {
        let place = self.place(column);
        let message = format!("{}: {message}", COLUMNS[column as usize]);
        self.problems.add(code, place, message).hint(hint).source(self.table.source(self.position));
        self.is_valid = false;
    }

    fn unreadable(&mut self, column: CorrectionColumn, wanted: &str, hint: &str) {
        let text = self.text(column);
        let message = if text.is_empty() { format!("{wanted} is wanted") } else { format!("{} is not {wanted}", quoted(text)) };
        self.add_problem(&codes::CORRECTION_VALUE, column, message, hint);
    }

    fn correction(&mut self, file: &Arc<str>) -> Option<Correction> {
        self.is_plain_text().then_some(())?;
        let id = self.id();
        let received = self.received();
        let (by, reason) = (self.required_text(CorrectionColumn::By), self.required_text(CorrectionColumn::Reason));
        let kind = self.kind();
        let (received, kind) = (received?, kind?);
        let source = self.table.source(self.position);
        self.is_valid.then(|| Correction {
            id: id.to_owned(),
            received,
            by: by.to_owned(),
            reason: reason.to_owned(),
            kind,
            file: Arc::clone(file),
            line: self.position.line,
            sha256: self.hash(),
            id_place: self.place(CorrectionColumn::Id),
            old_place: self.place(CorrectionColumn::Old),
            source: if source.len() <= LONGEST_SOURCE { source.into() } else { Box::default() },
        })
    }

    /// Whether every field is one line of a readable length, because people review the rows.
    fn is_plain_text(&mut self) -> bool {
        use CorrectionColumn::{Black, By, Field, Id, New, Old, Reason, Received, Round, Tournament, White};
        for column in [Id, Received, By, Reason, Tournament, Round, White, Black, Field, Old, New] {
            let text = self.text(column);
            if text.chars().any(char::is_control) {
                self.add_problem(
                    &codes::CORRECTION_VALUE,
                    column,
                    format!("{} is not one line of plain text", quoted(text)),
                    "write it in one line",
                );
            } else if text.chars().count() > LONGEST_FIELD {
                let message = format!("{} is longer than {LONGEST_FIELD} characters", quoted(text));
                self.add_problem(&codes::CORRECTION_VALUE, column, message, "look for a quote that is not closed; shorten the text");
            }
        }
        self.is_valid
    }

    /// Parses the id. Ids occur in manifests, tables and messages, so they consist of few plain characters.
    fn id(&mut self) -> &'a str {
        let text = self.text(CorrectionColumn::Id);
        let is_id = text.len() <= LONGEST_ID
            && text.starts_with(|c: char| c.is_ascii_alphanumeric())
            && text.chars().all(|c| c.is_ascii_alphanumeric() || "-_./:#".contains(c));
        if !is_id {
            self.unreadable(
                CorrectionColumn::Id,
                "an id of a correction",
                "letters and digits, and - _ . / : # between them, as C-2024-017",
            );
        }
        text
    }

    fn received(&mut self) -> Option<Date> {
        let received = self.table.date(self.text(CorrectionColumn::Received));
        if let Err(problem) = received {
            let wanted = if problem == DateProblem::Ambiguous { "a date with one reading" } else { "a date" };
            self.unreadable(CorrectionColumn::Received, wanted, problem.hint());
        }
        received.ok()
    }

    /// Text that people read. A formula is refused, because a spreadsheet would display something else.
    fn required_text(&mut self, column: CorrectionColumn) -> &'a str {
        let text = self.text(column);
        if text.is_empty() {
            self.add_problem(&codes::CORRECTION_VALUE, column, "it is empty", "every correction says who ordered it and why");
        } else if text.starts_with(['=', '+', '-', '@']) {
            let message = format!("{} would be a formula in a spreadsheet", quoted(text));
            self.add_problem(&codes::CORRECTION_VALUE, column, message, "begin with a word");
        }
        text
    }

    fn kind(&mut self) -> Option<CorrectionKind> {
        use CorrectionColumn::{Black, Field, New, Old, Round, Tournament, White};
        let kind = self.text(Field);
        let unused: &[CorrectionColumn] = match kind {
            "result" => &[],
            "withdrawn" | "report" | "player" => &[Round, White, Black],
            "merge" | "correction" => &[Tournament, Round, White, Black],
            _ => {
                self.unreadable(Field, "a kind of correction", &format!("one of {KINDS}"));
                return None;
            }
        };
        for &column in unused {
            let text = self.text(column);
            if !text.is_empty() {
                let message = format!("{} is not used in a row of the kind {kind}", quoted(text));
                self.add_problem(&codes::CORRECTION_FIELD_UNUSED, column, message, "leave the field empty");
            }
        }
        if self.text(Old) == self.text(New) {
            self.add_problem(&codes::CORRECTION_VALUE, New, "it is the same as old", "old is what is there, new what should be");
        }
        match kind {
            "result" => self.result(),
            "withdrawn" => {
                let tournament_id = self.tournament();
                self.expect_word(Old, "false", "old is false and new is true");
                self.expect_word(New, "true", "old is false and new is true");
                Some(CorrectionKind::Withdrawn { tournament_id: tournament_id? })
            }
            "report" => {
                let (tournament_id, new) = (self.tournament(), self.newer_file());
                Some(CorrectionKind::Report { tournament_id: tournament_id?, old: self.text(Old).to_owned(), new: new? })
            }
            "player" => {
                let (tournament_id, old, new) = (self.tournament(), self.entry(Old), self.player(New));
                Some(CorrectionKind::Player { tournament_id: tournament_id?, old: old?, new: new? })
            }
            "merge" => {
                let (old, new) = (self.player(Old), self.player(New));
                Some(CorrectionKind::Merge { old: old?, new: new? })
            }
            _ => {
                self.expect_word(New, "undone", "old is the id of the correction to be undone, new is undone");
                if self.text(Old).is_empty() {
                    self.unreadable(Old, "the id of a correction", "name the correction that is to be undone");
                }
                Some(CorrectionKind::Undo { correction_id: self.text(Old).to_owned() })
            }
        }
    }

    fn result(&mut self) -> Option<CorrectionKind> {
        use CorrectionColumn::{Black, New, Old, Round, White};
        let tournament_id = self.tournament();
        let round = self.number(Round).and_then(|round| u16::try_from(round).ok()).filter(|round| *round <= LAST_ROUND);
        if round.is_none() {
            self.unreadable(Round, "the number of a round", "rounds are numbered from 1; 0 is a game whose round is not known");
        }
        let (white, black) = (self.player(White), self.player(Black));
        if white.is_some() && white == black {
            self.add_problem(&codes::CORRECTION_VALUE, Black, "the same player as white", "name both players of the game");
        }
        let (old, new) = (self.game_result(Old, GameResult::from_word_or_pair), self.game_result(New, GameResult::from_word));
        Some(CorrectionKind::Result { tournament_id: tournament_id?, round: round?, white: white?, black: black?, old: old?, new: new? })
    }

    fn game_result(&mut self, column: CorrectionColumn, parse: impl Fn(&str) -> Option<GameResult>) -> Option<GameResult> {
        let result = parse(self.text(column));
        if result.is_none() {
            self.unreadable(column, "a result", "one of 1-0 0-1 1/2-1/2 +/- -/+ -/- 0-0 1/2-0 0-1/2, from white's side");
        }
        result
    }

    fn tournament(&mut self) -> Option<Arc<str>> {
        let text = self.text(CorrectionColumn::Tournament);
        if text.is_empty() {
            self.unreadable(CorrectionColumn::Tournament, "the id of a tournament", "name the tournament that is corrected");
        }
        (!text.is_empty()).then(|| text.into())
    }

    fn player(&mut self, column: CorrectionColumn) -> Option<u32> {
        let id = self.number(column).and_then(PlayerRef::id).and_then(PlayerRef::fide_id);
        if id.is_none() {
            self.unreadable(
                column,
                "a FIDE id",
                "the player's number, of at most nine digits; an entry without one is named in old, as #17",
            );
        }
        id
    }

    /// A player by FIDE id, or an entry without an id by its starting rank, as `#17`.
    fn entry(&mut self, column: CorrectionColumn) -> Option<PlayerRef> {
        let Some(rank) = self.text(column).strip_prefix('#') else { return self.player(column).and_then(PlayerRef::id) };
        let is_number = !rank.is_empty() && rank.bytes().all(|byte| byte.is_ascii_digit());
        let rank = rank.parse::<u16>().ok().filter(|&rank| is_number && rank > 0);
        if rank.is_none() {
            self.unreadable(column, "a starting rank", "the entry's number in columns 5 to 8 of its line, as #17");
        }
        rank.map(|rank| PlayerRef::without_id(rank.into()))
    }

    fn number(&self, column: CorrectionColumn) -> Option<u32> {
        let text = self.text(column);
        text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten()
    }

    fn expect_word(&mut self, column: CorrectionColumn, wanted: &str, hint: &str) {
        if self.text(column) != wanted {
            self.unreadable(column, wanted, hint);
        }
    }

    /// Checks the path of a newer report. A file below the folder of the corrections must exist. Whether another path is inside a submitted
    /// folder is known only when tournaments are read.
    fn newer_file(&mut self) -> Option<PathBuf> {
        let name = self.text(CorrectionColumn::New);
        let hint = "name a file relative to the corrections, in their folder or one that is handed in";
        if name.is_empty() || Path::new(name).is_absolute() {
            self.add_problem(&codes::CORRECTIONS_OUTSIDE, CorrectionColumn::New, format!("{} is not a relative path", quoted(name)), hint);
            return None;
        }
        let is_inside = without_dots(&self.folder.join(name)).starts_with(self.folder);
        if is_inside && let Err(problem) = find_file_below(name, self.folder) {
            let why = match problem {
                FileProblem::Missing => "there is no such file",
                FileProblem::Outside => "it leads out of the folder by a symbolic link",
            };
            self.add_problem(&codes::CORRECTIONS_OUTSIDE, CorrectionColumn::New, format!("{}: {why}", quoted(name)), hint);
            return None;
        }
        Some(PathBuf::from(name))
    }

    fn hash(&self) -> String {
        let mut text = String::new();
        for field in self.layout {
            text.push_str(self.fields.get(field).unwrap_or("").trim());
            text.push('\n');
        }
        store::sha256_hex(text.as_bytes())
    }
}
