//! The columns of a list as plain numbers, and what they make of a player where the file does not say it.

use crate::Words;
use crate::columns::{dates_as_days, days, integers, text_column};
use crate::list::{BOUNDED, HIGHEST_RATING, KColumn, NEVER, PlayerList, words_of};
use model::{ListDate, PlayerIndex, PlayerRef, Rating};
use polars::prelude::*;
use rayon::prelude::*;
use rulebook::Development;
use std::collections::BTreeMap;

/// What a column of numbers holds where the file holds nothing.
const NOTHING: i32 = i32::MIN;

/// What it holds where the file holds more than anything can be.
const TOO_LARGE: i32 = i32::MAX;

/// The columns that tell a player's history, as they are in the file, before anything is worked out.
pub(crate) struct Typed {
    ids: Vec<i32>,
    rating: Vec<i32>,
    games: Vec<i32>,
    k: Vec<i32>,
    birth_year: Vec<i32>,
    career_games: Vec<i32>,
    peak: Vec<i32>,
    /// Only where they are needed.
    flags: Option<StringChunked>,
    /// [`NOTHING`] where it is not known.
    last_rated: Vec<i32>,
    first_event: Vec<bool>,
    hidden: Vec<bool>,
    /// Whether ids ascend, and every number is one that can be.
    pub(crate) is_in_order: bool,
}

/// A column of numbers: [`NOTHING`] where it is null or not there, [`TOO_LARGE`] where it does not fit.
fn whole(frame: &DataFrame, name: &str) -> PolarsResult<Vec<i32>> {
    let Ok(column) = frame.column(name) else { return Ok(vec![NOTHING; frame.height()]) };
    let series = column.as_materialized_series();
    // As they are, without a copy in between; other widths are rare.
    Ok(match series.dtype() {
        DataType::Int16 => narrowed(series.i16()?),
        DataType::Int32 => narrowed(series.i32()?),
        DataType::UInt32 => narrowed(series.u32()?),
        _ => narrowed(&integers(frame, name)?.unwrap_or_default()),
    })
}

fn narrowed<T: PolarsNumericType>(values: &ChunkedArray<T>) -> Vec<i32>
where
    i32: TryFrom<T::Native>,
{
    let small = |value: T::Native| i32::try_from(value).unwrap_or(TOO_LARGE);
    let mut column = Vec::with_capacity(values.len());
    for chunk in values.downcast_iter() {
        match chunk.validity() {
            None => column.extend(chunk.values().iter().map(|&value| small(value))),
            Some(validity) => {
                let cells = chunk.values().iter().zip(validity.iter());
                column.extend(cells.map(|(&value, is_there)| if is_there { small(value) } else { NOTHING }));
            }
        }
    }
    column
}

/// Whether every number lies within its bounds; what is not there does.
fn within(values: &[i32], most: i64) -> bool {
    values.par_chunks(1 << 16).all(|part| part.iter().all(|&value| value == NOTHING || (value >= 0 && i64::from(value) <= most)))
}

/// Ids and ratings as they are, where the ids ascend and every number is one that can be.
pub(crate) fn ids_and_ratings(frame: &DataFrame) -> PolarsResult<Option<(Vec<u32>, Vec<Rating>)>> {
    let (ids, ratings) = (whole(frame, "fide_id")?, whole(frame, "rating")?);
    if !are_ids(&ids) || !within(&ratings, HIGHEST_RATING) {
        return Ok(None);
    }
    let rating = ratings.iter().map(|&rating| Rating(i16::try_from(rating).unwrap_or(0).max(0))).collect();
    Ok(Some((ids.iter().map(|&id| id.unsigned_abs()).collect(), rating)))
}

/// Whether ids ascend, and each is one.
fn are_ids(ids: &[i32]) -> bool {
    let largest = i64::from(PlayerRef::LARGEST_ID);
    ids.first().is_none_or(|&first| first > 0)
        && ids.is_sorted_by(|a, b| a < b)
        && ids.last().is_none_or(|&last| i64::from(last) <= largest)
}

/// A column of dates or of ISO text as days since 1970-01-01, [`NOTHING`] where it is null or not there.
fn dates(frame: &DataFrame, name: &str) -> PolarsResult<Vec<i32>> {
    match frame.column(name).map(|column| column.as_materialized_series()) {
        Ok(series) if series.dtype() == &DataType::Date => Ok(narrowed(series.cast(&DataType::Int32)?.i32()?)),
        _ => {
            let days = dates_as_days(frame, name)?;
            Ok(days.map_or_else(|| vec![NOTHING; frame.height()], |days| days.into_iter().map(|day| day.unwrap_or(NOTHING)).collect()))
        }
    }
}

