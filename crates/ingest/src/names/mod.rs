//! Whether two spellings can be one person's name.
//!
//! Reports spell names in every way there is: capitals, no accents, given name first, initials, another transliteration, cut off at a column.
//! All of that fits. What does not is another person's name, which a wrong digit in an id puts there.

mod letters;
mod sound;

use letters::tokens;
use sound::{distance, skeleton, slack};

/// What stands beside names without being one.
const TITLES: [&str; 14] = ["gm", "im", "fm", "cm", "wgm", "wim", "wfm", "wcm", "dr", "prof", "mr", "mrs", "ms", "jr"];

/// Shorter beginnings are not taken for short forms: half of all names begin with `Al`.
const SHORTEST_SHORT_FORM: usize = 3;

/// With so many words in the shorter name one of them may be another.
const WORDS_TO_SPARE_ONE: usize = 4;

/// Whether two names can be one person's. Names that cannot be compared, because one is empty or in another script, can.
pub fn names_fit(one: &str, other: &str) -> bool {
    if one.eq_ignore_ascii_case(other) {
        return true;
    }
    let (Some(one), Some(other)) = (words(one), words(other)) else { return true };
    is_one_text(&one, &other) || is_part_of(&one, &other)
}

/// What two spellings of one name have in common that differ in capitals, accents, order and punctuation only; `None` where it cannot be told.
pub(crate) fn name_key(name: &str) -> Option<String> {
    let mut words = tokens(name)?;
    words.sort_unstable();
    Some(words.join(" "))
}

/// The same for every spelling with the same key, and quick: a first sieve.
pub(crate) fn name_sum(name: &str) -> u64 {
    // Capitals, accents, order and punctuation do not change a sum over letters.
    letters::each(name, |letter| u64::from(letter).wrapping_add(0x9e37).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29))
}

/// One word of a name, as written and as it sounds.
struct Word {
    written: String,
    sound: String,
}

fn words(name: &str) -> Option<Vec<Word>> {
    let mut words = tokens(name)?;
    let is_title = |word: &String| TITLES.contains(&word.as_str());
    if words.iter().any(|word| !is_title(word)) {
        words.retain(|word| !is_title(word));
    }
    Some(words.into_iter().map(|written| Word { sound: skeleton(&written), written }).collect())
}

/// Whether two names are the same letters, however they are parted and whichever word comes first: `Van der Meer, Jan` and `Jan Vandermeer`.
fn is_one_text(one: &[Word], other: &[Word]) -> bool {
    let joined = |words: &mut dyn Iterator<Item = &Word>| words.map(|word| word.sound.as_str()).collect::<String>();
    let other = joined(&mut other.iter());
    (0..one.len()).any(|first| {
        let turned = joined(&mut one[first..].iter().chain(&one[..first]));
        distance(&turned, &other, 1) <= 1
    })
}

/// Whether the words of the shorter name are all in the longer one, each in its own place.
fn is_part_of(one: &[Word], other: &[Word]) -> bool {
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    let mut is_taken = vec![false; long.len()];
    let mut open: Vec<&Word> = short.iter().collect();
    // The surest first, so that an initial takes no word that another word needs.
    for likeness in [is_same, is_short_form, is_misspelt, is_initial] {
        open.retain(|word| match (0..long.len()).find(|&at| !is_taken[at] && likeness(word, &long[at])) {
            Some(at) => {
                is_taken[at] = true;
                false
            }
            None => true,
        });
    }
    open.len() <= usize::from(short.len() >= WORDS_TO_SPARE_ONE)
}

fn is_same(one: &Word, other: &Word) -> bool {
    one.written == other.written || (is_word(one) && is_word(other) && one.sound == other.sound)
}

/// `Alex` and `Alexander`, or a name that was cut off at a column.
fn is_short_form(one: &Word, other: &Word) -> bool {
    let begins = |long: &str, short: &str| short.len() >= SHORTEST_SHORT_FORM && long.starts_with(short);
    is_word(one) && is_word(other) && [(one, other), (other, one)].iter().any(|(long, short)| begins(&long.sound, &short.sound))
}

fn is_misspelt(one: &Word, other: &Word) -> bool {
    let allowed = slack(one.sound.len().max(other.sound.len()));
    is_word(one) && is_word(other) && distance(&one.sound, &other.sound, allowed) <= allowed
}

