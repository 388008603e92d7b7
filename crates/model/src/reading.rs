//! Numbers of readings. A reading states how the program interprets the regulations where their text leaves something open.

use serde::{Deserialize, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// Number of a reading, such as `D17`; sorted by letter, then number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(try_from = "String")]
pub struct ReadingNumber {
    letter: char,
    number: u16,
}

/// Error: a text that is not the number of a reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseReadingError(String);

impl fmt::Display for ParseReadingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not the number of a reading, such as D17", self.0)
    }
}

impl std::error::Error for ParseReadingError {}

impl fmt::Display for ReadingNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.letter, self.number)
    }
}

impl FromStr for ReadingNumber {
    type Err = ParseReadingError;

    fn from_str(text: &str) -> Result<Self, ParseReadingError> {
        let mut digits = text.chars();
        let letter = digits.next().filter(char::is_ascii_uppercase);
        let number = digits.as_str().parse().ok();
        let reading = letter.zip(number).map(|(letter, number)| Self { letter, number });
        // One spelling only: not D+1, not D01.
        reading.filter(|reading| reading.to_string() == text).ok_or_else(|| ParseReadingError(text.to_owned()))
    }
}

impl TryFrom<String> for ReadingNumber {
    type Error = ParseReadingError;

    fn try_from(text: String) -> Result<Self, ParseReadingError> {
        text.parse()
    }
}

impl ReadingNumber {
    /// Whether the reading is one of the title regulations.
    pub const fn is_of_titles(self) -> bool {
        self.letter == 'T'
    }
}

impl Serialize for ReadingNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_numbers_parse_as_they_are_written_and_sort_as_numbers() {
        let words = ["D1", "D2", "D10", "R3", "T5"];
        let numbers: Vec<ReadingNumber> = words.iter().map(|word| word.parse().expect("a number")).collect();
        assert!(numbers.is_sorted());
        assert_eq!(numbers.iter().map(ToString::to_string).collect::<Vec<_>>(), words);
        assert_eq!(numbers.iter().filter(|number| number.is_of_titles()).count(), 1);
        for other in ["", "D", "17", "d17", "D+1", "D01", "D1a", "7.2.3"] {
            assert!(other.parse::<ReadingNumber>().is_err(), "{other}");
        }
    }
}
