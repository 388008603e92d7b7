//! A list as columns, and what is worked out where a file does not say it.

use crate::codes;
use crate::columns::{CsvType, dates_as_days, days, integers, parse_columns, text_column};
use chrono::Datelike;
use model::{Diagnostic, ListDate, Place, PlayerIndex, Rating};
use polars::prelude::*;
use rulebook::Development;
use std::io::Cursor;
use std::sync::Arc;

/// The columns of a list that are words; they stay in Polars from one list to the next.
pub const WORD_COLUMNS: [&str; 6] = ["name", "title", "women_title", "other_titles", "federation", "sex"];

/// `last_rated` of a player who never had a rated game.
pub const NEVER: i32 = i32::MIN;

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
];

/// One list: every known player, rated or not, in the order of ids.
#[derive(Clone, Debug)]
pub struct PlayerList {
    pub date: ListDate,
    pub index: PlayerIndex,
    /// The columns of [`WORD_COLUMNS`].
    pub words: DataFrame,
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
    /// What is odd but was read all the same.
    pub diagnostics: Vec<Diagnostic>,
}

/// Word columns without a row.
pub fn empty_words() -> DataFrame {
    let columns = WORD_COLUMNS.iter().map(|&name| Column::new_empty(name.into(), &DataType::String)).collect();
    DataFrame::new(0, columns).expect("empty columns are of one length")
}

/// Reads a list from the bytes of a CSV or Parquet file. What is missing is worked out with `k_rule`, the rule of the list's own date.
pub fn read_list(bytes: &[u8], file: &Arc<str>, date: ListDate, k_rule: &Development) -> Result<PlayerList, Vec<Diagnostic>> {
    let mut diagnostics = Vec::new();
    let frame = typed_frame(bytes, file, &mut diagnostics)?;
    columns_of(&frame, file, date, k_rule, &mut diagnostics)
        .and_then(|mut list| {
            if diagnostics.iter().any(Diagnostic::is_error) {
                return None;
            }
            list.diagnostics = std::mem::take(&mut diagnostics);
            Some(list)
        })
        .ok_or(diagnostics)
}

/// All that is wrong or odd in a list file; nothing is worked out.
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
    let mut read = || {
        let mut reader = ParquetReader::new(Cursor::new(bytes));
        let schema = reader.schema()?;
        for name in schema.iter_names().filter(|name| !COLUMNS.iter().any(|(known, _)| known == &name.as_str())) {
            diagnostics.push(Diagnostic::new(&codes::LST007, file, Place::default(), format!("column '{name}' is none that a list has")));
        }
        let wanted = COLUMNS.iter().filter(|(name, _)| schema.contains(name)).map(|&(name, _)| name.to_owned()).collect();
        reader.with_columns(Some(wanted)).finish()
    };
    read().map_err(|error: PolarsError| {
        vec![Diagnostic::new(&codes::LST001, file, Place::default(), format!("not readable as Parquet: {error}"))]
    })
}

fn columns_of(
    frame: &DataFrame,
    file: &Arc<str>,
    date: ListDate,
    k_rule: &Development,
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
    let sorted = sort_by_id(frame, file, diagnostics)?;
    let frame = sorted.as_ref().unwrap_or(frame);
    match Typed::of(frame) {
        Ok(typed) => typed.complete(frame, file, date, k_rule, diagnostics),
        Err(error) => {
            diagnostics.push(Diagnostic::new(&codes::LST003, file, header, error.to_string()));
            None
        }
    }
}

