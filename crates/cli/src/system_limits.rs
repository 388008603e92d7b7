//! Keeps the limits of the system from deciding the exit code: threads, sizes of files, and panics.
//!
//! A limit that stops a run is failed I/O (exit 7), said in one sentence. No list is published half: lists are staged and renamed.

use std::io::Write;
use std::panic::PanicHookInfo;
use std::process::ExitCode;
use std::sync::{Mutex, mpsc};
use std::thread::{Builder, available_parallelism, scope};

/// The exit code of failed I/O and of missing resources.
pub(crate) const EXIT_FAILED: u8 = 7;

/// Threads that are started besides those of rayon and Polars: one that frees mapped files, and one that waits for a disk.
const FURTHER_THREADS: usize = 2;

/// Lets a write beyond the limit of file sizes fail with an error, as on a full disk, instead of ending the process by a signal.
pub(crate) fn report_file_size_limit_as_error() {
    // SAFETY: sets the disposition of one signal to "ignore", before any other thread runs; no handler is installed.
    #[cfg(unix)]
    #[allow(unsafe_code)]
    unsafe {
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
    }
}

/// Starts the threads of rayon, and sets the number of those of Polars. Where the system does not give as many, one of each has to do.
pub(crate) fn start_threads(threads: Option<usize>) -> anyhow::Result<()> {
    let wanted = threads.unwrap_or_else(|| available_parallelism().map_or(1, usize::from));
    // A pool that cannot be started whole cannot be started again, so this is found out before.
    let has_all = can_start(2 * wanted + FURTHER_THREADS);
    if !has_all && !can_start(FURTHER_THREADS) {
        anyhow::bail!("not enough memory, or not enough processes allowed: no thread can be started");
    }
    if let Some(threads) = if has_all { threads } else { Some(1) } {
        // SAFETY: nothing else runs yet: this is the first thing `main` does after reading its arguments, before any library reads the
        // environment; the threads of `can_start` have ended. Polars offers no other way to set the number.
        #[allow(unsafe_code)]
        unsafe {
            std::env::set_var("POLARS_MAX_THREADS", threads.to_string());
        }
    }
    // What is spawned only frees memory; a panic there must not abort the process.
    let pool = rayon::ThreadPoolBuilder::new().panic_handler(|_| {});
    let pool = if has_all { pool.num_threads(threads.unwrap_or(0)) } else { pool.num_threads(1).use_current_thread() };
    Ok(pool.build_global()?)
}

/// Whether this many threads can run at the same time.
fn can_start(threads: usize) -> bool {
    let mut started = 0;
    let (sender, receiver) = mpsc::channel::<()>();
    let receiver = Mutex::new(receiver);
    scope(|scope| {
        while started < threads {
            // Every thread waits until the sender is gone.
            let wait = || drop(receiver.lock().map(|receiver| receiver.recv()));
            if Builder::new().spawn_scoped(scope, wait).is_err() {
                break;
            }
            started += 1;
        }
        drop(sender);
    });
    started == threads
}

/// The stack of the program. The one that the system gives grows on demand, and where memory is limited that ends the process by a signal.
const STACK_BYTES: usize = 8 << 20;

/// Runs the program on a stack of its own; a panic, which is a defect of the program, exits as failed I/O does.
pub(crate) fn run_without_panic(run: impl FnOnce() -> ExitCode + Send) -> ExitCode {
    scope(|scope| match Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, run) {
        Ok(program) => program.join().unwrap_or(ExitCode::from(EXIT_FAILED)),
        Err(_) => {
            report("error: not enough memory, or not enough processes allowed: no thread can be started\n");
            ExitCode::from(EXIT_FAILED)
        }
    })
}

/// Says what panicked in one sentence, and ends the run at once where a thread cannot be started: no reader can take that for damage.
pub(crate) fn install_panic_hook() {
    let with_backtrace = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        let message = panic.payload_as_str().unwrap_or("no message");
        report(&format!(
            "error: the program is at fault, and stopped: {message} ({place})\nhint: nothing is half published; please report this line\n"
        ));
        if std::env::var_os("RUST_BACKTRACE").is_some() {
            with_backtrace(panic);
        }
    }));
    // Panics that a reader turns into errors are not reported.
    tables::install_panic_hook();
    let report_defect = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if is_about_threads(panic) {
            report("error: not enough memory or threads: no further thread can be started\nhint: raise the limits, or give --threads 1\n");
            std::process::exit(EXIT_FAILED.into());
        }
        report_defect(panic);
    }));
}

/// Whether a panic is that of a library that could not start its threads.
fn is_about_threads(panic: &PanicHookInfo<'_>) -> bool {
    const MESSAGES: [&str; 5] = [
        "could not spawn threads",
        "failed to spawn thread",
        "thread pool has not been initialized",
        // Where a thread that was started gets no memory for its handler of stack overflows.
        "failed to allocate an alternative stack",
        "failed to set up alternative stack guard page",
    ];
    panic.payload_as_str().is_some_and(|message| MESSAGES.iter().any(|words| message.contains(words)))
}

/// Writes to stderr. A closed stderr is no reason for a second panic.
fn report(text: &str) {
    drop(std::io::stderr().write_all(text.as_bytes()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_exits_as_failed_io_does() {
        let code = run_without_panic(|| panic!("a test's own panic"));
        assert_eq!(format!("{code:?}"), format!("{:?}", ExitCode::from(7)));
        assert_eq!(format!("{:?}", run_without_panic(|| ExitCode::SUCCESS)), format!("{:?}", ExitCode::SUCCESS));
    }

    #[test]
    fn as_many_threads_as_can_run_can_be_started() {
        assert!(can_start(0) && can_start(3));
    }
}