/// The ids that have become another's, by the column that says whose.
fn merged_of(frame: &DataFrame) -> PolarsResult<BTreeMap<u32, u32>> {
    let Some(into) = integers(frame, "merged_into")? else { return Ok(BTreeMap::new()) };
    let Some(ids) = integers(frame, "fide_id")? else { return Ok(BTreeMap::new()) };
    let small = |id: Option<i64>| id.and_then(|id| u32::try_from(id).ok()).filter(|&id| id > 0);
    Ok(ids.iter().zip(into.iter()).filter_map(|(id, into)| Some((small(id)?, small(into)?))).collect())
}

/// A column of truths, false where nothing stands; `None` where it is not there.
fn truths(frame: &DataFrame, name: &str) -> PolarsResult<Option<Vec<bool>>> {
    let Ok(column) = frame.column(name) else { return Ok(None) };
    let truths = column.as_materialized_series().strict_cast(&DataType::Boolean)?;
    Ok(Some(truths.bool()?.iter().map(|truth| truth.unwrap_or(false)).collect()))
}

impl Typed {
    pub(crate) fn of(frame: &DataFrame) -> PolarsResult<Self> {
        let rows = frame.height();
        let names = ["fide_id", "rating", "games", "k", "birth_year", "career_games", "peak"];
        let (numbers, (last_rated, truths)) = rayon::join(
            || names.par_iter().with_max_len(1).map(|name| whole(frame, name)).collect::<PolarsResult<Vec<_>>>(),
            || {
                rayon::join(
                    || dates(frame, "last_rated"),
                    || Ok::<_, PolarsError>((truths(frame, "first_event")?, truths(frame, "hidden")?)),
                )
            },
        );
        let [ids, rating, games, k, birth_year, career_games, peak] =
            <[Vec<i32>; 7]>::try_from(numbers?).map_err(|_| polars_err!(ComputeError: "a list has seven columns of numbers"))?;
        let (first_event, hidden) = truths?;
        let mut typed = Self {
            ids,
            rating,
            games,
            k,
            birth_year,
            career_games,
            peak,
            flags: None,
            last_rated: last_rated?,
            first_event: first_event.unwrap_or_else(|| vec![false; rows]),
            hidden: hidden.unwrap_or_default(),
            is_in_order: false,
        };
        typed.is_in_order = typed.is_in_order();
        if typed.needs_flags() {
            typed.flags = text_column(frame, "flag")?.map(|flags| flags.rechunk().into_owned());
        }
        Ok(typed)
    }

    /// The flag tells something only where no day is given.
    fn needs_flags(&self) -> bool {
        self.last_rated.par_iter().with_min_len(1 << 14).zip(&self.rating).any(|(&day, &rating)| day == NOTHING && rating > 0)
    }

    fn is_in_order(&self) -> bool {
        let bounded = |column: &str| match column {
            "k" => &self.k,
            "games" => &self.games,
            "career_games" => &self.career_games,
            "peak" => &self.peak,
            _ => &self.birth_year,
        };
        are_ids(&self.ids) && within(&self.rating, HIGHEST_RATING) && BOUNDED.iter().all(|&(column, most)| within(bounded(column), most))
    }

    fn is_inactive(&self, row: usize) -> bool {
        self.flags.as_ref().and_then(|flags| flags.get(row)).is_some_and(|flag| flag.contains('i'))
    }

    /// Fills the room with the players of these rows, with everything worked out that the file does not say.
    pub(crate) fn complete(self, frame: &DataFrame, date: ListDate, k_rule: &Development, room: Room<'_>) -> PolarsResult<Beside> {
        let (this_list, a_year_before) = (days(date.day()), days(date.minus_months(12).day()));
        let rule = KColumn::of(k_rule);
        let merged = merged_of(frame)?;
        let Room { ids, rating, k, birth_year, career_games, peak, last_rated, first_event } = room;
        let fill = || {
            let columns = (rating, k, birth_year, career_games, peak).into_par_iter().zip((last_rated, first_event));
            columns.enumerate().with_min_len(1 << 14).for_each(
                |(row, ((rating_cell, k_cell, birth_year_cell, career_cell, peak_cell), (last_rated_cell, first_event_cell)))| {
                    let rating = Rating(i16::try_from(self.rating[row]).unwrap_or(0).max(0));
                    let rated = rating.is_rated();
                    let k = u8::try_from(self.k[row]).unwrap_or(0);
                    let birth_year = i16::try_from(self.birth_year[row]).unwrap_or(0).max(0);
                    let given_peak = i16::try_from(self.peak[row]).ok().map(Rating);
                    // A published rating is at most the highest that there was, whatever the file says.
                    let is_hidden = self.hidden.get(row).copied().unwrap_or(false);
                    let published = if is_hidden { Rating::UNRATED } else { rating };
                    let peak = given_peak.unwrap_or_else(|| rule.peak(published, k)).max(published);
                    let given_career = u32::try_from(self.career_games[row]).ok();
                    let career = || {
                        let is_junior = birth_year > 0 && rule.is_junior(date, birth_year, peak);
                        let games = u32::try_from(self.games[row]).unwrap_or(0);
                        if rated { rule.career_games(k, is_junior, games) } else { 0 }
                    };
                    *last_rated_cell = match self.last_rated[row] {
                        day if day != NOTHING => day,
                        _ if !rated => NEVER,
                        _ if self.is_inactive(row) => a_year_before,
                        _ => this_list,
                    };
                    *rating_cell = rating;
                    *k_cell = if rated { k } else { 0 };
                    *birth_year_cell = birth_year;
                    *peak_cell = peak;
                    *career_cell = given_career.unwrap_or_else(career);
                    *first_event_cell = self.first_event[row] || rated;
                },
            );
        };
        let number = || ids.iter_mut().zip(&self.ids).for_each(|(place, &id)| *place = id.unsigned_abs());
        let (_, words) = rayon::join(|| rayon::join(number, fill), || words_of(frame));
        Ok(Beside { words: words?, hidden: self.hidden, merged })
    }
}

