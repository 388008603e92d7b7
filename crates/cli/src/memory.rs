//! Requests for memory that only a damaged file can make, and how memory is kept between large tables.
//!
//! A decoder may believe a length in a damaged Parquet file and ask for an exabyte. The standard library answers that by aborting, which
//! no caller can turn into an error. Here the run ends with the exit code of an unreadable input instead; nothing is published half, because
//! lists are written beside their place and renamed.

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;

/// No honest input needs a tebibyte at once.
const ABSURD: usize = 1 << 40;

/// The exit code of an input that is unreadable.
const UNREADABLE: i32 = 3;

/// Keeps memory that a table no longer needs for the next one, instead of giving it back to the system and asking for fresh pages: a third of
/// all page faults of a month. One arena, so that what one thread frees another can use.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
pub(crate) fn keep_between_tables() {
    // SAFETY: sets numbers of the C library's allocator, before any other thread runs.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, 1);
        libc::mallopt(libc::M_MMAP_MAX, 0);
        libc::mallopt(libc::M_TRIM_THRESHOLD, i32::MAX);
        libc::mallopt(libc::M_TOP_PAD, 16 << 20);
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn keep_between_tables() {}

struct Bounded;

#[global_allocator]
static MEMORY: Bounded = Bounded;

/// Ends the run where a request cannot be meant.
fn check(size: usize) {
    if size > ABSURD {
        let message =
            b"error: an input asks for more memory than there can be: a Parquet file is damaged\nhint: ratinglist check names the file\n";
        drop(std::io::stderr().write_all(message));
        std::process::exit(UNREADABLE);
    }
}

// SAFETY: every call is handed on to the system's allocator as it came; `check` allocates nothing and does not unwind, it returns or ends the process.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Bounded {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        check(layout.size());
        // SAFETY: the caller keeps the contract of `GlobalAlloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        check(layout.size());
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        check(size);
        // SAFETY: as above.
        unsafe { System.realloc(block, layout, size) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(block, layout) }
    }
}
