//! The `ratinglist` command: arguments in, exit code out.

mod accept_arguments;
mod allocator;
mod arguments;
mod commands;
mod diagnostic_summary;
mod output;
mod output_format;
mod player_filter_arguments;
mod progress;
mod system_limits;
mod terminal_output;

use arguments::Arguments;
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    allocator::reuse_memory_between_tables();
    system_limits::report_file_size_limit_as_error();
    system_limits::install_panic_hook();
    system_limits::run_without_panic(|| match Arguments::try_parse() {
        Ok(arguments) => run(&arguments),
        Err(usage) => output::print_usage(&usage),
    })
}

/// Runs a command and returns its exit code.
fn run(arguments: &Arguments) -> ExitCode {
    let shared = &arguments.shared;
    if let Err(error) = system_limits::start_threads(shared.threads) {
        return output::report_error(&error, shared);
    }
    output::start_log(shared);
    arguments.command.run(shared).unwrap_or_else(|error| output::report_error(&error, shared))
}
