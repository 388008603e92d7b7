//! Fault injection: tests stop a run at every point at which it writes.
//!
//! Without the feature `faults` nothing happens here. With it, `RATINGLIST_FAULT=kill:17` aborts the process at the seventeenth point, as a
//! power cut would, without destructors; `RATINGLIST_FAULT=fail:17` makes that point and all later ones fail as on a full disk.

use std::io;

/// Marks a fault point: just before a file is created, written, synced, renamed or removed.
#[cfg(not(feature = "faults"))]
#[inline(always)]
pub(crate) fn point() -> io::Result<()> {
    Ok(())
}

#[cfg(feature = "faults")]
pub(crate) fn point() -> io::Result<()> {
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicU64, Ordering};

    static PASSED: AtomicU64 = AtomicU64::new(0);
    static REQUESTED: OnceLock<Option<(bool, u64)>> = OnceLock::new();
    let requested = REQUESTED.get_or_init(|| {
        let text = std::env::var("RATINGLIST_FAULT").ok()?;
        let (action, number) = text.split_once(':')?;
        Some((action == "kill", number.parse().ok()?))
    });
    let passed = PASSED.fetch_add(1, Ordering::SeqCst) + 1;
    match requested {
        Some((true, number)) if *number == passed => std::process::abort(),
        // A full disk stays full.
        Some((false, number)) if *number <= passed => Err(io::Error::from(io::ErrorKind::StorageFull)),
        _ => Ok(()),
    }
}
