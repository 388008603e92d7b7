//! Reads input files and detects changes to them before a list is published.
//!
//! Every input is hashed over the bytes that were read. A file that changes during the run would leave a hash in the manifest that no file
//! has, so the file's metadata is recorded when it is opened and compared before publication.

use crate::{open_file, sha256_of_reader};
use model::{FileSnapshot, FileStamp, InputFile};
use rayon::prelude::*;
use std::fs::{File, Metadata};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// Coarsest resolution of file timestamps, in nanoseconds: some file systems store two seconds.
const COARSEST_TIMESTAMP: i128 = 2_000_000_000;

/// Reads a file, with a snapshot taken when it was opened.
pub fn read_input(path: &Path) -> io::Result<(Vec<u8>, FileSnapshot)> {
    read_input_up_to(MAX_INPUT_BYTES, "input", path)
}

/// Reads a file of at most this many bytes, with a snapshot taken when it was opened. Of a larger one nothing is read.
pub fn read_input_up_to(most: u64, what: &str, path: &Path) -> io::Result<(Vec<u8>, FileSnapshot)> {
    let too_large = || io::Error::new(io::ErrorKind::FileTooLarge, format!("larger than {most} bytes; no {what} is"));
    let mut file = open_file(path)?;
    let snapshot = snapshot_of(&file, path)?;
    if snapshot.stamp.length > most {
        return Err(too_large());
    }
    let length = usize::try_from(snapshot.stamp.length).map_err(|_| io::ErrorKind::FileTooLarge)?;
    // Not memory-mapped: a file truncated meanwhile would crash the program.
    let mut bytes = Vec::new();
    if length < PARALLEL_READ_BYTES {
        bytes.reserve_exact(length);
    } else {
        bytes = vec![0; length];
        match read_in_parts(&file, &mut bytes) {
            true => drop(file.seek(SeekFrom::Start(snapshot.stamp.length))?),
            // The file has become shorter since the snapshot.
            false => bytes.clear(),
        }
    }
    // It may have grown since the snapshot.
    let rest = (most + 1).saturating_sub(bytes.len() as u64);
    file.take(rest).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_large()) } else { Ok((bytes, snapshot)) }
}

/// A fixed limit, not one that depends on the machine's memory: the same inputs give the same list everywhere.
const MAX_INPUT_BYTES: u64 = 64 << 30;

/// Files of at least this size are read in parallel, because most of the time goes into first touching the memory.
const PARALLEL_READ_BYTES: usize = 4 << 20;

/// Fills the buffer from the start of a file; `false` if the file is shorter.
#[cfg(unix)]
fn read_in_parts(file: &File, buffer: &mut [u8]) -> bool {
    use std::os::unix::fs::FileExt;
    const PART: usize = 1 << 20;
    buffer.par_chunks_mut(PART).enumerate().all(|(at, part)| file.read_exact_at(part, (at * PART) as u64).is_ok())
}

#[cfg(not(unix))]
fn read_in_parts(_: &File, _: &mut [u8]) -> bool {
    false
}

/// Takes a snapshot of a file that has just been opened and not yet read.
pub fn snapshot_of(file: &File, path: &Path) -> io::Result<FileSnapshot> {
    let metadata = file.metadata()?;
    let stamp = stamp_of(&metadata);
    let is_recently_written = stamp.modified.max(stamp.changed) > nanoseconds(SystemTime::now()) - COARSEST_TIMESTAMP;
    Ok(FileSnapshot { path: path.to_owned(), stamp, is_recently_written, is_regular: metadata.is_file() })
}

/// Describes how an input has changed since it was read; `None` if it has not. Only a file whose metadata differ is read again.
pub fn change_since_read(input: &InputFile) -> Option<String> {
    let snapshot = input.snapshot.as_ref().filter(|snapshot| snapshot.is_regular)?;
    let metadata = match std::fs::metadata(&snapshot.path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Some("it is gone".to_owned()),
        Err(error) => return Some(format!("it cannot be looked at again: {error}")),
    };
    if !snapshot.is_recently_written && stamp_of(&metadata) == snapshot.stamp {
        return None;
    }
    if !metadata.is_file() {
        return Some("it is no file any more".to_owned());
    }
    match File::open(&snapshot.path).and_then(sha256_of_reader) {
        Ok(sha256) if sha256 == input.sha256 => None,
        Ok(_) => Some("it has changed".to_owned()),
        Err(error) => Some(format!("it cannot be read again: {error}")),
    }
}

#[cfg(unix)]
fn stamp_of(metadata: &Metadata) -> FileStamp {
    use std::os::unix::fs::MetadataExt;
    let time = |seconds: i64, nanoseconds: i64| i128::from(seconds) * 1_000_000_000 + i128::from(nanoseconds);
    FileStamp {
        length: metadata.len(),
        modified: time(metadata.mtime(), metadata.mtime_nsec()),
        changed: time(metadata.ctime(), metadata.ctime_nsec()),
        device: metadata.dev(),
        inode: metadata.ino(),
    }
}

