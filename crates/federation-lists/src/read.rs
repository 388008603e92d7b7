//! Reading one file, from top to bottom.

use crate::cells::Cell;
use crate::dates::{control_in_name, list_date_in_name};
use crate::diagnostics::sorted;
use crate::layout::Layout;
use crate::lines::Lines;
use crate::source::{Content, LARGEST, refusal, with_content};
use crate::table_builder::{Counts, Expected, TableBuilder};
use crate::xml::XmlFailure;
use crate::{codes, text, xml};
use chrono::Datelike;
use model::{Code, Control, Diagnostic, DiagnosticCollector, ListDate, Place};
use std::io::{self, BufRead, Read, Seek};
use std::sync::Arc;
use tables::Table;

/// What the reader needs to be told.
#[derive(Clone, Copy, Debug, Default)]
pub struct Question {
    /// Whose columns of a combined file are taken; otherwise the file's name may tell.
    pub control: Option<Control>,
    /// The date of the list; otherwise the header or the file's name may tell.
    pub date: Option<ListDate>,
}

/// A federation's list as columns.
#[derive(Clone, Debug)]
pub struct FederationList {
    /// `fide_id,name,title,women_title,other_titles,federation,sex,birth_year,rating,games,k,flag`, by id; players without a rating too.
    pub table: Table,
    pub date: Option<ListDate>,
    /// Columns of the table that the file cannot tell: its layout has no place for them, or they are another control's.
    pub not_held: Vec<&'static str>,
    pub rows_read: u64,
    /// Rows that are left out, each with a diagnostic.
    pub rows_unusable: u64,
    pub diagnostics: Vec<Diagnostic>,
}

/// What a file turned out to be, without its rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recognised {
    pub is_combined: bool,
    pub date: Option<ListDate>,
    pub control: Option<Control>,
}

/// Why there is no list.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("the list is refused: {}", .0.iter().find(|d| d.is_error()).map(ToString::to_string).unwrap_or_default())]
    Refused(Vec<Diagnostic>),
}

/// Tells whether a file is a federation's list, by its content. A damaged archive is none.
pub fn recognise<S: Read + Seek>(source: S, name: &str) -> io::Result<Option<Recognised>> {
    let file: Arc<str> = name.into();
    let look = |content: Content<'_>, inner: Option<&str>| -> Result<Option<Recognised>, ReadError> {
        let names = Names { outer: name, inner };
        let told = |is_combined: bool, month: Option<ListDate>| Recognised {
            is_combined,
            date: month.or_else(|| names.date()),
            control: names.control().filter(|_| !is_combined),
        };
        Ok(match Opened::begin(content)? {
            Opened::Xml { is_combined, .. } => Some(told(is_combined, None)),
            Opened::Text { opening, .. } if opening.is_list => {
                let month = opening.header.as_ref().and_then(|header| header.month);
                Some(told(opening.layout.as_ref().is_some_and(Layout::is_combined), month))
            }
            Opened::Text { .. } => None,
        })
    };
    match with_content(source, &file, LARGEST, look) {
        Ok(found) => Ok(found),
        Err(ReadError::Refused(_)) => Ok(None),
        Err(ReadError::Io(error)) if matches!(error.kind(), io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof) => Ok(None),
        Err(ReadError::Io(error)) => Err(error),
    }
}

/// Reads a list. `file` is how diagnostics name it; its last part is looked at for a date and a control.
///
/// # Errors
/// When the file cannot be read as a list at all. Rows that cannot be used are named, counted and left out.
pub fn read<S: Read + Seek>(source: S, file: &Arc<str>, question: Question) -> Result<FederationList, ReadError> {
    read_limited(source, file, question, LARGEST)
}

fn read_limited<S: Read + Seek>(source: S, file: &Arc<str>, question: Question, largest: u64) -> Result<FederationList, ReadError> {
    with_content(source, file, largest, |content, inner| {
        let is_archive = inner.is_some();
        let names = Names { outer: file.rsplit('/').next().unwrap_or(file), inner };
        let opened = Opened::begin(content).map_err(|error| refusal(error, file, is_archive))?;
        Reading { file, question, names, is_archive, diagnostics: DiagnosticCollector::new(file) }.list(opened)
    })
}

/// The names that may tell something: the file's, and that of the file inside an archive.
#[derive(Clone, Copy)]
struct Names<'a> {
    outer: &'a str,
    inner: Option<&'a str>,
}

impl Names<'_> {
    fn date(self) -> Option<ListDate> {
        list_date_in_name(self.outer).or_else(|| self.inner.and_then(list_date_in_name))
    }

    fn control(self) -> Option<Control> {
        control_in_name(self.outer).or_else(|| self.inner.and_then(control_in_name))
    }
}

/// A file with its beginning looked at.
enum Opened<R> {
    Xml { content: R, is_combined: bool },
    Text { opening: text::Opening, lines: Lines<R> },
}

