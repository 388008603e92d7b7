//! A table in memory, whose columns are asked for by name and type.

use crate::guard::guarded;
use crate::{Column, Integers, OutputTable, TableError, Texts};
use model::{Date, any_date_after_1970, date_after_1970, days_since_1970, parse_iso_date};
use polars::prelude::{AnyValue, DataFrame, DataType, IdxSize, Series, TimeUnit, TimeZone};
use polars_arrow::array::{PrimitiveArray, Utf8ViewArray};
use std::collections::HashMap;
use std::ops::Range;

/// Rows with named and typed columns.
#[derive(Clone, Debug, Default)]
pub struct Table {
    frame: DataFrame,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Whole numbers of any width.
    Integer,
    Float,
    Text,
    Date,
    /// A date with a time of day.
    Timestamp,
    Boolean,
    /// Nulls only, of no type.
    Null,
    /// Something that no table of ours has.
    Other,
}

/// What stands in one row of one column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell<'t> {
    Null,
    Integer(i64),
    Text(&'t str),
    /// Days since 1970-01-01.
    Date(i32),
    /// In the unit of the file.
    Timestamp(i64),
    Boolean(bool),
    /// Something that no table of ours has.
    Other,
}

impl Table {
    /// Makes all rows of some columns.
    pub fn new(rows: usize, columns: Vec<Column<'_>>) -> Result<Self, TableError> {
        OutputTable::new(rows, columns).to_table()
    }

    pub(crate) const fn of_frame(frame: DataFrame) -> Self {
        Self { frame }
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.frame.height()
    }

