//! The columns of a table of online games.

use strum::{Display, EnumIter, EnumString, IntoEnumIterator, VariantNames};

/// One column, in the order in which people write them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumIter, EnumString, VariantNames)]
#[strum(serialize_all = "snake_case", ascii_case_insensitive)]
pub(super) enum Column {
    GameId,
    Control,
    White,
    Black,
    Result,
    EndedAt,
    Disconnected,
}

impl Column {
    pub(super) const ALL: [Self; 7] =
        [Self::GameId, Self::Control, Self::White, Self::Black, Self::Result, Self::EndedAt, Self::Disconnected];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::GameId => "game_id",
            Self::Control => "control",
            Self::White => "white",
            Self::Black => "black",
            Self::Result => "result",
            Self::EndedAt => "ended_at",
            Self::Disconnected => "disconnected",
        }
    }

    /// The column of this name, however it is written.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|column| name.trim().eq_ignore_ascii_case(column.name()))
    }

    /// Without a control all games are of the run's own, and without the other column nobody lost the connection.
    const fn may_be_missing(self) -> bool {
        matches!(self, Self::Control | Self::Disconnected)
    }
}

/// Where each column stands in one table.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    fields: [Option<usize>; Column::VARIANTS.len()],
    /// Columns that nothing reads.
    pub(super) unknown: Vec<String>,
}

impl Layout {
    /// # Errors
    /// A column that must be there and is not.
    pub(super) fn new<'n>(names: impl Iterator<Item = &'n str>) -> Result<Self, String> {
        let mut layout = Self::default();
        for (field, name) in names.enumerate() {
            match Column::named(name) {
                Some(column) => drop(layout.fields[column as usize].get_or_insert(field)),
                None => layout.unknown.push(name.trim().to_owned()),
            }
        }
        match Column::iter().find(|&column| layout.field(column).is_none() && !column.may_be_missing()) {
            Some(missing) => Err(format!("it has no column {missing}")),
            None => Ok(layout),
        }
    }

    pub(super) fn field(&self, column: Column) -> Option<usize> {
        self.fields[column as usize]
    }
}
