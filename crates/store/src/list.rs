//! A list as columns, and what is worked out where a file does not say it.

use crate::PlainRatings;
use crate::codes;
use crate::columns::{CsvType, each_record, field_place, integers, parse_columns, text_column, with_line};
use crate::limits::{MOST_COLUMNS, Told};
use crate::parquet_bounds::{most_unpacked, text_bytes};
use crate::table::{decode, guarded};
use crate::typed_list::{Numbers, Room, Typed};
use crate::{ParquetParts, Word, WordColumn, Words};
use chrono::Datelike;
use model::{Code, Diagnostic, ListDate, Place, PlayerIndex, Rating};
use polars::prelude::*;
use rayon::prelude::*;
use rulebook::Development;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Cursor;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// `last_rated` of a player who never had a rated game.
pub const NEVER: i32 = i32::MIN;

/// The highest rating that a list may have.
pub const HIGHEST_RATING: i64 = Rating::HIGHEST.0 as i64;

/// Numbers that decide something, and the most that any of them can be. A year of birth of 0 is one that is not known.
pub(crate) const BOUNDED: [(&str, i64); 5] =
    [("k", 100), ("games", 32_767), ("career_games", 1_000_000), ("peak", HIGHEST_RATING), ("birth_year", 2200)];

/// Every column that a list may have.
const COLUMNS: &[(&str, CsvType)] = &[
    ("fide_id", CsvType::Integer),
    ("name", CsvType::Text),
    ("title", CsvType::Text),
    ("women_title", CsvType::Text),
    ("other_titles", CsvType::Text),
    ("federation", CsvType::Text),
    ("sex", CsvType::Text),
    ("birth_year", CsvType::Integer),
    ("rating", CsvType::Integer),
    ("games", CsvType::Integer),
    ("k", CsvType::Integer),
    ("flag", CsvType::Text),
    ("career_games", CsvType::Integer),
    ("peak", CsvType::Integer),
    ("last_rated", CsvType::Date),
    ("first_event", CsvType::Boolean),
    ("hidden", CsvType::Boolean),
    ("merged_into", CsvType::Integer),
];

/// One list: every known player, rated or not, in the order of ids.
#[derive(Clone, Debug)]
pub struct PlayerList {
    pub date: ListDate,
    pub index: PlayerIndex,
    pub words: Words,
    pub rating: Vec<Rating>,
    /// 0 where the list has none.
    pub k: Vec<u8>,
    /// 0 where it is not known.
    pub birth_year: Vec<i16>,
    pub career_games: Vec<u32>,
    /// The highest published rating.
    pub peak: Vec<Rating>,
    /// The last list with a rated game, in days since 1970-01-01, or [`NEVER`].
    pub last_rated: Vec<i32>,
    /// Whether the player has had a first event (D13).
    pub first_event: Vec<bool>,
    /// Whether the rating is kept and used but was not published; empty where there are no such ratings.
    pub hidden: Vec<bool>,
    /// Ids that have become another's, and whose.
    pub merged: BTreeMap<u32, u32>,
    /// What is odd but was read all the same.
    pub diagnostics: Vec<Diagnostic>,
}

impl PlayerList {
    /// Only ids and published ratings.
    pub fn into_ratings(self) -> PlainRatings {
        let mut rating = self.rating;
        for (rating, _) in rating.iter_mut().zip(&self.hidden).filter(|(_, hidden)| **hidden) {
            *rating = Rating::UNRATED;
        }
        PlainRatings { date: self.date, index: self.index, rating }
    }
}

/// Reads a list from the bytes of a CSV or Parquet file. What is missing is worked out with `k_rule`.
pub fn read_list(bytes: &[u8], file: &Arc<str>, date: ListDate, k_rule: &Development) -> Result<PlayerList, Vec<Diagnostic>> {
    let mut diagnostics = Vec::new();
    // Nearly always there is nothing to tell of a Parquet file, and its row groups can be read by themselves.
    if let Some(list) = bytes.starts_with(b"PAR1").then(|| sound_list(bytes, date, k_rule)).flatten() {
        return Ok(list);
    }
    let frame = typed_frame(bytes, file, &mut diagnostics)?;
    let mut wrong = WrongCells::default();
    let list = columns_of(&frame, file, date, k_rule, &mut wrong, &mut diagnostics);
    diagnostics.extend(located(bytes, file, wrong));
    list.and_then(|mut list| {
        if diagnostics.iter().any(Diagnostic::is_error) {
            return None;
        }
        list.diagnostics = std::mem::take(&mut diagnostics);
        Some(list)
    })
    .ok_or(diagnostics)
}

