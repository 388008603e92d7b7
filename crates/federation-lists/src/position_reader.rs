//! A reader that counts lines and columns and limits the bytes of one event.

use std::io::{self, BufRead, Read};

/// Counts the lines and columns of consumed bytes.
#[derive(Debug)]
pub(crate) struct PositionReader<R> {
    inner: R,
    /// The current line, counted from 1.
    pub(crate) line: u32,
    /// The number of bytes consumed in the line.
    pub(crate) column: usize,
    /// The number of bytes that may still be consumed.
    pub(crate) bytes_allowed: usize,
}

impl<R: BufRead> PositionReader<R> {
    pub(crate) fn new(inner: R) -> Self {
        Self { inner, line: 1, column: 0, bytes_allowed: usize::MAX }
    }
}

impl<R: BufRead> Read for PositionReader<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let available = self.fill_buf()?;
        let length = available.len().min(into.len());
        into[..length].copy_from_slice(&available[..length]);
        self.consume(length);
        Ok(length)
    }
}

impl<R: BufRead> BufRead for PositionReader<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.bytes_allowed == 0 {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, "a text or tag is longer than any list has"));
        }
        self.inner.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        // The buffer is already filled, so this reads nothing.
        if let Ok(buffer) = self.inner.fill_buf() {
            let consumed = &buffer[..amount.min(buffer.len())];
            match consumed.iter().rposition(|&b| b == b'\n') {
                Some(last) => {
                    let newlines = consumed.iter().filter(|&&b| b == b'\n').count();
                    self.line = self.line.saturating_add(u32::try_from(newlines).unwrap_or(u32::MAX));
                    self.column = consumed.len() - last - 1;
                }
                None => self.column += consumed.len(),
            }
        }
        self.bytes_allowed = self.bytes_allowed.saturating_sub(amount);
        self.inner.consume(amount);
    }
}