/// Rows in the order of ids; wrong and double ids are errors.
fn sort_by_id(frame: &DataFrame, file: &Arc<str>, diagnostics: &mut Vec<Diagnostic>) -> Option<Option<DataFrame>> {
    let ids = match integers(frame, "fide_id") {
        Ok(ids) => ids?,
        Err(error) => {
            diagnostics.push(Diagnostic::new(&codes::LST003, file, Place { line: 1, column: 0, width: 0 }, error.to_string()));
            return None;
        }
    };
    // Row numbers count the header, as an editor's line numbers do in a CSV file without line breaks in fields.
    let row = |at: usize| Place { line: u32::try_from(at + 2).unwrap_or(u32::MAX), column: 1, width: 1 };
    let mut ascending = true;
    let mut last = 0;
    for (at, id) in ids.iter().enumerate() {
        match id.and_then(|id| u32::try_from(id).ok()).and_then(model::PlayerRef::id) {
            Some(_) => {}
            None => {
                let given = id.map_or("nothing".to_owned(), |id| id.to_string());
                diagnostics.push(Diagnostic::new(&codes::LST004, file, row(at), format!("fide_id: {given} is not a FIDE id")));
            }
        }
        let id = id.unwrap_or(0);
        ascending &= id > last;
        last = id;
    }
    if diagnostics.iter().any(Diagnostic::is_error) {
        return None;
    }
    if ascending {
        return Some(None);
    }
    let mut order: Vec<(i64, usize)> = ids.iter().enumerate().map(|(at, id)| (id.unwrap_or(0), at)).collect();
    order.sort_unstable();
    for pair in order.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
        let message = format!("fide_id {} stands in row {} already", pair[1].0, pair[0].1 + 2);
        diagnostics.push(Diagnostic::new(&codes::LST005, file, row(pair[1].1), message));
    }
    if diagnostics.iter().any(Diagnostic::is_error) {
        return None;
    }
    diagnostics.push(Diagnostic::new(
        &codes::LST010,
        file,
        Place::default(),
        "the rows are not in the order of their ids; they were sorted",
    ));
    let take: IdxCa = order.iter().map(|&(_, at)| Some(IdxSize::try_from(at).unwrap_or(IdxSize::MAX))).collect();
    frame.take(&take).ok().map(Some)
}

/// The numeric columns as they are in the file, before anything is worked out.
struct Typed {
    ids: Int64Chunked,
    rating: Int64Chunked,
    games: Option<Int64Chunked>,
    k: Option<Int64Chunked>,
    birth_year: Option<Int64Chunked>,
    career_games: Option<Int64Chunked>,
    peak: Option<Int64Chunked>,
    flag: Option<StringChunked>,
    last_rated: Option<Vec<Option<i32>>>,
    first_event: Option<BooleanChunked>,
}

impl Typed {
    fn of(frame: &DataFrame) -> PolarsResult<Self> {
        let needed = |name: &str| integers(frame, name)?.ok_or_else(|| polars_err!(ColumnNotFound: "{name}"));
        let first_event = match frame.column("first_event") {
            Ok(column) => Some(column.as_materialized_series().strict_cast(&DataType::Boolean)?.bool()?.clone()),
            Err(_) => None,
        };
        Ok(Self {
            ids: needed("fide_id")?,
            rating: needed("rating")?,
            games: integers(frame, "games")?,
            k: integers(frame, "k")?,
            birth_year: integers(frame, "birth_year")?,
            career_games: integers(frame, "career_games")?,
            peak: integers(frame, "peak")?,
            flag: text_column(frame, "flag")?,
            last_rated: dates_as_days(frame, "last_rated")?,
            first_event,
        })
    }

