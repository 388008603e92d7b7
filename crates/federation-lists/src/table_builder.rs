//! From rows to columns: checks what stands in each cell, and names and counts what cannot be used.

use crate::cells::{Cell, Row};
use crate::codes;
use crate::dates::{Birth, birth_year};
use crate::titles::{is_arena, is_womens, joined, todays};
use model::{DiagnosticCollector, Place, PlayerRef, Rating};
use tables::{OutputColumn, PlayerText, Table, TableError};

/// More rows than any federation has players.
pub(crate) const MOST_ROWS: u64 = 20_000_000;
/// The lowest floor of any edition of the regulations.
const LOWEST_FLOOR: i16 = 1000;
const MOST_GAMES: i16 = 10_000;
const HIGHEST_K: i16 = 100;

/// What must be known of the file before its rows are read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Expected {
    /// The year of the list, for years of birth.
    pub(crate) year: Option<i32>,
    /// Whether the flag tells who is inactive at the control that is read.
    pub(crate) flag_is_for_control: bool,
    /// Whether only the flag tells women from men.
    pub(crate) sex_by_flag: bool,
}

/// How many texts a row has.
const TEXTS: usize = PlayerText::ALL.len();

/// Builds the table of a list row by row.
pub(crate) struct TableBuilder {
    pub(crate) diagnostics: DiagnosticCollector,
    expected: Expected,
    pub(crate) read: u64,
    pub(crate) unusable: u64,
    texts: TextBuffer,
    rows: Vec<BuiltRow>,
    other_titles: String,
}

/// What is kept of a row besides its texts.
struct BuiltRow {
    line: u32,
    id: u32,
    birth_year: Option<i16>,
    rating: Option<i16>,
    games: Option<i16>,
    k: Option<i16>,
    is_inactive: bool,
}

impl TableBuilder {
    pub(crate) fn new(diagnostics: DiagnosticCollector, expected: Expected) -> Self {
        Self { diagnostics, expected, read: 0, unusable: 0, texts: TextBuffer::default(), rows: Vec::new(), other_titles: String::new() }
    }

    /// Counts a row that cannot be used; the caller says why.
    pub(crate) fn leave_out(&mut self) {
        self.read += 1;
        self.unusable += 1;
    }

    pub(crate) fn add(&mut self, row: &Row<'_>) {
        let (Some(id), Some(rating)) = (self.id(row), self.rating(row)) else {
            self.leave_out();
            return;
        };
        self.read += 1;
        let (title, women_title) = self.titles(row);
        let (sex, is_inactive) = self.sex_and_activity(row);
        let federation = row.get(Cell::Federation);
        if federation.len() != 3 || !federation.bytes().all(|b| b.is_ascii_uppercase()) {
            let message = format!("federation: '{federation}' is not three capital letters");
            self.diagnostics.add(&codes::FEDERATION_ODD, row.place(Cell::Federation), message).source(row.source);
        }
        if row.get(Cell::Name).is_empty() {
            self.diagnostics.add(&codes::NAME_EMPTY, row.place(Cell::Name), format!("player {id} has no name"));
        }
        let arena = row.get(Cell::ArenaTitle);
        if !arena.is_empty() && !is_arena(arena) {
            self.unknown_title(row, Cell::ArenaTitle);
        }
        joined(row.get(Cell::OtherTitles), arena, &mut self.other_titles);
        let birth_year = self.birth_year(row);
        let (games, k) = (self.number(row, Cell::Games, MOST_GAMES), self.number(row, Cell::K, HIGHEST_K));
        self.texts.push([row.get(Cell::Name), title, women_title, self.other_titles.as_str(), federation, sex]);
        self.rows.push(BuiltRow { line: row.line, id, birth_year, rating, games, k: k.filter(|&k| k > 0), is_inactive });
    }

    fn id(&mut self, row: &Row<'_>) -> Option<u32> {
        let text = row.get(Cell::Id);
        let id = digits(text).and_then(|id| u32::try_from(id).ok()).filter(|&id| PlayerRef::id(id).is_some());
        if id.is_none() {
            let message = format!("'{text}' is not an id; the row is left out");
            let hint = "an id is a number of at most nine digits";
            self.diagnostics.add(&codes::ID_UNUSABLE, row.place(Cell::Id), message).hint(hint).source(row.source);
        }
        id
    }

