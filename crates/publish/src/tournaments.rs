//! The tables of tournaments: every tournament handed in with its status, and all tournaments rated so far.

use crate::Publication;
use model::{Date, ListDate, RatedTournament};
use period_assembly::{Judged, Period, TournamentStatus};
use rating::SideCounts;
use std::borrow::Cow;
use std::sync::Arc;
use tables::{OutputColumn, OutputTable};

/// The table `tournaments`: one row for each tournament handed in, sorted by start, then id; those rated by earlier lists come last.
pub(crate) fn judged<'a>(publication: &'a Publication<'a>) -> OutputTable<'a> {
    let (period, side_counts) = (publication.period, publication.side_counts);
    let all = &period.tournaments;
    let text = |name: &str, of: fn(&'a Judged) -> Cow<'a, str>| OutputColumn::texts(name, move |row| of(&all[row]));
    let date = |name: &str, of: fn(&Judged) -> Option<Date>| OutputColumn::dates(name, move |row| of(&all[row]));
    let count = |name: &str, of: fn(&SideCounts) -> u64| OutputColumn::integers(name, move |row| Some(small(of(&side_counts[row]))));
    let columns = vec![
        text("tournament_id", |j| (&*j.facts.id).into()),
        text("status", |j| j.status.word().into()),
        text("reason", |j| j.reason.map_or("", model::Reason::word).into()),
        text("article", |j| j.article.as_str().into()),
        text("detail", |j| j.detail.as_str().into()),
        OutputColumn::texts("edition", |row| all[row].edition.map_or("", |edition| period.editions[edition].id.as_str())),
        text("name", |j| j.facts.name.as_str().into()),
        text("federation", |j| j.facts.federation.as_str().into()),
        text("kind", |j| j.facts.kind.map_or("", model::TournamentKind::word).into()),
        text("class", |j| j.facts.classes.to_string().into()),
        date("start", |j| j.facts.start),
        date("end", |j| j.facts.end),
        OutputColumn::integers("seconds_for_60_moves", |row| all[row].facts.clock.map(|clock| small(clock.seconds_for_60_moves.into()))),
        OutputColumn::integers("rounds", |row| all[row].facts.rounds.map(i32::from)),
        OutputColumn::booleans("official", |row| all[row].facts.official),
        date("registered", |j| j.facts.registered),
        date("received", |j| j.facts.received),
        text("waivers", |j| j.facts.waivers.to_string().into()),
        date("ratings_of", |j| j.ratings_of.map(ListDate::day)),
        date("longer_ratings_of", |j| j.longer_ratings_of.map(ListDate::day)),
        OutputColumn::integers("entrants", |row| Some(small(all[row].facts.entrants.into()))),
        OutputColumn::integers("games", |row| Some(small(all[row].facts.games.len() as u64))),
        count("sides_read", |t| t.read),
        count("sides_counted", |t| t.counted),
        count("sides_pooled", |t| t.pooled),
        count("sides_left_out", |t| t.left_out),
        text("file", |j| (&*j.facts.file).into()),
        date("refused_since", |j| j.refused_since),
    ];
    OutputTable::new(all.len(), columns)
}

fn small(count: u64) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// The refused and the late tournaments of a list, with the columns of the table `tournaments` that the next list reads.
pub fn refused(period: &Period) -> OutputTable<'_> {
    let is_refused = |judged: &&Judged| matches!(judged.status, TournamentStatus::Refused | TournamentStatus::Late);
    let refused: Arc<[&Judged]> = period.tournaments.iter().filter(is_refused).collect();
    let text = |name: &str, of: for<'j> fn(&'j Judged) -> &'j str| {
        let refused = Arc::clone(&refused);
        OutputColumn::texts(name, move |row| of(refused[row]))
    };
    let since = Arc::clone(&refused);
    let columns = vec![
        text("tournament_id", |j| &j.facts.id),
        text("file", |j| &j.facts.file),
        text("status", |j| j.status.word()),
        text("reason", |j| j.reason.map_or("", model::Reason::word)),
        OutputColumn::dates("refused_since", move |row| since[row].refused_since),
    ];
    OutputTable::new(refused.len(), columns)
}

/// The tournaments that a list rates, as it remembers them. An id that was rated before keeps its list.
pub fn newly_rated(period: &Period) -> impl Iterator<Item = RatedTournament> {
    period.tournaments.iter().filter(|j| j.is_rated() && period.rated.get(&j.facts.id).is_none()).map(|j| RatedTournament {
        id: j.facts.id.clone(),
        list: period.list.day(),
        start: j.facts.start,
        end: j.facts.end,
        content: j.facts.content.clone(),
        report: j.facts.report.clone(),
    })
}

/// Every tournament rated so far, this list's included, by list, then id. An id that is already there keeps its list.
pub(crate) fn rated<'a>(publication: &'a Publication<'a>) -> Vec<Cow<'a, RatedTournament>> {
    let period = publication.period;
    let new = newly_rated(period).map(Cow::Owned);
    let mut rows: Vec<Cow<'_, RatedTournament>> = period.rated.rows().iter().map(Cow::Borrowed).chain(new).collect();
    rows.sort_by(|a, b| (a.list, &a.id).cmp(&(b.list, &b.id)));
    rows
}
