//! Access to a line by character columns.

/// A line whose fields are found by column: characters, counted from 1.
///
/// Reports are mostly ASCII, so that byte offsets are stored only up to the last non-ASCII character.
#[derive(Debug)]
pub(crate) struct FixedWidthLine<'a> {
    line: &'a str,
    /// The byte offset of each character, up to and including the last one that is not ASCII.
    starts: Vec<u32>,
    /// The byte offset of the ASCII tail.
    tail: usize,
}

impl<'a> FixedWidthLine<'a> {
    pub(crate) fn new(line: &'a str) -> Self {
        // Offsets are 32 bits; a longer line is read up to there.
        let line = line.get(..u32::MAX as usize).unwrap_or(line);
        let tail = line.bytes().rposition(|b| !b.is_ascii()).map_or(0, |at| at + 1);
        let starts = if tail == 0 { Vec::new() } else { line[..tail].char_indices().map(|(at, _)| at as u32).collect() };
        Self { line, starts, tail }
    }

    pub(crate) fn line(&self) -> &'a str {
        self.line
    }

    /// The number of characters.
    pub(crate) fn len(&self) -> usize {
        self.starts.len() + self.line.len() - self.tail
    }

    fn byte_of(&self, column: usize) -> usize {
        let index = column - 1;
        match self.starts.get(index) {
            Some(&start) => start as usize,
            None => (self.tail + index - self.starts.len()).min(self.line.len()),
        }
    }

    /// The characters from column `from` to column `to`, both included, as far as the line goes.
    pub(crate) fn get(&self, from: usize, to: usize) -> &'a str {
        &self.line[self.byte_of(from)..self.byte_of(to + 1)]
    }

    /// The characters from column `from` to column `to` without surrounding blanks.
    pub(crate) fn field(&self, from: usize, to: usize) -> &'a str {
        self.get(from, to).trim()
    }

    /// The character of a column; a blank after the end of the line.
    pub(crate) fn character(&self, column: usize) -> char {
        self.get(column, column).chars().next().unwrap_or(' ')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_characters_not_bytes() {
        let columns = FixedWidthLine::new("aéb€c d");
        assert_eq!(columns.len(), 7);
        assert_eq!(columns.get(2, 4), "éb€");
        assert_eq!(columns.get(4, 5), "€c");
        assert_eq!(columns.get(6, 9), " d");
        assert_eq!(columns.field(6, 9), "d");
        assert_eq!(columns.character(7), 'd');
    }

    #[test]
    fn columns_beyond_the_end_are_empty() {
        for line in ["", "abc", "é"] {
            let columns = FixedWidthLine::new(line);
            assert_eq!(columns.get(10, 12), "");
            assert_eq!(columns.character(10), ' ');
        }
    }
}
