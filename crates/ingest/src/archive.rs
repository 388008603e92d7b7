//! Zip archives of reports: what is in them, and each report when it is read.
//!
//! An archive is opened by its directory alone, and each report is unpacked by itself, up to the size that the directory states for it. So
//! whatever an archive holds, no more memory is taken than for one report.

use model::FileSnapshot;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, OnceLock};
use zip::ZipArchive;

/// The size of the largest archive: a thousand times that of a large open.
const MAX_ARCHIVE_BYTES: u64 = 64 << 20;
/// The most files in an archive: more than a federation of a million players rates in a month.
const MAX_FILES: u64 = 10_000;
/// The largest expansion of an archive, and what is allowed beyond it, because reports are mostly blanks.
const MAX_EXPANSION: u64 = 100;
const EXPANSION_ALLOWANCE: u64 = 16 << 20;

/// One archive. It is hashed when the first of its files is read.
#[derive(Debug)]
pub(crate) struct ReportArchive {
    path: PathBuf,
    pub(crate) display_name: Arc<str>,
    directory: ZipArchive<LazyFile>,
    /// The file's metadata before its directory was read.
    pub(crate) snapshot: FileSnapshot,
    sha256: OnceLock<String>,
}

/// One file of an archive.
#[derive(Clone, Debug)]
pub(crate) struct ArchiveMember {
    pub(crate) archive: Arc<ReportArchive>,
    index: usize,
    /// The size that the directory states.
    pub(crate) size: u64,
}

impl ReportArchive {
    /// Opens an archive and returns its files with their names, or says why it cannot be used.
    pub(crate) fn open(path: &Path, display_name: &Arc<str>) -> Result<Vec<(String, ArchiveMember)>, String> {
        let failed = |error: io::Error| format!("the archive cannot be read: {error}");
        let file = store::open_file(path).map_err(failed)?;
        let snapshot = store::snapshot_of(&file, path).map_err(failed)?;
        let packed = snapshot.stamp.length;
        if packed > MAX_ARCHIVE_BYTES {
            return Err(format!("the archive is larger than {MAX_ARCHIVE_BYTES} bytes; no archive of reports is"));
        }
        if states_too_many_files(&file, packed).map_err(failed)? {
            return Err(format!("the archive holds more than {MAX_FILES} files; no archive of reports does"));
        }
        let mut opened = ZipArchive::new(LazyFile::new(path)).map_err(|error| format!("the archive cannot be read: {error}"))?;
        let mut members = Vec::new();
        let mut unpacked = 0u64;
        for index in 0..opened.len() {
            let member = opened.by_index_raw(index).map_err(|error| format!("the archive cannot be read: {error}"))?;
            let name = member.enclosed_name().ok_or_else(|| "the archive holds a file whose name leads out of it".to_owned())?;
            if member.is_dir() {
                continue;
            }
            unpacked = unpacked.saturating_add(member.size());
            members.push((portable_name(&name), index, member.size()));
        }
        let most = packed.saturating_mul(MAX_EXPANSION).saturating_add(EXPANSION_ALLOWANCE);
        if unpacked > most {
            return Err(format!("the archive of {packed} bytes unpacks to {unpacked}; no archive of reports expands so"));
        }
        // The clone has no file open.
        let archive = Self {
            path: path.to_owned(),
            display_name: Arc::clone(display_name),
            directory: opened.clone(),
            snapshot,
            sha256: OnceLock::new(),
        };
        let archive = Arc::new(archive);
        members.sort();
        Ok(members.into_iter().map(|(name, index, size)| (name, ArchiveMember { archive: Arc::clone(&archive), index, size })).collect())
    }

    /// The hash of the whole archive.
    pub(crate) fn sha256(&self) -> io::Result<&str> {
        if let Some(sha256) = self.sha256.get() {
            return Ok(sha256);
        }
        let sha256 = store::sha256_of_reader(store::open_file(&self.path)?)?;
        Ok(self.sha256.get_or_init(|| sha256))
    }

