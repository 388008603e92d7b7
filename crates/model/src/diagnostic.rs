//! Diagnostics: what is wrong or odd in an input, with its place in the file.

use crate::Reason;
use serde::Serialize;
use std::fmt;
use std::sync::Arc;

/// Severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, strum::Display)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Severity {
    /// Worth knowing; nothing was changed or left out.
    Note,
    /// Repaired, or read in the more likely way.
    Warning,
    /// Not usable as it stands.
    Error,
}

/// Stable code of a diagnostic. Codes are declared in the crate that raises them and are never reused.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Code {
    pub id: &'static str,
    pub severity: Severity,
    /// What the code means, in one sentence that fits every file.
    pub meaning: &'static str,
    /// Why it is reported, and what was done with the input.
    pub why: &'static str,
    /// What the sender of the input can do.
    pub to_do: &'static str,
    /// The reason of a tournament that is refused because of it.
    pub refusal: Reason,
}

impl Code {
    pub const fn note(id: &'static str, meaning: &'static str) -> Self {
        Self::new(id, Severity::Note, meaning)
    }

    pub const fn warning(id: &'static str, meaning: &'static str) -> Self {
        Self::new(id, Severity::Warning, meaning)
    }

    pub const fn error(id: &'static str, meaning: &'static str) -> Self {
        Self::new(id, Severity::Error, meaning)
    }

    const fn new(id: &'static str, severity: Severity, meaning: &'static str) -> Self {
        Self { id, severity, meaning, why: "", to_do: "", refusal: Reason::Unusable }
    }

    #[must_use]
    pub const fn why(mut self, why: &'static str) -> Self {
        self.why = why;
        self
    }

    #[must_use]
    pub const fn to_do(mut self, to_do: &'static str) -> Self {
        self.to_do = to_do;
        self
    }

    /// Names the reason of the tournaments that are refused because of it, where the report is not simply unusable.
    #[must_use]
    pub const fn refuses_as(mut self, reason: Reason) -> Self {
        self.refusal = reason;
        self
    }
}

/// Place in a file. Lines and columns count from 1; 0 means the whole line or file. Columns count characters, as the description of the
/// Tournament Report File does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    pub line: u32,
    pub column: u32,
    /// Number of characters to mark with carets.
    pub width: u32,
}

impl Place {
    /// A place in a line. Numbers too large for the type are capped.
    pub fn new(line: u32, column: usize, width: usize) -> Self {
        let cut = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Self { line, column: cut(column), width: cut(width) }
    }

    /// A whole line.
    pub const fn line(line: u32) -> Self {
        Self { line, column: 0, width: 0 }
    }
}

/// A problem in an input file, at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The path as the user would write it, relative to the input folder.
    pub file: Arc<str>,
    pub place: Place,
    pub code: &'static Code,
    pub message: String,
    pub hint: Option<String>,
    /// The source line, for printing carets under it.
    pub source: Option<Box<str>>,
}

impl Diagnostic {
    pub fn new(code: &'static Code, file: &Arc<str>, place: Place, message: impl Into<String>) -> Self {
        Self { file: Arc::clone(file), place, code, message: shorten(message.into()), hint: None, source: None }
    }

    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    #[must_use]
    pub fn with_source(mut self, line: &str) -> Self {
        self.source = Some(line.into());
        self
    }

    pub const fn severity(&self) -> Severity {
        self.code.severity
    }

    pub fn is_error(&self) -> bool {
        self.severity() == Severity::Error
    }

    /// Sort key of diagnostics: file, place, code, message.
    pub fn order(&self) -> (&str, Place, &'static str, &str) {
        (&self.file, self.place, self.code.id, &self.message)
    }
}

/// Shortens a message in the middle, because messages quote their input, which may be a megabyte long.
fn shorten(message: String) -> String {
    const BEGINNING: usize = 700;
    const END: usize = 200;
    if message.len() <= BEGINNING + END + 100 {
        return message;
    }
    let beginning = &message[..message.floor_char_boundary(BEGINNING)];
    let end = &message[message.ceil_char_boundary(message.len() - END)..];
    format!("{beginning} ... {end}")
}

/// Writes `may.trf:14:92: TRF021: round 3: opponent 77 is not in the player section`.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.file)?;
        if self.place.line > 0 {
            write!(f, "{}:", self.place.line)?;
            if self.place.column > 0 {
                write!(f, "{}:", self.place.column)?;
            }
        }
        write!(f, " {}: {}", self.code.id, self.message)
    }
}
