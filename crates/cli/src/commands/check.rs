//! `ratinglist check`

use crate::arguments::SharedArguments;
use crate::output;
use clap::Args;
use model::Diagnostic;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    /// Tournament files, registries, bundles, online games, corrections, rosters, lists, or folders of these; pipeline files and rulebooks
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
}

pub(crate) fn run(arguments: &CheckArguments, shared: &SharedArguments) -> anyhow::Result<ExitCode> {
    let mut diagnostics = Vec::new();
    let mut trouble = None;
    for path in &arguments.paths {
        match pipeline::lint(path) {
            Ok(found) => diagnostics.extend(found),
            // The other paths are still checked.
            Err(error) => {
                let code = output::report_error(&error.into(), shared);
                trouble = trouble.or(Some(code));
            }
        }
    }
    add_source_lines(&mut diagnostics);
    let mut text = String::new();
    for diagnostic in diagnostics.iter().filter(|d| !shared.quiet || d.is_error()) {
        if shared.json {
            text.push_str(&output::json_line(&output::diagnostic_json(diagnostic)));
        } else {
            text.push_str(&output::render_diagnostic(diagnostic));
        }
    }
    if shared.json {
        output::print_data(&text)?;
    } else {
        output::print(&text)?;
    }
    if !shared.json && (trouble.is_none() || !diagnostics.is_empty()) {
        output::print_message(shared, &output::count_by_severity(&diagnostics));
    }
    let found_errors = diagnostics.iter().any(Diagnostic::is_error);
    Ok(trouble.unwrap_or(if found_errors { ExitCode::FAILURE } else { ExitCode::SUCCESS }))
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
