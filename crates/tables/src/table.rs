//! Tables in memory, whose columns are read by name and type.

use crate::guard::guarded;
use crate::{Integers, OutputColumn, OutputTable, TableError, Texts};
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

/// Type of the values of a column in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueType {
    /// Integers of any width.
    Integer,
    Float,
    Text,
    Date,
    /// A date with a time of day.
    Timestamp,
    Boolean,
    /// A column of nulls without a type.
    Null,
    /// Any other type.
    Other,
}

/// Value of one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellValue<'t> {
    Null,
    Integer(i64),
    Text(&'t str),
    /// Days since 1970-01-01.
    Date(i32),
    /// A timestamp in the unit of the file.
    Timestamp(i64),
    Boolean(bool),
    /// A value of any other type.
    Other,
}

impl Table {
    /// Computes all rows of the given columns.
    pub fn new(rows: usize, columns: Vec<OutputColumn<'_>>) -> Result<Self, TableError> {
        OutputTable::new(rows, columns).to_table()
    }

    pub(crate) const fn of_frame(frame: DataFrame) -> Self {
        Self { frame }
    }

    /// Number of rows.
    pub fn height(&self) -> usize {
        self.frame.height()
    }

    /// Names of the columns, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.frame.columns().iter().map(|column| column.name().as_str())
    }

    pub fn has(&self, name: &str) -> bool {
        self.frame.column(name).is_ok()
    }

    /// Fails if one of the columns is missing.
    pub fn require(&self, names: &[&str]) -> Result<(), TableError> {
        match names.iter().find(|name| !self.has(name)) {
            Some(missing) => Err(TableError::missing_column(missing)),
            None => Ok(()),
        }
    }

    /// Returns the type of a column's values; `None` if there is no such column.
    pub fn value_type(&self, name: &str) -> Option<ValueType> {
        Some(match self.series(name)?.dtype() {
            dtype if dtype.is_integer() => ValueType::Integer,
            dtype if dtype.is_float() => ValueType::Float,
            DataType::String => ValueType::Text,
            DataType::Date => ValueType::Date,
            DataType::Datetime(..) => ValueType::Timestamp,
            DataType::Boolean => ValueType::Boolean,
            DataType::Null => ValueType::Null,
            _ => ValueType::Other,
        })
    }

    /// Returns the type of a column as schemas write it: Int32, Int64, String, Date, Datetime, Boolean; `None` if there is no such column.
    pub fn stored_type(&self, name: &str) -> Option<String> {
        Some(match self.series(name)?.dtype() {
            DataType::Datetime(..) => "Datetime".to_owned(),
            dtype => format!("{dtype:?}"),
        })
    }

    fn series(&self, name: &str) -> Option<&Series> {
        self.frame.column(name).ok().map(|column| column.as_materialized_series())
    }

    /// Reads a column of integers of any width; `None` if there is no such column.
    pub fn integers(&self, name: &str) -> Result<Option<Integers>, TableError> {
        let Some(series) = self.series(name) else { return Ok(None) };
        match self.value_type(name) {
            Some(ValueType::Integer) => integer_values(series).map(Some),
            Some(ValueType::Null) => Ok(Some(Integers::nulls(series.len()))),
            // Pandas writes whole numbers with nulls so.
            Some(ValueType::Float) => whole_floats(series).map(Some).map_err(|value| {
                TableError::Content(format!("column '{name}' is {}, and has {value}; whole numbers are wanted", series.dtype()))
            }),
            _ => Err(TableError::Content(format!("column '{name}' is {}, whole numbers are wanted", series.dtype()))),
        }
    }

    /// Reads a column of texts; `None` if there is no such column.
    pub fn texts(&self, name: &str) -> Result<Option<Texts>, TableError> {
        let Some(series) = self.series(name) else { return Ok(None) };
        match self.value_type(name) {
            Some(ValueType::Text) => Ok(Some(Texts::new(text_array(series)?))),
            Some(ValueType::Null) => Ok(Some(Texts::empty(series.len()))),
            // A category is a text that is stored once. The cast may panic on damaged values as the decoder may.
            _ if series.dtype().is_categorical() || series.dtype().is_enum() => {
                guarded(|| text_array(&series.cast(&DataType::String)?).map(Texts::new)).map(Some)
            }
            _ => Err(TableError::Content(format!("column '{name}' is {}, text is wanted", series.dtype()))),
        }
    }

    /// Reads a column of integers; an error if there is no such column.
    pub fn required_integers(&self, name: &str) -> Result<Integers, TableError> {
        self.integers(name)?.ok_or_else(|| TableError::missing_column(name))
    }

    /// Reads a column of texts; an error if there is no such column.
    pub fn required_texts(&self, name: &str) -> Result<Texts, TableError> {
        self.texts(name)?.ok_or_else(|| TableError::missing_column(name))
    }

    /// Reads a column of dates or of ISO texts, as days since 1970-01-01; `None` if there is no such column. A date outside the years of
    /// lists and tournaments is an error.
    pub fn days(&self, name: &str) -> Result<Option<Integers>, TableError> {
        let Some(series) = self.series(name) else { return Ok(None) };
        let impossible = |day: i64| TableError::Content(format!("column '{name}': no list is of {day} days from 1970"));
        match self.value_type(name) {
            Some(ValueType::Null) => Ok(Some(Integers::nulls(series.len()))),
            Some(ValueType::Date) => {
                let days = integer_values(&series.cast(&DataType::Int32)?)?;
                let is_possible = |day: i64| i32::try_from(day).ok().and_then(date_after_1970).is_some();
                let wrong = days.iter().flatten().find(|&day| !is_possible(day));
                match wrong {
                    Some(day) => Err(impossible(day)),
                    None => Ok(Some(days)),
                }
            }
            Some(ValueType::Text) => {
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

    /// Reads a column of booleans, with false for null; `None` if there is no such column.
    pub fn booleans(&self, name: &str) -> Result<Option<Vec<bool>>, TableError> {
        let booleans = self.nullable_booleans(name)?;
        Ok(booleans.map(|booleans| booleans.into_iter().map(|claim| claim.unwrap_or(false)).collect()))
    }

    /// Reads a column of booleans with its nulls; `None` if there is no such column.
    pub fn nullable_booleans(&self, name: &str) -> Result<Option<Vec<Option<bool>>>, TableError> {
        let Some(series) = self.series(name) else { return Ok(None) };
        let booleans = series.strict_cast(&DataType::Boolean)?;
        Ok(Some(booleans.bool()?.iter().collect()))
    }

    /// Reads a column of UTC timestamps, as microseconds since 1970-01-01; an error for any other column.
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
        let timestamps = Integers::new(integer_array(&series.cast(&DataType::Int64)?)?);
        if (multiplied, divided) == (1, 1) {
            return Ok(timestamps);
        }
        // A timestamp that overflows is outside every calendar anyway.
        Ok(Integers::new(timestamps.iter().map(|timestamp| timestamp.map(|m| m.saturating_mul(multiplied).div_euclid(divided))).collect()))
    }

    /// Reads a column of any type as text: dates as 2024-02-01, booleans as true and false; `None` if there is no such column.
    pub fn as_texts(&self, name: &str) -> Result<Option<Texts>, TableError> {
        let Some(series) = self.series(name) else { return Ok(None) };
        // The cast may panic on damaged values as the decoder may.
        let texts = guarded(|| match series.dtype() {
            DataType::Date => Ok(dates_as_texts(&integer_values(&series.cast(&DataType::Int32)?)?)),
            _ => text_array(&series.cast(&DataType::String)?).map(Texts::new),
        });
        texts.map(Some).map_err(|error| {
            TableError::Content(format!("the column {name}, which holds {}, cannot be read as text: {error}", series.dtype()))
        })
    }

    /// Reads a column of integers, texts or floats as integers; a value that is not whole becomes null.
    pub fn as_integers(&self, name: &str) -> Result<Integers, TableError> {
        let series = self.series(name).ok_or_else(|| TableError::Content(format!("it has no column {name}")))?;
        match self.value_type(name) {
            Some(ValueType::Integer) => {
                integer_values(series).or_else(|_| Ok(Integers::new(integer_array(&series.cast(&DataType::Int64)?)?)))
            }
            Some(ValueType::Null) => Ok(Integers::nulls(series.len())),
            Some(ValueType::Text) => {
                let texts = Texts::new(text_array(series)?);
                Ok(Integers::new(texts.iter().map(|text| text.trim().parse::<i64>().ok()).collect()))
            }
            Some(ValueType::Float) => {
                let floats = series.cast(&DataType::Float64)?;
                // Pandas writes integers with nulls as floats. The cast saturates, and no id is that large.
                let whole = |value: f64| (value.fract() == 0.0).then_some(value as i64);
                Ok(Integers::new(floats.f64()?.iter().map(|value| value.and_then(whole)).collect()))
            }
            _ => Err(TableError::Content(format!("the column {name} holds {}, not whole numbers", series.dtype()))),
        }
    }

    /// Returns the value of a cell; null if there is no such column or row. An empty text, as tables of version 0.1 have it, is null.
    pub fn cell(&self, name: &str, row: usize) -> CellValue<'_> {
        // Reads the series, because Polars stores a column of one row as a scalar, whose text cannot be borrowed.
        let Some(value) = self.series(name).and_then(|series| series.get(row).ok()) else { return CellValue::Null };
        match value {
            AnyValue::Null | AnyValue::String("") => CellValue::Null,
            AnyValue::String(text) => CellValue::Text(text),
            AnyValue::Boolean(claim) => CellValue::Boolean(claim),
            AnyValue::Date(days) => CellValue::Date(days),
            AnyValue::Datetime(timestamp, _, _) | AnyValue::DatetimeOwned(timestamp, _, _) => CellValue::Timestamp(timestamp),
            value if value.dtype().is_integer() => value.extract::<i64>().map_or(CellValue::Other, CellValue::Integer),
            _ => CellValue::Other,
        }
    }

    /// Returns an integer; `None` if the cell is empty or has another type.
    pub fn integer(&self, name: &str, row: usize) -> Option<i64> {
        if let CellValue::Integer(value) = self.cell(name, row) { Some(value) } else { None }
    }

    /// Returns a text; empty if the cell is empty or has another type.
    pub fn text(&self, name: &str, row: usize) -> &str {
        if let CellValue::Text(text) = self.cell(name, row) { text } else { "" }
    }

    /// Returns a date; `None` if it is outside the years of lists and tournaments.
    pub fn date(&self, name: &str, row: usize) -> Option<Date> {
        if let CellValue::Date(days) = self.cell(name, row) { date_after_1970(days) } else { None }
    }

    pub fn is_true(&self, name: &str, row: usize) -> bool {
        self.cell(name, row) == CellValue::Boolean(true)
    }

    /// Returns the rows at these positions, in this order.
    pub fn take(&self, rows: &[u32]) -> Result<Self, TableError> {
        let rows: polars::prelude::IdxCa = rows.iter().map(|&row| Some(IdxSize::from(row))).collect();
        Ok(Self::of_frame(self.frame.take(&rows)?))
    }

    /// Returns the rows that the mask selects.
    pub fn filter(&self, mask: &[bool]) -> Result<Self, TableError> {
        use polars::prelude::NewChunkedArray;
        let mask = polars::prelude::BooleanChunked::from_iter_values("wanted".into(), mask.iter().copied());
        Ok(Self::of_frame(self.frame.filter(&mask)?))
    }

    /// Returns the named columns, in this order.
    pub fn select(&self, names: &[&str]) -> Result<Self, TableError> {
        Ok(Self::of_frame(self.frame.select(names.iter().copied())?))
    }

    /// Returns a contiguous range of rows.
    #[must_use]
    pub fn slice(&self, rows: Range<usize>) -> Self {
        Self::of_frame(self.frame.slice(i64::try_from(rows.start).unwrap_or(i64::MAX), rows.len()))
    }

    /// Appends the rows of a table with the same columns.
    pub fn append(&mut self, more: Self) -> Result<(), TableError> {
        Ok(self.frame.vstack_mut_owned(more.frame).map(drop)?)
    }

    /// Adds a column, or replaces the column with the same name.
    pub fn set_column(&mut self, column: &OutputColumn<'_>) -> Result<(), TableError> {
        let column = column.to_series(self.height())?;
        self.frame.with_column(column.into())?;
        Ok(())
    }

    /// Whether a column has the same values in both tables, whatever the width of its numbers.
    pub fn same_column(&self, other: &Self, name: &str) -> Result<bool, TableError> {
        let kinds = (self.value_type(name), other.value_type(name));
        Ok(match kinds {
            (Some(ValueType::Integer | ValueType::Null), Some(ValueType::Integer | ValueType::Null)) => {
                let (own, others) = (self.integers(name)?, other.integers(name)?);
                own.zip(others).is_some_and(|(own, others)| own.iter().eq(others.iter()))
            }
            (Some(ValueType::Text), Some(ValueType::Text)) => {
                let (own, others) = (self.texts(name)?, other.texts(name)?);
                own.zip(others).is_some_and(|(own, others)| own.iter().eq(others.iter()))
            }
            (Some(ValueType::Timestamp), Some(ValueType::Timestamp)) => self.timestamps(name)?.iter().eq(other.timestamps(name)?.iter()),
            (Some(ValueType::Float | ValueType::Other), _) => false,
            (own, others) => own == others && (0..self.height()).all(|row| self.cell(name, row) == other.cell(name, row)),
        })
    }

    /// Converts the table to one that can be written.
    pub fn to_output(&self) -> OutputTable<'_> {
        OutputTable::new(self.height(), self.frame.columns().iter().map(OutputColumn::from_polars).collect())
    }
}