#[cfg(not(unix))]
fn stamp_of(metadata: &Metadata) -> FileStamp {
    let modified = metadata.modified().map_or(0, nanoseconds);
    FileStamp { length: metadata.len(), modified, changed: modified, device: 0, inode: 0 }
}

fn nanoseconds(time: SystemTime) -> i128 {
    match time.duration_since(UNIX_EPOCH) {
        Ok(since) => i128::try_from(since.as_nanos()).unwrap_or(i128::MAX),
        Err(before) => i128::try_from(before.duration().as_nanos()).map_or(i128::MIN, |nanoseconds| -nanoseconds),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sha256_hex;
    use model::InputRole;
    use std::path::PathBuf;

    /// Reads a file and pretends that it was written long ago.
    fn read(path: &Path) -> InputFile {
        let (bytes, mut snapshot) = read_input(path).expect("readable");
        assert!(std::mem::replace(&mut snapshot.is_recently_written, false), "written just now");
        InputFile::new(InputRole::Tournaments, "a.trf", sha256_hex(&bytes)).with_snapshot(snapshot)
    }

    fn file() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.trf");
        std::fs::write(&path, "012 Club evening\n").expect("written");
        (folder, path)
    }

    #[test]
    fn a_file_longer_than_the_limit_is_not_read() {
        let (_folder, path) = file();
        // A sparse file: it has a length and takes no disk space.
        File::options().write(true).open(&path).and_then(|file| file.set_len(MAX_INPUT_BYTES + 1)).expect("a sparse file");
        let refused = read_input(&path).expect_err("too large");
        assert_eq!(
            (refused.kind(), refused.to_string().as_str()),
            (io::ErrorKind::FileTooLarge, "larger than 68719476736 bytes; no input is")
        );
    }

    #[test]
    fn a_large_file_is_read_to_the_last_byte() {
        let (_folder, path) = file();
        let content: Vec<u8> = (0..PARALLEL_READ_BYTES + 12_345).map(|at| (at % 251) as u8).collect();
        std::fs::write(&path, &content).expect("written");
        assert!(read_input(&path).expect("readable").0 == content);
        let opened = File::open(&path).expect("there");
        assert!(read_in_parts(&opened, &mut vec![0; content.len()]));
        assert!(!read_in_parts(&opened, &mut vec![0; content.len() + 1]), "one byte more than there is");
    }

    #[test]
    fn an_unchanged_file_is_not_reported_and_not_read_again() {
        let (_folder, path) = file();
        let mut input = read(&path);
        assert_eq!(change_since_read(&input), None);
        // A second reading would find another hash.
        input.sha256 = String::new();
        assert_eq!(change_since_read(&input), None);
    }

    #[test]
    fn a_recently_written_file_is_read_again_whatever_its_timestamps() {
        let (_folder, path) = file();
        let mut input = read(&path);
        input.snapshot.as_mut().expect("snapshot").is_recently_written = true;
        assert_eq!(change_since_read(&input), None);
        input.sha256 = String::new();
        assert_eq!(change_since_read(&input).as_deref(), Some("it has changed"));
    }

    #[test]
    fn changed_content_is_reported_even_if_length_and_time_are_restored() {
        let (_folder, path) = file();
        let input = read(&path);
        let then = std::fs::metadata(&path).expect("there").modified().expect("a time");
        // Longer than the resolution of the file system's clock.
        std::thread::sleep(std::time::Duration::from_millis(20));
        std::fs::write(&path, "012 Club morning\n").expect("written");
        File::options().write(true).open(&path).and_then(|file| file.set_modified(then)).expect("set back");
        assert_eq!(change_since_read(&input).as_deref(), Some("it has changed"));
    }

    #[test]
    fn a_replaced_file_is_judged_by_its_content() {
        let (folder, path) = file();
        let input = read(&path);
        let put = |text: &str| {
            let other = folder.path().join("other");
            std::fs::write(&other, text).and_then(|()| std::fs::rename(&other, &path)).expect("put in its place");
        };
        put("012 Club evening\n");
        assert_eq!(change_since_read(&input), None, "the same content");
        put("012 Another\n");
        assert_eq!(change_since_read(&input).as_deref(), Some("it has changed"));
        std::fs::remove_file(&path).expect("removed");
        assert_eq!(change_since_read(&input).as_deref(), Some("it is gone"));
        std::fs::create_dir(&path).expect("made");
        assert_eq!(change_since_read(&input).as_deref(), Some("it is no file any more"));
    }

    #[test]
    fn an_input_read_from_a_manifest_has_no_snapshot_to_compare() {
        assert_eq!(change_since_read(&InputFile::new(InputRole::Previous, "2024-01-01/state.parquet", String::new())), None);
    }
}
