//! `ratinglist check`

use crate::arguments::Shared;
use crate::output;
use clap::Args;
use model::Diagnostic;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    /// Tournament files, registries, bundles, online games, corrections, rosters, lists, or folders of these
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
}

pub(crate) fn run(arguments: &CheckArguments, shared: &Shared) -> anyhow::Result<ExitCode> {
    let mut diagnostics = Vec::new();
    let mut trouble = None;
    for path in &arguments.paths {
        match pipeline::lint(path) {
            Ok(found) => diagnostics.extend(found),
            // One bad path does not keep the others from being looked at.
            Err(error) => {
                let code = output::fail(&error.into(), shared);
                trouble = trouble.or(Some(code));
            }
        }
    }
    show_sources(&mut diagnostics);
    let mut text = String::new();
    for diagnostic in diagnostics.iter().filter(|d| !shared.quiet || d.is_error()) {
        if shared.json {
            text.push_str(&output::json_line(&output::as_json(diagnostic)));
        } else {
            text.push_str(&output::render(diagnostic));
        }
    }
    if shared.json {
        output::print_data(&text)?;
    } else {
        output::print(&text)?;
    }
    if !shared.json && (trouble.is_none() || !diagnostics.is_empty()) {
        output::say(shared, &output::counts(&diagnostics));
    }
    let found_errors = diagnostics.iter().any(Diagnostic::is_error);
    Ok(trouble.unwrap_or(if found_errors { ExitCode::FAILURE } else { ExitCode::SUCCESS }))
}

/// Longer files are not read a second time only to show a line of them.
const LONGEST: u64 = 64 << 20;

/// Gives each diagnostic the line it is about, where its reader had no line at hand and the file is text.
fn show_sources(diagnostics: &mut [Diagnostic]) {
    let lacks = |d: &Diagnostic| d.source.is_none() && d.place.line > 0;
    let mut wanted: BTreeMap<Arc<str>, BTreeMap<u32, Option<Box<str>>>> = BTreeMap::new();
    for diagnostic in diagnostics.iter().filter(|d| lacks(d)) {
        wanted.entry(Arc::clone(&diagnostic.file)).or_default().insert(diagnostic.place.line, None);
    }
    for (file, lines) in &mut wanted {
        let is_text =
            !file.ends_with(".parquet") && std::fs::metadata(&**file).is_ok_and(|found| found.is_file() && found.len() <= LONGEST);
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
