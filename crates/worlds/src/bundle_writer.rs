//! The same tournaments as three tables.

use crate::WorldError;
use crate::event::{Event, Facts};
use crate::list_writer::{small, words, write_table};
use crate::people::{People, TITLES};
use model::Date;
use polars::prelude::*;
use std::path::Path;
use store::date_column;

/// Writes `tournaments.parquet`, `games.parquet` and `players.parquet`.
pub(crate) fn write_bundle(folder: &Path, events: &[Event], people: &People) -> Result<(), WorldError> {
    write_table(&folder.join("tournaments.parquet"), &mut tournaments(events)?)?;
    write_table(&folder.join("games.parquet"), &mut games(events, people)?)?;
    write_table(&folder.join("players.parquet"), &mut players(events, people)?)
}

fn tournaments(events: &[Event]) -> PolarsResult<DataFrame> {
    let text = |name: &str, of: fn(&Facts) -> String| {
        let column: StringChunked = events.iter().map(|e| Some(of(&e.facts))).collect();
        column.with_name(name.into()).into_column()
    };
    let date = |name: &str, of: fn(&Facts) -> Date| date_column(name, events.iter().map(|e| Some(of(&e.facts))));
    let number = |name: &str, of: fn(&Facts) -> i16| small(name, events.iter().map(|e| Some(of(&e.facts))));
    DataFrame::new(
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
            number("minutes", |f| f.minutes),
            number("increment", |f| f.increment),
            number("rounds", |f| i16::try_from(f.rounds).expect("a tournament has few rounds")),
            Column::new("official".into(), events.iter().map(|e| e.facts.official).collect::<Vec<bool>>()),
            date("registered", |f| f.registered),
            date("received", |f| f.received),
            text("waivers", |f| f.waivers.to_string()),
        ],
    )
}

fn games(events: &[Event], people: &People) -> PolarsResult<DataFrame> {
    let all = || events.iter().flat_map(|event| event.play.games.iter().map(move |game| (event, game)));
    let id = |event: &Event, entry: u16| people.all[event.entries[usize::from(entry)] as usize].id;
    let rounds: Vec<i16> = all().map(|(_, game)| i16::try_from(game.round).expect("a tournament has few rounds")).collect();
    DataFrame::new(
        rounds.len(),
        vec![
            words("tournament_id", all().map(|(event, _)| event.facts.id.as_str())),
            Column::new("round".into(), rounds),
            Column::new("white".into(), all().map(|(event, game)| id(event, game.white)).collect::<Vec<u32>>()),
            Column::new("black".into(), all().map(|(event, game)| id(event, game.black)).collect::<Vec<u32>>()),
            words("result", all().map(|(_, game)| game.score.word())),
        ],
    )
}

/// Those who entered somewhere and whom no list knows.
fn players(events: &[Event], people: &People) -> PolarsResult<DataFrame> {
    let mut places: Vec<u32> =
        events.iter().flat_map(|e| e.entries.iter().copied()).filter(|&p| !people.all[p as usize].is_known).collect();
    places.sort_unstable();
    places.dedup();
    described(&places, people)
}

/// What a table of players says of those at these places.
pub(crate) fn described(places: &[u32], people: &People) -> PolarsResult<DataFrame> {
    let new = || places.iter().map(|&place| &people.all[place as usize]);
    let names: StringChunked = new().map(|p| Some(people.name(p))).collect();
    DataFrame::new(
        places.len(),
        vec![
            Column::new("fide_id".into(), new().map(|p| p.id).collect::<Vec<u32>>()),
            names.with_name("name".into()).into_column(),
            words("title", new().map(|p| TITLES[usize::from(p.title)])),
            words("federation", new().map(|p| p.federation())),
            words("sex", new().map(|p| p.sex())),
            small("birth_year", new().map(|p| (p.birth_year > 0).then_some(p.birth_year))),
        ],
    )
}
