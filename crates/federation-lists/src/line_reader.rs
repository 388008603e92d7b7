//! Reads the lines of a text file with a limit on their length.

use std::io::{self, BufRead, Read};

/// The longest line, in bytes; rows of all layouts are much shorter.
pub(crate) const MAX_LINE_BYTES: usize = 4096;

/// Reads lines into a buffer of the caller.
#[derive(Debug)]
pub(crate) struct LineReader<R> {
    source: R,
    pub(crate) number: u32,
}

/// The result of reading a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NextLine {
    DecodedLine,
    /// The line is too long; only its beginning is in the buffer.
    TooLong,
    End,
}

impl<R: BufRead> LineReader<R> {
    pub(crate) fn new(source: R) -> Self {
        Self { source, number: 0 }
    }

    /// Reads the next line into the buffer, without its line end.
    pub(crate) fn next(&mut self, line: &mut Vec<u8>) -> io::Result<NextLine> {
        line.clear();
        let read = self.limited().read_until(b'\n', line)?;
        if read == 0 {
            return Ok(NextLine::End);
        }
        self.number = self.number.saturating_add(1);
        if line.last() != Some(&b'\n') && line.len() > MAX_LINE_BYTES {
            let mut rest = Vec::new();
            while rest.last() != Some(&b'\n') {
                rest.clear();
                if self.limited().read_until(b'\n', &mut rest)? == 0 {
                    break;
                }
            }
            line.truncate(MAX_LINE_BYTES);
            return Ok(NextLine::TooLong);
        }
        // A DOS file may end with an end-of-file character.
        while line.last().is_some_and(|b| matches!(b, b'\n' | b'\r' | 0x1a)) {
            line.pop();
        }
        Ok(NextLine::DecodedLine)
    }

    fn limited(&mut self) -> io::Take<&mut R> {
        (&mut self.source).take(MAX_LINE_BYTES as u64 + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_without_their_ends_and_with_their_numbers() {
        let mut lines = LineReader::new(&b"one\r\ntwo\n\nfour\x1a"[..]);
        let mut line = Vec::new();
        let mut lines_read = Vec::new();
        while lines.next(&mut line).expect("memory") == NextLine::DecodedLine {
            lines_read.push((lines.number, String::from_utf8_lossy(&line).into_owned()));
        }
        assert_eq!(lines_read, [(1, "one".to_owned()), (2, "two".to_owned()), (3, String::new()), (4, "four".to_owned())]);
    }

    #[test]
    fn a_line_without_end_is_not_kept_in_memory_and_the_next_one_is_read() {
        let text = [vec![b'x'; 100_000], b"\nnext".to_vec()].concat();
        let mut lines = LineReader::new(&text[..]);
        let mut line = Vec::new();
        assert_eq!(lines.next(&mut line).expect("memory"), NextLine::TooLong);
        assert!(line.capacity() < 20_000);
        assert_eq!(lines.next(&mut line).expect("memory"), NextLine::DecodedLine);
        assert_eq!((&line[..], lines.number), (&b"next"[..], 2));
    }
}
