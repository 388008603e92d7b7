//! Builds the table of a list from rows: checks each field, and reports and counts unusable rows.

use crate::codes;
use crate::dates::{ParsedBirthYear, birth_year};
use crate::list_row::{ListRow, PlayerField};
use crate::titles::{current_title, is_arena, is_womens, join_titles};
use model::{DiagnosticCollector, Place, PlayerRef, Rating};
use tables::{OutputColumn, PlayerText, Table, TableError};

/// The largest number of rows; no federation has as many players.
pub(crate) const MOST_ROWS: u64 = 20_000_000;
/// The lowest floor of any edition of the regulations.
const LOWEST_FLOOR: i16 = 1000;
const MOST_GAMES: i16 = 10_000;
const HIGHEST_K: i16 = 100;

/// Properties of the file that are known before its rows are read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FileProperties {
    /// The year of the list, for years of birth.
    pub(crate) year: Option<i32>,
    /// Whether the flag marks players who are inactive at the control that is read.
    pub(crate) flag_is_for_control: bool,
    /// Whether only the flag tells the sex.
    pub(crate) sex_by_flag: bool,
}

/// The number of text columns.
const TEXTS: usize = PlayerText::ALL.len();

/// Builds the table of a list row by row.
pub(crate) struct TableBuilder {
    pub(crate) diagnostics: DiagnosticCollector,
    properties: FileProperties,
    pub(crate) read: u64,
    pub(crate) unusable: u64,
    texts: TextBuffer,
    rows: Vec<BuiltRow>,
    other_titles: String,
}

