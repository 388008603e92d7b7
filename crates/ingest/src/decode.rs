//! Decodes bytes into text and lines: encodings and line ends as programs write them.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use std::borrow::Cow;

/// The text of a file, or the reason why there is none.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Decoded<'a> {
    Empty,
    Binary,
    Text {
        text: Cow<'a, str>,
        /// The name of the encoding if it is not UTF-8.
        encoding: Option<&'static str>,
    },
}

/// Decodes by the byte order mark, else as UTF-8, else as windows-1252, in which every byte is valid.
pub(crate) fn decode(bytes: &[u8]) -> Decoded<'_> {
    let (marked, mark) = Encoding::for_bom(bytes).unwrap_or((UTF_8, 0));
    let body = &bytes[mark..];
    if marked != UTF_8 {
        let (text, _) = marked.decode_without_bom_handling(body);
        return classify(text, Some(marked.name()));
    }
    if body.contains(&0) {
        return Decoded::Binary;
    }
    match std::str::from_utf8(body) {
        Ok(text) => classify(Cow::Borrowed(text), None),
        Err(_) => {
            let (text, _) = WINDOWS_1252.decode_without_bom_handling(body);
            classify(text, Some(WINDOWS_1252.name()))
        }
    }
}

fn classify<'a>(text: Cow<'a, str>, encoding: Option<&'static str>) -> Decoded<'a> {
    if text.trim().is_empty() {
        Decoded::Empty
    } else if text.contains('\0') {
        Decoded::Binary
    } else {
        Decoded::Text { text, encoding }
    }
}

/// Decodes a CSV file; also returns the name of the encoding if it is not UTF-8.
///
/// # Errors
/// When the file is empty or not text.
pub fn decode_table(bytes: &[u8]) -> Result<(Cow<'_, str>, Option<&'static str>), String> {
    match decode(bytes) {
        Decoded::Text { text, encoding } => Ok((text, encoding)),
        Decoded::Empty => Err("it is empty".to_owned()),
        Decoded::Binary => Err("it is not text".to_owned()),
    }
}

/// Splits a text into lines, numbered from 1. CR, LF and CRLF each end a line, also mixed in one file.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (u32, &str)> {
    let mut rest = Some(text);
    let mut number = 0u32;
    std::iter::from_fn(move || {
        let text = rest?;
        number = number.saturating_add(1);
        let Some(end) = text.bytes().position(|b| b == b'\n' || b == b'\r') else {
            rest = None;
            return Some((number, text));
        };
        let file_extension = if text[end..].starts_with("\r\n") { 2 } else { 1 };
        rest = Some(&text[end + file_extension..]);
        Some((number, &text[..end]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> (String, Option<&'static str>) {
        match decode(bytes) {
            Decoded::Text { text, encoding } => (text.into_owned(), encoding),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_byte_order_mark_is_not_part_of_the_text() {
        assert_eq!(text(b"\xEF\xBB\xBF012 Caf\xC3\xA9"), ("012 Café".to_owned(), None));
    }

    #[test]
    fn bytes_that_are_not_utf_8_are_windows_1252() {
        assert_eq!(text(b"Br\xFCder \x80"), ("Brüder €".to_owned(), Some("windows-1252")));
    }

    #[test]
    fn utf_16_with_its_mark_is_read() {
        assert_eq!(text(b"\xFF\xFE0\x000\x001\x00"), ("001".to_owned(), Some("UTF-16LE")));
    }

    #[test]
    fn empty_files_and_nul_bytes_are_not_text() {
        assert_eq!(decode(b""), Decoded::Empty);
        assert_eq!(decode(b"\xEF\xBB\xBF \r\n"), Decoded::Empty);
        assert_eq!(decode(b"001\0"), Decoded::Binary);
    }

    #[test]
    fn every_line_end_counts_once() {
        let all: Vec<_> = lines("a\rb\nc\r\nd\r\re").collect();
        assert_eq!(all, [(1, "a"), (2, "b"), (3, "c"), (4, "d"), (5, ""), (6, "e")]);
        assert_eq!(lines("a\n").collect::<Vec<_>>(), [(1, "a"), (2, "")]);
    }
}
