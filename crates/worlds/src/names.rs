//! Invented names: of people, of places, and the federations they belong to.
//!
//! Every name is put together from syllables, so that nobody in these worlds is anybody.

use crate::dice::{Dice, Purpose};
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
/// All of them in Latin-1, so that every report can be written in every encoding. Never two in a row: two such bytes of Latin-1
/// might pass for one character of UTF-8.
const ACCENTED: [&str; 8] = ["á", "é", "í", "ö", "ü", "ø", "å", "ó"];
const CODAS: [&str; 8] = ["n", "r", "s", "l", "k", "m", "nd", "sen"];

/// The words that names are made of.
#[derive(Debug)]
pub(crate) struct Names {
    surnames: Vec<String>,
    forenames: Vec<String>,
}

impl Names {
    /// Enough names that few people share one, in a world of `people`.
    pub(crate) fn invent(seed: u64, people: usize) -> Self {
        let mut dice = Dice::new(seed, Purpose::Names, 0);
        Self {
            surnames: distinct_words(&mut dice, (people / 4).clamp(300, 40_000), 3, 19),
            forenames: distinct_words(&mut dice, (people / 20).clamp(120, 3_000), 2, 11),
        }
    }

    pub(crate) fn surnames(&self) -> usize {
        self.surnames.len()
    }

    pub(crate) fn forenames(&self) -> usize {
        self.forenames.len()
    }

    /// `Surname, Forename`: at most 33 characters, as a report has room for.
    pub(crate) fn full(&self, surname: u32, forename: u16) -> String {
        format!("{}, {}", self.surnames[surname as usize], self.forenames[usize::from(forename)])
    }

    /// A name for somebody who is in no list: an arbiter, a late entrant.
    pub(crate) fn any(&self, dice: &mut Dice) -> String {
        format!("{}, {}", dice.pick(&self.surnames), dice.pick(&self.forenames))
    }
}

/// The places where a world's tournaments are played.
pub(crate) fn cities(seed: u64) -> Vec<String> {
    distinct_words(&mut Dice::new(seed, Purpose::Cities, 0), 400, 3, 12)
}

/// Different words of two to `most` syllables and at most `longest` characters, in the order in which they were found.
fn distinct_words(dice: &mut Dice, count: usize, most: i32, longest: usize) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut words = Vec::with_capacity(count);
    while words.len() < count {
        let mut word = one_word(dice, most);
        if dice.chance(20) {
            word = format!("{word}-{}", one_word(dice, 2));
        }
        if word.chars().count() <= longest && seen.insert(word.clone()) {
            words.push(word);
        }
    }
    words
}

fn one_word(dice: &mut Dice, most: i32) -> String {
    let mut word = String::new();
    let accent_at = if dice.chance(60) { dice.between(0, most - 1) } else { -1 };
    for at in 0..dice.between(2, most) {
        word.push_str(dice.word(&ONSETS));
        word.push_str(if at == accent_at { dice.word(&ACCENTED) } else { dice.word(&VOWELS) });
    }
    if dice.chance(400) {
        word.push_str(dice.word(&CODAS));
    }
    // Every word begins with one of the plain consonants above.
    word[..1].make_ascii_uppercase();
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_fits_the_columns_of_a_report_and_every_encoding() {
        let names = Names::invent(1, 200_000);
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
    fn no_name_is_given_out_twice_as_a_word() {
        let names = Names::invent(3, 600);
        assert_eq!(names.surnames.iter().collect::<BTreeSet<_>>().len(), names.surnames());
        assert_eq!(names.forenames.iter().collect::<BTreeSet<_>>().len(), names.forenames());
    }
}