    /// The path of the archive.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl ArchiveMember {
    /// Unpacks the file. One larger than `most` bytes is not unpacked at all.
    pub(crate) fn read_up_to(&self, most: u64) -> io::Result<Vec<u8>> {
        if self.size > most {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("larger than {most} bytes; no report is")));
        }
        let damaged = |problem: String| io::Error::new(io::ErrorKind::InvalidData, format!("the archive is damaged: {problem}"));
        let mut archive = self.archive.directory.clone();
        let member = archive.by_index(self.index).map_err(|error| damaged(error.to_string()))?;
        let mut bytes = Vec::new();
        member.take(self.size + 1).read_to_end(&mut bytes).map_err(|error| damaged(error.to_string()))?;
        if bytes.len() as u64 == self.size { Ok(bytes) } else { Err(damaged("the file unpacks to another size than is stated".to_owned())) }
    }
}

/// Whether a file is an archive in which a report lies, by what its first lines are.
pub fn holds_reports(path: &Path) -> bool {
    const MOST: u64 = 1 << 20;
    let Ok(members) = ReportArchive::open(path, &Arc::from("")) else { return false };
    let is_report = |(name, member): &(String, ArchiveMember)| {
        let ending = Path::new(name).extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
        crate::search::is_report_extension(&ending)
            && member.read_up_to(MOST).is_ok_and(|bytes| {
                let text = String::from_utf8_lossy(&bytes);
                text.lines().any(|line| line.starts_with("001 ")) && !text.contains('\0')
            })
    };
    // Files of which the first ones are none are something else.
    members.iter().take(20).any(is_report)
}

/// A name with forward slashes on every system.
fn portable_name(name: &Path) -> String {
    let parts = name.components().filter_map(|part| match part {
        Component::Normal(part) => Some(part.to_string_lossy().into_owned()),
        _ => None,
    });
    parts.collect::<Vec<_>>().join("/")
}

/// Whether any record at the end of the file states more files than are allowed. It is looked for before the directory is read, which would
/// take memory for each of them.
fn states_too_many_files(file: &File, length: u64) -> io::Result<bool> {
    // The longest comment, the record before it, and those of the long form.
    const TAIL: u64 = (1 << 16) + 512;
    let mut file = file;
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL)))?;
    let mut tail = Vec::new();
    file.take(TAIL).read_to_end(&mut tail)?;
    let number =
        |at: usize, width: usize| tail.get(at..at + width).map(|bytes| bytes.iter().rev().fold(0u64, |n, &b| n << 8 | u64::from(b)));
    let has_long_form = tail.windows(4).any(|bytes| bytes == b"PK\x06\x06");
    Ok((0..tail.len().saturating_sub(3)).any(|at| match &tail[at..at + 4] {
        b"PK\x05\x06" => number(at + 10, 2).is_some_and(|files| files > MAX_FILES),
        b"PK\x06\x06" => number(at + 32, 8).is_some_and(|files| files > MAX_FILES),
        // The long form lies elsewhere, where nobody writes it.
        b"PK\x06\x07" => !has_long_form,
        _ => false,
    }))
}

/// A file that is opened when it is first read, so that thousands of archives can be at hand and few are open. A clone is not open.
#[derive(Debug)]
struct LazyFile {
    path: PathBuf,
    file: Option<File>,
    position: u64,
    buffer: Vec<u8>,
    /// The position in the file at which the buffer begins.
    buffered_from: u64,
}

impl LazyFile {
    const BUFFER: usize = 1 << 13;

    fn new(path: &Path) -> Self {
        Self { path: path.to_owned(), file: None, position: 0, buffer: Vec::new(), buffered_from: 0 }
    }

    fn file(&mut self) -> io::Result<&mut File> {
        match &mut self.file {
            Some(file) => Ok(file),
            closed => Ok(closed.insert(store::open_file(&self.path)?)),
        }
    }

