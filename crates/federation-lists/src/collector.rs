//! From rows to columns: checks what stands in each cell, and names and counts what cannot be used.

use crate::cells::{Cell, Row};
use crate::codes;
use crate::dates::{Birth, birth_year};
use crate::problems::{Problems, on};
use crate::titles::{is_arena, is_womens, joined, todays};
use model::{PlayerRef, Rating};
use polars::prelude::*;

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

/// The columns in the making.
pub(crate) struct Collector {
    pub(crate) problems: Problems,
    expected: Expected,
    pub(crate) read: u64,
    pub(crate) unusable: u64,
    lines: Vec<u32>,
    ids: Vec<u32>,
    words: Vec<(&'static str, StringChunkedBuilder)>,
    birth_year: Vec<Option<i16>>,
    rating: Vec<Option<i16>>,
    games: Vec<Option<i16>>,
    k: Vec<Option<i16>>,
    inactive: Vec<bool>,
    other_titles: String,
}

impl Collector {
    pub(crate) fn new(problems: Problems, expected: Expected) -> Self {
        let words = ["name", "title", "women_title", "other_titles", "federation", "sex"];
        Self {
            problems,
            expected,
            read: 0,
            unusable: 0,
            lines: Vec::new(),
            ids: Vec::new(),
            words: words.map(|name| (name, StringChunkedBuilder::new(name.into(), 1024))).into(),
            birth_year: Vec::new(),
            rating: Vec::new(),
            games: Vec::new(),
            k: Vec::new(),
            inactive: Vec::new(),
            other_titles: String::new(),
        }
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
            self.problems.tell(&codes::FEDERATION_ODD, row.place(Cell::Federation), message, "", row.source);
        }
        if row.get(Cell::Name).is_empty() {
            self.problems.add(&codes::NAME_EMPTY, row.place(Cell::Name), format!("player {id} has no name"));
        }
        let arena = row.get(Cell::ArenaTitle);
        if !arena.is_empty() && !is_arena(arena) {
            self.unknown_title(row, Cell::ArenaTitle);
        }
        joined(row.get(Cell::OtherTitles), arena, &mut self.other_titles);
        let birth_year = self.birth_year(row);
        let (games, k) = (self.number(row, Cell::Games, MOST_GAMES), self.number(row, Cell::K, HIGHEST_K));
        self.lines.push(row.line);
        self.ids.push(id);
        let words = [row.get(Cell::Name), title, women_title, self.other_titles.as_str(), federation, sex];
        for ((_, builder), word) in self.words.iter_mut().zip(words) {
            builder.append_value(word);
        }
        self.birth_year.push(birth_year);
        self.rating.push(rating);
        self.games.push(games);
        self.k.push(k.filter(|&k| k > 0));
        self.inactive.push(is_inactive);
    }

