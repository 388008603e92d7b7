//! What identifies a tournament by its games as they were reported: a fingerprint of all of them, and a sketch of games and players (D36).

use std::fmt;

/// A hash of 128 bits, written as 32 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fingerprint(pub u128);

impl Fingerprint {
    /// Parses 32 hexadecimal digits; `None` for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let is_hexadecimal = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_hexadecimal.then(|| u128::from_str_radix(text, 16).ok().map(Self)).flatten()
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// The games of a tournament as reported, in a form that can be compared with other tournaments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TournamentContent {
    /// The hash of round, pairing and result of all games; `None` where no player has an id.
    pub fingerprint: Option<Fingerprint>,
    /// The hash of the dates and the games, which lists before this form remember instead.
    pub dated_fingerprint: Option<Fingerprint>,
    /// The sketch of the games between players with ids: players, colours and result.
    pub games: Sketch,
    /// The sketch of the players of these games.
    pub players: Sketch,
}

impl TournamentContent {
    /// The fewest games, between players with ids, with which equal games mean the same tournament whatever its dates (D36).
    const MIN_GAMES_WITHOUT_DATES: u32 = 10;

    /// Whether equal games are enough to call another tournament the same.
    pub fn is_known_by_games(&self) -> bool {
        self.games.count >= Self::MIN_GAMES_WITHOUT_DATES
    }
}

/// The smallest hashes of a set, by which the common part of two sets is estimated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sketch {
    /// The size of the set.
    pub count: u32,
    /// The [`Sketch::SIZE`] smallest hashes, ascending.
    lowest: Box<[u32]>,
}

impl Sketch {
    /// The number of hashes that are kept.
    pub const SIZE: usize = 64;

    /// The sketch of a set of values.
    pub fn of_values(values: impl Iterator<Item = u64>, buffer: &mut SketchBuffer) -> Self {
        buffer.hashes.clear();
        // The highest bits of a hash that is the same in every run, unlike those of the standard library.
        buffer.hashes.extend(values.map(|value| (hash_value(value) >> 32) as u32));
        let sorted = buffer.sorted();
        sorted.dedup();
        Self { count: u32::try_from(sorted.len()).unwrap_or(u32::MAX), lowest: sorted.iter().copied().take(Self::SIZE).collect() }
    }

    /// A set of which only the size is known; it has nothing in common with others.
    pub fn without_hashes(count: u32) -> Self {
        Self { count, lowest: Box::default() }
    }

    /// Parses the hashes from hexadecimal digits, eight each; `None` if they are no sketch of a set of `count` values.
    pub fn parse(text: &str, count: u32) -> Option<Self> {
        let hashes = text.as_bytes().chunks(8).map(|digits| u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
        let lowest: Box<[u32]> = hashes.collect::<Option<_>>()?;
        let is_sketch = text.len() == 8 * lowest.len() && lowest.len() == Self::SIZE.min(count as usize) && lowest.is_sorted();
        is_sketch.then_some(Self { count, lowest })
    }

    /// The hashes, ascending.
    pub fn lowest(&self) -> &[u32] {
        &self.lowest
    }

    pub fn is_empty(&self) -> bool {
        self.lowest.is_empty()
    }

    /// The hashes as hexadecimal digits, eight each.
    pub fn hexadecimal(&self) -> String {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let mut digits = Vec::with_capacity(8 * self.lowest.len());
        for hash in &self.lowest {
            digits.extend_from_slice(&std::array::from_fn::<u8, 8, _>(|at| DIGITS[(hash >> (28 - 4 * at) & 15) as usize]));
        }
        String::from_utf8(digits).expect("digits are text")
    }

    /// The number of values that two sets have in common: exact where both are kept whole, else estimated.
    pub fn count_shared(&self, other: &Self) -> u32 {
        let is_whole = |sketch: &Self| sketch.count as usize <= sketch.lowest.len();
        // The smallest hashes of both sets together; where both are whole, all of them.
        let limit = if is_whole(self) && is_whole(other) { usize::MAX } else { Self::SIZE };
        let (mut a, mut b) = (self.lowest.iter().peekable(), other.lowest.iter().peekable());
        let (mut seen, mut shared) = (0u64, 0u64);
        while (seen as usize) < limit {
            let (in_a, in_b) = match (a.peek(), b.peek()) {
                (Some(x), Some(y)) => (x <= y, y <= x),
                _ if limit == usize::MAX => break,
                (None, None) => break,
                (x, y) => (x.is_some(), y.is_some()),
            };
            if in_a {
                a.next();
            }
            if in_b {
                b.next();
            }
            seen += 1;
            shared += u64::from(in_a && in_b);
        }
        if limit == usize::MAX || shared == 0 {
            return shared as u32;
        }
        // `shared` of `seen` is the share of the common part in the union.
        let estimate = shared * (u64::from(self.count) + u64::from(other.count)) / (seen + shared);
        u32::try_from(estimate).unwrap_or(u32::MAX).min(self.count).min(other.count)
    }

    /// Whether nine tenths of the larger of two sets are in both.
    pub fn is_nearly(&self, other: &Self) -> bool {
        let most = self.count.max(other.count);
        most > 0 && u64::from(self.count_shared(other)) * 10 >= u64::from(most) * 9
    }
}

impl fmt::Display for Sketch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.hexadecimal())
    }
}

