//! Writes a list folder in a temporary folder beside its target and renames it: it appears whole or not at all.

use crate::fault;
use crate::hash::{HashingWriter, WrittenHashes};
use crate::{OutputFile, StoreError, file};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use tempfile::TempDir;

/// A list folder that is being written.
#[derive(Debug)]
pub struct StagedFolder {
    staging: TempDir,
    target: PathBuf,
    /// Threads that sync finished files to disk while the next files are written.
    syncing: Mutex<Vec<JoinHandle<Result<(), StoreError>>>>,
}

const STAGING_MARK: &str = ".staging-";

impl StagedFolder {
    /// Creates the temporary folder for `target` and removes those left by crashed runs. Call it only while holding the lock on the parent.
    pub fn start(target: &Path) -> Result<Self, StoreError> {
        let parent = parent_of(target);
        let name = target.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        std::fs::create_dir_all(parent).map_err(StoreError::output(parent))?;
        let prefix = format!(".{name}{STAGING_MARK}");
        clear_leftovers(parent)?;
        fault::point().map_err(StoreError::output(parent))?;
        let mut staging = tempfile::Builder::new();
        let staging = readable_by_umask(staging.prefix(&prefix), 0o777).tempdir_in(parent).map_err(StoreError::output(parent))?;
        Ok(Self { staging, target: target.to_owned(), syncing: Mutex::default() })
    }

    pub fn path(&self) -> &Path {
        self.staging.path()
    }

    /// Writes one file and returns its hash. It is synced to disk before the folder is published.
    pub fn write<E>(&self, name: &str, fill: impl FnOnce(&mut dyn Write) -> Result<(), E>) -> Result<OutputFile, StoreError>
    where
        E: std::fmt::Display,
    {
        let path = self.staging.path().join(name);
        fault::point().map_err(StoreError::output(&path))?;
        let created = File::create_new(&path).map_err(StoreError::output(&path))?;
        let is_read_in_parts = file::READ_IN_PARTS.contains(&name);
        let mut writer = HashingWriter::new(BufWriter::with_capacity(1 << 18, FaultInjectingFile(created)), is_read_in_parts);
        fill(&mut writer).map_err(|error| StoreError::Io { path: path.clone(), source: std::io::Error::other(error.to_string()) })?;
        let (buffered, WrittenHashes { sha256, bytes, parts }) = writer.finish();
        let FaultInjectingFile(file) =
            buffered.into_inner().map_err(|error| StoreError::Io { path: path.clone(), source: error.into_error() })?;
        let file = Arc::new(file);
        let sync = {
            let (file, path) = (Arc::clone(&file), path.clone());
            move || fault::point().and_then(|()| file.sync_all()).map_err(StoreError::output(&path))
        };
        match std::thread::Builder::new().spawn(sync) {
            Ok(sync) => self.syncing.lock().unwrap_or_else(PoisonError::into_inner).push(sync),
            // No thread is to be had, so this one waits for the disk.
            Err(_) => fault::point().and_then(|()| file.sync_all()).map_err(StoreError::output(&path))?,
        }
        Ok(OutputFile { path: name.to_owned(), sha256, bytes, parts })
    }

    /// Waits until every file is on disk.
    fn wait_for_syncs(&mut self) -> Result<(), StoreError> {
        let syncing = std::mem::take(self.syncing.get_mut().unwrap_or_else(PoisonError::into_inner));
        let panicked =
            |_| StoreError::Io { path: self.staging.path().to_owned(), source: std::io::Error::other("a file could not be synced") };
        syncing.into_iter().try_for_each(|sync| sync.join().map_err(panicked)?)
    }

    /// Adds a finished file from the same disk as a hard link, or as a copy where links are not supported.
    pub fn link_or_copy(&self, name: &str, from: &Path) -> Result<(), StoreError> {
        let path = self.staging.path().join(name);
        fault::point().map_err(StoreError::output(&path))?;
        if std::fs::hard_link(from, &path).is_ok() {
            return Ok(());
        }
        // A copy must be synced as the other files are.
        let copied = std::fs::copy(from, &path).and_then(|_| File::open(&path)?.sync_all());
        copied.map_err(StoreError::output(&path))
    }

