//! Reduces names to plain letters, without capitals and accents.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Splits a name into words of lower-case letters and digits; `?` is a letter that was lost in an earlier encoding. `None` where there are
/// no words, or letters of another script.
pub(super) fn tokens(name: &str) -> Option<Vec<String>> {
    let mut words = vec![String::new()];
    for letter in decomposed(name) {
        let word = words.last_mut().expect("there is always one");
        match simplify(letter) {
            Letter::Ascii(byte) => word.push(char::from(byte)),
            Letter::Several(text) => word.push_str(text),
            Letter::Nothing => {}
            Letter::Other => return None,
            Letter::Gap if word.is_empty() => {}
            Letter::Gap => words.push(String::new()),
        }
    }
    words.retain(|word| word.bytes().any(|b| b.is_ascii_alphanumeric()));
    (!words.is_empty()).then_some(words)
}

/// Sums a value over the plain letters of a name.
pub(super) fn sum_letters(name: &str, value: impl Fn(u8) -> u64) -> u64 {
    if name.is_ascii() {
        let bytes = name.bytes().filter(|b| b.is_ascii_alphanumeric() || *b == b'?');
        return bytes.fold(0, |sum, byte| sum.wrapping_add(value(byte.to_ascii_lowercase())));
    }
    let mut sum = 0u64;
    for letter in decomposed(name) {
        match simplify(letter) {
            Letter::Ascii(byte) => sum = sum.wrapping_add(value(byte)),
            Letter::Several(text) => text.bytes().for_each(|b| sum = sum.wrapping_add(value(b))),
            Letter::Nothing | Letter::Gap | Letter::Other => {}
        }
    }
    sum
}

/// Lower-case letters, each followed by its accents.
fn decomposed(name: &str) -> impl Iterator<Item = char> {
    // Decomposed, the acute accent used as an apostrophe would become a blank and an accent.
    name.chars().filter(|&letter| letter != '´').nfkd().flat_map(char::to_lowercase)
}

enum Letter {
    Ascii(u8),
    /// A ligature, or a letter that is transcribed as two.
    Several(&'static str),
    /// An apostrophe or an accent, which spellings may leave out.
    Nothing,
    /// A separator of words.
    Gap,
    /// A letter of another script.
    Other,
}

fn simplify(letter: char) -> Letter {
    Letter::Ascii(match letter {
        'a'..='z' | '0'..='9' | '?' => u8::try_from(letter).unwrap_or(b'?'),
        '\u{fffd}' => b'?',
        '\'' | '`' | '\u{2018}' | '\u{2019}' | '\u{2bb}'..='\u{2bf}' | '·' => return Letter::Nothing,
        // Letters that Unicode does not decompose.
        'ə' => b'a',
        'đ' | 'ð' => b'd',
        'ħ' => b'h',
        'ı' => b'i',
        'ĸ' => b'k',
        'ł' => b'l',
        'ŋ' => b'n',
        'ø' => b'o',
        'ŧ' => b't',
        'æ' => return Letter::Several("ae"),
        'œ' => return Letter::Several("oe"),
        'ß' => return Letter::Several("ss"),
        'þ' => return Letter::Several("th"),
        letter if is_combining_mark(letter) => return Letter::Nothing,
        letter if letter.is_alphabetic() => return Letter::Other,
        _ => return Letter::Gap,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_latin_letter_with_an_accent_is_plain_without_it() {
        // Latin-1, Extended-A, the pinyin, Romanian and dotted letters of Extended-B, and the Vietnamese letters.
        for block in ['À'..='ž', 'Ǎ'..='ǜ', 'Ș'..='ț', 'Ȧ'..='ȳ', 'Ḁ'..='ẙ', 'Ạ'..='ỹ'] {
            for letter in block.filter(|letter| letter.is_alphabetic()) {
                let words = tokens(&letter.to_string()).unwrap_or_default();
                assert!(words.len() == 1 && words[0].bytes().all(|b| b.is_ascii_lowercase()), "{letter}: {words:?}");
            }
        }
    }

    #[test]
    fn letters_that_unicode_does_not_decompose_have_their_usual_transcription() {
        assert_eq!(tokens("Æbøl Đəhŋıß Łœþð ĸ Ŧħ"), Some(["aebol", "dahniss", "loethd", "k", "th"].map(String::from).to_vec()));
    }

    #[test]
    fn apostrophes_and_separate_accents_do_not_split_words() {
        for name in ["D'Arc", "D\u{2019}Arc", "D´Arc", "D`Arc", "Dʼarc", "Da\u{301}rc"] {
            assert_eq!(tokens(name), Some(vec!["darc".to_owned()]), "{name}");
        }
    }
}
