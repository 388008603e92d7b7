//! Prints data to stdout and messages, warnings and errors to stderr, and maps errors to exit codes.

use crate::arguments::{LogFormat, SharedArguments};
use crate::commands::codes::UnknownCode;
use crate::diagnostic_summary::{self, ShownDiagnostics};
use crate::system_limits::EXIT_FAILED;
use crate::terminal_output::escape_json;
use inspect::explain::ExplainError;
use model::{Diagnostic, Severity, is_unprintable};
pub(crate) use pages::terminal::grouped;
use pages::terminal::{self, escape_unprintable};
use pages::{Document, Section, Terminal};
use pipeline::PipelineError;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use tracing::Level;
use worlds::WorldError;

/// Starts the log: stages with `--verbose`, or always in a JSON log.
pub(crate) fn start_log(shared: &SharedArguments) {
    let level = match (shared.quiet, shared.verbose, shared.log_format) {
        (true, ..) => Level::ERROR,
        (_, true, _) | (_, _, LogFormat::Json) => Level::INFO,
        _ => Level::WARN,
    };
    // A full or closed stderr is no reason to stop: the subscriber would report that there, and panic.
    let log = tracing_subscriber::fmt().with_max_level(level).with_writer(io::stderr).with_target(false).log_internal_errors(false);
    match shared.log_format {
        LogFormat::Json => log.json().flatten_event(true).init(),
        LogFormat::Text => log.without_time().with_ansi(io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none()).init(),
    }
}

/// Prints help or a version to stdout, or what is wrong with the arguments to stderr, and returns the exit code.
pub(crate) fn print_usage(usage: &clap::Error) -> ExitCode {
    let printed = usage.print().and_then(|()| io::stdout().flush());
    match printed {
        // A closed stderr is no reason to lose the exit code.
        _ if usage.use_stderr() => ExitCode::from(2),
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            drop(writeln!(io::stderr(), "error: standard output cannot be written to: {error}"));
            ExitCode::from(EXIT_FAILED)
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Prints text for people.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    print_data(&escape_unprintable(text))
}

/// Prints a document in the width of the terminal, with colours unless `NO_COLOR` is set.
pub(crate) fn print_document(document: &Document) -> anyhow::Result<()> {
    print_data(&document.to_terminal(stdout_terminal()))
}

/// The width and abilities of standard output.
pub(crate) fn stdout_terminal() -> Terminal {
    let is_terminal = io::stdout().is_terminal();
    let width = terminal_size::terminal_size().filter(|_| is_terminal).map(|(width, _)| usize::from(width.0));
    Terminal { width, is_coloured: is_terminal && std::env::var_os("NO_COLOR").is_none(), has_plots: is_terminal }
}

/// Prints a value as JSON.
pub(crate) fn print_json(value: &impl serde::Serialize) -> anyhow::Result<()> {
    print_data(&format!("{}\n", escape_json(&serde_json::to_string_pretty(value)?)))
}

/// A JSON value on one line.
pub(crate) fn json_line(value: &serde_json::Value) -> String {
    format!("{}\n", escape_json(&value.to_string()))
}

/// Prints data unchanged. A closed pipe, as of `head`, is not an error.
pub(crate) fn print_data(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(anyhow::Error::from(error).context("standard output cannot be written to")),
        Ok(()) => Ok(()),
    }
}

/// Prints a message to stderr, or adds it to a JSON log.
pub(crate) fn print_message(shared: &SharedArguments, text: &str) {
    if shared.quiet {
        return;
    }
    match shared.log_format {
        LogFormat::Json => tracing::info!("{text}"),
        // A closed stderr is no reason to stop.
        LogFormat::Text => drop(writeln!(io::stderr(), "{}", escape_unprintable(text))),
    }
}

/// Prints a document to stderr, or adds it to a JSON log.
pub(crate) fn print_message_document(shared: &SharedArguments, document: &Document) {
    let width = terminal_size::terminal_size_of(io::stderr()).filter(|_| shared.log_format == LogFormat::Text);
    let text = document.to_terminal(Terminal { width: width.map(|(width, _)| usize::from(width.0)), ..Terminal::default() });
    match shared.log_format {
        _ if shared.quiet => {}
        LogFormat::Json => tracing::info!("{}", text.trim_end()),
        // A closed stderr is no reason to stop.
        LogFormat::Text => drop(write!(io::stderr(), "{text}")),
    }
}

/// Prints a warning to stderr, or adds it to a JSON log.
pub(crate) fn print_warning(shared: &SharedArguments, text: &str) {
    match shared.log_format {
        LogFormat::Json => tracing::warn!("{text}"),
        LogFormat::Text => print_message(shared, &format!("warning: {text}")),
    }
}