/// Memory for making sketches, used again for the next one.
#[derive(Clone, Debug, Default)]
pub struct SketchBuffer {
    hashes: Vec<u32>,
    sorted: Vec<u32>,
    /// The end of each bucket in `sorted`.
    ends: Vec<u32>,
}

impl SketchBuffer {
    /// Sorts the hashes. They are spread evenly, so nearly every one has a bucket of its own by its highest bits.
    fn sorted(&mut self) -> &mut Vec<u32> {
        let Self { hashes, sorted, ends } = self;
        let bits = hashes.len().next_power_of_two().trailing_zeros();
        let bucket = |hash: u32| (u64::from(hash) << bits >> u32::BITS) as usize;
        ends.clear();
        ends.resize(1 << bits, 0);
        hashes.iter().for_each(|&hash| ends[bucket(hash)] += 1);
        // These are the starts of the buckets until placing the hashes turns them into the ends.
        let mut total = 0;
        for end in &mut *ends {
            (*end, total) = (total, total + *end);
        }
        sorted.clear();
        sorted.resize(hashes.len(), 0);
        for &hash in &*hashes {
            let next = &mut ends[bucket(hash)];
            sorted[*next as usize] = hash;
            *next += 1;
        }
        let mut start = 0;
        for &end in &*ends {
            if end - start > 1 {
                sorted[start as usize..end as usize].sort_unstable();
            }
            start = end;
        }
        sorted
    }
}

/// A hash of a number that is the same in every run.
pub fn hash_value(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sketch(values: std::ops::Range<u64>) -> Sketch {
        Sketch::of_values(values, &mut SketchBuffer::default())
    }

    #[test]
    fn sets_that_are_kept_whole_are_compared_exactly() {
        assert_eq!(sketch(0..10).count_shared(&sketch(1..11)), 9);
        assert!(sketch(0..10).is_nearly(&sketch(1..11)));
        assert!(!sketch(0..10).is_nearly(&sketch(2..12)));
        assert!(!sketch(0..10).is_nearly(&sketch(0..12)), "ten of twelve");
        assert!(!sketch(0..0).is_nearly(&sketch(0..0)), "nothing is no double of nothing");
    }

    #[test]
    fn large_sets_are_compared_by_estimate() {
        assert_eq!(sketch(0..1000).count_shared(&sketch(0..1000)), 1000);
        assert_eq!(sketch(0..1000).count_shared(&sketch(1000..2000)), 0);
        assert!(sketch(0..1000).is_nearly(&sketch(10..1010)));
        assert!(!sketch(0..1000).is_nearly(&sketch(500..1500)));
        assert!(!sketch(0..60).is_nearly(&sketch(0..1000)));
    }

    #[test]
    fn a_sketch_has_the_smallest_hashes_ascending_and_counts_each_value_once() {
        let mut buffer = SketchBuffer::default();
        for size in [0, 1, 2, 3, 63, 64, 65, 1000] {
            let sketch = Sketch::of_values((0..size).chain(0..size / 2), &mut buffer);
            let mut hashes: Vec<u32> = (0..size).map(|value| (hash_value(value) >> 32) as u32).collect();
            hashes.sort_unstable();
            assert_eq!(u64::from(sketch.count), size);
            assert_eq!(sketch.lowest(), &hashes[..hashes.len().min(Sketch::SIZE)]);
        }
    }

    #[test]
    fn a_sketch_written_and_read_is_the_same() {
        for set in [sketch(0..0), sketch(0..3), sketch(0..500)] {
            assert_eq!(Sketch::parse(&set.to_string(), set.count), Some(set));
        }
        for (text, count) in [("0000000", 1), ("0000000g", 1), ("00000001", 2), ("0000000200000001", 2), ("é0000000", 1)] {
            assert_eq!(Sketch::parse(text, count), None, "{text}");
        }
        assert_eq!(Fingerprint::parse("0123"), None);
        let text = "00000000000000000000000000000abc";
        assert_eq!(Fingerprint::parse(text).map(|fingerprint| fingerprint.to_string()).as_deref(), Some(text));
    }
}