/// A list from columns that another reader made and checked. What is missing is worked out with `k_rule`.
pub fn list_of_columns(frame: &DataFrame, file: &Arc<str>, date: ListDate, k_rule: &Development) -> Result<PlayerList, Vec<Diagnostic>> {
    let (mut wrong, mut diagnostics) = (WrongCells::default(), Vec::new());
    let list = columns_of(frame, file, date, k_rule, &mut wrong, &mut diagnostics);
    list.filter(|_| diagnostics.is_empty()).ok_or(diagnostics)
}

/// The columns of a CSV or Parquet list as they are, by id; and what is odd in them.
pub fn read_columns(bytes: &[u8], file: &Arc<str>) -> Result<(DataFrame, Vec<Diagnostic>), Vec<Diagnostic>> {
    let mut diagnostics = Vec::new();
    let frame = typed_frame(bytes, file, &mut diagnostics)?;
    // Checked as a list; the frame itself stays as it is, in the order of ids.
    let rule = Development::Flat { article: String::new(), k: 20 };
    let mut wrong = WrongCells::default();
    columns_of(&frame, file, ListDate::of_month(model::Date::default()), &rule, &mut wrong, &mut diagnostics);
    diagnostics.extend(located(bytes, file, wrong));
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(diagnostics);
    }
    match sorted_by_id(&frame) {
        Ok(sorted) => Ok((sorted.unwrap_or(frame), diagnostics)),
        Err(error) => Err(vec![Diagnostic::new(&codes::LST003, file, Place::default(), error.to_string())]),
    }
}

/// All that is wrong or odd in a list file.
pub fn check_list(bytes: &[u8], file: &Arc<str>) -> Vec<Diagnostic> {
    let rule = Development::Flat { article: String::new(), k: 20 };
    let date = ListDate::of_month(model::Date::default());
    match read_list(bytes, file, date, &rule) {
        Ok(list) => list.diagnostics,
        Err(diagnostics) => diagnostics,
    }
}

/// The file as typed columns. Parquet is told by its first bytes, whatever the name.
fn typed_frame(bytes: &[u8], file: &Arc<str>, diagnostics: &mut Vec<Diagnostic>) -> Result<DataFrame, Vec<Diagnostic>> {
    if !bytes.starts_with(b"PAR1") {
        return parse_columns(bytes, file, COLUMNS, diagnostics).ok_or_else(|| std::mem::take(diagnostics));
    }
    let read = || {
        let is_known = |name: &str| COLUMNS.iter().any(|(known, _)| *known == name);
        let schema = ParquetReader::new(Cursor::new(bytes)).schema()?;
        for name in schema.iter_names().filter(|name| !is_known(name)).take(MOST_COLUMNS) {
            diagnostics.push(Diagnostic::new(&codes::LST007, file, Place::default(), format!("column '{name}' is none that a list has")));
        }
        decode(bytes, is_known)
    };
    guarded(read).map_err(|error: PolarsError| {
        vec![Diagnostic::new(&codes::LST001, file, Place::default(), format!("not readable as Parquet: {error}"))]
    })
}