/// The values of a row besides its texts.
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
    pub(crate) fn new(diagnostics: DiagnosticCollector, properties: FileProperties) -> Self {
        Self { diagnostics, properties, read: 0, unusable: 0, texts: TextBuffer::default(), rows: Vec::new(), other_titles: String::new() }
    }

    /// Counts an unusable row; the caller reports why.
    pub(crate) fn count_unusable(&mut self) {
        self.read += 1;
        self.unusable += 1;
    }

    pub(crate) fn add(&mut self, row: &ListRow<'_>) {
        let (Some(id), Some(rating)) = (self.id(row), self.rating(row)) else {
            self.count_unusable();
            return;
        };
        self.read += 1;
        let (title, women_title) = self.titles(row);
        let (sex, is_inactive) = self.sex_and_activity(row);
        let federation = row.get(PlayerField::Federation);
        if federation.len() != 3 || !federation.bytes().all(|b| b.is_ascii_uppercase()) {
            let message = format!("federation: '{federation}' is not three capital letters");
            self.diagnostics.add(&codes::FEDERATION_ODD, row.place(PlayerField::Federation), message).source(row.source);
        }
        if row.get(PlayerField::Name).is_empty() {
            self.diagnostics.add(&codes::NAME_EMPTY, row.place(PlayerField::Name), format!("player {id} has no name"));
        }
        let arena = row.get(PlayerField::ArenaTitle);
        if !arena.is_empty() && !is_arena(arena) {
            self.unknown_title(row, PlayerField::ArenaTitle);
        }
        join_titles(row.get(PlayerField::OtherTitles), arena, &mut self.other_titles);
        let birth_year = self.birth_year(row);
        let (games, k) = (self.number(row, PlayerField::Games, MOST_GAMES), self.number(row, PlayerField::K, HIGHEST_K));
        self.texts.push([row.get(PlayerField::Name), title, women_title, self.other_titles.as_str(), federation, sex]);
        self.rows.push(BuiltRow { line: row.line, id, birth_year, rating, games, k: k.filter(|&k| k > 0), is_inactive });
    }

    fn id(&mut self, row: &ListRow<'_>) -> Option<u32> {
        let text = row.get(PlayerField::Id);
        let id = digits(text).and_then(|id| u32::try_from(id).ok()).filter(|&id| PlayerRef::id(id).is_some());
        if id.is_none() {
            let message = format!("'{text}' is not an id; the row is left out");
            let hint = "an id is a number of at most nine digits";
            self.diagnostics.add(&codes::ID_UNUSABLE, row.place(PlayerField::Id), message).hint(hint).source(row.source);
        }
        id
    }

    /// The rating: `Some(None)` for a player without one, `None` if the row is unusable.
    fn rating(&mut self, row: &ListRow<'_>) -> Option<Option<i16>> {
        let text = row.get(PlayerField::Rating);
        if text.is_empty() {
            return Some(None);
        }
        match digits(text).and_then(|rating| i16::try_from(rating).ok()).filter(|&rating| rating <= Rating::HIGHEST.0) {
            Some(0) => Some(None),
            Some(rating) => {
                if rating < LOWEST_FLOOR {
                    let message = format!("a rating of {rating} is lower than any floor; it is kept");
                    self.diagnostics.add(&codes::RATING_LOW, row.place(PlayerField::Rating), message).source(row.source);
                }
                Some(Some(rating))
            }
            None => {
                let message = format!("'{text}' is not a rating from 0 to {}; the row is left out", Rating::HIGHEST.0);
                let hint = "a player without a rating has 0 or nothing here";
                self.diagnostics.add(&codes::RATING_UNUSABLE, row.place(PlayerField::Rating), message).hint(hint).source(row.source);
                None
            }
        }
    }

    /// The open title and the women's title. The federation repeats a women's title in the column of titles; a list has it once.
    fn titles<'r>(&mut self, row: &'r ListRow<'_>) -> (&'r str, &'r str) {
        let (title, is_known) = current_title(row.get(PlayerField::Title));
        let (women_title, women_known) = current_title(row.get(PlayerField::WomenTitle));
        if !is_known {
            self.unknown_title(row, PlayerField::Title);
        }
        if !women_known {
            self.unknown_title(row, PlayerField::WomenTitle);
        }
        if !is_womens(title) {
            return (title, women_title);
        }
        if !women_title.is_empty() && women_title != title {
            let message = format!("{title} stands among the titles and {women_title} among the women's; {women_title} is taken");
            self.diagnostics.add(&codes::WOMEN_TITLES_DISAGREE, row.place(PlayerField::Title), message).source(row.source);
        }
        ("", if women_title.is_empty() { title } else { women_title })
    }

    fn unknown_title(&mut self, row: &ListRow<'_>, field: PlayerField) {
        let message = format!("{}: '{}' is not known; it is kept", field, row.get(field));
        self.diagnostics.add(&codes::TITLE_UNKNOWN, row.place(field), message).source(row.source);
    }

    fn sex_and_activity(&mut self, row: &ListRow<'_>) -> (&'static str, bool) {
        let (flag, sex) = (row.get(PlayerField::Flag), row.get(PlayerField::Sex));
        let has = |letter: u8| flag.bytes().any(|b| b.eq_ignore_ascii_case(&letter));
        if !flag.bytes().all(|b| matches!(b.to_ascii_lowercase(), b'i' | b'w')) {
            let message = format!("flag: '{flag}' holds other letters than i and w; they are left out");
            self.diagnostics.add(&codes::FLAG_ODD, row.place(PlayerField::Flag), message).source(row.source);
        }
        let by_flag = match (has(b'w'), self.properties.sex_by_flag) {
            (true, _) => "F",
            (false, true) => "M",
            (false, false) => "",
        };
        let sex = match sex {
            "M" | "m" if has(b'w') => {
                let message = "sex M and flag w; the column of the sex is followed";
                self.diagnostics.add(&codes::SEX_ODD, row.place(PlayerField::Sex), message).source(row.source);
                "M"
            }
            "M" | "m" => "M",
            "F" | "f" => "F",
            "" => by_flag,
            other => {
                let message = format!("sex: '{other}' is neither M nor F; it is taken as not known");
                self.diagnostics.add(&codes::SEX_ODD, row.place(PlayerField::Sex), message).source(row.source);
                by_flag
            }
        };
        (sex, has(b'i') && self.properties.flag_is_for_control)
    }

    fn birth_year(&mut self, row: &ListRow<'_>) -> Option<i16> {
        match birth_year(row.get(PlayerField::Birth), self.properties.year) {
            ParsedBirthYear::Year(year) => Some(year),
            ParsedBirthYear::NotKnown => None,
            ParsedBirthYear::Unreadable => {
                let message = format!("'{}' is not a year of birth; it is taken as not known", row.get(PlayerField::Birth));
                self.diagnostics.add(&codes::BIRTH_UNREADABLE, row.place(PlayerField::Birth), message).source(row.source);
                None
            }
        }
    }

    fn number(&mut self, row: &ListRow<'_>, field: PlayerField, most: i16) -> Option<i16> {
        let text = row.get(field);
        let number = digits(text).and_then(|number| i16::try_from(number).ok()).filter(|&number| number <= most);
        if number.is_none() && !text.is_empty() {
            let message = format!("{field}: '{text}' is not a number from 0 to {most}; it is taken as not known");
            self.diagnostics.add(&codes::NUMBER_UNREADABLE, row.place(field), message).source(row.source);
        }
        number
    }

    /// Returns the table sorted by id, each id once.
    pub(crate) fn finish(mut self) -> Result<(Table, DiagnosticCollector, RowCounts), TableError> {
        let table = self.table()?;
        // The table has its own copy.
        self.texts = TextBuffer::default();
        let table = self.sorted_by_id(table)?;
        Ok((table, self.diagnostics, RowCounts { read: self.read, unusable: self.unusable }))
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

    fn sorted_by_id(&mut self, table: Table) -> Result<Table, TableError> {
        if self.rows.is_sorted_by(|a, b| a.id < b.id) {
            return Ok(table);
        }
        let mut order: Vec<(u32, u32)> = self.rows.iter().zip(0..).map(|(row, at)| (row.id, at)).collect();
        order.sort_unstable();
        let mut kept: Vec<u32> = Vec::with_capacity(order.len());
        let mut first = (0, 0);
        for (id, row) in order {
            if id != first.0 {
                first = (id, row);
                kept.push(row);
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
        table.take(&kept)
    }
}

/// The texts of all rows in one string, because a list has millions of rows.
#[derive(Default)]
struct TextBuffer {
    text: String,
    /// The end of each text, row by row.
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

/// The number of rows, and the number of unusable ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RowCounts {
    pub(crate) read: u64,
    pub(crate) unusable: u64,
}

/// Parses a number that consists of digits only.
fn digits(text: &str) -> Option<u64> {
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) { None } else { text.parse().ok() }
}
