//! Reads one list file: recognises its format, chooses control and date, and checks the result.

use crate::dates::{control_in_name, list_date_in_name};
use crate::diagnostics::sorted_diagnostics;
use crate::layout::TextLayout;
use crate::line_reader::LineReader;
use crate::list_row::PlayerField;
use crate::source::{Content, LARGEST_FILE, read_error, with_content};
use crate::table_builder::{FileProperties, RowCounts, TableBuilder};
use crate::xml_players::XmlFailure;
use crate::{codes, text_rows, xml_players};
use chrono::Datelike;
use model::{Code, Control, Diagnostic, DiagnosticCollector, ListDate, Place};
use std::io::{self, BufRead, Read, Seek};
use std::sync::Arc;
use tables::Table;

/// What the caller knows of a list file.
#[derive(Clone, Copy, Debug, Default)]
pub struct FederationListOptions {
    /// The control to read from a combined file; if `None`, the file name decides.
    pub control: Option<Control>,
    /// The date of the list; if `None`, the header or the file name decides.
    pub date: Option<ListDate>,
}

/// A federation's list as columns.
#[derive(Clone, Debug)]
pub struct FederationList {
    /// The columns `fide_id,name,title,women_title,other_titles,federation,sex,birth_year,rating,games,k,flag`, sorted by id, including
    /// players without a rating.
    pub table: Table,
    pub date: Option<ListDate>,
    /// Columns of the table that the file does not have, or has only for another control.
    pub missing_columns: Vec<&'static str>,
    pub rows_read: u64,
    /// The number of rows left out; each has a diagnostic.
    pub rows_unusable: u64,
    pub diagnostics: Vec<Diagnostic>,
}

/// What is known of a list file without reading its rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecognisedList {
    pub is_combined: bool,
    pub date: Option<ListDate>,
    pub control: Option<Control>,
}

/// Why a file could not be read as a list.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("the list is refused: {}", .0.iter().find(|d| d.is_error()).map(ToString::to_string).unwrap_or_default())]
    Refused(Vec<Diagnostic>),
}

/// Recognises a federation's list by its content; `None` for other files and damaged archives.
pub fn recognise<S: Read + Seek>(source: S, name: &str) -> io::Result<Option<RecognisedList>> {
    let file: Arc<str> = name.into();
    let recognise_content = |content: Content<'_>, inner: Option<&str>| -> Result<Option<RecognisedList>, ReadError> {
        let names = FileNames { outer: name, inner };
        let recognised = |is_combined: bool, month: Option<ListDate>| RecognisedList {
            is_combined,
            date: month.or_else(|| names.date()),
            control: names.control().filter(|_| !is_combined),
        };
        Ok(match OpenedFile::begin(content)? {
            OpenedFile::Xml { is_combined, .. } => Some(recognised(is_combined, None)),
            OpenedFile::Text { sample, .. } if sample.is_list => {
                let month = sample.header.as_ref().and_then(|header| header.month);
                Some(recognised(sample.layout.as_ref().is_some_and(TextLayout::is_combined), month))
            }
            OpenedFile::Text { .. } => None,
        })
    };
    match with_content(source, &file, LARGEST_FILE, recognise_content) {
        Ok(found) => Ok(found),
        Err(ReadError::Refused(_)) => Ok(None),
        Err(ReadError::Io(error)) if matches!(error.kind(), io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof) => Ok(None),
        Err(ReadError::Io(error)) => Err(error),
    }
}

/// Reads a list. Diagnostics name it `file`; the last part of the name may have a date and a control.
///
/// # Errors
/// When the file cannot be read as a list at all. Unusable rows are reported, counted and left out.
pub fn read<S: Read + Seek>(source: S, file: &Arc<str>, options: FederationListOptions) -> Result<FederationList, ReadError> {
    read_limited(source, file, options, LARGEST_FILE)
}

fn read_limited<S: Read + Seek>(
    source: S,
    file: &Arc<str>,
    options: FederationListOptions,
    largest: u64,
) -> Result<FederationList, ReadError> {
    with_content(source, file, largest, |content, inner| {
        let is_archive = inner.is_some();
        let names = FileNames { outer: file.rsplit('/').next().unwrap_or(file), inner };
        let opened = OpenedFile::begin(content).map_err(|error| read_error(error, file, is_archive))?;
        FederationListReader { file, options, names, is_archive, diagnostics: DiagnosticCollector::new(file) }.read_list(opened)
    })
}

/// The names that may have a date and a control: the file's, and that of the file inside an archive.
#[derive(Clone, Copy)]
struct FileNames<'a> {
    outer: &'a str,
    inner: Option<&'a str>,
}

impl FileNames<'_> {
    fn date(self) -> Option<ListDate> {
        list_date_in_name(self.outer).or_else(|| self.inner.and_then(list_date_in_name))
    }

    fn control(self) -> Option<Control> {
        control_in_name(self.outer).or_else(|| self.inner.and_then(control_in_name))
    }
}