    fn id(&mut self, row: &Row<'_>) -> Option<u32> {
        let text = row.get(Cell::Id);
        let id = digits(text).and_then(|id| u32::try_from(id).ok()).filter(|&id| PlayerRef::id(id).is_some());
        if id.is_none() {
            let message = format!("'{text}' is not an id; the row is left out");
            let hint = "an id is a number of at most nine digits";
            self.problems.tell(&codes::ID_UNUSABLE, row.place(Cell::Id), message, hint, row.source);
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
                    self.problems.tell(&codes::RATING_LOW, row.place(Cell::Rating), message, "", row.source);
                }
                Some(Some(rating))
            }
            None => {
                let message = format!("'{text}' is not a rating from 0 to {}; the row is left out", Rating::HIGHEST.0);
                let hint = "a player without a rating has 0 or nothing here";
                self.problems.tell(&codes::RATING_UNUSABLE, row.place(Cell::Rating), message, hint, row.source);
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
            self.problems.tell(&codes::WOMEN_TITLES_DISAGREE, row.place(Cell::Title), message, "", row.source);
        }
        ("", if women_title.is_empty() { title } else { women_title })
    }

    fn unknown_title(&mut self, row: &Row<'_>, cell: Cell) {
        let message = format!("{}: '{}' is not known; it is kept", cell.word(), row.get(cell));
        self.problems.tell(&codes::TITLE_UNKNOWN, row.place(cell), message, "", row.source);
    }

    fn sex_and_activity(&mut self, row: &Row<'_>) -> (&'static str, bool) {
        let (flag, sex) = (row.get(Cell::Flag), row.get(Cell::Sex));
        let has = |letter: u8| flag.bytes().any(|b| b.eq_ignore_ascii_case(&letter));
        if !flag.bytes().all(|b| matches!(b.to_ascii_lowercase(), b'i' | b'w')) {
            let message = format!("flag: '{flag}' holds other letters than i and w; they are left out");
            self.problems.tell(&codes::FLAG_ODD, row.place(Cell::Flag), message, "", row.source);
        }
        let by_flag = match (has(b'w'), self.expected.sex_by_flag) {
            (true, _) => "F",
            (false, true) => "M",
            (false, false) => "",
        };
        let sex = match sex {
            "M" | "m" if has(b'w') => {
                let message = "sex M and flag w; the column of the sex is followed";
                self.problems.tell(&codes::SEX_ODD, row.place(Cell::Sex), message, "", row.source);
                "M"
            }
            "M" | "m" => "M",
            "F" | "f" => "F",
            "" => by_flag,
            other => {
                let message = format!("sex: '{other}' is neither M nor F; it is taken as not known");
                self.problems.tell(&codes::SEX_ODD, row.place(Cell::Sex), message, "", row.source);
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
                self.problems.tell(&codes::BIRTH_UNREADABLE, row.place(Cell::Birth), message, "", row.source);
                None
            }
        }
    }

    fn number(&mut self, row: &Row<'_>, cell: Cell, most: i16) -> Option<i16> {
        let text = row.get(cell);
        let number = digits(text).and_then(|number| i16::try_from(number).ok()).filter(|&number| number <= most);
        if number.is_none() && !text.is_empty() {
            let message = format!("{}: '{text}' is not a number from 0 to {most}; it is taken as not known", cell.word());
            self.problems.tell(&codes::NUMBER_UNREADABLE, row.place(cell), message, "", row.source);
        }
        number
    }

    /// The columns by id, each id once.
    pub(crate) fn finish(mut self) -> PolarsResult<(DataFrame, Problems, Counts)> {
        let mut columns = vec![UInt32Chunked::from_vec("fide_id".into(), std::mem::take(&mut self.ids)).into_column()];
        columns.extend(std::mem::take(&mut self.words).into_iter().map(|(_, builder)| builder.finish().into_column()));
        let numbers = [("birth_year", &mut self.birth_year), ("rating", &mut self.rating), ("games", &mut self.games), ("k", &mut self.k)];
        for (name, values) in numbers {
            columns.push(Int16Chunked::from_iter_options(name.into(), std::mem::take(values).into_iter()).into_column());
        }
        let flags = self.inactive.iter().map(|&inactive| if inactive { "i" } else { "" });
        columns.push(StringChunked::from_iter_values("flag".into(), flags).into_column());
        let frame = DataFrame::new(self.lines.len(), columns)?;
        let frame = self.by_id(frame)?;
        Ok((frame, self.problems, Counts { read: self.read, unusable: self.unusable }))
    }

    fn by_id(&mut self, frame: DataFrame) -> PolarsResult<DataFrame> {
        let ids: Vec<u32> = frame.column("fide_id")?.u32()?.iter().map(|id| id.unwrap_or(0)).collect();
        if ids.is_sorted_by(|a, b| a < b) {
            return Ok(frame);
        }
        let mut order: Vec<(u32, u32)> = ids.iter().zip(0..).map(|(&id, row)| (id, row)).collect();
        order.sort_unstable();
        let mut taken: Vec<IdxSize> = Vec::with_capacity(order.len());
        let mut first = (0, 0);
        for (id, row) in order {
            if id != first.0 {
                first = (id, row);
                taken.push(row);
                continue;
            }
            let (line, first_line) = (self.lines[row as usize], self.lines[first.1 as usize]);
            let is_same = frame.columns().iter().all(|column| match (column.get(row as usize), column.get(first.1 as usize)) {
                (Ok(one), Ok(other)) => one == other,
                _ => false,
            });
            if is_same {
                self.problems.add(&codes::ROW_TWICE, on(line), format!("the same row as line {first_line}; it is taken once"));
            } else {
                self.unusable += 1;
                let message = format!("id {id} is there already, in line {first_line}, and the rows differ; this one is left out");
                self.problems.hint(&codes::ID_TWICE, on(line), message, "an id belongs to one player; take the wrong row away");
            }
        }
        frame.take(&IdxCa::from_vec("rows".into(), taken))
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