fn is_initial(one: &Word, other: &Word) -> bool {
    let first = |word: &Word| (word.written.bytes().next(), word.sound.bytes().next());
    let (a, b) = (first(one), first(other));
    (one.written.len() == 1 || other.written.len() == 1) && (a.0 == b.0 || a.1 == b.1)
}

/// Numbers are the same or not.
fn is_word(word: &Word) -> bool {
    word.written.len() > 1 && !word.written.bytes().any(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_one_name_fits() {
        for (one, other) in [
            ("Adams, Ann", "ADAMS, ANN"),
            ("Adams, Ann", "Ann Adams"),
            ("Adams, Ann", "Adams,Ann"),
            ("Adams, Ann", "Adams A."),
            ("Adams, Ann", "Adams"),
            ("Adams, Ann", "GM Adams, Ann"),
            ("Adams, Ann Mary", "Adams, Ann"),
            ("Adams, Ann Mary", "Adams, A. M."),
            ("Müller, Jörg", "Mueller, Joerg"),
            ("Müller, Jörg", "MULLER JORG"),
            ("M?ller, J?rg", "Müller, Jörg"),
            ("Müller, Jörg", "Mu\u{308}ller, Jo\u{308}rg"),
            ("Ødegård, Åse", "Odegaard, Aase"),
            ("Łukasiewicz, Żaneta", "Lukasiewicz, Zaneta"),
            ("O'Brien, Pat", "OBrien, Pat"),
            ("Al-Hassan, Omar", "Alhassan, Omar"),
            ("Van der Meer, Jan", "Jan Vandermeer"),
            ("Aleksandrov, Aleksey", "Alexandrov, Alexei"),
            ("Chernyshov, Yevgeniy", "Tchernychov, Evgeny"),
            ("Yuryev, Yuri", "Iouriev, Iouri"),
            ("Khalilov, Mikhail", "Chalilov, Michail"),
            ("Alexander, Alex", "Alexander, Alexander"),
            ("Wojciechowski, Krzysztof", "Wojciechowsk, Krzysztof"),
            ("Petersen, Hans", "Peterson, Hans"),
            ("Fernandez Gonzalez de la Vega, Maria", "Fernandez Gonzalez de la Vega, Ma"),
            ("Nguyễn, Văn An", "Nguyen, Van An"),
            ("Șerbănescu, Ǽgir", "Serbanescu, Aegir"),
            ("Gal·lés, M.ª Ángeles", "Galles, Ma Angeles"),
            ("Ｈａｎｓｅｎ, Ｋａｒｉ", "Hansen, Kari"),
            ("ʿAbd, Nūr", "Abd, Nur"),
            ("Иванов, Иван", "Ivanov, Ivan"),
            ("", "Ivanov, Ivan"),
            ("Player 1001", "player 1001"),
        ] {
            assert!(names_fit(one, other), "{one} and {other}");
            assert!(names_fit(other, one), "{other} and {one}");
        }
    }

    #[test]
    fn another_persons_name_does_not_fit() {
        for (one, other) in [
            ("Adams, Ann", "Brown, Bob"),
            ("Adams, Ann", "Brown, Ann"),
            ("Kumar, Amit", "Kumar, Rahul"),
            ("Kumar, Amit", "Kumar, Anil"),
            ("Garcia Lopez, Juan", "Garcia Lopez, Ana"),
            ("Adams, Ann", "Adams, B."),
            ("Hansen, Kari", "Hansen, Ola"),
            ("Player 1001", "Player 2"),
            ("Li, Wei", "Wu, Hao"),
        ] {
            assert!(!names_fit(one, other), "{one} and {other}");
            assert!(!names_fit(other, one), "{other} and {one}");
        }
    }

    #[test]
    fn the_key_of_a_name_is_its_words_in_any_order_and_its_sum_follows_the_key() {
        let same = ["Müller, Jörg", "JÖRG MÜLLER", "Muller Jorg", "muller-jorg", "MULLER,JORG"];
        for name in same {
            assert_eq!(name_key(name).as_deref(), Some("jorg muller"));
            assert_eq!(name_sum(name), name_sum(same[0]), "{name}");
        }
        assert_ne!(name_sum("Muller, Jorg"), name_sum("Muller, Jurg"));
        assert_eq!(name_key("Иванов"), None);
        assert_eq!(name_key(" , "), None);
    }
}
