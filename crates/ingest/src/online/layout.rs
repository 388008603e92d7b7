//! The columns of a table of online games, and their positions.

use strum::{Display, EnumIter, EnumString, IntoEnumIterator, VariantNames};

/// A column, in the order in which the documentation lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumIter, EnumString, VariantNames)]
#[strum(serialize_all = "snake_case", ascii_case_insensitive)]
pub(super) enum OnlineColumn {
    GameId,
    Control,
    White,
    Black,
    Result,
    EndedAt,
    Disconnected,
}

impl OnlineColumn {
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

    /// The column of this name; case and surrounding blanks do not matter.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|column| name.trim().eq_ignore_ascii_case(column.name()))
    }

    /// Whether a table may lack the column: then all games have the control of the run, and nobody lost the connection.
    const fn is_optional(self) -> bool {
        matches!(self, Self::Control | Self::Disconnected)
    }
}

/// The index of the field that holds each column.
#[derive(Clone, Debug, Default)]
pub(super) struct OnlineLayout {
    fields: [Option<usize>; OnlineColumn::VARIANTS.len()],
    /// The names that are not columns.
    pub(super) unknown: Vec<String>,
}

impl OnlineLayout {
    /// Finds the columns in a header.
    ///
    /// # Errors
    /// When a required column is missing.
    pub(super) fn new<'n>(names: impl Iterator<Item = &'n str>) -> Result<Self, String> {
        let mut layout = Self::default();
        for (field, name) in names.enumerate() {
            match OnlineColumn::from_name(name) {
                Some(column) => drop(layout.fields[column as usize].get_or_insert(field)),
                None => layout.unknown.push(name.trim().to_owned()),
            }
        }
        match OnlineColumn::iter().find(|&column| layout.field(column).is_none() && !column.is_optional()) {
            Some(missing) => Err(format!("it has no column {missing}")),
            None => Ok(layout),
        }
    }

    pub(super) fn field(&self, column: OnlineColumn) -> Option<usize> {
        self.fields[column as usize]
    }
}