/// Returns the integers of a column, without a copy if they have 32 or 64 bits; shorter ones become 32 bits long.
fn integer_values(series: &Series) -> Result<Integers, TableError> {
    let series = match series.dtype() {
        DataType::Int32 => series.rechunk(),
        DataType::Int8 | DataType::Int16 | DataType::UInt8 | DataType::UInt16 => series.strict_cast(&DataType::Int32)?.rechunk(),
        _ => return integer_array(series).map(Integers::new),
    };
    let array = series.i32()?.downcast_iter().next().cloned();
    Ok(Integers::short(array.unwrap_or_else(|| PrimitiveArray::from_vec(Vec::new()))))
}

/// Returns the integers of a column as one array.
fn integer_array(series: &Series) -> Result<PrimitiveArray<i64>, TableError> {
    let series = series.strict_cast(&DataType::Int64)?.rechunk();
    let array = series.i64()?.downcast_iter().next().cloned();
    Ok(array.unwrap_or_else(|| PrimitiveArray::from_vec(Vec::new())))
}

/// Returns the texts of a column as one array.
fn text_array(series: &Series) -> Result<Utf8ViewArray, TableError> {
    let series = series.rechunk();
    let array = series.str()?.downcast_iter().next().cloned();
    Ok(array.unwrap_or_else(|| Utf8ViewArray::from_slice_values::<&str, _>([])))
}

/// Formats days as texts. A month has few distinct days, so each is formatted once. A day outside the calendar becomes a text that no
/// reader takes for a date.
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

/// The values of a column of floats as integers; NaN is nothing. The error is the first value that is not whole.
fn whole_floats(series: &Series) -> Result<Integers, String> {
    /// Floats beyond this skip whole numbers.
    const LIMIT: f64 = 9_007_199_254_740_992.0;
    let floats = series.cast(&DataType::Float64).map_err(|error| error.to_string())?;
    let whole = |value: Option<f64>| match value.filter(|value| !value.is_nan()) {
        None => Ok(None),
        Some(value) if value.fract() == 0.0 && value.abs() < LIMIT => Ok(Some(value as i64)),
        Some(value) => Err(value.to_string()),
    };
    let floats = floats.f64().map_err(|error| error.to_string())?;
    Ok(Integers::new(floats.iter().map(whole).collect::<Result<Vec<_>, String>>()?.into_iter().collect()))
}

#[cfg(test)]
mod tests;