    /// Renames the folder to its target. An existing folder there is an error unless `replace` is set.
    pub fn publish(mut self, replace: bool) -> Result<(), StoreError> {
        self.wait_for_syncs()?;
        let parent = parent_of(&self.target);
        let sync = |path: &Path| fault::point().and_then(|()| File::open(path)?.sync_all()).map_err(StoreError::output(path));
        let rename = |from: &Path, to: &Path| fault::point().and_then(|()| std::fs::rename(from, to)).map_err(StoreError::output(to));
        sync(self.staging.path())?;
        let is_empty = std::fs::read_dir(&self.target).is_ok_and(|mut entries| entries.next().is_none());
        if is_empty {
            std::fs::remove_dir(&self.target).map_err(StoreError::output(&self.target))?;
        }
        if self.target.exists() {
            if !replace {
                return Err(StoreError::Exists { path: self.target.clone() });
            }
            // A name that `clear_leftovers` removes after a crash.
            let mut old = self.staging.path().to_owned();
            fault::point().map_err(StoreError::output(&self.target))?;
            if !exchange(&old, &self.target) {
                let name = self.target.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
                old = parent.join(format!(".{name}{STAGING_MARK}old"));
                rename(&self.target, &old)?;
                rename(self.staging.path(), &self.target)?;
            }
            sync(parent)?;
            fault::point().and_then(|()| std::fs::remove_dir_all(&old)).map_err(StoreError::output(&old))?;
        } else {
            rename(self.staging.path(), &self.target)?;
            sync(parent)?;
        }
        // The temporary folder no longer exists under its name.
        drop(self.staging.keep());
        Ok(())
    }
}

/// Exchanges two folders atomically; `false` if the system or the file system cannot.
#[cfg(target_os = "linux")]
fn exchange(one: &Path, other: &Path) -> bool {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE).is_ok()
}

#[cfg(not(target_os = "linux"))]
fn exchange(_: &Path, _: &Path) -> bool {
    false
}

/// Whether a name is that of a temporary folder or file, which a run that was cut off may have left.
pub fn is_leftover(name: &str) -> bool {
    name.starts_with('.') && name.contains(STAGING_MARK)
}

/// Removes temporary folders and files left by crashed runs. Call it only while holding the lock: a running process uses such names too.
pub fn clear_leftovers(folder: &Path) -> Result<(), StoreError> {
    for entry in std::fs::read_dir(folder).map_err(StoreError::output(folder))? {
        let entry = entry.map_err(StoreError::output(folder))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if is_leftover(&name) {
            let path = entry.path();
            let removed = if path.is_dir() { std::fs::remove_dir_all(&path) } else { std::fs::remove_file(&path) };
            removed.map_err(StoreError::output(folder))?;
        }
    }
    Ok(())
}

/// File with a fault point before every write.
struct FaultInjectingFile(File);

impl Write for FaultInjectingFile {
    fn write(&mut self, buffer: &[u8]) -> std::io::Result<usize> {
        fault::point()?;
        self.0.write(buffer)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.0.flush()
    }
}

/// Removes a folder that is no longer needed.
pub fn remove_folder(folder: &Path) -> Result<(), StoreError> {
    fault::point().and_then(|()| std::fs::remove_dir_all(folder)).map_err(StoreError::output(folder))
}

/// Writes a file under a temporary name and renames it, so that a reader finds the old or the new content, never a part. What killed
/// processes left beside it is removed first.
pub fn replace_file<T>(target: &Path, fill: impl FnOnce(&mut BufWriter<&File>) -> std::io::Result<T>) -> Result<T, StoreError> {
    let failed = || StoreError::output(target);
    fault::point().map_err(failed())?;
    let prefix = file_prefix(target);
    remove_unlocked(parent_of(target), &prefix);
    let mut staged = tempfile::Builder::new();
    let staged = readable_by_umask(staged.prefix(&prefix), 0o666).tempfile_in(parent_of(target)).map_err(failed())?;
    // Tells a second process that this file is no leftover. Some file systems have no locks; there the second one fails and says so.
    drop(staged.as_file().try_lock());
    let mut writer = BufWriter::with_capacity(1 << 18, staged.as_file());
    let filled = fill(&mut writer).map_err(failed())?;
    writer.into_inner().map_err(|error| StoreError::Io { path: target.to_owned(), source: error.into_error() })?;
    fault::point().and_then(|()| staged.as_file().sync_all()).map_err(failed())?;
    fault::point().map_err(failed())?;
    staged.persist(target).map_err(|error| StoreError::Io { path: target.to_owned(), source: error.error })?;
    // The rename is durable only when the folder is synced.
    fault::point().and_then(|()| File::open(parent_of(target))?.sync_all()).map_err(failed())?;
    Ok(filled)
}