    /// The names of the columns, in their order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.frame.columns().iter().map(|column| column.name().as_str())
    }

    pub fn has(&self, name: &str) -> bool {
        self.frame.column(name).is_ok()
    }

    /// Fails where one of the columns is missing.
    pub fn require(&self, names: &[&str]) -> Result<(), TableError> {
        match names.iter().find(|name| !self.has(name)) {
            Some(missing) => Err(TableError::missing_column(missing)),
            None => Ok(()),
        }
    }

    /// What a column holds; `None` where it is not there.
    pub fn kind(&self, name: &str) -> Option<Kind> {
        Some(match self.series(name)?.dtype() {
            dtype if dtype.is_integer() => Kind::Integer,
            dtype if dtype.is_float() => Kind::Float,
            DataType::String => Kind::Text,
            DataType::Date => Kind::Date,
            DataType::Datetime(..) => Kind::Timestamp,
            DataType::Boolean => Kind::Boolean,
            DataType::Null => Kind::Null,
            _ => Kind::Other,
        })
    }

    /// The type of a column as the schemas name it: Int32, Int64, String, Date, Datetime, Boolean; `None` where it is not there.
    pub fn stored_type(&self, name: &str) -> Option<String> {
        Some(match self.series(name)?.dtype() {
            DataType::Datetime(..) => "Datetime".to_owned(),
            dtype => format!("{dtype:?}"),
        })
    }

    fn series(&self, name: &str) -> Option<&Series> {
        self.frame.column(name).ok().map(|column| column.as_materialized_series())
    }

    /// A column of whole numbers of any width; `None` where it is not there.
    pub fn integers(&self, name: &str) -> Result<Option<Integers>, TableError> {
        let Some(series) = self.series(name) else { return Ok(None) };
        match self.kind(name) {
            Some(Kind::Integer) => Ok(Some(Integers::new(integer_array(series)?))),
            Some(Kind::Null) => Ok(Some(Integers::nulls(series.len()))),
            _ => Err(TableError::Content(format!("column '{name}' is {}, whole numbers are wanted", series.dtype()))),
        }
    }

    /// A column of texts; `None` where it is not there.
    pub fn texts(&self, name: &str) -> Result<Option<Texts>, TableError> {
        let Some(series) = self.series(name) else { return Ok(None) };
        match self.kind(name) {
            Some(Kind::Text) => Ok(Some(Texts::new(text_array(series)?))),
            Some(Kind::Null) => Ok(Some(Texts::empty(series.len()))),
            _ => Err(TableError::Content(format!("column '{name}' is {}, text is wanted", series.dtype()))),
        }
    }

    /// A column of whole numbers that nothing can be done without.
    pub fn required_integers(&self, name: &str) -> Result<Integers, TableError> {
        self.integers(name)?.ok_or_else(|| TableError::missing_column(name))
    }

    /// A column of texts that nothing can be done without.
    pub fn required_texts(&self, name: &str) -> Result<Texts, TableError> {
        self.texts(name)?.ok_or_else(|| TableError::missing_column(name))
    }

    /// A column of dates, or of ISO texts, as days since 1970-01-01; `None` where it is not there. A date that no list and no tournament can
    /// have is an error.
    pub fn days(&self, name: &str) -> Result<Option<Integers>, TableError> {
        let Some(series) = self.series(name) else { return Ok(None) };
        let impossible = |day: i64| TableError::Content(format!("column '{name}': no list is of {day} days from 1970"));
        match self.kind(name) {
            Some(Kind::Null) => Ok(Some(Integers::nulls(series.len()))),
            Some(Kind::Date) => {
                let days = Integers::new(integer_array(&series.cast(&DataType::Int32)?)?);
                let is_possible = |day: i64| i32::try_from(day).ok().and_then(date_after_1970).is_some();
                let wrong = days.iter().flatten().find(|&day| !is_possible(day));
                match wrong {
                    Some(day) => Err(impossible(day)),
                    None => Ok(Some(days)),
                }
            }
            Some(Kind::Text) => {
                let texts = Texts::new(text_array(series)?);
                let days = texts.iter().map(|text| match text {
                    "" => Ok(None),
                    text => match parse_iso_date(text).ok().map(days_since_1970).filter(|&days| date_after_1970(days).is_some()) {
                        Some(days) => Ok(Some(i64::from(days))),
                        None => Err(TableError::Content(format!("column '{name}': '{text}' is not a date like 2024-02-01"))),
                    },
                });
                Ok(Some(Integers::new(days.collect::<Result<Vec<_>, _>>()?.into_iter().collect())))
            }
            _ => Err(TableError::Content(format!("column '{name}' is {}, dates are wanted", series.dtype()))),
        }
    }

    /// A column of booleans, false for a null; `None` where it is not there.
    pub fn booleans(&self, name: &str) -> Result<Option<Vec<bool>>, TableError> {
        let Some(series) = self.series(name) else { return Ok(None) };
        let booleans = series.strict_cast(&DataType::Boolean)?;
        Ok(Some(booleans.bool()?.iter().map(|claim| claim.unwrap_or(false)).collect()))
    }

    /// A column of UTC timestamps in microseconds since 1970-01-01; an error where it holds anything else.
    pub fn timestamps(&self, name: &str) -> Result<Integers, TableError> {
        let series = self.series(name).ok_or_else(|| TableError::missing_column(name))?;
        let (multiplied, divided) = match series.dtype() {
            DataType::Datetime(_, Some(zone)) if zone != &TimeZone::UTC => {
                return Err(TableError::Content(format!("the column {name} is in the time zone {zone}, and UTC is wanted")));
            }
            DataType::Datetime(TimeUnit::Nanoseconds, _) => (1, 1000),
            DataType::Datetime(TimeUnit::Microseconds, _) => (1, 1),
            DataType::Datetime(TimeUnit::Milliseconds, _) => (1000, 1),
            dtype => return Err(TableError::Content(format!("the column {name} holds {dtype}, not times"))),
        };
        let moments = Integers::new(integer_array(&series.cast(&DataType::Int64)?)?);
        if (multiplied, divided) == (1, 1) {
            return Ok(moments);
        }
        // A timestamp too large for a number is beyond every calendar too.
        Ok(Integers::new(moments.iter().map(|moment| moment.map(|m| m.saturating_mul(multiplied).div_euclid(divided))).collect()))
    }

    /// A column of any type as text: dates as 2024-02-01, booleans as true and false; `None` where it is not there.
    pub fn as_texts(&self, name: &str) -> Result<Option<Texts>, TableError> {
        let Some(series) = self.series(name) else { return Ok(None) };
        // A cast may trust the values as much as the decoder does.
        let texts = guarded(|| match series.dtype() {
            DataType::Date => Ok(dates_as_texts(&Integers::new(integer_array(&series.cast(&DataType::Int32)?)?))),
            _ => text_array(&series.cast(&DataType::String)?).map(Texts::new),
        });
        texts.map(Some).map_err(|error| {
            TableError::Content(format!("the column {name}, which holds {}, cannot be read as text: {error}", series.dtype()))
        })
    }

    /// A column as whole numbers, also where it holds them as text or as floats; what is no whole number is a null.
    pub fn as_integers(&self, name: &str) -> Result<Integers, TableError> {
        let series = self.series(name).ok_or_else(|| TableError::Content(format!("it has no column {name}")))?;
        match self.kind(name) {
            Some(Kind::Integer) => Ok(Integers::new(integer_array(&series.cast(&DataType::Int64)?)?)),
            Some(Kind::Null) => Ok(Integers::nulls(series.len())),
            Some(Kind::Text) => {
                let texts = Texts::new(text_array(series)?);
                Ok(Integers::new(texts.iter().map(|text| text.trim().parse::<i64>().ok()).collect()))
            }
            Some(Kind::Float) => {
                let floats = series.cast(&DataType::Float64)?;
                // Whole numbers of a table with nulls; a cast of floats saturates, and no id is that large.
                let whole = |value: f64| (value.fract() == 0.0).then_some(value as i64);
                Ok(Integers::new(floats.f64()?.iter().map(|value| value.and_then(whole)).collect()))
            }
            _ => Err(TableError::Content(format!("the column {name} holds {}, not whole numbers", series.dtype()))),
        }
    }

    /// What stands in a row; nothing where there is no such column or row.
    pub fn cell(&self, name: &str, row: usize) -> Cell<'_> {
        // Of the series: Polars keeps a column of one row as a scalar, whose text is not borrowed.
        let Some(value) = self.series(name).and_then(|series| series.get(row).ok()) else { return Cell::Null };
        match value {
            AnyValue::Null => Cell::Null,
            AnyValue::String(text) => Cell::Text(text),
            AnyValue::Boolean(claim) => Cell::Boolean(claim),
            AnyValue::Date(days) => Cell::Date(days),
            AnyValue::Datetime(moment, _, _) | AnyValue::DatetimeOwned(moment, _, _) => Cell::Timestamp(moment),
            value if value.dtype().is_integer() => value.extract::<i64>().map_or(Cell::Other, Cell::Integer),
            _ => Cell::Other,
        }
    }

    /// A whole number; `None` where the cell is empty or holds something else.
    pub fn integer(&self, name: &str, row: usize) -> Option<i64> {
        if let Cell::Integer(value) = self.cell(name, row) { Some(value) } else { None }
    }

    /// A text; empty where the cell is empty or holds something else.
    pub fn text(&self, name: &str, row: usize) -> &str {
        if let Cell::Text(text) = self.cell(name, row) { text } else { "" }
    }

    /// A date that lists and tournaments can have.
    pub fn date(&self, name: &str, row: usize) -> Option<Date> {
        if let Cell::Date(days) = self.cell(name, row) { date_after_1970(days) } else { None }
    }

    pub fn is_true(&self, name: &str, row: usize) -> bool {
        self.cell(name, row) == Cell::Boolean(true)
    }

    /// The rows with these numbers, in this order.
    pub fn take(&self, rows: &[u32]) -> Result<Self, TableError> {
        let rows: polars::prelude::IdxCa = rows.iter().map(|&row| Some(IdxSize::from(row))).collect();
        Ok(Self::of_frame(self.frame.take(&rows)?))
    }

    /// The rows that the mask selects.
    pub fn filter(&self, mask: &[bool]) -> Result<Self, TableError> {
        use polars::prelude::NewChunkedArray;
        let mask = polars::prelude::BooleanChunked::from_iter_values("wanted".into(), mask.iter().copied());
        Ok(Self::of_frame(self.frame.filter(&mask)?))
    }

    /// Some of the columns, in this order.
    pub fn select(&self, names: &[&str]) -> Result<Self, TableError> {
        Ok(Self::of_frame(self.frame.select(names.iter().copied())?))
    }

    /// A contiguous range of rows.
    #[must_use]
    pub fn slice(&self, rows: Range<usize>) -> Self {
        Self::of_frame(self.frame.slice(i64::try_from(rows.start).unwrap_or(i64::MAX), rows.len()))
    }

    /// Adds the rows of a table with the same columns.
    pub fn append(&mut self, more: Self) -> Result<(), TableError> {
        Ok(self.frame.vstack_mut_owned(more.frame).map(drop)?)
    }

    /// Adds a column, or replaces the one of the same name.
    pub fn set_column(&mut self, column: &Column<'_>) -> Result<(), TableError> {
        let column = column.to_series(self.height())?;
        self.frame.with_column(column.into())?;
        Ok(())
    }

    /// Whether a column of two tables holds the same values, whatever the width of its numbers.
    pub fn same_column(&self, other: &Self, name: &str) -> Result<bool, TableError> {
        let kinds = (self.kind(name), other.kind(name));
        Ok(match kinds {
            (Some(Kind::Integer | Kind::Null), Some(Kind::Integer | Kind::Null)) => {
                let (own, others) = (self.integers(name)?, other.integers(name)?);
                own.zip(others).is_some_and(|(own, others)| own.iter().eq(others.iter()))
            }
            (Some(Kind::Text), Some(Kind::Text)) => {
                let (own, others) = (self.texts(name)?, other.texts(name)?);
                own.zip(others).is_some_and(|(own, others)| own.iter().eq(others.iter()))
            }
            (Some(Kind::Timestamp), Some(Kind::Timestamp)) => self.timestamps(name)?.iter().eq(other.timestamps(name)?.iter()),
            (Some(Kind::Float | Kind::Other), _) => false,
            (own, others) => own == others && (0..self.height()).all(|row| self.cell(name, row) == other.cell(name, row)),
        })
    }

    /// The table as one that can be written.
    pub fn to_output(&self) -> OutputTable<'_> {
        OutputTable::new(self.height(), self.frame.columns().iter().map(Column::of).collect())
    }
}

