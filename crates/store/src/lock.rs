//! Lock on a folder of lists: one run at a time.

use crate::StoreError;
use std::fs::{File, TryLockError};
use std::path::Path;

/// Lock on a folder of lists, released when dropped or when the process ends.
#[derive(Debug)]
pub struct FolderLock {
    _folder: File,
}

impl FolderLock {
    /// Locks the folder itself, so that no lock file is left behind and a process that died holds nothing.
    pub fn take(folder: &Path) -> Result<Self, StoreError> {
        std::fs::create_dir_all(folder).map_err(StoreError::output(folder))?;
        let file = File::open(folder).map_err(StoreError::output(folder))?;
        match file.try_lock() {
            Ok(()) => Ok(Self { _folder: file }),
            Err(TryLockError::WouldBlock) => Err(StoreError::Locked { path: folder.to_owned(), holder: holder_of(&file) }),
            Err(TryLockError::Error(source)) => Err(StoreError::Io { path: folder.to_owned(), source }),
        }
    }
}

/// How often the system's table of locks is read before giving up on naming the holder.
#[cfg(target_os = "linux")]
const MAX_READS: u32 = 20;
#[cfg(target_os = "linux")]
const PAUSE_BETWEEN_READS: std::time::Duration = std::time::Duration::from_millis(10);

/// Returns the process that holds the lock, or `None` if the system does not say.
///
/// Linux lists locks in `/proc/locks`. The table lacks holders in other containers and on file systems that number devices differently for
/// locks and for files (btrfs), and some sandboxes have no such table. Then no process is named: a process id written to a lock file could
/// be that of a process that died long ago.
#[cfg(target_os = "linux")]
fn holder_of(folder: &File) -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    let metadata = folder.metadata().ok()?;
    holder_in_repeated_reads(lock_table, metadata.dev(), metadata.ino())
}

#[cfg(not(target_os = "linux"))]
fn holder_of(_: &File) -> Option<u32> {
    None
}

/// Reads the system's table of locks.
///
/// The buffer is allocated first. With an empty one the standard library begins with a read of 32 bytes, and between two reads the kernel
/// counts its locks anew, so that a lock released meanwhile hides another one.
#[cfg(target_os = "linux")]
fn lock_table() -> std::io::Result<String> {
    let mut table = String::with_capacity(64 * 1024);
    std::io::Read::read_to_string(&mut File::open("/proc/locks")?, &mut table)?;
    Ok(table)
}

/// Reads the table of locks repeatedly, because one read of a long table can miss a lock.
#[cfg(target_os = "linux")]
fn holder_in_repeated_reads(mut read_table: impl FnMut() -> std::io::Result<String>, device: u64, inode: u64) -> Option<u32> {
    for read in 0..MAX_READS {
        if read > 0 {
            std::thread::sleep(PAUSE_BETWEEN_READS);
        }
        // If the table cannot be read now, it will not be readable in a moment.
        let holder = holder_in(&read_table().ok()?, device, inode);
        if holder.is_some() {
            return holder;
        }
    }
    None
}

/// Finds the holder in a table with lines such as `1: FLOCK  ADVISORY  WRITE 4711 08:01:131075 0 EOF`.
///
/// Waiting processes have an arrow after the first number; a process outside this container has no positive number.
#[cfg(target_os = "linux")]
fn holder_in(locks: &str, device: u64, inode: u64) -> Option<u32> {
    let major = ((device >> 32) & 0xffff_f000) | ((device >> 8) & 0xfff);
    let minor = ((device >> 12) & 0xffff_ff00) | (device & 0xff);
    let place = format!("{major:02x}:{minor:02x}:{inode}");
    let holder = locks.lines().find_map(|line| match line.split_whitespace().collect::<Vec<_>>()[..] {
        [_, "FLOCK", _, _, holder, locked_file, ..] if locked_file == place => holder.parse().ok(),
        _ => None,
    });
    holder.filter(|holder| *holder > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_runs_cannot_lock_one_folder() {
        let root = tempfile::tempdir().expect("a temporary folder");
        let first = FolderLock::take(root.path()).expect("free");
        assert!(matches!(FolderLock::take(root.path()), Err(StoreError::Locked { .. })));
        drop(first);
        FolderLock::take(root.path()).expect("free again");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_holder_is_found_among_the_locks_of_the_system() {
        let locks = "1: POSIX  ADVISORY  WRITE 300 08:01:77 0 EOF\n\
                     2: FLOCK  ADVISORY  WRITE 4711 08:01:131075 0 EOF\n\
                     2: -> FLOCK  ADVISORY  WRITE 4712 08:01:131075 0 EOF\n\
                     3: FLOCK  ADVISORY  WRITE 0 fd:10:5 0 EOF\n\
                     4: FLOCK  ADVISORY  WRITE -1 fd:10:6 0 EOF\n";
        assert_eq!(holder_in(locks, 0x801, 131_075), Some(4711));
        assert_eq!(holder_in(locks, 0x801, 77), None, "a lock of another kind");
        assert_eq!(holder_in(locks, 0x802, 131_075), None, "another disk");
        assert_eq!((holder_in(locks, 0xfd10, 5), holder_in(locks, 0xfd10, 6)), (None, None), "a process that is not to be seen");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_holder_missed_by_one_read_of_the_lock_table_is_found_by_the_next() {
        let mut reads =
            ["1: FLOCK  ADVISORY  WRITE 300 08:01:77 0 EOF\n", "1: FLOCK  ADVISORY  WRITE 4711 08:01:131075 0 EOF\n"].into_iter();
        let holder = holder_in_repeated_reads(|| Ok(reads.next().expect("no third read").to_owned()), 0x801, 131_075);
        assert_eq!(holder, Some(4711));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn no_holder_is_named_if_the_lock_table_does_not_list_it() {
        let mut reads = 0;
        let mut without_it = || {
            reads += 1;
            Ok("1: FLOCK  ADVISORY  WRITE 300 08:01:77 0 EOF\n".to_owned())
        };
        assert_eq!(holder_in_repeated_reads(&mut without_it, 0x801, 131_075), None);
        assert_eq!(reads, MAX_READS);
        let no_table = || Err(std::io::ErrorKind::NotFound.into());
        assert_eq!(holder_in_repeated_reads(no_table, 0x801, 131_075), None);
    }
}
