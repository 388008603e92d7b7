//! The `ratinglist` command: arguments in, exit code out.

mod arguments;
mod commands;
mod memory;
mod output;
mod progress;
mod terminal;

use arguments::{Arguments, Command};
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    memory::keep_between_tables();
    tables::install_panic_hook();
    let arguments = Arguments::parse();
    if let Err(error) = set_threads(arguments.shared.threads) {
        return output::fail(&error, &arguments.shared);
    }
    output::start_log(&arguments.shared);
    let shared = &arguments.shared;
    let done = match &arguments.command {
        Command::Run(command) => commands::run::run(command, shared),
        Command::Plan(command) => commands::plan::run(command, shared),
        Command::Regenerate(command) => commands::regenerate::run(command, shared),
        Command::Verify(command) => commands::verify::run(command, shared),
        Command::Status(command) => commands::status::run(command, shared),
        Command::Rules(command) => commands::rules::run(command, shared),
        Command::Check(command) => commands::check::run(command, shared),
        Command::Codes(command) => commands::codes::run(command, shared),
        Command::Import(command) => commands::import::run(command, shared),
        Command::Export(command) => commands::export::run(command, shared),
        Command::Diff(command) => commands::diff::run(command, shared),
        Command::Explain(command) => commands::explain::run(command, shared),
        Command::History(command) => commands::history::run(command, shared),
        Command::Completions(command) => commands::manual::completions(command),
        Command::Man(command) => commands::manual::man(command, shared),
        Command::Demo(command) => commands::demo::run(command, shared),
    };
    done.unwrap_or_else(|error| output::fail(&error, shared))
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
