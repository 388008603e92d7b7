//! One run at a time in a folder of lists.

use crate::StoreError;
use std::fs::{File, TryLockError};
use std::path::Path;

/// Holds a folder of lists for one run; released when dropped or when the process ends, however it ends.
#[derive(Debug)]
pub struct FolderLock {
    _folder: File,
}

impl FolderLock {
    /// Locks the folder itself: no lock file is ever left behind, and a holder that died holds nothing.
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

/// The process that holds the lock, where the system tells.
#[cfg(target_os = "linux")]
fn holder_of(folder: &File) -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    let metadata = folder.metadata().ok()?;
    holder_in(&std::fs::read_to_string("/proc/locks").ok()?, metadata.dev(), metadata.ino())
}

#[cfg(not(target_os = "linux"))]
fn holder_of(_: &File) -> Option<u32> {
    None
}

/// Finds `1: FLOCK  ADVISORY  WRITE 4711 08:01:131075 0 EOF`; those that wait have an arrow behind the number, and a process that is not to be
/// seen from here has no positive number.
#[cfg(target_os = "linux")]
fn holder_in(locks: &str, device: u64, inode: u64) -> Option<u32> {
    let major = ((device >> 32) & 0xffff_f000) | ((device >> 8) & 0xfff);
    let minor = ((device >> 12) & 0xffff_ff00) | (device & 0xff);
    let place = format!("{major:02x}:{minor:02x}:{inode}");
    let holder = locks.lines().find_map(|line| match line.split_whitespace().collect::<Vec<_>>()[..] {
        [_, "FLOCK", _, _, holder, held, ..] if held == place => holder.parse().ok(),
        _ => None,
    });
    holder.filter(|holder| *holder > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_runs_do_not_hold_one_folder() {
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
}
