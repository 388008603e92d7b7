//! The lists that a world begins with.

use crate::WorldError;
use crate::output::{create, failed};
use crate::people::{OTHER_TITLES, People, Person, TITLES, WOMEN_TITLES};
use crate::schedule::first_list;
use model::Date;
use polars::prelude::*;
use std::io::Write;
use std::path::Path;
use store::{date_column, file, write_csv, write_parquet};

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
    write_table(&folder.join(file::STATE), &mut state(&known, people)?)?;
    let mut list = frame(&rated, people)?;
    write_table(&folder.join(file::LIST_PARQUET), &mut list)?;
    write_text(&folder.join(file::LIST_CSV), &list)?;
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
    write_text(&folder.join(file::LIST_CSV), &frame(&rated, people)?)
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
fn frame(rows: &[Row<'_>], people: &People) -> Result<DataFrame, PolarsError> {
    DataFrame::new(rows.len(), columns(rows, people))
}

/// The published columns and what the next run needs.
fn state(rows: &[Row<'_>], people: &People) -> Result<DataFrame, PolarsError> {
    let mut columns = columns(rows, people);
    let dates: Vec<Option<Date>> = rows.iter().map(|r| r.person.last_rated(first_list())).collect();
    columns.push(Column::new("career_games".into(), rows.iter().map(|r| r.person.career_games).collect::<Vec<i32>>()));
    columns.push(small("peak", rows.iter().map(|r| some(r.person.peak))));
    columns.push(date_column("last_rated", dates.into_iter()));
    columns.push(Column::new("first_event".into(), rows.iter().map(|r| r.person.has_had_first_event).collect::<Vec<bool>>()));
    DataFrame::new(rows.len(), columns)
}

fn columns(rows: &[Row<'_>], people: &People) -> Vec<Column> {
    let names: StringChunked = rows.iter().map(|r| Some(people.name(r.person))).collect();
    vec![
        Column::new("fide_id".into(), rows.iter().map(|r| r.person.id).collect::<Vec<u32>>()),
        names.with_name("name".into()).into_column(),
        words("title", rows.iter().map(|r| TITLES[usize::from(r.person.title)])),
        words("women_title", rows.iter().map(|r| WOMEN_TITLES[usize::from(r.person.women_title)])),
        words("other_titles", rows.iter().map(|r| OTHER_TITLES[usize::from(r.person.other_titles)])),
        words("federation", rows.iter().map(|r| r.person.federation())),
        words("sex", rows.iter().map(|r| r.person.sex())),
        small("birth_year", rows.iter().map(|r| some(r.person.birth_year))),
        small("rating", rows.iter().map(|r| some(r.rating))),
        small("games", rows.iter().map(|r| Some(r.games))),
        small("k", rows.iter().map(|r| (r.rating > 0).then_some(r.k))),
        words("flag", rows.iter().map(|r| if r.is_inactive { "i" } else { "" })),
    ]
}

/// Numbers that are null where they are 0.
const fn some(value: i16) -> Option<i16> {
    if value == 0 { None } else { Some(value) }
}

pub(crate) fn small(name: &str, values: impl Iterator<Item = Option<i16>>) -> Column {
    Int16Chunked::from_iter_options(name.into(), values).into_column()
}

pub(crate) fn words<'a>(name: &str, values: impl Iterator<Item = &'a str>) -> Column {
    StringChunked::from_iter_values(name.into(), values).into_column()
}

pub(crate) fn write_table(path: &Path, table: &mut DataFrame) -> Result<(), WorldError> {
    let mut out = create(path)?;
    write_parquet(&mut out, table, &[]).map_err(|source| WorldError::Table { path: path.to_owned(), source })?;
    // A full disk must not pass unnoticed when the writer is dropped.
    out.flush().map_err(|source| failed(path, source))
}

pub(crate) fn write_text(path: &Path, table: &DataFrame) -> Result<(), WorldError> {
    let out = create(path)?;
    write_csv(out, table).map_err(|source| WorldError::Table { path: path.to_owned(), source })
}