/// A file whose format is recognised from its beginning.
enum OpenedFile<R> {
    Xml { content: R, is_combined: bool },
    Text { sample: text_rows::TextSample, lines: LineReader<R> },
}

impl<R: BufRead> OpenedFile<R> {
    fn begin(mut content: R) -> io::Result<Self> {
        let beginning = content.fill_buf()?;
        if xml_players::is_list(beginning) {
            let is_combined = xml_players::is_combined(beginning);
            return Ok(Self::Xml { content, is_combined });
        }
        if beginning.starts_with(b"\xef\xbb\xbf") {
            content.consume(3);
        }
        let mut lines = LineReader::new(content);
        let sample = text_rows::read_sample(&mut lines)?;
        Ok(Self::Text { sample, lines })
    }
}

struct FederationListReader<'a> {
    file: &'a Arc<str>,
    options: FederationListOptions,
    names: FileNames<'a>,
    is_archive: bool,
    diagnostics: DiagnosticCollector,
}

impl FederationListReader<'_> {
    fn read_list<R: BufRead>(mut self, opened: OpenedFile<R>) -> Result<FederationList, ReadError> {
        let requested = self.options.control.or(self.names.control());
        let mut missing_columns = Vec::new();
        let (is_combined, month, has_sex, has_control) = match &opened {
            OpenedFile::Xml { is_combined, .. } => (*is_combined, None, true, !*is_combined || requested != Some(Control::Bullet)),
            OpenedFile::Text { sample, .. } => {
                let (true, Some(layout)) = (sample.is_list, &sample.layout) else {
                    let hint = "a list has a header, or rows in one of the layouts since 2001; XML begins with <playerslist>";
                    return Err(self.refuse(&codes::NOT_A_LIST, Place::default(), "not a list in any layout of the federation", hint));
                };
                let month = sample.header.as_ref().and_then(|header| header.month);
                missing_columns = find_missing_columns(layout);
                (layout.is_combined(), month, layout.has(PlayerField::Sex), requested.is_none_or(|control| layout.has_control(control)))
            }
        };
        let control = self.control(is_combined, has_control)?;
        let date = self.date(month);
        let properties = FileProperties {
            year: date.map(|date| date.day().year()),
            flag_is_for_control: !is_combined || control == Control::Standard,
            sex_by_flag: !has_sex,
        };
        if !properties.flag_is_for_control {
            missing_columns.retain(|column| *column != "flag");
            missing_columns.push("flag");
            let message = format!("the flag tells who is inactive at standard; at {control} all are taken as active");
            self.diagnostics.add(&codes::FLAG_OF_STANDARD, Place::default(), message);
        }
        let mut builder = TableBuilder::new(self.take_diagnostics(), properties);
        match opened {
            OpenedFile::Xml { content, is_combined } => {
                if let Err(failure) = xml_players::read_players(content, control, is_combined, &mut builder) {
                    self.diagnostics = builder.diagnostics;
                    return Err(self.failed(failure));
                }
            }
            OpenedFile::Text { sample, lines } => {
                let layout = sample.layout.clone().unwrap_or_else(TextLayout::single);
                report_columns(&layout, &sample, &mut builder.diagnostics);
                text_rows::read_rows(sample, lines, &layout, control, &mut builder)
                    .map_err(|error| read_error(error, self.file, self.is_archive))?;
            }
        }
        let (table, diagnostics, counts) = builder.finish().map_err(|error| ReadError::Io(io::Error::other(error.to_string())))?;
        self.diagnostics = diagnostics;
        let list = self.check_counts(table, date, counts)?;
        Ok(FederationList { missing_columns, ..list })
    }

    fn check_counts(mut self, table: Table, date: Option<ListDate>, counts: RowCounts) -> Result<FederationList, ReadError> {
        let RowCounts { read, unusable } = counts;
        if read == 0 {
            return Err(self.refuse(&codes::NOT_A_LIST, Place::default(), "the list has no player", ""));
        }
        if unusable * 2 > read {
            let message = format!("{unusable} of {read} rows cannot be used, so the layout is not what it seems");
            return Err(self.refuse(&codes::ROWS_UNUSABLE, Place::default(), &message, ""));
        }
        let diagnostics = sorted_diagnostics(self.diagnostics);
        Ok(FederationList { table, date, missing_columns: Vec::new(), rows_read: read, rows_unusable: unusable, diagnostics })
    }

    fn control(&mut self, is_combined: bool, has_control: bool) -> Result<Control, ReadError> {
        // A combined file has all three controls, so that its name contradicts none.
        let named = if is_combined { None } else { self.names.control() };
        if let (Some(given), Some(named)) = (self.options.control, named)
            && given != named
        {
            let message = format!("the file's name says {named}, and {given} was asked for; it is read as {given}");
            self.diagnostics.add(&codes::CONTROL_DISAGREES, Place::default(), message);
        }
        let control = match self.options.control.or(named) {
            Some(control) => control,
            // A single list is read the same way for every control.
            None if !is_combined => Control::Standard,
            None => {
                let message = "the file holds the lists of three controls, and none was asked for";
                return Err(self.refuse(&codes::CONTROL_MISSING, Place::default(), message, "name one of standard, rapid and blitz"));
            }
        };
        if !has_control {
            let message = format!("the file has no {control} ratings");
            return Err(self.refuse(
                &codes::CONTROL_MISSING,
                Place::default(),
                &message,
                "a combined file holds standard, rapid and blitz",
            ));
        }
        Ok(control)
    }

    /// Chooses the date: the one given, else the header's, else the file name's.
    fn date(&mut self, month: Option<ListDate>) -> Option<ListDate> {
        let recognised = [(self.options.date, "the date that was given"), (month, "the header"), (self.names.date(), "the file's name")];
        let mut recognised = recognised.into_iter().filter_map(|(date, by)| Some((date?, by)));
        let (date, by) = recognised.next()?;
        for (other, other_by) in recognised.filter(|(other, _)| *other != date) {
            let message = format!("{other_by} says {}, {by} {}; {} is taken", other.month(), date.month(), date.month());
            self.diagnostics.add(&codes::DATE_DISAGREES, Place::default(), message);
        }
        Some(date)
    }

    /// Refuses the file; `hint` may be empty.
    fn refuse(&mut self, code: &'static Code, place: Place, message: &str, hint: &str) -> ReadError {
        let added = self.diagnostics.add(code, place, message);
        if !hint.is_empty() {
            added.hint(hint);
        }
        ReadError::Refused(sorted_diagnostics(self.take_diagnostics()))
    }

    fn take_diagnostics(&mut self) -> DiagnosticCollector {
        std::mem::replace(&mut self.diagnostics, DiagnosticCollector::new(self.file))
    }

    fn failed(&mut self, failure: XmlFailure) -> ReadError {
        let hint = "fetch the file again: a list that is cut off is not a list";
        match failure {
            XmlFailure::Io(error) => read_error(error, self.file, self.is_archive),
            XmlFailure::Broken { line, column, problem } => self.refuse(&codes::XML_BROKEN, Place::new(line, column, 1), &problem, hint),
            XmlFailure::TooLarge { line, problem } => self.refuse(&codes::TOO_LARGE, Place::line(line), &problem, ""),
        }
    }
}

