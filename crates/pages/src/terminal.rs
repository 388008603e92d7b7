//! Columns on a terminal, measured in its cells: a Chinese character takes two, an accent of its own none.

use model::is_hidden;
use unicode_width::UnicodeWidthChar;

/// The cells that a text takes. Hidden characters are counted as they are written out, as `\u{1b}`.
pub fn width(text: &str) -> usize {
    text.chars().map(cells).sum()
}

/// The cells that a character takes, as in [`width`].
pub fn cells(character: char) -> usize {
    if is_hidden(character) { character.escape_unicode().len() } else { character.width().unwrap_or(0) }
}

/// The text, or as much of it as fits into `most` cells with `…` behind it.
pub fn cut(text: &str, most: usize) -> String {
    if width(text) <= most {
        return text.to_owned();
    }
    let mut left = most.saturating_sub(1);
    let fits = |character: &char| {
        let rest = left.checked_sub(cells(*character));
        left = rest.unwrap_or(0);
        rest.is_some()
    };
    text.chars().take_while(fits).chain(['…']).collect()
}

/// Text at the left of a column of `most` cells, cut where it is longer.
pub fn left(text: &str, most: usize) -> String {
    let text = cut(text, most);
    let padding = most.saturating_sub(width(&text));
    text + &" ".repeat(padding)
}

/// Text at the right of a column of at least `least` cells; longer text stays whole.
pub fn right(text: &str, least: usize) -> String {
    " ".repeat(least.saturating_sub(width(text))) + text
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
    fn a_column_has_the_same_width_whatever_stands_in_it() {
        assert_eq!(left("Größe", 7), "Größe  ");
        assert_eq!(left("Größe", 4), "Grö…");
        assert_eq!(left("王小明", 8), "王小明  ");
        assert_eq!(left("王小明", 5), "王小…");
        assert_eq!(left("王小明", 4), "王… ", "half a character is not shown");
        assert_eq!(left("Jo\u{308}rg", 3), "Jo\u{308}…");
        assert_eq!(right("7", 3), "  7");
        assert_eq!(right("王", 3), " 王");
    }
}
