//! An archive with one file in it.

use std::io::{self, Seek, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// Writes an archive with one file. The bytes depend on the file alone: no clock goes into it.
pub fn zipped<W: Write + Seek, T>(out: W, member: &str, fill: impl FnOnce(&mut dyn Write) -> io::Result<T>) -> io::Result<T> {
    let mut writer = ZipWriter::new(out);
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644)
        // The size is not known beforehand.
        .large_file(true);
    writer.start_file(member, options).map_err(io::Error::other)?;
    let filled = fill(&mut writer)?;
    writer.finish().map_err(io::Error::other)?.flush()?;
    Ok(filled)
}
