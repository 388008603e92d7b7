//! Results in words: those that tables of games use, and a wider writing for what reports can say besides.

use crate::{GameResult, Outcome};
use std::fmt;

/// From white's side, as bundles write them.
const WORDS: [(&str, GameResult); 9] = {
    use Outcome::{Draw, ForfeitLoss, ForfeitWin, Loss, Win};
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

/// A line that is not there has no character in a report, but something has to stand for it in a pair.
fn symbol(outcome: Outcome) -> &'static str {
    if outcome == Outcome::Missing { "?" } else { outcome.symbol() }
}

impl GameResult {
    /// The hint where a result is none of the words.
    pub const WORDS_HINT: &str = "one of 1-0 0-1 1/2-1/2, unplayed +/- -/+ -/-";

    /// Whether a game was played and the two scores do not add up to one point.
    pub const fn is_asymmetric(self) -> bool {
        use Outcome::{Draw, Loss};
        matches!((self.white, self.black), (Loss, Loss) | (Draw, Loss) | (Loss, Draw))
    }

    /// Reads a word of a table of games.
    pub fn from_word(word: &str) -> Option<Self> {
        let plain = match word {
            "½-½" => "1/2-1/2",
            "½-0" => "1/2-0",
            "0-½" => "0-1/2",
            word => word,
        };
        WORDS.iter().find(|(known, _)| *known == plain).map(|(_, result)| *result)
    }

    /// Reads such a word, or what the two players' lines say with a colon between, as `1:1`: also results that exclude each other have
    /// to be named before they can be corrected.
    pub fn from_word_or_pair(word: &str) -> Option<Self> {
        let outcome = |text: &str| Outcome::ALL.iter().copied().find(|&outcome| symbol(outcome) == text);
        let pair = || word.split_once(':').and_then(|(white, black)| Some(Self::new(outcome(white)?, outcome(black)?)));
        Self::from_word(word).or_else(pair)
    }
}

/// As [`GameResult::from_word_or_pair`] reads it.
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
    fn every_result_is_read_as_it_is_written() {
        for &white in Outcome::ALL {
            for &black in Outcome::ALL {
                let result = GameResult::new(white, black);
                assert_eq!(GameResult::from_word_or_pair(&result.to_string()), Some(result), "{result}");
            }
        }
    }

    #[test]
    fn words_are_from_whites_side_and_pairs_are_no_words_of_tables() {
        assert_eq!(GameResult::from_word("1/2-0"), Some(GameResult::new(Outcome::Draw, Outcome::Loss)));
        assert_eq!(GameResult::from_word("-/+"), Some(GameResult::new(Outcome::ForfeitLoss, Outcome::ForfeitWin)));
        assert_eq!(GameResult::new(Outcome::Win, Outcome::Missing).to_string(), "1:?");
        for wrong in ["", "1:0", "1", "2-0", "=1-0", "1-0 "] {
            assert_eq!(GameResult::from_word(wrong), None, "{wrong}");
        }
        assert_eq!(GameResult::from_word_or_pair("1:"), None);
    }
}
