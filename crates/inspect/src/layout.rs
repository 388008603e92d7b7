//! Text for a terminal or a letter: wrapped lines and columns, within a width.

use pages::terminal::width;

/// How wide text is laid out.
pub(crate) const WIDTH: usize = 100;

/// Words in lines of at most [`WIDTH`] cells: the first begins with `first`, the others with `other`.
pub(crate) fn wrapped(text: &str, first: &str, other: &str) -> String {
    let mut lines = String::new();
    let mut line = first.to_owned();
    let mut is_empty = true;
    for word in text.split_whitespace() {
        if !is_empty && width(&line) + 1 + width(word) > WIDTH {
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

/// A row of cells, without spaces at its end.
pub(crate) fn row(cells: &[String]) -> String {
    format!("{}\n", cells.join(" ").trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_before_the_width_and_long_words_stand_alone() {
        for word in ["word ", "王小明 "] {
            let text = wrapped(&word.repeat(60), "- ", "  ");
            assert!(text.lines().all(|line| width(line) <= WIDTH), "{text}");
            assert_eq!(text.matches(word.trim()).count(), 60);
        }
        assert_eq!(wrapped("", "- ", "  "), "-\n");
        let long = "x".repeat(WIDTH + 20);
        assert_eq!(wrapped(&format!("a {long} b"), "", ""), format!("a\n{long}\nb\n"));
    }
}
