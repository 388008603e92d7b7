//! Writes zip archives of one file.

use std::io::{self, Seek, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// Writes an archive with one file. The bytes depend only on the file: no time is stored.
pub fn write_zipped<W: Write + Seek, T>(out: W, member: &str, fill: impl FnOnce(&mut dyn Write) -> io::Result<T>) -> io::Result<T> {
    let mut writer = ZipWriter::new(out);
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644)
        // The size is not known in advance.
        .large_file(true);
    writer.start_file(member, options).map_err(io::Error::other)?;
    let result = fill(&mut writer)?;
    writer.finish().map_err(io::Error::other)?.flush()?;
    Ok(result)
}
