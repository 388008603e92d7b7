//! Escapes text that a spreadsheet would run as a formula, and removes the escapes again.

use std::borrow::Cow;

/// Characters that begin a formula; the wide ones in East Asian spreadsheets.
const FORMULA_STARTS: [char; 8] = ['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'];
/// Characters at which some spreadsheets begin a new cell, whatever the file's separator and quotes are.
const SEPARATORS: [char; 4] = [';', '\t', '\r', '\n'];

/// Escapes a cell for spreadsheets: an apostrophe is put before anything that would begin a formula.
pub fn escape_formula(text: &str) -> Cow<'_, str> {
    if !may_need_escape(text) {
        return Cow::Borrowed(text);
    }
    let mut cell = String::with_capacity(text.len() + 2);
    for (at, part) in possible_cells(text) {
        if is_formula(part, at == 0) {
            cell.push('\'');
        }
        cell.push_str(part);
    }
    if cell.len() == text.len() { Cow::Borrowed(text) } else { Cow::Owned(cell) }
}

/// Removes the escapes that [`escape_formula`] adds. An apostrophe before anything other than a formula is kept.
pub fn unescape_formula(cell: &str) -> Cow<'_, str> {
    if !may_contain_escapes(cell) {
        return Cow::Borrowed(cell);
    }
    let mut text = String::with_capacity(cell.len());
    for (at, part) in possible_cells(cell) {
        let unescaped = part.strip_prefix('\'').filter(|rest| is_formula(rest, at == 0));
        text.push_str(unescaped.unwrap_or(part));
    }
    if text.len() == cell.len() { Cow::Borrowed(cell) } else { Cow::Owned(text) }
}

/// Whether [`unescape_formula`] may change anything in a text, which can be a whole file.
pub(crate) fn may_contain_escapes(text: &str) -> bool {
    // In a row of apostrophes the character after the last one decides.
    let follows = |at: usize| text[at + 1..].starts_with(|c| FORMULA_STARTS.contains(&c) || SEPARATORS[1..].contains(&c));
    // Most files have no apostrophe at all.
    text.as_bytes().contains(&b'\'') && text.bytes().enumerate().any(|(at, byte)| byte == b'\'' && follows(at))
}

/// Cheap test that is false for nearly every cell.
fn may_need_escape(text: &str) -> bool {
    let is_suspect = |byte: &u8| matches!(byte, b'=' | b'+' | b'-' | b'@' | b'\'' | b'\t' | b'\r' | b'\n' | 0xef);
    text.as_bytes().first().is_some_and(is_suspect) || text.bytes().any(|byte| matches!(byte, b';' | b'\t' | b'\r' | b'\n'))
}

/// Whether a text begins a formula, also once it is unescaped. Spreadsheets trim leading separators of a cell.
fn is_formula(part: &str, begins_cell: bool) -> bool {
    part.trim_start_matches('\'').starts_with(|c| FORMULA_STARTS.contains(&c) || (begins_cell && SEPARATORS[1..].contains(&c)))
}

/// Splits a text into what a spreadsheet may take for cells, each with its separator and its offset.
fn possible_cells(text: &str) -> impl Iterator<Item = (usize, &str)> {
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
    fn formulas_are_escaped_and_names_are_not() {
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
        fn a_text_with_formula_characters_survives_escaping(text in "[=+@'; \t\r\na-\u{ff1d}-]{0,12}") {
            let cell = escape_formula(&text).into_owned();
            prop_assert_eq!(unescape_formula(&cell), text.as_str());
            // However a spreadsheet splits the cell, no part begins a formula.
            prop_assert!(cell.split(SEPARATORS).all(|part| !part.starts_with(FORMULA_STARTS)), "{:?}", cell);
        }

        #[test]
        fn any_text_survives_escaping(text in ".{0,40}") {
            let cell = escape_formula(&text).into_owned();
            prop_assert_eq!(unescape_formula(&cell), text.as_str());
        }
    }
}
