//! Writes lists as the federation's TXT or XML.

use crate::codes;
use crate::diagnostics::sorted_diagnostics;
use crate::layout::TextLayout;
use crate::list_row::{FileColumn, PlayerField};
use crate::merged_players::{CONTROLS, ControlNumbers, ListColumns, WrittenPlayer, clean_text, for_each_player};
use crate::titles::split_titles;
use crate::xml_players::{ELEMENTS, PLAYER, ROOT};
use chrono::Datelike;
use model::{Control, Diagnostic, DiagnosticCollector, ListDate, Place};
use quick_xml::escape::escape;
use std::io::{self, Write};
use std::sync::Arc;
use tables::Table;

/// A list with all its columns.
#[derive(Clone, Copy, Debug)]
pub struct ListToWrite<'a> {
    /// The control of the list, which selects the columns in a combined file.
    pub control: Control,
    pub date: ListDate,
    pub table: &'a Table,
}

/// The format of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FederationFormat {
    Text,
    Xml,
}

/// Writes one list, or up to three of different controls as a combined file; returns diagnostics for values that the file could not hold.
///
/// # Errors
/// When writing fails.
///
/// # Panics
/// If the file is not combined and there is not exactly one list.
pub fn write(
    out: &mut dyn Write,
    form: FederationFormat,
    lists: &[ListToWrite<'_>],
    is_combined: bool,
    file: &Arc<str>,
) -> io::Result<Vec<Diagnostic>> {
    assert!(is_combined || lists.len() == 1, "a single file holds one list");
    let mut diagnostics = DiagnosticCollector::new(file);
    let mut slots: [Option<ListColumns>; 3] = [None, None, None];
    for list in lists {
        let slot = if is_combined { CONTROLS.iter().position(|&control| control == list.control).unwrap_or(0) } else { 0 };
        slots[slot] = Some(ListColumns::of(list.table).map_err(|error| io::Error::other(error.to_string()))?);
    }
    let dates: Vec<String> = lists.iter().map(|list| format!("{} of {}", list.control, list.date)).collect();
    if lists.windows(2).any(|pair| pair[0].date != pair[1].date) {
        diagnostics.add(&codes::DATES_DIFFER, Place::default(), format!("the lists are of different dates: {}", dates.join(", ")));
    }
    let date = lists.first().map(|list| list.date);
    match form {
        FederationFormat::Text => write_text(out, &slots, is_combined, date, &mut diagnostics)?,
        FederationFormat::Xml => write_xml(out, &slots, is_combined, &mut diagnostics)?,
    }
    Ok(sorted_diagnostics(diagnostics))
}

/// The blank at the end of every column.
const SEPARATOR_WIDTH: usize = 1;

fn write_text(
    out: &mut dyn Write,
    lists: &[Option<ListColumns>; 3],
    is_combined: bool,
    date: Option<ListDate>,
    diagnostics: &mut DiagnosticCollector,
) -> io::Result<()> {
    let layout = if is_combined { TextLayout::combined() } else { TextLayout::single() };
    let width = layout.width.unwrap_or(0);
    let spans: Vec<(FileColumn, usize)> = layout.spans().map(|(column, start, end)| (column, end.min(width) - start)).collect();
    let mut line = String::with_capacity(2 * width);
    for &(column, width) in &spans {
        pad(&mut line, &heading(column, date), width);
    }
    write!(out, "{line}\r\n")?;
    let mut number = 1u32;
    let mut not_ascii = 0u64;
    let mut scratch = String::new();
    for_each_player(lists, is_combined, diagnostics, |player, diagnostics| {
        number = number.saturating_add(1);
        line.clear();
        for &(column, width) in &spans {
            let Some(field) = column.field() else { continue };
            format_value(player, column, &mut scratch, number, diagnostics);
            fit_to_column(field, &mut scratch, width - SEPARATOR_WIDTH, number, diagnostics);
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

/// Appends a word, padded with blanks to the width of its column.
fn pad(line: &mut String, word: &str, width: usize) {
    line.push_str(word);
    let length = word.chars().count();
    line.extend(std::iter::repeat_n(' ', width.saturating_sub(length)));
}

/// The heading of a column, as the federation writes it.
fn heading(column: FileColumn, date: Option<ListDate>) -> String {
    use crate::list_row::ColumnControl::{Of, Single};
    let word = match column {
        FileColumn::Plain(PlayerField::Id) => "ID Number",
        FileColumn::Plain(PlayerField::Name) => "Name",
        FileColumn::Plain(PlayerField::Federation) => "Fed",
        FileColumn::Plain(PlayerField::Sex) => "Sex",
        FileColumn::Plain(PlayerField::Title) => "Tit",
        FileColumn::Plain(PlayerField::WomenTitle) => "WTit",
        FileColumn::Plain(PlayerField::OtherTitles) => "OTit",
        FileColumn::Plain(PlayerField::ArenaTitle) => "FOA",
        FileColumn::Plain(PlayerField::Birth) => "B-day",
        FileColumn::Plain(PlayerField::Flag) => "Flag",
        FileColumn::Number(PlayerField::Rating, Of(Control::Standard)) => "SRtng",
        FileColumn::Number(PlayerField::Games, Of(Control::Standard)) => "SGm",
        FileColumn::Number(PlayerField::K, Of(Control::Standard)) => "SK",
        FileColumn::Number(PlayerField::Rating, Of(Control::Rapid)) => "RRtng",
        FileColumn::Number(PlayerField::Games, Of(Control::Rapid)) => "RGm",
        FileColumn::Number(PlayerField::K, Of(Control::Rapid)) => "Rk",
        FileColumn::Number(PlayerField::Rating, Of(Control::Blitz)) => "BRtng",
        FileColumn::Number(PlayerField::Games, Of(Control::Blitz)) => "BGm",
        FileColumn::Number(PlayerField::K, Of(Control::Blitz)) => "BK",
        FileColumn::Number(PlayerField::Games, Single) => "Gms",
        FileColumn::Number(PlayerField::K, Single) => "K",
        FileColumn::Number(PlayerField::Rating, Single) => return date.map_or_else(|| "Rtng".to_owned(), month_heading),
        FileColumn::Plain(_) | FileColumn::Number(..) | FileColumn::Unknown => "",
    };
    word.to_owned()
}

/// The heading of a month, such as `SEP25`.
fn month_heading(date: ListDate) -> String {
    let day = date.day();
    format!("{}{:02}", day.format("%b").to_string().to_uppercase(), day.year().rem_euclid(100))
}

/// Formats the value of one column of a player.
fn format_value(player: &WrittenPlayer<'_>, column: FileColumn, into: &mut String, line: u32, diagnostics: &mut DiagnosticCollector) {
    let (other_titles, arena_title) = split_titles(player.other_titles);
    let word = match column {
        FileColumn::Plain(PlayerField::Id) => return format_number(Some(i64::from(player.id)), into),
        FileColumn::Plain(PlayerField::Name) => player.name,
        FileColumn::Plain(PlayerField::Federation) => player.federation,
        FileColumn::Plain(PlayerField::Sex) => player.sex,
        // A women's title is in both columns if there is no other.
        FileColumn::Plain(PlayerField::Title) if player.title.is_empty() => player.women_title,
        FileColumn::Plain(PlayerField::Title) => player.title,
        FileColumn::Plain(PlayerField::WomenTitle) => player.women_title,
        FileColumn::Plain(PlayerField::OtherTitles) => other_titles,
        FileColumn::Plain(PlayerField::ArenaTitle) => arena_title,
        FileColumn::Plain(PlayerField::Birth) => {
            into.clear();
            match player.birth_year.filter(|&year| year > 0) {
                Some(year) => into.push_str(&year.to_string()),
                None => into.push_str("0000"),
            }
            return;
        }
        FileColumn::Plain(PlayerField::Flag) => match (player.sex == "F", player.is_inactive) {
            (false, false) => "",
            (false, true) => "i",
            (true, false) => "w",
            (true, true) => "wi",
        },
        FileColumn::Number(field, whose) => {
            let slot = match whose {
                crate::list_row::ColumnControl::Single => 0,
                crate::list_row::ColumnControl::Of(control) => CONTROLS.iter().position(|&c| c == control).unwrap_or(0),
            };
            // A player who is not on this control's list is unrated there.
            let none = ControlNumbers { rating: Some(0), games: Some(0), k: Some(0) };
            let numbers = player.numbers[slot].unwrap_or(none);
            let given = match field {
                PlayerField::Games => numbers.games,
                PlayerField::K => numbers.k,
                _ => Some(numbers.rating.unwrap_or(0)),
            };
            return format_number(given, into);
        }
        FileColumn::Plain(_) | FileColumn::Unknown => "",
    };
    let what = column.field().map_or("", Into::into);
    clean_text(word, what, line, into, diagnostics);
}

fn format_number(value: Option<i64>, into: &mut String) {
    into.clear();
    if let Some(value) = value {
        into.push_str(&value.to_string());
    }
}

/// Shortens a value to its column, and reports it.
fn fit_to_column(field: PlayerField, value: &mut String, most: usize, line: u32, diagnostics: &mut DiagnosticCollector) {
    let length = value.chars().count();
    if length <= most {
        return;
    }
    match field {
        PlayerField::Name => {
            let cut: String = value.chars().take(most).collect();
            let message = format!("the name '{value}' has {length} characters, its column {most}; it is cut");
            diagnostics.add(&codes::NAME_CUT, Place::line(line), message);
            // A column cannot hold a blank at the end.
            *value = cut.trim_end().to_owned();
        }
        // The federation's own rows become longer too; readers can read the rest from the right.
        PlayerField::OtherTitles if length <= most + SEPARATOR_WIDTH => {}
        PlayerField::OtherTitles => {
            let message = format!("the other titles '{value}' are longer than their column; the row becomes longer");
            diagnostics.add(&codes::OTHER_TITLES_LONG, Place::line(line), message);
        }
        PlayerField::Rating | PlayerField::Games | PlayerField::K | PlayerField::Birth | PlayerField::Id => {
            let message = format!("{field} {value} is longer than its column; it is left out");
            diagnostics.add(&codes::NUMBER_LEFT_OUT, Place::line(line), message);
            value.clear();
        }
        PlayerField::Federation
        | PlayerField::Sex
        | PlayerField::Title
        | PlayerField::WomenTitle
        | PlayerField::ArenaTitle
        | PlayerField::Flag => {
            let message = format!("{field} '{value}' is longer than its column; it is left out");
            diagnostics.add(&codes::WORD_LEFT_OUT, Place::line(line), message);
            value.clear();
        }
    }
}

fn write_xml(
    out: &mut dyn Write,
    lists: &[Option<ListColumns>; 3],
    is_combined: bool,
    diagnostics: &mut DiagnosticCollector,
) -> io::Result<()> {
    let elements: Vec<(&str, FileColumn)> =
        ELEMENTS.into_iter().filter(|(name, _)| is_combined || !(name.starts_with("rapid_") || name.starts_with("blitz_"))).collect();
    writeln!(out, "<{ROOT}>")?;
    let mut line = 2u32;
    let mut scratch = String::new();
    for_each_player(lists, is_combined, diagnostics, |player, diagnostics| {
        writeln!(out, "<{PLAYER}>")?;
        for &(name, column) in &elements {
            line = line.saturating_add(1);
            format_value(player, column, &mut scratch, line, diagnostics);
            writeln!(out, "<{name}>{}</{name}>", escape(scratch.as_str()))?;
        }
        line = line.saturating_add(2);
        writeln!(out, "</{PLAYER}>")
    })?;
    writeln!(out, "</{ROOT}>")?;
    out.flush()
}
