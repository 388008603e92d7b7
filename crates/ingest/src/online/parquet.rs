//! Online games as Parquet, decoded some rows at a time.

use super::gathering::{Gathering, Locate, Row, Time};
use super::ids::Id;
use super::layout::{Column, Layout};
use crate::bundle::in_words;
use model::Place;
use tables::{Integers, ParquetTable, Table, Texts, ValueType};

/// Rows that are decoded at a time: what they take beside the columns of games hardly shows.
const ROWS: usize = 1 << 18;

/// Reads one table from its bytes.
pub(super) fn read(gathering: &mut Gathering<'_>, bytes: &[u8]) -> Result<(), String> {
    let parquet = ParquetTable::from_bytes(bytes, |name| Column::named(name).is_some()).map_err(in_words)?;
    let names: Vec<&str> = parquet.columns().iter().chain(parquet.unselected_columns()).map(String::as_str).collect();
    let layout = Layout::new(names.iter().copied())?;
    gathering.warn_of_columns(&layout.unknown, 0);
    let name = |column| layout.field(column).map(|field| names[field]);
    let wanted: Vec<&str> = Column::ALL.into_iter().filter_map(name).collect();
    let mut line = 0u32;
    for range in parquet.row_ranges(ROWS) {
        let table = parquet.read(range, &wanted).map_err(in_words)?;
        let columns = Columns::of(&table, |column| name(column).unwrap_or(""))?;
        for row in 0..table.height() {
            line = line.saturating_add(1);
            gathering.add(&columns.row(row, line, &|_| (Place::line(line), String::new())))?;
        }
    }
    Ok(())
}

/// Some rows as columns of the types that are read.
struct Columns {
    ids: Ids,
    control: Option<Texts>,
    white: Integers,
    black: Integers,
    result: Texts,
    ended_at: Times,
    disconnected: Option<Texts>,
}

enum Ids {
    /// None of them is negative.
    Numbers(Integers),
    Texts(Texts),
}

enum Times {
    Moments(Integers),
    Texts(Texts),
}

impl Columns {
    fn of<'n>(table: &Table, name: impl Fn(Column) -> &'n str) -> Result<Self, String> {
        Ok(Self {
            ids: Ids::of(table, name(Column::GameId))?,
            control: table.as_texts(name(Column::Control)).map_err(in_words)?,
            white: table.as_integers(name(Column::White)).map_err(in_words)?,
            black: table.as_integers(name(Column::Black)).map_err(in_words)?,
            result: texts(table, name(Column::Result))?,
            ended_at: Times::of(table, name(Column::EndedAt))?,
            disconnected: table.as_texts(name(Column::Disconnected)).map_err(in_words)?,
        })
    }

    fn row<'r>(&'r self, row: usize, line: u32, locate: Locate<'r>) -> Row<'r> {
        Row {
            line,
            locate,
            id: match &self.ids {
                Ids::Numbers(numbers) => numbers.get(row).and_then(|id| u64::try_from(id).ok()).map_or(Id::Text(""), Id::Number),
                Ids::Texts(texts) => Id::Text(word(texts, row)),
            },
            control: self.control.as_ref().map_or("", |words| word(words, row)),
            white: self.white.get(row),
            black: self.black.get(row),
            result: word(&self.result, row),
            ended_at: match &self.ended_at {
                Times::Moments(moments) => moments.get(row).map_or(Time::Text(""), Time::At),
                Times::Texts(texts) => Time::Text(word(texts, row)),
            },
            disconnected: self.disconnected.as_ref().map_or("", |words| word(words, row)),
        }
    }
}

/// A field without the blanks around it; empty where there is nothing.
fn word(texts: &Texts, row: usize) -> &str {
    texts.get(row).trim()
}

fn texts(table: &Table, name: &str) -> Result<Texts, String> {
    table.as_texts(name).map_err(in_words)?.ok_or_else(|| format!("it has no column {name}"))
}

impl Ids {
    fn of(table: &Table, name: &str) -> Result<Self, String> {
        let negative = |ids: &Integers| ids.iter().flatten().find(|&id| id < 0);
        match table.value_type(name) {
            // Whole numbers of a table with gaps.
            Some(ValueType::Float) => {
                let ids = table.as_integers(name).map_err(in_words)?;
                match negative(&ids) {
                    Some(id) => Err(format!("the column {name} holds {id}; numbers of games are not negative")),
                    None => Ok(Self::Numbers(ids)),
                }
            }
            // Negative and very large ones are texts, like everything else that is no plain number.
            Some(ValueType::Integer) => match table.integers(name) {
                Ok(Some(ids)) if negative(&ids).is_none() => Ok(Self::Numbers(ids)),
                _ => texts(table, name).map(Self::Texts),
            },
            _ => texts(table, name).map(Self::Texts),
        }
    }
}

impl Times {
    fn of(table: &Table, name: &str) -> Result<Self, String> {
        match table.value_type(name) {
            Some(ValueType::Text | ValueType::Null) => texts(table, name).map(Self::Texts),
            _ => table.timestamps(name).map(Self::Moments).map_err(in_words),
        }
    }
}
