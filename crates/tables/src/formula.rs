//! Text that a spreadsheet would run as a formula: how CSV files hold it, and how it is read again (R50).

use std::borrow::Cow;

/// With these a spreadsheet begins a formula; the wide ones in East Asian versions.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'];
/// With these some spreadsheets begin a cell of their own, whatever the file's separator and quotes are.
const SEPARATORS: [char; 4] = [';', '\t', '\r', '\n'];

/// The text as a cell that no spreadsheet runs: an apostrophe stands before what would be a formula.
pub fn escape_formula(text: &str) -> Cow<'_, str> {
    if !may_matter(text) {
        return Cow::Borrowed(text);
    }
    let mut cell = String::with_capacity(text.len() + 2);
    for (at, part) in parts(text) {
        if is_formula(part, at == 0) {
            cell.push('\'');
        }
        cell.push_str(part);
    }
    if cell.len() == text.len() { Cow::Borrowed(text) } else { Cow::Owned(cell) }
}

/// The text that a cell of ours means. An apostrophe before anything else than a formula is one.
pub fn unescape_formula(cell: &str) -> Cow<'_, str> {
    if !may_be_marked(cell) {
        return Cow::Borrowed(cell);
    }
    let mut text = String::with_capacity(cell.len());
    for (at, part) in parts(cell) {
        let unmarked = part.strip_prefix('\'').filter(|rest| is_formula(rest, at == 0));
        text.push_str(unmarked.unwrap_or(part));
    }
    if text.len() == cell.len() { Cow::Borrowed(cell) } else { Cow::Owned(text) }
}

/// Whether a text may hold a cell that [`unescape_formula`] changes. A whole file can be asked at once.
pub(crate) fn may_be_marked(text: &str) -> bool {
    // Only the character behind an apostrophe is looked at: of several in a row the last one tells.
    let follows = |at: usize| text[at + 1..].starts_with(|c| FORMULA.contains(&c) || SEPARATORS[1..].contains(&c));
    // Most files have no apostrophe, and that is seen at once.
    text.as_bytes().contains(&b'\'') && text.bytes().enumerate().any(|(at, byte)| byte == b'\'' && follows(at))
}

/// Nearly every cell is done with after this look.
fn may_matter(text: &str) -> bool {
    let is_suspect = |byte: &u8| matches!(byte, b'=' | b'+' | b'-' | b'@' | b'\'' | b'\t' | b'\r' | b'\n' | 0xef);
    text.as_bytes().first().is_some_and(is_suspect) || text.bytes().any(|byte| matches!(byte, b';' | b'\t' | b'\r' | b'\n'))
}

/// Whether this begins a formula, or would once it is unmarked. A cell that begins with a separator is trimmed to what follows.
fn is_formula(part: &str, begins_cell: bool) -> bool {
    part.trim_start_matches('\'').starts_with(|c| FORMULA.contains(&c) || (begins_cell && SEPARATORS[1..].contains(&c)))
}

/// What a spreadsheet may take for cells, each with the separator behind it and with its place.
fn parts(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split_inclusive(SEPARATORS).map(move |part| {
        let here = at;
        at += part.len();
        (here, part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn formulas_are_marked_and_names_are_not() {
        for (text, cell) in [
            ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
            ("+47 Berg", "'+47 Berg"),
            ("-", "'-"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'\t'=1"),
            ("\r=1", "'\r'=1"),
            ("\u{ff1d}1", "'\u{ff1d}1"),
            ("Berg;=1", "Berg;'=1"),
            ("Berg\n=1", "Berg\n'=1"),
            ("'=1", "''=1"),
            ("Berg, Anna", "Berg, Anna"),
            ("'t Hart, Jan", "'t Hart, Jan"),
            ("O'Neill-Berg", "O'Neill-Berg"),
            ("Berg; Anna", "Berg; Anna"),
            ("", ""),
            ("'", "'"),
        ] {
            assert_eq!(escape_formula(text), cell, "{text:?}");
            assert_eq!(unescape_formula(cell), text, "{cell:?}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_as_it_was(text in "[=+@'; \t\r\na-\u{ff1d}-]{0,12}") {
            let cell = escape_formula(&text).into_owned();
            prop_assert_eq!(unescape_formula(&cell), text.as_str());
            // However a spreadsheet divides it, no part of it begins a formula.
            prop_assert!(cell.split(SEPARATORS).all(|part| !part.starts_with(FORMULA)), "{:?}", cell);
        }

        #[test]
        fn any_text_is_read_as_it_was(text in ".{0,40}") {
            let cell = escape_formula(&text).into_owned();
            prop_assert_eq!(unescape_formula(&cell), text.as_str());
        }
    }
}
