//! Memory: how it is kept between large tables, and what happens where there is none left.
//!
//! Beside `set_threads` in `main` the one place with `unsafe`: the standard library has no other way to choose what happens then.

#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;

/// The exit code of an input that is unreadable.
const UNREADABLE: i32 = 3;

/// The exit code of I/O that failed, and of whatever else the machine does not have.
const FAILED: i32 = 7;

/// No honest input needs a tebibyte at once: a decoder believed a length in a damaged Parquet file.
const ABSURD: usize = 1 << 40;

/// Keeps memory that a table no longer needs for the next one, instead of giving it back to the system and asking for fresh pages: a third of
/// all page faults of a month. One arena, so that what one thread frees another can use.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
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

/// The system's allocator, but that a request it cannot meet ends the run with an exit code, where the standard library would abort. Nothing
/// is published half: lists are written beside their place and renamed.
struct ExitWhenExhausted;

#[global_allocator]
static MEMORY: ExitWhenExhausted = ExitWhenExhausted;

/// What the system gives for a request of so many bytes.
fn block_or_exit(size: usize, ask: impl FnOnce() -> *mut u8) -> *mut u8 {
    if size > ABSURD {
        exit(
            UNREADABLE,
            "an input asks for more memory than there can be: a Parquet file is damaged\nhint: ratinglist check names the file",
        );
    }
    let block = ask();
    if block.is_null() {
        exit(FAILED, "not enough memory\nhint: run it again on a machine, or with limits, that has more");
    }
    block
}

/// Ends the process without a further request for memory.
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

    /// Set in the process that asks for the memory.
    const ASKED: &str = "RATINGLIST_TEST_BYTES";

    #[test]
    fn a_length_that_only_a_damaged_file_can_claim_ends_the_run_as_an_unreadable_input() {
        let test = "memory::tests::a_length_that_only_a_damaged_file_can_claim_ends_the_run_as_an_unreadable_input";
        if let Some(bytes) = std::env::var(ASKED).ok().and_then(|bytes| bytes.parse().ok()) {
            std::hint::black_box(Vec::<u8>::with_capacity(bytes));
            return;
        }
        let asking = |bytes: usize| {
            let program = std::env::current_exe().expect("this test");
            let mut child = Command::new(program);
            child.args(["--exact", test, "--nocapture"]).env(ASKED, bytes.to_string()).output().expect("it starts")
        };
        assert_eq!(asking(1 << 20).status.code(), Some(0));
        let refused = asking((1 << 40) + 1);
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(3), "{said}");
        assert!(said.contains("error: an input asks for more memory than there can be"), "{said}");
    }
}
