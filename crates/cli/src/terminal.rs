//! Text for people's eyes: whatever stands in a name, it cannot move the cursor, clear the screen or turn a line round.

use model::{Stretch, is_hidden, stretches};
use std::borrow::Cow;
use std::io::{self, IsTerminal, StdoutLock, Write};

/// The text with hidden characters written out, as `\u{1b}`, and names from right to left kept apart from the numbers beside them.
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    if text.is_ascii() && !text.bytes().any(|byte| is_hidden(char::from(byte)) && !is_layout(char::from(byte))) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for stretch in stretches(text) {
        match stretch {
            Stretch::Usual(part) => push_written_out(&mut shown, part),
            Stretch::RightToLeft(part) => {
                // First strong isolate, and its end.
                shown.push('\u{2068}');
                push_written_out(&mut shown, part);
                shown.push('\u{2069}');
            }
        }
    }
    Cow::Owned(shown)
}

fn is_layout(character: char) -> bool {
    matches!(character, '\n' | '\t')
}

fn push_written_out(shown: &mut String, text: &str) {
    for character in text.chars() {
        if is_hidden(character) && !is_layout(character) {
            shown.extend(character.escape_unicode());
        } else {
            shown.push(character);
        }
    }
}

/// JSON with hidden characters written as JSON writes them: the same value, and harmless wherever it is printed.
pub(crate) fn shown_json(json: &str) -> Cow<'_, str> {
    let is_raw = |character: char| is_hidden(character) && !is_layout(character);
    if !json.contains(is_raw) {
        return Cow::Borrowed(json);
    }
    let mut shown = String::with_capacity(json.len() + 16);
    for character in json.chars() {
        // All of them lie in the first plane and stand in strings only.
        if is_raw(character) { shown.push_str(&format!("\\u{:04x}", u32::from(character))) } else { shown.push(character) }
    }
    Cow::Owned(shown)
}

/// Where data goes: to a terminal as [`shown`], to a file or another program as it is.
pub(crate) enum DataOut {
    Raw(StdoutLock<'static>),
    /// With the bytes of a character that is not whole yet.
    Terminal(StdoutLock<'static>, Vec<u8>),
}

impl DataOut {
    pub(crate) fn new() -> Self {
        let out = io::stdout();
        if out.is_terminal() { Self::Terminal(out.lock(), Vec::new()) } else { Self::Raw(out.lock()) }
    }
}

impl Write for DataOut {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        match self {
            Self::Raw(out) => out.write(buffer),
            Self::Terminal(out, kept) => {
                kept.extend_from_slice(buffer);
                let whole = whole_characters(kept);
                out.write_all(shown(&String::from_utf8_lossy(&kept[..whole])).as_bytes())?;
                kept.drain(..whole);
                Ok(buffer.len())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Raw(out) | Self::Terminal(out, _) => out.flush(),
        }
    }
}

/// How many bytes there are up to a character that may go on in the next ones.
fn whole_characters(bytes: &[u8]) -> usize {
    match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        _ => bytes.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_is_told_what_it_would_have_obeyed() {
        assert_eq!(shown("Berg\u{1b}[2J, Anna\u{9b}1m\r\n"), "Berg\\u{1b}[2J, Anna\\u{9b}1m\\u{d}\n");
        assert_eq!(shown("Berg\u{202e}annA 1800"), "Berg\\u{202e}annA 1800");
        assert_eq!(shown("7  כהן, דוד  1800"), "7  \u{2068}כהן, דוד\u{2069}  1800");
        assert_eq!(shown("Bjørn\t1800\n"), "Bjørn\t1800\n");
        assert!(matches!(shown("Berg, Anna\t1800\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn json_keeps_its_value() {
        let json = serde_json::json!({"name": "Berg\u{202e}\u{9b}\u{7f}\u{1b}"}).to_string();
        let shown = shown_json(&json);
        assert_eq!(shown, r#"{"name":"Berg\u202e\u009b\u007f\u001b"}"#);
        assert_eq!(serde_json::from_str::<serde_json::Value>(&shown).ok(), serde_json::from_str(&json).ok());
    }

    #[test]
    fn a_character_is_not_cut_between_two_writes() {
        assert_eq!(whole_characters("aé".as_bytes()), 3);
        assert_eq!(whole_characters(&"aé".as_bytes()[..2]), 1);
        assert_eq!(whole_characters(b"a\xffb"), 3);
    }
}
