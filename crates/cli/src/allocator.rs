//! The global allocator: it reuses memory between large tables, and ends the run with an exit code when memory runs out.
//!
//! Besides `system_limits` this is the only `unsafe` code: the standard library offers no other way to handle a failed allocation.

#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;

/// The exit code of an unreadable input.
const EXIT_UNREADABLE: i32 = 3;

/// The exit code of failed I/O and of missing resources.
const EXIT_FAILED: i32 = 7;

/// No valid input needs 64 GiB at once, the longest file that is read: a larger request comes from a length in a damaged Parquet file.
const MAX_PLAUSIBLE_BYTES: usize = 1 << 36;

/// Keeps the memory of a freed table for the next one instead of returning it to the system, which saves a third of the page faults of a run.
/// There is one arena, so that one thread can use what another has freed.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) fn reuse_memory_between_tables() {
    // SAFETY: sets numbers of the C library's allocator, before any other thread runs.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, 1);
        libc::mallopt(libc::M_MMAP_MAX, 0);
        libc::mallopt(libc::M_TRIM_THRESHOLD, i32::MAX);
        libc::mallopt(libc::M_TOP_PAD, 16 << 20);
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn reuse_memory_between_tables() {}

/// The system's allocator, except that a failed request ends the run with an exit code instead of aborting. No list is published half: lists
/// are staged and renamed.
struct ExitWhenExhausted;

#[global_allocator]
static ALLOCATOR: ExitWhenExhausted = ExitWhenExhausted;

/// Allocates a block of `size` bytes, or ends the run.
fn block_or_exit(size: usize, allocate: impl FnOnce() -> *mut u8) -> *mut u8 {
    if size > MAX_PLAUSIBLE_BYTES {
        exit(
            EXIT_UNREADABLE,
            "an input asks for more memory than there can be: a Parquet file is damaged\nhint: ratinglist check names the file",
        );
    }
    let block = allocate();
    if block.is_null() {
        exit(EXIT_FAILED, "not enough memory\nhint: run it again on a machine, or with limits, that has more");
    }
    block
}

/// Prints a message and ends the process, without allocating.
#[cold]
fn exit(code: i32, message: &str) -> ! {
    for part in ["error: ", message, "\n"] {
        drop(std::io::stderr().write_all(part.as_bytes()));
    }
    // SAFETY: ends the process at once; nothing is run at exit that could ask for memory again.
    unsafe { libc::_exit(code) }
}

// SAFETY: every call is handed on to the system's allocator as it came, under the contract that the caller of `GlobalAlloc` keeps; what is
// done besides neither allocates nor unwinds.
unsafe impl GlobalAlloc for ExitWhenExhausted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        block_or_exit(layout.size(), || unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        block_or_exit(layout.size(), || unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        block_or_exit(size, || unsafe { System.realloc(block, layout, size) })
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe { System.dealloc(block, layout) }
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    /// The variable that tells the child process how many bytes to allocate.
    const BYTES_VARIABLE: &str = "RATINGLIST_TEST_BYTES";

    #[test]
    fn a_length_that_only_a_damaged_file_can_claim_ends_the_run_as_an_unreadable_input() {
        let test = "allocator::tests::a_length_that_only_a_damaged_file_can_claim_ends_the_run_as_an_unreadable_input";
        if let Some(bytes) = std::env::var(BYTES_VARIABLE).ok().and_then(|bytes| bytes.parse().ok()) {
            std::hint::black_box(Vec::<u8>::with_capacity(bytes));
            return;
        }
        let run_with = |bytes: usize| {
            let program = std::env::current_exe().expect("this test");
            let mut child = Command::new(program);
            child.args(["--exact", test, "--nocapture"]).env(BYTES_VARIABLE, bytes.to_string()).output().expect("it starts")
        };
        assert_eq!(run_with(1 << 20).status.code(), Some(0));
        let refused = run_with((1 << 36) + 1);
        let message = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(3), "{message}");
        assert!(message.contains("error: an input asks for more memory than there can be"), "{message}");
    }
}
