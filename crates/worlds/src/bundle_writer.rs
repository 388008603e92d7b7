//! The same tournaments as three tables.

use crate::WorldError;
use crate::event::{Event, Facts, Game};
use crate::list_writer::unless_zero;
use crate::names::FEDERATIONS;
use crate::output::write_parquet;
use crate::people::{People, SEXES, TITLES};
use model::Date;
use std::path::Path;
use tables::{OutputColumn, OutputTable};

/// Writes `tournaments.parquet`, `games.parquet` and `players.parquet`.
pub(crate) fn write_bundle(folder: &Path, events: &[Event], people: &People) -> Result<(), WorldError> {
    write_parquet(&folder.join("tournaments.parquet"), &tournaments(events))?;
    let games: Vec<(&Event, &Game)> = events.iter().flat_map(|event| event.play.games.iter().map(move |game| (event, game))).collect();
    write_parquet(&folder.join("games.parquet"), &games_table(&games, people))?;
    write_parquet(&folder.join("players.parquet"), &described(&newcomers(events, people), people))
}

fn tournaments(events: &[Event]) -> OutputTable<'_> {
    let text = |name: &str, of: fn(&Facts) -> String| OutputColumn::texts(name, move |row| of(&events[row].facts));
    let date = |name: &str, of: fn(&Facts) -> Date| OutputColumn::dates(name, move |row| Some(of(&events[row].facts)));
    let number = |name: &str, of: fn(&Facts) -> i32| OutputColumn::integers(name, move |row| Some(of(&events[row].facts)));
    OutputTable::new(
        events.len(),
        vec![
            text("tournament_id", |f| f.id.clone()),
            text("name", |f| f.name.clone()),
            text("federation", |f| f.federation.to_owned()),
            text("control", |f| f.control.to_string()),
            text("kind", |f| f.kind.to_string()),
            text("class", |f| f.classes.to_string()),
            date("start", |f| f.start),
            date("end", |f| f.end),
            number("minutes", |f| f.minutes.into()),
            number("increment", |f| f.increment.into()),
            number("rounds", |f| f.rounds.into()),
            OutputColumn::booleans("official", |row| events[row].facts.official),
            date("registered", |f| f.registered),
            date("received", |f| f.received),
            text("waivers", |f| f.waivers.to_string()),
        ],
    )
}

fn games_table<'a>(games: &'a [(&Event, &Game)], people: &'a People) -> OutputTable<'a> {
    let id = |event: &Event, entry: u16| Some(people.all[event.entries[usize::from(entry)] as usize].id);
    OutputTable::new(
        games.len(),
        vec![
            OutputColumn::texts("tournament_id", |row| games[row].0.facts.id.as_str()),
            OutputColumn::integers("round", |row| Some(games[row].1.round.into())),
            OutputColumn::ids("white", move |row| id(games[row].0, games[row].1.white)),
            OutputColumn::ids("black", move |row| id(games[row].0, games[row].1.black)),
            OutputColumn::texts("result", |row| games[row].1.score.into_str()),
        ],
    )
}

/// The places of those who entered somewhere and whom no list knows.
fn newcomers(events: &[Event], people: &People) -> Vec<u32> {
    let mut places: Vec<u32> =
        events.iter().flat_map(|e| e.entries.iter().copied()).filter(|&p| !people.all[p as usize].is_known).collect();
    places.sort_unstable();
    places.dedup();
    places
}

/// What a table of players says of those at these places.
pub(crate) fn described<'a>(places: &'a [u32], people: &'a People) -> OutputTable<'a> {
    let person = |row: usize| &people.all[places[row] as usize];
    OutputTable::new(
        places.len(),
        vec![
            OutputColumn::ids("fide_id", move |row| Some(person(row).id)),
            OutputColumn::texts("name", move |row| people.name(person(row))),
            OutputColumn::dictionary("title", &TITLES, move |row| person(row).title.into()),
            OutputColumn::dictionary("federation", &FEDERATIONS, move |row| person(row).federation.into()),
            OutputColumn::dictionary("sex", &SEXES, move |row| person(row).is_woman.into()),
            OutputColumn::integers("birth_year", move |row| unless_zero(person(row).birth_year)),
        ],
    )
}