impl<R: BufRead> Opened<R> {
    fn begin(mut content: R) -> io::Result<Self> {
        let beginning = content.fill_buf()?;
        if xml::is_list(beginning) {
            let is_combined = xml::is_combined(beginning);
            return Ok(Self::Xml { content, is_combined });
        }
        if beginning.starts_with(b"\xef\xbb\xbf") {
            content.consume(3);
        }
        let mut lines = Lines::new(content);
        let opening = text::opening(&mut lines)?;
        Ok(Self::Text { opening, lines })
    }
}

struct Reading<'a> {
    file: &'a Arc<str>,
    question: Question,
    names: Names<'a>,
    is_archive: bool,
    diagnostics: DiagnosticCollector,
}

impl Reading<'_> {
    fn list<R: BufRead>(mut self, opened: Opened<R>) -> Result<FederationList, ReadError> {
        let asked = self.question.control.or(self.names.control());
        let mut not_held = Vec::new();
        let (is_combined, month, has_sex, is_held) = match &opened {
            Opened::Xml { is_combined, .. } => (*is_combined, None, true, !*is_combined || asked != Some(Control::Bullet)),
            Opened::Text { opening, .. } => {
                let (true, Some(layout)) = (opening.is_list, &opening.layout) else {
                    let hint = "a list has a header, or rows in one of the layouts since 2001; XML begins with <playerslist>";
                    return Err(self.refuse(&codes::NOT_A_LIST, Place::default(), "not a list in any layout of the federation", hint));
                };
                let month = opening.header.as_ref().and_then(|header| header.month);
                not_held = columns_not_held(layout);
                (layout.is_combined(), month, layout.has(Cell::Sex), asked.is_none_or(|control| layout.holds(control)))
            }
        };
        let control = self.control(is_combined, is_held)?;
        let date = self.date(month);
        let expected = Expected {
            year: date.map(|date| date.day().year()),
            flag_is_for_control: !is_combined || control == Control::Standard,
            sex_by_flag: !has_sex,
        };
        if !expected.flag_is_for_control {
            not_held.retain(|column| *column != "flag");
            not_held.push("flag");
            let message = format!("the flag tells who is inactive at standard; at {control} all are taken as active");
            self.diagnostics.add(&codes::FLAG_OF_STANDARD, Place::default(), message);
        }
        let mut builder = TableBuilder::new(self.take_diagnostics(), expected);
        match opened {
            Opened::Xml { content, is_combined } => {
                if let Err(failure) = xml::read_players(content, control, is_combined, &mut builder) {
                    self.diagnostics = builder.diagnostics;
                    return Err(self.failed(failure));
                }
            }
            Opened::Text { opening, lines } => {
                let layout = opening.layout.clone().unwrap_or_else(Layout::single);
                report_what_is_missing(&layout, &opening, &mut builder.diagnostics);
                text::read_rows(opening, lines, &layout, control, &mut builder)
                    .map_err(|error| refusal(error, self.file, self.is_archive))?;
            }
        }
        let (table, diagnostics, counts) = builder.finish().map_err(|error| ReadError::Io(io::Error::other(error.to_string())))?;
        self.diagnostics = diagnostics;
        let list = self.judged(table, date, counts)?;
        Ok(FederationList { not_held, ..list })
    }

    fn judged(mut self, table: Table, date: Option<ListDate>, counts: Counts) -> Result<FederationList, ReadError> {
        let Counts { read, unusable } = counts;
        if read == 0 {
            return Err(self.refuse(&codes::NOT_A_LIST, Place::default(), "the list has no player", ""));
        }
        if unusable * 2 > read {
            let message = format!("{unusable} of {read} rows cannot be used, so the layout is not what it seems");
            return Err(self.refuse(&codes::ROWS_UNUSABLE, Place::default(), &message, ""));
        }
        let diagnostics = sorted(self.diagnostics);
        Ok(FederationList { table, date, not_held: Vec::new(), rows_read: read, rows_unusable: unusable, diagnostics })
    }

    fn control(&mut self, is_combined: bool, is_held: bool) -> Result<Control, ReadError> {
        // A combined file holds all three, so its name says nothing against any of them.
        let named = if is_combined { None } else { self.names.control() };
        if let (Some(given), Some(named)) = (self.question.control, named)
            && given != named
        {
            let message = format!("the file's name says {named}, and {given} was asked for; it is read as {given}");
            self.diagnostics.add(&codes::CONTROL_DISAGREES, Place::default(), message);
        }
        let control = match self.question.control.or(named) {
            Some(control) => control,
            // A single list is read the same whichever control it is of.
            None if !is_combined => Control::Standard,
            None => {
                let message = "the file holds the lists of three controls, and none was asked for";
                return Err(self.refuse(&codes::CONTROL_NOT_HELD, Place::default(), message, "name one of standard, rapid and blitz"));
            }
        };
        if !is_held {
            let message = format!("the file has no {control} ratings");
            return Err(self.refuse(
                &codes::CONTROL_NOT_HELD,
                Place::default(),
                &message,
                "a combined file holds standard, rapid and blitz",
            ));
        }
        Ok(control)
    }

    /// What was given goes before the header, and the header before the name.
    fn date(&mut self, month: Option<ListDate>) -> Option<ListDate> {
        let told = [(self.question.date, "the date that was given"), (month, "the header"), (self.names.date(), "the file's name")];
        let mut told = told.into_iter().filter_map(|(date, by)| Some((date?, by)));
        let (date, by) = told.next()?;
        for (other, other_by) in told.filter(|(other, _)| *other != date) {
            let message = format!("{other_by} says {}, {by} {}; {} is taken", other.month(), date.month(), date.month());
            self.diagnostics.add(&codes::DATE_DISAGREES, Place::default(), message);
        }
        Some(date)
    }

    /// `hint` may be empty.
    fn refuse(&mut self, code: &'static Code, place: Place, message: &str, hint: &str) -> ReadError {
        let added = self.diagnostics.add(code, place, message);
        if !hint.is_empty() {
            added.hint(hint);
        }
        ReadError::Refused(sorted(self.take_diagnostics()))
    }

    fn take_diagnostics(&mut self) -> DiagnosticCollector {
        std::mem::replace(&mut self.diagnostics, DiagnosticCollector::new(self.file))
    }

    fn failed(&mut self, failure: XmlFailure) -> ReadError {
        let hint = "fetch the file again: a list that is cut off is not a list";
        match failure {
            XmlFailure::Io(error) => refusal(error, self.file, self.is_archive),
            XmlFailure::Broken { line, column, problem } => self.refuse(&codes::XML_BROKEN, Place::new(line, column, 1), &problem, hint),
            XmlFailure::TooLarge { line, problem } => self.refuse(&codes::TOO_LARGE, Place::line(line), &problem, ""),
        }
    }
}

