//! Writes the first lists of a world.

use crate::WorldError;
use crate::names::FEDERATIONS;
use crate::population::{OTHER_TITLES, Person, Population, SEXES, TITLES, WOMEN_TITLES};
use crate::world_files::{write_csv, write_parquet};
use model::{Control, ListDate};
use std::path::Path;
use store::file;
use tables::{OutputColumn, OutputTable};

/// One player on a list, with the numbers of its control.
struct InventedListRow<'a> {
    person: &'a Person,
    rating: i16,
    games: i16,
    k: i16,
    is_inactive: bool,
}

impl<'a> InventedListRow<'a> {
    /// The row on the list of the world's control.
    fn of(person: &'a Person, k: i16) -> Self {
        Self { person, rating: person.rating, games: person.games, k, is_inactive: person.is_inactive() }
    }
}

/// Writes the first list of a control with its state, and returns the number of rated players.
pub(crate) fn write_list(folder: &Path, people: &Population, control: Control, date: ListDate) -> Result<u32, WorldError> {
    // In rapid and blitz an invented list in which everybody has one K, as on lists before October 2022.
    let k = |person: &Person| if control == Control::Standard { k_of_2025(person) } else { 20 };
    let known: Vec<InventedListRow<'_>> = people.all.iter().filter(|p| p.is_known).map(|p| InventedListRow::of(p, k(p))).collect();
    let is_listed = |p: &&Person| p.is_known && p.is_rated();
    let rated: Vec<InventedListRow<'_>> = people.all.iter().filter(is_listed).map(|p| InventedListRow::of(p, k(p))).collect();
    write_parquet(&folder.join(file::STATE), &state(&known, people, date).with_leading_columns(list_and_control(control, date)))?;
    write_csv(&folder.join(file::LIST_CSV), &list(&rated, people))?;
    write_parquet(&folder.join(file::LIST_PARQUET), &list(&rated, people).with_leading_columns(list_and_control(control, date)))?;
    Ok(u32::try_from(rated.len()).expect("fewer rated players than players"))
}

/// Writes the standard list of the same date beside a list of a shorter control, as CSV only.
pub(crate) fn write_longer_list(folder: &Path, people: &Population) -> Result<(), WorldError> {
    let rated: Vec<InventedListRow<'_>> = people
        .all
        .iter()
        .filter(|p| p.is_known && p.standard > 0)
        .map(|person| InventedListRow {
            person,
            rating: person.standard,
            games: 0,
            k: standard_k(person),
            is_inactive: person.is_inactive(),
        })
        .collect();
    write_csv(&folder.join(file::LIST_CSV), &list(&rated, people))
}

/// K by the standard regulations, assuming the career of the rapid control.
fn standard_k(person: &Person) -> i16 {
    if person.standard >= 2400 {
        10
    } else if person.career_games < 30 || (person.is_junior(2023) && person.standard < 2300) {
        40
    } else {
        20
    }
}

/// K on a standard list of 2025.
fn k_of_2025(person: &Person) -> i16 {
    if person.peak >= 2400 {
        10
    } else if person.career_games < 30 || (person.is_junior(2025) && person.rating < 2300) {
        40
    } else {
        20
    }
}

/// Builds the table of the published columns.
fn list<'a>(rows: &'a [InventedListRow<'_>], people: &'a Population) -> OutputTable<'a> {
    OutputTable::new(rows.len(), columns(rows, people))
}

/// Builds the table of the published columns and of those that the next run needs.
fn state<'a>(rows: &'a [InventedListRow<'_>], people: &'a Population, date: ListDate) -> OutputTable<'a> {
    let person = |row: usize| rows[row].person;
    let mut columns = columns(rows, people);
    columns.extend([
        OutputColumn::integers("career_games", move |row| Some(person(row).career_games)),
        OutputColumn::integers("peak", move |row| non_zero(person(row).peak)),
        OutputColumn::dates("last_rated", move |row| person(row).last_rated(date)),
        OutputColumn::booleans("first_event", move |row| person(row).has_had_first_event),
    ]);
    OutputTable::new(rows.len(), columns)
}

/// The leading columns of a list's Parquet files.
fn list_and_control(control: Control, date: ListDate) -> [OutputColumn<'static>; 2] {
    [OutputColumn::constant_date("list", date.day()), OutputColumn::constant_text("control", control.word())]
}

fn columns<'a>(rows: &'a [InventedListRow<'_>], people: &'a Population) -> Vec<OutputColumn<'a>> {
    let person = |row: usize| rows[row].person;
    vec![
        OutputColumn::ids("fide_id", move |row| Some(person(row).id)),
        OutputColumn::texts("name", move |row| people.name(person(row))),
        OutputColumn::dictionary("title", &TITLES, move |row| person(row).title.into()),
        OutputColumn::dictionary("women_title", &WOMEN_TITLES, move |row| person(row).women_title.into()),
        OutputColumn::dictionary("other_titles", &OTHER_TITLES, move |row| person(row).other_titles.into()),
        OutputColumn::dictionary("federation", &FEDERATIONS, move |row| person(row).federation.into()),
        OutputColumn::dictionary("sex", &SEXES, move |row| person(row).is_woman.into()),
        OutputColumn::integers("birth_year", move |row| non_zero(person(row).birth_year)),
        OutputColumn::integers("rating", |row| non_zero(rows[row].rating)),
        OutputColumn::integers("games", |row| Some(rows[row].games.into())),
        OutputColumn::integers("k", |row| (rows[row].rating > 0).then_some(rows[row].k.into())),
        OutputColumn::dictionary("flag", &["", "i"], |row| rows[row].is_inactive.into()),
    ]
}

/// A number, or null for 0.
pub(crate) fn non_zero(value: i16) -> Option<i32> {
    (value != 0).then_some(value.into())
}
