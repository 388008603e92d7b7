//! What every reader of tables that people hand in needs: endings, headers, decoded text, and files named in them.

pub use crate::decode::decode_table;
use crate::error::IngestError;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

/// The last part of a path.
pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// The ending of a file's name, in lower case.
pub fn ending(path: &Path) -> String {
    path.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default()
}

/// The first row of a CSV file, for telling what it is a table of. Of a line without end only the beginning is looked at.
pub fn header_of(path: &Path) -> io::Result<csv::ByteRecord> {
    let mut reader = csv::Reader::from_reader(store::open_file(path)?.take(1 << 16));
    reader.byte_headers().cloned().map_err(io::Error::from)
}

/// The folder that a source is, or lies in, free of symbolic links.
pub fn folder_of(source: &Path) -> Result<PathBuf, IngestError> {
    let mut path = source.canonicalize().map_err(|error| IngestError::io(source, error))?;
    if !path.is_dir() {
        path.pop();
    }
    Ok(path)
}

/// Takes `.` and `..` out of a path by its words alone.
pub fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

/// Why a file that a table names cannot be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileProblem {
    Missing,
    /// It lies, or a symbolic link leads, where nothing may be read.
    Outside,
}

/// The file of a relative name in a folder or below it.
pub fn file_below(named: &str, folder: &Path) -> Result<PathBuf, FileProblem> {
    let is_relative = Path::new(named).is_relative();
    file_where(named, folder, |path| is_relative && path.starts_with(folder), |_| false)
}

/// The file of a name relative to a folder, if it lies where it may. One that is known need not be looked for.
pub(crate) fn file_where(
    named: &str,
    folder: &Path,
    may_lie_at: impl Fn(&Path) -> bool,
    is_known: impl Fn(&Path) -> bool,
) -> Result<PathBuf, FileProblem> {
    let path = without_dots(&folder.join(named));
    if !may_lie_at(&path) {
        return Err(FileProblem::Outside);
    }
    if is_known(&path) {
        return Ok(path);
    }
    // Not met in the search: beside it, or behind a symbolic link.
    let path = path.canonicalize().map_err(|_| FileProblem::Missing)?;
    if !may_lie_at(&path) {
        return Err(FileProblem::Outside);
    }
    if path.is_file() { Ok(path) } else { Err(FileProblem::Missing) }
}
