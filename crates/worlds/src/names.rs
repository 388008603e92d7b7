//! Invented names of people and cities, and the federations.
//!
//! Names are composed of syllables, so that nobody in a world is a real person.

use crate::random::{Purpose, RandomStream};
use std::collections::BTreeSet;

/// Codes of federations, the larger first. A small world has only the first few.
pub(crate) const FEDERATIONS: [&str; 40] = [
    "IND", "GER", "ESP", "FRA", "POL", "ITA", "NOR", "TUR", "IRI", "USA", "BRA", "HUN", "UKR", "CZE", "SRB", "GRE", "ARG", "NED", "ENG",
    "KAZ", "COL", "SWE", "DEN", "SRI", "PHI", "PER", "BUL", "ROU", "AUT", "MEX", "BEL", "CRO", "VIE", "UZB", "EGY", "RSA", "IRL", "FIN",
    "ISL", "MGL",
];

const ONSETS: [&str; 24] =
    ["b", "br", "d", "dr", "f", "g", "gr", "h", "j", "k", "kl", "l", "m", "n", "p", "r", "s", "st", "t", "tr", "v", "vl", "z", "sk"];
const VOWELS: [&str; 7] = ["a", "e", "i", "o", "u", "ai", "ei"];
/// Vowels with accents, all of them in Latin-1, so that reports can be written in every encoding. A word has at most one: two such bytes of
/// Latin-1 might be read as one character of UTF-8.
const ACCENTED: [&str; 8] = ["á", "é", "í", "ö", "ü", "ø", "å", "ó"];
const CODAS: [&str; 8] = ["n", "r", "s", "l", "k", "m", "nd", "sen"];

/// Surnames and forenames of a world.
#[derive(Debug)]
pub(crate) struct InventedNames {
    surnames: Vec<String>,
    forenames: Vec<String>,
}

impl InventedNames {
    /// Invents enough names that few of `people` share one.
    pub(crate) fn invent(seed: u64, people: usize) -> Self {
        let mut random = RandomStream::new(seed, Purpose::Names, 0);
        Self {
            surnames: distinct_words(&mut random, (people / 4).clamp(300, 40_000), 3, 19),
            forenames: distinct_words(&mut random, (people / 20).clamp(120, 3_000), 2, 11),
        }
    }

    pub(crate) fn surnames(&self) -> usize {
        self.surnames.len()
    }

    pub(crate) fn forenames(&self) -> usize {
        self.forenames.len()
    }

    /// `Surname, Forename`: at most 33 characters, the width of the column in a report.
    pub(crate) fn full_name(&self, surname: u32, forename: u16) -> String {
        format!("{}, {}", self.surnames[surname as usize], self.forenames[usize::from(forename)])
    }

    /// A name for somebody on no list: an arbiter or a no-show.
    pub(crate) fn random_name(&self, random: &mut RandomStream) -> String {
        format!("{}, {}", random.pick(&self.surnames), random.pick(&self.forenames))
    }
}

/// Invents the cities in which tournaments are played.
pub(crate) fn cities(seed: u64) -> Vec<String> {
    distinct_words(&mut RandomStream::new(seed, Purpose::Cities, 0), 400, 3, 12)
}

/// Invents distinct words of two to `most` syllables and at most `longest` characters.
fn distinct_words(random: &mut RandomStream, count: usize, most: i32, longest: usize) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut words = Vec::with_capacity(count);
    while words.len() < count {
        let mut word = one_word(random, most);
        if random.chance(20) {
            word = format!("{word}-{}", one_word(random, 2));
        }
        if word.chars().count() <= longest && seen.insert(word.clone()) {
            words.push(word);
        }
    }
    words
}

fn one_word(random: &mut RandomStream, most: i32) -> String {
    let mut word = String::new();
    let accent_at = if random.chance(60) { random.between(0, most - 1) } else { -1 };
    for at in 0..random.between(2, most) {
        word.push_str(random.word(&ONSETS));
        word.push_str(if at == accent_at { random.word(&ACCENTED) } else { random.word(&VOWELS) });
    }
    if random.chance(400) {
        word.push_str(random.word(&CODAS));
    }
    // Every word begins with an ASCII consonant.
    word[..1].make_ascii_uppercase();
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_fits_the_columns_and_the_encodings_of_a_report() {
        let names = InventedNames::invent(1, 200_000);
        let longest = |words: &[String]| words.iter().map(|w| w.chars().count()).max().expect("some words");
        assert!(
            longest(&names.surnames) + longest(&names.forenames) + 2 <= 33,
            "{} {}",
            longest(&names.surnames),
            longest(&names.forenames)
        );
        for word in names.surnames.iter().chain(&names.forenames) {
            assert!(word.chars().all(|c| u32::from(c) < 256), "{word}");
        }
    }

    #[test]
    fn all_surnames_and_all_forenames_are_distinct() {
        let names = InventedNames::invent(3, 600);
        assert_eq!(names.surnames.iter().collect::<BTreeSet<_>>().len(), names.surnames());
        assert_eq!(names.forenames.iter().collect::<BTreeSet<_>>().len(), names.forenames());
    }
}
