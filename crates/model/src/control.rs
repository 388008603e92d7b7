//! Time controls, kinds and classes of tournaments, and waived rules, each with the word that files use.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::marker::PhantomData;
use strum::{Display, EnumString, IntoStaticStr, VariantArray};

/// Error: a word that is not one of the known ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownWord {
    pub given: String,
    pub known: String,
}

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not one of {}", self.given, self.known)
    }
}

impl std::error::Error for UnknownWord {}

impl UnknownWord {
    /// Builds the error for a text that is not one of the words of `T`.
    fn among<T: VariantArray + fmt::Display>(given: &str) -> Self {
        Self { given: given.to_owned(), known: T::VARIANTS.iter().map(T::to_string).collect::<Vec<_>>().join(", ") }
    }
}

/// Time control of a list. A longer control sorts before a shorter one.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Display, EnumString, IntoStaticStr, VariantArray,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case", const_into_str, parse_err_ty = UnknownWord, parse_err_fn = UnknownWord::among::<Self>)]
pub enum Control {
    Standard,
    Rapid,
    Blitz,
    Bullet,
}

impl Control {
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// The word in files and messages.
    pub const fn word(self) -> &'static str {
        self.into_str()
    }
}

/// Pairing system of a tournament.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Display, EnumString, IntoStaticStr, VariantArray,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case", const_into_str, parse_err_ty = UnknownWord, parse_err_fn = UnknownWord::among::<Self>)]
pub enum TournamentKind {
    Swiss,
    RoundRobin,
    DoubleRoundRobin,
    Match,
    Team,
    Knockout,
    Scheveningen,
    Schiller,
}

impl TournamentKind {
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// The word in files and messages.
    pub const fn word(self) -> &'static str {
        self.into_str()
    }
}

/// Further property of a tournament that some rule depends on.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Display, EnumString, IntoStaticStr, VariantArray,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case", const_into_str, parse_err_ty = UnknownWord, parse_err_fn = UnknownWord::among::<Self>)]
pub enum TournamentClass {
    Olympiad,
    WorldTeam,
    ContinentalTeam,
    Continental,
    NationalChampionship,
    DoubleRounds,
    Women,
    League,
    Hybrid,
    UnequalTimes,
    WorldCup,
    NationalTeam,
    Zonal,
    ZonalYear,
    Altered,
    UnequalConditions,
    FormatChanged,
    CandidatesQualifier,
    WorldCupQualifier,
    FideEvent,
    AffiliateWorld,
}

/// Rule that was waived for one tournament (D24; of the title regulations, T11 and articles 1.11 and 1.42e).
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Display, EnumString, IntoStaticStr, VariantArray,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case", const_into_str, parse_err_ty = UnknownWord, parse_err_fn = UnknownWord::among::<Self>)]
pub enum Waiver {
    Late,
    Match,
    Registration,
    Length,
    TitleRegistration,
    Format,
}

/// Small set of enum variants, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VariantSet<T> {
    bits: u32,
    of: PhantomData<T>,
}

/// Classes of one tournament.
pub type Classes = VariantSet<TournamentClass>;
/// Rules waived for one tournament.
pub type Waivers = VariantSet<Waiver>;

impl<T: VariantArray + Copy + PartialEq> VariantSet<T> {
    fn bit(word: T) -> u32 {
        T::VARIANTS.iter().position(|w| *w == word).map_or(0, |at| 1 << at)
    }

    pub fn insert(&mut self, word: T) {
        self.bits |= Self::bit(word);
    }

    pub fn contains(self, word: T) -> bool {
        self.bits & Self::bit(word) != 0
    }

    pub fn is_empty(self) -> bool {
        self.bits == 0
    }

    pub fn iter(self) -> impl Iterator<Item = T> {
        T::VARIANTS.iter().copied().filter(move |&word| self.contains(word))
    }
}

impl<T> Default for VariantSet<T> {
    fn default() -> Self {
        Self { bits: 0, of: PhantomData }
    }
}

impl<T: VariantArray + Copy + PartialEq> FromIterator<T> for VariantSet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(words: I) -> Self {
        let mut set = Self::default();
        words.into_iter().for_each(|word| set.insert(word));
        set
    }
}

/// Writes the words in the order of the variants, separated by spaces.
impl<T: VariantArray + Copy + PartialEq + fmt::Display> fmt::Display for VariantSet<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.iter().map(|word| word.to_string()).collect::<Vec<_>>().join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::de::IntoDeserializer;
    use serde::de::value::StrDeserializer;
    use std::str::FromStr;

    /// Checks that files, messages and stored data use one spelling.
    fn assert_one_spelling<
        T: VariantArray + fmt::Display + FromStr<Err = UnknownWord> + for<'de> Deserialize<'de> + fmt::Debug + PartialEq,
    >() {
        for word in T::VARIANTS {
            let text = word.to_string();
            assert_eq!(text.parse().as_ref(), Ok(word));
            let stored: StrDeserializer<'_, serde::de::value::Error> = text.as_str().into_deserializer();
            assert_eq!(T::deserialize(stored).as_ref(), Ok(word));
        }
    }

    #[test]
    fn words_are_parsed_written_and_stored_in_one_spelling() {
        assert_one_spelling::<Control>();
        assert_one_spelling::<TournamentKind>();
        assert_one_spelling::<TournamentClass>();
        assert_one_spelling::<Waiver>();
        assert_eq!("chess".parse::<Control>().expect_err("no control").to_string(), "'chess' is not one of standard, rapid, blitz, bullet");
    }

    #[test]
    fn a_set_contains_what_was_inserted_and_prints_in_order() {
        let set = Classes::from_iter([TournamentClass::Hybrid, TournamentClass::Women]);
        assert!(set.contains(TournamentClass::Women) && !set.contains(TournamentClass::League));
        assert_eq!(set.to_string(), "women hybrid");
        assert!(Waivers::default().is_empty());
    }
}
