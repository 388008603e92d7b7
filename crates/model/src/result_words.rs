//! Words for game results: those of tables of games, and pairs for results that only reports can state.

use crate::{GameResult, SideResult};
use std::fmt;

/// Words of bundles, from white's side.
const WORDS: [(&str, GameResult); 9] = {
    use SideResult::{Draw, ForfeitLoss, ForfeitWin, Loss, Win};
    [
        ("1-0", GameResult::new(Win, Loss)),
        ("0-1", GameResult::new(Loss, Win)),
        ("1/2-1/2", GameResult::new(Draw, Draw)),
        ("+/-", GameResult::new(ForfeitWin, ForfeitLoss)),
        ("-/+", GameResult::new(ForfeitLoss, ForfeitWin)),
        ("-/-", GameResult::new(ForfeitLoss, ForfeitLoss)),
        ("0-0", GameResult::new(Loss, Loss)),
        ("1/2-0", GameResult::new(Draw, Loss)),
        ("0-1/2", GameResult::new(Loss, Draw)),
    ]
};

/// The symbol in a pair. A missing line has no character in a report, so it gets one here.
fn symbol(outcome: SideResult) -> &'static str {
    if outcome == SideResult::Missing { "?" } else { outcome.symbol() }
}

impl GameResult {
    /// Hint for a result that is not one of the words.
    pub const WORDS_HINT: &str = "one of 1-0 0-1 1/2-1/2, unplayed +/- -/+ -/-";

    /// Whether a game was played and the two scores do not add up to one point.
    pub const fn is_asymmetric(self) -> bool {
        use SideResult::{Draw, Loss};
        matches!((self.white, self.black), (Loss, Loss) | (Draw, Loss) | (Loss, Draw))
    }

    /// Parses a word of a table of games.
    pub fn from_word(word: &str) -> Option<Self> {
        let plain = match word {
            "½-½" => "1/2-1/2",
            "½-0" => "1/2-0",
            "0-½" => "0-1/2",
            word => word,
        };
        WORDS.iter().find(|(known, _)| *known == plain).map(|(_, result)| *result)
    }

    /// Parses a word of a table of games, a pair of the two players' results, as `1:1`, or `*` for a game that is not finished. Results that
    /// do not count need a notation too, so that corrections can name them.
    pub fn from_word_or_pair(word: &str) -> Option<Self> {
        let outcome = |text: &str| SideResult::ALL.iter().copied().find(|&outcome| symbol(outcome) == text);
        let pair = || word.split_once(':').and_then(|(white, black)| Some(Self::new(outcome(white)?, outcome(black)?)));
        let unfinished = || (word == "*").then_some(Self::new(SideResult::Unknown, SideResult::Unknown));
        Self::from_word(word).or_else(pair).or_else(unfinished)
    }
}

/// Writes what [`GameResult::from_word_or_pair`] parses.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match WORDS.iter().find(|(_, known)| known == self) {
            Some((word, _)) => f.write_str(word),
            None => write!(f, "{}:{}", symbol(self.white), symbol(self.black)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_result_parses_as_it_is_written() {
        for &white in SideResult::ALL {
            for &black in SideResult::ALL {
                let result = GameResult::new(white, black);
                assert_eq!(GameResult::from_word_or_pair(&result.to_string()), Some(result), "{result}");
            }
        }
    }

    #[test]
    fn words_are_from_whites_side_and_pairs_are_not_words() {
        assert_eq!(GameResult::from_word("1/2-0"), Some(GameResult::new(SideResult::Draw, SideResult::Loss)));
        assert_eq!(GameResult::from_word("-/+"), Some(GameResult::new(SideResult::ForfeitLoss, SideResult::ForfeitWin)));
        assert_eq!(GameResult::new(SideResult::Win, SideResult::Missing).to_string(), "1:?");
        for wrong in ["", "1:0", "1", "2-0", "=1-0", "1-0 "] {
            assert_eq!(GameResult::from_word(wrong), None, "{wrong}");
        }
        assert_eq!(GameResult::from_word_or_pair("1:"), None);
        assert_eq!(GameResult::from_word_or_pair("*"), GameResult::from_word_or_pair("*:*"));
    }
}