    /// The rating, `Some(None)` for a player without one, `None` where the row cannot be used.
    fn rating(&mut self, row: &Row<'_>) -> Option<Option<i16>> {
        let text = row.get(Cell::Rating);
        if text.is_empty() {
            return Some(None);
        }
        match digits(text).and_then(|rating| i16::try_from(rating).ok()).filter(|&rating| rating <= Rating::HIGHEST.0) {
            Some(0) => Some(None),
            Some(rating) => {
                if rating < LOWEST_FLOOR {
                    let message = format!("a rating of {rating} is lower than any floor; it is kept");
                    self.diagnostics.add(&codes::RATING_LOW, row.place(Cell::Rating), message).source(row.source);
                }
                Some(Some(rating))
            }
            None => {
                let message = format!("'{text}' is not a rating from 0 to {}; the row is left out", Rating::HIGHEST.0);
                let hint = "a player without a rating has 0 or nothing here";
                self.diagnostics.add(&codes::RATING_UNUSABLE, row.place(Cell::Rating), message).hint(hint).source(row.source);
                None
            }
        }
    }

    /// The open title and the women's title. The federation repeats a women's title in the column of titles; a list holds it once.
    fn titles<'r>(&mut self, row: &'r Row<'_>) -> (&'r str, &'r str) {
        let (title, is_known) = todays(row.get(Cell::Title));
        let (women_title, women_known) = todays(row.get(Cell::WomenTitle));
        if !is_known {
            self.unknown_title(row, Cell::Title);
        }
        if !women_known {
            self.unknown_title(row, Cell::WomenTitle);
        }
        if !is_womens(title) {
            return (title, women_title);
        }
        if !women_title.is_empty() && women_title != title {
            let message = format!("{title} stands among the titles and {women_title} among the women's; {women_title} is taken");
            self.diagnostics.add(&codes::WOMEN_TITLES_DISAGREE, row.place(Cell::Title), message).source(row.source);
        }
        ("", if women_title.is_empty() { title } else { women_title })
    }

    fn unknown_title(&mut self, row: &Row<'_>, cell: Cell) {
        let message = format!("{}: '{}' is not known; it is kept", cell, row.get(cell));
        self.diagnostics.add(&codes::TITLE_UNKNOWN, row.place(cell), message).source(row.source);
    }

    fn sex_and_activity(&mut self, row: &Row<'_>) -> (&'static str, bool) {
        let (flag, sex) = (row.get(Cell::Flag), row.get(Cell::Sex));
        let has = |letter: u8| flag.bytes().any(|b| b.eq_ignore_ascii_case(&letter));
        if !flag.bytes().all(|b| matches!(b.to_ascii_lowercase(), b'i' | b'w')) {
            let message = format!("flag: '{flag}' holds other letters than i and w; they are left out");
            self.diagnostics.add(&codes::FLAG_ODD, row.place(Cell::Flag), message).source(row.source);
        }
        let by_flag = match (has(b'w'), self.expected.sex_by_flag) {
            (true, _) => "F",
            (false, true) => "M",
            (false, false) => "",
        };
        let sex = match sex {
            "M" | "m" if has(b'w') => {
                let message = "sex M and flag w; the column of the sex is followed";
                self.diagnostics.add(&codes::SEX_ODD, row.place(Cell::Sex), message).source(row.source);
                "M"
            }
            "M" | "m" => "M",
            "F" | "f" => "F",
            "" => by_flag,
            other => {
                let message = format!("sex: '{other}' is neither M nor F; it is taken as not known");
                self.diagnostics.add(&codes::SEX_ODD, row.place(Cell::Sex), message).source(row.source);
                by_flag
            }
        };
        (sex, has(b'i') && self.expected.flag_is_for_control)
    }

    fn birth_year(&mut self, row: &Row<'_>) -> Option<i16> {
        match birth_year(row.get(Cell::Birth), self.expected.year) {
            Birth::Year(year) => Some(year),
            Birth::NotKnown => None,
            Birth::Unreadable => {
                let message = format!("'{}' is not a year of birth; it is taken as not known", row.get(Cell::Birth));
                self.diagnostics.add(&codes::BIRTH_UNREADABLE, row.place(Cell::Birth), message).source(row.source);
                None
            }
        }
    }

    fn number(&mut self, row: &Row<'_>, cell: Cell, most: i16) -> Option<i16> {
        let text = row.get(cell);
        let number = digits(text).and_then(|number| i16::try_from(number).ok()).filter(|&number| number <= most);
        if number.is_none() && !text.is_empty() {
            let message = format!("{cell}: '{text}' is not a number from 0 to {most}; it is taken as not known");
            self.diagnostics.add(&codes::NUMBER_UNREADABLE, row.place(cell), message).source(row.source);
        }
        number
    }

    /// The table by id, each id once.
    pub(crate) fn finish(mut self) -> Result<(Table, DiagnosticCollector, Counts), TableError> {
        let table = self.table()?;
        // The table holds them now.
        self.texts = TextBuffer::default();
        let table = self.by_id(table)?;
        Ok((table, self.diagnostics, Counts { read: self.read, unusable: self.unusable }))
    }

    fn table(&self) -> Result<Table, TableError> {
        let rows = &self.rows;
        let number = |name: &str, of: fn(&BuiltRow) -> Option<i16>| OutputColumn::integers(name, move |row| of(&rows[row]).map(i32::from));
        let mut columns = vec![OutputColumn::ids("fide_id", |row| Some(rows[row].id))];
        columns
            .extend((0..).zip(PlayerText::ALL).map(|(at, field)| OutputColumn::texts(field.column(), move |row| self.texts.get(row, at))));
        columns.extend([
            number("birth_year", |row| row.birth_year),
            number("rating", |row| row.rating),
            number("games", |row| row.games),
            number("k", |row| row.k),
            OutputColumn::dictionary("flag", &["", "i"], |row| u32::from(rows[row].is_inactive)),
        ]);
        Table::new(rows.len(), columns)
    }

    fn by_id(&mut self, table: Table) -> Result<Table, TableError> {
        if self.rows.is_sorted_by(|a, b| a.id < b.id) {
            return Ok(table);
        }
        let mut order: Vec<(u32, u32)> = self.rows.iter().zip(0..).map(|(row, at)| (row.id, at)).collect();
        order.sort_unstable();
        let mut taken: Vec<u32> = Vec::with_capacity(order.len());
        let mut first = (0, 0);
        for (id, row) in order {
            if id != first.0 {
                first = (id, row);
                taken.push(row);
                continue;
            }
            let (row, first_row) = (row as usize, first.1 as usize);
            let (line, first_line) = (self.rows[row].line, self.rows[first_row].line);
            if table.names().all(|name| table.cell(name, row) == table.cell(name, first_row)) {
                let message = format!("the same row as line {first_line}; it is taken once");
                self.diagnostics.add(&codes::ROW_TWICE, Place::line(line), message);
            } else {
                self.unusable += 1;
                let message = format!("id {id} is there already, in line {first_line}, and the rows differ; this one is left out");
                let hint = "an id belongs to one player; take the wrong row away";
                self.diagnostics.add(&codes::ID_TWICE, Place::line(line), message).hint(hint);
            }
        }
        table.take(&taken)
    }
}

/// The texts of all rows in one string: a list has millions of rows.
#[derive(Default)]
struct TextBuffer {
    text: String,
    /// Where each text ends; those of a row follow each other.
    ends: Vec<usize>,
}

impl TextBuffer {
    fn push(&mut self, texts: [&str; TEXTS]) {
        for text in texts {
            self.text.push_str(text);
            self.ends.push(self.text.len());
        }
    }

    fn get(&self, row: usize, column: usize) -> &str {
        let at = row * TEXTS + column;
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start..self.ends[at]]
    }
}

/// How many rows there were, and how many of them could not be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) read: u64,
    pub(crate) unusable: u64,
}

/// A number of nothing but digits.
fn digits(text: &str) -> Option<u64> {
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) { None } else { text.parse().ok() }
}
