//! SHA-256 hashes as manifests write them.

use sha2::{Digest, Sha256};
use std::io::{self, Read, Write};

/// Returns the SHA-256 of `bytes` as 64 lower-case hexadecimal digits.
pub fn sha256_hex(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Returns the first half of the SHA-256 of `bytes`, as a number.
pub fn sha256_half(bytes: &[u8]) -> u128 {
    let digest = Sha256::digest(bytes);
    digest[..16].iter().fold(0, |number, &byte| number << 8 | u128::from(byte))
}

/// Returns the SHA-256 of everything left in a reader, without holding it in memory.
pub fn sha256_of_reader(mut reader: impl io::Read) -> io::Result<String> {
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 18];
    loop {
        match reader.read(&mut buffer)? {
            0 => return Ok(hex(&hash.finalize())),
            read => hash.update(&buffer[..read]),
        }
    }
}

fn hex(digest: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    digest.iter().flat_map(|byte| [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]).map(char::from).collect()
}

/// The number of bytes of a part that has a hash of its own: few enough that a player's rows are found without reading much besides.
pub(crate) const PART_BYTES: usize = 1 << 18;

/// Computes the hashes of the parts of a file.
#[derive(Debug, Default)]
struct PartHasher {
    hash: Sha256,
    /// Bytes of the part that is not yet full.
    filled: usize,
    parts: Vec<String>,
}

impl PartHasher {
    fn update(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(PART_BYTES - self.filled));
            self.hash.update(now);
            self.filled += now.len();
            if self.filled == PART_BYTES {
                self.parts.push(hex(&self.hash.finalize_reset()));
                self.filled = 0;
            }
            bytes = later;
        }
    }

    /// The hashes of all parts. A file of a single one has none: its own hash says the same.
    fn finish(mut self) -> Vec<String> {
        if self.filled > 0 {
            self.parts.push(hex(&self.hash.finalize()));
        }
        if self.parts.len() < 2 { Vec::new() } else { self.parts }
    }
}

/// Writer that hashes and counts the bytes it passes on, so that the output need not be read again.
#[derive(Debug)]
pub(crate) struct HashingWriter<W> {
    inner: W,
    hash: Sha256,
    bytes: u64,
    /// `None` where only the whole output is hashed.
    parts: Option<PartHasher>,
}

/// The hashes of what was written.
#[derive(Debug)]
pub(crate) struct WrittenHashes {
    pub(crate) sha256: String,
    pub(crate) bytes: u64,
    /// Hashes of the parts of [`PART_BYTES`], if they are computed and there are several.
    pub(crate) parts: Vec<String>,
}

impl<W: Write> HashingWriter<W> {
    pub(crate) fn new(inner: W, hashes_parts: bool) -> Self {
        Self { inner, hash: Sha256::new(), bytes: 0, parts: hashes_parts.then(PartHasher::default) }
    }

    /// Returns the inner writer and the hashes of what was written.
    pub(crate) fn finish(self) -> (W, WrittenHashes) {
        let parts = self.parts.map(PartHasher::finish).unwrap_or_default();
        (self.inner, WrittenHashes { sha256: hex(&self.hash.finalize()), bytes: self.bytes, parts })
    }
}

impl<W: Write> Write for HashingWriter<W> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(buffer)?;
        self.hash.update(&buffer[..written]);
        if let Some(parts) = &mut self.parts {
            parts.update(&buffer[..written]);
        }
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Reader that hashes the bytes it passes on, so that a large file need not be read twice.
#[derive(Debug)]
pub struct HashingReader<R> {
    inner: R,
    hash: Sha256,
}

impl<R: Read> HashingReader<R> {
    pub fn new(inner: R) -> Self {
        Self { inner, hash: Sha256::new() }
    }

    /// Returns the hash of what was read, as text.
    pub fn finish(self) -> String {
        hex(&self.hash.finalize())
    }
}

impl<R: Read> Read for HashingReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.hash.update(&buffer[..read]);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_of_nothing_is_the_published_one() {
        assert_eq!(sha256_hex(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_eq!(sha256_half(b""), 0xe3b0_c442_98fc_1c14_9afb_f4c8_996f_b924);
        assert_eq!(sha256_of_reader(&b"rating list"[..]).expect("memory"), sha256_hex(b"rating list"));
    }

    #[test]
    fn the_hash_of_a_writer_is_the_hash_of_what_was_written() {
        let mut writer = HashingWriter::new(Vec::new(), true);
        writer.write_all(b"rating ").expect("a vector takes everything");
        writer.write_all(b"list").expect("a vector takes everything");
        let (bytes, written) = writer.finish();
        assert_eq!((written.sha256, written.bytes, written.parts), (sha256_hex(&bytes), 11, vec![]));
    }

    #[test]
    fn every_part_has_the_hash_of_its_bytes_however_they_are_written() {
        for length in [PART_BYTES, PART_BYTES + 1, 2 * PART_BYTES, 3 * PART_BYTES - 7] {
            let content: Vec<u8> = (0..length).map(|at| (at % 251) as u8).collect();
            let parts: Vec<String> = content.chunks(PART_BYTES).map(sha256_hex).collect();
            for part in [1000, PART_BYTES, length] {
                let mut writer = HashingWriter::new(Vec::new(), true);
                content.chunks(part).for_each(|part| writer.write_all(part).expect("a vector takes everything"));
                let (_, written) = writer.finish();
                assert_eq!(written.sha256, sha256_hex(&content));
                assert_eq!(written.parts, if parts.len() > 1 { parts.clone() } else { Vec::new() }, "{length} in parts of {part}");
            }
        }
    }

    #[test]
    fn the_hash_of_a_reader_is_the_hash_of_what_was_read() {
        let mut reader = HashingReader::new(b"rating list".as_slice());
        let mut start = [0; 4];
        reader.read_exact(&mut start).expect("there are bytes");
        io::copy(&mut reader, &mut io::sink()).expect("memory can be read");
        assert_eq!(reader.finish(), sha256_hex(b"rating list"));
    }
}
