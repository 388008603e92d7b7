//! The lists that a world begins with.

use crate::WorldError;
use crate::names::FEDERATIONS;
use crate::output::{write_csv, write_parquet};
use crate::people::{OTHER_TITLES, People, Person, SEXES, TITLES, WOMEN_TITLES};
use crate::schedule::first_list;
use model::Control;
use std::path::Path;
use store::file;
use tables::{OutputColumn, OutputTable};

/// What a list says of a player at its own control.
struct Row<'a> {
    person: &'a Person,
    rating: i16,
    games: i16,
    k: i16,
    is_inactive: bool,
}

/// Writes the first list of the rapid control, with its state. Returns how many players are rated.
pub(crate) fn write_rapid(folder: &Path, people: &People) -> Result<u32, WorldError> {
    // The edition of the day has one K for everybody.
    let row = |person| Row { person, rating: person.rating, games: person.games, k: 20, is_inactive: person.is_inactive() };
    let known: Vec<Row<'_>> = people.all.iter().filter(|p| p.is_known).map(row).collect();
    let rated: Vec<Row<'_>> = people.all.iter().filter(|p| p.is_known && p.is_rated()).map(row).collect();
    write_parquet(&folder.join(file::STATE), &state(&known, people).with_leading_columns(list_and_control()))?;
    write_csv(&folder.join(file::LIST_CSV), &list(&rated, people))?;
    write_parquet(&folder.join(file::LIST_PARQUET), &list(&rated, people).with_leading_columns(list_and_control()))?;
    Ok(u32::try_from(rated.len()).expect("fewer rated players than players"))
}

/// Writes the standard list of the same day: only as it was published.
pub(crate) fn write_standard(folder: &Path, people: &People) -> Result<(), WorldError> {
    let rated: Vec<Row<'_>> = people
        .all
        .iter()
        .filter(|p| p.is_known && p.standard > 0)
        .map(|person| Row { person, rating: person.standard, games: 0, k: standard_k(person), is_inactive: person.is_inactive() })
        .collect();
    write_csv(&folder.join(file::LIST_CSV), &list(&rated, people))
}

/// K as the standard regulations have it, with the career of the other control standing in.
fn standard_k(person: &Person) -> i16 {
    if person.standard >= 2400 {
        10
    } else if person.career_games < 30 || (person.is_junior(2023) && person.standard < 2300) {
        40
    } else {
        20
    }
}

/// The published columns.
fn list<'a>(rows: &'a [Row<'_>], people: &'a People) -> OutputTable<'a> {
    OutputTable::new(rows.len(), columns(rows, people))
}

/// The published columns and what the next run needs.
fn state<'a>(rows: &'a [Row<'_>], people: &'a People) -> OutputTable<'a> {
    let person = |row: usize| rows[row].person;
    let mut columns = columns(rows, people);
    columns.extend([
        OutputColumn::integers("career_games", move |row| Some(person(row).career_games)),
        OutputColumn::integers("peak", move |row| unless_zero(person(row).peak)),
        OutputColumn::dates("last_rated", move |row| person(row).last_rated(first_list())),
        OutputColumn::booleans("first_event", move |row| person(row).has_had_first_event),
    ]);
    OutputTable::new(rows.len(), columns)
}

/// The columns that come first in the Parquet files of a list.
fn list_and_control() -> [OutputColumn<'static>; 2] {
    [OutputColumn::constant_date("list", first_list().day()), OutputColumn::constant_text("control", Control::Rapid.word())]
}

fn columns<'a>(rows: &'a [Row<'_>], people: &'a People) -> Vec<OutputColumn<'a>> {
    let person = |row: usize| rows[row].person;
    vec![
        OutputColumn::ids("fide_id", move |row| Some(person(row).id)),
        OutputColumn::texts("name", move |row| people.name(person(row))),
        OutputColumn::dictionary("title", &TITLES, move |row| person(row).title.into()),
        OutputColumn::dictionary("women_title", &WOMEN_TITLES, move |row| person(row).women_title.into()),
        OutputColumn::dictionary("other_titles", &OTHER_TITLES, move |row| person(row).other_titles.into()),
        OutputColumn::dictionary("federation", &FEDERATIONS, move |row| person(row).federation.into()),
        OutputColumn::dictionary("sex", &SEXES, move |row| person(row).is_woman.into()),
        OutputColumn::integers("birth_year", move |row| unless_zero(person(row).birth_year)),
        OutputColumn::integers("rating", |row| unless_zero(rows[row].rating)),
        OutputColumn::integers("games", |row| Some(rows[row].games.into())),
        OutputColumn::integers("k", |row| (rows[row].rating > 0).then_some(rows[row].k.into())),
        OutputColumn::dictionary("flag", &["", "i"], |row| rows[row].is_inactive.into()),
    ]
}

/// A number, a gap where it is 0.
pub(crate) fn unless_zero(value: i16) -> Option<i32> {
    (value != 0).then_some(value.into())
}
