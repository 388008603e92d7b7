//! Writes small numbers in the encoding of Parquet that packs bits, or repeats one value.

use polars_parquet::parquet::encoding::{bitpacked, uleb128};

/// Writer of numbers that all fit into so many bits.
pub(crate) struct KeyWriter<'b> {
    pub(crate) out: &'b mut Vec<u8>,
    pub(crate) bits: usize,
}

impl KeyWriter<'_> {
    /// Packed values come in groups of this many.
    const GROUP: usize = 8;
    /// The shortest run that is worth a header of its own between packed values.
    const SHORTEST_RUN: usize = 24;

    /// Writes the numbers one by one, with a header for each long run.
    pub(crate) fn write_each(&mut self, keys: &[u32]) {
        if self.bits == 0 {
            return self.repeat(0, keys.len());
        }
        let (mut packed_from, mut at) = (0, 0);
        while let Some(group) = keys.get(at..at + Self::GROUP) {
            let key = group[0];
            // Whole groups are compared, which takes few instructions where values differ.
            if group.iter().fold(0, |bits, &other| bits | (other ^ key)) != 0 {
                at += Self::GROUP;
                continue;
            }
            let end = at + keys[at..].iter().take_while(|&&other| other == key).count();
            if end - at >= Self::SHORTEST_RUN {
                self.pack(&keys[packed_from..at]);
                self.repeat(key, end - at);
                (packed_from, at) = (end, end);
            } else {
                at += Self::GROUP;
            }
        }
        self.pack(&keys[packed_from..]);
    }

    /// Writes numbers that each repeat in consecutive rows.
    pub(crate) fn write_runs(&mut self, runs: &[(u32, usize)]) {
        let mut pending: Vec<u32> = Vec::new();
        for &(key, mut length) in runs {
            // Packed values before a run are whole groups.
            let missing = pending.len().next_multiple_of(Self::GROUP) - pending.len();
            let packed = if length - missing.min(length) >= Self::GROUP { missing } else { length };
            pending.extend(std::iter::repeat_n(key, packed));
            length -= packed;
            if length > 0 {
                self.pack(&pending);
                pending.clear();
                self.repeat(key, length);
            }
        }
        self.pack(&pending);
    }

    fn pack(&mut self, keys: &[u32]) {
        if keys.is_empty() {
            return;
        }
        let groups = keys.len().div_ceil(Self::GROUP);
        write_uleb128(self.out, (groups as u64) << 1 | 1);
        pack_bits(self.out, keys, self.bits);
    }

    fn repeat(&mut self, key: u32, length: usize) {
        write_run(self.out, length, &key.to_le_bytes()[..self.bits.div_ceil(8)]);
    }
}

/// Packs numbers into so many bits each, in groups of eight. What the last group lacks is zero.
pub(crate) fn pack_bits(out: &mut Vec<u8>, values: &[u32], bits: usize) {
    /// The library packs so many values at once.
    const AT_ONCE: usize = 32;
    if bits == 0 {
        return;
    }
    let start = out.len();
    out.resize(start + values.len().div_ceil(AT_ONCE) * AT_ONCE * bits / 8, 0);
    bitpacked::encode(values, bits, &mut out[start..]);
    out.truncate(start + values.len().div_ceil(KeyWriter::GROUP) * bits);
}

/// Writes which rows have a value, with the length before it: runs of rows that all have one or all have none, and else bits.
pub(crate) fn write_definition_levels(out: &mut Vec<u8>, validity: Option<&[u8]>, rows: usize) {
    const LENGTH_BYTES: usize = 4;
    /// The fewest bytes, of eight rows each, that are worth a header of their own.
    const SHORTEST_RUN: usize = 8;
    let start = out.len();
    out.extend_from_slice(&[0; LENGTH_BYTES]);
    match validity {
        None => write_run(out, rows, &[1]),
        Some(bytes) => {
            let (mut packed_from, mut at) = (0, 0);
            while at < bytes.len() {
                let end = at + bytes[at..].iter().take_while(|&&byte| byte == bytes[at]).count();
                if end - at >= SHORTEST_RUN && matches!(bytes[at], 0 | 0xff) {
                    write_packed_bits(out, &bytes[packed_from..at]);
                    write_run(out, rows.min(8 * end) - 8 * at, &[bytes[at] & 1]);
                    packed_from = end;
                }
                at = end;
            }
            write_packed_bits(out, &bytes[packed_from..]);
        }
    }
    let length = u32::try_from(out.len() - start - LENGTH_BYTES).expect("a page has fewer bytes than 32 bits can number");
    out[start..start + LENGTH_BYTES].copy_from_slice(&length.to_le_bytes());
}

fn write_packed_bits(out: &mut Vec<u8>, bytes: &[u8]) {
    if !bytes.is_empty() {
        write_uleb128(out, (bytes.len() as u64) << 1 | 1);
        out.extend_from_slice(bytes);
    }
}

fn write_run(out: &mut Vec<u8>, length: usize, value: &[u8]) {
    write_uleb128(out, (length as u64) << 1);
    out.extend_from_slice(value);
}

/// Writes a number in groups of seven bits.
pub(crate) fn write_uleb128(out: &mut Vec<u8>, number: u64) {
    let mut bytes = [0; 10];
    let length = uleb128::encode(number, &mut bytes);
    out.extend_from_slice(&bytes[..length]);
}