/// The columns of a list that a layout does not have. The flag can replace the sex, and titles may include women's titles.
fn find_missing_columns(layout: &TextLayout) -> Vec<&'static str> {
    let mut missing_columns: Vec<&str> = [
        (PlayerField::OtherTitles, "other_titles"),
        (PlayerField::Games, "games"),
        (PlayerField::K, "k"),
        (PlayerField::Birth, "birth_year"),
        (PlayerField::Flag, "flag"),
    ]
    .into_iter()
    .filter(|(field, _)| !layout.has(*field))
    .map(|(_, column)| column)
    .collect();
    if !layout.has(PlayerField::Sex) && !layout.has(PlayerField::Flag) {
        missing_columns.push("sex");
    }
    missing_columns
}

fn report_columns(layout: &TextLayout, sample: &text_rows::TextSample, diagnostics: &mut DiagnosticCollector) {
    for (word, start) in sample.header.iter().flat_map(|header| &header.unknown) {
        let message = format!("column '{}' is not read", word.escape_debug());
        diagnostics.add(&codes::COLUMN_UNKNOWN, Place::new(1, start + 1, word.chars().count()), message);
    }
    let missing: Vec<&str> = [
        PlayerField::Sex,
        PlayerField::WomenTitle,
        PlayerField::OtherTitles,
        PlayerField::Games,
        PlayerField::K,
        PlayerField::Birth,
        PlayerField::Flag,
    ]
    .into_iter()
    .filter(|&field| !layout.has(field))
    .map(Into::into)
    .collect();
    if !missing.is_empty() {
        let message = format!("the layout has no column for: {}", missing.join(", "));
        diagnostics.add(&codes::LAYOUT_INCOMPLETE, Place::default(), message);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    #[test]
    fn an_archive_that_expands_beyond_any_list_is_refused_and_not_kept_in_memory() {
        let mut archive = Cursor::new(Vec::new());
        let blanks = vec![b'\n'; 1 << 20];
        let list = b"ID     Name           Fed Rating\n7      Berg, Anna     NOR 1800\n";
        crate::write_zipped(&mut archive, "list.txt", |out| {
            out.write_all(list)?;
            (0..2).try_for_each(|_| out.write_all(&blanks))
        })
        .expect("memory");
        let archive = archive.into_inner();
        assert!(archive.len() < 1 << 16, "two megabytes in {} bytes", archive.len());
        let read = |largest: u64| read_limited(Cursor::new(&archive), &"list.zip".into(), FederationListOptions::default(), largest);
        assert_eq!(read(1 << 30).expect("a list").rows_read, 1);
        match read(1 << 20) {
            Err(ReadError::Refused(recognised)) => {
                let recognised: Vec<String> = recognised.iter().map(ToString::to_string).collect();
                assert_eq!(recognised, ["list.zip: FED003: the list is larger than 1048576 bytes; no list is"]);
            }
            other => panic!("{other:?}"),
        }
    }
}
