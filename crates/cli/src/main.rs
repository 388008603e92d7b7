//! The `ratinglist` command: arguments in, exit code out.

mod allocator;
mod arguments;
mod commands;
mod output;
mod progress;
mod terminal_output;

use arguments::Arguments;
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    allocator::reuse_memory_between_tables();
    tables::install_panic_hook();
    let arguments = Arguments::parse();
    if let Err(error) = set_threads(arguments.shared.threads) {
        return output::report_error(&error, &arguments.shared);
    }
    output::start_log(&arguments.shared);
    let shared = &arguments.shared;
    arguments.command.run(shared).unwrap_or_else(|error| output::report_error(&error, shared))
}

/// Sets the one number of threads that governs rayon and Polars.
fn set_threads(threads: Option<usize>) -> anyhow::Result<()> {
    let Some(threads) = threads else { return Ok(()) };
    // SAFETY: nothing else runs yet: this is the first thing `main` does after reading its arguments, before any thread
    // is started or any library reads the environment. Polars offers no other way to set the number.
    #[allow(unsafe_code)]
    unsafe {
        std::env::set_var("POLARS_MAX_THREADS", threads.to_string());
    }
    rayon::ThreadPoolBuilder::new().num_threads(threads).build_global()?;
    Ok(())
}
