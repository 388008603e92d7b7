//! `ratinglist check`

use crate::arguments::SharedArguments;
use crate::diagnostic_summary::{self, FIRST_OF_CODE, ShownDiagnostics};
use crate::output;
use clap::Args;
use model::Diagnostic;
use pages::{Document, Section};
use pipeline::KnownPlayers;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    /// Tournament files, registries, bundles, online games, corrections, rosters, lists, or folders of these; pipeline files and rulebooks
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The list whose players are known, a folder or a file; unless given, the lists among the paths
    #[arg(long, value_name = "LIST")]
    previous: Option<PathBuf>,
    /// Show every problem, also where there are many of one kind
    #[arg(long)]
    all: bool,
}

pub(crate) fn run(arguments: &CheckArguments, shared: &SharedArguments) -> anyhow::Result<ExitCode> {
    let mut diagnostics = Vec::new();
    let mut trouble = None;
    let known = KnownPlayers::read(&arguments.paths, arguments.previous.as_deref())?;
    for path in &arguments.paths {
        match pipeline::lint(path, &known) {
            Ok(found) => diagnostics.extend(found),
            // The other paths are still checked.
            Err(error) => {
                let code = output::report_error(&error.into(), shared);
                trouble = trouble.or(Some(code));
            }
        }
    }
    let is_wanted = |diagnostic: &&Diagnostic| !shared.quiet || diagnostic.is_error();
    if shared.json {
        let lines: String = diagnostics.iter().filter(is_wanted).map(|d| output::json_line(&output::diagnostic_json(d))).collect();
        output::print_data(&lines)?;
    } else {
        print_diagnostics(&diagnostics, arguments.all, is_wanted, shared)?;
        if trouble.is_none() || !diagnostics.is_empty() {
            let passed_over = diagnostic_summary::passed_over(&diagnostics).map_or_else(String::new, |files| format!("; {files}"));
            output::print_message(shared, &format!("{}{passed_over}", output::count_by_severity(&diagnostics)));
        }
    }
    let found_errors = diagnostics.iter().any(Diagnostic::is_error);
    Ok(trouble.unwrap_or(if found_errors { ExitCode::FAILURE } else { ExitCode::SUCCESS }))
}

/// Prints diagnostics with their source lines. Of a code with many the first are shown, and a table counts all of them by code.
fn print_diagnostics(
    diagnostics: &[Diagnostic],
    shows_all: bool,
    is_wanted: impl Fn(&&Diagnostic) -> bool + Copy,
    shared: &SharedArguments,
) -> anyhow::Result<()> {
    let ShownDiagnostics { shown, leaves_out } = ShownDiagnostics::choose(diagnostics.iter().filter(is_wanted), shows_all);
    let mut shown: Vec<Diagnostic> = shown.into_iter().cloned().collect();
    add_source_lines(&mut shown);
    output::print(&shown.iter().map(output::render_diagnostic).collect::<String>())?;
    if leaves_out {
        let table = diagnostic_summary::table_by_code(diagnostics.iter().filter(is_wanted));
        output::print_document(&Document::new("").with(Section::new("By code").with(table)))?;
        let how = format!("of codes with many the first {FIRST_OF_CODE} are shown; --all shows all, --json as lines of JSON");
        output::print_message(shared, &how);
    }
    Ok(())
}

/// Larger files are not read again only to show a line.
const MAX_SOURCE_BYTES: u64 = 64 << 20;

/// Adds the source line to each diagnostic of a text file that has none yet.
fn add_source_lines(diagnostics: &mut [Diagnostic]) {
    let lacks = |d: &Diagnostic| d.source.is_none() && d.place.line > 0;
    let mut wanted: BTreeMap<Arc<str>, BTreeMap<u32, Option<Box<str>>>> = BTreeMap::new();
    for diagnostic in diagnostics.iter().filter(|d| lacks(d)) {
        wanted.entry(Arc::clone(&diagnostic.file)).or_default().insert(diagnostic.place.line, None);
    }
    for (file, lines) in &mut wanted {
        let is_text =
            !file.ends_with(".parquet") && std::fs::metadata(&**file).is_ok_and(|found| found.is_file() && found.len() <= MAX_SOURCE_BYTES);
        let Some(bytes) = is_text.then(|| store::read_file(&**file).ok()).flatten() else { continue };
        for (line, number) in bytes.split(|&byte| byte == b'\n').zip(1..) {
            if let Some(source) = lines.get_mut(&number) {
                *source = Some(String::from_utf8_lossy(line).trim_end().into());
            }
        }
    }
    for diagnostic in diagnostics.iter_mut().filter(|d| lacks(d)) {
        diagnostic.source = wanted.get(&diagnostic.file).and_then(|lines| lines.get(&diagnostic.place.line).cloned()).flatten();
    }
}
