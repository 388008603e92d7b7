//! A list folder is written beside its place and renamed into it: it is there whole or not at all.

use crate::fault;
use crate::hash::HashingWriter;
use crate::{OutputFile, StoreError};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;
use tempfile::TempDir;

/// A folder in the making.
#[derive(Debug)]
pub struct StagedFolder {
    staging: TempDir,
    place: PathBuf,
    /// Files on their way to the disk: whoever wrote one has other work to do meanwhile.
    syncing: Mutex<Vec<JoinHandle<Result<(), StoreError>>>>,
}

const MARK: &str = ".staging-";

impl StagedFolder {
    /// Starts a folder that will stand at `place`. Leftovers of runs that died are removed: call it under the lock of the parent.
    pub fn start(place: &Path) -> Result<Self, StoreError> {
        let parent = parent_of(place);
        let name = place.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        std::fs::create_dir_all(parent).map_err(StoreError::output(parent))?;
        let prefix = format!(".{name}{MARK}");
        clear_leftovers(parent)?;
        fault::point().map_err(StoreError::output(parent))?;
        let staging = tempfile::Builder::new().prefix(&prefix).tempdir_in(parent).map_err(StoreError::output(parent))?;
        Ok(Self { staging, place: place.to_owned(), syncing: Mutex::default() })
    }

    pub fn path(&self) -> &Path {
        self.staging.path()
    }

    /// Writes one file and returns its hash. It is forced to disk by the time that the folder is published.
    pub fn write<E>(&self, name: &str, fill: impl FnOnce(&mut dyn Write) -> Result<(), E>) -> Result<OutputFile, StoreError>
    where
        E: std::fmt::Display,
    {
        let path = self.staging.path().join(name);
        fault::point().map_err(StoreError::output(&path))?;
        let file = File::create_new(&path).map_err(StoreError::output(&path))?;
        let mut writer = HashingWriter::new(BufWriter::with_capacity(1 << 18, Interruptible(file)));
        fill(&mut writer).map_err(|error| StoreError::Io { path: path.clone(), source: std::io::Error::other(error.to_string()) })?;
        let (buffered, sha256, bytes) = writer.finish();
        let Interruptible(file) =
            buffered.into_inner().map_err(|error| StoreError::Io { path: path.clone(), source: error.into_error() })?;
        let sync = std::thread::spawn(move || fault::point().and_then(|()| file.sync_all()).map_err(StoreError::output(&path)));
        self.syncing.lock().unwrap_or_else(PoisonError::into_inner).push(sync);
        Ok(OutputFile { path: name.to_owned(), sha256, bytes })
    }

    /// Waits until every file is on disk.
    fn settle(&mut self) -> Result<(), StoreError> {
        let syncing = std::mem::take(self.syncing.get_mut().unwrap_or_else(PoisonError::into_inner));
        let lost = |_| StoreError::Io { path: self.staging.path().to_owned(), source: std::io::Error::other("a file could not be synced") };
        syncing.into_iter().try_for_each(|sync| sync.join().map_err(lost)?)
    }

    /// Takes over a file that is finished and lies elsewhere on the same disk, without writing it once more where that can be.
    pub fn take_over(&self, name: &str, from: &Path) -> Result<(), StoreError> {
        let path = self.staging.path().join(name);
        fault::point().map_err(StoreError::output(&path))?;
        if std::fs::hard_link(from, &path).is_ok() {
            return Ok(());
        }
        // A file system without links has copies, which are to be on the disk as the others are.
        let copied = std::fs::copy(from, &path).and_then(|_| File::open(&path)?.sync_all());
        copied.map_err(StoreError::output(&path))
    }

    /// Puts the folder in its place. Refuses to replace one that is there, unless told to.
    pub fn publish(mut self, replace: bool) -> Result<(), StoreError> {
        self.settle()?;
        let parent = parent_of(&self.place);
        let sync = |path: &Path| fault::point().and_then(|()| File::open(path)?.sync_all()).map_err(StoreError::output(path));
        let rename = |from: &Path, to: &Path| fault::point().and_then(|()| std::fs::rename(from, to)).map_err(StoreError::output(to));
        widen(self.staging.path())?;
        sync(self.staging.path())?;
        let is_empty = std::fs::read_dir(&self.place).is_ok_and(|mut entries| entries.next().is_none());
        if is_empty {
            std::fs::remove_dir(&self.place).map_err(StoreError::output(&self.place))?;
        }
        if self.place.exists() {
            if !replace {
                return Err(StoreError::Exists { path: self.place.clone() });
            }
            // Under the staging area's own kind of name, so that a crash leaves something the next run clears away.
            let mut old = self.staging.path().to_owned();
            fault::point().map_err(StoreError::output(&self.place))?;
            if !exchange(&old, &self.place) {
                let name = self.place.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
                old = parent.join(format!(".{name}{MARK}old"));
                rename(&self.place, &old)?;
                rename(self.staging.path(), &self.place)?;
            }
            sync(parent)?;
            fault::point().and_then(|()| std::fs::remove_dir_all(&old)).map_err(StoreError::output(&old))?;
        } else {
            rename(self.staging.path(), &self.place)?;
            sync(parent)?;
        }
        // There is nothing left under the temporary name that could be removed.
        drop(self.staging.keep());
        Ok(())
    }
}