/// A list in Parquet, part by part, where its rows are in order and there is nothing to tell of any; otherwise it is looked at as a whole.
fn sound_list(bytes: &[u8], date: ListDate, k_rule: &Development) -> Option<PlayerList> {
    let mut table = ParquetParts::new(bytes, |_| true).ok()?;
    let has = |name: &str| table.columns().iter().any(|column| column == name);
    let is_known = |name: &String| COLUMNS.iter().any(|(known, _)| known == name);
    if !has("fide_id") || !has("rating") || !table.columns().iter().all(is_known) {
        return None;
    }
    let ranges = table.ranges(usize::MAX);
    if ranges.len() >= 2 * rayon::current_num_threads() {
        table = table.side_by_side();
    }
    let texts = AtomicUsize::new(0);
    let part = |(rows, room): (&Range<usize>, Room<'_>)| {
        let frame = table.decode(rows.clone()).ok()?;
        let typed = Typed::of(&frame).ok()?;
        if !typed.is_in_order {
            return None;
        }
        texts.fetch_add(text_bytes(&frame), Ordering::Relaxed);
        typed.complete(&frame, date, k_rule, room).ok()
    };
    let mut numbers = Numbers::new(ranges.last().map_or(0, |range| range.end));
    let rooms = numbers.rooms(&ranges.iter().map(ExactSizeIterator::len).collect::<Vec<_>>());
    let parts = ranges.par_iter().zip(rooms).with_max_len(1).map(part).collect::<Option<Vec<_>>>()?;
    let parts = Some(parts).filter(|_| texts.load(Ordering::Relaxed) <= most_unpacked(bytes.len()))?;
    numbers.with(parts, date)
}