    /// The buffered bytes from the position on; empty at the end of the file.
    fn buffered(&mut self) -> io::Result<&[u8]> {
        let offset = |file: &Self| file.position.checked_sub(file.buffered_from).and_then(|offset| usize::try_from(offset).ok());
        if offset(self).is_none_or(|offset| offset >= self.buffer.len()) {
            let position = self.position;
            let mut buffer = std::mem::take(&mut self.buffer);
            buffer.resize(Self::BUFFER, 0);
            let file = self.file()?;
            file.seek(SeekFrom::Start(position))?;
            let read = file.read(&mut buffer)?;
            buffer.truncate(read);
            (self.buffer, self.buffered_from) = (buffer, position);
        }
        Ok(&self.buffer[offset(self).unwrap_or(0).min(self.buffer.len())..])
    }
}

impl Clone for LazyFile {
    fn clone(&self) -> Self {
        Self::new(&self.path)
    }
}

impl Read for LazyFile {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let buffered = self.buffered()?;
        let read = buffered.len().min(into.len());
        into[..read].copy_from_slice(&buffered[..read]);
        self.position += read as u64;
        Ok(read)
    }
}

impl Seek for LazyFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let moved = match to {
            SeekFrom::Start(position) => Some(position),
            SeekFrom::Current(by) => self.position.checked_add_signed(by),
            SeekFrom::End(by) => self.file()?.metadata()?.len().checked_add_signed(by),
        };
        self.position = moved.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use zip::write::SimpleFileOptions;

    fn archive(files: &[(&str, &[u8])]) -> tempfile::NamedTempFile {
        let mut written = tempfile::NamedTempFile::new().expect("a temporary file");
        let mut writer = zip::ZipWriter::new(written.as_file_mut());
        for (name, content) in files {
            writer.start_file(*name, SimpleFileOptions::default()).expect("a file");
            writer.write_all(content).expect("a file");
        }
        writer.finish().expect("an archive");
        written
    }

    fn open(file: &tempfile::NamedTempFile) -> Result<Vec<(String, ArchiveMember)>, String> {
        ReportArchive::open(file.path(), &Arc::from("may.zip"))
    }

    #[test]
    fn files_are_named_in_order_and_unpacked_one_by_one() {
        let file = archive(&[("b/two.trf", b"two"), ("one.trf", b"001 one")]);
        let members = open(&file).expect("an archive");
        let named: Vec<(&str, u64)> = members.iter().map(|(name, member)| (name.as_str(), member.size)).collect();
        assert_eq!(named, [("b/two.trf", 3), ("one.trf", 7)]);
        assert_eq!(members[1].1.read_up_to(7).expect("readable"), b"001 one");
        assert_eq!(members[1].1.read_up_to(6).map_err(|error| error.kind()), Err(io::ErrorKind::FileTooLarge));
    }

    #[test]
    fn an_archive_that_leads_out_expands_too_far_or_is_cut_off_is_refused() {
        assert!(open(&archive(&[("../out.trf", b"001")])).is_err_and(|problem| problem.contains("leads out of it")));
        let bomb = archive(&[("a.trf", &vec![b' '; 30 << 20])]);
        assert!(open(&bomb).is_err_and(|problem| problem.contains("expands so")));
        let whole = archive(&[("a.trf", b"001")]);
        let mut bytes = std::fs::read(whole.path()).expect("readable");
        bytes.truncate(bytes.len() - 10);
        std::fs::write(whole.path(), bytes).expect("writable");
        assert!(open(&whole).is_err_and(|problem| problem.starts_with("the archive cannot be read")));
    }

    #[test]
    fn an_archive_with_a_report_is_told_from_one_of_a_list() {
        assert!(holds_reports(archive(&[("a.txt", b"012 Open\n001    1\n")]).path()));
        assert!(!holds_reports(archive(&[("list.txt", b"ID Number Name\n")]).path()));
        assert!(!holds_reports(archive(&[("a.pdf", b"001    1\n")]).path()));
    }
}
