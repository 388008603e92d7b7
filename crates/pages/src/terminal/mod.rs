//! Documents in a terminal, and text measured in its cells: a Chinese character takes two, an accent of its own none.

mod document;
mod plot;
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

/// The cells that a text takes. Hidden characters are counted as they are written out, as `\u{1b}`.
pub(crate) fn width(text: &str) -> usize {
    text.chars().map(cells).sum()
}

/// The cells that a character takes, as in [`width`].
pub fn cells(character: char) -> usize {
    if is_unprintable(character) { character.escape_unicode().len() } else { character.width().unwrap_or(0) }
}

/// Text at the right of a column of at least `least` cells; longer text stays whole.
pub(crate) fn right(text: &str, least: usize) -> String {
    " ".repeat(least.saturating_sub(width(text))) + text
}

/// Words in lines of at most `most` cells, but for longer words, which stay whole.
pub(crate) fn lines(text: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in text.split_whitespace() {
        let long = width(word);
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

/// The text with hidden characters written out, as `\u{1b}`, and names from right to left kept apart from the numbers beside them.
///
/// Whatever stands in a name, it cannot move the cursor, clear the screen or turn a line round.
pub fn shown(text: &str) -> Cow<'_, str> {
    if text.is_ascii() && !text.bytes().any(|byte| is_unprintable(char::from(byte)) && !is_layout(char::from(byte))) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for run in direction_runs(text) {
        match run {
            DirectionRun::LeftToRight(part) => push_written_out(&mut shown, part),
            DirectionRun::RightToLeft(part) => {
                // First strong isolate, and its end.
                shown.push('\u{2068}');
                push_written_out(&mut shown, part);
                shown.push('\u{2069}');
            }
        }
    }
    Cow::Owned(shown)
}

/// Whether a hidden character only ends a line or a column.
pub fn is_layout(character: char) -> bool {
    matches!(character, '\n' | '\t')
}

fn push_written_out(shown: &mut String, text: &str) {
    for character in text.chars() {
        if is_unprintable(character) && !is_layout(character) {
            shown.extend(character.escape_unicode());
        } else {
            shown.push(character);
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
            assert_eq!(width(text), cells, "{text}");
        }
    }

    #[test]
    fn text_at_the_right_is_measured_in_cells() {
        assert_eq!(right("7", 3), "  7");
        assert_eq!(right("王", 3), " 王");
    }

    #[test]
    fn lines_end_before_the_width_and_long_words_stay_whole() {
        for word in ["word ", "王小明 "] {
            let lines = lines(&word.repeat(60), 40);
            assert!(lines.iter().all(|line| width(line) <= 40), "{lines:?}");
            assert_eq!(lines.join(" "), word.repeat(60).trim());
        }
        assert_eq!(lines("", 10), [""]);
        assert_eq!(lines("a 王小明 b", 5), ["a", "王小明", "b"]);
    }

    #[test]
    fn a_terminal_is_told_what_it_would_have_obeyed() {
        assert_eq!(shown("Berg\u{1b}[2J, Anna\u{9b}1m\r\n"), "Berg\\u{1b}[2J, Anna\\u{9b}1m\\u{d}\n");
        assert_eq!(shown("Berg\u{202e}annA 1800"), "Berg\\u{202e}annA 1800");
        assert_eq!(shown("7  כהן, דוד  1800"), "7  \u{2068}כהן, דוד\u{2069}  1800");
        assert_eq!(shown("Bjørn\t1800\n"), "Bjørn\t1800\n");
        assert!(matches!(shown("Berg, Anna\t1800\n"), Cow::Borrowed(_)));
    }
}
