//! The readings of the regulations that the program uses, as `DECISIONS.md` numbers and explains them.

use model::ReadingNumber;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// One entry of `DECISIONS.md`, as plain text.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Reading {
    pub number: ReadingNumber,
    /// Greater than 1 if the reading has been changed (D42).
    pub revision: u32,
    pub text: String,
    /// An example with numbers.
    pub example: String,
    /// The test that holds it: a case of `tests/regulations`, or a function.
    pub test: String,
}

impl Reading {
    /// Parses a paragraph that begins with a number in bold: `**D17, revision 2.** Text`, then the lines `*Example.*` and `*Test.*`.
    fn parse(paragraph: &str) -> Option<Self> {
        let (head, rest) = paragraph.strip_prefix("**")?.split_once(".** ")?;
        let (number, revision) = head.split_once(", revision ").unwrap_or((head, "1"));
        let (text, rest) = rest.split_once("\n*Example.* ")?;
        let (example, test) = rest.split_once("\n*Test.* ")?;
        let plain = |markdown: &str| markdown.replace('\n', " ").replace(['*', '`'], "");
        Some(Self {
            number: number.parse().ok()?,
            revision: revision.parse().ok()?,
            text: plain(text),
            example: plain(example),
            test: plain(test),
        })
    }
}

static READINGS: LazyLock<BTreeMap<ReadingNumber, Reading>> = LazyLock::new(|| {
    let entries = include_str!("../DECISIONS.md").split("\n\n").filter_map(|paragraph| Reading::parse(paragraph.trim_end()));
    entries.map(|reading| (reading.number, reading)).collect()
});

/// Returns all readings by their numbers.
pub fn readings() -> &'static BTreeMap<ReadingNumber, Reading> {
    &READINGS
}

/// Where readings went that have no entry of their own any more.
const FORMER: &[(&str, &str)] = &[
    ("R1", "D50"),
    ("R2", "the table of article numbers in DECISIONS.md"),
    ("R3", "the table of article numbers in DECISIONS.md"),
    ("R8", "the table of article numbers in DECISIONS.md"),
    ("R17", "D36"),
    ("R22", "D53"),
    ("R32", "D51"),
    ("R34", "D48"),
    ("R41", "PROMISES.md"),
    ("R42", "PROMISES.md"),
    ("R50", "PROMISES.md"),
];

/// Where a reading went that has no entry of its own any more; lists made before cite its number.
pub fn former_reading(number: &str) -> Option<&'static str> {
    FORMER.iter().find(|(former, _)| *former == number).map(|(_, now)| *now)
}

/// Returns the revision of every reading by which a list is made, as its manifest names them (D42): those of the title regulations only for a
/// list whose titles are judged.
pub fn reading_revisions(judges_titles: bool) -> BTreeMap<ReadingNumber, u32> {
    let is_used = |reading: &&Reading| judges_titles || !reading.number.is_of_titles();
    READINGS.values().filter(is_used).map(|reading| (reading.number, reading.revision)).collect()
}

/// Returns the readings that differ between two manifests. Those of the title regulations are compared where both judge titles.
pub fn differing_readings(then: &BTreeMap<ReadingNumber, u32>, now: &BTreeMap<ReadingNumber, u32>) -> Vec<ReadingNumber> {
    let judges_titles = |readings: &BTreeMap<ReadingNumber, u32>| readings.keys().any(|number| number.is_of_titles());
    let both_judge_titles = judges_titles(then) && judges_titles(now);
    let numbers: BTreeSet<ReadingNumber> = then.keys().chain(now.keys()).copied().collect();
    let is_compared = |number: &ReadingNumber| both_judge_titles || !number.is_of_titles();
    numbers.into_iter().filter(is_compared).filter(|number| then.get(number) != now.get(number)).collect()
}

