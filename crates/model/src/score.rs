//! Scores and results of games, in whole numbers.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Sub};
use strum::{IntoStaticStr, VariantArray};

/// Score in half points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HalfPoints(pub i32);

/// Score in hundredths of a point, the unit of the conversion tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hundredths(pub i32);

impl HalfPoints {
    pub const fn hundredths(self) -> Hundredths {
        Hundredths(self.0 * 50)
    }
}

impl Add for HalfPoints {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sum for HalfPoints {
    fn sum<I: Iterator<Item = Self>>(items: I) -> Self {
        items.fold(Self(0), Add::add)
    }
}

impl Add for Hundredths {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Hundredths {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Sum for Hundredths {
    fn sum<I: Iterator<Item = Self>>(items: I) -> Self {
        items.fold(Self(0), Add::add)
    }
}

/// Writes `2.5`.
impl fmt::Display for HalfPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        write!(f, "{sign}{}.{}", self.0.abs() / 2, if self.0 % 2 == 0 { 0 } else { 5 })
    }
}

/// Writes `-0.61`.
impl fmt::Display for Hundredths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        write!(f, "{sign}{}.{:02}", self.0.abs() / 100, self.0.abs() % 100)
    }
}

/// Result of one game as one player's line states it. The two lines are read separately, because 0-0 and ½-0 are legal results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, IntoStaticStr, VariantArray)]
#[strum(const_into_str)]
#[repr(u8)]
pub enum SideResult {
    #[strum(to_string = "0")]
    Loss = 0,
    #[strum(to_string = "=")]
    Draw = 1,
    #[strum(to_string = "1")]
    Win = 2,
    #[strum(to_string = "-")]
    ForfeitLoss,
    #[strum(to_string = "+")]
    ForfeitWin,
    /// Decided with less than one move by each player: a result, but not a rated game.
    #[strum(to_string = "L")]
    UnplayedLoss,
    #[strum(to_string = "D")]
    UnplayedDraw,
    #[strum(to_string = "W")]
    UnplayedWin,
    /// Adjourned or unknown.
    #[strum(to_string = "*")]
    Unknown,
    /// The player's line does not mention the game.
    #[strum(to_string = "")]
    Missing,
}

impl SideResult {
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// The score of a game that was played over the board.
    pub const fn played(self) -> Option<HalfPoints> {
        match self {
            Self::Loss => Some(HalfPoints(0)),
            Self::Draw => Some(HalfPoints(1)),
            Self::Win => Some(HalfPoints(2)),
            Self::ForfeitLoss
            | Self::ForfeitWin
            | Self::UnplayedLoss
            | Self::UnplayedDraw
            | Self::UnplayedWin
            | Self::Unknown
            | Self::Missing => None,
        }
    }

    /// The points towards winning a match, including forfeits (D26).
    pub const fn points(self) -> HalfPoints {
        match self {
            Self::Win | Self::ForfeitWin | Self::UnplayedWin => HalfPoints(2),
            Self::Draw | Self::UnplayedDraw => HalfPoints(1),
            Self::Loss | Self::ForfeitLoss | Self::UnplayedLoss | Self::Unknown | Self::Missing => HalfPoints(0),
        }
    }

    /// The character in a Tournament Report File.
    pub const fn symbol(self) -> &'static str {
        self.into_str()
    }
}

/// Results of both players in one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameResult {
    pub white: SideResult,
    pub black: SideResult,
}

impl GameResult {
    pub const fn new(white: SideResult, black: SideResult) -> Self {
        Self { white, black }
    }

    /// Whether both lines report a game over the board.
    pub const fn is_played(self) -> bool {
        self.white.played().is_some() && self.black.played().is_some()
    }

    /// Whether the game was played, or may have been: its result is not known.
    pub fn may_be_played(self) -> bool {
        self.is_played() || [self.white, self.black].contains(&SideResult::Unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_print_as_people_write_them() {
        assert_eq!(HalfPoints(5).to_string(), "2.5");
        assert_eq!(Hundredths(-61).to_string(), "-0.61");
        assert_eq!(Hundredths(-5).to_string(), "-0.05");
        assert_eq!(Hundredths(1250).to_string(), "12.50");
    }
}
