//! Turns panics of decoders on damaged files into errors.

use crate::TableError;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Number of guarded decoders that are running.
static GUARDED: AtomicUsize = AtomicUsize::new(0);

/// Runs a decoder that may panic on damaged input; a panic becomes an error.
pub(crate) fn guarded<T, E>(decode: impl FnOnce() -> Result<T, E>) -> Result<T, TableError>
where
    TableError: From<E>,
{
    GUARDED.fetch_add(1, Ordering::SeqCst);
    let decoded = catch_unwind(AssertUnwindSafe(decode));
    GUARDED.fetch_sub(1, Ordering::SeqCst);
    match decoded {
        Ok(decoded) => decoded.map_err(TableError::from),
        Err(_) => Err(TableError::damaged()),
    }
}

/// Silences panics that `guarded` turns into errors; all others are reported as usual.
pub fn install_panic_hook() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let in_decoder = panic.location().is_some_and(|place| place.file().contains("polars"));
        if !(in_decoder && GUARDED.load(Ordering::SeqCst) > 0) {
            report(panic);
        }
    }));
}
