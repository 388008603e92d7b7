//! Writes data to a terminal without control characters: no name can move the cursor, clear the screen or reverse a line.

use model::is_unprintable;
use pages::terminal::{escape_unprintable, is_layout};
use std::borrow::Cow;
use std::io::{self, IsTerminal, StdoutLock, Write};

/// Escapes unprintable characters in JSON. The value stays the same, and can be printed on any terminal.
pub(crate) fn escape_json(json: &str) -> Cow<'_, str> {
    let is_raw = |character: char| is_unprintable(character) && !is_layout(character);
    if !json.contains(is_raw) {
        return Cow::Borrowed(json);
    }
    let mut escaped = String::with_capacity(json.len() + 16);
    for character in json.chars() {
        // All of them are in the first plane and occur only in strings.
        if is_raw(character) { escaped.push_str(&format!("\\u{:04x}", u32::from(character))) } else { escaped.push(character) }
    }
    Cow::Owned(escaped)
}

/// Where data goes: to a terminal through [`escape_unprintable`], to a file or another program as it is.
pub(crate) enum DataWriter {
    Raw(StdoutLock<'static>),
    /// A terminal, with the first bytes of an incomplete character.
    Terminal(StdoutLock<'static>, Vec<u8>),
}

impl DataWriter {
    pub(crate) fn new() -> Self {
        let out = io::stdout();
        if out.is_terminal() { Self::Terminal(out.lock(), Vec::new()) } else { Self::Raw(out.lock()) }
    }
}

impl Write for DataWriter {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        match self {
            Self::Raw(out) => out.write(buffer),
            Self::Terminal(out, kept) => {
                kept.extend_from_slice(buffer);
                let whole = whole_characters(kept);
                out.write_all(escape_unprintable(&String::from_utf8_lossy(&kept[..whole])).as_bytes())?;
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

/// The number of bytes before an incomplete character at the end.
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
    fn escaped_json_keeps_its_value() {
        let json = serde_json::json!({"name": "Berg\u{202e}\u{9b}\u{7f}\u{1b}"}).to_string();
        let escaped = escape_json(&json);
        assert_eq!(escaped, r#"{"name":"Berg\u202e\u009b\u007f\u001b"}"#);
        assert_eq!(serde_json::from_str::<serde_json::Value>(&escaped).ok(), serde_json::from_str(&json).ok());
    }

    #[test]
    fn a_character_is_not_split_between_two_writes() {
        assert_eq!(whole_characters("aé".as_bytes()), 3);
        assert_eq!(whole_characters(&"aé".as_bytes()[..2]), 1);
        assert_eq!(whole_characters(b"a\xffb"), 3);
    }
}
