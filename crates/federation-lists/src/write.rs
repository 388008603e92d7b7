//! Writing a list as the federation's TXT or XML.

use crate::cells::{Cell, Field};
use crate::codes;
use crate::diagnostics::sorted;
use crate::layout::Layout;
use crate::titles::parted;
use crate::written::{CONTROLS, Columns, Numbers, Player, each_player, held};
use crate::xml::{ELEMENTS, PLAYER, ROOT};
use chrono::Datelike;
use model::{Control, Diagnostic, DiagnosticCollector, ListDate, Place};
use quick_xml::escape::escape;
use std::io::{self, Write};
use std::sync::Arc;
use tables::Table;

/// A list with all the columns of one.
#[derive(Clone, Copy, Debug)]
pub struct ListToWrite<'a> {
    /// Where in a combined file it goes.
    pub control: Control,
    pub date: ListDate,
    pub table: &'a Table,
}

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Text,
    Xml,
}

/// Writes one list, or up to three of different controls as a combined file; returns what the file could not hold.
///
/// # Errors
/// When the file cannot be written to.
///
/// # Panics
/// If a single file is asked for and there is not exactly one list.
pub fn write(
    out: &mut dyn Write,
    form: Form,
    lists: &[ListToWrite<'_>],
    is_combined: bool,
    file: &Arc<str>,
) -> io::Result<Vec<Diagnostic>> {
    assert!(is_combined || lists.len() == 1, "a single file holds one list");
    let mut diagnostics = DiagnosticCollector::new(file);
    let mut slots: [Option<Columns>; 3] = [None, None, None];
    for list in lists {
        let slot = if is_combined { CONTROLS.iter().position(|&control| control == list.control).unwrap_or(0) } else { 0 };
        slots[slot] = Some(Columns::of(list.table).map_err(|error| io::Error::other(error.to_string()))?);
    }
    let dates: Vec<String> = lists.iter().map(|list| format!("{} of {}", list.control, list.date)).collect();
    if lists.windows(2).any(|pair| pair[0].date != pair[1].date) {
        diagnostics.add(&codes::DATES_DIFFER, Place::default(), format!("the lists are of different dates: {}", dates.join(", ")));
    }
    let date = lists.first().map(|list| list.date);
    match form {
        Form::Text => text(out, &slots, is_combined, date, &mut diagnostics)?,
        Form::Xml => xml(out, &slots, is_combined, &mut diagnostics)?,
    }
    Ok(sorted(diagnostics))
}

/// One character of every column is the blank that parts it from the next.
const PARTING: usize = 1;

fn text(
    out: &mut dyn Write,
    lists: &[Option<Columns>; 3],
    is_combined: bool,
    date: Option<ListDate>,
    diagnostics: &mut DiagnosticCollector,
) -> io::Result<()> {
    let layout = if is_combined { Layout::combined() } else { Layout::single() };
    let width = layout.width.unwrap_or(0);
    let spans: Vec<(Field, usize)> = layout.spans().map(|(field, start, end)| (field, end.min(width) - start)).collect();
    let mut line = String::with_capacity(2 * width);
    for &(field, width) in &spans {
        pad(&mut line, &heading(field, date), width);
    }
    write!(out, "{line}\r\n")?;
    let mut number = 1u32;
    let mut not_ascii = 0u64;
    let mut scratch = String::new();
    each_player(lists, is_combined, diagnostics, |player, diagnostics| {
        number = number.saturating_add(1);
        line.clear();
        for &(field, width) in &spans {
            let Some(cell) = field.kind() else { continue };
            value(player, field, &mut scratch, number, diagnostics);
            fit(cell, &mut scratch, width - PARTING, number, diagnostics);
            pad(&mut line, &scratch, width);
        }
        not_ascii += u64::from(!line.is_ascii());
        write!(out, "{line}\r\n")
    })?;
    if not_ascii > 0 {
        let message = format!("{not_ascii} rows are not ASCII; they are written as UTF-8, and columns count characters");
        let hint = "programs that count bytes read these rows wrongly; XML has no columns";
        diagnostics.add(&codes::WRITTEN_NOT_ASCII, Place::default(), message).hint(hint);
    }
    out.flush()
}

/// Adds a word and blanks up to the width of its column.
fn pad(line: &mut String, word: &str, width: usize) {
    line.push_str(word);
    let length = word.chars().count();
    line.extend(std::iter::repeat_n(' ', width.saturating_sub(length)));
}

/// The header's words, as the federation writes them.
fn heading(field: Field, date: Option<ListDate>) -> String {
    use crate::cells::Whose::{Of, Only};
    let word = match field {
        Field::Plain(Cell::Id) => "ID Number",
        Field::Plain(Cell::Name) => "Name",
        Field::Plain(Cell::Federation) => "Fed",
        Field::Plain(Cell::Sex) => "Sex",
        Field::Plain(Cell::Title) => "Tit",
        Field::Plain(Cell::WomenTitle) => "WTit",
        Field::Plain(Cell::OtherTitles) => "OTit",
        Field::Plain(Cell::ArenaTitle) => "FOA",
        Field::Plain(Cell::Birth) => "B-day",
        Field::Plain(Cell::Flag) => "Flag",
        Field::Number(Cell::Rating, Of(Control::Standard)) => "SRtng",
        Field::Number(Cell::Games, Of(Control::Standard)) => "SGm",
        Field::Number(Cell::K, Of(Control::Standard)) => "SK",
        Field::Number(Cell::Rating, Of(Control::Rapid)) => "RRtng",
        Field::Number(Cell::Games, Of(Control::Rapid)) => "RGm",
        Field::Number(Cell::K, Of(Control::Rapid)) => "Rk",
        Field::Number(Cell::Rating, Of(Control::Blitz)) => "BRtng",
        Field::Number(Cell::Games, Of(Control::Blitz)) => "BGm",
        Field::Number(Cell::K, Of(Control::Blitz)) => "BK",
        Field::Number(Cell::Games, Only) => "Gms",
        Field::Number(Cell::K, Only) => "K",
        Field::Number(Cell::Rating, Only) => return date.map_or_else(|| "Rtng".to_owned(), month_heading),
        Field::Plain(_) | Field::Number(..) | Field::Unknown => "",
    };
    word.to_owned()
}

/// `SEP25`
fn month_heading(date: ListDate) -> String {
    let day = date.day();
    format!("{}{:02}", day.format("%b").to_string().to_uppercase(), day.year().rem_euclid(100))
}

/// What stands in one column of one player.
fn value(player: &Player<'_>, field: Field, into: &mut String, line: u32, diagnostics: &mut DiagnosticCollector) {
    let (other_titles, arena_title) = parted(player.other_titles);
    let word = match field {
        Field::Plain(Cell::Id) => return number(Some(i64::from(player.id)), into),
        Field::Plain(Cell::Name) => player.name,
        Field::Plain(Cell::Federation) => player.federation,
        Field::Plain(Cell::Sex) => player.sex,
        // A women's title stands in both columns where there is no other.
        Field::Plain(Cell::Title) if player.title.is_empty() => player.women_title,
        Field::Plain(Cell::Title) => player.title,
        Field::Plain(Cell::WomenTitle) => player.women_title,
        Field::Plain(Cell::OtherTitles) => other_titles,
        Field::Plain(Cell::ArenaTitle) => arena_title,
        Field::Plain(Cell::Birth) => {
            into.clear();
            match player.birth_year.filter(|&year| year > 0) {
                Some(year) => into.push_str(&year.to_string()),
                None => into.push_str("0000"),
            }
            return;
        }
        Field::Plain(Cell::Flag) => match (player.sex == "F", player.is_inactive) {
            (false, false) => "",
            (false, true) => "i",
            (true, false) => "w",
            (true, true) => "wi",
        },
        Field::Number(cell, whose) => {
            let slot = match whose {
                crate::cells::Whose::Only => 0,
                crate::cells::Whose::Of(control) => CONTROLS.iter().position(|&c| c == control).unwrap_or(0),
            };
            // A player whom this control's list does not have is unrated there.
            let none = Numbers { rating: Some(0), games: Some(0), k: Some(0) };
            let numbers = player.numbers[slot].unwrap_or(none);
            let given = match cell {
                Cell::Games => numbers.games,
                Cell::K => numbers.k,
                _ => Some(numbers.rating.unwrap_or(0)),
            };
            return number(given, into);
        }
        Field::Plain(_) | Field::Unknown => "",
    };
    let what = field.kind().map_or("", Into::into);
    held(word, what, line, into, diagnostics);
}

fn number(value: Option<i64>, into: &mut String) {
    into.clear();
    if let Some(value) = value {
        into.push_str(&value.to_string());
    }
}

/// Makes a value as short as its column, and says so.
fn fit(cell: Cell, value: &mut String, most: usize, line: u32, diagnostics: &mut DiagnosticCollector) {
    let length = value.chars().count();
    if length <= most {
        return;
    }
    match cell {
        Cell::Name => {
            let cut: String = value.chars().take(most).collect();
            let message = format!("the name '{value}' has {length} characters, its column {most}; it is cut");
            diagnostics.add(&codes::NAME_CUT, Place::line(line), message);
            // What is left may end in a blank, which a column cannot hold.
            *value = cut.trim_end().to_owned();
        }
        // The federation's own rows become longer; whoever reads the rest from the right loses nothing.
        Cell::OtherTitles if length <= most + PARTING => {}
        Cell::OtherTitles => {
            let message = format!("the other titles '{value}' are longer than their column; the row becomes longer");
            diagnostics.add(&codes::OTHER_TITLES_LONG, Place::line(line), message);
        }
        Cell::Rating | Cell::Games | Cell::K | Cell::Birth | Cell::Id => {
            let message = format!("{cell} {value} is longer than its column; it is left out");
            diagnostics.add(&codes::NUMBER_LEFT_OUT, Place::line(line), message);
            value.clear();
        }
        Cell::Federation | Cell::Sex | Cell::Title | Cell::WomenTitle | Cell::ArenaTitle | Cell::Flag => {
            let message = format!("{cell} '{value}' is longer than its column; it is left out");
            diagnostics.add(&codes::WORD_LEFT_OUT, Place::line(line), message);
            value.clear();
        }
    }
}

fn xml(out: &mut dyn Write, lists: &[Option<Columns>; 3], is_combined: bool, diagnostics: &mut DiagnosticCollector) -> io::Result<()> {
    let elements: Vec<(&str, Field)> =
        ELEMENTS.into_iter().filter(|(name, _)| is_combined || !(name.starts_with("rapid_") || name.starts_with("blitz_"))).collect();
    writeln!(out, "<{ROOT}>")?;
    let mut line = 2u32;
    let mut scratch = String::new();
    each_player(lists, is_combined, diagnostics, |player, diagnostics| {
        writeln!(out, "<{PLAYER}>")?;
        for &(name, field) in &elements {
            line = line.saturating_add(1);
            value(player, field, &mut scratch, line, diagnostics);
            writeln!(out, "<{name}>{}</{name}>", escape(scratch.as_str()))?;
        }
        line = line.saturating_add(2);
        writeln!(out, "</{PLAYER}>")
    })?;
    writeln!(out, "</{ROOT}>")?;
    out.flush()
}
