//! The text files, row by row.

use crate::cells::{Cell, Field, Row};
use crate::codes;
use crate::fit::{best_layout, faults_of};
use crate::header::{Header, read_header};
use crate::layout::Layout;
use crate::lines::{Lines, MAX_LINE_BYTES, Next};
use crate::table_builder::{MOST_ROWS, TableBuilder};
use encoding_rs::WINDOWS_1252;
use model::{Control, Place};
use std::borrow::Cow;
use std::io::{self, BufRead};
use strum::EnumCount;

/// So many lines are looked at before the layout is chosen.
const SAMPLE: usize = 300;
/// Headers stand in the first lines.
const HEADER_LINES: u32 = 3;

/// The beginning of a text file, which tells the layout.
#[derive(Debug)]
pub(crate) struct Opening {
    pub(crate) header: Option<Header>,
    header_line: u32,
    pub(crate) layout: Option<Layout>,
    /// Whether it is a list of the federation at all.
    pub(crate) is_list: bool,
    lines: Vec<(u32, Next, Vec<u8>)>,
}

/// Reads the first lines.
pub(crate) fn opening<R: BufRead>(lines: &mut Lines<R>) -> io::Result<Opening> {
    let mut first = Vec::new();
    let mut line = Vec::new();
    while first.len() < SAMPLE {
        match lines.next(&mut line)? {
            Next::End => break,
            next => first.push((lines.number, next, line.clone())),
        }
    }
    let texts: Vec<(u32, Cow<'_, str>)> = first.iter().map(|(number, _, line)| (*number, decoded(line))).collect();
    let found = texts.iter().filter(|(number, _)| *number <= HEADER_LINES).find_map(|(number, text)| Some((*number, read_header(text)?)));
    let (header_line, header) = found.map_or((0, None), |(number, header)| (number, Some(header)));
    let begins_with_number = |text: &str| text.split_whitespace().next().is_some_and(|word| word.bytes().all(|b| b.is_ascii_digit()));
    let rows: Vec<Vec<char>> = texts.iter().filter(|(_, text)| begins_with_number(text)).map(|(_, text)| text.chars().collect()).collect();
    let chosen = best_layout(header.as_ref(), &rows);
    // Without a header nearly every row must fit: other text begins with numbers too.
    let fits = chosen.as_ref().is_some_and(|(_, fitting)| !rows.is_empty() && fitting * 10 >= rows.len() * 9);
    let is_list = header.is_some() || (fits && !first.iter().any(|(.., line)| line.contains(&0)));
    Ok(Opening { header, header_line, layout: chosen.map(|(layout, _)| layout), is_list, lines: first })
}

/// UTF-8 where it is that, otherwise windows-1252, in which every byte means something.
fn decoded(line: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(line) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => WINDOWS_1252.decode_without_bom_handling(line).0,
    }
}

/// Rows of kinds that are reported once for the whole file: how many, and the line of the first.
#[derive(Debug, Default)]
struct OddRows {
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

/// Reads every row of one control into the builder.
pub(crate) fn read_rows<R: BufRead>(
    opening: Opening,
    mut lines: Lines<R>,
    layout: &Layout,
    control: Control,
    builder: &mut TableBuilder,
) -> io::Result<()> {
    let slices = Slices::of(layout, control);
    let mut odd_rows = OddRows::default();
    let mut starts = Vec::new();
    let mut take = |number: u32, next: Next, line: &[u8], builder: &mut TableBuilder| {
        if next == Next::TooLong {
            builder.leave_out();
            let message = format!("the line has more than {MAX_LINE_BYTES} characters; it is left out");
            builder.diagnostics.add(&codes::ROW_UNUSABLE, Place::line(number), message);
            return;
        }
        let is_of_header = number <= HEADER_LINES && !line.iter().any(u8::is_ascii_digit);
        if number == opening.header_line || is_of_header || line.iter().all(u8::is_ascii_whitespace) {
            return;
        }
        let text = decoded(line);
        starts.clear();
        if !line.is_ascii() {
            starts.extend(text.char_indices().map(|(at, _)| at));
            count(if matches!(text, Cow::Owned(_)) { &mut odd_rows.not_utf8 } else { &mut odd_rows.not_ascii }, number);
        }
        let line = Line { number, text: &text, starts: &starts };
        take_row(&line, layout, &slices, control, &mut odd_rows, builder);
    };
    for (number, next, line) in &opening.lines {
        take(*number, *next, line, builder);
    }
    let mut line = Vec::new();
    loop {
        match lines.next(&mut line)? {
            Next::End => break,
            next => take(lines.number, next, &line, builder),
        }
        if builder.read > MOST_ROWS {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("more than {MOST_ROWS} rows")));
        }
    }
    report_odd_rows(&odd_rows, builder);
    Ok(())
}

