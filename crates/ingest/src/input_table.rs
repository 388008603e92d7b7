//! Helpers for readers of submitted tables: extensions, headers, decoded text, and files that tables name.

pub use crate::decode::decode_table;
use crate::error::IngestError;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

/// Returns the last part of a path.
pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// Returns the extension of a file name, in lower case.
pub fn file_extension(path: &Path) -> String {
    path.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default()
}

/// Reads the first row of a CSV file, to recognise the kind of table. At most 64 KiB are read.
pub fn read_header(path: &Path) -> io::Result<csv::ByteRecord> {
    let mut start = Vec::new();
    store::open_file(path)?.take(1 << 16).read_to_end(&mut start)?;
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&start);
    let mut reader = csv::ReaderBuilder::new().delimiter(tables::csv_delimiter(start)).from_reader(start);
    reader.byte_headers().cloned().map_err(io::Error::from)
}

/// Returns the canonical path of a folder, or of the folder that contains a file.
pub fn canonical_folder(source: &Path) -> Result<PathBuf, IngestError> {
    let mut path = source.canonicalize().map_err(|error| IngestError::io(source, error))?;
    if !path.is_dir() {
        path.pop();
    }
    Ok(path)
}

/// Removes `.` and `..` from a path without looking at the file system.
pub fn without_dots(path: &Path) -> PathBuf {
    let mut normalised = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                normalised.pop();
            }
            part => normalised.push(part),
        }
    }
    normalised
}

/// Why a file that a table names cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileProblem {
    Missing,
    /// The file, or the target of a symbolic link, is outside the folders that may be read.
    Outside,
}

/// Finds a file by a relative name, in a folder or below it.
pub fn find_file_below(named: &str, folder: &Path) -> Result<PathBuf, FileProblem> {
    let is_relative = Path::new(named).is_relative();
    find_file(named, folder, |path| is_relative && path.starts_with(folder), |_| false)
}

/// Finds a file by a name relative to a folder, if `may_lie_at` accepts its path. A known file is not looked up.
pub(crate) fn find_file(
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
    // Not found by the search: outside the searched folders, or behind a symbolic link.
    let path = path.canonicalize().map_err(|_| FileProblem::Missing)?;
    if !may_lie_at(&path) {
        return Err(FileProblem::Outside);
    }
    if path.is_file() { Ok(path) } else { Err(FileProblem::Missing) }
}
