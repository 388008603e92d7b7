//! What went in is what was read: inputs are looked at when they are opened, and again before anything is published.
//!
//! Every input is hashed over the very bytes that were read. If the file is another by the time the list is done, the manifest would name a
//! hash that no file has, and half of the bytes may be old and half new: such a list is not published.

use crate::{open_file, sha256_of};
use model::{FileStamp, InputFile, Sighting};
use rayon::prelude::*;
use std::fs::{File, Metadata};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// File systems tell times to two seconds at worst.
const COARSEST: i128 = 2_000_000_000;

/// The bytes of a file, and how it looked when it was opened.
pub fn read_input(path: &Path) -> io::Result<(Vec<u8>, Sighting)> {
    let mut file = open_file(path)?;
    let sighting = sighting_of(&file, path)?;
    if sighting.stamp.length > LARGEST {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("larger than {LARGEST} bytes; no input is")));
    }
    let length = usize::try_from(sighting.stamp.length).map_err(|_| io::ErrorKind::FileTooLarge)?;
    // Never mapped into memory: a file that is cut short meanwhile would end the program.
    let mut bytes = Vec::new();
    if length < LARGE {
        bytes.reserve_exact(length);
    } else {
        bytes = vec![0; length];
        match read_in_parts(&file, &mut bytes) {
            true => drop(file.seek(SeekFrom::Start(sighting.stamp.length))?),
            // It is shorter than it was a moment ago.
            false => bytes.clear(),
        }
    }
    file.read_to_end(&mut bytes)?;
    Ok((bytes, sighting))
}

/// A file may claim any length. What is refused does not depend on the memory of the machine: the same inputs give the same list.
const LARGEST: u64 = 64 << 30;

/// Files from this size on are read by all cores: most of the time goes into memory that nobody has touched yet.
const LARGE: usize = 4 << 20;

/// Fills the room with the beginning of a file; `false` where the file is shorter.
#[cfg(unix)]
fn read_in_parts(file: &File, room: &mut [u8]) -> bool {
    use std::os::unix::fs::FileExt;
    const PART: usize = 1 << 20;
    room.par_chunks_mut(PART).enumerate().all(|(at, part)| file.read_exact_at(part, (at * PART) as u64).is_ok())
}

#[cfg(not(unix))]
fn read_in_parts(_: &File, _: &mut [u8]) -> bool {
    false
}

/// How a file looks that has just been opened and not been read yet.
pub fn sighting_of(file: &File, place: &Path) -> io::Result<Sighting> {
    let metadata = file.metadata()?;
    let stamp = stamp_of(&metadata);
    let is_fresh = stamp.modified.max(stamp.changed) > nanoseconds(SystemTime::now()) - COARSEST;
    Ok(Sighting { place: place.to_owned(), stamp, is_fresh, is_regular: metadata.is_file() })
}

/// What has become of an input since it was read, in words; nothing where it is what it was. Only a file that looks different is read.
pub fn change_since_read(input: &InputFile) -> Option<String> {
    let seen = input.seen.as_ref().filter(|seen| seen.is_regular)?;
    let metadata = match std::fs::metadata(&seen.place) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Some("it is gone".to_owned()),
        Err(error) => return Some(format!("it cannot be looked at again: {error}")),
    };
    if !seen.is_fresh && stamp_of(&metadata) == seen.stamp {
        return None;
    }
    if !metadata.is_file() {
        return Some("it is no file any more".to_owned());
    }
    match File::open(&seen.place).and_then(sha256_of) {
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

    /// An input that was written long ago, as far as its sighting knows.
    fn read(path: &Path) -> InputFile {
        let (bytes, mut sighting) = read_input(path).expect("readable");
        assert!(std::mem::replace(&mut sighting.is_fresh, false), "written just now");
        InputFile::new(InputRole::Tournaments, "a.trf", sha256_hex(&bytes)).seen_as(sighting)
    }

    fn file() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.trf");
        std::fs::write(&path, "012 Club evening\n").expect("written");
        (folder, path)
    }

    #[test]
    fn a_file_that_claims_to_be_larger_than_any_input_is_not_read() {
        let (_folder, path) = file();
        // Nothing but a length: the file takes no room.
        File::options().write(true).open(&path).and_then(|file| file.set_len(LARGEST + 1)).expect("a sparse file");
        let refused = read_input(&path).expect_err("too large");
        assert_eq!(
            (refused.kind(), refused.to_string().as_str()),
            (io::ErrorKind::FileTooLarge, "larger than 68719476736 bytes; no input is")
        );
    }

    #[test]
    fn a_large_file_is_read_to_the_last_byte() {
        let (_folder, path) = file();
        let content: Vec<u8> = (0..LARGE + 12_345).map(|at| (at % 251) as u8).collect();
        std::fs::write(&path, &content).expect("written");
        assert!(read_input(&path).expect("readable").0 == content);
        let opened = File::open(&path).expect("there");
        assert!(read_in_parts(&opened, &mut vec![0; content.len()]));
        assert!(!read_in_parts(&opened, &mut vec![0; content.len() + 1]), "one byte more than there is");
    }

    #[test]
    fn what_has_not_changed_is_not_told_and_not_read() {
        let (_folder, path) = file();
        let mut input = read(&path);
        assert_eq!(change_since_read(&input), None);
        // Had it been read, this would have shown.
        input.sha256 = String::new();
        assert_eq!(change_since_read(&input), None);
    }

    #[test]
    fn a_fresh_file_is_read_again_whatever_its_stamp() {
        let (_folder, path) = file();
        let mut input = read(&path);
        input.seen.as_mut().expect("seen").is_fresh = true;
        assert_eq!(change_since_read(&input), None);
        input.sha256 = String::new();
        assert_eq!(change_since_read(&input).as_deref(), Some("it has changed"));
    }

    #[test]
    fn another_content_is_told_even_where_length_and_time_are_put_back() {
        let (_folder, path) = file();
        let input = read(&path);
        let then = std::fs::metadata(&path).expect("there").modified().expect("a time");
        // Beyond the tick of the file system's clock.
        std::thread::sleep(std::time::Duration::from_millis(20));
        std::fs::write(&path, "012 Club morning\n").expect("written");
        File::options().write(true).open(&path).and_then(|file| file.set_modified(then)).expect("set back");
        assert_eq!(change_since_read(&input).as_deref(), Some("it has changed"));
    }

    #[test]
    fn another_file_under_the_name_counts_by_its_content() {
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
    fn what_a_manifest_remembers_was_not_seen() {
        assert_eq!(change_since_read(&InputFile::new(InputRole::Previous, "2024-01-01/state.parquet", String::new())), None);
    }
}