fn report_odd_rows(odd_rows: &OddRows, builder: &mut TableBuilder) {
    for ((rows, line), read_as) in [(odd_rows.not_utf8, "windows-1252"), (odd_rows.not_ascii, "UTF-8")] {
        if rows > 0 {
            let message = format!("{rows} rows are not ASCII, this one first; they are read as {read_as}");
            builder.diagnostics.add(&codes::NOT_ASCII, Place::line(line), message);
        }
    }
    let (rows, line) = odd_rows.blanks_cut;
    if rows > 0 {
        builder.diagnostics.add(
            &codes::BLANKS_CUT,
            Place::line(line),
            format!("{rows} rows lack the blanks at their ends, this one first"),
        );
    }
}

/// One line, decoded.
#[derive(Clone, Copy)]
struct Line<'a> {
    number: u32,
    text: &'a str,
    /// Where each character begins; empty where all are single bytes.
    starts: &'a [usize],
}

impl<'a> Line<'a> {
    fn len(&self) -> usize {
        if self.starts.is_empty() { self.text.len() } else { self.starts.len() }
    }

    /// The characters from one column up to another, as far as the line goes.
    fn cut(&self, from: usize, to: usize) -> &'a str {
        let byte = |column: usize| {
            if self.starts.is_empty() { column.min(self.text.len()) } else { self.starts.get(column).copied().unwrap_or(self.text.len()) }
        };
        &self.text[byte(from)..byte(to)]
    }
}

/// Which columns of a layout fill which cells.
struct Slices {
    cells: Vec<(Cell, usize, usize)>,
    flag_from: usize,
}

impl Slices {
    fn of(layout: &Layout, control: Control) -> Self {
        let cells: Vec<_> = layout.spans().filter_map(|(field, start, end)| Some((field.cell(control)?, start, end))).collect();
        Self { cells, flag_from: layout.start(Field::Plain(Cell::Flag)).unwrap_or(0) }
    }

    fn row<'a>(&self, line: &Line<'a>) -> Row<'a> {
        let mut row = Row { line: line.number, values: [""; Cell::COUNT], places: [Place::default(); Cell::COUNT], source: line.text };
        for &(cell, start, end) in &self.cells {
            let slice = line.cut(start, end);
            let value = slice.trim_start();
            let blanks = if value.is_empty() { 0 } else { slice.len() - value.len() };
            row.values[cell as usize] = value.trim_end();
            row.places[cell as usize] = Place::new(line.number, start + blanks + 1, 1);
        }
        row
    }
}

fn take_row(line: &Line<'_>, layout: &Layout, slices: &Slices, control: Control, odd_rows: &mut OddRows, builder: &mut TableBuilder) {
    let Some(width) = layout.width else {
        return builder.add(&slices.row(line));
    };
    let length = line.len();
    if length > width {
        return take_long_row(line, layout, control, length - width, builder);
    }
    if length < slices.flag_from {
        let message = format!("the row has {length} characters, its layout {width}; what is missing is taken as blank");
        builder
            .diagnostics
            .add(&codes::ROW_SHORT, Place::line(line.number), message)
            .hint("the end of the row may be cut off")
            .source(line.text);
    } else if length < width {
        count(&mut odd_rows.blanks_cut, line.number);
    }
    builder.add(&slices.row(line));
}

/// Other titles that are too long push what stands behind them to the right; other rows have something behind their end.
fn take_long_row(line: &Line<'_>, layout: &Layout, control: Control, by: usize, builder: &mut TableBuilder) {
    let characters: Vec<char> = line.text.chars().collect();
    let width = layout.width.unwrap_or(0);
    let length = characters.len();
    let pushed = layout.pushed(by);
    // One thing may be wrong in a row of its own; which end it is to be read from is still plain.
    let (from_right, from_left) = (faults_of(&pushed, &characters), faults_of(layout, &characters[..width]));
    if from_right <= 1 && from_right <= from_left {
        let message = format!(
            "the row has {length} characters, its layout {width}: the other titles are longer than their column; the rest is read from the right"
        );
        builder.diagnostics.add(&codes::ROW_LONG, Place::line(line.number), message).source(line.text);
        builder.add(&Slices::of(&pushed, control).row(line));
    } else if from_left <= 1 && from_left < from_right {
        let rest: String = characters[width..].iter().collect();
        if !rest.trim().is_empty() {
            let message = format!("'{}' stands behind the end of the row and is not read", rest.trim());
            builder.diagnostics.add(&codes::ROW_LONG, Place::new(line.number, width + 1, by), message).source(line.text);
        }
        let cut = Line { text: line.cut(0, width), starts: line.starts.get(..width).unwrap_or(&[]), ..*line };
        builder.add(&Slices::of(layout, control).row(&cut));
    } else {
        builder.leave_out();
        let message = format!("the row has {length} characters, its layout {width}, and fits it from neither end; it is left out");
        builder.diagnostics.add(&codes::ROW_UNUSABLE, Place::line(line.number), message).source(line.text);
    }
}