/// The columns of numbers of a list.
pub(crate) struct Numbers {
    ids: Vec<u32>,
    rating: Vec<Rating>,
    k: Vec<u8>,
    birth_year: Vec<i16>,
    career_games: Vec<u32>,
    peak: Vec<Rating>,
    last_rated: Vec<i32>,
    first_event: Vec<bool>,
}

/// The same of players who follow one another.
pub(crate) struct Room<'a> {
    ids: &'a mut [u32],
    rating: &'a mut [Rating],
    k: &'a mut [u8],
    birth_year: &'a mut [i16],
    career_games: &'a mut [u32],
    peak: &'a mut [Rating],
    last_rated: &'a mut [i32],
    first_event: &'a mut [bool],
}

/// What there is of some players beside numbers.
pub(crate) struct Beside {
    words: Words,
    hidden: Vec<bool>,
    merged: BTreeMap<u32, u32>,
}

impl Numbers {
    pub(crate) fn new(rows: usize) -> Self {
        Self {
            ids: vec![0; rows],
            rating: vec![Rating::UNRATED; rows],
            k: vec![0; rows],
            birth_year: vec![0; rows],
            career_games: vec![0; rows],
            peak: vec![Rating::UNRATED; rows],
            last_rated: vec![0; rows],
            first_event: vec![false; rows],
        }
    }

    /// Rooms for parts of these sizes, one after the other.
    pub(crate) fn rooms(&mut self, sizes: &[usize]) -> Vec<Room<'_>> {
        fn cut<'a, 's, T>(column: &'a mut [T], sizes: &'s [usize]) -> impl Iterator<Item = &'a mut [T]> + use<'a, 's, T> {
            let mut rest = column;
            sizes.iter().map(move |&size| {
                let (part, others) = std::mem::take(&mut rest).split_at_mut(size);
                rest = others;
                part
            })
        }
        let (mut ids, mut rating, mut k) = (cut(&mut self.ids, sizes), cut(&mut self.rating, sizes), cut(&mut self.k, sizes));
        let (mut birth_year, mut career_games) = (cut(&mut self.birth_year, sizes), cut(&mut self.career_games, sizes));
        let (mut peak, mut last_rated) = (cut(&mut self.peak, sizes), cut(&mut self.last_rated, sizes));
        let mut first_event = cut(&mut self.first_event, sizes);
        let room = || {
            Some(Room {
                ids: ids.next()?,
                rating: rating.next()?,
                k: k.next()?,
                birth_year: birth_year.next()?,
                career_games: career_games.next()?,
                peak: peak.next()?,
                last_rated: last_rated.next()?,
                first_event: first_event.next()?,
            })
        };
        std::iter::from_fn(room).collect()
    }

    /// The whole list; `None` where ids do not ascend from one part to the next.
    pub(crate) fn with(self, parts: Vec<Beside>, date: ListDate) -> Option<PlayerList> {
        if !self.ids.is_sorted_by(|a, b| a < b) {
            return None;
        }
        let (mut words, mut hidden, mut merged) = (Vec::new(), Vec::new(), BTreeMap::new());
        for part in parts {
            words.push(part.words);
            hidden.extend(part.hidden);
            merged.extend(part.merged);
        }
        let (words, index) = rayon::join(|| Words::joined(words), || PlayerIndex::new(self.ids));
        let Self { rating, k, birth_year, career_games, peak, last_rated, first_event, .. } = self;
        let diagnostics = Vec::new();
        Some(PlayerList {
            date,
            index,
            words,
            rating,
            k,
            birth_year,
            career_games,
            peak,
            last_rated,
            first_event,
            hidden,
            merged,
            diagnostics,
        })
    }
}
