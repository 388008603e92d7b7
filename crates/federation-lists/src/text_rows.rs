//! Reads the rows of text files.

use crate::codes;
use crate::header::{TextHeader, parse_header};
use crate::layout::TextLayout;
use crate::layout_detection::{best_layout, faults_of};
use crate::line_reader::{LineReader, MAX_LINE_BYTES, NextLine};
use crate::list_row::{FileColumn, ListRow, PlayerField};
use crate::table_builder::{MOST_ROWS, TableBuilder};
use encoding_rs::WINDOWS_1252;
use model::{Control, Place};
use std::borrow::Cow;
use std::io::{self, BufRead};
use strum::EnumCount;

/// The number of lines that are read before the layout is chosen.
const SAMPLE_LINES: usize = 300;
/// The header is within this number of lines.
const HEADER_LINES: u32 = 3;

/// The first lines of a text file, and what they say about its layout.
#[derive(Debug)]
pub(crate) struct TextSample {
    pub(crate) header: Option<TextHeader>,
    header_line: u32,
    pub(crate) layout: Option<TextLayout>,
    /// Whether the file is a list of the federation.
    pub(crate) is_list: bool,
    lines: Vec<(u32, NextLine, Vec<u8>)>,
}

/// Reads the first lines and detects the layout.
pub(crate) fn read_sample<R: BufRead>(lines: &mut LineReader<R>) -> io::Result<TextSample> {
    let mut first = Vec::new();
    let mut line = Vec::new();
    while first.len() < SAMPLE_LINES {
        match lines.next(&mut line)? {
            NextLine::End => break,
            next => first.push((lines.number, next, line.clone())),
        }
    }
    let texts: Vec<(u32, Cow<'_, str>)> = first.iter().map(|(number, _, line)| (*number, decoded(line))).collect();
    let found = texts.iter().filter(|(number, _)| *number <= HEADER_LINES).find_map(|(number, text)| Some((*number, parse_header(text)?)));
    let (header_line, header) = found.map_or((0, None), |(number, header)| (number, Some(header)));
    let begins_with_number = |text: &str| text.split_whitespace().next().is_some_and(|word| word.bytes().all(|b| b.is_ascii_digit()));
    let rows: Vec<Vec<char>> = texts.iter().filter(|(_, text)| begins_with_number(text)).map(|(_, text)| text.chars().collect()).collect();
    let chosen = best_layout(header.as_ref(), &rows);
    // Without a header nearly every row must fit, because other texts begin with numbers too.
    let fits = chosen.as_ref().is_some_and(|(_, fitting)| !rows.is_empty() && fitting * 10 >= rows.len() * 9);
    let is_list = header.is_some() || (fits && !first.iter().any(|(.., line)| line.contains(&0)));
    Ok(TextSample { header, header_line, layout: chosen.map(|(layout, _)| layout), is_list, lines: first })
}

/// Decodes a line as UTF-8, else as windows-1252, in which every byte is valid.
fn decoded(line: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(line) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => WINDOWS_1252.decode_without_bom_handling(line).0,
    }
}

/// Counts of rows that are reported once per file, each with the line of the first.
#[derive(Debug, Default)]
struct RowNotes {
    not_ascii: (u64, u32),
    not_utf8: (u64, u32),
    blanks_cut: (u64, u32),
}

fn count(counter: &mut (u64, u32), line: u32) {
    if counter.0 == 0 {
        counter.1 = line;
    }
    counter.0 += 1;
}

/// Reads all rows of one control into the builder.
pub(crate) fn read_rows<R: BufRead>(
    sample: TextSample,
    mut lines: LineReader<R>,
    layout: &TextLayout,
    control: Control,
    builder: &mut TableBuilder,
) -> io::Result<()> {
    let slices = ColumnSlices::of(layout, control);
    let mut row_notes = RowNotes::default();
    let mut starts = Vec::new();
    let mut add_line = |number: u32, next: NextLine, line: &[u8], builder: &mut TableBuilder| {
        if next == NextLine::TooLong {
            builder.count_unusable();
            let message = format!("the line has more than {MAX_LINE_BYTES} characters; it is left out");
            builder.diagnostics.add(&codes::ROW_UNUSABLE, Place::line(number), message);
            return;
        }
        let is_of_header = number <= HEADER_LINES && !line.iter().any(u8::is_ascii_digit);
        if number == sample.header_line || is_of_header || line.iter().all(u8::is_ascii_whitespace) {
            return;
        }
        let text = decoded(line);
        starts.clear();
        if !line.is_ascii() {
            starts.extend(text.char_indices().map(|(at, _)| at));
            count(if matches!(text, Cow::Owned(_)) { &mut row_notes.not_utf8 } else { &mut row_notes.not_ascii }, number);
        }
        let line = DecodedLine { number, text: &text, starts: &starts };
        add_row(&line, layout, &slices, control, &mut row_notes, builder);
    };
    for (number, next, line) in &sample.lines {
        add_line(*number, *next, line, builder);
    }
    let mut line = Vec::new();
    loop {
        match lines.next(&mut line)? {
            NextLine::End => break,
            next => add_line(lines.number, next, &line, builder),
        }
        if builder.read > MOST_ROWS {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("more than {MOST_ROWS} rows")));
        }
    }
    report_row_notes(&row_notes, builder);
    Ok(())
}

