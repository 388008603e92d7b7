//! What kind of chess, what kind of event, and which rules were lifted for it.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

/// A closed set of words, each with the one spelling that files, messages and the command line use.
pub trait Word: Copy + PartialEq + 'static {
    const ALL: &'static [Self];
    fn word(self) -> &'static str;
}

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

/// Finds a word by its spelling.
fn find<T: Word>(text: &str) -> Result<T, UnknownWord> {
    let known = || T::ALL.iter().map(|word| word.word()).collect::<Vec<_>>().join(", ");
    T::ALL.iter().copied().find(|word| word.word() == text).ok_or_else(|| UnknownWord { given: text.to_owned(), known: known() })
}

/// The time control a list is about. A longer control comes before a shorter one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Control {
    Standard,
    Rapid,
    Blitz,
    Bullet,
}

impl Control {
    pub const ALL: &'static [Self] = &[Self::Standard, Self::Rapid, Self::Blitz, Self::Bullet];

    pub const fn word(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Rapid => "rapid",
            Self::Blitz => "blitz",
            Self::Bullet => "bullet",
        }
    }
}

/// How an event pairs its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    Swiss,
    RoundRobin,
    DoubleRoundRobin,
    Match,
    Team,
    Knockout,
}

impl Kind {
    pub const ALL: &'static [Self] = &[Self::Swiss, Self::RoundRobin, Self::DoubleRoundRobin, Self::Match, Self::Team, Self::Knockout];

    pub const fn word(self) -> &'static str {
        match self {
            Self::Swiss => "swiss",
            Self::RoundRobin => "round-robin",
            Self::DoubleRoundRobin => "double-round-robin",
            Self::Match => "match",
            Self::Team => "team",
            Self::Knockout => "knockout",
        }
    }
}

/// Further facts of an event that some rule asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
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

impl Class {
    pub const ALL: &'static [Self] = &[
        Self::Olympiad,
        Self::WorldTeam,
        Self::ContinentalTeam,
        Self::NationalChampionship,
        Self::Women,
        Self::League,
        Self::Hybrid,
        Self::UnequalTimes,
    ];

    pub const fn word(self) -> &'static str {
        match self {
            Self::Olympiad => "olympiad",
            Self::WorldTeam => "world-team",
            Self::ContinentalTeam => "continental-team",
            Self::NationalChampionship => "national-championship",
            Self::Women => "women",
            Self::League => "league",
            Self::Hybrid => "hybrid",
            Self::UnequalTimes => "unequal-times",
        }
    }
}

/// A rule that was lifted for one event (D24).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Waiver {
    Late,
    Match,
    Registration,
    Length,
}

impl Waiver {
    pub const ALL: &'static [Self] = &[Self::Late, Self::Match, Self::Registration, Self::Length];

    pub const fn word(self) -> &'static str {
        match self {
            Self::Late => "late",
            Self::Match => "match",
            Self::Registration => "registration",
            Self::Length => "length",
        }
    }
}

impl Word for Control {
    const ALL: &'static [Self] = Self::ALL;

    fn word(self) -> &'static str {
        self.word()
    }
}

impl FromStr for Control {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        find(text)
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl Word for Kind {
    const ALL: &'static [Self] = Self::ALL;

    fn word(self) -> &'static str {
        self.word()
    }
}

impl FromStr for Kind {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        find(text)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl Word for Class {
    const ALL: &'static [Self] = Self::ALL;

    fn word(self) -> &'static str {
        self.word()
    }
}

impl FromStr for Class {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        find(text)
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl Word for Waiver {
    const ALL: &'static [Self] = Self::ALL;

    fn word(self) -> &'static str {
        self.word()
    }
}

impl FromStr for Waiver {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        find(text)
    }
}

impl fmt::Display for Waiver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// A small set of words, one bit for each in the order of [`Word::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordSet<T> {
    bits: u16,
    of: PhantomData<T>,
}

/// The classes of one event.
pub type Classes = WordSet<Class>;
/// The rules lifted for one event.
pub type Waivers = WordSet<Waiver>;

impl<T: Word> WordSet<T> {
    fn bit(word: T) -> u16 {
        T::ALL.iter().position(|w| *w == word).map_or(0, |at| 1 << at)
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
        T::ALL.iter().copied().filter(move |&word| self.contains(word))
    }
}

impl<T> Default for WordSet<T> {
    fn default() -> Self {
        Self { bits: 0, of: PhantomData }
    }
}

impl<T: Word> FromIterator<T> for WordSet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(words: I) -> Self {
        let mut set = Self::default();
        words.into_iter().for_each(|word| set.insert(word));
        set
    }
}

/// The words in their stated order, separated by spaces.
impl<T: Word> fmt::Display for WordSet<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.iter().map(Word::word).collect::<Vec<_>>().join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::de::IntoDeserializer;
    use serde::de::value::StrDeserializer;

    /// Files, messages and data use one spelling.
    fn spelled_alike<T: Word + FromStr<Err = UnknownWord> + for<'de> Deserialize<'de> + fmt::Debug>() {
        for &word in T::ALL {
            assert_eq!(word.word().parse(), Ok(word));
            let stored: StrDeserializer<'_, serde::de::value::Error> = word.word().into_deserializer();
            assert_eq!(T::deserialize(stored), Ok(word));
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
