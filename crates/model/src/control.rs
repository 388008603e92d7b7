//! What kind of chess, what kind of event, and which rules were lifted for it.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Declares a fieldless enum together with the one spelling that files and messages use for it.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($(#[$vmeta:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum $name { $($(#[$vmeta])* #[serde(rename = $word)] $variant),+ }

        impl $name {
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The word that files and the command line use.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
        }

        impl FromStr for $name {
            type Err = UnknownWord;
            fn from_str(text: &str) -> Result<Self, UnknownWord> {
                Self::ALL.iter().copied().find(|v| v.word() == text).ok_or_else(|| UnknownWord {
                    given: text.to_owned(),
                    known: Self::ALL.iter().map(|v| v.word()).collect::<Vec<_>>().join(", "),
                })
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { f.pad(self.word()) }
        }
    };
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

words! {
    /// The time control a list is about.
    Control { Standard = "standard", Rapid = "rapid", Blitz = "blitz", Bullet = "bullet" }
}

words! {
    /// How an event pairs its players.
    Kind {
        Swiss = "swiss",
        RoundRobin = "round-robin",
        DoubleRoundRobin = "double-round-robin",
        Match = "match",
        Team = "team",
        Knockout = "knockout",
    }
}

words! {
    /// Further facts of an event that some rule asks for.
    Class {
        Olympiad = "olympiad",
        WorldTeam = "world-team",
        ContinentalTeam = "continental-team",
        NationalChampionship = "national-championship",
        Women = "women",
        League = "league",
        Hybrid = "hybrid",
        UnequalTimes = "unequal-times",
    }
}

words! {
    /// A rule that was lifted for one event (D24).
    Waiver { Late = "late", Match = "match", Registration = "registration", Length = "length" }
}

/// Declares a small set over one of the enums above.
macro_rules! word_set {
    ($(#[$meta:meta])* $set:ident of $item:ident) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $set(u16);

        impl $set {
            pub fn insert(&mut self, item: $item) {
                self.0 |= 1 << item as u16;
            }

            pub const fn contains(self, item: $item) -> bool {
                self.0 & (1 << item as u16) != 0
            }

            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            pub fn iter(self) -> impl Iterator<Item = $item> {
                $item::ALL.iter().copied().filter(move |&item| self.contains(item))
            }
        }

        impl FromIterator<$item> for $set {
            fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> Self {
                let mut set = Self::default();
                items.into_iter().for_each(|item| set.insert(item));
                set
            }
        }

        /// The words in their stated order, separated by spaces.
        impl fmt::Display for $set {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.iter().map($item::word).collect::<Vec<_>>().join(" "))
            }
        }
    };
}

word_set! {
    /// The classes of one event.
    Classes of Class
}
word_set! {
    /// The rules lifted for one event.
    Waivers of Waiver
}
