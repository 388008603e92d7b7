//! The letters of a name, without capitals and accents.

/// The words of a name in plain small letters and digits; a `?` stands for a letter that was lost on the way. `None` where there are no
/// words, or letters of another script.
pub(super) fn tokens(name: &str) -> Option<Vec<String>> {
    let mut words = vec![String::new()];
    for letter in name.chars().flat_map(char::to_lowercase) {
        let word = words.last_mut().expect("there is always one");
        match plain(letter) {
            Letter::Plain(text) => word.push_str(text),
            Letter::Ascii(byte) => word.push(char::from(byte)),
            Letter::Nothing => {}
            Letter::Other => return None,
            Letter::Gap if word.is_empty() => {}
            Letter::Gap => words.push(String::new()),
        }
    }
    words.retain(|word| word.bytes().any(|b| b.is_ascii_alphanumeric()));
    (!words.is_empty()).then_some(words)
}

/// A sum over the plain letters of a name.
pub(super) fn each(name: &str, value: impl Fn(u8) -> u64) -> u64 {
    if name.is_ascii() {
        let bytes = name.bytes().filter(|b| b.is_ascii_alphanumeric() || *b == b'?');
        return bytes.fold(0, |sum, byte| sum.wrapping_add(value(byte.to_ascii_lowercase())));
    }
    let mut sum = 0u64;
    for letter in name.chars().flat_map(char::to_lowercase) {
        match plain(letter) {
            Letter::Plain(text) => text.bytes().for_each(|b| sum = sum.wrapping_add(value(b))),
            Letter::Ascii(byte) => sum = sum.wrapping_add(value(byte)),
            Letter::Nothing | Letter::Gap | Letter::Other => {}
        }
    }
    sum
}

enum Letter {
    Ascii(u8),
    /// What a letter with an accent is without it, or a ligature in two letters.
    Plain(&'static str),
    /// An apostrophe or an accent of its own: names are written with it and without.
    Nothing,
    /// Between words.
    Gap,
    /// Of another script.
    Other,
}

fn plain(letter: char) -> Letter {
    if let Ok(byte) = u8::try_from(letter)
        && (byte.is_ascii_alphanumeric() || byte == b'?')
    {
        return Letter::Ascii(byte);
    }
    Letter::Plain(match letter {
        '\u{fffd}' => "?",
        '\'' | '`' | '´' | '\u{2018}' | '\u{2019}' | '\u{2bb}' | '\u{2bc}' | '\u{300}'..='\u{36f}' => return Letter::Nothing,
        'à'..='å' | 'ā' | 'ă' | 'ą' | 'ǎ' | 'ạ'..='ặ' | 'ə' => "a",
        'æ' | 'ǽ' => "ae",
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => "c",
        'ď' | 'đ' | 'ð' => "d",
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' | 'ẹ'..='ệ' => "e",
        'ĝ' | 'ğ' | 'ġ' | 'ģ' | 'ǧ' => "g",
        'ĥ' | 'ħ' => "h",
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' | 'ǐ' | 'ỉ' | 'ị' => "i",
        'ĳ' => "ij",
        'ĵ' => "j",
        'ķ' | 'ĸ' => "k",
        'ĺ' | 'ļ' | 'ľ' | 'ŀ' | 'ł' => "l",
        'ñ' | 'ń' | 'ņ' | 'ň' | 'ŋ' => "n",
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' | 'ơ' | 'ǒ' | 'ọ'..='ợ' => "o",
        'œ' => "oe",
        'ŕ' | 'ŗ' | 'ř' => "r",
        'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => "s",
        'ß' => "ss",
        'ţ' | 'ť' | 'ŧ' | 'ț' => "t",
        'þ' => "th",
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' | 'ư' | 'ǔ' | 'ụ'..='ự' => "u",
        'ŵ' => "w",
        'ý' | 'ÿ' | 'ŷ' | 'ỳ'..='ỹ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        letter if letter.is_alphabetic() => return Letter::Other,
        _ => return Letter::Gap,
    })
}
