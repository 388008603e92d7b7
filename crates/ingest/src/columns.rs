//! A line as columns of characters.

/// A line in which fields are found by their columns: characters, counted from 1.
///
/// Reports are ASCII but for names, so only the part up to the last other character needs a table.
#[derive(Debug)]
pub(crate) struct Columns<'a> {
    line: &'a str,
    /// Where each character begins, up to and including the last one that is not ASCII.
    starts: Vec<u32>,
    /// Where the ASCII tail begins.
    tail: usize,
}

impl<'a> Columns<'a> {
    pub(crate) fn new(line: &'a str) -> Self {
        // Characters beyond four gigabytes are out of reach; such a line reads as ending there.
        let line = line.get(..u32::MAX as usize).unwrap_or(line);
        let tail = line.bytes().rposition(|b| !b.is_ascii()).map_or(0, |at| at + 1);
        let starts = if tail == 0 { Vec::new() } else { line[..tail].char_indices().map(|(at, _)| at as u32).collect() };
        Self { line, starts, tail }
    }

    pub(crate) fn line(&self) -> &'a str {
        self.line
    }

    /// How many characters the line has.
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

    /// The same without blanks around it.
    pub(crate) fn field(&self, from: usize, to: usize) -> &'a str {
        self.get(from, to).trim()
    }

    /// One character; a blank where the line has ended.
    pub(crate) fn character(&self, column: usize) -> char {
        self.get(column, column).chars().next().unwrap_or(' ')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_characters_not_bytes() {
        let columns = Columns::new("aéb€c d");
        assert_eq!(columns.len(), 7);
        assert_eq!(columns.get(2, 4), "éb€");
        assert_eq!(columns.get(4, 5), "€c");
        assert_eq!(columns.get(6, 9), " d");
        assert_eq!(columns.field(6, 9), "d");
        assert_eq!(columns.character(7), 'd');
    }

    #[test]
    fn beyond_the_end_there_is_nothing() {
        for line in ["", "abc", "é"] {
            let columns = Columns::new(line);
            assert_eq!(columns.get(10, 12), "");
            assert_eq!(columns.character(10), ' ');
        }
    }
}