    fn complete(
        &self,
        frame: &DataFrame,
        file: &Arc<str>,
        date: ListDate,
        k_rule: &Development,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<PlayerList> {
        let rows = frame.height();
        let words = match words_of(frame) {
            Ok(words) => words,
            Err(error) => {
                diagnostics.push(Diagnostic::new(&codes::LST003, file, Place { line: 1, column: 0, width: 0 }, error.to_string()));
                return None;
            }
        };
        let mut list = PlayerList {
            date,
            index: PlayerIndex::new(self.ids.iter().map(|id| u32::try_from(id.unwrap_or(0)).unwrap_or(0)).collect()),
            words,
            rating: Vec::with_capacity(rows),
            k: Vec::with_capacity(rows),
            birth_year: Vec::with_capacity(rows),
            career_games: Vec::with_capacity(rows),
            peak: Vec::with_capacity(rows),
            last_rated: Vec::with_capacity(rows),
            first_event: Vec::with_capacity(rows),
            diagnostics: Vec::new(),
        };
        let at = |column: &Option<Int64Chunked>, row: usize| column.as_ref().and_then(|c| c.get(row));
        let (this_list, a_year_before) = (days(date.day()), days(date.minus_months(12).day()));
        let rule = KColumn::of(k_rule);
        for row in 0..rows {
            let rating = match self.rating.get(row).unwrap_or(0) {
                rating @ 0..=4000 => Rating(i16::try_from(rating).unwrap_or(0)),
                wrong => {
                    let place = Place { line: u32::try_from(row + 2).unwrap_or(u32::MAX), column: 0, width: 0 };
                    diagnostics.push(Diagnostic::new(&codes::LST006, file, place, format!("rating {wrong} cannot be")));
                    Rating::UNRATED
                }
            };
            let rated = rating.is_rated();
            let k = u8::try_from(at(&self.k, row).unwrap_or(0)).unwrap_or(0);
            let birth_year = i16::try_from(at(&self.birth_year, row).unwrap_or(0)).unwrap_or(0);
            let given_peak = at(&self.peak, row).and_then(|p| i16::try_from(p).ok()).map(Rating);
            let peak = given_peak.unwrap_or_else(|| rule.peak(rating, k));
            let is_junior = birth_year > 0 && rule.is_junior(date, birth_year, peak);
            let games = u32::try_from(at(&self.games, row).unwrap_or(0)).unwrap_or(0);
            let given_career = at(&self.career_games, row).and_then(|c| u32::try_from(c).ok());
            let career = given_career.unwrap_or_else(|| if rated { rule.career_games(k, is_junior, games) } else { 0 });
            let inactive = self.flag.as_ref().and_then(|f| f.get(row)).is_some_and(|f| f.contains('i'));
            let last_rated = match self.last_rated.as_ref().and_then(|l| l[row]) {
                Some(day) => day,
                None if !rated => NEVER,
                None if inactive => a_year_before,
                None => this_list,
            };
            list.rating.push(rating);
            list.k.push(if rated { k } else { 0 });
            list.birth_year.push(birth_year);
            list.peak.push(peak);
            list.career_games.push(career);
            list.last_rated.push(last_rated);
            list.first_event.push(rated || self.first_event.as_ref().and_then(|f| f.get(row)).unwrap_or(false));
        }
        Some(list)
    }
}

/// What the K column of a list tells about a player's history.
struct KColumn {
    settled: u8,
    new: u8,
    master: u8,
    master_from: Rating,
    junior: Option<(i16, Rating)>,
    /// A career as long as no longer matters for K.
    long: u32,
}

impl KColumn {
    fn of(rule: &Development) -> Self {
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

    fn peak(&self, rating: Rating, k: u8) -> Rating {
        if k == self.master && rating.is_rated() { rating.max(self.master_from) } else { rating }
    }

    fn is_junior(&self, date: ListDate, birth_year: i16, peak: Rating) -> bool {
        self.junior.is_some_and(|(until_age, below)| date.day().year() - i32::from(birth_year) <= i32::from(until_age) && peak < below)
    }

    fn career_games(&self, k: u8, is_junior: bool, games: u32) -> u32 {
        if k == self.new && k != self.settled && !is_junior { games } else { self.long }
    }
}

/// The word columns, empty where the file has none.
fn words_of(frame: &DataFrame) -> PolarsResult<DataFrame> {
    let columns = WORD_COLUMNS
        .iter()
        .map(|&name| Ok(text_column(frame, name)?.unwrap_or_else(|| StringChunked::full(name.into(), "", frame.height())).into_column()))
        .collect::<PolarsResult<Vec<_>>>()?;
    DataFrame::new(frame.height(), columns)
}
