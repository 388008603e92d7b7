//! Limits that no table of a federation comes near. A file beyond them is no table, and reading it would only cost memory.

/// Longest line, in bytes: a hundred times the longest line of a Tournament Report File.
pub const MAX_LINE_BYTES: usize = 1 << 20;
/// Largest number of columns in a header.
pub const MAX_COLUMNS: usize = 1000;

/// Returns the number of the first line that is too long, counted from 1. It looks for one line end in every span of the maximal length, so
/// ordinary files cost little.
pub fn overlong_line(text: &[u8]) -> Option<u32> {
    let mut start = 0;
    while text.len() - start > MAX_LINE_BYTES {
        match text[start..=start + MAX_LINE_BYTES].iter().rposition(|&byte| byte == b'\n' || byte == b'\r') {
            Some(end) => start += end + 1,
            None => {
                let before = text[..start].iter().filter(|&&byte| byte == b'\n').count();
                return Some(u32::try_from(before + 1).unwrap_or(u32::MAX));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_too_long_only_from_the_limit_on() {
        let line = |length: usize| [b"one\r\ntwo\n".to_vec(), vec![b'x'; length], b"\nend".to_vec()].concat();
        assert_eq!(overlong_line(&line(MAX_LINE_BYTES)), None);
        assert_eq!(overlong_line(&line(MAX_LINE_BYTES + 1)), Some(3));
        assert_eq!(overlong_line(&line(10 * MAX_LINE_BYTES)), Some(3));
        assert_eq!(overlong_line(b""), None);
        assert_eq!(overlong_line(&vec![b'\n'; 3 * MAX_LINE_BYTES]), None);
    }
}
