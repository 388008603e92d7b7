//! Finds what is wrong or odd in input files and lists, without a run. It writes nothing.

use crate::Result;
use crate::known_players::KnownPlayers;
use crate::lint_settings::lint_settings;
use ingest::IngestError;
use model::{Control, Diagnostic};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::StoreError;

/// Lints a list, a federation's list, settings, anything that can be submitted, or a folder of these. Settings end in `.toml`, a list is
/// recognised by its columns, a list folder by its files. The players of reports are compared with those that are known.
///
/// # Errors
/// When a path does not exist, cannot be opened, or is not one of these.
pub fn lint(path: &Path, known: &KnownPlayers) -> Result<Vec<Diagnostic>> {
    if !path.is_dir() {
        if path.extension().is_some_and(|ending| ending == "toml") {
            return lint_settings(path);
        }
        return match recognise_combined(path) {
            Some(is_combined) => check_federation_list(path, is_combined),
            None if is_list(path) => check_list(path),
            None => Ok(known.check_submissions(path)?),
        };
    }
    let mut lists = Vec::new();
    find_lists(path, &mut lists).map_err(|error| IngestError::io(path, error))?;
    let mut diagnostics = Vec::new();
    for list in &lists {
        diagnostics.extend(check_list(list)?);
    }
    // A list folder contains only its list and tables that this program wrote.
    if !lists.iter().any(|list| list.parent() == Some(path)) {
        let mut published = Vec::new();
        find_federation_lists(path, &mut published).map_err(|error| IngestError::io(path, error))?;
        for (list, is_combined) in &published {
            diagnostics.extend(check_federation_list(list, *is_combined)?);
        }
        // A federation's list ends in .txt, as some reports do, but is not a report.
        let is_list = |diagnostic: &Diagnostic| published.iter().any(|(list, _)| Path::new(&*diagnostic.file).starts_with(list));
        diagnostics.extend(known.check_submissions(path)?.into_iter().filter(|diagnostic| !is_list(diagnostic)));
    }
    Ok(diagnostics)
}

/// Whether a file is a combined list of a federation; `None` if it is not a federation's list. An archive counts as one unless it
/// holds reports, so that its faults are reported.
pub(crate) fn recognise_combined(file: &Path) -> Option<bool> {
    let is_archive = file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"));
    match store::recognise_federation_list(file) {
        Ok(Some(list)) => Some(list.is_combined),
        Ok(None) => (is_archive && !ingest::holds_reports(file)).then_some(false),
        Err(_) => None,
    }
}

/// Every federation's list in a folder and below it.
pub(crate) fn find_federation_lists(folder: &Path, found: &mut Vec<(PathBuf, bool)>) -> std::io::Result<()> {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    entries.sort();
    for path in entries.into_iter().filter(|path| !path.is_symlink()) {
        let is_candidate = || path.extension().is_some_and(|e| ["txt", "xml", "zip"].iter().any(|ending| e.eq_ignore_ascii_case(ending)));
        if path.is_dir() {
            find_federation_lists(&path, found)?;
        } else if path.is_file()
            && is_candidate()
            && let Ok(Some(list)) = store::recognise_federation_list(&path)
        {
            found.push((path, list.is_combined));
        }
    }
    Ok(())
}

/// Checks a federation's list; of a combined one the columns of every control. Each diagnostic is reported once.
fn check_federation_list(file: &Path, is_combined: bool) -> Result<Vec<Diagnostic>> {
    let name: Arc<str> = file.display().to_string().into();
    let controls = if is_combined { vec![Some(Control::Standard), Some(Control::Rapid), Some(Control::Blitz)] } else { vec![None] };
    let mut diagnostics = Vec::new();
    for control in controls {
        match store::read_federation_list(file, &name, control, None) {
            Ok(read) => diagnostics.extend(read.list.diagnostics),
            Err(StoreError::Refused { diagnostics: refused, .. }) => diagnostics.extend(refused),
            Err(error) => return Err(error.into()),
        }
    }
    diagnostics.sort_by(|a, b| a.order().cmp(&b.order()));
    diagnostics.dedup();
    Ok(diagnostics)
}

fn check_list(file: &Path) -> Result<Vec<Diagnostic>> {
    let bytes = store::read_file(file).map_err(|error| IngestError::io(file, error))?;
    let name: Arc<str> = file.display().to_string().into();
    Ok(store::check_list(&bytes, &name))
}

/// Every file of every list in a folder and below it, in the order of their names.
pub(crate) fn find_lists(folder: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let lists: Vec<PathBuf> = store::file::LISTS.iter().map(|name| folder.join(name)).filter(|file| file.is_file()).collect();
    if !lists.is_empty() {
        // The content of files outside the folder must not appear in diagnostics.
        store::reject_links_leaving_store(folder).map_err(|error| std::io::Error::other(error.to_string()))?;
    }
    found.extend(lists);
    let mut below: Vec<PathBuf> =
        std::fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path())).filter(|p| p.is_dir() && !p.is_symlink()).collect();
    below.sort();
    below.iter().try_for_each(|folder| find_lists(folder, found))
}

/// Whether a CSV or Parquet file is a list and not a table of a bundle, a registry or a roster.
pub(crate) fn is_list(file: &Path) -> bool {
    use std::io::Read;
    let name = file.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    match file.extension().and_then(|e| e.to_str()) {
        Some("parquet") => !["games.parquet", "tournaments.parquet", "players.parquet", "online_games.parquet"].contains(&name.as_str()),
        Some("csv") => {
            let mut start = Vec::new();
            let read = store::open_file(file).and_then(|f| f.take(4096).read_to_end(&mut start));
            let text = String::from_utf8_lossy(&start);
            let header = text.lines().next().unwrap_or("");
            let delimiter = char::from(tables::csv_delimiter(header.as_bytes()));
            let has = |wanted: &str| header.split(delimiter).any(|column| column.trim() == wanted);
            let is_roster = has("from") && has("field") && has("value");
            read.is_ok() && !header.contains("tournament_id") && !is_roster && name != "players.csv" && name != "online_games.csv"
        }
        _ => false,
    }
}
