//! The fields of a player's row, common to text and XML files.

use model::{Control, Place};
use strum::{Display, EnumCount, IntoStaticStr};

/// A field of a player, with its name in messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Display, EnumCount, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
#[repr(usize)]
pub(crate) enum PlayerField {
    Id,
    Name,
    Federation,
    Sex,
    Title,
    #[strum(to_string = "women's title")]
    WomenTitle,
    #[strum(to_string = "other titles")]
    OtherTitles,
    /// A title of the federation's online arena.
    #[strum(to_string = "arena title")]
    ArenaTitle,
    Rating,
    Games,
    #[strum(to_string = "K")]
    K,
    #[strum(to_string = "year of birth")]
    Birth,
    Flag,
}

/// The control of a column of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColumnControl {
    /// The file has one control.
    Single,
    Of(Control),
}

/// A column of a text file or an element of XML.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileColumn {
    Plain(PlayerField),
    /// Rating, games or K of one control.
    Number(PlayerField, ColumnControl),
    /// An unknown column; the column before it ends there.
    Unknown,
}

impl FileColumn {
    pub(crate) const fn rating(control: Control) -> Self {
        Self::Number(PlayerField::Rating, ColumnControl::Of(control))
    }

    pub(crate) const fn games(control: Control) -> Self {
        Self::Number(PlayerField::Games, ColumnControl::Of(control))
    }

    pub(crate) const fn k(control: Control) -> Self {
        Self::Number(PlayerField::K, ColumnControl::Of(control))
    }

    /// The field that this column fills when the list of `control` is read.
    pub(crate) fn field_for(self, control: Control) -> Option<PlayerField> {
        match self {
            Self::Plain(field) | Self::Number(field, ColumnControl::Single) => Some(field),
            Self::Number(field, ColumnControl::Of(own)) => (own == control).then_some(field),
            Self::Unknown => None,
        }
    }

    /// The field of this column, of any control.
    pub(crate) fn field(self) -> Option<PlayerField> {
        match self {
            Self::Plain(field) | Self::Number(field, _) => Some(field),
            Self::Unknown => None,
        }
    }

    pub(crate) fn has_control(self) -> bool {
        matches!(self, Self::Number(_, ColumnControl::Of(_)))
    }
}

/// The trimmed values of one row, and their places.
#[derive(Debug)]
pub(crate) struct ListRow<'a> {
    pub(crate) line: u32,
    pub(crate) values: [&'a str; PlayerField::COUNT],
    pub(crate) places: [Place; PlayerField::COUNT],
    /// The text of the line; empty in XML.
    pub(crate) source: &'a str,
}

impl ListRow<'_> {
    pub(crate) fn get(&self, field: PlayerField) -> &str {
        self.values[field as usize]
    }

    /// The place of a field, as wide as its value.
    pub(crate) fn place(&self, field: PlayerField) -> Place {
        let width = u32::try_from(self.get(field).chars().count().max(1)).unwrap_or(1);
        Place { width, ..self.places[field as usize] }
    }
}
