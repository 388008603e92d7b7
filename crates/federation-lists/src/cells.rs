//! What a row holds, whichever file it stands in.

use model::{Control, Place};
use strum::{Display, EnumCount, IntoStaticStr};

/// One thing that a row tells of a player, with the word by which messages name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Display, EnumCount, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
#[repr(usize)]
pub(crate) enum Cell {
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

/// Whose rating a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Whose {
    /// The file is one control's list.
    Only,
    Of(Control),
}

/// A column of a text file or an element of XML.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    Plain(Cell),
    /// Rating, games or K of one control.
    Number(Cell, Whose),
    /// A column that nothing reads; it still ends the one before it.
    Unknown,
}

impl Field {
    pub(crate) const fn rating(control: Control) -> Self {
        Self::Number(Cell::Rating, Whose::Of(control))
    }

    pub(crate) const fn games(control: Control) -> Self {
        Self::Number(Cell::Games, Whose::Of(control))
    }

    pub(crate) const fn k(control: Control) -> Self {
        Self::Number(Cell::K, Whose::Of(control))
    }

    /// The cell that this column fills when the list of `control` is read.
    pub(crate) fn cell(self, control: Control) -> Option<Cell> {
        match self {
            Self::Plain(cell) | Self::Number(cell, Whose::Only) => Some(cell),
            Self::Number(cell, Whose::Of(own)) => (own == control).then_some(cell),
            Self::Unknown => None,
        }
    }

    /// What kind of thing stands in it, whoever's it is.
    pub(crate) fn kind(self) -> Option<Cell> {
        match self {
            Self::Plain(cell) | Self::Number(cell, _) => Some(cell),
            Self::Unknown => None,
        }
    }

    pub(crate) fn is_of_one_of_several(self) -> bool {
        matches!(self, Self::Number(_, Whose::Of(_)))
    }
}

/// One row's cells as they stand, without the blanks around them, and where they stand.
#[derive(Debug)]
pub(crate) struct Row<'a> {
    pub(crate) line: u32,
    pub(crate) values: [&'a str; Cell::COUNT],
    pub(crate) places: [Place; Cell::COUNT],
    /// The line itself, where there is one.
    pub(crate) source: &'a str,
}

impl Row<'_> {
    pub(crate) fn get(&self, cell: Cell) -> &str {
        self.values[cell as usize]
    }

    /// Where a cell stands, as wide as what stands in it.
    pub(crate) fn place(&self, cell: Cell) -> Place {
        let width = u32::try_from(self.get(cell).chars().count().max(1)).unwrap_or(1);
        Place { width, ..self.places[cell as usize] }
    }
}
