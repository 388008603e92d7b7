//! Moments at which a run may be cut off, so that tests can cut it off at every one of them.
//!
//! Built without the feature `faults`, nothing here does anything. With it, `RATINGLIST_FAULT=kill:17` ends the process at the seventeenth
//! moment as a power cut would, without a destructor, and `RATINGLIST_FAULT=fail:17` lets that moment fail as a full disk does.

use std::io;

/// One such moment: just before a file is made, written to, forced to disk, renamed or removed.
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
    static ASKED: OnceLock<Option<(bool, u64)>> = OnceLock::new();
    let asked = ASKED.get_or_init(|| {
        let text = std::env::var("RATINGLIST_FAULT").ok()?;
        let (how, which) = text.split_once(':')?;
        Some((how == "kill", which.parse().ok()?))
    });
    let passed = PASSED.fetch_add(1, Ordering::SeqCst) + 1;
    match asked {
        Some((true, which)) if *which == passed => std::process::abort(),
        // A disk that is full stays full.
        Some((false, which)) if *which <= passed => Err(io::Error::from(io::ErrorKind::StorageFull)),
        _ => Ok(()),
    }
}
