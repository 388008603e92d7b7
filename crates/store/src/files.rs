//! Opens and reads files safely: regular files only, and in list folders no links that leave the store.

use crate::{StoreError, read_input};
use model::FileSnapshot;
use std::fs::File;
use std::io;
use std::path::Path;

/// Opens a regular file. A pipe or a device may never end, and its bytes cannot be read again to verify a list.
pub fn open_file(path: impl AsRef<Path>) -> io::Result<File> {
    let path = path.as_ref();
    // Checked before opening, because opening a pipe blocks until another process writes to it.
    reject_unless_regular(&std::fs::metadata(path)?)?;
    let file = File::open(path)?;
    reject_unless_regular(&file.metadata()?)?;
    Ok(file)
}

fn reject_unless_regular(found: &std::fs::Metadata) -> io::Result<()> {
    // Opening a folder fails with the system's own message.
    if found.is_file() || found.is_dir() {
        return Ok(());
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file but a pipe or a device; it is not read"))
}

/// Reads the bytes of a regular file.
pub fn read_file(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    read_input(path.as_ref()).map(|(bytes, _)| bytes)
}

/// Larger than any settings or rulebook, and small enough that the parsed form fits in memory.
const MAX_SETTINGS_BYTES: u64 = 1 << 20;

/// Reads a hand-written settings file.
pub fn read_settings(path: impl AsRef<Path>) -> io::Result<String> {
    read_settings_input(path.as_ref()).map(|(text, _)| text)
}

/// Reads a settings file that a list depends on, with a snapshot taken when the file was opened.
pub fn read_settings_input(path: &Path) -> io::Result<(String, FileSnapshot)> {
    let found = std::fs::metadata(path)?;
    if found.is_file() && found.len() > MAX_SETTINGS_BYTES {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("larger than {MAX_SETTINGS_BYTES} bytes; no settings are")));
    }
    let (bytes, snapshot) = read_input(path)?;
    Ok((utf8_text(bytes)?, snapshot))
}

fn utf8_text(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "stream did not contain valid UTF-8"))
}

/// Reads a regular file as UTF-8 text.
pub fn read_text(path: impl AsRef<Path>) -> io::Result<String> {
    utf8_text(read_file(path)?)
}

/// Rejects a list folder that contains a symbolic link to something outside the folder of lists. The path of the folder itself may go
/// through links, because the user chose it.
pub fn reject_links_leaving_store(folder: &Path) -> Result<(), StoreError> {
    let absolute = folder.canonicalize().map_err(StoreError::io(folder))?;
    let lists = absolute.parent().unwrap_or(&absolute);
    for entry in std::fs::read_dir(&absolute).map_err(StoreError::io(folder))? {
        let entry = entry.map_err(StoreError::io(folder))?;
        if entry.file_type().map_err(StoreError::io(folder))?.is_symlink() {
            reject_unless_inside(&folder.join(entry.file_name()), lists)?;
        }
    }
    Ok(())
}

/// Rejects a path that resolves to nothing or to something outside `folder`, which must be canonical.
pub(crate) fn reject_unless_inside(path: &Path, folder: &Path) -> Result<(), StoreError> {
    match path.canonicalize() {
        Ok(target) if target.starts_with(folder) => Ok(()),
        _ => Err(StoreError::LinkLeavesStore { path: path.to_owned() }),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn a_device_is_not_read_and_a_folder_gives_the_error_of_the_system() {
        assert_eq!(read_file("/dev/zero").expect_err("a device").kind(), io::ErrorKind::InvalidInput);
        assert_eq!(read_file("/").expect_err("a folder").kind(), io::ErrorKind::IsADirectory);
    }

    #[test]
    fn links_within_the_store_are_followed_and_links_leaving_it_are_rejected() {
        let store = tempfile::tempdir().expect("a temporary folder");
        let lists = store.path().join("lists");
        for name in ["2024-01-01", "2024-02-01"] {
            std::fs::create_dir_all(lists.join(name)).expect("a folder");
        }
        std::fs::write(lists.join("2024-01-01/list.csv"), "fide_id,rating\n").expect("a file");
        std::fs::write(store.path().join("secret"), "").expect("a file");
        symlink("../2024-01-01/list.csv", lists.join("2024-02-01/list.csv")).expect("a link");
        reject_links_leaving_store(&lists.join("2024-02-01")).expect("it leads to another list");
        for (name, target) in [("out", "../../secret"), ("nowhere", "nothing"), ("round", "round")] {
            let link = lists.join("2024-02-01").join(name);
            symlink(target, &link).expect("a link");
            match reject_links_leaving_store(&lists.join("2024-02-01")) {
                Err(StoreError::LinkLeavesStore { path }) => assert_eq!(path, link),
                other => panic!("{name}: {other:?}"),
            }
            std::fs::remove_file(&link).expect("removed");
        }
    }
}