fn columns_of(
    frame: &DataFrame,
    file: &Arc<str>,
    date: ListDate,
    k_rule: &Development,
    wrong: &mut WrongCells,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<PlayerList> {
    let header = Place { line: 1, column: 0, width: 0 };
    for needed in ["fide_id", "rating"] {
        if frame.column(needed).is_err() {
            diagnostics.push(
                Diagnostic::new(&codes::LST002, file, header, format!("column '{needed}' is missing"))
                    .with_hint("a list needs at least the columns fide_id and rating"),
            );
        }
    }
    if diagnostics.iter().any(Diagnostic::is_error) {
        return None;
    }
    let mut fail = |error: PolarsError| diagnostics.push(Diagnostic::new(&codes::LST003, file, header, error.to_string()));
    let mut typed = Typed::of(frame).map_err(&mut fail).ok()?;
    let mut sorted = None;
    // Cells are looked at one by one only where something is not as it should be.
    if !typed.is_in_order {
        *wrong = wrong_cells(frame).map_err(&mut fail).ok()?;
        if !wrong.cells.is_empty() {
            return None;
        }
        sorted = sorted_by_id(frame).map_err(&mut fail).ok()?;
        if let Some(sorted) = &sorted {
            typed = Typed::of(sorted).map_err(&mut fail).ok()?;
        }
    }
    let mut numbers = Numbers::new(frame.height());
    let room = numbers.rooms(&[frame.height()]).pop()?;
    let beside = typed.complete(sorted.as_ref().unwrap_or(frame), date, k_rule, room).map_err(&mut fail).ok()?;
    let list = numbers.with(vec![beside], date)?;
    if sorted.is_some() {
        let message = "the rows are not in the order of their ids; they were sorted";
        diagnostics.push(Diagnostic::new(&codes::LST010, file, Place::default(), message));
    }
    Some(list)
}

/// A cell that cannot be, before it is known where in the file it stands.
struct WrongCell {
    row: usize,
    column: &'static str,
    code: &'static Code,
    message: String,
    /// The row that has the same id.
    double_of: Option<usize>,
}

/// All of them, as far as they are told one by one.
#[derive(Default)]
struct WrongCells {
    cells: Vec<WrongCell>,
    told: Told,
}

impl WrongCells {
    fn push(&mut self, cell: WrongCell) {
        if self.told.may_tell(cell.code) {
            self.cells.push(cell);
        }
    }
}

/// Ids that are none, ids that stand twice, and ratings that cannot be.
fn wrong_cells(frame: &DataFrame) -> PolarsResult<WrongCells> {
    let mut wrong = WrongCells::default();
    let Some(ids) = integers(frame, "fide_id")? else { return Ok(wrong) };
    let may_be_wrong = ids.null_count() > 0 || !within(&ids, 1, i64::from(model::PlayerRef::LARGEST_ID));
    for (row, id) in ids.iter().enumerate().filter(|_| may_be_wrong) {
        if id.and_then(|id| u32::try_from(id).ok()).and_then(model::PlayerRef::id).is_none() {
            let given = id.map_or("nothing".to_owned(), |id| id.to_string());
            wrong.push(WrongCell {
                row,
                column: "fide_id",
                code: &codes::LST004,
                message: format!("fide_id: {given} is not a FIDE id"),
                double_of: None,
            });
        }
    }
    if !is_ascending(&ids) {
        let order = order_of(&ids);
        for pair in order.windows(2).filter(|pair| pair[0].0 == pair[1].0 && pair[0].0 != 0) {
            let message = format!("fide_id {} is there twice", pair[1].0);
            wrong.push(WrongCell { row: pair[1].1, column: "fide_id", code: &codes::LST005, message, double_of: Some(pair[0].1) });
        }
    }
    let ratings = integers(frame, "rating")?.filter(|ratings| !within(ratings, 0, HIGHEST_RATING));
    for (row, rating) in ratings.iter().flat_map(|ratings| ratings.iter().enumerate()) {
        if let Some(rating) = rating.filter(|rating| !(0..=HIGHEST_RATING).contains(rating)) {
            let message = format!("rating: {rating} is not between 0 and {HIGHEST_RATING}");
            wrong.push(WrongCell { row, column: "rating", code: &codes::LST006, message, double_of: None });
        }
    }
    for (column, most) in BOUNDED {
        let values = integers(frame, column)?.filter(|values| !within(values, 0, most));
        for (row, value) in values.iter().flat_map(|values| values.iter().enumerate()) {
            if let Some(value) = value.filter(|value| !(0..=most).contains(value)) {
                let message = format!("{column}: {value} is not between 0 and {most}");
                wrong.push(WrongCell { row, column, code: &codes::LST011, message, double_of: None });
            }
        }
    }
    wrong.cells.sort_by_key(|cell| cell.row);
    Ok(wrong)
}

/// Whether every value lies between two others; nulls are left aside. Rows are looked at one by one only where this does not hold.
fn within(values: &Int64Chunked, least: i64, most: i64) -> bool {
    values.min().is_none_or(|min| min >= least) && values.max().is_none_or(|max| max <= most)
}

fn is_ascending(ids: &Int64Chunked) -> bool {
    let mut last = 0;
    ids.downcast_iter().all(|chunk| {
        chunk.values().iter().all(|&id| {
            let ascends = id > last;
            last = id;
            ascends
        })
    })
}

/// Ids with the rows they stand in, by id.
fn order_of(ids: &Int64Chunked) -> Vec<(i64, usize)> {
    let mut order: Vec<(i64, usize)> = ids.iter().enumerate().map(|(row, id)| (id.unwrap_or(0), row)).collect();
    order.sort_unstable();
    order
}

/// The same rows in the order of ids; `None` where they are in it already.
fn sorted_by_id(frame: &DataFrame) -> PolarsResult<Option<DataFrame>> {
    let Some(ids) = integers(frame, "fide_id")? else { return Ok(None) };
    if is_ascending(&ids) {
        return Ok(None);
    }
    let take: IdxCa = order_of(&ids).iter().map(|&(_, row)| Some(IdxSize::try_from(row).unwrap_or(IdxSize::MAX))).collect();
    frame.take(&take).map(Some)
}

/// Gives wrong cells their places: line and column of a CSV file, the row of a Parquet file.
fn located(bytes: &[u8], file: &Arc<str>, WrongCells { cells: wrong, told }: WrongCells) -> Vec<Diagnostic> {
    if wrong.is_empty() || bytes.starts_with(b"PAR1") {
        let in_row = |cell: &WrongCell| {
            let first = cell.double_of.map_or_else(String::new, |row| format!(", first in row {}", row + 1));
            Diagnostic::new(cell.code, file, Place::default(), format!("row {}: {}{first}", cell.row + 1, cell.message))
        };
        return wrong.iter().map(in_row).chain(told.rest(file)).collect();
    }
    // Doubles name the line of the first, which comes before them.
    let mut lines = BTreeMap::new();
    let doubled: BTreeSet<usize> = wrong.iter().filter_map(|cell| cell.double_of).collect();
    let mut found = Vec::with_capacity(wrong.len());
    let mut wrong = wrong.iter().peekable();
    each_record(bytes, |header, row, line, text| {
        if doubled.contains(&row) {
            lines.insert(row, line);
        }
        while let Some(cell) = wrong.next_if(|cell| cell.row == row) {
            let field = header.iter().position(|name| name.trim() == cell.column).unwrap_or(0);
            let (column, width) = field_place(text, field);
            let first = cell.double_of.and_then(|row| lines.get(&row)).map_or_else(String::new, |line| format!(", first in line {line}"));
            let problem = Diagnostic::new(cell.code, file, Place { line, column, width }, format!("{}{first}", cell.message));
            found.push(with_line(problem, text));
        }
    });
    found.extend(told.rest(file));
    found
}

/// What the K column of a list tells about a player's history.
pub(crate) struct KColumn {
    settled: u8,
    new: u8,
    master: u8,
    master_from: Rating,
    junior: Option<(i16, Rating)>,
    /// A career as long as no longer matters for K.
    long: u32,
}

impl KColumn {
    pub(crate) fn of(rule: &Development) -> Self {
        match rule {
            // The K of a flat rule tells nothing; read the column as the other lists of the federation are.
            Development::Flat { .. } => {
                Self { settled: 20, new: 40, master: 10, master_from: Rating(2400), junior: Some((18, Rating(2300))), long: 30 }
            }
            Development::ByCareer { new, new_until_games, settled, master, master_from, junior, .. } => Self {
                settled: *settled,
                new: *new,
                master: *master,
                master_from: *master_from,
                junior: junior.as_ref().map(|j| (j.until_age, j.below)),
                long: *new_until_games,
            },
        }
    }

    pub(crate) fn peak(&self, rating: Rating, k: u8) -> Rating {
        if k == self.master && rating.is_rated() { rating.max(self.master_from) } else { rating }
    }

    pub(crate) fn is_junior(&self, date: ListDate, birth_year: i16, peak: Rating) -> bool {
        self.junior.is_some_and(|(until_age, below)| date.day().year() - i32::from(birth_year) <= i32::from(until_age) && peak < below)
    }

    pub(crate) fn career_games(&self, k: u8, is_junior: bool, games: u32) -> u32 {
        if k == self.new && k != self.settled && !is_junior { games } else { self.long }
    }
}

/// The words of some rows, empty where the file has none.
pub(crate) fn words_of(frame: &DataFrame) -> PolarsResult<Words> {
    let column = |word: Word| -> PolarsResult<WordColumn> {
        Ok(match (text_column(frame, word.column())?, word) {
            (None, _) => WordColumn::empty(frame.height()),
            (Some(names), Word::Name) => WordColumn::names(&names),
            (Some(words), _) => WordColumn::words(&words),
        })
    };
    let mut columns: [WordColumn; 6] = Default::default();
    columns.par_iter_mut().zip(Word::ALL).with_max_len(1).try_for_each(|(place, word)| {
        *place = column(word)?;
        Ok::<_, PolarsError>(())
    })?;
    Ok(Words::new(columns))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule() -> Development {
        Development::Flat { article: String::new(), k: 20 }
    }

    fn february() -> ListDate {
        "2024-02".parse().expect("a month")
    }

    /// Players with the given ids, some of them rated, as Parquet with many row groups.
    fn parquet(ids: &[u32], rating_of: impl Fn(u32) -> Option<i32>) -> Vec<u8> {
        let word = |of: fn(u32) -> String| ids.iter().map(|&id| of(id)).collect::<Vec<_>>();
        let mut frame = df!(
            "fide_id" => ids,
            "name" => word(|id| format!("A player with a long name, {id}")),
            "title" => word(|id| ["", "GM", "IM"][id as usize % 3].to_owned()),
            "federation" => word(|id| format!("F{:02}", id % 70)),
            "rating" => ids.iter().map(|&id| rating_of(id)).collect::<Vec<_>>(),
            "birth_year" => ids.iter().map(|&id| (id % 4 > 0).then_some(1950 + id as i32 % 60)).collect::<Vec<_>>(),
            "flag" => word(|id| ["", "i"][id as usize % 2].to_owned()),
        )
        .expect("a table");
        let mut bytes = Vec::new();
        ParquetWriter::new(&mut bytes).with_row_group_size(Some(100)).finish(&mut frame).expect("written");
        bytes
    }

    fn rating(id: u32) -> Option<i32> {
        (!id.is_multiple_of(7)).then_some(1400 + id as i32 % 1000)
    }

    fn rows(list: &PlayerList) -> Vec<String> {
        let words = |at: usize| Word::ALL.map(|word| list.words.get(word, at));
        let row = |at: usize| {
            let numbers = (list.rating[at], list.k[at], list.birth_year[at], list.career_games[at], list.peak[at], list.last_rated[at]);
            format!("{} {:?} {numbers:?} {}", list.index.ids()[at], words(at), list.first_event[at])
        };
        (0..list.index.len()).map(row).collect()
    }

    #[test]
    fn a_list_read_by_row_groups_is_the_one_read_as_a_whole() {
        let ids: Vec<u32> = (1..=1050).map(|at| at * 3).collect();
        let bytes = parquet(&ids, rating);
        let by_groups = sound_list(&bytes, february(), &rule()).expect("nothing to tell");
        let frame = typed_frame(&bytes, &"list".into(), &mut Vec::new()).expect("readable");
        let whole = list_of_columns(&frame, &"list".into(), february(), &rule()).expect("readable");
        assert_eq!(rows(&by_groups).len(), 1050);
        assert_eq!(rows(&by_groups), rows(&whole));
    }

    #[test]
    fn row_groups_that_are_not_in_order_are_sorted_and_that_is_told() {
        let mut ids: Vec<u32> = (1..=500).collect();
        ids.rotate_left(200);
        let bytes = parquet(&ids, rating);
        assert!(sound_list(&bytes, february(), &rule()).is_none());
        let list = read_list(&bytes, &"list".into(), february(), &rule()).expect("readable");
        assert!(list.index.ids().iter().copied().eq(1..=500));
        assert_eq!(list.diagnostics.iter().map(|told| told.code.id).collect::<Vec<_>>(), ["LST010"]);
        ids.sort_unstable();
        assert_eq!(rows(&list), rows(&read_list(&parquet(&ids, rating), &"list".into(), february(), &rule()).expect("readable")));
    }

    #[test]
    fn a_wrong_cell_in_a_later_row_group_is_told_with_its_row() {
        let ids: Vec<u32> = (1..=500).collect();
        let bytes = parquet(&ids, |id| if id == 444 { Some(4001) } else { rating(id) });
        let told = read_list(&bytes, &"list".into(), february(), &rule()).expect_err("refused");
        assert_eq!(
            told.iter().map(|told| (told.code.id, told.message.as_str())).collect::<Vec<_>>(),
            [("LST006", "row 444: rating: 4001 is not between 0 and 4000")]
        );
    }

    #[test]
    fn damage_is_told_also_in_a_column_that_nobody_asks() {
        // A day of the last game is given, so the flag tells nothing.
        let ids: Vec<u32> = (1..=500).collect();
        let mut frame = df!(
            "fide_id" => &ids,
            "rating" => ids.iter().map(|_| 1800).collect::<Vec<i32>>(),
            "last_rated" => ids.iter().map(|_| "2024-01-01").collect::<Vec<_>>(),
            "flag" => ids.iter().map(|id| format!("a flag of its own, {id}")).collect::<Vec<_>>(),
        )
        .expect("a table");
        let mut bytes = Vec::new();
        ParquetWriter::new(&mut bytes).with_compression(ParquetCompression::Snappy).finish(&mut frame).expect("written");
        let mut reader = ParquetReader::new(Cursor::new(bytes.as_slice()));
        let range = reader.get_metadata().expect("readable").row_groups[0].parquet_columns()[3].byte_range();
        assert!(read_list(&bytes, &"list".into(), february(), &rule()).is_ok());
        let middle = usize::try_from(range.start.midpoint(range.end)).expect("small");
        bytes[middle..middle + 200].fill(0xff);
        let told = read_list(&bytes, &"list".into(), february(), &rule()).expect_err("refused");
        assert_eq!(told[0].code.id, "LST001");
    }

    #[test]
    fn an_id_that_stands_in_two_row_groups_is_refused() {
        let mut ids: Vec<u32> = (1..=500).collect();
        ids[300] = 300;
        let told = read_list(&parquet(&ids, rating), &"list".into(), february(), &rule()).expect_err("refused");
        assert_eq!(told[0].code.id, "LST005");
    }
}
