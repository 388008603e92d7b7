//! What kind of chess, what kind of event, and which rules were lifted for it.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::marker::PhantomData;
use strum::{Display, EnumString, IntoStaticStr, VariantArray};

/// A word that is none of the known ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownWord {
    pub given: String,
    pub known: String,
}

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is none of {}", self.given, self.known)
    }
}

impl std::error::Error for UnknownWord {}

impl UnknownWord {
    /// The error of a text that is none of the words of `T`.
    fn among<T: VariantArray + fmt::Display>(given: &str) -> Self {
        Self { given: given.to_owned(), known: T::VARIANTS.iter().map(T::to_string).collect::<Vec<_>>().join(", ") }
    }
}

/// The time control a list is about. A longer control comes before a shorter one.
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

    pub const fn word(self) -> &'static str {
        self.into_str()
    }
}

/// How an event pairs its players.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Display, EnumString, IntoStaticStr, VariantArray,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case", const_into_str, parse_err_ty = UnknownWord, parse_err_fn = UnknownWord::among::<Self>)]
pub enum Kind {
    Swiss,
    RoundRobin,
    DoubleRoundRobin,
    Match,
    Team,
    Knockout,
}

impl Kind {
    pub const ALL: &'static [Self] = Self::VARIANTS;

    pub const fn word(self) -> &'static str {
        self.into_str()
    }
}

/// Further facts of an event that some rule asks for.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Display, EnumString, IntoStaticStr, VariantArray,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case", const_into_str, parse_err_ty = UnknownWord, parse_err_fn = UnknownWord::among::<Self>)]
pub enum Class {
    Olympiad,
    WorldTeam,
    ContinentalTeam,
    NationalChampionship,
    Women,
    League,
    Hybrid,
    UnequalTimes,
}

/// A rule that was lifted for one event (D24).
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
}

/// A small set of words, one bit for each in their stated order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordSet<T> {
    bits: u16,
    of: PhantomData<T>,
}

/// The classes of one event.
pub type Classes = WordSet<Class>;
/// The rules lifted for one event.
pub type Waivers = WordSet<Waiver>;

impl<T: VariantArray + Copy + PartialEq> WordSet<T> {
    fn bit(word: T) -> u16 {
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

impl<T> Default for WordSet<T> {
    fn default() -> Self {
        Self { bits: 0, of: PhantomData }
    }
}

impl<T: VariantArray + Copy + PartialEq> FromIterator<T> for WordSet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(words: I) -> Self {
        let mut set = Self::default();
        words.into_iter().for_each(|word| set.insert(word));
        set
    }
}

/// The words in their stated order, separated by spaces.
impl<T: VariantArray + Copy + PartialEq + fmt::Display> fmt::Display for WordSet<T> {
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

    /// Files, messages and data use one spelling.
    fn spelled_alike<T: VariantArray + fmt::Display + FromStr<Err = UnknownWord> + for<'de> Deserialize<'de> + fmt::Debug + PartialEq>() {
        for word in T::VARIANTS {
            let text = word.to_string();
            assert_eq!(text.parse().as_ref(), Ok(word));
            let stored: StrDeserializer<'_, serde::de::value::Error> = text.as_str().into_deserializer();
            assert_eq!(T::deserialize(stored).as_ref(), Ok(word));
        }
    }

    #[test]
    fn words_are_read_written_and_stored_in_one_spelling() {
        spelled_alike::<Control>();
        spelled_alike::<Kind>();
        spelled_alike::<Class>();
        spelled_alike::<Waiver>();
        assert_eq!("chess".parse::<Control>().expect_err("no control").to_string(), "'chess' is none of standard, rapid, blitz, bullet");
    }

    #[test]
    fn a_set_holds_what_was_put_in_and_prints_in_order() {
        let set = Classes::from_iter([Class::Hybrid, Class::Women]);
        assert!(set.contains(Class::Women) && !set.contains(Class::League));
        assert_eq!(set.to_string(), "women hybrid");
        assert!(Waivers::default().is_empty());
    }
}
