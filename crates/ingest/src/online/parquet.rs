//! Online games as Parquet, decoded some rows at a time.

use super::gathering::{Gathering, Row, Time};
use super::ids::Id;
use super::layout::{Column, Layout};
use crate::parquet::{column_names, numbers, text, visit_slices};
use polars::prelude::*;

/// Rows that are decoded at a time: what they take beside the columns of games hardly shows.
const ROWS: usize = 1 << 18;

/// Reads one table from its bytes.
pub(super) fn read(gathering: &mut Gathering<'_>, bytes: &[u8]) -> Result<(), String> {
    let names = column_names(bytes)?;
    let layout = Layout::new(names.iter().map(String::as_str))?;
    gathering.warn_of_columns(&layout.unknown, 0);
    let name = |column| layout.field(column).map(|field| names[field].as_str());
    let wanted: Vec<&str> = Column::ALL.into_iter().filter_map(name).collect();
    let mut line = 0u32;
    visit_slices(bytes, &wanted, ROWS, |frame| {
        let rows = Slice::of(frame, |column| name(column).unwrap_or(""))?;
        for row in 0..frame.height() {
            line = line.saturating_add(1);
            gathering.add(&rows.row(row), line)?;
        }
        Ok(())
    })
}

/// Some rows as columns of the types that are read.
struct Slice {
    ids: Ids,
    control: Option<StringChunked>,
    white: Int64Chunked,
    black: Int64Chunked,
    result: StringChunked,
    ended_at: Times,
    disconnected: Option<StringChunked>,
}

enum Ids {
    Numbers(UInt64Chunked),
    Texts(StringChunked),
}

enum Times {
    /// With what a unit is to be multiplied and divided by to give microseconds.
    Moments(Int64Chunked, i64, i64),
    Texts(StringChunked),
}

impl Slice {
    fn of<'n>(frame: &DataFrame, name: impl Fn(Column) -> &'n str) -> Result<Self, String> {
        let wanted = |column| text(frame, name(column))?.ok_or_else(|| format!("it has no column {}", name(column)));
        Ok(Self {
            ids: Ids::of(frame, name(Column::GameId))?,
            control: text(frame, name(Column::Control))?,
            white: numbers(frame, name(Column::White))?,
            black: numbers(frame, name(Column::Black))?,
            result: wanted(Column::Result)?,
            ended_at: Times::of(frame, name(Column::EndedAt))?,
            disconnected: text(frame, name(Column::Disconnected))?,
        })
    }

    fn row(&self, row: usize) -> Row<'_> {
        Row {
            id: match &self.ids {
                Ids::Numbers(numbers) => numbers.get(row).map_or(Id::Text(""), Id::Number),
                Ids::Texts(texts) => Id::Text(word(texts, row)),
            },
            control: self.control.as_ref().map_or("", |words| word(words, row)),
            white: self.white.get(row),
            black: self.black.get(row),
            result: word(&self.result, row),
            ended_at: self.ended_at.get(row),
            disconnected: self.disconnected.as_ref().map_or("", |words| word(words, row)),
        }
    }
}

/// A field without the blanks around it; empty where there is nothing.
fn word(texts: &StringChunked, row: usize) -> &str {
    texts.get(row).unwrap_or("").trim()
}

impl Ids {
    fn of(frame: &DataFrame, name: &str) -> Result<Self, String> {
        let column = frame.column(name).map_err(|_| format!("it has no column {name}"))?;
        let series = column.as_materialized_series();
        let whole = |series: &Series| series.strict_cast(&DataType::UInt64).and_then(|series| series.u64().cloned());
        if series.dtype().is_integer()
            && let Ok(numbers) = whole(series)
        {
            // Negative ones are texts, like everything else that is no plain number.
            return Ok(Self::Numbers(numbers));
        }
        if series.dtype().is_float() {
            // Whole numbers of a table with gaps.
            let numbers = numbers(frame, name)?.into_series();
            return whole(&numbers).map(Self::Numbers).map_err(|error| error.to_string());
        }
        text(frame, name)?.map(Self::Texts).ok_or_else(|| format!("it has no column {name}"))
    }
}

impl Times {
    fn of(frame: &DataFrame, name: &str) -> Result<Self, String> {
        let column = frame.column(name).map_err(|_| format!("it has no column {name}"))?;
        let series = column.as_materialized_series();
        let (multiplied, divided) = match series.dtype() {
            DataType::String | DataType::Null => {
                return text(frame, name)?.map(Self::Texts).ok_or_else(|| format!("it has no column {name}"));
            }
            DataType::Datetime(_, Some(zone)) if zone != &TimeZone::UTC => {
                return Err(format!("the column {name} is in the time zone {zone}, and UTC is wanted"));
            }
            DataType::Datetime(TimeUnit::Nanoseconds, _) => (1, 1000),
            DataType::Datetime(TimeUnit::Microseconds, _) => (1, 1),
            DataType::Datetime(TimeUnit::Milliseconds, _) => (1000, 1),
            dtype => return Err(format!("the column {name} holds {dtype}, not times")),
        };
        let moments = series.cast(&DataType::Int64).and_then(|series| series.i64().cloned());
        moments.map(|moments| Self::Moments(moments, multiplied, divided)).map_err(|error| error.to_string())
    }

    fn get(&self, row: usize) -> Time<'_> {
        match self {
            Self::Moments(moments, multiplied, divided) => match moments.get(row) {
                // Too large for a number is beyond every calendar too.
                Some(value) => Time::At(value.saturating_mul(*multiplied).div_euclid(*divided)),
                None => Time::Text(""),
            },
            Self::Texts(texts) => Time::Text(word(texts, row)),
        }
    }
}
