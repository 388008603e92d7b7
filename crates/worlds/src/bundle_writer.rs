//! Writes the tournaments of a world as a bundle of four tables.

use crate::WorldError;
use crate::list_writer::non_zero;
use crate::names::FEDERATIONS;
use crate::population::{Population, SEXES, TITLES};
use crate::tournament::{ArbiterTitleSource, Bye, ByeKind, Pairing, TitleFacts, TournamentDetails, WorldTournament};
use crate::trf_style::round_days;
use crate::world_files::write_parquet;
use model::{Date, TournamentKind};
use std::path::Path;
use tables::{OutputColumn, OutputTable};

/// Writes `tournaments.parquet`, `games.parquet`, `byes.parquet` and `players.parquet`.
pub(crate) fn write_bundle(folder: &Path, tournaments: &[WorldTournament], people: &Population) -> Result<(), WorldError> {
    write_parquet(&folder.join("tournaments.parquet"), &tournament_table(tournaments, people))?;
    let games: Vec<(&WorldTournament, &Pairing)> =
        tournaments.iter().flat_map(|tournament| tournament.play.games.iter().map(move |game| (tournament, game))).collect();
    write_parquet(&folder.join("games.parquet"), &games_table(&games, people))?;
    let byes: Vec<(&WorldTournament, &Bye)> =
        tournaments.iter().flat_map(|tournament| tournament.play.byes.iter().map(move |bye| (tournament, bye))).collect();
    write_parquet(&folder.join("byes.parquet"), &byes_table(&byes, people))?;
    write_parquet(&folder.join("players.parquet"), &player_table(&newcomers(tournaments, people), people))
}

fn tournament_table<'a>(tournaments: &'a [WorldTournament], people: &'a Population) -> OutputTable<'a> {
    let text = |name: &str, of: fn(&TournamentDetails) -> String| OutputColumn::texts(name, move |row| of(&tournaments[row].details));
    let date = |name: &str, of: fn(&TournamentDetails) -> Date| OutputColumn::dates(name, move |row| Some(of(&tournaments[row].details)));
    let number =
        |name: &str, of: fn(&TournamentDetails) -> i32| OutputColumn::integers(name, move |row| Some(of(&tournaments[row].details)));
    let mut columns = vec![
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
        OutputColumn::booleans("official", |row| tournaments[row].details.official),
        date("registered", |f| f.registered),
        date("received", |f| f.received),
        text("waivers", |f| f.waivers.to_string()),
    ];
    if tournaments.iter().any(|tournament| tournament.details.title_facts.is_some()) {
        columns.extend(title_columns(tournaments, people));
    }
    OutputTable::new(tournaments.len(), columns)
}

/// Columns that only the title regulations ask for. A bundle tells what a report and its registry tell together.
fn title_columns<'a>(tournaments: &'a [WorldTournament], people: &'a Population) -> Vec<OutputColumn<'a>> {
    let facts = |row: usize| tournaments[row].details.title_facts.as_ref();
    let is_told = |facts: &&TitleFacts| facts.title_told_by != ArbiterTitleSource::Nothing;
    let days = |row: usize| {
        let days = round_days(&tournaments[row]);
        days.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    vec![
        OutputColumn::texts("round_dates", move |row| {
            facts(row).filter(|facts| facts.has_round_dates).map_or_else(String::new, |_| days(row))
        }),
        OutputColumn::texts("chief_arbiter_title", move |row| facts(row).filter(is_told).map_or("", |facts| facts.chief_arbiter_title)),
        OutputColumn::texts("arbiters", move |row| facts(row).map_or_else(String::new, |facts| facts.arbiter_ids(people))),
        OutputColumn::texts("event_id", |_| ""),
        OutputColumn::integers("member_federations", move |row| facts(row).and_then(|facts| facts.member_federations).map(Into::into)),
    ]
}

fn games_table<'a>(games: &'a [(&WorldTournament, &Pairing)], people: &'a Population) -> OutputTable<'a> {
    let id = |tournament: &WorldTournament, entry: u16| Some(people.all[tournament.entries[usize::from(entry)] as usize].id);
    OutputTable::new(
        games.len(),
        vec![
            OutputColumn::texts("tournament_id", |row| games[row].0.details.id.as_str()),
            OutputColumn::integers("round", |row| Some(games[row].1.round.into())),
            OutputColumn::ids("white", move |row| id(games[row].0, games[row].1.white)),
            OutputColumn::ids("black", move |row| id(games[row].0, games[row].1.black)),
            OutputColumn::texts("result", |row| games[row].1.score.into_str()),
        ],
    )
}

fn byes_table<'a>(byes: &'a [(&WorldTournament, &Bye)], people: &'a Population) -> OutputTable<'a> {
    let word = |tournament: &WorldTournament, bye: &Bye| match bye.kind {
        // Only a Swiss allocates byes, as in reports.
        ByeKind::Allocated if tournament.details.kind == TournamentKind::Swiss => "U",
        ByeKind::Allocated | ByeKind::Full => "F",
        ByeKind::Half => "H",
        ByeKind::Zero => "Z",
    };
    OutputTable::new(
        byes.len(),
        vec![
            OutputColumn::texts("tournament_id", |row| byes[row].0.details.id.as_str()),
            OutputColumn::integers("round", |row| Some(byes[row].1.round.into())),
            OutputColumn::ids("fide_id", |row| Some(people.all[byes[row].0.entries[usize::from(byes[row].1.entry)] as usize].id)),
            OutputColumn::texts("bye", move |row| word(byes[row].0, byes[row].1)),
        ],
    )
}

/// Indexes of the people who entered a tournament and are on no list.
fn newcomers(tournaments: &[WorldTournament], people: &Population) -> Vec<u32> {
    let mut indexes: Vec<u32> =
        tournaments.iter().flat_map(|e| e.entries.iter().copied()).filter(|&p| !people.all[p as usize].is_known).collect();
    indexes.sort_unstable();
    indexes.dedup();
    indexes
}

/// Builds the table of players for the people at these indexes.
pub(crate) fn player_table<'a>(indexes: &'a [u32], people: &'a Population) -> OutputTable<'a> {
    let person = |row: usize| &people.all[indexes[row] as usize];
    OutputTable::new(
        indexes.len(),
        vec![
            OutputColumn::ids("fide_id", move |row| Some(person(row).id)),
            OutputColumn::texts("name", move |row| people.name(person(row))),
            OutputColumn::dictionary("title", &TITLES, move |row| person(row).title.into()),
            OutputColumn::dictionary("federation", &FEDERATIONS, move |row| person(row).federation.into()),
            OutputColumn::dictionary("sex", &SEXES, move |row| person(row).is_woman.into()),
            OutputColumn::integers("birth_year", move |row| non_zero(person(row).birth_year)),
        ],
    )
}