fn report_row_notes(row_notes: &RowNotes, builder: &mut TableBuilder) {
    for ((rows, line), read_as) in [(row_notes.not_utf8, "windows-1252"), (row_notes.not_ascii, "UTF-8")] {
        if rows > 0 {
            let message = format!("{rows} rows are not ASCII, this one first; they are read as {read_as}");
            builder.diagnostics.add(&codes::NOT_ASCII, Place::line(line), message);
        }
    }
    let (rows, line) = row_notes.blanks_cut;
    if rows > 0 {
        builder.diagnostics.add(
            &codes::BLANKS_CUT,
            Place::line(line),
            format!("{rows} rows lack the blanks at their ends, this one first"),
        );
    }
}

/// A decoded line.
#[derive(Clone, Copy)]
struct DecodedLine<'a> {
    number: u32,
    text: &'a str,
    /// The byte offset of each character; empty if the line is ASCII.
    starts: &'a [usize],
}

impl<'a> DecodedLine<'a> {
    fn len(&self) -> usize {
        if self.starts.is_empty() { self.text.len() } else { self.starts.len() }
    }

    /// The characters between two columns, as far as the line goes.
    fn slice(&self, from: usize, to: usize) -> &'a str {
        let byte = |column: usize| {
            if self.starts.is_empty() { column.min(self.text.len()) } else { self.starts.get(column).copied().unwrap_or(self.text.len()) }
        };
        &self.text[byte(from)..byte(to)]
    }
}

/// The fields that the columns of a layout fill.
struct ColumnSlices {
    fields: Vec<(PlayerField, usize, usize)>,
    flag_from: usize,
}

impl ColumnSlices {
    fn of(layout: &TextLayout, control: Control) -> Self {
        let fields: Vec<_> = layout.spans().filter_map(|(column, start, end)| Some((column.field_for(control)?, start, end))).collect();
        Self { fields, flag_from: layout.start(FileColumn::Plain(PlayerField::Flag)).unwrap_or(0) }
    }

    fn row<'a>(&self, line: &DecodedLine<'a>) -> ListRow<'a> {
        let mut row = ListRow {
            line: line.number,
            values: [""; PlayerField::COUNT],
            places: [Place::default(); PlayerField::COUNT],
            source: line.text,
        };
        for &(field, start, end) in &self.fields {
            let slice = line.slice(start, end);
            let value = slice.trim_start();
            let blanks = if value.is_empty() { 0 } else { slice.len() - value.len() };
            row.values[field as usize] = value.trim_end();
            row.places[field as usize] = Place::new(line.number, start + blanks + 1, 1);
        }
        row
    }
}

fn add_row(
    line: &DecodedLine<'_>,
    layout: &TextLayout,
    slices: &ColumnSlices,
    control: Control,
    row_notes: &mut RowNotes,
    builder: &mut TableBuilder,
) {
    let Some(width) = layout.width else {
        return builder.add(&slices.row(line));
    };
    let length = line.len();
    if length > width {
        return add_long_row(line, layout, control, length - width, builder);
    }
    if length < slices.flag_from {
        let message = format!("the row has {length} characters, its layout {width}; what is missing is taken as blank");
        builder
            .diagnostics
            .add(&codes::ROW_SHORT, Place::line(line.number), message)
            .hint("the end of the row may be cut off")
            .source(line.text);
    } else if length < width {
        count(&mut row_notes.blanks_cut, line.number);
    }
    builder.add(&slices.row(line));
}

/// Adds a row that is longer than its layout: other titles that are too long shift the columns after them; otherwise the end is extra text.
fn add_long_row(line: &DecodedLine<'_>, layout: &TextLayout, control: Control, by: usize, builder: &mut TableBuilder) {
    let characters: Vec<char> = line.text.chars().collect();
    let width = layout.width.unwrap_or(0);
    let length = characters.len();
    let shifted = layout.shifted(by);
    // One fault may have another cause; the better reading is still clear.
    let (from_right, from_left) = (faults_of(&shifted, &characters), faults_of(layout, &characters[..width]));
    if from_right <= 1 && from_right <= from_left {
        let message = format!(
            "the row has {length} characters, its layout {width}: the other titles are longer than their column; the rest is read from the right"
        );
        builder.diagnostics.add(&codes::ROW_LONG, Place::line(line.number), message).source(line.text);
        builder.add(&ColumnSlices::of(&shifted, control).row(line));
    } else if from_left <= 1 && from_left < from_right {
        let rest: String = characters[width..].iter().collect();
        if !rest.trim().is_empty() {
            let message = format!("'{}' stands behind the end of the row and is not read", rest.trim());
            builder.diagnostics.add(&codes::ROW_LONG, Place::new(line.number, width + 1, by), message).source(line.text);
        }
        let slice = DecodedLine { text: line.slice(0, width), starts: line.starts.get(..width).unwrap_or(&[]), ..*line };
        builder.add(&ColumnSlices::of(layout, control).row(&slice));
    } else {
        builder.count_unusable();
        let message = format!("the row has {length} characters, its layout {width}, and fits it from neither end; it is left out");
        builder.diagnostics.add(&codes::ROW_UNUSABLE, Place::line(line.number), message).source(line.text);
    }
}