/// The numbers of a column as one array.
fn integer_array(series: &Series) -> Result<PrimitiveArray<i64>, TableError> {
    let series = series.strict_cast(&DataType::Int64)?.rechunk();
    let array = series.i64()?.downcast_iter().next().cloned();
    Ok(array.unwrap_or_else(|| PrimitiveArray::from_vec(Vec::new())))
}

/// The texts of a column as one array.
fn text_array(series: &Series) -> Result<Utf8ViewArray, TableError> {
    let series = series.rechunk();
    let array = series.str()?.downcast_iter().next().cloned();
    Ok(array.unwrap_or_else(|| Utf8ViewArray::from_slice_values::<&str, _>([])))
}

/// Days as texts. A month has few different ones, so each is written once. A day beyond every calendar is a text that no reader takes for a
/// date.
fn dates_as_texts(days: &Integers) -> Texts {
    let mut known: HashMap<i64, String> = HashMap::new();
    for day in days.iter().flatten() {
        known.entry(day).or_insert_with(|| {
            let date = i32::try_from(day).ok().and_then(any_date_after_1970);
            date.map_or_else(|| format!("day {day} from 1970-01-01"), |date| date.to_string())
        });
    }
    days.iter().map(|day| day.and_then(|day| known.get(&day)).map_or("", String::as_str)).collect()
}

#[cfg(test)]
mod tests;