/// The columns of a list for which a layout has no place. Where there is no sex the flag tells it, and women's titles may stand among the others.
fn columns_not_held(layout: &Layout) -> Vec<&'static str> {
    let mut not_held: Vec<&str> =
        [(Cell::OtherTitles, "other_titles"), (Cell::Games, "games"), (Cell::K, "k"), (Cell::Birth, "birth_year"), (Cell::Flag, "flag")]
            .into_iter()
            .filter(|(cell, _)| !layout.has(*cell))
            .map(|(_, column)| column)
            .collect();
    if !layout.has(Cell::Sex) && !layout.has(Cell::Flag) {
        not_held.push("sex");
    }
    not_held
}

fn report_what_is_missing(layout: &Layout, opening: &text::Opening, diagnostics: &mut DiagnosticCollector) {
    for (word, start) in opening.header.iter().flat_map(|header| &header.unknown) {
        let message = format!("column '{}' is not read", word.escape_debug());
        diagnostics.add(&codes::COLUMN_UNKNOWN, Place::new(1, start + 1, word.chars().count()), message);
    }
    let missing: Vec<&str> = [Cell::Sex, Cell::WomenTitle, Cell::OtherTitles, Cell::Games, Cell::K, Cell::Birth, Cell::Flag]
        .into_iter()
        .filter(|&cell| !layout.has(cell))
        .map(Into::into)
        .collect();
    if !missing.is_empty() {
        let message = format!("the layout has no column for: {}", missing.join(", "));
        diagnostics.add(&codes::LAYOUT_LACKS, Place::default(), message);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    #[test]
    fn an_archive_that_expands_beyond_any_list_is_refused_and_not_held() {
        let mut archive = Cursor::new(Vec::new());
        let blanks = vec![b'\n'; 1 << 20];
        let list = b"ID     Name           Fed Rating\n7      Berg, Anna     NOR 1800\n";
        crate::zipped(&mut archive, "list.txt", |out| {
            out.write_all(list)?;
            (0..2).try_for_each(|_| out.write_all(&blanks))
        })
        .expect("memory");
        let archive = archive.into_inner();
        assert!(archive.len() < 1 << 16, "two megabytes in {} bytes", archive.len());
        let read = |largest: u64| read_limited(Cursor::new(&archive), &"list.zip".into(), Question::default(), largest);
        assert_eq!(read(1 << 30).expect("a list").rows_read, 1);
        match read(1 << 20) {
            Err(ReadError::Refused(told)) => {
                let told: Vec<String> = told.iter().map(ToString::to_string).collect();
                assert_eq!(told, ["list.zip: FED003: the list is larger than 1048576 bytes; no list is"]);
            }
            other => panic!("{other:?}"),
        }
    }
}
