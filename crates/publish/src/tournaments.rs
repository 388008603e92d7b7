//! What became of each tournament, and which are rated now.

use crate::Publication;
use period_assembly::Judged;
use polars::prelude::*;
use rating::Tally;
use std::borrow::Cow;
use store::date_column;

/// One row for each tournament handed in, by start, then id; those rated by earlier lists last.
pub(crate) fn judged<'p>(publication: &'p Publication<'_>) -> PolarsResult<DataFrame> {
    let (period, tallies) = (publication.period, publication.tallies);
    let all = &period.tournaments;
    let text = |name: &str, of: &dyn Fn(&'p Judged) -> Cow<'p, str>| {
        StringChunked::from_iter_values(name.into(), all.iter().map(of)).into_column()
    };
    let date = |name: &str, of: &dyn Fn(&Judged) -> Option<model::Date>| date_column(name, all.iter().map(of));
    let count = |name: &str, of: &dyn Fn(&Tally) -> u64| {
        UInt32Chunked::from_iter_values(name.into(), tallies.iter().map(|t| u32::try_from(of(t)).unwrap_or(u32::MAX))).into_column()
    };
    let word = |value: Option<&'static str>| Cow::Borrowed(value.unwrap_or(""));
    let columns = vec![
        text("tournament_id", &|j| (&*j.facts.id).into()),
        text("status", &|j| j.status.word().into()),
        text("reason", &|j| word(j.reason.map(model::Reason::word))),
        text("article", &|j| j.article.as_str().into()),
        text("detail", &|j| j.detail.as_str().into()),
        text("edition", &|j| j.edition.map_or("", |e| &period.editions[e].id).into()),
        text("name", &|j| j.facts.name.as_str().into()),
        text("federation", &|j| j.facts.federation.as_str().into()),
        text("control", &|j| j.facts.control.unwrap_or(period.control).word().into()),
        text("kind", &|j| word(j.facts.kind.map(model::Kind::word))),
        text("class", &|j| j.facts.classes.to_string().into()),
        date("start", &|j| j.facts.start),
        date("end", &|j| j.facts.end),
        UInt32Chunked::from_iter_options("seconds_for_60_moves".into(), all.iter().map(|j| j.facts.clock.map(|c| c.seconds_for_60_moves)))
            .into_column(),
        UInt16Chunked::from_iter_options("rounds".into(), all.iter().map(|j| j.facts.rounds)).into_column(),
        BooleanChunked::from_iter_values("official".into(), all.iter().map(|j| j.facts.official)).into_column(),
        date("registered", &|j| j.facts.registered),
        date("received", &|j| j.facts.received),
        text("waivers", &|j| j.facts.waivers.to_string().into()),
        date("ratings_of", &|j| j.ratings_of.map(model::ListDate::day)),
        date("longer_ratings_of", &|j| j.longer_ratings_of.map(model::ListDate::day)),
        UInt32Chunked::from_iter_values("entrants".into(), all.iter().map(|j| j.facts.entrants)).into_column(),
        UInt32Chunked::from_iter_values("games".into(), all.iter().map(|j| u32::try_from(j.facts.games.len()).unwrap_or(u32::MAX)))
            .into_column(),
        count("sides_read", &|t| t.read),
        count("sides_counted", &|t| t.counted),
        count("sides_pooled", &|t| t.pooled),
        count("sides_left_out", &|t| t.left_out),
        text("file", &|j| (&*j.facts.file).into()),
    ];
    DataFrame::new(all.len(), columns)
}

/// Every tournament rated so far, this list's included.
pub(crate) fn rated(publication: &Publication<'_>) -> PolarsResult<DataFrame> {
    let period = publication.period;
    let new = period.tournaments.iter().filter(|j| j.is_rated()).map(|j| (&*j.facts.id, period.list.day(), j.content.as_str()));
    period.rated.to_frame_with(new)
}
