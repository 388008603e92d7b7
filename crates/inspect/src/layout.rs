//! Text for a terminal or a letter: wrapped lines and columns, within a width.

/// How wide text is laid out.
pub(crate) const WIDTH: usize = 100;

/// Words in lines of at most [`WIDTH`] letters: the first begins with `first`, the others with `other`.
pub(crate) fn wrapped(text: &str, first: &str, other: &str) -> String {
    let mut lines = String::new();
    let mut line = first.to_owned();
    let mut is_empty = true;
    for word in text.split_whitespace() {
        if !is_empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push_str(line.trim_end());
            lines.push('\n');
            line = other.to_owned();
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
        is_empty = false;
    }
    lines.push_str(line.trim_end());
    lines.push('\n');
    lines
}

/// Text in a column of that many letters; longer text is cut.
pub(crate) fn left(text: &str, width: usize) -> String {
    let length = text.chars().count();
    if length <= width {
        return format!("{text}{}", " ".repeat(width - length));
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

pub(crate) fn right(text: &str, width: usize) -> String {
    let length = text.chars().count();
    format!("{}{text}", " ".repeat(width.saturating_sub(length)))
}

/// A row of cells, without spaces at its end.
pub(crate) fn row(cells: &[String]) -> String {
    format!("{}\n", cells.join(" ").trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_before_the_width_and_long_words_stand_alone() {
        let text = wrapped(&"word ".repeat(60), "- ", "  ");
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        assert_eq!(text.matches("word").count(), 60);
        assert_eq!(wrapped("", "- ", "  "), "-\n");
        let long = "x".repeat(WIDTH + 20);
        assert_eq!(wrapped(&format!("a {long} b"), "", ""), format!("a\n{long}\nb\n"));
    }

    #[test]
    fn cells_have_their_width_in_letters_not_bytes() {
        assert_eq!(left("Größe", 7), "Größe  ");
        assert_eq!(left("Größe", 4), "Grö…");
        assert_eq!(right("7", 3), "  7");
    }
}
