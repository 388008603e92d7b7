//! Roles of input files.

use crate::Control;
use serde::{Deserialize, Serialize, Serializer};
use std::cmp::Ordering;
use std::fmt;

/// What an input file of a list was used for. Manifests hold the words, and inputs are sorted by them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(from = "String")]
pub enum InputRole {
    /// A file of the previous list.
    Previous,
    /// An older list that says which players are known or which tournaments are rated.
    Archive,
    /// An older list of the same control, in force when a tournament started (D2): `older-rapid`.
    Older(Control),
    /// A list of a longer control (D18): `longer-standard`.
    Longer(Control),
    /// A rulebook file of the user.
    Rules,
    /// A file of orders of the user.
    Orders,
    /// The roster.
    Players,
    Registry,
    /// A tournament report, or a table of a bundle.
    Tournaments,
    /// A tournament report that came with the corrections.
    Corrections,
    /// A row of the corrections that was applied.
    Correction,
    /// A row of the corrections that was considered and not applied; a diagnostic says why.
    CorrectionNotApplied,
    /// The federation's file that an imported list was read from.
    FederationList,
    /// Norms that are handed in (T41).
    Norms,
    /// Direct titles and norms that are handed in (T39).
    Direct,
    /// A word of a later version of the program.
    Other(String),
}

impl InputRole {
    /// Roles without a control, with their words.
    const WORDS: [(Self, &'static str); 13] = [
        (Self::Previous, "previous"),
        (Self::Archive, "archive"),
        (Self::Rules, "rules"),
        (Self::Orders, "orders"),
        (Self::Players, "players"),
        (Self::Registry, "registry"),
        (Self::Tournaments, "tournaments"),
        (Self::Corrections, "corrections"),
        (Self::Correction, "correction"),
        (Self::CorrectionNotApplied, "correction-not-applied"),
        (Self::FederationList, "federation-list"),
        (Self::Norms, "norms"),
        (Self::Direct, "direct"),
    ];

    /// Whether the input is a file of another list.
    pub const fn is_list(&self) -> bool {
        matches!(self, Self::Previous | Self::Archive | Self::Older(_) | Self::Longer(_))
    }

    /// Whether the input is a row of the corrections, applied or not.
    pub const fn is_correction(&self) -> bool {
        matches!(self, Self::Correction | Self::CorrectionNotApplied)
    }

    /// The two parts of the word; the second is the control, if there is one.
    fn word_parts(&self) -> (&str, &'static str) {
        match self {
            Self::Older(control) => ("older-", control.word()),
            Self::Longer(control) => ("longer-", control.word()),
            Self::Other(word) => (word, ""),
            plain => (Self::WORDS.iter().find(|(role, _)| role == plain).map_or("", |(_, word)| word), ""),
        }
    }
}

impl fmt::Display for InputRole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, control) = self.word_parts();
        write!(f, "{word}{control}")
    }
}

impl From<String> for InputRole {
    fn from(text: String) -> Self {
        let of_control = |prefix: &str| text.strip_prefix(prefix).and_then(|control| control.parse().ok());
        let plain = Self::WORDS.into_iter().find(|(_, word)| *word == text).map(|(role, _)| role);
        let known = plain.or_else(|| of_control("older-").map(Self::Older)).or_else(|| of_control("longer-").map(Self::Longer));
        known.unwrap_or(Self::Other(text))
    }
}

impl Serialize for InputRole {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Ord for InputRole {
    fn cmp(&self, other: &Self) -> Ordering {
        self.word_parts().cmp(&other.word_parts())
    }
}

impl PartialOrd for InputRole {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words of all roles, sorted as text.
    const ALL: [&str; 17] = [
        "archive",
        "correction",
        "correction-not-applied",
        "corrections",
        "direct",
        "federation-list",
        "longer-rapid",
        "longer-standard",
        "norms",
        "older-blitz",
        "older-standard",
        "orders",
        "players",
        "previous",
        "registry",
        "rules",
        "tournaments",
    ];

    fn role(word: &str) -> InputRole {
        word.to_owned().into()
    }

    #[test]
    fn roles_parse_as_they_are_written_and_sort_by_their_words() {
        let roles: Vec<InputRole> = ALL.map(role).into();
        assert_eq!(roles.iter().map(ToString::to_string).collect::<Vec<_>>(), ALL);
        assert!(roles.is_sorted());
        assert!(!roles.iter().any(|role| matches!(role, InputRole::Other(_))));
        assert!(InputRole::WORDS.iter().all(|(_, word)| ALL.contains(word)));
    }

    #[test]
    fn a_word_of_a_later_version_is_kept_and_sorted_among_the_others() {
        for word in ["", "longer-", "longer-chess", "older", "Previous"] {
            assert_eq!(role(word), InputRole::Other(word.to_owned()));
            assert_eq!(role(word).to_string(), word);
        }
        assert!(role("orderly") > role("older-standard") && role("orderly") < role("orders"));
    }

    #[test]
    fn roles_of_lists_and_of_corrections_are_recognised() {
        let of = |is: fn(&InputRole) -> bool| ALL.into_iter().filter(|word| is(&role(word))).collect::<Vec<_>>();
        assert_eq!(of(InputRole::is_correction), ["correction", "correction-not-applied"]);
        assert_eq!(of(InputRole::is_list), ["archive", "longer-rapid", "longer-standard", "older-blitz", "older-standard", "previous"]);
    }
}
