//! Documents in a terminal, and text measured in its cells: a Chinese character takes two, an accent of its own none.

mod document;
mod line_chart;
mod table;

use crate::value::Notation;
use model::{DirectionRun, direction_runs, is_unprintable};
use std::borrow::Cow;
use unicode_width::UnicodeWidthChar;

pub use document::Terminal;

pub(crate) const NOTATION: Notation = Notation { minus: '-', group: ',', grouped_from: 4 };

/// A count in groups of three digits: `1,234,567`.
pub fn grouped(count: u64) -> String {
    NOTATION.grouped(count)
}

/// The width of a text in cells. An unprintable character has the width of its escape, such as `\u{1b}`.
pub(crate) fn text_width(text: &str) -> usize {
    text.chars().map(char_width).sum()
}

/// The width of a character in cells. An unprintable character has the width of its escape.
pub fn char_width(character: char) -> usize {
    if is_unprintable(character) { character.escape_unicode().len() } else { character.width().unwrap_or(0) }
}

/// Right-aligns text in a column of `least` cells; longer text is not cut.
pub(crate) fn align_right(text: &str, least: usize) -> String {
    " ".repeat(least.saturating_sub(text_width(text))) + text
}

/// Wraps text into lines of at most `most` cells; longer words are not broken.
pub(crate) fn wrap(text: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in text.split_whitespace() {
        let long = text_width(word);
        if used > 0 && used + 1 + long <= most {
            lines.last_mut().expect("never empty").push(' ');
            used += 1;
        } else if used > 0 {
            lines.push(String::new());
            used = 0;
        }
        lines.last_mut().expect("never empty").push_str(word);
        used += long;
    }
    lines
}

/// Escapes unprintable characters, as `\u{1b}`, and isolates text from right to left from the text around it.
///
/// No name can then move the cursor, clear the screen or reverse a line.
pub fn escape_unprintable(text: &str) -> Cow<'_, str> {
    if text.is_ascii() && !text.bytes().any(|byte| is_unprintable(char::from(byte)) && !is_layout(char::from(byte))) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for run in direction_runs(text) {
        match run {
            DirectionRun::LeftToRight(part) => push_escaped_unprintable(&mut escaped, part),
            DirectionRun::RightToLeft(part) => {
                // First strong isolate, and its end.
                escaped.push('\u{2068}');
                push_escaped_unprintable(&mut escaped, part);
                escaped.push('\u{2069}');
            }
        }
    }
    Cow::Owned(escaped)
}

/// Whether an unprintable character is a line break or a tab.
pub fn is_layout(character: char) -> bool {
    matches!(character, '\n' | '\t')
}

fn push_escaped_unprintable(escaped: &mut String, text: &str) {
    for character in text.chars() {
        if is_unprintable(character) && !is_layout(character) {
            escaped.extend(character.escape_unicode());
        } else {
            escaped.push(character);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_takes_none_one_or_two_cells() {
        for (text, cells) in
            [("", 0), ("Größe", 5), ("Gro\u{308}ße", 5), ("王小明", 6), ("محمد", 4), ("مُحَمَّد", 4), ("김민준", 6), ("a\u{202e}b", 10)]
        {
            assert_eq!(text_width(text), cells, "{text}");
        }
    }

    #[test]
    fn right_alignment_is_measured_in_cells() {
        assert_eq!(align_right("7", 3), "  7");
        assert_eq!(align_right("王", 3), " 王");
    }

    #[test]
    fn lines_end_before_the_width_and_long_words_stay_whole() {
        for word in ["word ", "王小明 "] {
            let lines = wrap(&word.repeat(60), 40);
            assert!(lines.iter().all(|line| text_width(line) <= 40), "{lines:?}");
            assert_eq!(lines.join(" "), word.repeat(60).trim());
        }
        assert_eq!(wrap("", 10), [""]);
        assert_eq!(wrap("a 王小明 b", 5), ["a", "王小明", "b"]);
    }

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(escape_unprintable("Berg\u{1b}[2J, Anna\u{9b}1m\r\n"), "Berg\\u{1b}[2J, Anna\\u{9b}1m\\u{d}\n");
        assert_eq!(escape_unprintable("Berg\u{202e}annA 1800"), "Berg\\u{202e}annA 1800");
        assert_eq!(escape_unprintable("7  כהן, דוד  1800"), "7  \u{2068}כהן, דוד\u{2069}  1800");
        assert_eq!(escape_unprintable("Bjørn\t1800\n"), "Bjørn\t1800\n");
        assert!(matches!(escape_unprintable("Berg, Anna\t1800\n"), Cow::Borrowed(_)));
    }
}