/// Reports an error and returns its exit code.
pub(crate) fn report_error(error: &anyhow::Error, shared: &SharedArguments) -> ExitCode {
    let (code, hint) = exit_code(error);
    match error.downcast_ref::<PipelineError>() {
        Some(
            PipelineError::Store(store::StoreError::Refused { diagnostics, .. })
            | PipelineError::Strict { diagnostics }
            | PipelineError::CorrectionLeftOut { diagnostics, .. },
        ) => {
            for diagnostic in diagnostics.iter().take(20) {
                print_message(shared, render_diagnostic(diagnostic).trim_end());
            }
        }
        Some(PipelineError::Refused { summary, .. }) => {
            if let Some(not_rated) = crate::commands::run_document::not_rated(summary, false) {
                print_message_document(shared, &Document::new("").with(not_rated));
            }
            for check in summary.checks.iter().filter(|check| !check.passed && !check.is_fatal()) {
                print_warning(shared, &check.to_string());
            }
        }
        _ => {}
    }
    let message = with_causes(error);
    match shared.log_format {
        LogFormat::Json => tracing::error!(exit_code = code, hint, "{message}"),
        LogFormat::Text => {
            let mut err = io::stderr().lock();
            // A closed stderr is no reason to lose the exit code.
            drop(writeln!(err, "error: {}", escape_unprintable(&message)));
            if let Some(hint) = hint {
                drop(writeln!(err, "hint: {}", escape_unprintable(&hint)));
            }
        }
    }
    ExitCode::from(code)
}

/// The exit code of an error, which is frozen, and a hint for the user.
fn exit_code(error: &anyhow::Error) -> (u8, Option<String>) {
    if let Some(error) = error.downcast_ref::<PipelineError>() {
        return (error.exit_code(), error.hint());
    }
    if let Some(error) = error.downcast_ref::<ExplainError>() {
        return (error.exit_code(), error.hint());
    }
    if error.downcast_ref::<ExplanationMismatch>().is_some() {
        return (6, Some("the list or its tables were altered since they were made: 'ratinglist verify' says which file".to_owned()));
    }
    if let Some(error) = error.downcast_ref::<UnknownCode>() {
        return (2, Some(error.hint()));
    }
    if let Some(WorldError::NotEmpty { .. } | WorldError::Settings { .. } | WorldError::Control { .. }) = error.downcast_ref::<WorldError>()
    {
        return (2, None);
    }
    (error.downcast_ref::<UsageError>().map_or(7, |_| 2), None)
}

/// An error with its causes, each once: some messages contain their cause already.
pub(crate) fn with_causes(error: &anyhow::Error) -> String {
    let mut message = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !message.contains(&cause) {
            message = format!("{message}: {cause}");
        }
    }
    message
}

/// The error of an explanation whose numbers are not those of the list.
#[derive(Debug)]
pub(crate) struct ExplanationMismatch {
    pub(crate) first: String,
    pub(crate) more: usize,
}

impl std::fmt::Display for ExplanationMismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let more = if self.more == 0 { String::new() } else { format!(" (and {} more)", self.more) };
        write!(f, "the numbers do not add up: {}{more}", self.first)
    }
}

impl std::error::Error for ExplanationMismatch {}

/// An error of usage or settings that clap cannot detect.
#[derive(Debug)]
pub(crate) struct UsageError(pub(crate) String);

impl std::fmt::Display for UsageError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UsageError {}

/// How many characters of a long line are shown around the marked position.
const EXCERPT_LENGTH: usize = 100;

/// A diagnostic as text: the message, the line with carets under the position, and a hint.
pub(crate) fn render_diagnostic(diagnostic: &Diagnostic) -> String {
    let mut text = format!("{}: {diagnostic}\n", diagnostic.severity());
    let place = diagnostic.place;
    if let (Some(source), true) = (&diagnostic.source, place.line > 0) {
        // Without a column the whole line is marked.
        let at = (place.column as usize).saturating_sub(1);
        let from = at.saturating_sub(EXCERPT_LENGTH / 2);
        // Unprintable characters would move the cursor or reverse the line, and misplace the carets.
        let excerpt: String = source.chars().skip(from).take(EXCERPT_LENGTH).map(|c| if is_unprintable(c) { ' ' } else { c }).collect();
        let number = place.line.to_string();
        let gutter = " ".repeat(number.len());
        let dots = if from > 0 { "..." } else { "" };
        let marked_width = if place.column > 0 { place.width.max(1) as usize } else { excerpt.trim_end().chars().count().max(1) };
        let end = at - from + marked_width.min(EXCERPT_LENGTH.saturating_sub(at - from).max(1));
        // The place may lie behind the end of the line.
        let cells = |count: usize| excerpt.chars().chain(std::iter::repeat(' ')).take(count).map(terminal::char_width).sum::<usize>();
        let (before, carets) = (cells(at - from), cells(end) - cells(at - from));
        text.push_str(&format!(
            "{gutter} |\n{number} | {dots}{}\n{gutter} | {}{}\n",
            excerpt.trim_end(),
            " ".repeat(dots.len() + before),
            "^".repeat(carets.max(1))
        ));
    }
    if let Some(hint) = &diagnostic.hint {
        text.push_str(&format!("hint: {hint}\n"));
    }
    text
}

