//! The readings of the regulations that the program uses, as `DECISIONS.md` numbers them.

use model::ReadingNumber;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// All readings with their revisions (D42). None has been revised yet.
static READINGS: LazyLock<BTreeMap<ReadingNumber, u32>> = LazyLock::new(|| {
    let entries = include_str!("../DECISIONS.md").lines().filter_map(|line| line.strip_prefix("**")?.split_once('.')?.0.parse().ok());
    entries.map(|number| (number, 1)).collect()
});

/// Returns all readings with their revisions.
pub fn readings() -> &'static BTreeMap<ReadingNumber, u32> {
    &READINGS
}

/// Returns the readings that some articles cite, each once. A number that is not a known reading is ignored.
pub fn cited_readings<'a>(articles: impl IntoIterator<Item = &'a str>) -> BTreeSet<ReadingNumber> {
    let words = articles.into_iter().flat_map(|article| article.split(|c: char| !c.is_ascii_alphanumeric() && c != '.'));
    words.filter_map(|word| word.parse().ok()).filter(|number| READINGS.contains_key(number)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(numbers: BTreeSet<ReadingNumber>) -> Vec<String> {
        numbers.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn every_reading_with_a_text_has_a_revision() {
        let known = |text: &str| READINGS.get(&text.parse().expect("a number")).copied();
        assert_eq!([known("D1"), known("D34"), known("R1"), known("R50")], [Some(1); 4]);
        assert_eq!([known("D0"), known("R999")], [None; 2]);
    }

    #[test]
    fn readings_are_found_among_articles_and_listed_once() {
        assert_eq!(words(cited_readings(["7.2.3", "D23", "D18, 8.3.1", "R16; D2", "D23", ""])), ["D2", "D18", "D23", "R16"]);
        assert_eq!(words(cited_readings(["D999", "B.02", "D2.1", "AD2"])), [] as [&str; 0]);
    }
}
