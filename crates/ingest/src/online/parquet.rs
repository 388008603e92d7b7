//! Reads online games from Parquet, a range of rows at a time.

use super::collector::{EndTime, Locate, OnlineCollector, OnlineRow};
use super::ids::RawGameId;
use super::layout::{OnlineColumn, OnlineLayout};
use crate::bundle::error_text;
use model::Place;
use tables::{Integers, ParquetTable, Table, Texts, ValueType};

/// The number of rows decoded at a time: small compared to the columns of games.
const ROWS_PER_RANGE: usize = 1 << 18;

/// Reads one table.
pub(super) fn read(collector: &mut OnlineCollector<'_>, bytes: &[u8]) -> Result<(), String> {
    let parquet = ParquetTable::from_bytes(bytes, |name| OnlineColumn::from_name(name).is_some()).map_err(error_text)?;
    let names: Vec<&str> = parquet.columns().iter().chain(parquet.unselected_columns()).map(String::as_str).collect();
    let layout = OnlineLayout::new(names.iter().copied())?;
    collector.warn_of_unknown_columns(&layout.unknown, 0);
    let name = |column| layout.field(column).map(|field| names[field]);
    let wanted: Vec<&str> = OnlineColumn::ALL.into_iter().filter_map(name).collect();
    let mut line = 0u32;
    for range in parquet.row_ranges(ROWS_PER_RANGE) {
        let table = parquet.read(range, &wanted).map_err(error_text)?;
        let columns = DecodedColumns::of(&table, |column| name(column).unwrap_or(""))?;
        for row in 0..table.height() {
            line = line.saturating_add(1);
            collector.add(&columns.row(row, line, &|_| (Place::line(line), String::new())))?;
        }
    }
    Ok(())
}

/// A range of rows, as columns of the types needed.
struct DecodedColumns {
    ids: IdColumn,
    control: Option<Texts>,
    white: Integers,
    black: Integers,
    result: Texts,
    ended_at: EndTimeColumn,
    disconnected: Option<Texts>,
}

enum IdColumn {
    /// Numbers that are not negative.
    Numbers(Integers),
    Texts(Texts),
}

enum EndTimeColumn {
    Micros(Integers),
    Texts(Texts),
}

impl DecodedColumns {
    fn of<'n>(table: &Table, name: impl Fn(OnlineColumn) -> &'n str) -> Result<Self, String> {
        Ok(Self {
            ids: IdColumn::of(table, name(OnlineColumn::GameId))?,
            control: table.as_texts(name(OnlineColumn::Control)).map_err(error_text)?,
            white: table.as_integers(name(OnlineColumn::White)).map_err(error_text)?,
            black: table.as_integers(name(OnlineColumn::Black)).map_err(error_text)?,
            result: texts(table, name(OnlineColumn::Result))?,
            ended_at: EndTimeColumn::of(table, name(OnlineColumn::EndedAt))?,
            disconnected: table.as_texts(name(OnlineColumn::Disconnected)).map_err(error_text)?,
        })
    }

    fn row<'r>(&'r self, row: usize, line: u32, locate: Locate<'r>) -> OnlineRow<'r> {
        OnlineRow {
            line,
            locate,
            id: match &self.ids {
                IdColumn::Numbers(numbers) => {
                    numbers.get(row).and_then(|id| u64::try_from(id).ok()).map_or(RawGameId::Text(""), RawGameId::Number)
                }
                IdColumn::Texts(texts) => RawGameId::Text(field(texts, row)),
            },
            control: self.control.as_ref().map_or("", |words| field(words, row)),
            white: self.white.get(row),
            black: self.black.get(row),
            result: field(&self.result, row),
            ended_at: match &self.ended_at {
                EndTimeColumn::Micros(micros) => micros.get(row).map_or(EndTime::Text(""), EndTime::Micros),
                EndTimeColumn::Texts(texts) => EndTime::Text(field(texts, row)),
            },
            disconnected: self.disconnected.as_ref().map_or("", |words| field(words, row)),
        }
    }
}

/// A field without surrounding blanks; empty if it is null.
fn field(texts: &Texts, row: usize) -> &str {
    texts.get(row).trim()
}

fn texts(table: &Table, name: &str) -> Result<Texts, String> {
    table.as_texts(name).map_err(error_text)?.ok_or_else(|| format!("it has no column {name}"))
}

impl IdColumn {
    fn of(table: &Table, name: &str) -> Result<Self, String> {
        let negative = |ids: &Integers| ids.iter().flatten().find(|&id| id < 0);
        match table.value_type(name) {
            // Whole numbers of a table with missing values.
            Some(ValueType::Float) => {
                let ids = table.as_integers(name).map_err(error_text)?;
                match negative(&ids) {
                    Some(id) => Err(format!("the column {name} holds {id}; numbers of games are not negative")),
                    None => Ok(Self::Numbers(ids)),
                }
            }
            // Negative and very large numbers are read as texts, like everything else that is not a plain number.
            Some(ValueType::Integer) => match table.integers(name) {
                Ok(Some(ids)) if negative(&ids).is_none() => Ok(Self::Numbers(ids)),
                _ => texts(table, name).map(Self::Texts),
            },
            _ => texts(table, name).map(Self::Texts),
        }
    }
}

impl EndTimeColumn {
    fn of(table: &Table, name: &str) -> Result<Self, String> {
        match table.value_type(name) {
            Some(ValueType::Text | ValueType::Null) => texts(table, name).map(Self::Texts),
            _ => table.timestamps(name).map(Self::Micros).map_err(error_text),
        }
    }
}
