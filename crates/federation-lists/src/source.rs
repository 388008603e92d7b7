//! Opens a file, plain or zipped, as a stream of limited length.

use crate::codes;
use crate::read::ReadError;
use model::{Code, Diagnostic, Place};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::sync::Arc;
use zip::ZipArchive;
use zip::result::ZipError;

/// The largest file, in bytes; the federation's largest list, as XML, has less than a quarter of this.
pub(crate) const LARGEST_FILE: u64 = 4 << 30;

/// The largest expansion of an archive; the federation's archives expand to less than a fifth of this.
const MOST_EXPANSION: u64 = 100;
/// The expansion allowed beyond that, in bytes, because small archives may be all blanks.
const EXPANSION_ALLOWANCE: u64 = 16 << 20;

/// The text of a list file.
pub(crate) type Content<'a> = BufReader<LimitedReader<Box<dyn Read + 'a>>>;

/// Opens a file and passes its text to `use_content`, with the name of the file inside if it is an archive.
pub(crate) fn with_content<S: Read + Seek, T>(
    mut source: S,
    file: &Arc<str>,
    largest: u64,
    use_content: impl FnOnce(Content<'_>, Option<&str>) -> Result<T, ReadError>,
) -> Result<T, ReadError> {
    let mut magic = [0u8; 2];
    let mut read = 0;
    while read < magic.len() {
        match source.read(&mut magic[read..])? {
            0 => break,
            more => read += more,
        }
    }
    source.seek(SeekFrom::Start(0))?;
    if &magic != b"PK" {
        return use_content(limited(Box::new(source), largest), None);
    }
    // The actual length, because the archive may state a wrong one.
    let packed = source.seek(SeekFrom::End(0))?;
    source.seek(SeekFrom::Start(0))?;
    let largest = largest.min(packed.saturating_mul(MOST_EXPANSION).saturating_add(EXPANSION_ALLOWANCE));
    let damaged = |error: ZipError| unusable(file, format!("the archive cannot be read: {error}"));
    let mut archive = ZipArchive::new(source).map_err(damaged)?;
    let mut names = Vec::new();
    for at in 0..archive.len() {
        let name = archive.name_for_index(at).transpose().map_err(damaged)?.unwrap_or_default().into_owned();
        if !name.ends_with('/') {
            names.push((at, name));
        }
    }
    let is_list = |name: &str| [".txt", ".xml"].iter().any(|ending| name.to_ascii_lowercase().ends_with(ending));
    let (at, name) = match &names[..] {
        [(at, name)] if is_list(name) => (*at, name.as_str()),
        [(_, name)] => return Err(unusable(file, format!("the archive holds '{}', which is neither .txt nor .xml", name.escape_debug()))),
        names => return Err(unusable(file, format!("the archive holds {} files; exactly one list is wanted", names.len()))),
    };
    let member = archive.by_index(at).map_err(damaged)?;
    use_content(limited(Box::new(member), largest), Some(name))
}

fn unusable(file: &Arc<str>, message: String) -> ReadError {
    let hint = "fetch the file again, or unpack it and hand in the list itself";
    ReadError::Refused(vec![Diagnostic::new(&codes::ARCHIVE_UNUSABLE, file, Place::default(), message).with_hint(hint)])
}

/// Converts a read error: an archive that is damaged or too large is refused, other errors are I/O errors.
pub(crate) fn read_error(error: io::Error, file: &Arc<str>, is_archive: bool) -> ReadError {
    let refused = |code: &'static Code, message: String| ReadError::Refused(vec![Diagnostic::new(code, file, Place::default(), message)]);
    match error.kind() {
        io::ErrorKind::FileTooLarge => refused(&codes::TOO_LARGE, error.to_string()),
        _ if is_archive => unusable(file, format!("the archive is damaged: {error}")),
        _ => ReadError::Io(error),
    }
}

fn limited<'a>(inner: Box<dyn Read + 'a>, largest: u64) -> Content<'a> {
    BufReader::with_capacity(1 << 18, LimitedReader { inner, bytes_left: largest, largest, failure: None })
}

/// A reader that fails after a number of bytes, because a small archive may expand without end.
pub(crate) struct LimitedReader<R> {
    inner: R,
    bytes_left: u64,
    largest: u64,
    /// An error that occurred after bytes that were still returned.
    failure: Option<io::Error>,
}

impl<R: Read> Read for LimitedReader<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if let Some(error) = self.failure.take() {
            return Err(error);
        }
        // Fills the buffer completely, so that the beginning of a file is enough to recognise it.
        let mut read = 0;
        while read < into.len() {
            match self.inner.read(&mut into[read..]) {
                Ok(0) => break,
                Ok(more) => read += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // The bytes read so far are returned first.
                Err(error) => {
                    self.failure = Some(error);
                    break;
                }
            }
        }
        if read == 0
            && let Some(error) = self.failure.take()
        {
            return Err(error);
        }
        match self.bytes_left.checked_sub(read as u64) {
            Some(bytes_left) => self.bytes_left = bytes_left,
            None => {
                let message = format!("the list is larger than {} bytes; no list is", self.largest);
                return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
            }
        }
        Ok(read)
    }
}
