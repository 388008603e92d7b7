//! Files of which only parts are read, each compared with the hashes of its parts.

use crate::hash::{PART_BYTES, sha256_hex};
use crate::{OutputFile, StoreError, open_file};
use rayon::prelude::*;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// An open file. What is read of it must be checked first.
#[derive(Debug)]
pub struct FileInParts {
    path: PathBuf,
    file: File,
    check: Arc<PartCheck>,
}

/// Compares parts of a file with their hashes, each once.
#[derive(Debug)]
struct PartCheck {
    path: PathBuf,
    file: File,
    bytes: u64,
    /// Empty where the whole file was compared, or nothing is to be.
    hashes: Vec<String>,
    /// Whether each part was found to be what was published.
    is_right: Mutex<Vec<bool>>,
}

impl FileInParts {
    /// Opens a file whose parts are compared with those of `output`, if there is one.
    pub(crate) fn open(path: PathBuf, output: Option<&OutputFile>) -> Result<Self, StoreError> {
        let open = || open_file(&path).map_err(StoreError::io(&path));
        let (file, of_check) = (open()?, open()?);
        let hashes = output.map(|output| output.parts.clone()).unwrap_or_default();
        let check = PartCheck {
            path: path.clone(),
            file: of_check,
            bytes: output.map_or(0, |output| output.bytes),
            is_right: Mutex::new(vec![false; hashes.len()]),
            hashes,
        };
        Ok(Self { path, file, check: Arc::new(check) })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the file, and the check that a range of its bytes must pass before it is used. The check fails with a [`StoreError`] inside.
    pub fn into_checked(self) -> (File, impl Fn(Range<u64>) -> io::Result<()> + Send + Sync + 'static) {
        let check = self.check;
        (self.file, move |range| check.check(range).map_err(io::Error::other))
    }
}

impl PartCheck {
    /// Fails if a part of the range is not what was published.
    fn check(&self, range: Range<u64>) -> Result<(), StoreError> {
        if self.hashes.is_empty() {
            return Ok(());
        }
        let size = PART_BYTES as u64;
        let last = self.hashes.len().saturating_sub(1);
        let at = |position: u64| usize::try_from(position / size).unwrap_or(usize::MAX).min(last);
        let parts = at(range.start)..=at(range.end.saturating_sub(1));
        let unchecked: Vec<usize> = {
            let is_right = self.is_right.lock().unwrap_or_else(PoisonError::into_inner);
            parts.filter(|&part| !is_right[part]).collect()
        };
        unchecked.par_iter().with_max_len(1).try_for_each(|&part| self.check_part(part))?;
        let mut is_right = self.is_right.lock().unwrap_or_else(PoisonError::into_inner);
        unchecked.into_iter().for_each(|part| is_right[part] = true);
        Ok(())
    }

    fn check_part(&self, part: usize) -> Result<(), StoreError> {
        let start = (part * PART_BYTES) as u64;
        let length = self.bytes.saturating_sub(start).min(PART_BYTES as u64);
        let mut bytes = vec![0; usize::try_from(length).unwrap_or(PART_BYTES)];
        match read_exact_at(&self.file, &mut bytes, start) {
            Ok(()) if sha256_hex(&bytes) == self.hashes[part] => Ok(()),
            Ok(()) => Err(StoreError::damaged(&self.path, "not the file that was published with its list: damaged or altered since")),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                Err(StoreError::damaged(&self.path, "shorter than it was published: damaged or altered since"))
            }
            Err(error) => Err(StoreError::io(&self.path)(error)),
        }
    }
}

#[cfg(unix)]
fn read_exact_at(file: &File, buffer: &mut [u8], start: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, start)
}

#[cfg(not(unix))]
fn read_exact_at(file: &File, buffer: &mut [u8], start: u64) -> io::Result<()> {
    use std::io::{Read, Seek, SeekFrom};
    // The position belongs to this handle alone, and a lock would not: two checks of one file may meet.
    let mut own = file.try_clone()?;
    own.seek(SeekFrom::Start(start))?;
    own.read_exact(buffer)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of four parts, of which the last is short.
    fn file() -> (tempfile::TempDir, PathBuf, OutputFile) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.parquet");
        let content: Vec<u8> = (0..3 * PART_BYTES + 100).map(|at| (at % 249) as u8).collect();
        std::fs::write(&path, &content).expect("written");
        let parts = content.chunks(PART_BYTES).map(sha256_hex).collect();
        let output = OutputFile { path: "games.parquet".to_owned(), sha256: sha256_hex(&content), bytes: content.len() as u64, parts };
        (folder, path, output)
    }

    fn flip(path: &Path, at: usize) {
        let mut content = std::fs::read(path).expect("readable");
        content[at] ^= 1;
        std::fs::write(path, content).expect("written");
    }

    #[test]
    fn a_flipped_byte_is_found_in_every_part_that_is_read_and_in_no_other() {
        let (_folder, path, output) = file();
        flip(&path, PART_BYTES + 17);
        let (_, check) = FileInParts::open(path, Some(&output)).expect("there").into_checked();
        let size = PART_BYTES as u64;
        assert!(check(0..size).is_ok() && check(2 * size..3 * size + 100).is_ok());
        for range in [size..size + 1, 0..size + 1, 2 * size - 1..2 * size, 0..3 * size] {
            let damage = check(range.clone()).expect_err("flipped").to_string();
            assert!(
                damage.ends_with("games.parquet: not the file that was published with its list: damaged or altered since"),
                "{range:?}: {damage}"
            );
        }
    }

    #[test]
    fn a_file_that_has_become_shorter_is_damaged() {
        let (_folder, path, output) = file();
        File::options().write(true).open(&path).and_then(|file| file.set_len(3 * PART_BYTES as u64 + 99)).expect("cut");
        let (_, check) = FileInParts::open(path, Some(&output)).expect("there").into_checked();
        let damage = check(3 * PART_BYTES as u64..3 * PART_BYTES as u64 + 100).expect_err("cut").to_string();
        assert!(damage.contains("shorter than it was published"), "{damage}");
    }

    #[test]
    fn without_hashes_of_parts_nothing_is_left_to_compare() {
        let (_folder, path, _) = file();
        flip(&path, 1);
        let (_, check) = FileInParts::open(path, None).expect("there").into_checked();
        assert!(check(0..100).is_ok());
    }
}
