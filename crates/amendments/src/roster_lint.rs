//! Lints rosters in any folder; a roster is recognised by its header.

use crate::codes;
use crate::roster::parse_roster;
use ingest::IngestError;
use ingest::input_table::{file_extension, read_header};
use model::{Diagnostic, Place};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Whether a CSV file is a roster, by its header.
pub(crate) fn is_roster_file(path: &Path) -> bool {
    if file_extension(path) != "csv" {
        return false;
    }
    let header = read_header(path);
    header
        .is_ok_and(|header| [&b"from"[..], b"field", b"value"].iter().all(|wanted| header.iter().any(|name| name.trim_ascii() == *wanted)))
}

/// Lints a roster, or all rosters in a folder and below it.
pub(crate) fn check_rosters(path: &Path) -> Result<Vec<Diagnostic>, IngestError> {
    if !path.is_dir() {
        return if is_roster_file(path) { lint_file(path) } else { Ok(Vec::new()) };
    }
    let entries = std::fs::read_dir(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let mut paths: Vec<PathBuf> = entries.map_err(|error| IngestError::io(path, error))?.iter().map(std::fs::DirEntry::path).collect();
    paths.retain(|path| !path.is_symlink() && !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.')));
    paths.sort();
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            // The search for tournaments reports a folder that cannot be opened.
            found.extend(check_rosters(&path).unwrap_or_default());
        } else if path.is_file() && is_roster_file(&path) {
            found.extend(lint_file(&path)?);
        }
    }
    Ok(found)
}

fn lint_file(path: &Path) -> Result<Vec<Diagnostic>, IngestError> {
    let bytes = store::read_file(path).map_err(|error| IngestError::io(path, error))?;
    let file: Arc<str> = path.to_string_lossy().into();
    Ok(match parse_roster(&bytes, &file) {
        Ok(parsed) => parsed.diagnostics,
        Err(problem) => {
            let message = format!("the table cannot be read: {problem}");
            vec![Diagnostic::new(&codes::ROSTER_VALUE, &file, Place { line: 1, ..Place::default() }, message)]
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rosters_are_found_by_their_header_and_linted_with_their_places() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("below");
        std::fs::create_dir(&path).expect("a folder");
        std::fs::write(path.join("changes.csv"), "fide_id,from,field,value\n1001,2024-01-01,sex,Q\n").expect("written");
        std::fs::write(path.join("list.csv"), "fide_id,rating\nabc,x\n").expect("written");
        let found = check_rosters(folder.path()).expect("readable");
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].file.ends_with("below/changes.csv"));
        assert_eq!((found[0].place.line, found[0].place.column, found[0].place.width), (2, 21, 1));
        assert!(found[0].source.is_some());
    }
}