/// The beginning of the names of temporary files for one target. The target's own name may be as long as names can be.
fn file_prefix(target: &Path) -> String {
    let name = target.file_name().unwrap_or_default().as_encoded_bytes();
    format!("{STAGING_MARK}{}-", &crate::sha256_hex(name)[..12])
}

/// Removes the files of a prefix that no running process has locked. What cannot be removed is no reason not to write.
fn remove_unlocked(folder: &Path, prefix: &str) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| entry.file_name().as_encoded_bytes().starts_with(prefix.as_bytes())) {
        let is_left =
            entry.file_type().is_ok_and(|kind| kind.is_file()) && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok());
        if is_left {
            drop(std::fs::remove_file(entry.path()));
        }
    }
}

/// Makes a temporary file or folder with a mode from which the system takes the user's umask, as from that of any other; without it they
/// are private.
fn readable_by_umask<'a, 'b, 'c>(builder: &'a mut tempfile::Builder<'b, 'c>, mode: u32) -> &'a mut tempfile::Builder<'b, 'c> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(mode))
    }
    #[cfg(not(unix))]
    {
        let _ = mode;
        builder
    }
}

fn parent_of(target: &Path) -> &Path {
    match target.parent() {
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
    fn a_folder_appears_whole_and_leaves_no_temporary_folder() {
        let root = tempfile::tempdir().expect("a temporary folder");
        let target = root.path().join("2024-02-01");
        std::fs::create_dir(root.path().join(".2024-02-01.staging-dead")).expect("a leftover");
        let staged = StagedFolder::start(&target).expect("started");
        staged.write("list.csv", text(b"fide_id\n")).expect("written");
        assert!(!target.exists());
        staged.publish(false).expect("published");
        let names: Vec<_> = std::fs::read_dir(root.path()).expect("readable").map(|e| e.expect("an entry").file_name()).collect();
        assert_eq!(names, ["2024-02-01"]);
        assert_eq!(std::fs::read(target.join("list.csv")).expect("there"), b"fide_id\n");
    }

    #[test]
    fn an_existing_folder_is_not_replaced() {
        let root = tempfile::tempdir().expect("a temporary folder");
        let target = root.path().join("2024-02-01");
        std::fs::create_dir(&target).expect("a folder");
        std::fs::write(target.join("list.csv"), "fide_id").expect("a file");
        let staged = StagedFolder::start(&target).expect("started");
        assert!(matches!(staged.publish(false), Err(StoreError::Exists { .. })));
        assert_eq!(std::fs::read_dir(root.path()).expect("readable").count(), 1);
    }

    #[test]
    fn a_file_that_cannot_be_written_whole_leaves_the_old_one() {
        let root = tempfile::tempdir().expect("a temporary folder");
        let target = root.path().join("list.txt");
        replace_file(&target, |out| out.write_all(b"old")).expect("written");
        let failed: Result<(), _> = replace_file(&target, |out| {
            out.write_all(b"new, but not whole")?;
            Err(std::io::Error::other("the disk is full"))
        });
        assert!(failed.is_err());
        assert_eq!(std::fs::read(&target).expect("there"), b"old");
        assert_eq!(std::fs::read_dir(root.path()).expect("readable").count(), 1);
    }

    #[test]
    fn a_killed_writer_leaves_what_the_next_one_clears_and_a_running_one_keeps_its_file() {
        let root = tempfile::tempdir().expect("a temporary folder");
        let target = root.path().join("list.txt");
        let names = || -> Vec<String> {
            let entries = std::fs::read_dir(root.path()).expect("readable");
            entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
        };
        let mut temporary = String::new();
        replace_file(&target, |out| {
            temporary = names().pop().expect("the temporary file");
            // A second writer of the same file meanwhile.
            replace_file(&target, |out| out.write_all(b"second")).map_err(std::io::Error::other)?;
            out.write_all(b"first")
        })
        .expect("the first is still there");
        assert_eq!((std::fs::read(&target).expect("there"), names()), (b"first".to_vec(), vec!["list.txt".to_owned()]));
        // As a kill leaves it.
        std::fs::write(root.path().join(&temporary), "half").expect("a leftover");
        replace_file(&root.path().join("other.txt"), |out| out.write_all(b"other")).expect("written");
        assert!(names().contains(&temporary), "it belongs to another file");
        replace_file(&target, |out| out.write_all(b"third")).expect("written");
        assert!(!names().contains(&temporary), "{temporary}");
    }
}
