//! What no table of a federation comes near. Beyond it a file is no table, and reading on would only cost memory.

use model::{Code, Diagnostic, Place};
use std::collections::BTreeMap;
use std::sync::Arc;

/// In bytes. The longest line that a Tournament Report File can have is a hundredth of it.
pub const LONGEST_LINE: usize = 1 << 20;
pub const MOST_COLUMNS: usize = 1000;
/// Of each code so many diagnostics of a file are told one by one; the rest are counted.
pub const TOLD: u64 = 10_000;
/// Longer lines are not carried along with what is wrong in them.
pub(crate) const LONGEST_SOURCE: usize = 4000;

/// The first line that is too long, counted from 1. Only the ends of the longest stretches are looked for, so a file of usual lines costs nothing.
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

/// Diagnostics of one file, not more of a kind than anybody reads.
#[derive(Debug, Default)]
pub(crate) struct Told {
    counts: BTreeMap<&'static str, (&'static Code, u64)>,
}

impl Told {
    /// Whether another one of this code is told; it is counted in any case.
    pub(crate) fn may_tell(&mut self, code: &'static Code) -> bool {
        let (_, count) = self.counts.entry(code.id).or_insert((code, 0));
        *count += 1;
        *count <= TOLD
    }

    /// How many were not told, one diagnostic for each code.
    pub(crate) fn rest(self, file: &Arc<str>) -> impl Iterator<Item = Diagnostic> {
        self.counts.into_values().filter_map(move |(code, count)| {
            let more = count.checked_sub(TOLD).filter(|&more| more > 0)?;
            Some(Diagnostic::new(code, file, Place::default(), format!("{more} more like the first {TOLD}")))
        })
    }
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
