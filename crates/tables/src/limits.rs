//! Sizes that no table of a federation comes near. Beyond them a file is no table, and reading on would only cost memory.

/// The longest line, in bytes. The longest line that a Tournament Report File can have is a hundredth of it.
pub const LONGEST_LINE: usize = 1 << 20;
/// The most columns that a header may have.
pub const MOST_COLUMNS: usize = 1000;

/// The first line that is too long, counted from 1. Only the ends of the longest stretches are looked for, so a file of usual lines costs
/// nothing.
pub fn overlong_line(text: &[u8]) -> Option<u32> {
    let mut start = 0;
    while text.len() - start > LONGEST_LINE {
        match text[start..=start + LONGEST_LINE].iter().rposition(|&byte| byte == b'\n' || byte == b'\r') {
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
        assert_eq!(overlong_line(&line(LONGEST_LINE)), None);
        assert_eq!(overlong_line(&line(LONGEST_LINE + 1)), Some(3));
        assert_eq!(overlong_line(&line(10 * LONGEST_LINE)), Some(3));
        assert_eq!(overlong_line(b""), None);
        assert_eq!(overlong_line(&vec![b'\n'; 3 * LONGEST_LINE]), None);
    }
}