/// Lets two folders change places at once, so that there is never none: false where the system or the file system cannot.
#[cfg(target_os = "linux")]
fn exchange(one: &Path, other: &Path) -> bool {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE).is_ok()
}

#[cfg(not(target_os = "linux"))]
fn exchange(_: &Path, _: &Path) -> bool {
    false
}

/// Removes what runs that died left in a folder. Only under its lock: what a living run is making has such a name too.
pub fn clear_leftovers(folder: &Path) -> Result<(), StoreError> {
    for entry in std::fs::read_dir(folder).map_err(StoreError::output(folder))? {
        let entry = entry.map_err(StoreError::output(folder))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') && name.contains(MARK) {
            let path = entry.path();
            let removed = if path.is_dir() { std::fs::remove_dir_all(&path) } else { std::fs::remove_file(&path) };
            removed.map_err(StoreError::output(folder))?;
        }
    }
    Ok(())
}

/// A file whose every write may be the last.
struct Interruptible(File);

impl Write for Interruptible {
    fn write(&mut self, buffer: &[u8]) -> std::io::Result<usize> {
        fault::point()?;
        self.0.write(buffer)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.0.flush()
    }
}

/// Removes a folder that has served its purpose.
pub fn remove_folder(folder: &Path) -> Result<(), StoreError> {
    fault::point().and_then(|()| std::fs::remove_dir_all(folder)).map_err(StoreError::output(folder))
}

/// Writes one file beside its place and renames it into it: a reader finds the old one or the new one, never half of either.
pub fn replace_file<T>(place: &Path, fill: impl FnOnce(&mut BufWriter<&File>) -> std::io::Result<T>) -> Result<T, StoreError> {
    let failed = || StoreError::output(place);
    fault::point().map_err(failed())?;
    let staged = tempfile::Builder::new().prefix(MARK).tempfile_in(parent_of(place)).map_err(failed())?;
    let mut writer = BufWriter::with_capacity(1 << 18, staged.as_file());
    let filled = fill(&mut writer).map_err(failed())?;
    writer.into_inner().map_err(|error| StoreError::Io { path: place.to_owned(), source: error.into_error() })?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        staged.as_file().set_permissions(std::fs::Permissions::from_mode(0o644)).map_err(failed())?;
    }
    fault::point().and_then(|()| staged.as_file().sync_all()).map_err(failed())?;
    fault::point().map_err(failed())?;
    staged.persist(place).map_err(|error| StoreError::Io { path: place.to_owned(), source: error.error })?;
    // The name is on the disk only when its folder is.
    fault::point().and_then(|()| File::open(parent_of(place))?.sync_all()).map_err(failed())?;
    Ok(filled)
}

/// Temporary folders are private; a published one is as readable as the user's other folders.
fn widen(folder: &Path) -> Result<(), StoreError> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o755)).map_err(StoreError::output(folder))?;
    }
    Ok(())
}

fn parent_of(place: &Path) -> &Path {
    match place.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(content: &'static [u8]) -> impl FnOnce(&mut dyn Write) -> std::io::Result<()> {
        move |out| out.write_all(content)
    }

    #[test]
    fn a_folder_appears_whole_and_leaves_nothing_beside_it() {
        let root = tempfile::tempdir().expect("a temporary folder");
        let place = root.path().join("2024-02-01");
        std::fs::create_dir(root.path().join(".2024-02-01.staging-dead")).expect("a leftover");
        let staged = StagedFolder::start(&place).expect("started");
        staged.write("list.csv", text(b"fide_id\n")).expect("written");
        assert!(!place.exists());
        staged.publish(false).expect("published");
        let names: Vec<_> = std::fs::read_dir(root.path()).expect("readable").map(|e| e.expect("an entry").file_name()).collect();
        assert_eq!(names, ["2024-02-01"]);
        assert_eq!(std::fs::read(place.join("list.csv")).expect("there"), b"fide_id\n");
    }

    #[test]
    fn a_folder_that_is_there_is_not_replaced() {
        let root = tempfile::tempdir().expect("a temporary folder");
        let place = root.path().join("2024-02-01");
        std::fs::create_dir(&place).expect("a folder");
        std::fs::write(place.join("list.csv"), "fide_id").expect("a file");
        let staged = StagedFolder::start(&place).expect("started");
        assert!(matches!(staged.publish(false), Err(StoreError::Exists { .. })));
        assert_eq!(std::fs::read_dir(root.path()).expect("readable").count(), 1);
    }

    #[test]
    fn a_file_that_could_not_be_written_whole_leaves_the_old_one() {
        let root = tempfile::tempdir().expect("a temporary folder");
        let place = root.path().join("list.txt");
        replace_file(&place, |out| out.write_all(b"old")).expect("written");
        let failed: Result<(), _> = replace_file(&place, |out| {
            out.write_all(b"new, but not whole")?;
            Err(std::io::Error::other("the disk is full"))
        });
        assert!(failed.is_err());
        assert_eq!(std::fs::read(&place).expect("there"), b"old");
        assert_eq!(std::fs::read_dir(root.path()).expect("readable").count(), 1);
    }
}