/// Returns the readings that some texts cite, each once. A number that is not a known reading is ignored.
///
/// A reading of the title regulations is cited between round brackets, as in `(0.42, T5)`: tournaments have ids such as T5.
pub fn cited_readings<'a>(texts: impl IntoIterator<Item = &'a str>) -> BTreeSet<ReadingNumber> {
    // Most texts are names and numbers.
    let may_cite = |text: &&str| text.as_bytes().windows(2).any(|pair| pair[0].is_ascii_uppercase() && pair[1].is_ascii_digit());
    texts.into_iter().filter(may_cite).flat_map(readings_in).collect()
}

fn readings_in(text: &str) -> impl Iterator<Item = ReadingNumber> {
    let mut brackets = 0u32;
    let pieces = text.split_inclusive(['(', ')']).map(move |piece| {
        let is_in_brackets = brackets > 0;
        match piece.chars().next_back() {
            Some('(') => brackets += 1,
            Some(')') => brackets = brackets.saturating_sub(1),
            Some(_) | None => {}
        }
        (piece, is_in_brackets)
    });
    pieces.flat_map(|(piece, is_in_brackets)| {
        let words = piece.split(|c: char| !c.is_ascii_alphanumeric() && c != '.');
        let numbers = words.filter_map(|word| word.trim_end_matches('.').parse::<ReadingNumber>().ok());
        numbers.filter(move |number| READINGS.contains_key(number) && (is_in_brackets || !number.is_of_titles()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> ReadingNumber {
        text.parse().expect("a number")
    }

    fn words(numbers: BTreeSet<ReadingNumber>) -> Vec<String> {
        numbers.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn every_decision_has_an_entry_with_all_its_parts() {
        let bold = include_str!("../DECISIONS.md").lines().filter(|line| line.starts_with("**")).count();
        assert_eq!(READINGS.len(), bold, "an entry lacks its example or its test, or has its number twice");
        for decision in 1..=53 {
            assert!(READINGS.contains_key(&number(&format!("D{decision}"))), "D{decision}");
        }
        for decision in 1..=43 {
            assert!(READINGS.contains_key(&number(&format!("T{decision}"))), "T{decision}");
        }
    }

    #[test]
    fn a_number_that_is_gone_says_where_it_went_and_has_no_entry() {
        for (former, now) in FORMER {
            assert!(!READINGS.contains_key(&number(former)), "{former}");
            assert!(now.ends_with(".md") || READINGS.contains_key(&number(now)), "{former}");
        }
        assert_eq!((former_reading("R17"), former_reading("D1")), (Some("D36"), None));
    }

    #[test]
    fn changed_readings_have_a_revision() {
        let revisions = reading_revisions(false);
        assert_eq!(["D1", "D17", "D23", "D24", "D25", "D40", "D50"].map(|word| revisions[&number(word)]), [1, 2, 2, 2, 2, 2, 1]);
    }

    #[test]
    fn readings_of_titles_are_those_of_lists_that_judge_titles_and_compared_among_these_alone() {
        let (without, with) = (reading_revisions(false), reading_revisions(true));
        assert_eq!(with.len() - without.len(), 43);
        assert_eq!(differing_readings(&without, &with), []);
        let mut other = with.clone();
        other.insert(number("T5"), 2);
        other.insert(number("D5"), 2);
        assert_eq!(differing_readings(&other, &with), [number("D5"), number("T5")]);
        assert_eq!(differing_readings(&other, &without), [number("D5")]);
    }

    #[test]
    fn a_reading_of_titles_is_cited_between_brackets_where_ids_do_not_stand() {
        assert_eq!(words(cited_readings(["T5", "T5: its norms are not judged (1.46a, T7) by T8", "(0.42 (T9) T10)"])), ["T7", "T9", "T10"]);
    }

    #[test]
    fn readings_are_found_in_texts_and_listed_once() {
        assert_eq!(
            words(cited_readings(["7.2.3", "D23", "D18, 8.3.1", "R16; D2", "as D5.", "D23", ""])),
            ["D2", "D5", "D18", "D23", "R16"]
        );
        assert_eq!(words(cited_readings(["D999", "B.02", "D2.1", "AD2"])), [] as [&str; 0]);
    }
}
