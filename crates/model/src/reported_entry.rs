//! Entries of a report as the title regulations need them: what the report itself says of a player.

use crate::{PlayerRef, Rating};
use std::fmt;

/// A code of at most three ASCII characters, as federations and titles have; empty where nothing is said.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShortCode([u8; 3]);

impl ShortCode {
    pub const EMPTY: Self = Self([0; 3]);

    /// The code of a text; `None` if the text is longer, or has other than printable ASCII characters.
    pub fn new(text: &str) -> Option<Self> {
        let mut code = [0; 3];
        if text.len() > code.len() || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return None;
        }
        code[..text.len()].copy_from_slice(text.as_bytes());
        Some(Self(code))
    }

    pub fn as_str(&self) -> &str {
        let length = self.0.iter().position(|byte| *byte == 0).unwrap_or(self.0.len());
        std::str::from_utf8(&self.0[..length]).expect("a code is ASCII")
    }

    pub fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
}

impl fmt::Debug for ShortCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl fmt::Display for ShortCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What a report says of one entry: of a player whom no list knows (T5), or of one without a usable id (T8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReportedEntry {
    pub player: PlayerRef,
    /// Three capital letters; empty if the report has anything else there.
    pub federation: ShortCode,
    /// The open title: `GM`, `IM`, `FM`, `CM`, or empty.
    pub title: ShortCode,
    /// The women's title: `WGM`, `WIM`, `WFM`, `WCM`, or empty.
    pub women_title: ShortCode,
    /// `M` or `F`; empty where it is not known.
    pub sex: ShortCode,
    /// Unrated if the report has no rating, or one that cannot be.
    pub rating: Rating,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_at_most_three_ascii_characters() {
        for text in ["", "M", "GM", "NOR"] {
            assert_eq!(ShortCode::new(text).map(|code| code.to_string()).as_deref(), Some(text));
        }
        for text in ["NORW", "Ö", "N R", "\0"] {
            assert_eq!(ShortCode::new(text), None, "{text}");
        }
        assert!(ShortCode::default().is_empty() && ShortCode::new("").is_some_and(ShortCode::is_empty));
    }
}
