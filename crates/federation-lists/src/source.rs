//! A file, plain or zipped, as a stream of text that does not grow without end.

use crate::codes;
use crate::read::ReadError;
use model::{Code, Diagnostic, Place};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::sync::Arc;
use zip::ZipArchive;
use zip::result::ZipError;

/// The largest list of the federation, as XML, has less than a quarter of this.
pub(crate) const LARGEST: u64 = 4 << 30;

/// The federation's own archives expand to less than a fifth of this. What expands further is made to, and would keep the reader busy for long.
const EXPANDS_AT_MOST: u64 = 100;
/// Small archives may be all blanks.
const EXPANSION_OF_ANY: u64 = 16 << 20;

/// What is inside, and how the file inside an archive is called.
pub(crate) type Content<'a> = BufReader<Limited<Box<dyn Read + 'a>>>;

/// Opens a file and hands its text to `act`, with the name of the file inside where it is an archive.
pub(crate) fn with_content<S: Read + Seek, T>(
    mut source: S,
    file: &Arc<str>,
    largest: u64,
    act: impl FnOnce(Content<'_>, Option<&str>) -> Result<T, ReadError>,
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
        return act(limited(Box::new(source), largest), None);
    }
    // As long as the archive really is: what it says of itself may be a lie.
    let packed = source.seek(SeekFrom::End(0))?;
    source.seek(SeekFrom::Start(0))?;
    let largest = largest.min(packed.saturating_mul(EXPANDS_AT_MOST).saturating_add(EXPANSION_OF_ANY));
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
    act(limited(Box::new(member), largest), Some(name))
}

fn unusable(file: &Arc<str>, message: String) -> ReadError {
    let hint = "fetch the file again, or unpack it and hand in the list itself";
    ReadError::Refused(vec![Diagnostic::new(&codes::ARCHIVE_UNUSABLE, file, Place::default(), message).with_hint(hint)])
}

/// What a failure while reading means: an archive that is damaged or too large is the file's fault, anything else the system's.
pub(crate) fn refusal(error: io::Error, file: &Arc<str>, is_archive: bool) -> ReadError {
    let refused = |code: &'static Code, message: String| ReadError::Refused(vec![Diagnostic::new(code, file, Place::default(), message)]);
    match error.kind() {
        io::ErrorKind::FileTooLarge => refused(&codes::TOO_LARGE, error.to_string()),
        _ if is_archive => unusable(file, format!("the archive is damaged: {error}")),
        _ => ReadError::Io(error),
    }
}

fn limited<'a>(inner: Box<dyn Read + 'a>, largest: u64) -> Content<'a> {
    BufReader::with_capacity(1 << 18, Limited { inner, left: largest, largest, failed: None })
}

/// Fails where more comes than there can be: an archive of a few kilobytes may expand without end.
pub(crate) struct Limited<R> {
    inner: R,
    left: u64,
    largest: u64,
    /// A failure that came behind bytes that could still be read.
    failed: Option<io::Error>,
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        // Filled to the brim, so that the first look at a file sees enough of it.
        let mut read = 0;
        while read < into.len() {
            match self.inner.read(&mut into[read..]) {
                Ok(0) => break,
                Ok(more) => read += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // What came before is handed on first.
                Err(error) => {
                    self.failed = Some(error);
                    break;
                }
            }
        }
        if read == 0
            && let Some(error) = self.failed.take()
        {
            return Err(error);
        }
        match self.left.checked_sub(read as u64) {
            Some(left) => self.left = left,
            None => {
                let message = format!("the list is larger than {} bytes; no list is", self.largest);
                return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
            }
        }
        Ok(read)
    }
}
