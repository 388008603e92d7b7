//! A reader that knows its line and column, and how much may be read before something is found.

use std::io::{self, BufRead, Read};

/// Counts lines and columns of what is consumed.
#[derive(Debug)]
pub(crate) struct Placed<R> {
    inner: R,
    /// From 1.
    pub(crate) line: u32,
    /// Bytes of the line so far.
    pub(crate) column: usize,
    /// Bytes that may still be consumed.
    pub(crate) allowance: usize,
}

impl<R: BufRead> Placed<R> {
    pub(crate) fn new(inner: R) -> Self {
        Self { inner, line: 1, column: 0, allowance: usize::MAX }
    }
}

impl<R: BufRead> Read for Placed<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let available = self.fill_buf()?;
        let length = available.len().min(into.len());
        into[..length].copy_from_slice(&available[..length]);
        self.consume(length);
        Ok(length)
    }
}

impl<R: BufRead> BufRead for Placed<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.allowance == 0 {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, "a text or tag is longer than any list has"));
        }
        self.inner.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        // The buffer is still there: asking for it again reads nothing.
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
        self.allowance = self.allowance.saturating_sub(amount);
        self.inner.consume(amount);
    }
}
