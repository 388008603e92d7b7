//! Files that are safe to open: regular ones, and in list folders only such as lie among the lists.

use crate::{StoreError, read_input};
use model::Sighting;
use std::fs::File;
use std::io;
use std::path::Path;

/// Opens a regular file. Of a pipe or a device nobody knows whether it ever ends, and what came from it cannot be read again to prove a list.
pub fn open_file(path: impl AsRef<Path>) -> io::Result<File> {
    let path = path.as_ref();
    // Before it is opened: opening a pipe waits for somebody to write into it.
    refuse_unless_regular(&std::fs::metadata(path)?)?;
    let file = File::open(path)?;
    refuse_unless_regular(&file.metadata()?)?;
    Ok(file)
}

fn refuse_unless_regular(found: &std::fs::Metadata) -> io::Result<()> {
    // What is wrong with a folder the system says itself.
    if found.is_file() || found.is_dir() {
        return Ok(());
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file but a pipe or a device; it is not read"))
}

/// The bytes of a regular file.
pub fn read_file(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    read_input(path.as_ref()).map(|(bytes, _)| bytes)
}

/// No settings and no rulebook are near it; parsed, they are many times as large.
const LONGEST_SETTINGS: u64 = 1 << 20;

/// The text of a file that people write by hand.
pub fn read_settings(path: impl AsRef<Path>) -> io::Result<String> {
    read_settings_input(path.as_ref()).map(|(text, _)| text)
}

/// The same of a file that a list depends on, and how it looked when it was opened.
pub fn read_settings_input(path: &Path) -> io::Result<(String, Sighting)> {
    let found = std::fs::metadata(path)?;
    if found.is_file() && found.len() > LONGEST_SETTINGS {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("larger than {LONGEST_SETTINGS} bytes; no settings are")));
    }
    let (bytes, seen) = read_input(path)?;
    Ok((text_of(bytes)?, seen))
}

fn text_of(bytes: Vec<u8>) -> io::Result<String> {
    String::from_utf8(bytes).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "stream did not contain valid UTF-8"))
}

/// The text of a regular file.
pub fn read_text(path: impl AsRef<Path>) -> io::Result<String> {
    text_of(read_file(path)?)
}

/// Refuses a list folder with a symbolic link in it that leads out of the folder of lists. The folder itself may be named through a link:
/// whoever names it means what is there.
pub fn refuse_ways_out(folder: &Path) -> Result<(), StoreError> {
    let whole = folder.canonicalize().map_err(StoreError::io(folder))?;
    let lists = whole.parent().unwrap_or(&whole);
    for entry in std::fs::read_dir(&whole).map_err(StoreError::io(folder))? {
        let entry = entry.map_err(StoreError::io(folder))?;
        if entry.file_type().map_err(StoreError::io(folder))?.is_symlink() {
            refuse_unless_inside(&folder.join(entry.file_name()), lists)?;
        }
    }
    Ok(())
}

/// Refuses a path that leads out of a folder, which is free of links itself, or nowhere.
pub(crate) fn refuse_unless_inside(path: &Path, folder: &Path) -> Result<(), StoreError> {
    match path.canonicalize() {
        Ok(target) if target.starts_with(folder) => Ok(()),
        _ => Err(StoreError::LeadsOut { path: path.to_owned() }),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn a_device_is_not_read_and_a_folder_is_what_the_system_says() {
        assert_eq!(read_file("/dev/zero").expect_err("a device").kind(), io::ErrorKind::InvalidInput);
        assert_eq!(read_file("/").expect_err("a folder").kind(), io::ErrorKind::IsADirectory);
    }

    #[test]
    fn links_among_the_lists_are_followed_and_others_are_not() {
        let store = tempfile::tempdir().expect("a temporary folder");
        let lists = store.path().join("lists");
        for name in ["2024-01-01", "2024-02-01"] {
            std::fs::create_dir_all(lists.join(name)).expect("a folder");
        }
        std::fs::write(lists.join("2024-01-01/list.csv"), "fide_id,rating\n").expect("a file");
        std::fs::write(store.path().join("secret"), "").expect("a file");
        symlink("../2024-01-01/list.csv", lists.join("2024-02-01/list.csv")).expect("a link");
        refuse_ways_out(&lists.join("2024-02-01")).expect("it leads to another list");
        for (name, target) in [("out", "../../secret"), ("nowhere", "nothing"), ("round", "round")] {
            let link = lists.join("2024-02-01").join(name);
            symlink(target, &link).expect("a link");
            match refuse_ways_out(&lists.join("2024-02-01")) {
                Err(StoreError::LeadsOut { path }) => assert_eq!(path, link),
                other => panic!("{name}: {other:?}"),
            }
            std::fs::remove_file(&link).expect("removed");
        }
    }
}