/// Prints the first diagnostics, the most severe first; where there are many, also how many of each code, and where all of them are.
pub(crate) fn print_diagnostics(shared: &SharedArguments, diagnostics: &[Diagnostic], all_in: &str) {
    const MAX_PRINTED: usize = 20;
    let mut sorted: Vec<&Diagnostic> = diagnostics.iter().collect();
    sorted.sort_by_key(|diagnostic| std::cmp::Reverse(diagnostic.severity()));
    let ShownDiagnostics { shown, .. } = ShownDiagnostics::choose(sorted.iter().copied(), false);
    for diagnostic in shown.iter().take(MAX_PRINTED) {
        print_message(shared, render_diagnostic(diagnostic).trim_end());
    }
    if let Some(more) = sorted.len().checked_sub(shown.len().min(MAX_PRINTED)).filter(|&more| more > 0) {
        let table = diagnostic_summary::table_by_code(sorted.iter().copied());
        print_message_document(shared, &Document::new("").with(Section::new("By code").with(table)));
        let place = if all_in.is_empty() { String::new() } else { format!(": {all_in} has them all") };
        print_message(shared, &format!("and {} more{place}", grouped(more as u64)));
    }
}

/// A diagnostic as one line of JSON.
pub(crate) fn diagnostic_json(diagnostic: &Diagnostic) -> serde_json::Value {
    let number = |n: u32| (n > 0).then_some(n);
    serde_json::json!({
        "file": &*diagnostic.file,
        "line": number(diagnostic.place.line),
        "column": number(diagnostic.place.column),
        "code": diagnostic.code.id,
        "severity": diagnostic.severity(),
        "message": diagnostic.message,
        "hint": diagnostic.hint,
    })
}

/// The number of diagnostics of each severity, as `3 errors, 1 warning`.
pub(crate) fn count_by_severity(diagnostics: &[Diagnostic]) -> String {
    let count = |severity: Severity| diagnostics.iter().filter(|d| d.severity() == severity).count();
    let parts: Vec<String> = [Severity::Error, Severity::Warning, Severity::Note]
        .into_iter()
        .map(|severity| (count(severity), severity))
        .filter(|(number, _)| *number > 0)
        .map(|(number, severity)| format!("{} {severity}{}", grouped(number as u64), if number == 1 { "" } else { "s" }))
        .collect();
    if parts.is_empty() { "no problems".to_owned() } else { parts.join(", ") }
}

/// A path without `..`, relative to the working directory if it is below it.
pub(crate) fn display_path(path: &std::path::Path) -> String {
    // The folder need not exist yet, but its parent does.
    let parent = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(std::path::Path::new("."));
    let (Ok(parent), Some(name)) = (parent.canonicalize(), path.file_name()) else { return path.display().to_string() };
    let whole = parent.join(name);
    let here = std::env::current_dir().and_then(|here| here.canonicalize());
    let relative = here.ok().and_then(|here| whole.strip_prefix(here).map(std::path::Path::to_owned).ok());
    match relative {
        Some(below) => below.display().to_string(),
        // Elsewhere: as the user wrote it, unless that goes up and down again.
        None if path.components().any(|c| c == std::path::Component::ParentDir) => whole.display().to_string(),
        None => path.display().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Code, Place};

    #[test]
    fn carets_are_under_the_marked_position_in_every_script() {
        static CODE: Code = Code::note("XXX001", "An example.");
        let carets = |source: &str, column, width| {
            let place = Place { line: 7, column, width };
            let mut diagnostic = Diagnostic::new(&CODE, &"a.trf".into(), place, "odd");
            diagnostic.source = Some(source.into());
            render_diagnostic(&diagnostic).lines().last().expect("a line").to_owned()
        };
        assert_eq!(carets("Ann 1800", 5, 4), "  |     ^^^^");
        assert_eq!(carets("棋手 1800", 4, 4), "  |      ^^^^");
        assert_eq!(carets("棋手 1800", 1, 2), "  | ^^^^");
        assert_eq!(carets("A\u{308}nn 1800", 6, 4), "  |     ^^^^");
        assert_eq!(carets("棋手", 5, 1), "  |       ^", "behind the end of the line");
    }
}
